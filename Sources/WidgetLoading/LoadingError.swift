import DefinitionFormats
public import IntentModel
public import JSONCodings
public import Messages
public import WidgetFormats

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The error when a widget cannot be loaded, with all of its problems.
public struct LoadingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem, with the values for its message.
  public enum Reason: Sendable, Hashable {
    /// No widget has the name; `names` are the existing names, and `folder` is the folder that was
    /// searched first.
    case unknownWidget(folder: String, names: [String])
    /// A file cannot be read; `cause` is the reason.
    case unreadable(cause: Message)
    /// A definition or a `widget.json` violates the rules of its format.
    case malformed(FormatErrors)
    /// A folder has no definition.
    case noDefinition
    /// A folder has several definitions; if they are JSON files, none of them has the name of the
    /// folder.
    case severalDefinitions([String])
    /// A folder was given as a definition, but does not contain exactly one definition.
    case notOneDefinition
    /// A widget without configuration was given as a definition.
    case withoutDefinition
    /// A folder has several widgets, and none was selected.
    case severalWidgets([WidgetManifest])
    /// A folder has no widget of the kind; `kinds` are the existing kinds.
    case unknownKind(String, kinds: [String])
    /// An intent was requested, but the widget has no configuration.
    case notConfigurable(intent: String)
    /// A definition has no intent with the name; `intents` are the existing intents.
    case unknownIntent(String, intents: [IntentDefinition])
    /// A definition has no intents.
    case noIntents
    /// A definition has several intents, and none was selected.
    case severalIntents([IntentDefinition])
    /// The failures of sources in a `widget.json`; never empty.
    case sources([SourceFailure])
  }

  /// A source in a `widget.json` that could not be created.
  public struct SourceFailure: Sendable, Hashable {
    /// The parameter whose choices it provides; nil for the source of the timeline.
    public var parameter: String?
    /// The problem, with its remedy.
    public var cause: Message

    /// Makes a failure.
    public init(parameter: String?, cause: Message) {
      self.parameter = parameter
      self.cause = cause
    }
  }

  /// The name, folder or file that the error is about.
  public var subject: String

  /// The problem.
  public var reason: Reason

  /// Makes an error.
  public init(_ reason: Reason, of subject: String) {
    self.reason = reason
    self.subject = subject
  }

  /// Whether the request names something that does not exist or is ambiguous; false for errors in
  /// files.
  public var isWrongRequest: Bool {
    switch reason {
    case .unknownWidget, .notOneDefinition, .severalIntents, .severalWidgets, .unknownKind,
      .notConfigurable, .withoutDefinition:
      true
    case .unknownIntent(_, let intents): !intents.isEmpty
    default: false
    }
  }

  /// The lines that report the error in a log, without the excerpts of a file; never empty.
  package var causes: [String] {
    if case .malformed(let errors) = reason { return errors.errors.map(\.description) }
    return lines.map { $0.text() }
  }

  /// The lines that report the error to users; never empty.
  public var lines: [Message] {
    switch reason {
    case .malformed(let errors): errors.lines
    case .sources(let failures): failures.map { line(of: $0) }
    case .unknownWidget(let folder, let names):
      [
        .sentences([
          "There is no widget “\(name: subject)” in \(folder).",
          Self.choice(of: subject, among: names),
        ])
      ]
    case .unknownIntent(_, let intents) where intents.isEmpty: [placed(.definitionHasNoIntents)]
    case .unknownIntent(let name, let intents):
      [placed(.noIntentNamed(name: name), Self.choice(ofIntent: name, among: intents))]
    case .unreadable(let cause): [placed(cause)]
    case .noDefinition:
      [placed("There is no definition. Add \(folderName).intentdefinition or \(folderName).json.")]
    case .severalDefinitions(let names):
      [
        placed(
          "There are several definitions: \(names.joined(separator: ", ")).",
          names.allSatisfy { $0.hasSuffix(".json") }
            ? "Rename one of them to \(folderName).json." : .moveOtherDefinitions
        )
      ]
    case .notOneDefinition: [placed(.nameOneDefinition)]
    case .withoutDefinition: [placed(.isStatic, "Name a definition.")]
    case .severalWidgets(let widgets):
      [
        placed(
          """
          There are several widgets: \(widgets.map(\.kind).joined(separator: ", ")). Name one, \
          such as \("\(folderName)/\(widgets.first?.kind ?? "")").
          """
        )
      ]
    case .unknownKind(let kind, let kinds):
      [placed(.hasNoKind(name: kind), .suggestion(for: kind, among: kinds))]
    case .notConfigurable(let intent): [placed(.noIntentNamed(name: intent), .isStatic)]
    case .noIntents: [placed(.definitionHasNoIntents)]
    case .severalIntents(let intents):
      [
        placed(
          """
          There are several intents: \(intents.map(\.name).joined(separator: ", ")). Choose one \
          with --intent.
          """
        )
      ]
    }
  }

  /// The lines in English.
  public var description: String { lines.map { $0.text() }.joined(separator: "\n") }

  private func placed(_ sentences: Message...) -> Message {
    .placed(place: subject, sentences: sentences)
  }

  private var folderName: String { URL(filePath: subject).standardizedFileURL.lastPathComponent }

  private func line(of failure: SourceFailure) -> Message {
    typealias Key = WidgetManifest.Key
    let key =
      failure.parameter.map { "\(Key.options.rawValue).\($0.harmlessName)" }
      ?? Key.timeline.rawValue
    return .placed(place: "\(subject): \(key)", sentences: [failure.cause])
  }

  private static func choice(of name: String, among names: [String]) -> Message {
    if let nearest = nearestName(to: name, among: names) { return .didYouMean(name: nearest) }
    return names.isEmpty
      ? "Name the folder of the widgets with --intents, or give the path of a definition."
      : "Choose from \(names.joined(separator: ", ")), or give the path of a definition."
  }

  private static func choice(ofIntent name: String, among intents: [IntentDefinition]) -> Message {
    let names = intents.map(\.name)
    return nearestName(to: name, among: names + intents.map(\.typeName))
      .map { .didYouMean(name: $0) } ?? .thereAreIntents(names: names.joined(separator: ", "))
  }
}

extension IntentDefinitionFile {
  /// The intent with a name, with or without the suffix of the name.
  ///
  /// Without a name, it is the only intent that is eligible for widgets, or else the only intent.
  ///
  /// - Parameters:
  ///   - name: The requested name; nil for none.
  ///   - path: The path of the definition, for messages.
  /// - Throws: ``LoadingError`` that lists the intents.
  public func intent(
    chosen name: String?, path: String
  ) throws(LoadingError) -> IntentDefinition {
    if let name {
      if let found = intent(named: name) { return found }
      throw LoadingError(.unknownIntent(name, intents: intents), of: path)
    }
    let candidates = widgetIntents
    guard let first = candidates.first else { throw LoadingError(.noIntents, of: path) }
    guard candidates.count == 1 else { throw LoadingError(.severalIntents(candidates), of: path) }
    return first
  }
}
