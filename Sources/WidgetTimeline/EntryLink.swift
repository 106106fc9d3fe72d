public import IntentModel
import Messages

/// What a tap on a part of an entry opens: WidgetKit's `Link`.
public struct EntryLink: Sendable, Hashable {
  /// The label of the part.
  public var label: String

  /// The URL that the part opens.
  public var url: String

  /// Makes a link.
  public init(label: String, url: String) {
    self.label = label
    self.url = url
  }
}

extension WidgetFamily {
  /// The smallest family in which parts of a widget can have separate links.
  package static let smallestWithLinks = WidgetFamily.systemMedium

  /// Whether parts of a widget can have separate links.
  ///
  /// They can in ``systemMedium`` and in larger families; other families have only one link for the
  /// whole widget. For an unknown family, this is not known, so its links are kept.
  public var hasSeveralTapTargets: Bool {
    switch self {
    case .systemSmall, .accessoryCorner, .accessoryCircular, .accessoryRectangular,
      .accessoryInline:
      false
    default: true
    }
  }
}

extension EntryContent {
  /// What opens when a person taps the part with the given index, or, without an index, elsewhere.
  ///
  /// If the result is nil, the tap opens the app with the widget's intent.
  public func destination(ofPart part: Int? = nil, in family: WidgetFamily) -> String? {
    guard family.hasSeveralTapTargets, let part, links.indices.contains(part) else { return link }
    return links[part].url
  }
}

/// A URL that opens a location in an app, assembled from parts that are each escaped separately.
///
///     WidgetURL(scheme: "upnext", host: "event", path: ["a/b"], query: ["day": "1 & 2"]).text
///     // upnext://event/a%2Fb?day=1%20%26%202
///
/// Every byte that is not unreserved in RFC 3986 §2.3 is written as `%` and two hexadecimal digits,
/// so that no part can end early or start another one.
public struct WidgetURL: Sendable, Hashable {
  /// The scheme, such as `upnext`.
  public var scheme: String

  /// The host, by which apps distinguish the kinds of location.
  public var host: String

  /// The segments of the path.
  public var path: [String]

  /// The names and values in the query, in order.
  public var query: [Item]

  /// A name and a value in a query.
  public struct Item: Sendable, Hashable {
    /// The name.
    public var name: String

    /// The value.
    public var value: String
  }

  /// Makes a URL from its parts, none of which is escaped yet.
  ///
  /// - Returns: nil unless the scheme is a letter followed by letters, digits, `+`, `-` and `.`
  ///   (RFC 3986 §3.1).
  public init?(
    scheme: String, host: String = "", path: [String] = [],
    query: KeyValuePairs<String, String> = [:]
  ) {
    guard IntentURL.isScheme(scheme) else { return nil }
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

  /// A part in which every byte that is not unreserved is escaped.
  public static func escaped(_ part: String) -> String {
    part.percentEncoded
  }

  /// Whether a text can be a URL.
  ///
  /// It has a scheme, a colon, at least one byte after it, and only the bytes that RFC 3986 allows,
  /// with two hexadecimal digits after every `%`.
  public static func isURL(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), IntentURL.isScheme(text[..<colon]) else {
      return false
    }
    let rest = Array(text[text.index(after: colon)...].utf8)
    guard !rest.isEmpty else { return false }
    return rest.indices.allSatisfy { index in
      guard rest[index] == UInt8(ascii: "%") else {
        return rest[index].isUnreserved || reserved.contains(rest[index])
      }
      return index + 2 < rest.count && [UInt8](hexadecimal: rest[index + 1...index + 2]) != nil
    }
  }

  private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)
}
