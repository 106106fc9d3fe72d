import Testing

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

@Suite struct ValueKeysTests {
  /// The names of properties, and their keys.
  static let keys = [
    ("colour", "colour"),
    ("colour_", "colour_"),
    ("identifier", "identifier_"),
    ("identifier_", "identifier__"),
    ("identifier__", "identifier___"),
    ("display", "display_"),
    ("subtitle", "subtitle_"),
    ("displayString", "displayString"),
    ("_identifier", "_identifier"),
    ("_", "_"),
    ("", ""),
  ]

  @Test(arguments: keys)
  func `A property never has a key of the object itself`(name: String, key: String) {
    #expect(ValueKeys.key(ofProperty: name) == key)
    #expect(ValueKeys.property(ofKey: key) == name)
  }

  @Test(arguments: ["identifier", "display", "subtitle"])
  func `The keys of the object are not properties`(key: String) {
    #expect(ValueKeys.property(ofKey: key) == nil)
  }

  @Test func `Items of options have one additional key`() {
    let reserved = OptionsJSON.ItemKey.names
    #expect(ValueKeys.key(ofProperty: "symbol", reserved: reserved) == "symbol_")
    #expect(ValueKeys.property(ofKey: "symbol", reserved: reserved) == nil)
    #expect(ValueKeys.key(ofProperty: "symbol") == "symbol")
  }
}
