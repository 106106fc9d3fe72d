import Foundation
import HTTPTypes
import Hummingbird
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetStore

/// Routes for the configured webhooks: their states, their deliveries, and the repetition of
/// deliveries.
///
/// A caller sees only the changes of its own tenant; an operator can name another tenant.
enum WebhookRoutes {
  private static let missing = ProblemCode.noSuchWebhook.response
  private static let stateFilter = ServiceRoute.Parameter(
    name: "state", summary: "Only deliveries in this state.",
    schema: SchemaPart.word(StoredDelivery.State.self))

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.webhooks, name: "listWebhooks", scope: .admin,
        summary:
          """
          The URLs that changes are sent to, and which of the tenant's changes each of them has \
          received.
          """,
        parameters: [ServiceRoute.tenant],
        responses: [(200, "The webhooks.")], schema: .webhooks
      ) { call in
        var webhooks: [JSONValue] = []
        for address in call.service.settings.webhooks {
          webhooks.append(try await json(Webhook(address: address), call))
        }
        return call.response(listCoding.json(webhooks))
      },
      ServiceRoute(
        method: .get, path: ServicePath.webhook + "/deliveries", name: "listDeliveries",
        scope: .admin,
        summary: """
          A page of the deliveries to a webhook, the latest changes first. Deliveries are kept for \
          \(StoredDelivery.maximumAge / StoreRetention.day) days.
          """,
        parameters: ListPage.parameters + [
          stateFilter, ServiceRoute.tenant,
        ],
        responses: [(200, "The deliveries."), ServiceRoute.invalidQuery, missing],
        schema: .deliveries
      ) { try await deliveries($0) },
      ServiceRoute(
        method: .post, path: ServicePath.webhook + "/replay", name: "replayDeliveries",
        scope: .admin,
        summary: """
          Sends changes again that were sent before, with the same \
          “\(SignedPost.Field.id.rawValue)”, whatever the webhook responded.
          """,
        body: .json(schema: ReplayRequest.coding.schema, example: ["from": 1, "to": 20]),
        parameters: [ServiceRoute.tenant],
        responses: [
          (202, "The changes are sent again."), missing, ProblemCode.webhookDisabled.response,
          ServiceRoute.invalidRequest,
        ], schema: .replay
      ) { try await replay($0) },
      ServiceRoute(
        method: .post, path: ServicePath.webhook + "/skip", name: "skipDeliveries", scope: .admin,
        summary: """
          Skips the changes that wait for a webhook, by default all of them, including those that \
          it did not accept. Its receiver gets one request to read the list again.
          """,
        body: .json(schema: skipCoding.schema, example: ["to": 20]), mayLackBody: true,
        parameters: [ServiceRoute.tenant],
        responses: [(202, "The changes are skipped."), missing, ServiceRoute.invalidRequest],
        schema: .webhook
      ) { call in
        let webhook = try webhook(of: call)
        let number = try skipCoding.read(call.json(mayBeEmpty: true), as: nil)
        try await call.store.skip(to: number, of: webhook.follower, at: call.service.now())
        call.service.webhooks.call(webhook, for: call.tenant)
        return call.response(try await json(webhook, call), status: .accepted)
      },
      ServiceRoute(
        method: .post, path: ServicePath.enable, name: "enableWebhook", scope: .admin,
        summary: """
          Enables a webhook that was disabled, because it responded with \
          \(SignedPost.goneStatus) or accepted nothing for a long time. Sending continues where it \
          stopped.
          """,
        parameters: [ServiceRoute.tenant],
        responses: [(200, "The webhook."), missing], schema: .webhook
      ) { call in
        let webhook = try webhook(of: call)
        try await call.store.setDisabled(webhook.follower, at: nil)
        call.service.webhooks.call(webhook, for: call.tenant)
        return call.response(try await json(webhook, call))
      },
    ]
  }

  /// A request to skip changes up to a number or, without a number, all changes.
  private static let skipCoding = ObjectCoding<Int?>([
    .whole("to", in: ReplayRequest.range) { $0 = $1 }
  ])

  /// The webhook with the identifier in the path.
  ///
  /// - Throws: `ServiceProblem` if there is none.
  private static func webhook(of call: ServiceCall) throws -> Webhook {
    let webhooks = call.service.settings.webhooks.map { Webhook(address: $0) }
    if let webhook = webhooks.first(where: { $0.id == call[.webhook] }) { return webhook }
    throw ServiceProblem(
      .noSuchWebhook,
      "There is no webhook “\(call[.webhook].harmlessText)”.")
  }

  private static func json(_ webhook: Webhook, _ call: ServiceCall) async throws -> JSONValue {
    coding.json(
      (
        webhook, try await call.store.health(of: webhook.follower),
        try await call.store.changeNumbers().upperBound
      ))
  }

  static let listCoding = ObjectCoding<[JSONValue]>([
    .value("webhooks", SchemaPart.list(ResponseSchema.webhook.reference)) { .array($0) }
  ])

  /// The number of changes that are sent again.
  static let replayCoding = ObjectCoding<Int>([.integer("count") { $0 }])

  /// A webhook, with the number of the last change.
  static let coding = ObjectCoding<(webhook: Webhook, health: FollowerHealth, last: Int)>([
    .text("id") { $0.webhook.id },
    .text("url") { $0.webhook.url },
    .word("state") { (_, health, _) -> WebhookState in
      health.disabledSince != nil ? .disabled : health.failingSince != nil ? .failing : .active
    },
    .integer("position") { $0.health.position ?? 0 },
    .integer("last") { $0.last },
    .moment(nullable: "failingSince") { $0.health.failingSince },
    .moment(nullable: "disabledSince") { $0.health.disabledSince },
  ])

  /// A delivery, with the identifier of its message.
  static let delivery = ObjectCoding<(id: String, delivery: StoredDelivery)>([
    .text("id") { $0.id },
    .integer("number") { $0.delivery.number },
    .word("state") { $0.delivery.state },
    .integer("attempts") { $0.delivery.attempts },
    .moment(nullable: "lastAttempt") { $0.delivery.attempts > 0 ? $0.delivery.lastDate : nil },
    .moment(nullable: "nextAttempt") { $0.delivery.dueDate },
    .integer(nullable: "status") { $0.delivery.status },
    .text(nullable: "problem") { $0.delivery.cause },
  ])

  private static func deliveries(_ call: ServiceCall) async throws -> Response {
    let webhook = try webhook(of: call)
    let state: StoredDelivery.State? = try call.word(stateFilter)
    let page = try ListPage(call, filters: [state?.rawValue])
    let (tenant, epoch) = (call.tenant, try await call.store.logState().epoch)
    let found = try await call.store.deliveries(
      to: webhook.follower, before: page.after.flatMap { Int($0) }, in: state,
      limit: page.wanted)
    let (shown, next) = page.cut(found) { String($0.number) }
    let rows = shown.map { row in
      delivery.json((webhook.message(row.number, of: epoch, tenant), row))
    }
    return page.response(.deliveries, rows, next: next, to: call)
  }

  private static func replay(_ call: ServiceCall) async throws -> Response {
    let webhook = try webhook(of: call)
    let request = try ReplayRequest(call.json())
    guard try await call.store.health(of: webhook.follower).disabledSince == nil else {
      throw ServiceProblem(
        .webhookDisabled, nil,
        "Enable it with: POST \(ServicePath.path(ServicePath.enable, of: webhook.id))")
    }
    let count = try await call.store.replay(
      request.numbers, to: webhook.follower, at: call.service.now())
    call.service.webhooks.call(webhook, for: call.tenant)
    return call.response(replayCoding.json(count), status: .accepted)
  }
}

/// The state of a webhook.
enum WebhookState: String, CaseIterable { case active, failing, disabled }

/// A request to send changes again.
private struct ReplayRequest {
  /// The maximum number of changes in a request.
  private static let maximumChanges = 1_000
  /// The accepted numbers for changes.
  static let range = 1...Int(Int32.max)

  static let coding = ObjectCoding<(from: Int, to: Int?)>([
    .whole("from", in: range, isRequired: true) { $0.from = $1 },
    .whole("to", in: range) { $0.to = $1 },
  ])

  /// The numbers of the changes to send.
  let numbers: ClosedRange<Int>

  init(_ body: RequestBody) throws {
    let (from, last) = try Self.coding.read(body, as: (from: 1, to: nil))
    let to = last ?? from
    guard to >= from, to - from < Self.maximumChanges else {
      throw ServiceProblem(
        .invalidRange,
        "“to” is not a number from \(from) to \(from + Self.maximumChanges - 1).",
        "Send at most \(Self.maximumChanges) changes in a request.")
    }
    numbers = from...to
  }
}
