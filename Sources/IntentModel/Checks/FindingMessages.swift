package import Messages

/// The problems of definitions, and their remedies.
extension Message {
  // Problems of definitions.
  package static func findDanglingType(name: String) -> Message {
    "The definition has no type “\(name: name)”."
  }
  package static func typeWithoutEditor(name: String) -> Message {
    "The type “\(name: name)” has no editor, so there is no row."
  }
  package static var missingParent: Message {
    "The condition names no parent parameter, so the row is always visible."
  }
  package static func danglingParent(name: String) -> Message {
    "The parent “\(name: name)” is not a parameter of the intent, so the row is always visible."
  }
  package static func parentLoop(names: String) -> Message { "The parents form a loop: \(names)." }
  package static func parentChain(parent: String, grandparent: String) -> Message {
    """
    The parent “\(name: parent)” has the parent “\(name: grandparent)”; Apple's form looks only at \
    the direct parent, so it shows this row even while “\(name: parent)” is hidden.
    """
  }
  package static func unknownPredicate(name: String) -> Message {
    "The predicate “\(name: name)” does not end with a known relation, so it is not a condition."
  }
  package static func predicateWithoutValue(name: String) -> Message {
    "The predicate “\(name: name)” has no value to compare with."
  }
  package static func rangeWithoutTwoValues(count: Int) -> Message {
    "The range of the predicate has \(count, "value", "values"); it needs two."
  }
  package static func predicateTypeMismatch(
    parent: String, type: Message, value: Message
  ) -> Message {
    "The parent “\(name: parent)” is \(type), which cannot match \(value)."
  }
  package static func predicateCase(enumeration: String, name: String) -> Message {
    """
    The predicate names the case “\(name: name)”, which the parent's enum “\(name: enumeration)” \
    does not have.
    """
  }
  package static func parentHasNoRow(parent: String) -> Message {
    "The row can never be shown: its parent “\(name: parent)” has no row."
  }
  package static func conditionCannotHold(parent: String) -> Message {
    "The row can never be shown: no value of its parent “\(name: parent)” meets the condition."
  }
  package static func occursTwice(thing: Message, name: String) -> Message {
    "The \(thing) “\(name: name)” occurs twice."
  }
  package static func numberOccursTwice(thing: Message, number: String) -> Message {
    "The \(thing) \(number) occurs twice."
  }
  package static func defaultIsInvalid(reason: Message) -> Message {
    "The default is not valid: \(reason)"
  }
  package static func defaultIsNotACase(name: String, enumeration: String) -> Message {
    "The default “\(name: name)” is not a case of the enum “\(name: enumeration)”."
  }
  package static func minimumAboveMaximum(minimum: Argument, maximum: Argument) -> Message {
    "The minimum \(minimum) is above the maximum \(maximum)."
  }
  package static var sliderWithoutBounds: Message { "The slider has no range." }
  package static func unknownDateFormat(name: String) -> Message {
    "There is no date format “\(name: name)”; Style is used instead."
  }
  package static func unknownDateStyle(name: String) -> Message {
    "There is no date style “\(name: name)”; Full is used instead."
  }
  package static var sizesMissing: Message {
    "The array has a fixed size but no sizes, so each family takes one value."
  }
  package static var sizesOfSingleValue: Message {
    "The parameter holds one value, but has sizes for an array."
  }
  package static var sizesNotInForce: Message {
    "The array has sizes but no fixed size, so it has no limit."
  }
  package static func sizeBelowOne(size: Int) -> Message { "The size \(size) counts as 1." }
  package static func unknownSizeClass(name: String) -> Message {
    "There is no size class “\(name: name)”; it is ignored."
  }
  package static func shrinkingSizes(
    larger: String, size: Int, smaller: String, other: Int
  ) -> Message {
    "\(larger) takes \(size, "value", "values"), fewer than the \(other) of \(smaller)."
  }
  package static func dynamicMissing(type: String) -> Message {
    "The object of the type “\(name: type)” has no dynamic options, so there is nothing to choose."
  }
  package static var noParameters: Message {
    "The widget's intent has no parameters, so there is nothing to configure."
  }
  package static var noRowAtAll: Message {
    "None of the widget's parameters has a row, so there is nothing to configure."
  }
  package static var noIntents: Message {
    "The definition has no intents, so there is nothing to configure."
  }
  package static var noWidgetIntent: Message {
    "None of the intents is eligible for widgets, so no widget can be configured with them."
  }
  package static var rowWithoutPriority: Message {
    "The row can never be shown: the parameter has no display priority."
  }

  // Remedies.
  package static var addOrChooseAnotherEnum: Message { "Add it, or choose another enum." }
  package static var addOrChooseAnotherType: Message { "Add it, or choose another type." }
  package static var chooseTypeOfXcode: Message { "Choose a type from those that Xcode offers." }
  package static var nameParentOrRemove: Message { "Name the parent, or remove the condition." }
  package static var nameAnotherOrRemove: Message {
    "Name another parameter, or remove the condition."
  }
  package static var removeOneParent: Message { "Remove the parent of one of them." }
  package static func chooseGrandparent(grandparent: String) -> Message {
    "Choose “\(name: grandparent)” as the parent, or use only one level of parents."
  }
  package static var endWithRelation: Message {
    "End it with one of the ten relations, such as HasExactValue."
  }
  package static var giveTheValue: Message { "Give the value." }
  package static var giveBothEnds: Message { "Give the lower and the upper end." }
  package static var changeConditionOrRemove: Message {
    "Change the condition, or remove the parameter."
  }
  package static var addCaseOrRemove: Message { "Add a case, or remove the value." }
  package static var giveUnusedTag: Message { "Give one of them a tag that was never used." }
  package static var giveAnotherIndex: Message { "Give one of them another index." }
  package static var giveAnotherPriority: Message {
    "Give one of them another; until then the order in the file decides."
  }
  package static var keepOneSize: Message { "Keep one; until then the first one is used." }
  package static var renameOrRemove: Message { "Rename or remove one." }
  package static var exchangeOrCorrect: Message { "Swap them, or correct one of them." }
  package static var giveBoundsOrField: Message {
    "Give a minimum and a maximum above it, or choose a field."
  }
  package static var addSizesOrRemove: Message {
    "Add a size for each family, or remove the fixed size."
  }
  package static var removeSizesOrAllowSeveral: Message {
    "Remove the sizes, or let the parameter hold several values."
  }
  package static var fixSizeOrRemove: Message { "Make the size fixed, or remove the sizes." }
  package static func giveCountOrMore(count: Int) -> Message { "Give \(count) or more." }
  package static var provideDynamically: Message { "Let its options be provided dynamically." }
  package static var makeOneConfigurable: Message {
    "Make at least one configurable, and give it a display priority."
  }
  package static var addWidgetIntent: Message { "Add an intent that is eligible for widgets." }
  package static var makeOneEligible: Message {
    "Make one eligible for widgets, if it is meant to configure a widget."
  }
  package static var givePriorityOrRemove: Message { "Give it a display priority, or remove it." }
  package static var giveParentRow: Message {
    "Give the parent a row, choose another parent, or remove the parameter."
  }

  // Things that occur twice.
  package static var thingIntent: Message { "intent" }
  package static var thingParameter: Message { "parameter" }
  package static var thingEnum: Message { "enum" }
  package static var thingCase: Message { "case" }
  package static var thingType: Message { "type" }
  package static var thingProperty: Message { "property" }
  package static var thingTag: Message { "tag" }
  package static var thingIndex: Message { "index" }
  package static var thingPriority: Message { "display priority" }
  package static var thingSizeClass: Message { "size class" }

  // Values in predicates.
  package static func theNumber(number: Argument) -> Message { "the number \(number)" }
  package static func theText(text: String) -> Message { "the text “\(name: text)”" }

  // Severities.
  package static var severityError: Message { "error" }
  package static var severityWarning: Message { "warning" }
  package static var severityNote: Message { "note" }

  // Changes of answers under another definition.
  package static func answerLost(value: Message) -> Message { "\(value) is lost." }
  package static func answerIsNow(old: Message, new: Message) -> Message { "\(old) is now \(new)." }
  package static func answerIsNowEmpty(old: Message) -> Message { "\(old) is now empty." }
  package static var parameterGone: Message { "The definition no longer has the parameter." }
  package static func parameterIsNowCalled(name: String) -> Message {
    "The parameter is now called “\(name: name)”."
  }
  package static func caseIsNowCalled(old: String, new: String) -> Message {
    "The case “\(name: old)” is now called “\(name: new)”."
  }
  package static func caseGone(name: String) -> Message {
    "The enum no longer has the case “\(name: name)”."
  }
  package static func parameterHasOtherType(old: Message, new: Message) -> Message {
    "The parameter was \(old) and is now \(new)."
  }
  package static func propertyLost(name: String) -> Message {
    "The property “\(name: name)” is lost."
  }
  package static var nowSeveralValues: Message { "The parameter now takes several values." }
  package static var nowOneValue: Message { "The parameter now takes one value." }
}
