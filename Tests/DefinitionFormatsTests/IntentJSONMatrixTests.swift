import IntentModel
import JSONC
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings

/// Every type of parameter against every kind of JSON value.
@Suite struct IntentJSONMatrixTests {
  /// The kinds of JSON values that a type accepts; all others are rejected.
  static let types: [(ParameterType, Set<String>)] = [
    (.boolean(BooleanMetadata()), ["a Boolean"]),
    (.integer(.within(nil)), ["a whole number"]),
    (.decimal(.within(nil)), ["a whole number", "a decimal number"]),
    (.string(StringMetadata()), ["a string"]),
    (.enumeration(TypeReference("Style"), defaultCase: nil), ["a string"]),
    (.url(defaultValue: nil), ["a string"]),
    (.file(FileMetadata()), ["a string"]),
    (.object(nil), ["an object"]),
    (.dateComponents(DateComponentsMetadata()), ["an object"]),
    (.placemark(detail: nil), ["an object"]),
    (.person(detail: nil), ["an object"]),
    (.currencyAmount(CurrencyMetadata()), ["an object"]),
    (.paymentMethod, ["an object"]),
    (.speakableString(StringMetadata()), ["an object"]),
    (.measurement(MeasurementMetadata(dimension: .mass)), ["an object"]),
  ]

  static let values: [(JSONValue, String)] = [
    (.null, "null"), (.bool(true), "a Boolean"), (.integer(3), "a whole number"),
    (.double(0.5), "a decimal number"), (.string("agenda"), "a string"),
    (.object([:]), "an object"),
  ]

  @Test(arguments: types)
  func `A type accepts its own kinds of JSON and reports the others`(
    type: ParameterType, kinds: Set<String>
  ) {
    for (json, kind) in Self.values {
      var reader = IntentValueReader(schema: nil)
      let value = reader.value(json, type: type, at: .parameter("p"))
      let words = WrittenForm.words(of: type, in: nil)
      let mismatch = IntentIssue(
        .wrongForm(
          expected: type.kindMessage, found: json.shown,
          form: json == .null ? "\(words), or leave it out" : words),
        at: .parameter("p"))
      if kinds.contains(kind) {
        #expect(!reader.issues.kept.contains(mismatch), "\(kind)")
        #expect(value != nil || !reader.issues.isEmpty, "\(kind)")
      } else {
        #expect(value == nil, "\(kind)")
        #expect(reader.issues.kept == [mismatch], "\(kind)")
      }
    }
  }

  @Test(arguments: types.map(\.0))
  func `No type accepts an array for a single value`(type: ParameterType) {
    for json: JSONValue in [[], [1], [[]], ["a", "b"]] {
      var reader = IntentValueReader(schema: nil)
      #expect(reader.value(json, for: .of(type, "p")) == nil)
      #expect(reader.issues.kept == [IntentIssue(.arrayForSingle, at: .parameter("p"))])
    }
  }

  @Test(arguments: types.map(\.0))
  func `No array parameter accepts a single value`(type: ParameterType) {
    for (json, _) in Self.values {
      var reader = IntentValueReader(schema: nil)
      #expect(reader.value(json, for: .of(type, "p").several) == nil)
      #expect(reader.issues.kept == [IntentIssue(.singleForArray, at: .parameter("p"))])
    }
  }

  @Test(arguments: types.map(\.0))
  func `An array in an array is refused with its index`(type: ParameterType) {
    var reader = IntentValueReader(schema: nil)
    let value = reader.value([[], []], for: .of(type, "p").several)
    #expect(value == .array([]))
    let path = IntentPath.parameter("p")
    #expect(
      reader.issues.kept == [
        IntentIssue(.nestedArray, at: path.appending(0)),
        IntentIssue(.nestedArray, at: path.appending(1)),
      ])
  }

  /// Types with members, and their required members.
  static let required: [(ParameterType, [String])] = [
    (.object(nil), ["identifier", "display"]),
    (.person(detail: nil), ["name"]),
    (.currencyAmount(CurrencyMetadata()), ["amount", "currencyCode"]),
    (.paymentMethod, ["kind"]),
    (.speakableString(StringMetadata()), ["spokenPhrase"]),
    (.measurement(MeasurementMetadata(dimension: .mass)), ["value", "unit"]),
    (.placemark(detail: nil), []),
    (.dateComponents(DateComponentsMetadata()), []),
  ]

  @Test(arguments: required)
  func `All missing members of an object are reported together`(
    type: ParameterType, members: [String]
  ) {
    var reader = IntentValueReader(schema: nil)
    let value = reader.value(.object([:]), type: type, at: .root)
    #expect((value == nil) == !members.isEmpty)
    #expect(reader.issues.kept == members.map { IntentIssue(.missingMember($0), at: .root) })
  }

  @Test(arguments: required.dropFirst().map(\.0))
  func `A member that a structure does not have is named`(type: ParameterType) {
    var reader = IntentValueReader(schema: nil)
    _ = reader.value(.object(["surprise": 1]), type: type, at: .root)
    let unknown = reader.issues.kept.filter { $0.code == "unknown-member" }
    #expect(unknown.map(\.path.description) == ["$.surprise"])
    #expect(unknown.map(\.sentence) == ["There is no member “surprise” here."])
  }

  @Test(arguments: required)
  func `A member of the wrong type is reported with its path`(
    type: ParameterType, members: [String]
  ) {
    let json = JSONObject(members.map { (key: $0, value: JSONValue.bool(true)) })
    var reader = IntentValueReader(schema: nil)
    let value = reader.value(.object(json), type: type, at: .root)
    #expect((value == nil) == !members.isEmpty)
    #expect(reader.issues.kept.map(\.path.description) == members.map { "$.\($0)" })
    #expect(reader.issues.kept.allSatisfy { $0.code == "wrong-type" })
  }
}
