public import IntentModel
import JSONC
import JSONCodings
import Messages

/// Reads the properties of items from sources that do not use intent JSON, such as the columns of a
/// table, or values in the response of a service.
public struct ItemProperties: Sendable {
  private let schema: IntentSchema?

  /// The type that defines the properties; nil if it is unknown.
  private let type: IntentObjectType?

  /// Makes a reader for the items of a parameter; without a schema, texts are not converted.
  public init(schema: IntentSchema?, parameter: String?) {
    self.schema = schema
    let own = parameter.flatMap { schema?.parameter(named: $0)?.type }
    type = own.flatMap { schema?.objectType(of: $0) }
  }

  /// The names of the properties, in definition order; nil if they are unknown.
  ///
  /// Empty for a parameter whose type has no properties.
  public var names: [String]? {
    schema == nil ? nil : (type?.ownProperties.map(\.name) ?? [])
  }

  /// Converts a text to the type of a property.
  ///
  /// For a number property, digits become a number; for a Boolean property, `true`, `1`, `false`
  /// and `0` become a Boolean.
  ///
  /// - Returns: The value, or the first problem with the text.
  public func value(
    ofText text: String, for name: String
  ) -> Result<IntentValue, IntentIssue> {
    var issues: [IntentIssue] = []
    let value = value(json(text, for: name), of: name, issues: &issues)
    if let value, issues.isEmpty { return .success(value) }
    return .failure(
      issues.first
        ?? IntentIssue(
          .malformed("The text “\(name: text)” cannot be used.", remedy: "Correct the text."),
          at: .root))
  }

  /// Reads the properties among the members of an item, and checks each against its type.
  func read(_ members: JSONObject) -> (values: [String: IntentValue], issues: [IntentIssue]) {
    var reader = IntentValueReader(schema: schema)
    let reserved = OptionsJSON.ItemKey.names
    let values = reader.properties(of: members, type: type, at: .root, reserved: reserved)
    for property in type?.ownProperties ?? [] {
      guard let schema, let value = values[property.name] else { continue }
      let path = IntentPath([.key(ValueKeys.key(ofProperty: property.name, reserved: reserved))])
      for element in value.elements {
        reader.issues.append(
          contentsOf: schema.issues(with: element, type: property.type, at: path))
      }
    }
    return (values, reader.issues.kept)
  }

  /// Converts the JSON value of a property; reports an issue and returns nil if the value is
  /// invalid.
  func value(
    _ json: JSONValue, of name: String, issues: inout [IntentIssue]
  ) -> IntentValue? {
    var members = JSONObject()
    members.append(
      key: ValueKeys.key(ofProperty: name, reserved: OptionsJSON.ItemKey.names), value: json)
    let found = read(members)
    issues += found.issues
    return found.values[name]
  }

  private func json(_ text: String, for name: String) -> JSONValue {
    switch type?.ownProperties.first(where: { $0.name == name })?.type {
    case .integer: Int(text).map { .integer($0) } ?? .string(text)
    case .decimal:
      Double(text).flatMap { $0.isFinite ? JSONValue.double($0) : nil } ?? .string(text)
    case .boolean:
      switch text.lowercased() {
      case "true", "1": .bool(true)
      case "false", "0": .bool(false)
      default: .string(text)
      }
    default: .string(text)
    }
  }
}

/// Writes texts as JSON, for queries that look up several texts.
public enum JSONTexts {
  /// An array of texts on one line.
  public static func array(_ texts: [String]) -> String {
    // Writing can fail only for numbers that are not finite.
    (try? JSONValue.array(texts.map { .string($0) }).text(.compact)) ?? "[]"
  }
}
