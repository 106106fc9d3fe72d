/// The parts of an intent's definition that only Siri and Shortcuts use: its response, its
/// sentences, and the reasons for refusing values.
///
/// Widgets do not use these parts. SiriKit classes and actions need them, because apps write code
/// against them.
public struct SiriDetails: Sendable, Hashable {
  /// A code of the response.
  public struct ResponseCode: Sendable, Hashable {
    /// The name, such as `success`.
    public var name: String

    /// The spoken text; `${name}` is replaced by a property of the response.
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

  /// A combination of parameters, and the sentence that people read for it.
  public struct Combination: Sendable, Hashable {
    /// The names of the parameters, in the order of the definition.
    public var parameters: [String]

    /// The sentence; `${name}` is replaced by the value of a parameter.
    public var title: LocalizedText

    /// Whether it is the sentence for the action in Shortcuts, rather than for a suggestion by
    /// Siri.
    public var isOfAction: Bool

    /// Whether the action runs without opening the app.
    public var supportsBackgroundExecution: Bool

    /// Makes a combination.
    public init(
      parameters: [String], title: LocalizedText = .none, isOfAction: Bool = true,
      supportsBackgroundExecution: Bool = true
    ) {
      self.parameters = parameters
      self.title = title
      self.isOfAction = isOfAction
      self.supportsBackgroundExecution = supportsBackgroundExecution
    }
  }

  /// The codes in file order.
  public var codes: [ResponseCode]

  /// The properties in file order.
  public var properties: [ResponseProperty]

  /// The codes of the reasons for refusing a value, in file order, by parameter name.
  public var unsupportedReasons: [String: [String]]

  /// The name of the response property that is the output of the action; nil for none.
  public var output: String?

  /// The combinations of parameters; those of the action come first.
  public var combinations: [Combination]

  /// Makes the details.
  public init(
    codes: [ResponseCode] = [], properties: [ResponseProperty] = [],
    unsupportedReasons: [String: [String]] = [:], output: String? = nil,
    combinations: [Combination] = []
  ) {
    self.output = output
    self.combinations = combinations
    self.codes = codes
    self.properties = properties
    self.unsupportedReasons = unsupportedReasons
  }

  /// The response property that is the output of the action; nil for none.
  public var outputProperty: ResponseProperty? {
    output.flatMap { name in properties.first { $0.name == name } }
  }
}
