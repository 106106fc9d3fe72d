#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sample answers that cover everything that a parameter can hold.
///
/// They include each case, both ends of each range, each kind of text and date, and arrays of
/// several lengths. Sample objects have no properties.
package struct AnswerSamples {
  private let old: IntentSchema
  private let new: IntentSchema

  /// Makes samples of answers under one definition that are to be moved to another definition.
  package init(from old: IntentSchema, to new: IntentSchema) {
    self.old = old
    self.new = new
  }

  /// The single values of a parameter; each is valid under the old definition.
  package func elements(of type: ParameterType, towards other: ParameterType) -> [IntentValue] {
    values(of: type, towards: other).filter {
      old.issues(with: $0, type: type, at: .root).isEmpty
    }
  }

  /// The answers that consist of the given values.
  package func answers(of elements: [IntentValue], isArray: Bool) -> [IntentValue] {
    guard isArray else { return elements }
    let pairs = elements.first.map { [IntentValue.array([$0, elements.last ?? $0])] } ?? []
    return [.array([])] + elements.map { .array([$0]) } + pairs
  }

  /// Whether a property of an object can have a value: it is an array, or there are samples of its
  /// type.
  func canHaveValue(_ property: IntentObjectType.Property) -> Bool {
    property.supportsMultipleValues || !values(of: property.type, towards: nil).isEmpty
  }

  private func values(of type: ParameterType, towards other: ParameterType?) -> [IntentValue] {
    switch type {
    case .boolean: [.boolean(false), .boolean(true)]
    case .integer: numbers(type, other).compactMap { Int(exactly: $0) }.map { .integer($0) }
    case .decimal: numbers(type, other).map { .decimal($0) }
    case .timeInterval: numbers(type, other).map { .timeInterval($0) }
    case .string: texts(towards: other).map { .string($0) }
    case .speakableString:
      texts(towards: other).map { .speakableString(SpeakableString(spokenPhrase: $0)) }
    case .enumeration: cases(of: type, towards: other).map { .enumeration($0) }
    case .object: [.object(IntentObject(identifier: "i", display: "I"))]
    case .dateComponents: Self.dates.map { .dateComponents($0) }
    case .placemark:
      [.placemark(Placemark(name: "Oslo")), .placemark(Placemark(latitude: 1, longitude: 1))]
    case .currencyAmount(let metadata): money(metadata, towards: other)
    case .measurement(let metadata):
      metadata.dimension.units.flatMap { unit in
        [1, -1].map { IntentValue.measurement(.init(value: $0, unit: unit.symbol)) }
      }
    default: [type.kind?.facts.example ?? type.coding?.example].compactMap(\.self)
    }
  }

  /// Numbers at and around both ends of both ranges, with and without fractions.
  private func numbers(_ type: ParameterType, _ other: ParameterType?) -> [Double] {
    var numbers: [Double] = []
    for range in [type.range, other?.range] {
      for case let end? in [range?.lower, range?.upper] {
        numbers += [end, end - 1, end + 1, end - 0.5, end + 0.5]
      }
    }
    // For a range without an end, they include large numbers that are still integers.
    return numbers + [0, 1, 2.5, 1e9, -1e9, 0x1p52, -0x1p52]
  }

  private func texts(towards other: ParameterType?) -> [String] {
    let cases = (other.flatMap { new.enumeration(of: $0) }?.choices ?? []).map(\.name)
    let ends = [other?.range?.lower, other?.range?.upper].compactMap { $0?.shortest }
    return ["a text", "", "two\nlines", "3", "2.5", "-4", "https://example.org/a"] + ends + cases
  }

  private func cases(of type: ParameterType, towards other: ParameterType?) -> [String] {
    guard let enumeration = old.enumeration(of: type) else {
      // The cases of Apple's own enums are unknown, so the new cases and one unknown case are used.
      let known = (other.flatMap { new.enumeration(of: $0) }?.choices ?? []).map(\.name)
      return known + ["anotherCase"]
    }
    return enumeration.choices.map(\.name)
  }

  private static var dates: [DateComponents] {
    let day = DateComponents(year: 2026, month: 2, day: 3)
    let time = DateComponents(hour: 7, minute: 30)
    let both = DateComponents(year: 2026, month: 2, day: 3, hour: 7, minute: 30)
    return [day, time, both]
  }

  private func money(_ metadata: CurrencyMetadata, towards other: ParameterType?) -> [IntentValue] {
    var others: [String] = []
    if case .currencyAmount(let metadata)? = other { others = metadata.offeredCodes }
    return (metadata.offeredCodes + others + ["EUR", "XTS"]).map {
      .currencyAmount(CurrencyAmount(amount: "1.50", currencyCode: $0))
    }
  }
}
