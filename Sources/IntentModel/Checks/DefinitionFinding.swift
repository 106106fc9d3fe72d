public import Messages

/// A problem or possible problem in a definition: the rule, the location and the remedy.
public struct DefinitionFinding: StatedProblem, Sendable, Hashable {
  /// The severity of a finding, with the same levels as for issues of values.
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
  public indirect enum Rule: Sendable, Hashable {
    /// The name of an enum that the definition does not have, and the names of those that it has.
    case danglingEnum(String, choices: [String])
    /// The name of an object type that the definition does not have, and the names of those that it
    /// has.
    case danglingType(String, choices: [String])
    /// A reference whose namespace differs from that of the document, although the document has an
    /// enum or a type with the name.
    case foreignNamespace(String, isEnum: Bool, namespace: String, own: String)
    /// The unknown name of a parameter type, as written in the file.
    case unknownType(String)
    /// A condition without a parent, and whether there is another parameter that could be its
    /// parent.
    case missingParent(hasChoices: Bool)
    /// The unknown parent that a parameter names, the parameter's name, and the names of all
    /// parameters.
    case danglingParent(String, of: String? = nil, choices: [String])
    /// The names of all parameters in a loop, in order, beginning with the first one in the file.
    case loop([String])
    /// A parent that itself has a parent.
    case chain(parent: String, grandparent: String)
    /// A predicate's name that does not end with the name of a relation.
    case unknownPredicate(String)
    /// The name of a predicate that needs a value to compare with, but contains no value.
    case predicateWithoutValue(String)
    /// A range that does not have exactly two values.
    case rangeWithoutTwoValues(count: Int)
    /// The value in a condition, if no value of the parent's type can match it.
    ///
    /// Values of some types cannot be written in a condition at all.
    case predicateType(value: Message, parent: String, type: Message, isGivable: Bool = true)
    /// A condition with a case that the enum does not have, and the cases that it has.
    case predicateCase(String, enumeration: String, choices: [String])
    /// A row that is never visible, and why.
    case neverVisible(NeverVisible)
    /// A name or a number that occurs twice.
    case duplicate(String, what: Duplicate)
    /// A case with the index of "no value" in an enum that has no such case, and the next free
    /// index.
    case caseAtZero(String, free: Int)
    /// A default that the parameter does not accept, and why.
    case defaultOutOfRange(IntentIssue.Reason)
    /// A default case that the enum does not have, and the cases that it has.
    case defaultCase(String, enumeration: String, choices: [String])
    /// A default case that the parameter does not support, and the supported cases.
    case defaultUnsupported(String, choices: [String])
    /// A supported value that is not a case of the enum, and the cases that it has.
    case supportedCase(String, enumeration: String, choices: [String])
    /// A parameter whose type is an enum and that supports none of its cases.
    case supportedNone
    /// A minimum that is greater than the maximum, each as a text for the message.
    case minimumAboveMaximum(minimum: String, maximum: String)
    /// A slider without a minimum or a maximum.
    case sliderWithoutBounds
    /// The name of a date format that is unknown.
    case unknownDateFormat(String)
    /// The name of a date or time style that is unknown.
    case unknownDateStyle(String)
    /// The name of a unit that the quantity does not have, and the unit that is used instead.
    case unknownUnit(String, of: MeasurementDimension, instead: MeasurementUnit)
    /// A currency code that no amount can have.
    case invalidCurrency(String)
    /// A parameter with a fixed size that does not state any sizes.
    case sizesMissing
    /// Sizes of a parameter that has only one value.
    case sizesOfSingleValue
    /// Sizes of a parameter that does not have a fixed size.
    case sizesNotInForce
    /// A maximum number of values that is less than 1.
    case sizeBelowOne(Int)
    /// The name of a size class that is unknown.
    case unknownSizeClass(String)
    /// An unknown family that a condition names.
    case unknownFamily(WidgetFamily)
    /// A larger family that accepts fewer values than a smaller one.
    case shrinkingSizes(larger: WidgetFamily, size: Int, smaller: WidgetFamily, than: Int)
    /// An object type without a provider of choices, so there is nothing to choose.
    case dynamicMissing(type: String)
    /// A stated last tag that is lower than the tag of an element.
    case lastTagTooLow(Int, highest: Int)
    /// A name that a property of a class cannot have, and why.
    case unusableName(String, UnusableName)
    /// A name that becomes the same identifier as another name.
    case sameIdentifier(String, other: String, identifier: String)
    /// Two intents, enums or types for which the same class is generated.
    case sameClass(String, what: ClassKind, other: String, otherKind: ClassKind)
    /// A parameter that a summary names but the intent does not have.
    case unknownInSummary(String, choices: [String])
    /// A word in a title or a description that the App Store does not accept in App Intents.
    case storeWord(String)
    /// A parameter without a written tag in an intent with written tags, and a free tag; nil if no
    /// tag is free.
    case missingTag(free: Int?)
    /// An intent that Xcode wrote and in which no parameter has a tag.
    case missingTags
    /// A placeholder in a prompt that does not name a parameter.
    case unknownPlaceholder(String, choices: [String])
    /// A part of a definition of App Intents that cannot be read.
    case unknownPart(UnknownPart)
    /// An entity that the App Intents widget needs in order to load; it may be unknown whether its
    /// query provides a default.
    case requiredWithoutDefault(type: String, isJudged: Bool)
    /// A case without a title in App Intents.
    case caseWithoutTitle(String)
    /// A summary that shows no rows for some values of a subject.
    case showsNothing(subject: String)
    /// An array that requires an exact number of values, or at least two.
    case minimumSize(minimum: Int, maximum: Int, families: [WidgetFamily])
    /// A default with fewer elements than a family has room for.
    case shortDefault(count: Int, maximum: Int, family: WidgetFamily)
    /// An intent without parameters.
    case noParameters
    /// An intent without a parameter that has a row.
    case noRow
    /// A definition without intents.
    case noIntents
    /// A definition without an intent for widgets.
    case noWidgetIntent
  }

  /// The kind of thing that occurs twice.
  public enum Duplicate: String, Sendable, Hashable, CaseIterable {
    /// The name of an intent.
    case intent
    /// The name of a parameter of an intent.
    case parameter
    /// The name of an enum.
    case enumeration
    /// The name of a case of an enum.
    case enumCase
    /// The name of an object type.
    case objectType
    /// The name of a property of an object type.
    case property
    /// The tag of a parameter.
    case parameterTag
    /// The tag of a property.
    case propertyTag
    /// The index of a case.
    case caseIndex
    /// The position of a row in the form.
    case displayPriority
    /// A size class in the sizes of a parameter.
    case sizeClass
  }

  /// The part of a definition for which a class is generated.
  public enum ClassKind: Sendable, Hashable {
    /// An intent.
    case intent
    /// The response of an intent.
    case response
    /// An enum.
    case enumeration
    /// An object type.
    case objectType
  }

  /// Why a name cannot be used in code.
  public enum UnusableName: Sendable, Hashable {
    /// It contains a character that is not valid in identifiers.
    case notAnIdentifier
    /// Every object already has a member with this name.
    case memberOfEveryObject
  }

  /// Why a row is never visible.
  public enum NeverVisible: Sendable, Hashable {
    /// The parent has no row, so its children do not have one either.
    case parentHasNoRow(parent: String)
    /// The parameter is configurable but has no display priority.
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
  /// The whole finding on one line: path, severity, sentence and remedy.
  public var description: String { "\(path): \(severity.rawValue): \(sentence) \(remedy)" }
}

extension DefinitionFinding.Rule {
  /// The severity: an error if the runtime cannot use the element, a warning if the runtime might
  /// not do what the file means, and a note for any other information.
  package var severity: DefinitionFinding.Severity {
    switch self {
    case .danglingEnum, .danglingType, .foreignNamespace, .missingParent, .danglingParent, .loop,
      .predicateWithoutValue, .rangeWithoutTwoValues, .predicateType, .predicateCase,
      .defaultOutOfRange, .defaultCase, .defaultUnsupported, .supportedCase, .supportedNone,
      .minimumAboveMaximum, .sliderWithoutBounds,
      .unknownUnit, .invalidCurrency, .sameIdentifier, .sameClass, .caseWithoutTitle:
      .error
    case .unknownPart(let part):
      part.code == UnknownPart.notRead ? .note : .warning
    case .requiredWithoutDefault(_, let isJudged): isJudged ? .warning : .note
    case .unknownSizeClass(let name):
      WidgetFamily(sizeClass: name) == nil
        || WidgetFamily.nearestName(to: name, among: WidgetFamily.allCases.map(\.sizeClass)) != nil
        ? .warning : .note
    case .unknownFamily(let family): family.nearKnown != nil ? .warning : .note
    case .shortDefault: .note
    case .duplicate(_, let what): what.severity
    case .lastTagTooLow, .missingTag, .missingTags, .caseAtZero, .unknownPlaceholder,
      .unknownInSummary,
      .unknownType, .unknownDateFormat, .unknownDateStyle,
      .chain,
      .unknownPredicate, .neverVisible, .sizesMissing, .sizesOfSingleValue, .sizesNotInForce,
      .sizeBelowOne, .shrinkingSizes, .dynamicMissing, .noRow, .noIntents,
      .unusableName, .showsNothing, .minimumSize:
      .warning
    case .noParameters, .noWidgetIntent, .storeWord: .note
    }
  }
}

extension DefinitionFinding.Duplicate {
  /// The code of the rule, such as `duplicate-parameter-tag`.
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

  /// A duplicate that leaves the identity of something unclear is an error.
  ///
  /// A duplicate priority or size class is only a warning, because the order of rows and sizes
  /// is still defined.
  var severity: DefinitionFinding.Severity {
    switch self {
    case .displayPriority, .sizeClass: .warning
    default: .error
    }
  }

  /// Whether the thing is a name; messages quote names.
  var isName: Bool {
    switch self {
    case .parameterTag, .propertyTag, .caseIndex, .displayPriority: false
    default: true
    }
  }
}
