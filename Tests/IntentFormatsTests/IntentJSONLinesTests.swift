import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentFormats

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
    ("{}", .document),
    ("{}\n", .document),
    ("{}\n\n  \r\n", .document),
    ("{}\n{}", .lines),
    ("{}\r\n{}\r\n", .lines),
    ("\n{}\n\n{}\n", .lines),
    ("{\n}\n", .document),
    ("{\n}\n{\n}\n", .document),
    ("{} {}", .document),
    ("{}\nnonsense", .lines),
    ("nonsense\n{}", .document),
    ("1\n2\n3", .lines),
  ]

  @Test(arguments: layouts)
  func `The first line tells the layout`(text: String, layout: IntentJSON.Layout) {
    #expect(IntentJSON.layout(of: utf8(text)) == layout)
  }

  @Test func `Every line has its own result and number`() throws {
    let text = [
      Self.line("1"), "", Self.line("10", name: "b"), "{", "  ", Self.line("3", name: "c"),
    ].joined(separator: "\n")
    let lines = IntentJSON.readLines(utf8(text), schemas: [Self.schema])
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
    let lines = IntentJSON.readLines(utf8(text), schemas: [Self.schema])
    #expect(lines.compactMap { try? $0.result.get().draft["count"] } == [.integer(1), .integer(2)])
  }

  @Test func `A document is its own only line`() throws {
    let text = "\n\n" + Self.line("2")
    let lines = IntentJSON.readAll(utf8(text), schemas: [Self.schema])
    #expect(lines.map(\.number) == [1])
    #expect(try lines[0].result.get().draft["count"] == .integer(2))
  }

  @Test func `Two documents over several lines are said to be one too many`() {
    let lines = IntentJSON.readAll(utf8("{\n}\n{\n}"), schemas: [Self.schema])
    #expect(lines.count == 1)
    #expect(
      complaints { try lines[0].result.get() } == [
        "3:1: $: More text follows the value. A JSON text holds one value."
      ])
  }

  @Test func `What is written line by line is read line by line`() throws {
    let intents = (1...9).map { count in
      Intent(
        typeName: "TestIntent", family: .systemLarge,
        arguments: [Intent.Argument(name: "count", value: .integer(count))])
    }
    let text = try intents.map { try IntentJSON.line(of: $0) + "\n" }.joined()
    let read = IntentJSON.readAll(utf8(text), schemas: [Self.schema]).compactMap {
      try? $0.result.get()
    }
    #expect(read.compactMap { $0.draft["count"] } == (1...9).map { .integer($0) })
    #expect(read.allSatisfy { $0.family == .systemLarge })
  }

  @Test func `A line of a stream carries the number it is given`() {
    let line = IntentJSON.readLine(utf8("x"), number: 1_000_000, schemas: [Self.schema])
    #expect(line.number == 1_000_000)
    #expect(
      complaints { try line.result.get() } == [
        "1000000:1: $: “x” is no JSON value. Put text in double quotes."
      ])
  }

  @Test func `A default family holds for every line`() {
    let text = #"{"intent":"TestIntent","parameters":{}}"#
    let lines = IntentJSON.readLines(
      utf8(text + "\n" + text), schemas: [Self.schema], defaultFamily: .systemMedium)
    #expect(lines.compactMap { try? $0.result.get().family } == [.systemMedium, .systemMedium])
  }
}
