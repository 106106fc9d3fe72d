import IntentModel
import JSONC

extension DefinitionReader {
  func enumeration(_ node: JSONNode) -> IntentEnum? {
    guard let members = node.object(DefinitionKeys.Enumeration.self) else { return nil }
    let name = members.required(.name)?.text("name of the enum")
    let cases = cases(members)
    guard let name else { return nil }
    return IntentEnum(
      name: name, displayName: text(members[.label]), kind: members.string(.kind),
      className: members.string(.className), classPrefix: members.string(.classPrefix),
      generatesHeader: members.boolean(.generatesHeader), cases: cases,
      extras: CarriedJSON.extras(members[.carried]))
  }

  private func cases(_ members: JSONMembers<DefinitionKeys.Enumeration>) -> [IntentEnum.Case] {
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
      return node.text("name of the case").map {
        .init(name: $0, index: DefinitionRules.index(ofCaseNamed: $0, expected: expected))
      }
    }
    guard let members = node.object(DefinitionKeys.Case.self) else { return nil }
    let index = members.integer(.index)
    guard let name = members.required(.name)?.text("name of the case") else { return nil }
    return IntentEnum.Case(
      name: name, index: index ?? DefinitionRules.index(ofCaseNamed: name, expected: expected),
      displayName: text(members[.label]), extras: CarriedJSON.extras(members[.carried]))
  }

  func objectType(_ node: JSONNode) -> IntentObjectType? {
    guard let members = node.object(DefinitionKeys.ObjectType.self) else { return nil }
    let name = members.required(.name)?.text("name of the type")
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
    _ members: JSONMembers<DefinitionKeys.ObjectType>
  ) -> [IntentObjectType.Property] {
    let nodes = members[.properties]?.elements ?? []
    let statesStandard = nodes.contains {
      $0.value.objectValue?[DefinitionKeys.Parameter.standard.rawValue] == .bool(true)
    }
    let hasStandard = members.boolean(.standardProperties, default: true) && !statesStandard
    let standard = hasStandard ? DefinitionRules.standardProperties : []
    let own = numbered(nodes, from: DefinitionRules.firstOwnTag) { node, place in
      property(node, place: standard.count + place)
    } set: {
      $0.tag = $1
    }
    return standard + own
  }
}
