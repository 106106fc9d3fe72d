import DefinitionFormats
import Foundation
import Hummingbird
import JSONC
import Messages
import WidgetFormats
import WidgetStore

/// The log of changes: who changed what.
enum AuditRoutes {
  /// The maximum number of changes in a response.
  private static let largestPage = 200

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: "/v1/audit", name: "audit", scope: .admin,
        summary: """
          The changes of the tenant's placed widgets, the latest first: who did what, when, and the \
          states before and after. The last 10,000 are kept, for 90 days.
          """,
        parameters: [
          ServiceRoute.Parameter(
            name: "before", summary: "Only changes with lower numbers: the “next” of a response.",
            schema: SchemaPart.integer(in: 1...Int.max)),
          ServiceRoute.Parameter(
            name: "limit", summary: "The maximum number of changes in the response; 50 by default.",
            schema: SchemaPart.integer(in: 1...largestPage)),
        ],
        answers: [(200, "The changes."), (400, "A query item is not a number in its range.")],
        schema: .audit
      ) { call in
        let before = try call.number("before", 1...Int.max)
        let limit = try call.number("limit", 1...largestPage) ?? 50
        // One extra change shows whether there are more.
        let found = try await call.store.changes(before: before, limit: limit + 1)
        let next = found.count > limit ? found[limit - 1].number : nil
        return call.answer(
          .members([
            "changes": .array(found.prefix(limit).map(json)),
            "next": next.map { .integer($0) } ?? .null,
          ]))
      }
    ]
  }

  private static func json(_ change: LoggedChange) -> JSONValue {
    .members([
      "number": .integer(change.number), "at": .string(TimelineJSON.text(of: change.date)),
      "by": change.actor.isEmpty ? .null : .string(change.actor),
      "action": .string(change.action.rawValue), "name": .string(change.name),
      "newName": .text(change.newName), "before": state(change.before),
      "after": state(change.after),
    ])
  }

  /// A logged state as JSON; `null` if there is none.
  private static func state(_ text: String?) -> JSONValue {
    text.flatMap { try? JSONText.parse($0) } ?? .null
  }
}

extension ServiceCall {
  /// An integer of the query; nil if the query does not have it.
  ///
  /// - Throws: `ServiceProblem` for a value that is not an integer in the range.
  func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = query[name] else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    let problem = FormatProblem.outOfRange(
      what: .verbatim(name),
      range: .betweenNumbers(lower: range.lowerBound, upper: range.upperBound))
    throw ServiceProblem(.badRequest, problem)
  }
}
