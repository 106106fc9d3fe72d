public import IntentModel
import JSONC

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
    /// Whether a provider decides what is in effect before anyone answers.
    public var asksForDefault: Bool
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

  /// What the source of a dynamic parameter starts a new widget with.
  public enum Default: Sendable, Hashable {
    /// What the source answers when it is asked.
    case asked
    /// Choices by their display texts.
    case items([String])
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
  ///
  /// - Parameters:
  ///   - schema: The intent.
  ///   - defaults: What the sources of dynamic parameters start a new widget with; one that is left out
  ///     has none.
  public init(_ schema: IntentSchema, defaults: [String: Default] = [:]) {
    let intent = schema.intent
    typeName = intent.typeName
    title = intent.title.text
    text = intent.description.text
    isEligibleForWidgets = intent.isEligibleForWidgets
    let shown = schema.displayOrder.filter { Self.reason(of: intent.parameters[$0]) == nil }
    let children = Dictionary(grouping: shown) { schema.parents[$0] ?? -1 }
    rows = shown.map {
      RowDescription(
        schema: schema, defaults: defaults, position: $0, children: children[$0] ?? []
      ).row
    }
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
  let defaults: [String: IntentDescription.Default]
  let position: Int
  /// The positions of the rows whose condition looks at this one, in display order.
  let children: [Int]

  private var parameter: IntentParameter { schema.intent.parameters[position] }

  var row: IntentDescription.Row {
    let enumeration = schema.enumeration(of: parameter.type)
    let parent = schema.parents[position].map { schema.intent.parameters[$0] }
    return IntentDescription.Row(
      name: parameter.name, label: parameter.label, control: control(enumeration),
      defaultValue: defaultValue,
      asksForDefault: parameter.options.isDynamic && defaults[parameter.name] == .asked,
      isDynamic: parameter.options.isDynamic,
      isSearchable: parameter.options.isSearchable, isMultiple: parameter.supportsMultipleValues,
      sizes: sizes, cases: enumeration?.choices ?? [], parent: parent?.name,
      condition: parent.flatMap(condition),
      children: children.map { schema.intent.parameters[$0].name })
  }

  private var sizes: [IntentDescription.Size] {
    guard parameter.supportsMultipleValues else { return [] }
    return WidgetFamily.allCases.compactMap { family in
      parameter.maximumCount(for: family).map { IntentDescription.Size(family: family, count: $0) }
    }
  }

  private var defaultValue: String? {
    if parameter.options.isDynamic {
      guard case .items(let texts)? = defaults[parameter.name] else { return nil }
      let shown = parameter.supportsMultipleValues ? texts[...] : texts.prefix(1)
      return shown.map { "“\($0)”" }.joined(separator: ", ")
    }
    return parameter.staticDefault.map { ValueWords(schema, of: parameter.type).words($0) }
  }

  private func control(_ enumeration: IntentEnum?) -> String {
    let words = parameter.options.isDynamic ? nil : parameter.type.controlWords(enumeration)
    let single = words ?? "choice of \(parameter.type.elementWords) from a provider"
    return parameter.supportsMultipleValues ? "list, each a \(single)" : single
  }

  /// When the row is shown; nil for a predicate that is not a condition.
  private func condition(on parent: IntentParameter) -> String? {
    guard let relationship = parameter.relationship, let relation = relationship.relation else {
      return nil
    }
    let words = ValueWords(schema, of: parent.type)
    let values = relation.takesValues ? relationship.comparedValues.map { words.words($0) } : []
    return "\(parent.label) \(relation.words(values, isBoolean: parent.type.isBoolean))"
  }
}

extension IntentDescription {
  /// The description for people: the rows in display order, then the tree of what shows what.
  public var lines: [ReportLine] {
    var lines = heading
    for (number, row) in rows.enumerated() { lines += Self.lines(row, number: number + 1) }
    if rows.isEmpty { lines.append(ReportLine("  no rows")) }
    if rows.contains(where: { $0.parent != nil }) {
      lines += [ReportLine(""), ReportLine("Shown when", .heading)] + tree
    }
    if !hidden.isEmpty {
      lines += [ReportLine(""), ReportLine("Without a row", .heading)]
      lines += hidden.map {
        ReportLine([.init("  \($0.name)  "), .init($0.reason, .secondary)])
      }
    }
    return lines
  }

  private var heading: [ReportLine] {
    var spans = [ReportLine.Span(typeName, .heading)]
    if let title, !title.isEmpty { spans.append(.init("  " + title)) }
    if !isEligibleForWidgets { spans.append(.init("  not for widgets", .secondary)) }
    let description = text.map { $0.isEmpty ? [] : [ReportLine($0, .secondary)] } ?? []
    return [ReportLine(spans)] + description + [ReportLine("")]
  }

  private static func lines(_ row: Row, number: Int) -> [ReportLine] {
    let indent = String(repeating: " ", count: 5)
    let place = String(repeating: " ", count: max(0, 3 - String(number).count)) + "\(number)  "
    var lines = [
      ReportLine([
        .init(place, .secondary), .init(row.label, .heading), .init("  " + row.name, .secondary),
      ])
    ]
    lines.append(ReportLine(indent + row.control + (row.isSearchable ? ", searched there" : "")))
    let standard = row.asksForDefault ? "as the provider says" : row.defaultValue ?? "none"
    lines.append(ReportLine(indent + "default: " + standard))
    lines += row.cases.map { item in
      let name = item.label == item.name ? "" : "  " + item.name
      return ReportLine([.init(indent + "• " + item.label), .init(name, .secondary)])
    }
    if !row.sizes.isEmpty { lines.append(ReportLine(indent + "at most " + words(row.sizes))) }
    if row.isMultiple, row.sizes.isEmpty { lines.append(ReportLine(indent + "any number")) }
    return lines
  }

  /// The limits, families with equal ones together: "1 systemSmall; 3 systemMedium, systemLarge".
  private static func words(_ sizes: [Size]) -> String {
    var groups: [(count: Int, families: [String])] = []
    for size in sizes {
      if groups.last?.count == size.count {
        groups[groups.count - 1].families.append(size.family.rawValue)
      } else {
        groups.append((size.count, [size.family.rawValue]))
      }
    }
    return groups.map { "\($0.count) in \($0.families.joined(separator: ", "))" }
      .joined(separator: "; ")
  }

  /// The rows as a tree: each under the row that its condition looks at.
  private var tree: [ReportLine] {
    let shown = Dictionary(rows.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let roots = rows.filter { row in row.parent.map { shown[$0] == nil } ?? true }
    return Self.branches(of: roots.map(\.name), among: shown, depth: 0, prefix: "")
  }

  /// The most levels of the tree that are drawn.
  private static let mostLevels = 64

  private static func branches(
    of names: [String], among rows: [String: Row], depth: Int, prefix: String
  ) -> [ReportLine] {
    if depth == mostLevels, !names.isEmpty {
      return [ReportLine([.init(prefix + "└─ ", .secondary), .init("… and rows below")])]
    }
    return names.enumerated().flatMap { number, name -> [ReportLine] in
      guard let row = rows[name] else { return [] }
      let isLast = number == names.count - 1
      let condition = row.condition.map { "  when " + $0 } ?? ""
      let line = ReportLine([
        .init(prefix + (isLast ? "└─ " : "├─ "), .secondary), .init(row.label),
        .init(condition, .secondary),
      ])
      return [line]
        + branches(
          of: row.children, among: rows, depth: depth + 1,
          prefix: prefix + (isLast ? "   " : "│  "))
    }
  }
}

extension IntentDescription {
  private enum Key: String, JSONKey {
    case intent, title, description, eligibleForWidgets, rows, withoutRow
  }
  private enum RowKey: String, JSONKey {
    case name, label, control, `default`, dynamic, searchable, multiple, sizes, cases, parent
    case condition, children
  }
  private enum PartKey: String, JSONKey { case name, label, reason }

  /// Descriptions as JSON, for scripts: an array of intents; two-space indent, final newline.
  ///
  /// What does not apply is left out: `default` where there is none, `condition` and `parent` for a
  /// row that is always shown, `sizes` where there is no limit.
  /// - Throws: `FormatError` never in practice: all numbers are whole.
  public static func json(_ descriptions: [IntentDescription]) throws(FormatError) -> String {
    try JSONValue.array(descriptions.map(\.value)).text(.pretty)
  }

  private var value: JSONValue {
    var builder = JSONBuilder<Key>()
    builder.set(.intent, typeName)
    builder.set(.title, title)
    builder.set(.description, text)
    builder.set(.eligibleForWidgets, .bool(isEligibleForWidgets))
    builder.set(.rows, JSONValue.array(rows.map(Self.json)))
    builder.set(
      .withoutRow,
      hidden.map { hidden in
        var builder = JSONBuilder<PartKey>()
        builder.set(.name, hidden.name)
        builder.set(.reason, hidden.reason)
        return builder.value
      })
    return builder.value
  }

  private static func json(_ row: Row) -> JSONValue {
    var builder = JSONBuilder<RowKey>()
    builder.set(.name, row.name)
    builder.set(.label, row.label)
    builder.set(.control, row.control)
    builder.set(.default, row.defaultValue)
    builder.set(.dynamic, row.isDynamic)
    builder.set(.searchable, row.isSearchable)
    builder.set(.multiple, row.isMultiple)
    if !row.sizes.isEmpty {
      let sizes = row.sizes.map { (key: $0.family.rawValue, value: JSONValue.integer($0.count)) }
      builder.set(.sizes, .object(JSONObject(sizes)))
    }
    builder.set(
      .cases,
      row.cases.map { item in
        var builder = JSONBuilder<PartKey>()
        builder.set(.name, item.name)
        builder.set(.label, item.label)
        return builder.value
      })
    builder.set(.parent, row.parent)
    builder.set(.condition, row.condition)
    builder.set(.children, row.children.map { .string($0) })
    return builder.value
  }
}
