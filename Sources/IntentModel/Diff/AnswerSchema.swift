extension IntentSchema {
  /// The part of the definition that a stored draft keeps with its answers.
  ///
  /// It has the name, the written tag and the type of each parameter with its bounds, and the cases
  /// and properties of the types. Texts, defaults, conditions, sizes and the order of rows are left
  /// out, because they do not affect the migration of a draft.
  public var answerSchema: IntentSchema { answers { madeAnswerSchema } }

  private var madeAnswerSchema: IntentSchema {
    let source = intent
    var parameters: [ParameterDefinition] = []
    var seen = Set<String>()
    for parameter in source.parameters where seen.insert(parameter.name).inserted {
      parameters.append(
        ParameterDefinition(
          name: parameter.name, type: parameter.type.ofAnswers, tag: parameter.identifyingTag,
          isConfigurable: true, supportsMultipleValues: parameter.supportsMultipleValues))
    }
    let reduced = IntentDefinition(
      name: source.name, classPrefix: source.classPrefix, className: source.className,
      parameters: parameters)
    return IntentSchema(reduced, in: answerFile(reduced))
  }

  /// The document with the intent and everything to which it refers.
  private func answerFile(_ reduced: IntentDefinition) -> IntentDefinitionFile {
    let references = Array(enums.keys) + Array(types.keys)
    let file = IntentDefinitionFile(
      intents: [reduced], enums: enums.values.map(\.ofAnswers),
      types: types.values.map(\.ofAnswers),
      namespace: references.compactMap(\.namespace).min())
    return file.sorted
  }

  /// A document that gives an equal schema when it is read; only useful for an ``answerSchema``.
  package var document: IntentDefinitionFile {
    let references = Array(enums.keys) + Array(types.keys)
    return IntentDefinitionFile(
      intents: [intent], enums: Array(enums.values), types: Array(types.values),
      namespace: references.compactMap(\.namespace).min()
    ).sorted
  }
}

extension IntentDefinitionFile {
  /// The document with one enum and one type for each name, sorted by name.
  fileprivate var sorted: IntentDefinitionFile {
    var copy = self
    copy.enums = Dictionary(enums.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      .values.sorted { $0.name < $1.name }
    copy.types = Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      .values.sorted { $0.name < $1.name }
    return copy
  }
}

extension IntentEnum {
  /// The names and indexes of the cases.
  fileprivate var ofAnswers: IntentEnum {
    IntentEnum(name: name, cases: cases.map { Case(name: $0.name, index: $0.index) })
  }
}

extension IntentObjectType {
  /// The names and types of the type's own properties.
  fileprivate var ofAnswers: IntentObjectType {
    IntentObjectType(
      name: name,
      properties: ownProperties.map {
        Property(
          name: $0.name, type: $0.type.ofAnswers,
          supportsMultipleValues: $0.supportsMultipleValues)
      })
  }
}

extension ParameterType {
  /// The type with only the rules for its values.
  var ofAnswers: ParameterType {
    switch self {
    case .boolean: .boolean(BooleanMetadata())
    case .integer(let metadata): .integer(metadata.bounds)
    case .decimal(let metadata): .decimal(metadata.bounds)
    case .string(let metadata): .string(StringMetadata(isMultiline: metadata.isMultiline))
    case .enumeration(let reference, _): .enumeration(reference, defaultCase: nil)
    case .dateComponents(let metadata): .dateComponents(DateComponentsMetadata(kind: metadata.kind))
    case .timeInterval(let metadata):
      .timeInterval(
        TimeIntervalMetadata(
          units: metadata.units, minimum: metadata.minimum, maximum: metadata.maximum))
    case .url: .url(defaultValue: nil)
    case .placemark: .placemark(detail: nil)
    case .person: .person(detail: nil)
    case .file: .file(FileMetadata())
    case .speakableString: .speakableString(StringMetadata())
    case .measurement(let metadata):
      .measurement(
        MeasurementMetadata(
          dimension: metadata.dimension, supportsNegativeNumbers: metadata.supportsNegativeNumbers))
    case .object, .currencyAmount, .paymentMethod, .other: self
    }
  }
}

extension NumberMetadata {
  fileprivate var bounds: NumberMetadata {
    NumberMetadata(
      minimum: minimum, maximum: maximum, supportsNegativeNumbers: supportsNegativeNumbers)
  }
}
