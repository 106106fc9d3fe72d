import Foundation
import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// Problems, drafts and intents as the author of a program stores or sends them.
@Suite struct CodableTests {
  private func again<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `Every issue comes back, and names its code and its pointer`() throws {
    for (reason, _) in IssueWordsTests.rows {
      let issue = IntentIssue(reason, at: .parameter("a/b").appending(2))
      #expect(try again(issue) == issue)
      let members = try #require(
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(issue)) as? [String: Any])
      #expect(members["code"] as? String == issue.code)
      #expect(members["pointer"] as? String == "/parameters/a~1b/2")
      #expect(members["text"] as? String == issue.sentence)
      #expect(members["severity"] as? String == issue.severity.rawValue)
    }
  }

  @Test func `Every draft and every intent comes back`() throws {
    var random = SeededGenerator(seed: 0x33)
    for _ in 0..<200 {
      let schema = random.schema()
      let draft = random.draft(for: schema)
      #expect(try again(draft) == draft)
      if case .success(let intent) = schema.resolve(draft, family: random.family()) {
        #expect(try again(intent) == intent)
      }
    }
  }

  @Test func `A value names its kind, once`() throws {
    let text = String(decoding: try JSONEncoder().encode(IntentValue.integer(3)), as: UTF8.self)
    #expect(text == #"{"integer":3}"#)
    for wrong in ["{}", #"{"integer":3,"string":"a"}"#, #"{"number":3}"#, "3"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(IntentValue.self, from: Data(wrong.utf8))
      }
    }
  }

  @Test func `A pointer escapes its keys`() {
    #expect(IntentPath.root.pointer == "")
    #expect(IntentPath([.key("a~b"), .index(0), .key("c/d")]).pointer == "/a~0b/0/c~1d")
  }

  @Test func `An issue is in the language of the person`() {
    let issue = IntentIssue(
      .aboveMaximum(value: .integer(3), maximum: .integer(1)), at: .parameter("a"))
    #expect(issue.message.text() == "3 is above the maximum of 1.")
    #expect(issue.message.text(in: MessageLanguage(locale: "de")) != issue.message.text())
  }
}
