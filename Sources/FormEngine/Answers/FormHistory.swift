import IntentOptions

/// The answers for undo and redo.
struct FormHistory: Sendable, Hashable {
  private(set) var earlier: [FormSnapshot]
  private(set) var undone: [FormSnapshot]

  /// Whether a change has been made since the history began.
  private(set) var hasNoted = false

  /// Makes a history, by default an empty one.
  init(earlier: [FormSnapshot] = [], undone: [FormSnapshot] = []) {
    (self.earlier, self.undone) = (earlier, undone)
  }

  /// Records the answers before a change, and discards the answers that were kept for redo.
  mutating func note(_ before: FormSnapshot) {
    earlier.append(before)
    undone = []
    hasNoted = true
  }

  /// The answers before the last change; nil if there is nothing to undo.
  mutating func undo(from present: FormSnapshot) -> FormSnapshot? {
    guard let snapshot = earlier.popLast() else { return nil }
    undone.append(present)
    return snapshot
  }

  /// The answers after the change that was last undone; nil if there is none.
  mutating func redo(from present: FormSnapshot) -> FormSnapshot? {
    guard let snapshot = undone.popLast() else { return nil }
    earlier.append(present)
    return snapshot
  }

  /// Updates the texts of renamed choices; the person did not make this change, so undo must not
  /// restore the old texts.
  mutating func rename(_ known: KnownChoices, of name: String) {
    for index in earlier.indices { earlier[index].draft.rename(known, of: name) }
    for index in undone.indices { undone[index].draft.rename(known, of: name) }
  }
}
