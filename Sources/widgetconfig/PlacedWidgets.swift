import Foundation
import IntentFormats
import IntentModel
import WidgetStore

/// The store of a command, and the widgets of what is placed in it.
struct PlacedWidgets {
  let store: WidgetStore
  var library: WidgetLibrary

  init(_ options: SharedOptions) throws {
    store = try Self.explained {
      let location = try StoreLocation.find(flag: options.store, environment: options.environment)
      return try WidgetStore(path: location.path)
    }
    library = WidgetLibrary(options)
  }

  /// The placed widget of a name, which has to be there.
  func placed(_ name: String) throws -> PlacedWidget {
    if let placed = try find(name) { return placed }
    let names = try all().map(\.name)
    let problem = "Nothing is placed under the name “\(name)” in \(store.path)."
    if let nearest = nearestName(to: name, among: names) {
      throw CommandFailure(.findings, "\(problem) Did you mean “\(nearest)”?")
    }
    throw CommandFailure(
      .findings, "\(problem) Configure it first: widgetconfig edit \(name)")
  }

  func find(_ name: String) throws -> PlacedWidget? {
    try Self.explained { try store.widget(named: name) }
  }

  func all() throws -> [PlacedWidget] {
    try Self.explained { try store.list() }
  }

  /// The widget that a placed one is of, read anew.
  func widget(of placed: PlacedWidget) throws -> LoadedWidget {
    try library.widget(placed.definitionPath ?? placed.widget ?? placed.name, intent: placed.intent)
  }

  /// What a call into the store gives; its errors become words and a status.
  static func explained<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw CommandFailure(.findings, error.description)
    }
  }
}

extension LoadedWidget {
  /// The name under which the widget is placed unless another is given.
  var placedName: String { name }

  /// What the store keeps of the widget under a name.
  func placed(
    as name: String, family: WidgetFamily, draft: IntentDraft, revision: Int
  ) -> PlacedWidget {
    PlacedWidget(
      name: name, widget: isFromLibrary ? self.name : nil,
      definitionPath: isFromLibrary ? nil : definitionPath, intent: schema.intent.typeName,
      family: family, draft: draft, revision: revision)
  }

  /// Whether a placed widget is of this widget and of this intent.
  func isWidget(of placed: PlacedWidget) -> Bool {
    let own = self.placed(as: "", family: .systemMedium, draft: IntentDraft(), revision: 0)
    return placed.intent == own.intent && placed.widget == own.widget
      && placed.definitionPath == own.definitionPath
  }
}

extension PlacedWidget {
  /// Where the widget comes from, in words.
  var origin: String { definitionPath ?? widget ?? intent }
}

extension IntentIssues {
  /// The issues as lines about a placed widget.
  func lines(of name: String) -> [String] {
    issues.map { "\(name): \($0)" }
  }
}
