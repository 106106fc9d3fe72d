public import IntentModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random values for a definition: valid and invalid values, and whole drafts.
extension SeededGenerator {
  /// True with the given probability, from 0 to 1.
  public mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// A family.
  public mutating func family() -> WidgetFamily {
    WidgetFamily.allCases.randomElement(using: &self) ?? .systemSmall
  }

  /// A valid value for a parameter; an array has at most six elements; nil if there is no valid
  /// value.
  ///
  /// An array can be longer than a family's limit, which is valid in a draft.
  public mutating func validValue(
    for parameter: ParameterDefinition, in schema: IntentSchema
  ) -> IntentValue? {
    guard parameter.supportsMultipleValues else {
      return validValue(ofType: parameter.type, in: schema)
    }
    let values = (0..<Int.random(in: 0...6, using: &self)).map { _ in
      validValue(ofType: parameter.type, in: schema)
    }
    return .array(values.compactMap { $0 })
  }

  /// A value that no parameter of the same type accepts.
  public mutating func invalidValue(for parameter: ParameterDefinition) -> IntentValue {
    if chance(0.3) {
      return parameter.supportsMultipleValues ? .boolean(true) : .array([.boolean(true)])
    }
    let wrong: IntentValue =
      switch parameter.type {
      case .boolean: .integer(1)
      case .integer, .decimal: .decimal(.infinity)
      case .timeInterval: .timeInterval(-1)
      case .dateComponents: .dateComponents(DateComponents())
      case .enumeration: .enumeration(chance(0.5) ? "unknown" : "nowhere")
      case .object: .object(IntentObject(identifier: "", display: "Nobody"))
      case .url: .url("no scheme")
      case .string: .string("a\u{7}b")
      default: .boolean(true)
      }
    return parameter.supportsMultipleValues ? .array([wrong]) : wrong
  }

  /// A draft that a person could have made, with about two thirds of the parameters, visible or
  /// not.
  ///
  /// - Parameters:
  ///   - schema: The schema of the draft.
  ///   - invalid: The fraction of invalid values, from 0 to 1.
  public mutating func draft(for schema: IntentSchema, invalid: Double = 0) -> IntentDraft {
    var draft = IntentDraft()
    for parameter in schema.intent.parameters {
      if parameter.options.isDynamic, chance(0.5) {
        draft.defaults[parameter.name] = validValue(for: parameter, in: schema)
      }
      guard chance(0.66) else { continue }
      draft[parameter.name] =
        chance(invalid) ? invalidValue(for: parameter) : validValue(for: parameter, in: schema)
    }
    return draft
  }

  /// A text, with or without an identifier of six characters.
  public mutating func text(_ text: String) -> LocalizedText {
    LocalizedText(text, id: chance(0.8) ? code() : nil)
  }

  /// Six random letters and digits, like Xcode's identifiers and namespaces.
  public mutating func code() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return String((0..<6).map { _ in letters.randomElement(using: &self) ?? "a" })
  }
}
