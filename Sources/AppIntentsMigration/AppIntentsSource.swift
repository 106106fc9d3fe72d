/// Where something stands in a file.
package struct SourcePlace: Sendable, Hashable {
  /// The path by which the file was asked for.
  package var file: String

  /// The line, from 1.
  package var line: Int

  /// The column, from 1, in Unicode scalars.
  package var column: Int
}

/// What Swift files say about App Intents, as far as the text alone tells.
///
/// Nothing is compiled and nothing is run: what only a compiler could know stays unknown.
package struct AppIntentsSource: Sendable {
  /// The types that declare parameters or a class name, or that conform to an intent protocol.
  package var intents: [SourceIntent] = []

  /// The enums that are declared once, by their name without the types around them.
  package var enums: [String: SourceEnum] = [:]

  /// The entities that are declared once, by their name without the types around them.
  package var entities: [String: SourceEntity] = [:]

  /// The names that several declarations have, so that a use of one could mean any of them.
  package var ambiguousNames: Set<String> = []

  /// What stands for another type, by name.
  package var aliases: [String: SourceType] = [:]

  /// The widgets that an intent configures.
  package var configurations: [SourceConfiguration] = []

  /// The first thing of each file that is not Swift.
  package var malformed: [SourcePlace] = []
}

/// An intent in Swift source, its extensions put together.
package struct SourceIntent: Sendable, Hashable {
  /// The name of the type, without the types around it.
  package var name: String

  /// Where the type is declared.
  package var place: SourcePlace

  /// The protocols and classes that the type and its extensions name.
  package var inherited: [String]

  /// What `intentClassName` is; nil where the type has none.
  package var className: SourceArgument?

  /// The parameters in the order of the source.
  package var parameters: [SourceParameter]

  /// The summary; nil where the type has none.
  package var summary: SourceSummary?

  /// What must be a literal, since a build tool reads it from the source: titles, descriptions, sizes.
  package var literals: [SourceArgument]
}

/// A property with the wrapper `@Parameter`.
package struct SourceParameter: Sendable, Hashable {
  /// The name of the property.
  package var name: String

  /// Where the name stands.
  package var place: SourcePlace

  /// The type; nil where the source leaves it to the compiler.
  package var type: SourceType?

  /// The arguments of the wrapper.
  package var arguments: [SourceArgument]

  /// The argument with a label.
  package func argument(_ label: String) -> SourceArgument? {
    arguments.first { $0.label == label }
  }
}

/// An argument of a call, or a named value.
package struct SourceArgument: Sendable, Hashable {
  /// The label or the name.
  package var label: String

  /// What is given.
  package var value: SourceValue

  /// Where the value stands.
  package var place: SourcePlace
}

/// A type as source spells it, with optionals and arrays taken off.
package struct SourceType: Sendable, Hashable {
  /// The type of one value, without modules and outer types, such as `Measurement<UnitDuration>`.
  package var element: String

  /// Whether there are several values.
  package var isArray: Bool

  /// Whether there can be no value.
  package var isOptional: Bool
}

/// An enum in Swift source.
package struct SourceEnum: Sendable, Hashable {
  /// The name of the type.
  package var name: String

  /// Where the enum is declared.
  package var place: SourcePlace

  /// What the enum inherits, in order; the first may be the type of its raw values.
  package var inherited: [String]

  /// The cases in order.
  package var cases: [Case]

  /// The titles that must be literals.
  package var literals: [SourceArgument]

  /// One case.
  package struct Case: Sendable, Hashable {
    /// The spelling without back-ticks.
    package var name: String

    /// The raw value as written; nil for the usual one.
    package var rawValue: SourceValue?
  }

  /// The raw values of the cases by spelling; nil where they are not texts or not literals.
  package var rawTexts: [String: String]? {
    guard inherited.contains("String") else { return nil }
    var texts: [String: String] = [:]
    for item in cases {
      switch item.rawValue {
      case nil: texts[item.name] = item.name
      case .string(let text): texts[item.name] = text
      default: return nil
      }
    }
    return texts
  }
}

/// An entity in Swift source.
package struct SourceEntity: Sendable, Hashable {
  /// The name of the type.
  package var name: String

  /// Where the entity is declared.
  package var place: SourcePlace

  /// What the entity inherits.
  package var inherited: [String]

  /// The type of `id`; nil where no `id` with a type is declared.
  package var identifier: SourceType?

  /// Whether `id` is computed.
  package var isIdentifierComputed: Bool

  /// Where `id` is declared.
  package var identifierPlace: SourcePlace?

  /// The titles that must be literals.
  package var literals: [SourceArgument]
}

/// A call of `AppIntentConfiguration`, or of the `IntentConfiguration` that it takes the place of.
package struct SourceConfiguration: Sendable, Hashable {
  /// Whether the intent is an App Intent.
  package var isAppIntent: Bool

  /// The kind; nil where the call states none.
  package var kind: SourceArgument?

  /// The type of the intent.
  package var intent: String

  /// Where the call stands.
  package var place: SourcePlace
}
