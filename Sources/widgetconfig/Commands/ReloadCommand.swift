import ArgumentParser
import CommandUsage
import Foundation
import IntentModel
import Messages
import WidgetLoading
import WidgetStore

/// Requests new timelines, as an app does with WidgetKit's `WidgetCenter`.
struct ReloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Asks for new timelines of placed widgets.",
    discussion: """
      Every timeline --watch on the same store is notified at once. Requests that arrive while one is \
      waiting are merged into it. Each reload counts against the budget of a watch that has one \
      (--views).
      """)

  @Argument(help: "The names of placed widgets.", completion: PlacedNames.completion)
  var names: [String] = []

  @Option(help: "All placed widgets of a kind, as their widget.json states it.")
  var kind: String?

  @Flag(help: "All placed widgets.")
  var all = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    let ways = [!names.isEmpty, kind != nil, all].count { $0 }
    guard ways == 1 else {
      throw WrongUsage(.giveOneOf(arguments: "<names>, --kind, --all"))
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    let chosen = try await chosen(in: placed)
    guard !chosen.isEmpty else {
      shared.remark(.nothingToReload)
      return
    }
    try await PlacedWidgets.asked { () async throws(StoreError) in
      try await placed.store.requestReload(chosen)
    }
    shared.remark(.reloadAsked(count: chosen.count, names: chosen))
  }

  private func chosen(in placed: PlacedWidgets) async throws -> [String] {
    guard all || kind != nil else { return names }
    let contents = try await placed.contents()
    guard let kind else { return contents.widgets.map(\.name) }
    var reader = PlacedReader(placed, shared.words)
    var found: [String] = []
    var known: Set<String> = []
    for widget in contents.widgets {
      guard let own = reader.kind(of: widget) else { continue }
      known.insert(own)
      if own == kind { found.append(widget.name) }
    }
    guard found.isEmpty else { return found }
    throw CommandFailure(
      .findings,
      .sentences([.noWidgetOfKind(kind: kind), .suggestion(for: kind, among: known.sorted())]))
  }
}
