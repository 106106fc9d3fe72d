import IntentOptions

/// The answers that undo and redo go to.
struct FormHistory: Sendable, Hashable {
  private(set) var earlier: [FormSnapshot] = []
  private(set) var undone: [FormSnapshot] = []

  /// Makes a history; by default one without any change.
  init(earlier: [FormSnapshot] = [], undone: [FormSnapshot] = []) {
    (self.earlier, self.undone) = (earlier, undone)
  }

  /// The number of changes that can be taken back.
  var count: Int { earlier.count }

  /// Notes the answers before a change; what was taken back before it cannot be made again.
  mutating func note(_ before: FormSnapshot) {
    earlier.append(before)
    undone = []
  }

  /// The answers before the last change; nil when there is none to take back.
  mutating func undo(from present: FormSnapshot) -> FormSnapshot? {
    guard let snapshot = earlier.popLast() else { return nil }
    undone.append(present)
    return snapshot
  }

  /// The answers after the change that was taken back last; nil when there is none.
  mutating func redo(from present: FormSnapshot) -> FormSnapshot? {
    guard let snapshot = undone.popLast() else { return nil }
    earlier.append(present)
    return snapshot
  }

  /// Gives renamed choices their new texts: no change that a person made, so undo does not bring the
  /// old ones back.
  mutating func rename(_ items: [String: OptionItem], of name: String) {
    for index in earlier.indices { earlier[index].draft.rename(items, of: name) }
    for index in undone.indices { undone[index].draft.rename(items, of: name) }
  }
}
