public import IntentModel

extension IntentDefinition {
  /// The parts of the definition that only Siri uses: the response, and the reasons to reject a
  /// value.
  ///
  /// The model carries these keys without reading them. Values in another form than Xcode's are
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
      unsupportedReasons: Dictionary(reasons, uniquingKeysWith: { first, _ in first }))
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

  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The response property that a dictionary describes; nil without a name or a type.
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
