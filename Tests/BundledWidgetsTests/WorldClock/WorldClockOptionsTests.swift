import IntentModel
import IntentOptions
import Testing

@testable import BundledWidgets
@testable import ICalendar
@testable import Zones

struct WorldClockOptionsTests {
  private static func provider(
    _ zones: ZoneFolder = .system, local: String = "Europe/Berlin"
  ) throws -> WorldClockOptions {
    WorldClockOptions(zones: zones, local: try ZoneRulesTests.zone(local))
  }

  private static let request = OptionsRequest(parameter: "cities")

  @Test func sectionsByRegion() async throws {
    let collection = try await Self.provider().options(for: Self.request)
    #expect(
      collection.sections.map { $0.title ?? "-" } == [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe",
        "Indian Ocean", "Pacific", "-",
      ])
    #expect(collection.usesIndexedCollation)
    #expect(collection.notice == nil)
    #expect(Set(collection.items.map(\.identifier)).count == collection.count)
    for section in collection.sections {
      #expect(section.items.map(\.display) == section.items.map(\.display).sorted())
      #expect(!section.items.isEmpty)
    }
  }

  /// The identifier, the text, and the second line.
  @Test(arguments: [
    ("Europe/Berlin", "Berlin", "Germany"), ("America/New_York", "New York", "United States"),
    ("America/Indiana/Knox", "Knox, Indiana", "United States"), ("UTC", "UTC", "UTC"),
    ("Asia/Ho_Chi_Minh", "Ho Chi Minh", "Vietnam"),
  ])
  func items(identifier: String, display: String, subtitle: String) async throws {
    let collection = try await Self.provider().options(for: Self.request)
    let item = try #require(collection.item(withIdentifier: identifier))
    #expect(item.display == display)
    #expect(item.subtitle == subtitle)
    #expect(item.symbol == "globe")
    #expect(item.properties == ["timeZone": .string(identifier)])
  }

  /// The parts of the world and the countries are in the language of the form.
  @Test(arguments: [
    ("de", "Europa", "Deutschland"), ("ja", "ヨーロッパ", "ドイツ"), ("fr", "Europe", "Allemagne"),
    ("en-GB", "Europe", "Germany"),
  ])
  func languages(locale: String, region: String, country: String) async throws {
    let request = OptionsRequest(parameter: "cities", locale: locale)
    let provider = try Self.provider()
    let collection = try await provider.options(for: request)
    let section = try #require(
      collection.sections.first { $0.items.contains { $0.identifier == "Europe/Berlin" } })
    #expect(section.title == region)
    #expect(collection.item(withIdentifier: "Europe/Berlin")?.subtitle == country)
    let known = try await provider.resolve(identifiers: ["Europe/Berlin"], for: request)
    #expect(known.items.first?.subtitle == country)
  }

  @Test func withoutADatabase() async throws {
    let provider = try Self.provider(ZoneFolder(path: "/nowhere"))
    let collection = try await provider.options(for: Self.request)
    #expect(collection.notice == nil)
    #expect(collection.count > 300)
    #expect(collection.item(withIdentifier: "Asia/Tokyo")?.display == "Tokyo")
  }

  @Test(arguments: [
    ("Europe/Berlin", ["Berlin"]), ("UTC", ["UTC"]), ("Asia/Kolkata", ["Kolkata"]),
    ("US/Pacific", ["Pacific"]),
  ])
  func defaults(local: String, expected: [String]) async throws {
    let items = try await Self.provider(local: local).defaultOptions(for: Self.request)
    #expect(items.map(\.display) == expected)
  }

  @Test func aMachineWithoutANameHasNoDefault() async throws {
    let local = ZoneRules(identifier: "localtime", fixedOffset: 3600)
    let provider = WorldClockOptions(zones: .system, local: local)
    #expect(try await provider.defaultOptions(for: Self.request) == [])
  }

  @Test func resolving() async throws {
    let items = try await Self.provider().resolve(
      identifiers: ["UTC", "Europe/Atlantis", "US/Pacific", "Europe/Berlin", "/etc/passwd"],
      for: Self.request)
    #expect(items.items.map(\.identifier) == ["UTC", "US/Pacific", "Europe/Berlin"])
    #expect(items.items.map { $0.subtitle ?? "" } == ["UTC", "US/Pacific", "Germany"])
  }

  /// Every choice can be stored and shown.
  @Test func everyItemMakesAClock() async throws {
    let collection = try await Self.provider().options(for: Self.request)
    for item in collection.items {
      let value = try #require(item.value(for: .object(nil)))
      let city = try #require(City(intentValue: value))
      #expect(ZoneFolder.system.zone(named: city.zone) != nil, "\(item.identifier)")
    }
  }
}
