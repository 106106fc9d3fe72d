import IntentModel
import Testing
import WidgetTestSupport

/// Values of enums.
@Suite struct ChoiceValueTests {
  private static let style = IntentEnum.of("Style", "agenda", "grid", "list")
  private static let big = IntentEnum(
    name: "Big",
    cases: (1...12).map {
      IntentEnum.Case(name: String(repeating: "\($0 % 10)", count: 9), index: $0)
    }
  )

  private static let values: [ValueCase] = [
    ValueCase(.enumeration("agenda"), .enumeration("x", "Style")),
    ValueCase(.enumeration("list"), .enumeration("x", "Style")),
    ValueCase(
      .enumeration("unknown"), .enumeration("x", "Style"),
      "case-is-no-value $.parameters.x: The case “unknown” means that there is no value. "
        + "Leave the parameter out instead."),
    ValueCase(
      .enumeration("agneda"), .enumeration("x", "Style"),
      "unknown-case $.parameters.x: The enum has no case “agneda”. Did you mean “agenda”?"),
    ValueCase(
      .enumeration("Agenda"), .enumeration("x", "Style"),
      "unknown-case $.parameters.x: The enum has no case “Agenda”. Did you mean “agenda”?"),
    ValueCase(
      .enumeration("calendar"), .enumeration("x", "Style"),
      "unknown-case $.parameters.x: The enum has no case “calendar”. "
        + "Choose from “agenda”, “grid”, “list”."),
    ValueCase(
      .enumeration(""), .enumeration("x", "Style"),
      "unknown-case $.parameters.x: The enum has no case “”. Choose from “agenda”, “grid”, “list”."),
    ValueCase(
      .enumeration("agenda"), .enumeration("x", "Stile"),
      "dangling-enum $.parameters.x: The definition has no enum “Stile”. "
        + "Add the enum to the definition, or leave the parameter out."),
    ValueCase(
      .enumeration("x"), .enumeration("x", "Empty"),
      "unknown-case $.parameters.x: The enum has no case “x”. Remove it."),
    ValueCase(
      .enumeration("x"), .enumeration("x", "Big"),
      "unknown-case $.parameters.x: The enum has no case “x”. Choose from “111111111”, "
        + "“222222222”, “333333333”, “444444444”, “555555555”, “666666666”, “777777777”, "
        + "“888888888”, “999999999”, “000000000”, “111111111”, “222222222”."),
  ]

  @Test(
    "Rule 6: a value is a case of its enum, but not the case that means no value", arguments: values
  )
  func value(_ row: ValueCase) {
    row.check(enums: [Self.style, Self.big, IntentEnum(name: "Empty", cases: [])])
  }

  @Test(
    "Rule 6: only a case named unknown with the index 0 means no value",
    arguments: [
      ("unknown", 0, true), ("unknown", 1, false), ("none", 0, false), ("Unknown", 0, false),
    ])
  func noValue(_ name: String, _ index: Int, _ isUnknown: Bool) {
    let item = IntentEnum.Case(name: name, index: index)
    let enumeration = IntentEnum(name: "E", cases: [item])
    #expect(item.isUnknown == isUnknown)
    #expect(enumeration.choices == (isUnknown ? [] : [item]))
    #expect(enumeration.choice(named: name) == (isUnknown ? nil : item))
  }

  @Test("§1.1: one of Apple's enums accepts any name, because no file defines it")
  func systemEnum() {
    let reference = TypeReference("PlaybackRepeatMode", namespace: "System")
    let type = ParameterType.enumeration(reference, defaultCase: nil)
    ValueCase(.enumeration("anything"), type).check()
  }

  struct Lookup: Sendable {
    let file: String?
    let reference: String?
    let isFound: Bool
  }

  @Test(
    "§1.1: a reference names the file's own namespace, or none",
    arguments: [
      Lookup(file: "abcDEF", reference: "abcDEF", isFound: true),
      Lookup(file: "abcDEF", reference: nil, isFound: true),
      Lookup(file: nil, reference: "abcDEF", isFound: true),
      Lookup(file: nil, reference: nil, isFound: true),
      Lookup(file: "abcDEF", reference: "ghiJKL", isFound: false),
      Lookup(file: "abcDEF", reference: "System", isFound: false),
    ])
  func namespace(_ row: Lookup) {
    let file = IntentDefinitionFile(
      enums: [Self.style], types: [.of("City")], namespace: row.file)
    let style = file.enumeration(TypeReference("Style", namespace: row.reference))
    #expect((style != nil) == row.isFound)
    let city = file.objectType(TypeReference("City", namespace: row.reference))
    #expect((city != nil) == row.isFound)
  }
}
