import ArgumentParser
import Foundation
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Requests new timelines, as an app does with WidgetKit's `WidgetCenter`.
struct ReloadCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Asks for new timelines of placed widgets.",
    discussion: .help(
      """
      Every timeline --watch on the same store is notified at once. Requests that arrive while one \
      is waiting are merged into it. If a watch has a budget (--views), reloads for the reasons \
      \(ReloadReason.allCases.filter(\.isCharged).map(\.rawValue).listed("and")) are charged to \
      the budget. Without --reason, the reason is \(ReloadReason.app.rawValue).
      """,
      examples: "reload UpNext", "reload --kind UpNext", "reload --all"))

  @Argument(help: "The names of placed widgets.", completion: Completions.placed)
  var names: [String] = []

  @Option(help: "All placed widgets of a kind, as in their \(WidgetFolder.manifestName).")
  var kind: String?

  @Option(help: "The reason: \(ReloadReason.allCases.map(\.rawValue).listed("or")).")
  var reason: String?

  @Flag(help: "All placed widgets.")
  var all = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    let ways = [!names.isEmpty, kind != nil, all].count { $0 }
    guard ways == 1 else {
      throw ValidationError(.giveOneOf(arguments: "<names>, --kind, --all"))
    }
    if let reason, ReloadReason(rawValue: reason) == nil {
      throw ValidationError(
        "--reason “\(name: reason)” is not a reason. \(phrase: .reasonsOfReloads)")
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    guard all || kind != nil else {
      return try await reload(names, isLogged: true, in: placed)
    }
    var reader = PlacedReader(placed, shared.words)
    var known: Set<String> = []
    var count = 0
    _ = try await placed.eachPage(of: PlacedQuery(), most: nil) { page in
      var chosen: [String] = []
      for widget in page.readable {
        let own = kind == nil ? nil : reader.kind(of: widget)
        if let own { known.insert(own) }
        if own == kind { chosen.append(widget.name) }
      }
      guard !chosen.isEmpty else { return }
      count += chosen.count
      try await reload(chosen, isLogged: false, in: placed)
    }
    guard count == 0 else {
      // The log gets a single change, which every follower of the store receives.
      let (scope, count) = (kind.map { ReloadScope.kind($0) } ?? .all, count)
      return try await PlacedWidgets.asked { () async throws(StoreError) in
        try await placed.store.logReload(of: scope, reason: reason, count: count)
      }
    }
    guard let kind else { return shared.remark("Nothing is placed, so nothing is reloaded.") }
    throw CommandFailure(
      .findings,
      .sentences([
        "No placed widget has the kind “\(name: kind)”.",
        .suggestion(for: kind, among: known.sorted()),
      ]))
  }

  /// - Parameter isLogged: Whether the request for each widget is a change of its own in the log.
  private func reload(
    _ names: [String], isLogged: Bool, in placed: PlacedWidgets
  ) async throws {
    try await PlacedWidgets.asked { () async throws(StoreError) in
      try await placed.store.requestReload(names, reason: reason, isLogged: isLogged)
    }
    shared.remark(
      "Asked \(names.count, "placed widget", "placed widgets") to reload: \(names: names).")
  }
}
