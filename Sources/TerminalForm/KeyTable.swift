package import FormEngine
import IntentModel
package import Messages

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
  var word: Message {
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
  package let help: (key: String, does: Message)?

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
  package func help(in context: KeyContext) -> [(key: String, does: Message)] {
    bindings.filter { $0.context == context }.compactMap(\.help)
  }
}

extension KeyContext {
  /// The name of the place in a file of keys.
  package var name: String {
    switch self {
    case .form: "form"
    case .editor: "editor"
    case .picker: "list"
    case .review: "review"
    case .panel: "panel"
    case .jump: "jump"
    case .calendar: "calendar"
    }
  }
}

/// What of the wishes for keys of one's own cannot be met.
package struct KeyProblem: Hashable, Sendable, CustomStringConvertible {
  /// The name of the place in the form.
  package let place: String
  /// The name of the action; nil where the place is what is wrong.
  package let action: String?
  /// The position of the key among those wished for; nil where no key is what is wrong.
  package let key: Int?
  /// What is wrong, as one sentence.
  package let sentence: Message
  /// What to do about it, as one sentence.
  package let remedy: Message

  /// The names of the place and the action, as far as there are any.
  package var name: String { [place, action].compactMap { $0 }.joined(separator: ".") }

  /// The place in the table, what is wrong, and what to do, in English.
  package var description: String {
    Message.placed(place: name, sentences: [sentence, remedy]).text()
  }
}

extension KeyTable {
  /// The table with other keys for some actions, and what of the wishes cannot be met.
  ///
  /// A wish gives an action all its keys anew; none takes the action off the keyboard. A key that had
  /// another meaning in the place loses it, unless that was wished for too: one key cannot serve two
  /// wishes. The names of actions are those of the table of keys.
  ///
  /// - Parameter wishes: By place and action, the names of the keys, such as `ctrl+s`.
  package func rebound(
    _ wishes: [String: [String: [String]]]
  ) -> (table: KeyTable, problems: [KeyProblem]) {
    var bindings = bindings
    var problems: [KeyProblem] = []
    for (place, actions) in wishes.sorted(by: { $0.key < $1.key }) {
      guard let context = KeyContext.allCases.first(where: { $0.name == place }) else {
        let names = KeyContext.allCases.map(\.name).joined(separator: ", ")
        problems.append(
          KeyProblem(
            place: place, action: nil, key: nil, sentence: .noSuchPlace,
            remedy: .chooseFromThese(names: names)))
        continue
      }
      var owners: [Key: String] = [:]
      for (action, names) in actions.sorted(by: { $0.key < $1.key }) {
        let keys = names.compactMap { Key(name: $0) }
        let unknown = names.indices.filter { Key(name: names[$0]) == nil }
        problems += unknown.map { index in
          KeyProblem(
            place: place, action: action, key: index, sentence: .isNotAKey(key: names[index]),
            remedy: .writeKeyAs)
        }
        guard
          let index = bindings.firstIndex(where: {
            $0.context == context && $0.action.word.key == action
          })
        else {
          let known = Set(bindings.filter { $0.context == context }.map(\.action.word.key))
          problems.append(
            KeyProblem(
              place: place, action: action, key: nil, sentence: .noSuchAction,
              remedy: Self.suggestion(for: action, among: known.sorted())))
          continue
        }
        guard unknown.isEmpty else { continue }
        let taken = keys.indices.filter { owners[keys[$0], default: action] != action }
        problems += taken.map { index in
          KeyProblem(
            place: place, action: action, key: index,
            sentence: .keyIsGiven(key: names[index], action: owners[keys[index]] ?? ""),
            remedy: .giveKeyToOne)
        }
        guard taken.isEmpty else { continue }
        for key in keys { owners[key] = action }
        Self.give(keys, to: index, in: &bindings)
      }
    }
    return (KeyTable(bindings), problems)
  }

  private static func suggestion(for name: String, among known: [String]) -> Message {
    if let nearest = nearestName(to: name, among: known) { return .didYouMean(name: nearest) }
    return .chooseFromThese(names: known.joined(separator: ", "))
  }

  private static func give(_ keys: [Key], to index: Int, in bindings: inout [KeyBinding]) {
    for other in bindings.indices where bindings[other].context == bindings[index].context {
      let left = bindings[other].keys.filter { !keys.contains($0) }
      if other != index, left.count < bindings[other].keys.count {
        bindings[other] = bindings[other].with(keys: left)
      }
    }
    bindings[index] = bindings[index].with(keys: keys)
  }
}

extension KeyBinding {
  /// The binding with other keys; the line of keys shows the first of them.
  fileprivate func with(keys: [Key]) -> KeyBinding {
    let shown = help.flatMap { help in
      keys.first.map { (key: $0.name(.unicode), does: help.does) }
    }
    return KeyBinding(context: context, keys: keys, action: action, help: shown)
  }
}
