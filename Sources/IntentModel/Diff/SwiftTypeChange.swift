/// What happens to a stored value when its Swift type changes, if this is known.
///
/// Both `diff` and the check of a migration use it.
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
      // Numbers can have different sizes, and a duration can be a measurement.
      case .integer, .decimal, .timeInterval: .notJudged
      default: .lost
      }
  }

  /// Compares the types of an entity's `id`.
  ///
  /// The system converts an identifier to a text and back, and not every text is an identifier of
  /// every type.
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

/// The type of an object's identifier, if the input states it.
package enum IdentifierType: Sendable, Hashable {
  /// The format of the input does not include the type.
  case notStated

  /// The input is source code, which does not show the type.
  case notRead

  /// The type by its name in Swift, such as `String` or `UUID`.
  case named(String)
}

extension ParameterDefinition {
  /// The Swift type of a value; nil if it depends on the definition.
  var typeInSwift: String? { swiftType ?? type.kind?.facts.appIntents }
}

extension IntentSchema {
  /// The type of the identifiers of a type's objects.
  func identifierType(of type: ParameterType) -> IdentifierType {
    guard case .object = type else { return .notStated }
    // In SiriKit, the identifier of an object is a text.
    guard let origin else { return .named("String") }
    guard let object = objectType(of: type) else { return .notStated }
    return object.identifierType.map { .named($0) }
      ?? (origin == .swift ? .notRead : .notStated)
  }
}
