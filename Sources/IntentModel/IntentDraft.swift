/// What a person has set for an intent, kept whole.
///
/// A draft also holds what is hidden now or too long for the present family. Hiding a parameter or
/// changing the family never changes a draft; what is in effect is computed by
/// ``IntentSchema/evaluate(_:family:)``.
public struct IntentDraft: Sendable, Hashable {
  /// The values set by a person, by parameter name.
  public var values: [String: IntentValue]

  /// The defaults that options providers gave, by parameter name.
  public var defaults: [String: IntentValue]

  /// Makes a draft.
  public init(values: [String: IntentValue] = [:], defaults: [String: IntentValue] = [:]) {
    self.values = values
    self.defaults = defaults
  }

  /// The value a person set for a parameter; setting nil goes back to the default.
  public subscript(name: String) -> IntentValue? {
    get { values[name] }
    set { values[name] = newValue }
  }
}

/// A filled-in intent: the effective values of its visible parameters.
public struct Intent: Sendable, Hashable {
  /// One value with the name of its parameter.
  public struct Argument: Sendable, Hashable {
    /// The name of the parameter.
    public var name: String
    /// The value.
    public var value: IntentValue

    /// Makes an argument.
    public init(name: String, value: IntentValue) {
      self.name = name
      self.value = value
    }
  }

  /// The type name of the definition, such as `UpNextIntent`.
  public var typeName: String

  /// The family of the widget the intent is for.
  public var family: WidgetFamily

  /// The values in definition order.
  public var arguments: [Argument]

  /// Makes an intent.
  public init(typeName: String, family: WidgetFamily, arguments: [Argument] = []) {
    self.typeName = typeName
    self.family = family
    self.arguments = arguments
  }

  /// The value of a parameter; nil when it has none.
  public subscript(name: String) -> IntentValue? {
    arguments.first { $0.name == name }?.value
  }
}

/// All that stands against making an intent of a draft.
public struct IntentIssues: Error, Sendable, Hashable {
  /// The issues in the order of the parameters; never empty.
  public var issues: [IntentIssue]

  /// Makes a collection of issues.
  public init(_ issues: [IntentIssue]) {
    self.issues = issues
  }
}
