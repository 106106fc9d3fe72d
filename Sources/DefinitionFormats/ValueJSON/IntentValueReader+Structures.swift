package import IntentModel
package import JSONC
package import Messages

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values that are JSON objects.
extension IntentValueReader {
  mutating func structure(
    _ members: JSONObject, type: ParameterType, at path: IntentPath
  ) -> IntentValue? {
    switch type {
    case .object: object(members, type: schema?.objectType(of: type), at: path)
    case .dateComponents: dateComponents(members, at: path)
    case .placemark: placemark(members, at: path)
    case .person: person(members, at: path)
    case .currencyAmount: currency(members, at: path)
    case .paymentMethod: paymentMethod(members, at: path)
    case .speakableString: speakable(members, at: path)
    case .measurement: measurement(members, at: path)
    default: nil
    }
  }

  /// A member by its key, with a check of its kind; nil with an issue if it is missing or invalid.
  package mutating func required<Value>(
    _ key: some JSONKey, of members: JSONObject, at path: IntentPath, _ kind: Message,
    _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard members[key.rawValue] != nil else {
      report(.missingMember(key.rawValue), at: path)
      return nil
    }
    return optional(key, of: members, at: path, kind, read)
  }

  /// A member by its key, with a check of its kind; nil if it is missing.
  mutating func optional<Value>(
    _ key: some JSONKey, of members: JSONObject, at path: IntentPath, _ kind: Message,
    _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let json = members[key.rawValue] else { return nil }
    if let value = read(json) { return value }
    report(.wrongType(expected: kind, found: json.shown), at: path.appending(key.rawValue))
    return nil
  }

  package mutating func requiredText(
    _ key: some JSONKey, of members: JSONObject, at path: IntentPath
  ) -> String? {
    required(key, of: members, at: path, .aString, \.stringValue)
  }

  package mutating func text(
    _ key: some JSONKey, of members: JSONObject, at path: IntentPath
  ) -> String? {
    optional(key, of: members, at: path, .aString, \.stringValue)
  }

  package mutating func number(
    _ key: some JSONKey, of members: JSONObject, at path: IntentPath
  ) -> Double? {
    optional(key, of: members, at: path, .aNumber, \.doubleValue)
  }

  package mutating func refuseAllBut(_ keys: [String], of members: JSONObject, at path: IntentPath)
  {
    for member in members where !keys.contains(member.key) {
      report(.unknownMember(member.key, choices: keys), at: path.appending(member.key))
    }
  }

  package mutating func refuseAllBut<Key: JSONKey>(
    _ keys: Key.Type, of members: JSONObject, at path: IntentPath
  ) {
    refuseAllBut(Key.allCases.map { $0.rawValue }, of: members, at: path)
  }

  private mutating func dateComponents(
    _ members: JSONObject, at path: IntentPath
  ) -> IntentValue? {
    refuseAllBut(IntentDateComponent.allCases.map(\.rawValue), of: members, at: path)
    var components = DateComponents()
    for component in IntentDateComponent.allCases {
      guard let json = members[component.rawValue] else { continue }
      if let number = json.intValue {
        components[component] = number
      } else {
        report(
          .wrongType(expected: .aWholeNumber, found: json.shown),
          at: path.appending(component.rawValue))
      }
    }
    return .dateComponents(components)
  }

  private mutating func placemark(_ members: JSONObject, at path: IntentPath) -> IntentValue? {
    typealias Key = ValueKeys.Placemark
    refuseAllBut(Key.self, of: members, at: path)
    let place = Placemark(
      name: text(Key.name, of: members, at: path),
      latitude: number(Key.latitude, of: members, at: path),
      longitude: number(Key.longitude, of: members, at: path),
      street: text(Key.street, of: members, at: path),
      city: text(Key.city, of: members, at: path),
      state: text(Key.state, of: members, at: path),
      postalCode: text(Key.postalCode, of: members, at: path),
      country: text(Key.country, of: members, at: path))
    return .placemark(place)
  }

  private mutating func person(_ members: JSONObject, at path: IntentPath) -> IntentValue? {
    typealias Key = ValueKeys.Person
    refuseAllBut(Key.self, of: members, at: path)
    let name = requiredText(Key.name, of: members, at: path)
    let identifier = text(Key.identifier, of: members, at: path)
    let handle = text(Key.handle, of: members, at: path)
    return name.map { .person(Person(name: $0, identifier: identifier, handle: handle)) }
  }

  private mutating func currency(_ members: JSONObject, at path: IntentPath) -> IntentValue? {
    typealias Key = ValueKeys.Currency
    refuseAllBut(Key.self, of: members, at: path)
    let amount = requiredText(Key.amount, of: members, at: path)
    let code = requiredText(Key.currencyCode, of: members, at: path)
    guard let amount, let code else { return nil }
    return .currencyAmount(CurrencyAmount(amount: amount, currencyCode: code))
  }

  private mutating func paymentMethod(_ members: JSONObject, at path: IntentPath) -> IntentValue? {
    typealias Key = ValueKeys.PaymentMethod
    refuseAllBut(Key.self, of: members, at: path)
    let kind = requiredText(Key.kind, of: members, at: path)
    let name = text(Key.name, of: members, at: path)
    let hint = text(Key.identificationHint, of: members, at: path)
    return kind.map {
      .paymentMethod(PaymentMethod(kind: $0, name: name, identificationHint: hint))
    }
  }

  private mutating func speakable(_ members: JSONObject, at path: IntentPath) -> IntentValue? {
    typealias Key = ValueKeys.Speakable
    refuseAllBut(Key.self, of: members, at: path)
    let phrase = requiredText(Key.spokenPhrase, of: members, at: path)
    let hint = text(Key.pronunciationHint, of: members, at: path)
    let identifier = text(Key.vocabularyIdentifier, of: members, at: path)
    return phrase.map {
      .speakableString(
        SpeakableString(
          spokenPhrase: $0, pronunciationHint: hint, vocabularyIdentifier: identifier))
    }
  }

  private mutating func measurement(_ members: JSONObject, at path: IntentPath) -> IntentValue? {
    typealias Key = ValueKeys.Measurement
    refuseAllBut(Key.self, of: members, at: path)
    let value = required(Key.value, of: members, at: path, .aNumber, \.doubleValue)
    let unit = requiredText(Key.unit, of: members, at: path)
    guard let value, let unit else { return nil }
    return .measurement(.init(value: value, unit: unit))
  }
}
