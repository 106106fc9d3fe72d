import Foundation
import HTTPTypes
import Hummingbird
import JSONC
import JSONCodings
import Messages
import WidgetStore

/// Routes for operators: the tenants of the store, and permanent erasure.
enum ErasureRoutes {
  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.tenants, name: "listTenants", scope: .operator,
        summary: """
          A page of the tenants that have data in the store; the tenant without a name is null.
          """,
        parameters: ListPage.parameters,
        responses: [(200, "The tenants."), ServiceRoute.invalidQuery], schema: .tenants
      ) { try await tenants($0) },
      ServiceRoute(
        method: .delete, path: ServicePath.tenants + PathParameter.tenant.segment,
        name: "eraseTenant", scope: .operator,
        summary: """
          Erases all data of a tenant, for good. For a large tenant this takes a while; if the \
          request was interrupted, send it again to continue.
          """,
        responses: [
          (204, "Nothing is left."), (400, "The text is not a valid name for a tenant."),
        ]
      ) { call in
        try await call.service.stores.driver.erase(ServiceRoute.tenant(named: call[.tenant]))
        return Response(status: .noContent)
      },
      ServiceRoute(
        method: .post, path: ServicePath.placedWidget + "/erase", name: "erasePlaced",
        scope: .admin,
        summary: """
          Erases a placed or removed widget with its earlier states, for good; the log keeps only \
          the numbers of its changes. Remove the widget first if followers are to be notified.
          """,
        parameters: [PlacedRoutes.condition, ServiceRoute.tenant],
        responses: [
          (204, "Nothing is left."), ServiceRoute.nothingNamed,
          PlacedRoutes.changedOrNotPlaced,
        ]
      ) { try await PlacedRoutes.erase($0) },
      ServiceRoute(
        method: .post, path: ServicePath.audit + "/erase", name: "eraseSubject", scope: .admin,
        summary: "Replaces a subject in the log of changes with a random name, for good.",
        body: .json(schema: subjectCoding.schema, example: ["subject": "u-17"]),
        parameters: [ServiceRoute.tenant],
        responses: [
          (
            200,
            "The number of changes by the subject, and the name that replaces it in the log."
          ),
          ServiceRoute.invalidRequest,
        ], schema: .erasure
      ) { call in
        let subject = try subjectCoding.read(call.json(), as: "")
        guard !subject.isEmpty else {
          throw ServiceProblem(.noSubject)
        }
        let pseudonym = PlacedWidgetStore.newPseudonym
        let count = try await call.store.erase(subject: subject, pseudonym: pseudonym)
        return call.response(erasureCoding.json((count, pseudonym)))
      },
    ]
  }

  /// The request body that names a token subject.
  private static let subjectCoding = ObjectCoding<String>([
    .value("subject", SchemaPart.text, isRequired: true) { $0 = $1.string ?? "" }
  ])

  static let erasureCoding = ObjectCoding<(changes: Int, pseudonym: String)>([
    .integer("changes") { $0.changes }, .text("pseudonym") { $0.pseudonym },
  ])

  static let tenantCoding = ObjectCoding<Tenant>([
    .text(nullable: "name") { $0 == .local ? nil : $0.name }
  ])

  private static func tenants(_ call: ServiceCall) async throws -> Response {
    let page = try ListPage(call, filters: [])
    let last = page.after.map { Tenant($0) ?? .local }
    let found = try await call.service.stores.driver.tenants(after: last, limit: page.wanted)
    let (shown, next) = page.cut(found, \.name)
    return page.response(.tenants, shown.map { tenantCoding.json($0) }, next: next, to: call)
  }
}
