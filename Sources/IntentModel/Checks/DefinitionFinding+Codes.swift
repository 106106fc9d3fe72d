extension DefinitionFinding.Rule {
  var code: String {
    switch self {
    case .danglingEnum: "dangling-enum"
    case .danglingType: "dangling-type"
    case .objectWithoutType: "object-without-type"
    case .unknownType: "unknown-type"
    case .missingParent: "missing-parent"
    case .danglingParent: "dangling-parent"
    case .loop: "loop"
    case .chain: "chain"
    case .unknownPredicate: "unknown-predicate"
    case .predicateWithoutValue: "predicate-without-value"
    case .rangeWithoutTwoValues: "range-without-two-values"
    case .predicateType: "predicate-type"
    case .predicateCase: "predicate-case"
    case .neverVisible: "never-visible"
    case .duplicate(_, let what): what.code
    case .defaultOutOfRange: "default-out-of-range"
    case .defaultCase: "default-case"
    case .minimumAboveMaximum: "minimum-above-maximum"
    case .sliderWithoutBounds: "slider-without-bounds"
    case .sizesMissing: "sizes-missing"
    case .sizesOfSingleValue: "sizes-of-single-value"
    case .sizesNotInForce: "sizes-not-in-force"
    case .sizeBelowOne: "size-below-one"
    case .unknownSizeClass: "unknown-size-class"
    case .shrinkingSizes: "shrinking-sizes"
    case .dynamicMissing: "dynamic-missing"
    case .noParameters, .noRow: "no-row"
    }
  }

  /// An error is what the runtime can't work with, a warning what it works with otherwise than the
  /// file seems to mean, a note what is worth knowing.
  var severity: DefinitionFinding.Severity {
    switch self {
    case .danglingEnum, .danglingType, .missingParent, .danglingParent, .loop,
      .predicateWithoutValue, .rangeWithoutTwoValues, .predicateType, .predicateCase,
      .defaultOutOfRange, .defaultCase, .minimumAboveMaximum, .sliderWithoutBounds:
      .error
    case .duplicate(_, let what): what.severity
    case .objectWithoutType, .unknownType, .chain, .unknownPredicate, .neverVisible,
      .sizesMissing, .sizesOfSingleValue, .sizesNotInForce, .sizeBelowOne, .unknownSizeClass,
      .shrinkingSizes, .dynamicMissing, .noRow:
      .warning
    case .noParameters: .note
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

  /// Whatever is an identity is an error; the order of rows and sizes is still settled.
  var severity: DefinitionFinding.Severity {
    switch self {
    case .displayPriority, .sizeClass: .warning
    default: .error
    }
  }

  /// The thing in words, in front of which stands "the".
  var words: String {
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

  /// Whether the thing is a name, which is put in quotes.
  var isName: Bool {
    switch self {
    case .parameterTag, .propertyTag, .caseIndex, .displayPriority: false
    default: true
    }
  }
}
