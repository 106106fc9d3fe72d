import Foundation
import Synchronization
import WidgetService

/// A sender that records the pushes, and responds according to a rule.
final class PushLog: PushSender {
  /// The outcome of a push, given its number, which starts at 1.
  typealias Rule = @Sendable (_ push: WidgetPush, _ number: Int) -> PushOutcome

  static let app = PushApp(bundle: "com.example.clock", environment: .production)
  static let other = PushApp(bundle: "com.example.other", environment: .development)

  let apps = [PushLog.app, PushLog.other]
  private let sent = Mutex<[WidgetPush]>([])
  private let sends = Mutex<[Int]>([])
  private let rule: Mutex<Rule>

  init(_ rule: @escaping Rule = { _, _ in .accepted(PushReceipt(status: 200, id: "a1")) }) {
    self.rule = Mutex(rule)
  }

  /// The tokens of all pushes, in order.
  var tokens: [String] { sent.withLock { $0.map(\.token) } }
  /// The number of pushes in each send.
  var sizes: [Int] { sends.withLock { $0 } }

  /// Responds to all later pushes according to a different rule.
  func obey(_ rule: @escaping Rule) { self.rule.withLock { $0 = rule } }

  func send(_ pushes: [WidgetPush], to app: PushApp) async -> [PushOutcome] {
    sends.withLock { $0.append(pushes.count) }
    let rule = rule.withLock { $0 }
    return pushes.map { push in
      let number = sent.withLock { sent in
        sent.append(push)
        return sent.count
      }
      return rule(push, number)
    }
  }

  func close() async {}
}

/// A phone that sends requests as WidgetKit does, with a cache that follows RFC 9111 as `URLCache`
/// does.
actor Phone {
  private struct Cached {
    var answer: ServiceResponse
    var freshUntil: ContinuousClock.Instant
  }

  let id: String
  let token: String
  private let client: HTTPClient
  private var cache: [String: Cached] = [:]
  /// The number of requests that reached the service.
  private(set) var requests = 0

  init(_ id: String, _ client: HTTPClient) {
    (self.id, self.client) = (id, client)
    token = id.utf8.map { String($0, radix: 16) }.joined()
  }

  /// Registers with the placed widgets that the phone shows.
  @discardableResult
  func register(
    _ placed: [String], app: PushApp = PushLog.app, token: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> ServiceResponse {
    let widgets = placed.map { #"{"kind":"UpNext","placed":"\#($0)","family":"systemMedium"}"# }
    return try await client.send(
      "PUT", "/v1/devices/\(id)",
      """
      {"app":"\(app.bundle)","environment":"\(app.environment.rawValue)",
        "token":"\(token ?? self.token)","widgets":[\(widgets.joined(separator: ","))]}
      """, headers: headers)
  }

  /// What the widget shows after a reload.
  ///
  /// - Parameter namesItself: Whether the request names the device.
  func timeline(_ name: String, namesItself: Bool = true) async throws -> ServiceResponse {
    let path = "/v1/placed/\(name)/timeline?family=systemMedium&timeZone=UTC"
    let known = cache[path]
    if let known, known.freshUntil > .now { return known.answer }
    var headers = namesItself ? ["Widgetconfig-Device": id] : [:]
    headers["If-None-Match"] = known?.answer.headers["etag"]
    requests += 1
    let answer = try await client.get(path, headers: headers)
    let shown = answer.status == 304 ? known?.answer ?? answer : answer
    let control = answer.headers["cache-control"] ?? ""
    let seconds = control.firstMatch(of: /max-age=(\d+)/).flatMap { Int($0.1) } ?? 0
    if shown.status == 200, !control.contains("no-store") {
      let isFresh = !control.contains("no-cache")
      cache[path] = Cached(
        answer: shown, freshUntil: .now + .seconds(isFresh ? seconds : 0))
    }
    return shown
  }
}
