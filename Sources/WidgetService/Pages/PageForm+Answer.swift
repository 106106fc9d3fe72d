import FormEngine
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import Messages
import WidgetLoading
import WidgetPages
import WidgetTimeline

extension PageForm {
  // MARK: The answer

  /// The form as a page.
  mutating func shown() async throws -> FormPage {
    let preview = await preview()
    let state = run.state
    let coding = FormProgressCoding(schema: schema)
    let progress = state.progress
    var form = FormPage(
      page: page.page, state: state, address: page.link(ownPath), kind: item.widget.kind,
      definition: item.definition, placedName: placedName)
    form.hasTimeline = item.widget.timeline != nil
    form.newName = newName
    form.nameProblem = nameProblem
    form.draft = coding.draft(progress)
    form.steps = coding.steps(progress)
    form.etag = mergedETag ?? etag
    form.choices = choices
    form.months = months
    form.showsReview = showsReview
    if !page.isScript {
      form.pressedRow = rowButton?.row
      form.units = fields.units
    }
    if showsReview { form.openingDefaults = await openingDefaults() }
    form.wasAttempted = wasAttempted || fields[.attempted] == PageField.isTrue
    form.pending = Set(run.questions.map(\.parameter)).sorted()
    if isPreviewLate { form.pending.append("~preview") }
    form.said = said
    form.notices =
      ((stored?.migration?.changes ?? []).map { $0.labelled(by: schema).line } + carried).map {
        words($0)
      }
      + item.widget.issues(ofFamily: state.family).map { words.line($0.message, $0.remedy) }
    form.preview = preview
    return form
  }

  /// The texts of the providers' defaults that answers have replaced since the form was opened, by
  /// parameter name.
  private func openingDefaults() async -> [String: String] {
    let names = run.state.changes.filter(\.old.isEmpty).compactMap(\.row.parameter)
      .filter { item.widget.providers[$0] != nil }
    guard !names.isEmpty else { return [:] }
    let opened = openedAgain()
    _ = await opened.settle(until: deadline)
    var texts: [String: String] = [:]
    for name in names {
      guard let parameter = schema.parameter(named: name) else { continue }
      texts[name] = display(
        opened.state.state(of: name)?.value, parameter, opened.state.draft)
    }
    return texts
  }

  /// The intent of the draft; nil if it is not valid or a default is pending.
  var intent: Intent? {
    let state = run.state
    guard state.issues.isEmpty, !state.awaitsDefault else { return nil }
    return try? schema.resolve(state.evaluation).get()
  }

  func text(of intent: Intent) -> String? {
    try? IntentJSON.text(of: intent, schema: schema)
  }

  /// The preview of the draft.
  private mutating func preview() async -> FormPage.Preview {
    guard let intent else { return FormPage.Preview() }
    let text = text(of: intent)
    guard item.widget.timeline != nil else {
      return FormPage.Preview(intent: text, remark: words(.noTimeline))
    }
    do {
      let subject = try TimelineSubject(page.call, item, intent)
      let call = page.call
      // Allows a moment for a timeline that is already available, even after the deadline.
      let wait = deadline.timeLeft
      let kept = try await result(within: wait) { try await subject.kept(call) }
      guard let kept else {
        isPreviewLate = true
        return FormPage.Preview(intent: text, remark: words(.pageAsking), isLate: true)
      }
      let showing = EntryShowing(page.call, subject.context)
      let present = await subject.present(kept)
      var preview = FormPage.Preview(
        intent: text, present: showing.entry(present.entry),
        isPlaceholder: present.isPlaceholder,
        entries: showing.entries(kept.timeline, after: present.entry))
      preview.remarks = kept.timeline.remarks.mapValues { words($0) }
      return preview
    } catch {
      let problem = page.call.shownProblem(of: error) ?? unexpected(error)
      return FormPage.Preview(
        intent: text, remark: words.line(problem.message, problem.adviceOnPage), isFailed: true)
    }
  }

  /// The problem of an unexpected error, which is logged unless the caller has disconnected.
  private func unexpected(_ error: any Error) -> ServiceProblem {
    let problem = ServiceProblem(unexpected: error)
    if !(error is CancellationError) { page.call.service.report(problem) }
    return problem
  }

  /// The parts of the page that differ from the script's parts, as `form.js` reads them.
  mutating func fragments() async throws -> JSONValue {
    let form = try await shown()
    let known = (try? JSONText.parse(fields[.known] ?? "{}"))?.objectValue ?? JSONObject()
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
    let draft = TextSplice(from: fields[.draft] ?? "", to: form.draft)
    let changedRows = changed.map { row -> JSONValue in
      .members(
        of: UpdatedRowKey.self, [.id: .string(row.id), .html: .string(row.html.markup)])
    }
    return .members(
      of: UpdateKey.self,
      [
        .seq: .whole(fields[.seq].flatMap { Int($0) }),
        .rows: .array(changedRows),
        .order: order.isEmpty
          ? nil
          : .array(
            [.integer(order.start), .integer(order.removed)] + order.added.map { .string($0) }),
        .parts: parts.isEmpty
          ? nil : .object(JSONObject(parts.map { (key: $0.id, value: .string($0.html.markup)) })),
        .intent: intent,
        .draft: draft.isEmpty
          ? nil : .array([.integer(draft.start), .integer(draft.removed), .string(draft.added)]),
        // A request without steps comes from a script that keeps the steps itself and needs none.
        .steps: fields[.steps]?.isEmpty == false ? .string(form.steps) : nil,
        .etag: form.etag == fields[.etag] ? nil : .string(form.etag),
        .saves: .string(form.saveTitle),
        .modified: .flag(form.state.isModified), .pending: .flag(!form.pending.isEmpty),
        .said: .text(form.said), .review: .text(form.shownReview?.markup),
      ])
  }
}
