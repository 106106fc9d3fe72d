package import IntentModel
import IntentOptions
package import Messages

extension IntentParameter {
  /// Whether its values are choices of a list: the cases of an enum, or what a provider offers.
  private var isChosen: Bool {
    if case .enumeration = type { true } else { options.isDynamic }
  }

  /// The places of an array at which a choice stands again that stands before.
  ///
  /// Choices are the same where their provider knows them by one identifier, whatever their texts.
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
  /// Warnings about choices that an array has more than once, one for each choice.
  ///
  /// A repeated choice is not an error: a widget can need it. It is seldom intended, though.
  ///
  /// - Parameter name: What a parameter is called.
  package func remarksOnRepeatedChoices(
    in draft: IntentDraft, words: FormWords, name: (IntentParameter) -> String
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
