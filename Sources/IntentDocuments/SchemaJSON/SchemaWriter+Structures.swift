import IntentModel
import JSONC
import JSONCodings

/// Values with fixed members, as schemas.
extension SchemaWriter {
  /// An object with the members of a coding.
  static func structure(_ coding: ValueCoding) -> JSONValue {
    let whole = object(
      coding.members.map { (key: $0.key, value: content($0.content)) },
      required: coding.members.filter(\.isRequired).map { .string($0.key) })
    guard !coding.alternatives.isEmpty else { return whole }
    let texts = Set(coding.members.filter { !$0.content.isNumber }.map(\.key))
    let groups = coding.alternatives.map { keys -> JSONValue in
      let given = keys.filter(texts.contains).map {
        (key: $0, value: ["minLength": 1] as JSONValue)
      }
      let required = JSONObject([(key: "required", value: .array(keys.map { .string($0) }))])
      return given.isEmpty
        ? .object(required) : JSONValue.object(required).with("properties", .object(.init(given)))
    }
    return whole.with("anyOf", .array(groups))
  }

  private static func content(_ content: ValueCoding.Content) -> JSONValue {
    switch content {
    case .line: text(isMultiline: false, isRequired: true)
    case .text: text(isMultiline: true)
    case .number(let lower, let upper, _):
      number("number", lower.map { .init(shortest: $0) }, upper.map { .init(shortest: $0) })
    case .amount:
      pattern(
        "^-?(?=[0-9.]{1,\(CurrencyAmount.maximumLength)}\(end))[0-9]+(?:\\.[0-9]+)?\(end)")
    case .currencyCode(let stated):
      stated.isEmpty
        ? pattern("^[A-Z]{3}\(end)")
        : JSONValue(enumOf: stated.filter(\.isCurrencyCode).map { .string($0) })
    case .unit(let dimension):
      .init(enumOf: dimension.units.map { .string($0.symbol) })
    }
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
  ///
  /// `CivilDate.isLeap` has the same rule for leap years, but a schema cannot call it.
  private static let dayRules: [JSONValue] = {
    typealias Key = IntentDateComponent
    let (year, month) = (Key.year.rawValue, Key.month.rawValue)
    func maximum(_ day: Int, if members: JSONObject) -> JSONValue {
      let required = JSONValue.array(members.map { .string($0.key) })
      return [
        "if": ["properties": .object(members), "required": required],
        "then": ["properties": [Key.day.rawValue: ["maximum": .integer(day)]]],
      ]
    }
    let isLeap: JSONValue = [
      "anyOf": [
        ["multipleOf": 400], ["multipleOf": 4, "not": ["multipleOf": 100]],
      ]
    ]
    let months = (1...12).filter { CivilDate.dayCount(year: 2_000, month: $0) == 30 }
    return [
      maximum(30, if: [month: ["enum": .array(months.map { .integer($0) })]]),
      maximum(29, if: [month: ["const": 2]]),
      maximum(28, if: [month: ["const": 2], year: ["not": isLeap]]),
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
