import DefinitionFormats
import FormatTestSupport
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import IntentDocuments

/// Invalid values of parameters; each message is exact, with its line and column.
@Suite struct IntentJSONIssueTests {
  /// A member of `parameters` in a medium widget, and the messages; the member starts in column 3.
  static let members: [(String, [String])] = [
    (
      #""count": "3""#,
      [
        "3:12: $.parameters.count: Expected a whole number, found the string “3”. Write "
          + "a whole number such as 3."
      ]
    ),
    (
      #""count": 3.0"#,
      [
        "3:12: $.parameters.count: Expected a whole number, found 3.0. Write a whole "
          + "number such as 3."
      ]
    ),
    (
      #""count": null"#,
      [
        "3:12: $.parameters.count: Expected a whole number, found null. Write a whole "
          + "number such as 3, or leave it out."
      ]
    ),
    (
      #""count": 0"#,
      [
        "3:12: $.parameters.count: 0 is below the minimum of 1. Give 1 or more."
      ]
    ),
    (
      #""count": 10"#,
      [
        "3:12: $.parameters.count: 10 is above the maximum of 9. Give 9 or less."
      ]
    ),
    (
      #""count": [1]"#,
      [
        "3:12: $.parameters.count: Expected one value, found an array. Give the value "
          + "without the array."
      ]
    ),
    (
      #""emphasis": 1.5"#,
      [
        "3:15: $.parameters.emphasis: 1.5 is above the maximum of 1. Give 1 or less."
      ]
    ),
    (
      #""emphasis": "0.5""#,
      [
        "3:15: $.parameters.emphasis: Expected a decimal number, found the string “0.5”. "
          + "Write a number such as 0.5."
      ]
    ),
    (
      #""mirrorCalendarApp": 1"#,
      [
        "3:24: $.parameters.mirrorCalendarApp: Expected a Boolean, found 1. Write true or false."
      ]
    ),
    (
      #""dedication": 5"#,
      [
        "3:17: $.parameters.dedication: Expected a string, found 5. Write a string such "
          + "as \"Oslo\"."
      ]
    ),
    (
      #""dedication": "a\nb""#,
      [
        "3:17: $.parameters.dedication: The text has a line break, but the "
          + "parameter allows only one line. Write the text on one line."
      ]
    ),
    (
      #""dedication": "a\u001bb""#,
      [
        "3:17: $.parameters.dedication: The text has the control character U+001B. "
          + "Remove the character."
      ]
    ),
    (
      #""style": "agnda""#,
      [
        "3:12: $.parameters.style: The enum has no case “agnda”. Did you mean “agenda”?"
      ]
    ),
    (
      #""style": "unknown""#,
      [
        "3:12: $.parameters.style: The case “unknown” means that there is no value. "
          + "Leave the parameter out instead."
      ]
    ),
    (
      #""style": 1"#,
      [
        "3:12: $.parameters.style: Expected an enum case, found 1. Write one of "
          + "\"agenda\", \"list\"."
      ]
    ),
    (
      #""lookAhead": "36h""#,
      [
        "3:16: $.parameters.lookAhead: Expected a duration, found the string “36h”. "
          + "Write an ISO 8601 duration such as \"PT1H30M\"."
      ]
    ),
    (
      #""lookAhead": 36"#,
      [
        "3:16: $.parameters.lookAhead: Expected a duration, found 36. Write an ISO 8601 "
          + "duration such as \"PT1H30M\"."
      ]
    ),
    (
      #""lookAhead": "-PT1H""#,
      [
        "3:16: $.parameters.lookAhead: -PT1H is below the minimum of PT0S. Give PT0S or more."
      ]
    ),
    (
      #""link": "example.org""#,
      [
        "3:11: $.parameters.link: “example.org” is not a URL. Give a scheme, a colon and "
          + "the rest, such as https://example.org."
      ]
    ),
    (
      #""dayStart": {}"#,
      [
        "3:15: $.parameters.dayStart: No component is set. Set at least one component, "
          + "or leave the parameter out."
      ]
    ),
    (
      #""dayStart": {"hour": 24}"#,
      [
        "3:24: $.parameters.dayStart.hour: The hour 24 is not between 0 and 23. Give an "
          + "hour from 0 to 23."
      ]
    ),
    (
      #""dayStart": {"hour": 7, "day": 1}"#,
      [
        "3:34: $.parameters.dayStart.day: The day is not part of a time. Remove the day."
      ]
    ),
    (
      #""dayStart": {"hours": 7}"#,
      [
        "3:16: $.parameters.dayStart.hours: There is no member “hours” here. Did you mean “hour”?"
      ]
    ),
    (
      #""dayStart": {"hour": "7"}"#,
      [
        "3:24: $.parameters.dayStart.hour: Expected a whole number, found the string "
          + "“7”."
      ]
    ),
    (
      #""dayStart": "07:30""#,
      [
        "3:15: $.parameters.dayStart: Expected date components, found the string "
          + "“07:30”. Write an object such as {\"hour\":7,\"minute\":30}."
      ]
    ),
    (
      #""price": {"amount": "12,50", "currencyCode": "USD"}"#,
      [
        "3:23: $.parameters.price.amount: “12,50” is not a decimal number. Write digits "
          + "with at most one point, such as 12.50.",
        "3:48: $.parameters.price.currencyCode: The parameter does not accept the "
          + "currency USD. Choose from “EUR”, “NOK”.",
      ]
    ),
    (
      #""price": {"amount": 12.5}"#,
      [
        "3:12: $.parameters.price: The member “currencyCode” is missing. Add “currencyCode”.",
        "3:23: $.parameters.price.amount: Expected a string, found 12.5.",
      ]
    ),
    (
      #""place": {"latitude": 91, "longitude": "x", "nam": "Home"}"#,
      [
        "3:25: $.parameters.place.latitude: The latitude 91 is not between -90 and 90. "
          + "Give degrees from -90 to 90.",
        "3:42: $.parameters.place.longitude: Expected a number, found the string “x”.",
        "3:47: $.parameters.place.nam: There is no member “nam” here. Did you mean “name”?",
      ]
    ),
    (
      #""calendars": []"#,
      [
        "3:3: $.parameters.calendars: The parameter is hidden because the value of its "
          + "parent mirrorCalendarApp does not meet the condition. Leave the parameter out, "
          + "or change mirrorCalendarApp."
      ]
    ),
    (
      #""cont": 1"#,
      [
        "3:3: $.parameters.cont: UpNextIntent has no parameter “cont”. Did you mean “count”?"
      ]
    ),
  ]

  @Test(arguments: members)
  func `A wrong value is reported with its position`(member: String, messages: [String]) {
    let text = """
      {"intent": "UpNextIntent", "family": "systemMedium",
       "parameters": {
        \(member) } }
      """
    let said = complaints { try IntentJSON.read(utf8(text), schema: .upNext) }
    #expect(said == messages)
  }

  /// Values of the visible parameter `calendars` in a small widget, which accepts only one
  /// calendar.
  static let calendars: [(String, [String])] = [
    (
      #"{"identifier":"a","display":"A"}"#,
      [
        "4:14: $.parameters.calendars: Expected an array of values, found one value. Put "
          + "the value in an array."
      ]
    ),
    (
      #"["a"]"#,
      [
        "4:15: $.parameters.calendars[0]: Expected an object, found the string “a”. "
          + "Write an object such as {\"identifier\":\"work\",\"display\":\"Work\"}."
      ]
    ),
    (
      #"[[]]"#,
      [
        "4:15: $.parameters.calendars[0]: An array cannot hold arrays. Give the values "
          + "in one array."
      ]
    ),
    (
      #"[{"display":"A"}]"#,
      [
        "4:15: $.parameters.calendars[0]: The member “identifier” is missing. Add “identifier”."
      ]
    ),
    (
      #"[{"identifier":"a"}]"#,
      [
        "4:15: $.parameters.calendars[0]: The member “display” is missing. Add “display”."
      ]
    ),
    (
      #"[{"identifier":"","display":"A"}]"#,
      [
        "4:29: $.parameters.calendars[0].identifier: The identifier is empty. Give the "
          + "identifier of the object."
      ]
    ),
    (
      #"[{"identifier":"a","display":"A","color":"red"}]"#,
      [
        "4:47: $.parameters.calendars[0].color: The type Calendar has no property "
          + "“color”. Did you mean “colour”?"
      ]
    ),
    (
      #"[{"identifier":"a","display":"A","colour":5}]"#,
      [
        "4:56: $.parameters.calendars[0].colour: Expected a string, found 5. Write a "
          + "string such as \"Oslo\"."
      ]
    ),
    (
      #"[{"identifier":"a","display":"A","weeks":53}]"#,
      [
        "4:55: $.parameters.calendars[0].weeks: 53 is above the maximum of 52. Give 52 or less."
      ]
    ),
    (
      #"[{"identifier":"a","display":"A","weeks":[1]}]"#,
      [
        "4:55: $.parameters.calendars[0].weeks: Expected one value, found an array. Give "
          + "the value without the array."
      ]
    ),
    (
      #"[{"identifier":"a","display":"A","subtitle":1}]"#,
      [
        "4:58: $.parameters.calendars[0].subtitle: Expected a string, found 1."
      ]
    ),
    (
      #"[{"identifier":"a","display":"A"},{"identifier":"b","display":"B"}]"#,
      [
        "4:14: $.parameters.calendars: There are 2 values, but systemSmall has room for 1. "
          + "Remove all but 1, or choose a larger family."
      ]
    ),
    (
      #"[{"identifier":"a","display":"A","weeks":0},{"identifier":"b","display":1}]"#,
      [
        "4:55: $.parameters.calendars[0].weeks: 0 is below the minimum of 1. Give 1 or more.",
        "4:86: $.parameters.calendars[1].display: Expected a string, found 1.",
      ]
    ),
  ]

  @Test(arguments: calendars)
  func `A wrong element is reported with its index`(value: String, messages: [String]) {
    let text = """
      {"intent": "UpNextIntent", "family": "systemSmall", "name": "é",
       "parameters": {
       "mirrorCalendarApp": false,
       "calendars":\(value)}}
      """
    #expect(complaints { try IntentJSON.read(utf8(text), schema: .upNext) } == messages)
  }

  @Test func `A parent with an invalid value hides nothing`() {
    let text = """
      {"intent": "UpNextIntent", "family": "systemSmall", "parameters": {
        "mirrorCalendarApp": "no", "calendars": []}}
      """
    #expect(
      complaints { try IntentJSON.read(utf8(text), schema: .upNext) } == [
        "2:24: $.parameters.mirrorCalendarApp: Expected a Boolean, found the string "
          + "“no”. Write true or false."
      ])
  }

  @Test func `Too many values for one family can fit another`() throws {
    let text = """
      {"intent": "UpNextIntent", "family": "systemLarge", "parameters": {
        "mirrorCalendarApp": false, "calendars": [
          {"identifier": "a", "display": "A"}, {"identifier": "b", "display": "B"}]}}
      """
    let draft = try IntentJSON.read(utf8(text), schema: .upNext).draft
    #expect(draft["calendars"]?.elements.count == 2)
  }

  @Test func `A type without an editor accepts no value`() {
    let schema = IntentSchema.sample([.of(.other("Mystery"), "p")])
    let text = #"{"intent":"TestIntent","family":"systemSmall","parameters":{"p":1}}"#
    #expect(
      complaints { try IntentJSON.read(utf8(text), schema: schema) } == [
        "1:65: $.parameters.p: Values of the type Mystery cannot be set. Leave the parameter out."
      ])
  }

  @Test func `An issue becomes an error of a file`() throws {
    let text = #"{"intent":"TestIntent","family":"systemSmall","parameters":{"x":1}}"#
    let schema = IntentSchema.sample([.integer("y")])
    let issues = try #require(throws: LocatedIssues.self) {
      _ = try IntentJSON.read(utf8(text), schema: schema)
    }
    let errors = issues.errors(file: "a.json")
    #expect(
      errors.description
        == "a.json:1:61: $.parameters.x: TestIntent has no parameter “x”. Choose from “y”.")
    #expect(errors.errors.map(\.code) == ["unknown-parameter"])
  }
}
