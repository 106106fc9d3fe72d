/// A search term as users type it, parsed once and ready for matching.
///
/// The syntax is that of fzf's extended search: terms are separated by spaces, and all of them must
/// match.
///
/// | term | matches |
/// |---|---|
/// | `abc` | the letters in this order, with others in between |
/// | `'abc` | the text in one piece |
/// | `'abc'` | the text in one piece, from the start of a word to the end of one |
/// | `^abc` | at the start |
/// | `abc$` | at the end |
/// | `^abc$` | the whole text |
/// | `!abc` | texts without this text in one piece |
/// | `!^abc`, `!abc$` | texts that do not begin, or do not end, with it |
/// | `!'abc` | texts without these letters in this order |
/// | `a \| b` | one of the two |
/// | `a\ b` | a space that belongs to the term |
///
/// Differences in case, diacritics and width are ignored, even for capital letters in the term.
/// Only the first ``maximumLength`` characters are used.
public struct OptionsQuery: Sendable, Hashable {
  /// How a term must occur in a text.
  enum Kind: Sendable, Hashable {
    case fuzzy, exact, boundary, prefix, suffix, whole
  }

  /// One term of a query.
  struct Term: Sendable, Hashable {
    var kind: Kind
    var isInverse: Bool

    /// The folded text as UTF-8; never empty.
    var text: [UInt8]

    /// The end of each character in the text; a character is always matched as a whole.
    var characterEnds: [Int]

    /// The classes of its characters, as in ``FoldedArena/mask``.
    var mask: UInt64

    /// Whether the term can be matched many bytes at a time.
    var isNarrow: Bool
  }

  /// The terms; at least one term in each inner list must match.
  let alternatives: [[Term]]

  /// The classes of characters that every match contains.
  let mask: UInt64

  /// The maximum number of characters that are used from a query.
  package static let maximumLength = 256

  /// Parses a term; every text is valid, so there are no errors.
  public init(_ text: String) {
    self.init(alternatives: Self.parsed(text.prefix(Self.maximumLength)))
  }

  init(alternatives: [[Term]]) {
    self.alternatives = alternatives
    mask = alternatives.reduce(0) { mask, terms in
      terms.count == 1 && !terms[0].isInverse ? mask | terms[0].mask : mask
    }
  }

  /// Whether the query has no terms and therefore matches everything.
  public var isEmpty: Bool { alternatives.isEmpty }

  /// Whether every match of the query is certain to match another query too.
  func refines(_ other: OptionsQuery) -> Bool {
    other.alternatives.allSatisfy { wider in
      alternatives.contains { narrower in
        narrower.allSatisfy { term in wider.contains { term.implies($0) } }
      }
    }
  }
}

extension OptionsQuery {
  private static func parsed(_ text: Substring) -> [[Term]] {
    var alternatives: [[Term]] = []
    var joins = false
    var isBehindBar = false
    for word in words(of: text) {
      // A bar joins the terms before and after it. At the start or after another bar, it is
      // ordinary text; at the end, it is ignored.
      if word == "|" && !alternatives.isEmpty && !isBehindBar {
        (joins, isBehindBar) = (true, true)
        continue
      }
      isBehindBar = false
      guard let term = Term(word: word) else { continue }
      if joins {
        alternatives[alternatives.count - 1].append(term)
      } else {
        alternatives.append([term])
      }
      joins = false
    }
    return alternatives
  }

  /// The words between spaces; a space after a backslash belongs to the word.
  private static func words(of text: Substring) -> [String] {
    var words = [""]
    var isEscaped = false
    for character in text {
      if character == " " || character == "\u{3000}" {
        if isEscaped { words[words.count - 1].append(" ") } else { words.append("") }
        isEscaped = false
      } else {
        if isEscaped { words[words.count - 1].append("\\") }
        isEscaped = character == "\\"
        if !isEscaped { words[words.count - 1].append(character) }
      }
    }
    if isEscaped { words[words.count - 1].append("\\") }
    return words.filter { !$0.isEmpty }
  }
}

extension OptionsQuery.Term {
  /// Parses the operators around a term; nil if nothing remains between them.
  init?(word: String) {
    var text = word[...]
    let isInverse = text.hasPrefix("!")
    var kind: OptionsQuery.Kind = isInverse ? .exact : .fuzzy
    if isInverse { text.removeFirst() }
    if text != "$" && text.hasSuffix("$") {
      kind = .suffix
      text.removeLast()
    }
    if text.count > 2 && text.hasPrefix("'") && text.hasSuffix("'") {
      kind = .boundary
      text = text.dropFirst().dropLast()
    } else if text.hasPrefix("'") {
      kind = isInverse ? .fuzzy : .exact
      text.removeFirst()
    } else if text.hasPrefix("^") {
      kind = kind == .suffix ? .whole : .prefix
      text.removeFirst()
    }
    self.init(kind: kind, isInverse: isInverse, literal: text)
  }

  /// Folds the text of a term; nil if nothing remains of it.
  init?(kind: OptionsQuery.Kind, isInverse: Bool, literal: some StringProtocol) {
    var arena = FoldedArena()
    var ends: [Int] = []
    for character in literal {
      arena.append(String(character))
      if arena.bytes.count > ends.last ?? 0 { ends.append(arena.bytes.count) }
    }
    guard !ends.isEmpty else { return nil }
    self.kind = kind
    self.isInverse = isInverse
    text = arena.bytes
    characterEnds = ends
    mask = arena.mask
    isNarrow = Self.isNarrow(text, ends, kind)
  }

  /// Whether every text that matches this term is certain to match another term too.
  func implies(_ other: Self) -> Bool {
    if self == other { return true }
    guard isInverse == other.isInverse else { return false }
    return isInverse ? other.occurrenceImplies(self) : occurrenceImplies(other)
  }

  /// Whether the other term occurs in each text in which this term occurs, ignoring whether the
  /// terms are inverse.
  private func occurrenceImplies(_ other: Self) -> Bool {
    switch other.kind {
    case .fuzzy: hasCharacters(of: other)
    case .exact: kind != .fuzzy && text.contains(other.text)
    case .prefix: (kind == .prefix || kind == .whole) && text.starts(with: other.text)
    case .suffix:
      (kind == .suffix || kind == .whole) && text.reversed().starts(with: other.text.reversed())
    case .boundary, .whole: kind == other.kind && text == other.text
    }
  }

  /// Whether this term contains the characters of another term, in order.
  private func hasCharacters(of other: Self) -> Bool {
    var index = 0
    for wanted in other.characters {
      while index < characters.count && !characters[index].contains(wanted) { index += 1 }
      if index == characters.count { return false }
      index += 1
    }
    return true
  }

  private var characters: [ArraySlice<UInt8>] {
    zip([0] + characterEnds, characterEnds).map { text[$0..<$1] }
  }
}

extension Collection where Element == UInt8 {
  /// Whether the collection contains other bytes in one piece.
  fileprivate func contains(_ other: some Collection<UInt8>) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}

extension OptionsQuery {
  /// The offsets of the matched characters in a text, in ascending order.
  ///
  /// Inverse terms contribute nothing, nor do terms that do not occur in the text, for instance
  /// because they match only the identifier.
  public func highlights(in text: String) -> [Int] {
    guard !isEmpty else { return [] }
    var arena = FoldedArena()
    var owners: [Int] = []
    // In printable ASCII, each character is one byte, whether folded or not.
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) {
      arena.append(text)
      owners = Array(0..<arena.bytes.count)
    } else {
      for (offset, character) in text.enumerated() {
        arena.append(String(character))
        owners.append(contentsOf: repeatElement(offset, count: arena.bytes.count - owners.count))
      }
    }
    arena.seal()
    let places = arena.withField { field in
      alternatives.flatMap { bestPlaces(of: $0, in: field) }
    }
    return Set(places.map { owners[$0] }).sorted()
  }

  /// The matched bytes of the best of several terms.
  private func bestPlaces(of terms: [Term], in field: FoldedField) -> [Int] {
    var scratch = Alignment.Scratch()
    var best: (score: Int, term: Term, place: Int)?
    for term in terms where !term.isInverse {
      guard let match = term.match(in: field, scratch: &scratch) else { continue }
      if match.score > best?.score ?? -1 { best = (match.score, term, match.place) }
    }
    guard let best else { return [] }
    return best.term.places(of: best.score, at: best.place, in: field, scratch: &scratch)
  }
}

extension OptionsQuery.Term {
  /// The bytes that a match covers.
  fileprivate func places(
    of score: Int, at place: Int, in field: FoldedField, scratch: inout Alignment.Scratch
  ) -> [Int] {
    let tier = MatchScore.tier(of: score)
    let isInPieces = kind == .fuzzy && (tier == .scattered || tier == .wordPrefixes)
    guard isInPieces else { return Array(place..<place + text.count) }
    let alignment = Alignment.best(
      of: self, in: field, wordStartsOnly: tier == .wordPrefixes, tracing: true, scratch: &scratch)
    guard let alignment else { return [] }
    return zip(alignment.places, characterLengths).flatMap { Array($0..<$0 + $1) }
  }
}
