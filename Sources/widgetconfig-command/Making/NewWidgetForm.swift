import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetForm

/// Asks for a new widget with forms: first for the widget, then for each parameter.
///
/// The questions are an ordinary intent definition.
struct NewWidgetForm {
  let command: NewCommand
  var plan: WidgetPlan

  private var words: FormWords { command.shared.words }

  /// The plan with the user's answers.
  ///
  /// - Throws: `CommandFailure` if the user cancels.
  func answered() async throws -> WidgetPlan {
    var plan = plan
    let widget = try await widgetAnswers()
    plan.kind = widget.text("kind") ?? plan.kind
    plan.displayName = widget.text("displayName") ?? plan.displayName
    plan.description = widget.text("description")
    let families = widget.texts("families").compactMap { WidgetFamily(rawValue: $0) }
    if !families.isEmpty { plan.families = families }
    if widget.text("format") == DefinitionFileFormat.intentdefinition.rawValue {
      plan.format = .propertyList
    }
    plan.languages = widget.texts("languages")
    plan.isStatic = widget.values["configured"] == .boolean(false)
    var wantsMore = !plan.isStatic
    while wantsMore {
      let (spec, isLast) = try await parameter(of: plan)
      plan.specs.append(spec)
      wantsMore = !isLast
    }
    return plan
  }

  /// The answers about the widget as a whole.
  private func widgetAnswers() async throws -> NewAnswers {
    var remark: Message?
    var draft = IntentDraft()
    while true {
      let answers = try await answers(
        to: widgetQuestions, title: plan.name, describing: nil, draft: draft, remark: remark)
      do {
        try WidgetPlan.check(languages: answers.texts("languages"))
        return answers
      } catch let failure as CommandFailure {
        remark = told(failure.lines)
        draft = answers.draft
      }
    }
  }

  /// The problems with answers as one message; without a screen, also prints it.
  private func told(_ problems: [Message]) -> Message {
    let message = Message.sentences(problems)
    if !command.asking.isDrawn { Terminal.say(words(message)) }
    return message
  }

  /// Asks for one more parameter, and whether it is the last one.
  private func parameter(of plan: WidgetPlan) async throws -> (ParameterSpec, isLast: Bool) {
    let questions = parameterQuestions(plan)
    var remark: Message?
    var draft = IntentDraft()
    while true {
      let answers = try await answers(
        to: questions, title: plan.displayName, describing: plan, draft: draft, remark: remark)
      do {
        let spec = try ParameterSpec(answers.parameter, seconds: ParameterGrammar.seconds)
        _ = try DefinitionMaking.definition(
          intent: plan.intentName, title: plan.displayName, description: nil, plan.specs + [spec],
          families: plan.families)
        return (spec, answers.values["more"] != .boolean(true))
      } catch {
        remark = told(error.errors.map(\.explanation))
        draft = answers.draft
      }
    }
  }

  // MARK: - Questions

  private func label(_ message: Message) -> LocalizedText { LocalizedText(words(message)) }

  /// A schema with parameters in the order of their rows.
  private func questions(
    _ name: String, _ parameters: [IntentParameter], enums: [IntentEnum]
  ) -> IntentSchema {
    let rows = parameters.enumerated().map { index, parameter in
      var row = parameter
      row.displayPriority = index + 1
      row.isConfigurable = true
      return row
    }
    let intent = IntentDefinition(name: name, parameters: rows)
    return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: enums))
  }

  private func text(
    _ name: String, _ message: Message, default text: String? = nil, placeholder: Message? = nil
  ) -> IntentParameter {
    IntentParameter(
      name: name, type: .string(StringMetadata(defaultValue: LocalizedText(text))),
      displayName: label(message), placeholder: placeholder.map(label) ?? .none)
  }

  private func texts(_ name: String, _ message: Message) -> IntentParameter {
    var parameter = text(name, message)
    parameter.supportsMultipleValues = true
    return parameter
  }

  private func choice(
    _ name: String, _ message: Message, of enumeration: IntentEnum, default standard: String? = nil
  ) -> IntentParameter {
    IntentParameter(
      name: name,
      type: .enumeration(TypeReference(enumeration.name, namespace: nil), defaultCase: standard),
      displayName: label(message))
  }

  private static func enumeration(_ name: String, _ cases: [String]) -> IntentEnum {
    IntentEnum(
      name: name,
      cases: [IntentEnum.Case(name: "unknown", index: 0)]
        + cases.enumerated().map { IntentEnum.Case(name: $1, index: $0 + 1) })
  }

  private var widgetQuestions: IntentSchema {
    let families = Self.enumeration("Family", WidgetFamily.allCases.map(\.rawValue))
    let formats = Self.enumeration("Format", DefinitionFileFormat.allCases.map(\.rawValue))
    var chosen = choice("families", "Families, or none for all", of: families)
    chosen.supportsMultipleValues = true
    let isConfigured = IntentParameter(
      name: "configured", type: .boolean(BooleanMetadata(defaultValue: true)),
      displayName: label("Has a configuration"))
    var format = choice(
      "format", "Format of the definition", of: formats,
      default: plan.format == .json ? "json" : "intentdefinition")
    var languages = texts("languages", "Languages of texts")
    format.relationship = Self.isOn("configured")
    languages.relationship = Self.isOn("configured")
    return questions(
      "NewWidget",
      [
        text("displayName", "Display name", default: plan.displayName),
        text("description", "Description", default: plan.description),
        text("kind", "Kind", default: plan.kind), chosen, isConfigured, format, languages,
      ], enums: [families, formats])
  }

  private static func isOn(_ parent: String) -> ParameterRelationship {
    ParameterRelationship(
      parentName: parent, predicateName: "BooleanHasExactValue", values: [.boolean(true)])
  }

  /// The types that the form offers.
  private static let types = [
    "string", "boolean", "integer", "decimal", "enum", "object", "date", "time", "dateTime",
    "duration", "url", "file", "place", "person", "currency", "distance", "temperature",
  ]

  private func parameterQuestions(_ plan: WidgetPlan) -> IntentSchema {
    let types = Self.enumeration("Kind", Self.types)
    let controls = Self.enumeration("Control", ["field", "stepper", "slider"])
    let parents = Self.enumeration("Parent", plan.specs.map(\.name))
    func row(_ parameter: IntentParameter, of names: String...) -> IntentParameter {
      var row = parameter
      row.relationship = ParameterRelationship(
        parentName: "type", predicateName: "EnumHasExactValue",
        values: names.map { .string($0) }, isList: true)
      return row
    }
    func on(_ parameter: IntentParameter, _ parent: String) -> IntentParameter {
      var row = parameter
      row.relationship = Self.isOn(parent)
      return row
    }
    func number(_ name: String, _ message: Message) -> IntentParameter {
      IntentParameter(
        name: name, type: .decimal(NumberMetadata(supportsNegativeNumbers: true)),
        displayName: label(message))
    }
    func flag(_ name: String, _ message: Message) -> IntentParameter {
      IntentParameter(name: name, type: .boolean(BooleanMetadata()), displayName: label(message))
    }
    var rows = [
      text("name", "Name"), text("label", "Label"),
      choice("type", "Type", of: types, default: "string"),
      row(texts("cases", "Choices"), of: "enum"),
      row(
        text("default", "Default"), of: "string", "boolean", "integer", "decimal", "enum", "url",
        "duration"),
      row(number("minimum", "Minimum"), of: "integer", "decimal", "duration"),
      row(number("maximum", "Maximum"), of: "integer", "decimal", "duration"),
      row(choice("control", "Control", of: controls, default: "field"), of: "integer", "decimal"),
      flag("several", "Several values"),
      on(text("sizes", "Maximum values, such as 3 or small:1,medium:3"), "several"),
      row(
        flag("dynamic", "Choices from a source"), of: "string", "object", "integer", "url", "file"),
      on(text("source", "Source", placeholder: "FILE.json, FILE.csv, URL or ./PROGRAM"), "dynamic"),
    ]
    if !plan.specs.isEmpty {
      rows.append(choice("parent", "Depends on", of: parents))
      var condition = text("condition", "Condition, such as =red or >2")
      condition.relationship = ParameterRelationship(
        parentName: "parent", predicateName: "HasAnyValue")
      rows.append(condition)
    }
    rows.append(flag("more", "Another parameter after this"))
    return questions("NewParameter", rows, enums: [types, controls, parents])
  }

  // MARK: - Asking

  /// The answers of one form.
  ///
  /// - Parameter plan: The plan so far, which is shown beside the form; nil for none.
  private func answers(
    to schema: IntentSchema, title: String, describing plan: WidgetPlan?,
    draft: IntentDraft = IntentDraft(), remark: Message? = nil
  ) async throws -> NewAnswers {
    let asking = command.asking
    let setup = FormSetup(
      schema: schema, title: title,
      description: words(plan == nil ? "A new widget" : "A parameter of the widget"),
      families: [.systemMedium], providers: [:], locale: command.shared.language,
      isASCII: asking.showsASCII)
    var state = FormState(setup, draft: draft, family: .systemMedium)
    if let remark { state.tell(remark) }
    let provider = InMemoryOptionsProvider(OptionsCollection(items: []))
    if asking.isDrawn {
      let preview = plan.map { NewWidgetPreview(plan: $0, words: words) }
      state = try await asking.drawn(state, provider, preview: preview)
    } else {
      let lines = AnswerLines()
      var prompt = lines.prompt(state, provider)
      _ = await prompt.run()
      try lines.check()
      state = prompt.state
    }
    guard case .submitted(let intent) = state.phase else {
      throw CommandFailure(.cancelled, .cancelled)
    }
    return NewAnswers(intent, draft: state.draft)
  }
}

/// The answers of a form by name.
struct NewAnswers {
  let values: [String: IntentValue]
  let draft: IntentDraft

  init(_ intent: Intent, draft: IntentDraft) {
    values = Dictionary(
      intent.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    self.draft = draft
  }

  /// A string or the name of a case; nil if it is missing or empty.
  func text(_ name: String) -> String? {
    switch values[name] {
    case .string(let text), .enumeration(let text): text.isEmpty ? nil : text
    default: nil
    }
  }

  /// The strings or the names of cases in an array.
  func texts(_ name: String) -> [String] {
    guard case .array(let elements) = values[name] else { return text(name).map { [$0] } ?? [] }
    return elements.compactMap { element in
      switch element {
      case .string(let text), .enumeration(let text): text
      default: nil
      }
    }
  }

  private func number(_ name: String) -> Double? {
    guard case .decimal(let number) = values[name] else { return nil }
    return number
  }

  /// The answers about a parameter.
  var parameter: ParameterAnswers {
    var answers = ParameterAnswers(name: text("name") ?? "", type: text("type") ?? "string")
    answers.label = text("label")
    answers.cases = texts("cases")
    answers.standard = text("default")
    (answers.minimum, answers.maximum) = (number("minimum"), number("maximum"))
    answers.control = text("control")
    answers.isArray = values["several"] == .boolean(true)
    answers.sizes = text("sizes")
    answers.isDynamic = values["dynamic"] == .boolean(true)
    answers.source = text("source")
    (answers.parent, answers.condition) = (text("parent"), text("condition"))
    return answers
  }
}

/// Previews the rows so far beside the form that asks for the next one.
private struct NewWidgetPreview: FormPreviewing {
  let plan: WidgetPlan
  let words: FormWords

  /// The parameters, including the one being described, as a user will see them.
  func lines(of intent: Intent) -> [String] {
    let answers = NewAnswers(intent, draft: IntentDraft())
    let next = try? ParameterSpec(answers.parameter, seconds: ParameterGrammar.seconds)
    // Leave out a parameter that cannot be added yet, such as one whose name is taken.
    let file = next.flatMap { definition(plan.specs + [$0]) } ?? definition(plan.specs)
    guard let file, let made = file.intents.first else { return [] }
    return IntentReport(IntentSchema(made, in: file)).lines.map(\.text)
  }

  private func definition(_ specs: [ParameterSpec]) -> IntentDefinitionFile? {
    try? DefinitionMaking.definition(
      intent: plan.intentName, title: plan.displayName, description: plan.description, specs,
      families: plan.families)
  }

  func entries(of intent: Intent) async throws(PreviewFailure) -> [String] { [] }
}
