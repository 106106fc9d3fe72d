import DefinitionFormats
import IntentModel
import IntentOptions
import Testing
import WidgetFormats
import WidgetTestSupport

/// Comma-separated values, character by character.
@Suite("Comma-separated values")
struct CSVTableTests {
  static func read(_ text: String, items: Int = 100) throws(OptionsError) -> [String] {
    let collection = try OptionsCSV.read(
      Array(text.utf8), ItemProperties(schema: nil, parameter: nil), provider: "p",
      maximumItems: items)
    return collection.sections.flatMap { section in
      section.items.map { item in
        [
          section.title ?? "-", item.identifier, item.display, item.subtitle ?? "-",
          item.symbol ?? "-",
        ]
        .joined(separator: "|")
      }
    }
  }

  /// A file, and its rows as section, identifier, display text, subtitle and symbol.
  static let files: [(text: String, rows: [String])] = [
    ("identifier", []), ("identifier\n", []), ("identifier\r\n", []), ("identifier\r", []),
    ("identifier\na", ["-|a|a|-|-"]), ("identifier\ra\rb", ["-|a|a|-|-", "-|b|b|-|-"]),
    ("identifier\r\na\r\nb\r\n", ["-|a|a|-|-", "-|b|b|-|-"]),
    ("identifier\n\n\na\n\n", ["-|a|a|-|-"]), ("identifier\n\"\"\na", ["-|a|a|-|-"]),
    ("identifier\n a ", ["-| a | a |-|-"]), ("\"identifier\"\n\"a\"", ["-|a|a|-|-"]),
    ("identifier\n\"a\"\"b\"", ["-|a\"b|a\"b|-|-"]), ("identifier\n\"\"\"\"", ["-|\"|\"|-|-"]),
    ("identifier\n\"a\nb\"", ["-|a\nb|a\nb|-|-"]),
    ("identifier\n\"a\r\nb\"", ["-|a\r\nb|a\r\nb|-|-"]),
    ("identifier,display\na,", ["-|a|a|-|-"]), ("identifier,display\n,b", ["-||b|-|-"]),
    ("display,identifier\nA,a", ["-|a|A|-|-"]),
    ("symbol,section,subtitle,display,identifier\ns,t,u,d,i", ["t|i|d|u|s"]),
    ("identifier,section\na,x\nb,y\nc,x", ["x|a|a|-|-", "x|c|c|-|-", "y|b|b|-|-"]),
    ("identifier,section\na,\nb,y\nc,", ["-|a|a|-|-", "-|c|c|-|-", "y|b|b|-|-"]),
    ("identifier,display\n\",\",\",,\"", ["-|,|,,|-|-"]), ("\u{FEFF}identifier\na", ["-|a|a|-|-"]),
    ("identifier\n\u{FEFF}a", ["-|\u{FEFF}a|\u{FEFF}a|-|-"]), ("identifier\n東京", ["-|東京|東京|-|-"]),
    // The dialects of spreadsheets, and headers as people write them.
    ("identifier;display\na;b,c\n", ["-|a|b,c|-|-"]),
    ("display\tidentifier\r\nb;c\ta\r\n", ["-|a|b;c|-|-"]),
    ("\u{FEFF}sep=;\r\nidentifier;display\r\na;\"b;c\"", ["-|a|b;c|-|-"]),
    ("SEP=|\nidentifier|display\na|b\n", ["-|a|b|-|-"]), ("sep=,\nidentifier\na", ["-|a|a|-|-"]),
    ("\"Identifier\";\" DISPLAY\"\na;b", ["-|a|b|-|-"]),
    ("Identifier, Display ,Sub Title\na,b,c", ["-|a|b|c|-"]),
    ("identifier\na\tb", ["-|a\tb|a\tb|-|-"]),
    ("identifier\n'a'", ["-|'a'|'a'|-|-"]), ("identifier\na;b", ["-|a;b|a;b|-|-"]),
  ]

  @Test("a valid file gives its rows", arguments: files)
  func right(_ text: String, rows: [String]) throws {
    #expect(try Self.read(text) == rows)
  }

  @Test("a line with the separator does not count as a row")
  func limit() throws {
    for head in ["identifier;display\n", "sep=;\nidentifier;display\n"] {
      #expect(try Self.read(head + "a;A\nb;B\n", items: 2) == ["-|a|A|-|-", "-|b|B|-|-"])
      #expect(throws: OptionsError.self) { try Self.read(head + "a;A\nb;B\nc;C\n", items: 2) }
    }
  }

  /// The plain rows of a table are read many at a time; the result is the same.
  @Test("the fast reader reads the same rows as the complete reader", arguments: 0..<400)
  func plain(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let columns = ["identifier", "display", "subtitle", "section", "symbol"].shuffled(
      using: &random)
    let header = Array(columns.prefix(Int.random(in: 1...5, using: &random)))
    guard header.contains("identifier") else { return }
    let parts = ["a", "b", "ü", "東京", "", "", " ", "same", "x y", "é", "e\u{301}"]
    let ends = ["\n", "\r\n", "\r", "\n\n"]
    var text = (Bool.random(using: &random) ? "\u{FEFF}" : "") + header.joined(separator: ",")
    for row in 0..<Int.random(in: 0...9, using: &random) {
      text += ends.randomElement(using: &random) ?? "\n"
      let isWrong = Int.random(in: 0..<60, using: &random) == 0
      text += header.prefix(isWrong ? header.count - 1 : header.count).map { name in
        name == "identifier" ? "\(row)" : parts.randomElement(using: &random) ?? ""
      }.joined(separator: ",")
    }
    if Bool.random(using: &random) { text += "\n" }
    func read(checks: Bool) -> Result<OptionsCollection, OptionsError> {
      Result { () throws(OptionsError) in
        try OptionsCSV.read(
          Array(text.utf8), ItemProperties(schema: nil, parameter: nil), provider: "p",
          maximumItems: 100, checksIdentifiers: checks)
      }
    }
    switch (read(checks: false), read(checks: true)) {
    case (.success(let plain), .success(let complete)): #expect(plain == complete, "\(text)")
    case (.failure(let plain), .failure(let complete)): #expect(plain == complete, "\(text)")
    default: Issue.record("\(text)")
    }
  }

  private static let quoting = "Double the quotation marks inside the field."
  private static let counting =
    "Give each row as many fields as the header; quote fields that have a comma."
  private static let choosing =
    "Choose from “identifier”, “display”, “subtitle”, “section”, “symbol”."
  private static let naming = "Name the columns identifier, display, subtitle, section and symbol."

  /// A file, and the error message, without the source.
  static let faults: [(text: String, words: String)] = [
    ("", "The response has no column “identifier”. \(naming)"),
    ("\n", "At line 1: There is no column “”. \(choosing)"),
    ("Identifer\na", "At line 1: There is no column “Identifer”. Did you mean “identifier”?"),
    ("identifier,Identifier\n", "At line 1: There are two columns “identifier”. \(naming)"),
    ("identifier,\na,b", "At line 1: There is no column “”. \(choosing)"),
    ("identifier;name\na;b", "At line 1: There is no column “name”. \(choosing)"),
    ("a;b\na;b", "At line 1: There is no column “a;b”. \(choosing)"),
    ("identifier,display,display\n", "At line 1: There are two columns “display”. \(naming)"),
    ("identifier\na,b", "At line 2: The row has 2 fields, but the header has 1. \(counting)"),
    (
      "identifier\na\n\na",
      "At line 4: The item “a” occurs twice. Rename or remove one."
    ),
    (
      "identifier,display\n\na",
      "At line 3: The row has 1 field, but the header has 2. \(counting)"
    ),
    (
      "identifier\r\na\r\nb,c",
      "At line 3: The row has 2 fields, but the header has 1. \(counting)"
    ),
    ("identifier\ra\rb,c", "At line 3: The row has 2 fields, but the header has 1. \(counting)"),
    (
      "identifier\n\"a\nb\"\nc,d",
      "At line 4: The row has 2 fields, but the header has 1. \(counting)"
    ),
    (
      "identifier\r\"a\rb\"\rc,d",
      "At line 4: The row has 2 fields, but the header has 1. \(counting)"
    ),
    (
      "identifier\r\n\"a\r\nb\"\r\nc,d",
      "At line 4: The row has 2 fields, but the header has 1. \(counting)"
    ),
    (
      "identifier\n\"a\"b",
      "At line 2: There is text after the quotation mark that ends a field. \(quoting)"
    ),
    (
      "identifier\n\"a\" ",
      "At line 2: There is text after the quotation mark that ends a field. \(quoting)"
    ),
    (
      "identifier\n\"a\n\"b",
      "At line 3: There is text after the quotation mark that ends a field. \(quoting)"
    ),
    (
      "identifier\na\"",
      "At line 2: There is a quotation mark in a field that does not begin with one. "
        + "Quote the whole field and double the quotation marks in it."
    ),
    (
      "identifier\na\n\"b\n\n\n",
      "At line 3: The quoted field has no end. Add the quotation mark that ends it."
    ),
    (
      "identifier\n\"",
      "At line 2: The quoted field has no end. Add the quotation mark that ends it."
    ),
    (
      "identifier\n\"a\"\"",
      "At line 2: The quoted field has no end. Add the quotation mark that ends it."
    ),
  ]

  @Test("an invalid file is refused with the reason", arguments: faults)
  func wrong(_ text: String, words: String) {
    do throws(OptionsError) {
      Issue.record("was read as \(try Self.read(text))")
    } catch {
      #expect(error.description == "p: \(words)")
    }
  }

  @Test("rows are read up to the limit", arguments: [(0, true), (1, true), (2, true), (3, false)])
  func limit(_ rows: Int, isRead: Bool) {
    let text = "identifier\n" + (0..<rows).map { "\($0)\n\n" }.joined()
    let result = Result { try Self.read(text, items: 2) }
    #expect((try? result.get())?.count == (isRead ? rows : nil))
  }

  @Test("fields of any content round-trip, quoted as in RFC 4180")
  func roundTrip() throws {
    let pieces = ["a", ",", "\"", "\n", "\r\n", "\r", " ", "é", "東", ";", "'"]
    for seed in PropertySeeds("quoted fields", count: 150) {
      var random = SeededGenerator(seed: seed)
      let rows = (0..<Int.random(in: 1...4, using: &random)).map { number in
        (0..<3).map { column in
          let count = Int.random(in: 0...5, using: &random)
          let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)]
          }
          return (column == 0 ? "\(number)" : "") + text.joined()
        }
      }
      let end = ["\n", "\r\n", "\r"][Int.random(in: 0...2, using: &random)]
      let lines = rows.map { row in
        row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
      }
      let text = (["identifier,display,subtitle"] + lines).joined(separator: end)
      let expected = rows.map { row in
        let display = row[1].isEmpty ? row[0] : row[1]
        return ["-", row[0], display, row[2].isEmpty ? "-" : row[2], "-"].joined(separator: "|")
      }
      #expect(try Self.read(text) == expected, "seed \(seed)")
    }
  }
}
