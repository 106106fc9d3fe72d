package import Foundation
package import JSONC
import JSONCodings
import WidgetFormats

/// A device as programs see it through a service or a command, without its token.
package struct DeviceReport: Sendable {
  private let device: StoredDevice
  private let owner: String?
  private let budget: PushBudget?
  private let now: Date
  private let missing: [String]

  /// Makes the report of a device.
  ///
  /// - Parameters:
  ///   - owner: Who registered the device; nil if the reader is not allowed to see this.
  ///   - budget: The push budget that a service grants the device; nil if unknown.
  ///   - now: The current time.
  ///   - missing: The registered names under which nothing is placed.
  package init(
    _ device: StoredDevice, owner: String?, budget: PushBudget? = nil, now: Date = Date(),
    missing: [String] = []
  ) {
    (self.device, self.owner, self.budget) = (device, owner, budget)
    (self.now, self.missing) = (now, missing)
  }

  /// The report as JSON.
  package var json: JSONValue { Self.coding(environment: SchemaPart.string).json(self) }

  /// The schema of a report.
  ///
  /// - Parameter environment: The schema of the known environments.
  package static func schema(environment: JSONValue) -> JSONValue {
    coding(environment: environment).schema
  }

  private static func date(_ milliseconds: Int64) -> Date { Date(milliseconds: milliseconds) }

  private static func coding(environment: JSONValue) -> ObjectCoding<DeviceReport> {
    ObjectCoding([
      .text("id") { $0.device.id },
      .text("app") { $0.device.app },
      .value("environment", environment) { .string($0.device.environment) },
      .text("tokenMark") { $0.device.tokenMark },
      .text(optional: "owner") { $0.owner },
      .word("state") { $0.device.state },
      .text(nullable: "timeZone") { $0.device.zone },
      .text(nullable: "locale") { $0.device.locale },
      .moment("registeredAt") { date($0.device.registered) },
      .moment("seenAt") { date($0.device.seen) },
      .list("widgets", of: widget) { $0.device.widgets },
      .object("push", of: push) { $0 },
      .object(nullable: "lastResult", of: result) { $0.device.response },
      .texts(optional: "missing") { $0.missing },
    ])
  }

  private static let widget = ObjectCoding<DeviceWidget>([
    .text("kind") { $0.kind },
    .text(nullable: "placed") { $0.placed },
    .text(nullable: "family") { $0.family },
    .moment(nullable: "fetchedAt") { $0.fetched.map(date) },
  ])

  private static let push = ObjectCoding<DeviceReport>([
    .integer(optional: "budgetLeft") { report in
      report.budget.map { $0.left(report.device, at: report.now.milliseconds) }
    },
    .integer(optional: "budget") { $0.budget?.burst },
    .moment(nullable: "waitingSince") { $0.device.since.map(date) },
    .moment(nullable: "dueAt") { $0.device.due.map(date) },
    .moment(nullable: "notBefore") { report in
      let next = report.device.next
      return next > report.now.milliseconds ? date(next) : nil
    },
    .moment(nullable: "sentAt") { $0.device.sent.map(date) },
    .moment(nullable: "confirmedAt") { $0.device.confirmed.map(date) },
    .integer("failures") { $0.device.failures },
  ])

  private static let result = ObjectCoding<PushResponse>([
    .moment("at") { date($0.moment) },
    .integer(nullable: "status") { $0.status },
    .text(nullable: "reason") { $0.reason },
    .text(nullable: "apnsId") { $0.id },
  ])
}
