import DefinitionFormats
public import IntentModel
import JSONC
public import Messages

/// Reads the properties of items from sources that do not write them as intent JSON does: columns of a
/// table, places in the answer of a service.
public struct ItemProperties: Sendable {
  private let schema: IntentSchema?

  /// The type whose properties the items have; nil if it is not known.
  private let type: IntentObjectType?

  /// Makes a reader for the items of a parameter; without a schema, texts stay texts.
  public init(schema: IntentSchema?, parameter: String?) {
    self.schema = schema
    let own = parameter.flatMap { schema?.parameter(named: $0)?.type }
    type = own.flatMap { schema?.objectType(of: $0) }
  }

  /// The names of the properties, in the order of the definition; nil if they are not known.
  ///
  /// A parameter of a type without properties has none.
  public var names: [String]? {
    schema == nil ? nil : (type?.ownProperties.map(\.name) ?? [])
  }

  /// The value of a text as a property has it: digits are a number where it is one, and `true`, `1`,
  /// `false` and `0` are a Boolean.
  ///
  /// - Returns: The value, or what is wrong with the text as one sentence and the way out.
  public func value(
    ofText text: String, for name: String
  ) -> Result<IntentValue, ItemPropertyError> {
    var issues: [IntentIssue] = []
    let value = value(json(text, for: name), of: name, issues: &issues)
    if let value, issues.isEmpty { return .success(value) }
    return .failure(
      ItemPropertyError(
        message: issues.first?.message ?? .textCannotBeUsed(text: text),
        advice: issues.first?.advice ?? .correctText))
  }

  /// The value of a property as JSON writes it; nil with an issue where it is wrong.
  func value(
    _ json: JSONValue, of name: String, issues: inout [IntentIssue]
  ) -> IntentValue? {
    var reader = IntentValueReader(schema: schema)
    let key = ValueKeys.key(ofProperty: name, reserved: OptionsJSON.ItemKey.names)
    var members = JSONObject()
    members.append(key: key, value: json)
    let value = reader.properties(
      of: members, type: type, at: .root, reserved: OptionsJSON.ItemKey.names)[name]
    if let schema, let value, let own = type?.ownProperties.first(where: { $0.name == name }) {
      for element in value.elements {
        reader.issues.append(
          contentsOf: schema.issues(with: element, type: own.type, at: IntentPath([.key(key)])))
      }
    }
    issues += reader.issues.kept
    return value
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

/// What is wrong with the text of a property.
public struct ItemPropertyError: Error, Sendable, Hashable {
  /// What is wrong, as one sentence.
  public var message: Message

  /// What to do about it, as one sentence.
  public var advice: Message
}

/// Texts as JSON, for queries that take several at once.
public enum JSONTexts {
  /// An array of texts on one line.
  public static func array(_ texts: [String]) -> String {
    // Only numbers that are not finite cannot be written.
    (try? JSONValue.array(texts.map { .string($0) }).text(.compact)) ?? "[]"
  }
}
