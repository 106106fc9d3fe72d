package import Messages

/// The problems of definitions, and their remedies.
extension Message {
  // Problems of definitions.
  package static func findDanglingType(name: String) -> Message {
    entry(.name(name))
  }
  package static var objectWithoutType: Message { entry() }
  package static func typeWithoutEditor(name: String) -> Message {
    entry(.name(name))
  }
  package static var missingParent: Message { entry() }
  package static func danglingParent(name: String) -> Message {
    entry(.name(name))
  }
  package static func parentLoop(names: String) -> Message {
    entry(.text(names))
  }
  package static func parentChain(parent: String, grandparent: String) -> Message {
    entry(.name(parent), .name(grandparent))
  }
  package static func unknownPredicate(name: String) -> Message {
    entry(.name(name))
  }
  package static func predicateWithoutValue(name: String) -> Message {
    entry(.name(name))
  }
  package static func rangeWithoutTwoValues(count: Int) -> Message {
    entry(.integer(count))
  }
  package static func predicateTypeMismatch(
    parent: String, type: Message, value: Message
  ) -> Message {
    entry(.name(parent), .message(type), .message(value))
  }
  package static func predicateCase(enumeration: String, name: String) -> Message {
    entry(.name(enumeration), .name(name))
  }
  package static func parentHasNoRow(parent: String) -> Message {
    entry(.name(parent))
  }
  package static func conditionCannotHold(parent: String) -> Message {
    entry(.name(parent))
  }
  package static func occursTwice(thing: Message, name: String) -> Message {
    entry(.message(thing), .name(name))
  }
  package static func numberOccursTwice(thing: Message, number: String) -> Message {
    entry(.message(thing), .text(number))
  }
  package static func defaultIsInvalid(reason: Message) -> Message {
    entry(.message(reason))
  }
  package static func defaultIsNotACase(name: String, enumeration: String) -> Message {
    entry(.name(name), .name(enumeration))
  }
  package static func minimumAboveMaximum(minimum: Argument, maximum: Argument) -> Message {
    entry(minimum, maximum)
  }
  package static var sliderWithoutBounds: Message { entry() }
  package static func unknownDateFormat(name: String) -> Message {
    entry(.name(name))
  }
  package static func unknownDateStyle(name: String) -> Message {
    entry(.name(name))
  }
  package static var sizesMissing: Message { entry() }
  package static var sizesOfSingleValue: Message { entry() }
  package static var sizesNotInForce: Message { entry() }
  package static func sizeBelowOne(size: Int) -> Message {
    entry(.integer(size))
  }
  package static func unknownSizeClass(name: String) -> Message {
    entry(.name(name))
  }
  package static func shrinkingSizes(
    larger: String, size: Int, smaller: String, other: Int
  ) -> Message {
    entry(.text(larger), .integer(size), .text(smaller), .integer(other))
  }
  package static func dynamicMissing(type: String) -> Message {
    entry(.name(type))
  }
  package static var noParameters: Message { entry() }
  package static var noRowAtAll: Message { entry() }
  package static var noIntents: Message { entry() }
  package static var noWidgetIntent: Message { entry() }
  package static var rowWithoutPriority: Message { entry() }

  // Remedies.
  package static var addOrChooseAnotherEnum: Message { entry() }
  package static var addOrChooseAnotherType: Message { entry() }
  package static var chooseType: Message { entry() }
  package static var chooseTypeOfXcode: Message { entry() }
  package static var nameParentOrRemove: Message { entry() }
  package static var nameAnotherOrRemove: Message { entry() }
  package static var removeOneParent: Message { entry() }
  package static func chooseGrandparent(grandparent: String) -> Message {
    entry(.name(grandparent))
  }
  package static var endWithRelation: Message { entry() }
  package static var giveTheValue: Message { entry() }
  package static var giveBothEnds: Message { entry() }
  package static var changeConditionOrRemove: Message { entry() }
  package static var addCaseOrRemove: Message { entry() }
  package static var giveUnusedTag: Message { entry() }
  package static var giveAnotherIndex: Message { entry() }
  package static var giveAnotherPriority: Message { entry() }
  package static var keepOneSize: Message { entry() }
  package static var renameOrRemove: Message { entry() }
  package static var exchangeOrCorrect: Message { entry() }
  package static var giveBoundsOrField: Message { entry() }
  package static var addSizesOrRemove: Message { entry() }
  package static var removeSizesOrAllowSeveral: Message { entry() }
  package static var fixSizeOrRemove: Message { entry() }
  package static func giveCountOrMore(count: Int) -> Message {
    entry(.integer(count))
  }
  package static var provideDynamically: Message { entry() }
  package static var addParametersOrStatic: Message { entry() }
  package static var makeOneConfigurable: Message { entry() }
  package static var addWidgetIntent: Message { entry() }
  package static var makeOneEligible: Message { entry() }
  package static var givePriorityOrRemove: Message { entry() }
  package static var giveParentRow: Message { entry() }

  // Things that occur twice.
  package static var thingIntent: Message { entry() }
  package static var thingParameter: Message { entry() }
  package static var thingEnum: Message { entry() }
  package static var thingCase: Message { entry() }
  package static var thingType: Message { entry() }
  package static var thingProperty: Message { entry() }
  package static var thingTag: Message { entry() }
  package static var thingIndex: Message { entry() }
  package static var thingPriority: Message { entry() }
  package static var thingSizeClass: Message { entry() }

  // Values in predicates.
  package static func theNumber(number: Argument) -> Message {
    entry(number)
  }
  package static func theText(text: String) -> Message {
    entry(.name(text))
  }

  // Severities.
  package static var severityError: Message { entry() }
  package static var severityWarning: Message { entry() }
  package static var severityNote: Message { entry() }

  // Changes of answers under another definition.
  package static func answerLost(value: Message) -> Message {
    entry(.message(value))
  }
  package static func answerIsNow(old: Message, new: Message) -> Message {
    entry(.message(old), .message(new))
  }
  package static func answerIsNowEmpty(old: Message) -> Message {
    entry(.message(old))
  }
  package static var parameterGone: Message { entry() }
  package static func parameterIsNowCalled(name: String) -> Message {
    entry(.name(name))
  }
  package static func caseIsNowCalled(old: String, new: String) -> Message {
    entry(.name(old), .name(new))
  }
  package static func caseGone(name: String) -> Message {
    entry(.name(name))
  }
  package static func parameterHasOtherType(old: Message, new: Message) -> Message {
    entry(.message(old), .message(new))
  }
  package static func propertyLost(name: String) -> Message {
    entry(.name(name))
  }
  package static var nowSeveralValues: Message { entry() }
  package static var nowOneValue: Message { entry() }
}
