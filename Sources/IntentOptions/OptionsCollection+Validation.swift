public import Messages

/// The size limits of a response.
public struct OptionsLimits: Sendable, Hashable {
  /// The maximum number of items in all sections together.
  public var itemCount: Int

  /// The maximum length of each text, in UTF-8 bytes.
  public var textLength: Int

  /// The maximum number of findings; the check ends when it is reached.
  public var findingCount: Int

  /// Makes limits.
  public init(itemCount: Int = 1_000_000, textLength: Int = 10_000, findingCount: Int = 10) {
    self.itemCount = itemCount
    self.textLength = textLength
    self.findingCount = max(1, findingCount)
  }
}

/// A rule that a response breaks, and where it breaks the rule.
public struct OptionsFinding: Sendable, Hashable, CustomStringConvertible {
  /// The rules for responses.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// There are at most ``OptionsLimits/itemCount`` items.
    case itemCount = "item-count"
    /// Each item has an identifier that is not empty.
    case emptyIdentifier = "empty-identifier"
    /// No two items have the same identifier.
    case duplicateIdentifier = "duplicate-identifier"
    /// No text is longer than ``OptionsLimits/textLength``.
    case textLength = "text-length"
    /// No text has a control character.
    case controlCharacter = "control-character"
  }

  /// A section, or an item in a section.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    /// The index of the section, from 0.
    public var section: Int
    /// The title of the section.
    public var title: String?
    /// The index of the item in the section, from 0; nil for the section itself.
    public var item: Int?
  }

  /// The broken rule.
  public var rule: Rule

  /// The location of the problem; nil if the response as a whole breaks the rule.
  public var place: Place?

  /// The problem, as one sentence in any language.
  public var sentence: Message

  /// The problem, as one sentence in English.
  public var message: String { sentence.text() }

  /// The problem, as one sentence in English.
  public var description: String { message }
}

extension OptionsCollection {
  /// The collection itself, if it breaks no rule.
  ///
  /// - Throws: `OptionsError` with all findings up to the limit. Its code is `tooLarge` if there
  ///   are too many items or a text is too long, otherwise `invalidResponse`.
  public func validated(
    provider: String, limits: OptionsLimits = OptionsLimits()
  ) throws(OptionsError) -> OptionsCollection {
    let findings = findings(limits: limits)
    if !findings.isEmpty { throw .invalidResponse(provider: provider, findings: findings) }
    return known(toBeWithin: limits)
  }

  /// The collection itself, marked as checked, if it breaks no rule; nil otherwise.
  package func flawless(within limits: OptionsLimits) -> OptionsCollection? {
    findings(limits: limits).isEmpty ? known(toBeWithin: limits) : nil
  }

  private func known(toBeWithin limits: OptionsLimits) -> OptionsCollection {
    var known = self
    known.knowledge.limits = limits
    return known
  }

  /// The collection without the items that break a rule.
  ///
  /// ``OptionsCollection/leftOut`` describes the problems of the removed items, and a notice says
  /// that items are missing.
  ///
  /// - Parameters:
  ///   - provider: The name of the source in messages.
  ///   - limits: The limits of the collection.
  ///   - locale: The language of the notice, as a BCP 47 tag.
  /// - Throws: `OptionsError` with all findings up to the limit, if the collection as a whole
  ///   breaks a rule or no item is left.
  package func withoutInvalidItems(
    provider: String, limits: OptionsLimits = OptionsLimits(), locale: String
  ) throws(OptionsError) -> OptionsCollection {
    let findings = findings(limits: limits)
    if findings.isEmpty { return known(toBeWithin: limits) }
    var result = self
    var seen = Set<String>()
    for number in sections.indices {
      let valid = sections[number].items.filter { item in
        item.isValid(limits) && seen.insert(item.identifier).inserted
      }
      result.sections[number].items = OptionItems(Array(valid))
    }
    guard !result.isEmpty, result.findings(limits: limits).isEmpty else {
      throw .invalidResponse(provider: provider, findings: findings)
    }
    let missing = count - result.count
    let said: Message =
      "\(missing, "invalid choice of the source is", "invalid choices of the source are") left out."
    result.addNotice(said, locale: locale)
    result.leftOut = findings
    return result
  }

  /// Adds a sentence to the notice, in the language of a locale.
  package mutating func addNotice(_ sentence: Message, locale: String) {
    let words = sentence.text(in: MessageLanguage(locale: locale))
    notice = [notice, words].compactMap { $0 }.joined(separator: " ")
  }

  /// Which rules are broken: too many items, empty or duplicate identifiers, or texts that are too
  /// long or have control characters.
  ///
  /// An empty collection breaks no rule.
  public func findings(limits: OptionsLimits = OptionsLimits()) -> [OptionsFinding] {
    if let known = knowledge.limits, known.itemCount <= limits.itemCount,
      known.textLength <= limits.textLength
    {
      return []
    }
    if count > limits.itemCount { return [.itemCount(count, limit: limits.itemCount)] }
    if isFlawless(limits) { return [] }
    var checker = CollectionChecker(limits: limits)
    checker.check(promptLabel ?? "", .prompt, at: nil)
    checker.check(notice ?? "", .notice, at: nil)
    for (number, section) in sections.enumerated() {
      guard !checker.isFull else { break }
      checker.check(section, number: number)
    }
    return checker.findings
  }
}

extension OptionsCollection {
  /// Whether a quick check with all processors finds nothing that requires a thorough check.
  private func isFlawless(_ limits: OptionsLimits) -> Bool {
    guard ([promptLabel, notice] + sections.map(\.title)).allSatisfy({ $0.isPlain(limits) }) else {
      return false
    }
    var hashes = IdentifierHashes()
    if let different = areDifferent(by: hashes, limits) { return different }
    hashes.comparesStrings = true
    return areDifferent(by: hashes, limits) ?? false
  }

  /// Whether all identifiers are different and not empty, and no text needs a thorough check; nil
  /// if an identifier has no hash.
  private func areDifferent(by hashes: IdentifierHashes, _ limits: OptionsLimits) -> Bool? {
    let pieces = SectionLayout(self).pieces(of: PackedOptionItems.chunkCount)
    let parts = pieces.gathered(to: PackedOptionItems.chunkCount)
    let found = try? ParallelScan.map(count: parts.count, isCancelled: { false }) { part in
      var found = PieceCheck()
      for piece in pieces[parts[part]] {
        found.check(sections[piece.section].items, piece.places, hashes, limits)
      }
      return found
    }
    guard let found, found.allSatisfy(\.isPlain) else { return false }
    guard found.allSatisfy(\.isHashed) else { return nil }
    return IdentifierHashes.areDifferent(found.map(\.hashes))
  }
}

/// The result of a quick check of some of the items in a collection.
private struct PieceCheck: Sendable {
  /// The hashes of the identifiers.
  var hashes: [UInt64] = []
  /// Whether no identifier is empty and no text needs a thorough check.
  var isPlain = true
  /// Whether each identifier has a hash.
  var isHashed = true

  mutating func check(
    _ items: OptionItems, _ places: Range<Int>, _ identifiers: IdentifierHashes,
    _ limits: OptionsLimits
  ) {
    hashes.reserveCapacity(hashes.count + places.count)
    for place in places where isPlain && isHashed {
      items.withTexts(of: place) { texts in
        isPlain =
          !texts.identifier.isEmpty && texts.identifier.isPlain(limits)
          && texts.display.isPlain(limits) && texts.subtitle.isPlain(limits)
          && texts.symbol.isPlain(limits)
        if let hash = identifiers.hash(of: texts.identifier) {
          hashes.append(hash)
        } else {
          isHashed = false
        }
      }
    }
  }
}

extension String? {
  /// Whether a quick check finds nothing that requires a thorough check.
  fileprivate func isPlain(_ limits: OptionsLimits) -> Bool {
    guard var text = self else { return true }
    return text.withUTF8 { $0.isPlain(limits) }
  }
}

extension UnsafeBufferPointer<UInt8>? {
  /// Whether a quick check finds nothing that requires a thorough check.
  fileprivate func isPlain(_ limits: OptionsLimits) -> Bool {
    self.map { $0.isPlain(limits) } ?? true
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func isPlain(_ limits: OptionsLimits) -> Bool {
    count <= limits.textLength && isPlain
  }
}

extension OptionItem {
  /// Whether the item itself breaks no rule.
  fileprivate func isValid(_ limits: OptionsLimits) -> Bool {
    !identifier.isEmpty
      && [identifier, display, subtitle, symbol].allSatisfy { text in
        guard let text else { return true }
        return text.utf8.count <= limits.textLength && text.firstControlCharacter == nil
      }
  }
}

/// Checks a collection and collects findings.
private struct CollectionChecker {
  let limits: OptionsLimits
  var findings: [OptionsFinding] = []
  private var places: [String: (section: Int, item: Int)] = [:]
  private var titles: [String?] = []

  init(limits: OptionsLimits) {
    self.limits = limits
  }

  var isFull: Bool { findings.count >= limits.findingCount }

  mutating func check(_ section: OptionsSection, number: Int) {
    titles.append(section.title)
    let place = OptionsFinding.Place(section: number, title: section.title)
    check(section.title ?? "", .title, at: place)
    for (index, item) in section.items.enumerated() {
      guard !isFull else { return }
      var place = place
      place.item = index
      check(item, at: place, number: index)
    }
  }

  private mutating func check(_ item: OptionItem, at place: OptionsFinding.Place, number: Int) {
    if item.identifier.isEmpty {
      report(.emptyIdentifier, place, "\(place.message) has an empty identifier.")
    } else if let earlier = places[item.identifier] {
      let other = OptionsFinding.Place(
        section: earlier.section, title: titles[earlier.section], item: earlier.item)
      report(
        .duplicateIdentifier, place,
        """
        \(place.message) has the identifier “\(item.identifier.excerpt)”, which \
        \(other.otherMessage) has too.
        """
      )
    } else {
      places[item.identifier] = (place.section, number)
    }
    check(item.identifier, .identifier, at: place)
    if item.display != item.identifier { check(item.display, .display, at: place) }
    if let subtitle = item.subtitle { check(subtitle, .subtitle, at: place) }
    if let symbol = item.symbol { check(symbol, .symbol, at: place) }
  }

  mutating func check(_ text: String, _ field: CheckedField, at place: OptionsFinding.Place?) {
    let length = text.utf8.count
    if length > limits.textLength {
      report(
        .textLength, place,
        """
        \(place?.message ?? .theResponse) has a \(field.message) of \(length) bytes; at most \
        \(limits.textLength) are allowed.
        """
      )
    } else if let (scalar, offset) = text.firstControlCharacter {
      report(
        .controlCharacter, place,
        """
        \(place?.message ?? .theResponse) has the control character \
        U+\(scalar.value.hexadecimal(digits: 4, uppercase: true)) as character \(offset + 1) of \
        its \(field.message).
        """
      )
    }
  }

  private mutating func report(
    _ rule: OptionsFinding.Rule, _ place: OptionsFinding.Place?, _ sentence: Message
  ) {
    guard !isFull else { return }
    findings.append(OptionsFinding(rule: rule, place: place, sentence: sentence))
  }
}

/// The texts in a response that are checked.
private enum CheckedField {
  case prompt, notice, title, identifier, display, subtitle, symbol

  /// The name of the text.
  var message: Message {
    switch self {
    case .prompt: "prompt"
    case .notice: "notice"
    case .title: "title"
    case .identifier: "identifier"
    case .display: "display text"
    case .subtitle: "subtitle"
    case .symbol: "symbol"
    }
  }
}

extension OptionsFinding {
  fileprivate static func itemCount(_ count: Int, limit: Int) -> OptionsFinding {
    OptionsFinding(
      rule: .itemCount, place: nil,
      sentence: "The response has \(count) items; at most \(limit) are allowed.")
  }
}

extension String {
  /// The first control character or line separator, with its offset.
  fileprivate var firstControlCharacter: (Unicode.Scalar, Int)? {
    var text = self
    if text.withUTF8({ $0.isPlain }) { return nil }
    for (offset, scalar) in unicodeScalars.enumerated() {
      let category = scalar.properties.generalCategory
      if category == .control || category == .lineSeparator || category == .paragraphSeparator {
        return (scalar, offset)
      }
    }
    return nil
  }

  /// The text, shortened and without control characters.
  var excerpt: String {
    let clean = prefix(40).map { String($0).firstControlCharacter == nil ? $0 : "\u{FFFD}" }
    return String(clean) + (clean.count < count ? "…" : "")
  }
}
