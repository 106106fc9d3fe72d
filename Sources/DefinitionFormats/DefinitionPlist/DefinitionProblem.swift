import IntentModel
import Messages

/// A value in a definition's property list that the model does not support.
///
/// None of these problems stops the reading: the value is carried without being read.
struct DefinitionProblem: Sendable, Hashable {
  /// The rules that can be violated.
  enum Rule: Sendable, Hashable {
    case wrongType(expected: Message, found: PropertyListKind)
    case missingKey(String)
    case unknownWord(String, choices: [String])
    case notADefinition
  }

  /// The violated rule.
  let rule: Rule

  /// The path in the property list.
  let path: PropertyListPath
}

extension DefinitionProblem: StatedProblem {
  /// The code, the problem and the remedy.
  var statement: ProblemStatement {
    switch rule {
    case .wrongType(let expected, let found):
      .init(
        IntentIssue.Reason.wrongType(expected: expected, found: found.phrase).code,
        "\(path.description) is \(found.phrase); \(expected) is expected.",
        path.steps.isEmpty
          ? Self.giveDefinition : "Write \(expected), or remove the value.")
    case .missingKey(let key): .init("missing-key", "\(path.description) has no \(key).", "Add it.")
    case .unknownWord(let word, let choices):
      .init(
        FormatProblem.unknownWordCode,
        "\(path.description) has the unknown value “\(TextExcerpt.short(word))”.",
        .chooseFrom(names: choices))
    case .notADefinition:
      .init("not-a-definition", Self.withoutLists, Self.giveDefinition)
    }
  }

  private static var giveDefinition: Message { "Give an intent definition." }

  private static var withoutLists: Message {
    let lists = DefinitionMapping.lists
    return """
      This property list has none of the keys \(lists.dropLast().joined(separator: ", ")) and \
      \(lists.last ?? "").
      """
  }
}

/// The problems in a property list, shared by the readers of all its elements.
final class DefinitionProblems {
  private(set) var all = LimitedProblems<DefinitionProblem>()

  func report(_ rule: @autoclosure () -> DefinitionProblem.Rule, at path: PropertyListPath) {
    all.append(DefinitionProblem(rule: rule(), path: path))
  }
}
