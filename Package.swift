// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

// A package that depends on this one fetches only what its chosen traits need.
let migration = TargetDependencyCondition.when(traits: ["Migration"])
let service = TargetDependencyCondition.when(traits: ["Service"])

let sqlite = TargetDependencyCondition.when(traits: ["SQLite"])
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: sqlite)

// In a debug build ArgumentParser checks the declarations of commands many times in each run, which
// takes half of the time of a short command. CommandHost, which runs commands in tests, replaces
// this function.
let checkOfDeclarations =
  "$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ"

let package = Package(
  name: "widgetconfig",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "WidgetConfig", targets: ["WidgetConfig"]),
    .library(name: "IntentDocuments", targets: ["IntentDocuments"]),
    .library(name: "WidgetForm", targets: ["WidgetForm"]),
    .library(name: "TerminalForm", targets: ["TerminalForm"]),
    .library(name: "WidgetStore", targets: ["WidgetStore"]),
    .library(name: "PostgresStore", targets: ["PostgresStore"]),
    .library(name: "WidgetService", targets: ["WidgetService"]),
    .library(name: "OptionsProviderTesting", targets: ["OptionsProviderTesting"]),
    .executable(name: "widgetconfig", targets: ["widgetconfig-program"]),
    .executable(name: "widgetconfig-server", targets: ["widgetconfig-server"]),
    .executable(name: "widgetconfig-migration", targets: ["widgetconfig-migration"]),
    .plugin(name: "GenerateIntents", targets: ["GenerateIntents"]),
    .plugin(name: "GenerateIntentsCommand", targets: ["GenerateIntentsCommand"]),
  ],
  traits: [
    .trait(
      name: "Service",
      description: "The HTTP service and its pages; fetches Hummingbird, NIO, JWTKit and Crypto."),
    .trait(
      name: "Migration", description: "Migration to App Intents; fetches swift-syntax."),
    .trait(
      name: "SQLite",
      description: "Placed widgets and options in SQLite files; fetches GRDB."),
    .trait(name: "Postgres", description: "Placed widgets in PostgreSQL; libpq is loaded."),
    .default(enabledTraits: ["Service", "Migration", "SQLite", "Postgres"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", "4.0.0"..<"6.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.6.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CJSONC", path: "Sources/CSystemLibraries/CJSONC", pkgConfig: "json-c",
      providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    .target(name: "JSONC", dependencies: ["CJSONC", "Messages"]),
    .target(name: "CEmbeddedFiles", exclude: ["Tables"]),
    .target(name: "Messages", dependencies: ["CEmbeddedFiles"]),
    .target(name: "IntentModel", dependencies: ["Messages"]),
    .target(name: "Threads"),
    .target(name: "InputFiles", dependencies: ["CZlib", "Messages", "IntentModel"]),
    .target(name: "Zones", dependencies: ["InputFiles", "IntentModel", "Messages"]),
    .target(name: "CMatching"),
    .target(name: "IntentOptions", dependencies: ["Messages", "CMatching", "IntentModel"]),
    .target(
      name: "WidgetTimeline",
      dependencies: ["Messages", "IntentModel", "IntentOptions", "JSONC", "Zones"]),
    .target(name: "JSONCodings", dependencies: ["IntentModel", "JSONC", "Messages"]),
    .target(
      name: "DefinitionFormats",
      dependencies: ["InputFiles", "IntentModel", "JSONC", "JSONCodings", "Messages"]),
    .target(
      name: "IntentDocuments",
      dependencies: [
        "InputFiles", "DefinitionFormats", "JSONCodings", "Messages", "IntentModel", "JSONC",
      ]),
    .target(
      name: "WidgetFormats",
      dependencies: [
        "Zones",
        "DefinitionFormats", "InputFiles", "IntentDocuments", "IntentModel", "IntentOptions",
        "JSONC", "JSONCodings", "Messages", "WidgetTimeline",
      ]),
    .target(
      name: "IntentCodegen",
      dependencies: [
        "InputFiles", "DefinitionFormats", "IntentModel", "JSONC", "JSONCodings", "Messages",
      ]),
    .executableTarget(
      name: "GenerateIntentsTool",
      dependencies: [
        "InputFiles", "IntentCodegen", "DefinitionFormats", "IntentModel",
        "Messages",
      ]),
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
    .target(
      name: "AppIntentsMigration",
      dependencies: [
        "InputFiles", "IntentCodegen", "DefinitionFormats", "IntentModel", "JSONC", "JSONCodings",
        "Messages", "WidgetFormats",
        .product(name: "SwiftParser", package: "swift-syntax", condition: migration),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: migration),
      ]),
    .executableTarget(
      name: "widgetconfig-migration",
      dependencies: [
        "AppIntentsMigration", "DefinitionFormats", "IntentModel", "Messages",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "FormEngine",
      dependencies: ["Messages", "IntentModel", "IntentOptions"]),
    .target(
      name: "WidgetForm",
      dependencies: [
        "Threads", "Zones",
        "FormEngine", "IntentDocuments", "IntentModel", "IntentOptions", "Messages",
        "WidgetTimeline",
      ]),
    .target(name: "CPlatform", cSettings: [.define("_GNU_SOURCE")]),
    .target(
      name: "CLoadedLibraries", cSettings: [.define("_GNU_SOURCE")],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "TerminalForm",
      dependencies: [
        "Messages", "CPlatform", "WidgetForm", "FormEngine", "IntentModel",
        "IntentOptions", "WidgetTimeline",
      ]),
    .target(
      name: "StoreModel",
      dependencies: [
        "Threads", "Messages", "IntentModel", "IntentDocuments", "JSONC", "JSONCodings",
        "WidgetFormats", "WidgetTimeline",
      ]),
    .target(
      name: "SQLiteStore", dependencies: ["Threads", "Messages", "IntentModel", "StoreModel", grdb]),
    .target(
      name: "PostgresStore",
      dependencies: ["Threads", "CLoadedLibraries", "IntentModel", "Messages", "StoreModel"]),
    .target(
      name: "WidgetStore",
      dependencies: [
        "IntentModel", "StoreModel",
        .target(name: "PostgresStore", condition: .when(traits: ["Postgres"])),
        .target(name: "SQLiteStore", condition: sqlite),
      ]),
    .target(
      name: "ExternalSources",
      dependencies: [
        "Threads", "Zones",
        "CPlatform", "CLoadedLibraries", "InputFiles", "JSONC", "JSONCodings", "Messages",
        "IntentModel", "IntentOptions",
        "WidgetTimeline", "IntentDocuments", "WidgetFormats", grdb,
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: sqlite),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(
      name: "OptionsProviderTesting", dependencies: ["Messages", "IntentModel", "IntentOptions"]),

    .target(name: "ICalendar", dependencies: ["InputFiles", "IntentModel", "Messages", "Zones"]),
    .target(
      name: "WidgetLoading",
      dependencies: [
        "DefinitionFormats", "ExternalSources", "InputFiles", "IntentModel", "IntentOptions",
        "JSONCodings", "Messages", "WidgetFormats", "WidgetTimeline",
      ]),
    .target(
      name: "BundledWidgets",
      dependencies: [
        "Zones",
        "ExternalSources", "ICalendar", "InputFiles", "IntentModel", "IntentOptions", "Messages",
        "WidgetFormats", "WidgetLoading", "WidgetTimeline",
      ]),
    .target(
      name: "WidgetConfig",
      dependencies: [
        "Zones",
        "BundledWidgets", "DefinitionFormats", "ExternalSources", "IntentCodegen",
        "IntentDocuments", "IntentModel",
        "IntentOptions", "JSONC", "Messages", "WidgetFormats", "WidgetLoading", "WidgetTimeline",
      ]),
    // On a case-insensitive file system, a module “widgetconfig” would collide with the module
    // WidgetConfig.
    .target(
      name: "widgetconfig-command",
      dependencies: [
        "Threads", "Zones",
        "InputFiles", "JSONC", "JSONCodings", "Messages", "IntentModel", "IntentOptions",
        "WidgetTimeline",
        "DefinitionFormats", "IntentDocuments", "WidgetFormats", "WidgetForm", "FormEngine",
        "TerminalForm", "ExternalSources", "BundledWidgets", "WidgetLoading", "WidgetStore",
        "OptionsProviderTesting", "IntentCodegen",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "widgetconfig-program", dependencies: ["widgetconfig-command"]),
    .systemLibrary(
      name: "CZlib", path: "Sources/CSystemLibraries/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "WidgetPages",
      dependencies: ["CEmbeddedFiles", "FormEngine", "IntentModel", "IntentOptions", "Messages"],
      exclude: ["Assets"]),
    .target(
      name: "DevicePush",
      dependencies: [
        "CLoadedLibraries", "InputFiles", "Messages",
        .product(name: "JWTKit", package: "jwt-kit", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "Metrics", package: "swift-metrics", condition: service),
      ]),
    .target(
      name: "WidgetService",
      dependencies: [
        "Threads", "Zones",
        "CPlatform", "CZlib", "DevicePush", "ExternalSources", "WidgetPages", "InputFiles",
        "Messages", "JSONC", "JSONCodings",
        "IntentModel", "IntentOptions", "WidgetTimeline",
        "DefinitionFormats", "IntentDocuments", "WidgetFormats", "WidgetForm", "FormEngine",
        "WidgetConfig", "WidgetLoading", "WidgetStore",
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "Crypto", package: "swift-crypto", condition: service),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: service),
        .product(name: "JWTKit", package: "jwt-kit", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: service),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "Metrics", package: "swift-metrics", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: service),
      ]),
    .executableTarget(
      name: "widgetconfig-server",
      dependencies: [
        "Zones",
        "BundledWidgets", "CPlatform", "DevicePush", "ExternalSources",
        "InputFiles", "IntentModel", "JSONC", "JSONCodings", "Messages", "WidgetLoading",
        "WidgetService",
        "WidgetStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "Metrics", package: "swift-metrics", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: service),
      ]),
    .executableTarget(
      name: "widgetconfig-bench",
      dependencies: [
        "DefinitionFormats", "ExternalSources", "IntentDocuments", "IntentModel", "IntentOptions",
      ],
      path: "Tests/widgetconfig-bench"),
    .target(
      name: "WidgetTestSupport",
      dependencies: [
        "Threads", "Messages", "IntentModel", "IntentOptions", "WidgetForm", "FormEngine",
        "TerminalForm",
      ],
      path: "Tests/WidgetTestSupport"),
    .executableTarget(
      name: "CommandHost",
      dependencies: [
        "widgetconfig-command",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/CommandHost",
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--wrap=\(checkOfDeclarations)"], .when(platforms: [.linux]))
      ]),
    .executableTarget(name: "ParseFloor", dependencies: ["CJSONC"], path: "Tests/ParseFloor"),
    .executableTarget(
      name: "HTTPFloor",
      dependencies: [.product(name: "Hummingbird", package: "hummingbird", condition: service)],
      path: "Tests/HTTPFloor"),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["TerminalForm"], path: "Tests/TerminalProbe"),
    .executableTarget(
      name: "StoreProbe",
      dependencies: ["IntentModel", "Messages", "StoreModel", "WidgetStore"],
      path: "Tests/StoreProbe"),
    .executableTarget(
      name: "SourceProbe", dependencies: ["ExternalSources", "WidgetFormats", "IntentOptions"],
      path: "Tests/SourceProbe"),
    .testTarget(
      name: "JSONCTests",
      dependencies: ["CJSONC", "JSONC", "Messages", "WidgetTestSupport"]),
    .testTarget(
      name: "MessagesTests", dependencies: ["Messages", "WidgetTestSupport"]),
    .testTarget(
      name: "IntentModelTests", dependencies: ["Messages", "IntentModel", "WidgetTestSupport"]),
    .testTarget(
      name: "WidgetTimelineTests",
      dependencies: ["Zones", "Messages", "WidgetTimeline", "IntentModel", "WidgetTestSupport"]),
    .testTarget(
      name: "IntentOptionsTests",
      dependencies: [
        "Messages", "IntentOptions", "IntentModel", "OptionsProviderTesting", "WidgetTestSupport",
        "WidgetTimeline",
      ]),
    .testTarget(
      name: "OptionsProviderTestingTests",
      dependencies: [
        "ExternalSources", "Messages", "OptionsProviderTesting", "IntentOptions", "IntentModel",
        "WidgetTestSupport",
      ]),
    .testTarget(
      name: "FormEngineTests",
      dependencies: ["Messages", "FormEngine", "IntentModel", "IntentOptions", "WidgetTestSupport"]),
    .testTarget(
      name: "WidgetFormTests",
      dependencies: [
        "Threads", "WidgetForm", "FormEngine", "IntentDocuments", "IntentModel", "IntentOptions",
        "Messages", "TerminalForm", "WidgetTestSupport",
      ]),
    .testTarget(
      name: "BundledWidgetsTests",
      dependencies: [
        "Zones",
        "Messages",
        "BundledWidgets", "ExternalSources", "ICalendar", "IntentModel", "IntentOptions",
        "WidgetFormats",
        "WidgetLoading", "WidgetTimeline", "WidgetTestSupport",
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
        "WidgetForm", "Messages", "TerminalForm", "FormEngine", "IntentModel", "IntentOptions",
        "WidgetTestSupport",
        "WidgetTimeline", "TerminalProbe", "SessionProbe",
      ]),
    .target(
      name: "FormatTestSupport",
      dependencies: [
        "DefinitionFormats", "IntentDocuments", "IntentModel", "JSONC", "WidgetTestSupport",
      ],
      path: "Tests/FormatTestSupport"),
    .testTarget(
      name: "DefinitionFormatsTests",
      dependencies: [
        "DefinitionFormats", "FormatTestSupport", "InputFiles", "IntentModel", "JSONC",
        "JSONCodings", "Messages",
        "WidgetTestSupport",
      ]),
    .testTarget(
      name: "IntentDocumentsTests",
      dependencies: [
        "DefinitionFormats", "FormatTestSupport", "InputFiles", "IntentDocuments", "IntentModel",
        "JSONC", "JSONCodings", "Messages", "WidgetTestSupport",
      ]),
    .testTarget(
      name: "WidgetFormatsTests",
      dependencies: [
        "Zones",
        "DefinitionFormats", "FormatTestSupport", "ICalendar", "InputFiles", "IntentDocuments",
        "IntentModel",
        "IntentOptions", "JSONC", "JSONCodings", "Messages", "WidgetFormats", "WidgetTestSupport",
        "WidgetTimeline",
      ]),
    .testTarget(
      name: "IntentCodegenTests",
      dependencies: [
        "BundledWidgets", "DefinitionFormats", "FormEngine", "GenerateIntentsTool",
        "IntentCodegen", "IntentDocuments", "IntentModel", "IntentOptions", "WidgetFormats",
        "WidgetTestSupport", "widgetconfig-command", "widgetconfig-program",
      ]),
    .testTarget(
      name: "AppIntentsMigrationTests",
      dependencies: [
        "AppIntentsMigration", "IntentCodegen", "DefinitionFormats", "FormatTestSupport",
        "IntentModel", "Messages", "WidgetTestSupport", "widgetconfig-migration",
      ]),
    .testTarget(
      name: "ExternalSourcesTests",
      dependencies: [
        "Zones",
        "Messages",
        "ExternalSources", "WidgetForm", "FormEngine", "InputFiles", "IntentModel", "IntentOptions",
        "WidgetTimeline", "DefinitionFormats", "WidgetFormats", "OptionsProviderTesting",
        "TerminalForm",
        "WidgetTestSupport",
        "SourceProbe", grdb,
      ]),
    .executableTarget(
      name: "RoomForm",
      dependencies: [
        "BundledWidgets", "FormEngine", "IntentModel", "IntentOptions", "TerminalForm",
        "WidgetLoading", "WidgetTimeline",
      ],
      path: "Tests/RoomForm", packageAccess: false),
    .testTarget(
      name: "WidgetLoadingTests",
      dependencies: [
        "Zones",
        "BundledWidgets", "DefinitionFormats", "IntentModel", "IntentOptions", "Messages",
        "RoomForm", "TerminalForm", "WidgetFormats", "WidgetLoading",
        "WidgetTestSupport", "WidgetTimeline",
      ]),
    .testTarget(
      name: "WidgetStoreTests",
      dependencies: [
        "Threads", "Messages",
        "PostgresStore", "SQLiteStore", "StoreModel", "IntentModel", "WidgetTestSupport",
        "StoreProbe", grdb,
      ]),
    .executableTarget(
      name: "OwnService",
      dependencies: [
        "WidgetService",
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
      ],
      path: "Tests/OwnService/Sources/OwnService", packageAccess: false),
    .testTarget(
      name: "WidgetServiceTests",
      dependencies: [
        "Threads", "BundledWidgets",
        "Zones",
        "OwnService",
        "CZlib", "DefinitionFormats", "DevicePush", "ExternalSources", "ICalendar", "WidgetForm",
        "FormEngine", "IntentCodegen", "IntentDocuments", "IntentModel", "IntentOptions", "JSONC",
        "Messages",
        "PostgresStore", "PushTestSupport", "SQLiteStore", "StoreModel", "WidgetFormats",
        "WidgetLoading",
        "TerminalForm", "WidgetPages", "WidgetService",
        "WidgetStore",
        "WidgetTestSupport",
        "WidgetTimeline", "widgetconfig-command", "widgetconfig-program", "widgetconfig-server",
        .product(name: "Crypto", package: "swift-crypto", condition: service),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: service),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "InMemoryLogging", package: "swift-log", condition: service),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: service),
        .product(name: "JWTKit", package: "jwt-kit", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: service),
      ]),
    .target(
      name: "PushTestSupport", dependencies: ["Threads", "IntentModel", "WidgetTestSupport"],
      path: "Tests/PushTestSupport"),
    .executableTarget(
      name: "PushProbe",
      dependencies: [
        "DevicePush", .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "Metrics", package: "swift-metrics", condition: service),
      ],
      path: "Tests/PushProbe"),
    .testTarget(
      name: "DevicePushTests",
      dependencies: [
        "DevicePush", "PushTestSupport", "WidgetTestSupport",
        .product(name: "InMemoryLogging", package: "swift-log", condition: service),
        .product(name: "JWTKit", package: "jwt-kit", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "Metrics", package: "swift-metrics", condition: service),
      ]),
    .testTarget(
      name: "BrowserTests",
      dependencies: ["JSONC", "Messages", "WidgetTestSupport", "widgetconfig-server"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Zones",
        "BundledWidgets", "DefinitionFormats", "FormEngine", "ICalendar", "InputFiles",
        "IntentDocuments", "IntentModel", "JSONC", "Messages", "StoreModel", "TerminalForm",
        "WidgetFormats", "WidgetTestSupport", "WidgetTimeline", "CommandHost",
        "widgetconfig-command", "widgetconfig-program",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ]
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = settings
  // A method takes the isolation of the requirement that it satisfies: with this feature, a
  // provider that is a main-actor class could not use its own properties.
  if !["IntentOptions", "WidgetTimeline"].contains(target.name) {
    target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
  }
}

// With WIDGETCONFIG_DOCUMENTATION the package manager can build the documentation. Otherwise, each
// build would compile this plugin.
if Context.environment["WIDGETCONFIG_DOCUMENTATION"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// With WIDGETCONFIG_RELEASE the package is its libraries and programs, so that one build of
// everything builds the programs side by side, and nothing else. Modules that are as fast when
// optimised for size are; they also take less time to compile. Measured were commands, requests to
// the service, validation, and a list of 100,000 choices.
if Context.environment["WIDGETCONFIG_RELEASE"] != nil {
  package.products.removeAll { $0 is Product.Plugin }
  package.targets.removeAll { target in
    [.test, .plugin].contains(target.type) || target.path?.hasPrefix("Tests/") == true
      || target.name == "GenerateIntentsTool"
  }
  let small: Set = [
    "AppIntentsMigration", "BundledWidgets", "DefinitionFormats", "ExternalSources",
    "IntentCodegen", "OptionsProviderTesting", "TerminalForm", "WidgetForm", "WidgetFormats",
    "WidgetLoading", "widgetconfig-command", "widgetconfig-migration",
  ]
  for target in package.targets where small.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Osize"]))
  }
}

// With WIDGETCONFIG_COUNTED every edge in the code of libraries and programs gets a counter, so
// GrowthLawTests can count their work, as in a thorough CI run. The sanitizer flags go only to the
// frontend, so libFuzzer is not linked.
if Context.environment["WIDGETCONFIG_COUNTED"] != nil {
  let coverage = ["-sanitize=fuzzer", "-sanitize-coverage=edge,trace-pc-guard"]
  package.targets.append(.target(name: "CStepCounter", path: "Tests/CStepCounter"))
  for target in package.targets where target.type != .test && !target.name.hasSuffix("Floor") {
    target.swiftSettings?.append(.unsafeFlags(coverage.flatMap { ["-Xfrontend", $0] }))
  }
  package.targets.first { $0.name == "Messages" }?.dependencies.append("CStepCounter")
}
