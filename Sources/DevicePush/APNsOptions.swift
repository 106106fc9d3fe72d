import Foundation
import Messages

/// Optional header fields of a push; all are absent by default.
///
/// Reports differ on whether these fields keep widgets from being reloaded.
public struct APNsOptions: Sendable, Hashable {
  /// The priority: 10 for immediate delivery, 5 for delivery when the device's power allows it, 1
  /// for delivery after all others.
  public var priority: Int?
  /// The number of seconds for which Apple keeps a push for a device that cannot be reached; 0 for
  /// a single attempt.
  public var expiration: Int?
  /// The name under which Apple keeps only the latest push.
  public var collapseID: String?

  /// The priorities that Apple accepts.
  public static let priorities = [1, 5, 10]
  /// The priorities as a list in English.
  package static let priorityWords = priorities.map(String.init).listed("or")
  /// The number of seconds for which Apple can keep a push.
  public static let expirations = 0...longestDays * 86_400
  private static let longestDays = 30
  private static let collapseIDLengths = 1...64

  /// Makes options without any header field.
  public init(priority: Int? = nil, expiration: Int? = nil, collapseID: String? = nil) {
    (self.priority, self.expiration, self.collapseID) = (priority, expiration, collapseID)
  }

  /// The value of the expiration header field for a push that is sent now.
  func expirationText(at now: Date) -> String? {
    expiration.map { $0 == 0 ? "0" : String(Int(now.timeIntervalSince1970) + $0) }
  }

  /// Checks the ranges.
  ///
  /// - Throws: `PushSetupError` for a value that Apple refuses.
  func check() throws(PushSetupError) {
    if let priority, !Self.priorities.contains(priority) {
      throw PushSetupError("The priority of pushes is \(priority). Give \(Self.priorityWords).")
    }
    if let expiration, !Self.expirations.contains(expiration) {
      let most = Self.expirations.upperBound
      throw PushSetupError(
        """
        The expiration of pushes is \(expiration) seconds. Give 0 to \(most) \
        (\(Self.longestDays) days).
        """)
    }
    if let collapseID,
      !Self.collapseIDLengths.contains(collapseID.utf8.count)
        || !collapseID.utf8.allSatisfy(\.isVisible)
    {
      throw PushSetupError(
        """
        The collapse identifier of pushes must have \(Self.collapseIDLengths.lowerBound) to \
        \(Self.collapseIDLengths.upperBound) ASCII characters without spaces.
        """)
    }
  }
}
