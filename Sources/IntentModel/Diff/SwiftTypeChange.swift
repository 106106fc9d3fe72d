/// How the system treats a stored value when a type in Swift changes, where this is known.
///
/// `diff` and the check of a migration use it.
package enum SwiftTypeChange: Sendable, Hashable {
  /// The type is the same, or the inputs do not state it.
  case none

  /// The system finds a value by its name and its type, so the stored one is lost.
  case lost

  /// It is not documented whether the system reads the stored value.
  case notJudged

  /// One of the sources does not show the type.
  case notRead

  /// Compares two types for values of the same kind, such as `Date` and `DateComponents`.
  package init(of kind: ValueKind, from old: String, to new: String) {
    self =
      switch kind {
      case _ where old == new: .none
      // Numbers can have a different size, and a duration can be a measurement.
      case .integer, .decimal, .timeInterval: .notJudged
      default: .lost
      }
  }

  /// Compares the types of an entity's `id`.
  ///
  /// The system converts an identifier to a text and back, and a text is not an identifier of every
  /// type.
  package init(ofIdentifierFrom old: IdentifierType, to new: IdentifierType) {
    self =
      switch (old, new) {
      case _ where old == new: .none
      case (.notStated, _), (_, .notStated): .none
      case (.notRead, _), (_, .notRead): .notRead
      case (.named, .named): .notJudged
      }
  }
}

/// The type of the identifiers of objects, if an input states it.
package enum IdentifierType: Sendable, Hashable {
  /// The format of the input does not state it.
  case notStated

  /// The input is source that does not show it.
  case notRead

  /// The type by its name in Swift, such as `String` or `UUID`.
  case named(String)
}

extension ParameterDefinition {
  /// The type of a value in Swift; nil if the definition gives it.
  var typeInSwift: String? { swiftType ?? type.kind?.facts.appIntents }
}

extension IntentSchema {
  /// The type of the identifiers of the objects of a type.
  func identifierType(of type: ParameterType) -> IdentifierType {
    guard case .object = type else { return .notStated }
    // The identifier of an object of SiriKit is a text.
    guard let origin else { return .named("String") }
    guard let object = objectType(of: type) else { return .notStated }
    return object.identifierType.map { .named($0) }
      ?? (origin == .swift ? .notRead : .notStated)
  }
}
