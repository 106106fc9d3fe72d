import DefinitionFormats
import Foundation
import IntentDocuments
import IntentModel
import Messages
import WidgetLoading
import WidgetStore

/// The widgets that intent JSON can refer to: available and placed ones.
struct IntentTargets {
  private let widgets: [LoadedWidget]
  private let stored: [PresentWidget]
  private let problems: [Message]

  /// An intent of a file with its widget and the placed widget that it changes.
  struct Found {
    var document: IntentJSON.Document
    /// The location of the intent in the text.
    var line: IntentJSON.Line
    var widget: LoadedWidget
    var old: PresentWidget?
  }

  init(_ placed: PlacedWidgets) async throws {
    let library = placed.library.readable
    stored = try await placed.all().compactMap { try? placed.present($0) }
    let others = stored.map(\.widget).filter { !$0.isFromLibrary }
    var seen = Set<String>()
    widgets = (library.widgets + others).filter {
      seen.insert("\($0.definitionPath) \($0.entry ?? "") \($0.schema.intent.typeName)").inserted
    }
    problems = library.problems.flatMap(\.lines)
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
  private func candidates(for header: IntentJSON.Header, name: String?) -> [LoadedWidget] {
    if let chosen = name ?? header.name,
      let found = stored.first(where: {
        $0.placed.name == chosen && $0.placed.intent == header.typeName
      })
    {
      return [found.widget]
    }
    // With another requested name, the document's own name still identifies the definition.
    if let named = stored.first(where: {
      $0.placed.name == header.name && $0.placed.intent == header.typeName
    }) {
      return [named.widget]
    }
    let matching = widgets.filter { $0.schema.intent.typeName == header.typeName }
    return matching.isEmpty ? widgets : matching
  }

  /// The placed widget that a document changes: the one that it names, or else the widget's default
  /// or first one.
  private func old(
    for header: IntentJSON.Header, name: String?, of widget: LoadedWidget
  ) -> PresentWidget? {
    let own = stored.filter { widget.isSame(as: $0.widget) }
    if let chosen = name ?? header.name { return own.first { $0.placed.name == chosen } }
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
    let names = stored.filter { widget.isSame(as: $0.widget) }.map(\.placed.name)
    guard names.count > 1, !names.contains(widget.placedName) else { return nil }
    let several = Message.placedSeveralTimes(
      intent: document.typeName, names: names.joined(separator: ", "))
    return .placed(place: file, sentences: [several])
  }

  private func ambiguity(
    _ typeName: String, _ candidates: [LoadedWidget], file: String
  ) -> Message {
    let listed = candidates.map { $0.isFromLibrary ? $0.name : $0.definitionPath }
      .joined(separator: ", ")
    return .placed(
      place: file, sentences: [.definedBySeveral(intent: typeName, names: listed)])
  }
}

extension LimitedProblems<Message> {
  /// The lines of the problems; the last line has the number of unlisted problems, if there are
  /// any.
  func listed(file: String) -> [Message] {
    kept + [remark].compactMap { $0 }.map { .placed(place: file, sentences: [$0]) }
  }
}
