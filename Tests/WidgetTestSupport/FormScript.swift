public import FormEngine
import IntentModel
import Messages

/// What a person does in a form, written in a small language that is read as events.
///
///     down, down, type 'oslo', enter
///
/// Steps are separated by commas or line breaks; `#` starts a comment. A text is in single quotes;
/// two quotes inside it stand for one quote. A row is `family`, `save`, `cancel`, the name of a
/// parameter, or a slot such as `cities[2]`, counted from 0; each of them can be in quotes.
///
/// The steps and their events are in `simple`, in `repeated` (with a count, as in `down 3`), and in
/// `withArguments`.
public struct FormScript: Sendable, Hashable {
  /// The events in order.
  public let events: [FormEvent]

  /// Reads a script.
  ///
  /// - Throws: ``FormScriptError`` for the first invalid step.
  public init(_ text: String) throws(FormScriptError) {
    var events: [FormEvent] = []
    for step in try Self.steps(of: text) {
      events += try Self.events(of: step)
    }
    self.events = events
  }

  private static func events(of step: Step) throws(FormScriptError) -> [FormEvent] {
    if let event = simple[step.words.joined(separator: " ")] { return [event] }
    guard let verb = step.words.first else { return [] }
    let rest = Array(step.words.dropFirst())
    if let event = repeated[verb] {
      guard rest.count == 1, let count = Int(rest[0]), (0...1_000).contains(count) else {
        throw FormScriptError(step: step.text, message: "“\(verb)” needs a count.")
      }
      return Array(repeating: event, count: count)
    }
    guard let event = withArguments(verb, rest) else {
      throw FormScriptError(step: step.text, message: "The step is unknown.")
    }
    return [event]
  }

  private static func withArguments(_ verb: String, _ rest: [String]) -> FormEvent? {
    switch (verb, rest.count) {
    case ("page", 1): Int(rest[0]).map { .moveFocus(.by($0)) }
    case ("right", 1): Int(rest[0]).map { .adjust($0) }
    case ("left", 1): Int(rest[0]).map { .adjust(-$0) }
    case ("raise", 1): Int(rest[0]).map { .moveElement(-$0) }
    case ("lower", 1): Int(rest[0]).map { .moveElement($0) }
    case ("focus", 1): .focus(row(rest[0]))
    case ("type", 1): .insert(rest[0])
    case ("press", 1): TextField.Command(rawValue: rest[0]).map { .edit($0) }
    case ("set", 2): .setText(row(rest[0]), rest[1])
    case ("letter", 1): rest[0].first.map { .goToInitial($0) }
    case ("family", 1): WidgetFamily(rawValue: rest[0]).map { .setFamily($0) }
    default: nil
    }
  }

  private static let repeated: [String: FormEvent] = [
    "down": .moveFocus(.next), "up": .moveFocus(.previous), "remove": .removeElement,
    "undo": .undo, "redo": .redo, "tab": .nextPart,
  ]

  private static let simple: [String: FormEvent] = [
    "down": .moveFocus(.next), "up": .moveFocus(.previous), "home": .moveFocus(.first),
    "end": .moveFocus(.last), "enter": .activate, "esc": .dismiss, "tab": .nextPart,
    "backtab": .previousPart, "initial": .moveInitial(1), "initial back": .moveInitial(-1),
    "right": .adjust(1), "left": .adjust(-1), "open": .openOptions, "choose": .choose,
    "commit": .commit, "retry": .retry, "remove": .removeElement, "raise": .moveElement(-1),
    "lower": .moveElement(1), "reset": .resetRow, "reset all": .resetAll, "undo": .undo,
    "redo": .redo, "submit": .submit, "cancel": .cancel, "review": .review, "help": .help,
    "jump": .jump, "hidden": .toggleHidden, "calendar": .openCalendar, "fill": .fillElements,
    "preview": .showPreview(true), "no preview": .showPreview(false), "mark": .toggleChoice,
    "mark down": .toggleChoiceAndMove(.by(1)), "mark up": .toggleChoiceAndMove(.by(-1)),
    "intent": .showIntent(true),
  ]

  /// The row that a word refers to.
  public static func row(_ word: String) -> FormRowID {
    switch word {
    case "family": return .family
    case "save": return .save
    case "cancel": return .cancel
    default: break
    }
    guard word.hasSuffix("]"), let open = word.lastIndex(of: "["),
      let index = Int(word[word.index(after: open)...].dropLast())
    else { return .parameter(word) }
    return .element(String(word[..<open]), index)
  }
}

/// Why a script cannot be read: the step, and the problem.
public struct FormScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The step as written.
  public var step: String

  /// The problem, as one sentence.
  public var message: String

  /// The step and the problem.
  public var description: String { "“\(step)”: \(message)" }
}

extension FormScript {
  /// A step: its words without quotes, and its text as written.
  private struct Step {
    var words: [String] = []
    var text = ""
  }

  private static func steps(of text: String) throws(FormScriptError) -> [Step] {
    var steps = [Step()]
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case ",": steps.append(Step())
      case _ where character.isNewline: steps.append(Step())
      case "#":
        rest = rest.drop { !$0.isNewline }
        continue
      case _ where character.isWhitespace: break
      default:
        let word = try word(&rest)
        steps[steps.count - 1].words.append(word)
        steps[steps.count - 1].text += steps[steps.count - 1].text.isEmpty ? word : " " + word
        continue
      }
      rest.removeFirst()
    }
    return steps
  }

  /// Reads a word up to a space, a comma or a line break, or reads a quoted text.
  private static func word(_ rest: inout Substring) throws(FormScriptError) -> String {
    guard rest.first == "'" else {
      let word = rest.prefix { !$0.isWhitespace && $0 != "," }
      rest = rest.dropFirst(word.count)
      return String(word)
    }
    let whole = rest
    rest.removeFirst()
    var word = ""
    while let character = rest.popFirst() {
      if character != "'" {
        word.append(character)
      } else if rest.first == "'" {
        word.append(rest.removeFirst())
      } else {
        return word
      }
    }
    throw FormScriptError(step: String(whole), message: "The text has no closing quote.")
  }
}
