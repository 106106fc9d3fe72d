/// What a JSON value must look like: kinds that refer to each other by number.
///
/// A shape is closed: an object has the members it lists and no others. It says no more than yes or
/// no; whoever needs a reason reads the value with `JSONText`. Kinds may refer to kinds that are
/// added later, also to themselves.
package struct JSONShape: Sendable {
  /// The number of a kind in its shape.
  package typealias Kind = Int

  /// One kind of value.
  package enum Rule: Sendable {
    /// No value at all.
    case nothing
    case boolean
    /// A number written without fraction and exponent, within a range.
    case integer(ClosedRange<Int>)
    /// Any number within a range.
    case number(ClosedRange<Double>)
    case text(JSONTextRule)
    /// One of some texts.
    case choice([String])
    case array(of: Kind)
    case object([Member], whole: JSONMembersRule?)
    /// An object whose members are looked at later; see `JSONShapeReader.open`.
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

  /// The most members an object can have.
  package static let mostMembers = 64

  package private(set) var rules: [Rule] = []

  package init() {}

  /// Adds a kind and gives its number.
  package mutating func add(_ rule: Rule) -> Kind {
    rules.append(rule)
    return rules.count - 1
  }

  /// Replaces a kind, which lets it refer to kinds that refer to it.
  package mutating func replace(_ kind: Kind, by rule: Rule) {
    rules[kind] = rule
  }
}

/// What a text must be.
package struct JSONTextRule: Sendable {
  /// Whether the text may be empty.
  package var allowsEmpty: Bool
  /// Decides about a text that holds control characters, line separators or escapes; nil allows them.
  package var acceptsControls: (@Sendable (String) -> Bool)?
  /// Decides about the text beyond that; nil for no further condition.
  package var accepts: (@Sendable (Span<UInt8>) -> Bool)?
  /// The canonical form of an accepted text; nil in place of a form that is the text itself.
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

/// Decides about an object whose members are right each by itself.
package struct JSONMembersRule: Sendable {
  /// Members, as bits by their places, whose presence alone makes an object right.
  package struct Certainty: Sendable, BitwiseCopyable {
    /// All of these have to be there.
    package var all: UInt64
    /// One of these has to be there; 0 for none.
    package var any: UInt64
    /// One of these has to be missing; 0 for none.
    package var notAll: UInt64

    package init(all: UInt64 = 0, any: UInt64 = 0, notAll: UInt64 = 0) {
      self.all = all
      self.any = any
      self.notAll = notAll
    }

    /// Whether an object with these members is right for certain.
    package func covers(_ present: UInt64) -> Bool {
      present & all == all && (any == 0 || present & any != 0)
        && (notAll == 0 || present & notAll != notAll)
    }
  }

  /// What needs no look at the values: it must hold only where the decision would be yes.
  package var certainty: Certainty
  /// Decides about all other objects.
  package var decides: @Sendable (borrowing JSONMembers) -> Bool

  package init(
    certainty: Certainty, decides: @escaping @Sendable (borrowing JSONMembers) -> Bool
  ) {
    self.certainty = certainty
    self.decides = decides
  }
}

/// The members of an object, by their places in its shape, for a rule about all of them.
///
/// It is lent to the rule for the length of a call and cannot be kept.
package struct JSONMembers: ~Copyable {
  private let tokens: JSONTokens
  /// The tokens of the values; 0, which is that of the object or of one around it, for none.
  private let values: UnsafeBufferPointer<Int>

  init(_ values: UnsafeBufferPointer<Int>, of tokens: JSONTokens) {
    self.values = values
    self.tokens = tokens
  }

  /// Whether the member is there.
  package func isPresent(_ place: Int) -> Bool { values[place] != 0 }

  /// The whole number of a member; nil if there is none.
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
