import JSONC

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A change of a placed widget: who did what, when, and the states before and after.
///
/// The changes of a tenant have numbers that grow by 1 in the order in which they were made. The last 10,000
/// are kept, for 90 days.
public struct LoggedChange: Sendable, Hashable {
  /// The kinds of change.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// A widget was placed under a name that was free.
    case place
    /// A placed widget was changed.
    case change
    case remove
    /// A placed widget got another name.
    case rename
    /// What a widget holds was placed under another name, too.
    case copy
    /// An earlier state was put in the place of the present one.
    case restore
    /// New timelines were asked for.
    case reload
  }

  /// The most changes that are kept of a tenant.
  static let mostKept = 10_000
  /// For how long a change is kept, in milliseconds: 90 days.
  static let longestKept: Int64 = 90 * 86_400_000
  /// The longest draft that is logged, in bytes.
  static let longestDraft = 16_384

  /// The number of the change.
  public var number: Int
  /// When it was made, in milliseconds since 1970.
  public var moment: Int64
  /// Who made it; empty where nobody knows.
  public var actor: String
  /// What was done.
  public var action: Action
  /// The name of the widget.
  public var name: String
  /// The new name of a widget that was renamed or copied; nil for other changes.
  public var newName: String?
  /// The state before as JSON text; nil where there was none.
  public var before: String?
  /// The state after as JSON text; nil where there is none.
  public var after: String?

  /// Makes a change.
  public init(
    number: Int, moment: Int64, actor: String, action: Action, name: String,
    newName: String? = nil, before: String? = nil, after: String? = nil
  ) {
    self.number = number
    self.moment = moment
    self.actor = actor
    self.action = action
    self.name = name
    self.newName = newName
    self.before = before
    self.after = after
  }

  /// When it was made.
  public var date: Date { Date(milliseconds: moment) }

  /// The names under which something else is placed after it than before.
  public var changedNames: [String] {
    switch action {
    case .place, .change, .remove, .restore: [name]
    case .rename: [name] + (newName.map { [$0] } ?? [])
    case .copy: newName.map { [$0] } ?? []
    case .reload: []
    }
  }
}

extension StoredRow {
  /// What the log says of a state: JSON with the draft as it is stored, or its size where it is long.
  var loggedText: String {
    var members = JSONObject()
    if let widget { members.append(key: "widget", value: .string(widget)) }
    if let definitionPath {
      members.append(key: "definitionPath", value: .string(definitionPath))
    }
    if let intent { members.append(key: "intent", value: .string(intent)) }
    if let family { members.append(key: "family", value: .string(family)) }
    if let revision { members.append(key: "revision", value: .integer(revision)) }
    if let draft, draft.utf8.count <= LoggedChange.longestDraft,
      let value = try? JSONText.parse(draft)
    {
      members.append(key: "draft", value: value)
    } else if let draft {
      members.append(key: "draftBytes", value: .integer(draft.utf8.count))
    }
    return (try? JSONText.write(.object(members), style: .compact)) ?? "{}"
  }
}

/// A change of placed widgets that names them.
public enum StoreEdit: Sendable, Hashable {
  /// Puts an earlier state in the place of the present one; the last one that can be read for no number.
  case restore(String, revision: Int?)
  /// Gives a widget another name; its history goes along.
  case rename(String, to: String)
  /// Stores what a widget holds under another name, too.
  case copy(String, to: String)

  /// The name of the widget.
  public var name: String {
    switch self {
    case .restore(let name, _), .rename(let name, _), .copy(let name, _): name
    }
  }

  /// The new name; nil for a change that gives none.
  public var newName: String? {
    switch self {
    case .restore: nil
    case .rename(_, let other), .copy(_, let other): other
    }
  }

  /// The same with the names as they are stored.
  var keyed: StoreEdit {
    switch self {
    case .restore(let name, let revision): .restore(PlacedWidget.key(name), revision: revision)
    case .rename(let name, let other):
      .rename(PlacedWidget.key(name), to: PlacedWidget.key(other))
    case .copy(let name, let other): .copy(PlacedWidget.key(name), to: PlacedWidget.key(other))
    }
  }
}

/// What tells a request from others, for callers that send one again because they got no answer.
public struct StoreRequest: Sendable, Hashable {
  /// For how long an answer is kept, in milliseconds: 24 hours.
  static let memory: Int64 = 86_400_000

  /// The name of the request, with that of its caller.
  public var key: String
  /// A mark of everything that was asked for.
  public var mark: String

  /// Names a request.
  public init(key: String, mark: String) {
    self.key = key
    self.mark = mark
  }
}

/// What was answered to a request, as a store keeps it.
public struct StoredAnswer: Sendable, Hashable {
  /// The name of the request, with that of its caller.
  public var key: String
  /// A mark of everything that was asked for.
  public var mark: String
  /// The answer.
  public var text: String

  /// Makes an answer.
  public init(key: String, mark: String, text: String) {
    self.key = key
    self.mark = mark
    self.text = text
  }
}
