// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "widgetconfig",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "IntentModel", targets: ["IntentModel"]),
    .library(name: "IntentOptions", targets: ["IntentOptions"]),
    .library(name: "WidgetTimeline", targets: ["WidgetTimeline"]),
    .library(name: "FormEngine", targets: ["FormEngine"]),
    .library(name: "JSONC", targets: ["JSONC"]),
    .library(name: "IntentFormats", targets: ["IntentFormats"]),
  ],
  targets: [
    .target(name: "IntentModel"),
    .target(name: "IntentOptions", dependencies: ["IntentModel"]),
    .target(name: "WidgetTimeline", dependencies: ["IntentModel"]),
    .target(name: "FormEngine", dependencies: ["IntentModel", "IntentOptions"]),
    .systemLibrary(
      name: "CJSONC", pkgConfig: "json-c",
      providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    .target(name: "JSONC", dependencies: ["CJSONC"]),
    .target(
      name: "IntentFormats",
      dependencies: ["IntentModel", "IntentOptions", "WidgetTimeline", "JSONC"]),
    .target(name: "CTerminal"),
    .target(
      name: "TerminalForm",
      dependencies: ["CTerminal", "FormEngine", "IntentModel", "IntentOptions"]),
    .target(
      name: "WidgetTestSupport", dependencies: ["IntentModel", "IntentOptions", "FormEngine"],
      path: "Tests/WidgetTestSupport"),
    .testTarget(name: "JSONCTests", dependencies: ["JSONC"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["TerminalForm"], path: "Tests/TerminalProbe"),
    .testTarget(
      name: "TerminalFormTests",
      dependencies: ["TerminalForm", "FormEngine", "WidgetTestSupport", "TerminalProbe"]),
    .testTarget(
      name: "IntentFormatsTests",
      dependencies: [
        "IntentFormats", "IntentModel", "IntentOptions", "WidgetTimeline", "JSONC",
        "WidgetTestSupport",
      ]),
  ]
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = settings
}
