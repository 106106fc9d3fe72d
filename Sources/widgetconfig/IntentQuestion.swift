import FormEngine
import Foundation
import IntentModel
import Messages

/// Asks the person which of the intents of a definition is meant, before the form opens.
struct IntentQuestion: Sendable {
  let words: FormWords

  /// Whether there is somebody to ask: one who can type, and who sees what is said.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// The intent that the person chooses, by its number or its name.
  ///
  /// - Throws: `CommandFailure` where the input ends.
  func answer(of intents: [IntentDefinition], in path: String) throws -> IntentDefinition {
    Terminal.say(words(.severalIntents(file: path)))
    for (index, intent) in intents.enumerated() {
      Terminal.say("  \(index + 1) \(Self.line(intent))")
    }
    while true {
      Terminal.ask(words(.whichIntent) + " ")
      guard let line = try InputFile.line() else {
        Terminal.say("")
        throw CommandFailure(.cancelled, words(.cancelled))
      }
      let text = line.trimmingCharacters(in: .whitespaces)
      if let intent = Self.intent(text, of: intents) { return intent }
      if !text.isEmpty { Terminal.say("! " + words(.nothingMatchesTerm(term: text))) }
    }
  }

  /// The title people see, and the name that `--intent` takes.
  private static func line(_ intent: IntentDefinition) -> String {
    guard let title = intent.title.text, title != intent.name else { return intent.name }
    return "\(title) (\(intent.name))"
  }

  /// A name means its intent, even where it is a number.
  private static func intent(_ text: String, of intents: [IntentDefinition]) -> IntentDefinition? {
    if let named = intents.first(where: { $0.name == text }) { return named }
    if let number = Int(text) {
      return intents.indices.contains(number - 1) ? intents[number - 1] : nil
    }
    let folded = text.lowercased()
    let called = intents.filter { intent in
      [intent.name, intent.title.text].contains { $0?.lowercased() == folded }
    }
    return called.count == 1 ? called[0] : nil
  }
}
