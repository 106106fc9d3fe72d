import IntentModel
import Messages

/// Writes the protocol with which an app handles an intent.
struct SiriKitHandlingWriter {
  private let intent: IntentDefinition
  private let name: String
  private let details: SiriDetails
  private let members: SiriKitMembers
  private let names: SiriKitNames
  private let style: SiriKitStyle

  /// - Parameter members: The names of the parameters in the class.
  init(
    _ intent: IntentDefinition, name: String, details: SiriDetails, members: SiriKitMembers,
    names: SiriKitNames, style: SiriKitStyle
  ) {
    self.intent = intent
    self.name = name
    self.details = details
    self.members = members
    self.names = names
    self.style = style
  }

  /// Writes the protocol; for a widget's intent, `handle` is optional and comes after the methods
  /// that provide choices.
  func write(to text: inout SwiftText) {
    text.documentation("What an app implements to resolve, confirm and handle \(name).")
    text.line(SiriKitStyle.available)
    text.line("@objc(\(name)Handling)")
    text.block("\(style.type) protocol \(name)Handling: NSObjectProtocol") { text in
      text.line("")
      if !intent.isEligibleForWidgets { writeStep("handle", isOptional: false, to: &text) }
      for parameter in parameters where parameter.supportsResolution {
        writeResolve(parameter, to: &text)
      }
      for parameter in dynamic { writeProvide(parameter, to: &text) }
      writeStep("confirm", isOptional: true, to: &text)
      if intent.isEligibleForWidgets { writeStep("handle", isOptional: true, to: &text) }
      for parameter in dynamic { writeDefault(parameter, to: &text) }
      for parameter in dynamic { writeDeprecatedProvide(parameter, to: &text) }
    }
  }

  private var parameters: [ParameterDefinition] {
    intent.parameters.firsts(by: \.name)
  }

  private var dynamic: [ParameterDefinition] { parameters.filter(\.options.isDynamic) }

  /// The name of the intent in selectors, without prefix and suffix.
  private var plain: String { CodeNames.plain(intent.name) }

  /// A step of the whole intent: confirming or handling it.
  private func writeStep(_ verb: String, isOptional: Bool, to text: inout SwiftText) {
    let documentation =
      verb == "handle"
      ? "Handles the intent, and returns a response."
      : "Reports whether the intent is ready to be handled."
    let twins = Twins(
      documentation: documentation, method: verb, labels: "intent:",
      selector: "\(verb)\(plain):completion:", arguments: "intent: \(name)",
      completion: "completion", handed: "\(name)Response", returned: "async -> \(name)Response",
      isOptional: isOptional)
    write(twins, to: &text)
  }

  private func writeResolve(_ parameter: ParameterDefinition, to text: inout SwiftText) {
    let method = HandlerMethod.resolution.name(of: members[parameter.name])
    let result = names.resolutionResult(of: parameter, members[parameter.name], in: intent, details)
    let returned = parameter.supportsMultipleValues ? "[\(result)]" : result
    let twins = Twins(
      documentation: "Reports whether the value of \(parameter.name) can be used.", method: method,
      labels: "for:", selector: "\(method)For\(plain):withCompletion:",
      availability: SiriKitStyle.resolves, arguments: "for intent: \(name)",
      handed: returned, returned: "async -> \(returned)")
    write(twins, to: &text)
  }

  /// Writes only the form with a search term if the parameter supports search.
  private func writeProvide(_ parameter: ParameterDefinition, to text: inout SwiftText) {
    let method = HandlerMethod.choices.name(of: members[parameter.name])
    let item = names.itemType(of: parameter.type)
    let term = parameter.options.isSearchable ? "searchTerm:" : ""
    let twins = Twins(
      documentation: "Gives the choices of \(parameter.name) for the intent as it is.",
      method: method, labels: "for:" + term,
      selector: "\(method)For\(plain):\(term)withCompletion:",
      availability: SiriKitStyle.options,
      arguments: "for intent: \(name)" + (term.isEmpty ? "" : ", \(term) String?"),
      handed: "INObjectCollection<\(item)>?, Error?",
      returned: "async throws -> INObjectCollection<\(item)>")
    write(twins, to: &text)
  }

  /// A method with a completion handler and its asynchronous form, which share a selector.
  private struct Twins {
    var documentation: String
    var method: String
    /// The labels of the asynchronous form, to which the other form refers.
    var labels: String
    var selector: String
    /// The availability of the form with a handler; nil if it is the same as the protocol's.
    var availability: String?
    var arguments: String
    var completion = "with completion"
    /// The arguments of the completion handler.
    var handed: String
    /// The part after the arguments of the asynchronous form.
    var returned: String
    var isOptional = false
  }

  private func write(_ twins: Twins, to text: inout SwiftText) {
    let head = (twins.isOptional ? "optional func " : "func ") + twins.method
    text.documentation(twins.documentation)
    if let availability = twins.availability { text.line(availability) }
    text.line("@available(*, renamed: \"\(twins.method)(\(twins.labels))\")")
    text.line("@objc(\(twins.selector))")
    text.line(
      "\(head)(\(twins.arguments), \(twins.completion): @escaping (\(twins.handed)) -> Swift.Void)")
    text.line("")
    text.line(twins.availability ?? SiriKitStyle.resolves)
    text.line("@objc(\(twins.selector))")
    text.line("\(head)(\(twins.arguments)) \(twins.returned)")
    text.line("")
  }

  private func writeDefault(_ parameter: ParameterDefinition, to text: inout SwiftText) {
    let method = HandlerMethod.defaultValue.name(of: members[parameter.name])
    let value = names.propertyType(
      of: parameter.type, isArray: parameter.supportsMultipleValues)
    text.documentation("Gives the value of \(parameter.name) that a new intent starts with.")
    text.line(SiriKitStyle.options)
    text.line("@objc(\(method)For\(plain):)")
    text.line("optional func \(method)(for intent: \(name)) -> \(value)")
    text.line("")
  }

  private func writeDeprecatedProvide(_ parameter: ParameterDefinition, to text: inout SwiftText) {
    let method = HandlerMethod.choicesBeforeCollections.name(of: members[parameter.name])
    // Unlike a collection, an array can contain values that are not objects.
    let item = names.elementType(of: parameter.type)
    let (first, last) = (SiriKitSystems.resolution, SiriKitSystems.options)
    text.documentation(
      "The choices of \(parameter.name) for systems before iOS \(last.iOS.prefix { $0 != "." }).")
    text.line(
      "@available(iOS, introduced: \(first.iOS), deprecated: \(last.iOS), message: \"\")")
    text.line(
      "@available(watchOS, introduced: \(first.watchOS), deprecated: \(last.watchOS), message: \"\")"
    )
    text.line("@objc(\(method)For\(plain):withCompletion:)")
    text.line(
      "optional func \(method)(for intent: \(name), with completion: @escaping "
        + "([\(item)]?, Error?) -> Swift.Void)")
    text.line("")
  }
}
