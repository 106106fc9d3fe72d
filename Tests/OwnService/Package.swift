// swift-tools-version: 6.2
import PackageDescription

// An application by another author, with the service among its own routes. A thorough CI run builds
// it as this package; the service tests build the same program from products that are already
// built.
let package = Package(
  name: "own-service",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "widgetconfig", path: "../..", traits: ["Service", "SQLite"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "OwnService",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "WidgetService", package: "widgetconfig"),
      ])
  ]
)
