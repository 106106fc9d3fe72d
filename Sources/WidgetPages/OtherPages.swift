import FormEngine
package import IntentModel
import Messages

/// A page with a problem and what to do about it.
package enum ProblemPage {
  /// - Parameter placed: The name of a placed widget whose history can be shown; nil if there is
  ///   none.
  package static func document(
    _ page: Page, title: String, remedy: String, placed: String? = nil
  ) -> [UInt8] {
    page.document(
      title: page.words(.pageErrorTitle(title: title)),
      [
        HTML(.h1, text: title), remedy.isEmpty ? .none : HTML(.p, text: remedy),
        HTML(
          .nav, [.style("places"), .set(.ariaLabel, page.words(.pageActions))],
          [
            placed.map {
              HTML(
                .a, [.link(.href, page.link("placed", $0, "history"))],
                [HTML(page.words(.pageHistory))])
            } ?? .none,
            HTML(.a, [.link(.href, page.link())], [HTML(page.words(.pageHome))]),
          ]),
      ])
  }
}

/// The page where people sign in with an API token.
package struct SignInPage: Sendable {
  package var page: Page
  /// The page to open after signing in.
  package var target: String
  /// Why the last attempt failed.
  package var problem: String?
  /// The form that was submitted after the session ended, unchanged.
  package var resumed = ""

  package init(page: Page, target: String) { (self.page, self.target) = (page, target) }

  package var document: [UInt8] {
    let words = page.words
    let title = words(.pageSignIn)
    return page.document(
      title: problem == nil ? title : words(.pageErrorTitle(title: title)),
      [
        HTML(.h1, text: title),
        HTML(
          .form,
          [.set(.method, "post"), .link(.action, page.link("sign-in")), .style("form sign-in")],
          [
            hidden("csrf", page.csrf), hidden("to", target), hidden("resumed", resumed),
            HTML(
              .div, [.style("row")],
              [
                HTML(.label, [.set(.for, "token")], text: words("Token")),
                HTML(
                  .input,
                  [
                    .set(.id, "token"), .set(.name, "token"), .set(.type, "password"),
                    .set(.autocomplete, "off"),
                    .set(
                      .describedBy, problem == nil ? "hint-token" : "hint-token problem-token"),
                    .set(.invalid, problem == nil ? nil : "true"),
                  ]),
                HTML(
                  .p, [.set(.id, "hint-token"), .style("hint")],
                  text: words(
                    """
                    Paste the token that you use for the API. The browser keeps it until it \
                    expires or you sign out.
                    """
                  )),
                problem.map {
                  HTML(
                    .p, [.set(.id, "problem-token"), .style("problem"), .set(.role, "alert")],
                    text: $0)
                } ?? .none,
              ]),
            HTML(
              .button, [.set(.name, "action"), .set(.value, "sign-in"), .style("primary")],
              text: title),
          ]),
      ])
  }
}

/// The page that continues a form which was submitted after the session ended.
package enum ResumePage {
  package static func document(_ page: Page, to target: PageLink, _ form: PostedForm) -> [UInt8] {
    let kept = form.fields.filter { !["csrf", "action"].contains($0.name) }
    return page.document(
      title: page.words(.pageBack),
      [
        HTML(.h1, text: page.words(.pageBack)),
        HTML(
          .form, [.set(.method, "post"), .link(.action, target), .style("form")],
          [hidden("csrf", page.csrf)] + kept.map { hidden($0.name, $0.value) } + [
            HTML(
              .button, [.set(.name, "action"), .set(.value, "update"), .style("primary")],
              text: page.words(.pageBack))
          ]),
      ])
  }
}

/// The gallery of available widgets and of placed widgets.
package struct GalleryPage: Sendable {
  /// An available widget.
  package struct Widget: Sendable {
    package var kind: String
    package var name: String
    package var description: String
    /// The families that the widget supports.
    package var families: [WidgetFamily]
    /// The family that is drawn.
    package var family: WidgetFamily
    /// What is drawn; nil if the widget has no timeline.
    package var entry: ShownEntry?
    /// Whether the entry is a placeholder.
    package var isPlaceholder: Bool

    package init(
      kind: String, name: String, description: String, families: [WidgetFamily],
      family: WidgetFamily, entry: ShownEntry?, isPlaceholder: Bool
    ) {
      (self.kind, self.name, self.description) = (kind, name, description)
      (self.families, self.family) = (families, family)
      (self.entry, self.isPlaceholder) = (entry, isPlaceholder)
    }
  }

  /// A placed widget.
  package struct Placed: Sendable {
    package var name: String
    /// The name of its widget; nil if that widget is no longer served.
    package var widget: String?
    package var family: String
    package var savedAt: String
    /// Why the placed widget cannot be opened; nil if it can.
    package var problem: String?
    /// Whether the stored state cannot be read, so that only the history can be opened.
    package var isDamaged: Bool

    package init(
      name: String, widget: String?, family: String, savedAt: String, problem: String? = nil,
      isDamaged: Bool = false
    ) {
      (self.name, self.widget, self.family) = (name, widget, family)
      (self.savedAt, self.problem, self.isDamaged) = (savedAt, problem, isDamaged)
    }
  }

  /// The maximum number of placed widgets, and of removed ones, on a page.
  package static let mostPlaced = 100

  package var page: Page
  package var widgets: [Widget]
  package var placed: [Placed]
  /// The name after which the next page of placed widgets begins; nil for the last page.
  package var next: String?
  /// Whether the placed widgets are the first ones.
  package var isFirst: Bool
  /// The names of the removed widgets that can be restored.
  package var removed: [String]
  /// What was searched for; empty for nothing.
  package var search = ""
  /// Whether the page leads to the page with the devices.
  package var hasDevices = false

  /// The number of placed widgets that leave the widgets to add in sight below them.
  private static let fewPlaced = 12

  package init(
    page: Page, widgets: [Widget], placed: [Placed], next: String? = nil, isFirst: Bool = true,
    removed: [String]
  ) {
    (self.page, self.widgets, self.placed, self.removed) = (page, widgets, placed, removed)
    (self.next, self.isFirst) = (next, isFirst)
  }

  private var words: FormWords { page.words }

  package var document: [UInt8] {
    page.document(
      title: words(.pageHome),
      [
        HTML(.h1, text: words(.pageHome)), searchForm,
      ] + (addsFirst ? [gallery, placedWidgets] : [placedWidgets, gallery])
        + [removedWidgets, devices])
  }

  /// Whether the widgets to add come before the placed ones: nothing is placed yet, or so much that
  /// they would be far below.
  private var addsFirst: Bool {
    if placed.isEmpty { return search.isEmpty }
    return isFirst && placed.count > Self.fewPlaced
  }

  /// The link to the page with the devices, which operators read in English.
  private var devices: HTML {
    guard hasDevices else { return .none }
    return HTML(
      .p, [.style("places")],
      [
        HTML(
          .a, [.set(.lang, "en"), .link(.href, page.link("devices"))],
          text: DevicesPage.title)
      ])
  }

  /// The field that finds widgets by a part of their names.
  private var searchForm: HTML {
    HTML(
      .form,
      [.set(.method, "get"), .link(.action, page.link()), .set(.role, "search"), .style("search")],
      [
        page.locale.map { hidden("locale", $0) } ?? .none,
        HTML(
          .input,
          [
            .set(.type, "search"), .set(.name, "q"), .set(.value, search), .set(.dir, "auto"),
            .set(.ariaLabel, words("Find a widget")), .set(.placeholder, words("Find a widget")),
          ]),
        HTML(.button, text: words(.pageSearch)),
      ])
  }

  /// The links to the histories of removed widgets.
  private var removedWidgets: HTML {
    guard !removed.isEmpty else { return .none }
    return HTML(
      .section, [.set(.labelledBy, "removed-title")],
      [
        HTML(.h2, [.set(.id, "removed-title")], text: words("Recently removed")),
        HTML(
          .ul, [.style("places")],
          removed.map { name in
            HTML(
              .li, [],
              [
                HTML(
                  .a, [.link(.href, page.link("placed", name, "history"))],
                  [HTML.isolated(name)])
              ])
          }),
      ])
  }

  private var gallery: HTML {
    HTML(
      .section, [.set(.labelledBy, "gallery-title")],
      [
        HTML(.h2, [.set(.id, "gallery-title")], text: words("Add a widget")),
        widgets.isEmpty
          ? HTML(.p, text: words(.nothingMatches))
          : HTML(.ul, [.style("gallery")], widgets.map { HTML(.li, [], [card(of: $0)]) }),
      ])
  }

  /// The placed widgets, which returning users look for first.
  private var placedWidgets: HTML {
    HTML(
      .section, [.set(.labelledBy, "placed-title")],
      [
        HTML(.h2, [.set(.id, "placed-title")], text: words("Placed widgets")),
        placed.isEmpty
          ? HTML(.p, text: words(search.isEmpty ? "Nothing is placed yet." : .nothingMatches))
          : HTML(.ul, [.style("placed")], placed.map(entry)),
        turning,
      ])
  }

  /// The links to the first and the next page of placed widgets.
  private var turning: HTML {
    let next = next.map { name in
      HTML(.a, [.link(.href, page.link(after: name, search: search))], text: words("Next page"))
    }
    let first =
      isFirst
      ? nil
      : HTML(.a, [.link(.href, page.link(after: nil, search: search))], text: words("First page"))
    let links = [first, next].compactMap { $0 }
    return links.isEmpty ? .none : HTML(.nav, [.style("turning")], links)
  }

  private func card(of widget: Widget) -> HTML {
    HTML(
      .article, [.style("card")],
      [
        HTML(
          .div, [.style("drawing")],
          [
            HTML(
              .div, [.style("family"), .set(.family, widget.family.rawValue)],
              widget.entry?.content ?? [HTML(words(.noTimeline))]),
            widget.isPlaceholder ? HTML(.small, text: words("Placeholder")) : .none,
          ]),
        HTML(
          .div, [.style("about")],
          [
            HTML(.h3, [], [HTML.isolated(widget.name)]),
            widget.description.isEmpty
              ? .none
              : HTML(.p, [.style("description"), .set(.dir, "auto")], text: widget.description),
            HTML(.p, [.style("hint")], text: words(.list(widget.families.map(\.title)))),
            HTML(
              .a,
              [
                .style("button"), .link(.href, page.link("widgets", widget.kind)),
                .set(
                  .ariaLabel, words(.pageOf(action: "Configure", name: widget.name))),
              ], [HTML(words("Configure"))]),
          ]),
      ])
  }

  private func entry(_ placed: Placed) -> HTML {
    let name = HTML.isolated(placed.name)
    let target = page.link("placed", placed.name)
    return HTML(
      .li, [],
      [
        placed.problem == nil && placed.widget != nil
          ? HTML(.a, [.link(.href, target)], [name]) : HTML(.strong, [], [name]),
        HTML(" "),
        HTML(
          .small, [],
          [placed.widget ?? "", placed.family, placed.savedAt].filter { !$0.isEmpty }.enumerated()
            .flatMap { [HTML($0.offset == 0 ? "" : " · "), HTML.isolated($0.element)] }),
        placed.problem.map { HTML(.p, [.style("problem")], text: $0) } ?? .none,
        placed.problem == nil
          ? .none
          : HTML(
            .p, [.style("places")],
            PlacedLinks.html(placed.name, page, canChange: !placed.isDamaged)),
      ])
  }
}

/// The links to the other pages of a placed widget.
enum PlacedLinks {
  static func html(
    _ name: String, _ page: Page, hasTimeline: Bool = false, canChange: Bool = true
  ) -> [HTML] {
    let places: [(path: String, title: Message)] =
      (hasTimeline ? [("timeline", .pageTimeline)] : []) + [("history", .pageHistory)]
      + (canChange ? [("manage", "Rename or remove")] : [])
    return places.map { place in
      HTML(
        .a, [.link(.href, page.link("placed", name, place.path))], [HTML(page.words(place.title))])
    }
  }
}

/// The page where a placed widget is renamed or removed.
package struct ManagePage: Sendable {
  package var page: Page
  package var name: String
  /// The tag of the state that was shown.
  package var etag: String
  /// The typed name.
  package var newName: String
  /// What is wrong with that name.
  package var nameProblem: String?
  /// What is wrong with the last request.
  package var problem: String?
  /// Whether the form of the widget can be opened.
  package var hasForm: Bool
  /// For how many days a removed widget can be restored.
  package var removedDays: Int

  package init(page: Page, name: String, etag: String, hasForm: Bool, removedDays: Int) {
    (self.page, self.name, self.etag, self.hasForm) = (page, name, etag, hasForm)
    self.removedDays = removedDays
    newName = name
  }

  package var document: [UInt8] {
    let words = page.words
    let isWrong = problem != nil || nameProblem != nil
    return page.document(
      title: isWrong ? words(.pageErrorTitle(title: name)) : name,
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        hasForm ? HTML(.p, [], [back(to: name, page)]) : .none,
        problem.map { HTML(.p, [.style("problem"), .set(.role, "alert")], text: $0) } ?? .none,
        HTML(
          .form,
          [
            .set(.method, "post"), .link(.action, page.link("placed", name, "manage")),
            .style("form"),
          ],
          [
            hidden("csrf", page.csrf), hidden("etag", etag),
            HTML(.h2, text: words(.pageRename)), nameRow, button("rename", .pageRename, "primary"),
            HTML(.h2, text: words(.pageRemove)),
            HTML(
              .p, [.set(.id, "hint-remove"), .style("hint")],
              text: words("A removed widget can be restored for \(removedDays, "day", "days").")),
            button("remove", .pageRemove, "danger", describedBy: "hint-remove"),
          ]),
      ])
  }

  private var nameRow: HTML {
    NameField(page: page, value: newName, problem: nameProblem, help: "The history is kept.").html
  }

  private func button(
    _ action: String, _ label: Message, _ style: String, describedBy hint: String? = nil
  ) -> HTML {
    HTML(
      .p, [],
      [
        HTML(
          .button,
          [
            .set(.name, "action"), .set(.value, action), .style(style), .set(.describedBy, hint),
          ], text: page.words(label))
      ])
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

  package var document: [UInt8] {
    let words = page.words
    return page.document(
      title: name,
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        HTML(.p, [], [back(to: name, page)]),
        HTML(.h2, text: words(.pageTimeline)),
        present.map {
          HTML(.div, [.style("family"), .set(.family, family.rawValue)], $0.content)
        } ?? HTML(.p, text: words(.noEntries)),
        ShownEntry.list(entries),
        HTML(.p, [.style("hint")], text: reload),
      ])
  }
}

/// The states of a placed widget, the present one and earlier ones.
package struct HistoryPage: Sendable {
  /// A state.
  package struct State: Sendable {
    package var revision: Int
    package var savedAt: String
    package var isPresent: Bool
    /// The answers of the state, or why it cannot be read.
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
  /// What is wrong with the last request.
  package var problem: String?

  package init(page: Page, name: String, states: [State], hasForm: Bool) {
    (self.page, self.name, self.states, self.hasForm) = (page, name, states, hasForm)
  }

  package var document: [UInt8] {
    let words = page.words
    return page.document(
      title: name,
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        hasForm ? HTML(.p, [], [back(to: name, page)]) : .none,
        said.map { HTML(.p, [.style("notice"), .set(.role, "status")], text: $0) } ?? .none,
        HTML(.h2, text: words(.pageHistory)),
        problem.map { HTML(.p, [.style("problem"), .set(.role, "alert")], text: $0) } ?? .none,
        HTML(
          .form,
          [.set(.method, "post"), .link(.action, page.link("placed", name, "history"))],
          [
            hidden("csrf", page.csrf),
            HTML(
              .table, [.style("states")],
              [
                HTML(
                  .thead, [],
                  [
                    HTML(
                      .tr, [],
                      [Message.pageRevision, "Saved", "Answers", .pageActions].map {
                        HTML(.th, [.set(.scope, "col")], text: words($0))
                      })
                  ]),
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
                    .set(.name, "revision"), .set(.value, String(state.revision)),
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

/// Both sides of a conflict, to choose from row by row.
package struct ConflictPage: Sendable {
  /// A row in which the sides differ.
  package struct Difference: Sendable {
    package var parameter: String
    package var label: String
    package var yours: String
    package var theirs: String
    /// Whether only the other side has changed the row.
    package var isTheirsAlone: Bool

    package init(
      parameter: String, label: String, yours: String, theirs: String, isTheirsAlone: Bool
    ) {
      (self.parameter, self.label) = (parameter, label)
      (self.yours, self.theirs, self.isTheirsAlone) = (yours, theirs, isTheirsAlone)
    }
  }

  package var page: Page
  package var name: String
  package var address: PageLink
  package var title: String
  package var differences: [Difference]
  package var draft: String
  package var steps: String
  /// The tag of the state that is now stored.
  package var etag: String
  /// The tag of the state that the changes are based on.
  package var base: String
  /// The mark of the definition that the draft is for.
  package var definition: String

  package init(
    page: Page, name: String, address: PageLink, title: String, differences: [Difference],
    draft: String, steps: String, etag: String, base: String, definition: String
  ) {
    (self.page, self.name, self.address, self.title) = (page, name, address, title)
    (self.differences, self.draft, self.steps) = (differences, draft, steps)
    (self.etag, self.base, self.definition) = (etag, base, definition)
  }

  package var document: [UInt8] {
    let words = page.words
    return page.document(
      title: words(.pageErrorTitle(title: name)),
      [
        HTML(.h1, [], [HTML.isolated(name)]),
        HTML(
          .div, [.set(.id, "issues"), .set(.tabindex, "-1"), .flag(.autofocus)],
          [
            HTML(
              .div, [.set(.role, "alert")],
              [
                HTML(.h2, text: title),
                HTML(
                  .p,
                  text: words(
                    """
                    Somebody else saved this widget after you opened it. Choose a side for each \
                    row; nothing is saved until you press Save.
                    """
                  )),
              ])
          ]),
        HTML(
          .form,
          [
            .set(.id, "conflict"), .style("form"), .set(.method, "post"),
            .link(.action, address),
          ],
          [
            hidden("csrf", page.csrf), hidden("draft", draft), hidden("steps", steps),
            hidden("etag", base), hidden("current", etag), hidden("definition", definition),
          ] + differences.map { row($0, words) } + [
            HTML(
              .nav, [.set(.id, "actions"), .set(.ariaLabel, words(.pageActions))],
              [
                button("merge", words("Continue with these"), style: "primary"),
                button("mine", words("Keep all of yours")),
                button("theirs", words("Take all of theirs")),
              ])
          ]),
      ])
  }

  private func button(_ value: String, _ label: String, style: String? = nil) -> HTML {
    HTML(
      .button, [.set(.name, "action"), .set(.value, value), .set(.class, style)], text: label)
  }

  private func row(_ difference: Difference, _ words: FormWords) -> HTML {
    let name = "side." + difference.parameter
    let place = FormRowID.parameter(difference.parameter).page ?? ""
    func radio(_ side: String, _ label: String, _ value: String, _ isOn: Bool) -> HTML {
      HTML(
        .div, [.style("radio")],
        [
          HTML(
            .input,
            [
              .set(.type, "radio"), .set(.name, name), .set(.value, side),
              .set(.id, "\(side)-\(place)"), .flag(.checked, isOn),
            ]),
          HTML(
            .label, [.set(.for, "\(side)-\(place)")],
            [
              HTML(label + ": "),
              value.isEmpty ? HTML(words(.notSet)) : HTML.isolated(value),
            ]),
        ])
    }
    return HTML(
      .fieldset, [.style("row side")],
      [
        HTML(.legend, [], [HTML.isolated(difference.label)]),
        radio("mine", words("Yours"), difference.yours, !difference.isTheirsAlone),
        radio("theirs", words("Theirs"), difference.theirs, difference.isTheirsAlone),
      ])
  }
}

/// The link back from a page about a placed widget.
private func back(to name: String, _ page: Page) -> HTML {
  HTML(.a, [.link(.href, page.link("placed", name))], [HTML(page.words(.pageBack))])
}
