/// The form that a JSON value must have: kinds that refer to each other by index.
///
/// A shape is closed: an object can have only the members that the shape lists. A check gives only
/// yes or no; to find the reason, the caller reads the value and checks it in detail. Kinds may
/// refer to themselves and to kinds that are added later.
package struct JSONShape: Sendable {
  /// The index of a kind in its shape.
  package typealias Kind = Int

  /// The rule for one kind of value.
  package enum Rule: Sendable {
    /// No value is accepted.
    case nothing
    case boolean
    /// A number written without a fraction or an exponent, within a range.
    case integer(ClosedRange<Int>)
    /// Any number within a range.
    case number(ClosedRange<Double>)
    case text(JSONTextRule)
    /// One of a list of texts.
    case choice([String])
    case array(of: Kind)
    case object([Member], whole: JSONMembersRule?)
    /// An object whose members are checked later; see `JSONShapeReader.open`.
    case anyObject
  }

  /// A member of an object.
  package struct Member: Sendable {
    package var key: String
    package var kind: Kind
    package var isRequired: Bool

    package init(_ key: String, _ kind: Kind, isRequired: Bool = false) {
      self.key = key
      self.kind = kind
      self.isRequired = isRequired
    }
  }

  /// The maximum number of members of an object.
  package static let maximumMembers = 64

  package private(set) var rules: [Rule] = []

  /// The number of rules, texts and members, which measures the cost of the shape.
  package private(set) var size = 0

  package init() {}

  /// Adds a kind and returns its index.
  package mutating func add(_ rule: Rule) -> Kind {
    rules.append(rule)
    size += 1 + rule.parts
    return rules.count - 1
  }

  /// Replaces the rule of a kind, so kinds can refer to each other.
  package mutating func replace(_ kind: Kind, by rule: Rule) {
    size += rule.parts - rules[kind].parts
    rules[kind] = rule
  }
}

extension JSONShape.Rule {
  /// The number of listed texts or members.
  fileprivate var parts: Int {
    switch self {
    case .choice(let texts): texts.count
    case .object(let members, whole: _): members.count
    default: 0
    }
  }
}

/// The rule for a text.
package struct JSONTextRule: Sendable {
  /// Whether the text may be empty.
  package var allowsEmpty: Bool
  /// Decides whether to accept a text with control characters, line separators or escapes; nil to
  /// accept every such text.
  package var acceptsControls: (@Sendable (String) -> Bool)?
  /// Applies a further condition to the text; nil if there is none.
  package var accepts: (@Sendable (Span<UInt8>) -> Bool)?
  /// Returns the canonical form of an accepted text, or nil if the text is canonical already.
  package var canonical: (@Sendable (Span<UInt8>) -> String?)?

  package init(
    allowsEmpty: Bool = true, acceptsControls: (@Sendable (String) -> Bool)? = nil,
    accepts: (@Sendable (Span<UInt8>) -> Bool)? = nil,
    canonical: (@Sendable (Span<UInt8>) -> String?)? = nil
  ) {
    self.allowsEmpty = allowsEmpty
    self.acceptsControls = acceptsControls
    self.accepts = accepts
    self.canonical = canonical
  }
}

/// Decides whether to accept an object whose members are each valid on their own.
package struct JSONMembersRule: Sendable {
  /// A condition on the members that are present, as bits by index; if it holds, an object is
  /// accepted.
  package struct Certainty: Sendable, BitwiseCopyable {
    /// All of these members must be present.
    package var all: UInt64
    /// At least one of these members must be present; 0 for no such condition.
    package var any: UInt64
    /// At least one of these members must be missing; 0 for no such condition.
    package var notAll: UInt64

    package init(all: UInt64 = 0, any: UInt64 = 0, notAll: UInt64 = 0) {
      self.all = all
      self.any = any
      self.notAll = notAll
    }

    /// Whether an object with these members meets the condition.
    package func covers(_ present: UInt64) -> Bool {
      present & all == all && (any == 0 || present & any != 0)
        && (notAll == 0 || present & notAll != notAll)
    }
  }

  /// A condition that can be checked without the values; it must imply that `decides` returns true.
  package var certainty: Certainty
  /// Decides whether to accept an object that does not meet the condition in `certainty`.
  package var decides: @Sendable (borrowing JSONMembers) -> Bool

  package init(
    certainty: Certainty, decides: @escaping @Sendable (borrowing JSONMembers) -> Bool
  ) {
    self.certainty = certainty
    self.decides = decides
  }
}

/// The members of an object by their index in its shape, for a rule about all of them.
///
/// An instance is valid only during the call to the rule.
package struct JSONMembers: ~Copyable {
  private let tokens: JSONTokens
  /// The tokens of the values, or 0 for a missing member; no member has token 0.
  private let values: UnsafeBufferPointer<Int>

  init(_ values: UnsafeBufferPointer<Int>, of tokens: JSONTokens) {
    self.values = values
    self.tokens = tokens
  }

  /// Whether the member is present.
  package func isPresent(_ place: Int) -> Bool { values[place] != 0 }

  /// The integer of a member; nil if it is missing or not an integer.
  package func integer(_ place: Int) -> Int? {
    let token = tokens[values[place]]
    return isPresent(place) && token.kind == .integer ? tokens.integer(of: token) : nil
  }

  /// Whether the member is a text that is not empty.
  package func hasText(_ place: Int) -> Bool {
    let token = tokens[values[place]]
    return isPresent(place) && token.kind == .string && token.count > 0
  }
}
