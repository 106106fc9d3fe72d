public import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A query for a page of placed widgets, ordered by the bytes of their names.
public struct PlacedQuery: Sendable, Hashable {
  /// The page starts after this name; nil for the first page.
  public var after: String?
  /// The names begin with this text; nil for any name.
  public var prefix: String?
  /// The widgets were placed from this widget; nil for any.
  public var origin: PlacedOrigin?
  /// The maximum number of widgets.
  public var limit: Int

  /// The default maximum number of widgets, names or changes on a page.
  public static let standardLimit = 500

  /// Makes a query, by default for the first page of all widgets.
  public init(
    after: String? = nil, prefix: String? = nil, origin: PlacedOrigin? = nil,
    limit: Int = standardLimit
  ) {
    (self.after, self.prefix, self.origin, self.limit) = (after, prefix, origin, limit)
  }
}

/// Identifies the widget from which widgets were placed, for ``PlacedWidget/isPlaced(from:)``.
///
/// An index covers all of these properties, so the widgets of a rare kind are found quickly.
public struct PlacedOrigin: Sendable, Hashable {
  /// The type name of the intent.
  public var intent: String
  /// The name of the widget's folder; nil if the widget is not found by name.
  public var folder: String?
  /// The kind in its `widget.json`; nil for a definition without one.
  public var kind: String?
  /// Whether no other widget in the folder has the intent, so that placed widgets without a kind
  /// belong to this widget.
  public var isOnlyOfIntent: Bool
  /// The absolute path of its definition; empty for a widget made in code.
  public var definitionPath: String

  /// The origin of widgets that are placed from a given widget.
  public init(
    intent: String, folder: String?, kind: String?, isOnlyOfIntent: Bool = true,
    definitionPath: String
  ) {
    (self.intent, self.folder, self.kind) = (intent, folder, kind)
    (self.isOnlyOfIntent, self.definitionPath) = (isOnlyOfIntent, definitionPath)
  }

  /// The name to store as ``PlacedWidget/widget``; nil for a definition without `widget.json`.
  package var storedName: String? {
    guard let folder, let kind, folder != kind else { return folder ?? kind }
    return Self.name(of: kind, in: folder)
  }

  /// The keys under which the index has the widgets, without repetitions.
  ///
  /// A key has the path of a definition, empty for a widget that is found by name, and the stored
  /// name, empty if there is none.
  package var keys: [(path: String, widget: String)] {
    var keys: [(path: String, widget: String)] = []
    if !definitionPath.isEmpty {
      if let kind { keys.append((definitionPath, kind)) }
      if kind == nil || isOnlyOfIntent { keys.append((definitionPath, "")) }
    }
    guard let folder else { return keys }
    if let kind { keys.append(("", Self.name(of: kind, in: folder))) }
    if isOnlyOfIntent || kind == folder { keys.append(("", folder)) }
    return keys
  }

  private static func name(of kind: String, in folder: String) -> String { "\(folder)/\(kind)" }

  /// Whether a placed widget with these stored texts was placed from this widget.
  ///
  /// Database drivers compare the same values in SQL.
  func isOrigin(
    of name: String, intent: String?, widget: String?, definitionPath: String?
  ) -> Bool {
    let key = (definitionPath ?? "", widget ?? (definitionPath == nil ? name : ""))
    return intent == self.intent && keys.contains { $0 == key }
  }
}

/// A page of placed widgets.
public struct PlacedPage<Element: Sendable>: Sendable {
  /// The widgets in the order of their names, with a failure for each one that cannot be read.
  public var entries: [Result<Element, DamagedEntry>]
  /// The name after which the next page starts; nil for the last page.
  public var next: String?

  /// The widgets that can be read.
  public var readable: [Element] { entries.compactMap { try? $0.get() } }

  /// The widgets that cannot be read.
  public var damaged: [DamagedEntry] {
    entries.compactMap { entry in
      guard case .failure(let damaged) = entry else { return nil }
      return damaged
    }
  }
}

/// A placed widget without its answers, as a list shows it.
public struct PlacedSummary: Sendable, Hashable {
  /// The name under which it is placed.
  public var name: String
  /// The name of the widget's folder, or its kind; nil if it has neither.
  public var widget: String?
  /// The absolute path of the definition; nil for a widget that is found by name.
  public var definitionPath: String?
  /// The absolute path of the folder in which the widget was found by name; nil for none.
  public var folder: String?
  /// The type name of the intent.
  public var intent: String
  /// The family.
  public var family: WidgetFamily
  /// The number of the stored state.
  public var revision: Int
  /// The time of the save.
  public var updatedAt: Date

  /// A placed widget without answers, for finding the widget that it was placed from.
  public var unanswered: PlacedWidget {
    PlacedWidget(
      name: name, widget: widget, definitionPath: definitionPath, folder: folder, intent: intent,
      family: family, revision: revision, updatedAt: updatedAt)
  }

  /// Reads a stored widget without its answers.
  init(_ row: StoredRow) throws(DamagedEntry) {
    guard row.isWellTyped, let intent = row.intent, let family = row.family,
      let revision = row.revision, let date = row.updatedAt
    else { throw DamagedEntry(name: row.name, cause: .storeColumnOfOtherType) }
    guard let family = WidgetFamily(rawValue: family) else {
      throw DamagedEntry(name: row.name, cause: .storeUnknownFamily(family: family))
    }
    (name, widget, definitionPath) = (row.name, row.widget, row.definitionPath)
    folder = row.folder
    (self.intent, self.family, self.revision) = (intent, family, revision)
    updatedAt = Date(milliseconds: date)
  }
}

/// A query for rows of placed widgets, ordered by the bytes of their names.
package struct RowQuery: Sendable, Hashable {
  /// The rows start after this name; nil for the first rows.
  package var after: String?
  /// The names begin with this text; nil for any name.
  package var prefix: String?
  /// The widgets were placed from this widget; nil for any.
  package var origin: PlacedOrigin?
  /// The maximum number of rows.
  package var limit: Int
  /// Whether the rows are returned without their drafts and definitions.
  package var isThin: Bool
  /// Whether the rows are those before ``after``, nearest first.
  package var isBackward = false

  /// The smallest text that is greater than every text with the prefix; nil if there is none.
  package var afterPrefix: String? {
    var scalars = Array((prefix ?? "").unicodeScalars)
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      return String(String.UnicodeScalarView(scalars + [scalar]))
    }
    return nil
  }
}
