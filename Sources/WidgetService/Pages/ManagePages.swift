import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import JSONC
import Messages
import WidgetPages
import WidgetStore

/// Handles the page where a placed widget is renamed or removed.
enum ManagePages {
  static func open(_ page: PageCall) async throws -> Response {
    page.response(try await document(page).document)
  }

  /// Renames or removes the widget through the routes of the API, which protect states that the
  /// caller has not seen.
  static func change(_ page: PageCall) async throws -> Response {
    guard page.isGenuine else {
      return try await refused(page, .forbidden) { $0.problem = page.words(.pageSessionNew) }
    }
    let name = page.call[.name]
    let typed = (page.fields[.name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    var headers = HTTPFields()
    do {
      headers[.ifMatch] = try page.stateTag()
      if page.fields[.action] == PageAction.remove.rawValue {
        try await page.change([.name: name], by: PlacedRoutes.remove, headers)
        return page.redirect(page.link([PageSegment.placed, name, PageSegment.history]))
      }
      guard !typed.isEmpty else {
        return try await refused(page, .unprocessableContent) {
          $0.nameProblem = page.words(.pageNameMissing)
        }
      }
      try await page.change(
        [.name: name], by: PlacedRoutes.rename, headers,
        body: .members([PlacedRoutes.newNameKey: .string(typed)]))
      return try await page.redirect(toPlaced: typed, .renamed)
    } catch {
      // There is a separate page for a missing widget.
      guard let problem = page.call.shownProblem(of: error), problem.status != .notFound else {
        throw error
      }
      return try await refused(page, problem.status) { document in
        switch problem.status {
        case .preconditionFailed:
          document.problem = page.words(
            .sentences([.pageConflict(name: name.harmless()), .pageLookAndPress]))
        case .conflict:
          document.nameProblem = page.words(.pageNameTaken(name: typed.harmless()))
        case .unprocessableContent:
          document.nameProblem = page.words.line(problem.message, problem.remedyOnPage)
        default: document.problem = page.words.line(problem.message, problem.remedyOnPage)
        }
      }
    }
  }

  /// The current page, with the typed name and the problem.
  private static func refused(
    _ page: PageCall, _ status: HTTPResponse.Status, _ mark: (inout ManagePage) -> Void
  ) async throws -> Response {
    var document = try await document(page)
    document.newName = page.fields[.name] ?? document.newName
    mark(&document)
    return page.response(document.document, status: status)
  }

  private static func document(_ page: PageCall) async throws -> ManagePage {
    let state = try await PlacedState.find(page.call[.name], page.call)
    return ManagePage(
      page: page.page, name: state.placed.name, etag: state.etag, hasForm: state.item != nil,
      removedDays: page.call.service.settings.retention.removedDays)
  }
}
