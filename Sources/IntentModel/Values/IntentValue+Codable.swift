#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension IntentValue: Codable {
  /// The kinds of values.
  private enum Kind: String, CodingKey, CaseIterable {
    case boolean, integer, decimal, string, enumeration, object, dateComponents, timeInterval, url
    case placemark, person, file, currencyAmount, paymentMethod, speakableString, measurement, array
  }

  /// Writes an object with one member, whose key is the kind: `{"integer": 3}`.
  public func encode(to encoder: any Encoder) throws {
    var member = encoder.container(keyedBy: Kind.self)
    switch self {
    case .boolean(let value): try member.encode(value, forKey: .boolean)
    case .integer(let value): try member.encode(value, forKey: .integer)
    case .decimal(let value): try member.encode(value, forKey: .decimal)
    case .string(let value): try member.encode(value, forKey: .string)
    case .enumeration(let value): try member.encode(value, forKey: .enumeration)
    case .object(let value): try member.encode(value, forKey: .object)
    case .dateComponents(let value): try member.encode(value, forKey: .dateComponents)
    case .timeInterval(let value): try member.encode(value, forKey: .timeInterval)
    case .url(let value): try member.encode(value, forKey: .url)
    case .placemark(let value): try member.encode(value, forKey: .placemark)
    case .person(let value): try member.encode(value, forKey: .person)
    case .file(let value): try member.encode(value, forKey: .file)
    case .currencyAmount(let value): try member.encode(value, forKey: .currencyAmount)
    case .paymentMethod(let value): try member.encode(value, forKey: .paymentMethod)
    case .speakableString(let value): try member.encode(value, forKey: .speakableString)
    case .measurement(let value): try member.encode(value, forKey: .measurement)
    case .array(let value): try member.encode(value, forKey: .array)
    }
  }

  /// Reads an object with one member, whose key is the kind.
  ///
  /// - Throws: `DecodingError` for any other object.
  public init(from decoder: any Decoder) throws {
    let member = try decoder.container(keyedBy: Kind.self)
    guard member.allKeys.count == 1, let kind = member.allKeys.first else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "A value has one member, which names its kind."))
    }
    switch kind {
    case .boolean: self = .boolean(try member.decode(Bool.self, forKey: kind))
    case .integer: self = .integer(try member.decode(Int.self, forKey: kind))
    case .decimal: self = .decimal(try member.decode(Double.self, forKey: kind))
    case .string: self = .string(try member.decode(String.self, forKey: kind))
    case .enumeration: self = .enumeration(try member.decode(String.self, forKey: kind))
    case .object: self = .object(try member.decode(IntentObject.self, forKey: kind))
    case .dateComponents:
      self = .dateComponents(try member.decode(DateComponents.self, forKey: kind))
    case .timeInterval: self = .timeInterval(try member.decode(Double.self, forKey: kind))
    case .url: self = .url(try member.decode(String.self, forKey: kind))
    case .placemark: self = .placemark(try member.decode(Placemark.self, forKey: kind))
    case .person: self = .person(try member.decode(Person.self, forKey: kind))
    case .file: self = .file(try member.decode(String.self, forKey: kind))
    case .currencyAmount:
      self = .currencyAmount(try member.decode(CurrencyAmount.self, forKey: kind))
    case .paymentMethod: self = .paymentMethod(try member.decode(PaymentMethod.self, forKey: kind))
    case .speakableString:
      self = .speakableString(try member.decode(SpeakableString.self, forKey: kind))
    case .measurement: self = .measurement(try member.decode(IntentMeasurement.self, forKey: kind))
    case .array: self = .array(try member.decode([IntentValue].self, forKey: kind))
    }
  }
}
