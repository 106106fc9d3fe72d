import FormatTestSupport
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments
@testable import JSONCodings
@testable import WidgetFormats

/// The excerpt at the position of a JSON syntax error, in every reader of JSON.
@Suite struct ExcerptTests {
  /// Texts that are not JSON, and the entire output.
  static let texts: [(text: String, lines: [String])] = [
    (
      #"{"intent": UpNextIntent}"#,
      [
        "f:1:12: “UpNextIntent” is not a JSON value. Put text in double quotes.",
        #"  {"intent": UpNextIntent}"#,
        "             ^",
      ]
    ),
    (
      "{\n  \"a\": 1,\n}",
      [
        "f:2:9: No comma may follow the last entry. Remove it.", #"    "a": 1,"#,
        "          ^",
      ]
    ),
    (
      "{\"a\": 01}",
      [
        "f:1:7: A JSON number cannot have leading zeros. Remove them.", #"  {"a": 01}"#,
        "        ^",
      ]
    ),
    (
      "[\"a\tb\"]",
      [
        "f:1:4: The control character 0x09 must be escaped in a string. Correct the text there.",
        "  [\"a␉b\"]", "     ^",
      ]
    ),
    (
      "[\"\u{1B}[31m\"]",
      [
        "f:1:3: The control character 0x1B must be escaped in a string. Correct the text there.",
        "  [\"␛[31m\"]", "    ^",
      ]
    ),
    (
      #"{"日本": "東京" "b": 1}"#,
      [
        "f:1:13: A comma or } must follow the member, not \". Correct the text there.",
        #"  {"日本": "東京" "b": 1}"#, "                  ^",
      ]
    ),
    ("", ["f:1:1: The text is empty. A JSON text holds one value.", "  ", "  ^"]),
  ]

  @Test(arguments: texts.dropLast())
  func `A text that is not JSON is shown with a caret`(text: String, lines: [String]) {
    for read in Self.readers { #expect(read(text) == lines) }
  }

  @Test func `For an empty text only the caret is shown`() {
    for read in Self.readers {
      #expect(read("") == ["f:1:1: The text is empty. A JSON text holds one value.", "  ^"])
    }
  }

  /// The readers of intents, definitions and manifests, and their messages about a text.
  private static let readers: [@Sendable (String) -> [String]] = [
    { text in
      do throws(LocatedIssues) {
        _ = try IntentJSON.read(utf8(text), schema: .upNext)
        return []
      } catch {
        return error.errors(file: "f").lines.map { $0.text() }
      }
    },
    { text in definitionErrors(in: text, file: "f")?.lines.map { $0.text() } ?? [] },
    { text in
      do throws(FormatErrors) {
        _ = try WidgetManifest.read(utf8(text), file: "f")
        return []
      } catch {
        return error.lines.map { $0.text() }
      }
    },
  ]

  private static func definitionErrors(in text: String, file: String) -> FormatErrors? {
    do throws(FormatErrors) {
      _ = try DefinitionJSON.read(utf8(text), file: file).get()
      return nil
    } catch {
      return error
    }
  }

  @Test func `In JSON Lines, the line counts in the whole text`() throws {
    let good = #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{}}"#
    let lines = IntentJSON.readAll(utf8("\(good)\n\(good)\n{\"a\" 1}\n"), schemas: [.upNext])
    guard case .failure(let issues)? = lines.last?.result else {
      Issue.record("the last line is valid")
      return
    }
    #expect(
      issues.errors(file: "f").lines.map { $0.text() } == [
        "f:3:6: A colon must follow the key, not 1. Correct the text there.", #"  {"a" 1}"#,
        "       ^",
      ])
    #expect(issues.errors(file: "f").description.split(separator: "\n").count == 1)
  }

  @Test func `A wrong value needs no excerpt`() {
    let text = #"{"intent":"UpNextIntent","family":"systemSmall","parameters":{"count":0}}"#
    do throws(LocatedIssues) {
      _ = try IntentJSON.read(utf8(text), schema: .upNext)
      Issue.record("the text is valid")
    } catch {
      #expect(error.issues.map(\.excerpt) == [nil])
      #expect(error.errors(file: "f").lines.count == 1)
    }
  }

  @Test func `A report of check has the excerpt below its line, and as a member`() throws {
    let text = "{\n  \"a\": tru\n}"
    let errors = try #require(Self.definitionErrors(in: text, file: "a.json"))
    let report = CheckReport(files: ["a.json"], findings: errors.errors.map { CheckFinding($0) })
    #expect(
      report.lines.map(\.text) == [
        "a.json",
        "  2:8  error    “tru” is not a JSON value. Put text in double quotes. json-syntax",
        "         \"a\": tru",
        "              ^",
      ])
    let json = report.json()
    #expect(json.contains(#""excerpt": "  \"a\": tru\n       ^""#))
    #expect(report.annotations.count == 1)
    #expect(report.annotations.allSatisfy { !$0.contains("\n") })
  }
}
