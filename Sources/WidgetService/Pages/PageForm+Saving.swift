import DefinitionFormats
import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import Messages
import WidgetPages
import WidgetStore
import WidgetTimeline

extension PageForm {
  // MARK: Saving

  var ownPath: [String] {
    let kind = item.widget.kind
    if page.isEmbedded { return ["embed", kind] + (placedName.map { [$0] } ?? []) }
    return placedName.map { ["placed", $0] } ?? ["widgets", kind]
  }

  /// Saves through the API's route, with its protection against lost updates.
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
    if !run.state.losses.isEmpty, fields["losses"] != "accepted" {
      (showsReview, isRefused) = (true, true)
      self.said = words("Some stored answers would be lost. Look at the review, then save again.")
      return nil
    }
    let body: JSONValue = .members([
      "kind": .string(item.widget.kind), "family": .string(run.state.family.rawValue),
      "draft": IntentValueWriter(schema: schema).json(run.state.draft.values),
      "definition": .string(item.definition), "acceptLosses": .flag(!run.state.losses.isEmpty),
    ])
    var headers = HTTPFields()
    if placedName == nil { headers[.ifNoneMatch] = "*" } else { headers[.ifMatch] = etag }
    let said: Said
    do {
      try await page.change(name, by: PlacedRoutes.put, headers, body)
      // Answers that were only carried over to another definition keep their ETag when they are saved.
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
      if placedName == nil, problem.code == "invalid-texts" {
        nameProblem = words.line(problem.message, problem.remedy)
        return nil
      }
      self.said =
        ([words.line(problem.message, problem.remedy)]
        + problem.issues.map { words.line($0.message, $0.remedy) }).joined(separator: " ")
      return nil
    }
    let path = page.isEmbedded ? ["embed", item.widget.kind, name] : ["placed", name]
    return page.redirect(page.link(path, [(name: "said", value: said.rawValue)]))
  }

  /// Responds with both sides of a conflict.
  private func conflict() async throws -> Response {
    let name = placedName ?? newName
    let current = try await PlacedState.find(name, page.call)
    let theirs = current.answers
    let mine = run.state.draft
    let other = FormState(
      item.setup(including: [current.placed.family], today: nil), draft: theirs,
      family: current.placed.family)
    let differences = schema.parameters.compactMap {
      parameter -> ConflictPage.Difference? in
      let own = mine.values[parameter.name]
      let present = theirs.values[parameter.name]
      guard own != present else { return nil }
      return ConflictPage.Difference(
        parameter: parameter.name, label: parameter.label,
        yours: display(own ?? run.state.state(of: parameter.name)?.value, parameter, mine),
        theirs: display(
          present ?? other.state(of: parameter.name)?.value, parameter, theirs),
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
    let coding = FormProgressCoding(schema: schema)
    let document = ConflictPage(
      page: page.page, name: name, address: page.link(ownPath),
      title: words(.pageConflict(name: name.harmless(limit: 200))),
      differences: family + differences, draft: coding.draft(run.state.progress),
      steps: coding.steps(run.state.progress), etag: current.etag, base: etag,
      definition: item.definition
    ).document
    return page.answer(document, status: .conflict)
  }

  private func display(
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
  /// If the widget was saved again since the sides were shown, they are shown again.
  ///
  /// - Parameter choice: `mine` and `theirs` take one side of all rows.
  mutating func merge(_ choice: String) async throws -> Response? {
    guard let stored else { return nil }
    guard fields["current"] == stored.etag else {
      isRefused = true
      return try await conflict()
    }
    let theirs = stored.answers
    var values = run.state.draft.values
    var family = run.state.family
    func isTheirs(_ name: String) -> Bool {
      choice == "theirs" || choice == "merge" && fields["side." + name] == "theirs"
    }
    for parameter in schema.parameters where isTheirs(parameter.name) {
      values[parameter.name] = theirs.values[parameter.name]
    }
    if isTheirs("~family") { family = stored.placed.family }
    var progress = run.state.progress
    progress.earlier.append(progress.present)
    progress.undone = []
    progress.present.values = values
    progress.present.family = family
    isMerged = true
    said = words(
      choice == "theirs"
        ? "The form shows what is stored. Undo brings your answers back."
        : "The form shows your choice. It is not saved yet: press “\(Message.save)”.")
    resume(progress, opening: theirs, stored.placed.family)
    return nil
  }
}
