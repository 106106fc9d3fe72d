import Foundation
import Messages

/// Header fields of a push that Apple does not ask for; all are absent by default.
///
/// Whether they keep widgets from being reloaded is disputed.
public struct APNsOptions: Sendable, Hashable {
  /// When the push is delivered: 10 at once, 5 when the device's power allows it, 1 last of all.
  public var priority: Int?
  /// For how many seconds Apple keeps a push for a device that cannot be reached; 0 for one try.
  public var expiration: Int?
  /// The name under which Apple keeps the latest push alone; at most 64 bytes.
  public var collapseID: String?

  /// Makes options without any header field.
  public init(priority: Int? = nil, expiration: Int? = nil, collapseID: String? = nil) {
    (self.priority, self.expiration, self.collapseID) = (priority, expiration, collapseID)
  }

  /// The header field for the expiration of a push that goes now.
  func expirationText(at now: Date) -> String? {
    expiration.map { $0 == 0 ? "0" : String(Int(now.timeIntervalSince1970) + $0) }
  }

  /// Checks the ranges.
  ///
  /// - Throws: `PushSetupError` for a value that Apple refuses.
  func check() throws(PushSetupError) {
    if let priority, ![1, 5, 10].contains(priority) {
      throw PushSetupError("The priority of pushes is \(priority). Give 1, 5 or 10.")
    }
    if let expiration, !(0...2_592_000).contains(expiration) {
      throw PushSetupError(
        "The expiration of pushes is \(expiration) seconds. Give 0 to 2592000 (30 days).")
    }
    if let collapseID,
      !(1...64).contains(collapseID.utf8.count)
        || !collapseID.utf8.allSatisfy({ (33...126).contains($0) })
    {
      throw PushSetupError(
        "The collapse identifier of pushes has 1 to 64 ASCII characters without spaces.")
    }
  }
}
