package import Messages

/// The messages for the problems of definitions, and their remedies.
extension DefinitionFinding.Rule {
  var message: Message {
    switch self {
    case .danglingEnum(let name, _): .danglingEnum(name: name)
    case .danglingType(let name, _): .findDanglingType(name: name)
    case .unknownType(let name): .typeWithoutEditor(name: name)
    case .missingParent: .missingParent
    case .danglingParent(let name, _, _): .danglingParent(name: name)
    case .loop(let names):
      .parentLoop(names: (names + names.prefix(1)).map { $0.harmless(limit: 60) }.arrows)
    case .chain(let parent, let grandparent):
      .parentChain(parent: parent, grandparent: grandparent)
    case .unknownPredicate(let name): .unknownPredicate(name: name)
    case .predicateWithoutValue(let name): .predicateWithoutValue(name: name)
    case .rangeWithoutTwoValues(let count): .rangeWithoutTwoValues(count: count)
    case .predicateType(let value, let parent, let type):
      .predicateTypeMismatch(parent: parent, type: type, value: value)
    case .predicateCase(let name, let enumeration, _):
      .predicateCase(enumeration: enumeration, name: name)
    case .neverVisible(.noDisplayPriority): .rowWithoutPriority
    case .neverVisible(.parentHasNoRow(let parent)): .parentHasNoRow(parent: parent)
    case .neverVisible(.conditionCannotHold(let parent)): .conditionCannotHold(parent: parent)
    case .duplicate(let name, let what):
      what.isName
        ? .occursTwice(thing: what.message, name: name)
        : .numberOccursTwice(thing: what.message, number: name)
    case .defaultOutOfRange(let reason): .defaultIsInvalid(reason: reason.message)
    case .defaultCase(let name, let enumeration, _):
      .defaultIsNotACase(name: name, enumeration: enumeration)
    case .minimumAboveMaximum(let minimum, let maximum):
      .minimumAboveMaximum(minimum: .decimal(minimum), maximum: .decimal(maximum))
    case .sliderWithoutBounds: .sliderWithoutBounds
    case .unknownDateFormat(let name): .unknownDateFormat(name: name)
    case .unknownDateStyle(let name): .unknownDateStyle(name: name)
    case .sizesMissing: .sizesMissing
    case .sizesOfSingleValue: .sizesOfSingleValue
    case .sizesNotInForce: .sizesNotInForce
    case .sizeBelowOne(let size): .sizeBelowOne(size: size)
    case .unknownSizeClass(let name): .unknownSizeClass(name: name)
    case .shrinkingSizes(let larger, let size, let smaller, let other):
      .shrinkingSizes(
        larger: larger.rawValue, size: size, smaller: smaller.rawValue, other: other)
    case .dynamicMissing(let type): .dynamicMissing(type: type)
    case .lastTagTooLow(let last, let highest):
      "The last tag is \(last), below the tag \(highest) that is in use, so Xcode gives a tag twice."
    case .unknownPlaceholder(let name, _):
      "The prompt has the placeholder “\(name: "${" + name + "}")”, and no parameter has the name."
    case .noParameters: .noParameters
    case .noRow: .noRowAtAll
    case .noIntents: .noIntents
    case .noWidgetIntent: .noWidgetIntent
    }
  }

  var advice: Message {
    switch self {
    case .danglingEnum(let name, let choices):
      nearestOr(.addOrChooseAnotherEnum, to: name, among: choices)
    case .danglingType(let name, let choices):
      nearestOr(.addOrChooseAnotherType, to: name, among: choices)
    case .unknownType: .chooseTypeOfXcode
    case .missingParent: .nameParentOrRemove
    case .danglingParent(let name, let own, let all):
      nearestOr(.nameAnotherOrRemove, to: name, among: all.filter { $0 != own })
    case .loop: .removeOneParent
    case .chain(_, let grandparent): .chooseGrandparent(grandparent: grandparent)
    case .unknownPredicate: .endWithRelation
    case .predicateWithoutValue: .giveTheValue
    case .rangeWithoutTwoValues: .giveBothEnds
    case .predicateType(_, _, let type): .giveExpected(expected: type)
    case .predicateCase(let name, _, let choices), .defaultCase(let name, _, let choices):
      choice(for: name, among: choices)
    case .neverVisible(.noDisplayPriority): .givePriorityOrRemove
    case .neverVisible(.parentHasNoRow): .giveParentRow
    case .neverVisible(.conditionCannotHold): .changeConditionOrRemove
    case .duplicate(_, let what): what.advice
    case .defaultOutOfRange(let reason): reason.advice
    case .minimumAboveMaximum: .exchangeOrCorrect
    case .sliderWithoutBounds: .giveBoundsOrField
    case .unknownDateFormat(let name):
      .suggestion(for: name, among: DateFormat.Name.allCases.map(\.rawValue))
    case .unknownDateStyle(let name):
      .suggestion(for: name, among: DateStyle.allCases.map(\.rawValue))
    case .sizesMissing: .addSizesOrRemove
    case .sizesOfSingleValue: .removeSizesOrAllowSeveral
    case .sizesNotInForce: .fixSizeOrRemove
    case .sizeBelowOne: .giveCountOrMore(count: 1)
    case .unknownSizeClass(let name):
      choice(for: name, among: WidgetFamily.allCases.map(\.sizeClass))
    case .shrinkingSizes(_, _, _, let other): .giveCountOrMore(count: other)
    case .dynamicMissing: .provideDynamically
    case .lastTagTooLow(_, let highest): "Set it to \(highest)."
    case .unknownPlaceholder(let name, let choices):
      .suggestion(for: name, among: choices, otherwise: "Name a parameter of the intent.")
    case .noParameters:
      """
      Add parameters, or remove the definition if nothing else uses it: without one, the widget has \
      no configuration.
      """
    case .noRow: .makeOneConfigurable
    case .noIntents: .addWidgetIntent
    case .noWidgetIntent: .makeOneEligible
    }
  }

  private func nearestOr(_ remedy: Message, to name: String, among choices: [String]) -> Message {
    nearestName(to: name, among: choices).map { .didYouMean(name: $0) } ?? remedy
  }

  private func choice(for name: String, among choices: [String]) -> Message {
    .suggestion(for: name, among: choices, otherwise: .addCaseOrRemove)
  }
}

extension DefinitionFinding.Duplicate {
  /// The name of the thing in messages.
  fileprivate var message: Message {
    switch self {
    case .intent: .thingIntent
    case .parameter: .thingParameter
    case .enumeration: .thingEnum
    case .enumCase: .thingCase
    case .objectType: .thingType
    case .property: .thingProperty
    case .parameterTag, .propertyTag: .thingTag
    case .caseIndex: .thingIndex
    case .displayPriority: .thingPriority
    case .sizeClass: .thingSizeClass
    }
  }

  fileprivate var advice: Message {
    switch self {
    case .parameterTag, .propertyTag: .giveUnusedTag
    case .caseIndex: .giveAnotherIndex
    case .displayPriority: .giveAnotherPriority
    case .sizeClass: .keepOneSize
    default: .renameOrRemove
    }
  }
}

extension IntentIssue.Severity {
  /// The name of the severity in messages.
  package var message: Message {
    switch self {
    case .error: .severityError
    case .warning: .severityWarning
    case .note: .severityNote
    }
  }
}

extension [String] {
  /// The quoted names with arrows between them.
  fileprivate var arrows: String { map { "“\($0)”" }.joined(separator: " → ") }
}
