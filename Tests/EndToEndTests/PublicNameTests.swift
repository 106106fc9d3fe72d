import Foundation
import Testing
import WidgetTestSupport

/// A file can import a product together with Foundation, WidgetKit, AppIntents, SwiftUI or
/// HTTPTypes without qualifying type names, except those of the drop-in types.
@Suite(.startsPrograms) struct PublicNameTests {
  /// The types that have the same names as Apple's on purpose: they replace Apple's types, so that
  /// the code of an iOS widget can be read, moved and generated without renaming.
  private static let dropIns: [String: String] = [
    "WidgetFamily": "the same families with the same names",
    "Timeline": "what a provider returns",
    "TimelineEntry": "what a provider makes for a moment",
    "TimelineEntryRelevance": "what a smart stack sorts by",
    "TimelineProviderContext": "what a provider is told",
    "TimelineReloadPolicy": "when a provider is asked again",
    "IntentTimelineProvider": "the provider of a widget with an intent",
  ]

  /// Types in Apple's modules that the stubs lack because generated code does not use them.
  private static let others: Set<String> = [
    // WidgetKit.
    "AccessoryWidgetBackground", "AccessoryWidgetGroup", "ActivityConfiguration",
    "AppIntentConfiguration", "AppIntentControlConfiguration", "AppIntentControlValueProvider",
    "ControlCenter", "ControlInfo", "ControlValueProvider", "DynamicIsland",
    "DynamicIslandExpandedRegion", "IntentConfiguration", "IntentTimelineProvider",
    "LevelOfDetail", "StaticConfiguration", "StaticControlConfiguration", "TimelineProvider",
    "WidgetAccentedRenderingMode", "WidgetCenter", "WidgetInfo", "WidgetLocation",
    "WidgetMountingStyle", "WidgetPreviewContext", "WidgetPushHandler", "WidgetPushInfo",
    "WidgetRelevance", "WidgetRelevanceAttribute", "WidgetRelevances", "WidgetRenderingMode",
    "WidgetTexture",
    // The part of SwiftUI for widgets.
    "ControlWidget", "ControlWidgetButton", "ControlWidgetConfiguration", "ControlWidgetTemplate",
    "ControlWidgetToggle", "EmptyWidgetConfiguration", "Widget", "WidgetBundle",
    "WidgetBundleBuilder", "WidgetConfiguration",
    // AppIntents.
    "AppEntity", "AppEnum", "AppIntent", "AppShortcut", "AppShortcutsProvider", "AppValue",
    "DisplayRepresentation", "DynamicOptionsProvider", "EntityIdentifier", "EntityProperty",
    "EntityPropertyQuery", "EntityQuery", "EntityStringQuery", "EnumerableEntityQuery",
    "IntentChoiceOption", "IntentCollectionSize", "IntentCurrencyAmount", "IntentDescription",
    "IntentDialog", "IntentFile", "IntentItem", "IntentItemSection", "IntentModes",
    "IntentParameter", "IntentParameterContext", "IntentParameterDependency",
    "IntentPaymentMethod", "IntentPerson", "IntentPrediction", "IntentResult",
    "IntentResultContainer", "IntentValueQuery", "IntentValueRepresentation", "ItemCollection",
    "ItemSection", "OpenIntent", "ParameterSummary", "TypeDisplayRepresentation",
    "WidgetConfigurationIntent",
    // HTTPTypes.
    "HTTPField", "HTTPFields", "HTTPRequest", "HTTPResponse",
  ]

  /// The Swift files in a folder of the package.
  private static func files(in folder: String) throws -> [String] {
    try RepositoryFiles.paths(in: folder, endingIn: ".swift").map(RepositoryFiles.text)
  }

  /// The linter requires the documentation of all other public declarations.
  @Test func `Every case of a public enum is documented`() throws {
    var count = 0
    for text in try Self.files(in: "Sources") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      /// The indentation of the public enum whose members follow, or nil.
      var margin: Substring?
      for (place, line) in lines.enumerated() {
        let indent = line.prefix { $0 == " " }
        let code = line.dropFirst(indent.count)
        if code.contains(#/^public (indirect )?enum /#) {
          margin = code.hasSuffix("}") ? nil : indent
        } else if code == "}", indent == margin {
          margin = nil
        } else if let known = margin, indent.count == known.count + 2,
          code.contains(#/^(indirect )?case /#)
        {
          count += 1
          let before = lines[..<place].last { !$0.isEmpty } ?? ""
          #expect(before.contains("///"), "Document “\(code)”.")
          #expect(!code.contains(#/^case `?\w+`?, /#), "Document each case of “\(code)” alone.")
        }
      }
    }
    #expect(count > 400, "\(count)")
  }

  /// The public types in a file that are not nested in another type.
  private static func types(in text: String) -> [String] {
    let declaration =
      /^(?:public|open) (?:final |indirect )?(?:struct|enum|class|actor|protocol|typealias) (\w+)/
    var isConditional = false
    return text.split(separator: "\n").compactMap { line in
      // Inside a conditional block, a declaration is indented.
      if line.hasPrefix("#if") { isConditional = true }
      if line.hasPrefix("#endif") { isConditional = false }
      let outer = isConditional && line.hasPrefix("  ") ? line.dropFirst(2) : line
      return outer.firstMatch(of: declaration).map { String($0.1) }
    }
  }

  /// Collects the modules that become visible by importing a module, including the module itself.
  private static func modules(of module: String, _ found: inout Set<String>) throws {
    guard found.insert(module).inserted else { return }
    for text in try files(in: "Sources/\(module)") {
      for other in text.matches(of: /@_exported public import (\w+)/) {
        try modules(of: String(other.1), &found)
      }
    }
  }

  private static func productTypes() throws -> Set<String> {
    let package = try String(
      contentsOf: Sandbox.repository.appending(path: "Package.swift"), encoding: .utf8)
    let products = package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    #expect(products.count == 8)
    var modules: Set<String> = []
    for product in products { try Self.modules(of: product, &modules) }
    var types: Set<String> = []
    for module in modules {
      types.formUnion(try files(in: "Sources/\(module)").flatMap(Self.types))
    }
    #expect(types.count > 300)
    return types
  }

  @Test func noPublicTypeIsNamedAsOneOfApples() throws {
    let types = try Self.productTypes()
    var apples = Self.others
    for stub in ["AppIntentsStub", "WidgetKitStub"] {
      apples.formUnion(try Self.files(in: "Tests/\(stub)").flatMap(Self.types))
    }
    #expect(apples.count > Self.others.count)
    #expect(types.intersection(apples).sorted() == Self.dropIns.keys.sorted())
  }

  /// The compiler resolves Foundation's names, and rejects any unknown one.
  @Test func noPublicTypeIsNamedAsOneOfFoundation() throws {
    let types = try Self.productTypes().sorted() + ["Measurement"]
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "names-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var modules = ["Foundation"]
    #if canImport(FoundationNetworking)
      modules.append("FoundationNetworking")
    #endif
    let lines = modules.flatMap { module in
      ["import \(module)"]
        + types.map { "typealias \(module)\($0) = \(module).\($0)" }
    }
    try lines.joined(separator: "\n").write(
      to: folder.appending(path: "Names.swift"), atomically: true, encoding: .utf8)
    let run = try FinishedProgram("swiftc", ["-typecheck", "Names.swift"], folder: folder)
    let unknown = Set(
      run.errors.matches(of: /no type named '(\w+)' in module 'Foundation'/).map { String($0.1) })
    #expect(types.filter { !unknown.contains($0) } == ["Measurement"], "\(run.errors.prefix(500))")
    if modules.count > 1 {
      let missing = Set(
        run.errors.matches(of: /no type named '(\w+)' in module 'FoundationNetworking'/)
          .map { String($0.1) })
      #expect(missing == Set(types))
    }
  }
}
