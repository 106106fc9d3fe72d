/// A web service that responds with JSON.
public struct HTTPSource: Sendable, Hashable {
  /// The URL: a template that can contain names in braces, such as `{search}`, `{cursor}`,
  /// `{family}` and the names of parameters.
  ///
  /// For a timeline, `{date}` is the date for which the timeline is requested, in RFC 3339 form.
  public var url: String

  /// The headers of the request, by name.
  public var headers: [String: String]

  /// The headers with secret values: for each, the environment variable that contains the value.
  public var environmentHeaders: [String: String]

  /// Where the choices are in the response; nil if the response is a collection.
  public var mapping: OptionsMapping?

  /// The maximum number of pages to fetch, at most ``SourceDescription/maximumPages``; nil for
  /// ``SourceDescription/usualPages``.
  public var pages: Int?

  /// The timeout of the request, more than 0, at most ``SourceDescription/maximumTimeout``; nil for
  /// the default.
  public var timeout: Duration?

  /// The URL for stored choices, in which `{identifiers}` stands for their identifiers, separated
  /// by commas; nil if they are looked up in the whole list.
  public var resolve: String?

  /// The URL for the initial choices of a new widget; nil for none.
  public var defaults: String?

  package static let https = "https://"
  package static let http = "http://"

  /// The prefixes of a web service's URL.
  package static let beginnings = [https, http]

  /// Whether a text begins like the URL of a web service.
  package static func isURL(_ text: String) -> Bool { beginnings.contains { text.hasPrefix($0) } }

  /// Makes a description.
  public init(
    url: String, headers: [String: String] = [:], environmentHeaders: [String: String] = [:],
    mapping: OptionsMapping? = nil, pages: Int? = nil, timeout: Duration? = nil,
    resolve: String? = nil, defaults: String? = nil
  ) {
    self.url = url
    self.headers = headers
    self.environmentHeaders = environmentHeaders
    self.mapping = mapping
    self.pages = pages
    self.timeout = timeout
    self.resolve = resolve
    self.defaults = defaults
  }
}

/// Where the parts of a collection are in a response with a different structure, as JSON pointers
/// (RFC 6901).
///
/// Without ``sections``, ``items`` is relative to the whole response; with it, to each section.
/// ``title`` is relative to each section, ``cursor`` to the whole response, and all others to each
/// item.
public struct OptionsMapping: Sendable, Hashable {
  /// The array of items.
  public var items: String

  /// The array of sections; nil if there are none.
  public var sections: String?

  /// The title of a section.
  public var title: String?

  /// The title of an item's section; the sections are in the order of their first items.
  public var section: String?

  /// The identifier of an item, a text or a number.
  public var identifier: String

  /// The display text of an item; nil for the identifier.
  public var display: String?

  /// The subtitle of an item.
  public var subtitle: String?

  /// The symbol of an item.
  public var symbol: String?

  /// The properties of an item, by their names in its type.
  public var properties: [String: String]

  /// The reference to the next page: a URL or a value.
  ///
  /// It replaces `{cursor}` in the source's URL; without `{cursor}` there, it is the URL of the
  /// page. On the last page it is missing, null or empty.
  public var cursor: String?

  /// Makes a mapping; by default an array of objects with `identifier` and `display`.
  public init(
    items: String = "", sections: String? = nil, title: String? = nil, section: String? = nil,
    identifier: String = "/identifier", display: String? = nil, subtitle: String? = nil,
    symbol: String? = nil, properties: [String: String] = [:], cursor: String? = nil
  ) {
    self.items = items
    self.sections = sections
    self.title = title
    self.section = section
    self.identifier = identifier
    self.display = display
    self.subtitle = subtitle
    self.symbol = symbol
    self.properties = properties
    self.cursor = cursor
  }
}
