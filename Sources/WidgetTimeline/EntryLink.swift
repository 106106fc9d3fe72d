public import IntentModel

/// Where a tap on a part of an entry leads: WidgetKit's `Link`.
public struct EntryLink: Sendable, Hashable {
  /// What the part says.
  public var label: String

  /// The URL it opens.
  public var url: String

  /// Makes a link.
  public init(label: String, url: String) {
    self.label = label
    self.url = url
  }
}

extension WidgetFamily {
  /// Whether parts of a widget may have links of their own, rather than the whole only.
  ///
  /// That is so from the medium one up.
  public var hasSeveralTapTargets: Bool {
    switch self {
    case .systemMedium, .systemLarge, .systemExtraLarge: true
    case .systemSmall, .accessoryCorner, .accessoryCircular, .accessoryRectangular,
      .accessoryInline:
      false
    }
  }
}

extension EntryContent {
  /// Where a tap leads in a family: on a part, by its index, or elsewhere on the whole.
  ///
  /// nil opens the app with the intent of the widget.
  public func destination(ofPart part: Int? = nil, in family: WidgetFamily) -> String? {
    guard family.hasSeveralTapTargets, let part, links.indices.contains(part) else { return link }
    return links[part].url
  }
}

/// A URL that opens an app at a place, put together from its parts with the escaping of each.
///
///     WidgetURL(scheme: "upnext", host: "event", path: ["a/b"], query: ["day": "1 & 2"]).text
///     // upnext://event/a%2Fb?day=1%20%26%202
///
/// Every byte that is not unreserved in RFC 3986 §2.3 is written as `%` and two digits, so that no
/// part can end itself and begin another.
public struct WidgetURL: Sendable, Hashable {
  /// The scheme, such as `upnext`.
  public var scheme: String

  /// The host, which apps use for the kind of place.
  public var host: String

  /// The segments of the path.
  public var path: [String]

  /// Names and values of the query, in order.
  public var query: [Item]

  /// A name and a value of a query.
  public struct Item: Sendable, Hashable {
    /// The name.
    public var name: String

    /// The value.
    public var value: String
  }

  /// Makes a URL of its parts, none of them escaped.
  ///
  /// - Returns: nil for a scheme that is not a letter followed by letters, digits, `+`, `-` and `.`
  ///   (RFC 3986 §3.1).
  public init?(
    scheme: String, host: String = "", path: [String] = [],
    query: KeyValuePairs<String, String> = [:]
  ) {
    guard Self.isScheme(scheme) else { return nil }
    self.scheme = scheme
    self.host = host
    self.path = path
    self.query = query.map { Item(name: $0.key, value: $0.value) }
  }

  /// The URL as text.
  public var text: String {
    let segments = path.map { "/" + Self.escaped($0) }.joined()
    let items = query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }
    let question = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return "\(scheme)://\(Self.escaped(host))\(segments)\(question)"
  }

  /// A part with every byte escaped that is not unreserved.
  public static func escaped(_ part: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return part.utf8.reduce(into: "") { text, byte in
      if isUnreserved(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }

  /// Whether a text can be a URL: a scheme, a colon, something after it, and only the bytes that
  /// RFC 3986 allows, with two digits after every `%`.
  public static func isURL(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), isScheme(String(text[..<colon])) else {
      return false
    }
    let rest = Array(text[text.index(after: colon)...].utf8)
    guard !rest.isEmpty else { return false }
    return rest.indices.allSatisfy { index in
      guard rest[index] == UInt8(ascii: "%") else {
        return isUnreserved(rest[index]) || reserved.contains(rest[index])
      }
      return index + 2 < rest.count && isDigit(rest[index + 1]) && isDigit(rest[index + 2])
    }
  }

  private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || Set("+-.".utf8).contains($0)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || Set("-._~".utf8).contains(byte)
  }
}
