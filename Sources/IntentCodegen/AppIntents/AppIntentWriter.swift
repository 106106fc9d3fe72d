import DefinitionFormats
import IntentModel
import Messages

/// Writes an intent of a definition as an App Intent, which replaces the old class if there is one.
struct AppIntentWriter {
  /// The findings about parts that the intent cannot carry over.
  var findings: [GenerationFinding] {
    actionFindings + conditions.findings + parameters.flatMap(\.findings) + tooManySummaries
      + sentenceFindings + textFindings
  }

  /// The Swift types of single values of the properties.
  var valueTypes: [String] { parameters.compactMap(\.type) + [outputType].compactMap { $0 } }

  private let schema: IntentSchema
  private let name: String
  private let names: AppIntentNames
  private let words: AppIntentWords
  private let access: String
  private let parameters: [AppParameterWriter]
  private let conditions: SummaryConditions
  private let spellings: [String: String]

  /// The rows that a sheet shows for each value of the parents.
  let plan: RowSummary

  /// Whether the plan is the summary that the definition contains.
  private let isStated: Bool

  private let tooManySummaries: [GenerationFinding]
  private let details: SiriDetails
  private let languages: DefinitionLanguages
  private let sentences: [ActionSentence]

  /// A sentence of the action, with the names of its parameters.
  private struct ActionSentence {
    var parameters: Set<String>
    var sentence: SummarySentence
  }

  /// - Parameter providers: The names of the options providers in use; Xcode's tools require them
  ///   to be different across all intents.
  init(
    _ schema: IntentSchema, name: String, names: AppIntentNames, words: AppIntentWords,
    access: GeneratedAccess, languages: DefinitionLanguages, providers: inout SwiftScope
  ) {
    self.schema = schema
    self.languages = languages
    self.name = name
    self.names = names
    self.words = words
    self.access = access.modifier
    let spellings = Self.spellings(of: schema)
    self.spellings = spellings
    var parameters: [AppParameterWriter] = []
    for (position, parameter) in schema.intent.parameters.enumerated()
    where schema.position(of: parameter.name) == position {
      let provider = SwiftName.capitalized(parameter.name) + "OptionsProvider"
      parameters.append(
        AppParameterWriter(
          parameter, of: schema, named: name,
          spelling: spellings[parameter.name] ?? SwiftName.identifier(parameter.name),
          provider: parameter.options.isDynamic ? providers.claim(provider) : provider,
          names: names, words: words, access: access.modifier))
    }
    self.parameters = parameters
    let carried = parameters.filter { $0.type != nil }.map(\.parameter.name)
    let details = schema.intent.siriDetails
    self.details = details
    let property = Self.property(in: spellings, carried: Set(carried))
    sentences =
      schema.intent.isMeantAsAction
      ? details.ownCombinations.compactMap { combination in
        let title = LocalizedText(
          words.texts == .keys
            ? combination.title.text
            : languages.text(combination.title, in: languages.source), id: combination.title.id)
        return SummarySentence(title, property).map {
          ActionSentence(parameters: Set(combination.parameters), sentence: $0)
        }
      } : []
    conditions = SummaryConditions(schema, carried: Set(carried))
    let stated = schema.intent.summary.flatMap { $0.isWritable(with: Set(carried)) ? $0 : nil }
    isStated = stated != nil
    let plan = stated ?? RowSummary(conditions, limit: Self.maximumSummaries)
    self.plan = plan ?? RowSummary(showingAll: conditions)
    let isLost = schema.intent.summary != nil && stated == nil
    tooManySummaries =
      isLost
      ? [
        GenerationFinding(
          .inexpressibleCondition, subject: schema.intent.name,
          message: "Part of its parameter summary cannot be written, so every row is always shown.",
          remedy: .ignoreAnswer)
      ]
      : plan != nil
        ? []
        : [
          GenerationFinding(
            .tooManySummaries, subject: schema.intent.name,
            message:
              """
              The conditions of its rows need more than \(Self.maximumSummaries) summaries, so every \
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

  /// The name of the property that a parameter becomes; nil for a parameter that is left out.
  private static func property(
    in spellings: [String: String], carried: Set<String>
  ) -> (String) -> String? {
    { name in carried.contains(name) ? spellings[name].map(SwiftName.bare) : nil }
  }

  /// The sentences of the summary, with the properties of their parameters.
  var usedSentences: [(sentence: SummarySentence, property: (String) -> String?)] {
    let property = property
    return plan.branches.compactMap(\.rows).compactMap(sentence(for:)).firsts.map { ($0, property) }
  }

  private var property: (String) -> String? {
    Self.property(
      in: spellings,
      carried: Set(parameters.filter { $0.type != nil }.map(\.parameter.name)))
  }

  /// The SiriKit class whose widgets migrate; nil for an App Intent that does not replace a class.
  private var replacedClass: String? {
    schema.isOfAppIntents ? schema.intent.replacedClass : schema.intent.typeName
  }

  func write(to text: inout SwiftText) {
    let intent = schema.intent
    if isAction { writeAction(to: &text) }
    for finding in actionFindings { text.comment(finding) }
    text.documentation(intent.title.text ?? intent.name)
    text.availability()
    text.block(
      "\(access)struct \(name): "
        + (intent.isEligibleForWidgets ? AppIntentsName.widgetConfigurationIntent : "AppIntent")
        + (replacedClass == nil ? "" : ", " + AppIntentsName.migratedIntent)
    ) { text in
      if let replacedClass {
        text.documentation("The class of the intent whose placed widgets migrate to this one.")
        text.line(
          "\(access)static let \(AppIntentsName.intentClassName) = \(SwiftLiteral.string(replacedClass))"
        )
        text.blank()
      } else {
        text.storedName(intent.typeName, of: name, access)
      }
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
      text.line("\(access)static let \(AppIntentsName.isDiscoverable) = \(isAction)")
      if !modes.isEmpty {
        text.blank()
        // SDKs before the iOS 26 SDK do not have the type.
        text.line("#if compiler(>=6.2)")
        text.documentation(
          (modes == [.foreground] ? "The action opens the app" : "How the action can run")
            + "; before iOS 26 it runs in the background.")
        text.line("@available(iOS 26.0, macOS 26.0, watchOS 26.0, *)")
        let members = modes.map { "." + $0.rawValue }
        let value = members.count == 1 ? members[0] : "[\(members.joined(separator: ", "))]"
        text.line("\(access)static var \(AppIntentsName.supportedModes): IntentModes { \(value) }")
        text.line("#endif")
      }
      for parameter in parameters {
        text.blank()
        parameter.write(to: &text)
      }
      text.blank()
      text.documentation(
        parameters.contains(where: \.isWithoutItsDefault)
          ? "Makes the intent with the defaults of the definition, except those that are left out."
          : "Makes the intent with the defaults of the definition.")
      text.line("\(access)init() {}")
      if isAction {
        text.blank()
        let output = outputType
        text.documentation(
          "Performs the action" + (output == nil ? "." : ", and returns its output."))
        text.block(
          "\(access)func perform() async throws -> some IntentResult"
            + (output.map { " & ReturnsValue<\($0)>" } ?? "")
        ) { text in
          text.line(
            (output == nil ? "" : "let output = ") + "try await \(Self.actionMethod)()")
          text.line(output == nil ? "return .result()" : "return .result(value: output)")
        }
      }
      text.blank()
      writeSummary(to: &text)
    }
    if isAction {
      // A conformance on the type itself would also make its wrapped properties nonisolated.
      text.blank()
      text.availability()
      text.line("extension \(name): \(action) {}")
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

  /// Whether people can also use the intent as an action in Shortcuts.
  ///
  /// It is not an action if a parameter has the name of an action's method.
  private var isAction: Bool { schema.intent.isMeantAsAction && hasRoomForAction }

  /// How the action can run, according to the definition; empty if there is no action, or if the
  /// definition states no modes and the action does not open the app.
  private var modes: [ActionMode] {
    guard isAction else { return [] }
    let stated = schema.intent.supportedModes
    return stated.isEmpty && opensApp ? [.foreground] : stated
  }

  /// Whether the action opens the app, according to the definition.
  private var opensApp: Bool {
    isAction && !details.ownCombinations.isEmpty
      && details.ownCombinations.allSatisfy { !$0.supportsBackgroundExecution }
  }

  /// The Swift type of the action's output; nil if the action has no output, or if App Intents has
  /// no such type.
  private var outputType: String? {
    guard isAction, let output = details.outputProperty,
      let type = names.valueType(of: output.type)
    else { return nil }
    return output.supportsMultipleValues ? "[\(type)]" : type
  }

  private var hasRoomForAction: Bool {
    ["perform", Self.actionMethod].allSatisfy { schema.position(of: $0) == nil }
  }

  /// The method that the app writes for an action.
  private static let actionMethod = "performAction"

  /// The suffix that turns the name of an intent into the name of its action's protocol.
  static let actionSuffix = "Action"

  private var action: String { SwiftName.bare(name) + Self.actionSuffix }

  private var actionFindings: [GenerationFinding] {
    guard schema.intent.isMeantAsAction else { return [] }
    var lost: [GenerationFinding] = []
    if isAction, let output = details.output, outputType == nil {
      let type = details.outputProperty?.type.name
      lost.append(
        GenerationFinding(
          .output, subject: schema.intent.name,
          message: type.map {
            "The output “\(name: output)” is a “\(name: $0)”, which an App Intent cannot return."
          } ?? "The response has no property “\(name: output)”, so the action has no output.",
          remedy: "Write a separate App Intent for the action, with a different type of output."))
    }
    return lost + [
      GenerationFinding(
        isAction ? .action : .actionNameTaken, subject: schema.intent.name,
        message: schema.intent.isEligibleForWidgets
          ? "The intent is also an action in Shortcuts, and its code is not in a definition."
          : "The intent is an action in Shortcuts, and its code is not in a definition.",
        remedy: isAction
          ? "Write “\(name: Self.actionMethod)” in an extension of \(name)."
          : """
          Write a separate App Intent for the action, because a parameter has the name of a method.
          """
      )
    ]
  }

  private func writeAction(to text: inout SwiftText) {
    text.documentation(
      """
      The code of the action, which the app has to write once, in an extension of `\(name)`.

      Without it the intent does not compile.
      """)
    text.availability()
    text.block("nonisolated \(access)protocol \(action)") { text in
      guard let output = outputType else {
        text.documentation("Performs the action.")
        return text.line("func \(Self.actionMethod)() async throws")
      }
      text.documentation("Performs the action, and returns its output.")
      text.line("func \(Self.actionMethod)() async throws -> \(output)")
    }
    text.blank()
  }

  // MARK: The summary

  /// More summaries than this slow down the compiler; real definitions need at most 14.
  private static let maximumSummaries = 64

  private func writeSummary(to text: inout SwiftText) {
    text.documentation("The rows shown for each value of the parent parameters.")
    for finding in conditions.findings + tooManySummaries + lostSentences {
      text.comment(finding)
    }
    text.block("\(access)static var \(AppIntentsName.parameterSummary): some ParameterSummary") {
      write(plan, to: &$0)
    }
  }

  private func write(_ plan: RowSummary, to text: inout SwiftText) {
    switch plan {
    case .unknown: break
    case .rows(let stated):
      let rows = stated.names
      if let sentence = sentence(for: stated) { return write(sentence, rows, to: &text) }
      guard !rows.isEmpty else {
        // A bare summary shows every parameter, so a summary without rows needs a sentence.
        let title = SwiftLiteral.string(schema.intent.title.text ?? schema.intent.name)
        let isBare = isStated || parameters.allSatisfy { $0.type == nil }
        return text.line(member(.rows) + (isBare ? "()" : "(\(title))"))
      }
      text.block(member(.rows)) { text in
        for row in rows { text.line(path(of: row)) }
      }
    case .when(let question, let plan, let otherwise):
      let head = "\(member(.condition))(\(arguments(of: question)))"
      guard let otherwise else { return text.block(head) { write(plan, to: &$0) } }
      text.block(head, then: { write(plan, to: &$0) }, "otherwise:") {
        write(otherwise, to: &$0)
      }
    case .cases(let subject, let cases, let otherwise):
      text.block("\(member(.cases))(\(path(of: subject)))") { text in
        for item in cases {
          let operand = operand(item.values, for: subject, isList: item.values.count != 1)
          text.block("\(member(.oneCase))(\(operand))") { write(item.summary, to: &$0) }
        }
        if let otherwise {
          text.block(member(.otherwise)) { write(otherwise, to: &$0) }
        }
      }
    }
  }

  private func write(_ sentence: SummarySentence, _ rows: [String], to text: inout SwiftText) {
    let table = words.texts == .literal ? "" : ", table: \(SwiftLiteral.string(words.table))"
    let head = member(.rows) + "(\(sentence.literal)\(sentence.title.id == nil ? "" : table))"
    let rest = rows.filter { !sentence.parameters.contains($0) }
    guard !rest.isEmpty else { return text.line(head) }
    text.block(head) { text in
      for row in rest { text.line(path(of: row)) }
    }
  }

  /// The sentence for the given rows; nil if there is none.
  ///
  /// A summary that the definition contains has its own sentence. Otherwise, it is the sentence
  /// whose combination fits the rows best, of the sentences that name only these rows.
  private func sentence(for rows: RowSummary.Rows) -> SummarySentence? {
    if isStated { return SummarySentence(rows.sentence, property) }
    let shown = Set(rows.names)
    var best: (sentence: SummarySentence, score: Int)?
    for item in sentences where item.sentence.parameters.allSatisfy(shown.contains) {
      let named = item.parameters.count(where: shown.contains)
      let score = 2 * named - item.parameters.count
      if best.map({ score > $0.score }) ?? true { best = (item.sentence, score) }
    }
    return best?.sentence
  }

  /// The findings about sentences of an action that are missing from the summary.
  private var lostSentences: [GenerationFinding] {
    guard schema.intent.isMeantAsAction else { return [] }
    let used = usedSentences.map(\.sentence.title)
    let kept = Set(used.map(\.id))
    let known = Set(used.map { $0.text ?? "" })
    var seen = Set<String>()
    return details.ownCombinations.map(\.title).filter { title in
      guard let text = title.text, !text.isEmpty, seen.insert(text).inserted else { return false }
      return !known.contains(text) && (title.id == nil || !kept.contains(title.id))
    }.map { title in
      GenerationFinding(
        .sentence, subject: schema.intent.name,
        message: """
          The sentence “\(name: title.text ?? "")” is left out: no summary shows all parameters \
          that it names.
          """,
        remedy: "Write a sentence for the rows that are shown.")
    }
  }

  /// The findings about the sentences and their translations.
  private var sentenceFindings: [GenerationFinding] {
    let subject = schema.intent.name
    return lostSentences
      + usedSentences.flatMap { sentence, _ -> [GenerationFinding] in
        guard let id = sentence.title.id else { return [] }
        let all = languages.languages
        var findings: [GenerationFinding] = []
        let isTranslated = all.contains { languages.identifiers(in: $0).contains(id) }
        if words.texts == .keys, isTranslated {
          findings.append(
            GenerationFinding(
              .sentenceKey, subject: subject,
              message: """
                The translations of “\(name: sentence.key)” have the key “\(name: id)”, but the key \
                of a summary is the sentence itself.
                """,
              remedy: "Generate with \(GenerationOption.catalog), which has that key."))
        }
        let byCase = all.filter { language in
          let known = languages.identifiers(in: language)
          return !known.contains(id) && known.contains { $0.hasPrefix(id + "-") }
        }
        if !byCase.isEmpty {
          findings.append(
            GenerationFinding(
              .sentenceCases, subject: subject,
              message: """
                “\(name: sentence.key)” has a translation for each value of a parameter in \
                \(choices: byCase), but a summary has a single one.
                """,
              remedy: "Translate the sentence without the value, under its own key."))
        }
        return findings
      }
  }

  /// The findings about texts that an App Intent cannot contain, and about words that the App Store
  /// refuses.
  private var textFindings: [GenerationFinding] {
    let intent = schema.intent
    var texts = intent.parameters.flatMap { parameter in
      parameter.promptDialogs.filter { $0.isCustom && $0.kind != PromptDialog.configuration }
        .compactMap(\.formatString.text)
    }
    texts += details.codes.compactMap(\.formatString)
    texts = texts.filter { !$0.isEmpty }.firsts
    var findings: [GenerationFinding] = []
    if !texts.isEmpty {
      let some = texts.prefix(3).map { $0.harmless(limit: 80) }
      let rest = texts.count - some.count
      findings.append(
        GenerationFinding(
          .prompts, subject: intent.name,
          message: rest > 0
            ? """
            An App Intent made from a definition has no prompts and no responses, so \
            \(choices: some) and \(rest) more are left out.
            """
            : """
            An App Intent made from a definition has no prompts and no responses, so \
            \(choices: some) \(phrase: texts.count == 1 ? "is" : "are") left out.
            """,
          remedy: """
            Write these texts in the code: in `\(ArgumentLabel.requestValueDialog.rawValue):`, in the \
            error of a query, or in the dialog of a result.
            """))
    }
    let named: [(LocalizedText, Message)] = [
      (intent.title, "title"), (intent.description, "description"),
    ]
    for (text, what) in named {
      for language in languages.languages {
        guard let word = languages.text(text, in: language).flatMap({ StoreWords.first(in: $0) })
        else {
          continue
        }
        findings.append(
          GenerationFinding(
            .storeWord, subject: intent.name,
            message: .storeRefuses(word: word, what: what, language: language),
            remedy: .nameNoProduct))
      }
    }
    return findings
  }

  /// The name of a part of the summary, qualified if a property has the same name.
  ///
  /// Such a property keeps its name, because placed widgets find their values by that name. The
  /// qualifier is the intent's name rather than `Self`, because a property can also be named
  /// `Self`.
  private func member(_ part: AppIntentsName.SummaryPart) -> String {
    spellings.values.contains(part.rawValue) ? "\(name).\(part.rawValue)" : part.rawValue
  }

  private func caseLiteral(_ name: String, of parent: String) -> String {
    let type = schema.parameter(named: parent)?.type
    return type.flatMap { names.declared.caseLiteral(name, of: $0) }
      ?? "." + SwiftName.identifier(name)
  }

  private func path(of parameter: String) -> String {
    "\\.$" + SwiftName.bare(spellings[parameter] ?? parameter)
  }

  private func path(of subject: Condition.Subject) -> String {
    switch subject {
    case .parameter(let name), .other(let name): path(of: name)
    case .family: "." + subject.name
    }
  }

  private func arguments(of question: Condition.Comparison) -> String {
    let comparison = "." + (question.comparison.appIntentsName ?? "")
    let head =
      question.subject == .family
      ? "\(question.subject.name): \(comparison)"
      : "\(path(of: question.subject)), \(comparison)"
    guard question.comparison.takesValues else { return head }
    let isList = question.comparison == .oneOf
    return head + ", " + operand(question.values, for: question.subject, isList: isList)
  }

  private func operand(
    _ values: [IntentValue], for subject: Condition.Subject, isList: Bool
  ) -> String {
    let all = values.map { literal($0, for: subject) }.joined(separator: ", ")
    return isList ? "[\(all)]" : all
  }

  /// A value to compare with a subject.
  private func literal(_ value: IntentValue, for subject: Condition.Subject) -> String {
    switch (subject, value) {
    case (.parameter(let parent), .enumeration(let name)): caseLiteral(name, of: parent)
    case (.family, .string(let name)): "." + name
    case (.parameter(let parent), .string(let name)) where isEnum(parent):
      caseLiteral(name, of: parent)
    case (_, .integer(let number)): String(number)
    case (_, .string(let text)): SwiftLiteral.string(text)
    case (.parameter(let parent), .decimal(let number))
    where schema.parameter(named: parent)?.type.name == ValueKind.integer.facts.xcode:
      SwiftLiteral.shortest(number)
    case (_, .decimal(let number)): SwiftLiteral.double(number)
    default: value == .boolean(true) ? "true" : "false"
    }
  }

  private func isEnum(_ parameter: String) -> Bool {
    schema.parameter(named: parameter).flatMap { schema.enumeration(of: $0.type) } != nil
  }
}

extension RowSummary {
  /// Whether Swift can express the whole summary.
  ///
  /// - Parameter carried: The names of the parameters that the App Intent has.
  fileprivate func isWritable(with carried: Set<String>) -> Bool {
    // Swift's `When` always has an `otherwise`, and every summary must show something.
    branches.allSatisfy { !$0.isMissing || $0.missingCase != nil }
      && branches.allSatisfy { $0.rows?.names.allSatisfy(carried.contains) ?? false }
      && comparisons.allSatisfy { comparison in
        comparison.comparison.appIntentsName != nil
          // A family that this program does not know may be missing from an SDK.
          && comparison.namedFamilies.allSatisfy { $0.isKnown && $0 != .addedLater }
          && comparison.values.allSatisfy { value in
            let kinds: [ValueKind?] = [.boolean, .integer, .decimal, .string, .enumeration]
            return kinds.contains(value.kind)
          }
      }
      && subjects.allSatisfy { subject in
        switch subject {
        case .parameter(let name): carried.contains(name)
        case .family: true
        case .other: false
        }
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
