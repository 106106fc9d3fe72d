public import Messages

/// A Swift type that `widgetconfig generate --as typed` made from an intent of a definition.
///
/// It has a stored property for each parameter. What the definition renames or takes away is an
/// error of the compiler where it was used.
public protocol TypedIntent: Sendable, Hashable {
  /// The name of the intent in JSON and in the store.
  static var typeName: String { get }

  /// Makes the intent with the defaults that the definition states.
  init()

  /// Reads an intent.
  ///
  /// A parameter without a value gets the default of the definition where the property is not
  /// optional.
  /// - Throws: `TypedIntentError` with everything the definition does not have.
  init(_ intent: Intent) throws(TypedIntentError)

  /// The intent in a family, without the elements that its arrays have no room for.
  func intent(for family: WidgetFamily) -> Intent

  /// The name of the parameter behind a property, as forms and JSON have it; nil for a path that is
  /// not a property of a parameter.
  static func parameterName(of property: PartialKeyPath<Self>) -> String?
}

/// What an intent holds that its generated type does not.
public struct TypedIntentError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// One thing that does not fit.
  public enum Mismatch: Sendable, Hashable {
    /// The intent is another one.
    case intent(found: String)

    /// The definition has no such parameter.
    case unknownParameter(String)

    /// The value of a parameter is of another kind, or a case or property that there is not.
    case value(parameter: String, found: IntentValue)
  }

  /// The name of the intent that the type stands for.
  public var typeName: String

  /// What does not fit, by the name of the parameter; never empty.
  public var mismatches: [Mismatch]

  /// Makes an error.
  public init(typeName: String, mismatches: [Mismatch]) {
    self.typeName = typeName
    self.mismatches = mismatches
  }

  /// A sentence for each mismatch, and the remedy, in English.
  public var description: String { line.text() }

  /// A sentence for each mismatch, and the remedy.
  public var line: Message {
    let sentences: [Message] = mismatches.map { mismatch in
      switch mismatch {
      case .intent(let found): .typedIntentIsOther(found: found, expected: typeName)
      case .unknownParameter(let name): .typedIntentWithout(intent: typeName, parameter: name)
      case .value(let parameter, let found):
        .typedParameterCannotHold(parameter: parameter, kind: found.kindMessage)
      }
    }
    return .sentences(sentences + [.generateAgain])
  }
}

/// Takes the values out of an intent one by one, and remembers what does not fit.
public struct IntentArguments: Sendable {
  private let typeName: String
  private var values: [String: IntentValue]
  private var mismatches: [TypedIntentError.Mismatch] = []

  /// Starts with the arguments of an intent.
  ///
  /// - Parameters:
  ///   - intent: The intent whose arguments are taken.
  ///   - typeName: The name that the intent should have.
  public init(_ intent: Intent, typeName: String) {
    self.init(
      Dictionary(
        intent.arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      typeName: typeName)
    if intent.typeName != typeName { mismatches.append(.intent(found: intent.typeName)) }
  }

  /// Starts with values by the names of their parameters.
  public init(_ values: [String: IntentValue], typeName: String) {
    self.values = values
    self.typeName = typeName
  }

  /// The value of a parameter; nil where there is none, or one that does not fit.
  public mutating func take<Value: IntentValueRepresentable>(_ name: String) -> Value? {
    guard let found = values.removeValue(forKey: name) else { return nil }
    guard let value = Value(intentValue: found) else {
      mismatches.append(.value(parameter: name, found: found))
      return nil
    }
    return value
  }

  /// Checks that everything taken did fit.
  ///
  /// - Throws: `TypedIntentError` with each value that did not.
  public func check() throws(TypedIntentError) {
    guard mismatches.isEmpty else {
      throw TypedIntentError(typeName: typeName, mismatches: mismatches)
    }
  }

  /// Checks that everything was taken, and did fit.
  ///
  /// - Throws: `TypedIntentError` with everything that did not.
  public func finish() throws(TypedIntentError) {
    let rest = values.keys.sorted().map { TypedIntentError.Mismatch.unknownParameter($0) }
    guard mismatches.isEmpty, rest.isEmpty else {
      throw TypedIntentError(typeName: typeName, mismatches: mismatches + rest)
    }
  }
}

/// Gathers the arguments of an intent; properties without a value add nothing.
public struct IntentArgumentList: Sendable {
  /// The arguments so far.
  public private(set) var arguments: [Intent.Argument] = []

  /// Starts without arguments.
  public init() {}

  /// Adds the value of a parameter, where there is one.
  public mutating func add(_ name: String, _ value: (some IntentValueRepresentable)?) {
    guard let value else { return }
    arguments.append(Intent.Argument(name: name, value: value.intentValue))
  }

  /// Adds the first elements of an array parameter, as many as there is room for.
  public mutating func add<Element: IntentValueRepresentable>(
    _ name: String, _ values: [Element]?, atMost maximum: Int
  ) {
    add(name, values.map { Array($0.prefix(maximum)) })
  }
}
