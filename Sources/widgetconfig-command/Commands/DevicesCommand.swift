import ArgumentParser
import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetStore
import Zones

// Examples that appear in the help of a command and of its subcommands.
private let listingSuspects = "devices list --placed Kitchen --state suspect"
private let exampleDevice = "6F9619FF-8B86-D011"
private let showingDevice = "devices show \(exampleDevice)"
private let removingDevice = "devices remove \(exampleDevice)"

/// Shows and removes the devices that get pushes for changes.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "The devices that show placed widgets, and their pushes.",
    discussion: .help(
      """
      Apps register devices with a service, which notifies each device of changes to the placed \
      widgets that it shows. Tokens are secrets and are not printed; equal marks mean equal tokens.
      """,
      examples: "devices", listingSuspects, showingDevice),
    subcommands: [DeviceListCommand.self, DeviceShowCommand.self, DeviceRemoveCommand.self],
    defaultSubcommand: DeviceListCommand.self)
}

/// Lists devices.
struct DeviceListCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the devices of a tenant.",
    discussion: .help(
      .limitInHelp,
      examples: "devices list", listingSuspects,
      "devices list --limit 20 --format json"))

  @Option(help: ArgumentHelp(DeviceQuery.placedHelp), completion: Completions.placed)
  var placed: String?

  @Option(help: "\(DeviceQuery.stateHelp): \(DeviceListCommand.states.listed("or")).")
  var state: String?

  @OptionGroup(title: PagingOptions.title)
  var paging: PagingOptions

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  private static let states = StoredDevice.State.allCases.map(\.rawValue)

  private static let titles: [Message] = ["DEVICE", "APP", "STATE", "SHOWS", "SEEN", "LAST PUSH"]

  func run() async throws {
    var query = DeviceQuery(limit: 1)
    query.placed = placed
    if let state {
      guard let known = StoredDevice.State(rawValue: state) else {
        throw CommandFailure(
          .usage,
          "--state “\(name: state)” is not a state. The states are \(choices: Self.states).")
      }
      query.state = known
    }
    let store = try StorePlace.store(shared)
    var table = PrintedTable(titles: Self.titles.map { shared.words($0) })
    let (isEmpty, next) = try await paging.write(
      ListJSON.Writer(key: "devices"), as: format,
      read: { [query] after, limit in
        var asked = query
        (asked.after, asked.limit) = (after, limit)
        return try await PlacedWidgets.asked { [asked] () async throws(StoreError) in
          try await store.devices(asked)
        }
      }, name: \.id, json: DevicePrinting.json
    ) { ReportPrinting(shared).write(table.lines(of: $0.map(row))) }
    if isEmpty, format == .table, paging.after == nil {
      shared.remark(.noDevices)
    }
    if let next {
      let chosen = [("--placed", placed ?? ""), ("--state", state ?? "")]
      paging.sayMore("devices list", chosen.map { (name: $0, value: $1) }, after: next, shared)
    }
  }

  private func row(_ device: StoredDevice) -> [PrintedTable.Cell] {
    let printing = TimelinePrinting(zone: .current, words: shared.words)
    return [
      .init(device.id, .heading), .init(device.app),
      .init(device.state.rawValue, device.state == .suspect ? .error : .plain),
      .init(device.widgets.map(\.subject).joined(separator: ", ")),
      .init(printing.ago(Date(milliseconds: device.seen)), .secondary),
      .init(shared.words(device.lastPush { printing.ago($0) } ?? "none"), .secondary),
    ]
  }
}

/// Shows one device.
struct DeviceShowCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a device: its widgets, and the result of the last push.",
    discussion: .help(
      examples: showingDevice, "\(showingDevice) --format json",
      "\(showingDevice) --tenant acme"))

  @Argument(help: .deviceIdentifier)
  var device: String

  @Option(help: .listFormat)
  var format: ListFormat = .table

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let found = try await DevicePrinting.find(device, shared)
    switch format {
    case .json:
      Terminal.writeJSON(try JSONText.write(DevicePrinting.json(found), style: .pretty) + "\n")
    case .table:
      Terminal.writeSentences(DevicePrinting.lines(found, shared).map { shared.words($0) })
    }
  }
}

/// Removes one device.
struct DeviceRemoveCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes a device, which gets no more pushes until its app registers it again.",
    discussion: .help(
      examples: removingDevice, "\(removingDevice) --quiet",
      "\(removingDevice) --tenant acme"))

  @Argument(help: .deviceIdentifier)
  var device: String

  @OptionGroup var shared: SharedOptions

  func run() async throws {
    let found = try await DevicePrinting.find(device, shared)
    let store = try StorePlace.store(shared)
    try await PlacedWidgets.asked { () async throws(StoreError) in
      _ = try await store.removeDevice(found.id)
    }
    shared.remark("removed the device \(name: found.id)")
  }
}

/// Formats devices, without their tokens.
enum DevicePrinting {
  /// The device with an identifier.
  ///
  /// - Throws: `CommandFailure` if there is none.
  static func find(_ id: String, _ shared: SharedOptions) async throws -> StoredDevice {
    let store = try StorePlace.store(shared)
    let found = try await PlacedWidgets.asked { () async throws(StoreError) in
      try await store.devices(.one(id))
    }
    if let device = found.first { return device }
    throw CommandFailure(
      .findings,
      "There is no device “\(name: id)”. List the devices with: \(command: "devices")")
  }

  /// A device as lines of text.
  static func lines(_ device: StoredDevice, _ shared: SharedOptions) -> [Message] {
    let printing = TimelinePrinting(zone: .current, words: shared.words)
    func moment(_ milliseconds: Int64) -> String {
      printing.moment(Date(milliseconds: milliseconds))
    }
    var lines: [Message] = [
      "device: \(name: device.id)",
      "app: \(name: device.app), \(device.environment)",
      "state: \(device.state.rawValue)",
      "token: mark \(device.tokenMark)",
      "registered: \(moment(device.registered))",
      "seen: \(moment(device.seen))",
    ]
    if !device.owner.isEmpty { lines.append("owner: \(name: device.owner)") }
    for widget in device.widgets {
      let fetched: Message =
        widget.fetched.map { "fetched \(moment($0))" } ?? "not fetched yet"
      let kind = widget.placed == nil ? "" : ", \(widget.kind)"
      lines.append("shows: \(name: widget.subject + kind), \(shared.words(fetched))")
    }
    lines.append("last push: \(device.lastPush { printing.ago($0) } ?? "none")")
    if let reason = device.response?.reason {
      lines.append("answer: \(device.response?.status ?? 0) \(name: reason)")
    }
    if let due = device.due { lines.append("next push: \(moment(due))") }
    return lines
  }

  /// A device as JSON, as the service encodes it, except for the budget, which only the service
  /// knows.
  static func json(_ device: StoredDevice) -> JSONValue {
    DeviceReport(device, owner: device.owner).json
  }
}
