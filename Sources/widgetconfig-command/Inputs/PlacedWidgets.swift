import FormEngine
import Foundation
import IntentModel
import JSONCodings
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

/// The store that a command uses, with the library of its widgets.
final class PlacedWidgets: Sendable {
  let store: PlacedWidgetStore
  /// The common prefix of the paths of the files that accompany the store.
  let companionPath: String
  /// The texts in the command's language.
  let words: FormWords
  let library: WidgetLibrary
  /// The options of the command, which are repeated in suggested commands.
  let shared: SharedOptions

  /// Opens the store that is given in the options.
  ///
  /// - Parameter library: The library; nil for the library that is given in the options, whose
  ///   folders must exist.
  init(_ options: SharedOptions, library: WidgetLibrary? = nil) throws {
    shared = options
    let tenant = try options.chosenTenant()
    do {
      let environment = options.environment
      let location = try StoreLocation.find(flag: options.store, environment: environment)
      store = PlacedWidgetStore(try location.driver(), of: tenant, by: NSUserName())
      companionPath = try location.companionPath(of: store.place, environment: environment)
    } catch {
      throw CommandFailure(.findings, error.line)
    }
    words = options.words
    self.library = try library ?? WidgetLibrary(options)
    SystemZones.shared.remarks.forEach(options.remark)
  }

  /// The placed widget with a name; throws if there is none.
  func placed(_ name: String) async throws -> PlacedWidget {
    if let placed = try await find(name) { return placed }
    throw try await Self.asked { () async throws(StoreError) in
      CommandFailure(.findings, try await store.notPlaced([name]).line)
    }
  }

  func find(_ name: String) async throws -> PlacedWidget? {
    try await Self.asked { () async throws(StoreError) in try await store.widget(named: name) }
  }

  /// Opens the store, without creating it; throws if it cannot be read.
  func open() async throws {
    _ = try await Self.asked { () async throws(StoreError) in
      try await store.page(PlacedQuery(limit: 1))
    }
  }

  /// Calls a body with each page of placed widgets; the next page is read in the meantime, so that
  /// a store of any size needs the memory of only two pages.
  ///
  /// - Parameters:
  ///   - first: The query for the first page.
  ///   - most: The maximum number of widgets on all pages; nil for any number.
  /// - Returns: The name after which more widgets follow; nil if all widgets were read.
  func eachPage(
    of first: PlacedQuery, most: Int?, _ body: (PlacedPage<PlacedWidget>) async throws -> Void
  ) async throws -> String? {
    @Sendable func read(
      after name: String?, upTo limit: Int
    ) async throws -> PlacedPage<PlacedWidget> {
      var query = first
      (query.after, query.limit) = (name, min(first.limit, limit))
      return try await Self.asked { [query] () async throws(StoreError) in
        try await store.page(query)
      }
    }
    var left = most ?? .max
    var page = try await read(after: first.after, upTo: left)
    left -= page.entries.count
    while let last = page.next, left > 0 {
      let rest = left
      async let next = read(after: last, upTo: rest)
      try await body(page)
      page = try await next
      left -= page.entries.count
    }
    try await body(page)
    return page.next
  }

  /// The line about a placed widget that cannot be read.
  func line(about entry: DamagedEntry) -> Message {
    complete(.placed(place: store.place, sentences: [entry.line]))
  }

  /// A message whose suggested commands have the shared options of the current command.
  func complete(_ message: Message) -> Message { shared.complete(message) }

  /// Whether a placed widget configures the given widget and its intent.
  ///
  /// If the definition of the placed widget cannot be read, its path or its name is compared. A
  /// placed widget that does not name a widget in its folder matches each widget there that has its
  /// intent, so that it can be assigned to one of them.
  func isPlaced(_ placed: PlacedWidget, of other: ConfigurableWidget) -> Bool {
    do {
      return try library.widget(of: placed).isSame(as: other)
    } catch  where error.isOfKind {
      let folders = [error.subject, other.folder].map {
        URL(filePath: $0).resolvingSymlinksInPath().standardizedFileURL.path
      }
      return folders[0] == folders[1] && placed.intent == other.schema.intent.typeName
    } catch {
      return placed.isPlaced(from: other.origin)
    }
  }

  /// A placed widget under its current definition.
  func present(_ placed: PlacedWidget) throws -> PresentWidget {
    PresentWidget(placed: placed, widget: try widget(of: placed))
  }

  /// The widgets that several placed widgets configure, each read only once.
  struct Definitions {
    private let placed: PlacedWidgets
    private var known: [String: Result<ConfigurableWidget, any Error>] = [:]

    init(_ placed: PlacedWidgets) { self.placed = placed }

    /// Reads the widget that a placed widget configures.
    mutating func widget(of stored: PlacedWidget) throws -> ConfigurableWidget {
      // Several widgets in one folder can share a definition and an intent.
      let name = stored.definitionPath == nil ? stored.widget ?? stored.name : stored.widget
      let key = [stored.definitionPath, name, stored.folder, stored.intent].map { $0 ?? "" }
        .joined(separator: "\n")
      if let found = known[key] { return try found.get() }
      let read = Result { try placed.widget(of: stored) }
      known[key] = read
      return try read.get()
    }

    /// A placed widget under its current definition.
    mutating func present(_ stored: PlacedWidget) throws -> PresentWidget {
      PresentWidget(placed: stored, widget: try widget(of: stored))
    }
  }

  /// Reads the widget that a placed widget configures.
  ///
  /// - Throws: `CommandFailure` with the status for findings, because the name of the widget comes
  ///   from the store rather than from the request.
  func widget(of placed: PlacedWidget) throws -> ConfigurableWidget {
    do {
      return try library.widget(of: placed)
    } catch {
      if error.isOfKind {
        throw CommandFailure(.findings, line(about: placed, error))
      }
      guard case .unknownWidget(let folder, _) = error.reason else {
        throw CommandFailure(.findings, error.lines)
      }
      throw CommandFailure(
        .findings,
        .sentences([
          "The widget “\(name: error.subject)” is not in \(folder).",
          "Put it back there, or name the folder of the widgets with --intents.",
        ]))
    }
  }

  /// The line about a placed widget that does not name a widget in its folder, with the command
  /// that assigns it to one.
  private func line(about placed: PlacedWidget, _ error: LoadingError) -> Message {
    let kinds: [String] =
      switch error.reason {
      case .severalWidgets(let widgets): widgets.map(\.kind)
      case .unknownKind(_, let kinds): kinds
      default: []
      }
    let folder = error.subject
    let kind = kinds.count == 1 ? kinds[0] : "KIND"
    let name = URL(filePath: folder).standardizedFileURL.lastPathComponent
    let isFound =
      placed.definitionPath == nil
      && library.place(of: "\(name)/\(kinds.first ?? "")")?.folder == folder
    let argument = "\(isFound ? name : folder)/\(kind)"
    return .placed(
      place: placed.name,
      sentences: [
        """
        It names none of the widgets of \(folder): \(kinds.joined(separator: ", ")).
        """,
        """
        To give it to one of them, with its answers, run: \
        \(command: "edit \(shellWord(argument)) --name \(shellWord(placed.name))")
        """,
      ])
  }

  /// The result of a call to the store; store errors become command failures.
  static func asked<Result>(
    _ body: () async throws(StoreError) -> Result
  ) async throws -> Result {
    do throws(StoreError) {
      return try await body()
    } catch {
      throw CommandFailure(.findings, error.line)
    }
  }

  /// The result of a call to the library; library errors become command failures.
  static func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw CommandFailure(error) ?? error
    }
  }
}

extension WidgetLibrary {
  /// The widget that a placed widget configures.
  func widget(of placed: PlacedWidget) throws(LoadingError) -> ConfigurableWidget {
    guard let path = placed.definitionPath else {
      return try widget(
        placed.widget ?? placed.name, foundIn: placed.folder, intent: placed.intent)
    }
    return try widget(path, entry: placed.widget, intent: placed.intent)
  }
}

extension LoadingError {
  /// Whether the kind is the problem: the folder has widgets, but the placed widget names a
  /// different one, or none.
  var isOfKind: Bool {
    switch reason {
    case .severalWidgets, .unknownKind: true
    default: false
    }
  }
}

extension ConfigurableWidget {
  /// A remark about a placed widget whose family is no longer offered; nil if the family is
  /// offered.
  func remark(onDroppedFamilyOf placed: PlacedWidget) -> Message? {
    guard !families.contains(placed.family), let other = families.first else { return nil }
    return .placed(
      place: placed.name,
      sentences: [
        "The widget no longer offers the family “\(placed.family.rawValue)”.",
        """
        To place it in another family, run: \
        \(command: "edit \(shellWord(placed.name)) --family \(other.rawValue)")
        """,
      ])
  }

  /// Whether both are the same intent of the same definition, regardless of how they were found.
  func isSame(as other: ConfigurableWidget) -> Bool {
    schema.intent.typeName == other.schema.intent.typeName && entry == other.entry
      && (definitionPath == other.definitionPath || realPath == other.realPath)
  }

  private var realPath: String { URL(filePath: definitionPath).resolvingSymlinksInPath().path }
}

extension PresentWidget {
  /// The remarks about the family and about answers that the migration changed; empty if nothing
  /// changed.
  var remarks: [Message] {
    [widget.remark(onDroppedFamilyOf: placed)].compactMap { $0 } + changeRemarks
  }

  /// The remarks about answers that the migration changed; empty if it changed none.
  var changeRemarks: [Message] { remarks(on: migration.changes) { $0 } }

  /// The same remarks with the labels of the form.
  var labelledChangeRemarks: [Message] {
    remarks(on: migration.changes.map { $0.labelled(by: widget.schema) }) { name in
      widget.schema.parameter(named: name)?.label ?? name
    }
  }

  private func remarks(
    on changes: [AnswerChange], name: (String) -> String
  ) -> [Message] {
    let lines =
      changes.map(\.line)
      + cost.shortened.map {
        .placed(
          place: name($0).harmless(),
          sentences: ["Fewer values are in effect than before. All are kept."])
      }
    guard !lines.isEmpty else { return [] }
    return (["The definition has changed since the answers were given."] + lines).map {
      .placed(place: placed.name, sentences: [$0])
    }
  }
}

extension PlacedWidget {
  /// The stored answers in the form of an intent, for a widget without a readable definition.
  var storedIntent: Intent {
    Intent(
      typeName: intent, family: family, parameters: answersAsGiven(present: nil).parameters)
  }

  /// The path of the definition, or else the name of the widget or of the intent.
  var origin: String { definitionPath ?? widget ?? intent }
}

extension IntentIssues {
  /// The issues as lines about a placed widget.
  func lines(of name: String) -> [Message] {
    issues.map { .placed(place: name, sentences: [$0.line]) }
  }
}
