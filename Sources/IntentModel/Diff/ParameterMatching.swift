/// Which parameter of a new definition takes the place of which of an old one.
struct ParameterMatching {
  /// The position in the new intent for each position in the old one; nil for a removed parameter.
  let successors: [Int?]

  /// The positions in the new intent that nothing of the old one leads to.
  let added: [Int]

  /// Matches by tag where it is the only one of its kind on both sides, then by name.
  init(from old: IntentDefinition, to new: IntentDefinition) {
    let oldTags = Self.unique(old.parameters.map(\.tag))
    let newTags = Self.unique(new.parameters.map(\.tag))
    var successors = [Int?](repeating: nil, count: old.parameters.count)
    var taken = Set<Int>()
    for (tag, position) in oldTags {
      guard let match = newTags[tag] else { continue }
      successors[position] = match
      taken.insert(match)
    }
    let names = Dictionary(
      new.parameters.indices.map { (new.parameters[$0].name, $0) },
      uniquingKeysWith: { first, _ in first })
    for position in old.parameters.indices where successors[position] == nil {
      guard let match = names[old.parameters[position].name], taken.insert(match).inserted else {
        continue
      }
      successors[position] = match
    }
    self.successors = successors
    added = new.parameters.indices.filter { !taken.contains($0) }
  }

  /// The position of each tag that occurs once.
  private static func unique(_ tags: [Int?]) -> [Int: Int] {
    var positions: [Int: Int] = [:]
    var repeated = Set<Int>()
    for (position, tag) in tags.enumerated() {
      guard let tag else { continue }
      if positions.updateValue(position, forKey: tag) != nil { repeated.insert(tag) }
    }
    return positions.filter { !repeated.contains($0.key) }
  }
}
