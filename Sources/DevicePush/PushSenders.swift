/// Combines several senders: the pushes of an app go to the sender that has the app.
public struct PushSenders: PushSender {
  private let senders: [any PushSender]

  /// Makes one sender of several; an app that two of them have belongs to the first.
  public init(_ senders: [any PushSender]) { self.senders = senders }

  /// The apps of all senders.
  public var apps: [PushApp] { senders.flatMap(\.apps) }

  /// Sends the pushes, each with the sender of its app.
  public func send(_ pushes: [WidgetPush]) async -> [PushOutcome] {
    let owners = senders.map { Set($0.apps) }
    let groups = Dictionary(grouping: pushes.indices) { index in
      owners.firstIndex { $0.contains(pushes[index].app) }
    }
    return await withTaskGroup(of: [(Int, PushOutcome)].self) { group in
      for (owner, indices) in groups {
        guard let owner else { continue }
        let (sender, own) = (senders[owner], indices.map { pushes[$0] })
        group.addTask { Array(zip(indices, await sender.send(own))) }
      }
      var outcomes = [PushOutcome](
        repeating: .failed(retryAfter: nil, PushReceipt(reason: "The app has no sender.")),
        count: pushes.count)
      for await found in group {
        for (index, outcome) in found { outcomes[index] = outcome }
      }
      return outcomes
    }
  }

  /// Closes all senders.
  public func close() async {
    await withTaskGroup(of: Void.self) { group in
      for sender in senders { group.addTask { await sender.close() } }
    }
  }
}
