import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// The texts of issues about hidden parameters, and of issues that only readers and stores report.
@Suite struct IssueWordsTests {
  static let rows: [(IntentIssue.Reason, String)] = [
    (.missingMember("amount"), "missing-member $: The member “amount” is missing. Add “amount”."),
    (
      .unknownParameter("hours", intent: "UpNextIntent", choices: ["days", "style"]),
      "unknown-parameter $: UpNextIntent has no parameter “hours”. Choose from “days”, “style”."
    ),
    (
      .unknownParameter("dyas", intent: "UpNextIntent", choices: ["days", "style"]),
      "unknown-parameter $: UpNextIntent has no parameter “dyas”. Did you mean “days”?"
    ),
    (
      .wrongForm(expected: "a whole number", found: "true", form: "a whole number such as 3"),
      "wrong-type $: Expected a whole number, found true. Write a whole number such as 3."
    ),
    (
      .belowMinimum(value: .duration(600), minimum: .duration(5_400)),
      "below-minimum $: 10m is below the minimum of 1h30m. Give 1h30m or more."
    ),
    (
      .aboveMaximum(value: .duration(1_209_601), maximum: .duration(1_209_600)),
      "above-maximum $: 14d1s is above the maximum of 14d. Give 14d or less."
    ),
    (
      .unknownFamily("Medium"),
      "unknown-family $: Only the name of the widget family “Medium” is known. "
        + "Did you mean “systemMedium”?"
    ),
    (
      .unknownFamily("accessorycorner"),
      "unknown-family $: Only the name of the widget family “accessorycorner” is known. "
        + "Did you mean “accessoryCorner”?"
    ),
    (
      .unknownFamily("sytsemLarge"),
      "unknown-family $: Only the name of the widget family “sytsemLarge” is known. "
        + "Did you mean “systemLarge”?"
    ),
    (
      .unknownFamily("systemJumbo"),
      "unknown-family $: Only the name of the widget family “systemJumbo” is known. "
        + "If a newer system has it, state its size under “familySizes” in widget.json."
    ),
    (
      .unknownFamily("system Large"),
      "unknown-family $: There is no widget family “system Large”. Did you mean “systemLarge”?"
    ),
    (
      .tooFewValues(count: 1, minimum: 2, maximum: 2, family: .systemMedium),
      "too-few-values $: systemMedium needs exactly 2 values, and has 1. Reportedly, the "
        + "widget stays a placeholder until it has that many. Add 1 more value."
    ),
    (
      .tooFewValues(count: 0, minimum: 1, maximum: nil, family: .systemMedium),
      "too-few-values $: systemMedium needs at least 1 value, and has 0. Reportedly, the "
        + "widget stays a placeholder until it has that many. Add 1 more value."
    ),
    (
      .unknownParameter("dayz", intent: "UpNextIntent", choices: ["days", "style"]),
      "unknown-parameter $: UpNextIntent has no parameter “dayz”. Did you mean “days”?"
    ),
    (
      .unknownParameter("days", intent: "UpNextIntent", choices: []),
      "unknown-parameter $: UpNextIntent has no parameter “days”. Remove it."
    ),
    (
      .hidden(.notConfigurable),
      "hidden-parameter $: The definition does not let people edit the parameter. "
        + "Leave the parameter out."
    ),
    (
      .hidden(.noDisplayPriority),
      """
      hidden-parameter $: The definition gives the parameter no display priority, so it has no \
      row. 
      """
        + "Leave the parameter out."
    ),
    (
      .hidden(.noEditor),
      "hidden-parameter $: The type of the parameter has no editor. Leave the parameter out."
    ),
    (
      .hidden(.parentHidden(parent: "mirror")),
      "hidden-parameter $: The parameter is hidden because its parent mirror is hidden. "
        + "Leave the parameter out, or change mirror."
    ),
    (
      .hidden(.conditionNotMet(parent: "mirror")),
      "hidden-parameter $: The parameter is hidden because the value of its parent mirror does not "
        + "meet the condition. Leave the parameter out, or change mirror."
    ),
    (
      .hidden(.conditionNotMet(parent: "mirror"), answer: "mirror=off"),
      "hidden-parameter $: The parameter is hidden because the value of its parent mirror does not "
        + "meet the condition. Leave the parameter out, or give mirror=off as well."
    ),
    (
      .unknownMember("famly", choices: ["intent", "family", "parameters"]),
      "unknown-member $: There is no member “famly” here. Did you mean “family”?"
    ),
    (
      .wrongIntent("Clock", choices: ["UpNextIntent"]),
      "wrong-intent $: None of the definitions has the intent “Clock”. Choose from “UpNextIntent”."
    ),
    (
      .unknownFamily("tiny!"),
      "unknown-family $: There is no widget family “tiny!”. Choose from “systemSmall”, "
        + "“systemMedium”, “systemLarge”, “systemExtraLarge”, "
        + "“systemExtraLargePortrait”, “accessoryCorner”, "
        + "“accessoryCircular”, “accessoryRectangular”, “accessoryInline”."
    ),
    (
      .notOffered(identifier: "work", display: "Work"),
      "not-offered $: “Work” (work) is no longer offered. "
        + "Choose another, or keep it until it is offered again."
    ),
    (
      .malformed("The duration ends in the middle.", remedy: "Write it to its end."),
      "malformed $: The duration ends in the middle. Write it to its end."
    ),
    (
      .unknownMember(String(repeating: "é", count: 61), choices: []),
      "unknown-member $: There is no member “\(String(repeating: "é", count: 60))…” here. Remove it."
    ),
    (
      .unknownMember(String(repeating: "é", count: 60), choices: []),
      "unknown-member $: There is no member “\(String(repeating: "é", count: 60))” here. Remove it."
    ),
  ]

  @Test("An issue has a code, a path, a problem and a remedy", arguments: rows)
  func words(_ reason: IntentIssue.Reason, _ line: String) {
    let issue = IntentIssue(reason, at: .root)
    #expect(issue.inOneLine == line)
    #expect(issue.description == "\(issue.path): \(issue.sentence) \(issue.remedy)")
  }

  @Test(
    "Rule 5: a stale choice and too few values are warnings, an unknown family is a note",
    arguments: rows)
  func severity(_ reason: IntentIssue.Reason, _ line: String) {
    let isWarning = line.hasPrefix("not-offered") || line.hasPrefix("too-few-values")
    let isNote = line.contains("Only the name of the widget family")
    #expect(
      IntentIssue(reason, at: .root).severity == (isWarning ? .warning : isNote ? .note : .error))
  }
}
