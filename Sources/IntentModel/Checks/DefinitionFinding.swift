public import Messages

/// A problem or a possible problem in a definition: the rule, the location and the remedy.
public struct DefinitionFinding: StatedProblem, Sendable, Hashable {
  /// The severity of a finding, with the same levels as for values.
  public typealias Severity = IntentIssue.Severity

  /// The path in the structure of the model, such as
  /// `$.intents[0].parameters[2].visibleWhen.parent`.
  public var path: IntentPath

  /// The problem.
  public var rule: Rule

  /// Makes a finding.
  public init(_ rule: Rule, at path: IntentPath) {
    self.rule = rule
    self.path = path
  }

  /// The possible problems of a definition, with the values that their sentences need.
  public enum Rule: Sendable, Hashable {
    case danglingEnum(String, choices: [String])
    case danglingType(String, choices: [String])
    /// A reference with another namespace than the document, which has an enum or type of the name.
    case foreignNamespace(String, isEnum: Bool, namespace: String, own: String)
    case unknownType(String)
    /// A condition without a parent, and whether another parameter could be it.
    case missingParent(hasChoices: Bool)
    /// The parent that a parameter names, the parameter's name, and the names of all parameters.
    case danglingParent(String, of: String? = nil, choices: [String])
    /// The names of all parameters in the loop, in order, beginning with the first one in the file.
    case loop([String])
    /// A parent that has a parent.
    case chain(parent: String, grandparent: String)
    case unknownPredicate(String)
    case predicateWithoutValue(String)
    case rangeWithoutTwoValues(count: Int)
    /// A value that no value of the parent's type can match.
    ///
    /// No value at all can be given for some types.
    case predicateType(value: Message, parent: String, type: Message, isGivable: Bool = true)
    case predicateCase(String, enumeration: String, choices: [String])
    case neverVisible(NeverVisible)
    case duplicate(String, what: Duplicate)
    /// A case with the index of "no value", in an enum without it, and the first free index.
    case caseAtZero(String, free: Int)
    case defaultOutOfRange(IntentIssue.Reason)
    case defaultCase(String, enumeration: String, choices: [String])
    case minimumAboveMaximum(minimum: String, maximum: String)
    case sliderWithoutBounds
    case unknownDateFormat(String)
    case unknownDateStyle(String)
    case sizesMissing
    case sizesOfSingleValue
    case sizesNotInForce
    case sizeBelowOne(Int)
    case unknownSizeClass(String)
    case shrinkingSizes(larger: WidgetFamily, size: Int, smaller: WidgetFamily, than: Int)
    case dynamicMissing(type: String)
    /// A last tag below one that is in use.
    case lastTagTooLow(Int, highest: Int)
    /// A name that no property of a class can have, and why.
    case unusableName(String, UnusableName)
    /// A name that becomes the same identifier as another.
    case sameIdentifier(String, other: String, identifier: String)
    /// A word in a title or a description that the App Store refuses in App Intents.
    case storeWord(String)
    /// A parameter without a stated tag among others that state theirs; nil for no free tag.
    case missingTag(free: Int?)
    /// An intent that Xcode wrote, of which no parameter states a tag.
    case missingTags
    /// A placeholder in a prompt that no parameter has.
    case unknownPlaceholder(String, choices: [String])
    /// A part of App Intents that cannot be read.
    case unknownPart(UnknownPart)
    /// An entity without which the widget of App Intents fails to load; whether its query gives a
    /// default is not always known.
    case requiredWithoutDefault(type: String, isJudged: Bool)
    /// A case of App Intents without a title.
    case caseWithoutTitle(String)
    /// A summary that shows no row for some values of a subject.
    case showsNothing(subject: String)
    /// An array that needs an exact number of values, or at least two.
    case minimumSize(minimum: Int, maximum: Int, families: [WidgetFamily])
    /// A default with fewer elements than a family has room for.
    case shortDefault(count: Int, maximum: Int, family: WidgetFamily)
    case noParameters
    case noRow
    case noIntents
    case noWidgetIntent
  }

  /// The kind of thing that occurs twice.
  public enum Duplicate: String, Sendable, Hashable, CaseIterable {
    case intent, parameter, enumeration, enumCase, objectType, property
    case parameterTag, propertyTag, caseIndex, displayPriority, sizeClass
  }

  /// The reason why a name cannot be used in code.
  public enum UnusableName: Sendable, Hashable {
    /// It has a character that no identifier has.
    case notAnIdentifier
    /// Every object has a member of this name.
    case memberOfEveryObject
  }

  /// The reason why a row is never visible.
  public enum NeverVisible: Sendable, Hashable {
    /// The parent has no row, so its children have none either.
    case parentHasNoRow(parent: String)
    /// The parameter is configurable and has no display priority.
    case noDisplayPriority
    /// No possible value of the parent meets the condition.
    case conditionCannotHold(parent: String)
  }
}

extension DefinitionFinding {
  /// The code, the sentence and the remedy.
  public var statement: ProblemStatement { rule.statement }

  /// The severity of the finding.
  public var severity: Severity { rule.severity }
}

extension DefinitionFinding: CustomStringConvertible {
  /// The whole finding on one line: path, severity, sentence, remedy.
  public var description: String { "\(path): \(severity.rawValue): \(sentence) \(remedy)" }
}

extension DefinitionFinding.Rule {
  /// The severity: an error if the runtime cannot use it, a warning if the runtime may not do what
  /// the file means, and a note for other information.
  var severity: DefinitionFinding.Severity {
    switch self {
    case .danglingEnum, .danglingType, .foreignNamespace, .missingParent, .danglingParent, .loop,
      .predicateWithoutValue, .rangeWithoutTwoValues, .predicateType, .predicateCase,
      .defaultOutOfRange, .defaultCase, .minimumAboveMaximum, .sliderWithoutBounds,
      .sameIdentifier, .caseWithoutTitle:
      .error
    case .unknownPart(let part):
      part.code == UnknownPart.notRead ? .note : .warning
    case .requiredWithoutDefault(_, let isJudged): isJudged ? .warning : .note
    case .shortDefault: .note
    case .duplicate(_, let what): what.severity
    case .lastTagTooLow, .missingTag, .missingTags, .caseAtZero, .unknownPlaceholder,
      .unknownType, .unknownDateFormat, .unknownDateStyle,
      .chain,
      .unknownPredicate, .neverVisible, .sizesMissing, .sizesOfSingleValue, .sizesNotInForce,
      .sizeBelowOne, .unknownSizeClass, .shrinkingSizes, .dynamicMissing, .noRow, .noIntents,
      .unusableName, .showsNothing, .minimumSize:
      .warning
    case .noParameters, .noWidgetIntent, .storeWord: .note
    }
  }
}

extension DefinitionFinding.Duplicate {
  /// The rule's code, such as `duplicate-parameter-tag`.
  var code: String {
    switch self {
    case .intent: "duplicate-intent"
    case .parameter: "duplicate-parameter"
    case .enumeration: "duplicate-enum"
    case .enumCase: "duplicate-case"
    case .objectType: "duplicate-type"
    case .property: "duplicate-property"
    case .parameterTag: "duplicate-tag"
    case .propertyTag: "duplicate-property-tag"
    case .caseIndex: "duplicate-index"
    case .displayPriority: "duplicate-priority"
    case .sizeClass: "duplicate-size-class"
    }
  }

  /// A duplicate identity is an error; the order of rows and sizes is still defined.
  var severity: DefinitionFinding.Severity {
    switch self {
    case .displayPriority, .sizeClass: .warning
    default: .error
    }
  }

  /// Whether the thing is a name, which is quoted in messages.
  var isName: Bool {
    switch self {
    case .parameterTag, .propertyTag, .caseIndex, .displayPriority: false
    default: true
    }
  }
}
