import FormEngine
import Messages

/// The field of a placed widget's name, on the pages that place and rename it.
struct NameField {
  let page: Page
  let value: String
  /// What is wrong with the name; nil for nothing.
  let problem: String?
  /// The explanation of the name.
  let help: Message
  /// Whether the field is a row of a form, whose script and summary of problems include it.
  var isRow = false

  var html: HTML {
    HTML(
      .div,
      [
        .style("row name-row"), .set(.row, isRow ? "~name" : nil),
        .set(.control, isRow ? "name" : nil),
      ],
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
            [.set(.id, "problem-name"), .style("problem"), .set(.role, isRow ? nil : "alert")],
            text: $0)
        } ?? .none,
      ])
  }
}
