/// Combines several senders: pushes to an app go to the sender that has the app.
public struct PushSenders: PushSender {
  private let senders: [any PushSender]

  /// Combines several senders; if two of them have the same app, the first one sends its pushes.
  public init(_ senders: [any PushSender]) { self.senders = senders }

  /// The apps of all senders.
  public var apps: [PushApp] { senders.flatMap(\.apps) }

  /// Sends pushes with the sender that has the app.
  public func send(_ pushes: [WidgetPush], to app: PushApp) async -> [PushOutcome] {
    guard let sender = senders.first(where: { $0.apps.contains(app) }) else {
      let receipt = PushReceipt(reason: "No pushes are sent for the app.")
      return pushes.map { _ in .failed(retryAfter: nil, receipt) }
    }
    return await sender.send(pushes, to: app)
  }

  /// Closes all senders.
  public func close() async {
    await withTaskGroup(of: Void.self) { group in
      for sender in senders { group.addTask { await sender.close() } }
    }
  }
}
