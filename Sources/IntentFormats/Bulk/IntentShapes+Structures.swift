import IntentModel
import JSONC

/// Values that are JSON objects with members of their own.
extension IntentShapes {
  /// Texts by their keys, the first one required and not empty.
  private mutating func texts<Key: JSONKey>(_ required: Key) -> JSONShape.Kind {
    let members = Key.allCases.map { key in
      JSONShape.Member(
        key.rawValue,
        shape.add(
          .text(
            key.rawValue == required.rawValue ? Self.requiredText : Self.text(isMultiline: true))),
        isRequired: key.rawValue == required.rawValue)
    }
    return shape.add(.object(members, whole: nil))
  }

  mutating func person() -> JSONShape.Kind { texts(ValueKeys.Person.name) }

  mutating func paymentMethod() -> JSONShape.Kind { texts(ValueKeys.PaymentMethod.kind) }

  mutating func speakable() -> JSONShape.Kind { texts(ValueKeys.Speakable.spokenPhrase) }

  mutating func placemark() -> JSONShape.Kind {
    typealias Key = ValueKeys.Placemark
    let keys = Key.allCases
    let members = keys.map { key in
      let kind =
        switch key {
        case .latitude: number(-90, 90)
        case .longitude: number(-180, 180)
        default: shape.add(.text(Self.text(isMultiline: true)))
        }
      return JSONShape.Member(key.rawValue, kind)
    }
    let coordinates = keys.indices.filter { [.latitude, .longitude].contains(keys[$0]) }
    let places = keys.indices
    let rule = JSONMembersRule(
      certainty: .init(all: Self.bits(coordinates)),
      decides: { members in
        coordinates.allSatisfy { members.isPresent($0) }
          || places.contains { members.hasText($0) }
      })
    return shape.add(.object(members, whole: rule))
  }

  mutating func measurement(_ metadata: MeasurementMetadata) -> JSONShape.Kind {
    typealias Key = ValueKeys.Measurement
    let isSigned = metadata.supportsNegativeNumbers || metadata.dimension.isSigned
    let members = [
      JSONShape.Member(Key.value.rawValue, number(isSigned ? nil : 0, nil), isRequired: true),
      JSONShape.Member(
        Key.unit.rawValue, shape.add(.choice(metadata.dimension.units.map(\.symbol))),
        isRequired: true),
    ]
    return shape.add(.object(members, whole: nil))
  }

  mutating func currency(_ metadata: CurrencyMetadata) -> JSONShape.Kind {
    typealias Key = ValueKeys.Currency
    let amount = JSONTextRule(accepts: { text in
      text.isPlainAmount || CurrencyAmount(amount: text.string, currencyCode: "").hasDecimalAmount
    })
    let known = metadata.currencyCodes.filter {
      IntentSchema.currencyIssues(.init(amount: "0", currencyCode: $0), metadata, at: .root).isEmpty
    }
    let code = JSONTextRule(accepts: { text in
      let amount = CurrencyAmount(amount: "0", currencyCode: text.string)
      return IntentSchema.currencyIssues(amount, metadata, at: .root).isEmpty
    })
    let codeRule = known.isEmpty ? JSONShape.Rule.text(code) : .choice(known)
    let members = [
      JSONShape.Member(Key.amount.rawValue, shape.add(.text(amount)), isRequired: true),
      JSONShape.Member(Key.currencyCode.rawValue, shape.add(codeRule), isRequired: true),
    ]
    return shape.add(.object(members, whole: nil))
  }

  mutating func dateComponents(_ kind: DateComponentsMetadata.Kind) -> JSONShape.Kind {
    let components = IntentDateComponent.allCases.filter { $0.belongs(to: kind) }
    let members = components.map {
      JSONShape.Member($0.rawValue, shape.add(.integer($0.range)))
    }
    let year = components.firstIndex(of: .year)
    let month = components.firstIndex(of: .month)
    let day = components.firstIndex(of: .day)
    let rule = JSONMembersRule(
      certainty: .init(
        any: Self.bits(Array(components.indices)),
        notAll: Self.bits([month, day].compactMap(\.self))),
      decides: { values in
        guard components.indices.contains(where: { values.isPresent($0) }) else { return false }
        guard let month = month.flatMap({ values.integer($0) }),
          let day = day.flatMap({ values.integer($0) })
        else { return true }
        return IntentSchema.isDay(day, of: month, year: year.flatMap { values.integer($0) })
      })
    return shape.add(.object(members, whole: rule))
  }

  private static func bits(_ places: [Int]) -> UInt64 {
    places.reduce(0) { $0 | 1 << UInt64($1) }
  }

  mutating func url(_ type: ParameterType) -> JSONShape.Kind {
    let rule = JSONTextRule(accepts: { $0.isPlainURL || IntentURL.isValid($0.string) })
    return shape.add(.text(rule))
  }

  mutating func duration(_ metadata: TimeIntervalMetadata) -> JSONShape.Kind {
    let (lower, upper) = (metadata.lowerLimit, metadata.upperLimit ?? .infinity)
    let rule = JSONTextRule(
      accepts: { text in
        let seconds =
          ISO8601Duration.canonicalSeconds(of: text).map(Double.init)
          ?? ISO8601Duration.seconds(of: text.string)
        guard let seconds, seconds.isFinite else { return false }
        return seconds >= lower && seconds <= upper
      },
      canonical: { text in
        guard ISO8601Duration.canonicalSeconds(of: text) == nil else { return nil }
        return ISO8601Duration.seconds(of: text.string).flatMap {
          ISO8601Duration.text(ofSeconds: $0)
        }
      })
    return shape.add(.text(rule))
  }
}
