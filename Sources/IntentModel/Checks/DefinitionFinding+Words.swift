extension DefinitionFinding.Rule {
  var sentence: String {
    switch self {
    case .danglingEnum(let name, _): "The definition has no enum \(quoted(name))."
    case .danglingType(let name, _): "The definition has no type \(quoted(name))."
    case .objectWithoutType: "The object has no type."
    case .unknownType(let name): "The type \(quoted(name)) has no editor, so there is no row."
    case .missingParent:
      "The condition names no parent parameter, so the row is always visible."
    case .danglingParent(let name, _):
      "The intent has no parameter \(quoted(name)) to be the parent, so the row is always visible."
    case .loop(let names): "The parents form a loop: \((names + names.prefix(1)).arrows)."
    case .chain(let parent, let grandparent):
      """
      The parent \(quoted(parent)) has the parent \(quoted(grandparent)); Apple's sheet looks at \
      the direct parent only, and shows this row also while \(quoted(parent)) is hidden.
      """
    case .unknownPredicate(let name):
      "The predicate \(quoted(name)) ends with no known relation, so it is no condition."
    case .predicateWithoutValue(let name):
      "The predicate \(quoted(name)) has no value to compare with."
    case .rangeWithoutTwoValues(let count):
      "The range of the predicate has \(count) \(count == 1 ? "value" : "values"); it takes two."
    case .predicateType(let value, let parent, let type):
      "The parent \(quoted(parent)) is \(type), which \(value) cannot match."
    case .predicateCase(let name, let enumeration, _):
      "The enum \(quoted(enumeration)) has no case \(quoted(name)) for the parent to have."
    case .neverVisible(let reason): reason.sentence
    case .duplicate(let name, let what):
      "The \(what.words) \(what.isName ? quoted(name) : name) occurs twice."
    case .defaultOutOfRange(let reason): "The default is not valid: \(reason.sentence)"
    case .defaultCase(let name, let enumeration, _):
      "The default \(quoted(name)) is no case of the enum \(quoted(enumeration))."
    case .minimumAboveMaximum(let minimum, let maximum):
      "The minimum \(minimum) is above the maximum \(maximum)."
    case .sliderWithoutBounds: "The slider has no two ends to move between."
    case .sizesMissing: "The array has a fixed size and no sizes, so each family takes one value."
    case .sizesOfSingleValue: "The parameter holds one value and has sizes for an array."
    case .sizesNotInForce: "The array has sizes and no fixed size, so it has no limit."
    case .sizeBelowOne(let size): "The size \(size) counts as 1."
    case .unknownSizeClass(let name): "There is no size class \(quoted(name)); it is ignored."
    case .shrinkingSizes(let larger, let size, let smaller, let other):
      "\(larger.rawValue) takes \(size) \(size == 1 ? "value" : "values"), fewer than the \(other) of "
        + "\(smaller.rawValue)."
    case .dynamicMissing(let type):
      "The object of the type \(quoted(type)) has no dynamic options, so there is nothing to choose."
    case .noParameters: "The widget's intent has no parameters, so there is nothing to configure."
    case .noRow: "None of the widget's parameters has a row, so there is nothing to configure."
    }
  }

  var remedy: String {
    switch self {
    case .danglingEnum(let name, let choices):
      nearestOr("Add it, or choose another enum.", to: name, among: choices)
    case .danglingType(let name, let choices):
      nearestOr("Add it, or choose another type.", to: name, among: choices)
    case .objectWithoutType: "Choose a type."
    case .unknownType: "Choose a type from those that Xcode offers."
    case .missingParent: "Name the parent, or remove the condition."
    case .danglingParent(let name, let choices):
      nearestOr("Name another parameter, or remove the condition.", to: name, among: choices)
    case .loop: "Remove the parent of one of them."
    case .chain(_, let grandparent):
      "Choose \(quoted(grandparent)) as the parent, or have one only."
    case .unknownPredicate: "End it with one of the ten relations, such as HasExactValue."
    case .predicateWithoutValue: "Give the value."
    case .rangeWithoutTwoValues: "Give the lower and the upper end."
    case .predicateType(_, _, let type): "Give \(type)."
    case .predicateCase(let name, _, let choices), .defaultCase(let name, _, let choices):
      choice(for: name, among: choices)
    case .neverVisible: "Change the condition, or remove the parameter."
    case .duplicate(_, let what): what.remedy
    case .defaultOutOfRange(let reason): reason.remedy
    case .minimumAboveMaximum: "Exchange them, or correct one."
    case .sliderWithoutBounds: "Give a minimum and a maximum above it, or choose a field."
    case .sizesMissing: "Add a size for each family, or remove the fixed size."
    case .sizesOfSingleValue: "Remove the sizes, or let it hold several values."
    case .sizesNotInForce: "Make the size fixed, or remove the sizes."
    case .sizeBelowOne: "Give 1 or more."
    case .unknownSizeClass(let name):
      choice(for: name, among: WidgetFamily.allCases.map(\.sizeClass))
    case .shrinkingSizes(_, _, _, let other): "Give \(other) or more."
    case .dynamicMissing: "Let its options be provided dynamically."
    case .noParameters: "Add parameters, or use a static configuration."
    case .noRow: "Make one configurable, with a display priority."
    }
  }

  private func nearestOr(_ remedy: String, to name: String, among choices: [String]) -> String {
    guard name.utf8.count <= 100, let nearest = nearestName(to: name, among: choices) else {
      return remedy
    }
    return "Did you mean \(quoted(nearest))?"
  }

  /// "Did you mean", or the choice where nothing is near; at most eight names are listed.
  private func choice(for name: String, among choices: [String]) -> String {
    guard !choices.isEmpty else { return "Add a case, or remove the value." }
    let listed = choices.prefix(8).map(quoted).joined(separator: ", ")
    let rest = choices.count > 8 ? " and \(choices.count - 8) more" : ""
    return nearestOr("Choose from \(listed)\(rest).", to: name, among: choices)
  }
}

extension DefinitionFinding.NeverVisible {
  fileprivate var sentence: String {
    switch self {
    case .parentHasNoRow(let parent):
      "The row can never be shown: its parent \(quoted(parent)) has no row."
    case .conditionCannotHold(let parent):
      """
      The row can never be shown: no value of its parent \(quoted(parent)) meets the condition.
      """
    }
  }
}

extension DefinitionFinding.Duplicate {
  fileprivate var remedy: String {
    switch self {
    case .parameterTag, .propertyTag: "Give one of them a tag that was never used."
    case .caseIndex: "Give one of them another index."
    case .displayPriority: "Give one of them another; the order of the file decides meanwhile."
    case .sizeClass: "Keep one; the first counts meanwhile."
    default: "Rename or remove one."
    }
  }
}

extension [String] {
  /// The names with arrows between them.
  fileprivate var arrows: String { map(quoted).joined(separator: " → ") }
}
