import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetPages

/// A page of a list: the part that a caller requests, and the link to the next part.
///
/// The position is a key in the caller's own list, so it needs no signature: with a forged
/// position, the page only begins elsewhere in the same list, which the caller may read anyway.
struct ListPage {
  /// The key under which each list has its rows.
  enum Rows: String {
    case widgets, placed, removed, states, changes, tenants, deliveries, devices
  }

  /// The key of the position at which the next page begins.
  static let nextKey = "next"

  /// The maximum number of rows on a page; if the rows have answers, ``maximumDrafts`` applies.
  static let maximumRows = 1_000
  static let maximumDrafts = 50
  /// The number of rows if the caller does not specify a limit.
  private static let standard = 100

  /// The name of the query item with the maximum number of rows.
  static let limitName = "limit"

  static let parameters = query(maximumRows: maximumRows)

  /// The parameters of a list with a limited number of rows per response.
  static func query(
    maximumRows: Int,
    summary: String = "The maximum number of rows in the response; \(standard) by default."
  ) -> [ServiceRoute.Parameter] {
    [
      ServiceRoute.Parameter(
        name: limitName, summary: summary, schema: SchemaPart.integer(in: 1...maximumRows)),
      position,
    ]
  }

  static let position = ServiceRoute.Parameter(
    name: PageQuery.after.rawValue,
    summary: "The “next” of a response with the same query; without it, the first page.",
    schema: SchemaPart.text)

  let limit: Int
  /// The key after which the page begins; nil for the first page.
  let after: String?
  /// A mark for the list and its filters; a position is valid only for the same mark.
  private let mark: String

  /// Reads the query of a call.
  ///
  /// - Parameters:
  ///   - filters: The filters of the list.
  ///   - maximumRows: The maximum number of rows, as in ``query(maximumRows:summary:)``.
  ///   - cut: A maximum number of rows that applies even if the caller requests more; nil for none.
  /// - Throws: `ServiceProblem` for a limit that is out of range or a position in another list.
  init(
    _ call: ServiceCall, filters: [String?], maximumRows: Int = Self.maximumRows, cut: Int? = nil
  ) throws {
    limit = min(cut ?? maximumRows, try Self.rows(call, 1...maximumRows) ?? Self.standard)
    let parts = [call.path, call.caller.tenant] + filters.map { $0 ?? "\u{0}" }
    mark = String(ContentMark.of(parts.joined(separator: "\u{1}")).prefix(12))
    guard let token = call.query[Self.position.name] else {
      after = nil
      return
    }
    guard let text = Self.decoded(token), text.hasPrefix(mark + " ") else {
      throw ServiceProblem(.cursorMismatch)
    }
    after = String(text.dropFirst(mark.count + 1))
  }

  /// The number of rows that the query specifies; nil if it specifies none.
  ///
  /// - Throws: `ServiceProblem` for a text that is not an integer in the range.
  private static func rows(_ call: ServiceCall, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = call.query[limitName] else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    let problem = FormatProblem.outOfRange(
      what: .verbatim(limitName),
      range: .betweenNumbers(lower: range.lowerBound, upper: range.upperBound))
    throw ServiceProblem(.badRequest, problem)
  }

  private static func decoded(_ token: String) -> String? {
    Data(base64URL: token).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// The position after a key, in the form for callers; null at the end of the list.
  func token(_ key: String?) -> JSONValue { key.map { .string(text(of: $0)) } ?? .null }

  private func text(of key: String) -> String {
    Data("\(mark) \(key)".utf8).base64URL
  }

  /// The link to the next page (RFC 8288); empty at the end of the list.
  func headers(next key: String?, _ call: ServiceCall) -> HTTPFields {
    guard let key else { return HTTPFields() }
    var items = call.query
    items[Self.position.name] = text(of: key)
    let query = items.sorted { $0.key < $1.key }.map { "\($0.percentEncoded)=\($1.percentEncoded)" }
    return [.link: "<\(call.path)?\(query.joined(separator: "&"))>; rel=\"next\""]
  }

  /// The number of rows to read: one more than fits on the page, to find out whether there are
  /// more.
  var wanted: Int { limit + 1 }

  /// The rows to show among those that were read, and the key after which the next page begins.
  func cut<Row>(
    _ found: [Row], _ key: (Row) -> String
  ) -> (rows: ArraySlice<Row>, next: String?) {
    (found.prefix(limit), found.count > limit ? key(found[limit - 1]) : nil)
  }

  /// A page.
  ///
  /// - Parameters:
  ///   - name: The key of the rows.
  ///   - next: The key after which the next page begins; nil for the last page.
  ///   - more: Other members, before the rows.
  func response(
    _ name: Rows, _ rows: [JSONValue], next: String?,
    with more: [(key: String, value: JSONValue)] = [], to call: ServiceCall
  ) -> Response {
    call.response(json(name, rows, next: next, with: more), headers: headers(next: next, call))
  }

  private func json(
    _ name: Rows, _ rows: [JSONValue], next: String?,
    with more: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    let own = [
      (key: name.rawValue, value: JSONValue.array(rows)), (key: Self.nextKey, value: token(next)),
    ]
    return .object(JSONObject(more + own))
  }

  /// The JSON Schema of a page.
  ///
  /// - Parameters:
  ///   - name: The key of the rows.
  ///   - row: The schema of a row.
  ///   - more: Other members, before the rows.
  ///   - optional: Members that only some pages have.
  static func schema(
    _ name: Rows, of row: JSONValue, with more: [(key: String, value: JSONValue)] = [],
    optional: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    let members =
      more + [
        (key: name.rawValue, value: SchemaPart.list(row)),
        (key: nextKey, value: SchemaPart.optional(SchemaPart.string)),
      ]
    return SchemaPart.object(members + optional, required: members.map(\.key), isOpen: false)
  }

  /// A page with an ETag, or 304 for a caller that already has the page.
  func cachedResponse(
    _ name: Rows, _ rows: [JSONValue], next: String?, maxAge: Int = 0, to call: ServiceCall
  ) -> Response {
    var response = call.cachedResponse(json(name, rows, next: next).wire, maxAge: maxAge)
    response.headers.append(contentsOf: headers(next: next, call))
    return response
  }
}
