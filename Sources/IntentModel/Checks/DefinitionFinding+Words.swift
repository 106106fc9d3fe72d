package import Messages

/// The messages for the problems of definitions, and their remedies.
extension DefinitionFinding.Rule {
  /// The code, the problem and the remedy.
  package var statement: ProblemStatement {
    switch self {
    case .danglingEnum(let name, let choices):
      .init(
        Self.danglingEnumCode,
        .danglingEnum(name: name),
        nearestOr("Add it, or choose another enum.", to: name, among: choices))
    case .danglingType(let name, let choices):
      .init(
        Self.danglingTypeCode,
        "The definition has no type “\(name: name)”.",
        name == TypeReference.baseName
          ? """
          Remove the type: an object without a type is an \(TypeReference.baseName), and its \
          answers are kept.
          """
          : nearestOr("Add it, or choose another type.", to: name, among: choices))
    case .foreignNamespace(let name, let isEnum, let namespace, let own):
      .init(
        isEnum ? Self.danglingEnumCode : Self.danglingTypeCode,
        """
        The reference to “\(name: name)” has the namespace “\(name: namespace)”, but the \
        definition has “\(name: own)”, so it refers to nothing.
        """,
        "Give the reference the namespace “\(name: own)”.")
    case .unusableName(let name, let reason):
      .init(
        "unusable-name",
        reason == .notAnIdentifier
          ? """
          “\(name: name)” has a character that names in code cannot have, so no property can \
          have this name.
          """
          : "Every object has a member “\(name: name)”, so no property can have this name.",
        "Give it another name before widgets are placed; answers are kept by name.")
    case .sameIdentifier(let name, let other, let identifier):
      .init(
        Self.sameIdentifierCode,
        "“\(name: name)” and “\(name: other)” both become “\(name: identifier)” in code.",
        "Give one of them another name before widgets are placed; answers are kept by name.")
    case .sameClass(let name, let what, let other, let otherKind):
      .init(
        Self.sameIdentifierCode,
        """
        The \(phrase: what.words) and the \(phrase: otherKind.words) “\(name: other)” both become \
        the class “\(name: name)”.
        """,
        "Give one of them another name before widgets are placed.")
    case .storeWord(let word):
      .init(
        "store-word",
        """
        The App Store refuses names of Apple's products, here “\(name: word)”, in titles and \
        descriptions of App Intents (\(StoreWords.notice)).
        """,
        .nameNoProduct)
    case .unknownType(let name):
      .init(
        "unknown-type",
        "The type “\(name: name)” has no editor, so there is no row.",
        "Choose a type from those that Xcode offers.")
    case .missingParent(let hasChoices):
      .init(
        "missing-parent",
        "The condition names no parent parameter, so the row is always visible.",
        hasChoices ? "Name the parent, or remove the condition." : .removeCondition)
    case .danglingParent(let name, let own, let all):
      .init(
        "dangling-parent",
        "The parent “\(name: name)” is not a parameter of the intent, so the row is always visible.",
        nearestOr(
          all.allSatisfy { $0 == own }
            ? .removeCondition : "Name another parameter, or remove the condition.",
          to: name, among: all.filter { $0 != own }))
    case .loop(let names):
      .init(
        "loop",
        "The parents form a loop: \((names + names.prefix(1)).map { $0.harmlessName }.arrows).",
        names.count == 1
          ? "Remove its parent."
          : names.count == 2
            ? "Remove the parent of one of them."
            : "Remove the parents of all but one of them.")
    case .chain(let parent, let grandparent):
      .init(
        "chain",
        """
        The parent “\(name: parent)” has the parent “\(name: grandparent)”; Apple's form looks \
        only at the direct parent, so it shows this row even while “\(name: parent)” is hidden.
        """,
        "Choose “\(name: grandparent)” as the parent, or use only one level of parents.")
    case .unknownPredicate(let name):
      .init(
        "unknown-predicate",
        "The predicate “\(name: name)” does not end with a known relation, so it is not a condition.",
        "End it with a relation, such as \(ParameterRelation.hasExactValue.rawValue).")
    case .predicateWithoutValue(let name):
      .init(
        "predicate-without-value",
        "The predicate “\(name: name)” has no value to compare with.",
        "Give the value.")
    case .rangeWithoutTwoValues(let count):
      .init(
        "range-without-two-values",
        "The range of the predicate has \(count, "value", "values"); it needs two.",
        "Give the lower and the upper end.")
    case .predicateType(let value, let parent, let type, let isGivable):
      .init(
        "predicate-type",
        "The parent “\(name: parent)” is \(type), which cannot match \(value).",
        isGivable
          ? "Give \(type)."
          : """
          Use the predicate \(ParameterRelation.hasAnyValue.rawValue), which has no value and \
          holds when something is chosen.
          """)
    case .predicateCase(let name, let enumeration, let choices):
      .init(
        "predicate-case",
        """
        The predicate names the case “\(name: name)”, which the parent's enum \
        “\(name: enumeration)” does not have.
        """,
        choice(for: name, among: choices))
    case .neverVisible(let reason):
      .init("never-visible", "The row can never be shown: \(reason.message).", reason.advice)
    case .duplicate(let name, let what):
      .init(
        what.code,
        what.isName
          ? "The \(what.message) “\(name: name)” occurs twice."
          : "The \(what.message) \(name) occurs twice.",
        what.advice)
    case .caseAtZero(let name, let free):
      .init(
        "index-zero",
        """
        The case “\(name: name)” has the index \(IntentEnum.Case.noValue.index), which a phone \
        cannot tell from no value.
        """,
        """
        Give it the index \(free), and add a case “\(IntentEnum.Case.noValue.name)” with the index \
        \(IntentEnum.Case.noValue.index).
        """)
    case .defaultOutOfRange(let reason):
      .init("default-out-of-range", "The default is not valid: \(reason.message)", reason.advice)
    case .defaultCase(let name, let enumeration, let choices):
      .init(
        Self.defaultCaseCode,
        "The default “\(name: name)” is not a case of the enum “\(name: enumeration)”.",
        choice(for: name, among: choices))
    case .defaultUnsupported(let name, let choices):
      .init(
        Self.defaultCaseCode,
        "The default “\(name: name)” is not one of the values that the parameter supports.",
        .suggestion(
          for: name, among: choices,
          otherwise: "Add it to the supported values, or choose one of them."))
    case .supportedCase(let name, let enumeration, let choices):
      .init(
        Self.supportedValueCode,
        "The supported value “\(name: name)” is not a case of the enum “\(name: enumeration)”.",
        choice(for: name, among: choices))
    case .supportedNone:
      .init(
        Self.supportedValueCode,
        "The parameter supports no value, so nothing can be chosen.",
        "Name the supported cases, or leave the key out to support all.")
    case .minimumAboveMaximum(let minimum, let maximum):
      .init(
        "minimum-above-maximum",
        "The minimum \(number: minimum) is above the maximum \(number: maximum).",
        "Swap them, or correct one of them.")
    case .sliderWithoutBounds:
      .init(
        "slider-without-bounds",
        "The slider has no range.",
        "Choose a field, or give a minimum and a maximum that include all stored answers.")
    case .unknownDateFormat(let name):
      .init(
        "unknown-date-format",
        """
        There is no date format “\(name: name)”; \(DateFormat.Name.standard.rawValue) is used \
        instead.
        """,
        .suggestion(for: name, among: DateFormat.Name.allCases.map(\.rawValue)))
    case .unknownDateStyle(let name):
      .init(
        "unknown-date-style",
        """
        There is no date style “\(name: name)”; \(DateStyle(written: nil).rawValue) is used \
        instead.
        """,
        .suggestion(for: name, among: DateStyle.allCases.map(\.rawValue)))
    case .unknownUnit(let name, let dimension, let standard):
      .init(
        IntentIssue.Reason.unknownUnitCode,
        """
        \(dimension.message) has no unit “\(name: name)” that this program knows; \
        “\(name: standard.name)” is used instead.
        """,
        .suggestion(for: name, among: dimension.units.map(\.name)))
    case .invalidCurrency(let code):
      .init(
        "invalid-currency",
        "The currency code “\(name: code)” is not three capital letters, so no amount can have it.",
        code.uppercased().isCurrencyCode
          ? .didYouMean(name: code.uppercased())
          : "Write a code of ISO 4217, such as “EUR”, or remove it.")
    case .sizesMissing:
      .init(
        "sizes-missing",
        "The array has a fixed size but no sizes, so each family has room for one value.",
        "Add a size for each family, or remove the fixed size.")
    case .sizesOfSingleValue:
      .init(
        "sizes-of-single-value",
        "The parameter holds one value, but has sizes for an array.",
        "Remove the sizes, or let the parameter hold several values.")
    case .sizesNotInForce:
      .init(
        "sizes-not-in-force",
        "The array has sizes but no fixed size, so it has no limit.",
        "Remove the sizes, or make the size fixed, which hides further values of placed widgets.")
    case .sizeBelowOne(let size):
      .init("size-below-one", "The size \(size) counts as 1.", .giveCountOrMore(count: 1))
    case .unknownSizeClass(let name):
      .init(
        "unknown-size-class",
        WidgetFamily(sizeClass: name).map { family in
          """
          Nothing is known of the size class “\(name: name)”. It counts for the family \
          “\(name: family.rawValue)”; a system without that family ignores it.
          """
        } ?? "There is no size class “\(name: name)”; it is ignored.",
        nearestOr(
          WidgetFamily(sizeClass: name) == nil
            ? .chooseFrom(names: WidgetFamily.allCases.map(\.sizeClass)) : .leaveNewFamily,
          to: name, among: WidgetFamily.allCases.map(\.sizeClass)))
    case .unknownFamily(let family):
      .init(
        IntentIssue.Reason.unknownFamilyCode,
        family.remark,
        family.nearKnown.map { .didYouMean(name: $0) } ?? .leaveNewFamily)
    case .shrinkingSizes(let larger, let size, let smaller, let other):
      .init(
        "shrinking-sizes",
        """
        \(larger.rawValue) has room for \(size, "value", "values"), fewer than the \(other) of \
        \(smaller.rawValue).
        """,
        .giveCountOrMore(count: other))
    case .dynamicMissing(let type):
      .init(
        "dynamic-missing",
        """
        The object of the type “\(name: type)” has no dynamic options, so there is nothing to \
        choose.
        """,
        "Let its options be provided dynamically.")
    case .lastTagTooLow(let last, let highest):
      .init(
        "last-tag-too-low",
        """
        The last tag is \(last), but the tag \(highest) is in use, so Xcode will assign a used tag \
        again.
        """,
        "Set it to \(highest).")
    case .missingTag(let tag):
      .init(
        "missing-tag",
        """
        The parameter has no tag, although other parameters of the intent have one, so a stored \
        answer is found only by name.
        """,
        tag.map { tag in
          """
          Write \(name: "\"tag\": \(tag)"), and give “lastTag” at least this number if the intent \
          has it.
          """
        } ?? "Write a tag that no other parameter has.")
    case .missingTags:
      .init(
        "missing-tags",
        """
        No parameter has a tag, although Xcode assigned a tag to each. Tags counted by position \
        can differ from these tags, and a phone finds stored answers by tag.
        """,
        """
        Convert Xcode's definition to JSON once more, and repeat the changes. The new file has the \
        tags.
        """)
    case .unknownPlaceholder(let name, let choices):
      .init(
        "unknown-placeholder",
        """
        The prompt has the placeholder “\(name: TextPlaceholders.placeholder(name))”, but no \
        parameter has this name.
        """,
        .suggestion(for: name, among: choices, otherwise: .nameParameter))
    case .unknownInSummary(let name, let choices):
      .init(
        IntentIssue.Reason.unknownParameterCode,
        "The summary names “\(name: name)”, but no parameter has this name.",
        .suggestion(for: name, among: choices, otherwise: .nameParameter))
    case .unknownPart(let part): part.statement
    case .requiredWithoutDefault(let type, let isJudged):
      .init(
        "required-without-default",
        isJudged
          ? """
          The parameter needs a “\(name: type)” and has no default, so a new widget fails to load \
          until one is chosen.
          """
          : """
          The parameter needs a “\(name: type)”, and a new widget fails to load if the query gives \
          no default. Whether it does cannot be seen in a built program.
          """,
        "Make its type optional, or let the query have a `defaultResult()`.")
    case .caseWithoutTitle(let name):
      .init(
        "case-without-title",
        """
        The case “\(name: name)” has no title among the display representations, so the program \
        stops when it shows the case.
        """,
        "Add the case to `caseDisplayRepresentations`.")
    case .showsNothing(let subject):
      .init(
        "shows-nothing",
        """
        The summary has no default case for other values of “\(name: subject)”, so no row is shown \
        for them.
        """,
        "Add a `DefaultCase` with the rows for the other values.")
    case .minimumSize(let minimum, let maximum, let families):
      .init(
        "minimum-size",
        minimum == maximum
          ? """
          The list needs exactly \(minimum) values in \(families.names), and reportedly the widget \
          stays a placeholder while one is missing.
          """
          : """
          The list needs at least \(minimum) values in \(families.names), and reportedly the \
          widget stays a placeholder while one is missing.
          """,
        "Give a range of sizes that begins with 0 or 1.")
    case .shortDefault(let count, let maximum, let family):
      .init(
        "short-default",
        """
        The default has \(count, "value", "values"), and \(name: family.rawValue) has room for \
        \(maximum): in a widget that is made larger, the rest stays empty.
        """,
        "Give the default as many values as the largest size has room for.")
    case .noParameters:
      .init(
        Self.noRowCode,
        "The widget's intent has no parameters, so there is nothing to configure.",
        """
        Add parameters if people are to choose something; a new widget without configuration needs \
        no intent.
        """)
    case .noRow:
      .init(
        Self.noRowCode,
        "None of the widget's parameters has a row, so there is nothing to configure.",
        """
        Make at least one of them configurable. Give it a display priority and, if its type is \
        your own, dynamic options.
        """)
    case .noIntents:
      .init(
        "no-intents",
        "The definition has no intents, so there is nothing to configure.",
        "Add an intent that is eligible for widgets, or remove the file if nothing uses it.")
    case .noWidgetIntent:
      .init(
        "no-widget-intent",
        "None of the intents is eligible for widgets, so no widget can be configured with them.",
        """
        If one is meant to configure a widget, make it eligible for widgets. Give it configurable \
        parameters with display priorities and, for types of your own, dynamic options.
        """)
    }
  }

  // The codes that several rules share.
  private static let danglingEnumCode = IntentIssue.Reason.danglingEnumCode
  private static let danglingTypeCode = "dangling-type"
  private static let sameIdentifierCode = "same-identifier"
  private static let defaultCaseCode = "default-case"
  private static let supportedValueCode = "supported-value"
  private static let noRowCode = "no-row"

  private func nearestOr(_ remedy: Message, to name: String, among choices: [String]) -> Message {
    nearestName(to: name, among: choices).map { .didYouMean(name: $0) } ?? remedy
  }

  private func choice(for name: String, among choices: [String]) -> Message {
    .suggestion(for: name, among: choices, otherwise: "Add a case, or remove the value.")
  }
}

extension Message {
  package static var leaveNewFamily: Message {
    "Leave it if a newer system has the family, otherwise remove it."
  }
}

extension UnknownPart {
  /// The finding about the part.
  fileprivate var statement: ProblemStatement {
    let at = place.map { " (\($0))" } ?? ""
    switch code {
    case Self.sizeNotLiteral:
      return .init(
        code,
        """
        The size of “\(name: subject)” is “\(name: text)”\(at), and Xcode's tool reads only \
        literals, so the list has no size.
        """,
        "Write the numbers themselves.")
    case Self.nameNotLiteral:
      return .init(
        code,
        """
        “\(name: subject)” is “\(name: text)”\(at), which \(reason), so the name under which the \
        system stores it is unknown.
        """,
        """
        Write the name itself, and give each type its own name. Until then, the name in Swift is \
        used, with the names of the outer types if several types share it.
        """)
    case Self.duplicateQuery:
      return .init(
        code,
        """
        Two queries have the name “\(name: subject)”\(at); the system keeps only one of them.
        """,
        "Give one of them another name.")
    default:
      return .init(
        code,
        text.isEmpty
          ? "“\(name: subject)”\(at) \(reason), so it is not judged."
          : "“\(name: subject)” is “\(name: text)”\(at), which \(reason), so it is not judged.",
        "Nothing is assumed about it. The results are valid for the rest.")
    }
  }
}

extension [WidgetFamily] {
  /// The names of the families, separated by commas.
  fileprivate var names: String { map(\.rawValue).joined(separator: ", ") }
}

extension DefinitionFinding.Duplicate {
  /// The name of this kind of thing in messages.
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
    case .caseIndex: "Give this one another index; until then, the first one is used."
    case .displayPriority:
      "Give one of them another priority; until then, the order in the file decides."
    case .sizeClass: "Remove this one; until then, the first one is used."
    // If the case were removed, later cases could get different indexes.
    case .enumCase: "Rename this one; until then, the first one is used."
    default: "Rename or remove this one; until then, the first one is used."
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
  /// The names in quotation marks, with arrows between them.
  fileprivate var arrows: String { map { "“\($0)”" }.joined(separator: " → ") }
}

extension DefinitionFinding.NeverVisible {
  fileprivate var message: Message {
    switch self {
    case .noDisplayPriority: "the parameter has no display priority"
    case .parentHasNoRow(let parent): "its parent “\(name: parent)” has no row"
    case .conditionCannotHold(let parent):
      "no value of its parent “\(name: parent)” meets the condition"
    }
  }

  fileprivate var advice: Message {
    switch self {
    case .noDisplayPriority: "Give it a display priority."
    case .parentHasNoRow: "Give the parent a row, or choose another parent."
    case .conditionCannotHold: "Change the condition."
    }
  }
}

extension DefinitionFinding.ClassKind {
  fileprivate var words: Message {
    switch self {
    case .intent: "intent"
    case .response: "response of the intent"
    case .enumeration: "enum"
    case .objectType: "type"
    }
  }
}
