import FormEngine
package import IntentModel
import Messages

/// The links to the other pages of a placed widget.
enum PlacedLinks {
  static func html(
    _ name: String, _ page: Page, hasTimeline: Bool = false, canChange: Bool = true
  ) -> [HTML] {
    let places: [(path: String, title: Message)] =
      (hasTimeline ? [(PageSegment.timeline, .pageTimeline)] : [])
      + [(PageSegment.history, .pageHistory)]
      + (canChange ? [(PageSegment.manage, "Rename or remove" as Message)] : [])
    return places.map { place in
      HTML(
        .a, [.link(.href, page.link(PageSegment.placed, name, place.path))],
        [HTML(page.words(place.title))])
    }
  }
}

/// The page where a placed widget is renamed or removed.
package struct ManagePage: Sendable {
  package var page: Page
  package var name: String
  /// The tag of the state that the page showed.
  package var etag: String
  /// The typed name.
  package var newName: String
  /// The problem with that name.
  package var nameProblem: String?
  /// The problem with the last request.
  package var problem: String?
  /// Whether the form of the widget can be opened.
  package var hasForm: Bool
  /// The number of days for which a removed widget can be restored.
  package var removedDays: Int

  package init(page: Page, name: String, etag: String, hasForm: Bool, removedDays: Int) {
    (self.page, self.name, self.etag, self.hasForm) = (page, name, etag, hasForm)
    self.removedDays = removedDays
    newName = name
  }

  package var document: PageDocument {
    let words = page.words
    let isWrong = problem != nil || nameProblem != nil
    let hint = RowElement.hint.id(PageAction.remove.rawValue)
    return page.document(
      title: isWrong ? words(.pageErrorTitle(title: name)) : name,
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        hasForm ? back(to: name, page) : .none,
        HTML.problem(problem),
        HTML(
          .form,
          [
            .set(.method, "post"),
            .link(.action, page.link(PageSegment.placed, name, PageSegment.manage)),
            .style("form"),
          ],
          [
            hidden(.csrf, page.csrf), hidden(.etag, etag),
            HTML(.h2, text: words(.pageRename)), nameRow,
            HTML(.p, [], [actionButton(.rename, words(.pageRename), style: "primary")]),
            HTML(.h2, text: words(.pageRemove)),
            HTML(
              .p, [.set(.id, hint), .style("hint")],
              text: words("A removed widget can be restored for \(removedDays, "day", "days").")),
            HTML(
              .p, [],
              [
                actionButton(
                  .remove, words(.pageRemove), style: "danger", [.set(.describedBy, hint)])
              ]),
          ]),
      ])
  }

  private var nameRow: HTML {
    HTML(
      .div, [.style(NameField.style)],
      NameField(
        page: page, value: newName, problem: nameProblem, help: "The history is kept.",
        isAlert: true
      ).content)
  }
}

/// The timeline of a placed widget.
package struct TimelinePage: Sendable {
  package var page: Page
  package var name: String
  /// The entry that the widget shows now; nil if the timeline has no entries.
  package var present: ShownEntry?
  package var entries: [ShownEntry]
  package var family: WidgetFamily
  /// When the timeline is reloaded, in words.
  package var reload: String

  package init(
    page: Page, name: String, present: ShownEntry?, entries: [ShownEntry], family: WidgetFamily,
    reload: String
  ) {
    (self.page, self.name, self.present, self.entries) = (page, name, present, entries)
    (self.family, self.reload) = (family, reload)
  }

  package var document: PageDocument {
    let words = page.words
    return page.document(
      title: name,
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        back(to: name, page),
        HTML(.h2, text: words(.pageTimeline)),
        present?.drawing(in: family) ?? HTML(.p, text: words(.noEntries)),
        ShownEntry.list(entries),
        HTML(.p, [.style("hint")], text: reload),
      ])
  }
}

/// The states of a placed widget, the current one and earlier ones.
package struct HistoryPage: Sendable {
  /// A state.
  package struct State: Sendable {
    package var revision: Int
    package var savedAt: String
    package var isPresent: Bool
    /// The answers of the state, or the reason why it cannot be read.
    package var summary: String
    package var isReadable: Bool

    package init(
      revision: Int, savedAt: String, isPresent: Bool, summary: String, isReadable: Bool
    ) {
      (self.revision, self.savedAt, self.isPresent) = (revision, savedAt, isPresent)
      (self.summary, self.isReadable) = (summary, isReadable)
    }
  }

  package var page: Page
  package var name: String
  package var states: [State]
  /// Whether the form of the widget can be opened.
  package var hasForm: Bool
  /// The message for the person.
  package var said: String?
  /// The problem with the last request.
  package var problem: String?

  package init(page: Page, name: String, states: [State], hasForm: Bool) {
    (self.page, self.name, self.states, self.hasForm) = (page, name, states, hasForm)
  }

  package var document: PageDocument {
    let words = page.words
    return page.document(
      title: name,
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        hasForm ? back(to: name, page) : .none,
        HTML.notice(said),
        HTML(.h2, text: words(.pageHistory)),
        HTML.problem(problem),
        HTML(
          .form,
          [
            .set(.method, "post"),
            .link(.action, page.link(PageSegment.placed, name, PageSegment.history)),
          ],
          [
            hidden(.csrf, page.csrf),
            HTML(
              .table, [.style("states")],
              [
                HTML.tableHead(
                  [Message.pageRevision, "Saved", "Answers", .pageActions].map { words($0) }),
                HTML(.tbody, [], states.map { row($0, words) }),
              ]),
          ]),
      ])
  }

  private func row(_ state: State, _ words: FormWords) -> HTML {
    HTML(
      .tr, [],
      [
        HTML(.th, [.set(.scope, "row")], text: String(state.revision)),
        HTML(.td, text: state.savedAt),
        HTML(.td, [], [HTML.isolated(state.summary)]),
        HTML(
          .td, [],
          [
            state.isPresent
              ? HTML(words("present state"))
              : state.isReadable
                ? HTML(
                  .button,
                  [
                    .set(.name, PageField.revision.rawValue), .set(.value, String(state.revision)),
                    .set(
                      .ariaLabel,
                      words(
                        .pageOf(
                          action: .pageRestore,
                          name: "\(words(.pageRevision)) \(state.revision)"))),
                  ], text: words(.pageRestore)) : .none
          ]),
      ])
  }
}

/// The link back from a page about a placed widget.
private func back(to name: String, _ page: Page) -> HTML {
  HTML(
    .p, [.style("places")],
    [HTML(.a, [.link(.href, page.link(PageSegment.placed, name))], [HTML(page.words(.pageBack))])])
}
