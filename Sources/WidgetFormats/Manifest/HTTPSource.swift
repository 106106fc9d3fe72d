/// A web service that answers with JSON.
public struct HTTPSource: Sendable, Hashable {
  /// The URL, in which `{search}`, `{cursor}` and the names of parameters in braces are filled in.
  ///
  /// For a timeline `{date}` is the moment it is made for, in RFC 3339.
  public var url: String

  /// The headers of the request, by name.
  public var headers: [String: String]

  /// Headers whose values are secrets: for each, the environment variable that holds it.
  public var environmentHeaders: [String: String]

  /// Where the choices stand in the answer; nil if it is a collection as it is.
  public var mapping: OptionsMapping?

  /// The most pages of an answer that are fetched, from 1 to 1,000; nil for 100.
  public var pages: Int?

  /// The seconds until the request is given up, more than 0, at most 3,600; nil for the usual time.
  public var timeout: Double?

  /// The URL for stored choices, in which `{identifiers}` is filled in with their identifiers, joined
  /// by commas; nil if they are looked for in the whole list.
  public var resolve: String?

  /// The URL for the choices that a new widget starts with; nil for none.
  public var defaults: String?

  /// Makes a description.
  public init(
    url: String, headers: [String: String] = [:], environmentHeaders: [String: String] = [:],
    mapping: OptionsMapping? = nil, pages: Int? = nil, timeout: Double? = nil,
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

/// Where the parts of a collection stand in an answer of another shape, as JSON pointers (RFC 6901).
///
/// Without ``sections``, ``items`` is looked up in the whole answer; with it, in each section. The
/// others are looked up in each item, ``title`` in each section, ``cursor`` in the whole answer.
public struct OptionsMapping: Sendable, Hashable {
  /// The array of items.
  public var items: String

  /// The array of sections; nil if there are none.
  public var sections: String?

  /// The title of a section.
  public var title: String?

  /// The title of the section that an item belongs to; sections come in the order of their first
  /// items.
  public var section: String?

  /// The identifier of an item, a text or a number.
  public var identifier: String

  /// The display text of an item; nil for the identifier.
  public var display: String?

  /// The subtitle of an item.
  public var subtitle: String?

  /// The symbol of an item.
  public var symbol: String?

  /// The properties of an item by their names in its type.
  public var properties: [String: String]

  /// What leads to the next page: a URL or a value.
  ///
  /// It is the value of `{cursor}` where the URL of the source has that, else the URL of the page. The
  /// last page has none, or null, or an empty text.
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
