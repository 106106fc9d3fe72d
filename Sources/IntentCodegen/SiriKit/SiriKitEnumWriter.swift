import IntentModel

/// Writes the class of an enum and that of its resolution result.
struct SiriKitEnumWriter {
  private let item: IntentEnum
  private let name: String
  private let names: SiriKitNames
  private let style: SiriKitStyle

  init(_ item: IntentEnum, name: String, names: SiriKitNames, style: SiriKitStyle) {
    self.item = item
    self.name = name
    self.names = names
    self.style = style
  }

  func write(to text: inout SwiftText) {
    text.line(SiriKitStyle.available)
    text.block("@objc \(style.type) enum \(name): Int") { text in
      // Two cases with one name or one number would not compile; the first one has them.
      var (spellings, indexes) = (Set<String>(), Set<Int>())
      for value in item.cases {
        let spelling = SwiftName.plain(value.name)
        guard !spellings.contains(spelling), indexes.insert(value.index).inserted else { continue }
        spellings.insert(spelling)
        text.line("case `\(spelling)` = \(value.index)")
      }
      // An enum with a raw type needs a case.
      if spellings.isEmpty { text.line("case `unknown` = 0") }
    }
    text.blank()
    writeResolutionResult(to: &text)
  }

  /// Selectors name the enum without its prefix.
  private func writeResolutionResult(to text: inout SwiftText) {
    let result = name + "ResolutionResult"
    let plain = SwiftName.plain(item.name)
    text.line(SiriKitStyle.resolutionResult)
    text.line("@objc(\(result))")
    text.block("\(style.type) class \(result): INEnumResolutionResult") { text in
      text.line("")
      text.documentation("Goes on with a value, which need not be the one that was given.")
      text.line("@objc(successWithResolved\(plain):)")
      text.block("\(style.access) class func success(with resolvedValue: \(name)) -> Self") {
        $0.line("return __success(withResolvedValue: resolvedValue.rawValue)")
      }
      text.line("")
      text.documentation("Asks whether a value is the one that is meant.")
      text.line("@objc(confirmationRequiredWith\(plain)ToConfirm:)")
      text.block(
        "\(style.access) class func confirmationRequired(with valueToConfirm: \(name)) -> Self"
      ) {
        $0.line("return __confirmationRequiredWithValue(toConfirm: valueToConfirm.rawValue)")
      }
    }
  }
}

/// Writes the class of an object type and that of its resolution result.
struct SiriKitTypeWriter {
  private let type: IntentObjectType
  private let name: String
  private let names: SiriKitNames
  private let style: SiriKitStyle

  init(_ type: IntentObjectType, name: String, names: SiriKitNames, style: SiriKitStyle) {
    self.type = type
    self.name = name
    self.names = names
    self.style = style
  }

  func write(to text: inout SwiftText) {
    text.line(SiriKitStyle.available)
    text.line("@objc(\(name))")
    text.block("\(style.type) class \(name): INObject") { text in
      text.line("")
      var scope = SwiftScope()
      for property in type.ownProperties {
        let spelling = scope.claim(property.name)
        let type = names.propertyType(
          of: property.type, isArray: property.supportsMultipleValues)
        text.line(SiriKitStyle.resolves)
        text.line("@NSManaged \(style.access) var \(spelling): \(type)")
        text.line("")
      }
      text.line("override \(style.access) class var supportsSecureCoding: Bool { true }")
      text.line("")
    }
    text.blank()
    writeResolutionResult(to: &text)
  }

  private func writeResolutionResult(to text: inout SwiftText) {
    let result = name + "ResolutionResult"
    let plain = SwiftName.plain(type.name)
    text.line(SiriKitStyle.resolutionResult)
    text.line("@objc(\(result))")
    text.block("\(style.type) class \(result): INObjectResolutionResult") { text in
      text.line("")
      for outcome in Outcome.allCases {
        text.documentation(outcome.documentation)
        text.line("@objc(\(outcome.selector(of: plain)):)")
        text.block("\(style.access) class func \(outcome.signature(taking: name)) -> Self") {
          $0.line("return super.\(outcome.rawValue)(with: \(outcome.argument))")
        }
        text.line("")
      }
      for outcome in Outcome.allCases {
        text.line("@available(*, unavailable)")
        text.block(
          "override \(style.access) class func \(outcome.signature(taking: "INObject")) -> Self"
        ) { $0.line("fatalError()") }
        text.line("")
      }
    }
  }

  /// What resolving an object can come to.
  private enum Outcome: String, CaseIterable {
    case success, disambiguation, confirmationRequired

    var argument: String {
      switch self {
      case .success: "resolvedObject"
      case .disambiguation: "objectsToDisambiguate"
      case .confirmationRequired: "objectToConfirm"
      }
    }

    var documentation: String {
      switch self {
      case .success: "Goes on with an object, which need not be the one that was given."
      case .disambiguation: "Asks which of several objects is meant."
      case .confirmationRequired: "Asks whether an object is the one that is meant."
      }
    }

    /// The plural is the name with an `s`, whatever the language says.
    func selector(of name: String) -> String {
      switch self {
      case .success: "successWithResolved\(name)"
      case .disambiguation: "disambiguationWith\(name)sToDisambiguate"
      case .confirmationRequired: "confirmationRequiredWith\(name)ToConfirm"
      }
    }

    func signature(taking type: String) -> String {
      switch self {
      case .success: "\(rawValue)(with \(argument): \(type))"
      case .disambiguation: "\(rawValue)(with \(argument): [\(type)])"
      case .confirmationRequired: "\(rawValue)(with \(argument): \(type)?)"
      }
    }
  }
}
