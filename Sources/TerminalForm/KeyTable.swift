package import FormEngine

/// Where a key is pressed; the same key can mean different things in different places.
package enum KeyContext: Hashable, Sendable, CaseIterable {
  case form
  case editor
  case picker
}

/// What a key does: an event of the form, or something about the terminal itself.
package enum KeyAction: Hashable, Sendable {
  case event(FormEvent)
  case suspend
  case redraw
}

/// One key in one place, with the words that the line of keys shows.
package struct KeyBinding: Hashable, Sendable {
  package let context: KeyContext
  package let keys: [Key]
  package let action: KeyAction
  /// The name of the key and what it does; nil keeps it out of the line of keys.
  package let help: (key: String, does: String)?

  package static func == (lhs: KeyBinding, rhs: KeyBinding) -> Bool {
    lhs.context == rhs.context && lhs.keys == rhs.keys && lhs.action == rhs.action
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(context)
    hasher.combine(keys)
  }
}

/// What every key means, as data from which keys are read and the line of keys is written.
package struct KeyTable: Sendable {
  /// The bindings; the first that has a key counts.
  package let bindings: [KeyBinding]

  private let index: [KeyContext: [Key: KeyAction]]

  package init(_ bindings: [KeyBinding]) {
    self.bindings = bindings
    var index: [KeyContext: [Key: KeyAction]] = [:]
    for binding in bindings {
      for key in binding.keys where index[binding.context]?[key] == nil {
        index[binding.context, default: [:]][key] = binding.action
      }
    }
    self.index = index
  }

  /// What a key means in a place; a character without a binding is typed.
  package func action(for key: Key, in context: KeyContext) -> KeyAction? {
    if let action = index[context]?[key] { return action }
    guard case .character(let character) = key.code,
      key.modifiers.isDisjoint(with: [.control, .alt, .super])
    else { return nil }
    return .event(.insert(String(character)))
  }

  /// The keys worth showing in a place, in the order of the table.
  package func help(in context: KeyContext) -> [(key: String, does: String)] {
    bindings.filter { $0.context == context }.compactMap(\.help)
  }
}
