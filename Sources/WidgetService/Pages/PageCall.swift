import FormEngine
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import Messages
import NIOCore
import WidgetPages
import WidgetStore
import Zones

/// A request for a page, with its session and its fields.
struct PageCall: Sendable {
  var call: ServiceCall
  let session: PageSession
  /// The submitted fields; empty if there are none.
  let fields: PostedForm
  /// Whether the request cannot be forged: it is not a POST, it comes from the script, or it has a
  /// valid CSRF token.
  let isGenuine: Bool
  /// Whether the request comes from the script, which receives the changed parts instead of a page.
  let isScript: Bool
  /// Whether the page is embedded in another page.
  let isEmbedded: Bool
  /// The time zone of the person.
  let zone: CallerZone

  /// Handles a request for a page.
  ///
  /// A caller without a valid token is redirected to the sign-in page, or gets that page in
  /// response to a POST; the script gets the problem.
  ///
  /// - Parameter scope: The scope that the caller needs; nil for a page that is open to everyone.
  static func respond(
    to call: ServiceCall, needing scope: ServiceScope?, isEmbedded: Bool = false,
    _ body: @Sendable (PageCall) async throws -> Response
  ) async throws -> Response {
    let session = PageSession(call)
    let fields = PostedForm(call.body)
    let isScript = Self.isScript(call.request)
    let isPost = call.request.method == .post
    var call = call
    let zone = CallerZone(call)
    call.query[PageQuery.timeZone.rawValue] = zone.name
    var page = PageCall(
      call: call, session: session, fields: fields,
      isGenuine: !isPost || isScript || session.isValid(csrf: fields[.csrf]), isScript: isScript,
      isEmbedded: isEmbedded, zone: zone)
    var response: Response
    do {
      if let part = fields.unreadable { throw ServiceProblem.notEncoded(part) }
      if let scope {
        // The script in a page of another site sends the token of that page.
        page.call.caller =
          page.isInvited
          ? try await call.service.access.caller(of: call.request, needing: scope)
          : try await call.service.access.caller(
            withToken: session.token, of: call.request, needing: scope)
      }
      response = try await body(page)
    } catch {
      guard let problem = call.shownProblem(of: error) else { throw error }
      let target = call.request.head.path ?? "/"
      if problem.status == .unauthorized, isPost, !isScript {
        // The submitted fields are kept, to continue after signing in.
        var form = SignInPage(page: page.page, target: target)
        form.problem = call.words(.pageSignInAgain)
        form.resumed = String(decoding: call.body, as: UTF8.self)
        response = page.response(form.document, status: .unauthorized)
      } else if problem.status == .unauthorized, !isScript {
        response = page.redirect(
          page.link([PageSegment.signIn], [PageQuery.target.item(target)]))
      } else if isScript {
        response = problem.onPage.response(in: call.words)
      } else {
        response = try await page.response(to: problem)
      }
    }
    if !session.isKept, response.headers[.setCookie] == nil {
      response.headers[.setCookie] = session.setCookie(session.value)
    }
    return response
  }

  /// Whether a request comes from the script of the pages.
  private static func isScript(_ request: Request) -> Bool {
    request.headers[.requestedWith] == PageAsset.script.plainName
  }

  /// The page for a problem; for a missing or damaged widget that has a history, the page links to
  /// the history, unless it is embedded.
  private func response(to problem: ServiceProblem) async throws -> Response {
    var remedy = words(problem.remedyOnPage)
    var placed: String?
    if problem.status == .notFound || problem.code == .damagedEntry,
      let name = call.parameters[.name],
      let states = try? await call.store.history(of: name), !states.isEmpty
    {
      if !isEmbedded { placed = name }
      if !states.contains(where: \.isPresent) {
        remedy = words(.pageIsRemoved(name: name.harmless()))
      }
    }
    return response(
      ProblemPage.document(
        page, title: words(problem.message), remedy: remedy, placed: placed),
      status: problem.status)
  }

  /// Whether the script's request is from another site that may call the service.
  ///
  /// The script's header makes browsers send a preflight request, so other sites' forms cannot get
  /// here (Fetch, section 3.3).
  private var isInvited: Bool {
    isEmbedded && isScript && RequestOrigin.allowed(of: call.request, call.service.settings) != nil
  }

  var words: FormWords { call.words }

  /// The ETag of the state for which the submitted form of a placed widget was made.
  ///
  /// - Throws: `ServiceProblem` for a form without a tag, and for a text that is not a tag.
  func stateTag() throws -> String {
    guard let tag = fields[.etag], !tag.isEmpty else {
      throw ServiceProblem(.conditionMissing, nil, .readFormAgain)
    }
    guard EntityTag.isTag(tag) else { throw ServiceProblem.field(.etag) }
    return tag
  }

  /// The query parameters that links keep.
  var query: [(name: String, value: String)] { page.query }

  /// The common parts of all pages.
  var page: Page {
    var page = Page(words: words, locale: call.query[PageQuery.locale.rawValue], csrf: session.csrf)
    page.isSignedIn = call.service.access.needsToken && !call.caller.scopes.isEmpty
    page.isEmbedded = isEmbedded
    page.linksStyle = isScript
    page.frameAncestors = call.service.settings.frameAncestors
    page.askedZone = zone.isAsked ? zone.name : nil
    if call.request.method == .get { page.zone = (try? call.zone)?.identifier }
    return page
  }

  /// A response with a page that must not be stored.
  func response(
    _ document: PageDocument, status: HTTPResponse.Status = .ok
  ) -> Response {
    let frames = isEmbedded ? call.service.settings.frameAncestors : []
    return Self.response(document, to: call.request, status: status, frames: frames)
  }

  /// A response with a page that the pages of the given origins may embed.
  static func response(
    _ document: PageDocument, to request: Request, status: HTTPResponse.Status,
    frames: [String] = []
  ) -> Response {
    let body = PageBody(document, accepted: request.headers[.acceptEncoding])
    var response = Response(
      status: status,
      headers: [.contentType: MediaType.html + "; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: body.buffer))
    response.headers[.contentEncoding] = body.coding
    response.headers[.contentSecurityPolicy] = [
      "default-src 'none'", "script-src 'self'", "style-src 'self' \(PageBody.styleSource)",
      "img-src 'self' data:",
      "connect-src 'self'", "form-action 'self'", "base-uri 'none'",
      "frame-ancestors " + (frames.isEmpty ? "'none'" : frames.joined(separator: " ")),
    ].joined(separator: "; ")
    response.headers[.referrerPolicy] = "same-origin"
    return response
  }

  /// The page for a problem that no page has handled, or the problem for the script of the pages;
  /// nil for any other request.
  static func response(
    to problem: ServiceProblem, of request: Request, in words: FormWords, frames: [String]
  ) -> Response? {
    guard !ServiceRoute.isAPI(request.uri.path) else { return nil }
    if isScript(request) { return problem.onPage.response(in: words) }
    guard request.acceptsPage else { return nil }
    // The remedy for an unknown path is for programs.
    let remedy = problem.code == .noSuchPath ? "" : words(problem.remedyOnPage)
    var page = Page(words: words, locale: AcceptedLanguage.locale(of: request), csrf: "")
    page.isEmbedded = request.uri.path.hasPrefix("/\(PageSegment.embedded)/")
    var response = Self.response(
      ProblemPage.document(page, title: words(problem.message), remedy: remedy), to: request,
      status: problem.status, frames: page.isEmbedded ? frames : [])
    for field in problem.headers { response.headers[field.name] = field.value }
    return response
  }

  /// Redirects the browser to another page with GET (303, RFC 9110, section 15.4.4).
  func redirect(_ link: PageLink) -> Response {
    Response(status: .seeOther, headers: [.location: link.text, .cacheControl: "no-store"])
  }

  /// A link to a path of this service, in the language of the page.
  func link(_ segments: [String], _ more: [(name: String, value: String)] = []) -> PageLink {
    PageLink(segments, query: query + more)
  }
}

extension PageCall {
  /// Makes a change with an operation of the API, as a program would.
  ///
  /// - Throws: The error of the operation, such as `ServiceProblem`.
  func change(
    _ parameters: [PathParameter: String], by operation: (ServiceCall) async throws -> Response,
    _ headers: HTTPFields = HTTPFields(), body: JSONValue = .null
  ) async throws {
    var head = call.request.head
    for field in headers { head.headerFields[field.name] = field.value }
    var inner = call
    inner.request = Request(head: head, body: call.request.body)
    inner.parameters = parameters
    inner.query = call.query.filter { $0.key == PageQuery.timeZone.rawValue }
    inner.body = body.wire
    _ = try await operation(inner)
  }
}

/// The time zone of a person in a browser.
struct CallerZone: Sendable {
  /// The name of the cookie in which the script keeps the zone.
  static let cookie = "widgetconfig-zone"

  /// The name of the zone; nil if the browser has not sent it.
  let name: String?
  /// Whether the zone comes from the URL of the page.
  let isAsked: Bool

  /// Reads the zone from the URL of the page, or else from the cookie that the script sets.
  ///
  /// A zone that this system does not know counts as unknown. In that case the page states the zone
  /// of its times.
  init(_ call: ServiceCall) {
    let asked = call.query[PageQuery.timeZone.rawValue].flatMap { ZoneRules(named: $0)?.identifier }
    let kept = call.request.headers.cookie(Self.cookie)
    isAsked = asked != nil
    name = asked ?? kept.flatMap { ZoneRules(named: $0)?.identifier }
  }
}

extension ServiceProblem {
  static func field(_ field: PageField) -> ServiceProblem { .field(field.rawValue) }

  /// The problem of a field with a text that the page of the form cannot send.
  static func field(_ name: String) -> ServiceProblem {
    ServiceProblem(
      .malformedField,
      "The field “\(name.harmlessText)” does not fit the form.")
  }
}

extension Request {
  /// Whether the caller accepts a page, as a browser does.
  var acceptsPage: Bool { headers[.accept]?.contains(MediaType.html) == true }
}
