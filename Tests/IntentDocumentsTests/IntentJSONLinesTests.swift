import FormatTestSupport
import IntentModel
import Synchronization
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

@Suite struct IntentJSONLinesTests {
  static let schema = IntentSchema.sample([.integer("count", 1...9)])

  static func line(_ count: String, name: String = "a") -> String {
    #"{"name":"\#(name)","intent":"TestIntent","family":"systemSmall","#
      + #""parameters":{"count":\#(count)}}"#
  }

  /// Texts and their layouts.
  static let layouts: [(String, IntentJSON.Layout)] = [
    ("", .document),
    ("\n\n", .document),
    ("{}", .lines),
    ("{}\n", .lines),
    ("{}\n\n  \r\n", .lines),
    ("{}\n{}", .lines),
    ("{}\r\n{}\r\n", .lines),
    ("\n{}\n\n{}\n", .lines),
    ("{\n}\n", .document),
    ("{\n}\n{\n}\n", .document),
    ("{} {}", .document),
    ("{}\nnonsense", .lines),
    ("1\n2\n3", .lines),
    ("nonsense", .document),
    ("nonsense\n{}", .lines),
    ("nonsense\nnonsense\n{}", .lines),
    ("// A comment\n{\n}", .document),
    // The first line is incomplete.
    ("{\"a\":tr\n{}", .lines),
    ("{\"a\":tr\n{\"a\":true}\n{}", .lines),
    ("{\"a\":\n{\"a\":true}\n{}", .lines),
    ("{\"a\":\n{\"a\":true}", .lines),
    ("{\"a\n{}\n{}", .lines),
    ("{\"a\":[\n{}\n{}", .lines),
    ("{\"a\":1,\nnonsense\n{}", .lines),
    ("{\"a\":1,\n{\"a\":\n{}", .lines),
    // The first line has an error.
    ("{\"a\" 1}\n{}", .lines),
    ("{\"a\" 1,\n  \"b\": {\n}}", .document),
    // Documents with other layouts.
    ("{\"a\":\n{}\n}", .document),
    ("{\"a\":\n{\n}\n}", .document),
    ("[\n{},\n{}\n]", .document),
    ("{\n  a: 1,\n  b: 2\n}", .document),
    ("{\n\n  \"a\": [\n    {", .document),
  ]

  /// Consecutive documents, and the line of the problem in each document; nil if there is no
  /// problem.
  static let sequences: [(text: String, places: [Int?])] = [
    ("{\n\(body(2))}\n{\n\(body(3))}\n", [nil, nil]),
    ("{\n\(body(2))}\n\n  {\n\(body(0))}", [nil, 6]),
    ("{\n\(body(0))}\n{\n\(body(0))}\n", [2, 5]),
    // A bracket or a quotation mark inside a text does not count.
    ("{\n\(body(2, "}{[\\\""))}\n{\n\(body(2))}", [nil, nil]),
    // A problem in a document does not affect the next document.
    ("{\n\(body(2))}\n{\n\(body(2)),}\n{\n\(body(2))}", [nil, 6, nil]),
    ("{\n\(body(2))} {\n\(body(2))}\n", [3]),
    ("{\n\(body(2))}\nnonsense\n{\n\(body(2))}\n", [4]),
  ]

  private static func body(_ count: Int, _ name: String = "a") -> String {
    String(line("\(count)", name: name).dropFirst().dropLast()) + "\n"
  }

  @Test(arguments: sequences.indices)
  func `Documents can follow one another`(_ index: Int) throws {
    let (text, places) = Self.sequences[index]
    let lines = IntentJSON.readAll(utf8(text), schemas: [Self.schema])
    let found = lines.map { line -> Int? in
      guard case .failure(let issues) = line.result else { return nil }
      return issues.errors(file: "f").errors.first?.line ?? 0
    }
    #expect(found == places)
    let stream = IntentStream(schemas: [Self.schema], file: "f")
    var arriving = IntentStream.Arriving(stream)
    let results = utf8(text).map { arriving.take([$0]) } + [arriving.take([UInt8]())]
    #expect(results.map(\.valid).reduce(0, +) == places.count { $0 == nil })
    #expect(results.map(\.invalid).reduce(0, +) == places.count { $0 != nil })
  }

  @Test(arguments: layouts)
  func `The first lines determine the layout`(text: String, layout: IntentJSON.Layout) {
    #expect(IntentJSON.layout(of: utf8(text)) == layout)
  }

  @Test func `Every line has its own result and number`() throws {
    let text = [
      Self.line("1"), "", Self.line("10", name: "b"), "{", "  ", Self.line("3", name: "c"),
    ].joined(separator: "\n")
    let lines = IntentJSON.readAll(utf8(text), schemas: [Self.schema])
    #expect(lines.map(\.number) == [1, 3, 4, 6])
    let names = lines.map { try? $0.result.get().name }
    #expect(names == ["a", nil, nil, "c"])
    #expect(
      complaints { try lines[1].result.get() } == [
        "3:80: $.parameters.count: 10 is above the maximum of 9. Give 9 or less."
      ])
    #expect(
      complaints { try lines[2].result.get() } == [
        "4:2: $: The text ends inside a value. It may have been cut off."
      ])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `Lines end as on every system`(ending: String) {
    let text = [Self.line("1"), Self.line("2")].joined(separator: ending) + ending
    let lines = IntentJSON.readAll(utf8(text), schemas: [Self.schema])
    #expect(lines.compactMap { try? $0.result.get().draft["count"] } == [.integer(1), .integer(2)])
  }

  @Test func `A document is its own only line`() throws {
    let text = "\n\n" + Self.line("2").replacing(",", with: ",\n")
    let lines = IntentJSON.readAll(utf8(text), schemas: [Self.schema])
    #expect(lines.map(\.number) == [1])
    #expect(lines.map(\.place) == [0..<text.utf8.count])
    #expect(try lines[0].result.get().draft["count"] == .integer(2))
  }

  @Test func `A document that starts on the last line of another one is refused`() {
    let lines = IntentJSON.readAll(utf8("{\n} {\n}"), schemas: [Self.schema])
    #expect(lines.count == 1)
    #expect(
      complaints { try lines[0].result.get() } == [
        "2:3: $: More text follows the value. A JSON text holds one value."
      ])
    #expect(IntentJSON.readAll(utf8("{\n}\n{\n}"), schemas: [Self.schema]).count == 2)
  }

  @Test func `Output in lines is read in lines`() throws {
    let intents = (1...9).map { count in
      Intent(
        typeName: "TestIntent", family: .systemLarge,
        parameters: [Intent.Parameter(name: "count", value: .integer(count))])
    }
    let text = try intents.map { try IntentJSON.line(of: $0) + "\n" }.joined()
    let read = IntentJSON.readAll(utf8(text), schemas: [Self.schema]).compactMap {
      try? $0.result.get()
    }
    #expect(read.compactMap { $0.draft["count"] } == (1...9).map { .integer($0) })
    #expect(read.allSatisfy { $0.family == .systemLarge })
  }

  /// A text that a stream reads in pieces of any size has the same documents as the complete text.
  @Test(arguments: layouts.indices, [1, 3, 1 << 16])
  func `A stream has the documents of the whole text`(row: Int, piece: Int) throws {
    let text = utf8(Self.layouts[row].0)
    let errors = IntentJSON.readAll(text, schemas: [Self.schema]).map { line in
      complaints { try line.result.get() }
    }
    let rest = Mutex(text[...])
    let results = Mutex<[IntentStream.Results]>([])
    try IntentStream(schemas: [Self.schema], file: "f").run(
      from: { count in
        rest.withLock { rest in
          defer { rest = rest.dropFirst(min(piece, count)) }
          return Array(rest.prefix(min(piece, count)))
        }
      },
      into: { part in
        results.withLock { $0.append(part) }
        return true
      })
    let all = results.withLock { $0 }
    #expect(all.reduce(0) { $0 + $1.invalid } == errors.count)
    #expect(
      all.flatMap(\.errors).map { $0.line ?? 0 }
        == errors.joined().map { text in
          text.split(separator: ":").first.flatMap { Int($0) } ?? -1
        })
  }

  @Test func `A default family applies to every line`() {
    let text = #"{"intent":"TestIntent","parameters":{}}"#
    let lines = IntentJSON.readAll(
      utf8(text + "\n" + text), schemas: [Self.schema], defaultFamily: .systemMedium)
    #expect(lines.compactMap { try? $0.result.get().family } == [.systemMedium, .systemMedium])
  }
}
