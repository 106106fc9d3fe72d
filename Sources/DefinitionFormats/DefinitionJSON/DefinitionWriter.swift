package import IntentModel
package import JSONC

/// Writes definitions as JSON; what follows from `DefinitionRules` is left out.
package struct DefinitionWriter {
  /// The namespace of the document, which references need not repeat.
  let namespace: String?

  /// Whether every tag is written, also where the rule would give the same.
  let writesAllTags: Bool

  /// Writes a document in a namespace.
  package init(namespace: String?, writesAllTags: Bool = false) {
    self.namespace = namespace
    self.writesAllTags = writesAllTags
  }

  /// A whole file.
  package func json(_ file: IntentDefinitionFile) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Root>()
    let (schema, extras) = file.extras.withoutSchema
    builder.set(.schema, schema)
    builder.set(.namespace, file.namespace)
    builder.set(.modelVersion, file.modelVersion)
    builder.set(.systemVersion, file.systemVersion)
    builder.set(.toolsBuildVersion, file.toolsBuildVersion)
    builder.set(.toolsVersion, file.toolsVersion)
    builder.set(.intents, file.intents.map(json))
    builder.set(.enums, file.enums.map(json))
    builder.set(.types, file.types.map(json))
    builder.set(.carried, CarriedJSON.json(extras))
    return builder.value
  }

  private func json(_ intent: IntentDefinition) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Intent>()
    builder.set(.name, intent.name)
    builder.set(.classPrefix, intent.classPrefix)
    builder.set(.className, intent.className)
    builder.set(.title, json(intent.title))
    builder.set(.description, json(intent.description))
    builder.set(.category, intent.category)
    builder.set(.verb, intent.verb)
    builder.set(.kind, intent.kind)
    builder.set(.domain, intent.domain)
    builder.set(.eligibleForWidgets, intent.isEligibleForWidgets)
    builder.set(.ineligibleForSuggestions, intent.isIneligibleForSuggestions)
    builder.set(.configurable, intent.isConfigurable)
    builder.set(.confirmationRequired, intent.isUserConfirmationRequired)
    builder.set(.customizable, intent.isCustomizable)
    builder.set(.deprecated, intent.isDeprecated)
    builder.set(.restrictions, intent.restrictions)
    builder.set(.defaultImageName, intent.defaultImageName)
    builder.set(.inputParameter, intent.inputParameter)
    builder.set(.keyParameter, intent.keyParameter)
    let tags = intent.parameters.map(\.tag)
    let areTagsRegular = tags.elementsEqual(
      tags.indices.map { DefinitionRules.firstTag + $0 })
    builder.set(.lastTag, intent.lastParameterTag, otherwise: DefinitionRules.lastTag(of: tags))
    builder.set(
      .parameters,
      intent.parameters.enumerated().map { index, parameter in
        json(parameter, priority: index + 1, writesTag: writesAllTags || !areTagsRegular)
      })
    builder.set(.carried, CarriedJSON.json(intent.extras))
    return builder.value
  }

  private func json(_ enumeration: IntentEnum) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Enumeration>()
    builder.set(.name, enumeration.name)
    builder.set(.label, json(enumeration.displayName))
    builder.set(.kind, enumeration.kind)
    builder.set(.className, enumeration.className)
    builder.set(.classPrefix, enumeration.classPrefix)
    builder.set(.generatesHeader, enumeration.generatesHeader)
    let unknown = DefinitionRules.unknownCase
    var cases = enumeration.cases[...]
    if cases.first == unknown, !cases.dropFirst().contains(where: { $0.name == unknown.name }) {
      cases = cases.dropFirst()
    } else if !cases.contains(where: { $0.name == unknown.name }) {
      builder.set(.unknownCase, .bool(false))
    }
    var expected = 1
    let items = cases.map { item in
      defer { expected = DefinitionRules.nextIndex(after: item, expected: expected) }
      return json(item, index: DefinitionRules.index(ofCaseNamed: item.name, expected: expected))
    }
    builder.set(.cases, .array(items))
    builder.set(.carried, CarriedJSON.json(enumeration.extras))
    return builder.value
  }

  private func json(_ item: IntentEnum.Case, index: Int) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Case>()
    builder.set(.name, item.name)
    builder.set(.label, json(item.displayName))
    builder.set(.index, item.index, otherwise: index)
    builder.set(.carried, CarriedJSON.json(item.extras))
    return builder.value
  }

  private func json(_ type: IntentObjectType) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.ObjectType>()
    builder.set(.name, type.name)
    builder.set(.label, json(type.displayName))
    builder.set(.className, type.className)
    builder.set(.classPrefix, type.classPrefix)
    let standard = DefinitionRules.standardProperties
    let hasStandard =
      Array(type.properties.prefix(standard.count)) == standard
      && !type.properties.dropFirst(standard.count).contains(where: \.isDefault)
    let own = hasStandard ? Array(type.properties.dropFirst(standard.count)) : type.properties
    if !hasStandard, !own.contains(where: \.isDefault) {
      builder.set(.standardProperties, .bool(false))
    }
    let areTagsRegular = own.map(\.tag).elementsEqual(
      own.indices.map { DefinitionRules.firstOwnTag + $0 })
    let lastTag = DefinitionRules.lastTag(
      of: type.properties.map(\.tag), atLeast: DefinitionRules.firstOwnTag - 1)
    builder.set(.lastTag, type.lastPropertyTag, otherwise: lastTag)
    let offset = hasStandard ? standard.count : 0
    builder.set(
      .properties,
      own.enumerated().map { index, property in
        json(property, priority: offset + index + 1, writesTag: !areTagsRegular)
      })
    builder.set(.carried, CarriedJSON.json(type.extras))
    return builder.value
  }

  /// A text: a string where it has no identifier; nil if there is neither.
  func json(_ text: LocalizedText) -> JSONValue? {
    guard text.id != nil else { return text.text.map { .string($0) } }
    var builder = JSONBuilder<DefinitionKeys.Text>()
    builder.set(.text, text.text)
    builder.set(.id, text.id)
    return builder.value
  }

  /// A reference: a name where it is in the namespace of the document.
  func json(_ reference: TypeReference) -> JSONValue {
    guard reference.namespace != namespace else { return .string(reference.name) }
    var builder = JSONBuilder<DefinitionKeys.Reference>()
    builder.set(.name, reference.name)
    builder.set(.namespace, reference.namespace.map { .string($0) } ?? .null)
    return builder.value
  }
}

extension DefinitionWriter {
  func json(_ parameter: IntentParameter, priority: Int, writesTag: Bool) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Parameter>()
    builder.set(.name, parameter.name)
    builder.set(.label, json(parameter.displayName))
    if writesTag { builder.set(.tag, parameter.tag.map { .integer($0) } ?? .null) }
    builder.set(.priority, parameter.displayPriority, otherwise: priority)
    write(parameter.type, to: &builder)
    builder.set(.configurable, parameter.isConfigurable, unless: true)
    builder.set(.resolvable, parameter.supportsResolution)
    builder.set(.dynamic, parameter.options == .dynamic(searchable: false))
    builder.set(.searchable, parameter.options.isSearchable)
    builder.set(.multiple, parameter.supportsMultipleValues)
    builder.set(.fixedSize, parameter.hasFixedSize, unless: parameter.arraySizes != nil)
    builder.set(.sizes, parameter.arraySizes.map { json($0) })
    builder.set(.visibleWhen, parameter.relationship.map { json($0) })
    builder.set(.placeholder, json(parameter.placeholder))
    builder.set(.prompts, parameter.promptDialogs.map { json($0) })
    builder.set(.carried, CarriedJSON.json(parameter.extras))
    builder.set(.carriedMetadata, CarriedJSON.json(parameter.metadataExtras))
    return builder.value
  }

  func json(_ property: IntentObjectType.Property, priority: Int, writesTag: Bool) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Parameter>()
    builder.set(.name, property.name)
    builder.set(.label, json(property.displayName))
    if writesTag { builder.set(.tag, property.tag.map { .integer($0) } ?? .null) }
    builder.set(.priority, property.displayPriority, otherwise: priority)
    write(property.type, to: &builder)
    builder.set(.multiple, property.supportsMultipleValues)
    builder.set(.standard, property.isDefault)
    builder.set(.carried, CarriedJSON.json(property.extras))
    builder.set(.carriedMetadata, CarriedJSON.json(property.metadataExtras))
    return builder.value
  }

  /// The sizes: an object by family where that says all, else a list.
  private func json(_ sizes: ArraySizes) -> JSONValue {
    let families = sizes.entries.map { WidgetFamily(sizeClass: $0.sizeClass) }
    let isPlain =
      Set(families).count == sizes.entries.count && !families.contains(nil)
      && sizes.entries.allSatisfy(\.extras.isEmpty)
    guard isPlain else { return .array(sizes.entries.map { json($0) }) }
    return .object(
      JSONObject(
        zip(families, sizes.entries).map { family, entry in
          (key: family?.rawValue ?? entry.sizeClass, value: .integer(entry.size))
        }))
  }

  private func json(_ entry: ArraySizes.Entry) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Size>()
    if let family = WidgetFamily(sizeClass: entry.sizeClass) {
      builder.set(.family, family.rawValue)
    } else {
      builder.set(.sizeClass, entry.sizeClass)
    }
    builder.set(.size, entry.size)
    builder.set(.carried, CarriedJSON.json(entry.extras))
    return builder.value
  }

  private func json(_ relationship: ParameterRelationship) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Relationship>()
    builder.set(.parent, relationship.parentName)
    builder.set(.predicate, relationship.predicateName)
    let values = relationship.values.map { json($0) }
    if values.count == 1, !relationship.isList {
      builder.set(.value, values[0])
    } else if !values.isEmpty || relationship.isList {
      builder.set(.values, .array(values))
      builder.set(.list, relationship.isList, unless: true)
    }
    builder.set(.carried, CarriedJSON.json(relationship.extras))
    return builder.value
  }

  /// A value to compare with: scalars as they are, a decimal always with its point, others tagged.
  private func json(_ value: IntentValue) -> JSONValue {
    switch value {
    case .boolean(let boolean): .bool(boolean)
    case .integer(let number): .integer(number)
    case .decimal(let number) where number.isFinite: .double(number)
    case .string(let text): .string(text)
    default: TaggedValue.json(value)
    }
  }

  private func json(_ prompt: PromptDialog) -> JSONValue {
    var builder = JSONBuilder<DefinitionKeys.Prompt>()
    builder.set(.kind, prompt.kind)
    builder.set(.custom, prompt.isCustom)
    builder.set(.text, json(prompt.formatString))
    builder.set(.carried, CarriedJSON.json(prompt.extras))
    return builder.value
  }
}
