import DefinitionFormats
import IntentCodegen
internal import IntentModel

/// A position in a file.
package struct SourcePlace: Sendable, Hashable {
  /// The path of the file, as it was given.
  package var file: String

  /// The name of the file.
  var fileName: String { file.split(separator: "/").last.map(String.init) ?? "" }

  /// The line, from 1.
  package var line: Int

  /// The column, from 1, in Unicode scalars.
  package var column: Int

  /// The position for a message: the file, the line and the column.
  var text: String { "\(file):\(line):\(column)" }

  /// The number of leading folders that the paths of two files share.
  func sharedFolders(with other: SourcePlace) -> Int {
    let folders = [file, other.file].map { $0.split(separator: "/").dropLast() }
    return zip(folders[0], folders[1]).prefix { $0 == $1 }.count
  }
}

/// The App Intents declarations in Swift files, as far as the text alone shows them.
///
/// Nothing is compiled or run; facts that only a compiler can determine remain unknown.
package struct AppIntentsSource: Sendable {
  /// The types that declare parameters or a class name, or that conform to an intent protocol.
  package var intents: [SourceIntent] = []

  /// The enums that are declared once, by name without outer types.
  package var enums: [String: SourceEnum] = [:]

  /// The entities that are declared once, by name without outer types.
  package var entities: [String: SourceEntity] = [:]

  /// The names with several declarations, of which App Intents can use none or several.
  package var ambiguousNames: Set<String> = []

  /// The type aliases, by name.
  package var aliases: [String: SourceType] = [:]

  /// The widgets.
  package var configurations: [SourceConfiguration] = []

  /// The functions of SiriKit handlers that offer choices or give a default.
  package var handlers: [SourceHandler] = []

  /// The queries and options providers, by the path of their type.
  package var queries: [String: SourceQuery] = [:]

  /// The identifiers that code gives to objects, by the name of the object's type.
  package var identifiers: [String: [SourceIdentifier]] = [:]

  /// The names of the types that the files declare, without outer types.
  package var declaredNames: Set<String> = []

  /// The texts of constants and of the string literals in all types, except types that handle a
  /// SiriKit intent.
  package var otherTexts: Set<String> = []

  /// The first syntax error of each file that has one and mentions widgets or intents.
  package var malformed: [SourcePlace] = []

  /// The meanings of names in the files.
  var names = SourceNames()

  /// The App Intents as `diff` reads them.
  var definition = IntentDefinitionFile(intents: [])

  /// The indexes of the intents in `definition`, by the positions of their declarations.
  var positions: [String: Int] = [:]

  /// An intent as `diff` reads it; nil if the source does not declare it.
  ///
  /// - Parameter className: The class that the intent replaces; nil for the class in the source, if
  ///   there is one.
  func schema(of intent: SourceIntent, replacing className: String? = nil) -> IntentSchema? {
    guard let position = positions[intent.place.text] else { return nil }
    var file = definition
    if let className { file.intents[position].replacedClass = className }
    // Parameters of other intents can have the same names.
    let others = Set(intents.map(\.name)).subtracting([intent.name])
    file.origin?.unknown.removeAll { part in
      others.contains(String(part.subject.prefix { $0 != "." && $0 != ":" }))
    }
    return IntentSchema(file.intents[position], in: file)
  }
}

/// An intent in Swift source, merged with its extensions.
package struct SourceIntent: StoredType, Sendable, Hashable {
  /// The name of the type, without outer types.
  package var name: String

  /// The name, preceded by the names of the outer types, such as `ListWidget.Intent`.
  package var path: String

  /// The position of the declaration.
  package var place: SourcePlace

  /// The protocols and classes that the type and its extensions inherit.
  package var inherited: [String]

  /// The value of `intentClassName`; nil if the type has none.
  package var className: SourceArgument?

  /// The parameters in the order of the source.
  package var parameters: [SourceParameter]

  /// The summary; nil if the type has none.
  package var summary: SourceSummary?

  /// The values that must be literals, because a build tool reads them from the source.
  package var literals: [SourceArgument]

  /// The title and the description of the intent itself.
  package var titles: [SourceArgument]

  /// The system version that makes the type obsolete, such as `iOS 17.0`, according to its
  /// attribute; nil if the type is not obsolete.
  package var obsoletion: SourceArgument?

  /// The value of `persistentIdentifier`; nil if the type has none or if the name is unknown.
  package var persistentName: String?

  /// The expression of `persistentIdentifier` if the name is unknown, because the expression is not
  /// a literal or is not the same in all branches.
  package var unknownName: SourceArgument?
}

/// A property with the wrapper `@Parameter`, or a property of an entity.
package struct SourceParameter: Sendable, Hashable {
  /// The name of the property.
  package var name: String

  /// The position of the name.
  package var place: SourcePlace

  /// The type; nil if the compiler infers it.
  package var type: SourceType?

  /// The arguments of the wrapper.
  package var arguments: [SourceArgument]

  /// The type of a single value as written; nil if the compiler infers it.
  var elementType: String?

  /// The initial value of the property.
  var initialValue: SourceArgument?

  /// The compilation conditions around the property, except those that the known build settings
  /// decide.
  var branches: [String] = []

  /// The arguments of the wrapper in another branch; nil if there is no such branch.
  var otherArguments: [SourceArgument]?

  /// Finds the argument with a label.
  package func argument(_ label: String) -> SourceArgument? {
    arguments.first { $0.label == label }
  }

  /// Finds the argument with a label.
  func argument(_ label: ArgumentLabel) -> SourceArgument? { argument(label.rawValue) }
}

/// An argument of a call, or a named value.
package struct SourceArgument: Sendable, Hashable {
  /// The label or the name.
  package var label: String

  /// The value.
  package var value: SourceValue

  /// The position of the value.
  package var place: SourcePlace

  /// The compilation conditions around a member, inside those of its type.
  var branches: [String] = []
}

/// A type as written in source, without optionals and arrays.
package struct SourceType: Sendable, Hashable {
  /// The type of a single value, without modules and outer types, such as
  /// `Measurement<UnitDuration>`.
  package var element: String

  /// Whether the type is an array.
  package var isArray: Bool

  /// Whether the type is optional.
  package var isOptional: Bool
}

/// An enum in Swift source.
package struct SourceEnum: StoredType, Sendable, Hashable {
  /// The name of the type.
  package var name: String

  /// The position of the declaration.
  package var place: SourcePlace

  /// The inherited types, in order; the first can be the type of the raw values.
  package var inherited: [String]

  /// The cases in order.
  package var cases: [Case]

  /// The titles that must be literals.
  package var literals: [SourceArgument]

  /// The value of `persistentIdentifier`; nil if the type has none or if the name is unknown.
  package var persistentName: String?

  /// The expression of `persistentIdentifier` if the name is unknown, because the expression is not
  /// a literal or is not the same in all branches.
  package var unknownName: SourceArgument?

  /// A case.
  package struct Case: Sendable, Hashable {
    /// The spelling without backticks.
    package var name: String

    /// The raw value as written; nil for the default.
    package var rawValue: SourceValue?

    /// The compilation conditions around the case, inside those of its type.
    var branches: [String] = []
  }

  /// The type of the raw values if they are numbers.
  var numberType: String? { inherited.first { $0 == "Double" || SwiftTypes.integers.contains($0) } }

  /// The raw values of the cases by spelling; nil if the raw values are not strings, or if any of
  /// them is not a literal.
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
package struct SourceEntity: StoredType, Sendable, Hashable {
  /// The name of the type.
  package var name: String

  /// The position of the declaration.
  package var place: SourcePlace

  /// The inherited protocols.
  package var inherited: [String]

  /// The path of the type of `defaultQuery`; nil if the source does not show it.
  package var query: String?

  /// The texts of the string literals in the declaration, and of the constants and cases that it
  /// refers to.
  package var texts: Set<String>

  /// The type of `id`; nil if the source does not show it.
  package var identifier: SourceType?

  /// Whether `id` is computed.
  package var isIdentifierComputed: Bool

  /// The position of the declaration of `id`.
  package var identifierPlace: SourcePlace?

  /// The titles that must be literals.
  package var literals: [SourceArgument]

  /// The value of `persistentIdentifier`; nil if the type has none or if the name is unknown.
  package var persistentName: String?

  /// The expression of `persistentIdentifier` if the name is unknown, because the expression is not
  /// a literal or is not the same in all branches.
  package var unknownName: SourceArgument?

  /// The code of the declaration and its extensions; nil if it is unknown.
  package var code: String?
}

/// A call that makes the configuration of a widget.
package struct SourceConfiguration: Sendable, Hashable {
  /// The kinds of configurations.
  package enum Form: String, Sendable, Hashable {
    case appIntent = "AppIntentConfiguration"
    case intent = "IntentConfiguration"
    case fixed = "StaticConfiguration"
  }

  /// The families of a widget.
  package enum Families: Sendable, Hashable {
    /// The code does not name any families, so the system uses its default families.
    case standard
    case named(Set<String>)
    /// The source does not show the families.
    case unknown
  }

  /// The kind of configuration.
  package var form: Form

  /// The path of the type that contains the call.
  package var widget: String

  /// The part of the project that contains the call: the targets in an Xcode project, or else the
  /// folder at the first level where the paths of the files with widgets differ.
  package var target = ""

  /// The kind of the widget; nil if it is not a constant in the source.
  package var kind: String?

  /// The position of the kind.
  package var kindPlace: SourcePlace

  /// The path of an App Intent, or the name of a SiriKit class; nil if the widget has no intent or
  /// the source does not show it.
  package var intent: String?

  /// The families.
  package var families: Families

  /// The position of the call.
  package var place: SourcePlace
}

/// A function of a SiriKit handler.
package struct SourceHandler: Sendable, Hashable {
  /// The purposes of the functions.
  package enum Purpose: Sendable, Hashable {
    case choices
    case defaultValue
  }

  /// The purpose of the function.
  package var purpose: Purpose

  /// The name of the parameter, with a lowercase first letter.
  package var parameter: String

  /// The class of the intent.
  package var intent: String

  /// The properties of the intent that the function reads, in order.
  package var reads: [String]

  /// Whether the function passes the whole intent to other code.
  package var handsIntentOn: Bool

  /// Whether the function always returns `nil`.
  package var isEmpty: Bool

  /// The position of the name.
  package var place: SourcePlace

  /// The purpose of the function with the given name, and its parameter; nil for a function that
  /// does not matter here.
  static func meaning(of name: Substring) -> (Purpose, String)? {
    guard let (method, parameter) = HandlerMethod.reading(name) else { return nil }
    switch method {
    case .choices, .choicesBeforeCollections: return (.choices, parameter)
    case .defaultValue: return (.defaultValue, parameter)
    case .resolution: return nil
    }
  }
}

/// A query of entities, or an options provider.
package struct SourceQuery: Sendable, Hashable {
  /// The path of the type.
  package var path: String

  /// The position of the declaration.
  package var place: SourcePlace

  /// The parameters that the query depends on, by the path or the name of the intent.
  package var dependencies: [String: [String]]

  /// Whether it gives a default.
  package var hasDefault: Bool

  /// The texts of the string literals in the declaration, and of the constants and cases that it
  /// refers to.
  package var texts: Set<String>

  /// The code of the declaration and its extensions.
  package var code: String?

  /// The name of the type, without outer types.
  package var name: String { path.lastName }
}

/// A type whose values the system stores, so the system must be able to find it by its name later.
protocol StoredType {
  var name: String { get }
  /// The name that the type declares; nil if it does not declare one.
  var persistentName: String? { get }
}

extension StoredType {
  /// The name by which the system finds the type.
  var storedName: String { persistentName ?? name }
}
