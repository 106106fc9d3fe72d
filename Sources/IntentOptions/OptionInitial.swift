/// The letter under which a list with an index has a choice.
package enum OptionInitial {
  /// The sign under which everything stands that begins with no letter.
  package static let other: Character = "#"

  /// The first letter of a text in upper case without its marks: É stands under E, and `東` under
  /// itself.
  package static func initial(of text: String) -> Character {
    for scalar in text.unicodeScalars {
      // Marks and what has no width of its own fold to nothing.
      guard let folded = TextFolding.computed(scalar).first.flatMap({ Unicode.Scalar($0) }) else {
        continue
      }
      guard folded.properties.isAlphabetic else { return other }
      let upper = folded.properties.uppercaseMapping
      return upper.count == 1 ? upper.first ?? other : Character(folded)
    }
    return other
  }
}
