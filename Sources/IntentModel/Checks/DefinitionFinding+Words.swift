package import Messages

/// The messages for the problems of definitions, and their remedies.
extension DefinitionFinding.Rule {
  var message: Message {
    switch self {
    case .danglingEnum(let name, _): .danglingEnum(name: name)
    case .danglingType(let name, _): "The definition has no type “\(name: name)”."
    case .unknownType(let name): "The type “\(name: name)” has no editor, so there is no row."
    case .missingParent: "The condition names no parent parameter, so the row is always visible."
    case .danglingParent(let name, _, _):
      "The parent “\(name: name)” is not a parameter of the intent, so the row is always visible."
    case .loop(let names):
      "The parents form a loop: \((names + names.prefix(1)).map { $0.harmless(limit: 60) }.arrows)."
    case .chain(let parent, let grandparent):
      """
      The parent “\(name: parent)” has the parent “\(name: grandparent)”; Apple's form looks \
      only at the direct parent, so it shows this row even while “\(name: parent)” is hidden.
      """
    case .unknownPredicate(let name):
      "The predicate “\(name: name)” does not end with a known relation, so it is not a condition."
    case .predicateWithoutValue(let name):
      "The predicate “\(name: name)” has no value to compare with."
    case .rangeWithoutTwoValues(let count):
      "The range of the predicate has \(count, "value", "values"); it needs two."
    case .predicateType(let value, let parent, let type):
      "The parent “\(name: parent)” is \(type), which cannot match \(value)."
    case .predicateCase(let name, let enumeration, _):
      """
      The predicate names the case “\(name: name)”, which the parent's enum \
      “\(name: enumeration)” does not have.
      """
    case .neverVisible(.noDisplayPriority):
      "The row can never be shown: the parameter has no display priority."
    case .neverVisible(.parentHasNoRow(let parent)):
      "The row can never be shown: its parent “\(name: parent)” has no row."
    case .neverVisible(.conditionCannotHold(let parent)):
      "The row can never be shown: no value of its parent “\(name: parent)” meets the condition."
    case .duplicate(let name, let what):
      what.isName
        ? "The \(what.message) “\(name: name)” occurs twice."
        : "The \(what.message) \(name) occurs twice."
    case .defaultOutOfRange(let reason): "The default is not valid: \(reason.message)"
    case .defaultCase(let name, let enumeration, _):
      "The default “\(name: name)” is not a case of the enum “\(name: enumeration)”."
    case .minimumAboveMaximum(let minimum, let maximum):
      "The minimum \(number: minimum) is above the maximum \(number: maximum)."
    case .sliderWithoutBounds: "The slider has no range."
    case .unknownDateFormat(let name):
      "There is no date format “\(name: name)”; Style is used instead."
    case .unknownDateStyle(let name):
      "There is no date style “\(name: name)”; Full is used instead."
    case .sizesMissing: "The array has a fixed size but no sizes, so each family takes one value."
    case .sizesOfSingleValue: "The parameter holds one value, but has sizes for an array."
    case .sizesNotInForce: "The array has sizes but no fixed size, so it has no limit."
    case .sizeBelowOne(let size): "The size \(size) counts as 1."
    case .unknownSizeClass(let name): "There is no size class “\(name: name)”; it is ignored."
    case .shrinkingSizes(let larger, let size, let smaller, let other):
      """
      \(larger.rawValue) takes \(size, "value", "values"), fewer than the \(other) of \
      \(smaller.rawValue).
      """
    case .dynamicMissing(let type):
      """
      The object of the type “\(name: type)” has no dynamic options, so there is nothing to \
      choose.
      """
    case .lastTagTooLow(let last, let highest):
      """
      The last tag is \(last), below the tag \(highest) that is in use, so Xcode gives a tag \
      twice.
      """
    case .unknownPlaceholder(let name, _):
      "The prompt has the placeholder “\(name: "${" + name + "}")”, and no parameter has the name."
    case .noParameters: "The widget's intent has no parameters, so there is nothing to configure."
    case .noRow: "None of the widget's parameters has a row, so there is nothing to configure."
    case .noIntents: "The definition has no intents, so there is nothing to configure."
    case .noWidgetIntent:
      "None of the intents is eligible for widgets, so no widget can be configured with them."
    }
  }

  var advice: Message {
    switch self {
    case .danglingEnum(let name, let choices):
      nearestOr("Add it, or choose another enum.", to: name, among: choices)
    case .danglingType(let name, let choices):
      nearestOr("Add it, or choose another type.", to: name, among: choices)
    case .unknownType: "Choose a type from those that Xcode offers."
    case .missingParent: "Name the parent, or remove the condition."
    case .danglingParent(let name, let own, let all):
      nearestOr(
        "Name another parameter, or remove the condition.", to: name,
        among: all.filter { $0 != own })
    case .loop(let names):
      switch names.count {
      case 1: "Remove its parent."
      case 2: "Remove the parent of one of them."
      default: "Remove the parents of all but one of them."
      }
    case .chain(_, let grandparent):
      "Choose “\(name: grandparent)” as the parent, or use only one level of parents."
    case .unknownPredicate: "End it with one of the ten relations, such as HasExactValue."
    case .predicateWithoutValue: "Give the value."
    case .rangeWithoutTwoValues: "Give the lower and the upper end."
    case .predicateType(_, _, let type): .giveExpected(expected: type)
    case .predicateCase(let name, _, let choices), .defaultCase(let name, _, let choices):
      choice(for: name, among: choices)
    case .neverVisible(.noDisplayPriority): "Give it a display priority."
    case .neverVisible(.parentHasNoRow):
      "Give the parent a row, or choose another parent."
    case .neverVisible(.conditionCannotHold): "Change the condition."
    case .duplicate(_, let what): what.advice
    case .defaultOutOfRange(let reason): reason.advice
    case .minimumAboveMaximum: "Swap them, or correct one of them."
    case .sliderWithoutBounds:
      """
      Choose a field, or give a minimum and a maximum between which all stored answers are.
      """
    case .unknownDateFormat(let name):
      .suggestion(for: name, among: DateFormat.Name.allCases.map(\.rawValue))
    case .unknownDateStyle(let name):
      .suggestion(for: name, among: DateStyle.allCases.map(\.rawValue))
    case .sizesMissing: "Add a size for each family, or remove the fixed size."
    case .sizesOfSingleValue: "Remove the sizes, or let the parameter hold several values."
    case .sizesNotInForce:
      """
      Remove the sizes, or make the size fixed, which hides further values of placed widgets.
      """
    case .sizeBelowOne: .giveCountOrMore(count: 1)
    case .unknownSizeClass(let name):
      choice(for: name, among: WidgetFamily.allCases.map(\.sizeClass))
    case .shrinkingSizes(_, _, _, let other): .giveCountOrMore(count: other)
    case .dynamicMissing: "Let its options be provided dynamically."
    case .lastTagTooLow(_, let highest): "Set it to \(highest)."
    case .unknownPlaceholder(let name, let choices):
      .suggestion(for: name, among: choices, otherwise: "Name a parameter of the intent.")
    case .noParameters:
      """
      Add parameters, or remove the definition if nothing else uses it: without one, the widget \
      has no configuration.
      """
    case .noRow: "Make at least one configurable, and give it a display priority."
    case .noIntents: "Add an intent that is eligible for widgets."
    case .noWidgetIntent: "Make one eligible for widgets, if it is meant to configure a widget."
    }
  }

  private func nearestOr(_ remedy: Message, to name: String, among choices: [String]) -> Message {
    nearestName(to: name, among: choices).map { .didYouMean(name: $0) } ?? remedy
  }

  private func choice(for name: String, among choices: [String]) -> Message {
    .suggestion(for: name, among: choices, otherwise: "Add a case, or remove the value.")
  }
}

extension DefinitionFinding.Duplicate {
  /// The name of the thing in messages.
  fileprivate var message: Message {
    switch self {
    case .intent: "intent"
    case .parameter: "parameter"
    case .enumeration: "enum"
    case .enumCase: "case"
    case .objectType: "type"
    case .property: "property"
    case .parameterTag, .propertyTag: "tag"
    case .caseIndex: "index"
    case .displayPriority: "display priority"
    case .sizeClass: "size class"
    }
  }

  fileprivate var advice: Message {
    switch self {
    case .parameterTag, .propertyTag: "Give one of them a tag that was never used."
    case .caseIndex: "Give this one another index; until then the first one is used."
    case .displayPriority: "Give one of them another; until then the order in the file decides."
    case .sizeClass: "Remove this one; until then the first one is used."
    // Without the case, those after it could get other indexes.
    case .enumCase: "Rename this one; until then the first one is used."
    default: "Rename or remove this one; until then the first one is used."
    }
  }
}

extension IntentIssue.Severity {
  /// The name of the severity in messages.
  package var message: Message {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }
}

extension [String] {
  /// The quoted names with arrows between them.
  fileprivate var arrows: String { map { "“\($0)”" }.joined(separator: " → ") }
}
