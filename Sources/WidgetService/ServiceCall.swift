import FormEngine
public import Foundation
import HTTPTypes
import Hummingbird
import InputFiles
import IntentModel
import JSONC
import JSONCodings
import Logging
import Messages
import NIOCore
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// The caller of a request: its tenant, subject and scopes.
public struct ServiceCaller: Sendable, Hashable {
  /// The tenant whose placed widgets the caller sees; empty for a caller that has no tenant.
  public var tenant: String
  /// The subject, for limits and for the log; empty if it is unknown.
  public var subject: String
  /// The scopes of the caller.
  public var scopes: Set<ServiceScope>
  /// When the caller's token expires, which ends the caller's event streams; nil if the token does
  /// not expire.
  public var expires: Date?

  /// Makes a caller.
  public init(
    tenant: String = "", subject: String, scopes: Set<ServiceScope>, expires: Date? = nil
  ) {
    (self.tenant, self.scopes, self.expires) = (tenant, scopes, expires)
    self.subject = subject.withVisibleNUL
  }
}

extension ServiceCaller {
  /// Whether the caller manages all devices and sees who owns them.
  var isAdmin: Bool { scopes.contains(.admin) }

  /// A text that identifies the caller; nil for a caller without a token.
  var key: String? { subject.isEmpty && tenant.isEmpty ? nil : "\(tenant)/\(subject)" }

  /// - Parameter other: Another scope that is sufficient.
  /// - Throws: `ServiceProblem` if the caller does not have the scope.
  func require(_ scope: ServiceScope, or other: ServiceScope? = nil) throws {
    if scopes.contains(scope) { return }
    if let other, scopes.contains(other) { return }
    var problem = ServiceProblem(
      .scopeMissing,
      other.map {
        "The token has neither the scope “\(scope.rawValue)” nor “\($0.rawValue)”."
      } ?? "The token does not have the scope “\(scope.rawValue)”.",
      other == nil ? "Use a token that has it." : "Use a token that has one of them.")
    // See RFC 6750, section 3.1.
    problem.headers[.wwwAuthenticate] =
      #"\#(ServiceAccess.scheme) error="insufficient_scope", scope="\#(scope.rawValue)""#
    throw problem
  }
}

/// A permission that a token grants.
public enum ServiceScope: String, Sendable, Hashable, CaseIterable {
  /// Reads widgets, forms, placed widgets and timelines.
  case read
  /// Places, changes and removes widgets.
  case write
  /// Requests options from sources.
  case options
  /// Registers devices, and removes the devices that the caller has registered.
  case device
  /// Reads metrics and the log of changes, manages all devices, and erases data permanently.
  case admin
  /// Lists and erases tenants, and uses the token's other scopes in other tenants.
  case `operator`
}

/// One request to a route, with its caller and its parsed parts.
struct ServiceCall: Sendable {
  var request: Request
  let context: ServiceContext
  let service: ServiceCore
  var caller: ServiceCaller
  /// The parameters of the path, decoded.
  var parameters: [PathParameter: String]
  var query: [String: String]
  /// The body, if the route reads it whole.
  var body: [UInt8]
  var language: String

  /// Whether the caller is still there.
  var presence: CallerPresence { context.presence }

  /// The logger of the request.
  var logger: Logger { context.log }

  /// The service's texts in the caller's language.
  var words: FormWords { FormWords(locale: language) }

  var path: String { request.uri.path }

  /// The tenant of the caller.
  var tenant: Tenant { TenantStores.tenant(caller.tenant) }

  /// The store with the placed widgets of the caller's tenant.
  var store: PlacedWidgetStore { service.stores.store(of: caller.tenant, by: caller.subject) }

  /// Whether the caller wants events instead of a single response.
  ///
  /// A caller that accepts events and JSON equally gets JSON, because generated clients list all
  /// types of a route but read only JSON.
  var wantsEvents: Bool {
    let types = WeightedList.items(of: request.headers[.accept])
    func weight(_ names: String...) -> Double {
      types.filter { names.contains($0.name.lowercased()) }.map(\.weight).max() ?? 0
    }
    return weight(MediaType.events) > weight(MediaType.json, "application/*")
  }

  /// A parameter of the path; empty if the path does not have it.
  subscript(parameter: PathParameter) -> String { parameters[parameter] ?? "" }

  /// The widget with the kind in the path.
  ///
  /// - Throws: `ServiceProblem` if there is none.
  func widget() throws -> ServedWidget { try widget(ofKind: self[.kind]) }

  func widget(ofKind kind: String) throws -> ServedWidget {
    let items = try service.servedWidgets.items(in: language)
    if let item = items.first(where: { $0.widget.kind == kind }) { return item }
    throw ServiceProblem(
      .noSuchWidget, .hasNoKind(name: kind),
      .suggestion(for: kind, among: items.map(\.widget.kind)))
  }

  /// Reads a form request for the widget with the kind in the path.
  ///
  /// A language in the body takes precedence over the language of the call.
  ///
  /// - Throws: `ServiceProblem` for an unknown widget, `FormatErrors` for an invalid body.
  mutating func form(
    _ form: ObjectCoding<FormRequest>
  ) throws -> (item: ServedWidget, request: FormRequest) {
    let item = try widget()
    let request = try form.read(json(), as: FormRequest(of: item))
    guard let locale = request.locale, locale != language else { return (item, request) }
    language = locale
    return (try widget(), request)
  }

  /// The family in the query; nil if there is none.
  ///
  /// - Parameter item: The widget whose families the problem suggests.
  /// - Throws: `ServiceProblem` for an unknown family.
  func family(of item: ServedWidget?) throws -> WidgetFamily? {
    try query[WidgetRoutes.family.name].map { try Self.family(named: $0, of: item) }
  }

  /// The family with a name.
  ///
  /// - Throws: `ServiceProblem` for a name that is not a family, or that is probably a mistyped
  ///   name of a known family or of a family that the widget lists.
  static func family(named name: String, of item: ServedWidget?) throws -> WidgetFamily {
    if let family = WidgetFamily(rawValue: name) {
      let listed = item?.widget.families ?? []
      let isMistyped =
        !family.isKnown && !listed.contains(family)
        && WidgetFamily.nearestName(
          to: name, among: (listed + WidgetFamily.allCases).map(\.rawValue)) != nil
      if !isMistyped { return family }
    }
    let (issue, remedy) = FormRequest.unknownFamily(
      name, of: item?.widget.families ?? WidgetFamily.allCases)
    throw ServiceProblem(.unknownFamily, issue.message, remedy)
  }

  /// The boolean value of a query item.
  ///
  /// - Parameter standard: The value to use if the item is missing.
  /// - Throws: `ServiceProblem` for any text other than “true” and “false”.
  func flag(_ item: ServiceRoute.Parameter, else standard: Bool = false) throws -> Bool {
    guard let text = query[item.name] else { return standard }
    if let isTrue = Bool(text) { return isTrue }
    throw Self.unknown(text, of: item.name, choices: ["true", "false"])
  }

  /// The word of a query item; nil if the item is missing.
  ///
  /// - Parameter words: The accepted words.
  /// - Throws: `ServiceProblem` for any other text.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ item: ServiceRoute.Parameter, among words: [Word] = Array(Word.allCases)
  ) throws -> Word? {
    guard let text = query[item.name] else { return nil }
    if let word = words.first(where: { $0.rawValue == text }) { return word }
    throw Self.unknown(text, of: item.name, choices: words.map(\.rawValue))
  }

  /// The problem for a query item that has an invalid value or is empty.
  static func unknown(_ text: String, of name: String, choices: [String]) -> ServiceProblem {
    ServiceProblem(
      text.isEmpty ? .missingQueryItem : .unknownWord, status: .badRequest,
      text.isEmpty
        ? "The query item “\(name)” is missing."
        : "The query item “\(name)” cannot be “\(text.harmlessName)”.",
      .suggestion(for: text, among: choices))
  }

  /// Issues with the values of the draft in the body, with their positions in the body.
  func located(_ issues: [IntentIssue]) -> [ServiceIssue] {
    let map = issues.isEmpty ? nil : try? JSONText.parseWithPositions(body, limits: limits.json).1
    return issues.map { issue in
      let path = issue.path.location(in: .draft)
      let place = map?.nearest(to: path, isKey: issue.concernsKey)
      var located = ServiceIssue(issue)
      (located.line, located.column) = (place?.line, place?.column)
      return located
    }
  }

  /// The limits for a request body.
  var limits: FormatLimits {
    var limits = FormatLimits.standard
    limits.maximumBytes = service.settings.maximumBodyBytes
    limits.maximumErrors = FormRequest.maximumIssues
    return limits
  }
}

extension ServiceCall {
  /// A JSON response that must not be stored.
  func response(
    _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()
  ) -> Response {
    response(value.wire, status: status, headers: headers)
  }

  /// A response that consists of bytes; unless the header fields say otherwise, it must not be
  /// stored.
  func response(
    _ bytes: [UInt8], type: String = MediaType.json, status: HTTPResponse.Status = .ok,
    headers: HTTPFields = HTTPFields()
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A response with an ETag, or 304 for a caller that already has the response.
  func cachedResponse(_ bytes: [UInt8], maxAge: Int) -> Response {
    cachedResponse(TaggedResponse(bytes), maxAge: maxAge)
  }

  /// A response with a known ETag, or 304 for a caller that already has the response.
  ///
  /// - Parameter isRevalidated: Whether the caller's cache must validate the response each time.
  func cachedResponse(
    _ answer: TaggedResponse, maxAge: Int, stale: Int = 0, type: String = MediaType.json,
    isRevalidated: Bool = false
  ) -> Response {
    var headers = HTTPFields()
    headers[.eTag] = answer.etag
    let revalidation = stale > 0 ? ", stale-while-revalidate=\(stale)" : ""
    headers[.cacheControl] =
      isRevalidated ? "private, no-cache" : "private, max-age=\(maxAge)\(revalidation)"
    if EntityTag.names(answer.etag, in: request.headers[.ifNoneMatch]) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = type
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: answer.bytes))
  }
}

/// A member of a header field that has entity tags (RFC 9110, section 8.8.3), without the suffix of
/// compressed responses.
enum EntityTag: Hashable {
  case any
  case tag(String)

  /// The tag without the prefix `W/`; nil for `*`.
  var weakly: String? {
    switch self {
    case .any: nil
    case .tag(let text): text.hasPrefix("W/") ? String(text.dropFirst(2)) : text
    }
  }

  /// Whether a header field contains a tag, with or without the suffix of compressed responses.
  static func names(_ tag: String, in field: String?) -> Bool {
    guard let field else { return false }
    return field == tag || list(field).contains { $0 == .any || $0.weakly == tag }
  }

  /// Checks that the “If-Match” of a request contains the tag of the response (RFC 9110, section
  /// 13.1.1).
  ///
  /// As in a request for a change, the tag of the state in any language is accepted.
  ///
  /// - Throws: `ServiceProblem` if the field does not name the tag, and for a malformed field.
  static func check(_ tag: String, against request: Request) throws {
    let named = try states(.ifMatch, of: request)
    guard !named.isEmpty, !named.contains(.any), !named.contains(.tag(state(tag))) else { return }
    var problem = ServiceProblem(
      .changed,
      "The response does not have an ETag that “If-Match” names.",
      "Send the request without “If-Match”.")
    problem.headers[.eTag] = tag
    throw problem
  }

  /// The tag without the language of messages.
  private static func state(_ tag: String) -> String {
    tag.lastIndex(of: ".").map { tag[..<$0] + "\"" } ?? tag
  }

  /// The tags in a header field; empty if the field is missing.
  static func list(_ field: String?) -> [EntityTag] {
    texts(in: field).map { $0 == "*" ? .any : .tag(ContentCoding.plain(tag: $0)) }
  }

  /// The tag of a state, for a response that has messages in a language.
  ///
  /// English is the language of most callers, so a response in English has the tag of the state
  /// itself.
  static func spoken(_ tag: String, in locale: String) -> String {
    locale == AcceptedLanguage.standard ? tag : "\(tag.dropLast()).\(locale)\""
  }

  /// The tags of states in a header field, such as `If-Match`, that makes a change conditional; the
  /// language of the states does not matter.
  ///
  /// - Throws: `ServiceProblem` for a member that is not a tag, such as a text without quotation
  ///   marks.
  static func states(_ name: HTTPField.Name, of request: Request) throws -> [EntityTag] {
    let field = request.headers[name]
    for text in texts(in: field) where text != "*" && !isTag(text) {
      let (tag, header) = (text.harmlessText, name.rawName)
      let bare = tag.filter { $0 != "\"" }
      throw ServiceProblem(
        .notAnEtag, "“\(tag)” in “\(header)” is not an ETag.",
        "Send the ETag as the service wrote it, in quotation marks: \("\(header): \"\(bare)\"")")
    }
    return list(field).map { tag in
      guard case .tag(let text) = tag else { return tag }
      return .tag(state(text))
    }
  }

  /// The members of a field; a comma inside quotation marks does not separate them.
  private static func texts(in field: String?) -> [String] {
    var isQuoted = false
    return (field ?? "").split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// Whether a text is one tag in quotation marks.
  static func isTag(_ text: String) -> Bool {
    let opaque = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    return opaque.utf8.count > 1 && opaque.hasPrefix("\"") && opaque.hasSuffix("\"")
      && !opaque.dropFirst().dropLast().contains("\"")
  }
}

extension HTTPField.Name {
  static let host = Self("Host") ?? .accept
  static let idempotencyKey = Self("Idempotency-Key") ?? .accept
  static let link = Self(ResponseHeader.link.rawValue) ?? .accept
  static let requestID = Self(ResponseHeader.requestID.rawValue) ?? .accept
  static let rateLimit = Self(ResponseHeader.rateLimit.rawValue) ?? .accept
  static let rateLimitPolicy = Self(ResponseHeader.rateLimitPolicy.rawValue) ?? .accept
  static let device = Self("Widgetconfig-Device") ?? .accept
  static let lastEventID = Self("Last-Event-ID") ?? .accept
  static let traceparent = Self("traceparent") ?? .accept
}
