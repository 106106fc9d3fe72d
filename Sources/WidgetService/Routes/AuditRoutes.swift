import Foundation
import Hummingbird
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetStore

/// The log of changes, with their actors.
enum AuditRoutes {
  /// The maximum number of changes in a response.
  private static let largestPage = 200

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.audit, name: "audit", scope: .admin,
        summary: """
          A page of the changes of the tenant's placed widgets, the latest first: who did what, \
          when, and the states before and after.
          """,
        parameters: ListPage.query(maximumRows: largestPage) + [ServiceRoute.tenant],
        responses: [(200, "The changes."), ServiceRoute.invalidQuery],
        schema: .audit
      ) { call in
        let page = try ListPage(call, filters: [], maximumRows: largestPage)
        let found = try await call.store.changes(
          before: page.after.flatMap { Int($0) }, limit: page.wanted)
        let (changes, next) = page.cut(found) { String($0.number) }
        let items = try call.service.servedWidgets.items(in: AcceptedLanguage.standard)
        return page.response(
          .changes, changes.map { coding.json(($0, items)) }, next: next, to: call)
      }
    ]
  }

  /// A change, with the widgets whose definitions are needed to read its answers.
  static let coding = ObjectCoding<(change: LoggedChange, items: [ServedWidget])>([
    .integer("number") { $0.change.number },
    .moment("at") { $0.change.date },
    .text(nullable: "by") { $0.change.actor.isEmpty ? nil : $0.change.actor },
    .word("action") { $0.change.action },
    .text("name") { $0.change.name },
    .text(optional: "newName") { $0.change.newName },
    .value("before", state) { LoggedStateJSON($0.change.before, $0.change.former, $0.items).json },
    .value("after", state) { LoggedStateJSON($0.change.after, $0.change.placed, $0.items).json },
  ])

  private static let state = SchemaPart.optional(ResponseSchema.loggedState.reference)
}

/// A state in the log of changes, or the scope of a reload.
struct LoggedStateJSON {
  private let logged: JSONObject?
  private let state: (widget: PlacedWidget, hasAnswers: Bool)?
  private let item: ServedWidget?

  /// - Parameters:
  ///   - text: The stored state; nil if there is none.
  ///   - state: The widget to which that state belongs.
  ///   - items: The widgets that the service has; their definitions are needed to read the answers.
  init(
    _ text: String?, _ state: (widget: PlacedWidget, hasAnswers: Bool)?, _ items: [ServedWidget]
  ) {
    logged = text.flatMap { try? JSONText.parse($0) }?.objectValue
    self.state = state
    item = state.flatMap { try? PlacedState.item(of: $0.widget, among: items) }
  }

  /// The state with its answers in the form of the API; `null` if there is none.
  var json: JSONValue { logged == nil ? .null : Self.coding.json(self) }

  private static func member(
    _ key: String, _ name: LoggedMember, _ schema: JSONValue
  ) -> ObjectMember<LoggedStateJSON> {
    .value(optional: key, schema) { $0.logged?[name] }
  }

  /// The members of a widget, or of a reload.
  ///
  /// The answers of a widget that the service no longer has are left out, because their definition
  /// is unknown. Its kind is unknown as well, so the stored name identifies the widget.
  static let coding = ObjectCoding<LoggedStateJSON>([
    .text(optional: "kind") { $0.item?.widget.kind ?? $0.logged?[.kind]?.stringValue },
    .text(optional: "formerWidget") { state in
      state.item == nil ? state.logged?[.widget]?.stringValue : nil
    },
    member("definitionPath", .definitionPath, SchemaPart.string),
    member(WidgetRoutes.intentNameKey, .intent, SchemaPart.string),
    member("family", .family, SchemaPart.string),
    member("revision", .revision, SchemaPart.integer),
    member("draftBytes", .draftBytes, SchemaPart.integer),
    member("reason", .reason, SchemaPart.string),
    member("widgets", .widgets, SchemaPart.integer),
    .draft { logged in
      guard let (widget, hasAnswers) = logged.state, hasAnswers, let item = logged.item else {
        return nil
      }
      return PlacedState(widget, item).draft
    },
  ])
}
