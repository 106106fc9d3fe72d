import IntentModel
package import IntentOptions

/// Finds the choice of a list that a text means: by its identifier, by its unique text, or by a
/// unique part of its text.
///
/// Fuzzy matches, subtitles and search syntax are ignored. They help a person who sees the results,
/// but here they would be guesses.
package struct OptionAnswer {
  /// The position of the choice; nil if the text matches none or more than one.
  package let place: Int?

  /// Whether the text is the whole identifier or the whole text of that choice.
  package let isWhole: Bool

  /// The positions of the choices that the text can mean.
  let near: [Int]

  package init(_ text: String, among items: [OptionItem]) {
    let folded = text.lowercased()
    if let identified = items.firstIndex(where: { $0.identifier == text }) {
      (place, isWhole, near) = (identified, true, [identified])
      return
    }
    let parts = items.indices.filter { items[$0].display.lowercased().contains(folded) }
    let named = parts.filter { items[$0].display.lowercased() == folded }
    near = named.isEmpty ? parts : named
    place = near.count == 1 ? near[0] : nil
    isWhole = named.count == 1
  }

  /// The names that distinguish the possible choices, or all choices if none is possible: their
  /// texts, or their identifiers if some texts are equal.
  package func names(of items: [OptionItem]) -> [String] {
    let choices = near.isEmpty ? items : near.map { items[$0] }
    let texts = choices.map(\.display)
    return near.count > 1 && Set(texts).count < texts.count ? choices.map(\.identifier) : texts
  }
}

/// Finds the case of an enum that a text means: by its name, its label or a unique part of its
/// label.
struct EnumAnswer {
  /// The name of the case, or the text itself if it is a name or a label; nil if the text matches
  /// none or more than one.
  let name: String?

  /// The positions of the cases whose label contains the text.
  let near: [Int]

  init(_ text: String, among choices: [IntentEnum.Case]) {
    let folded = text.lowercased()
    let isKnown = choices.contains {
      [$0.name.lowercased(), $0.label.lowercased()].contains(folded)
    }
    near = choices.indices.filter { choices[$0].label.lowercased().contains(folded) }
    name = isKnown ? text : near.count == 1 ? choices[near[0]].name : nil
  }
}
