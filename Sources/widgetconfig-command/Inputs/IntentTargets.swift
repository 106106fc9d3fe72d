import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import JSONCodings
import Messages
import Synchronization
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// The widgets to which intent JSON can refer, both available and placed ones.
///
/// A text is read in parts. Of the placed widgets, only those that the current part names are
/// known, and some of each intent in the parts read so far.
struct IntentTargets: Sendable {
  private let placed: PlacedWidgets
  private let library: (widgets: [ConfigurableWidget], problems: [Message])
  private var definitions: PlacedWidgets.Definitions
  /// The widgets to which intents can belong, and the same widgets by the type names of their
  /// intents.
  private var widgets: [ConfigurableWidget] = []
  private var widgetsByIntent: [String: [ConfigurableWidget]] = [:]
  /// The placed widgets under the names in the current part, by name, and some placed widgets of
  /// each intent in the text.
  private var named: [String: PresentWidget] = [:]
  private var ofIntent: [String: [PresentWidget]] = [:]
  /// Whether widgets that are not found by name are in the list of widgets, or may have to be added
  /// to it.
  private var hasOthers = false
  private let reported = ReportedEntries()

  /// The maximum number of an intent's placed widgets that are found by name, and the maximum
  /// number of its other placed widgets.
  ///
  /// An intent without a name can change only one of the placed widgets that were found in this
  /// way.
  static let maximumOfIntent = 200
  /// The maximum number of intents whose placed widgets are looked up.
  private static let maximumIntents = 1_000
  /// The maximum number of names in one request to the store.
  private static let maximumNames = 1_000

  /// The references that a part of a text contains.
  struct Mentions: Sendable {
    /// The names in the part, in the form in which they are stored.
    var names: Set<String>
    /// The type names of the intents in the part.
    var intents: Set<String>
    /// The names under which intents without a name can be placed, in the form in which they are
    /// stored.
    var defaults: Set<String>
    /// All names under which placed widgets are looked up.
    var allNames: Set<String> { names.union(defaults) }
  }

  /// An intent in a part, with its widget and the placed widget that it changes.
  struct Found {
    var document: IntentJSON.Document
    /// The location of the intent in the part.
    var line: IntentJSON.Line
    var widget: ConfigurableWidget
    var old: PresentWidget?

    /// Whether the placed widget already equals the widget to store.
    func holds(_ widget: PlacedWidget) -> Bool {
      old.map { widget.isSaved(as: $0.placed) } ?? false
    }
  }

  /// Reads the available widgets.
  init(_ placed: PlacedWidgets) {
    self.placed = placed
    let readable = placed.library.readable
    library = (readable.widgets, readable.problems.flatMap(\.lines))
    definitions = PlacedWidgets.Definitions(placed)
    arrange()
  }

  /// The references that a part contains.
  ///
  /// - Parameter name: The requested name of the placed widget; nil for none.
  func mentions(in part: IntentJSON.Part, name: String? = nil) -> Mentions {
    var mentions = Mentions(
      names: Set([name].compactMap { $0.map(PlacedWidget.key) }), intents: [], defaults: [])
    for header in IntentJSON.headers(of: part) {
      if let name = header.name { mentions.names.insert(PlacedWidget.key(name)) }
      guard let intent = header.typeName else { continue }
      mentions.intents.insert(intent)
      guard header.name == nil, name == nil else { continue }
      for widget in widgetsByIntent[intent] ?? [] {
        mentions.defaults.insert(PlacedWidget.key(widget.placedName))
      }
    }
    return mentions
  }

  /// Reads the placed widgets to which a part refers.
  ///
  /// - Returns: The widgets that are placed under the names that the part mentions.
  mutating func look(for mentions: Mentions) async throws -> [KnownWidget] {
    var ofIntents: [String: PlacedPage<PlacedWidget>] = [:]
    for intent in newIntents(in: mentions) {
      ofIntents[intent] = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await placed.store.some(ofIntent: intent, limit: Self.maximumOfIntent)
      }
    }
    var known: [KnownWidget] = []
    let sorted = mentions.allNames.sorted()
    for start in stride(from: 0, to: sorted.count, by: Self.maximumNames) {
      let names = Set(sorted[start...].prefix(Self.maximumNames))
      known += try await PlacedWidgets.asked { () async throws(StoreError) in
        try await placed.store.known(named: names)
      }
    }
    know(PlacedPart.Present(named: known, ofIntents: ofIntents), of: mentions)
    return known
  }

  /// The intents that a part mentions but whose placed widgets are not known yet.
  func newIntents(in mentions: Mentions) -> [String] {
    let new = mentions.intents.filter { ofIntent[$0] == nil }.sorted()
    return Array(new.prefix(Self.maximumIntents - ofIntent.count))
  }

  /// Adds the placed widgets under the names that a part mentions, and the placed widgets of its
  /// new intents.
  mutating func know(_ present: PlacedPart.Present, of mentions: Mentions) {
    for (intent, page) in present.ofIntents {
      for damaged in page.damaged where reported.insert(damaged.name) {
        Terminal.say(placed.words(placed.line(about: damaged)))
      }
      ofIntent[intent] = page.readable.compactMap { try? definitions.present($0) }
      hasOthers = true
    }
    named = [:]
    for stored in present.named where mentions.names.contains(stored.name) {
      guard let widget = stored.widget else { continue }
      named[stored.name] = try? definitions.present(widget)
    }
    if hasOthers || named.values.contains(where: { !$0.widget.isFoundByName }) { arrange() }
  }

  /// Puts the widgets of the library and the widgets that placed widgets configure into one list.
  private mutating func arrange() {
    let placed: [PresentWidget] = Array(named.values) + ofIntent.values.joined()
    let others = placed.map(\.widget).filter { !$0.isFoundByName }
    hasOthers = !others.isEmpty
    var seen = Set<String>()
    widgets = library.widgets + others.sorted { $0.definitionPath < $1.definitionPath }
    widgets.removeAll { widget in
      let names = [widget.definitionPath, widget.entry ?? "", widget.schema.intent.typeName]
      return !seen.insert(names.joined(separator: " ")).inserted
    }
    widgetsByIntent = Dictionary(grouping: widgets, by: \.schema.intent.typeName)
  }

  /// The placed widget with a name and an intent.
  private func placed(_ name: String?, _ intent: String?) -> PresentWidget? {
    guard let name, let found = named[PlacedWidget.key(name)], found.placed.intent == intent else {
      return nil
    }
    return found
  }

  /// The problems with the intents of a text.
  struct Problems: Sendable {
    fileprivate var unclear = LimitedProblems<Message>()
    fileprivate var errors = LimitedProblems<FormatError>()
    fileprivate var homeless = LimitedProblems<Message>()

    /// Whether there are no problems.
    var isEmpty: Bool { unclear.isEmpty && errors.isEmpty && homeless.isEmpty }

    /// Adds the problems of a following part.
    fileprivate mutating func append(contentsOf other: Problems) {
      unclear.append(contentsOf: other.unclear)
      errors.append(contentsOf: other.errors)
      homeless.append(contentsOf: other.homeless)
    }
  }

  /// The lines of problems, together with problems of the library that may be their cause.
  func lines(of problems: Problems, file: String) -> [Message] {
    let isUnknown = problems.errors.kept.contains {
      $0.code == IntentIssue.Reason.wrongIntentCode
    }
    var hints = isUnknown ? library.problems : []
    if library.widgets.isEmpty, library.problems.isEmpty {
      hints.append(
        .placed(
          place: placed.library.place,
          sentences: [
            "There is no widget.",
            "Name the folder of the widgets, a definition or its source with --intents.",
          ]))
    }
    return problems.errors.listed(file: file).flatMap(\.lines)
      + problems.unclear.listed(file: file) + problems.homeless.listed(file: file) + hints
  }

  /// Reads the intents of a part.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - file: The name of the text in messages.
  ///   - name: The requested name of the placed widget; nil for none.
  ///   - isPlacing: Whether it is a problem if an intent could change several placed widgets, or if
  ///     its name cannot be stored.
  ///   - problems: Receives the problems.
  /// - Returns: The valid intents, and the number of all intents.
  func read(
    _ part: IntentJSON.Part, file: String, name: String? = nil, isPlacing: Bool = false,
    into problems: inout Problems
  ) -> (found: [Found], count: Int) {
    let documents = IntentJSON.documents(of: part)
    let parts = documents.concurrentParts { documents in
      var (found, problems): ([Found], Problems) = ([], Problems())
      for document in documents {
        let read = self.read(
          document, of: part, file: file, name: name, isPlacing: isPlacing, into: &problems)
        if let read { found.append(read) }
      }
      return (found, problems)
    }
    for (_, found) in parts { problems.append(contentsOf: found) }
    return (parts.flatMap(\.0), documents.count)
  }

  /// Reads one intent; nil if it is not valid.
  private func read(
    _ place: (number: Int, place: Range<Int>), of part: IntentJSON.Part, file: String,
    name: String?, isPlacing: Bool, into problems: inout Problems
  ) -> Found? {
    var placedName: String?
    var unclear: Message?
    var present: [IntentSchema]?
    var line = IntentJSON.read(place, of: part) { header in
      placedName = header.name
      let candidates = candidates(for: header, name: name)
      if candidates.count > 1,
        candidates.allSatisfy({
          $0.schema(ofIntentNamed: header.typeName).intent.typeName == header.typeName
        })
      {
        unclear = ambiguity(header.typeName ?? "", candidates, file: file)
        return []
      }
      let schemas = candidates.map { $0.schema(ofIntentNamed: header.typeName) }
      present =
        zip(candidates, schemas).allSatisfy { $0.schema == $1 } ? nil : candidates.map(\.schema)
      return schemas
    }
    // If a document names the kind instead of the intent and is invalid, the wrong intent name is
    // reported as well.
    if let present, case .failure = line.result {
      line = IntentJSON.read(place, of: part) { _ in present }
    }
    if let unclear { problems.unclear.append(unclear) }
    let invalid = isPlacing && name == nil ? placedName.flatMap(PlacedWidget.invalidName) : nil
    if let invalid {
      let issue = IntentIssue(
        .malformed(invalid.message, remedy: invalid.advice),
        at: IntentPath([.key(IntentJSON.Key.name.rawValue)]))
      let located = IntentJSON.locate([issue], in: part.bytes, line: line)
      problems.errors.append(contentsOf: located.errors(file: file).errors)
    }
    let document: IntentJSON.Document
    switch line.result {
    case .failure(let problem):
      // If it is ambiguous which widget the intent is for, only that is reported.
      problems.errors.append(
        contentsOf: problem.errors(file: file).errors.filter {
          unclear == nil || $0.code != IntentIssue.Reason.wrongIntentCode
        })
      return nil
    case .success(let read): document = read
    }
    if isPlacing, let problem = severalPlaced(of: document, name: name, file: file) {
      problems.homeless.append(problem)
      return nil
    }
    let header = IntentJSON.Header(name: document.name, typeName: document.typeName)
    guard invalid == nil, let widget = candidates(for: header, name: name).first else { return nil }
    return Found(
      document: document, line: line, widget: widget, old: old(for: header, name: name, of: widget))
  }

  /// The widgets that a document can be for.
  ///
  /// These are the widget that the named placed widget configures, or else the widgets with the
  /// intent's type, or else all widgets, so that a mistyped name can be reported.
  private func candidates(for header: IntentJSON.Header, name: String?) -> [ConfigurableWidget] {
    if let found = placed(name ?? header.name, header.typeName) { return [found.widget] }
    // Even if a different name was requested, the document's own name identifies the definition.
    if let found = placed(header.name, header.typeName) { return [found.widget] }
    guard let intent = header.typeName else { return widgets }
    if let found = widgetsByIntent[intent] { return found }
    let ofKind = widgets.filter { $0.kind == intent }
    return ofKind.isEmpty ? widgets : ofKind
  }

  /// The placed widget that a document changes: the one that it names, or else the one with the
  /// widget's default name, or else the first one.
  private func old(
    for header: IntentJSON.Header, name: String?, of widget: ConfigurableWidget
  ) -> PresentWidget? {
    if let chosen = name ?? header.name {
      return named[PlacedWidget.key(chosen)].flatMap { widget.isSame(as: $0.widget) ? $0 : nil }
    }
    let own = placed(of: widget)
    return own.first { $0.placed.name == widget.placedName } ?? own.first
  }

  /// The problem that a document has no name and its widget is placed several times, but not under
  /// the default name.
  ///
  /// An export omits a name that is the default name.
  private func severalPlaced(
    of document: IntentJSON.Document, name: String?, file: String
  ) -> Message? {
    let header = IntentJSON.Header(name: document.name, typeName: document.typeName)
    guard name ?? document.name == nil, let widget = candidates(for: header, name: nil).first else {
      return nil
    }
    let names = placed(of: widget).map(\.placed.name)
    guard names.count > 1, !names.contains(widget.placedName) else { return nil }
    let several = Message(
      """
      \(document.typeName) is placed several times: \(names.joined(separator: ", ")). Choose one \
      with “name” in the JSON, or with --name.
      """
    )
    return .placed(place: file, sentences: [several])
  }

  /// The placed widgets that configure a widget.
  private func placed(of widget: ConfigurableWidget) -> [PresentWidget] {
    (ofIntent[widget.schema.intent.typeName] ?? []).filter { widget.isSame(as: $0.widget) }
  }

  private func ambiguity(
    _ typeName: String, _ candidates: [ConfigurableWidget], file: String
  ) -> Message {
    let listed = candidates.map { $0.isFoundByName ? $0.name : $0.definitionPath }
      .joined(separator: ", ")
    return .placed(
      place: file,
      sentences: [
        """
        \(typeName) is defined in several places: \(listed). Choose one with “name” in the JSON, \
        or with --name.
        """
      ])
  }
}

/// The names of damaged placed widgets that have been reported, so that each is reported only once.
private final class ReportedEntries: Sendable {
  private let names = Mutex<Set<String>>([])

  /// Records a name; returns whether it is new.
  func insert(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }
}

extension LimitedProblems<Message> {
  /// The lines of the problems; if some problems are not listed, the last line has their number.
  func listed(file: String) -> [Message] {
    kept + [remark].compactMap { $0 }.map { .placed(place: file, sentences: [$0]) }
  }
}
