import IntentModel
import Messages

/// Writes the class of an intent, its handling protocol, its response and its resolution results.
struct SiriKitIntentWriter {
  private let intent: IntentDefinition
  private let details: SiriDetails
  private let names: SiriKitNames
  private let style: SiriKitStyle
  private let name: String
  private let members: SiriKitMembers

  init(
    _ intent: IntentDefinition, details: SiriDetails, names: SiriKitNames, style: SiriKitStyle
  ) {
    self.intent = intent
    self.details = details
    self.names = names
    self.style = style
    name = names.intentClass(intent)
    members = names.members(of: intent)
  }

  func write(to text: inout SwiftText) {
    writeClass(to: &text)
    text.blank()
    SiriKitHandlingWriter(
      intent, name: name, details: details, members: members, names: names, style: style
    ).write(to: &text)
    text.blank()
    SiriKitResponseWriter(name: name, details: details, names: names, style: style)
      .write(to: &text)
    for (parameter, _) in parameters where !details.reasons(of: parameter).isEmpty {
      text.blank()
      writeResolutionResult(of: parameter, to: &text)
    }
  }

  /// The parameters with their spelling; of several with the same name, only the first.
  private var parameters: [(parameter: ParameterDefinition, spelling: String)] {
    intent.parameters.firsts(by: \.name)
      .map { ($0, SwiftName.identifier(members[$0.name])) }
  }

  private func writeClass(to text: inout SwiftText) {
    text.line(SiriKitStyle.available)
    text.line("@objc(\(name))")
    text.block("\(style.type) class \(name): INIntent") { text in
      text.line("")
      for (parameter, spelling) in parameters {
        if parameter.type.isLaterThanIntents { text.line(SiriKitStyle.resolves) }
        let type = names.propertyType(
          of: parameter.type, isArray: parameter.supportsMultipleValues)
        text.line("@NSManaged \(style.access) var \(spelling): \(type)")
      }
      if !parameters.isEmpty { text.line("") }
    }
  }

  // MARK: Reasons to refuse a value

  private func writeResolutionResult(of parameter: ParameterDefinition, to text: inout SwiftText) {
    let member = members[parameter.name]
    let reason = names.resolutionStem(member, of: intent) + "UnsupportedReason"
    let result = names.resolutionResult(of: parameter, member, in: intent, details)
    text.line(SiriKitStyle.resolves)
    text.block("@objc \(style.type) enum \(reason): Int") { text in
      var scope = SwiftScope()
      for (index, code) in details.reasons(of: parameter).enumerated() {
        text.line("case \(scope.claim(code))" + (index == 0 ? " = \(SiriDetails.firstReason)" : ""))
      }
    }
    text.blank()
    let maker = SiriKitResultWriter.Maker(
      selector: "unsupportedForReason:", signature: "unsupported(forReason reason: \(reason))",
      body: "__unsupported(withReason: reason.rawValue)")
    SiriKitResultWriter(
      name: result, base: names.resolutionResult(of: parameter.type),
      availability: SiriKitStyle.resolves, style: style
    ).write([maker], to: &text)
  }
}

extension SiriDetails {
  /// The number of the first reason to refuse a value.
  static let firstReason = 1

  /// The reasons to refuse a value of a parameter; empty if the parameter is not resolved.
  ///
  /// Numbers with limits have three reasons if the definition lists none.
  func reasons(of parameter: ParameterDefinition) -> [String] {
    guard parameter.supportsResolution else { return [] }
    let listed = unsupportedReasons[parameter.name] ?? []
    guard listed.isEmpty, parameter.type.isLimitedNumber else { return listed }
    return ["negativeNumbersNotSupported", "greaterThanMaximumValue", "lessThanMinimumValue"]
  }
}

extension ParameterType {
  /// Whether properties of the type became available with value resolution, after intents.
  var isLaterThanIntents: Bool {
    switch self {
    case .boolean, .timeInterval, .file: true
    default: false
    }
  }

  /// Whether the type is a number with limited values.
  fileprivate var isLimitedNumber: Bool {
    switch self {
    case .integer(let metadata): !metadata.supportsNegativeNumbers || metadata.isBounded
    case .decimal(let metadata): !metadata.supportsNegativeNumbers || metadata.isBounded
    default: false
    }
  }
}

extension NumberMetadata {
  /// Whether the definition has a minimum or a maximum.
  var isBounded: Bool { minimum.number != nil || maximum.number != nil }
}
