import IntentDocuments
import IntentModel
package import JSONC
import Messages

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A change of a placed widget: the actor, the action, the time, and the states before and after.
///
/// The changes of a tenant are numbered from 1 without gaps; those of each widget are in the order
/// in which they were made. The ``StoreRetention`` of the store determines how long they are kept.
public struct LoggedChange: Sendable, Hashable {
  /// The kinds of change.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// A widget was placed under an unused name.
    case place
    /// A placed widget was changed.
    case change
    /// A placed widget was removed.
    case remove
    /// A placed widget was renamed.
    case rename
    /// A placed widget was copied to another name.
    case copy
    /// An earlier state replaced the current one.
    case restore
    /// A reload of the timelines was requested.
    case reload
  }

  /// The maximum size of a logged draft, in bytes.
  static let maximumDraftBytes = 16_384

  /// The number of the change.
  public var number: Int
  /// The time of the change, in milliseconds since 1970.
  public var moment: Int64
  /// Who made the change; empty if unknown.
  public var actor: String
  /// The kind of change.
  public var action: Action
  /// The name of the widget; empty for a reload of several widgets, and for a change whose data was
  /// erased.
  public var name: String
  /// The new name of a renamed or copied widget; nil for other changes.
  public var newName: String?
  /// The state before, as JSON text; nil if there was none.
  public var before: String?
  /// The state after, as JSON text; nil if there is none.
  public var after: String?

  /// Makes a change.
  package init(
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

  /// The time of the change.
  public var date: Date { Date(milliseconds: moment) }

  /// The reason for a requested reload; nil if no reason was given or the change is not a reload.
  public var reason: String? {
    guard action == .reload, let after else { return nil }
    return (try? JSONText.parse(after))?.objectValue?[.reason]?.stringValue
  }

  /// The widgets to reload, if the change is a reload of several; nil for other changes.
  public var reloadScope: ReloadScope? {
    guard action == .reload, name.isEmpty, let after,
      let members = (try? JSONText.parse(after))?.objectValue
    else { return nil }
    return members[.kind]?.stringValue.map { .kind($0) } ?? .all
  }

  /// The names under which the change placed, changed or removed a widget.
  public var changedNames: [String] {
    switch action {
    case .place, .change, .remove, .restore: [name]
    case .rename: [name] + (newName.map { [$0] } ?? [])
    case .copy: newName.map { [$0] } ?? []
    case .reload: []
    }
  }

  /// The widget that is placed under the last of the ``changedNames`` after the change; nil if
  /// there is none.
  ///
  /// - Returns: The widget, without the definition that its answers belong to, and whether the log
  ///   has its answers; very long answers are not logged.
  public var placed: (widget: PlacedWidget, hasAnswers: Bool)? { state(after, changedNames.last) }

  /// The widget that was placed under ``name`` before the change; nil if there was none.
  public var former: (widget: PlacedWidget, hasAnswers: Bool)? { state(before, name) }

  private func state(
    _ text: String?, _ name: String?
  ) -> (widget: PlacedWidget, hasAnswers: Bool)? {
    guard let name, let text, let state = (try? JSONText.parse(text))?.objectValue else {
      return nil
    }
    let draft = state[.draft].flatMap { try? JSONText.write($0, style: .compact) }
      .flatMap { try? DraftJSON.read($0) }
    let widget = PlacedWidget(
      name: name, widget: state[.widget]?.stringValue,
      definitionPath: state[.definitionPath]?.stringValue, folder: state[.folder]?.stringValue,
      intent: state[.intent]?.stringValue ?? "",
      family: state[.family]?.stringValue.flatMap { WidgetFamily(rawValue: $0) } ?? .systemSmall,
      draft: draft ?? IntentDraft(), revision: state[.revision]?.intValue ?? 0, updatedAt: date)
    return (widget, draft != nil)
  }
}

/// The members of a state and of a reload in the log.
package enum LoggedMember: String, Sendable {
  case widget, definitionPath, folder, intent, family, revision, draft, draftBytes
  case reason, kind, widgets
}

extension JSONObject {
  /// The value of a member of the log.
  package subscript(_ member: LoggedMember) -> JSONValue? { self[member.rawValue] }

  /// Adds a member of the log.
  mutating func append(_ member: LoggedMember, _ value: JSONValue) {
    append(key: member.rawValue, value: value)
  }
}

/// The widgets of a reload that is logged as one change for all of them.
public enum ReloadScope: Sendable, Hashable {
  /// All placed widgets.
  case all
  /// The placed widgets of a kind.
  case kind(String)

  /// The kind; nil for all widgets.
  public var kind: String? {
    switch self {
    case .all: nil
    case .kind(let kind): kind
    }
  }
}

/// The epoch of the log, and the numbers after which a reader can continue.
package struct LogState: Sendable, Hashable {
  /// The epoch of the numbers; numbers from different epochs cannot be compared.
  package var epoch: String
  /// The numbers after which a reader can continue, because the log has every change after them.
  ///
  /// The greatest is the number of the last change.
  package var numbers: ClosedRange<Int>

  /// A random epoch.
  static func newEpoch() -> String { UInt32.random(in: 0...UInt32.max).hexadecimal(digits: 8) }

  /// Makes a state.
  package init(epoch: String, numbers: ClosedRange<Int>) {
    (self.epoch, self.numbers) = (epoch, numbers)
  }
}

extension StoredRow {
  /// The state for the log: JSON with the stored draft, or only with the size of a draft that is
  /// long or not valid JSON.
  ///
  /// - Parameter isNew: Whether the draft is known to be valid JSON, because it was just written.
  func loggedText(isNew: Bool = false) -> String {
    var members = JSONObject()
    if let widget { members.append(.widget, .string(widget)) }
    if let definitionPath { members.append(.definitionPath, .string(definitionPath)) }
    if let folder { members.append(.folder, .string(folder)) }
    if let intent { members.append(.intent, .string(intent)) }
    if let family { members.append(.family, .string(family)) }
    if let revision { members.append(.revision, .integer(revision)) }
    var isLogged = false
    if let draft {
      isLogged =
        draft.utf8.count <= LoggedChange.maximumDraftBytes
        && (isNew || (try? JSONText.parse(draft)) != nil)
      if !isLogged { members.append(.draftBytes, .integer(draft.utf8.count)) }
    }
    var text = (try? JSONText.write(.object(members), style: .compact)) ?? "{}"
    if let draft, isLogged {
      // The draft is already JSON, so it is inserted unchanged.
      text.removeLast()
      text += "\(text == "{" ? "" : ",")\"\(LoggedMember.draft.rawValue)\":\(draft)}"
    }
    return text
  }
}

/// A change of placed widgets that identifies them by name.
package enum StoreEdit: Sendable, Hashable {
  /// Replaces the current state with an earlier one; nil restores the last state that can be read.
  case restore(String, revision: Int?)
  /// Renames a widget, together with its history.
  case rename(String, to: String)
  /// Copies a widget to another name.
  case copy(String, to: String)

  /// The name of the widget.
  package var name: String {
    switch self {
    case .restore(let name, _), .rename(let name, _), .copy(let name, _): name
    }
  }

  /// The new name; nil for a change that has none.
  package var newName: String? {
    switch self {
    case .restore: nil
    case .rename(_, let other), .copy(_, let other): other
    }
  }

  /// The same change with the names in their stored form.
  var keyed: StoreEdit {
    switch self {
    case .restore(let name, let revision): .restore(PlacedWidget.key(name), revision: revision)
    case .rename(let name, let other):
      .rename(PlacedWidget.key(name), to: PlacedWidget.key(other))
    case .copy(let name, let other): .copy(PlacedWidget.key(name), to: PlacedWidget.key(other))
    }
  }
}

/// The identity of a request, for callers that repeat it because they received no response.
package struct StoreRequest: Sendable, Hashable {
  /// How long a response is kept, in milliseconds.
  package static let memory: Int64 = StoreRetention.day

  /// The key of the request, which includes its caller.
  package var key: String
  /// A fingerprint of everything in the request.
  package var mark: String

  /// Makes the identity of a request.
  package init(key: String, mark: String) {
    self.key = key
    self.mark = mark
  }
}

/// The response to a request, as a store keeps it.
package struct StoredResponse: Sendable, Hashable {
  /// The request.
  package var request: StoreRequest
  /// The response.
  package var text: String

  /// Makes a response.
  package init(to request: StoreRequest, _ text: String) {
    (self.request, self.text) = (request, text)
  }
}
