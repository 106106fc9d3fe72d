public import struct Foundation.Date
public import struct Foundation.UUID

/// A push to the token of a device, which makes the app's widgets on that device request new
/// timelines.
///
/// Like Apple's widget pushes, this push contains no data and does not name a kind of widget.
public struct WidgetPush: Sendable, Hashable {
  /// The identifier for this push that the sender and the receiver use in their logs and responses.
  public var id: UUID
  /// The token from the device's registration, in lowercase hexadecimal digits.
  ///
  /// It is a secret.
  public var token: String

  /// Makes a push to the app's widgets on the device that has the token.
  public init(id: UUID = UUID(), token: String) {
    self.id = id
    self.token = token
  }

  /// The maximum number of bytes of a token.
  public static let maximumTokenBytes = 256

  /// Whether a text can be a token: at least one byte, written in lowercase hexadecimal digits.
  public static func isToken(_ text: String) -> Bool {
    let digits = text.utf8
    return (2...2 * maximumTokenBytes).contains(digits.count) && digits.count.isMultiple(of: 2)
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

/// An app in one environment of Apple's push service; each environment has its own keys.
public struct PushApp: Sendable, Hashable, Codable {
  /// The app's bundle identifier, such as `com.example.clock`.
  public var bundle: String
  /// The environment for which the app was signed.
  public var environment: PushEnvironment

  /// Identifies an app in an environment.
  public init(bundle: String, environment: PushEnvironment) {
    self.bundle = bundle
    self.environment = environment
  }
}

extension PushApp: Comparable {
  /// Whether an app is listed before another one: ordered by bundle, then by environment.
  public static func < (left: PushApp, right: PushApp) -> Bool {
    (left.bundle, left.environment.rawValue) < (right.bundle, right.environment.rawValue)
  }
}

/// The part of Apple's push service for which an app was signed, according to its `aps-environment`
/// entitlement.
public enum PushEnvironment: String, Sendable, Hashable, CaseIterable, Codable {
  /// Apps from Xcode.
  case development
  /// Apps from TestFlight and the App Store.
  case production
}

/// The result of a push.
public enum PushOutcome: Sendable, Hashable {
  /// The receiver accepted the push; only the device's next request shows whether it had an effect.
  case accepted(PushReceipt)
  /// The token became invalid at a time that the receiver states, or else before the push was sent;
  /// it is removed unless the device has registered since.
  case tokenEnded(since: Date, PushReceipt)
  /// The token does not belong to this app and environment; nothing is sent to it until the device
  /// registers again.
  case tokenRefused(PushReceipt)
  /// The device gets too many pushes; this push is sent later, and pushes to other devices are not
  /// delayed.
  case deviceBusy(retryAfter: Duration?, PushReceipt)
  /// The receiver cannot be reached or has failed; the push is sent later.
  case failed(retryAfter: Duration?, PushReceipt)
  /// A setting, such as the key or the bundle, is wrong, not the tokens. Nothing is sent for this
  /// app until `until`, and the sender has logged this for the operator.
  case paused(until: Date, PushReceipt)
}

/// The receiver's response to a push, in the receiver's own words.
public struct PushReceipt: Sendable, Hashable {
  /// Apple's reason for refusing a token from the other environment.
  package static let foreignToken = "BadDeviceToken"

  /// The HTTP status of the response; nil if there was none.
  public var status: Int?
  /// The receiver's reason, such as `Unregistered`; without a response, the sender's own reason.
  public var reason: String?
  /// The identifier that the receiver gave the push.
  public var id: String?
  /// The identifier of the push in Apple's delivery log; nil outside the development environment.
  public var uniqueID: String?

  /// Makes a receipt.
  public init(status: Int? = nil, reason: String? = nil, id: String? = nil, uniqueID: String? = nil)
  {
    self.status = status
    self.reason = reason
    self.id = id
    self.uniqueID = uniqueID
  }
}

/// Sends pushes to devices, through Apple's push service or another service.
///
/// A sender does not decide which devices get a push, or how often.
public protocol PushSender: Sendable {
  /// The apps that this sender can push to; registrations of devices with other apps are refused.
  var apps: [PushApp] { get }

  /// Sends pushes to an app, and returns an outcome for each, in the same order.
  ///
  /// The call ends within a minute for a batch of pushes, whatever the receiver does.
  func send(_ pushes: [WidgetPush], to app: PushApp) async -> [PushOutcome]

  /// Waits some seconds for the pushes in progress, then closes the connections.
  func close() async
}
