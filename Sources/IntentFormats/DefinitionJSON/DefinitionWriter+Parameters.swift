import IntentModel
import JSONC

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
