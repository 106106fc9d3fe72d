public import struct Foundation.Date
public import struct Foundation.UUID

/// One push for one token of a device: it tells the app's widgets there to ask for their timelines anew.
///
/// It carries no data and no kind of widget, as Apple's widget pushes do.
public struct WidgetPush: Sendable, Hashable {
  /// The identifier by which the sender and the receiver name this push, in their logs and answers.
  public var id: UUID
  /// The app for whose widgets it is.
  public var app: PushApp
  /// The token that the device handed over, in lower-case hexadecimal digits.
  ///
  /// It is a secret.
  public var token: String

  /// Makes a push for the app's widgets on the device with the token.
  public init(id: UUID = UUID(), app: PushApp, token: String) {
    self.id = id
    self.app = app
    self.token = token
  }
}

/// An app in one environment of Apple's push service, which has keys of its own there.
public struct PushApp: Sendable, Hashable, Codable {
  /// The app's bundle identifier, such as `com.example.clock`.
  public var bundle: String
  /// The environment for which the app was signed.
  public var environment: PushEnvironment

  /// Makes the name of an app in an environment.
  public init(bundle: String, environment: PushEnvironment) {
    self.bundle = bundle
    self.environment = environment
  }
}

/// The part of Apple's push service that an app was signed for, by its `aps-environment` entitlement.
public enum PushEnvironment: String, Sendable, Hashable, CaseIterable, Codable {
  /// Apps from Xcode.
  case development
  /// Apps from TestFlight and the App Store.
  case production
}

/// What became of one push.
public enum PushOutcome: Sendable, Hashable {
  /// The receiver took it; whether a widget shows anything new is seen by the device's next request alone.
  case accepted(PushReceipt)
  /// The token is no longer valid since that moment: it is removed unless the device registered later.
  case tokenEnded(since: Date, PushReceipt)
  /// The token is not one of this app and environment: no more sends until the device registers again.
  case tokenRefused(PushReceipt)
  /// This device gets too many: later, and no other device waits for it.
  case deviceBusy(retryAfter: Duration?, PushReceipt)
  /// The receiver, or the way to it, fails at present: later.
  case failed(retryAfter: Duration?, PushReceipt)
  /// A setting is wrong, such as the key or the bundle: nothing for this app is sent until `until`, and no token
  /// is at fault. The sender has told the operator.
  case paused(until: Date, PushReceipt)
}

/// The receiver's own words about a push.
public struct PushReceipt: Sendable, Hashable {
  /// The status of the answer, or nil if there was none.
  public var status: Int?
  /// The receiver's reason, such as `Unregistered`, or ours where there was no answer.
  public var reason: String?
  /// The identifier that the receiver gave the push.
  public var id: String?
  /// The identifier for the delivery log of the development environment.
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

/// Sends pushes to devices: to Apple's push service, or to somebody's own.
///
/// Which devices are told, and how often, is decided before: every sender gets the same selection.
public protocol PushSender: Sendable {
  /// The apps that this sender can push to; registrations of others are refused.
  var apps: [PushApp] { get }

  /// Sends the pushes of one app and answers in their order, one outcome for each.
  ///
  /// It ends within a minute for up to 500 pushes, whatever the receiver does.
  func send(_ pushes: [WidgetPush]) async -> [PushOutcome]

  /// Finishes what is under way, at most 10 seconds, and closes the connections.
  func close() async
}
