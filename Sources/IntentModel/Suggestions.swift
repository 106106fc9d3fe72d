import Messages

/// The known name nearest to a mistyped one; nil when none is near enough to be meant.
///
/// Nearness is the number of edits of a single character, two neighbours that changed places being
/// one edit; a third of the name's length at most. A name of more than 100 bytes is nobody's typing
/// mistake and has no nearest one.
public func nearestName(to name: String, among names: [String]) -> String? {
  guard name.utf8.count <= 100 else { return nil }
  let typed = Array(name.lowercased())
  let limit = max(1, typed.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in names where candidate.utf8.count <= 400 {
    let letters = Array(candidate.lowercased())
    guard abs(letters.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, letters)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
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

/// The optimal string alignment distance (Damerau and Levenshtein, no text edited twice).
private func editDistance(_ lhs: [Character], _ rhs: [Character]) -> Int {
  guard !lhs.isEmpty, !rhs.isEmpty else { return max(lhs.count, rhs.count) }
  var last = [Int](repeating: 0, count: rhs.count + 1)
  var row = Array(0...rhs.count)
  for i in lhs.indices {
    var next = [i + 1]
    for j in rhs.indices {
      let changed = row[j] + (lhs[i] == rhs[j] ? 0 : 1)
      var distance = min(changed, row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, lhs[i] == rhs[j - 1], lhs[i - 1] == rhs[j] {
        distance = min(distance, last[j - 1] + 1)
      }
      next.append(distance)
    }
    (last, row) = (row, next)
  }
  return row[rhs.count]
}
