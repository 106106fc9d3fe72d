import IntentModel
import JSONC

/// The rules of a parameter, in the form that bulk checks need.
struct ParameterPlan: Sendable {
  /// The name.
  var name: String
  /// The kind of the value.
  var kind: JSONShape.Kind
  /// The key and the colon, as written.
  var key: [UInt8]
  /// Whether the parameter can have a row, regardless of the other parameters.
  var canHaveRow: Bool
  /// Whether the parameter never has a row, whatever the answers are, but can still keep a value.
  var keepsValueWithoutRow: Bool
  /// The parent's position among the plans; nil if there is no effective parent.
  var parent: Int?
  /// The condition on the parent's value.
  var condition: ParentCondition?
  /// The maximum number of elements by family; nil for no limit.
  var maximumCounts: [Int]?
  /// The default as written, by family; nil if there is none.
  var defaults: [[UInt8]?]
  /// The default by family; nil if there is none.
  var defaultValues: [IntentValue?]

  /// Whether the parameter has a row regardless of the other values.
  var isAlwaysVisible: Bool { canHaveRow && (parent == nil || condition == nil) }
}

/// A relationship, evaluated in advance for each value that a parent can have.
struct ParentCondition: Sendable {
  /// The results for false and true, or for the choices of an enum; nil for other parents.
  var byValue: [Bool]?
  /// The results for the parent's default, by family.
  var byFamily: [Bool]
  /// Evaluates the relationship for any other value.
  var holds: @Sendable (IntentValue?) -> Bool
}

/// The visibility of a parameter that depends on a parent, as plain bits.
struct VisibilityStep: Sendable {
  /// How the parent's value is read.
  enum Look: Sendable { case boolean, choice, value }

  /// The positions of the parameter and its parent.
  var place: Int
  var parent: Int
  var look: Look
  /// The values of the parent for which the parameter is shown, as bits: one for false and one for
  /// true, or one for each choice.
  var values: UInt64
  /// The families in which the parent's default shows the parameter, as bits.
  var families: UInt64

  /// Makes a step for a parameter; nil if it is always or never visible.
  init?(_ plan: ParameterPlan, at place: Int, parentIsBoolean: Bool) {
    guard plan.canHaveRow, let parent = plan.parent, let condition = plan.condition else {
      return nil
    }
    self.place = place
    self.parent = parent
    families = UInt64(flags: condition.byFamily)
    values = 0
    look = .value
    if let byValue = condition.byValue, byValue.count <= UInt64.bitWidth {
      look = parentIsBoolean ? .boolean : .choice
      values = UInt64(flags: byValue)
    }
  }
}

extension UInt64 {
  /// The flags as bits, the first one as the lowest bit.
  init(flags: [Bool]) {
    self = flags.enumerated().reduce(0) { $1.element ? $0 | 1 << UInt64($1.offset) : $0 }
  }
}
