import Messages
import IntentModel
import JSONC

/// Reads definitions out of JSON; what is left out is filled in by `DefinitionRules`.
///
/// An element that is wrong is reported and left out, and reading goes on with the next.
struct DefinitionReader {
  /// The namespace of the document, which references need not repeat.
  let namespace: String?

  /// The document at the root of a text; nil if the root is not an object.
  static func document(_ node: JSONNode) -> IntentDefinitionFile? {
    guard let members = node.object(DefinitionKeys.Root.self) else { return nil }
    let reader = DefinitionReader(namespace: members.string(.namespace))
    return IntentDefinitionFile(
      intents: members.list(.intents, reader.intent),
      enums: members.list(.enums, reader.enumeration),
      types: members.list(.types, reader.objectType),
      namespace: reader.namespace,
      modelVersion: members.string(.modelVersion),
      systemVersion: members.string(.systemVersion),
      toolsBuildVersion: members.string(.toolsBuildVersion),
      toolsVersion: members.string(.toolsVersion),
      extras: CarriedJSON.extras(members[.carried]).with(schema: members.string(.schema)))
  }

  private func intent(_ node: JSONNode) -> IntentDefinition? {
    guard let members = node.object(DefinitionKeys.Intent.self) else { return nil }
    let name = members.required(.name)?.text(.whatIntentName)
    let parameters = numbered(
      members[.parameters]?.elements ?? [], from: DefinitionRules.firstTag, read: parameter
    ) {
      $0.tag = $1
      $0.isTagWritten = $2
    }
    guard let name else { return nil }
    var intent = IntentDefinition(name: name, parameters: parameters)
    readTexts(of: &intent, members)
    readFlags(of: &intent, members)
    intent.restrictions = members.integer(.restrictions)
    intent.lastParameterTag = members.optional(
      .lastTag, otherwise: DefinitionRules.lastTag(of: parameters.map(\.tag)))
    intent.extras = CarriedJSON.extras(members[.carried])
    return intent
  }

  private func readTexts(
    of intent: inout IntentDefinition, _ members: KeyedMembers<DefinitionKeys.Intent>
  ) {
    intent.classPrefix = members.string(.classPrefix)
    intent.className = members.string(.className)
    intent.title = text(members[.title])
    intent.description = text(members[.description])
    intent.category = members.string(.category)
    intent.verb = members.string(.verb)
    intent.kind = members.string(.kind)
    intent.domain = members.string(.domain)
    intent.defaultImageName = members.string(.defaultImageName)
    intent.inputParameter = members.string(.inputParameter)
    intent.keyParameter = members.string(.keyParameter)
  }

  private func readFlags(
    of intent: inout IntentDefinition, _ members: KeyedMembers<DefinitionKeys.Intent>
  ) {
    intent.isEligibleForWidgets = members.boolean(.eligibleForWidgets)
    intent.isIneligibleForSuggestions = members.boolean(.ineligibleForSuggestions)
    intent.isConfigurable = members.boolean(.configurable)
    intent.isUserConfirmationRequired = members.boolean(.confirmationRequired)
    intent.isCustomizable = members.boolean(.customizable)
    intent.isDeprecated = members.boolean(.deprecated)
  }

  /// Elements with the tags they state, or those that the rule gives them.
  func numbered<Element>(
    _ nodes: [JSONNode], from first: Int, read: (JSONNode, Int) -> (Element, StatedTag)?,
    set: (inout Element, _ tag: Int?, _ isWritten: Bool) -> Void
  ) -> [Element] {
    let found = nodes.enumerated().compactMap { read($1, $0 + 1) }
    let tags = DefinitionRules.tags(stated: found.map(\.1), from: first)
    return zip(found, tags).map { item, tag in
      var element = item.0
      set(&element, tag, item.1 != .leftOut)
      return element
    }
  }

  /// What a member says about a tag.
  func statedTag(_ node: JSONNode?) -> StatedTag {
    guard let node else { return .leftOut }
    if node.isNull { return .none }
    return node.integer.map { .number($0) } ?? .leftOut
  }

  /// A text: a string, or an object with an identifier.
  func text(_ node: JSONNode?) -> LocalizedText {
    guard let node else { return .none }
    if case .string(let text) = node.value { return LocalizedText(text) }
    guard case .object = node.value else {
      node.mismatch(.aTextForm)
      return .none
    }
    guard let members = node.object(DefinitionKeys.Text.self) else { return .none }
    return LocalizedText(members.string(.text), id: members.string(.id))
  }

  /// A reference: a name, or an object with a namespace.
  func reference(_ node: JSONNode) -> TypeReference? {
    if case .string = node.value {
      return node.text(.whatReferenceName).map { TypeReference($0, namespace: namespace) }
    }
    guard case .object = node.value else {
      node.mismatch(.aNameForm)
      return nil
    }
    guard let members = node.object(DefinitionKeys.Reference.self),
      let name = members.required(.name)?.text(.whatReferenceName)
    else { return nil }
    guard let space = members[.namespace] else { return TypeReference(name, namespace: namespace) }
    return TypeReference(name, namespace: space.isNull ? nil : space.string)
  }
}

extension DefinitionReader {
  func enumeration(_ node: JSONNode) -> IntentEnum? {
    guard let members = node.object(DefinitionKeys.Enumeration.self) else { return nil }
    let name = members.required(.name)?.text(.whatEnumName)
    let cases = cases(members)
    guard let name else { return nil }
    return IntentEnum(
      name: name, displayName: text(members[.label]), kind: members.string(.kind),
      className: members.string(.className), classPrefix: members.string(.classPrefix),
      generatesHeader: members.boolean(.generatesHeader), cases: cases,
      extras: CarriedJSON.extras(members[.carried]))
  }

  private func cases(_ members: KeyedMembers<DefinitionKeys.Enumeration>) -> [IntentEnum.Case] {
    var expected = 1
    var cases: [IntentEnum.Case] = []
    for node in members.required(.cases)?.elements ?? [] {
      guard let item = item(node, expected: expected) else { continue }
      expected = DefinitionRules.nextIndex(after: item, expected: expected)
      cases.append(item)
    }
    let unknown = DefinitionRules.unknownCase
    if members.boolean(.unknownCase, default: true),
      !cases.contains(where: { $0.name == unknown.name })
    {
      cases.insert(unknown, at: 0)
    }
    return cases
  }

  /// A case: its name alone, or an object.
  private func item(_ node: JSONNode, expected: Int) -> IntentEnum.Case? {
    if case .string = node.value {
      return node.text(.whatCaseName).map {
        .init(name: $0, index: DefinitionRules.index(ofCaseNamed: $0, expected: expected))
      }
    }
    guard let members = node.object(DefinitionKeys.Case.self) else { return nil }
    let index = members.integer(.index)
    guard let name = members.required(.name)?.text(.whatCaseName) else { return nil }
    return IntentEnum.Case(
      name: name, index: index ?? DefinitionRules.index(ofCaseNamed: name, expected: expected),
      displayName: text(members[.label]), extras: CarriedJSON.extras(members[.carried]))
  }

  func objectType(_ node: JSONNode) -> IntentObjectType? {
    guard let members = node.object(DefinitionKeys.ObjectType.self) else { return nil }
    let name = members.required(.name)?.text(.whatTypeName)
    let properties = properties(members)
    guard let name else { return nil }
    let lastTag = DefinitionRules.lastTag(
      of: properties.map(\.tag), atLeast: DefinitionRules.firstOwnTag - 1)
    return IntentObjectType(
      name: name, displayName: text(members[.label]), className: members.string(.className),
      classPrefix: members.string(.classPrefix),
      lastPropertyTag: members.optional(.lastTag, otherwise: lastTag), properties: properties,
      extras: CarriedJSON.extras(members[.carried]))
  }

  private func properties(
    _ members: KeyedMembers<DefinitionKeys.ObjectType>
  ) -> [IntentObjectType.Property] {
    let nodes = members[.properties]?.elements ?? []
    let statesStandard = nodes.contains {
      $0.value.objectValue?[DefinitionKeys.Parameter.standard.rawValue] == .bool(true)
    }
    let hasStandard = members.boolean(.standardProperties, default: true) && !statesStandard
    let standard = hasStandard ? DefinitionRules.standardProperties : []
    let own = numbered(nodes, from: DefinitionRules.firstOwnTag) { node, place in
      property(node, place: standard.count + place)
    } set: { property, tag, _ in
      property.tag = tag
    }
    return standard + own
  }
}
