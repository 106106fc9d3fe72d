package import FormEngine
import IntentModel
import IntentOptions
public import Messages

extension FormPart {
  /// The name of the part in the heading of the help, after “Keys:”.
  var word: Message {
    switch self {
    case .form: "in the form"
    case .editor: "in a text"
    case .picker: "in a list"
    case .review: "before saving"
    case .leaving: "before leaving"
    case .panel: "in a panel"
    case .jump: "in the jump list"
    case .calendar: "in the calendar"
    }
  }
}

/// The effect of a key: a form event, or an action on the terminal.
package enum KeyAction: Hashable, Sendable {
  case event(FormEvent)
  case suspend
  case redraw
  /// Shows the preview with the drawing, then with the intent, and then hides it.
  case togglePreview
}

/// The keys of one action in one context, with the words that the line of keys shows for them.
package struct KeyBinding: Hashable, Sendable {
  package let context: FormPart
  package let keys: [Key]
  package let action: KeyAction
  /// The key's name and description for the line of keys; nil to leave it out of that line.
  package let help: (key: String, does: Message)?

  package static func == (lhs: KeyBinding, rhs: KeyBinding) -> Bool {
    lhs.context == rhs.context && lhs.keys == rhs.keys && lhs.action == rhs.action
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(context)
    hasher.combine(keys)
  }
}

/// The meaning of every key; it drives key handling, the line of keys and help.
///
///     runner.keys = try KeyTable(["form": ["saveNow": ["ctrl+s", "f10"]]])
public struct KeyTable: Sendable {
  /// The bindings; the first one that contains a key applies.
  package let bindings: [KeyBinding]

  package init(_ bindings: [KeyBinding]) {
    self.bindings = bindings
  }

  /// The table without the keys of an action, for forms in which the action does nothing.
  func without(_ action: KeyAction) -> KeyTable {
    KeyTable(bindings.filter { $0.action != action })
  }

  /// The action bound to a key in a context.
  ///
  /// A linear search is fast enough: building a dictionary would take longer than all searches in
  /// most forms.
  private func bound(_ key: Key, in context: FormPart) -> KeyAction? {
    bindings.first { $0.context == context && $0.keys.contains(key) }?.action
  }

  /// The name of the first key of an event in a context; nil if the event has no key there.
  package func name(of event: FormEvent, in context: FormPart, _ glyphs: Glyphs) -> String? {
    bindings.first { $0.context == context && $0.action == .event(event) }?.keys.first?.name(glyphs)
  }

  /// The action of a key in a context; nil if the key has none.
  ///
  /// A character without a binding is typed. In a list, a letter with Alt jumps to the first choice
  /// with that initial. While the form asks whether to keep the changes, the form's usual keys also
  /// work.
  package func action(for key: Key, in context: FormPart) -> KeyAction? {
    if let action = bound(key, in: context) ?? leaving(key, in: context) { return action }
    if context == .leaving { return action(for: key, in: .form) }
    guard case .character(let character) = key.code else { return nil }
    if context == .picker, key.modifiers == .alt,
      character.isLetter || character == OptionInitial.other
    {
      return .event(.goToInitial(character))
    }
    guard key.modifiers.isDisjoint(with: [.control, .alt, .super])
    else { return nil }
    return .event(.insert(String(character)))
  }

  /// The action of a control key that cancels the form but arrives together with Esc, so that it
  /// looks like the key with Alt; nil for any other key.
  ///
  /// Without this action, the key press that cancels the form would be lost.
  private func leaving(_ key: Key, in context: FormPart) -> KeyAction? {
    guard key.modifiers == [.alt, .control] else { return nil }
    let action = bound(Key(key.code, .control), in: context)
    return action == .event(.cancel) ? action : nil
  }

  /// The keys to show in a context, in the order of the table.
  package func help(in context: FormPart) -> [(key: String, does: Message)] {
    bindings.filter { $0.context == context }.compactMap(\.help)
  }
}

extension FormPart {
  /// The name of the context in a key file.
  package var name: String {
    switch self {
    case .form: "form"
    case .editor: "editor"
    case .picker: "list"
    case .review: "review"
    case .leaving: "leaving"
    case .panel: "panel"
    case .jump: "jump"
    case .calendar: "calendar"
    }
  }
}

/// The key bindings that cannot be used.
public struct KeyProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems, in the order of the contexts and actions; never empty.
  public let problems: [KeyProblem]

  /// The problems in English, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// A problem in custom key bindings.
public struct KeyProblem: Hashable, Sendable, CustomStringConvertible {
  /// The name of the context.
  public let place: String
  /// The name of the action; nil if the context is the problem.
  public let action: String?
  /// The index of the key in the action's list; nil if the problem is not a key.
  public let key: Int?
  /// The problem, as one sentence.
  public let sentence: Message
  /// The remedy, as one sentence.
  public let remedy: Message

  /// The names of the context and the action, joined by a dot.
  package var name: String { [place, action].compactMap { $0 }.joined(separator: ".") }

  /// The location in the key file, the problem and the remedy, in English.
  public var description: String {
    Message.placed(place: name, sentences: [sentence, remedy]).text()
  }
}

extension KeyTable {
  /// Makes the standard table, with different keys for some actions.
  ///
  /// - Parameter customKeys: The names of the keys, such as `ctrl+s`, by the name of the context
  ///   and the name of the action, as in a key file. They replace all keys of an action; an empty
  ///   list unbinds it.
  /// - Throws: ``KeyProblems`` with every binding that cannot be used.
  public init(_ customKeys: [String: [String: [String]]]) throws(KeyProblems) {
    let (table, problems) = Self.standard.rebound(customKeys)
    guard problems.isEmpty else { throw KeyProblems(problems: problems) }
    self = table
  }

  /// The table with custom keys for some actions, and the bindings that cannot be used.
  ///
  /// Each entry replaces all keys of an action; an empty list unbinds it. A custom key loses any
  /// other meaning that it has in the context. It is a problem if two entries use the same key in
  /// one context.
  ///
  /// - Parameter customKeys: Names of keys, such as `ctrl+s`, by context and action.
  package func rebound(
    _ customKeys: [String: [String: [String]]]
  ) -> (table: KeyTable, problems: [KeyProblem]) {
    var bindings = bindings
    var problems: [KeyProblem] = []
    for (place, actions) in customKeys.sorted(by: { $0.key < $1.key }) {
      guard let context = FormPart.allCases.first(where: { $0.name == place }) else {
        let names = FormPart.allCases.map(\.name)
        problems.append(
          KeyProblem(
            place: place, action: nil, key: nil, sentence: "The form has no such part.",
            remedy: .chooseFrom(names: names)))
        continue
      }
      var owners: [Key: String] = [:]
      for (action, names) in actions.sorted(by: { $0.key < $1.key }) {
        let keys = names.compactMap { Key(name: $0) }
        let unknown = names.indices.filter { Key(name: names[$0]) == nil }
        problems += unknown.map { index in
          KeyProblem(
            place: place, action: action, key: index, sentence: "“\(names[index])” is not a key.",
            remedy: "Write it as ctrl+s, alt+down, f5 or a character.")
        }
        guard
          let index = bindings.firstIndex(where: {
            $0.context == context && $0.action.name.rawValue == action
          })
        else {
          let known = Set(bindings.filter { $0.context == context }.map(\.action.name.rawValue))
          problems.append(
            KeyProblem(
              place: place, action: action, key: nil, sentence: "There is no such action.",
              remedy: .suggestion(for: action, among: known.sorted())))
          continue
        }
        guard unknown.isEmpty else { continue }
        let taken = keys.indices.filter { owners[keys[$0], default: action] != action }
        problems += taken.map { index in
          KeyProblem(
            place: place, action: action, key: index,
            sentence: "“\(names[index])” is already bound to \(owners[keys[index]] ?? "").",
            remedy: "Bind the key to one of the two.")
        }
        guard taken.isEmpty else { continue }
        for key in keys { owners[key] = action }
        Self.give(keys, to: index, in: &bindings)
      }
    }
    return (KeyTable(bindings), problems)
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
  /// Makes a binding.
  ///
  /// - Parameters:
  ///   - context: The part of the form in which the keys have this action.
  ///   - keys: The keys.
  ///   - action: The action.
  ///   - does: The words for the action in the line of keys; nil to leave the action out of that
  ///     line.
  ///   - sign: The name of the keys in that line; nil to use the name of the first key.
  init(
    _ context: FormPart, _ keys: [Key], _ action: KeyAction, _ does: Message? = nil,
    shownAs sign: String? = nil
  ) {
    let name = sign ?? keys.first?.name(.unicode)
    let help = does.flatMap { does in name.map { (key: $0, does: does) } }
    self.init(context: context, keys: keys, action: action, help: help)
  }

  /// The binding, with different keys.
  fileprivate func with(keys: [Key]) -> KeyBinding {
    KeyBinding(context, keys, action, help?.does)
  }
}
