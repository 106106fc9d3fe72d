import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// The nearest name, compared with a slow implementation of the distance as it is defined.
@Suite("The nearest name")
struct SuggestionLawTests {
  /// The number of letters that are inserted, deleted, changed or swapped with their neighbor.
  private static func distance(_ lhs: ArraySlice<Character>, _ rhs: ArraySlice<Character>) -> Int {
    guard let a = lhs.last, let b = rhs.last else { return lhs.count + rhs.count }
    let (left, right) = (lhs.dropLast(), rhs.dropLast())
    var least = min(distance(left, rhs) + 1, distance(lhs, right) + 1)
    least = min(least, distance(left, right) + (a == b ? 0 : 1))
    if let c = left.last, let d = right.last, a == d, b == c {
      least = min(least, distance(left.dropLast(), right.dropLast()) + 1)
    }
    return least
  }

  private static func nearest(to name: String, among names: [String]) -> String? {
    let typed = Array(name.lowercased())
    let near = names.compactMap { name -> (name: String, distance: Int)? in
      let letters = Array(name.lowercased())
      let distance = distance(typed[...], letters[...])
      // A name in which every letter differs is a different name.
      let most = min(max(1, typed.count / 3), max(1, typed.count, letters.count) - 1)
      return distance <= most ? (name, distance) : nil
    }
    return near.min { $0.distance < $1.distance }?.name
  }

  @Test func isThatOfTheDefinition() {
    let letters: [Character] = ["a", "b", "c", "É", "東"]
    for seed in PropertySeeds("nearest names", count: 40) {
      var random = SeededGenerator(seed: seed)
      let words = (0..<5).map { _ in
        String(
          (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
            letters.randomElement(using: &random)
          })
      }
      let names = Array(words.dropFirst())
      #expect(
        nearestName(to: words[0], among: names) == Self.nearest(to: words[0], among: names),
        "\(words), seed \(seed)")
    }
  }

  /// Each name is nearest to itself, whatever the other names and their case are.
  @Test(arguments: ["style", "x", "mirrorCalendarApp", "東京", "naïve", "👩‍👩‍👧", "a b", "שלום"])
  func everyNameIsNearestToItself(name: String) {
    let names = ["other", "styles", "y", name, name + "x", ""]
    #expect(nearestName(to: name, among: names) == name)
    #expect(nearestName(to: name.uppercased(), among: names) == name)
    #expect(Message.suggestion(for: name, among: names) == .didYouMean(name: name))
  }

  /// A typed name of up to 100 bytes is compared with known names of up to 400 bytes.
  @Test(
    arguments: [
      (99, 99, true), (100, 100, true), (101, 101, false), (100, 133, true), (100, 134, false),
      (100, 400, false),
    ])
  func longNames(typed: Int, known: Int, isFound: Bool) {
    let names = [String(repeating: "a", count: known)]
    let found = nearestName(to: String(repeating: "a", count: typed), among: names)
    #expect((found != nil) == isFound)
  }

  /// The limit for comparing is measured in bytes, not in letters.
  @Test(arguments: [(33, true), (34, false)])
  func longNamesOfWideLetters(count: Int, isFound: Bool) {
    let name = String(repeating: "東", count: count)
    #expect((nearestName(to: name, among: [name]) != nil) == isFound)
  }

  @Test(
    arguments: [
      ([], "Remove it."), (["alpha"], "Choose from “alpha”."),
      (["alpha", "beta"], "Choose from “alpha”, “beta”."), (["zebro"], "Did you mean “zebro”?"),
      (["alpha", "\u{1B}[31m"], "Choose from “alpha”, “␛[31m”."),
    ] as [([String], String)])
  func advice(choices: [String], text: String) {
    #expect(Message.suggestion(for: "zebra", among: choices).text() == text)
  }

  @Test func anotherAdviceWhereThereIsNothingToChoose() {
    let ask = Message.verbatim("Ask somebody.")
    #expect(Message.suggestion(for: "x", among: [], otherwise: ask) == ask)
    #expect(
      Message.suggestion(for: "xyz", among: ["abc"], otherwise: ask)
        == .chooseFrom(names: ["abc"]))
  }
}
