package import FormEngine
package import IntentModel
package import IntentOptions
import Messages

/// A form as a page.
///
/// It shows the state of the form, and makes no decisions.
package struct FormPage: Sendable {
  /// A row's open list of choices.
  package struct Choices: Sendable {
    /// The search term; empty for all choices.
    package var term: String
    /// The choices on this page of the list, each with its section.
    package var items: [(section: String?, item: OptionItem)]
    /// The position of the first choice.
    package var from: Int
    /// The number of choices that match.
    package var total: Int
    /// The source's notice about the list.
    package var notice: String?

    package init(
      term: String, items: [(section: String?, item: OptionItem)], from: Int, total: Int,
      notice: String?
    ) {
      (self.term, self.items, self.from, self.total) = (term, items, from, total)
      self.notice = notice
    }
  }

  /// The preview of the draft.
  package struct Preview: Sendable {
    /// The intent as JSON; nil if the draft is incomplete.
    package var intent: String?
    /// The entry that the widget shows now; nil if there is none.
    package var present: ShownEntry?
    /// Whether that entry is a placeholder, which is shown if no entry has begun.
    package var isPlaceholder: Bool
    /// The entries of the widget's timeline; nil if they are not available.
    package var entries: [ShownEntry]?
    /// Why there are no entries.
    package var remark: String?
    /// Whether the entries are still loading.
    package var isLate: Bool
    /// Whether the entries could not be loaded.
    package var isFailed: Bool
    /// The problems that the widget finds in the values of parameters, by the names of the
    /// parameters.
    package var remarks: [String: String] = [:]

    package init(
      intent: String? = nil, present: ShownEntry? = nil, isPlaceholder: Bool = false,
      entries: [ShownEntry]? = nil, remark: String? = nil, isLate: Bool = false,
      isFailed: Bool = false
    ) {
      (self.intent, self.present, self.entries) = (intent, present, entries)
      (self.isPlaceholder, self.remark, self.isLate) = (isPlaceholder, remark, isLate)
      self.isFailed = isFailed
    }
  }

  package var page: Page
  @Boxed package private(set) var state: FormState
  /// The rows of the form, made only once for the whole page.
  let formRows: [FormRow]
  /// The address to which the form is sent.
  package var address: PageLink
  /// The kind of the widget.
  package var kind: String
  /// The mark of the widget's definition.
  package var definition: String
  /// The name of the placed widget; nil for a new one.
  package var placedName: String?
  /// Whether the widget has a timeline.
  package var hasTimeline = true
  /// The name for a new widget.
  package var newName = ""
  /// The problem with that name.
  package var nameProblem: String?
  /// The answers; the form sends them back together with the undo and redo steps and the tag of the
  /// stored state.
  package var draft = ""
  package var steps = ""
  package var etag = ""
  /// The open lists of choices.
  package var choices: [FormRowID: Choices] = [:]
  /// The months of the open calendars.
  package var months: [FormRowID: CivilDate] = [:]
  /// The units that were chosen on a page without the script, by the names of their rows.
  package var units: [String: String] = [:]
  /// Whether the review of the changes is shown.
  package var showsReview = false
  /// The providers' defaults that were replaced by answers since the form was opened, by parameter;
  /// they are needed only for a review.
  package var openingDefaults: [String: String] = [:]
  /// Whether the person has tried to save.
  package var wasAttempted = false
  /// The row of the pressed button; on a page without the script, this row gets the focus.
  package var pressedRow: String?
  /// The parameters that are waiting for their sources.
  package var pending: [String] = []
  package var preview = Preview()
  /// The message to the person.
  package var said: String?
  /// Messages about how a new definition affects the stored answers.
  package var notices: [String] = []

  package init(
    page: Page, state: FormState, address: PageLink, kind: String, definition: String,
    placedName: String?
  ) {
    (self.page, self.state, self.address) = (page, state, address)
    formRows = state.presentation.rows
    (self.kind, self.definition, self.placedName) = (kind, definition, placedName)
  }

  var words: FormWords { page.words }

  /// The whole page.
  package var document: PageDocument {
    let title = placedName ?? state.setup.title
    let shown = wasAttempted && !problems.isEmpty ? words(.pageErrorTitle(title: title)) : title
    return page.document(title: shown, content)
  }

  private var content: [HTML] {
    let description = state.setup.description
    return [
      HTML(.h1, [], [HTML.isolated(placedName ?? state.setup.title)]),
      description.isEmpty
        ? .none : HTML(.p, [.style("description"), .set(.dir, "auto")], text: description),
      places,
      HTML(notices.map { HTML(.p, [.style("notice")], text: $0) }),
      HTML(
        .output,
        [.id(.said), .set(.live, "polite")] + saidEntrance,
        [HTML(said ?? "")]),
      // The drawing comes first, so that a narrow screen starts with it.
      HTML(.div, [.style("columns")], [drawing.html, form, previewHTML]),
    ]
  }

  /// The attributes of the message, which gets the focus on a page without problems.
  private var saidEntrance: [HTML.Attribute] {
    guard said != nil else { return [] }
    let begins = pressedRow == nil && !wasAttempted && nameProblem == nil
    return (begins ? [.set(.tabindex, "-1"), .flag(.autofocus)] : []) + [.set(.class, "told")]
  }

  /// The links to the other pages of a placed widget.
  private var places: HTML {
    guard let placedName, !page.isEmbedded else { return .none }
    return HTML(
      .nav, [.style("places"), .set(.ariaLabel, placedName)],
      PlacedLinks.html(placedName, page, hasTimeline: hasTimeline))
  }

  private var form: HTML {
    HTML(
      .form,
      [
        .id(.form), .style("form"), .set(.method, "post"), .link(.action, address),
        .flag(.novalidate), .set(.autocomplete, "off"), .set(.kind, kind),
        .set(.placedName, placedName), .set(.definition, definition),
        .set(.modified, state.isModified ? "true" : "false"),
        .set(.pending, pending.isEmpty ? nil : pending.joined(separator: " ")),
        .set(.words, scriptWords),
        .set(.origins, page.isEmbedded ? page.frameAncestors.joined(separator: " ") : nil),
      ],
      [
        // Enter in a field presses the first button of the form.
        actionButton(
          .update, words(.pageUpdate), style: "visually-hidden", [.set(.tabindex, "-1")]),
        hidden(.csrf, page.csrf), hidden(.draft, draft), hidden(.steps, steps),
        hidden(.etag, etag), hidden(.definition, definition), hidden(.seq, "0"),
        wasAttempted ? hidden(.attempted, PageField.isTrue) : .none,
        issues.html, shownReview ?? .none, nameRow?.html ?? .none,
        HTML(.div, [.id(.rows)], rows.map(\.html)), hiddenRows.html, actions,
      ])
  }

  /// The texts that the script shows, in the order in which it reads them.
  private var scriptWords: String {
    [
      words("The service cannot be reached. What you typed is kept in this browser."),
      words("This browser has answers that were not saved."), words("Restore them"),
      words("Discard them"), words(.searching), words("The service can be reached again."),
      words(.pageSignInAgain), words(.pageSignIn), words(.goTo),
      words(
        """
        Somebody else saved this widget. When you save, the changes of both are merged; where both \
        changed a row, you choose.
        """),
      words("Somebody else saved this widget. The form shows the new state."),
      words("Drag to move"),
    ].joined(separator: "|")
  }

  /// The row for the name of a new widget; nil for a placed widget.
  private var nameRow: Part? {
    guard placedName == nil else { return nil }
    let field = NameField(
      page: page, value: newName, problem: nameProblem,
      help: "The placed widget is saved under this name.")
    return Part(
      .div, .nameRow,
      [.style(NameField.style), .set(.row, "~name"), .set(.control, "name")], field.content)
  }

  /// The label of the button that saves, with the number of changes.
  package var saveTitle: String {
    let count = changes.count
    return count == 0
      ? words(.save) : words("\(Message.save) · \(count, "change", "changes")")
  }

  private var actions: HTML {
    let bar = [
      actionButton(.save, saveTitle, style: "primary"),
      actionButton(.undo, words("Undo"), [.flag(.disabled, !state.canUndo)]),
      actionButton(.redo, words("Redo"), [.flag(.disabled, !state.canRedo)]),
    ]
    let rest = [
      actionButton(.review, words("Review changes")),
      actionButton(.update, words(.pageUpdate), style: "plain-only"),
      actionButton(
        .discard, words("Discard changes"), style: "danger", [.flag(.hidden, !state.isModified)]),
    ]
    return HTML(
      .nav, [.id(.actions), .set(.ariaLabel, words(.pageActions))],
      [HTML(.div, [.style("bar")], bar), HTML(.div, [], rest)])
  }

  /// A sentence that says how to load late responses; it is shown only on pages without the script.
  var lookAgain: HTML {
    HTML(.span, [.style("plain-only")], text: " " + words("Press Update to check again."))
  }
}

// MARK: - Parts

extension FormPage {
  /// A part of the page outside of the rows, with its mark.
  package struct Part: Sendable {
    package var id: String
    package var html: HTML
    package var mark: String

    init(_ tag: HTML.Tag, _ part: PagePart, _ attributes: [HTML.Attribute], _ children: [HTML]) {
      id = part.rawValue
      mark = HTML(tag, attributes, children).mark
      html = HTML(tag, [.id(part), .set(.mark, mark)] + attributes, children)
    }
  }

  /// The parts that change with the answers.
  package var parts: [Part] {
    [hiddenRows, issues, intent, timeline, drawing] + (nameRow.map { [$0] } ?? [])
  }
}

// MARK: - Problems and changes

extension FormPage {
  /// The issues that prevent saving, each with its row.
  var problems: [(row: FormRowID?, text: String)] {
    state.issues.map { issue in
      let row = state.row(of: issue)
      return (row: row, text: words.line(issue))
    }
  }

  /// The summary of the issues that prevent saving, shown after an attempt to save.
  private var issues: Part {
    var items = problems.map { problem -> HTML in
      guard let page = problem.row?.page else { return HTML(.li, text: problem.text) }
      let name = problem.row.flatMap { label(of: $0) } ?? ""
      // A text that is not accepted is in the field next to the slider.
      let isSlider = formRows.contains { row in
        if case .slider = row.control { row.id == problem.row } else { false }
      }
      return HTML(
        .li, [],
        [
          HTML(
            .a, [.link(.href, PageLink(part: (isSlider ? RowElement.number : .field).id(page)))],
            [HTML.isolated(name), HTML(": " + problem.text)])
        ])
    }
    if let nameProblem {
      items.insert(
        HTML(
          .li, [],
          [HTML(.a, [.link(.href, PageLink(part: NameField.target))], [HTML(nameProblem)])]),
        at: 0)
    }
    guard wasAttempted || nameProblem != nil, !items.isEmpty else {
      return Part(.div, .issues, [.set(.tabindex, "-1"), .flag(.hidden)], [])
    }
    return Part(
      .div, .issues,
      [
        .set(.tabindex, "-1"), .set(.role, "group"),
        .set(.labelledBy, PagePart.issuesTitle.rawValue),
      ]
        + (pressedRow == nil ? [.flag(.autofocus)] : []),
      [
        HTML(
          .div, [.set(.role, "alert")],
          [
            HTML(.h2, [.id(.issuesTitle)], text: words("Correct this before you save")),
            HTML(.ul, [], items),
          ])
      ])
  }

  /// The label of a row; for an array element, it includes the element's number.
  private func label(of id: FormRowID) -> String? {
    let name = id.parameter.flatMap { state.schema.parameter(named: $0)?.label }
    guard case .element(_, let index) = id, let name else { return name ?? words(.family) }
    return "\(name) \(index + 1)"
  }

  /// The review of the changes; nil if it is not shown.
  package var shownReview: HTML? { showsReview ? review : nil }

  private var review: HTML {
    let changes = changes
    var parts = [
      HTML(.h2, [.id(.reviewTitle)], text: words(.reviewTitle)),
      changes.isEmpty
        ? HTML(.p, text: words(.nothingChanged))
        : HTML(
          .table, [],
          [
            HTML.tableHead(["Row", "Before", "Now"].map { words($0) }),
            HTML(.tbody, [], changes.map { changeRow($0) }),
          ]),
    ]
    for (title, list) in [
      (words(.noLongerOffered), state.notOffered), (words(.withoutEffect), state.withoutEffect),
    ] where !list.isEmpty {
      parts.append(HTML(.h3, text: title))
      parts.append(
        HTML(
          .ul, [],
          list.map { change in
            HTML(
              .li, [],
              [
                HTML.isolated(change.label), HTML(": "), HTML.isolated(change.new),
                HTML(change.reason.map { " – " + $0 } ?? ""),
              ])
          }))
    }
    // Saving after the review accepts the losses that the review shows.
    if !state.losses.isEmpty || state.dropsTexts {
      parts.append(hidden(.losses, PageField.isAccepted))
    }
    return HTML(
      .section,
      [
        .id(.review), .set(.labelledBy, PagePart.reviewTitle.rawValue), .set(.tabindex, "-1"),
      ], parts)
  }

  /// The changes in rows whose texts can be read; unreadable texts must be corrected first.
  private var changes: [FormChange] {
    let unread = Set(state.unreadTexts.keys.compactMap(\.parameter))
    return state.changes.filter { change in
      change.row.parameter.map { !unread.contains($0) } ?? true
    }
  }

  private func changeRow(_ change: FormChange) -> HTML {
    HTML(
      .tr, [],
      [
        HTML(.th, [.set(.scope, "row")], [HTML.isolated(change.label)]),
        HTML(.td, [], [answer(change.old.isEmpty ? openingDefault(change) : change.old)]),
        HTML(
          .td, [],
          [
            answer(change.new),
            change.reason.map { HTML(.small, text: " " + $0) } ?? .none,
          ]),
      ])
  }

  /// The default that an answer has replaced; empty if there was none.
  private func openingDefault(_ change: FormChange) -> String {
    change.row.parameter.flatMap { openingDefaults[$0] } ?? ""
  }

  /// The old or the new answer of a change.
  private func answer(_ text: String) -> HTML {
    HTML.isolated(text.isEmpty ? words(.notSet) : text)
  }
}

// MARK: - Preview and hidden rows

extension FormPage {
  /// The preview of the draft.
  private var previewHTML: HTML {
    HTML(
      .aside, [.id(.preview), .set(.ariaLabel, words(.entriesTitle))],
      [timeline.html, intent.html])
  }

  /// The entries of the draft's timeline.
  private var timeline: Part {
    let shown: HTML
    if let entries = preview.entries {
      shown =
        entries.isEmpty
        ? HTML(.p, text: words(.noEntries))
        : ShownEntry.list(Array(entries.prefix(8)))
    } else {
      shown = HTML([
        HTML(
          .p, [.style("hint")],
          [HTML(preview.remark ?? words(.notComplete)), preview.isLate ? lookAgain : .none]),
        preview.isFailed
          ? actionButton(
            .update, words(.pageRetry), style: "quiet", [.set(.form, PagePart.form.rawValue)])
          : .none,
      ])
    }
    return Part(
      .div, .timeline, [],
      [
        HTML(.h2, [.id(.entriesTitle), .set(.tabindex, "-1")], text: words(.entriesTitle)),
        shown,
      ])
  }

  /// The widget as it appears on screen now, and the link to its next entries.
  private var drawing: Part {
    guard hasTimeline else { return Part(.div, .drawing, [.flag(.hidden)], []) }
    // Where there is no entry, the drawing shows the reason, and keeps its size.
    let drawn =
      preview.present?.drawing(in: state.family)
      ?? HTML(
        .div, [.style("family"), .set(.family, state.family.shape.rawValue)],
        [
          HTML(
            .span, [.style("subtitle")],
            text: preview.remark ?? words(preview.entries == nil ? .notComplete : .noEntries))
        ])
    let next = preview.entries?.first.map { entry in
      HTML(
        .a, [.link(.href, PageLink(part: PagePart.entriesTitle.rawValue))],
        [
          HTML(words(.entriesTitle) + " "),
          HTML(.time, [.set(.datetime, entry.moment)], text: entry.soon),
        ])
    }
    return Part(
      .div, .drawing,
      [
        .set(.role, "group"), .set(.ariaLabel, words(.previewTitle)),
        .set(.family, (preview.present?.shape ?? state.family.shape).rawValue),
      ],
      [
        drawn,
        HTML(
          .div, [.style("caption")],
          [
            HTML(.strong, text: words(state.family.title)),
            preview.isPlaceholder ? HTML(.small, text: words(.pagePlaceholder)) : .none,
            next ?? .none,
          ]),
      ])
  }

  /// The intent of the draft.
  package var intent: Part { intent(preview.intent) }

  /// The change from the intent that was shown earlier to the current one.
  ///
  /// - Parameters:
  ///   - old: The intent that was shown; nil if there was none.
  ///   - mark: The mark of the part that showed it.
  /// - Returns: Nil if a different intent was shown, or if a text has characters that must be made
  ///   visible.
  package func spliceOfIntent(from old: String?, marked mark: String) -> TextSplice? {
    guard let old, let new = preview.intent, intent(old).mark == mark,
      HTML.isShownAsItIs(old), HTML.isShownAsItIs(new)
    else { return nil }
    return TextSplice(from: old, to: new)
  }

  private func intent(_ text: String?) -> Part {
    Part(
      .details, .intent, [],
      [
        HTML(.summary, text: words("Intent as JSON")),
        text.map {
          HTML(.pre, [.set(.tabindex, "0"), .set(.dir, "ltr")], [HTML(.code, text: $0)])
        } ?? HTML(.p, text: words(.notComplete)),
      ])
  }

  /// The hidden rows, each with the reason.
  private var hiddenRows: Part {
    let rows = formRows.filter { $0.hiddenReason != nil }
    guard !rows.isEmpty else {
      return Part(.details, .hiddenRows, [.flag(.hidden)], [HTML(.summary)])
    }
    return Part(
      .details, .hiddenRows, [],
      [HTML(.summary, text: words("\(rows.count, "hidden row", "hidden rows")"))]
        + rows.map(hiddenRow))
  }

  private func hiddenRow(_ row: FormRow) -> HTML {
    let name = row.parameter ?? ""
    let page = FormRowID.parameter(name).page ?? ""
    let parent = row.hiddenBy?.id.page
    let reason = HTML(row.hiddenReason ?? "")
    return HTML(
      .div,
      [
        .style("row hidden-row"), .set(.id, RowElement.row.id(page)), .set(.row, page),
        .set(.depth, row.depth == 0 ? nil : String(row.depth)),
      ],
      [
        HTML(.span, [.style("label")], [HTML.isolated(row.label)]),
        HTML(
          .span, [.style("value")],
          [
            row.value.isEmpty
              ? HTML(words.unset(state.schema.parameter(named: name))) : HTML.isolated(row.value)
          ]),
        HTML(
          .span, [.style("reason")],
          [
            parent.map {
              HTML(.a, [.link(.href, PageLink(part: RowElement.row.id($0)))], [reason])
            } ?? reason
          ]),
      ])
  }
}

/// A timeline entry as pages show it.
package struct ShownEntry: Sendable, Hashable {
  /// The date as people read it.
  package var date: String
  /// The date as people read it; only the time if the date is today.
  package var soon = ""
  /// The date in ISO 8601.
  package var moment: String
  package var title: String
  package var subtitle: String?
  package var lines: [String]
  /// The name of a symbol.
  package var symbol: String?
  /// A share of a whole in hundredths, from 0 to 100.
  package var gauge: Int?
  /// The gauge as people read it; empty if there is no gauge.
  package var share: String
  /// The target of a tap, as provided by the source.
  package var link: String?
  /// The targets of taps on parts of the entry, each with the label of the part.
  package var links: [Link] = []
  /// The known family whose shape is used to draw the entry, if the entry's own family is unknown.
  package var shape: WidgetFamily?

  /// The target of a tap on a part of the entry.
  package struct Link: Sendable, Hashable {
    package var label: String
    package var url: String

    package init(label: String, url: String) { (self.label, self.url) = (label, url) }
  }

  package init(
    date: String, moment: String, title: String, subtitle: String?, lines: [String],
    symbol: String?, gauge: Int?, share: String, link: String?
  ) {
    (self.date, self.moment, self.title, self.symbol) = (date, moment, title, symbol)
    (self.subtitle, self.lines, self.link) = (subtitle, lines, link)
    (self.gauge, self.share) = (gauge, share)
  }

  /// A list of entries; symbols are left out if all entries have the same one.
  static func list(_ entries: [ShownEntry]) -> HTML {
    let varies = Set(entries.map(\.symbol)).count > 1
    return HTML(
      .ol, [.style("entries")],
      entries.map { entry in
        var entry = entry
        if !varies { entry.symbol = nil }
        return HTML(.li, [], [entry.html])
      })
  }

  /// The entry without links, for use inside of a link.
  var unlinked: ShownEntry {
    var entry = self
    (entry.link, entry.links) = (nil, [])
    return entry
  }

  /// The entry as the widget shows it in a family.
  func drawing(in family: WidgetFamily) -> HTML {
    HTML(.div, [.style("family"), .set(.family, (shape ?? family.shape).rawValue)], content)
  }

  /// The entry with its date.
  private var html: HTML {
    HTML(
      .div, [.style("entry")],
      [HTML(.time, [.set(.datetime, moment)], text: date)] + content + [targets])
  }

  /// The content of the entry.
  var content: [HTML] {
    var parts: [HTML] = []
    let name = HTML.isolated(title)
    let target = link.flatMap { PageLink(web: $0) }
    parts.append(
      HTML(
        .strong, [.style("title")],
        [symbol.map { HTML.symbol($0) } ?? .none, target.map { Self.link(to: $0, name) } ?? name]))
    if let subtitle, !subtitle.isEmpty {
      parts.append(HTML(.span, [.style("subtitle")], [HTML.isolated(subtitle)]))
    }
    if let gauge {
      parts.append(
        HTML(
          .span, [.style("gauge")],
          [
            HTML(
              .meter,
              [
                .set(.min, "0"), .set(.max, "100"), .set(.value, String(gauge)),
                .set(.ariaLabel, title),
              ], text: share),
            HTML(.span, [.set(.hidden, "true")], text: share),
          ]))
    }
    let rows = lines.map { $0.split(separator: "  ").map(String.init) }
    // Names that are followed by numbers, such as cities and their times, are shown as a table.
    let isTable = rows.allSatisfy { row in
      row.count > 1 && !row[0].contains(where: \.isNumber) && row[1].contains(where: \.isNumber)
    }
    parts += rows.map { row in
      HTML(
        .span, [.style(isTable ? "line valued" : "line")],
        Array(row.map { [HTML.isolated($0)] }.joined(separator: [HTML(" ")])))
    }
    return parts
  }

  /// The links of the entry: the links of its parts, and, as text, a link that no browser opens.
  private var targets: HTML {
    var targets = links.map { target($0.url, label: $0.label) }
    if let link, PageLink(web: link) == nil { targets.append(target(link, label: title)) }
    return targets.isEmpty ? .none : HTML(.ul, [.style("targets")], targets)
  }

  private func target(_ url: String, label: String) -> HTML {
    HTML(
      .li, [],
      [
        PageLink(web: url).map { Self.link(to: $0, HTML.isolated(label)) }
          ?? HTML([HTML.isolated(label), HTML(" "), HTML(.code, [], [HTML.isolated(url)])])
      ])
  }

  /// A link to a page of another site, which receives no information about this page.
  private static func link(to target: PageLink, _ label: HTML) -> HTML {
    HTML(.a, [.link(.href, target), .set(.rel, "noopener noreferrer")], [label])
  }
}

extension WidgetFamily {
  /// The known family whose shape is used to draw this family if a widget specifies no size for it.
  var shape: WidgetFamily { isKnown ? self : .usual }
}
