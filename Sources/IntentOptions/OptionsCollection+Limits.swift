extension OptionsCollection {
  /// The collection with at most a number of choices, the first ones; emptied sections vanish.
  public func prefix(_ maximum: Int) -> OptionsCollection {
    guard count > maximum else { return self }
    var result = self
    var room = max(0, maximum)
    result.sections = []
    for section in sections where room > 0 {
      let items = section.items.prefix(room)
      if items.isEmpty { continue }
      result.sections.append(OptionsSection(title: section.title, items: Array(items)))
      room -= items.count
    }
    return result
  }
}
