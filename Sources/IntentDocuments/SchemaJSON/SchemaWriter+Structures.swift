import DefinitionFormats
import IntentModel
import JSONC

/// Values with fixed members, as schemas.
extension SchemaWriter {
  /// An object with text members; the given one is required and not empty.
  static func texts<Key: JSONKey>(_ required: Key) -> JSONValue {
    let members = Key.allCases.map { key in
      let isRequired = key.rawValue == required.rawValue
      return (
        key: key.rawValue, value: text(isMultiline: !isRequired, isRequired: isRequired)
      )
    }
    return object(members, required: [.string(required.rawValue)])
  }

  static func placemark() -> JSONValue {
    typealias Key = ValueKeys.Placemark
    func degrees(_ range: ClosedRange<Int>) -> JSONValue {
      number("number", .integer(range.lowerBound), .integer(range.upperBound))
    }
    let members = Key.allCases.map { key -> (key: String, value: JSONValue) in
      switch key {
      case .latitude: (key: key.rawValue, value: degrees(Placemark.latitudes))
      case .longitude: (key: key.rawValue, value: degrees(Placemark.longitudes))
      default: (key: key.rawValue, value: text(isMultiline: true))
      }
    }
    let coordinates: JSONValue = ["required": ["latitude", "longitude"]]
    let names = Key.allCases.filter { ![.latitude, .longitude].contains($0) }.map {
      key -> JSONValue in
      [
        "required": [.string(key.rawValue)],
        "properties": .object([key.rawValue: ["minLength": 1]]),
      ]
    }
    return object(members).with("anyOf", .array([coordinates] + names))
  }

  static func currency(_ metadata: CurrencyMetadata) -> JSONValue {
    let isCode = { (code: String) in
      code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) }
    }
    let codes = metadata.currencyCodes.filter(isCode).map { JSONValue.string($0) }
    let code =
      metadata.currencyCodes.isEmpty
      ? pattern(#"^[A-Z]{3}(?![\s\S])"#) : JSONValue(enumOf: codes)
    return object(
      [
        (
          key: "amount",
          value: pattern(#"^-?(?=[0-9.]{1,40}(?![\s\S]))[0-9]+(?:\.[0-9]+)?(?![\s\S])"#)
        ),
        (key: "currencyCode", value: code),
      ], required: ["amount", "currencyCode"])
  }

  static func measurement(_ metadata: MeasurementMetadata) -> JSONValue {
    let isSigned = metadata.supportsNegativeNumbers || metadata.dimension.isSigned
    let units = metadata.dimension.units.map { JSONValue.string($0.symbol) }
    return object(
      [
        (key: "value", value: number("number", isSigned ? nil : 0, nil)),
        (key: "unit", value: .init(enumOf: units)),
      ], required: ["value", "unit"])
  }

  static func dateComponents(_ kind: DateComponentsMetadata.Kind) -> JSONValue {
    let components = IntentDateComponent.allCases.filter { $0.belongs(to: kind) }
    let members = components.map { component in
      let range = component.range
      return (
        key: component.rawValue,
        value: number("integer", .integer(range.lowerBound), .integer(range.upperBound))
      )
    }
    let whole = object(members).with("minProperties", 1)
    return kind == .time ? whole : whole.with("allOf", .array(dayRules))
  }

  /// The numbers of days in months; 29 February is valid if the year is missing.
  private static let dayRules: [JSONValue] = {
    func most(_ day: Int, if condition: JSONValue) -> JSONValue {
      ["if": condition, "then": ["properties": ["day": ["maximum": .integer(day)]]]]
    }
    let isLeap: JSONValue = [
      "anyOf": [
        ["multipleOf": 400], ["multipleOf": 4, "not": ["multipleOf": 100]],
      ]
    ]
    return [
      most(30, if: ["properties": ["month": ["enum": [4, 6, 9, 11]]], "required": ["month"]]),
      most(29, if: ["properties": ["month": ["const": 2]], "required": ["month"]]),
      most(
        28,
        if: [
          "properties": ["month": ["const": 2], "year": ["not": isLeap]],
          "required": ["month", "year"],
        ]),
    ]
  }()
}

extension JSONValue {
  /// The object with an additional member.
  fileprivate func with(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members.append(key: key, value: value)
    return .object(members)
  }
}
