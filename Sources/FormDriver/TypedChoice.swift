import IntentModel
import IntentOptions

/// Which choice of a list a text means, wherever one is typed or given: an identifier, a text that one
/// choice alone has, or a part of one text only.
///
/// Scattered letters, subtitles and the signs of a search term, which find choices where a person looks
/// on, would be guesses here.
struct OptionAnswer {
  /// The place of the choice; nil where none or more than one is meant.
  let place: Int?

  /// Whether the text is the whole identifier or the whole text of that choice.
  let isWhole: Bool

  /// The places of the choices that the text can mean.
  let near: [Int]

  init(_ text: String, among items: [OptionItem]) {
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

  /// The names that tell the possible choices apart, or all choices if none is possible: their
  /// texts, or their identifiers where texts are equal.
  func names(of items: [OptionItem]) -> [String] {
    let choices = near.isEmpty ? items : near.map { items[$0] }
    let texts = choices.map(\.display)
    return near.count > 1 && Set(texts).count < texts.count ? choices.map(\.identifier) : texts
  }
}

/// Which case of an enum a text means: a name or a label, or a part of one label only.
struct EnumAnswer {
  /// The name of the case; nil where no case or more than one is meant.
  let name: String?

  /// The places of the cases whose label has the text as a part.
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
