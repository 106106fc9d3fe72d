package import IntentModel
import Messages

/// Finds choices by the text that a user types.
///
/// All interfaces use it to decide which choice a text means, whether the choices come from a
/// source, an enum, a Boolean or the families. A text means, in this order:
///
/// 1. the choice with this identifier;
/// 2. the choice with this title, or with this title and its distinguishing text;
/// 3. the choice whose identifier or title differs only in case, diacritics, width or spaces.
///
/// A text that can mean several choices selects none of them; ``refusal(of:_:suggesting:)`` names
/// them.
package struct ChoiceIndex {
  /// The maximum length of a list that people can read as a whole, even with a screen reader.
  private static let shortList = 8

  /// The number of names to suggest if there are many.
  fileprivate static let suggestedNames = 3

  /// The maximum number of choices to compare with a text.
  private static let maximumCompared = 1_000

  private let items: [OptionItem]
  private let identifiers: [String: Int]
  private let titles: [String: [Int]]
  /// The titles that are also the title or the identifier of another choice, by position, each with
  /// its distinguishing text.
  private lazy var toldApart: [Int: String] = {
    var named: [Int: String] = [:]
    for (title, places) in titles {
      let isIdentifier = identifiers[title].map { $0 != places[0] } ?? false
      guard places.count > 1 || isIdentifier else { continue }
      // Comparing every choice with every other one would take too long if many titles are equal.
      let counts = Dictionary(places.map { (items[$0].subtitle, 1) }, uniquingKeysWith: +)
      for place in places {
        named[place] = items[place].title(hasOwnSubtitle: counts[items[place].subtitle] == 1)
      }
    }
    return named
  }()
  /// The choices, by their folded identifiers and titles.
  private lazy var folded: [String: Set<Int>] = {
    var folded: [String: Set<Int>] = [:]
    for (place, item) in items.enumerated() {
      for text in [item.identifier, item.display, toldApart[place]].compactMap({ $0 }) {
        folded[TextFolding.text(text), default: []].insert(place)
      }
    }
    folded[""] = nil
    return folded
  }()
  /// The folded titles, for finding texts inside them.
  private lazy var parts = TextParts(items.map { TextFolding.text($0.display) })

  package init(_ items: [OptionItem]) {
    self.items = items
    identifiers = Dictionary(firsts: items.indices.map { (items[$0].identifier, $0) })
    titles = Dictionary(grouping: items.indices) { items[$0].display }
  }

  /// Makes the index of the choices of an enum.
  package init(_ enumeration: IntentEnum) {
    self.init(
      enumeration.choices.map { OptionItem(identifier: $0.name, display: $0.label) })
  }

  /// The choice that a text means, or the choices that it could mean.
  package mutating func meaning(of text: String) -> ChoiceMeaning {
    let trimmed = text.trimmed
    for text in text == trimmed ? [text] : [text, trimmed] {
      if let place = identifiers[text] { return .one(place) }
      if let places = titles[text] { return ChoiceMeaning(places) }
    }
    let told = toldApart.filter { $0.value == trimmed }.keys.sorted()
    if !told.isEmpty { return ChoiceMeaning(told) }
    return ChoiceMeaning(folded[TextFolding.text(trimmed)]?.sorted() ?? [])
  }

  /// The title of a choice, with a distinguishing text if it is also the title or the identifier of
  /// another choice.
  package mutating func title(of place: Int) -> String { toldApart[place] ?? items[place].display }

  /// Why a text does not mean exactly one choice, with the choices that it could mean.
  ///
  /// - Parameters:
  ///   - meaning: What the text means, which is not exactly one choice.
  ///   - suggesting: Whether to look for similar names, which takes time for a long list.
  package mutating func refusal(
    of text: String, _ meaning: ChoiceMeaning, suggesting: Bool = true
  ) -> IntentIssue.Reason {
    if case .several(let places) = meaning {
      return .choiceAmbiguous(
        text, identifiers: places.map { items[$0].identifier },
        texts: places.map { place in
          let item = items[place]
          guard toldApart[place] != nil, let subtitle = item.subtitle, !subtitle.isEmpty else {
            return item.display
          }
          return "\(item.display), \(subtitle)"
        })
    }
    let (choices, others) = suggesting ? suggestions(for: text) : ([], 0)
    return .choiceNotFound(text, choices: choices, others: others)
  }

  /// The names to suggest for a text that means none of the choices, and how many more there are.
  ///
  /// They are the names that contain the text, or else the names with which the text begins, or
  /// else the nearest names. If no name is near, all choices of a short list are suggested, and
  /// none of a long list.
  private mutating func suggestions(for text: String) -> (names: [String], others: Int) {
    let term = TextFolding.text(text)
    var near = parts.texts(with: term)
    if near.isEmpty { near = beginning(of: term) }
    guard near.isEmpty else {
      let shown = near.count > Self.shortList ? Self.suggestedNames : near.count
      return (near.prefix(shown).map { title(of: $0) }, near.count - shown)
    }
    let first = items.indices.prefix(Self.maximumCompared)
    let titles = Set(names(nearestTo: text, among: first.map { items[$0].display }))
    if !titles.isEmpty {
      return (first.filter { titles.contains(items[$0].display) }.map { title(of: $0) }, 0)
    }
    let identifiers = names(nearestTo: text, among: first.map { items[$0].identifier })
    if !identifiers.isEmpty { return (identifiers, 0) }
    return (items.count > Self.shortList ? [] : items.indices.map { title(of: $0) }, 0)
  }

  /// The choices whose whole name is the beginning of a folded text; the name must end where a word
  /// ends.
  private mutating func beginning(of text: String) -> [Int] {
    let ends = text.indices.filter { text[$0] == " " }.prefix(10)
    for end in ends.reversed() {
      if let places = folded[String(text[..<end])] { return places.sorted() }
    }
    return []
  }
}

/// What a text means among several choices.
package enum ChoiceMeaning: Sendable, Hashable {
  /// The position of the choice.
  case one(Int)
  /// The positions of the choices that the text could mean.
  case several([Int])
  case none

  fileprivate init(_ places: [Int]) {
    self = places.isEmpty ? .none : places.count == 1 ? .one(places[0]) : .several(places)
  }

  /// The position of the choice; nil if the text means no choice or could mean several.
  package var place: Int? { if case .one(let place) = self { place } else { nil } }
}

/// Texts that can be searched, stored as the bytes of their folded forms.
private struct TextParts {
  private var bytes: [UInt8] = []
  /// The start of each text, and the end of the last one.
  private var starts = [0]

  init(_ texts: [String]) {
    starts.reserveCapacity(texts.count + 1)
    for text in texts {
      bytes += text.utf8
      starts.append(bytes.count)
    }
  }

  /// The positions of the texts that contain the given part; empty if the part is empty.
  func texts(with part: String) -> [Int] {
    let part = Array(part.utf8)
    var found: [Int] = []
    guard let first = part.first, bytes.count >= part.count else { return [] }
    bytes.withUnsafeBufferPointer { bytes in
      var (text, place) = (0, 0)
      while place <= bytes.count - part.count {
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

/// The names that are nearest to a text, at most a few; empty if no name is near.
package func names(nearestTo text: String, among names: [String]) -> [String] {
  var rest = names
  var found: [String] = []
  while found.count < ChoiceIndex.suggestedNames, let name = nearestName(to: text, among: rest) {
    found.append(name)
    rest.removeAll { $0 == name }
  }
  return found
}

// MARK: - Equal titles

extension OptionItem {
  /// The title, with a text that distinguishes the choice from others that have the same title: its
  /// subtitle, or else its identifier.
  package func title(besides others: [OptionItem]) -> String {
    title(hasOwnSubtitle: !others.contains { $0.subtitle == subtitle })
  }

  /// The title with a distinguishing text.
  ///
  /// - Parameter hasOwnSubtitle: Whether no other choice with the same title has the same subtitle.
  fileprivate func title(hasOwnSubtitle: Bool) -> String {
    guard let subtitle, !subtitle.isEmpty, hasOwnSubtitle else {
      return ToldApart.title(display, by: identifier)
    }
    return ToldApart.title(display, by: subtitle)
  }
}

extension OptionsCollection {
  /// The titles with distinguishing texts, by identifier, of the given choices that need one.
  ///
  /// A choice needs a distinguishing text if its title is also the title or the identifier of
  /// another choice in the collection.
  package func titlesToldApart(of wanted: [OptionItem]) -> [String: String] {
    let displays = Set(wanted.map { Array($0.display.utf8) })
    let lengths = Set(displays.map(\.count))
    guard !displays.isEmpty else { return [:] }
    var equals: [String: [OptionItem]] = [:]
    var identifiers = Set<String>()
    for section in sections {
      for place in section.items.indices {
        let isNear = section.items.withTexts(of: place) { texts in
          // Most texts differ in length or in their bytes, so they are compared first.
          [texts.display, texts.identifier].contains { text in
            guard let text, lengths.contains(text.count) else { return false }
            return displays.contains(Array(text))
          }
        }
        guard isNear else { continue }
        let item = section.items[place]
        equals[item.display, default: []].append(item)
        identifiers.insert(item.identifier)
      }
    }
    var titles: [String: String] = [:]
    for item in wanted {
      let others = (equals[item.display] ?? []).filter { $0.identifier != item.identifier }
      let isTaken = item.display != item.identifier && identifiers.contains(item.display)
      if !others.isEmpty || isTaken { titles[item.identifier] = item.title(besides: others) }
    }
    return titles
  }
}

extension OptionsCollection {
  /// The collection, in which choices that look the same get their identifiers in their subtitles.
  package func tellingApart() -> OptionsCollection {
    guard hasEqualTexts else { return self }
    struct Look: Hashable { var display: String, subtitle: String? }
    var counts: [Look: Int] = [:]
    for item in items {
      counts[Look(display: item.display, subtitle: item.subtitle), default: 0] += 1
    }
    var result = self
    for section in sections.indices {
      for place in sections[section].items.indices {
        let item = sections[section].items[place]
        guard counts[Look(display: item.display, subtitle: item.subtitle), default: 0] > 1 else {
          continue
        }
        result.sections[section].items[place].subtitle =
          [item.subtitle, item.identifier].compactMap { $0 }.joined(separator: ", ")
      }
    }
    return result
  }

  /// Whether two choices may have the same texts.
  private var hasEqualTexts: Bool {
    let hashes = IdentifierHashes()
    var found: [UInt64] = []
    found.reserveCapacity(count)
    for section in sections {
      for place in section.items.indices {
        let hash = section.items.withTexts(of: place) { texts -> UInt64? in
          guard let title = hashes.hash(of: texts.display ?? texts.identifier) else { return nil }
          guard let subtitle = texts.subtitle else { return title }
          return hashes.hash(of: subtitle).map { title &* 31 ^ $0 }
        }
        guard let hash else { return true }
        found.append(hash)
      }
    }
    return !IdentifierHashes.areDifferent([found])
  }
}

extension TextFolding {
  /// The folded form of a text, with single spaces inside and none at the ends.
  static func text(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var last: UInt32 = 0x20
    for scalar in text.unicodeScalars {
      for value in scalar.isASCII ? [spacedASCII(scalar.value)] : computed(scalar) {
        if value == 0x20, last == 0x20 { continue }
        if let whole = composed(last, value).flatMap({ Unicode.Scalar($0) }) {
          folded.removeLast()
          folded.append(whole)
          last = whole.value
        } else if let one = Unicode.Scalar(value) {
          folded.append(one)
          last = value
        }
      }
    }
    if last == 0x20, !folded.isEmpty { folded.removeLast() }
    return String(folded)
  }

  /// The folded form of an ASCII character; a space for any white space.
  private static func spacedASCII(_ value: UInt32) -> UInt32 {
    0x09...0x0D ~= value ? 0x20 : foldedASCII(value).folded
  }
}
