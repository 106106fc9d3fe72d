import IntentModel
import Messages

/// Writes the codes of a response, and the response with its properties and factories.
struct SiriKitResponseWriter {
  private let name: String
  private let details: SiriDetails
  private let names: SiriKitNames
  private let style: SiriKitStyle
  private let members: SiriKitMembers

  /// - Parameter name: The class of the intent.
  init(name: String, details: SiriDetails, names: SiriKitNames, style: SiriKitStyle) {
    self.name = name
    self.details = details
    self.names = names
    self.style = style
    members = names.members(of: details)
  }

  func write(to text: inout SwiftText) {
    writeCodes(to: &text)
    text.blank()
    text.line(SiriKitStyle.available)
    text.line("@objc(\(name)Response)")
    text.block("\(style.type) class \(name)Response: INIntentResponse") { text in
      text.line("")
      for property in properties {
        let type = names.propertyType(
          of: property.type, isArray: property.supportsMultipleValues)
        text.line("@NSManaged \(style.access) var \(spelling(property)): \(type)")
      }
      if !details.properties.isEmpty { text.line("") }
      text.documentation(Self.codeWords)
      text.line(
        "@objc \(style.access) fileprivate(set) var code: \(name)ResponseCode = .unspecified")
      text.line("")
      writeInitializer(to: &text)
      for code in details.codes.firsts(by: { CodeNames.plain($0.name) }) {
        writeFactory(code, to: &text)
      }
    }
  }

  /// The properties; of several with the same name, only the first.
  private var properties: [SiriDetails.ResponseProperty] {
    details.properties.firsts(by: \.name)
  }

  private func spelling(_ property: SiriDetails.ResponseProperty) -> String {
    SwiftName.identifier(members[property.name])
  }

  private static let codeWords = "The result of confirming or handling the intent."

  /// The number of the first code that a definition adds.
  static let firstOwnCode = 100

  /// The codes of every response.
  static let standardCodes = [
    "unspecified", "ready", "continueInApp", "inProgress", "success", "failure",
    "failureRequiringAppLaunch",
  ]

  private func writeCodes(to text: inout SwiftText) {
    text.documentation(Self.codeWords)
    text.line(SiriKitStyle.available)
    text.block("@objc \(style.type) enum \(name)ResponseCode: Int") { text in
      for (index, code) in Self.standardCodes.enumerated() {
        text.line("case \(code)" + (index == 0 ? " = 0" : ""))
      }
      var seen = Set(Self.standardCodes)
      var number: String? = " = \(Self.firstOwnCode)"
      for code in details.codes where seen.insert(CodeNames.plain(code.name)).inserted {
        text.line("case \(SwiftName.identifier(code.name))\(number ?? "")")
        number = nil
      }
    }
  }

  private func writeInitializer(to text: inout SwiftText) {
    text.documentation(
      "Makes a response with a code and, if it opens the app, with the activity for that.")
    text.line("@objc(initWithCode:userActivity:)")
    text.block(
      "\(style.access) convenience init(code: \(name)ResponseCode, userActivity: NSUserActivity?)"
    ) { text in
      text.line("self.init()")
      text.line("self.code = code")
      text.line("self.userActivity = userActivity")
    }
    text.line("")
  }

  /// Writes a factory for a code with placeholders; its arguments are the values of the
  /// placeholders, in the order of the text.
  private func writeFactory(_ code: SiriDetails.ResponseCode, to text: inout SwiftText) {
    let properties = Self.placeholders(of: code.formatString ?? "", in: details.properties)
    guard !properties.isEmpty else { return }
    let codeName = SwiftName.identifier(code.name)
    let selector = Self.selector(of: code, members: properties.map { members[$0.name] })
    let arguments = properties.enumerated().map { index, property in
      let value = names.valueType(of: property.type)
      let type = property.supportsMultipleValues ? "[\(value)]" : value
      let isSaid = index == 0 && Self.says(code, property)
      return (isSaid ? "_ " : "") + "\(spelling(property)): \(type)"
    }
    text.documentation("Makes a response with the code \(code.name).")
    text.line("@objc(\(selector.joined()))")
    text.block(
      "\(style.access) static func \(codeName)(\(arguments.joined(separator: ", "))) "
        + "-> \(name)Response"
    ) { text in
      text.line("let intentResponse = \(name)Response(code: .\(codeName), userActivity: nil)")
      for property in properties {
        text.line("intentResponse.\(spelling(property)) = \(spelling(property))")
      }
      text.line("return intentResponse")
    }
    text.line("")
  }

  /// The parts of the selector of a factory, each with its colon.
  ///
  /// - Parameter members: The names of the properties in the class.
  static func selector(of code: SiriDetails.ResponseCode, members: [String]) -> [String] {
    members.enumerated().map { index, name in
      index == 0
        ? "\(CodeNames.plain(code.name))IntentResponseWith\(SwiftName.capitalized(name)):"
        : "\(name):"
    }
  }

  /// Whether the name of a code ends with the name of a property, so the factory's first argument
  /// has no label.
  static func says(
    _ code: SiriDetails.ResponseCode, _ property: SiriDetails.ResponseProperty
  ) -> Bool {
    code.name.lowercased().hasSuffix(property.name.lowercased())
  }

  /// The properties whose placeholders a text contains, without duplicates.
  static func placeholders(
    of format: String, in properties: [SiriDetails.ResponseProperty]
  ) -> [SiriDetails.ResponseProperty] {
    TextPlaceholders.names(in: format).compactMap { name in properties.first { $0.name == name } }
  }
}
