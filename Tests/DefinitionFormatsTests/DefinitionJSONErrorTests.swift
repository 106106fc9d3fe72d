import FormatTestSupport
import IntentModel
import Testing

@testable import DefinitionFormats
@testable import JSONCodings

/// Mistakes in definitions: the message with its position, and the part that can still be read.
@Suite struct DefinitionJSONErrorTests {
  /// Whole texts, and the messages.
  static let texts: [(String, [String])] = [
    ("", ["a.json:1:1: The text is empty. A JSON text holds one value."]),
    ("[]", ["a.json:1:1: Expected an object, found an array."]),
    (
      #"{"intents":{}}"#,
      ["a.json:1:12: Expected an array, found an object."]
    ),
    (
      #"{"intent":[]}"#,
      ["a.json:1:2: There is no member “intent” here. Did you mean “intents”?"]
    ),
    (
      #"{"intents":[{"parameters":[]}]}"#,
      ["a.json:1:13: The member “name” is missing. Add “name”."]
    ),
    (
      #"{"intents":[{"name":""}]}"#,
      ["a.json:1:21: The name of the intent is empty. Write something."]
    ),
    (
      #"{"intents":[{"name":"I","eligibleForWidget":true,"restrictions":"0"}]}"#,
      [
        "a.json:1:25: There is no member “eligibleForWidget” here. "
          + "Did you mean “eligibleForWidgets”?",
        "a.json:1:65: Expected a whole number, found a string.",
      ]
    ),
    (
      #"{"enums":[{"name":"E"}]}"#,
      ["a.json:1:11: The member “cases” is missing. Add “cases”."]
    ),
    (
      #"{"enums":[{"name":"E","cases":[1,"",{"nme":"a"}]}]}"#,
      [
        "a.json:1:32: Expected an object, found a whole number.",
        "a.json:1:34: The name of the case is empty. Write something.",
        "a.json:1:37: The member “name” is missing. Add “name”.",
        "a.json:1:38: There is no member “nme” here. Did you mean “name”?",
      ]
    ),
    (
      #"{"types":[{"name":"T","properties":[{"name":"p"}]}]}"#,
      ["a.json:1:37: The member “type” is missing. Add “type”."]
    ),
    (
      #"{"carried":{"unknown":1,"writtenDefaults":[2]}}"#,
      [
        "a.json:1:23: Expected an object, found a whole number.",
        "a.json:1:44: Expected a string, found a whole number.",
      ]
    ),
    (
      #"{"types":[{"name":"T","identifierType":"a b"}]}"#,
      [
        "a.json:1:40: Expected the name of a type in Swift, such as `String` or `UUID`, found “a b”."
      ]
    ),
    (
      #"{"carried":{"unknown":{"a":null,"b":{"$data":"%"},"c":{"$members":[["x"]]}}}}"#,
      [
        "a.json:1:28: Expected a value, found null.",
        "a.json:1:46: The data is not Base64. Encode it as in RFC 4648 §4.",
        "a.json:1:68: Expected an array of 2 elements, found one with 1.",
      ]
    ),
  ]

  @Test(arguments: texts)
  func `A mistake is reported with its position`(text: String, messages: [String]) {
    let reading = DefinitionJSON.read(utf8(text), file: "a.json")
    #expect(reading.errors.map(\.description) == messages)
    #expect(complaints { try reading.get() } == messages)
  }

  /// Members of a parameter that begins in column 43, and the messages.
  static let parameters: [(String, [String])] = [
    (
      #""type":"bolean""#,
      ["a.json:1:62: There is no type “bolean”. Did you mean “boolean”?"]
    ),
    (
      #""type":"boolean","minimum":1"#,
      [
        "a.json:1:72: There is no member “minimum” here. Choose from “name”, “label”, "
          + "“description”, “tag”, “priority”, “type”, “default”, “trueName”, “falseName”, "
          + "“configurable”, “resolvable”, “dynamic”, “searchable”, “provider”, “dependsOn”, "
          + "“defaults”, “required”, “defaultNotRead”, “swiftType”, “multiple”, “fixedSize”, “sizes”, “visibleWhen”, "
          + "“placeholder”, “prompts”, “carried”, “carriedMetadata”."
      ]
    ),
    (
      #""type":"boolean","lable":"x""#,
      [
        "a.json:1:72: There is no member “lable” here. Did you mean “label”?"
      ]
    ),
    (
      #""type":"boolean","explanation":"x""#,
      [
        "a.json:1:72: There is no member “explanation” here. Choose from “name”, “label”, "
          + "“description”, “tag”, “priority”, “type”, “default”, “trueName”, “falseName”, "
          + "“configurable”, “resolvable”, “dynamic”, “searchable”, “provider”, “dependsOn”, "
          + "“defaults”, “required”, “defaultNotRead”, “swiftType”, “multiple”, “fixedSize”, “sizes”, “visibleWhen”, "
          + "“placeholder”, “prompts”, “carried”, “carriedMetadata”."
      ]
    ),
    (
      #""type":"dateComponents","swiftType":"Dat""#,
      ["a.json:1:91: There is no type in Swift “Dat”. Did you mean “Date”?"]
    ),
    (
      #""type":"boolean","default":"yes""#,
      ["a.json:1:82: Expected true or false, found a string."]
    ),
    (
      #""type":"integer","control":"slidr","minimum":"non","maximum":1.5"#,
      [
        "a.json:1:82: There is no control “slidr”. Did you mean “slider”?",
        "a.json:1:100: Expected a whole number, found a string.",
        "a.json:1:116: Expected a whole number, found a decimal number.",
      ]
    ),
    (
      #""type":"enum""#,
      ["a.json:1:43: The member “enum” is missing. Add “enum”."]
    ),
    (
      #""type":"object","object":5"#,
      [
        "a.json:1:80: Expected a name, or an object with “name” and “namespace”, found a whole "
          + "number."
      ]
    ),
    (
      #""type":"url","label":1"#,
      [
        "a.json:1:76: Expected a string, or an object with “text” and “id”, found a whole number."
      ]
    ),
    (
      #""type":"url","sizes":{"sm-ll":1,"systemLarge":"2"}"#,
      [
        "a.json:1:77: There is no widget family “sm-ll”. Choose from “systemSmall”, "
          + "“systemMedium”, “systemLarge”, “systemExtraLarge”, "
          + "“systemExtraLargePortrait”, “accessoryCorner”, "
          + "“accessoryCircular”, “accessoryRectangular”, “accessoryInline”.",
        "a.json:1:101: Expected a whole number, found a string.",
      ]
    ),
    (
      #""type":"url","sizes":3"#,
      [
        "a.json:1:76: Expected an object of sizes by family, found a whole number."
      ]
    ),
    (
      #""type":"url","sizes":[{"size":1}]"#,
      ["a.json:1:77: The member “family” is missing. Add “family”."]
    ),
    (
      #""type":"url","visibleWhen":{"parent":"q"}"#,
      ["a.json:1:82: The member “predicate” is missing. Add “predicate”."]
    ),
    (
      #""type":"url","visibleWhen":{"predicate":"X","value":1,"values":[1]}"#,
      [
        "a.json:1:109: Only one of the members “value”, “values” is allowed here. "
          + "Keep one of them."
      ]
    ),
    (
      #""type":"url","visibleWhen":{"predicate":"X","value":null}"#,
      ["a.json:1:107: Expected an object, found null."]
    ),
    (
      #""type":"timeInterval","unit":"weeks""#,
      [
        "a.json:1:84: There is no unit of durations “weeks”. Choose from “seconds”, “minutes”, "
          + "“hours”, “days”."
      ]
    ),
    (
      #""type":"dateComponents","components":"hour""#,
      [
        "a.json:1:92: There is no kind of date components “hour”. Choose from “dateTime”, “date”, "
          + "“time”."
      ]
    ),
    (
      #""type":"file","fileTypes":["a",1]"#,
      ["a.json:1:86: Expected a string, found a whole number."]
    ),
    (
      #""type":"url","prompts":[{"kind":1}],"priority":"1","tag":"2""#,
      [
        "a.json:1:87: Expected a string, found a whole number.",
        "a.json:1:102: Expected a whole number, found a string.",
        "a.json:1:112: Expected a whole number, found a string.",
      ]
    ),
  ]

  @Test(arguments: parameters)
  func `A mistake in a parameter is reported with its position`(members: String, messages: [String])
  {
    let text = #"{"intents":[{"name":"I", "parameters":[   {"name":"p",\#(members)}]}]}"#
    let reading = DefinitionJSON.read(utf8(text), file: "a.json")
    #expect(reading.errors.map(\.description) == messages)
    #expect(reading.definition.intents.map(\.name) == ["I"])
  }

  @Test func `The rest of a broken definition is still read`() throws {
    let text = """
      {
        "intents": [
          { "name": "A", "parameters": [
              { "name": "x", "type": "strng" },
              { "name": "y", "type": "url", "label": 5 },
              { "type": "url" } ] },
          7,
          { "name": "B" }
        ],
        "enums": [{ "name": "E", "cases": ["a", 3, "b"] }],
        "surprise": true
      }
      """
    let reading = DefinitionJSON.read(utf8(text), file: "a.json")
    #expect(
      reading.errors.map(\.description) == [
        "a.json:4:32: There is no type “strng”. Did you mean “string”?",
        "a.json:5:48: Expected a string, or an object with “text” and “id”, found a whole "
          + "number.",
        "a.json:6:9: The member “name” is missing. Add “name”.",
        "a.json:7:5: Expected an object, found a whole number.",
        "a.json:10:43: Expected an object, found a whole number.",
        "a.json:11:3: There is no member “surprise” here. Choose from “namespace”, "
          + "“modelVersion”, “systemVersion”, “toolsBuildVersion”, “toolsVersion”, “origin”, “intents”, "
          + "“enums”, “types”, “carried”.",
      ])
    #expect(reading.definition.intents.map(\.name) == ["A", "B"])
    let parameters = try #require(reading.definition.intents.first?.parameters)
    #expect(parameters.map(\.name) == ["y"])
    #expect(parameters.map(\.displayPriority) == [2])
    #expect(reading.definition.enums.first?.cases.map(\.name) == ["unknown", "a", "b"])
  }

  @Test func `Errors beyond the limit are left out, and this is reported`() {
    let text = "{\"intents\":[" + Array(repeating: "0", count: 50).joined(separator: ",") + "]}"
    let reading = DefinitionJSON.read(
      utf8(text), file: "a.json", limits: FormatLimits(maximumErrors: 3))
    #expect(reading.errors.count == 4)
    #expect(
      reading.errors.last?.description
        == "a.json: … and 47 more problems. Correct those above first.")
  }
}
