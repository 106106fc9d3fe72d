import IntentModel

/// Something in a definition's property list that the model cannot take as it stands.
///
/// None of them ends the reading: what cannot be read is carried along unread.
struct DefinitionProblem: Sendable, Hashable {
  /// The rules that are told apart.
  enum Rule: Sendable, Hashable {
    case wrongType(expected: String, found: PropertyListKind)
    case missingKey(String)
    case unknownWord(String, choices: [String])
    case notADefinition
  }

  /// The rule that is broken.
  let rule: Rule

  /// The place in the property list.
  let path: PropertyListPath
}

extension DefinitionProblem {
  /// The rule in lower-case words with hyphens.
  var code: String {
    switch rule {
    case .wrongType: "wrong-type"
    case .missingKey: "missing-key"
    case .unknownWord: "unknown-word"
    case .notADefinition: "not-a-definition"
    }
  }

  /// What is wrong, as one sentence.
  var sentence: String {
    switch rule {
    case .wrongType(let expected, let found):
      "\(path) is \(found.phrase); \(expected) is expected."
    case .missingKey(let key): "\(path) has no \(key)."
    case .unknownWord(let word, _): "\(path) is '\(TextExcerpt.short(word))', which has no meaning."
    case .notADefinition:
      "This property list has none of the keys INIntents, INEnums and INTypes."
    }
  }

  /// What to do about it, as one sentence.
  var remedy: String {
    switch rule {
    case .wrongType(let expected, _): "Give \(expected)."
    case .missingKey: "Add it."
    case .unknownWord(_, let choices): "Choose from \(choices.joined(separator: ", "))."
    case .notADefinition: "Give an intent definition."
    }
  }
}

/// The problems found in one property list, shared by the readers of all its elements.
final class DefinitionProblems {
  private(set) var all = LimitedProblems<DefinitionProblem>()

  func report(_ rule: @autoclosure () -> DefinitionProblem.Rule, at path: PropertyListPath) {
    all.append(DefinitionProblem(rule: rule(), path: path))
  }
}
