#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension IntentValue: Codable {
  /// The kind of a value, as the key of a member.
  private struct Tag: CodingKey {
    /// The kind; nil for an array.
    let kind: ValueKind?

    private static let array = "array"

    init(_ kind: ValueKind?) { self.kind = kind }

    init?(stringValue: String) {
      kind = ValueKind(rawValue: stringValue)
      if kind == nil, stringValue != Self.array { return nil }
    }

    init?(intValue: Int) { return nil }

    var stringValue: String { kind?.rawValue ?? Self.array }
    var intValue: Int? { nil }
  }

  /// Writes an object with one member whose key is the kind: `{"integer": 3}`.
  public func encode(to encoder: any Encoder) throws {
    var member = encoder.container(keyedBy: Tag.self)
    let tag = Tag(kind)
    switch self {
    case .timeInterval(let seconds): try member.encode(seconds, forKey: tag)
    case .array(let values): try member.encode(values, forKey: tag)
    default:
      let value: (any Encodable)? =
        plainText ?? kind?.facts.type.init(intentValue: self) as? any Encodable
      if let value { try member.encode(value, forKey: tag) }
    }
  }

  /// Reads an object with one member whose key is the kind.
  ///
  /// - Throws: `DecodingError` for any other object.
  public init(from decoder: any Decoder) throws {
    let member = try decoder.container(keyedBy: Tag.self)
    func problem(_ text: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }
    guard member.allKeys.count == 1, let tag = member.allKeys.first else {
      throw problem("A value must have exactly one member, which names its kind.")
    }
    switch tag.kind {
    case .timeInterval: self = .timeInterval(try member.decode(Double.self, forKey: tag))
    case nil: self = .array(try member.decode([IntentValue].self, forKey: tag))
    case let kind?:
      if let make = kind.madeOfText {
        self = make(try member.decode(String.self, forKey: tag))
        return
      }
      guard let type = kind.facts.type as? any (IntentValueRepresentable & Decodable).Type else {
        throw problem("A value of this kind cannot be decoded.")
      }
      self = try member.decode(type, forKey: tag).intentValue
    }
  }
}
