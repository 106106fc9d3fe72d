package import IntentModel
package import JSONC
import Messages

/// Reads values of parameters from intent JSON, and collects issues with their structure.
///
/// The schema finds the issues with values that have the right structure.
package struct IntentValueReader {
  /// Gives the properties of objects; without it, their types are inferred from the JSON values.
  package var schema: IntentSchema?

  /// Whether the number in a member can be written as a name, such as the name of an infinite
  /// number.
  ///
  /// Tagged values contain such names.
  var takesNamesOfNumbers = false

  /// The issues so far.
  package var issues = LimitedProblems<IntentIssue>()

  package init(schema: IntentSchema?) {
    self.schema = schema
  }

  package mutating func report(_ reason: @autoclosure () -> IntentIssue.Reason, at path: IntentPath)
  {
    issues.append(IntentIssue(reason(), at: path))
  }

  /// The value of a parameter without its invalid parts; nil if all of it is invalid.
  ///
  /// Checks structure and content, but not the number of elements.
  package mutating func value(_ json: JSONValue, for parameter: ParameterDefinition) -> IntentValue?
  {
    values(json, isArray: parameter.supportsMultipleValues, at: .parameter(parameter.name)) {
      $0.checked($1, type: parameter.type, at: $2)
    }
  }

  /// A value, or an array of values without the invalid ones.
  private mutating func values(
    _ json: JSONValue, isArray: Bool, at path: IntentPath,
    _ read: (inout Self, JSONValue, IntentPath) -> IntentValue?
  ) -> IntentValue? {
    switch json {
    case .array(let elements) where isArray:
      var values: [IntentValue] = []
      for (index, element) in elements.enumerated() {
        if let value = read(&self, element, path.appending(index)) { values.append(value) }
      }
      return .array(values)
    case .array: report(.arrayForSingle, at: path)
    case _ where isArray: report(.singleForArray, at: path)
    default: return read(&self, json, path)
    }
    return nil
  }

  /// Reads the structure of a value and checks its content.
  package mutating func checked(
    _ json: JSONValue, type: ParameterType, at path: IntentPath
  ) -> IntentValue? {
    let before = issues.count
    guard let value = value(json, type: type, at: path) else { return nil }
    guard let schema else { return value }
    let isWhole = issues.count == before
    issues.append(
      contentsOf: schema.issues(with: value, type: type, at: path).filter {
        isWhole || !$0.concernsWhole
      })
    return value
  }

  /// Reads the structure of a value.
  package mutating func value(
    _ json: JSONValue, type: ParameterType, at path: IntentPath
  ) -> IntentValue? {
    if case .array = json {
      report(.nestedArray, at: path)
      return nil
    }
    switch type {
    case .boolean: return take(json.boolValue.map { .boolean($0) }, json, type, path)
    case .integer: return take(json.intValue.map { .integer($0) }, json, type, path)
    case .decimal: return take(json.doubleValue.map { .decimal($0) }, json, type, path)
    case .timeInterval:
      let seconds = json.stringValue.flatMap { ISO8601Duration.seconds(of: $0) }
      return take(seconds.map { .timeInterval($0) }, json, type, path)
    case .other(let name):
      report(.noEditor(type: name), at: path)
      return nil
    default:
      let make = type.kind?.madeOfText
      guard make == nil, case .object(let members) = json else {
        return take(make.flatMap { json.stringValue.map($0) }, json, type, path)
      }
      return structure(members, type: type, at: path)
    }
  }

  private mutating func take(
    _ value: IntentValue?, _ json: JSONValue, _ type: ParameterType, _ path: IntentPath
  ) -> IntentValue? {
    if value == nil {
      let form = WrittenForm.words(of: type, in: schema)
      report(
        .wrongForm(
          expected: type.kindMessage, found: json.shown,
          // A parameter without an answer has no key.
          form: json == .null ? "\(form), or leave it out" : form),
        at: path)
    }
    return value
  }
}

extension IntentIssue {
  /// Whether the issue is that something is missing.
  ///
  /// The issue is meaningless if the reader left out an invalid part.
  fileprivate var concernsWhole: Bool {
    switch reason {
    case .noComponents, .emptyPlacemark: true
    default: false
    }
  }
}

/// Objects with the properties of their type, and values without a known type.
extension IntentValueReader {
  package mutating func object(
    _ members: JSONObject, type: IntentObjectType?, at path: IntentPath
  ) -> IntentValue? {
    typealias Key = ValueKeys.Object
    let identifier = requiredText(Key.identifier, of: members, at: path)
    let display = requiredText(Key.display, of: members, at: path)
    let subtitle = text(Key.subtitle, of: members, at: path)
    let properties = properties(of: members, type: type, at: path)
    guard let identifier, let display else { return nil }
    return .object(
      IntentObject(
        identifier: identifier, display: display, subtitle: subtitle, properties: properties))
  }

  /// The properties of an object, not including the object's own keys; properties that the type
  /// does not have are reported.
  package mutating func properties(
    of members: JSONObject, type: IntentObjectType?, at path: IntentPath,
    reserved: [String] = ValueKeys.objectKeys
  ) -> [String: IntentValue] {
    var found: [String: IntentValue] = [:]
    for member in members {
      guard let name = ValueKeys.property(ofKey: member.key, reserved: reserved) else { continue }
      let place = path.appending(member.key)
      if let property = type?.ownProperty(named: name) {
        found[name] = value(member.value, of: property, at: place)
      } else if let type {
        report(.unknownProperty(name, type: type.name, choices: type.ownNames), at: place)
      } else {
        found[name] = untyped(member.value, at: place)
      }
    }
    return found
  }

  private mutating func value(
    _ json: JSONValue, of property: IntentObjectType.Property, at path: IntentPath
  ) -> IntentValue? {
    values(json, isArray: property.supportsMultipleValues, at: path) {
      $0.value($1, type: property.type, at: $2)
    }
  }

  /// Infers the type of a value from its JSON: scalars directly, objects from their keys.
  ///
  /// A text is always a string, whatever its original type; it is written back as the same text.
  private mutating func untyped(_ json: JSONValue, at path: IntentPath) -> IntentValue? {
    switch json {
    case .bool(let boolean): return .boolean(boolean)
    case .integer(let number): return .integer(number)
    case .double(let number): return .decimal(number)
    case .string(let text): return .string(text)
    case .array(let elements):
      let values = elements.enumerated().compactMap { untyped($1, at: path.appending($0)) }
      return .array(values)
    case .object(let members):
      guard let type = Self.type(of: Set(members.keys)) else { break }
      return structure(members, type: type, at: path)
    case .null: break
    }
    report(.wrongType(expected: .aValue, found: json.shown), at: path)
    return nil
  }

  private static func type(of keys: Set<String>) -> ParameterType? {
    if keys.isSuperset(of: ValueKeys.requiredObjectKeys) { return .object(nil) }
    let coded = ParameterType.coded.first { type in
      let members = type.coding?.members ?? []
      return keys.isSuperset(of: members.filter(\.isRequired).map(\.key))
        && keys.isSubset(of: members.map(\.key))
    }
    if let coded { return coded }
    let components = IntentDateComponent.allCases.map(\.rawValue)
    if keys.isSubset(of: components) { return .dateComponents(DateComponentsMetadata()) }
    return nil
  }
}
