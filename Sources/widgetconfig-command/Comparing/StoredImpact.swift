import Foundation
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetStore

/// How many placed widgets of a store are affected by a change of definitions.
struct StoredImpact {
  /// An intent of one definition; another definition can have the same intent.
  private struct Key: Hashable {
    var intent: String
    var pair: Int
  }

  private struct Row {
    let intent: String
    /// The path of the definition, if another definition has the same intent.
    let path: String?
    /// Whether the definition no longer has the intent.
    let isGone: Bool
    let count: DefinitionCosts
  }

  private let place: String
  private let rows: [Row]
  /// By intent, the number of placed widgets that have one of the compared intents but belong to
  /// none of the compared widgets.
  private let others: [String: Int]
  private let damaged: Int
  /// The number of tenants that were read, and the number of tenants that have placed widgets of
  /// the definitions.
  private let tenants: (all: Int, affected: Int)

  /// Reads the placed widgets of the chosen tenant, or of all tenants, in parts.
  ///
  /// - Parameter pairs: The definitions with their replacements.
  /// - Throws: `CommandFailure` for a store that cannot be read.
  init(_ pairs: [DiffPair], _ shared: SharedOptions) async throws {
    let driver = try StorePlace(shared).driver
    var tenants = [try shared.chosenTenant()]
    if shared.tenant == nil {
      tenants = try await PlacedWidgets.asked { () async throws(StoreError) in
        try await driver.tenants()
      }
      if tenants.isEmpty { tenants = [.local] }
    }
    let kinds = StoredKinds(pairs)
    var counts: [Key: DefinitionCosts] = [:]
    var others: [String: Int] = [:]
    var (damaged, affected) = (0, 0)
    for tenant in tenants {
      let store = PlacedWidgetStore(driver, of: tenant)
      var query: PlacedQuery? = PlacedQuery()
      var isAffected = false
      while let next = query {
        let page = try await PlacedWidgets.asked { () async throws(StoreError) in
          try await store.page(next)
        }
        damaged += page.damaged.count
        for widget in page.readable {
          guard let pair = pairs.place(of: widget) else {
            if pairs.contains(where: { $0.schemas.old[widget.intent] != nil }) {
              others[widget.intent, default: 0] += 1
            }
            continue
          }
          isAffected = true
          counts[Key(intent: widget.intent, pair: pair), default: DefinitionCosts()]
            .add(pairs[pair].cost(to: widget), isWithoutWidget: kinds.areWithout(widget))
        }
        query = page.next.map { PlacedQuery(after: $0) }
      }
      if isAffected { affected += 1 }
    }
    place = driver.place
    rows = counts.sorted { ($0.key.intent, $0.key.pair) < ($1.key.intent, $1.key.pair) }
      .map { key, count in
        let isShared = pairs.count { $0.schemas.old[key.intent] != nil } > 1
        return Row(
          intent: key.intent, path: isShared ? pairs[key.pair].path : nil,
          isGone: pairs[key.pair].schemas.new[key.intent] == nil, count: count)
      }
    self.others = others
    self.damaged = damaged
    self.tenants = (tenants.count, affected)
  }

  /// Whether there is a placed widget that names none of the current widgets.
  var losesWidgets: Bool { rows.contains { $0.count.withoutWidget > 0 } }

  var lines: [Message] {
    var lines: [Message] = []
    for row in rows {
      let (intent, count) = (row.intent, row.count)
      let all: Message = "\(count.all, "placed widget has", "placed widgets have")"
      let of: Message = row.path.map { " of \(name: $0, limit: 1_000)" } ?? ""
      guard !row.isGone else {
        lines.append(line("\(all) the intent “\(name: intent)”\(phrase: of), which is gone."))
        continue
      }
      lines.append(
        line(
          """
          \(all) the intent “\(name: intent)”\(phrase: of): \(count.changed) with changed answers, \
          \(count.losing) with lost ones.
          """))
      if count.withoutWidget > 0 {
        lines.append(
          """
            \(count.withoutWidget, "of them names", "of them name") no widget that exists now. \
          Such a placed widget cannot be read until “edit FOLDER/KIND --name NAME” assigns it to a \
          widget.
          """)
      }
      if count.familyDropped > 0 {
        lines.append(
          """
            \(count.familyDropped, "of them is", "of them are") in a family that the widget no \
          longer offers.
          """)
      }
      for (parameter, number) in count.lost.sorted(by: { $0.key < $1.key }) {
        lines.append("  \(name: parameter): \(number, "answer is", "answers are") lost.")
      }
      for (parameter, number) in count.shortened.sorted(by: { $0.key < $1.key }) {
        lines.append(
          """
            \(name: parameter): fewer elements of \(number, "array are", "arrays are") in effect; \
          all are kept.
          """)
      }
    }
    if rows.isEmpty { lines.append(line("No placed widget has one of the intents.")) }
    for (intent, count) in others.sorted(by: { $0.key < $1.key }) {
      lines.append(
        line(
          """
          \(count, "other placed widget", "other placed widgets") with an intent named \
          “\(name: intent)” \(count, one: "belongs", other: "belong") to none of the compared \
          widgets, and \(count, one: "is", other: "are") not judged.
          """))
    }
    if damaged > 0 {
      lines.append(
        line("\(damaged, "damaged widget is", "damaged widgets are") not judged."))
    }
    if tenants.all > 1 {
      lines.append(
        line(
          """
          These placed widgets belong to \(tenants.affected, "tenant", "tenants"), of \
          \(tenants.all) in the store.
          """))
    }
    return lines
  }

  private func line(_ sentence: Message) -> Message {
    .placed(place: place, sentences: [sentence])
  }

  private static let intent = ObjectCoding<Row>([
    .text("intent") { $0.intent },
    .text(optional: "path") { $0.path },
    .flag("isGone") { $0.isGone },
    .integer("placed") { $0.count.all },
    .integer("changed") { $0.count.changed },
    .integer("losing") { $0.count.losing },
    .integer("withoutWidget") { $0.count.withoutWidget },
    .integer("familyDropped") { $0.count.familyDropped },
    .integers("lost") { $0.count.lost },
    .integers("shortened") { $0.count.shortened },
  ])

  private static let coding = ObjectCoding<StoredImpact>([
    .text("store") { $0.place },
    .integer("tenants") { $0.tenants.all },
    .list("intents", of: intent) { $0.rows },
    .integers("others") { $0.others },
    .integer("damaged") { $0.damaged },
  ])

  /// The counts as JSON, followed by an empty line.
  var json: String { Self.coding.json(self).reportText(.pretty) + "\n" }
}

extension [DiffPair] {
  /// The position of the definition that a placed widget configures; nil if it configures none of
  /// them, or if that is unknown.
  fileprivate func place(of placed: PlacedWidget) -> Int? {
    var own = indices.filter { self[$0].schemas.old[placed.intent] != nil }
    let rules: [(DiffPair) -> Bool] = [
      { $0.hasFolder(of: placed) }, { $0.hasKind(of: placed) }, { $0.widgets.old.isEmpty },
    ]
    for rule in rules {
      let found = own.filter { rule(self[$0]) }
      if found.count == 1 { return found[0] }
      if !found.isEmpty { own = found }
    }
    return nil
  }
}

extension DiffPair {
  /// Whether a placed widget names a folder of this widget.
  fileprivate func hasFolder(of placed: PlacedWidget) -> Bool {
    guard let path = placed.definitionPath else {
      return folders.contains {
        $0 == (placed.widget ?? placed.name).split(separator: "/").first ?? ""
      }
    }
    return folders.contains(
      URL(filePath: path).standardizedFileURL.deletingLastPathComponent().lastPathComponent)
  }

  /// Whether a placed widget names a kind that this widget had before the change.
  fileprivate func hasKind(of placed: PlacedWidget) -> Bool {
    widgets.old.contains { $0.kind == placed.kindName }
  }

  /// What the change costs a placed widget of the old definition; nil if its intent was removed.
  fileprivate func cost(to placed: PlacedWidget) -> DefinitionCost? {
    guard let schema = schemas.new[placed.intent] else { return nil }
    let own = widgets.new.filter { $0.intent == placed.intent }
    let widget = own.first { $0.kind == placed.kindName } ?? (own.count == 1 ? own[0] : nil)
    return placed.cost(
      under: schema, from: schemas.old[placed.intent], families: widget?.families)
  }
}

extension PlacedWidget {
  /// The kind in the stored name of the widget, or the folder if the name contains no separate
  /// kind.
  fileprivate var kindName: String {
    (widget ?? name).split(separator: "/", maxSplits: 1).last.map(String.init) ?? ""
  }
}

/// The kinds that no longer exist after a change, by folder, as placed widgets store them.
private struct StoredKinds {
  private struct Folder {
    var gone = Set<String>()
    /// The current kinds of each intent that had only one widget and now has several.
    var divided: [String: Set<String>] = [:]
  }

  private var folders: [String: Folder] = [:]

  init(_ pairs: [DiffPair]) {
    func kinds(_ widgets: [WidgetOutline]) -> [String: Set<String>] {
      Dictionary(grouping: widgets.filter { $0.intent != nil }) { $0.intent ?? "" }
        .mapValues { Set($0.map(\.kind)) }
    }
    for pair in pairs {
      let before = kinds(pair.widgets.old)
      let divided = kinds(pair.widgets.new)
        .filter { $0.value.count > 1 && before[$0.key]?.count == 1 }
      for name in pair.folders {
        folders[name, default: Folder()].gone
          .formUnion(Set(pair.widgets.old.map(\.kind)).subtracting(pair.kinds))
        folders[name, default: Folder()].divided.merge(divided) { $0.union($1) }
      }
    }
  }

  /// Whether a placed widget names none of the current widgets: its kind no longer exists, or it
  /// does not name a kind.
  func areWithout(_ placed: PlacedWidget) -> Bool {
    guard placed.definitionPath == nil else {
      guard let kind = placed.widget else {
        return folders.values.contains { $0.divided[placed.intent] != nil }
      }
      return folders.values.contains { $0.gone.contains(kind) }
    }
    let stored = placed.widget ?? placed.name
    let parts = stored.split(separator: "/", maxSplits: 1).map(String.init)
    guard let folder = parts.first.flatMap({ folders[$0] }) else { return false }
    if parts.count == 2 { return folder.gone.contains(parts[1]) }
    return folder.divided[placed.intent].map { !$0.contains(stored) } ?? false
  }
}
