import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// Typing without bracketed paste takes work in proportion to the text, in every field.
@Suite("Queued keys") struct QueuedKeysTests {
  /// Sends bytes as a terminal does, at most 4 KiB at a time, and returns the number of work steps.
  static func steps(typing text: String, into form: inout FormState) -> Int {
    var decoder = KeyDecoder()
    var bytes = Array(text.utf8)[...]
    return WorkSteps.count {
      while !bytes.isEmpty {
        var queue = QueuedKeys(decoder.feed(bytes.prefix(4_096)), keys: .standard)
        bytes = bytes.dropFirst(4_096)
        while let turn = queue.next(in: form.part) {
          switch turn {
          case .typed(let text): _ = form.handle(.type(text))
          case .event(.key(let key)):
            guard case .event(let event)? = KeyTable.standard.action(for: key, in: form.part)
            else { continue }
            _ = form.handle(event)
          case .event: break
          }
        }
      }
    }
  }

  /// The rows of a form, and the keys that open each of them.
  static let fields: [(name: String, type: ParameterType, keys: String, text: String)] = [
    ("text", .string(StringMetadata()), "", "some words, and 東京. "),
    ("lines", .string(StringMetadata(isMultiline: true)), "\r", "word "),
    ("middle", .string(StringMetadata()), "ab\u{2}", "one word after another "),
    ("go to", .string(StringMetadata()), "/", "word "),
    ("list", .enumeration(TypeReference("Many"), defaultCase: nil), "\r", "some case "),
    ("number", .integer(NumberMetadata()), "", "1234567890"),
    ("duration", .timeInterval(.init()), "\r\t", "12"),
    ("date", .dateComponents(.init()), "\r", "20261231"),
    ("measure", .measurement(.init(dimension: .distance)), "\r", "12"),
    ("unit", .measurement(.init(dimension: .distance)), "\r1", "km"),
    ("path", .file(.init()), "", "/some/folder/"),
    ("address", .url(defaultValue: nil), "", "https://example.org/"),
  ]

  @Test(arguments: fields.indices)
  func workIsInProportion(_ index: Int) {
    let field = Self.fields[index]
    let parameter = ParameterDefinition(
      name: "p", type: field.type, displayPriority: 1, isConfigurable: true)
    let intent = IntentDefinition(name: "Test", parameters: [parameter])
    let many = IntentEnum(
      name: "Many",
      cases: (1...(field.name == "list" ? 2_000 : 1)).map {
        .init(name: "case\($0)", index: $0, displayName: LocalizedText("Some case \($0)"))
      })
    let schema = IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: [many]))
    let setup = FormSetup(schema: schema, title: "Test", families: [.systemSmall])
    let shortest = TestDepth.count(1_024, thorough: 8_192)
    let steps = [shortest, 2 * shortest, 4 * shortest].map { count in
      var form = FormState(setup)
      _ = Self.steps(typing: field.keys, into: &form)
      let copies = count / field.text.unicodeScalars.count + 1
      let text = String(repeating: field.text, count: copies)
      return Self.steps(typing: text, into: &form)
    }
    #expect(steps[1] <= 2 * steps[0] + 4_096, "\(field.name): \(steps)")
    #expect(steps[2] <= 2 * steps[1] + 4_096, "\(field.name): \(steps)")
    // A search examines all items once per read.
    let perRead = field.name == "list" ? 2_100 : field.name == "go to" ? 20 : 0
    #expect(steps[2] <= 12 * shortest + 12 * perRead, "\(field.name): \(steps)")
  }

  /// Only keys for the same text field are combined.
  @Test func turns() {
    let events = KeyDecoder.events("ab\rc")
    var inForm = QueuedKeys(events, keys: .standard)
    #expect(inForm.next(in: .form) == .event(events[0]))
    #expect(inForm.next(in: .form) == .event(events[1]))
    var inEditor = QueuedKeys(events, keys: .standard)
    #expect(inEditor.next(in: .editor) == .typed("ab"))
    #expect(inEditor.next(in: .editor) == .event(events[2]))
    #expect(inEditor.next(in: .editor) == .event(events[3]))
    #expect(inEditor.next(in: .editor) == nil)
  }

  /// A terminal reply or a paste between keys is not skipped, and no key is typed twice.
  @Test func repliesAndPastesBetweenKeys() {
    let events = KeyDecoder.events("ab\u{1B}[?62;22cc\u{1B}[200~x\u{1B}[201~de")
    #expect(events.count == 7)
    var queue = QueuedKeys(events, keys: .standard)
    #expect(queue.next(in: .editor) == .typed("ab"))
    for event in events[2...4] { #expect(queue.next(in: .editor) == .event(event)) }
    #expect(queue.next(in: .editor) == .typed("de"))
    #expect(queue.next(in: .editor) == nil)
  }
}

extension KeyDecoder {
  /// The events for a text that is read all at once.
  fileprivate static func events(_ text: String) -> [KeyEvent] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8)
  }
}
