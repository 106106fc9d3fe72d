import FormatTestSupport
import IntentModel
import Testing
import WidgetTestSupport

@testable import IntentDocuments

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct DraftJSONTests {
  /// Values, and their tagged form.
  static let values: [(IntentValue, String)] = [
    (.boolean(true), #"{"boolean":true}"#),
    (.integer(.min), #"{"integer":-9223372036854775808}"#),
    (.decimal(1), #"{"decimal":1}"#),
    (.decimal(0.75), #"{"decimal":0.75}"#),
    (.decimal(.infinity), #"{"decimal":"inf"}"#),
    (.decimal(-.infinity), #"{"decimal":"-inf"}"#),
    (.string("a\u{0}b"), "{\"string\":\"a\\u0000b\"}"),
    (.enumeration("agenda"), #"{"enumeration":"agenda"}"#),
    (.url("no url"), #"{"url":"no url"}"#),
    (.file(""), #"{"file":""}"#),
    (.timeInterval(129_600), #"{"timeInterval":129600}"#),
    (.timeInterval(-0.5), #"{"timeInterval":-0.5}"#),
    (.dateComponents(DateComponents(hour: 7)), #"{"dateComponents":{"hour":7}}"#),
    (.dateComponents(DateComponents()), #"{"dateComponents":{}}"#),
    (.dateComponents(DateComponents(month: 13)), #"{"dateComponents":{"month":13}}"#),
    (.placemark(Placemark()), #"{"placemark":{}}"#),
    (.placemark(Placemark(latitude: 1.5)), #"{"placemark":{"latitude":1.5}}"#),
    (.person(Person(name: "", handle: "h")), #"{"person":{"name":"","handle":"h"}}"#),
    (
      .currencyAmount(CurrencyAmount(amount: "x", currencyCode: "")),
      #"{"currencyAmount":{"amount":"x","currencyCode":""}}"#
    ),
    (.paymentMethod(PaymentMethod(kind: "k")), #"{"paymentMethod":{"kind":"k"}}"#),
    (
      .speakableString(SpeakableString(spokenPhrase: "s")),
      #"{"speakableString":{"spokenPhrase":"s"}}"#
    ),
    (
      .measurement(.init(value: 2, unit: "furlong")),
      #"{"measurement":{"value":2,"unit":"furlong"}}"#
    ),
    (
      .measurement(.init(value: .infinity, unit: "")),
      #"{"measurement":{"value":"inf","unit":""}}"#
    ),
    (
      .object(IntentObject(identifier: "", display: "")),
      #"{"object":{"identifier":"","display":""}}"#
    ),
    (
      .object(
        IntentObject(
          identifier: "i", display: "d", subtitle: "s",
          properties: ["z": .integer(1), "identifier": .array([.boolean(false)])])),
      #"{"object":{"identifier":"i","display":"d","subtitle":"s","properties":"#
        + #"{"identifier":{"array":[{"boolean":false}]},"z":{"integer":1}}}}"#
    ),
    (.array([]), #"{"array":[]}"#),
    (
      .array([.integer(1), .string("x"), .array([.boolean(true)])]),
      #"{"array":[{"integer":1},{"string":"x"},{"array":[{"boolean":true}]}]}"#
    ),
  ]

  @Test(arguments: values)
  func `A value states its kind and reads back, valid or not`(
    value: IntentValue, json: String
  ) throws {
    let draft = IntentDraft.set(["p": value])
    let text = try DraftJSON.text(of: draft)
    #expect(text == #"{"version":1,"values":{"p":\#(json)}}"#)
    #expect(try DraftJSON.read(text) == draft)
  }

  @Test func `Values and defaults are in the order of their names`() throws {
    let draft = IntentDraft(
      values: ["b": .integer(2), "a": .integer(1)], defaults: ["d": .integer(4), "c": .integer(3)])
    #expect(
      try DraftJSON.text(of: draft)
        == #"{"version":1,"values":{"a":{"integer":1},"b":{"integer":2}},"#
        + #""defaults":{"c":{"integer":3},"d":{"integer":4}}}"#)
  }

  @Test func `An empty draft reads back`() throws {
    let text = try DraftJSON.text(of: IntentDraft())
    #expect(text == #"{"version":1,"values":{}}"#)
    #expect(try DraftJSON.read(text) == IntentDraft())
  }

  @Test func `A text that is not a number stays an error`() throws {
    let text = try DraftJSON.text(of: .set(["p": .decimal(.nan)]))
    guard case .decimal(let number) = try DraftJSON.read(text)["p"] else {
      Issue.record("no decimal in \(text)")
      return
    }
    #expect(number.isNaN)
  }

  @Test func `Arrays in arrays read back to a depth of fifty`() throws {
    var value = IntentValue.integer(1)
    for _ in 0..<50 { value = .array([value]) }
    let draft = IntentDraft.set(["deep": value])
    #expect(try DraftJSON.read(DraftJSON.text(of: draft)) == draft)
  }

  /// Texts that are not drafts.
  static let wrong: [(String, [String])] = [
    ("", ["draft:1:1: The text is empty. A JSON text holds one value."]),
    ("[]", ["draft:1:1: Expected an object, found an array."]),
    (
      "{}",
      [
        "draft:1:1: The member “version” is missing. Add “version”.",
        "draft:1:1: The member “values” is missing. Add “values”.",
      ]
    ),
    (
      #"{"version":2,"values":{}}"#,
      [
        "draft:1:12: The version 2 is unknown. Use the program that wrote it, or a newer one."
      ]
    ),
    (
      #"{"version":1,"values":{"p":3}}"#,
      ["draft:1:28: Expected an object, found a whole number."]
    ),
    (
      #"{"version":1,"values":{"p":{}}}"#,
      [
        "draft:1:28: Expected one value with its kind, found an object."
      ]
    ),
    (
      #"{"version":1,"values":{"p":{"int":3}}}"#,
      [
        "draft:1:28: Expected one value with its kind, found an object.",
        "draft:1:29: There is no member “int” here. Choose from “boolean”, “integer”, “decimal”, "
          + "“string”, “enumeration”, “object”, “dateComponents”, “timeInterval”, “url”, “placemark”, "
          + "“person”, “file”, “currencyAmount”, “paymentMethod”, “speakableString”, “measurement”, "
          + "“array”.",
      ]
    ),
    (
      #"{"version":1,"values":{"p":{"integer":"3"},"q":{"decimal":"three"}}}"#,
      [
        "draft:1:39: Expected a whole number, found a string.",
        "draft:1:59: Expected a number, found a string.",
      ]
    ),
    (
      #"{"version":1,"values":{"p":{"person":{"handle":1}}}}"#,
      [
        "draft:1:38: The member “name” is missing. Add “name”.",
        "draft:1:48: Expected a string, found 1.",
      ]
    ),
    (
      #"{"version":1,"values":{"p":{"object":{"identifier":"a"}}},"more":1}"#,
      [
        "draft:1:38: The member “display” is missing. Add “display”.",
        "draft:1:59: There is no member “more” here. Choose from “version”, “values”, "
          + "“defaults”, “titles”.",
      ]
    ),
  ]

  @Test(arguments: wrong)
  func `Problems in a stored draft are reported with their position`(
    text: String, messages: [String]
  ) {
    #expect(complaints { try DraftJSON.read(text) } == messages)
  }
}
