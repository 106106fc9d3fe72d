/// Writes the class of a resolution result.
struct SiriKitResultWriter {
  /// A class method that makes a result.
  struct Maker {
    /// The documentation of the method: the meaning of the result; nil for none.
    var documentation: String?
    /// The selector with its colon.
    var selector: String
    /// The name with its parameters.
    var signature: String
    /// The expression that makes the result.
    var body: String
    /// The signature of the superclass's version, which becomes unavailable; nil for none.
    var hidden: String?
  }

  /// The name of the class.
  let name: String

  /// The superclass.
  let base: String

  /// The availability of the class.
  let availability: String

  /// The modifiers of the declarations.
  let style: SiriKitStyle

  func write(_ makers: [Maker], to text: inout SwiftText) {
    text.line(availability)
    text.line("@objc(\(name))")
    text.block("\(style.type) class \(name): \(base)") { text in
      text.line("")
      for maker in makers {
        if let documentation = maker.documentation { text.documentation(documentation) }
        text.line("@objc(\(maker.selector))")
        text.block("\(style.access) class func \(maker.signature) -> Self") {
          $0.line("return \(maker.body)")
        }
        text.line("")
      }
      for hidden in makers.compactMap(\.hidden) {
        text.line("@available(*, unavailable)")
        text.block("override \(style.access) class func \(hidden) -> Self") {
          $0.line("fatalError()")
        }
        text.line("")
      }
    }
  }
}

/// The outcomes of resolving a value.
enum SiriKitOutcome: String, CaseIterable {
  case success, disambiguation, confirmationRequired

  /// The outcomes of enums, whose values are never ambiguous.
  static let ofEnums: [SiriKitOutcome] = [.success, .confirmationRequired]

  /// What is resolved: an object, or the value of an enum.
  enum Subject: String {
    case object = "Object"
    case value = "Value"
  }

  /// The name of the argument.
  func argument(of subject: Subject) -> String {
    let plain = subject.rawValue.lowercased()
    return switch self {
    case .success: "resolved\(subject.rawValue)"
    case .disambiguation: "\(plain)sToDisambiguate"
    case .confirmationRequired: "\(plain)ToConfirm"
    }
  }

  /// The sentence about the outcome of resolving an object.
  var documentation: String {
    switch self {
    case .success: "Continues with an object, possibly not the given one."
    case .disambiguation: "Asks which of several objects is meant."
    case .confirmationRequired: "Asks the person to confirm an object."
    }
  }

  /// The selector without its colon; the plural always adds an `s`, whatever the name is.
  func selector(of name: String) -> String {
    switch self {
    case .success: "successWithResolved\(name)"
    case .disambiguation: "disambiguationWith\(name)sToDisambiguate"
    case .confirmationRequired: "confirmationRequiredWith\(name)ToConfirm"
    }
  }

  /// The message to the superclass in Objective-C.
  func call(of subject: Subject) -> String {
    "\(selector(of: subject.rawValue)):\(argument(of: subject))"
  }

  /// The method in Swift, which takes an object of a type.
  func signature(taking type: String) -> String {
    let argument = argument(of: .object)
    return switch self {
    case .success: "\(rawValue)(with \(argument): \(type))"
    case .disambiguation: "\(rawValue)(with \(argument): [\(type)])"
    case .confirmationRequired: "\(rawValue)(with \(argument): \(type)?)"
    }
  }

  /// The type of the argument in Objective-C, for objects of a type.
  func objectiveC(_ type: String) -> String {
    switch self {
    case .success: "\(type) *"
    case .disambiguation: "NSArray<\(type) *> *"
    case .confirmationRequired: "nullable \(type) *"
    }
  }
}
