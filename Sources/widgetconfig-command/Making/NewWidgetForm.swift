import DefinitionFormats
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import Messages
import TerminalForm
import WidgetForm
import WidgetLoading
import Zones

/// Asks about a new widget in forms: first about the widget itself, then about its parameters.
///
/// In forms that are drawn, the user edits a list of the parameters; line by line, the user answers
/// the questions about one parameter after the other. The questions are an ordinary intent
/// definition.
struct NewWidgetForm {
  let command: NewCommand
  var plan: WidgetPlan
  /// Where the answers are saved until the widget is made; nil if there is no store.
  let unmade: UnmadeWidget?

  private var words: FormWords { command.shared.words }

  /// The plan with the user's answers.
  ///
  /// - Throws: `CommandFailure` if the user cancels.
  func answered() async throws -> WidgetPlan {
    defer { unmade?.finish() }
    var begun: KeptChanges?
    // A pipe can send its answers again, so only a user is offered the kept answers.
    if command.asking.isDrawn || AnswerLines().isTyped, let kept = unmade?.kept(),
      let widget = answers(kept.widget, to: widgetQuestions)
    {
      let rows = rows(of: kept.parameters, in: described(by: widget))
      if try await continues(with: rows.count, since: kept.date) {
        // If the description of the widget was not finished, it comes first.
        guard kept.isDescribed == false, let open = kept.open, open.place == nil else {
          return try await parameters(widget, rows, open: kept.open)
        }
        begun = open.changes
      }
    }
    let unmade = unmade
    let answered = try await widgetAnswers(IntentDraft(), begun: begun) {
      unmade?.keep(nil, [], filling: (nil, $0))
    }
    guard let widget = answered else { throw Self.cancelled }
    return try await parameters(widget, [], open: nil)
  }

  /// The plan with its parameters, from a list on the terminal or from questions line by line.
  private func parameters(
    _ widget: NewAnswers, _ rows: [Row], open: UnmadeWidget.OpenForm?
  ) async throws -> WidgetPlan {
    command.asking.isDrawn
      ? try await edited(widget, rows, open: open) : try await listed(widget, rows, open: open)
  }

  private static let cancelled = CommandFailure(.cancelled, .cancelled)

  /// The plan with the answers about the widget as a whole.
  private func described(by widget: NewAnswers) -> WidgetPlan {
    var plan = plan
    plan.kind = widget.text(.kind) ?? plan.kind
    plan.displayName = widget.text(.displayName) ?? plan.displayName
    plan.description = widget.text(.description)
    let families = widget.texts(.families).compactMap { WidgetFamily(rawValue: $0) }
    if !families.isEmpty { plan.families = families }
    if let format = widget.text(.format).flatMap(DefinitionFileFormat.init(rawValue:)) {
      plan.format = format.format
    }
    plan.languages = widget.texts(.languages)
    plan.isStatic = widget.values[.configured] == .boolean(false)
    return plan
  }

  /// The answers about the widget as a whole; nil if the user goes back.
  ///
  /// - Parameters:
  ///   - begun: The changes with which the form starts.
  ///   - keep: Keeps the unfinished answers.
  private func widgetAnswers(
    _ draft: IntentDraft, begun: KeptChanges? = nil,
    keeping keep: @escaping @Sendable (FormState) -> Void
  ) async throws -> NewAnswers? {
    var (remark, begun): (Message?, KeptChanges?) = (nil, begun)
    var draft = draft
    while true {
      guard
        let answers = try await answers(
          to: widgetQuestions, title: plan.name, describing: nil, draft: draft, remark: remark,
          begun: begun, keeping: keep)
      else { return nil }
      begun = nil
      do {
        try WidgetPlan.check(languages: answers.texts(.languages))
        return answers
      } catch let failure as CommandFailure {
        remark = told(failure.lines)
        draft = answers.draft
      }
    }
  }

  /// The problems with answers as one message, which is also printed if there is no screen.
  private func told(_ problems: [Message]) -> Message {
    let message = Message.sentences(problems)
    if !command.asking.isDrawn { Terminal.say(words(message)) }
    return message
  }

  /// Asks for a parameter that follows the parameters of a plan, and checks it together with them;
  /// nil if the user goes back.
  ///
  /// - Parameters:
  ///   - former: The answers about the parameter so far; nil for a new one.
  ///   - place: The position of the parameter in the list; nil if it cannot be moved or removed.
  ///   - later: The parameters that follow it.
  ///   - begun: The changes with which the form starts.
  ///   - keep: Keeps the unfinished answers.
  private func parameter(
    of plan: WidgetPlan, former: NewAnswers? = nil, place: Int? = nil,
    before later: [ParameterSpec] = [], begun: KeptChanges? = nil,
    keeping keep: @escaping @Sendable (FormState) -> Void = { _ in }
  ) async throws -> (spec: ParameterSpec, answers: NewAnswers)? {
    var begun = begun
    let questions = parameterQuestions(
      plan, place: place, count: plan.specs.count + later.count + 1)
    var remark: Message?
    var draft = former?.draft ?? IntentDraft()
    if place != nil {
      for question in [NewWidgetQuestion.position, .removed] {
        draft.values[question.rawValue] = nil
      }
    }
    while true {
      guard
        let answers = try await answers(
          to: questions, title: plan.displayName, describing: plan, draft: draft, remark: remark,
          begun: begun, keeping: keep)
      else { return nil }
      begun = nil
      do {
        let spec = try ParameterSpec(answers.parameter, seconds: ParameterGrammar.seconds)
        if answers.values[.removed] != .boolean(true) {
          _ = try plan.intentDefinition(plan.specs + [spec] + later)
        }
        return (spec, answers)
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
    _ name: String, _ parameters: [ParameterDefinition], enums: [IntentEnum]
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
    _ question: NewWidgetQuestion, _ message: Message, default text: String? = nil,
    placeholder: Message? = nil
  ) -> ParameterDefinition {
    ParameterDefinition(
      name: question.rawValue, type: .string(StringMetadata(defaultValue: LocalizedText(text))),
      displayName: label(message), placeholder: placeholder.map(label) ?? .none)
  }

  private func texts(_ question: NewWidgetQuestion, _ message: Message) -> ParameterDefinition {
    var parameter = text(question, message)
    parameter.supportsMultipleValues = true
    return parameter
  }

  private func choice(
    _ question: NewWidgetQuestion, _ message: Message, of enumeration: IntentEnum,
    default standard: String? = nil
  ) -> ParameterDefinition {
    ParameterDefinition(
      name: question.rawValue,
      type: .enumeration(TypeReference(enumeration.name, namespace: nil), defaultCase: standard),
      displayName: label(message))
  }

  private static func enumeration(_ name: String, _ cases: [String]) -> IntentEnum {
    IntentEnum(
      name: name,
      cases: [.noValue]
        + cases.enumerated().map { IntentEnum.Case(name: $1, index: $0 + 1) })
  }

  private var widgetQuestions: IntentSchema {
    let families = Self.enumeration(
      "Family", WidgetFamily.allCases.including(plan.families).map(\.rawValue))
    let formats = Self.enumeration("Format", DefinitionFileFormat.allCases.map(\.rawValue))
    var chosen = choice(.families, "Families, or none for all", of: families)
    chosen.supportsMultipleValues = true
    let isConfigured = ParameterDefinition(
      name: NewWidgetQuestion.configured.rawValue,
      type: .boolean(BooleanMetadata(defaultValue: true)),
      displayName: label("Has a configuration"))
    var format = choice(
      .format, "Format of the definition", of: formats,
      default: DefinitionFileFormat.allCases.first { $0.format == plan.format }?.rawValue)
    var languages = texts(.languages, "Languages of texts")
    format.relationship = Self.isOn(.configured)
    languages.relationship = Self.isOn(.configured)
    return questions(
      "NewWidget",
      [
        text(.displayName, "Display name", default: plan.displayName),
        text(.description, "Description", default: plan.description),
        text(.kind, "Kind", default: plan.kind), chosen, isConfigured, format, languages,
      ], enums: [families, formats])
  }

  private static func exactly(_ kind: ValueKind) -> String {
    kind.predicatePrefix + ParameterRelation.hasExactValue.rawValue
  }

  private static func isOn(_ parent: NewWidgetQuestion) -> ParameterRelationship {
    ParameterRelationship(
      parentName: parent.rawValue, predicateName: exactly(.boolean), values: [.boolean(true)])
  }

  /// A type that the form offers; the raw value is its name in the line of a parameter.
  enum OfferedType: String, CaseIterable {
    case string, boolean, integer, decimal
    case enumeration = "enum"
    case object, date, time, dateTime, duration, url, file, place, person, currency, distance
    case temperature

    /// The type of a parameter, unless the user chooses a different one.
    static let standard = string
  }

  private func parameterQuestions(_ plan: WidgetPlan, place: Int?, count: Int) -> IntentSchema {
    let types = Self.enumeration("Kind", OfferedType.allCases.map(\.rawValue))
    let controls = Self.enumeration("Control", NumberControl.definitionWords)
    let units = Self.enumeration("Unit", DurationUnit.definitionWords)
    let parents = Self.enumeration("Parent", plan.specs.map(\.name))
    func row(_ parameter: ParameterDefinition, of types: [OfferedType]) -> ParameterDefinition {
      var row = parameter
      row.relationship = ParameterRelationship(
        parentName: NewWidgetQuestion.type.rawValue, predicateName: Self.exactly(.enumeration),
        values: types.map { .string($0.rawValue) }, isList: true)
      return row
    }
    func on(_ parameter: ParameterDefinition, _ parent: NewWidgetQuestion) -> ParameterDefinition {
      var row = parameter
      row.relationship = Self.isOn(parent)
      return row
    }
    func number(_ question: NewWidgetQuestion, _ message: Message) -> ParameterDefinition {
      ParameterDefinition(
        name: question.rawValue, type: .decimal(NumberMetadata(supportsNegativeNumbers: true)),
        displayName: label(message))
    }
    func flag(_ question: NewWidgetQuestion, _ message: Message) -> ParameterDefinition {
      ParameterDefinition(
        name: question.rawValue, type: .boolean(BooleanMetadata()), displayName: label(message))
    }
    var type = choice(.type, "Type", of: types, default: OfferedType.standard.rawValue)
    type.promptDialogs = [
      PromptDialog(
        kind: PromptDialog.configuration, isCustom: true,
        formatString: label(
          .sentences([
            """
            A string is a text. An object is a thing with an identifier and a title, such as a \
            calendar.
            """, .typesWithControl,
          ])))
    ]
    let sizes = ParameterAnswers.exampleSizes.listed("or")
    var rows = [
      text(.name, "Name"), text(.label, "Label"), type,
      row(texts(.cases, "Choices"), of: [.enumeration]),
      row(
        text(.standard, "Default"),
        of: [.string, .boolean, .integer, .decimal, .url, .duration]),
      row(defaultCase, of: [.enumeration]),
      row(number(.minimum, "Minimum"), of: [.integer, .decimal, .duration]),
      row(number(.maximum, "Maximum"), of: [.integer, .decimal, .duration]),
      row(
        choice(.control, "Control", of: controls, default: NumberControl.field.definitionWord),
        of: OfferedType.allCases.filter {
          ParameterSpec.typesWithControl.contains($0.rawValue)
        }),
      row(
        choice(
          .unit, "Unit of plain numbers", of: units, default: DurationUnit.minutes.definitionWord),
        of: [.duration]),
      row(
        flag(.dynamic, "Choices from a source"),
        of: [.string, .object, .integer, .url, .file]),
      on(text(.source, "Source", placeholder: "FILE.json, FILE.csv, URL or ./PROGRAM"), .dynamic),
      flag(.several, "Several values"),
      on(text(.sizes, "Maximum values, such as \(sizes)"), .several),
    ]
    if !plan.specs.isEmpty {
      rows.append(choice(.parent, "Depends on", of: parents))
      let conditions = ParameterAnswers.exampleConditions.listed("or")
      var condition = text(.condition, "Condition, such as \(conditions)")
      condition.relationship = ParameterRelationship(
        parentName: NewWidgetQuestion.parent.rawValue,
        predicateName: ParameterRelation.hasAnyValue.rawValue)
      rows.append(condition)
    }
    if let place {
      let metadata = NumberMetadata(
        control: .stepper, defaultValue: place + 1, minimum: .value(1), maximum: .value(count))
      rows += [
        ParameterDefinition(
          name: NewWidgetQuestion.position.rawValue, type: .integer(metadata),
          displayName: label("Place in the form")),
        flag(.removed, "Remove this parameter"),
      ]
    }
    if !command.asking.isDrawn { rows.append(flag(.more, "Another parameter after this")) }
    return questions("NewParameter", rows, enums: [types, controls, units, parents])
  }

  /// The question for the default of an enum, which is one of the choices in the row above.
  private var defaultCase: ParameterDefinition {
    ParameterDefinition(
      name: NewWidgetQuestion.defaultCase.rawValue, type: .string(StringMetadata()),
      displayName: label("Default"), options: .dynamic(searchable: false))
  }

  // MARK: - Asking

  /// The answers of one form; nil if the user leaves it.
  ///
  /// - Parameter plan: The plan so far, which is shown next to the form; nil for none.
  private func answers(
    to schema: IntentSchema, title: String, describing plan: WidgetPlan?,
    draft: IntentDraft = IntentDraft(), remark: Message? = nil, begun: KeptChanges? = nil,
    keeping keep: @escaping @Sendable (FormState) -> Void
  ) async throws -> NewAnswers? {
    let (asking, unmade) = (command.asking, unmade)
    // A signal can end the program while it waits for the next answer, or after the form has
    // closed.
    @Sendable func keepNow(_ state: FormState) {
      keep(state)
      unmade?.finish()
    }
    let cases = NewWidgetQuestion.defaultCase.rawValue
    var setup = FormSetup(
      schema: schema, title: title,
      description: words(plan == nil ? "A new widget" : "A parameter of the widget"),
      families: [.systemMedium],
      providers: schema.parameter(named: cases) == nil ? [:] : [cases: NewWidgetCases()],
      locale: command.shared.language, isASCII: asking.showsASCII)
    setup.structuredTexts = .json
    setup.isFollowed = asking.isDrawn
    var state = FormState(setup, draft: draft, family: .systemMedium)
    if let changes = begun?.changes(under: schema) { state.make(changes) }
    if let remark { state.tell(remark) }
    let provider = NewWidgetCases()
    if asking.isDrawn {
      let preview = plan.map { NewWidgetPreview(plan: $0, words: words) }
      state = try await asking.drawn(
        state, provider, preview: preview, meanwhile: keep, left: { keepNow($0) })
      // Going back would discard the typed text, so the command ends; its next run starts with that
      // text.
      if state.phase == .cancelled, state.isModified, !state.isDiscarded {
        throw CommandFailure(.cancelled, unmade == nil ? .cancelled : .cancelledAndKept)
      }
    } else {
      let lines = AnswerLines()
      var prompt = lines.prompt(state, provider)
      if lines.isTyped { prompt.meanwhile = { keepNow($0) } }
      _ = await prompt.run()
      try lines.check()
      state = prompt.state
    }
    guard case .submitted(let intent) = state.phase else { return nil }
    return NewAnswers(intent, draft: state.draft)
  }
}

/// The questions of the forms, by the names of their parameters.
enum NewWidgetQuestion: String {
  // Questions about the widget.
  case displayName, description, kind, families, configured, format, languages
  // Questions about a parameter.
  case name, label, type, cases, defaultCase, minimum, maximum, control, unit, dynamic, source
  case several, sizes, parent, condition, position, removed, more
  case standard = "default"
}

/// The answers of a form.
struct NewAnswers {
  let values: [NewWidgetQuestion: IntentValue]
  let draft: IntentDraft

  init(_ intent: Intent, draft: IntentDraft) {
    let answered = intent.parameters.compactMap { parameter in
      NewWidgetQuestion(rawValue: parameter.name).map { ($0, parameter.value) }
    }
    values = Dictionary(firsts: answered)
    self.draft = draft
  }

  /// A string or the name of a case; nil if it is missing or empty.
  func text(_ question: NewWidgetQuestion) -> String? {
    values[question]?.plainText.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The strings or the names of cases in an array.
  func texts(_ question: NewWidgetQuestion) -> [String] {
    guard case .array(let elements) = values[question] else {
      return text(question).map { [$0] } ?? []
    }
    return elements.compactMap(\.plainText)
  }

  private func number(_ question: NewWidgetQuestion) -> Double? {
    guard case .decimal(let number) = values[question] else { return nil }
    return number
  }

  /// The answers about a parameter.
  var parameter: ParameterAnswers {
    var answers = ParameterAnswers(
      name: text(.name) ?? "", type: text(.type) ?? NewWidgetForm.OfferedType.standard.rawValue)
    answers.label = text(.label)
    answers.cases = texts(.cases)
    answers.standard = text(.defaultCase) ?? text(.standard)
    (answers.minimum, answers.maximum) = (number(.minimum), number(.maximum))
    (answers.control, answers.unit) = (text(.control), text(.unit))
    answers.isArray = values[.several] == .boolean(true)
    answers.sizes = text(.sizes)
    answers.isDynamic = values[.dynamic] == .boolean(true)
    answers.source = text(.source)
    (answers.parent, answers.condition) = (text(.parent), text(.condition))
    return answers
  }
}

/// Previews the rows so far, next to the form that asks for the next row.
private struct NewWidgetPreview: FormPreviewing {
  let plan: WidgetPlan
  let words: FormWords

  /// The parameters, including the one being described, as users will see them.
  func lines(of intent: Intent) -> [String] {
    let answers = NewAnswers(intent, draft: IntentDraft())
    let next = try? ParameterSpec(answers.parameter, seconds: ParameterGrammar.seconds)
    // A parameter that cannot be added yet, such as one whose name is taken, is left out.
    let file = next.flatMap { try? plan.intentDefinition(plan.specs + [$0]) }
    guard let file = file ?? (try? plan.intentDefinition(plan.specs)),
      let made = file.intents.first
    else { return [] }
    return IntentReport(IntentSchema(made, in: file)).lines.map(\.text)
  }

  func entries(of intent: Intent) async throws(PreviewFailure) -> [String] { lines(of: intent) }
}

/// The choices of an enum that is being described, for the question about its default.
private struct NewWidgetCases: OptionsProvider {
  let name = "Choices"

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let answer = request.values[NewWidgetQuestion.cases.rawValue]
    let cases = (answer?.elements ?? []).compactMap { value -> String? in
      if case .string(let text) = value { text } else { nil }
    }
    return OptionsCollection(items: cases.map { OptionItem(identifier: $0, display: $0) })
  }
}

// MARK: - The list of parameters

extension NewWidgetForm {
  /// A parameter in the list, with the answers from which it was made.
  private struct Row {
    var spec: ParameterSpec
    var answers: NewAnswers
  }

  /// The user's choice in the list.
  private enum Step: Equatable {
    case parameter(Int)
    case add, see, describe, make

    static let adding = "+add"
    static let seeing = "+see"
    static let describing = "+widget"
    static let making = "+make"

    init?(identifier: String) {
      switch identifier {
      case Self.adding: self = .add
      case Self.seeing: self = .see
      case Self.describing: self = .describe
      case Self.making: self = .make
      default:
        guard let place = Int(identifier) else { return nil }
        self = .parameter(place)
      }
    }
  }

  /// The plan after the user has edited the list of its parameters.
  ///
  /// Going back from a form returns to the list; leaving the list ends the command without a
  /// widget. The answers are kept until the widget is made, unless the user discards them.
  ///
  /// - Parameter open: The unfinished form with which the list starts.
  private func edited(
    _ widget: NewAnswers, _ rows: [Row], open: UnmadeWidget.OpenForm?
  ) async throws -> WidgetPlan {
    var (widget, plan, rows, open) = (widget, described(by: widget), rows, open)
    var remark: Message?
    // The parameter that was added or edited last is highlighted.
    var place: Int?
    while !plan.isStatic {
      plan.specs = rows.map(\.spec)
      let (unmade, drafts) = (unmade, (widget.draft, rows.map(\.answers.draft)))
      func keeping(_ place: Int?) -> @Sendable (FormState) -> Void {
        { unmade?.keep(drafts.0, drafts.1, filling: (place, $0)) }
      }
      let begun = open?.changes
      let step: Step
      if let opened = open {
        // The file keeps the unfinished form until the user has finished it.
        step = opened.place.map { $0 < rows.count ? .parameter($0) : .add } ?? .describe
        open = nil
      } else {
        unmade?.keep(drafts.0, drafts.1)
        let changes = rows.count + (widget.draft.values.isEmpty ? 0 : 1)
        guard
          let chosen = try await self.step(
            of: plan, rows, changes: changes, from: place, saying: remark)
        else { throw Self.cancelled }
        step = chosen
      }
      remark = nil
      switch step {
      case .make: return plan
      case .see: remark = try await see(plan)
      case .describe:
        guard
          let answers = try await widgetAnswers(
            widget.draft, begun: begun, keeping: keeping(nil))
        else { continue }
        (widget, plan) = (answers, described(by: answers))
      case .add:
        let added = try await parameter(of: plan, begun: begun, keeping: keeping(rows.count))
        guard let added else { continue }
        place = rows.count
        rows.append(Row(spec: added.spec, answers: added.answers))
      case .parameter(let chosen):
        let changed = try await self.changed(
          chosen, of: rows, plan, begun: begun, keeping: keeping(chosen))
        place = chosen
        do {
          _ = try plan.intentDefinition(changed.rows.map(\.spec))
          (rows, place) = changed
        } catch {
          remark = .sentences(error.errors.map(\.explanation))
        }
      }
    }
    return plan
  }

  /// The plan after the user has answered the questions about its parameters, line by line.
  ///
  /// - Parameter open: The unfinished form with which the questions start.
  private func listed(
    _ widget: NewAnswers, _ rows: [Row], open: UnmadeWidget.OpenForm?
  ) async throws -> WidgetPlan {
    var (plan, rows, open) = (described(by: widget), rows, open)
    plan.specs = rows.map(\.spec)
    var wantsMore = !plan.isStatic
    if wantsMore, !rows.isEmpty, open == nil { wantsMore = try await wantsAnother(in: plan) }
    while wantsMore {
      let (unmade, drafts) = (unmade, rows.map(\.answers.draft))
      let place = min(open?.place ?? rows.count, rows.count)
      let keep: @Sendable (FormState) -> Void = {
        unmade?.keep(widget.draft, drafts, filling: (place, $0))
      }
      let begun = open?.changes
      open = nil
      if place < rows.count {
        rows = try await changed(place, of: rows, plan, begun: begun, keeping: keep).rows
        plan.specs = rows.map(\.spec)
        wantsMore = try await wantsAnother(in: plan)
      } else {
        guard let added = try await parameter(of: plan, begun: begun, keeping: keep) else {
          throw Self.cancelled
        }
        rows.append(Row(spec: added.spec, answers: added.answers))
        plan.specs = rows.map(\.spec)
        wantsMore = added.answers.values[.more] == .boolean(true)
      }
      unmade?.keep(widget.draft, rows.map(\.answers.draft))
    }
    return plan
  }

  private var addItem: OptionItem {
    OptionItem(identifier: Step.adding, display: words("Add a parameter"))
  }

  private func makeItem(_ plan: WidgetPlan) -> OptionItem {
    OptionItem(identifier: Step.making, display: words("Make the widget"), subtitle: plan.folder)
  }

  /// Whether the user wants to add a parameter to the existing ones.
  private func wantsAnother(in plan: WidgetPlan) async throws -> Bool {
    let items = [
      addItem, makeItem(plan),
    ]
    let answered = try await choice(
      among: [OptionsSection(items: items)], of: plan, "A new widget")
    guard let step = SingleChoice.identifier(in: answered) else { throw Self.cancelled }
    return step == Step.adding
  }

  /// The rows after one of them was edited, moved or removed, and the position of that row.
  private func changed(
    _ place: Int, of rows: [Row], _ plan: WidgetPlan, begun: KeptChanges?,
    keeping keep: @escaping @Sendable (FormState) -> Void
  ) async throws -> (rows: [Row], place: Int) {
    guard rows.indices.contains(place) else { return (rows, place) }
    var before = plan
    before.specs = rows[..<place].map(\.spec)
    let later = rows[(place + 1)...].map(\.spec)
    guard
      let edited = try await parameter(
        of: before, former: rows[place].answers, place: place, before: later, begun: begun,
        keeping: keep)
    else { return (rows, place) }
    var rows = rows
    rows.remove(at: place)
    if edited.answers.values[.removed] == .boolean(true) {
      return (rows, min(place, rows.count - 1))
    }
    var target = place
    if case .integer(let position)? = edited.answers.values[.position] { target = position - 1 }
    target = max(0, min(target, rows.count))
    rows.insert(Row(spec: edited.spec, answers: edited.answers), at: target)
    return (rows, target)
  }

  /// The user's choice in the list; nil if the user leaves the list.
  ///
  /// - Parameters:
  ///   - changes: The number of changes that leaving would discard.
  ///   - place: The position of the parameter that is highlighted first; nil for the first in the
  ///     list.
  private func step(
    of plan: WidgetPlan, _ rows: [Row], changes: Int, from place: Int?, saying remark: Message?
  ) async throws -> Step? {
    let parameters = rows.enumerated().map { place, row in
      OptionItem(
        identifier: "\(place)", display: row.answers.text(.label) ?? row.spec.name,
        subtitle: summary(of: row))
    }
    let steps = [
      addItem,
      OptionItem(identifier: Step.seeing, display: words("See the form")),
      OptionItem(
        identifier: Step.describing, display: words("Change the widget"), subtitle: plan.displayName
      ),
      makeItem(plan),
    ]
    let sections = [
      OptionsSection(title: words("Parameters"), items: parameters),
      OptionsSection(title: words("Next"), items: steps),
    ]
    let answered = try await choice(
      among: sections, of: plan, "A new widget: choose a parameter to edit, move or remove it",
      from: place.flatMap { parameters.indices.contains($0) ? parameters[$0] : nil },
      changes: changes, saying: remark)
    if answered.isDiscarded { unmade?.forget() }
    guard case .submitted = answered.phase else {
      let isKept = changes > 0 && !answered.isDiscarded && unmade != nil
      if isKept { throw CommandFailure(.cancelled, .cancelledAndKept) }
      return nil
    }
    // Saving in the list makes the widget.
    return SingleChoice.identifier(in: answered).map { Step(identifier: $0) } ?? .make
  }

  /// The form of a single choice, after the user has chosen or left it.
  ///
  /// - Parameter first: The choice that is highlighted first; nil for the first in the list.
  private func choice(
    among sections: [OptionsSection], of plan: WidgetPlan, _ description: Message,
    from first: OptionItem? = nil, changes: Int = 0, saying remark: Message? = nil
  ) async throws -> FormState {
    let provider = InMemoryOptionsProvider(
      OptionsCollection(sections: sections.filter { !$0.items.isEmpty }))
    var setup = SingleChoice.setup(
      plan.name, title: plan.displayName, description: words(description), provider,
      command.shared, command.asking)
    (setup.changesAtStake, setup.highlightedFirst) = (changes, first?.identifier)
    var state = FormState(setup)
    if let remark { state.tell(remark) }
    guard command.asking.isDrawn else {
      guard let answered = try await SingleChoice.answered(state, provider) else {
        throw Self.cancelled
      }
      return answered
    }
    return try await command.asking.drawn(
      state, provider, preview: NewWidgetPreview(plan: plan, words: words))
  }

  /// Whether the user continues with the answers from an earlier form rather than starting again.
  ///
  /// - Throws: `CommandFailure` if the user cancels.
  private func continues(with count: Int, since date: Date) async throws -> Bool {
    let ago = TimelinePrinting(zone: .current, words: words).ago(date)
    let going = "continue"
    let items = [
      OptionItem(
        identifier: going,
        display: words(count == 0 ? "Go on" : "Go on with \(count, "parameter", "parameters")"),
        subtitle: ago),
      OptionItem(identifier: "anew", display: words("Begin anew")),
    ]
    let answered = try await choice(
      among: [OptionsSection(items: items)], of: plan,
      "This widget was not made, and its answers are kept.")
    if command.asking.isDrawn {
      guard case .submitted = answered.phase else { throw Self.cancelled }
    }
    return SingleChoice.identifier(in: answered) == going
  }

  /// The parameters that were answered before, up to the first one that can no longer be read.
  private func rows(of drafts: [IntentDraft], in plan: WidgetPlan) -> [Row] {
    var (plan, rows) = (plan, [Row]())
    for draft in drafts {
      let questions = parameterQuestions(plan, place: nil, count: rows.count + 1)
      guard let answers = answers(draft, to: questions),
        let spec = try? ParameterSpec(answers.parameter, seconds: ParameterGrammar.seconds)
      else { break }
      rows.append(Row(spec: spec, answers: answers))
      plan.specs.append(spec)
    }
    return rows
  }

  /// The answers of a draft; nil if they are not valid.
  private func answers(_ draft: IntentDraft, to questions: IntentSchema) -> NewAnswers? {
    guard case .success(let intent) = questions.resolve(draft, family: .systemMedium) else {
      return nil
    }
    return NewAnswers(intent, draft: draft)
  }

  /// The type of a parameter, and the parent on which it depends.
  private func summary(of row: Row) -> String {
    let answers = row.answers.parameter
    let type = answers.type + (answers.isArray ? "[]" : "")
    return [row.spec.name, type, answers.parent.map { "← \($0)" }].compactMap { $0 }
      .joined(separator: " · ")
  }

  /// Shows the form of the unfinished widget as people will see it, with the choices from its
  /// sources; the widget's files are made only for this purpose.
  ///
  /// - Returns: Why the widget has no form yet; nil if it has one.
  private func see(_ plan: WidgetPlan) async throws -> Message? {
    let folder = TemporaryPlace.new()
    defer { try? FileManager.default.removeItem(at: folder) }
    var shown = plan
    shown.folder = folder.appending(path: plan.name).path
    let widget: ConfigurableWidget
    do {
      try shown.write(WidgetPlan.File.checked(shown.files(), definition: shown.definition))
      widget = try WidgetLibrary(unchecked: command.shared).widget(shown.folder)
    } catch {
      guard let failure = CommandFailure(error) else { throw error }
      return .sentences(failure.lines)
    }
    var setup = command.shared.setup(of: widget, isASCII: command.asking.showsASCII)
    setup.description = words("The form as people will see it; nothing is saved.")
    _ = try await command.asking.drawn(
      FormState(setup), widget.router, folders: LocalFolders(home: command.shared.home))
    return nil
  }
}
