import IntentModel

/// What each element of a definition has, key by key, for reading and writing alike.
enum DefinitionMapping {
  typealias Keys = DefinitionPlistKeys
  typealias Prefix = DefinitionPlistKeys.Prefix

  /// The root of a file.
  static func file(_ file: inout IntentDefinitionFile, _ coder: inout some ElementCoder) {
    coder.elements(
      Keys.Root.enums, prefix: Prefix.enumeration, &file.enums,
      empty: IntentEnum(name: "", cases: []), extras: \.extras
    ) { enumeration(&$0, &$1) }
    coder.elements(
      Keys.Root.intents, prefix: Prefix.intent, &file.intents,
      empty: IntentDefinition(name: ""), extras: \.extras
    ) { intent(&$0, &$1) }
    coder.elements(
      Keys.Root.types, prefix: Prefix.objectType, &file.types,
      empty: IntentObjectType(name: ""), extras: \.extras
    ) { objectType(&$0, &$1) }
    coder.string(Keys.Root.namespace, &file.namespace)
    coder.string(Keys.Root.modelVersion, &file.modelVersion)
    coder.string(Keys.Root.systemVersion, &file.systemVersion)
    coder.string(Keys.Root.toolsBuildVersion, &file.toolsBuildVersion)
    coder.string(Keys.Root.toolsVersion, &file.toolsVersion)
  }

  /// An intent; responses, combinations and phrases are carried whole.
  static func intent(_ intent: inout IntentDefinition, _ coder: inout some ElementCoder) {
    coder.required(Keys.Intent.name, &intent.name)
    coder.string(Keys.Intent.classPrefix, &intent.classPrefix)
    coder.string(Keys.Intent.className, &intent.className)
    titles(&intent, &coder)
    coder.string(Keys.Intent.category, &intent.category)
    coder.string(Keys.Intent.verb, &intent.verb)
    coder.string(Keys.Intent.kind, &intent.kind)
    coder.string(Keys.Intent.domain, &intent.domain)
    coder.flag(Keys.Intent.eligibleForWidgets, &intent.isEligibleForWidgets)
    coder.flag(Keys.Intent.ineligibleForSuggestions, &intent.isIneligibleForSuggestions)
    coder.flag(Keys.Intent.configurable, &intent.isConfigurable)
    coder.flag(Keys.Intent.userConfirmationRequired, &intent.isUserConfirmationRequired)
    coder.flag(Keys.Intent.customizable, &intent.isCustomizable)
    coder.flag(Keys.Intent.deprecated, &intent.isDeprecated)
    coder.integer(Keys.Intent.restrictions, &intent.restrictions)
    coder.string(Keys.Intent.defaultImageName, &intent.defaultImageName)
    coder.string(Keys.Intent.input, &intent.inputParameter)
    coder.string(Keys.Intent.keyParameter, &intent.keyParameter)
    coder.integer(Keys.Intent.lastParameterTag, &intent.lastParameterTag)
    coder.elements(
      Keys.Intent.parameters, prefix: Prefix.parameter, &intent.parameters,
      empty: IntentParameter(name: "", type: .other("")), extras: \.extras
    ) { parameter(&$0, &$1) }
  }

  /// Title and description, which old files call description and summary.
  ///
  /// The old spelling is noted, so that it is written again.
  private static func titles(_ intent: inout IntentDefinition, _ coder: inout some ElementCoder) {
    let title = coder.name(Keys.Intent.title)
    let summary = coder.name(Keys.Intent.summary)
    let hasTitle = coder.has(title) || coder.has(title + Keys.identifierSuffix)
    let isStated = !hasTitle && coder.peek(summary) != nil
    let isOld = coder.isNoted(summary, if: isStated)
    coder.text(isOld ? Keys.Intent.description : .title, &intent.title)
    coder.text(isOld ? Keys.Intent.summary : .description, &intent.description)
  }

  static func enumeration(_ enumeration: inout IntentEnum, _ coder: inout some ElementCoder) {
    coder.required(Keys.Enumeration.name, &enumeration.name)
    coder.text(Keys.Enumeration.displayName, &enumeration.displayName)
    coder.string(Keys.Enumeration.kind, &enumeration.kind)
    coder.string(Keys.Enumeration.className, &enumeration.className)
    coder.string(Keys.Enumeration.classPrefix, &enumeration.classPrefix)
    coder.flag(Keys.Enumeration.generatesHeader, &enumeration.generatesHeader)
    coder.elements(
      Keys.Enumeration.values, prefix: Prefix.enumCase, &enumeration.cases,
      empty: IntentEnum.Case(name: "", index: 0), extras: \.extras
    ) { item, coder in
      coder.required(Keys.EnumCase.name, &item.name)
      coder.value(Keys.EnumCase.index, .integer, &item.index, default: 0)
      coder.text(Keys.EnumCase.displayName, &item.displayName)
    }
  }

  static func objectType(_ type: inout IntentObjectType, _ coder: inout some ElementCoder) {
    coder.required(Keys.ObjectType.name, &type.name)
    coder.text(Keys.ObjectType.displayName, &type.displayName)
    coder.string(Keys.ObjectType.className, &type.className)
    coder.string(Keys.ObjectType.classPrefix, &type.classPrefix)
    coder.integer(Keys.ObjectType.lastPropertyTag, &type.lastPropertyTag)
    coder.elements(
      Keys.ObjectType.properties, prefix: Prefix.property, &type.properties,
      empty: IntentObjectType.Property(name: "", type: .other("")), extras: \.extras
    ) { property(&$0, &$1) }
  }

  private static func property(
    _ property: inout IntentObjectType.Property, _ coder: inout some ElementCoder
  ) {
    coder.required(Keys.Parameter.name, &property.name)
    coder.integer(Keys.Parameter.tag, &property.tag)
    coder.integer(Keys.Parameter.displayPriority, &property.displayPriority)
    coder.text(Keys.Parameter.displayName, &property.displayName)
    type(&property.type, &coder)
    coder.flag(Keys.Parameter.supportsMultipleValues, &property.supportsMultipleValues)
    coder.flag(Keys.Parameter.isDefault, &property.isDefault)
    coder.section(
      coder.name(Keys.Parameter.metadata), prefix: Prefix.propertyMetadata, of: &property,
      extras: \.metadataExtras
    ) { metadata(of: &$0.type, &$1) }
  }
}
