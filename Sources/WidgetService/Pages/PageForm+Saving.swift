import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetPages
import WidgetStore
import WidgetTimeline

extension PageForm {
  // MARK: Saving

  var ownPath: [String] {
    let ofNew = page.isEmbedded ? PageSegment.embedded : PageSegment.widgets
    return placedName.map { path(ofPlaced: $0) } ?? [ofNew, item.widget.kind]
  }

  /// The path of the form of a placed widget.
  private func path(ofPlaced name: String) -> [String] {
    page.isEmbedded
      ? [PageSegment.embedded, item.widget.kind, name] : [PageSegment.placed, name]
  }

  /// Saves through the route of the API, which protects against lost updates.
  mutating func save() async throws -> Response? {
    try page.call.caller.require(.write)
    wasAttempted = true
    let limit = page.call.service.settings.sourceTimeLimit
    if run.state.awaitsDefault { _ = await run.settle(until: .now + limit) }
    let name = placedName ?? newName.trimmingCharacters(in: .whitespacesAndNewlines)
    if name.isEmpty { nameProblem = words(.pageNameMissing) }
    guard run.state.issues.isEmpty, nameProblem == nil else {
      isRefused = true
      return nil
    }
    // A review applies to one draft only.
    let isAccepted =
      fields[.losses] == PageField.isAccepted
      && fields[.draft] == FormProgressCoding(schema: schema).draft(run.state.progress)
    if !run.state.losses.isEmpty || run.state.dropsTexts, !isAccepted {
      (showsReview, isRefused) = (true, true)
      self.said = words("Some answers would be lost. Look at the review, then save again.")
      return nil
    }
    var body = JSONBuilder<FormRequest.Key>()
    body.set(.kind, item.widget.kind)
    body.set(.family, run.state.family.rawValue)
    body.set(.draft, IntentValueWriter(schema: schema).json(run.state.draft.values))
    body.set(.definition, item.definition)
    body.set(.acceptLosses, !run.state.losses.isEmpty)
    var headers = HTTPFields()
    if placedName == nil { headers[.ifNoneMatch] = "*" } else { headers[.ifMatch] = etag }
    let said: Said
    do {
      try await page.change([.name: name], by: PlacedRoutes.put, headers, body: body.value)
      // Answers that were only migrated to another definition keep their ETag when they are saved.
      let revision = try await page.call.store.widget(named: name)?.revision
      said = stored != nil && revision == stored?.placed.revision ? .unchanged : .saved
    } catch {
      guard let problem = page.call.shownProblem(of: error) else { throw error }
      isRefused = true
      if problem.status == .preconditionFailed {
        guard placedName == nil else { return try await conflict() }
        nameProblem = words(.pageNameTaken(name: name))
        return nil
      }
      if placedName == nil, problem.code == .invalidText {
        nameProblem = words.line(problem.message, problem.remedyOnPage)
        return nil
      }
      self.said = words.line(problem.message, problem.remedyOnPage)
      return nil
    }
    return page.redirect(page.link(path(ofPlaced: name), [PageQuery.said.item(said.rawValue)]))
  }

  /// Responds with both sides of the conflict if both have changed the same row; otherwise merges
  /// their changes into the form and returns nil.
  private mutating func conflict() async throws -> Response? {
    let name = placedName ?? newName
    let current = try await PlacedState.find(name, page.call)
    let differences = differences(from: current)
    let lastSave = try await lastSave(of: current)
    guard differences.contains(where: { $0.changedBy == .both }) else {
      merge(into: current, takingTheirs: Set(differences.compactMap(\.othersAlone)))
      let taken = differences.filter { $0.changedBy == .others }.map { difference in
        Message.pageOf(
          action: .verbatim(difference.label.harmlessText),
          name: difference.theirs.harmless())
      }
      said = words(
        .sentences([
          taken.isEmpty
            ? "Somebody else saved this widget, and changed nothing that you see."
            : "Somebody else saved this widget. Their changes were kept: \(Message.list(taken)).",
          .verbatim(lastSave + "."), "Your changes are not saved yet: press “\(Message.save)”.",
        ]))
      return nil
    }
    let coding = FormProgressCoding(schema: schema)
    let document = ConflictPage(
      page: page.page, name: name, address: page.link(ownPath),
      title: words(.pageConflict(name: name.harmless())), lastSave: lastSave,
      differences: differences, draft: coding.draft(run.state.progress),
      steps: coding.steps(run.state.progress), etag: current.etag, base: etag,
      definition: item.definition
    ).document
    return page.response(document, status: .conflict)
  }

  /// The rows whose answers differ from the stored ones, with the side that has changed each of
  /// them since the form was opened.
  ///
  /// If the history no longer has the state with which the form was opened, both sides may have
  /// changed any row.
  private func differences(from current: PlacedState) -> [ConflictPage.Difference] {
    let theirs = current.answers
    let mine = run.state.draft
    let other = FormState(
      item.setup(including: [current.placed.family], today: nil), draft: theirs,
      family: current.placed.family)
    func side<Answer: Equatable>(
      _ own: Answer, _ present: Answer, _ base: Answer
    ) -> ConflictPage.Difference.Side {
      guard isBaseKnown else { return .both }
      return own == base ? .others : present == base ? .you : .both
    }
    func answer(
      _ value: IntentValue?, _ parameter: ParameterDefinition, _ draft: IntentDraft
    ) -> String {
      guard let value else { return words.unset(parameter) }
      let text = display(value, parameter, draft)
      return text.isEmpty ? words(.notSet) : text
    }
    var found: [ConflictPage.Difference] = []
    if other.family != run.state.family {
      found.append(
        ConflictPage.Difference(
          parameter: FormRowID.familyPage, label: words(.family),
          yours: words(run.state.family.title),
          theirs: words(other.family.title),
          changedBy: side(run.state.family, other.family, baseFamily ?? other.family)))
    }
    for parameter in schema.parameters {
      let (name, own, present) = (
        parameter.name, mine.values[parameter.name], theirs.values[parameter.name]
      )
      guard own != present else { continue }
      found.append(
        ConflictPage.Difference(
          parameter: name, label: parameter.label,
          yours: answer(own ?? run.state.state(of: name)?.value, parameter, mine),
          theirs: answer(present ?? other.state(of: name)?.value, parameter, theirs),
          changedBy: side(own, present, base.values[name])))
    }
    return found
  }

  /// When a state was saved and, if the latest changes contain that save, by whom.
  private func lastSave(of state: PlacedState) async throws -> String {
    let call = page.call
    let when = EntryShowing.text(of: state.placed.updatedAt, call, try call.zone)
    let change = try await call.store.changes(before: nil, limit: 100).first { change in
      change.action != .reload && change.changedNames.contains(state.placed.name)
    }
    guard let who = change?.actor, !who.isEmpty else { return words("Last saved: \(when)") }
    return words("Last saved by \(name: who): \(when)")
  }

  func display(
    _ value: IntentValue?, _ parameter: ParameterDefinition, _ draft: IntentDraft
  ) -> String {
    value.map {
      ValueText.display(
        of: $0, type: parameter.type, schema: schema, words: words,
        titles: draft.titles[parameter.name])
    } ?? ""
  }

  /// Merges the chosen sides into the currently stored state, as a step that can be undone.
  ///
  /// If the widget has been saved again since the sides were shown, the conflict is handled anew.
  ///
  /// - Parameter side: The side to choose for all rows, `mine` or `theirs`; nil for the side that
  ///   was chosen for each row.
  mutating func merge(_ side: PageAction?) async throws -> Response? {
    guard let stored else { return nil }
    guard fields[.current] == stored.etag else {
      isRefused = true
      return try await conflict()
    }
    let differences = differences(from: stored)
    let theirs = differences.filter { difference in
      side.map { $0 == .theirs }
        ?? (difference.changedBy == .others
          || fields[FieldPrefix.side + difference.parameter] == PageAction.theirs.rawValue)
    }
    merge(into: stored, takingTheirs: Set(theirs.map(\.parameter)))
    said = words(
      side == .theirs
        ? "The form shows what is stored. Undo brings your answers back."
        : "The form shows your choice. It is not saved yet: press “\(Message.save)”.")
    return nil
  }

  /// Continues the form from a stored state, as a step that can be undone.
  ///
  /// The given parameters get their stored answers. All other parameters keep the form's answers.
  private mutating func merge(
    into current: PlacedState, takingTheirs names: Set<String>
  ) {
    let theirs = current.answers
    var progress = run.state.progress
    progress.earlier.append(progress.present)
    progress.undone = []
    for parameter in schema.parameters where names.contains(parameter.name) {
      progress.present.values[parameter.name] = theirs.values[parameter.name]
    }
    if names.contains(FormRowID.familyPage) { progress.present.family = current.placed.family }
    mergedETag = current.etag
    resume(progress, opening: theirs, current.placed.family)
  }
}

extension ConflictPage.Difference {
  /// The name of a parameter that only the other side has changed; nil for any other parameter.
  fileprivate var othersAlone: String? { changedBy == .others ? parameter : nil }
}
