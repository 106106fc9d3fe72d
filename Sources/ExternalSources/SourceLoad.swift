/// The running and the waiting work of this process for its sources.
public struct SourceLoad: Sendable, Hashable {
  /// The number of running programs or requests.
  public let running: Int
  /// The number of requests that wait for their turn.
  public let waiting: Int

  /// The programs of sources.
  public static var programs: SourceLoad { get async { await WorkGate.programs.load } }
  /// The web requests of sources.
  public static var webRequests: SourceLoad { get async { await WorkGate.hosts.load } }
}

extension WorkGate {
  /// The amount of running work and of waiting work.
  var load: SourceLoad { SourceLoad(running: runningInAll, waiting: waiting) }
}
