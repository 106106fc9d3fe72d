import DefinitionFormats
import FormEngine
import IntentDocuments
import IntentModel
import Messages
import WidgetStore
import WidgetTimeline

/// The import of a text: it is checked whole first, and then stored in one transaction.
///
/// Both read the text part by part, so that memory does not grow with it, except by eight bytes for
/// each intent.
struct IntentImport: Sendable {
  let input: RepeatedInput
  /// The name of the text in messages.
  let file: String
  /// The requested name of the placed widget; nil for none.
  let name: String?
  /// Whether what is valid is stored although something else is not.
  let isPartial: Bool
  /// Whether answers may be lost that the present definition cannot hold.
  let acceptsLosses: Bool

  /// The maximum number of intents that are listed by name.
  private static let mostListed = 1_000

  /// What a check found.
  struct Checked {
    /// What is known of the widgets that the text refers to.
    var targets: IntentTargets
    /// The number of all intents.
    var count = 0
    /// The number of those that are stored.
    var valid = 0
    /// The lines about intents that are left out.
    var problems: [Message] = []
    /// For each intent that is stored, a line that begins with a verb.
    var done = LimitedProblems<Done>(limit: IntentImport.mostListed)
    /// Whether there can be something to say about an intent that is stored.
    var hasRemarks = false
  }

  /// An intent that is stored, as a line says it.
  struct Done {
    var name: String
    var intent: String
    var family: WidgetFamily
    /// Whether the same is stored already.
    var isUnchanged: Bool

    func callAsFunction(_ verb: String) -> Message {
      Message("\(isUnchanged ? "unchanged" : verb) \(name: name) (\(intent), \(family.rawValue))")
    }
  }

  /// Calls a body with the valid intents of one part after the other.
  func eachPart(
    _ targets: inout IntentTargets,
    _ body: (IntentJSON.Part, [IntentTargets.Found]) async throws -> Void
  ) async throws {
    var parts = IntentJSON.Parts(source: try input.pieces())
    while let part = try parts.next() {
      _ = try await targets.look(for: targets.mentions(in: part, name: name))
      var problems = IntentTargets.Problems()
      let (found, _) = targets.read(part, file: file, name: name, isPlacing: true, into: &problems)
      try await body(part, found)
    }
  }

  /// Checks the whole text, and changes nothing.
  ///
  /// - Throws: `CommandFailure` with everything that prevents the import.
  func check(
    _ targets: IntentTargets, _ store: PlacedWidgetStore, isDryRun: Bool
  ) async throws -> Checked {
    var checked = Checked(targets: targets)
    let words = FormWords(locale: "en")
    var problems = IntentTargets.Problems()
    var losses = LimitedProblems<Message>()
    var conflicts = LimitedProblems<StoreConflict>()
    var hashes: [Int] = []
    var parts = IntentJSON.Parts(source: try input.pieces())
    while let part = try parts.next() {
      let mentions = checked.targets.mentions(in: part, name: name)
      let known = try await checked.targets.look(for: mentions)
      let (found, count) = checked.targets.read(
        part, file: file, name: name, isPlacing: true, into: &problems)
      checked.count += count
      checked.valid += found.count
      let widgets = found.map { widget(for: $0, &losses) }
      let free = mentions.names.union(mentions.defaults)
      let new = Self.conflicts(of: widgets, known, among: free)
      conflicts.append(contentsOf: new)
      // Names that occur more than once are reported at the end, with those in other parts.
      var names = Set<String>()
      let unique = widgets.filter { names.insert(PlacedWidget.key($0.name)).inserted }
      if isDryRun, new.isEmpty, problems.isEmpty || isPartial {
        try await PlacedWidgets.asked { () async throws(StoreError) in
          try await store.check(unique)
        }
      }
      for (item, widget) in zip(found, widgets) {
        hashes.append(PlacedWidget.key(widget.name).hashValue)
        checked.done.append(
          Done(
            name: widget.name, intent: widget.intent, family: widget.family,
            isUnchanged: item.holds(widget)))
        checked.hasRemarks =
          checked.hasRemarks
          || item.widget.schema.intent.parameters.contains(where: \.options.isDynamic)
          || !remarks(on: item, words).isEmpty
      }
    }
    let clashes =
      losses.listed(file: file)
      + (try await clashes(&hashes, checked.targets)).listed(file: file)
    checked.problems = checked.targets.lines(of: problems, file: file)
    let refused = isPartial && checked.valid > 0 ? clashes : checked.problems + clashes
    guard refused.isEmpty else { throw CommandFailure(.findings, refused) }
    guard checked.valid > 0 else {
      throw CommandFailure(
        .findings, .placed(place: file, sentences: ["There is no intent in the file."]))
    }
    guard conflicts.isEmpty else {
      let error = StoreError(.conflicts(conflicts.kept), file: store.place)
      throw CommandFailure(.findings, [error.line] + [conflicts.remark].compactMap { $0 })
    }
    return checked
  }

  /// Stores the intents of a text that was checked, all or none.
  ///
  /// - Throws: `CommandFailure`, also if the store or the text is no longer as it was checked.
  func save(_ targets: IntentTargets, in store: PlacedWidgetStore) async throws {
    do {
      _ = try await store.saveAll {
        var parts = IntentJSON.Parts(source: try input.pieces())
        return {
          guard let part = try parts.next() else { return nil }
          let mentions = targets.mentions(in: part, name: name)
          return PlacedPart(names: mentions.names) { known in
            var targets = targets
            targets.know(known, of: mentions)
            var problems = IntentTargets.Problems()
            var losses = LimitedProblems<Message>()
            let (found, _) = targets.read(
              part, file: file, name: name, isPlacing: true, into: &problems)
            let widgets = found.compactMap { item in
              let widget = widget(for: item, &losses)
              // What is stored already makes no state and no event.
              return item.holds(widget) ? nil : widget
            }
            let lines = targets.lines(of: problems, file: file)
            let refused = (isPartial ? [] : lines) + losses.listed(file: file)
            guard refused.isEmpty else { throw CommandFailure(.findings, refused) }
            return widgets
          }
        }
      }
    } catch let error as StoreError {
      throw CommandFailure(.findings, error.line)
    }
  }

  /// What is to be said about an intent that is stored.
  func remarks(on item: IntentTargets.Found, _ words: FormWords) -> [Message] {
    let document = item.document
    let repetitions = item.widget.schema.remarksOnRepeatedChoices(
      in: document.draft, words: words, name: \.name)
    return ([item.widget.remark(onFamily: document.family)].compactMap { $0 } + repetitions).map {
      .placed(place: file, sentences: [$0])
    }
  }

  /// The name under which an intent is stored.
  private func chosenName(for item: IntentTargets.Found) -> String {
    name ?? item.document.name ?? item.old?.placed.name ?? item.widget.placedName
  }

  /// The placed widget to store.
  ///
  /// - Parameter losses: Receives the answers that the present definition cannot hold.
  private func widget(
    for item: IntentTargets.Found, _ losses: inout LimitedProblems<Message>
  ) -> PlacedWidget {
    let (chosen, document) = (chosenName(for: item), item.document)
    let draft = document.draft.keepingHidden(
      of: item.old?.migration.draft ?? IntentDraft(), schema: item.widget.schema,
      family: document.family)
    for loss in acceptsLosses ? [] : item.old?.migration.changes.losses(in: draft) ?? [] {
      losses.append(
        .placed(
          place: chosen,
          sentences: [
            loss.line,
            "Give this parameter another answer, or accept the loss with --accept-losses.",
          ]))
    }
    return item.widget.placed(
      as: chosen, family: document.family, draft: draft, revision: item.old?.placed.revision ?? 0)
  }

  /// The widgets whose names are taken.
  ///
  /// - Parameter names: The names of which it is known what is placed under them.
  private static func conflicts(
    of widgets: [PlacedWidget], _ known: [KnownWidget], among names: Set<String>
  ) -> [StoreConflict] {
    let revisions = Dictionary(known.map { ($0.name, $0.revision) }) { first, _ in first }
    return widgets.compactMap { widget in
      let name = PlacedWidget.key(widget.name)
      let expected = widget.revision > 0 ? widget.revision : nil
      guard names.contains(name), revisions[name] != expected else { return nil }
      return StoreConflict(name: name, expected: expected, found: revisions[name])
    }
  }

  /// The problems with names that several intents would have.
  ///
  /// - Parameter hashes: The hashes of all names; only if some are equal, the text is read once more
  ///   for the names themselves.
  private func clashes(
    _ hashes: inout [Int], _ targets: IntentTargets
  ) async throws -> LimitedProblems<Message> {
    var clashes = LimitedProblems<Message>()
    hashes.sort()
    var repeated = Set<Int>()
    for (hash, next) in zip(hashes, hashes.dropFirst()) where hash == next { repeated.insert(hash) }
    hashes = []
    guard !repeated.isEmpty else { return clashes }
    var seen = Set<String>()
    var targets = targets
    try await eachPart(&targets) { _, found in
      for chosen in found.map(chosenName) {
        let key = PlacedWidget.key(chosen)
        guard repeated.contains(key.hashValue), !seen.insert(key).inserted else { continue }
        let clash: Message =
          name == nil
          ? "Two intents would be placed as “\(name: chosen)”. Give each line its own “name”."
          : """
          Two intents would be placed as “\(name: chosen)”. Leave --name out and give each line \
          its own “name”.
          """
        clashes.append(.placed(place: file, sentences: [clash]))
      }
    }
    return clashes
  }
}
