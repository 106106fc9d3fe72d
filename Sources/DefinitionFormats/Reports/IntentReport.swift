public import IntentModel
package import JSONC
public import Messages

/// A description of an intent's form: its rows in display order, each with its condition.
public struct IntentReport: Sendable, Hashable {
  /// A row.
  public struct Row: Sendable, Hashable {
    /// The name of the parameter.
    public var name: String
    /// The displayed label.
    public var label: String
    /// The type of the parameter, under its name in JSON definitions.
    public var type: String
    /// The kind of control of the row, or of each of its values.
    public var kind: ParameterControl.Kind
    /// The control of the row for people, such as "slider from 0 to 1".
    public var control: Message
    /// The minimum; nil for none.
    public var minimum: IntentValue?
    /// The maximum; nil for none.
    public var maximum: IntentValue?
    /// The value in effect if there is no answer, in words; nil if there is none or if a provider
    /// decides.
    public var defaultValue: Message?
    /// The value in effect if there is no answer; for initial choices, their display texts.
    public var defaultAnswer: IntentValue?
    /// Whether there is a default that could not be read.
    public var isDefaultUnknown: Bool
    /// Whether a provider decides which value is in effect if there is no answer.
    public var asksForDefault: Bool
    /// Whether a provider returns the choices.
    public var isDynamic: Bool
    /// Whether the provider handles search terms while the person types.
    public var isSearchable: Bool
    /// Whether the row has several values.
    public var isMultiple: Bool
    /// The maximum number of values for each family with a limit.
    public var sizes: [Size]
    /// The name of the enum; nil for any other type and for an enum that is not in the definition.
    public var enumName: String?
    /// The cases of an enum, without the case for "no value".
    public var cases: [IntentEnum.Case]
    /// The parent row in the tree of visibility; nil if there is none.
    public var parent: String?
    /// The condition of the row, such as "Mirror calendar app is off"; nil if there is none.
    public var condition: Message?
    /// The rows whose conditions depend on this one, in display order.
    public var children: [String]
  }

  /// The initial choices of a new widget, from the source of a dynamic parameter.
  public enum Default: Sendable, Hashable {
    /// The choices are requested from the source.
    case asked
    /// The display texts of the choices.
    case items([String])
  }

  /// The limit of a family.
  public struct Size: Sendable, Hashable {
    /// The family.
    public var family: WidgetFamily
    /// The maximum number of values.
    public var count: Int
    /// The minimum number of values; nil for none.
    public var minimum: Int?
  }

  /// A parameter without a row.
  public struct Hidden: Sendable, Hashable {
    /// The name of the parameter.
    public var name: String
    /// Why the parameter has no row.
    public var reason: Message
  }

  /// The type name, such as `UpNextIntent`.
  public var typeName: String
  /// The displayed title; nil for none.
  public var title: String?
  /// The displayed description; nil for none.
  public var text: String?
  /// Whether the intent can configure a widget.
  public var isEligibleForWidgets: Bool
  /// How the system can run the intent as an action; empty if the intent does not specify it.
  public var modes: [ActionMode]
  /// The rows in display order.
  public var rows: [Row]
  /// The parameters without a row, in file order.
  public var hidden: [Hidden]

  /// Describes an intent, with the texts of its schema.
  ///
  /// - Parameters:
  ///   - schema: The intent.
  ///   - defaults: The initial choices from the sources of dynamic parameters; a parameter that
  ///     is not listed has none.
  public init(_ schema: IntentSchema, defaults: [String: Default] = [:]) {
    let intent = schema.intent
    typeName = intent.typeName
    title = intent.title.text
    text = intent.description.text
    isEligibleForWidgets = intent.isEligibleForWidgets
    modes = intent.supportedModes
    let shown = schema.displayOrder.filter { intent.parameters[$0].ownHiddenReason == nil }
    let children = Dictionary(grouping: shown) { schema.parents[$0] ?? -1 }
    rows = shown.map { position in
      ReportRow(
        schema: schema, defaults: defaults, position: position, children: children[position] ?? []
      ).row
    }
    hidden = intent.parameters.compactMap { parameter in
      parameter.ownHiddenReason.map { Hidden(name: parameter.name, reason: $0.message) }
    }
  }

  /// The row of a parameter; nil if it has none.
  public func row(named name: String) -> Row? { rows.first { $0.name == name } }
}

/// Makes a row of a schema.
private struct ReportRow {
  let schema: IntentSchema
  let defaults: [String: IntentReport.Default]
  let position: Int
  /// The positions of the rows whose conditions depend on this one, in display order.
  let children: [Int]

  private var parameter: ParameterDefinition { schema.intent.parameters[position] }

  var row: IntentReport.Row {
    let description = schema.row(of: parameter, hasProvider: parameter.options.isDynamic)
    let enumeration = schema.enumeration(of: parameter.type)
    let parent = schema.parents[position].map { schema.intent.parameters[$0] }
    return IntentReport.Row(
      name: parameter.name, label: parameter.label, type: parameter.type.definitionName.rawValue,
      kind: description.control.kind, control: control(description),
      minimum: description.minimum, maximum: description.maximum, defaultValue: defaultValue,
      defaultAnswer: defaultAnswer, isDefaultUnknown: parameter.isDefaultUnknown,
      asksForDefault: parameter.options.isDynamic && defaults[parameter.name] == .asked,
      isDynamic: parameter.options.isDynamic,
      isSearchable: parameter.options.isSearchable, isMultiple: parameter.supportsMultipleValues,
      sizes: sizes, enumName: enumeration?.name, cases: enumeration?.choices ?? [],
      parent: parent?.name,
      condition: parent.flatMap(condition) ?? summaryCondition,
      children: children.map { schema.intent.parameters[$0].name })
  }

  private var sizes: [IntentReport.Size] {
    guard parameter.supportsMultipleValues else { return [] }
    return parameter.sizedFamilies.compactMap { family in
      let minimum = parameter.minimumCount(for: family)
      return parameter.maximumCount(for: family).map {
        IntentReport.Size(family: family, count: $0, minimum: minimum)
      }
    }
  }

  private var defaultValue: Message? {
    if parameter.options.isDynamic {
      guard case .items(let texts)? = defaults[parameter.name] else { return nil }
      let shown = parameter.supportsMultipleValues ? texts[...] : texts.prefix(1)
      return .list(shown.map { .quotation(text: $0) })
    }
    return parameter.staticDefault.map { ValueWords(schema, of: parameter.type).words($0) }
  }

  private var defaultAnswer: IntentValue? {
    guard parameter.options.isDynamic else { return parameter.staticDefault }
    guard case .items(let texts)? = defaults[parameter.name] else { return nil }
    let values = texts.map { IntentValue.string($0) }
    return parameter.supportsMultipleValues ? .array(values) : values.first
  }

  private func control(_ description: RowDescription) -> Message {
    let single = description.words
    return parameter.supportsMultipleValues ? "list, each element: \(single)" : single
  }

  /// The condition of the row; nil if its predicate is not a condition.
  private func condition(on parent: ParameterDefinition) -> Message? {
    guard var comparison = parameter.relationship?.comparison else { return nil }
    // A file can spell the name of a parent with a different case of the first letter.
    comparison.subject = .parameter(parent.name)
    return schema.words(.comparison(comparison))
  }

  /// The condition of a row of an App Intent; nil if it is always shown.
  private var summaryCondition: Message? {
    schema.intent.summaryCondition(of: parameter.name).flatMap { schema.words($0) }
  }
}

/// Decides which rows list the cases of their enum.
///
/// Thousands of rows can have the same enum with thousands of cases, so long lists are written
/// once.
private struct ListedCases {
  /// The maximum number of cases that are listed for every row with the same enum.
  private static let maximumRepeated = 20

  /// The enums that a row has already listed, each with the label of that row.
  private var rows: [String: String] = [:]

  /// The label of the earlier row that listed the same cases; nil if this row lists them itself.
  mutating func place(of row: IntentReport.Row) -> String? {
    guard let name = row.enumName, row.cases.count > Self.maximumRepeated else { return nil }
    if let label = rows[name] { return label }
    rows[name] = row.label
    return nil
  }
}

extension IntentReport {
  /// The description for people, in English: the rows in display order, then the tree of
  /// visibility.
  package var lines: [ReportLine] { Self.lines(of: [self]) }

  /// Descriptions for people, in English, with an empty line between them.
  ///
  /// The cases of a long enum are listed only for the first row that has it.
  package static func lines(of descriptions: [IntentReport]) -> [ReportLine] {
    var listed = ListedCases()
    let parts = descriptions.map { $0.lines(&listed) }
    return Array(parts.joined(separator: [ReportLine("")]))
  }

  private func lines(_ listed: inout ListedCases) -> [ReportLine] {
    var lines = heading
    for (number, row) in rows.enumerated() {
      lines += Self.lines(row, number: number + 1, &listed)
    }
    if rows.isEmpty { lines.append(ReportLine("  no rows")) }
    if rows.contains(where: { $0.parent != nil || $0.condition != nil }) {
      lines += [ReportLine(""), ReportLine("Shown when", .heading)] + tree
    }
    if !hidden.isEmpty {
      lines += [ReportLine(""), ReportLine("Without a row", .heading)]
      lines += hidden.map {
        ReportLine([.init("  \($0.name)  "), .init($0.reason.text(), .secondary)])
      }
    }
    return lines
  }

  private var heading: [ReportLine] {
    var spans = [ReportLine.Span(typeName, .heading)]
    if let title, !title.isEmpty { spans.append(.init("  " + title)) }
    if !isEligibleForWidgets {
      spans.append(.init("  not for widgets", .secondary))
    }
    if modes.contains(where: \.opensApp) {
      let isAlways = modes.allSatisfy(\.opensApp)
      spans.append(.init(isAlways ? "  opens the app" : "  can open the app", .secondary))
    }
    let description = text.map { $0.isEmpty ? [] : [ReportLine($0, .secondary)] } ?? []
    return [ReportLine(spans)] + description + [ReportLine("")]
  }

  private static func lines(
    _ row: Row, number: Int, _ listed: inout ListedCases
  ) -> [ReportLine] {
    let indent = String(repeating: " ", count: 5)
    let place = String(repeating: " ", count: max(0, 3 - String(number).count)) + "\(number)  "
    var lines = [
      ReportLine([
        .init(place, .secondary), .init(row.label, .heading), .init("  " + row.name, .secondary),
      ])
    ]
    let control: Message =
      row.isSearchable ? "\(row.control), searched by the provider" : row.control
    lines.append(ReportLine(indent + control.text()))
    let standard: Message =
      row.asksForDefault
      ? "from the provider" : row.defaultValue ?? (row.isDefaultUnknown ? "not read" : .noValue)
    lines.append(ReportLine("\(indent)default: \(standard.text())"))
    if let label = listed.place(of: row) {
      let shown = label.harmlessName
      lines.append(ReportLine("\(indent)• the cases listed for “\(shown)”"))
    } else {
      lines += row.cases.map { item in
        let name = item.label == item.name ? "" : "  " + item.name
        return ReportLine([.init(indent + "• " + item.label), .init(name, .secondary)])
      }
    }
    if !row.sizes.isEmpty {
      let sizes = groups(of: row.sizes).map { $0.text() }.joined(separator: "; ")
      let hasMinimum = row.sizes.contains { $0.minimum != nil }
      lines.append(ReportLine(indent + (hasMinimum ? "" : "at most ") + sizes))
    }
    if row.isMultiple, row.sizes.isEmpty {
      lines.append(ReportLine(indent + Message.anyCount.text()))
    }
    return lines
  }

  /// The limits, grouped by families with the same limit, such as "3 in systemMedium, systemLarge".
  private static func groups(of sizes: [Size]) -> [Message] {
    var groups: [(count: Int, minimum: Int?, families: [String])] = []
    for size in sizes {
      if let last = groups.last, last.count == size.count, last.minimum == size.minimum {
        groups[groups.count - 1].families.append(size.family.rawValue)
      } else {
        groups.append((size.count, size.minimum, [size.family.rawValue]))
      }
    }
    let hasMinimum = sizes.contains { $0.minimum != nil }
    return groups.map { group in
      let families = group.families.joined(separator: ", ")
      guard hasMinimum else { return "\(group.count) in \(families)" }
      guard let minimum = group.minimum else { return "at most \(group.count) in \(families)" }
      return minimum == group.count
        ? "exactly \(group.count) in \(families)"
        : "\(minimum) to \(group.count) in \(families)"
    }
  }

  /// The rows as a tree: each below the row on which its condition depends.
  private var tree: [ReportLine] {
    let shown = Dictionary(firsts: rows.map { ($0.name, $0) })
    let roots = rows.filter { row in row.parent.map { shown[$0] == nil } ?? true }
    return Self.branches(of: roots.map(\.name), among: shown, depth: 0, prefix: "")
  }

  /// The maximum depth of the tree.
  private static let maximumLevels = 64

  private static func branches(
    of names: [String], among rows: [String: Row], depth: Int, prefix: String
  ) -> [ReportLine] {
    if depth == maximumLevels, !names.isEmpty {
      return [ReportLine([.init(prefix + "└─ ", .secondary), .init("… and rows below")])]
    }
    return names.enumerated().flatMap { number, name -> [ReportLine] in
      guard let row = rows[name] else { return [] }
      let isLast = number == names.count - 1
      let condition = row.condition.map { "  when \($0.text())" } ?? ""
      let branch = prefix + (isLast ? "└─ " : "├─ ")
      let line = ReportLine(
        [.init(branch, .secondary), .init(row.label), .init(condition, .secondary)],
        hanging: branch.count + 2)
      return [line]
        + branches(
          of: row.children, among: rows, depth: depth + 1,
          prefix: prefix + (isLast ? "   " : "│  "))
    }
  }
}

extension IntentReport {
  /// A part of a description, and the function that writes its messages.
  fileprivate struct Part<Content> {
    let content: Content
    let words: (Message) -> String
  }

  private static let coding = ObjectCoding<(report: Part<IntentReport>, rows: [Part<Row>])>([
    .text("intent") { $0.report.content.typeName },
    .text(optional: "title") { $0.report.content.title },
    .text(optional: "description") { $0.report.content.text },
    .flag("eligibleForWidgets") { $0.report.content.isEligibleForWidgets },
    .value(optional: "supportedModes", SchemaPart.list(SchemaPart.word(ActionMode.self))) {
      let modes = $0.report.content.modes
      return modes.isEmpty ? nil : .array(modes.map { .string($0.rawValue) })
    },
    .list("rows", of: row) { $0.rows },
    .list(optional: "withoutRow", of: withoutRow) { subject in
      subject.report.content.hidden.map { Part(content: $0, words: subject.report.words) }
    },
  ])

  private static let row = ObjectCoding<Part<Row>>([
    .text("name") { $0.content.name },
    .text("label") { $0.content.label },
    .value("type", SchemaPart.word(DefinitionTypeName.self)) { .string($0.content.type) },
    .value("control", SchemaPart.word(ParameterControl.Kind.self)) {
      .string($0.content.kind.rawValue)
    },
    .answer("minimum", \.minimum), .answer("maximum", \.maximum),
    .answer("default", \.defaultAnswer),
    .flag(optional: "defaultNotRead") { $0.content.isDefaultUnknown },
    .flag(optional: "dynamic") { $0.content.isDynamic },
    .flag(optional: "searchable") { $0.content.isSearchable },
    .flag(optional: "multiple") { $0.content.isMultiple },
    .value(optional: "sizes", SchemaPart.map(SchemaPart.integer)) { part in
      let sizes = part.content.sizes
      return sizes.isEmpty
        ? nil
        : .object(
          JSONObject(sizes.map { (key: $0.family.rawValue, value: .integer($0.count)) }))
    },
    .text(optional: "enum") { $0.content.enumName },
    .list(optional: "cases", of: item) { $0.content.cases },
    .text(optional: "parent") { $0.content.parent },
    .text(optional: "condition") { part in part.content.condition.map { part.words($0) } },
    .texts(optional: "children") { $0.content.children },
  ])

  private static let item = ObjectCoding<IntentEnum.Case>([
    .text("name") { $0.name }, .text("label") { $0.label },
  ])

  private static let withoutRow = ObjectCoding<Part<Hidden>>([
    .text("name") { $0.content.name }, .text("reason") { $0.words($0.content.reason) },
  ])

  /// The JSON Schema of descriptions as JSON.
  package static let schema = SchemaPart.list(coding.schema)

  /// Descriptions as JSON for scripts: an array with an object for each intent, in the style
  /// ``JSONStyle/pretty``.
  ///
  /// Values are written as in intent JSON, in every language; only labels, conditions and reasons
  /// are texts for people. Members that do not apply are omitted. Only the first row with a long enum
  /// lists its cases.
  ///
  /// - Parameters:
  ///   - descriptions: The descriptions.
  ///   - words: Converts a message to the reader's language and notation.
  /// - Throws: `FormatError` for a bound or a default that is not finite, which only a definition
  ///   made in Swift can have.
  public static func json(
    _ descriptions: [IntentReport], in words: @escaping (Message) -> String = { $0.text() }
  ) throws(FormatError) -> String {
    var listed = ListedCases()
    let values = descriptions.map { report in
      let rows = report.rows.map { row in
        var row = row
        if listed.place(of: row) != nil { row.cases = [] }
        return Part(content: row, words: words)
      }
      return coding.json((Part(content: report, words: words), rows))
    }
    return try JSONValue.array(values).text(.pretty)
  }
}

extension ObjectMember<IntentReport.Part<IntentReport.Row>> {
  /// A member with a value in the form of intent JSON; omitted for nil.
  fileprivate static func answer(
    _ key: String, _ value: @escaping @Sendable (IntentReport.Row) -> IntentValue?
  ) -> Self {
    .value(optional: key, [:]) { part in
      value(part.content).map { IntentValueWriter(schema: nil).json($0, type: nil) }
    }
  }
}
