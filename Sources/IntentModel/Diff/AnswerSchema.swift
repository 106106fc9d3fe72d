extension IntentSchema {
  /// The part of the definition that a stored draft keeps along with its answers.
  ///
  /// It has the data that identifies parameters, cases and types in a later definition: names,
  /// written tags, stated indexes and texts before translation. It also has the types with their
  /// bounds; the conditions and the defaults of parents, which determine the visible rows; and the
  /// sizes of arrays in each family. Other texts and defaults are left out, because they do not
  /// affect how a draft is migrated.
  public var answerSchema: IntentSchema { answers { madeAnswerSchema } }

  private var madeAnswerSchema: IntentSchema {
    let source = intent
    var parameters: [ParameterDefinition] = []
    let parents = Set(self.parents.compactMap { $0 })
    for (position, parameter) in source.parameters.enumerated()
    where self.position(of: parameter.name) == position {
      let type = parameter.type.ofAnswers
      let parent = self.parents[position].map { source.parameters[$0].name }
      let condition = parameter.relationship.flatMap { relationship in
        parent.map {
          ParameterRelationship(
            parentName: $0, predicateName: relationship.predicateName,
            values: relationship.values, isList: relationship.isList)
        }
      }
      let sizes = parameter.sizesOfAnswers
      parameters.append(
        ParameterDefinition(
          name: parameter.name,
          type: parents.contains(position) ? type.withDefault(of: parameter.type) : type,
          tag: parameter.identifyingTag, displayName: parameter.displayName.source,
          displayPriority: parameter.displayPriority, isConfigurable: parameter.isConfigurable,
          supportsMultipleValues: parameter.supportsMultipleValues,
          hasFixedSize: sizes?.entries.isEmpty == false, arraySizes: sizes,
          relationship: condition))
    }
    let reduced = IntentDefinition(
      name: source.name, classPrefix: source.classPrefix, className: source.className,
      parameters: parameters)
    return IntentSchema(
      reduced,
      in: document(
        of: reduced, enums: wholeEnums.map(\.ofAnswers), types: types.values.map(\.ofAnswers)))
  }

  /// The definition without the sizes of its arrays, in the form in which earlier versions of the
  /// program stored an ``answerSchema``.
  package var withoutSizes: IntentSchema {
    var (intent, file) = (self.intent, document)
    for place in intent.parameters.indices {
      (intent.parameters[place].hasFixedSize, intent.parameters[place].arraySizes) = (false, nil)
    }
    file.intents = [intent]
    return IntentSchema(intent, in: file)
  }

  /// Whether an array in the definition has no sizes; possible in an ``answerSchema`` that an
  /// earlier version of the program stored.
  package var isWithoutSizes: Bool {
    parameters.contains { $0.supportsMultipleValues && $0.arraySizes == nil }
  }

  /// Whether answers have the same meaning under another definition, according to their names and
  /// values.
  ///
  /// Texts and conditions are not compared.
  package func hasSameAnswers(as other: IntentSchema) -> Bool {
    parameters.elementsEqual(other.parameters) {
      $0.name == $1.name && $0.identifyingTag == $1.identifyingTag
        && $0.supportsMultipleValues == $1.supportsMultipleValues
        && $0.type.ofAnswers == $1.type.ofAnswers
    }
      && enums.mapValues(\.ofAnswers.withoutTexts)
        == other.enums.mapValues(\.ofAnswers.withoutTexts)
      && types.mapValues(\.ofAnswers.withoutTexts)
        == other.types.mapValues(\.ofAnswers.withoutTexts)
  }

  /// The enums with all of their cases, because two parameters can support different cases.
  private var wholeEnums: [IntentEnum] {
    enums.keys.compactMap { wholeEnumeration(of: .enumeration($0, defaultCase: nil)) }
  }

  /// A document that results in an equal schema when it is read; useful only for an
  /// ``answerSchema``.
  package var document: IntentDefinitionFile {
    document(of: intent, enums: wholeEnums, types: Array(types.values))
  }

  /// The document with one intent and everything that the intent refers to.
  private func document(
    of intent: IntentDefinition, enums: [IntentEnum], types: [IntentObjectType]
  ) -> IntentDefinitionFile {
    let references = Array(self.enums.keys) + Array(self.types.keys)
    return IntentDefinitionFile(
      intents: [intent], enums: enums, types: types,
      namespace: references.compactMap(\.namespace).min()
    ).sorted
  }
}

extension IntentDefinitionFile {
  /// The document with only one enum and one type for each name, sorted by name.
  fileprivate var sorted: IntentDefinitionFile {
    var copy = self
    copy.enums = enums.firsts(by: \.name).sorted { $0.name < $1.name }
    copy.types = types.firsts(by: \.name).sorted { $0.name < $1.name }
    return copy
  }
}

extension ParameterDefinition {
  /// The maximum number of values in each family, regardless of how the definition states it; empty
  /// for an array without a limit, nil for a single value.
  ///
  /// In a definition that an earlier version of the program stored without sizes, the sizes are nil
  /// instead.
  fileprivate var sizesOfAnswers: ArraySizes? {
    guard supportsMultipleValues else { return nil }
    guard hasFixedSize else { return ArraySizes(entries: []) }
    func entry(_ sizeClass: String, _ maximum: Int?) -> ArraySizes.Entry {
      // In JSON, an entry must have a number, so a large one stands for no limit.
      ArraySizes.Entry(sizeClass: sizeClass, size: min(maximum ?? .max, Int(Int32.max)))
    }
    let others = maximumCountOfOthers.map { entry(ArraySizes.everyFamily, $0) }
    return ArraySizes(
      entries: sizedFamilies.map { entry($0.sizeClass, maximumCount(for: $0)) }
        + [others].compactMap { $0 })
  }
}

extension IntentEnum {
  /// The enum and its cases, reduced to the data that identifies them.
  fileprivate var ofAnswers: IntentEnum {
    IntentEnum(
      name: name, displayName: displayName.source,
      cases: cases.map { item in
        var copy = Case(name: item.name, index: item.index, displayName: item.displayName.source)
        copy.isIndexStated = item.isIndexStated
        return copy
      })
  }

  fileprivate var withoutTexts: IntentEnum {
    IntentEnum(name: name, cases: cases.map { Case(name: $0.name, index: $0.index) })
  }
}

extension IntentObjectType {
  /// The type and its own properties, reduced to the data that identifies them.
  fileprivate var ofAnswers: IntentObjectType {
    IntentObjectType(
      name: name, displayName: displayName.source,
      properties: ownProperties.map {
        Property(
          name: $0.name, tag: $0.identifyingTag, displayName: $0.displayName.source,
          type: $0.type.ofAnswers, supportsMultipleValues: $0.supportsMultipleValues)
      })
  }

  fileprivate var withoutTexts: IntentObjectType {
    IntentObjectType(
      name: name,
      properties: properties.map {
        Property(
          name: $0.name, tag: $0.tag, type: $0.type,
          supportsMultipleValues: $0.supportsMultipleValues)
      })
  }
}

extension LocalizedText {
  /// The text before its translation.
  fileprivate var source: LocalizedText { LocalizedText(sourceText, id: id) }
}

extension ParameterType {
  /// The type, reduced to the rules for its values.
  var ofAnswers: ParameterType {
    switch self {
    case .integer(let metadata): .integer(metadata.bounds)
    case .decimal(let metadata): .decimal(metadata.bounds)
    case .string(let metadata): .string(StringMetadata(isMultiline: metadata.isMultiline))
    case .enumeration(let reference, _): .enumeration(reference, defaultCase: nil)
    case .dateComponents(let metadata): .dateComponents(DateComponentsMetadata(kind: metadata.kind))
    case .timeInterval(let metadata):
      .timeInterval(
        TimeIntervalMetadata(
          units: metadata.units, minimum: metadata.minimum, maximum: metadata.maximum))
    case .boolean, .url, .placemark, .person, .file, .speakableString: kind?.blank ?? self
    case .measurement(let metadata):
      .measurement(
        MeasurementMetadata(
          dimension: metadata.dimension, supportsNegativeNumbers: metadata.supportsNegativeNumbers))
    default: self
    }
  }
}

extension ParameterType {
  /// The type, with the default taken from another type of the same kind.
  fileprivate func withDefault(of other: ParameterType) -> ParameterType {
    switch (self, other) {
    case (.boolean(var metadata), .boolean(let other)):
      metadata.defaultValue = other.defaultValue
      return .boolean(metadata)
    case (.integer(var metadata), .integer(let other)):
      metadata.defaultValue = other.defaultValue
      return .integer(metadata)
    case (.decimal(var metadata), .decimal(let other)):
      metadata.defaultValue = other.defaultValue
      return .decimal(metadata)
    case (.string(var metadata), .string(let other)):
      metadata.defaultValue = other.defaultValue.source
      return .string(metadata)
    case (.timeInterval(var metadata), .timeInterval(let other)):
      metadata.defaultValue = other.defaultValue
      return .timeInterval(metadata)
    case (.enumeration, .enumeration), (.url, .url): return other
    default: return self
    }
  }
}

extension NumberMetadata {
  fileprivate var bounds: NumberMetadata {
    NumberMetadata(
      minimum: minimum, maximum: maximum, supportsNegativeNumbers: supportsNegativeNumbers)
  }
}
