public import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random valid values of a type.
extension SeededGenerator {
  /// A valid value of a type, from small pools; nil if the type has no values.
  ///
  /// Numbers include the limits of their ranges; texts have accents, quotes and emoji.
  public mutating func validValue(
    ofType type: ParameterType, in schema: IntentSchema
  ) -> IntentValue? {
    switch type {
    case .boolean: .boolean(chance(0.5))
    case .integer(let metadata): .integer(integer(metadata))
    case .decimal(let metadata): .decimal(decimal(metadata))
    case .string(let metadata): .string(words(isMultiline: metadata.isMultiline))
    case .speakableString: .speakableString(SpeakableString(spokenPhrase: name()))
    case .enumeration:
      schema.enumeration(of: type)?.choices.randomElement(using: &self).map {
        .enumeration($0.name)
      }
    case .object: .object(object(schema.objectType(of: type), in: schema))
    case .dateComponents(let metadata): .dateComponents(components(metadata.kind))
    case .timeInterval(let metadata): .timeInterval(duration(metadata))
    case .url: .url(["https://example.org/a", "mailto:ann@example.org"][index(2)])
    case .file: .file(["/tmp/a b.png", "file:///var/log"][index(2)])
    case .placemark: .placemark(placemark())
    case .person: .person(Person(name: name(), handle: chance(0.5) ? "ann@example.org" : nil))
    case .paymentMethod: .paymentMethod(PaymentMethod(kind: ["credit", "debit"][index(2)]))
    case .currencyAmount(let metadata): .currencyAmount(amount(metadata))
    case .measurement(let metadata): .measurement(measurement(metadata))
    case .other: nil
    }
  }

  private mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  private mutating func name() -> String {
    ["Oslo", "Ann", "Zürich", "東京", "O’Neil \"Jr\"", "👩‍🚀"][index(6)]
  }

  private mutating func words(isMultiline: Bool) -> String {
    if chance(0.1) { return "" }
    return isMultiline && chance(0.5) ? name() + "\n" + name() : name()
  }

  private mutating func integer(_ metadata: NumberMetadata<Int>) -> Int {
    let lower = metadata.lowerLimit ?? min(-4, metadata.upperLimit ?? 0)
    // If the limits exclude every number, the number is one that is rejected.
    let upper = max(lower, metadata.upperLimit ?? max(12, lower))
    return chance(0.2) ? (chance(0.5) ? lower : upper) : Int.random(in: lower...upper, using: &self)
  }

  private mutating func decimal(_ metadata: NumberMetadata<Double>) -> Double {
    let lower = metadata.lowerLimit ?? min(-1, metadata.upperLimit ?? 0)
    let upper = metadata.upperLimit ?? max(2, lower)
    return lower + (upper - lower) * Double(index(5)) / 4
  }

  private mutating func duration(_ metadata: TimeIntervalMetadata) -> Double {
    let upper = metadata.upperLimit ?? max(86_400, metadata.lowerLimit)
    return metadata.lowerLimit + ((upper - metadata.lowerLimit) * Double(index(5)) / 4).rounded()
  }

  private mutating func object(
    _ type: IntentObjectType?, in schema: IntentSchema
  ) -> IntentObject {
    let identifier = ["work", "home", "Europe/Oslo"][index(3)]
    var object = IntentObject(
      identifier: identifier, display: name(), subtitle: chance(0.3) ? name() : nil)
    for property in type?.ownProperties ?? [] where chance(0.5) {
      // Nested objects have no object properties, because a type can refer to itself.
      if case .object = property.type { continue }
      guard let value = validValue(ofType: property.type, in: schema) else { continue }
      object.properties[property.name] = property.supportsMultipleValues ? .array([value]) : value
    }
    return object
  }

  private mutating func components(_ kind: DateComponentsMetadata.Kind) -> DateComponents {
    var components = DateComponents()
    for component in IntentDateComponent.allCases where component.belongs(to: kind) {
      guard chance(0.7) else { continue }
      let range = component.range
      components[component] =
        component == .day ? 1 + index(28) : Int.random(in: range, using: &self)
    }
    if IntentDateComponent.allCases.allSatisfy({ components[$0] == nil }) {
      components[kind == .time ? .hour : .year] = 12
    }
    return components
  }

  private mutating func placemark() -> Placemark {
    var place = Placemark(name: name(), city: chance(0.5) ? name() : nil)
    if chance(0.5) {
      place.latitude = Double(index(181)) - 90
      place.longitude = Double(index(361)) - 180
    }
    return place
  }

  private mutating func amount(_ metadata: CurrencyMetadata) -> CurrencyAmount {
    let code = metadata.currencyCodes.randomElement(using: &self) ?? ["NOK", "JPY"][index(2)]
    return CurrencyAmount(
      amount: ["12.50", "-3", "0", "1000000000000.01"][index(4)], currencyCode: code)
  }

  private mutating func measurement(_ metadata: MeasurementMetadata) -> IntentMeasurement {
    let units = metadata.dimension.units
    return IntentMeasurement(value: Double(index(9)) / 4, unit: units[index(units.count)].symbol)
  }
}
