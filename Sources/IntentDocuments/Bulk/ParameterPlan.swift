import IntentModel
import JSONC

/// What a definition says about one parameter, in the form that the bulk path looks at.
struct ParameterPlan: Sendable {
  /// The kind of its value.
  var kind: JSONShape.Kind
  /// The key and the colon, as they are written.
  var key: [UInt8]
  /// Whether it has a row as far as its own keys say.
  var canBeVisible: Bool
  /// The place of the parent among the plans; nil for none that counts.
  var parent: Int?
  /// When the parent's value shows it.
  var condition: ParentCondition?
  /// The most elements by family; nil without a limit.
  var maximumCounts: [Int]?
  /// The default as it is written, by family; nil if there is none.
  var defaults: [[UInt8]?]

  /// Whether it has a row whatever the values of the others are.
  var isAlwaysVisible: Bool { canBeVisible && (parent == nil || condition == nil) }
}

/// Whether a relationship holds, asked once for each value that a parent can have.
struct ParentCondition: Sendable {
  /// For a Boolean parent false and true, for an enum its choices; nil for other parents.
  var byValue: [Bool]?
  /// For the parent's default, by family.
  var byFamily: [Bool]
  /// For any other value.
  var holds: @Sendable (IntentValue?) -> Bool
}

/// The visibility of a parameter that depends on a parent, as plain bits.
struct VisibilityStep: Sendable {
  /// How the parent's value is looked at.
  enum Look: Sendable { case boolean, choice, value }

  /// The places of the parameter and of its parent.
  var place: Int
  var parent: Int
  var look: Look
  /// The parent's values that show it, as bits: false and true, or the choices.
  var values: UInt64
  /// The families whose default of the parent shows it, as bits.
  var families: UInt64

  /// The step of a parameter; nil for one that is always or never visible.
  init?(_ plan: ParameterPlan, at place: Int, parentIsBoolean: Bool) {
    guard plan.canBeVisible, let parent = plan.parent, let condition = plan.condition else {
      return nil
    }
    self.place = place
    self.parent = parent
    families = Self.bits(condition.byFamily)
    values = 0
    look = .value
    if let byValue = condition.byValue, byValue.count <= 64 {
      look = parentIsBoolean ? .boolean : .choice
      values = Self.bits(byValue)
    }
  }

  private static func bits(_ flags: [Bool]) -> UInt64 {
    flags.enumerated().reduce(0) { $1.element ? $0 | 1 << UInt64($1.offset) : $0 }
  }
}
