import FormEngine
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import Messages
import NIOCore
import WidgetPages

/// A request for a page, on its way through a route.
struct PageCall: Sendable {
  var call: ServiceCall
  let session: PageSession
  /// The fields that were sent; empty for a request that sends none.
  let fields: PostedForm
  /// Whether the fields were sent by a form that this browser got from here.
  let isGenuine: Bool
  /// Whether the script asks, who wants the parts that have changed and no page.
  let isScript: Bool
  /// Whether the page is shown inside another one.
  let isEmbedded: Bool

  /// Answers a request for a page.
  ///
  /// A caller without a token is sent to the page where people sign in.
  ///
  /// - Parameter scope: What the caller needs; nil for a page that is open to all.
  static func respond(
    to call: ServiceCall, needing scope: ServiceScope?, isEmbedded: Bool = false,
    _ body: @Sendable (PageCall) async throws -> Response
  ) async throws -> Response {
    let session = PageSession(call)
    let fields = PostedForm(call.body)
    let isScript = call.request.headers[.requestedWith] == "form.js"
    let isPost = call.request.method == .post
    var page = PageCall(
      call: call, session: session, fields: fields,
      isGenuine: !isPost || isScript || session.isValid(csrf: fields["csrf"]), isScript: isScript,
      isEmbedded: isEmbedded)
    var response: Response
    do {
      if isPost, !PageSession.isOwn(call.request), !page.isInvited {
        throw ServiceProblem(.forbidden, "foreign-origin", .pageForeignOrigin, .pageOpenForm)
      }
      if let scope {
        // The script in a page of another site sends the token that the page has.
        page.call.caller =
          page.isInvited
          ? try await call.service.access.caller(of: call.request, needing: scope)
          : try await call.service.access.caller(withToken: session.token, needing: scope)
      }
      response = try await body(page)
    } catch {
      guard let problem = ServiceProblem(error) else { throw error }
      let target = call.request.head.path ?? "/"
      if problem.status == .unauthorized, isPost, !isScript {
        // What was typed goes on after signing in.
        var form = SignInPage(page: page.page, target: target)
        form.problem = call.words(.pageSignInAgain)
        form.resumed = String(decoding: call.body, as: UTF8.self)
        response = page.answer(form.document, status: .unauthorized)
      } else if problem.status == .unauthorized, !isScript {
        response = page.redirect(page.link(["sign-in"], [(name: "to", value: target)]))
      } else if isScript {
        response = problem.response(in: call.words)
      } else {
        response = page.answer(
          ProblemPage.document(
            page.page, title: call.words(problem.message), remedy: call.words(problem.remedy)),
          status: problem.status)
      }
    }
    if !session.isKept, response.headers[.setCookie] == nil {
      response.headers[.setCookie] = session.setCookie(session.value)
    }
    return response
  }

  /// Whether the script asks from a page of another site that may call the service.
  ///
  /// A browser asks first whether that site may send the header of the script, so that no form of a
  /// stranger gets here (Fetch, section 3.3).
  private var isInvited: Bool {
    guard isEmbedded, isScript, let origin = call.request.headers[.origin] else { return false }
    let allowed = call.service.settings.allowedOrigins
    return allowed.contains(origin) || allowed.contains("*")
  }

  var words: FormWords { call.words }

  /// The members of the query that links keep.
  var query: [(name: String, value: String)] {
    call.query["locale"].map { [(name: "locale", value: $0)] } ?? []
  }

  /// What all pages have.
  var page: Page {
    var page = Page(words: words, locale: call.query["locale"], csrf: session.csrf)
    page.isSignedIn = call.service.access.needsToken && !call.caller.scopes.isEmpty
    page.isEmbedded = isEmbedded
    page.frameAncestors = call.service.settings.frameAncestors
    return page
  }

  /// A page, which nobody keeps.
  func answer(
    _ document: [UInt8], status: HTTPResponse.Status = .ok
  ) -> Response {
    var response = call.answer(document, type: "text/html; charset=utf-8", status: status)
    let frames = isEmbedded ? call.service.settings.frameAncestors : []
    response.headers[.contentSecurityPolicy] = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
      "connect-src 'self'", "form-action 'self'", "base-uri 'none'",
      "frame-ancestors " + (frames.isEmpty ? "'none'" : frames.joined(separator: " ")),
    ].joined(separator: "; ")
    response.headers[.referrerPolicy] = "same-origin"
    return response
  }

  /// Sends the browser to another page, which it gets (RFC 9110, section 15.4.4).
  func redirect(_ link: PageLink) -> Response {
    Response(status: .seeOther, headers: [.location: link.text, .cacheControl: "no-store"])
  }

  /// A link to a place of this service in the language of the page.
  func link(_ segments: [String], _ more: [(name: String, value: String)] = []) -> PageLink {
    PageLink(segments, query: query + more)
  }
}
