import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import Messages
import NIOCore
import WidgetPages
import WidgetStore

/// The routes of the service's web pages.
///
/// They are in this module rather than in the program, because they share code with the API's
/// routes and store changes through those routes.
enum PageRoutes {
  private static let placed = "/\(PageSegment.placed)" + PathParameter.name.segment
  private static let embedded = "/\(PageSegment.embedded)" + PathParameter.kind.segment
  private static let embeddedPlaced = embedded + PathParameter.name.segment
  private static let device = "/\(PageSegment.devices)" + PathParameter.device.segment
  private static let posted = ServiceRoute.Body.document(type: MediaType.form)

  static var routes: [ServiceRoute] {
    forms(
      "/\(PageSegment.widgets)" + PathParameter.kind.segment,
      opens: "newForm", changes: "changeNewForm", options: "newFormOptions")
      + forms(
        placed, opens: "placedForm", changes: "changePlacedForm", options: "placedFormOptions")
      + forms(
        embedded, opens: "embeddedForm", changes: "changeEmbeddedForm",
        options: "embeddedFormOptions", isEmbedded: true)
      + forms(
        embeddedPlaced, opens: "embeddedPlacedForm", changes: "changeEmbeddedPlacedForm",
        options: "embeddedPlacedFormOptions", isEmbedded: true) + pages
  }

  /// The routes of a form, each with its name.
  private static func forms(
    _ path: String, opens: String, changes: String, options: String, isEmbedded: Bool = false
  ) -> [ServiceRoute] {
    [
      route(.get, path, opens, needing: .read, isEmbedded: isEmbedded) {
        try await FormPages.open($0)
      },
      route(.post, path, changes, posted, needing: .read, isEmbedded: isEmbedded) {
        try await FormPages.change($0)
      },
      route(
        .post, "\(path)/\(PageSegment.options)", options, posted, needing: .options,
        isEmbedded: isEmbedded
      ) { try await FormPages.window($0) },
    ]
  }

  private static var pages: [ServiceRoute] {
    [
      route(.get, "/", "home", needing: .read) { try await GalleryPages.home($0) },
      route(
        .get, "\(embeddedPlaced)/\(PageSegment.tag)", "embeddedPlacedTag", needing: .read,
        isEmbedded: true
      ) { try await GalleryPages.tag($0) },
      route(.get, "\(placed)/\(PageSegment.tag)", "placedTag", needing: .read) {
        try await GalleryPages.tag($0)
      },
      ServiceRoute(
        method: .get, path: "/\(PageSegment.events)", name: "pageEvents",
        summary: "The changes of placed widgets, for the script of the pages.", responses: [],
        type: MediaType.events, isPage: true
      ) { call in
        try await PageCall.respond(to: call, needing: .read) { try EventRoutes.events($0.call) }
      },
      route(.get, "\(placed)/\(PageSegment.timeline)", "timelinePage", needing: .read) {
        try await GalleryPages.timeline($0)
      },
      route(.get, "\(placed)/\(PageSegment.history)", "historyPage", needing: .read) {
        try await GalleryPages.history($0)
      },
      route(.post, "\(placed)/\(PageSegment.history)", "restorePage", posted, needing: .write) {
        try await GalleryPages.restore($0)
      },
      route(.get, "\(placed)/\(PageSegment.manage)", "managePage", needing: .read) {
        try await ManagePages.open($0)
      },
      route(.post, "\(placed)/\(PageSegment.manage)", "manage", posted, needing: .write) {
        try await ManagePages.change($0)
      },
      route(.get, "/\(PageSegment.devices)", "devicesPage", needing: .admin) {
        try await DevicePages.open($0)
      },
      route(.get, device, "devicePage", needing: .admin) {
        try await DevicePages.show($0)
      },
      route(.post, device, "changeDevice", posted, needing: .admin) {
        try await DevicePages.change($0)
      },
      route(.get, "/\(PageSegment.signIn)", "signInPage", needing: nil) { SignInPages.open($0) },
      route(.post, "/\(PageSegment.signIn)", "signIn", posted, needing: nil) {
        try await SignInPages.change($0)
      },
      ServiceRoute(
        method: .get, path: "/\(PageSegment.assets)" + PathParameter.file.segment, name: "asset",
        summary: "A file of the pages.",
        responses: [], isPage: true
      ) { try asset($0) },
      // Browsers request this path automatically for pages without an icon.
      ServiceRoute(
        method: .get, path: "/favicon.ico", name: "favicon", summary: "The icon of the pages.",
        responses: [], isPage: true
      ) { plain(.icon, $0) },
    ]
  }

  private static func route(
    _ method: HTTPRequest.Method, _ path: String, _ name: String,
    _ body: ServiceRoute.Body = .none, needing scope: ServiceScope?, isEmbedded: Bool = false,
    _ handler: @escaping @Sendable (PageCall) async throws -> Response
  ) -> ServiceRoute {
    ServiceRoute(
      method: method, path: path, name: name, summary: "A page.", body: body, responses: [],
      type: MediaType.html, isPage: true
    ) { call in
      try await PageCall.respond(to: call, needing: scope, isEmbedded: isEmbedded, handler)
    }
  }

  /// Responds with an asset.
  ///
  /// Under the current name, the content never changes; under other names, it can change.
  private static func asset(_ call: ServiceCall) throws -> Response {
    let file = call[.file]
    if file == PageAsset.element.plainName { return plain(.element, call) }
    guard let asset = PageAsset.all.first(where: { $0.name == file }) else {
      // A page that was opened before the service was updated uses the earlier name.
      if PageAsset.pickers.hasName(file) { return plain(.pickers, call) }
      throw ServiceProblem(
        .noSuchPath, .nothingAtPath(path: call.path.harmless()))
    }
    return call.response(
      asset.bytes, type: asset.type,
      headers: [.cacheControl: "public, max-age=31536000, immutable"])
  }

  /// Responds with an asset under a stable name, for pages that do not know the current name.
  private static func plain(_ asset: PageAsset, _ call: ServiceCall) -> Response {
    call.response(
      asset.bytes, type: asset.type, headers: [.cacheControl: "public, max-age=300"])
  }
}

/// Handles the sign-in page.
enum SignInPages {
  static func open(_ page: PageCall) -> Response {
    let target = page.call.query[PageQuery.target.rawValue] ?? "/"
    guard page.call.service.access.needsToken else {
      return page.redirect(PageLink(path: target) ?? page.link([]))
    }
    return page.response(SignInPage(page: page.page, target: target).document)
  }

  static func change(_ page: PageCall) async throws -> Response {
    guard page.call.service.access.needsToken else { return page.redirect(page.link([])) }
    let target = page.fields[.to] ?? "/"
    var form = SignInPage(page: page.page, target: target)
    form.resumed = page.fields[.resumed] ?? ""
    guard page.isGenuine else {
      form.problem = page.words(.pageSessionNew)
      return page.response(form.document, status: .forbidden)
    }
    if page.fields[.action] == PageAction.signOut.rawValue {
      var response = page.redirect(page.link([PageSegment.signIn]))
      response.headers[.setCookie] = page.session.setCookie(nil)
      return response
    }
    let token = (page.fields[.token] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    do {
      let access = page.call.service.access
      let isSound = PageSession.isSound(token)
      _ = try await access.caller(
        withToken: isSound ? token : "", of: page.call.request, needing: .read)
    } catch {
      guard let problem = page.call.shownProblem(of: error) else { throw error }
      form.problem = page.words.line(problem.message, problem.remedyOnPage)
      return page.response(form.document, status: problem.status)
    }
    let own = PageLink(path: target) ?? page.link([])
    var response = page.redirect(own)
    if !form.resumed.isEmpty {
      var next = page.page
      next.csrf = PageSession(page.session, token: token).csrf
      response = page.response(
        ResumePage.document(next, to: own, PostedForm(Array(form.resumed.utf8))))
    }
    response.headers[.setCookie] = page.session.setCookie(token)
    return response
  }
}
