package import FormEngine

/// Where a key is pressed; the same key can mean different things in different places.
package enum KeyContext: Hashable, Sendable, CaseIterable {
  case form
  case editor
  case picker
  /// The review of changes before saving.
  case review
  /// Help.
  case panel
  /// The search over all rows.
  case jump
  case calendar
}

extension KeyContext {
  /// The place that has the keys while a form looks like this.
  package init(_ form: FormPresentation) {
    switch form.panel {
    case .review?: self = .review
    case .help?: self = .panel
    case .jump?: self = .jump
    case .calendar?: self = .calendar
    case nil: self = form.picker != nil ? .picker : form.editing != nil ? .editor : .form
    }
  }

  /// The same from the state, which costs no picture of the form.
  package init(_ form: FormState) {
    switch form.panel {
    case .review?: self = .review
    case .help?: self = .panel
    case .jump?: self = .jump
    case .calendar?: self = .calendar
    case nil: self = form.picker != nil ? .picker : form.editing != nil ? .editor : .form
    }
  }

  /// The name of the place.
  var word: FormWord {
    switch self {
    case .form: .placeForm
    case .editor: .placeEditor
    case .picker: .placeList
    case .review: .placeReview
    case .panel: .placePanel
    case .jump: .placeJump
    case .calendar: .placeCalendar
    }
  }
}

/// What a key does: an event of the form, or something about the terminal itself.
package enum KeyAction: Hashable, Sendable {
  case event(FormEvent)
  case suspend
  case redraw
  /// Shows the preview, or takes it away.
  case togglePreview
}

/// One key in one place, with the words that the line of keys shows.
package struct KeyBinding: Hashable, Sendable {
  package let context: KeyContext
  package let keys: [Key]
  package let action: KeyAction
  /// The name of the key and what it does; nil keeps it out of the line of keys.
  package let help: (key: String, does: FormWord)?

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

  package init(_ bindings: [KeyBinding]) {
    self.bindings = bindings
  }

  /// What a key is bound to in a place.
  ///
  /// The bindings are few enough to look through for every key, and to make a table of them would
  /// take longer than that takes in most forms.
  private func bound(_ key: Key, in context: KeyContext) -> KeyAction? {
    bindings.first { $0.context == context && $0.keys.contains(key) }?.action
  }

  /// What a key means in a place; a character without a binding is typed, and in a list one with alt
  /// is an initial to go to.
  package func action(for key: Key, in context: KeyContext) -> KeyAction? {
    if let action = bound(key, in: context) ?? leaving(key, in: context) { return action }
    guard case .character(let character) = key.code else { return nil }
    if context == .picker, key.modifiers == .alt, character.isLetter || character == "#" {
      return .event(.goToInitial(character))
    }
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super])
    else { return nil }
    return .event(.insert(String(character)))
  }

  /// Esc and a control key that are read together look like that key with alt; where nothing else is
  /// meant by it, the one that leaves the form still does.
  private func leaving(_ key: Key, in context: KeyContext) -> KeyAction? {
    guard key.modifiers == [.alt, .control] else { return nil }
    let action = bound(Key(key.code, .control), in: context)
    return action == .event(.cancel) ? action : nil
  }

  /// The keys worth showing in a place, in the order of the table.
  package func help(in context: KeyContext) -> [(key: String, does: FormWord)] {
    bindings.filter { $0.context == context }.compactMap(\.help)
  }
}
