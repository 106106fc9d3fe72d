import Messages

/// The known name nearest to a mistyped one; nil when none is near enough to be meant.
///
/// Nearness is the number of edits of a single character, two neighbours that changed places being
/// one edit. A name of more than 100 bytes is nobody's typing
/// mistake and has no nearest one. Of many names the first 1,000 are looked at, and of those the first
/// 100 that have nearly the same letters are compared.
///
/// - Parameters:
///   - name: The mistyped name.
///   - names: The known names.
///   - edits: The most edits; by default a third of the name's length.
public func nearestName(
  to name: String, among names: [String], atMost edits: Int? = nil
) -> String? {
  guard name.utf8.count <= 100 else { return nil }
  let typed = LowercasedName(name)
  var limit = edits ?? max(1, typed.count / 3)
  var best: String?
  var compared = 0
  for candidate in names.prefix(1_000) where candidate.utf8.count <= 400 {
    // Lower case can have fewer bytes, and a character has several; so this is a first sieve only.
    guard candidate.utf8.count + limit >= typed.count else { continue }
    let letters = LowercasedName(candidate)
    guard abs(letters.count - typed.count) <= limit,
      typed.mayBeNear(letters, atMost: limit)
    else { continue }
    compared += 1
    if let distance = typed.distance(to: letters, atMost: limit) {
      best = candidate
      limit = distance - 1
    }
    if limit < 0 || compared == 100 { break }
  }
  return best
}

/// A name in lower case, as bytes where it is ASCII, which is compared faster.
private struct LowercasedName {
  private enum Letters {
    case ascii([UInt8])
    case characters([Character])
  }

  /// The number of characters.
  let count: Int
  private let letters: Letters
  /// A bit for each letter that occurs, some letters sharing one.
  private let marks: UInt32

  init(_ name: String) {
    var marks: UInt32 = 0
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      let bytes = name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      for byte in bytes { marks |= 1 << UInt32(byte & 31) }
      (count, letters) = (bytes.count, .ascii(bytes))
    } else {
      let characters = Array(name.lowercased())
      for character in characters {
        // An ASCII letter has the mark that it has in a name of ASCII.
        marks |= 1 << UInt32((character.utf8.first ?? 0) & 31)
      }
      (count, letters) = (characters.count, .characters(characters))
    }
    self.marks = marks
  }

  private var characters: [Character] {
    switch letters {
    case .ascii(let bytes): bytes.map { Character(Unicode.Scalar($0)) }
    case .characters(let characters): characters
    }
  }

  /// Whether so few edits can suffice: each adds one letter and takes one away at most.
  func mayBeNear(_ other: LowercasedName, atMost limit: Int) -> Bool {
    (marks & ~other.marks).nonzeroBitCount <= limit
      && (other.marks & ~marks).nonzeroBitCount <= limit
  }

  /// The number of edits between two names; nil beyond a limit.
  func distance(to other: LowercasedName, atMost limit: Int) -> Int? {
    if case .ascii(let left) = letters, case .ascii(let right) = other.letters {
      return editDistance(left, right, atMost: limit)
    }
    return editDistance(characters, other.characters, atMost: limit)
  }
}

/// "Did you mean", or the choice where nothing is near, listed as by ``listed(_:)``.
///
/// - Parameter otherwise: What to say where there is nothing to choose from.
package func suggestion(
  for name: String, among choices: [String], otherwise: String = "Remove it."
) -> String {
  if let nearest = nearestName(to: name, among: choices) {
    return "Did you mean \(quoted(nearest))?"
  }
  return choices.isEmpty ? otherwise : "Choose from \(listed(choices))."
}

/// Names in quotes: all of them where a person can read them through, else a few and the number of
/// the others.
package func listed(_ names: [String]) -> String {
  let shown = namesToList(names)
  let rest = names.count > shown.count ? " and \(names.count - shown.count) more" : ""
  return shown.map { quoted($0) }.joined(separator: ", ") + rest
}

/// The optimal string alignment distance (Damerau and Levenshtein, no text edited twice); nil beyond
/// a limit.
private func editDistance<Letter: Equatable>(
  _ lhs: [Letter], _ rhs: [Letter], atMost limit: Int
) -> Int? {
  guard abs(lhs.count - rhs.count) <= limit else { return nil }
  var last = [Int](repeating: 0, count: rhs.count + 1)
  var row = Array(0...rhs.count)
  var next = row
  for i in lhs.indices {
    next[0] = i + 1
    var least = i + 1
    for j in rhs.indices {
      let changed = row[j] + (lhs[i] == rhs[j] ? 0 : 1)
      var distance = min(changed, row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, lhs[i] == rhs[j - 1], lhs[i - 1] == rhs[j] {
        distance = min(distance, last[j - 1] + 1)
      }
      next[j + 1] = distance
      least = min(least, distance)
    }
    // Two neighbours that changed places look one row further back.
    if least > limit + 1 { return nil }
    (last, row, next) = (row, next, last)
  }
  return row[rhs.count] <= limit ? row[rhs.count] : nil
}
