import IntentModel

/// How one intent of a definition becomes Swift: its properties, their types and defaults.
struct TypedIntentPlan {
  /// A parameter as a stored property.
  struct Property {
    /// The parameter.
    var parameter: IntentParameter

    /// The name of the property.
    var spelling: String

    /// The Swift type without the question mark.
    var type: String

    /// Whether there may be no value.
    var isOptional: Bool

    /// The expression of the value that a new intent has; nil for no value.
    var initial: String?

    /// The type as declared.
    var declaredType: String { type + (isOptional ? "?" : "") }

    /// The name of the parameter as a literal.
    var key: String { SwiftLiteral.string(parameter.name) }

    /// The name with an upper-case first letter, for the middle of other names.
    var capitalized: String { SwiftName.capitalized(spelling.filter { $0 != "`" }) }

    /// The statement that takes the value out of the arguments of an intent.
    func taking(from arguments: String) -> String {
      let fallback = isOptional ? "" : " ?? \(initial ?? "")"
      return "self.\(spelling) = \(arguments).take(\(key))\(fallback)"
    }

    /// What to say about the property: label, prompt and default.
    var documentation: String {
      var text = parameter.label
      if let prompt = parameter.configurationPrompt(), !prompt.isEmpty, prompt != text {
        text += "\n\n" + prompt
      }
      if let initial { text += "\n\nThe definition states the default `\(initial)`." }
      return text
    }
  }

  /// The intent with what it refers to.
  let schema: IntentSchema

  /// The name of the struct.
  let name: String

  /// The properties in definition order; of two parameters with one name only the first.
  let properties: [Property]

  /// Who sees it.
  let access: GeneratedAccess

  init(_ schema: IntentSchema, name: String, names: TypedNames, access: GeneratedAccess) {
    self.schema = schema
    self.name = name
    self.access = access
    var scope = SwiftScope(reserved: ["hashValue", "self"])
    let start = schema.evaluate(IntentDraft(), family: .systemMedium)
    var properties: [Property] = []
    for (position, parameter) in schema.intent.parameters.enumerated()
    where schema.position(of: parameter.name) == position {
      let value = names.valueType(of: parameter.type)
      let initial = start.states[position].value
        .flatMap { names.expression(of: $0, of: parameter.type) }
      properties.append(
        Property(
          parameter: parameter, spelling: scope.claim(parameter.name),
          type: parameter.supportsMultipleValues ? "[\(value)]" : value,
          isOptional: Self.allowsNoValue(parameter, at: position, in: schema) || initial == nil,
          initial: initial))
    }
    self.properties = properties
  }

  /// The properties whose choices a provider gives.
  var dynamic: [Property] { properties.filter(\.parameter.options.isDynamic) }

  /// The properties on which the visibility of a property depends, the direct parent first.
  func parents(of property: Property) -> [Property] {
    schema.ancestors(of: property.parameter.name).compactMap { parent in
      properties.first { $0.parameter.name == parent.name }
    }
  }

  /// Only a parameter that always has a row, and always a default, is never without a value.
  ///
  /// A URL is optional since Swift cannot prove that a text is one.
  private static func allowsNoValue(
    _ parameter: IntentParameter, at position: Int, in schema: IntentSchema
  ) -> Bool {
    if case .url = parameter.type { return true }
    return !schema.canBeVisible(parameter) || schema.parents[position] != nil
      || parameter.options.isDynamic
  }
}
