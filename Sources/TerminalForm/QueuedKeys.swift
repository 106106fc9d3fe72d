import FormEngine

/// Events that have queued up, taken in turns: what is typed key by key into one text is one turn, so
/// that however fast it comes it is searched for once.
package struct QueuedKeys {
  /// What is taken in one go.
  package enum Turn: Hashable {
    /// Characters that were typed key by key.
    case typed(String)
    case event(KeyEvent)
  }

  private var rest: ArraySlice<KeyEvent>
  private let keys: KeyTable

  /// Makes a queue of events whose keys mean what a table says.
  package init(_ events: [KeyEvent], keys: KeyTable) {
    rest = events[...]
    self.keys = keys
  }

  /// The next turn in a place; nil at the end.
  package mutating func next(in context: KeyContext) -> Turn? {
    let typed = typedText(in: context)
    guard typed.count > 1 else { return rest.popFirst().map { .event($0) } }
    rest = rest.dropFirst(typed.count)
    return .typed(typed.text)
  }

  /// The text that the first events type, and their number; none where typing leads to another place.
  private func typedText(in context: KeyContext) -> (text: String, count: Int) {
    guard [.editor, .picker, .jump].contains(context) else { return ("", 0) }
    var text = ""
    var count = 0
    for case .key(let key) in rest {
      guard case .event(.insert(let typed))? = keys.action(for: key, in: context) else { break }
      text += typed
      count += 1
    }
    return (text, count)
  }
}
