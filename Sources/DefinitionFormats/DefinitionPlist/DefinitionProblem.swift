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
      "\(path.description) is \(found.phrase); \(expected) is expected."
    case .missingKey(let key): "\(path.description) has no \(key)."
    case .unknownWord(let word, _):
      "\(path.description) has the unknown value “\(TextExcerpt.short(word))”."
    case .notADefinition:
      "This property list has none of the keys INIntents, INEnums and INTypes."
    }
  }

  /// What to do about it, as one sentence.
  var advice: Message {
    switch rule {
    case .wrongType(let expected, _): .giveExpected(expected: expected)
    case .missingKey: "Add it."
    case .unknownWord(_, let choices): .chooseFrom(names: choices)
    case .notADefinition: "Give an intent definition."
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
