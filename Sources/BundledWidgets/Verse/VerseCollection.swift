/// A collection of verses, by the name its case has in the intent definition.
enum VerseCollection: String, CaseIterable {
  case morning, sea, work

  /// The verses; each is two lines.
  var verses: [[String]] {
    let text =
      switch self {
      case .morning: Self.morningText
      case .sea: Self.seaText
      case .work: Self.workText
      }
    return text.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
  }

  /// The verse of a slot of a day.
  ///
  /// The order is the same each time. A day begins nine verses after the day before: of thirteen
  /// verses that reaches every one, and none follows itself over night for any usual interval.
  func verse(day: Int, slot: Int) -> [String] {
    let verses = verses
    let index = (day * 9 + slot) % verses.count
    return verses[index < 0 ? index + verses.count : index]
  }
}
