/// The parts of an intent's definition that only Siri uses: its response, and why values are
/// refused.
///
/// Widgets do not use them. Classes for SiriKit need them, because apps write code against them.
public struct SiriDetails: Sendable, Hashable {
  /// A code of the response.
  public struct ResponseCode: Sendable, Hashable {
    /// The name, such as `success`.
    public var name: String

    /// The spoken text, in which `${name}` is replaced by a property of the response.
    public var formatString: String?

    /// Makes a code.
    public init(name: String, formatString: String? = nil) {
      self.name = name
      self.formatString = formatString
    }
  }

  /// A property of the response.
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

  /// The codes of the reasons for refusing a value, in file order, by the name of the parameter.
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
