public import Messages

/// A Swift type that `widgetconfig generate --as typed` generates from an intent in a definition.
///
/// It has a stored property for each parameter. Therefore the compiler reports uses of parameters
/// that were renamed or removed in the definition.
public protocol TypedIntent: Sendable, Hashable {
  /// The name of the intent in JSON and in the store.
  static var typeName: String { get }

  /// Makes the intent with the defaults in the definition.
  init()

  /// Makes the typed intent from an intent.
  ///
  /// If a parameter has no value and its property is not optional, the property gets the default in
  /// the definition.
  ///
  /// - Throws: `TypedIntentError` with everything that does not fit the definition.
  init(_ intent: Intent) throws(TypedIntentError)

  /// The intent in a family, with its arrays cut to the family's maximum.
  func intent(for family: WidgetFamily) -> Intent

  /// The name that a property's parameter has in forms and JSON; nil for a path that does not lead
  /// to a parameter's property.
  static func parameterName(of property: PartialKeyPath<Self>) -> String?
}

/// The parts of an intent that its generated type cannot hold.
public struct TypedIntentError: MessageError, Sendable, Hashable, CustomStringConvertible {
  /// A single mismatch.
  public enum Mismatch: Sendable, Hashable {
    /// It is a different intent.
    case intent(found: String)

    /// The definition does not have the parameter.
    case unknownParameter(String)

    /// The value of a parameter has a different kind, or contains an unknown case or property.
    case value(parameter: String, found: IntentValue)
  }

  /// The name of the intent from which the type was generated.
  public var typeName: String

  /// The mismatches; never empty.
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
      case .intent(let found): "The intent is “\(name: found)”, not “\(name: typeName)”."
      case .unknownParameter(let name):
        "“\(name: typeName)” does not have a parameter “\(name: name)”."
      case .value(let parameter, .enumeration(let name)):
        "The parameter “\(name: parameter)” does not have a case “\(name: name)”."
      case .value(let parameter, let found):
        "The parameter “\(name: parameter)” cannot hold \(found.kindMessage)."
      }
    }
    return .sentences(sentences + [remedy])
  }
}

extension TypedIntentError {
  /// If only enum cases are wrong, they may be mistakes; otherwise the generated code is older than
  /// the definition.
  private var remedy: Message {
    let isCasesOnly = mismatches.allSatisfy { mismatch in
      if case .value(_, .enumeration) = mismatch { true } else { false }
    }
    return isCasesOnly
      ? "Choose a case of the definition; if it is new, generate the Swift code again."
      : "Generate the Swift code again from the definition that the intent was made with."
  }
}

/// Takes values from an intent one by one, and records mismatches.
public struct IntentParameters: Sendable {
  private let typeName: String
  private var values: [String: IntentValue]
  private var mismatches: [TypedIntentError.Mismatch] = []

  /// Starts with the parameters of an intent.
  ///
  /// - Parameters:
  ///   - intent: The intent whose parameters are taken.
  ///   - typeName: The name that the intent should have.
  public init(_ intent: Intent, typeName: String) {
    self.init(
      Dictionary(firsts: intent.parameters.map { ($0.name, $0.value) }), typeName: typeName)
    if intent.typeName != typeName { mismatches.append(.intent(found: intent.typeName)) }
  }

  /// Makes a collector from values by parameter name.
  public init(_ values: [String: IntentValue], typeName: String) {
    self.values = values
    self.typeName = typeName
  }

  /// Removes and returns the value of a parameter; nil if it has no value or the value does not
  /// fit.
  public mutating func take<Value: IntentValueRepresentable>(_ name: String) -> Value? {
    guard let found = values.removeValue(forKey: name) else { return nil }
    guard let value = Value(intentValue: found) else {
      mismatches.append(.value(parameter: name, found: found))
      return nil
    }
    return value
  }

  /// Checks that every value taken so far had the type of its property.
  ///
  /// - Throws: `TypedIntentError` with each mismatch.
  public func check() throws(TypedIntentError) {
    guard mismatches.isEmpty else {
      throw TypedIntentError(typeName: typeName, mismatches: mismatches)
    }
  }

  /// Checks that every value was taken and had the type of its property.
  ///
  /// - Throws: `TypedIntentError` with each mismatch.
  public func finish() throws(TypedIntentError) {
    let rest = values.keys.sorted().map { TypedIntentError.Mismatch.unknownParameter($0) }
    guard mismatches.isEmpty, rest.isEmpty else {
      throw TypedIntentError(typeName: typeName, mismatches: mismatches + rest)
    }
  }
}

/// Collects the parameters of an intent; properties without a value are skipped.
public struct IntentParameterList: Sendable {
  /// The parameters that were added so far.
  public private(set) var parameters: [Intent.Parameter] = []

  /// Starts without parameters.
  public init() {}

  /// Adds the value of a parameter, if it has one.
  public mutating func add(_ name: String, _ value: (some IntentValueRepresentable)?) {
    guard let value else { return }
    parameters.append(Intent.Parameter(name: name, value: value.intentValue))
  }

  /// Adds the first elements of an array parameter, up to a maximum.
  public mutating func add<Element: IntentValueRepresentable>(
    _ name: String, _ values: [Element]?, atMost maximum: Int
  ) {
    add(name, values.map { Array($0.prefix(maximum)) })
  }
}
