// swift-tools-version: 6.2
import PackageDescription

// With TEST_MAIN_ACTOR, the code of each target is isolated to the main actor unless it specifies
// otherwise.
let settings: [SwiftSetting] =
  Context.environment["TEST_MAIN_ACTOR"] == nil ? [] : [.defaultIsolation(MainActor.self)]

// A client package. It uses nothing but the products, and fetches only what it builds.
let package = Package(
  name: "integration",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "widgetconfig", path: "../..", traits: [])],
  targets: [
    // Gets its intents from the plugin.
    .executableTarget(
      name: "Clock",
      dependencies: [.product(name: "WidgetConfig", package: "widgetconfig")],
      plugins: [.plugin(name: "GenerateIntents", package: "widgetconfig")]),
    // Has providers with generated types, and tests for the providers.
    .executableTarget(
      name: "Trams",
      dependencies: [
        .product(name: "OptionsProviderTesting", package: "widgetconfig"),
        .product(name: "WidgetConfig", package: "widgetconfig"),
      ],
      plugins: [.plugin(name: "GenerateIntents", package: "widgetconfig")]),
    // Checks intents, and builds only what this requires.
    .executableTarget(
      name: "Validator",
      dependencies: [.product(name: "IntentDocuments", package: "widgetconfig")]),
    // Uses the library as the articles describe, with one import for each task.
    .executableTarget(
      name: "Tasks",
      dependencies: [
        .product(name: "OptionsProviderTesting", package: "widgetconfig"),
        .product(name: "TerminalForm", package: "widgetconfig"),
        .product(name: "WidgetConfig", package: "widgetconfig"),
        .product(name: "WidgetForm", package: "widgetconfig"),
      ]),
  ]
)

for target in package.targets { target.swiftSettings = settings }
