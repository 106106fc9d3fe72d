import DefinitionFormats
import Foundation
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentCodegen

/// The code of a widget extension compiles together with its App Intents, and leaves the app's
/// parts to the app.
@Suite(.startsPrograms) struct WidgetExtensionTests {
  private static func made(
    _ definition: IntentDefinitionFile, _ stem: String, _ access: GeneratedAccess = .public
  ) -> (names: [String], file: GeneratedFile) {
    let names = AppIntentsSwift(definition, stem: stem, access: access).outlines.map(\.name)
    return (names, WidgetExtensionSwift(definition, stem: stem, access: access).file)
  }

  /// The code that an app would write for a definition.
  private static func app(_ stem: String, _ names: [String]) -> String {
    let placed = names.map { "  public func placedName(of intent: \($0)) -> String? { nil }" }
    return """

      extension \(SwiftName.capitalized(stem))WidgetService {
        public var address: Foundation.URL { Foundation.URL(filePath: "/") }
        public var bundle: String { "com.example.clock" }
        public var isForDevelopment: Bool { true }
        public var device: String { "d" }
        public var folder: Foundation.URL { Foundation.URL(filePath: "/") }
        public func token() async throws -> String? { nil }
      \(placed.joined(separator: "\n"))
      }

      """
  }

  @Test func `Every definition gives an extension that compiles with its App Intents`() throws {
    let stubs = try AppIntentsStubs.shared.get()
    var sources: [(name: String, text: String)] = []
    for (index, file) in (DefinitionFile.ofRepository + DefinitionFile.random).enumerated() {
      var definition = file.numbered(index)
      for index in definition.intents.indices {
        definition.intents[index].isEligibleForWidgets = true
      }
      let stem = "x\(index)"
      let intents = AppIntentsSwift(definition, stem: stem, access: .public).output.file
      sources.append((intents.name, intents.text + AppIntentsStubs.bodies(for: intents.text)))
      let (names, file) = Self.made(definition, stem)
      sources.append((file.name, file.text + (names.isEmpty ? "" : Self.app(stem, names))))
    }
    for isolation in [[], mainActor] {
      let arguments = stubs.arguments + isolation
      #expect(try SwiftCompiler.complaints(of: sources, arguments: arguments) == "")
    }
  }

  @Test func `Facts that only the app knows are required from it`() throws {
    let file = try #require(DefinitionFile.ofRepository.first)
    let definition = file.numbered(0)
    let intents = AppIntentsSwift(definition, stem: "Own", access: .public).output.file.text
    let (names, own) = Self.made(definition, "Own")
    try #require(!names.isEmpty)
    let complaints = try SwiftCompiler.complaints(
      of: [("a.swift", intents + AppIntentsStubs.bodies(for: intents)), ("b.swift", own.text)],
      arguments: AppIntentsStubs.shared.get().arguments)
    #expect(
      complaints.contains("type 'OwnWidgetService' does not conform to protocol 'OwnWidgetApp'"))
    // The code contains neither a secret of the push service nor a view.
    for word in ["apns", "push.apple.com", "keyId", "p8", "SwiftUI", "JWT"] {
      #expect(!own.text.contains(word), "\(word)")
    }
  }

  /// The code from *Serve an iOS app*, next to stand-ins for SwiftUI and the app.
  @Test func `The app in the article compiles with its extension`() throws {
    let path = DefinitionFile.repository.appending(
      path: "Intents/WorldClock/WorldClock.intentdefinition"
    ).path
    let definition = try IntentDefinitionReader.read(path: path).file
    let intents = AppIntentsSwift(definition, stem: "WorldClock", access: .public).output.file.text
    let complaints = try SwiftCompiler.complaints(
      of: [
        ("a.swift", intents + AppIntentsStubs.bodies(for: intents)),
        ("b.swift", Self.made(definition, "WorldClock").file.text),
        ("c.swift", articleApp + articleSurroundings),
      ],
      arguments: AppIntentsStubs.shared.get().arguments)
    #expect(complaints == "")
  }

  @Test func `A definition without widgets has nothing to show`() {
    let file = WidgetExtensionSwift(IntentDefinitionFile(intents: []), stem: "Own").file
    #expect(file.name == "Own.widgetextension.swift")
    #expect(!file.text.contains("%") && !file.text.contains("struct"))
  }
}
