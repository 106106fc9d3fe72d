import FormEngine
import Synchronization

/// A queue of key events that joins consecutive typed characters into one text.
///
/// Joined characters cause only a single search, however fast they arrive.
package struct QueuedKeys {
  /// The result of one call to ``next(in:)``.
  package enum Turn: Hashable {
    /// Several characters typed one after another.
    case typed(String)
    case event(KeyEvent)
  }

  private var rest: ArraySlice<KeyEvent>
  private let keys: KeyTable

  /// Makes a queue of events; the key table determines what the keys mean.
  package init(_ events: [KeyEvent], keys: KeyTable) {
    rest = events[...]
    self.keys = keys
  }

  /// Whether nothing is left.
  package var isEmpty: Bool { rest.isEmpty }

  /// The maximum number of keys that can wait.
  private static let maximumWaiting = 10_000

  /// Takes all events while a list is being searched.
  ///
  /// If an event leaves the list, takes none, and drops the events before that one, because it must
  /// be handled first.
  package mutating func waiting() -> [KeyEvent] {
    let leaving = rest.firstIndex { event in
      guard case .key(let key) = event else { return false }
      switch keys.action(for: key, in: .picker) {
      case .event(.dismiss), .event(.cancel), .suspend: return true
      default: return false
      }
    }
    if let leaving {
      rest = rest[leaving...]
      return []
    }
    defer { rest = [] }
    return Array(rest.prefix(Self.maximumWaiting))
  }

  /// Takes all events that are left.
  package mutating func takeRest() -> [KeyEvent] {
    defer { rest = [] }
    return Array(rest)
  }

  /// The next turn in a context; nil at the end.
  package mutating func next(in context: FormPart) -> Turn? {
    let typed = typedText(in: context)
    guard typed.count > 1 else { return rest.popFirst().map { .event($0) } }
    rest = rest.dropFirst(typed.count)
    return .typed(typed.text)
  }

  /// The text that the first events type, and the number of those events; empty if typing can
  /// change the context.
  private func typedText(in context: FormPart) -> (text: String, count: Int) {
    guard [.editor, .picker, .jump].contains(context) else { return ("", 0) }
    var text = ""
    var count = 0
    for event in rest {
      // A reply or a paste between two keys ends the text.
      guard case .key(let key) = event,
        case .event(.insert(let typed))? = keys.action(for: key, in: context)
      else { break }
      text += typed
      count += 1
    }
    return (text, count)
  }
}

/// The keys that were typed after the end of a form, which the next form of the process handles.
package enum KeysTypedAhead {
  private static let events = Mutex<[KeyEvent]>([])

  /// Keeps the keys that a form did not handle.
  static func keep(_ typed: [KeyEvent]) { events.withLock { $0 = typed } }

  /// Forgets the keys, because the person did not expect the next form.
  package static func forget() { keep([]) }

  /// Takes the keys for a form that opens.
  static func take() -> [KeyEvent] {
    events.withLock { kept in
      defer { kept = [] }
      return kept
    }
  }
}
