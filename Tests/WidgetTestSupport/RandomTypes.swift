public import IntentModel

/// Random types with their metadata.
extension SeededGenerator {
  /// A type with metadata; its references are to elements in the document.
  public mutating func type(in file: IntentDefinitionFile) -> ParameterType {
    switch Int.random(in: 0..<18, using: &self) {
    case 0, 1: .boolean(BooleanMetadata(defaultValue: chance(0.5), trueName: text("On")))
    case 2: .integer(integerMetadata())
    case 3: .decimal(decimalMetadata())
    case 4: .string(stringMetadata())
    case 5, 6: enumeration(in: file)
    case 7, 8: .object(objectReference(in: file))
    case 9: .dateComponents(dateMetadata())
    case 10: .timeInterval(durationMetadata())
    case 11: .url(defaultValue: chance(0.5) ? "https://example.org/a" : nil)
    case 12: .placemark(detail: chance(0.5) ? "Name" : nil)
    case 13: .person(detail: chance(0.5) ? "Contact" : nil)
    case 14: .file(FileMetadata(kind: chance(0.5) ? "Image" : nil))
    case 15: .currencyAmount(CurrencyMetadata(currencyCodes: chance(0.5) ? ["EUR", "USD"] : []))
    case 16: chance(0.5) ? .paymentMethod : .speakableString(stringMetadata())
    default: .measurement(measurementMetadata())
    }
  }

  private mutating func enumeration(in file: IntentDefinitionFile) -> ParameterType {
    guard let found = file.enums.randomElement(using: &self) else { return .paymentMethod }
    let reference = TypeReference(found.name, namespace: file.namespace)
    let item = chance(0.5) ? found.cases.randomElement(using: &self)?.name : nil
    return .enumeration(reference, defaultCase: item)
  }

  private mutating func objectReference(in file: IntentDefinitionFile) -> TypeReference? {
    if chance(0.1) { return nil }
    if chance(0.1) { return TypeReference("MediaItem", namespace: "System") }
    return file.types.randomElement(using: &self).map {
      TypeReference($0.name, namespace: file.namespace)
    }
  }

  mutating func properties(
    in file: IntentDefinitionFile, namespace: String?
  ) -> [IntentObjectType.Property] {
    (0..<Int.random(in: 0...4, using: &self)).map { index in
      IntentObjectType.Property(
        name: "property\(index)", tag: 100 + index, displayPriority: 5 + index,
        displayName: text("Property \(index)"), type: type(in: file),
        supportsMultipleValues: chance(0.3))
    }
  }

  mutating func randomEnum(_ name: String, _ namespace: String?) -> IntentEnum {
    let names = ["small", "large", "all_time", "Venus", "D1", "naïve"]
    let chosen = ["unknown"] + names.prefix(Int.random(in: 1...names.count, using: &self))
    let cases = chosen.indices.map { index in
      IntentEnum.Case(
        name: chosen[index], index: index, displayName: text("Case \(chosen[index])"))
    }
    return IntentEnum(
      name: name, displayName: text(name), kind: "Regular", generatesHeader: chance(0.5),
      cases: cases)
  }

  private mutating func integerMetadata() -> NumberMetadata<Int> {
    let range = chance(0.5) ? 0...9 : -5...20
    let isSlider = chance(0.3)
    return NumberMetadata(
      control: isSlider ? .slider : chance(0.5) ? .stepper : .field,
      defaultValue: chance(0.5) ? Int.random(in: -3...12, using: &self) : nil,
      minimum: isSlider || chance(0.5) ? .value(range.lowerBound) : anyBound(),
      maximum: isSlider || chance(0.5) ? .value(range.upperBound) : anyBound(),
      supportsNegativeNumbers: chance(0.3))
  }

  private mutating func decimalMetadata() -> NumberMetadata<Double> {
    let isSlider = chance(0.5)
    return NumberMetadata(
      control: isSlider ? .slider : .field, defaultValue: chance(0.5) ? 0.5 : nil,
      minimum: chance(0.5) ? .value(0.25) : anyBound(),
      maximum: isSlider || chance(0.5) ? .value(1) : anyBound(),
      supportsNegativeNumbers: chance(0.3))
  }

  private mutating func anyBound<Number>() -> NumberBound<Number> {
    chance(0.5) ? .absent : .unbounded
  }

  private mutating func stringMetadata() -> StringMetadata {
    StringMetadata(
      defaultValue: chance(0.5) ? text("Oslo") : .none,
      capitalization: chance(0.5) ? "Words" : nil, isMultiline: chance(0.3),
      disablesAutocorrect: chance(0.3))
  }

  private mutating func dateMetadata() -> DateComponentsMetadata {
    let kind = DateComponentsMetadata.Kind.allCases.randomElement(using: &self) ?? .dateTime
    return DateComponentsMetadata(kind: kind, format: chance(0.5) ? "Style" : nil)
  }

  private mutating func durationMetadata() -> TimeIntervalMetadata {
    let unit = chance(0.8) ? DurationUnit.allCases.randomElement(using: &self) : nil
    return TimeIntervalMetadata(
      units: chance(0.7)
        ? .single(unit) : .multiple(standard: .minutes, minimum: .seconds, maximum: .days),
      defaultValue: chance(0.5) ? 5 : nil, minimum: chance(0.5) ? .value(1) : anyBound(),
      maximum: chance(0.5) ? .value(10) : anyBound())
  }

  private mutating func measurementMetadata() -> MeasurementMetadata {
    let dimension = MeasurementDimension.allCases.randomElement(using: &self) ?? .distance
    return MeasurementMetadata(
      dimension: dimension,
      unit: chance(0.5) ? dimension.units.randomElement(using: &self)?.name : nil,
      defaultValue: chance(0.5) ? 12.5 : nil, supportsNegativeNumbers: chance(0.3))
  }
}
