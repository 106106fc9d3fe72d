import IntentModel
import Testing

/// The words of issues that only readers and stores report, and of hidden parameters.
@Suite struct IssueWordsTests {
  private static let rows: [(IntentIssue.Reason, String)] = [
    (.missingMember("amount"), "missing-member $: The member “amount” is missing. Add “amount”."),
    (
      .unknownParameter("dyas", intent: "UpNextIntent", choices: ["days", "style"]),
      "unknown-parameter $: UpNextIntent has no parameter “dyas”. Choose from “days”, “style”."
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
      "hidden-parameter $: The definition gives the parameter no place among the rows. "
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
      .unknownMember("famly", choices: ["intent", "family", "parameters"]),
      "unknown-member $: There is no member “famly” here. Did you mean “family”?"
    ),
    (
      .wrongIntent("Clock", choices: ["UpNextIntent"]),
      "wrong-intent $: No definition at hand has the intent “Clock”. Choose from “UpNextIntent”."
    ),
    (
      .unknownFamily("systemTiny"),
      "unknown-family $: There is no widget family “systemTiny”. Choose from “systemSmall”, "
        + "“systemMedium”, “systemLarge”, “systemExtraLarge”, “accessoryCorner”, "
        + "“accessoryCircular”, “accessoryRectangular”, “accessoryInline”."
    ),
    (
      .notOffered(identifier: "work", display: "Work"),
      "not-offered $: “Work” (work) is no longer offered. "
        + "Choose another, or keep it until it is offered again."
    ),
    (
      .malformed("The duration ends in the middle."),
      "malformed $: The duration ends in the middle. "
        + "Write it as the documentation of intent JSON says."
    ),
    (
      .unknownMember(String(repeating: "é", count: 61), choices: []),
      "unknown-member $: There is no member “\(String(repeating: "é", count: 59))…” here. Remove it."
    ),
    (
      .unknownMember(String(repeating: "é", count: 60), choices: []),
      "unknown-member $: There is no member “\(String(repeating: "é", count: 60))” here. Remove it."
    ),
  ]

  @Test("An issue says its code, its place, what is wrong, and the way out", arguments: rows)
  func words(_ reason: IntentIssue.Reason, _ line: String) {
    let issue = IntentIssue(reason, at: .root)
    #expect(issue.inOneLine == line)
    #expect(issue.description == "\(issue.path): \(issue.sentence) \(issue.remedy)")
  }

  @Test(
    "Rule 5: a choice that is no longer offered is a warning, anything else an error",
    arguments: rows)
  func severity(_ reason: IntentIssue.Reason, _ line: String) {
    let isWarning = line.hasPrefix("not-offered")
    #expect(IntentIssue(reason, at: .root).severity == (isWarning ? .warning : .error))
  }
}
