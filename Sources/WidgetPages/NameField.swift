import FormEngine
import Messages

/// The field of a placed widget's name, on the pages that place and rename it.
struct NameField {
  let page: Page
  let value: String
  /// The problem of the name; nil for none.
  let problem: String?
  /// The explanation of the name.
  let help: Message
  /// Whether the page announces the problem immediately; a form has a summary of its problems.
  var isAlert = false

  var content: [HTML] {
    [
      HTML(.label, [.set(.for, "in-name")], text: page.words("Name")),
      HTML(
        .input,
        [
          .set(.id, "in-name"), .set(.name, "name"), .set(.value, value), .set(.dir, "auto"),
          .set(.autocomplete, "off"), .set(.required, "true"),
          .set(.describedBy, problem == nil ? "hint-name" : "hint-name problem-name"),
          .set(.invalid, problem == nil ? nil : "true"),
        ]),
      HTML(.p, [.set(.id, "hint-name"), .style("hint")], text: page.words(help)),
      problem.map {
        HTML(
          .p,
          [.set(.id, "problem-name"), .style("problem"), .set(.role, isAlert ? "alert" : nil)],
          text: $0)
      } ?? .none,
    ]
  }
}
