import FormEngine
import Messages

/// Both sides of a conflict, with a choice for each row that both have changed.
package struct ConflictPage: Sendable {
  /// A row in which the sides differ.
  package struct Difference: Sendable {
    package var parameter: String
    package var label: String
    /// The answers of both sides as texts, which are never empty.
    package var yours, theirs: String
    package var changedBy: Side

    /// Who has changed a row since both sides were last the same.
    package enum Side: Sendable { case you, others, both }

    package init(
      parameter: String, label: String, yours: String, theirs: String, changedBy: Side
    ) {
      (self.parameter, self.label) = (parameter, label)
      (self.yours, self.theirs, self.changedBy) = (yours, theirs, changedBy)
    }
  }

  package var page: Page
  package var name: String
  package var address: PageLink
  package var title: String
  /// Who saved the other version, and when.
  package var lastSave: String
  package var differences: [Difference]
  package var draft: String
  package var steps: String
  /// The tag of the state that is now stored.
  package var etag: String
  /// The tag of the state on which the changes are based.
  package var base: String
  /// The mark of the definition to which the draft belongs.
  package var definition: String

  package init(
    page: Page, name: String, address: PageLink, title: String, lastSave: String,
    differences: [Difference], draft: String, steps: String, etag: String, base: String,
    definition: String
  ) {
    (self.page, self.name, self.address, self.title) = (page, name, address, title)
    (self.lastSave, self.differences) = (lastSave, differences)
    (self.draft, self.steps) = (draft, steps)
    (self.etag, self.base, self.definition) = (etag, base, definition)
  }

  package var document: PageDocument {
    let words = page.words
    return page.document(
      title: words(.pageErrorTitle(title: name)),
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        HTML(
          .div,
          [
            .id(.issues), .set(.tabindex, "-1"), .flag(.autofocus), .set(.role, "group"),
            .set(.labelledBy, PagePart.issuesTitle.rawValue),
          ],
          [
            HTML(
              .div, [.set(.role, "alert")],
              [
                HTML(.h2, [.id(.issuesTitle)], text: title),
                HTML(
                  .p,
                  text: words(
                    """
                    Somebody else saved this widget after you opened it. Choose a side for each \
                    row that both of you changed; nothing is saved until you press Save.
                    """
                  )),
                HTML(.p, text: lastSave),
              ])
          ]),
        HTML(
          .form,
          [
            .set(.id, "conflict"), .style("form"), .set(.method, "post"),
            .link(.action, address),
          ],
          [
            hidden(.csrf, page.csrf), hidden(.draft, draft), hidden(.steps, steps),
            hidden(.etag, base), hidden(.current, etag), hidden(.definition, definition),
          ] + differences.filter { $0.changedBy == .both }.map { row($0, words) } + [
            list(.others, words("Changed only by the other side, and kept"), words),
            list(.you, words("Changed by you alone, and kept"), words),
            HTML(
              .nav, [.id(.actions), .set(.ariaLabel, words(.pageActions))],
              [
                actionButton(.merge, words("Continue with these"), style: "primary"),
                actionButton(.mine, words("Keep all of yours")),
                actionButton(.theirs, words("Take all of theirs")),
              ]),
          ]),
      ])
  }

  /// The rows that only one side has changed, each with its answer.
  private func list(_ side: Difference.Side, _ title: String, _ words: FormWords) -> HTML {
    let rows = differences.filter { $0.changedBy == side }
    guard !rows.isEmpty else { return .none }
    return HTML(
      .section, [.style("merged")],
      [
        HTML(.h2, text: title),
        HTML(
          .ul, [],
          rows.map { row in
            let answer = side == .you ? row.yours : row.theirs
            return HTML(
              .li, [],
              [
                HTML.isolated(row.label), HTML(": "),
                HTML.isolated(answer),
              ])
          }),
      ])
  }

  private func row(_ difference: Difference, _ words: FormWords) -> HTML {
    let name = FieldPrefix.side + difference.parameter
    let place = FormRowID.parameter(difference.parameter).page ?? ""
    func radio(_ side: PageAction, _ label: String, _ value: String, _ isOn: Bool) -> HTML {
      let target = "\(side.rawValue)-\(place)"
      return HTML(
        .div, [.style("radio")],
        [
          HTML(
            .input,
            [
              .set(.type, "radio"), .set(.name, name), .set(.value, side.rawValue),
              .set(.id, target), .flag(.checked, isOn),
            ]),
          HTML(.label, [.set(.for, target)], [HTML(label + ": "), HTML.isolated(value)]),
        ])
    }
    return HTML(
      .fieldset, [.style("row side")],
      [
        HTML(.legend, [], [HTML.isolated(difference.label)]),
        radio(.mine, words("Yours"), difference.yours, true),
        radio(.theirs, words("Theirs"), difference.theirs, false),
      ])
  }
}
