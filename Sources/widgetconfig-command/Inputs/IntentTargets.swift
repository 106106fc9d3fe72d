import DefinitionFormats
import FormEngine
import Foundation
import IntentDocuments
import IntentModel
import Messages
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// The widgets that intent JSON can refer to: available and placed ones.
struct IntentTargets {
  /// The widgets that intents can be for, and the same by the type names of their intents.
  private let widgets: [ConfigurableWidget]
  private let widgetsByIntent: [String: [ConfigurableWidget]]
  /// The placed widgets that the text names, by name, and some of each intent in it.
  private let named: [String: PresentWidget]
  private let ofIntent: [String: [PresentWidget]]
  private let problems: [Message]

  /// The number of placed widgets of an intent among which one without a name is looked for.
  private static let mostOfIntent = 200

  /// An intent of a file with its widget and the placed widget that it changes.
  struct Found {
    var document: IntentJSON.Document
    /// The location of the intent in the text.
    var line: IntentJSON.Line
    var widget: ConfigurableWidget
    var old: PresentWidget?
  }

  /// Reads the available widgets, and of the placed ones only those that a text refers to.
  ///
  /// - Parameters:
  ///   - placed: The store and the library.
  ///   - bytes: One document, or JSON Lines.
  ///   - name: The requested name of the placed widget; nil for none.
  init(_ placed: PlacedWidgets, for bytes: [UInt8], name: String? = nil) async throws {
    let library = placed.library.readable
    var names = Set([name].compactMap { $0 })
    var intents = Set<String>()
    IntentJSON.readAll(bytes) { header in
      if let name = header.name { names.insert(name) }
      if let intent = header.typeName { intents.insert(intent) }
      return []
    } into: { _ in
      true
    }
    var definitions = PlacedWidgets.Definitions(placed)
    var named: [String: PresentWidget] = [:]
    let sorted = names.sorted()
    for start in stride(from: 0, to: sorted.count, by: 1_000) {
      let part = Set(sorted[start..<min(start + 1_000, sorted.count)])
      let found = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await placed.store.widgets(named: part)
      }
      for stored in found { named[stored.name] = try? definitions.present(stored) }
    }
    var ofIntent: [String: [PresentWidget]] = [:]
    for intent in intents.sorted().prefix(1_000) {
      let query = PlacedQuery(origin: PlacedOrigin(intent: intent), limit: Self.mostOfIntent)
      let page = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await placed.store.page(query)
      }
      for damaged in page.damaged { Terminal.say(placed.words(placed.line(about: damaged))) }
      ofIntent[intent] = page.readable.compactMap { try? definitions.present($0) }
    }
    let others = (Array(named.values) + ofIntent.values.joined()).map(\.widget)
      .filter { !$0.isFoundByName }.sorted { $0.definitionPath < $1.definitionPath }
    var seen = Set<String>()
    widgets = (library.widgets + others).filter {
      seen.insert("\($0.definitionPath) \($0.entry ?? "") \($0.schema.intent.typeName)").inserted
    }
    widgetsByIntent = Dictionary(grouping: widgets, by: \.schema.intent.typeName)
    (self.named, self.ofIntent) = (named, ofIntent)
    problems = library.problems.flatMap(\.lines)
  }

  /// The placed widget with a name and an intent.
  private func placed(_ name: String?, _ intent: String?) -> PresentWidget? {
    guard let name, let found = named[PlacedWidget.key(name)], found.placed.intent == intent else {
      return nil
    }
    return found
  }

  /// The valid intents of a text, and the problems with the others.
  struct Reading {
    var found: [Found]
    var problems: [Message]
    /// The number of documents, valid or not.
    var count: Int

    /// - Throws: `CommandFailure` with all problems, if there are any.
    func refuseProblems() throws {
      guard problems.isEmpty else { throw CommandFailure(.findings, problems) }
    }
  }

  /// Reads the intents of a text.
  ///
  /// - Parameters:
  ///   - bytes: One document, or JSON Lines.
  ///   - file: The name of the text in messages.
  ///   - name: The requested name of the placed widget; nil for none.
  ///   - isPlacing: Whether an intent that could change several placed widgets, or whose name
  ///     cannot be stored, is a problem.
  func read(
    _ bytes: [UInt8], file: String, name: String? = nil, isPlacing: Bool = false
  ) -> Reading {
    var unclear = LimitedProblems<Message>()
    var errors = LimitedProblems<FormatError>()
    var homeless = LimitedProblems<Message>()
    var found: [Found] = []
    var count = 0
    var placedName: String?
    IntentJSON.readAll(bytes) { header in
      placedName = header.name
      let candidates = candidates(for: header, name: name)
      if candidates.count > 1,
        candidates.allSatisfy({ $0.schema.intent.typeName == header.typeName })
      {
        unclear.append(ambiguity(header.typeName ?? "", candidates, file: file))
        return []
      }
      return candidates.map(\.schema)
    } into: { line in
      count += 1
      let invalid = isPlacing && name == nil ? placedName.flatMap(PlacedWidget.invalidName) : nil
      placedName = nil
      if let invalid {
        let issue = IntentIssue(
          .malformed(invalid.message, remedy: invalid.advice),
          at: IntentPath([.key(IntentJSON.Key.name.rawValue)]))
        let located = IntentJSON.locate([issue], in: bytes, line: line)
        errors.append(contentsOf: located.errors(file: file).errors)
      }
      switch line.result {
      case .failure(let problem):
        // If the intent's widget is ambiguous, report only that.
        errors.append(
          contentsOf: problem.errors(file: file).errors.filter {
            unclear.isEmpty || $0.code != "wrong-intent"
          })
      case .success(let document):
        if isPlacing, let problem = severalPlaced(of: document, name: name, file: file) {
          homeless.append(problem)
          break
        }
        guard invalid == nil else { break }
        let header = IntentJSON.Header(name: document.name, typeName: document.typeName)
        guard let widget = candidates(for: header, name: name).first else { break }
        found.append(
          Found(
            document: document, line: line, widget: widget,
            old: old(for: header, name: name, of: widget)))
      }
      return true
    }
    let hints = errors.kept.contains { $0.code == "wrong-intent" } ? problems : []
    return Reading(
      found: found,
      problems: errors.listed(file: file).flatMap(\.lines) + unclear.listed(file: file)
        + homeless.listed(file: file) + hints,
      count: count)
  }

  /// The widgets that a document can be for.
  ///
  /// These are the widget of the placed widget that it names, or else those with its intent type,
  /// or else all, so that a mistyped name can be reported.
  private func candidates(for header: IntentJSON.Header, name: String?) -> [ConfigurableWidget] {
    if let found = placed(name ?? header.name, header.typeName) { return [found.widget] }
    // With another requested name, the document's own name still identifies the definition.
    if let found = placed(header.name, header.typeName) { return [found.widget] }
    return header.typeName.flatMap { widgetsByIntent[$0] } ?? widgets
  }

  /// The placed widget that a document changes: the one that it names, or else the widget's default
  /// or first one.
  private func old(
    for header: IntentJSON.Header, name: String?, of widget: ConfigurableWidget
  ) -> PresentWidget? {
    if let chosen = name ?? header.name {
      return named[PlacedWidget.key(chosen)].flatMap { widget.isSame(as: $0.widget) ? $0 : nil }
    }
    let own = placed(of: widget)
    return own.first { $0.placed.name == widget.placedName } ?? own.first
  }

  /// The problem with a document without a name if several of its widget are placed, none under the
  /// default name.
  ///
  /// An export omits the default name.
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

  /// Placed widgets of a widget.
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

extension LimitedProblems<Message> {
  /// The lines of the problems; the last line has the number of unlisted problems, if there are
  /// any.
  func listed(file: String) -> [Message] {
    kept + [remark].compactMap { $0 }.map { .placed(place: file, sentences: [$0]) }
  }
}
