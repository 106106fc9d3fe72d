import FormEngine
import IntentDocuments
import IntentModel
import JSONCodings
import Messages
import Synchronization
import WidgetStore
import WidgetTimeline

/// The import of texts: unless it is partial, either completely or not at all.
///
/// The texts are read once, in parts, and stored in a single transaction. If a problem prevents the
/// import, the transaction is rolled back and all texts are checked, so that all problems are
/// reported. Memory does not grow with the texts, except for the hashes of the names.
struct IntentImport: Sendable {
  /// A text, with its name for messages.
  struct Input: Sendable {
    var file: String
    var text: RepeatedInput
  }

  let inputs: [Input]
  /// The requested name of the placed widget; nil for none.
  let name: String?
  /// Whether valid intents are stored even if others are invalid.
  let isPartial: Bool
  /// Whether answers that the current definition cannot hold may be lost.
  let acceptsLosses: Bool

  /// The maximum number of intents that are listed by name.
  static let maximumListed = 1_000

  /// The names of the texts, for messages about all of them.
  var files: String { inputs.map(\.file).joined(separator: ", ") }

  /// Cuts the texts into parts, one text after the other.
  private struct Parts {
    private var waiting: ArraySlice<Input>
    private var current: (file: String, parts: IntentJSON.Parts)?

    init(_ inputs: [Input]) { waiting = inputs[...] }

    /// The next part, with the name of its text; nil after the end of the last text.
    mutating func next() throws -> (part: IntentJSON.Part, file: String)? {
      while true {
        if let part = try current?.parts.next(), let file = current?.file { return (part, file) }
        guard let input = waiting.popFirst() else { return nil }
        current = (input.file, IntentJSON.Parts(source: try input.text.pieces()))
      }
    }
  }

  /// The results of reading the text.
  struct Findings: Sendable {
    /// The known widgets to which the text refers.
    var targets: IntentTargets
    /// The number of all intents.
    var count = 0
    /// The number of stored intents.
    var valid = 0
    /// The stored intents that are listed, each in one line.
    var done = LimitedProblems<Done>(limit: IntentImport.maximumListed)
    /// The names of the texts that contain an intent.
    fileprivate var filled = Set<String>()
    /// Whether there could be a remark about a stored intent.
    var hasRemarks = false

    fileprivate var problems = IntentTargets.Problems()
    fileprivate var losses = LimitedProblems<Message>()
    fileprivate var conflicts = LimitedProblems<StoreConflict>()
    /// The hashes of the names of all stored intents, and the hashes that occur more than once.
    fileprivate var hashes = Set<Int>()
    fileprivate var repeated = Set<Int>()

    fileprivate init(_ targets: IntentTargets) { self.targets = targets }

    /// The lines about omitted intents.
    ///
    /// - Parameter file: The names of the texts, for problems that are only counted.
    func lines(file: String) -> [Message] { targets.lines(of: problems, file: file) }
  }

  /// The problems that prevent the texts from being stored.
  private struct Refused: Error {
    var lines: [Message]
  }

  /// A stored intent, as it is listed in a line.
  struct Done {
    var name: String
    var intent: String
    var family: WidgetFamily
    /// Whether the same widget was already stored.
    var isUnchanged: Bool

    func callAsFunction(_ verb: String) -> Message {
      Message("\(isUnchanged ? "unchanged" : verb) \(name: name) (\(intent), \(family.rawValue))")
    }
  }

  /// Calls a body with the valid intents of each part.
  func eachPart(
    _ targets: inout IntentTargets,
    _ body: (IntentJSON.Part, String, [IntentTargets.Found]) async throws -> Void
  ) async throws {
    var parts = Parts(inputs)
    while let (part, file) = try parts.next() {
      _ = try await targets.look(for: targets.mentions(in: part, name: name))
      var problems = IntentTargets.Problems()
      let (found, _) = targets.read(part, file: file, name: name, isPlacing: true, into: &problems)
      try await body(part, file, found)
    }
  }

  /// Stores the intents of the text or, for a dry run, reports what that would do.
  ///
  /// - Throws: `CommandFailure` with all problems that prevent the import.
  func run(
    _ targets: IntentTargets, _ store: PlacedWidgetStore, isDryRun: Bool
  ) async throws -> Findings {
    guard !isDryRun else { return try await check(targets, store, isDryRun: true) }
    // Most invalid texts fail in their first part, and then no store is created for them.
    var failure: any Error = Refused(lines: [])
    if let begun = try? await check(targets, store, parts: 1) {
      do {
        return try await save(begun.targets, in: store)
      } catch {
        failure = error
      }
    }
    let checked = try await check(targets, store)
    guard failure is Refused else { throw failure }
    do {
      return try await save(checked.targets, in: store, isChecked: true)
    } catch let refused as Refused {
      throw CommandFailure(.findings, refused.lines)
    }
  }

  /// Checks the text without changing anything.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether to check as well that the store could store the widgets.
  ///   - parts: The number of parts to check.
  /// - Throws: `CommandFailure` with all problems that prevent the import.
  private func check(
    _ targets: IntentTargets, _ store: PlacedWidgetStore, isDryRun: Bool = false,
    parts most: Int = .max
  ) async throws -> Findings {
    var findings = Findings(targets)
    var parts = Parts(inputs)
    var number = 0
    while number < most, let (part, file) = try parts.next() {
      number += 1
      let mentions = findings.targets.mentions(in: part, name: name)
      let known = try await findings.targets.look(for: mentions)
      let widgets = take(part, of: file, mentions, known, into: &findings).map(\.widget)
      guard isDryRun, findings.conflicts.isEmpty, findings.problems.isEmpty || isPartial else {
        continue
      }
      // Names that occur more than once are reported at the end, so that names in other parts are
      // included.
      let unique = widgets.firsts { PlacedWidget.key($0.name) }
      try await PlacedWidgets.asked { () async throws(StoreError) in
        try await store.check(unique)
      }
    }
    let clashes =
      findings.losses.listed(file: files)
      + (try await clashes(findings.repeated, findings.targets)).listed(file: files)
    let problems = findings.lines(file: files) + (most == .max ? emptyTexts(findings) : [])
    let refused = isPartial && findings.valid > 0 ? clashes : problems + clashes
    guard refused.isEmpty else { throw CommandFailure(.findings, refused) }
    guard findings.valid > 0 else { throw CommandFailure(.findings, emptyTexts(findings)) }
    guard findings.conflicts.isEmpty else {
      throw CommandFailure(.findings, lines(of: findings.conflicts, in: store))
    }
    return findings
  }

  /// Stores the valid intents of the text, either all of them or none.
  ///
  /// - Parameter isChecked: Whether the text has been checked and no name occurs twice in it.
  /// - Throws: `Refused` if a problem prevents the import; `CommandFailure` if the store fails.
  private func save(
    _ targets: IntentTargets, in store: PlacedWidgetStore, isChecked: Bool = false
  ) async throws -> Findings {
    let saving = Saving(self, targets, store, isChecked: isChecked)
    do {
      _ = try await store.saveAll(saving.begin)
    } catch let error as StoreError {
      throw CommandFailure(.findings, error.line)
    }
    let findings = saving.found
    guard findings.valid > 0 else { throw Refused(lines: []) }
    return findings
  }

  /// One pass over the texts inside the transaction that stores them.
  ///
  /// It starts again whenever the store restarts the transaction.
  private final class Saving: Sendable {
    private let texts: IntentImport
    private let targets: IntentTargets
    private let store: PlacedWidgetStore
    private let isChecked: Bool
    private let findings: Mutex<Findings>

    init(
      _ texts: IntentImport, _ targets: IntentTargets, _ store: PlacedWidgetStore, isChecked: Bool
    ) {
      (self.texts, self.targets, self.store) = (texts, targets, store)
      self.isChecked = isChecked
      findings = Mutex(Findings(targets))
    }

    /// The results since the transaction was last started.
    var found: Findings { findings.withLock { $0 } }

    /// Starts with the first part, and returns a function that returns the next part.
    @Sendable func begin() -> () throws -> PlacedPart? {
      findings.withLock { $0 = Findings(targets) }
      var parts = Parts(texts.inputs)
      return { try parts.next().map { self.part($0.part, of: $0.file) } }
    }

    /// A part in the form that the store accepts, with its widgets and everything on which the part
    /// depends.
    private func part(_ part: IntentJSON.Part, of file: String) -> PlacedPart {
      let (mentions, intents) = findings.withLock { findings in
        let mentions = findings.targets.mentions(in: part, name: texts.name)
        return (mentions, findings.targets.newIntents(in: mentions))
      }
      return PlacedPart(
        names: mentions.allNames, intents: (intents, IntentTargets.maximumOfIntent)
      ) { present in try self.widgets(of: part, file, mentions, present) }
    }

    /// The widgets of a part, except those that are already stored: saving them again would add
    /// neither a state nor an event.
    ///
    /// - Throws: `Refused` if this part or an earlier one has a problem that prevents the import.
    private func widgets(
      of part: IntentJSON.Part, _ file: String, _ mentions: IntentTargets.Mentions,
      _ present: PlacedPart.Present
    ) throws -> [PlacedWidget] {
      try findings.withLock { findings in
        findings.targets.know(present, of: mentions)
        let items = texts.take(part, of: file, mentions, present.named, into: &findings)
        let refused = lines(refusing: findings)
        guard refused.isEmpty, isChecked || findings.repeated.isEmpty else {
          throw Refused(lines: refused)
        }
        return items.filter { !$0.found.holds($0.widget) }.map(\.widget)
      }
    }

    private func lines(refusing findings: Findings) -> [Message] {
      (texts.isPartial ? [] : findings.lines(file: texts.files))
        + findings.losses.listed(file: texts.files)
        + texts.lines(of: findings.conflicts, in: store)
    }
  }

  /// The lines about texts that contain no intent.
  private func emptyTexts(_ findings: Findings) -> [Message] {
    inputs.filter { !findings.filled.contains($0.file) }
      .map { .placed(place: $0.file, sentences: ["There is no intent in the file."]) }
  }

  /// Reads a part of the text.
  ///
  /// - Parameter known: The widgets that are placed under the names that the part mentions.
  /// - Returns: The valid intents, with the widgets to store.
  private func take(
    _ part: IntentJSON.Part, of file: String, _ mentions: IntentTargets.Mentions,
    _ known: [KnownWidget],
    into findings: inout Findings
  ) -> [(found: IntentTargets.Found, widget: PlacedWidget)] {
    let (found, count) = findings.targets.read(
      part, file: file, name: name, isPlacing: true, into: &findings.problems)
    findings.count += count
    if count > 0 { findings.filled.insert(file) }
    findings.valid += found.count
    let widgets = found.map { widget(for: $0, &findings.losses) }
    findings.conflicts.append(
      contentsOf: Self.conflicts(of: widgets, known, among: mentions.allNames))
    for (item, widget) in zip(found, widgets) {
      let hash = PlacedWidget.key(widget.name).hashValue
      if !findings.hashes.insert(hash).inserted { findings.repeated.insert(hash) }
      findings.done.append(
        Done(
          name: widget.name, intent: widget.intent, family: widget.family,
          isUnchanged: item.holds(widget)))
      findings.hasRemarks =
        findings.hasRemarks
        || item.widget.schema.intent.parameters.contains(where: \.options.isDynamic)
        || !remarks(on: item, of: file, .english).isEmpty
    }
    return zip(found, widgets).map { (found: $0, widget: $1) }
  }

  /// The lines about names that are already in use; empty if there are none.
  private func lines(
    of conflicts: LimitedProblems<StoreConflict>, in store: PlacedWidgetStore
  ) -> [Message] {
    guard !conflicts.isEmpty else { return [] }
    let error = StoreError(.conflicts(conflicts.kept), file: store.place)
    return [error.line] + [conflicts.remark].compactMap { $0 }
  }

  /// The remarks about a stored intent.
  func remarks(
    on item: IntentTargets.Found, of file: String, _ words: FormWords
  ) -> [Message] {
    let document = item.document
    let repetitions = item.widget.schema.remarksOnRepeatedChoices(
      in: document.draft, words: words, name: \.name)
    let schema = item.widget.schema
    let few = schema.tooFewValues(in: schema.evaluate(document.draft, family: document.family))
    let remarks =
      [item.widget.remark(onFamily: document.family)].compactMap { $0 } + repetitions
      + few.map(\.line)
    return remarks.map { .placed(place: file, sentences: [$0]) }
  }

  /// The name under which an intent is stored.
  private func chosenName(for item: IntentTargets.Found) -> String {
    name ?? item.document.name ?? item.old?.placed.name ?? item.widget.placedName
  }

  /// The placed widget to store.
  ///
  /// - Parameter losses: Receives the answers that the current definition cannot hold.
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

  /// The widgets whose names are already in use.
  ///
  /// - Parameter names: The names whose placed widgets are known.
  private static func conflicts(
    of widgets: [PlacedWidget], _ known: [KnownWidget], among names: Set<String>
  ) -> [StoreConflict] {
    let revisions = Dictionary(firsts: known.map { ($0.name, $0.revision) })
    return widgets.compactMap { widget in
      let name = PlacedWidget.key(widget.name)
      let expected = widget.revision > 0 ? widget.revision : nil
      guard names.contains(name), revisions[name] != expected else { return nil }
      return StoreConflict(name: name, expected: expected, found: revisions[name])
    }
  }

  /// The problems with names that several intents would share.
  ///
  /// - Parameter repeated: The hashes of these names; if there are none, the text is not read
  ///   again.
  private func clashes(
    _ repeated: Set<Int>, _ targets: IntentTargets
  ) async throws -> LimitedProblems<Message> {
    var clashes = LimitedProblems<Message>()
    guard !repeated.isEmpty else { return clashes }
    var seen = Set<String>()
    var targets = targets
    try await eachPart(&targets) { _, file, found in
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
