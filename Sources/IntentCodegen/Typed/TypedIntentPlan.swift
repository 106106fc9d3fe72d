import IntentModel

/// How an intent of a definition becomes Swift: its properties, their types and their defaults.
struct TypedIntentPlan {
  /// A parameter as a stored property.
  struct Property {
    /// The parameter.
    var parameter: ParameterDefinition

    /// The name of the property.
    var spelling: String

    /// The Swift type without the question mark.
    var type: String

    /// Whether the property is optional.
    var isOptional: Bool

    /// The expression of the initial value; nil if there is none.
    var initial: String?

    /// The type as declared.
    var declaredType: String { type + (isOptional ? "?" : "") }

    /// The name of the parameter as a literal.
    var key: String { SwiftLiteral.string(parameter.name) }

    /// The name with an uppercase first letter, for use inside other names; unique among the
    /// properties.
    var capitalized: String

    /// The statement that takes the value from the parameters of an intent.
    func taking(from parameters: String) -> String {
      let fallback = isOptional ? "" : " ?? \(initial ?? "")"
      return "self.\(spelling) = \(parameters).take(\(key))\(fallback)"
    }

    /// The documentation of the property: label, prompt and default.
    var documentation: String {
      var text = parameter.label
      if let prompt = parameter.configurationPrompt(), !prompt.isEmpty, prompt != text {
        text += "\n\n" + prompt
      }
      if let initial { text += "\n\nThe definition states the default `\(initial)`." }
      return text
    }
  }

  /// The intent with the enums and types that it uses.
  let schema: IntentSchema

  /// The name of the struct.
  let name: String

  /// The properties in definition order; of several with the same name, only the first.
  let properties: [Property]

  /// The positions of the properties, by the names of their parameters.
  private let places: [String: Int]

  /// The access level of the struct.
  let access: GeneratedAccess

  init(_ schema: IntentSchema, name: String, names: TypedNames, access: GeneratedAccess) {
    self.schema = schema
    self.name = name
    self.access = access
    var scope = SwiftScope(
      reserved: TypedNames.reserved.union(["Protocol", "Type", "hashValue", "self"]))
    let start = schema.evaluate(IntentDraft(), family: .systemMedium)
    // “OptionsRequest” and “TypedOptionsRequest” must keep their meaning as types of the library.
    var capitals = SwiftScope(reserved: ["Options", "TypedOptions"])
    var properties: [Property] = []
    for (position, parameter) in schema.intent.parameters.enumerated()
    where schema.position(of: parameter.name) == position {
      let value = names.valueType(of: parameter.type)
      let initial = start.states[position].value
        .flatMap { names.expression(of: $0, of: parameter.type) }
      let spelling = scope.claim(parameter.name)
      properties.append(
        Property(
          parameter: parameter, spelling: spelling,
          type: parameter.supportsMultipleValues ? "[\(value)]" : value,
          isOptional: Self.allowsNoValue(parameter, at: position, in: schema) || initial == nil,
          initial: initial,
          capitalized: SwiftName.bare(
            capitals.claim(SwiftName.capitalized(SwiftName.bare(spelling))))))
    }
    self.properties = properties
    places = properties.places { $0.parameter.name }
  }

  /// The properties whose choices come from a provider.
  var dynamic: [Property] { properties.filter(\.parameter.options.isDynamic) }

  /// The maximum number of parents in a request; the original request contains all parents.
  private static let maximumParents = 16

  /// The nearest properties that the visibility of a property depends on, the direct parent first.
  func parents(of property: Property) -> [Property] {
    schema.ancestors(of: property.parameter.name).prefix(Self.maximumParents).compactMap { parent in
      places[parent.name].map { properties[$0] }
    }
  }

  /// Whether a value can be missing, because the row can be hidden or the choices are dynamic.
  ///
  /// A URL is optional because the compiler cannot verify that a text is a URL.
  private static func allowsNoValue(
    _ parameter: ParameterDefinition, at position: Int, in schema: IntentSchema
  ) -> Bool {
    if case .url = parameter.type { return true }
    return !parameter.canHaveRow || schema.parents[position] != nil
      || parameter.options.isDynamic
  }
}
