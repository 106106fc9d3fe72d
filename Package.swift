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

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

let package = Package(
  name: "widgetconfig",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "JSONC", targets: ["JSONC"]),
    .library(name: "IntentModel", targets: ["IntentModel"]),
    .library(name: "IntentOptions", targets: ["IntentOptions"]),
    .library(name: "WidgetTimeline", targets: ["WidgetTimeline"]),
    .library(name: "IntentFormats", targets: ["IntentFormats"]),
    .library(name: "IntentCodegen", targets: ["IntentCodegen"]),
    .library(name: "ExternalSources", targets: ["ExternalSources"]),
    .library(name: "FormEngine", targets: ["FormEngine"]),
    .library(name: "WidgetStore", targets: ["WidgetStore"]),
    .executable(name: "widgetconfig", targets: ["widgetconfig"]),
    .executable(name: "intentbuilderc", targets: ["intentbuilderc"]),
    .plugin(name: "GenerateIntents", targets: ["GenerateIntents"]),
    .plugin(name: "GenerateIntentsCommand", targets: ["GenerateIntentsCommand"]),
    .library(name: "BundledWidgets", targets: ["BundledWidgets"]),
    .library(name: "OptionsProviderTesting", targets: ["OptionsProviderTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CJSONC", pkgConfig: "json-c",
      providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    .target(name: "CArena"),
    .target(
      name: "CArenaMalloc", dependencies: ["CArena"],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "JSONC", dependencies: ["CArena", "CJSONC"]),
    .target(name: "CMessageTables", exclude: ["Tables"]),
    .target(name: "Messages", dependencies: ["CMessageTables"]),
    .target(name: "IntentModel", dependencies: ["Messages"]),
    .target(name: "InputFiles", dependencies: ["Messages", "IntentModel"]),
    .target(name: "CMatching"),
    .target(name: "IntentOptions", dependencies: ["Messages", "CMatching", "IntentModel"]),
    .target(name: "WidgetTimeline", dependencies: ["IntentModel"]),
    .target(
      name: "IntentFormats",
      dependencies: [
        "InputFiles", "Messages", "IntentModel", "IntentOptions", "WidgetTimeline", "JSONC",
      ]),
    .target(name: "IntentCodegen", dependencies: ["IntentModel"]),
    .target(name: "IntentGeneration", dependencies: ["IntentCodegen", "IntentFormats"]),
    .executableTarget(
      name: "intentbuilderc",
      dependencies: [
        "IntentCodegen", "IntentFormats", "IntentGeneration", "IntentModel", "Messages",
      ]),
    .executableTarget(
      name: "GenerateIntentsTool",
      dependencies: ["IntentCodegen", "IntentFormats", "IntentGeneration", "IntentModel"]),
    .plugin(
      name: "GenerateIntents", capability: .buildTool(), dependencies: ["GenerateIntentsTool"],
      path: "Sources/GenerateIntents"),
    .plugin(
      name: "GenerateIntentsCommand",
      capability: .command(
        intent: .custom(
          verb: "generate-intents", description: "Writes Swift from intent definitions."),
        permissions: [
          .writeToPackageDirectory(reason: "The Swift stands beside its definition.")
        ]),
      dependencies: ["GenerateIntentsTool"], path: "Sources/GenerateIntentsCommand"),
    .target(name: "FormEngine", dependencies: ["Messages", "IntentModel", "IntentOptions"]),
    .target(name: "CTerminal"),
    .target(name: "CChildGuard"),
    .target(
      name: "CWebFetch", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "TerminalForm",
      dependencies: [
        "Messages", "CTerminal", "FormEngine", "InputFiles", "IntentModel", "IntentOptions",
        "WidgetTimeline",
      ]),
    .target(
      name: "WidgetStore", dependencies: ["Messages", "IntentModel", "IntentFormats", grdb]),
    .target(
      name: "ExternalSources",
      dependencies: [
        "CChildGuard", "CWebFetch", "InputFiles", "Messages", "IntentModel", "IntentOptions",
        "WidgetTimeline", "IntentFormats", grdb,
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(
      name: "OptionsProviderTesting", dependencies: ["Messages", "IntentModel", "IntentOptions"]),

    .target(
      name: "BundledWidgets",
      dependencies: ["InputFiles", "Messages", "IntentModel", "IntentOptions", "WidgetTimeline"]),
    .executableTarget(
      name: "widgetconfig",
      dependencies: [
        "InputFiles", "Messages", "IntentModel", "IntentOptions", "WidgetTimeline",
        "IntentFormats", "FormEngine",
        "TerminalForm", "ExternalSources", "WidgetStore", "BundledWidgets",
        "OptionsProviderTesting", "CArenaMalloc", "IntentCodegen", "IntentGeneration",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "widgetconfig-bench",
      dependencies: [
        "BundledWidgets", "CArena", "CArenaMalloc", "CJSONC", "ExternalSources", "IntentFormats",
        "IntentModel",
        "IntentOptions", "JSONC", "TerminalForm", "WidgetTestSupport", "WidgetTimeline",
      ]),
    .target(
      name: "WidgetTestSupport",
      dependencies: ["Messages", "IntentModel", "IntentOptions", "FormEngine", "TerminalForm"],
      path: "Tests/WidgetTestSupport"),
    .executableTarget(name: "ParseFloor", dependencies: ["CJSONC"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["TerminalForm"], path: "Tests/TerminalProbe"),
    .executableTarget(
      name: "StoreProbe", dependencies: ["WidgetStore", "IntentModel"], path: "Tests/StoreProbe"),
    .executableTarget(
      name: "SourceProbe", dependencies: ["ExternalSources", "IntentFormats", "IntentOptions"],
      path: "Tests/SourceProbe"),
    .testTarget(
      name: "JSONCTests",
      dependencies: ["CArena", "CArenaMalloc", "CJSONC", "JSONC", "WidgetTestSupport"]),
    .testTarget(
      name: "MessagesTests", dependencies: ["Messages"]),
    .testTarget(
      name: "IntentModelTests", dependencies: ["Messages", "IntentModel", "WidgetTestSupport"]),
    .testTarget(
      name: "WidgetTimelineTests",
      dependencies: ["Messages", "WidgetTimeline", "IntentModel", "WidgetTestSupport"]),
    .testTarget(
      name: "IntentOptionsTests",
      dependencies: [
        "Messages", "IntentOptions", "IntentModel", "OptionsProviderTesting", "WidgetTestSupport",
      ]),
    .testTarget(
      name: "OptionsProviderTestingTests",
      dependencies: ["Messages", "OptionsProviderTesting", "IntentOptions", "IntentModel"]),
    .testTarget(
      name: "FormEngineTests",
      dependencies: ["Messages", "FormEngine", "IntentModel", "IntentOptions", "WidgetTestSupport"]),
    .testTarget(
      name: "BundledWidgetsTests",
      dependencies: [
        "Messages",
        "BundledWidgets", "IntentModel", "IntentOptions", "WidgetTimeline", "WidgetTestSupport",
      ]),
    .executableTarget(
      name: "SessionProbe",
      dependencies: [
        "TerminalForm", "FormEngine", "IntentModel", "IntentOptions", "WidgetTestSupport",
      ],
      path: "Tests/SessionProbe"),
    .testTarget(
      name: "TerminalFormTests",
      dependencies: [
        "Messages", "TerminalForm", "FormEngine", "IntentModel", "IntentOptions",
        "WidgetTestSupport",
        "WidgetTimeline", "TerminalProbe", "SessionProbe",
      ]),
    .testTarget(
      name: "IntentFormatsTests",
      dependencies: [
        "CArenaMalloc", "InputFiles", "IntentFormats", "IntentModel", "IntentOptions", "JSONC",
        "Messages", "WidgetTestSupport", "WidgetTimeline",
      ]),
    .testTarget(
      name: "IntentCodegenTests",
      dependencies: [
        "BundledWidgets", "IntentCodegen", "IntentFormats", "IntentGeneration", "IntentModel",
        "IntentOptions", "WidgetTestSupport", "WidgetTimeline", "intentbuilderc",
      ]),
    .testTarget(
      name: "ExternalSourcesTests",
      dependencies: [
        "Messages", "ExternalSources", "FormEngine", "InputFiles", "IntentModel", "IntentOptions",
        "WidgetTimeline", "IntentFormats", "OptionsProviderTesting", "TerminalForm",
        "WidgetTestSupport",
        "SourceProbe", grdb,
      ]),
    .testTarget(
      name: "WidgetStoreTests",
      dependencies: [
        "Messages",
        "WidgetStore", "IntentModel", "IntentFormats", "WidgetTestSupport", "StoreProbe", grdb,
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Messages",
        "widgetconfig", "FormEngine", "IntentFormats", "IntentModel", "TerminalForm",
        "WidgetTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ]
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = settings
}
