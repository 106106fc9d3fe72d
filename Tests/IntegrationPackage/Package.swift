// swift-tools-version: 6.2
import PackageDescription

// A client package, which gets its intents from the plugin.
let package = Package(
  name: "integration",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "widgetconfig", path: "../..")],
  targets: [
    .executableTarget(
      name: "Clock",
      dependencies: [
        .product(name: "IntentModel", package: "widgetconfig"),
        .product(name: "IntentOptions", package: "widgetconfig"),
        .product(name: "WidgetTimeline", package: "widgetconfig"),
      ],
      plugins: [.plugin(name: "GenerateIntents", package: "widgetconfig")])
  ]
)
