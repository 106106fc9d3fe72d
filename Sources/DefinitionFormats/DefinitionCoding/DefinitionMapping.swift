import IntentModel
import Messages

/// Describes each element of a definition, row by row, for reading and writing both formats.
///
/// Each row has the two names of its key, the form of the value, the value's place in the model,
/// and the meaning of a missing value. If the formats differ in more than a name, `coder.format`
/// selects the rows, for example of types, sizes and units of durations.
///
/// A row works in both directions. If a format represents a fact differently than the model, the row
/// makes a variable from the model, codes the variable, and makes the model from it again. Only a
/// reader changes the variable in between.
enum DefinitionMapping {
  typealias Keys = DefinitionKeys
  typealias Only = DefinitionKeys.PropertyListOnly
  typealias Prefix = DefinitionKeys.Prefix

  /// The root of a file.
  static func file(_ file: inout IntentDefinitionFile, _ coder: inout some ElementCoder) {
    // A JSON file can name a schema for editors; the extras of the file preserve it.
    var schema: String?
    coder.string(Keys.Root.schema, &schema)
    coder.string(Keys.Root.namespace, &file.namespace)
    coder.string(Keys.Root.modelVersion, &file.modelVersion)
    coder.string(Keys.Root.systemVersion, &file.systemVersion)
    coder.string(Keys.Root.toolsBuildVersion, &file.toolsBuildVersion)
    coder.string(Keys.Root.toolsVersion, &file.toolsVersion)
    coder.value(Keys.Root.origin, .origin, &file.origin)
    coder.elements(
      Keys.Root.intents, prefix: Prefix.intent, &file.intents,
      empty: IntentDefinition(name: ""), extras: \.extras
    ) { intent(&$0, &$1) }
    coder.elements(
      Keys.Root.enums, prefix: Prefix.enumeration, &file.enums,
      empty: IntentEnum(name: "", cases: []), extras: \.extras
    ) { enumeration(&$0, &$1) }
    coder.elements(
      Keys.Root.types, prefix: Prefix.objectType, &file.types,
      empty: IntentObjectType(name: ""), extras: \.extras
    ) { objectType(&$0, &$1) }
  }

  /// An intent; responses, combinations and phrases are carried unchanged.
  static func intent(_ intent: inout IntentDefinition, _ coder: inout some ElementCoder) {
    coder.required(Keys.Intent.name, .whatIntentName, &intent.name)
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
    coder.flag(Keys.Intent.confirmationRequired, &intent.isUserConfirmationRequired)
    coder.flag(Keys.Intent.customizable, &intent.isCustomizable)
    coder.flag(Keys.Intent.deprecated, &intent.isDeprecated)
    coder.integer(Keys.Intent.restrictions, &intent.restrictions)
    coder.string(Keys.Intent.defaultImageName, &intent.defaultImageName)
    coder.string(Keys.Intent.inputParameter, &intent.inputParameter)
    coder.string(Keys.Intent.keyParameter, &intent.keyParameter)
    coder.string(Keys.Intent.replaces, &intent.replacedClass)
    coder.value(
      Keys.Intent.supportedModes, .list(of: "modes", .word("mode")), &intent.supportedModes,
      default: [])
    coder.value(Keys.Intent.summary, .summary, &intent.summary)
    let tags = DefinitionTags(
      coder.statements(of: Keys.Parameter.tag, in: Keys.Intent.parameters),
      from: DefinitionRules.firstTag, after: coder.statedNumber(Keys.Intent.lastTag))
    coder.elements(
      Keys.Intent.parameters, prefix: Prefix.parameter, &intent.parameters,
      empty: ParameterDefinition(name: "", type: .other(""), isConfigurable: false),
      extras: \.extras
    ) { parameter(&$0, tags, &$1) }
    lastTag(
      Keys.Intent.lastTag, &intent.lastParameterTag,
      byRule: DefinitionRules.lastTag(of: intent.parameters.map(\.tag)), tags, &coder)
  }

  /// The highest assigned tag, including the tags that the rule assigns to elements.
  private static func lastTag(
    _ key: some DefinitionKey, _ last: inout Int?, byRule rule: Int?, _ tags: DefinitionTags,
    _ coder: inout some ElementCoder
  ) {
    coder.number(
      key, &last, byRule: rule, isStated: last != nil && coder.writtenNumbers == .all)
    if let assigned = tags.lastAssigned, let stated = last { last = max(stated, assigned) }
  }

  /// Title and description, which old files call description and summary.
  ///
  /// The use of the old spelling is recorded, so the spelling is preserved when the file is
  /// written.
  private static func titles(_ intent: inout IntentDefinition, _ coder: inout some ElementCoder) {
    let isStated = !coder.hasText(Keys.Intent.title) && coder.peek(Only.summary) != nil
    let isOld = coder.isNoted(Only.summary, if: isStated)
    coder.text(isOld ? Keys.Intent.description : .title, &intent.title)
    if isOld {
      coder.text(Only.summary, &intent.description)
    } else {
      coder.text(Keys.Intent.description, &intent.description)
    }
  }

  static func enumeration(_ enumeration: inout IntentEnum, _ coder: inout some ElementCoder) {
    coder.required(Keys.Enumeration.name, "name of the enum", &enumeration.name)
    coder.text(Keys.Enumeration.label, &enumeration.displayName)
    coder.string(Keys.Enumeration.kind, &enumeration.kind)
    coder.string(Keys.Enumeration.className, &enumeration.className)
    coder.string(Keys.Enumeration.classPrefix, &enumeration.classPrefix)
    coder.flag(Keys.Enumeration.generatesHeader, &enumeration.generatesHeader)
    var (cases, addsUnknown) = DefinitionRules.stated(enumeration.cases, in: coder.format)
    coder.value(Keys.Enumeration.unknownCase, .boolean, &addsUnknown, default: true)
    var expected = 1
    coder.elements(
      Keys.Enumeration.cases, prefix: Prefix.enumCase, &cases,
      empty: IntentEnum.Case(name: "", index: 0), isRequired: true,
      shorthand: Keys.Case.name.rawValue, extras: \.extras
    ) { item, coder in
      coder.required(Keys.Case.name, .whatCaseName, &item.name)
      coder.text(Keys.Case.label, &item.displayName)
      let rule = DefinitionRules.index(ofCaseNamed: item.name, expected: expected)
      coder.value(
        Keys.Case.index, .integer, &item.index, default: 0, inJSON: rule,
        isStated: item.isIndexStated || coder.writtenNumbers == .all)
      item.isIndexStated = coder.has(Keys.Case.index)
      expected = DefinitionRules.nextIndex(after: item, expected: expected)
    }
    enumeration.cases = addsUnknown ? DefinitionRules.withUnknown(cases) : cases
  }

  static func objectType(_ type: inout IntentObjectType, _ coder: inout some ElementCoder) {
    coder.required(Keys.ObjectType.name, .whatTypeName, &type.name)
    coder.text(Keys.ObjectType.label, &type.displayName)
    coder.string(Keys.ObjectType.className, &type.className)
    coder.string(Keys.ObjectType.classPrefix, &type.classPrefix)
    coder.value(Keys.ObjectType.identifierType, .swiftTypeName, &type.identifierType)
    var (own, addsStandard) = DefinitionRules.stated(type.properties, in: coder.format)
    coder.value(Keys.ObjectType.standardProperties, .boolean, &addsStandard, default: true)
    let stated = coder.statements(of: Keys.Parameter.standard, in: Keys.ObjectType.properties)
    let standard =
      addsStandard && !own.contains(where: \.isDefault) && !stated.contains(.isTrue)
      ? DefinitionRules.standardProperties : []
    let tags = DefinitionTags(
      coder.statements(of: Keys.Parameter.tag, in: Keys.ObjectType.properties),
      from: DefinitionRules.firstOwnTag, after: coder.statedNumber(Keys.ObjectType.lastTag))
    coder.elements(
      Keys.ObjectType.properties, prefix: Prefix.property, &own,
      empty: IntentObjectType.Property(name: "", type: .other("")), extras: \.extras
    ) { property(&$0, tags, offset: standard.count, &$1) }
    type.properties = standard + own
    lastTag(
      Keys.ObjectType.lastTag, &type.lastPropertyTag,
      byRule: DefinitionRules.lastTag(
        of: type.properties.map(\.tag), atLeast: DefinitionRules.firstOwnTag - 1), tags, &coder)
  }

  static func property(
    _ property: inout IntentObjectType.Property, _ tags: DefinitionTags, offset: Int,
    _ coder: inout some ElementCoder
  ) {
    coder.required(Keys.Parameter.name, "name of the property", &property.name)
    property.isTagWritten = coder.tag(Keys.Parameter.tag, &property.tag, tags)
    coder.number(
      Keys.Parameter.priority, &property.displayPriority, byRule: offset + coder.place)
    coder.text(Keys.Parameter.label, &property.displayName)
    type(&property.type, &coder)
    coder.value(Keys.Parameter.swiftType, .swiftType, &property.swiftType)
    coder.flag(Keys.Parameter.multiple, &property.supportsMultipleValues)
    coder.flag(Keys.Parameter.standard, &property.isDefault)
    coder.section(
      Only.metadata, prefix: Prefix.propertyMetadata, of: &property, extras: \.metadataExtras
    ) { metadata(of: &$0.type, &$1) }
  }
}
