import Foundation
import IntentModel
import Testing

@testable import SQLiteStore
@testable import StoreModel

@Suite("Placed widgets")
struct WidgetStoreTests {
  private let folder: TemporaryFolder
  private let store: PlacedWidgetStore

  init() throws {
    folder = try TemporaryFolder()
    store = try makeStore(folder.file("new/deep/widgets.sqlite"))
  }

  @Test("the first save creates the folder and the file, for the user only, and leaves no journal")
  func making() async throws {
    try await store.save(sample("Kitchen"), expecting: nil)
    let files = FileManager.default
    let modes = try ["new", "new/deep", "new/deep/widgets.sqlite"].map {
      try files.attributesOfItem(atPath: folder.file($0))[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o700, 0o600])
    #expect(try files.contentsOfDirectory(atPath: folder.file("new/deep")) == ["widgets.sqlite"])
  }

  @Test("a name is the same however its accents are composed")
  func composition() async throws {
    try await store.save(sample("Cafe\u{301}"), expecting: nil)
    let name = try #require(try await store.list().first?.name)
    #expect(Array(name.unicodeScalars) == Array("Caf\u{E9}".unicodeScalars))
    #expect(try await store.widget(named: "Cafe\u{301}") != nil)
    #expect(try await store.widget(named: "Caf\u{E9}") != nil)
    #expect(try await store.remove(named: "Cafe\u{301}"))
  }

  @Test("nothing is saved into a removed or replaced file")
  func replacedFile() async throws {
    let old = try await store.save(sample("A"), expecting: nil)
    try FileManager.default.removeItem(atPath: store.place)
    #expect(try await store.list().isEmpty)
    await #expect(throws: StoreError.self) { try await store.save(old, expecting: 1) }
    let other = try makeStore(folder.file("other"))
    try await other.saveAll([sample("B"), sample("C")])
    try FileManager.default.removeItem(atPath: store.place)
    try FileManager.default.moveItem(atPath: other.place, toPath: store.place)
    #expect(try await store.list().map(\.name) == ["B", "C"])
    try await store.save(sample("D"), expecting: nil)
    #expect(try await makeStore(store.place).list().map(\.name) == ["B", "C", "D"])
  }

  @Test("an existing empty file is an empty store")
  func emptyFile() async throws {
    let path = folder.file("empty.sqlite")
    try Data().write(to: URL(fileURLWithPath: path))
    let store = try makeStore(path)
    #expect(try await store.list().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).isEmpty)
    try await store.save(sample("A"), expecting: nil)
    #expect(try await store.list().count == 1)
  }
}

/// Drafts with values of every kind.
enum Drafts {
  static let everything = IntentDraft(
    values: [
      "boolean": .boolean(true), "integer": .integer(.min), "decimal": .decimal(0.1),
      "string": .string("a\u{0}\"\n’ 🍳"), "enumeration": .enumeration("agenda"),
      "object": .object(
        IntentObject(
          identifier: "i", display: "d", subtitle: "s",
          properties: ["p": .array([.integer(1), .string("x")])])),
      "date": .dateComponents(DateComponents(year: 2025, month: 6, day: 15, hour: 7)),
      "interval": .timeInterval(1.5), "url": .url("https://example.org"), "file": .file("/a"),
      "place": .placemark(Placemark(name: "Oslo", latitude: 59.9, longitude: 10.7)),
      "person": .person(Person(name: "Ada", handle: "ada@example.org")),
      "money": .currencyAmount(CurrencyAmount(amount: "12.50", currencyCode: "EUR")),
      "payment": .paymentMethod(PaymentMethod(kind: "credit", name: "Visa")),
      "speakable": .speakableString(SpeakableString(spokenPhrase: "hi")),
      "measurement": .measurement(IntentMeasurement(value: 3, unit: "km")),
      "array": .array([.object(IntentObject(identifier: "1", display: "one"))]),
    ], defaults: ["calendars": .array([])])
}
