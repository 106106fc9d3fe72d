package import IntentModel
import IntentOptions
package import Messages

extension ParameterDefinition {
  /// Whether the values are choices from a list: the cases of an enum, or the choices of a
  /// provider.
  private var isChosen: Bool {
    if case .enumeration = type { true } else { options.isDynamic }
  }

  /// The indexes of elements that repeat an earlier choice.
  ///
  /// Choices with the same identifier are the same, whatever their texts.
  package func repeatedPlaces(in elements: [IntentValue]) -> Set<Int> {
    guard supportsMultipleValues, isChosen else { return [] }
    var seen = Set<IntentValue>()
    return Set(
      elements.indices.filter { place in
        let identity = elements[place].choiceIdentifier.map { IntentValue.string($0) }
        return !seen.insert(identity ?? elements[place]).inserted
      })
  }
}

extension IntentSchema {
  /// Warnings about choices that an array contains more than once, one for each choice.
  ///
  /// A repeated choice is not an error, because a widget can need it, but it is seldom intended.
  ///
  /// - Parameter name: Returns the name to use for a parameter.
  package func remarksOnRepeatedChoices(
    in draft: IntentDraft, words: FormWords, name: (ParameterDefinition) -> String
  ) -> [Message] {
    intent.parameters.flatMap { parameter -> [Message] in
      let elements = draft[parameter.name]?.elements ?? []
      var said = Set<String>()
      return parameter.repeatedPlaces(in: elements).sorted().compactMap { place in
        let text = ValueText.display(
          of: elements[place], type: parameter.type, schema: self, words: words)
        guard said.insert(text).inserted else { return nil }
        return .placed(place: name(parameter), sentences: [.chosenTwice(choice: text)])
      }
    }
  }
}
