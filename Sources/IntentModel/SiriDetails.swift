/// What a definition says about an intent for Siri alone: its response, and why values are refused.
///
/// Widgets use none of it. Classes for SiriKit need it, since apps write code against it.
public struct SiriDetails: Sendable, Hashable {
  /// One code of the response.
  public struct ResponseCode: Sendable, Hashable {
    /// The name, such as `success`.
    public var name: String

    /// The text that is said, in which `${name}` stands for a property of the response.
    public var formatString: String?

    /// Makes a code.
    public init(name: String, formatString: String? = nil) {
      self.name = name
      self.formatString = formatString
    }
  }

  /// One property of the response.
  public struct ResponseProperty: Sendable, Hashable {
    /// The name as written.
    public var name: String

    /// The type, without metadata.
    public var type: ParameterType

    /// Whether the property holds several values.
    public var supportsMultipleValues: Bool

    /// Makes a property.
    public init(name: String, type: ParameterType, supportsMultipleValues: Bool = false) {
      self.name = name
      self.type = type
      self.supportsMultipleValues = supportsMultipleValues
    }
  }

  /// The codes in file order.
  public var codes: [ResponseCode]

  /// The properties in file order.
  public var properties: [ResponseProperty]

  /// The codes of the reasons to refuse a value, in file order, by the name of the parameter.
  public var unsupportedReasons: [String: [String]]

  /// Makes the details.
  public init(
    codes: [ResponseCode] = [], properties: [ResponseProperty] = [],
    unsupportedReasons: [String: [String]] = [:]
  ) {
    self.codes = codes
    self.properties = properties
    self.unsupportedReasons = unsupportedReasons
  }
}
