package import IntentModel

/// The literals in a program's App Intents declarations.
///
/// Swift source, the compiler's constants and the metadata of a built program are all read into
/// this model, from which `AppIntentsDefinition` makes a definition. A value that is not a literal
/// is `unknown`, with its position and its text: Apple's own tool also reads only literals.
package struct AppIntentsLiterals: Sendable, Hashable {
  /// The input that was read.
  package var origin: DefinitionOrigin.Format

  /// The intents in the order of the input.
  package var intents: [LiteralIntent] = []

  /// The enums to which parameters can refer, by the name of the type.
  package var enums: [LiteralEnum] = []

  /// The entities to which parameters can refer, by the name of the type.
  package var entities: [LiteralEntity] = []

  /// The queries and options providers, by the name of the type.
  package var queries: [LiteralQuery] = []

  /// Unreadable parts that are not inside the elements above.
  package var unknown: [UnknownPart] = []

  /// Makes an empty model.
  package init(origin: DefinitionOrigin.Format) { self.origin = origin }
}

/// A value that is absent, written as a literal, or unknown because it is written in another way.
package indirect enum Literal<Value: Sendable & Hashable>: Sendable, Hashable {
  case absent
  case value(Value)
  case unknown(UnknownPart)

  /// The value; nil if it is absent or unknown.
  package var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The unknown part; nil if the value is absent or known.
  package var unknown: UnknownPart? {
    if case .unknown(let unknown) = self { unknown } else { nil }
  }
}

/// A text for users: a `LocalizedStringResource`.
package struct LiteralText: Sendable, Hashable {
  /// The key in a string table, which is often the English text itself.
  ///
  /// In a sentence of a summary, parameters are written `${name}`.
  package var key: String

  /// The table without its extension; nil for ``standardTable``.
  package var table: String?

  /// The default text next to the key; nil if the input has none.
  package var defaultText: String?

  /// The table that code uses by default.
  package static let standardTable = "Localizable"

  /// Makes a text.
  package init(_ key: String, table: String? = nil, defaultText: String? = nil) {
    self.key = key
    self.table = table
    self.defaultText = defaultText
  }
}

/// A value that is written as a literal.
package indirect enum LiteralValue: Sendable, Hashable {
  /// `nil`.
  case nothing
  case boolean(Bool)
  case integer(Int)
  case decimal(Double)
  /// A text; for an enum, the raw value of a case.
  case string(String)
  /// A member such as `.rounded`: a case by its Swift name, or a family by its name.
  case member(String)
  case array([LiteralValue])
  /// A measurement or a duration: a number and the Swift name of its unit, such as `minutes`.
  case measurement(Double, unit: String)
}

/// An intent: a type with parameters.
package struct LiteralIntent: Sendable, Hashable {
  /// The name of the type without its module and outer types, or its persistent identifier; the
  /// system stores the type under this name.
  package var name: String

  /// The complete name of the type, such as `BoardWidget.BoardIntent`, if it is known.
  package var qualifiedName: String?

  /// Where the type is declared.
  package var place: String?

  /// The compilation conditions around the type, such as `os(iOS)`, except those that are known to
  /// be true or false.
  package var branches: [String] = []

  package var title: Literal<LiteralText> = .absent
  package var description: Literal<LiteralText> = .absent

  /// Whether the intent configures a widget.
  package var isForWidgets = false

  /// Whether the intent is offered as an action, for example in Shortcuts.
  package var isDiscoverable = true

  package var isDeprecated = false

  /// How the system can run the action: `supportedModes`, or else `openAppWhenRun`.
  package var modes: Literal<[ActionMode]> = .absent

  /// The name of the SiriKit class that the intent replaces: `intentClassName`.
  package var customClassName: Literal<String> = .absent

  /// The parameters in the order of the input.
  package var parameters: [LiteralParameter] = []

  /// The summary; nil if the intent has none, so all parameters have a row.
  package var summary: LiteralSummary?

  /// The other parts of the input that the model does not support.
  package var unknown: [UnknownPart] = []

  /// Makes an intent.
  package init(name: String) { self.name = name }
}

/// A parameter of an intent, or a property of an entity.
package struct LiteralParameter: Sendable, Hashable {
  package var name: String
  package var place: String?
  package var branches: [String] = []

  /// The type of one value; an array has several values of this type.
  package var type: LiteralType
  package var isArray = false
  package var isOptional = false

  package var title: Literal<LiteralText> = .absent
  package var description: Literal<LiteralText> = .absent
  package var defaultValue: Literal<LiteralValue> = .absent

  /// The minimum and the maximum.
  package var minimum: Literal<LiteralValue> = .absent
  package var maximum: Literal<LiteralValue> = .absent

  /// The Swift name of the control; absent means the standard control of the type.
  package var control: Literal<String> = .absent

  /// How many values an array can have.
  package var sizes: Literal<[LiteralSize]> = .absent

  /// The Swift name of the unit of a measurement, such as `minutes`.
  package var unit: Literal<String> = .absent

  /// Whether a measurement can be negative; only the value false means that it cannot.
  package var supportsNegatives: Literal<Bool> = .absent

  /// The texts for on and off.
  package var trueName: Literal<LiteralText> = .absent
  package var falseName: Literal<LiteralText> = .absent

  /// The Swift name of the capitalization.
  package var capitalization: Literal<String> = .absent
  package var isMultiline = false
  package var disablesAutocorrect = false
  package var disablesSmartQuotes = false
  package var disablesSmartDashes = false

  /// The uniform type identifiers of a file.
  package var fileTypes: Literal<[String]> = .absent

  /// The codes of currencies.
  package var currencies: Literal<[String]> = .absent

  /// The Swift name of the part of a date, such as `time`; absent means the date and the time.
  package var dateKind: Literal<String> = .absent

  package var options = LiteralOptions.none

  /// The name of the type that provides the choices: `optionsProvider` or `query`.
  package var provider: Literal<String> = .absent

  /// The only values that are offered: `supportedValues`.
  package var supportedValues: Literal<[LiteralValue]> = .absent

  /// The question that asks for a value.
  package var prompt: Literal<LiteralText> = .absent

  /// The other parts of the input that the model does not support.
  package var unknown: [UnknownPart] = []

  /// Makes a parameter.
  package init(name: String, type: LiteralType) {
    self.name = name
    self.type = type
  }
}

/// The source of a parameter's choices.
package enum LiteralOptions: Sendable, Hashable {
  /// There is no list, or it consists of the cases of an enum.
  case none
  /// An options provider or a query returns a list.
  case list
  /// A query also searches for typed text.
  case search
}

/// The type of a parameter's values.
package enum LiteralType: Sendable, Hashable {
  /// A type of values that an intent definition also has.
  case value(ValueKind)
  /// A Swift type that is not the usual type for a kind of values, such as `Int64` or `Date`.
  case variant(String, of: ValueKind)
  /// `Duration`, which is not a measurement.
  case duration
  /// A measurement, by the Swift name of its dimension without `Unit`, such as `Duration`.
  case measurement(String)
  /// An enum, by the name of its type.
  case enumeration(String)
  /// An entity, by the name of its type.
  case entity(String)
  /// Any other type, as written, such as a union.
  case other(String)
}

extension LiteralType {
  /// The kind of the values; nil for an enum, an entity, a measurement, and any other type.
  package var kind: ValueKind? {
    switch self {
    case .value(let kind), .variant(_, let kind): kind
    case .duration: .timeInterval
    default: nil
    }
  }

  /// The usual type for values of the same kind, such as `Int` for `Int64`.
  package var usual: LiteralType {
    if case .variant(_, let kind) = self { .value(kind) } else { self }
  }
}

/// How many values an array can have in a widget family.
package struct LiteralSize: Sendable, Hashable {
  /// The family as in WidgetKit; nil for all families.
  package var family: String?
  package var minimum: Int?
  package var maximum: Int?

  /// Makes a size.
  package init(family: String?, minimum: Int?, maximum: Int?) {
    self.family = family
    self.minimum = minimum
    self.maximum = maximum
  }
}

/// A parameter summary: the rows and their order.
package indirect enum LiteralSummary: Sendable, Hashable {
  /// A sentence with parameters, and the other rows below it; if both are missing, all rows are
  /// shown.
  case rows(sentence: LiteralText?, others: [String])
  case when(LiteralQuestion, LiteralSummary, otherwise: LiteralSummary?)
  case cases(LiteralSubject, [Case], otherwise: LiteralSummary?)
  case unknown(UnknownPart)

  /// A case of a `Switch`.
  package struct Case: Sendable, Hashable {
    /// The values as alternatives.
    package var values: [LiteralValue]
    package var summary: LiteralSummary

    /// Makes a case.
    package init(values: [LiteralValue], summary: LiteralSummary) {
      self.values = values
      self.summary = summary
    }
  }
}

/// The subject of a question in a summary.
package enum LiteralSubject: Sendable, Hashable {
  case parameter(String)
  case family
  /// Another subject known to the system, such as `system.origin`.
  case other(String)
}

/// A question of a `When`.
package struct LiteralQuestion: Sendable, Hashable {
  package var subject: LiteralSubject
  package var comparison: ConditionOperator
  /// The values to compare with; empty for operators without values.
  package var values: [LiteralValue]

  /// Makes a question.
  package init(
    subject: LiteralSubject, comparison: ConditionOperator, values: [LiteralValue] = []
  ) {
    self.subject = subject
    self.comparison = comparison
    self.values = values
  }
}

/// An enum of choices.
package struct LiteralEnum: Sendable, Hashable {
  /// The name of the type without its module and outer types.
  package var name: String
  package var place: String?
  package var title: Literal<LiteralText> = .absent
  package var cases: [Case] = []

  /// A case.
  package struct Case: Sendable, Hashable {
    /// The Swift name; nil if the input has only the raw value.
    package var name: String?
    /// The raw value as text; the system stores this text.
    package var rawValue: Literal<String>
    /// The title; absent if the table of titles lacks this case, so the program traps when it shows
    /// the case.
    package var title: Literal<LiteralText> = .absent
    package var subtitle: Literal<LiteralText> = .absent
    /// The name of a system image.
    package var image: String?
    package var synonyms: [LiteralText] = []

    /// Makes a case.
    package init(name: String?, rawValue: Literal<String>) {
      self.name = name
      self.rawValue = rawValue
    }
  }

  /// The other parts of the input that the model does not support.
  package var unknown: [UnknownPart] = []

  /// Makes an enum.
  package init(name: String) { self.name = name }
}

/// An entity: an item that a query finds.
package struct LiteralEntity: Sendable, Hashable {
  /// The name of the type without its module and outer types.
  package var name: String
  package var place: String?
  package var title: Literal<LiteralText> = .absent
  package var properties: [LiteralParameter] = []
  /// The name of the type of `defaultQuery`, without its module and outer types.
  package var query: String?
  package var isTransient = false
  /// The type of `id` in Swift; nil if the input does not show it.
  package var identifierType: String?

  /// The other parts of the input that the model does not support.
  package var unknown: [UnknownPart] = []

  /// Makes an entity.
  package init(name: String) { self.name = name }
}

extension UnknownPart {
  /// Makes the unknown part for an enum or an entity whose name several types share.
  ///
  /// - Parameters:
  ///   - name: Its name in the definition.
  ///   - text: Its complete name in Swift.
  package init(sharedNameOf name: String, text: String, place: String?) {
    self.init(
      subject: "\(name): name", text: text, place: place,
      reason: "ends with the name of another type", code: UnknownPart.nameNotLiteral)
  }
}

/// A query of entities, or an options provider.
package struct LiteralQuery: Sendable, Hashable {
  /// The name of the type without its module and outer types.
  package var name: String
  package var place: String?
  /// The name of the entity's type; nil for an options provider.
  package var entity: String?
  /// Whether the query searches for typed text.
  package var isSearchable = false
  /// Whether the query lists all entities.
  package var isEnumerable = false
  /// Whether the query returns a default; nil if the input cannot show it.
  package var hasDefault: Bool?
  /// The parameters that the query depends on, by the name of the intent.
  package var dependencies: [String: [String]] = [:]

  /// The other parts of the input that the model does not support.
  package var unknown: [UnknownPart] = []

  /// Makes a query.
  package init(name: String) { self.name = name }
}
