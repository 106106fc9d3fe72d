import IntentModel
import Messages

/// A value in a definition's property list that the model does not support.
///
/// No such problem stops the reading: the value is carried without being read.
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

extension DefinitionProblem {
  /// The rule in lowercase words with hyphens.
  var code: String {
    switch rule {
    case .wrongType: "wrong-type"
    case .missingKey: "missing-key"
    case .unknownWord: "unknown-word"
    case .notADefinition: "not-a-definition"
    }
  }

  /// What is wrong, as one sentence.
  var message: Message {
    switch rule {
    case .wrongType(let expected, let found):
      .plistWrongType(path: path.description, found: found.phrase, expected: expected)
    case .missingKey(let key): .plistMissingKey(path: path.description, key: key)
    case .unknownWord(let word, _):
      .plistUnknownWord(path: path.description, word: TextExcerpt.short(word))
    case .notADefinition:
      .notADefinition
    }
  }

  /// What to do about it, as one sentence.
  var advice: Message {
    switch rule {
    case .wrongType(let expected, _): .giveExpected(expected: expected)
    case .missingKey: .addIt
    case .unknownWord(_, let choices): .chooseFrom(names: choices)
    case .notADefinition: .giveDefinition
    }
  }
}

/// The problems in a property list, shared by the readers of all its elements.
final class DefinitionProblems {
  private(set) var all = LimitedProblems<DefinitionProblem>()

  func report(_ rule: @autoclosure () -> DefinitionProblem.Rule, at path: PropertyListPath) {
    all.append(DefinitionProblem(rule: rule(), path: path))
  }
}
