import IntentModel
import Messages

/// Writes an enum of a definition as a Swift enum, without the case that means no value.
struct TypedEnumWriter {
  private let item: IntentEnum
  private let name: String
  private let access: GeneratedAccess

  init(_ item: IntentEnum, name: String, access: GeneratedAccess) {
    self.item = item
    self.name = name
    self.access = access
  }

  /// The cases that can be chosen, with their spelling; of several with the same name, only the
  /// first.
  ///
  /// - Parameter members: The static members that the enum also has.
  static func cases(
    of item: IntentEnum, besides members: Set<String> = []
  ) -> [(item: IntentEnum.Case, spelling: String)] {
    var scope = SwiftScope(reserved: members.union(["allCases", "rawValue", "init"]))
    return item.choices.firsts(by: \.name)
      .map { ($0, scope.claim($0.name)) }
  }

  /// The declaration of a case, whose raw value is its name in the definition.
  static func line(of value: IntentEnum.Case, _ spelling: String) -> String {
    let isNamedAlike = SwiftName.bare(spelling) == value.name
    return "case \(spelling)" + (isNamedAlike ? "" : " = \(SwiftLiteral.string(value.name))")
  }

  func write(to text: inout SwiftText) {
    text.documentation(item.displayName.text ?? item.name)
    text.block("\(access.modifier)enum \(name): String, TypedEnum") { text in
      for (value, spelling) in Self.cases(of: item) {
        text.documentation(value.label)
        text.line(Self.line(of: value, spelling))
      }
    }
  }
}

/// Writes an object type of a definition as a struct.
struct TypedObjectWriter {
  private let type: IntentObjectType
  private let name: String
  private let properties: [Property]
  private let access: GeneratedAccess

  /// A property of the type with its spelling and its Swift type, without the question mark.
  private struct Property {
    var source: IntentObjectType.Property
    var spelling: String
    var type: String
  }

  init(
    _ type: IntentObjectType, name: String, names: TypedNames, access: GeneratedAccess
  ) {
    self.type = type
    self.name = name
    self.access = access
    var scope = SwiftScope(reserved: Self.members)
    properties = type.ownProperties.firsts(by: \.name).map { property in
      Property(
        source: property, spelling: scope.claim(property.name),
        type: names.propertyType(of: property, in: type))
    }
  }

  /// The members that every generated struct has.
  private static let members: Set<String> = [
    "identifier", "display", "subtitle", "object", "intentValue", "hashValue", "properties", "self",
  ]

  func write(to text: inout SwiftText) {
    text.documentation(type.displayName.text ?? type.name)
    text.block("\(access.modifier)struct \(name): TypedObject") { text in
      writeProperties(to: &text)
      text.blank()
      writeMemberwiseInitializer(to: &text)
      text.blank()
      writeReading(to: &text)
      text.blank()
      writeObject(to: &text)
    }
  }

  private func writeProperties(to text: inout SwiftText) {
    text.documentation("The identity; two objects with the same identifier are the same choice.")
    text.line("\(access.modifier)var identifier: String")
    text.blank()
    text.documentation("The text people see, as it was when the object was chosen.")
    text.line("\(access.modifier)var display: String")
    text.blank()
    text.documentation("A second line of text.")
    text.line("\(access.modifier)var subtitle: String?")
    for property in properties {
      text.blank()
      text.documentation(property.source.displayName.text ?? property.source.name)
      text.line("\(access.modifier)var \(property.spelling): \(property.type)?")
    }
  }

  private func writeMemberwiseInitializer(to text: inout SwiftText) {
    text.documentation("Makes an object; only identity and text are required.")
    let parameters =
      ["identifier: String", "display: String", "subtitle: String? = nil"]
      + properties.map { "\($0.spelling): \($0.type)? = nil" }
    text.list("\(access.modifier)init(", parameters, ") {")
    for spelling in ["identifier", "display", "subtitle"] + properties.map(\.spelling) {
      text.line("  self.\(spelling) = \(spelling)")
    }
    text.line("}")
  }

  private func writeReading(to text: inout SwiftText) {
    text.documentation(
      "Makes a value from an object; nil if a property is unknown or has a different type.")
    text.block("\(access.modifier)init?(_ object: IntentObject)") { text in
      text.line(
        "\(properties.isEmpty ? "let" : "var") properties = IntentParameters("
          + "object.properties, typeName: \(SwiftLiteral.string(type.name)))")
      text.line("identifier = object.identifier")
      text.line("display = object.display")
      text.line("subtitle = object.subtitle")
      for property in properties {
        text.line(
          "\(property.spelling) = properties.take(\(SwiftLiteral.string(property.source.name)))")
      }
      text.line("guard (try? properties.finish()) != nil else { return nil }")
    }
  }

  private func writeObject(to text: inout SwiftText) {
    text.documentation("The object.")
    text.block("\(access.modifier)var object: IntentObject") { text in
      guard !properties.isEmpty else {
        text.line("IntentObject(identifier: identifier, display: display, subtitle: subtitle)")
        return
      }
      text.line("var properties: [String: IntentValue] = [:]")
      for property in properties {
        let key = SwiftLiteral.string(property.source.name)
        text.line("properties[\(key)] = self.\(property.spelling)?.intentValue")
      }
      text.line("return IntentObject(")
      text.line("  identifier: identifier, display: display, subtitle: subtitle,")
      text.line("  properties: properties)")
    }
  }
}
