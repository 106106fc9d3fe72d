import FormEngine
import IntentModel

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
  package let sentence: String
  /// What to do about it, as one sentence.
  package let remedy: String

  /// The place in the table, what is wrong, and what to do.
  package var description: String {
    "\([place, action].compactMap { $0 }.joined(separator: ".")): \(sentence) \(remedy)"
  }
}

extension KeyTable {
  /// The table with other keys for some actions, and what of the wishes cannot be met.
  ///
  /// A wish gives an action all its keys anew; none takes the action off the keyboard. A key that had
  /// another meaning in the place loses it. The names of actions are those of the table of keys.
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
            place: place, action: nil, key: nil, sentence: "There is no such place.",
            remedy: "Choose from \(names)."))
        continue
      }
      for (action, names) in actions.sorted(by: { $0.key < $1.key }) {
        let keys = names.compactMap { Key(name: $0) }
        let unknown = names.indices.filter { Key(name: names[$0]) == nil }
        problems += unknown.map { index in
          KeyProblem(
            place: place, action: action, key: index, sentence: "“\(names[index])” is no key.",
            remedy: "Write it as ctrl+s, alt+down, f5 or a character.")
        }
        guard
          let index = bindings.firstIndex(where: {
            $0.context == context && $0.action.word.rawValue == action
          })
        else {
          let known = Set(bindings.filter { $0.context == context }.map(\.action.word.rawValue))
          problems.append(
            KeyProblem(
              place: place, action: action, key: nil, sentence: "There is no such action.",
              remedy: Self.suggestion(for: action, among: known.sorted())))
          continue
        }
        guard unknown.isEmpty else { continue }
        Self.give(keys, to: index, in: &bindings)
      }
    }
    return (KeyTable(bindings), problems)
  }

  private static func suggestion(for name: String, among known: [String]) -> String {
    if let nearest = nearestName(to: name, among: known) { return "Did you mean “\(nearest)”?" }
    return "Choose from \(known.joined(separator: ", "))."
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
