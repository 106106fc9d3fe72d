/// Limits the simultaneous requests to one host, whatever the port; further requests wait in order.
actor HostGate {
  /// The gate for all real requests of this process.
  static let shared = HostGate(limit: 2)

  private let limit: Int
  private var running: [String: Int] = [:]
  private var lines: [String: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)]] = [:]
  private var lastTicket = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Wraps a fetch so that it waits for its turn.
  nonisolated func limiting(_ fetch: @escaping HTTPFetch) -> HTTPFetch {
    { request in
      let host = WebAddress.host(of: request.url) ?? ""
      try await self.enter(host)
      do {
        let response = try await fetch(request)
        await self.leave(host)
        return response
      } catch {
        await self.leave(host)
        throw error
      }
    }
  }

  /// Waits until a request may start.
  ///
  /// - Throws: `CancellationError` when cancelled while waiting; do not call ``leave(_:)`` then.
  private func enter(_ host: String) async throws {
    if running[host, default: 0] < limit {
      running[host, default: 0] += 1
      return
    }
    lastTicket += 1
    let ticket = lastTicket
    let mayGo = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else {
          lines[host, default: []].append((ticket, continuation))
        }
      }
    } onCancel: {
      Task { await self.giveUp(ticket, host) }
    }
    if !mayGo { throw CancellationError() }
  }

  private func giveUp(_ ticket: Int, _ host: String) {
    guard let place = lines[host]?.firstIndex(where: { $0.ticket == ticket }) else { return }
    lines[host]?.remove(at: place).continuation.resume(returning: false)
  }

  /// Passes the place of a finished request to the next in line.
  private func leave(_ host: String) {
    if lines[host]?.isEmpty == false, let next = lines[host]?.removeFirst() {
      next.continuation.resume(returning: true)
      return
    }
    lines[host] = nil
    let left = running[host, default: 1] - 1
    running[host] = left > 0 ? left : nil
  }
}
