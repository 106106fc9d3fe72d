import Foundation
import IntentModel
public import IntentOptions
import Messages

/// A request for the choices that typed texts can mean.
public struct ChoiceSearch: Sendable, Hashable {
  /// The typed texts, in their order.
  public var texts: [String]

  /// The parameter, and the values that its choices depend on.
  public var request: OptionsRequest

  /// Whether the provider searches; otherwise one list has all of its choices.
  public var isSearched: Bool

  /// Whether the texts are identifiers of choices that a person saw, and nothing else.
  public var isPicked = false
}

/// The choices among which typed texts are looked for.
public struct FoundChoices: Sendable, Hashable {
  /// The choices whose identifiers are among the texts.
  public var known: [String: OptionItem]

  /// The choices for the other texts: those that a search found for a text, or the whole list for
  /// the empty text.
  public var lists: [String: [OptionItem]]

  /// Makes the answer to a search.
  public init(known: [String: OptionItem] = [:], lists: [String: [OptionItem]] = [:]) {
    (self.known, self.lists) = (known, lists)
  }

  /// Whether the choice with an identifier is among them.
  func has(_ identifier: String) -> Bool {
    known[identifier] != nil
      || lists.values.contains { $0.contains { $0.identifier == identifier } }
  }
}

/// A text that was typed for a row and whose choices have to be found first.
struct ChoiceLookup: Sendable, Hashable {
  /// A part of what was typed.
  enum Part: Sendable, Hashable {
    /// A text that names a choice.
    case text(String)
    case value(IntentValue)
    /// A text that cannot be read.
    case invalid(String, IntentIssue)
  }

  /// The row; the row of the parameter for the texts of a whole array.
  var row: FormRowID
  /// The typed text, or the texts of an array.
  var parts: [Part]
  /// Whether the texts are identifiers of choices that a person saw.
  var isPicked = false
  /// The elements of the text, if it is a list that was typed in a slot; they count if no choice is
  /// called like the whole text.
  var elements: [Part] = []

  /// The texts that name choices.
  var texts: [String] {
    (parts + elements).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}

/// The choices of a list by what can be typed for them.
package struct ChoiceIndex {
  /// The length of a list that can be read as a whole, also by a screen reader.
  private static let shortList = 8

  /// The maximum number of choices that are compared with a text or named for it; more are no help.
  private static let mostNamed = 1_000

  private let items: [OptionItem]
  private let identifiers: [String: Int]
  private let names: [String: [Int]]
  /// The texts of the choices, in which nothing is looked for if all that is typed is a whole name.
  private lazy var parts = TextParts(items.map { $0.display.lowercased() })

  package init(_ items: [OptionItem]) {
    self.items = items
    identifiers = Dictionary(
      items.indices.map { (items[$0].identifier, $0) }, uniquingKeysWith: { first, _ in first })
    names = Dictionary(grouping: items.indices) { items[$0].display.lowercased() }
  }

  /// Whether a text is the whole identifier or the whole unique text of a choice.
  package func isName(_ text: String) -> Bool { named(by: text)?.isWhole == true }

  /// The choices whose whole identifier or whole text is a text; nil if there are none.
  private func named(by text: String) -> ChoiceMeaning? {
    if let place = identifiers[text] { return ChoiceMeaning(near: [place], isWhole: true) }
    return names[text.lowercased()].map { ChoiceMeaning(near: $0, isWhole: $0.count == 1) }
  }

  /// The choice that a text means: by its identifier, by its unique text, or by a unique part of
  /// its text.
  ///
  /// Fuzzy matches, subtitles and search syntax are ignored. They help a person who sees the
  /// results, but here they would be guesses.
  ///
  /// - Parameter isWhole: Whether parts of texts are ignored.
  mutating func meaning(of text: String, asWhole isWhole: Bool = false) -> ChoiceMeaning {
    if let named = named(by: text) { return named }
    return ChoiceMeaning(
      near: isWhole ? [] : parts.texts(with: text.lowercased(), atMost: Self.mostNamed + 1),
      isWhole: false)
  }

  /// The names to suggest for a text that means no choice.
  ///
  /// They are those of the choices that it can mean, or else the three nearest. If none is near, they
  /// are all of a short list, and none of a long one, whose first choices are no help. Choices with
  /// equal texts have their identifiers.
  func suggestions(for text: String, _ meaning: ChoiceMeaning) -> [String] {
    guard meaning.near.isEmpty else {
      guard meaning.near.count <= Self.mostNamed else { return [] }
      let choices = meaning.near.map { items[$0] }
      let texts = choices.map(\.display)
      return Set(texts).count < texts.count ? choices.map(\.identifier) : texts
    }
    let names = items.prefix(Self.mostNamed).map(\.display)
    let nearest = nearestNames(to: text, among: names)
    return nearest.count > Self.shortList ? [] : nearest
  }
}

/// Texts in which a part is looked for, as the bytes of their composed forms (NFC).
private struct TextParts {
  private var bytes: [UInt8] = []
  /// Where each text begins, and the end of the last one.
  private var starts = [0]

  init(_ texts: [String]) {
    starts.reserveCapacity(texts.count + 1)
    for text in texts {
      bytes += Self.bytes(of: text)
      starts.append(bytes.count)
    }
  }

  private static func bytes(of text: String) -> some Collection<UInt8> {
    (text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping).utf8
  }

  /// The positions of the first texts with a part; none for an empty part.
  func texts(with part: String, atMost most: Int) -> [Int] {
    let part = Array(Self.bytes(of: part))
    var found: [Int] = []
    guard let first = part.first, bytes.count >= part.count else { return [] }
    bytes.withUnsafeBufferPointer { bytes in
      var (text, place) = (0, 0)
      while place <= bytes.count - part.count, found.count < most {
        guard bytes[place] == first,
          bytes[place..<(place + part.count)].elementsEqual(part)
        else {
          place += 1
          continue
        }
        while starts[text + 1] <= place { text += 1 }
        if place + part.count <= starts[text + 1] {
          found.append(text)
          place = starts[text + 1]
        } else {
          place += 1
        }
      }
    }
    return found
  }
}

/// The choices of a list that a text can mean.
struct ChoiceMeaning: Sendable, Hashable {
  /// The positions of the choices that the text can mean.
  let near: [Int]
  /// Whether the text is the whole identifier or the whole text of one choice.
  let isWhole: Bool
  /// The position of the choice; nil if the text means none or more than one.
  var place: Int? { near.count == 1 ? near[0] : nil }
}

/// The names that are nearest to a text, at most three; all names if none is near.
func nearestNames(to text: String, among names: [String]) -> [String] {
  var rest = names
  var found: [String] = []
  while found.count < 3, let name = nearestName(to: text, among: rest) {
    found.append(name)
    rest.removeAll { $0 == name }
  }
  return found.isEmpty ? names : found
}
