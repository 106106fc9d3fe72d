import FormatTestSupport
import IntentModel
import Synchronization
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Documents that select their schema, and checks after reading.
@Suite("Documents and the schemas that they select")
struct DocumentChoiceTests {
  static let small = IntentSchema.sample([.integer("count", 1...9)])
  static let large = IntentSchema.sample([.integer("count", 10...99)])

  static func document(_ name: String?, _ count: Int, intent: String = "TestIntent") -> String {
    let member = name.map { "\"name\":\"\($0)\"," } ?? ""
    return "{\(member)\"intent\":\"\(intent)\",\"family\":\"systemSmall\","
      + "\"parameters\":{\"count\":\(count)}}"
  }

  /// Chooses the schema with the large numbers for a document whose name begins with an L.
  private func read(_ text: String) -> [String] {
    var lines: [IntentJSON.Line] = []
    IntentJSON.readAll(utf8(text)) { header in
      guard header.name != "nobody" else { return [] }
      return [header.name?.hasPrefix("L") == true ? Self.large : Self.small]
    } into: { line in
      lines.append(line)
      return true
    }
    return lines.map { line in
      let said = complaints { try line.result.get() }
      return "\(line.number) " + (said.isEmpty ? "sound" : said.joined(separator: " / "))
    }
  }

  static let below = "$.parameters.count: 5 is below the minimum of 10. Give 10 or more."

  @Test func everyDocumentChoosesForItself() {
    let text = [
      Self.document("S", 5), Self.document("L", 50), Self.document("L", 5), "",
      Self.document(nil, 5), Self.document(nil, 50),
    ].joined(separator: "\n")
    let place = Self.document("L", 5).utf8.count - 2
    let last = Self.document(nil, 50).utf8.count - 3
    #expect(
      read(text) == [
        "1 sound", "2 sound", "3 3:\(place): \(Self.below)", "5 sound",
        "6 6:\(last): $.parameters.count: 50 is above the maximum of 9. Give 9 or less.",
      ])
  }

  @Test func oneDocumentMayTakeSeveralLines() {
    #expect(
      read(
        "{\n\"name\":\"L\",\"intent\":\"TestIntent\",\n"
          + "\"family\":\"systemSmall\",\"parameters\":{\n\"count\":5}}")
        == ["1 4:9: \(Self.below)"])
    #expect(read("") == [])
  }

  @Test(
    arguments: [
      ("[]", nil, nil), ("3", nil, nil), ("{}", nil, nil), (#"{"name":"a"}"#, "a", nil),
      (#"{"name":3,"intent":"X"}"#, nil, "X"), (#"{"intent":null,"name":""}"#, "", nil),
      (#"{"name":"東","intent":"שלום"}"#, "東", "שלום"),
    ] as [(String, String?, String?)])
  func headers(text: String, name: String?, intent: String?) {
    let seen = Mutex<[IntentJSON.Header]>([])
    IntentJSON.readAll(utf8(text)) { header in
      seen.withLock { $0.append(header) }
      return [Self.small]
    } into: { _ in
      true
    }
    #expect(seen.withLock { $0 } == [IntentJSON.Header(name: name, typeName: intent)])
  }

  /// The findings of a check after reading have positions in the text, as other problems do.
  @Test func checksAfterReading() async {
    let text = [Self.document("a", 3), Self.document("b", 99), Self.document("c", 4), "{"]
      .joined(separator: "\r\n")
    var told: [String] = []
    await IntentJSON.readAll(
      utf8(text), schemas: [Self.small],
      alsoChecking: { document in
        guard document.name == "c" else { return [] }
        let path = IntentPath.parameter("count")
        return [IntentIssue(.notOffered(identifier: "4", display: "Four"), at: path)]
      },
      into: { line in
        let said = complaints { try line.result.get() }
        told.append("\(line.number): " + (said.first ?? "sound"))
        return true
      })
    let place = Self.document("c", 4).utf8.count - 2
    #expect(told.count == 4)
    #expect(told.first == "1: sound")
    #expect(told.dropFirst().first?.contains("99 is above the maximum of 9.") == true)
    #expect(
      told.dropFirst(2).first
        == "3: 3:\(place): $.parameters.count: “Four” (4) is no longer offered. "
        + "Choose another, or keep it until it is offered again.")
    #expect(told.last == "4: 4:2: $: The text ends inside a value. It may have been cut off.")
  }

  /// After the sink returns false, it receives no other document, and checking stops.
  @Test(arguments: [0, 1, 2, 5, 9])
  func aSinkThatHasEnough(most: Int) async {
    let text = (1...5).map { Self.document("n\($0)", $0) }.joined(separator: "\n")
    var (checked, told) = (0, 0)
    await IntentJSON.readAll(
      utf8(text), schemas: [Self.small],
      alsoChecking: { _ in
        checked += 1
        return []
      },
      into: { _ in
        told += 1
        return told < most
      })
    #expect(told == min(5, max(1, most)))
    #expect(checked == told)
  }

  /// Problems have the position of their line, or of the whole document.
  @Test(
    arguments: [
      ("a", 1, "1:"), ("a\nb", 2, "2:"), ("a\n\n  \nb", 4, "4:"), ("a\r\nb\r\nc", 3, "3:"),
    ])
  func issuesOfALine(names: String, line: Int, prefix: String) throws {
    let text = names.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      name in
      name.allSatisfy(\.isWhitespace) ? String(name) : Self.document(name.trimmingEnd, 3)
    }.joined(separator: "\n")
    let issue = IntentIssue(.notFinite, at: .parameter("count"))
    let lines = IntentJSON.readAll(utf8(text), schemas: [Self.small])
    let found = try #require(lines.first { $0.number == line })
    let located = IntentJSON.locate([issue], in: utf8(text), line: found)
    #expect(located.issues.map { "\($0.line):" } == [prefix])
    #expect(located.issues.map(\.column) == [Self.document("a", 3).utf8.count - 2])
  }
}

extension Substring {
  fileprivate var trimmingEnd: String { String(prefix { !$0.isWhitespace }) }
}
