import IntentModel
import Messages

/// Writes an intent of a definition as a `WidgetConfigurationIntent` that replaces the old one.
struct AppIntentWriter {
  /// The findings about what the intent cannot carry over.
  var findings: [GenerationFinding] {
    actionFindings + conditions.findings + parameters.flatMap(\.findings) + tooManySummaries
  }

  /// The Swift types of single values of the properties.
  var valueTypes: [String] { parameters.compactMap(\.type) }

  private let schema: IntentSchema
  private let name: String
  private let names: AppIntentNames
  private let words: AppIntentWords
  private let access: String
  private let parameters: [AppParameterWriter]
  private let conditions: SummaryConditions
  private let spellings: [String: String]

  /// The rows that a sheet shows for each value of the parents.
  let plan: SummaryPlan

  private let tooManySummaries: [GenerationFinding]

  init(
    _ schema: IntentSchema, name: String, names: AppIntentNames, words: AppIntentWords,
    access: GeneratedAccess
  ) {
    self.schema = schema
    self.name = name
    self.names = names
    self.words = words
    self.access = access.modifier
    let spellings = Self.spellings(of: schema)
    self.spellings = spellings
    // A type in the intent would hide the protocol of the same name.
    var providers = SwiftScope(reserved: ["DynamicOptionsProvider"])
    parameters = schema.intent.parameters.enumerated()
      .filter { schema.position(of: $0.element.name) == $0.offset }
      .map { _, parameter in
        AppParameterWriter(
          parameter, of: schema, named: name,
          spelling: spellings[parameter.name] ?? SwiftName.identifier(parameter.name),
          provider: providers.claim(
            SwiftName.capitalized(parameter.name) + "OptionsProvider"),
          names: names, words: words, access: access.modifier)
      }
    let carried = parameters.filter { $0.type != nil }.map(\.parameter.name)
    conditions = SummaryConditions(schema, carried: Set(carried))
    let plan = SummaryPlan(conditions, limit: Self.mostSummaries)
    self.plan = plan ?? SummaryPlan(showingAll: conditions)
    tooManySummaries =
      plan != nil
      ? []
      : [
        GenerationFinding(
          .tooManySummaries, subject: schema.intent.name,
          message:
            """
            The conditions of its rows need more than \(Self.mostSummaries) summaries, so every \
            row is always shown.
            """,
          remedy: "Let fewer rows depend on others.")
      ]
  }

  /// The names of the properties that parameters become, by the names of the parameters.
  static func spellings(of schema: IntentSchema) -> [String: String] {
    var scope = SwiftScope(wrapped: schema.intent.parameters.map(\.name), reserved: ["self"])
    var spellings: [String: String] = [:]
    for parameter in schema.intent.parameters where spellings[parameter.name] == nil {
      spellings[parameter.name] = scope.claim(parameter.name)
    }
    return spellings
  }

  func write(to text: inout SwiftText) {
    let intent = schema.intent
    if isAction { writeAction(to: &text) }
    for finding in actionFindings { text.comment(finding) }
    text.documentation(intent.title.text ?? intent.name)
    text.availability()
    text.block(
      "\(access)struct \(name): "
        + (intent.isEligibleForWidgets ? "WidgetConfigurationIntent" : "AppIntent")
        + ", CustomIntentMigratedAppIntent" + (isAction ? ", \(action)" : "")
    ) { text in
      text.documentation("The class of the intent whose placed widgets migrate to this one.")
      text.line(
        "\(access)static let intentClassName = \(SwiftLiteral.string(intent.typeName))")
      text.blank()
      text.documentation("The title people see.")
      text.line(
        "\(access)static let title: LocalizedStringResource = "
          + words.resource(intent.title, or: intent.name))
      if intent.description.text?.isEmpty == false {
        text.blank()
        text.documentation("The description people see.")
        text.line("\(access)static let description: IntentDescription? = IntentDescription(")
        text.line("  \(words.resource(intent.description, or: intent.name)))")
      }
      text.blank()
      text.documentation(
        isAction
          ? intent.isEligibleForWidgets
            ? "The intent is also an action in Shortcuts." : "The intent is an action in Shortcuts."
          : "The intent configures a widget and is not an action.")
      text.line("\(access)static let isDiscoverable = \(isAction)")
      for parameter in parameters {
        text.blank()
        parameter.write(to: &text)
      }
      text.blank()
      text.documentation("Makes the intent with the defaults of the definition.")
      text.line("\(access)init() {}")
      if isAction {
        text.blank()
        text.documentation("Does what the action is for.")
        text.block("\(access)func perform() async throws -> some IntentResult") { text in
          text.line("try await performAction()")
          text.line("return .result()")
        }
      }
      text.blank()
      writeSummary(to: &text)
    }
    for parameter in parameters { parameter.writeOptionsProvider(to: &text) }
  }

  /// The names that the generated code uses for the intent and its parameters.
  var outline: AppIntentOutline {
    let properties = parameters.map { parameter in
      AppIntentOutline.Property(
        parameter: parameter.parameter.name,
        name: parameter.type == nil ? nil : SwiftName.bare(parameter.spelling))
    }
    return AppIntentOutline(
      intent: schema.intent, name: SwiftName.bare(name), properties: properties)
  }

  // MARK: The action

  /// Whether people can use the intent as an action in Shortcuts, too.
  ///
  /// A parameter that is called like one of the methods of an action leaves no room for it.
  private var isAction: Bool { isMeantAsAction && hasRoomForAction }

  private var isMeantAsAction: Bool {
    schema.intent.isConfigurable || !schema.intent.isEligibleForWidgets
  }

  private var hasRoomForAction: Bool {
    ["perform", "performAction"].allSatisfy { schema.position(of: $0) == nil }
  }

  private var action: String { SwiftName.bare(name) + "Action" }

  private var actionFindings: [GenerationFinding] {
    guard isMeantAsAction else { return [] }
    return [
      GenerationFinding(
        isAction ? .action : .actionNameTaken, subject: schema.intent.name,
        message: schema.intent.isEligibleForWidgets
          ? "The intent is also an action in Shortcuts, and its code is not in a definition."
          : "The intent is an action in Shortcuts, and its code is not in a definition.",
        remedy: isAction
          ? "Write “performAction” in an extension of \(name)."
          : """
          Write an App Intent of its own for the action, because a parameter has the name of a \
          method.
          """
      )
    ]
  }

  private func writeAction(to text: inout SwiftText) {
    text.documentation(
      """
      What the app has to write once, in an extension of `\(name)`: what the action in Shortcuts does.

      Without it the intent does not compile.
      """)
    text.availability()
    text.block("\(access)protocol \(action)") { text in
      text.documentation("Does what the action is for.")
      text.line("func performAction() async throws")
    }
    text.blank()
  }

  // MARK: The summary

  /// More summaries than this make the compiler slow; real definitions need at most 14.
  private static let mostSummaries = 64

  private func writeSummary(to text: inout SwiftText) {
    text.documentation("The rows shown for each value of the parent parameters.")
    for finding in conditions.findings + tooManySummaries { text.comment(finding) }
    text.block("\(access)static var parameterSummary: some ParameterSummary") {
      write(plan, to: &$0)
    }
  }

  private func write(_ plan: SummaryPlan, to text: inout SwiftText) {
    switch plan {
    case .rows(let rows):
      guard !rows.isEmpty else {
        // A bare summary shows every parameter, so one without rows has a sentence.
        let title = SwiftLiteral.string(schema.intent.title.text ?? schema.intent.name)
        let isBare = parameters.allSatisfy { $0.type == nil }
        return text.line(member("Summary") + (isBare ? "()" : "(\(title))"))
      }
      text.block(member("Summary")) { text in
        for row in rows { text.line(path(of: row)) }
      }
    case .when(let question, let plan, let otherwise):
      let head = "\(member("When"))(\(arguments(of: question)))"
      text.block(head, then: { write(plan, to: &$0) }, "otherwise:") {
        write(otherwise, to: &$0)
      }
    case .cases(let parent, let cases, let otherwise):
      text.block("\(member("Switch"))(\(path(of: parent)))") { text in
        for item in cases {
          let spelling = caseSpelling(item.name, of: parent)
          text.block("\(member("Case"))(.\(spelling))") { write(item.plan, to: &$0) }
        }
        text.block(member("DefaultCase")) { write(otherwise, to: &$0) }
      }
    }
  }

  /// The name of a type that every intent has, apart from a property with the same name.
  ///
  /// Such a property keeps its name, by which placed widgets find their values. The type is named and
  /// not `Self`, which can be a property, too.
  private func member(_ name: String) -> String {
    spellings.values.contains(name) ? "\(self.name).\(name)" : name
  }

  private func caseSpelling(_ name: String, of parent: String) -> String {
    let type = schema.parameter(named: parent)?.type
    return type.flatMap { names.declared.caseSpelling(name, of: $0) } ?? SwiftName.identifier(name)
  }

  private func path(of parameter: String) -> String {
    "\\.$" + SwiftName.bare(spellings[parameter] ?? parameter)
  }

  private func arguments(of question: SummaryQuestion) -> String {
    let path = path(of: question.parent)
    let isWhole = schema.parameter(named: question.parent)?.type.name == "Integer"
    func number(_ number: Double) -> String {
      isWhole ? SwiftLiteral.shortest(number) : SwiftLiteral.double(number)
    }
    return switch question.test {
    case .hasValue: "\(path), .hasAnyValue"
    case .isTrue: "\(path), .equalTo, true"
    case .isCase(let name): "\(path), .equalTo, .\(caseSpelling(name, of: question.parent))"
    case .isText(let text): "\(path), .equalTo, \(SwiftLiteral.string(text))"
    case .isNumber(let value): "\(path), .equalTo, \(number(value))"
    case .compares(let order, let value): "\(path), .\(order.rawValue), \(number(value))"
    }
  }
}

extension SwiftText {
  /// Writes two blocks, the second after the closing brace of the first.
  mutating func block(
    _ head: String, then first: (inout SwiftText) -> Void, _ label: String,
    _ second: (inout SwiftText) -> Void
  ) {
    block(head, first)
    continueLine(with: " \(label)", second)
  }
}
