package import IntentModel
import Messages

/// Makes a definition from a program's App Intents declarations.
package enum AppIntentsDefinition {
  /// The reason that marks a part as uncertain although it was read.
  package static let inBranch =
    "is compiled only under this condition, and all branches are read"

  /// The definition; its origin lists all unknown parts.
  ///
  /// Parameters keep their names and have no tags, and enum cases are identified by their raw
  /// values, because the system stores names and raw values.
  package static func definition(of literals: AppIntentsLiterals) -> IntentDefinitionFile {
    var maker = DefinitionMaker(literals)
    return maker.file()
  }
}

private struct DefinitionMaker {
  let literals: AppIntentsLiterals
  let enums: [String: LiteralEnum]
  let entities: [String: LiteralEntity]
  let queries: [String: LiteralQuery]
  var unknown: [UnknownPart] = []

  init(_ literals: AppIntentsLiterals) {
    self.literals = literals
    enums = Dictionary(firsts: literals.enums.map { ($0.name, $0) })
    entities = Dictionary(firsts: literals.entities.map { ($0.name, $0) })
    queries = Dictionary(firsts: literals.queries.map { ($0.name, $0) })
  }

  mutating func file() -> IntentDefinitionFile {
    let intents = literals.intents.map { intent($0) }
    let enums = literals.enums.map { enumeration($0) }
    let types = literals.entities.map { objectType($0) }
    unknown += literals.enums.flatMap(\.unknown) + literals.entities.flatMap(\.unknown)
    unknown += literals.queries.flatMap(\.unknown) + literals.unknown + repeatedQueries
    var file = IntentDefinitionFile(
      intents: intents, enums: enums, types: types,
      origin: DefinitionOrigin(format: literals.origin, unknown: unknown))
    file.noteNames()
    return file
  }

  /// The queries with the name of an earlier query; the system finds only one query for each name.
  private var repeatedQueries: [UnknownPart] {
    var seen = Set<String>()
    return literals.queries.filter { !seen.insert($0.name).inserted }.map { query in
      UnknownPart(
        subject: query.name, text: query.entity ?? "", place: query.place,
        reason: "is the name of two queries", code: UnknownPart.duplicateQuery)
    }
  }

  private mutating func known<Value>(_ literal: Literal<Value>) -> Value? {
    if let part = literal.unknown { unknown.append(part) }
    return literal.value
  }

  private mutating func text(_ literal: Literal<LiteralText>) -> LocalizedText {
    known(literal)?.localized ?? .none
  }

  private mutating func note(_ branches: [String], of subject: String, at place: String?) {
    unknown += branches.map {
      UnknownPart(
        subject: subject, text: $0, place: place, reason: AppIntentsDefinition.inBranch)
    }
  }

  private mutating func intent(_ literal: LiteralIntent) -> IntentDefinition {
    let replaced = literal.customClassName.value
    if var part = literal.customClassName.unknown {
      part.code = UnknownPart.nameNotLiteral
      part.subject = UnknownPart.subject(literal.name, part: AppIntentsName.intentClassName)
      unknown.append(part)
    }
    // The system knows a migrated intent by the name of the class that it replaces.
    let typeName = replaced ?? literal.name
    let suffix = IntentDefinition.suffix
    let hasEnding = typeName.hasSuffix(suffix) && typeName != suffix
    var intent = IntentDefinition(
      name: hasEnding ? String(typeName.dropLast(suffix.count)) : typeName,
      className: hasEnding ? nil : typeName, title: text(literal.title),
      description: text(literal.description), isEligibleForWidgets: literal.isForWidgets,
      isConfigurable: literal.isDiscoverable, isDeprecated: literal.isDeprecated,
      replacedClass: replaced)
    // A configuration intent never runs.
    if !literal.isForWidgets || literal.isDiscoverable {
      intent.supportedModes = known(literal.modes) ?? []
    }
    note(literal.branches, of: literal.name, at: literal.place)
    intent.parameters = literal.parameters.map { parameter($0, of: literal) }
    intent.summary = literal.summary.map { summary($0, of: literal) }
    unknown += literal.unknown
    let order = intent.summary?.order(declared: intent.parameterNames)
    if order?.isThatOfEachBranch == false {
      unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(literal.name, part: AppIntentsName.parameterSummary),
          text: "",
          place: literal.place,
          reason: "orders the rows differently in its branches, and one order is used here"))
    }
    let places = Dictionary(
      firsts: (order?.names ?? intent.parameterNames).enumerated().map { ($1, $0 + 1) })
    for position in intent.parameters.indices {
      intent.parameters[position].displayPriority = places[intent.parameters[position].name]
    }
    return intent
  }

  private mutating func parameter(
    _ literal: LiteralParameter, of intent: LiteralIntent
  ) -> ParameterDefinition {
    note(literal.branches, of: "\(intent.name).\(literal.name)", at: literal.place)
    let value = known(literal.defaultValue)
    let needsDefault = !literal.isOptional && literal.defaultValue == .absent
    if needsDefault, intent.isForWidgets, !literal.isArray, isDefaultUnknown(literal) {
      unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(
            intent.name, literal.name, part: ComparedPart.default.rawValue), text: "",
          place: literal.place,
          reason: "can only come from the query, which was not found"))
    }
    var parameter = ParameterDefinition(
      name: literal.name,
      type: type(literal, of: intent.name, default: literal.isArray ? nil : value),
      displayName: text(literal.title), description: text(literal.description),
      options: options(literal),
      isRequired: needsDefault && !hasDefault(literal) && !isDefaultUnknown(literal),
      supportsMultipleValues: literal.isArray)
    if case .variant(let name, _) = literal.type { parameter.swiftType = name }
    parameter.provider = known(literal.provider)
    if parameter.provider == nil, case .entity(let name) = literal.type {
      parameter.provider = entities[name]?.query
    }
    // A query refers to an intent by its type name, which can differ from the intent's identifier.
    let typeName = intent.qualifiedName?.split(separator: ".").last.map(String.init) ?? intent.name
    parameter.dependencies =
      parameter.provider.flatMap { queries[$0]?.dependencies[typeName] } ?? []
    if literal.isArray, let value {
      let elements = if case .array(let elements) = value { elements } else { [value] }
      let values = elements.compactMap { self.value($0, of: literal.type) }
      if values.count == elements.count { parameter.defaultList = values }
    }
    noteDefault(literal, value, of: intent.name, in: &parameter)
    if let prompt = known(literal.prompt) {
      parameter.promptDialogs = [
        PromptDialog(kind: "Primary", isCustom: true, formatString: prompt.localized)
      ]
    }
    sizes(literal, &parameter)
    unknown += literal.unknown
    return parameter
  }

  /// Records that the default of a parameter is unknown: it is not a literal, or not a value of the
  /// type.
  private mutating func noteDefault(
    _ literal: LiteralParameter, _ value: LiteralValue?, of intent: String,
    in parameter: inout ParameterDefinition
  ) {
    parameter.isDefaultUnknown = literal.defaultValue.unknown != nil
    guard let value, value != .nothing, value != .array([]), parameter.staticDefault == nil else {
      return
    }
    parameter.isDefaultUnknown = true
    unknown.append(
      UnknownPart(
        subject: UnknownPart.subject(intent, literal.name, part: ComparedPart.default.rawValue),
        text: value.words,
        place: literal.place,
        reason: "is not a value of the type, as far as this program knows the type"))
  }

  /// The names of the only cases that an enum parameter supports; nil if it supports all cases.
  private mutating func supportedCases(
    _ literal: LiteralParameter, of owner: String, in enumeration: String
  ) -> [String]? {
    guard let values = known(literal.supportedValues) else { return nil }
    let cases = values.compactMap { rawValue($0, of: enumeration) }
    let names = Set(enums[enumeration]?.cases.map { $0.rawValue.value ?? $0.name ?? "" } ?? [])
    guard !cases.isEmpty, cases.count == values.count, names.isSuperset(of: cases) else {
      unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(
            owner, literal.name, part: ComparedPart.supportedValues.rawValue),
          text: "[\(values.map(\.words).joined(separator: ", "))]", place: literal.place,
          reason: cases.isEmpty && values.isEmpty
            ? "names no case, and all are offered here"
            : "names a case that \(enumeration) does not have, and all are offered here"))
      return nil
    }
    return cases
  }

  /// The query or the provider of a parameter's choices.
  private func query(_ literal: LiteralParameter) -> LiteralQuery? {
    if let provider = literal.provider.value.flatMap({ queries[$0] }) { return provider }
    guard case .entity(let name) = literal.type else { return nil }
    return entities[name]?.query.flatMap { queries[$0] }
  }

  /// Whether the query is known to give the parameter a default.
  private func hasDefault(_ literal: LiteralParameter) -> Bool {
    query(literal)?.hasDefault == true
  }

  /// Whether an entity's query, which could provide a default, is missing from all files.
  private func isDefaultUnknown(_ literal: LiteralParameter) -> Bool {
    guard literals.origin == .swift, case .entity(let name) = literal.type,
      entities[name]?.isTransient != true
    else { return false }
    return query(literal) == nil
  }

  private func options(_ literal: LiteralParameter) -> OptionsSupport {
    let query = query(literal)
    let isSearched = literal.options == .search || query?.isSearchable == true
    if case .entity = literal.type { return .dynamic(searchable: isSearched) }
    return literal.options == .none && literal.provider == .absent
      ? .none : .dynamic(searchable: isSearched)
  }

  private mutating func sizes(_ literal: LiteralParameter, _ parameter: inout ParameterDefinition) {
    if var part = literal.sizes.unknown {
      part.code = UnknownPart.sizeNotLiteral
      unknown.append(part)
    }
    guard let sizes = literal.sizes.value, literal.isArray else { return }
    parameter.limit(to: sizes)
  }
}

extension ParameterDefinition {
  /// Limits the number of values to the sizes of App Intents.
  package mutating func limit(to sizes: [LiteralSize]) {
    hasFixedSize = sizes.contains { $0.maximum != nil }
    arraySizes = ArraySizes(
      entries: sizes.map { size in
        let family = size.family.flatMap { WidgetFamily(rawValue: $0)?.sizeClass ?? $0 }
        return ArraySizes.Entry(
          sizeClass: family ?? ArraySizes.everyFamily, size: size.maximum ?? Int.max,
          minimum: size.minimum.flatMap { $0 > 0 ? $0 : nil })
      })
    arraySizes?.isOfAppIntents = true
  }
}

extension DefinitionMaker {
  /// The type of a parameter of an intent, or of a property of an entity.
  private mutating func type(
    _ literal: LiteralParameter, of owner: String, default value: LiteralValue?
  ) -> ParameterType {
    switch literal.type.usual {
    case .value(.boolean):
      return .boolean(
        BooleanMetadata(
          defaultValue: value?.truth, trueName: text(literal.trueName),
          falseName: text(literal.falseName)))
    case .value(.integer):
      return .integer(
        metadata(literal, control(literal, of: owner), value, \.integer))
    case .value(.decimal):
      return .decimal(metadata(literal, control(literal, of: owner), value, \.number))
    case .value(.string):
      var metadata = StringMetadata(
        defaultValue: value?.text.map { LocalizedText($0) } ?? .none,
        capitalization: known(literal.capitalization)?.firstUppercased,
        isMultiline: literal.isMultiline, disablesAutocorrect: literal.disablesAutocorrect)
      metadata.disablesSmartQuotes = literal.disablesSmartQuotes
      metadata.disablesSmartDashes = literal.disablesSmartDashes
      return .string(metadata)
    case .value(.dateComponents):
      let name = known(literal.dateKind)
      let kind = name.flatMap { DateComponentsMetadata.Kind(rawValue: $0.firstUppercased) }
      if let name, kind == nil { note(name, of: .kind, in: literal, of: owner) }
      return .dateComponents(DateComponentsMetadata(kind: kind ?? .dateTime))
    case .value(.url): return .url(defaultValue: value?.text)
    case .value(.currencyAmount):
      return .currencyAmount(CurrencyMetadata(currencyCodes: known(literal.currencies) ?? []))
    case .value(.file):
      let types = known(literal.fileTypes) ?? []
      return .file(FileMetadata(kind: types.isEmpty ? nil : "Custom", typeIdentifiers: types))
    case .value(let kind), .variant(_, let kind): return kind.blank ?? .other("")
    case .duration: return duration(literal, of: owner, value, isNative: true)
    case .measurement("Duration"): return duration(literal, of: owner, value, isNative: false)
    case .measurement(let name): return measurement(name, literal, of: owner, value)
    case .enumeration(let name):
      return .enumeration(
        TypeReference(name, supportedCases: supportedCases(literal, of: owner, in: name)),
        defaultCase: value.flatMap { rawValue($0, of: name) })
    case .entity(let name): return .object(TypeReference(name))
    case .other(let name): return .other(name)
    }
  }

  private mutating func control(_ literal: LiteralParameter, of owner: String) -> NumberControl {
    guard let name = known(literal.control) else { return .stepper }
    guard let control = NumberControl(rawValue: name.firstUppercased) else {
      note(name, of: .controlStyle, in: literal, of: owner)
      return .stepper
    }
    return control
  }

  /// Records a member whose meaning this program does not know.
  private mutating func note(
    _ text: String, of part: ComparedPart, in literal: LiteralParameter, of owner: String,
    reason: String = "is a name that this program does not know"
  ) {
    unknown.append(
      UnknownPart(
        subject: UnknownPart.subject(owner, literal.name, part: part.rawValue), text: text,
        place: literal.place,
        reason: reason))
  }

  private mutating func metadata<Number>(
    _ literal: LiteralParameter, _ control: NumberControl, _ value: LiteralValue?,
    _ number: (LiteralValue) -> Number?
  ) -> NumberMetadata<Number> {
    let lower = known(literal.minimum).flatMap(number)
    let upper = known(literal.maximum).flatMap(number)
    // A range without a lower bound is open-ended, unlike a maximum without a minimum in Xcode's
    // files.
    return NumberMetadata(
      control: control, defaultValue: value.flatMap(number),
      minimum: lower.map { .value($0) } ?? (upper == nil ? .absent : .unbounded),
      maximum: upper.map { .value($0) } ?? .absent)
  }

  private mutating func duration(
    _ literal: LiteralParameter, of owner: String, _ value: LiteralValue?, isNative: Bool
  ) -> ParameterType {
    let stated = known(literal.unit) ?? value?.unit
    let unit = stated.flatMap(Self.durationUnit)
    var metadata = TimeIntervalMetadata(units: .single(unit))
    metadata.isNative = isNative
    if let number = value?.number {
      let own = value?.unit.flatMap(Self.durationUnit)
      metadata.defaultValue =
        number * (own ?? metadata.standardUnit).seconds / metadata.standardUnit.seconds
    }
    if let stated, unit == nil {
      note(stated, of: .unit, in: literal, of: owner)
    }
    let supportsNegatives = known(literal.supportsNegatives)
    metadata.refusesNegativeNumbers = supportsNegatives == false
    if supportsNegatives == true {
      note(
        "true", of: .supportsNegativeNumbers, in: literal, of: owner,
        reason: "is ignored by this program, whose durations cannot be negative")
    }
    return .timeInterval(metadata)
  }

  /// The unit with a Swift name, or with the symbol that metadata uses.
  private static func durationUnit(_ name: String) -> DurationUnit? {
    switch name {
    case "s", "sec": .seconds
    case "min": .minutes
    case "h", "hr": .hours
    case "d", "day": .days
    default: DurationUnit(rawValue: name.firstUppercased)
    }
  }

  private mutating func measurement(
    _ name: String, _ literal: LiteralParameter, of owner: String, _ value: LiteralValue?
  ) -> ParameterType {
    guard let dimension = MeasurementDimension(unitName: name) else {
      return .other("Measurement<Unit\(name)>")
    }
    let unit = known(literal.unit)
    var metadata = MeasurementMetadata(
      dimension: dimension, unit: unit,
      supportsNegativeNumbers: known(literal.supportsNegatives) ?? true)
    if metadata.isSigned, !metadata.supportsNegativeNumbers {
      note(
        "false", of: .supportsNegativeNumbers, in: literal, of: owner,
        reason: "is ignored by this program, whose values of this quantity can be negative")
    }
    metadata.defaultValue = value?.number
    metadata.defaultUnit = value?.unit
    for name in [unit, value?.unit].compactMap({ $0 }) where dimension.unit(named: name) == nil {
      note(name, of: .unit, in: literal, of: owner)
      break
    }
    return .measurement(metadata)
  }

  /// The raw value of a case that is given by its Swift name or by its raw value.
  private func rawValue(_ value: LiteralValue, of enumeration: String) -> String? {
    switch value {
    case .string(let text): return text
    case .member(let name):
      let item = enums[enumeration]?.cases.first { $0.name == name }
      // A case with an unknown raw value is listed under its Swift name.
      return item?.rawValue.value ?? name
    default: return nil
    }
  }

  private func value(_ literal: LiteralValue, of type: LiteralType) -> IntentValue? {
    switch (type.usual, literal) {
    case (.enumeration(let name), _): rawValue(literal, of: name).map { .enumeration($0) }
    case (.value(.boolean), _): literal.truth.map { .boolean($0) }
    case (.value(.integer), _): literal.integer.map { .integer($0) }
    case (.value(.decimal), _): literal.number.map { .decimal($0) }
    case (.value(.string), .string(let text)): .string(text)
    case (.value(.url), .string(let text)): .url(text)
    default: nil
    }
  }
}

extension DefinitionMaker {
  private mutating func summary(
    _ literal: LiteralSummary, of intent: LiteralIntent
  ) -> RowSummary {
    switch literal {
    case .unknown(let part):
      unknown.append(part)
      return .unknown(part)
    case .rows(let sentence, let others):
      let named = sentence.map { TextPlaceholders.names(in: $0.key) } ?? []
      return .rows(
        RowSummary.Rows(
          sentence: sentence?.localized ?? .none, inSentence: named, others: others))
    case .when(let question, let shown, let otherwise):
      return .when(
        comparison(question, of: intent), summary(shown, of: intent),
        otherwise: otherwise.map { summary($0, of: intent) })
    case .cases(let subject, let cases, let otherwise):
      return .cases(
        self.subject(subject),
        cases.map { item in
          RowSummary.Case(
            values: item.values.map { compared($0, with: subject, of: intent) },
            summary: summary(item.summary, of: intent))
        }, otherwise: otherwise.map { summary($0, of: intent) })
    }
  }

  private func comparison(
    _ question: LiteralQuestion, of intent: LiteralIntent
  ) -> Condition.Comparison {
    // A comparison with nil tests whether there is a value.
    let isNothing = question.values == [.nothing]
    let found: ConditionOperator =
      switch question.comparison {
      case .equal where isNothing: .hasNoValue
      case .notEqual where isNothing: .hasValue
      default: question.comparison
      }
    return Condition.Comparison(
      subject: subject(question.subject), comparison: found,
      values: found.takesValues
        ? question.values.map { compared($0, with: question.subject, of: intent) } : [])
  }

  private func subject(_ subject: LiteralSubject) -> Condition.Subject {
    switch subject {
    case .parameter(let name): .parameter(name)
    case .family: .family
    case .other(let name): .other(name)
    }
  }

  /// A value that a summary compares; enum cases and families are written as text.
  private func compared(
    _ value: LiteralValue, with subject: LiteralSubject, of intent: LiteralIntent
  ) -> IntentValue {
    var type: LiteralType?
    if case .parameter(let name) = subject {
      type = intent.parameters.first { $0.name == name }?.type
    }
    switch value {
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number):
      if type == .value(.boolean), number == 0 || number == 1 { return .boolean(number == 1) }
      return .integer(number)
    case .measurement(let number, let unit):
      if let duration = Self.durationUnit(unit) { return .timeInterval(number * duration.seconds) }
      let known = MeasurementDimension.allCases.lazy.compactMap { $0.unit(named: unit) }.first
      return .measurement(IntentMeasurement(value: number, unit: known?.symbol ?? unit))
    case .decimal(let number): return .decimal(number)
    case .string(let text): return .string(text)
    case .member(let name):
      guard case .enumeration(let enumeration)? = type else { return .string(name) }
      return .string(rawValue(value, of: enumeration) ?? name)
    case .array(let elements):
      return .array(elements.map { compared($0, with: subject, of: intent) })
    case .nothing: return .array([])
    }
  }
}

extension DefinitionMaker {
  private mutating func enumeration(_ literal: LiteralEnum) -> IntentEnum {
    var index = 0
    let cases = literal.cases.enumerated().map { place, item in
      if var part = item.rawValue.unknown {
        part.code = UnknownPart.nameNotLiteral
        part.subject = UnknownPart.subject(
          literal.name, item.name ?? "", part: UnknownPart.rawValue)
        unknown.append(part)
      }
      let raw = item.rawValue.value ?? item.name ?? ""
      // An index of 0 would mean "no value" for a case named `unknown`.
      if raw != IntentEnum.Case.noValue.name { index += 1 }
      var found = IntentEnum.Case(
        name: raw, index: raw == IntentEnum.Case.noValue.name ? literal.cases.count + 1 : index,
        displayName: text(item.title))
      found.isIndexStated = false
      found.extras = extras(of: item)
      return found
    }
    return IntentEnum(name: literal.name, displayName: text(literal.title), cases: cases)
  }

  /// The parts of a case's display representation that a definition cannot contain.
  private mutating func extras(of item: LiteralEnum.Case) -> DefinitionExtras {
    var carried: [CarriedMember] = []
    if let subtitle = known(item.subtitle) {
      carried.append(CarriedMember(key: "subtitle", value: .string(subtitle.shown)))
    }
    if let image = item.image {
      carried.append(CarriedMember(key: "systemImage", value: .string(image)))
    }
    if !item.synonyms.isEmpty {
      let texts = item.synonyms.map { CarriedValue.string($0.shown) }
      carried.append(CarriedMember(key: "synonyms", value: .array(texts)))
    }
    return DefinitionExtras(unknown: carried)
  }

  private mutating func objectType(_ literal: LiteralEntity) -> IntentObjectType {
    let own = literal.properties.enumerated().map { place, property in
      var own = IntentObjectType.Property(
        name: property.name, tag: DefinitionRules.firstOwnTag + place,
        displayPriority: DefinitionRules.standardProperties.count + place + 1,
        displayName: text(property.title), type: type(property, of: literal.name, default: nil),
        supportsMultipleValues: property.isArray)
      if case .variant(let name, _) = property.type { own.swiftType = name }
      return own
    }
    var object = IntentObjectType(
      name: literal.name, displayName: text(literal.title),
      lastPropertyTag: DefinitionRules.firstOwnTag - 1 + own.count,
      properties: DefinitionRules.standardProperties + own)
    // Only a type with a name is stored, so a tuple, for example, is not.
    object.identifierType = literal.identifierType.flatMap { SwiftTypes.isName($0) ? $0 : nil }
    return object
  }
}

extension LiteralText {
  /// The text to show if there is no string table.
  package var shown: String { defaultText ?? key }

  /// The identifier of the text in the tables of its bundle: its key, preceded by the name of its
  /// table unless that is the standard table.
  package var identifier: String { table.map { "\($0)#\(key)" } ?? key }

  var localized: LocalizedText { LocalizedText(shown, id: identifier) }
}

extension LiteralValue {
  var truth: Bool? {
    switch self {
    case .boolean(let truth): truth
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }

  /// The value as a whole number, without a conversion to a `Double`, which is not exact beyond
  /// 2^53.
  var integer: Int? {
    switch self {
    case .integer(let number): number
    case .decimal(let number), .measurement(let number, _): Int(exactly: number)
    default: nil
    }
  }

  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number), .measurement(let number, _): number
    default: nil
    }
  }

  var unit: String? {
    if case .measurement(_, let unit) = self { unit } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value as text, for the descriptions of unknown parts.
  var words: String {
    switch self {
    case .nothing: "nil"
    case .boolean(let truth): truth ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let number): String(number)
    case .string(let text): text
    case .member(let name): "." + name
    case .array(let elements): "[" + elements.map(\.words).joined(separator: ", ") + "]"
    case .measurement(let number, let unit): "\(number) \(unit)"
    }
  }
}

extension String {
  /// The text with an uppercase first letter, such as `Minutes` for `minutes`.
  var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
