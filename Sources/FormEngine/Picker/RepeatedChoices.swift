package import IntentModel
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
  /// What to say of choices that stand in an array more than once, each once, with values as the form shows them.
  ///
  /// That is not a fault, since a widget can want it, and yet nobody means it often.
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

extension FormState {
  /// The identifiers of what is chosen for the other slots of the array that a row is a slot of.
  package func chosenElsewhere(_ row: FormRowID) -> Set<String> {
    guard case .element(_, let slot) = row, let parameter = parameter(of: row) else { return [] }
    let others = elements(of: parameter).enumerated().filter { $0.offset != slot }
    return Set(others.compactMap { $0.element.choiceIdentifier })
  }

  /// Whether the choice of a slot stands in another slot before it.
  package func isRepeated(_ row: FormRowID) -> Bool {
    guard case .element(_, let slot) = row, let parameter = parameter(of: row) else { return false }
    return parameter.repeatedPlaces(in: elements(of: parameter)).contains(slot)
  }

  /// What to say before saving although it prevents nothing: choices that are no longer offered,
  /// choices that their source does not list and may still have, choices given more than once, and
  /// files that are not there.
  ///
  /// - Parameter name: What a parameter is called.
  package func remarks(name: (IntentParameter) -> String) -> [Message] {
    let (missing, unknown) = (missing, unknown)
    let unconfirmed = schema.intent.parameters.flatMap { parameter -> [Message] in
      let texts = { (identifiers: Set<String>?) in displays(of: parameter, among: identifiers) }
      return [
        texts(missing[parameter.name]).map {
          .keptChoices(parameter: name(parameter), choices: $0)
        },
        texts(unknown[parameter.name]).map {
          .uncheckedChoices(parameter: name(parameter), choices: $0)
        },
      ].compactMap { $0 }
    }
    return unconfirmed + schema.remarksOnRepeatedChoices(in: draft, words: words, name: name)
      + remarksOnFiles(name: name)
  }

  /// The chosen values of a parameter that have one of some identifiers, as a list; nil for none.
  private func displays(of parameter: IntentParameter, among identifiers: Set<String>?) -> String? {
    guard let identifiers, let value = draft[parameter.name] else { return nil }
    let texts = value.elements.filter { identifiers.contains($0.choiceIdentifier ?? "") }
      .map { display(of: $0, parameter) }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The chosen values that their providers no longer offer, as the review shows them.
  public var notOffered: [FormChange] {
    let missing = missing
    return visibleParameters.flatMap { parameter -> [FormChange] in
      guard let lost = missing[parameter.name] else { return [] }
      let values = (draft.values[parameter.name] ?? draft.defaults[parameter.name])?.elements ?? []
      return values.enumerated().compactMap { slot, value in
        guard let identifier = value.choiceIdentifier, lost.contains(identifier) else { return nil }
        let label =
          parameter.supportsMultipleValues ? "\(parameter.label) \(slot + 1)" : parameter.label
        return FormChange(
          label: label, old: "", new: display(of: value, parameter), reason: words(.missing))
      }
    }
  }
}
