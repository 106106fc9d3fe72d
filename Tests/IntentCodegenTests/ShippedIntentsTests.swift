import DefinitionFormats
import Foundation
import IntentModel
import IntentOptions
import Testing
import WidgetFormats
import WidgetTestSupport

@testable import BundledWidgets
@testable import IntentCodegen

/// The shipped widgets use generated code that is checked in: with a plugin, the build system of
/// Swift 6.3 would compile the generator and its modules a second time before the program.
@Suite struct ShippedIntentsTests {
  private static func definition(_ name: String) throws -> IntentDefinitionFile {
    let folder = DefinitionFile.repository.appending(path: "Intents/\(name)")
    let path = try #require(WidgetFolder(path: folder.path).definitions.first)
    return try IntentDefinitionReader.read(path: path).file
  }

  /// To fix a failure: `widgetconfig generate NAME --as typed --visibility project -o
  /// Sources/BundledWidgets/NAME`.
  @Test(arguments: WidgetCatalog.Name.allCases.map(\.rawValue))
  func theCheckedInCodeIsThatOfTheDefinition(name: String) throws {
    let file = TypedSwift(try Self.definition(name), stem: name).file
    let path = DefinitionFile.repository.appending(
      path: "Sources/BundledWidgets/\(name)/\(file.name)")
    #expect(String(decoding: try Data(contentsOf: path), as: UTF8.self) == file.text)
  }

  /// Checks that an intent is unchanged after a conversion to its type and back, for all kinds of
  /// drafts.
  private func comesBack<Typed: TypedIntent>(_ name: String, as type: Typed.Type) throws {
    let schema = try #require(
      IntentSchema(intentNamed: Typed.typeName, in: try Self.definition(name)))
    var random = SeededGenerator(seed: 0x18)
    for _ in 0..<500 {
      let family = random.family()
      let intent = try schema.resolve(random.draft(for: schema), family: family).get()
      #expect(try Typed(intent).intent(for: family) == intent)
    }
    #expect(
      Typed().intent(for: .systemSmall)
        == (try schema.resolve(IntentDraft(), family: .systemSmall).get()))
  }

  @Test func upNextComesBack() throws { try comesBack("UpNext", as: UpNextIntent.self) }
  @Test func verseComesBack() throws { try comesBack("Verse", as: VerseIntent.self) }
  @Test func worldClockComesBack() throws { try comesBack("WorldClock", as: WorldClockIntent.self) }

  @Test func propertiesNameTheirParameters() throws {
    #expect(UpNextIntent.parameterName(of: \.lookAhead) == "lookAhead")
    #expect(UpNextIntent.parameterName(of: \.calendars?.count) == nil)
    #expect(UpNextIntent.calendarsSizes.maximum(for: .systemLarge) == 6)
  }

  /// A generated provider responds for its parameters, and throws an error for others.
  @Test func aProviderIsAskedByTheNameOfTheParameter() async throws {
    struct Cities: WorldClockIntentOptions {
      var name: String { "cities" }

      func cities(
        for request: WorldClockIntent.CitiesRequest
      ) async throws -> OptionsCollection {
        OptionsCollection(items: ["Berlin", "Bern"].map { OptionItem(stringLiteral: $0) })
      }
    }
    let provider = Cities()
    let request = OptionsRequest(parameter: "cities", searchTerm: "x", limit: 1)
    #expect(try await provider.options(for: request).count == 2)
    #expect(try await provider.defaultOptions(for: request).isEmpty)
    let found = try await provider.resolve(identifiers: ["Bonn", "Bern"], for: request)
    #expect(found.items.map(\.identifier) == ["Bern"])
    await #expect(throws: OptionsError.self) {
      try await provider.options(for: OptionsRequest(parameter: "towns"))
    }
    let wrong = OptionsRequest(parameter: "calendars", values: ["mirrorCalendarApp": .integer(1)])
    #expect(throws: TypedIntentError.self) { try UpNextIntent.CalendarsRequest(wrong) }
  }
}
