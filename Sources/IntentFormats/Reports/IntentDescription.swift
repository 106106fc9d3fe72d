public import IntentModel

/// What a person will see of an intent's form: its rows in display order, and when each is shown.
public struct IntentDescription: Sendable, Hashable {
  /// One row.
  public struct Row: Sendable, Hashable {
    /// The name of the parameter.
    public var name: String
    /// The label people see.
    public var label: String
    /// What the row is edited with, such as "slider from 0 to 1".
    public var control: String
    /// What is in effect before anyone answers; nil for nothing, or for what a provider decides.
    public var defaultValue: String?
    /// Whether a provider says what can be chosen.
    public var isDynamic: Bool
    /// Whether the provider answers while the person types.
    public var isSearchable: Bool
    /// Whether the row holds several values.
    public var isMultiple: Bool
    /// How many values each family takes, where there is a limit.
    public var sizes: [Size]
    /// The cases of an enum, without the one for "no value".
    public var cases: [IntentEnum.Case]
    /// The row above it in the tree of visibility; nil for one that is always shown.
    public var parent: String?
    /// When the row is shown, such as "Mirror calendar app is off"; nil for always.
    public var condition: String?
    /// The rows whose condition looks at this one, in display order.
    public var children: [String]
  }

  /// The limit of a family.
  public struct Size: Sendable, Hashable {
    /// The family.
    public var family: WidgetFamily
    /// The most values it takes.
    public var count: Int
  }

  /// A parameter without a row.
  public struct Hidden: Sendable, Hashable {
    /// The name of the parameter.
    public var name: String
    /// Why it has none.
    public var reason: String
  }

  /// The type name, such as `UpNextIntent`.
  public var typeName: String
  /// The title people see; nil for none.
  public var title: String?
  /// The description people see; nil for none.
  public var text: String?
  /// Whether the intent may configure a widget.
  public var isEligibleForWidgets: Bool
  /// The rows in display order.
  public var rows: [Row]
  /// The parameters without a row, in file order.
  public var hidden: [Hidden]

  /// Describes an intent, with the texts that its schema has.
  public init(_ schema: IntentSchema) {
    let intent = schema.intent
    typeName = intent.typeName
    title = intent.title.text
    text = intent.description.text
    isEligibleForWidgets = intent.isEligibleForWidgets
    let shown = schema.displayOrder.filter { Self.reason(of: intent.parameters[$0]) == nil }
    rows = shown.map { RowDescription(schema: schema, position: $0, shown: shown).row }
    hidden = intent.parameters.compactMap { parameter in
      Self.reason(of: parameter).map { Hidden(name: parameter.name, reason: $0.sentence) }
    }
  }

  /// The row of a parameter; nil for one without.
  public func row(named name: String) -> Row? { rows.first { $0.name == name } }

  private static func reason(of parameter: IntentParameter) -> HiddenReason? {
    if !parameter.isConfigurable { return .notConfigurable }
    if parameter.displayPriority == nil { return .noDisplayPriority }
    return parameter.type.hasEditor ? nil : .noEditor
  }
}

/// Makes one row of a schema.
private struct RowDescription {
  let schema: IntentSchema
  let position: Int
  /// The positions of all parameters with a row, in display order.
  let shown: [Int]

  private var parameter: IntentParameter { schema.intent.parameters[position] }

  var row: IntentDescription.Row {
    let enumeration = schema.enumeration(of: parameter.type)
    let parent = schema.parents[position].map { schema.intent.parameters[$0] }
    return IntentDescription.Row(
      name: parameter.name, label: parameter.label, control: control(enumeration),
      defaultValue: defaultValue, isDynamic: parameter.options.isDynamic,
      isSearchable: parameter.options.isSearchable, isMultiple: parameter.supportsMultipleValues,
      sizes: sizes, cases: enumeration?.choices ?? [], parent: parent?.name,
      condition: parent.flatMap(condition),
      children: shown.filter { schema.parents[$0] == position }
        .map { schema.intent.parameters[$0].name })
  }

  private var sizes: [IntentDescription.Size] {
    guard parameter.supportsMultipleValues else { return [] }
    return WidgetFamily.allCases.compactMap { family in
      parameter.maximumCount(for: family).map { IntentDescription.Size(family: family, count: $0) }
    }
  }

  private var defaultValue: String? {
    guard !parameter.options.isDynamic else { return nil }
    return parameter.staticDefault.map { ValueWords(schema, of: parameter.type).words($0) }
  }

  private func control(_ enumeration: IntentEnum?) -> String {
    let words = parameter.options.isDynamic ? nil : parameter.type.controlWords(enumeration)
    let single = words ?? "choice of \(parameter.type.elementWords) from a provider"
    return parameter.supportsMultipleValues ? "list, each a \(single)" : single
  }

  /// When the row is shown; nil for a predicate that is no condition.
  private func condition(on parent: IntentParameter) -> String? {
    guard let relationship = parameter.relationship, let relation = relationship.relation else {
      return nil
    }
    let words = ValueWords(schema, of: parent.type)
    let values = relation.takesValues ? relationship.comparedValues.map { words.words($0) } : []
    return "\(parent.label) \(relation.words(values, isBoolean: parent.type.isBoolean))"
  }
}
