/// The user's complete answers for an intent.
///
/// A draft also holds answers that are currently hidden or too long for the current family. Hiding
/// a parameter or changing the family never changes a draft; ``IntentSchema/evaluate(_:family:)``
/// computes the effective values.
public struct IntentDraft: Sendable, Hashable, Codable {
  /// The values that the user set, by parameter name.
  public var values: [String: IntentValue]

  /// The defaults from options providers, by parameter name.
  public var defaults: [String: IntentValue]

  /// The texts that people see for choices whose values do not contain these texts, by parameter
  /// name and identifier.
  ///
  /// Such a text belongs to a string that was chosen from a list, or it includes an addition that
  /// distinguishes the choice from another one. These texts are not answers: drafts that differ
  /// only in these texts are equal.
  public var titles: [String: [String: String]]

  /// Makes a draft.
  public init(
    values: [String: IntentValue] = [:], defaults: [String: IntentValue] = [:],
    titles: [String: [String: String]] = [:]
  ) {
    self.values = values
    self.defaults = defaults
    self.titles = titles
  }

  /// Whether two drafts have the same answers.
  public static func == (left: IntentDraft, right: IntentDraft) -> Bool {
    left.values == right.values && left.defaults == right.defaults
  }

  /// Feeds the answers into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
    hasher.combine(defaults)
  }

  /// The value that the user set for a parameter; setting nil restores the default.
  public subscript(name: String) -> IntentValue? {
    get { values[name] }
    set { values[name] = newValue }
  }
}

/// A filled-in intent: the effective values of its parameters.
public struct Intent: Sendable, Hashable, Codable {
  /// A value with the name of its parameter.
  public struct Parameter: Sendable, Hashable, Codable {
    /// The name of the parameter.
    public var name: String
    /// The value.
    public var value: IntentValue

    /// Makes a value with the name of its parameter.
    public init(name: String, value: IntentValue) {
      self.name = name
      self.value = value
    }
  }

  /// The type name of the definition, such as `UpNextIntent`.
  public var typeName: String

  /// The family of the widget.
  public var family: WidgetFamily

  /// The values, in definition order.
  public var parameters: [Parameter]

  /// Makes an intent.
  public init(typeName: String, family: WidgetFamily, parameters: [Parameter] = []) {
    self.typeName = typeName
    self.family = family
    self.parameters = parameters
  }

  /// The value of a parameter; nil if it has none.
  public subscript(name: String) -> IntentValue? {
    parameters.first { $0.name == name }?.value
  }
}

/// All issues that prevent making an intent from a draft.
public struct IntentIssues: Error, Sendable, Hashable, Codable {
  /// The issues, in the order of the parameters; never empty.
  public var issues: [IntentIssue]

  /// Makes a collection of issues.
  public init(_ issues: [IntentIssue]) {
    self.issues = issues
  }
}
