import FormDriver
import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import Messages
import WidgetLoading
import WidgetPages
import WidgetStore

/// Handles the form pages: opening, changing and saving.
enum FormPages {
  static func open(_ page: PageCall) async throws -> Response {
    var form = try await PageForm(page)
    await form.settle()
    form.said = page.said(about: form.placedName ?? form.newName)
    return page.answer(try await form.shown().document)
  }

  static func change(_ page: PageCall) async throws -> Response {
    var form = try await PageForm(page)
    await form.settle()
    if !page.isScript, !page.isGenuine {
      form.said = page.words(.pageSessionEnded)
      try await form.takeFields()
      return page.answer(try await form.shown().document, status: .forbidden)
    }
    form.noteIntent()
    try await form.takeFields()
    if let answer = try await form.act(page.fields["action"] ?? "update") { return answer }
    await form.settle()
    if page.isScript { return page.call.answer(try await form.fragments()) }
    return page.answer(
      try await form.shown().document, status: form.isRefused ? .unprocessableContent : .ok)
  }

  /// The picture of a choice as markup; nil if it has none.
  private static func picture(of item: OptionItem) -> String? {
    let markup = HTML.picture(of: item).markup
    return markup.isEmpty ? nil : markup
  }

  /// Returns a window of a row's choices to the script.
  static func window(_ page: PageCall) async throws -> Response {
    let form = try await PageForm(page)
    await form.settle()
    let fields = page.fields
    guard let row = fields["row"].flatMap({ FormRowID(page: $0, schema: form.schema) }) else {
      throw ServiceProblem.noRow(fields["row"], of: form.item.widget)
    }
    let from = fields.number("from")
    let count = min(50, max(1, fields["count"].flatMap { Int($0) } ?? 50))
    let window = try await form.choices(
      of: row, term: fields["search"] ?? "", from..<from + count)
    let chosen = form.run.state.value(of: row)?.choiceIdentifier
    let items = window.shown.items.map { section, item -> JSONValue in
      let matched = window.query.map { $0.highlights(in: item.display) } ?? []
      return .members([
        "id": .string(item.identifier), "title": .string(item.display),
        "subtitle": .text(item.subtitle), "section": .text(section),
        "picture": .text(picture(of: item)),
        "match": matched.isEmpty ? nil : .array(matched.map { .integer($0) }),
        "chosen": .flag(item.identifier == chosen),
      ])
    }
    let shown = window.shown
    let said = page.words(
      shown.items.isEmpty
        ? .nothingMatches
        : .pageShown(from: shown.from + 1, to: shown.from + shown.items.count, total: shown.total))
    return page.call.answer(
      .members([
        "said": .string(said), "total": .integer(window.shown.total),
        "complete": .bool(window.isComplete),
        "from": .integer(window.shown.from), "notice": .text(window.shown.notice),
        "items": .array(items),
      ]))
  }
}

/// The notice that a page shows after a redirect.
enum Said: String {
  case saved, restored, renamed, discarded

  fileprivate func message(_ name: String) -> Message {
    switch self {
    case .renamed: .pageRenamed(name: name)
    case .saved: .pageSaved(name: name)
    case .restored: .pageRestored(name: name)
    case .discarded: .pageDiscarded
    }
  }
}

extension PageCall {
  /// The notice that the address asks for; nil if there is none.
  func said(about name: String) -> String? {
    call.query["said"].flatMap { Said(rawValue: $0) }.map { words($0.message(name)) }
  }

  /// Redirects to the form of a placed widget, or to its history if the service has no form of it.
  func redirect(toPlaced name: String, _ said: Said) async throws -> Response {
    let isServed = try await call.store.widget(named: name).map { PlacedState.isServed($0, call) }
    return redirect(
      link(
        ["placed", name] + (isServed == true ? [] : ["history"]),
        [(name: "said", value: said.rawValue)]))
  }
}

extension PostedForm {
  /// The number of choices before a window; 0 if the field is missing or not a number.
  fileprivate func number(_ name: String) -> Int {
    min(Int(Int32.max), max(0, self[name].flatMap { Int($0) } ?? 0))
  }
}

extension ServiceProblem {
  fileprivate static func noRow(_ name: String?, of widget: ServedWidget) -> ServiceProblem {
    ServiceProblem(
      .badRequest, "no-such-row",
      .hasNoSource(parameter: name ?? "", widget: widget.kind), .readFormAgain)
  }
}

/// A form during one request; nothing of it is kept afterwards.
struct PageForm {
  /// The number of choices that a page shows.
  private static let pageCount = 50
  /// How long a page waits for sources and for the preview.
  private static let timeLimit = Duration.seconds(2)

  private let page: PageCall
  fileprivate let item: ServedWidgets.Item
  /// The currently stored state; nil for a new widget.
  private let stored: PlacedState?
  /// The answers that the changes are based on.
  private let base: IntentDraft
  /// The family that the changes are based on; nil for a new widget.
  private let baseFamily: WidgetFamily?
  private let etag: String
  /// The time until which the request waits for sources.
  private let deadline: ContinuousClock.Instant
  let placedName: String?
  var newName: String
  var said: String?
  private(set) var run: FormRun
  /// Whether the requested action was refused.
  private(set) var isRefused = false
  private var nameProblem: String?
  private var wasAttempted = false
  /// The typed texts that name no choice.
  private var unnamed: [IntentIssue] = []
  private var showsReview = false
  /// The intent before the changes; nil if the answers made none.
  private var intentBefore: String?
  /// Whether the preview did not arrive in time.
  private var isPreviewLate = false
  private var choices: [FormRowID: FormPage.Choices] = [:]
  private var months: [FormRowID: CivilDate] = [:]

  var schema: IntentSchema { item.widget.schema }
  private var fields: PostedForm { page.fields }
  private var words: FormWords { page.words }

  /// Makes the form of a request with the request's answers, or else with the stored answers.
  init(_ page: PageCall) async throws {
    self.page = page
    let wait = page.fields["waitMs"].flatMap { Int($0) }.map {
      Duration.milliseconds(min(FormRequest.longestWait, max(0, $0)))
    }
    deadline = .now + (wait ?? Self.timeLimit)
    let call = page.call
    let name = call.parameters["name"]
    if let name {
      let state = try await PlacedState.find(name, call)
      stored = state
      item = try state.item ?? PlacedState.item(of: state.placed, call)
    } else {
      stored = nil
      item = try call.widget()
    }
    placedName = name
    let widget = item.widget
    if name != nil {
      newName = ""
    } else if let typed = page.fields["name"] {
      newName = typed
    } else {
      newName = try await call.store.freeName(like: widget.placedName)
    }
    var family = try call.family() ?? stored?.placed.family ?? widget.families.ofNewWidget
    (base, baseFamily, etag) = try await Self.base(page, stored)
    if stored == nil, !widget.families.contains(family) { family = widget.families.ofNewWidget }
    let opening = FormProgress.Moment(family: family, values: base.values)
    let setup = item.setup(including: family)
    let progress = FormTravel(schema: widget.schema).progress(
      draft: page.fields["draft"], steps: page.fields["steps"], opening: opening,
      families: setup.families)
    run = FormRun(
      item, FormState(setup, opening: base, family: family, resuming: progress))
  }

  /// The answers, family and ETag that a form's changes are based on.
  ///
  /// If the history does not have that state, the stored answers and family are used.
  private static func base(
    _ page: PageCall, _ stored: PlacedState?
  ) async throws -> (draft: IntentDraft, family: WidgetFamily?, etag: String) {
    guard let stored else { return (IntentDraft(), nil, "") }
    let (draft, family) = (stored.answers, stored.placed.family)
    guard let etag = page.fields["etag"], !etag.isEmpty, etag != stored.etag else {
      return (draft, family, stored.etag)
    }
    let known = try await PlacedState.known(
      stored.placed.name, by: [etag], stored.item, page.call)
    return (known?.migration?.draft ?? draft, known?.placed.family ?? family, etag)
  }

  /// Waits for sources until the request's deadline.
  func settle() async { _ = await run.settle(until: deadline) }

  // MARK: Actions of the user

  /// Records the intent before the changes, so that the script receives only the difference.
  mutating func noteIntent() {
    if page.isScript { intentBefore = intent.flatMap { text(of: $0) } }
  }

  /// Applies the changed fields to the form.
  mutating func takeFields() async throws {
    var fields = fields
    if let action = fields["action"], action.hasPrefix("convert:") {
      fields = fields.without("u." + action.dropFirst("convert:".count))
    }
    var entered: [RowEntry] = []
    for entry in fields.entries(in: run.state) {
      if case .entry(let one) = entry {
        entered.append(one)
        continue
      }
      enter(&entered)
      switch entry {
      case .entry: break
      case .family(let family): run.handle(.setFamily(family))
      case .choice(let row, let identifier): try await take(identifier, for: row)
      case .search(let row, let term): try await takeChoice(named: term, for: row)
      }
    }
    enter(&entered)
  }

  /// Sets a row to the choice whose identifier or whole text was typed; otherwise shows what
  /// matches the text.
  ///
  /// A text that names no choice is an issue if the form is to be saved or reviewed.
  private mutating func takeChoice(named text: String, for row: FormRowID) async throws {
    try await show(row, term: text, from: 0)
    let items = choices[row]?.items.map(\.item) ?? []
    let answer = OptionAnswer(text, among: items)
    if let place = answer.place, answer.isWhole {
      run.handle(.take(row, items[place]))
      choices[row] = nil
    } else if ["save", "review"].contains(fields["action"]) {
      let reason = IntentIssue.Reason.choiceNotFound(
        text, source: row.parameter ?? "", choices: answer.names(of: items))
      unnamed.append(IntentIssue(reason, at: run.state.path(of: row)))
    }
  }

  private func enter(_ entries: inout [RowEntry]) {
    if !entries.isEmpty { run.handle(.enter(entries)) }
    entries = []
  }

  /// Sets a row to the choice with an identifier; if the source does not offer it, searches for it.
  private mutating func take(_ identifier: String, for row: FormRowID) async throws {
    guard let name = row.parameter else { return }
    let request = run.state.request(for: name)
    let found = try await item.router.resolve(identifiers: [identifier], for: request)
    guard let item = found.items.first(where: { $0.identifier == identifier }) else {
      try await show(row, term: identifier, from: 0)
      return
    }
    run.handle(.take(row, item))
    choices[row] = nil
  }

  private mutating func show(_ row: FormRowID, term: String, from: Int) async throws {
    do {
      let window = try await choices(of: row, term: term, from..<from + Self.pageCount)
      choices[row] = window.shown
    } catch let error as OptionsError {
      said = words.line(error.message, error.remedy)
    }
  }

  /// A window of a row's choices.
  func choices(
    of row: FormRowID, term: String, _ range: Range<Int>
  ) async throws -> (shown: FormPage.Choices, query: OptionsQuery?, isComplete: Bool) {
    guard let name = row.parameter, item.widget.providers[name] != nil else {
      throw ServiceProblem.noRow(row.parameter, of: item.widget)
    }
    let request = run.state.request(for: name)
    let snapshot = try await OptionsRoutes.snapshot(of: item, request, term: term, page.call)
    let matches = try await snapshot.finder.matches(
      of: snapshot.isFiltered ? "" : term, rows: range)
    let shown = range.clamped(to: 0..<matches.count)
    let sections = snapshot.collection.sections
    let rows = shown.isEmpty ? [] : matches.rows(shown)
    return (
      FormPage.Choices(
        term: term, items: rows.map { (section: sections[$0.section].title, item: $0.item) },
        from: shown.lowerBound, total: matches.count, notice: snapshot.collection.notice),
      matches.query.isEmpty ? nil : matches.query, !snapshot.collection.isPartial
    )
  }

  /// Performs the action of the pressed button; nil to show the form again.
  mutating func act(_ action: String) async throws -> Response? {
    let parts = action.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { return try await actOnForm(action) }
    guard let row = FormRowID(page: parts[1], schema: schema) else { return nil }
    switch parts[0] {
    case "search":
      let term = fields["v." + parts[1]] ?? ""
      let isShown = term == fields["t." + parts[1]]
      try await show(row, term: isShown ? "" : term, from: 0)
    case "more":
      let from = fields.number("from." + parts[1])
      try await show(row, term: fields["q." + parts[1]] ?? "", from: from)
    case "choose":
      if let identifier = fields["pick." + parts[1]] { try await take(identifier, for: row) }
    case "month": openMonth(row, parts.dropFirst(2).first)
    case "day":
      let day = (parts.dropFirst(2).first ?? "").split(separator: "-").compactMap { Int($0) }
      if day.count == 3,
        let date = CivilDate(checkedYear: day[0], month: day[1], day: day[2])
      {
        run.handle(.takeDay(row, date))
      }
    case "convert":
      // Read the number in its previous unit.
      if let unit = fields["u." + parts[1]] { run.handle(.setText(row, unit)) }
    default:
      let events: [String: FormEvent] = [
        "reset": .resetRow, "remove": .removeElement, "up": .moveElement(-1),
        "down": .moveElement(1), "fill": .fillElements, "retry": .retry, "less": .adjust(-1),
        "plus": .adjust(1),
      ]
      guard let event = events[parts[0]] else { break }
      let target = parts[0] == "reset" ? FormRowID.parameter(row.parameter ?? "") : row
      if goes(to: firstRow(of: target)) { run.handle(event) }
    }
    return nil
  }

  /// Focuses a row and returns whether it has the focus.
  private func goes(to row: FormRowID) -> Bool {
    run.handle(.focus(row))
    return run.state.focus == row
  }

  /// The focusable row for a row; for an array, its first slot.
  private func firstRow(of row: FormRowID) -> FormRowID {
    let rows = run.state.focusableRows
    return rows.contains(row) ? row : rows.first { $0.parameter == row.parameter } ?? row
  }

  /// Opens a month for a row: the named month, the month of its date, or the current month.
  private mutating func openMonth(_ row: FormRowID, _ month: String?) {
    guard let calendar = run.state.calendar(of: row) else { return }
    if let parts = month?.split(separator: "-").compactMap({ Int($0) }), parts.count == 2 {
      months[row] = CivilDate(clampingYear: parts[0], month: parts[1], day: 1)
      return
    }
    // The form does not know today's date, because it would use words such as “today” and the page
    // may be submitted on another day.
    let today = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month], from: page.call.service.now())
    months[row] =
      calendar.chosen
      ?? CivilDate(
        clampingYear: today.year ?? calendar.day.year, month: today.month ?? calendar.day.month,
        day: 1)
  }

  private mutating func actOnForm(_ action: String) async throws -> Response? {
    switch action {
    case "undo": run.handle(.undo)
    case "redo": run.handle(.redo)
    case "review":
      if unnamed.isEmpty { showsReview = true } else { (wasAttempted, isRefused) = (true, true) }
    case "discard":
      let said = (name: "said", value: Said.discarded.rawValue)
      return page.redirect(page.link(ownPath, [said]))
    case "merge": return try await merge()
    case "save": return try await save()
    default: break
    }
    return nil
  }

  // MARK: Saving

  private var ownPath: [String] {
    let kind = item.widget.kind
    if page.isEmbedded { return ["embed", kind] + (placedName.map { [$0] } ?? []) }
    return placedName.map { ["placed", $0] } ?? ["widgets", kind]
  }

  /// Saves through the API's route, with its protection against lost updates.
  private mutating func save() async throws -> Response? {
    try page.call.caller.require(.write)
    wasAttempted = true
    let limit = page.call.service.settings.sourceTimeLimit
    if run.state.awaitsDefault { _ = await run.settle(until: .now + limit) }
    let name = placedName ?? newName.trimmingCharacters(in: .whitespacesAndNewlines)
    if name.isEmpty { nameProblem = words(.pageNameMissing) }
    guard run.state.issues.isEmpty, unnamed.isEmpty, nameProblem == nil else {
      isRefused = true
      return nil
    }
    let body: JSONValue = .members([
      "kind": .string(item.widget.kind), "family": .string(run.state.family.rawValue),
      "draft": WireValues(schema: schema).json(run.state.draft.values),
    ])
    var headers = HTTPFields()
    if placedName == nil { headers[.ifNoneMatch] = "*" } else { headers[.ifMatch] = etag }
    do {
      _ = try await page.ask("putPlaced", name, headers, body)
    } catch {
      guard let problem = ServiceProblem(error) else { throw error }
      isRefused = true
      if problem.status == .preconditionFailed {
        guard placedName == nil else { return try await conflict() }
        nameProblem = words(.pageNameTaken(name: name))
        return nil
      }
      if placedName == nil, problem.code == "invalid-texts" {
        nameProblem = words.line(problem.message, problem.remedy)
        return nil
      }
      said =
        ([words.line(problem.message, problem.remedy)]
        + problem.issues.map { words.line($0.message, $0.remedy) }).joined(separator: " ")
      return nil
    }
    let path = page.isEmbedded ? ["embed", item.widget.kind, name] : ["placed", name]
    return page.redirect(page.link(path, [(name: "said", value: Said.saved.rawValue)]))
  }

  /// Responds with both sides of a conflict.
  private func conflict() async throws -> Response {
    let name = placedName ?? newName
    let current = try await PlacedState.find(name, page.call)
    let theirs = current.answers
    let mine = run.state.draft
    let other = FormState(
      item.setup(including: current.placed.family), draft: theirs, family: current.placed.family)
    let differences = schema.parameters.compactMap {
      parameter -> ConflictPage.Difference? in
      let own = mine.values[parameter.name]
      let present = theirs.values[parameter.name]
      guard own != present else { return nil }
      return ConflictPage.Difference(
        parameter: parameter.name, label: parameter.label,
        yours: display(own ?? run.state.state(of: parameter.name)?.value, parameter),
        theirs: display(present ?? other.state(of: parameter.name)?.value, parameter),
        isTheirsAlone: own == base.values[parameter.name])
    }
    let family: [ConflictPage.Difference] =
      other.family == run.state.family
      ? []
      : [
        ConflictPage.Difference(
          parameter: "~family", label: words(.family), yours: words(run.state.family.title),
          theirs: words(other.family.title), isTheirsAlone: run.state.family == baseFamily)
      ]
    let travel = FormTravel(schema: schema)
    let document = ConflictPage(
      page: page.page, name: name, address: page.link(ownPath),
      title: words(.pageConflict(name: name.harmless(limit: 200))),
      differences: family + differences, draft: travel.draft(run.state.progress),
      steps: travel.steps(run.state.progress), etag: current.etag, base: etag
    ).document
    return page.answer(document, status: .conflict)
  }

  private func display(_ value: IntentValue?, _ parameter: IntentParameter) -> String {
    value.map {
      ValueText.display(of: $0, type: parameter.type, schema: schema, words: words)
    } ?? ""
  }

  /// Merges the chosen sides into the currently stored state.
  ///
  /// If the widget was saved again since the sides were shown, they are shown again.
  private mutating func merge() async throws -> Response? {
    guard let stored else { return nil }
    guard fields["current"] == stored.etag else {
      isRefused = true
      return try await conflict()
    }
    let theirs = stored.answers
    var values = run.state.draft.values
    var family = run.state.family
    for parameter in schema.parameters
    where fields["side." + parameter.name] == "theirs" {
      values[parameter.name] = theirs.values[parameter.name]
    }
    if fields["side.~family"] == "theirs" { family = stored.placed.family }
    var progress = run.state.progress
    progress.earlier.append(progress.present)
    progress.undone = []
    progress.present.values = values
    progress.present.family = family
    isMerged = true
    let setup = item.setup(including: stored.placed.family)
    run = FormRun(
      item, FormState(setup, opening: theirs, family: stored.placed.family, resuming: progress))
    return nil
  }

  /// Whether a conflict was merged, so that the form is based on the current state.
  private var isMerged = false

  // MARK: The answer

  /// The form as a page.
  mutating func shown() async throws -> FormPage {
    let preview = await preview()
    let state = run.state
    let travel = FormTravel(schema: schema)
    let progress = state.progress
    var form = FormPage(
      page: page.page, state: state, address: page.link(ownPath), kind: item.widget.kind,
      definition: item.definition, placedName: placedName)
    form.hasTimeline = item.widget.timeline != nil
    form.newName = newName
    form.nameProblem = nameProblem
    form.draft = travel.draft(progress)
    form.steps = travel.steps(progress)
    form.etag = isMerged ? stored?.etag ?? "" : etag
    form.choices = choices
    form.unnamed = unnamed
    form.months = months
    form.showsReview = showsReview
    form.wasAttempted = wasAttempted || fields["attempted"] == "1"
    form.pending = Set(run.questions.map(\.parameter)).sorted()
    if isPreviewLate { form.pending.append("~preview") }
    form.said = said
    form.notices = (stored?.migration?.changes ?? []).map { words($0.line) }
    form.preview = preview
    return form
  }

  /// The intent of the draft; nil if it is not valid or a default is pending.
  private var intent: Intent? {
    let state = run.state
    guard state.issues.isEmpty, !state.awaitsDefault else { return nil }
    return try? schema.resolve(state.evaluation).get()
  }

  private func text(of intent: Intent) -> String? {
    try? IntentJSON.text(of: intent, schema: schema)
  }

  /// The preview of the draft.
  private mutating func preview() async -> FormPage.Preview {
    let state = run.state
    guard let intent else { return FormPage.Preview() }
    let text = text(of: intent)
    guard item.widget.timeline != nil else {
      return FormPage.Preview(intent: text, remark: words(.noTimeline))
    }
    do {
      let subject = try TimelineSubject(page.call, item, state.draft, state.family)
      let call = page.call
      // Allow a moment for a timeline that is already available, even after the deadline.
      let wait = max(.milliseconds(50), ContinuousClock.now.duration(to: deadline))
      let kept = try await answer(within: wait) { try await subject.kept(call) }
      guard let kept else {
        isPreviewLate = true
        return FormPage.Preview(intent: text, remark: words(.pageAsking), isLate: true)
      }
      return FormPage.Preview(
        intent: text,
        entries: EntryShowing(page.call, subject.context).entries(kept.timeline))
    } catch {
      let problem = ServiceProblem(error)
      return FormPage.Preview(
        intent: text,
        remark: problem.map { words.line($0.message, $0.remedy) } ?? words(.serviceFailed))
    }
  }

  /// The parts that differ from those that the script has.
  mutating func fragments() async throws -> JSONValue {
    let form = try await shown()
    let known = (try? JSONText.parse(fields["known"] ?? "{}"))?.objectValue ?? JSONObject()
    let rows = form.rows
    var parts = form.parts.filter { known["#" + $0.id]?.stringValue != $0.mark }
    var intent: JSONValue?
    if let place = parts.firstIndex(where: { $0.id == form.intent.id }),
      let old = known["#" + form.intent.id]?.stringValue,
      let splice = form.spliceOfIntent(from: intentBefore, marked: old)
    {
      intent = .array([
        .string(parts[place].mark), .integer(splice.start), .integer(splice.removed),
        .string(splice.added),
      ])
      parts.remove(at: place)
    }
    let changed = rows.filter { known[$0.id]?.stringValue != $0.mark }
    let order = ListSplice(
      from: known.map { $0.key }.filter { !$0.hasPrefix("#") }, to: rows.map(\.id))
    let draft = TextSplice(from: fields["draft"] ?? "", to: form.draft)
    return .members([
      "seq": .whole(fields["seq"].flatMap { Int($0) }),
      "rows": .array(
        changed.map { .members(["id": .string($0.id), "html": .string($0.html.markup)]) }),
      "order": order.isEmpty
        ? nil
        : .array(
          [.integer(order.start), .integer(order.removed)] + order.added.map { .string($0) }),
      "parts": parts.isEmpty
        ? nil : .object(JSONObject(parts.map { (key: $0.id, value: .string($0.html.markup)) })),
      "intent": intent,
      "draft": draft.isEmpty
        ? nil : .array([.integer(draft.start), .integer(draft.removed), .string(draft.added)]),
      // A script that keeps the steps itself requests none.
      "steps": fields["steps"]?.isEmpty == false ? .string(form.steps) : nil,
      "etag": form.etag == fields["etag"] ? nil : .string(form.etag),
      "modified": .flag(form.state.isModified), "pending": .flag(!form.pending.isEmpty),
      "said": .text(form.said),
    ])
  }
}

extension PlacedState {
  /// The answers migrated to the current definition; empty without a definition.
  fileprivate var answers: IntentDraft { migration?.draft ?? IntentDraft() }
}

extension PageCall {
  /// Calls the API route of an operation, as a program would; nil if there is no such route.
  func ask(
    _ operation: String, _ name: String, _ headers: HTTPFields, _ body: JSONValue
  ) async throws -> Response? {
    guard
      let route = call.service.routes.first(where: { $0.name == operation && !$0.isPage })
    else { return nil }
    var head = call.request.head
    for field in headers { head.headerFields[field.name] = field.value }
    var inner = call
    inner.request = Request(head: head, body: call.request.body)
    inner.parameters = ["name": name]
    inner.query = [:]
    inner.body = body.wire
    return try await route.handler(inner)
  }
}
