import Messages

/// The known name that is nearest to a mistyped one; nil if none is near enough.
///
/// The distance is the number of edits of a single character; swapping two adjacent characters is
/// one edit. Names that have no letter in common are never near. A very long name is never
/// considered a typing mistake. Only a limited number of names is compared; the list of all finding
/// codes is within this limit.
///
/// - Parameters:
///   - name: The mistyped name.
///   - names: The known names.
///   - edits: The maximum number of edits; by default a third of the name's length.
package func nearestName(
  to name: String, among names: [String], atMost edits: Int? = nil
) -> String? {
  guard name.utf8.count <= 100 else { return nil }
  let typed = LowercasedName(name)
  var limit = edits ?? max(1, typed.count / 3)
  var best: String?
  var compared = 0
  for candidate in names.prefix(1_000) where candidate.utf8.count <= 400 {
    // The lowercase form of a name can have fewer bytes, and a character can have several bytes, so
    // this is only a first filter.
    guard candidate.utf8.count + limit >= typed.count else { continue }
    let letters = LowercasedName(candidate)
    guard abs(letters.count - typed.count) <= limit,
      typed.mayBeNear(letters, atMost: limit)
    else { continue }
    compared += 1
    if let distance = typed.distance(to: letters, atMost: limit),
      distance < max(1, typed.count, letters.count)
    {
      best = candidate
      limit = distance - 1
    }
    if limit < 0 || compared == 300 { break }
  }
  return best
}

/// A name in lowercase, as bytes if it is ASCII, because bytes are faster to compare.
private struct LowercasedName {
  private enum Letters {
    case ascii([UInt8])
    case characters([Character])
  }

  /// The number of characters.
  let count: Int
  private let letters: Letters
  /// One bit for each letter that occurs; some letters share a bit.
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
        // The ASCII letters in a non-ASCII name set the same bits as in an ASCII name.
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

  /// Whether a number of edits could be enough: each edit adds at most one letter and removes at
  /// most one.
  func mayBeNear(_ other: LowercasedName, atMost limit: Int) -> Bool {
    (marks & ~other.marks).nonzeroBitCount <= limit
      && (other.marks & ~marks).nonzeroBitCount <= limit
  }

  /// The number of edits between two names; nil if it exceeds a limit.
  func distance(to other: LowercasedName, atMost limit: Int) -> Int? {
    if case .ascii(let left) = letters, case .ascii(let right) = other.letters {
      return editDistance(left, right, atMost: limit)
    }
    return editDistance(characters, other.characters, atMost: limit)
  }
}

/// The optimal string alignment distance; nil if it exceeds a limit.
///
/// It is the distance of Damerau and Levenshtein, except that no part is edited twice.
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
    // A swap of neighbors continues from the row before the previous one, hence the additional 1.
    if least > limit + 1 { return nil }
    (last, row, next) = (row, next, last)
  }
  return row[rhs.count] <= limit ? row[rhs.count] : nil
}
