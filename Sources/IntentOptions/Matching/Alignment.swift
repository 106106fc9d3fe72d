/// The best way to match the characters of a term in a text that may have other characters in
/// between.
///
/// The characters of the term are matched one after another: `ends[e]` is the maximum number of
/// points for the characters so far if the last of them ends at byte `e` of the text. Each character
/// either directly follows the previous one or starts a new piece after a gap; a longer gap costs
/// more.
struct Alignment {
  /// The number of points, computed from the constants of ``MatchScore``.
  var points: Int32

  /// The start of each matched character; empty unless requested.
  var places: [Int]

  /// Memory that is reused from one text to the next.
  struct Scratch {
    var ends: [Int32] = []
    var nextEnds: [Int32] = []
  }

  /// The number of steps above which the best match is not looked for: the first one is used, or
  /// none if each piece must start a word.
  static let maximumSteps = 1 << 16

  /// "Impossible": so low that no bonus can raise it to a real number of points.
  fileprivate static let none = Int32.min / 2

  /// Whether a score is that of a match, rather than "impossible" plus some bonuses.
  @inline(__always) fileprivate static func isReal(_ points: Int32) -> Bool { points > none / 2 }

  /// Finds the best alignment; nil if there is none.
  ///
  /// - Parameter wordStartsOnly: Whether each piece must start a word.
  static func best(
    of term: OptionsQuery.Term, in field: FoldedField, wordStartsOnly: Bool,
    tracing: Bool = false, scratch: inout Scratch
  ) -> Alignment? {
    guard isPossible(term, in: field) else { return nil }
    guard term.characterEnds.count * field.count <= maximumSteps else {
      return wordStartsOnly ? nil : firstFound(of: term, in: field)
    }
    scratch.ends.reset(to: none, count: field.count + 1)
    scratch.nextEnds.reset(to: none, count: field.count + 1)
    var origins: [[Int]] = []
    var start = 0
    for (number, end) in term.characterEnds.enumerated() {
      var origin = tracing ? [Int](repeating: -1, count: field.count + 1) : []
      let isPossible = term.text.withUnsafeBufferPointer { text in
        lay(
          UnsafeBufferPointer(rebasing: text[start..<end]), isFirst: number == 0, in: field,
          wordStartsOnly: wordStartsOnly, scratch: &scratch, origin: &origin)
      }
      guard isPossible else { return nil }
      if tracing { origins.append(origin) }
      start = end
    }
    return traced(scratch.ends, origins, lengths: tracing ? term.characterLengths : [])
  }

  /// Adds one character of the term; returns false if it cannot be matched.
  private static func lay(
    _ character: UnsafeBufferPointer<UInt8>, isFirst: Bool, in field: FoldedField,
    wordStartsOnly: Bool, scratch: inout Scratch, origin: inout [Int]
  ) -> Bool {
    var isPossible = false
    var gap = isFirst ? 0 : none
    var gapOrigin = -1
    for index in 0..<field.count {
      if !isFirst && index > 0 {
        let opened = scratch.ends[index - 1] - MatchScore.gapPenalty
        gap = max(gap - MatchScore.longerGapPenalty, none)
        if opened > gap { (gap, gapOrigin) = (opened, index - 1) }
      }
      guard field.has(character, at: index) else { continue }
      let isStart = field.isWordStart(index)
      let adjacent = isFirst ? none : scratch.ends[index] + MatchScore.consecutiveBonus
      let fresh = isStart || !wordStartsOnly ? gap : none
      let points = max(adjacent, fresh)
      guard isReal(points) else { continue }
      isPossible = true
      let end = index + character.count
      scratch.nextEnds[end] = points + (isStart ? MatchScore.wordStartBonus : 0)
      if !origin.isEmpty { origin[end] = adjacent >= fresh ? index : gapOrigin }
    }
    swap(&scratch.ends, &scratch.nextEnds)
    scratch.nextEnds.reset(to: none, count: field.count + 1)
    return isPossible
  }

  /// The best end position, and the positions that lead to it if origins were kept.
  private static func traced(
    _ ends: [Int32], _ origins: [[Int]], lengths: [Int]
  ) -> Alignment? {
    var best = (end: 0, points: none)
    for (end, points) in ends.enumerated() where points > best.points { best = (end, points) }
    guard isReal(best.points) else { return nil }
    var places: [Int] = []
    var end = best.end
    for (origin, length) in zip(origins, lengths).reversed() {
      places.append(end - length)
      end = origin[end]
    }
    return Alignment(points: best.points, places: places.reversed())
  }

  /// Whether the characters occur in the text in order at all.
  private static func isPossible(_ term: OptionsQuery.Term, in field: FoldedField) -> Bool {
    term.text.withUnsafeBufferPointer { text in
      var next = 0
      var start = 0
      for end in term.characterEnds {
        let character = UnsafeBufferPointer(rebasing: text[start..<end])
        guard let place = field.firstIndex(of: character, from: next) else { return false }
        next = place + character.count
        start = end
      }
      return true
    }
  }

  /// The first alignment, searched from the left; nil if there is none.
  static func firstFound(of term: OptionsQuery.Term, in field: FoldedField) -> Alignment? {
    term.text.withUnsafeBufferPointer { text in
      var places: [Int] = []
      var points: Int32 = 0
      var next = 0
      var start = 0
      for end in term.characterEnds {
        let character = UnsafeBufferPointer(rebasing: text[start..<end])
        guard let place = field.firstIndex(of: character, from: next) else { return nil }
        points += step(to: place, from: places.isEmpty ? nil : next, in: field)
        places.append(place)
        next = place + character.count
        start = end
      }
      return Alignment(points: points, places: places)
    }
  }

  /// The points for a character, which depend on the end of the previous character.
  private static func step(to place: Int, from end: Int?, in field: FoldedField) -> Int32 {
    let bonus = field.isWordStart(place) ? MatchScore.wordStartBonus : 0
    guard let end else { return bonus }
    if place == end { return bonus + MatchScore.consecutiveBonus }
    let gap = Int32(clamping: place - end - 1)
    return bonus - MatchScore.gapPenalty - min(gap, 1 << 20) * MatchScore.longerGapPenalty
  }
}

extension OptionsQuery.Term {
  /// The number of bytes of each character.
  var characterLengths: [Int] {
    zip([0] + characterEnds, characterEnds).map { $1 - $0 }
  }
}

extension [Int32] {
  /// Sets the number of elements and sets all of them to a value, without releasing memory.
  fileprivate mutating func reset(to value: Int32, count newCount: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: newCount))
  }
}

extension Alignment {
  /// The points of the best alignment of a narrow term in a text that has at most
  /// ``FoldedField/bitCount`` bytes.
  ///
  /// The result is the same as that of ``best(of:in:wordStartsOnly:tracing:scratch:)``, but only
  /// the positions where the characters occur are examined.
  static func bestPoints(
    of text: UnsafeBufferPointer<UInt8>, in field: FoldedField, wordStartsOnly: Bool
  ) -> Int32? {
    let starts = field.wordStartBits
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * FoldedField.bitCount) {
      points in
      var row = PlacedCharacter(
        first: field.places(of: text[0]), starts: starts, wordStartsOnly: wordStartsOnly,
        points: points)
      for number in 1..<text.count {
        row = row.followed(
          by: field.places(of: text[number]), starts: starts, wordStartsOnly: wordStartsOnly,
          points: points)
      }
      return row.best(points)
    }
  }
}

/// The possible positions of the current character, and where their points are stored.
private struct PlacedCharacter {
  /// The reachable positions.
  var places: UInt64 = 0

  /// The start of the half of the memory that holds the points for the positions.
  var half = 0

  private init() {}

  init(
    first occurrences: UInt64, starts: UInt64, wordStartsOnly: Bool,
    points: UnsafeMutableBufferPointer<Int32>
  ) {
    places = wordStartsOnly ? occurrences & starts : occurrences
    var rest = places
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      points[place] = starts >> UInt64(place) & 1 == 1 ? MatchScore.wordStartBonus : 0
    }
  }

  /// Adds another character of the term.
  func followed(
    by occurrences: UInt64, starts: UInt64, wordStartsOnly: Bool,
    points: UnsafeMutableBufferPointer<Int32>
  ) -> PlacedCharacter {
    var next = PlacedCharacter()
    next.half = FoldedField.bitCount - half
    var earlier = places
    // The best points so far, before the points for skipped bytes are subtracted.
    var gap = Alignment.none
    var rest = occurrences
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      while earlier != 0, earlier.trailingZeroBitCount + 2 <= place {
        let from = earlier.trailingZeroBitCount
        earlier &= earlier - 1
        gap = max(gap, points[half + from] + Int32(from) * MatchScore.longerGapPenalty)
      }
      let bit = UInt64(1) << UInt64(place)
      let isStart = starts & bit != 0
      var best = Alignment.none
      if places << 1 & bit != 0 {
        best = points[half + place - 1] + MatchScore.consecutiveBonus
      }
      if Alignment.isReal(gap), isStart || !wordStartsOnly {
        let passed = Int32(place - 2) * MatchScore.longerGapPenalty + MatchScore.gapPenalty
        best = max(best, gap - passed)
      }
      guard Alignment.isReal(best) else { continue }
      next.places |= bit
      points[next.half + place] = best + (isStart ? MatchScore.wordStartBonus : 0)
    }
    return next
  }

  /// The maximum number of points at any position; nil if no position can be reached.
  func best(_ points: UnsafeMutableBufferPointer<Int32>) -> Int32? {
    var best: Int32?
    var rest = places
    while rest != 0 {
      best = max(best ?? Int32.min, points[half + rest.trailingZeroBitCount])
      rest &= rest - 1
    }
    return best
  }
}
