public import IntentModel
public import IntentOptions

/// What a form needs to know before it opens.
public struct FormSetup: Sendable, Hashable {
  /// The intent to configure.
  public var schema: IntentSchema

  /// The name of the widget.
  public var title: String

  /// What the widget shows.
  public var description: String

  /// The families the widget supports; never empty.
  public var families: [WidgetFamily]

  /// The parameters that have an options provider; true for one that searches by itself.
  public var providers: [String: Bool]

  /// The language of the texts, as a BCP 47 tag.
  public var locale: String {
    didSet {
      words = FormWords(locale: locale, isASCII: words.isASCII)
      words.today = today
      notation = ValueNotation(locale: locale)
    }
  }

  /// The present day, where a calendar opens that has no date yet, and by which dates are called
  /// today and tomorrow; nil when nobody knows it.
  public var today: CivilDay? {
    didSet { words.today = today }
  }

  /// The folder that a `~` at the start of a path stands for; nil when nobody knows it.
  public var home: String?

  /// Whether the form is one question whose list is open from the start: a choice submits it, and
  /// to leave the list cancels it.
  public var isSingleChoice = false

  /// The form's own texts, in the language of ``locale`` as far as there is a table.
  public private(set) var words: FormWords

  /// How numbers, dates and times are written where ``locale`` is from.
  public private(set) var notation: ValueNotation

  /// Makes a setup.
  ///
  /// - Parameter isASCII: Whether only ASCII can be shown, which some languages cannot be written in.
  public init(
    schema: IntentSchema, title: String, description: String = "",
    families: [WidgetFamily] = WidgetFamily.allCases, providers: [String: Bool] = [:],
    locale: String = "en", today: CivilDay? = nil, home: String? = nil, isASCII: Bool = false
  ) {
    self.schema = schema
    self.title = title
    self.description = description
    self.families = families.isEmpty ? [.systemMedium] : families
    self.providers = providers
    self.locale = locale
    self.today = today
    self.home = home
    words = FormWords(locale: locale, isASCII: isASCII)
    words.today = today
    notation = ValueNotation(locale: locale)
  }
}

/// A form as a value: events go in through ``handle(_:)``, effects come out.
///
/// The state knows no key, no screen, no provider and no task, so a form can be tested, recorded and
/// replayed as a list of events.
public struct FormState: Sendable, Hashable {
  /// What the form was opened with.
  public let setup: FormSetup

  /// What the person has set.
  public internal(set) var draft: IntentDraft

  /// The family of the widget.
  public internal(set) var family: WidgetFamily

  /// The row that has the focus.
  public internal(set) var focus: FormRowID

  /// The text being edited, if one is.
  public internal(set) var editing: TextEditing?

  /// The open list of choices, if one is.
  public internal(set) var picker: OptionsPicker?

  /// What is laid over the rows, if anything is.
  public internal(set) var panel: FormPanel?

  /// Whether hidden rows are shown, each with the reason.
  public internal(set) var showsHidden = false

  /// Whether the preview is asked for, or not wanted; nil leaves it to the room there is.
  public internal(set) var showsPreview: Bool?

  /// How far the form has come.
  public internal(set) var phase = FormPhase.editing

  /// What is in effect for the draft; always that of the present draft and family.
  public internal(set) var evaluation: IntentEvaluation

  /// Texts that were typed and could not be read, kept so that nothing typed is lost.
  public internal(set) var unreadTexts: [FormRowID: UnreadText] = [:]

  /// What the last attempt to save ran into.
  public internal(set) var message: String?

  /// Whether the last event was the first of two that discard the changes.
  var isWarned = false
  var opening: FormSnapshot
  /// Whether saving waits for a default that is on its way.
  var savesWhenSettled = false
  var history: [FormSnapshot] = []
  var undone: [FormSnapshot] = []
  var loads: [Int: FormLoad] = [:]
  var lastLoad = 0
  var askedDefaults: [String: OptionsRequest] = [:]
  var checkedChoices: [String: FormLoad] = [:]
  var defaultFailures: [String: OptionsError] = [:]
  var checkFailures: [String: OptionsError] = [:]
  /// The identifiers that a provider did not know at the last check, chosen at present or not.
  var gone: [String: Set<String>] = [:]
  /// The identifiers of which a provider knew nothing at the last check, chosen at present or not.
  var unverified: [String: Set<String>] = [:]
  /// The last question for the open list.
  var pickerRequest: OptionsRequest?
  /// The mark of the folder whose entries are awaited.
  var awaitedFolder: Int?

  /// What is known of the paths of visible rows.
  var files: [String: FileStanding] = [:]
  /// The paths that are being looked for, by the marks of the questions.
  var awaitedFiles: [Int: String] = [:]

  /// What is awaited from the search of the open list.
  var pendingSearch = PendingSearch()

  /// Makes the state of a form that has just been opened; ``start()`` gives its first effects.
  public init(_ setup: FormSetup, draft: IntentDraft = IntentDraft(), family: WidgetFamily? = nil) {
    self.setup = setup
    self.draft = draft
    let chosen = family.flatMap { setup.families.contains($0) ? $0 : nil } ?? setup.families[0]
    self.family = chosen
    evaluation = setup.schema.evaluate(draft, family: chosen)
    opening = FormSnapshot(draft: draft, family: chosen, unreadTexts: [:])
    focus = .save
    focus = focusableRows.first ?? .save
  }

  /// The first effects: the defaults and the stored choices to ask providers about, and the list of
  /// a single choice.
  public mutating func start() -> [FormEffect] {
    let asked = askProviders() + lookForFiles()
    return setup.isSingleChoice ? asked + openOptions() : asked
  }

  /// Shows a remark until the person does something.
  public mutating func tell(_ remark: String) { message = remark }

  /// The form's own texts.
  public var words: FormWords { setup.words }

  /// The intent being configured.
  public var schema: IntentSchema { setup.schema }

  /// Chosen identifiers that their provider no longer offers, by parameter.
  public var missing: [String: Set<String>] { chosen(among: gone) }

  /// Chosen identifiers of which their provider does not know whether it still offers them, by
  /// parameter: it lists only a part of what it has.
  public var unknown: [String: Set<String>] { chosen(among: unverified) }

  private func chosen(among identifiers: [String: Set<String>]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for (name, identifiers) in identifiers {
      let chosen = identifiers.intersection(chosenIdentifiers(of: name))
      if !chosen.isEmpty { found[name] = chosen }
    }
    return found
  }

  /// Why a provider gave no default or could not check a choice, by parameter.
  public var failures: [String: OptionsError] {
    checkFailures.merging(defaultFailures) { _, failure in failure }
  }

  /// Whether no answer is awaited that can still change a value.
  public var isSettled: Bool { loads.values.allSatisfy { $0.kind == .options } }

  /// Whether anything differs from how the form was opened.
  public var isModified: Bool {
    draft.values != opening.draft.values || family != opening.family || !unreadTexts.isEmpty
  }

  /// Whether the answer of a parameter differs from how the form was opened.
  public func isModified(_ parameter: String) -> Bool {
    draft.values[parameter] != opening.draft.values[parameter]
      || unreadTexts.keys.contains { $0.parameter == parameter }
  }

  /// Whether a slot of an array holds something else than when the form was opened.
  func isModified(_ parameter: IntentParameter, element index: Int) -> Bool {
    if unreadTexts[.element(parameter.name, index)] != nil { return true }
    guard draft.values[parameter.name] != opening.draft.values[parameter.name] else { return false }
    let before = openingElements(of: parameter)
    let now = elements(of: parameter)
    return (before.indices.contains(index) ? before[index] : nil)
      != (now.indices.contains(index) ? now[index] : nil)
  }

  /// The elements with which the form was opened, or what was the default then.
  private func openingElements(of parameter: IntentParameter) -> [IntentValue] {
    if let stored = opening.draft.values[parameter.name] { return stored.elements }
    return (draft.defaults[parameter.name] ?? parameter.staticDefault)?.elements ?? []
  }

  /// The state of a parameter by name; nil when the intent has none of that name.
  public func state(of parameter: String) -> ParameterState? {
    schema.position(of: parameter).map { evaluation.states[$0] }
  }
}

/// What undo goes back to.
struct FormSnapshot: Sendable, Hashable {
  var draft: IntentDraft
  var family: WidgetFamily
  var unreadTexts: [FormRowID: UnreadText]
}

/// A text that could not be read, and why.
public struct UnreadText: Sendable, Hashable {
  /// What was typed.
  public var text: String
  /// What is wrong with it.
  public var issue: IntentIssue
  /// The parts of what was typed.
  var parts: [String]
}

/// An answer that is awaited.
struct FormLoad: Sendable, Hashable {
  enum Kind: Hashable { case options, defaults, choices }
  var kind: Kind
  var request: OptionsRequest
  var identifiers: [String] = []
}
