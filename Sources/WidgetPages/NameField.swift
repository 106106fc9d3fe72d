import FormEngine
import Messages

/// The field for a placed widget's name, on the pages that place or rename the widget.
struct NameField {
  let page: Page
  let value: String
  /// The problem with the name; nil for none.
  let problem: String?
  /// The explanation of the name.
  let help: Message
  /// Whether the page announces the problem immediately; a form announces a summary of its problems
  /// instead.
  var isAlert = false

  private static let name = PageField.name.rawValue

  /// The class of the row with the field.
  static let style = "row name-row"

  /// The ID of the field.
  static let target = RowElement.field.id(name)

  var content: [HTML] {
    let (hint, fault) = (RowElement.hint.id(Self.name), RowElement.problem.id(Self.name))
    return [
      HTML(.label, [.set(.for, Self.target)], text: page.words("Name")),
      HTML(
        .input,
        [
          .set(.id, Self.target), .set(.name, Self.name), .set(.value, value), .set(.dir, "auto"),
          .set(.autocomplete, "off"), .set(.required, "true"),
          .set(.describedBy, problem == nil ? hint : "\(hint) \(fault)"),
          .set(.invalid, problem == nil ? nil : "true"),
        ]),
      HTML(.p, [.set(.id, hint), .style("hint")], text: page.words(help)),
      problem.map {
        HTML(
          .p, [.set(.id, fault), .style("problem"), .set(.role, isAlert ? "alert" : nil)],
          text: $0)
      } ?? .none,
    ]
  }
}
