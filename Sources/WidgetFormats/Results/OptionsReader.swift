import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Messages

/// Reads collections in their long and short forms.
struct OptionsReader {
  typealias ItemKey = OptionsJSON.ItemKey

  /// A collection with the nodes of its items, in the order of the items.
  struct Found {
    var collection: OptionsCollection
    var places: [JSONNode]
  }

  let properties: ItemProperties
  var checks = OptionsJSON.Checks.all

  func collection(_ root: JSONNode) -> Found? {
    switch root.value {
    case .array:
      return items(root).map { found($0.map { (section: OptionsSection(items: [$0.0]), $0.1) }) }
    case .object:
      return root.object(OptionsJSON.Key.self).flatMap(collection)
    default:
      typealias Key = OptionsJSON.Key
      root.mismatch(
        "an object with “\(Key.items.rawValue)” or “\(Key.sections.rawValue)”, or an array")
      return nil
    }
  }

  private func collection(_ members: KeyedMembers<OptionsJSON.Key>) -> Found? {
    let names = [OptionsJSON.Key.items.rawValue, OptionsJSON.Key.sections.rawValue]
    var found: Found?
    switch (members[.items], members[.sections]) {
    case (.some, .some(let sections)): sections.reportKey(.onlyOneOf(names))
    case (nil, nil): members.node.report(.noneOf(names))
    case (let list?, nil):
      found = items(list).map { found in
        Found(collection: OptionsCollection(items: found.map(\.0)), places: found.map(\.1))
      }
    case (nil, let list?): found = sections(list)
    }
    // The other members are read even without a collection, so their errors are reported.
    _ = members[.schema]?.string
    let isIndexed = present(members[.indexed])?.boolean ?? false
    let prompt = present(members[.prompt])?.string
    let notice = present(members[.notice])?.string
    let isPartial = present(members[.partial])?.boolean ?? false
    let defaults = present(members[.default]).map { self.defaults($0, of: found) } ?? []
    found?.collection.usesIndexedCollation = isIndexed
    found?.collection.promptLabel = prompt
    found?.collection.notice = notice
    found?.collection.isPartial = isPartial
    found?.collection.defaults = defaults
    return found
  }

  /// The initial choices of a new widget: one or several, either identifiers of listed items or
  /// complete items.
  private func defaults(_ node: JSONNode, of found: Found?) -> [OptionItem] {
    let nodes = if case .array = node.value { node.elements ?? [] } else { [node] }
    guard let collection = found?.collection else { return [] }
    let identifiers = nodes.compactMap { node in
      if case .string(let text) = node.value { text } else { nil }
    }
    let standings = collection.standings(amongAll: identifiers)
    let choices = collection.sections.lazy.flatMap(\.items).prefix(100).map(\.identifier)
    return nodes.compactMap { node in
      guard case .string(let text) = node.value else { return item(node) }
      if case .offered(let item)? = standings[text] { return item }
      guard checks.contains(.defaults) else { return nil }
      node.report(.unknownWord(text, what: .whatItem, choices: Array(choices)))
      return nil
    }
  }

  private func found(_ items: [(section: OptionsSection, JSONNode)]) -> Found {
    Found(
      collection: OptionsCollection(items: items.flatMap(\.section.items)),
      places: items.map(\.1))
  }

  /// The member; nil if it is null.
  private func present(_ node: JSONNode?) -> JSONNode? {
    node.flatMap { $0.isNull ? nil : $0 }
  }

  private func sections(_ node: JSONNode) -> Found? {
    guard let elements = node.elements else { return nil }
    var found = Found(collection: OptionsCollection(sections: []), places: [])
    for element in elements {
      guard let members = element.object(OptionsJSON.SectionKey.self) else { continue }
      let title = present(members[.title])?.string
      let items = members.required(.items).flatMap { self.items($0) } ?? []
      found.collection.sections.append(OptionsSection(title: title, items: items.map(\.0)))
      found.places += items.map(\.1)
    }
    return found
  }

  private func items(_ node: JSONNode) -> [(OptionItem, JSONNode)]? {
    guard let elements = node.elements else { return nil }
    let mayBeNameless = !checks.contains(.identifiers) && elements.contains(where: Self.isNamed)
    return elements.compactMap { element in
      item(element, mayBeNameless: mayBeNameless).map { ($0, element) }
    }
  }

  private static func isNamed(_ node: JSONNode) -> Bool {
    switch node.value {
    case .string(let text): return !text.isEmpty
    case .object(let object):
      guard case .string(let text)? = object[ItemKey.identifier.rawValue] else { return false }
      return !text.isEmpty
    default: return false
    }
  }

  /// Reads an item; reports an error and returns nil if it is invalid.
  ///
  /// - Parameter mayBeNameless: Whether to read an item without an identifier as well; it is left
  ///   out later if other items have one.
  func item(_ node: JSONNode, mayBeNameless: Bool = false) -> OptionItem? {
    if case .string(let text) = node.value {
      if text.isEmpty, mayBeNameless { return OptionItem(identifier: "", display: "") }
      return node.text(.whatIdentifier).map { OptionItem(identifier: $0, display: $0) }
    }
    guard case .object = node.value else {
      node.mismatch(
        """
        a string, or an object with “\(ItemKey.identifier.rawValue)” and \
        “\(ItemKey.display.rawValue)”
        """)
      return nil
    }
    guard let members = node.openObject(ItemKey.self) else { return nil }
    let identifier =
      mayBeNameless && !Self.isNamed(node) && present(members[.identifier])?.value ?? "" == ""
      ? "" : members.required(.identifier)?.text(.whatIdentifier)
    let display = present(members[.display])?.string
    let subtitle = present(members[.subtitle])?.string
    let symbol = present(members[.symbol])?.string
    let found = properties.read(JSONObject(members.object.filter { !$0.value.isNull }))
    for issue in found.issues { node.problems.report(issue, below: node.path) }
    return identifier.map {
      OptionItem(
        identifier: $0, display: display ?? $0, subtitle: subtitle, symbol: symbol,
        properties: found.values)
    }
  }

  /// Checks the items of all sections together: their number, and that their identifiers differ.
  func check(_ found: Found, in problems: ProblemList) {
    if found.places.count > problems.limits.maximumItems {
      problems.report(.tooMany(what: .whatItems, maximum: problems.limits.maximumItems), at: [])
    }
    guard checks.contains(.identifiers) else { return }
    var seen = Set<String>()
    for (item, place) in zip(found.collection.items, found.places)
    where !seen.insert(item.identifier).inserted {
      place.report(.duplicate(item.identifier, what: .whatItem))
    }
  }
}

extension OptionsCollection {
  /// The states of identifiers, given that this collection has all items that exist; without
  /// identifiers, no item is examined.
  func standings(amongAll identifiers: [String]) -> [String: ResolvedOptions.Standing] {
    identifiers.isEmpty ? [:] : resolving(identifiers, isWhole: true).standings(of: identifiers)
  }
}
