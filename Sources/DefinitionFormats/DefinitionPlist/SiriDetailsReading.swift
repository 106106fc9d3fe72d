public import IntentModel

extension IntentDefinition {
  /// The parts of the definition that only Siri and Shortcuts use: the response, the sentences, and
  /// the reasons to reject a value.
  ///
  /// The model carries these keys without reading them. Values that are not in Xcode's form are
  /// omitted.
  public var siriDetails: SiriDetails {
    typealias Keys = DefinitionKeys.Siri
    let response = extras[Keys.response]
    let codes = (response?[Keys.codes]?.elements ?? []).compactMap { code in
      code[Keys.codeName]?.text.map {
        SiriDetails.ResponseCode(name: $0, formatString: code[Keys.codeFormatString]?.text)
      }
    }
    let reasons = parameters.map { parameter in
      (parameter.name, parameter.extras[Keys.unsupportedReasons]?.elements ?? [])
    }.map { name, reasons in (name, reasons.compactMap { $0[Keys.unsupportedReasonCode]?.text }) }
    return SiriDetails(
      codes: codes,
      properties: (response?[Keys.parameters]?.elements ?? []).compactMap(\.responseProperty),
      unsupportedReasons: Dictionary(reasons, uniquingKeysWith: { first, _ in first }),
      output: response?[Keys.output]?.text, combinations: combinations)
  }

  /// The combinations of the action, then those that Siri suggests; in both, the primary one is
  /// first.
  private var combinations: [SiriDetails.Combination] {
    typealias Keys = DefinitionKeys.Siri
    func combinations(_ key: String, isOfAction: Bool) -> [SiriDetails.Combination] {
      let members = extras[key]?.members ?? []
      let isPrimary = members.map { $0.value[Keys.isPrimaryCombination] == .boolean(true) }
      let order =
        members.indices.filter { isPrimary[$0] } + members.indices.filter { !isPrimary[$0] }
      return order.map { members[$0] }.map { member in
        SiriDetails.Combination(
          parameters: member.key.split(separator: ",").map(String.init),
          title: LocalizedText(
            member.value[Keys.combinationTitle]?.text,
            id: member.value[Keys.combinationTitle + DefinitionKeys.identifierSuffix]?.text),
          isOfAction: isOfAction,
          supportsBackgroundExecution: member.value[Keys.runsInBackground] != .boolean(false))
      }
    }
    return combinations(Keys.actionCombinations, isOfAction: true)
      + combinations(Keys.suggestedCombinations, isOfAction: false)
  }
}

extension IntentDefinitionFile {
  /// The definition with the rows that actions have in the format of Xcode 10 and 11.
  ///
  /// These files have no key for whether people can edit a parameter; instead, people can edit
  /// every parameter that is in a combination of the action, or of Siri if the action has none. In
  /// later files, a parameter without the key has no row.
  public var withRowsOfCombinations: IntentDefinitionFile {
    let version = toolsVersion?.split(separator: ".").first.flatMap { Int($0) }
    guard version ?? 0 < 12 else { return self }
    var copy = self
    for (number, intent) in intents.enumerated() {
      guard !intent.isEligibleForWidgets, !intent.parameters.contains(where: \.isConfigurable)
      else { continue }
      let all = intent.siriDetails.combinations
      let own = all.filter(\.isOfAction)
      let names = (own.isEmpty ? all : own).flatMap(\.parameters)
      let places = names.places { $0 }
      for (position, parameter) in intent.parameters.enumerated() {
        guard let place = places[parameter.name] else { continue }
        copy.intents[number].parameters[position].isConfigurable = true
        if parameter.displayPriority == nil {
          copy.intents[number].parameters[position].displayPriority = place + 1
        }
      }
    }
    return copy
  }
}

extension CarriedValue {
  fileprivate subscript(key: String) -> CarriedValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var elements: [CarriedValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  fileprivate var members: [CarriedMember] {
    if case .dictionary(let members) = self { members } else { [] }
  }

  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The response property that a dictionary describes; nil if it lacks a name or a type.
  fileprivate var responseProperty: SiriDetails.ResponseProperty? {
    typealias Key = DefinitionKeys.Parameter
    func value(_ key: some DefinitionKey) -> CarriedValue? {
      self[key.propertyList(after: DefinitionKeys.Siri.responseParameter)]
    }
    func text(_ key: some DefinitionKey) -> String? { value(key)?.text }
    func reference(
      _ name: Key, _ namespace: DefinitionKeys.PropertyListOnly
    ) -> TypeReference? {
      text(name).map { TypeReference($0, namespace: text(namespace)) }
    }
    guard let name = text(Key.name), let type = text(Key.type) else { return nil }
    let several = value(Key.multiple)
    return SiriDetails.ResponseProperty(
      name: name,
      type: ParameterType(
        name: type, enumeration: reference(.enum, .enumTypeNamespace),
        object: reference(.object, .objectTypeNamespace)),
      supportsMultipleValues: several == .boolean(true))
  }
}
