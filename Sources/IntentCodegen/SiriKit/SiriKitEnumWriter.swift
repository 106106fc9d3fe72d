import IntentModel
import Messages

/// Writes an enum and the class of its resolution result.
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
      // Two cases with the same number would not compile; only the first is written.
      var (scope, indexes) = (SwiftScope(), Set<Int>())
      for value in item.cases where indexes.insert(value.index).inserted {
        let spelling = SwiftName.bare(scope.claim(SwiftName.lowercased(value.name)))
        text.line("case `\(spelling)` = \(value.index)")
      }
      // An enum with a raw type needs a case.
      if indexes.isEmpty { text.line("case `unknown` = 0") }
    }
    text.blank()
    writeResolutionResult(to: &text)
  }

  /// The selectors name the enum without its prefix.
  private func writeResolutionResult(to text: inout SwiftText) {
    let plain = CodeNames.plain(item.name)
    SiriKitResultWriter(
      name: name + "ResolutionResult", base: "INEnumResolutionResult",
      availability: SiriKitStyle.resolutionResult, style: style
    ).write(
      [
        SiriKitResultWriter.Maker(
          documentation: "Continues with a value, possibly not the given one.",
          selector: SiriKitOutcome.success.selector(of: plain) + ":",
          signature: "success(with resolvedValue: \(name))",
          body: "__success(withResolvedValue: resolvedValue.rawValue)"),
        SiriKitResultWriter.Maker(
          documentation: "Asks the person to confirm a value.",
          selector: SiriKitOutcome.confirmationRequired.selector(of: plain) + ":",
          signature: "confirmationRequired(with valueToConfirm: \(name))",
          body: "__confirmationRequiredWithValue(toConfirm: valueToConfirm.rawValue)"),
      ], to: &text)
  }
}

/// Writes the classes of an object type and of its resolution result.
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
    text.block("\(style.type) class \(name): \(TypeReference.baseName)") { text in
      text.line("")
      let members = names.members(of: type)
      for property in type.ownProperties.firsts(by: \.name) {
        let spelling = SwiftName.identifier(members[property.name])
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
    let plain = CodeNames.plain(type.name)
    let makers = SiriKitOutcome.allCases.map { outcome in
      SiriKitResultWriter.Maker(
        documentation: outcome.documentation, selector: outcome.selector(of: plain) + ":",
        signature: outcome.signature(taking: name),
        body: "super.\(outcome.rawValue)(with: \(outcome.argument(of: .object)))",
        hidden: outcome.signature(taking: TypeReference.baseName))
    }
    SiriKitResultWriter(
      name: name + "ResolutionResult", base: "INObjectResolutionResult",
      availability: SiriKitStyle.resolutionResult, style: style
    ).write(makers, to: &text)
  }
}
