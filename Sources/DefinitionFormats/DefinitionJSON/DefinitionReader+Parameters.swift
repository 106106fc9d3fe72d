import Messages
import IntentModel
import JSONC

extension DefinitionReader {
  typealias ParameterMembers = KeyedMembers<DefinitionKeys.Parameter>

  func parameter(_ node: JSONNode, place: Int) -> (IntentParameter, StatedTag)? {
    guard let members = node.openObject(DefinitionKeys.Parameter.self) else { return nil }
    let name = members.required(.name)?.text(.whatParameterName)
    let type = type(members, besides: DefinitionKeys.Parameter.ofEveryParameter)
    let sizes = members[.sizes].flatMap(sizes)
    var parameter = IntentParameter(
      name: name ?? "", type: type ?? .other(""), displayName: text(members[.label]),
      displayPriority: members.optional(.priority, otherwise: place),
      isConfigurable: members.boolean(.configurable, default: true),
      supportsResolution: members.boolean(.resolvable), options: options(members),
      supportsMultipleValues: members.boolean(.multiple),
      hasFixedSize: members.boolean(.fixedSize, default: sizes != nil), arraySizes: sizes)
    parameter.relationship = members[.visibleWhen].flatMap(relationship)
    parameter.placeholder = text(members[.placeholder])
    parameter.promptDialogs = members.list(.prompts, prompt)
    parameter.extras = CarriedJSON.extras(members[.carried])
    parameter.metadataExtras = CarriedJSON.extras(members[.carriedMetadata])
    let tag = statedTag(members[.tag])
    return name == nil || type == nil ? nil : (parameter, tag)
  }

  func property(_ node: JSONNode, place: Int) -> (IntentObjectType.Property, StatedTag)? {
    guard let members = node.openObject(DefinitionKeys.Parameter.self) else { return nil }
    let name = members.required(.name)?.text(.whatPropertyName)
    let type = type(members, besides: DefinitionKeys.Parameter.ofEveryProperty)
    let property = IntentObjectType.Property(
      name: name ?? "", displayPriority: members.optional(.priority, otherwise: place),
      displayName: text(members[.label]), type: type ?? .other(""),
      supportsMultipleValues: members.boolean(.multiple), isDefault: members.boolean(.standard),
      extras: CarriedJSON.extras(members[.carried]),
      metadataExtras: CarriedJSON.extras(members[.carriedMetadata]))
    let tag = statedTag(members[.tag])
    return name == nil || type == nil ? nil : (property, tag)
  }

  /// Searchable options are dynamic, whether the text says so or not.
  private func options(_ members: ParameterMembers) -> OptionsSupport {
    let isDynamic = members.boolean(.dynamic)
    let isSearchable = members.boolean(.searchable)
    return isSearchable || isDynamic ? .dynamic(searchable: isSearchable) : .none
  }

  private func sizes(_ node: JSONNode) -> ArraySizes? {
    switch node.value {
    case .object:
      return ArraySizes(entries: (node.members ?? []).compactMap(size))
    case .array:
      return ArraySizes(entries: (node.elements ?? []).compactMap(size))
    default:
      node.mismatch(.sizesByFamily)
      return nil
    }
  }

  private func size(_ key: String, _ node: JSONNode) -> ArraySizes.Entry? {
    let size = node.integer
    guard let family = WidgetFamily(rawValue: key) else {
      let choices = WidgetFamily.allCases.map(\.rawValue)
      node.reportKey(.unknownWord(key, what: .whatFamily, choices: choices))
      return nil
    }
    return size.map { ArraySizes.Entry(sizeClass: family.sizeClass, size: $0) }
  }

  private func size(_ node: JSONNode) -> ArraySizes.Entry? {
    guard let members = node.object(DefinitionKeys.Size.self) else { return nil }
    let family: WidgetFamily? = members.word(.family, .whatFamily)
    if members[.family] == nil, members[.sizeClass] == nil { _ = members.required(.family) }
    guard let size = members.required(.size)?.integer,
      let sizeClass = family?.sizeClass ?? members.string(.sizeClass)
    else { return nil }
    return ArraySizes.Entry(
      sizeClass: sizeClass, size: size, extras: CarriedJSON.extras(members[.carried]))
  }

  private func relationship(_ node: JSONNode) -> ParameterRelationship? {
    guard let members = node.object(DefinitionKeys.Relationship.self) else { return nil }
    let single = members[.value].flatMap(comparison)
    let several = members.list(.values, comparison)
    if members[.value] != nil, let list = members[.values] {
      list.reportKey(
        .onlyOneOf([
          DefinitionKeys.Relationship.value.rawValue, DefinitionKeys.Relationship.values.rawValue,
        ]))
    }
    let parent = members.string(.parent)
    guard let predicate = members.required(.predicate)?.text(.whatPredicate) else { return nil }
    let isList = members.boolean(.list, default: members[.values] != nil)
    return ParameterRelationship(
      parentName: parent, predicateName: predicate, values: single.map { [$0] } ?? several,
      isList: isList, extras: CarriedJSON.extras(members[.carried]))
  }

  private func comparison(_ node: JSONNode) -> IntentValue? {
    switch node.value {
    case .bool(let boolean): .boolean(boolean)
    case .integer(let number): .integer(number)
    case .double(let number): .decimal(number)
    case .string(let text): .string(text)
    default: TaggedValue.read(node)
    }
  }

  private func prompt(_ node: JSONNode) -> PromptDialog? {
    node.object(DefinitionKeys.Prompt.self).map { members in
      PromptDialog(
        kind: members.string(.kind), isCustom: members.boolean(.custom),
        formatString: text(members[.text]), extras: CarriedJSON.extras(members[.carried]))
    }
  }
}
