import IntentModel
import JSONC

/// Reads values of parameters out of intent JSON, and collects what is wrong with their shape.
///
/// What is wrong with a value of the right shape is for the schema to say.
struct IntentValueReader {
  /// Says what the properties of objects are; without one they are read by their looks.
  var schema: IntentSchema?

  /// What is wrong so far.
  var issues: [IntentIssue] = []

  init(schema: IntentSchema?) {
    self.schema = schema
  }

  mutating func report(_ reason: IntentIssue.Reason, at path: IntentPath) {
    issues.append(IntentIssue(reason, at: path))
  }

  /// The value of a parameter without its wrong parts; nil where nothing is right.
  ///
  /// Shape and content are both checked; the number of elements is not.
  mutating func value(_ json: JSONValue, for parameter: IntentParameter) -> IntentValue? {
    let path = IntentPath.parameter(parameter.name)
    guard parameter.supportsMultipleValues else {
      if case .array = json {
        report(.arrayForSingle, at: path)
        return nil
      }
      return checked(json, type: parameter.type, at: path)
    }
    guard case .array(let elements) = json else {
      report(.singleForArray, at: path)
      return nil
    }
    var values: [IntentValue] = []
    for (index, element) in elements.enumerated() {
      let place = path.appending(index)
      if let value = checked(element, type: parameter.type, at: place) { values.append(value) }
    }
    return .array(values)
  }

  /// One value of a type, its shape read and its content checked.
  mutating func checked(
    _ json: JSONValue, type: ParameterType, at path: IntentPath
  ) -> IntentValue? {
    let before = issues.count
    guard let value = value(json, type: type, at: path) else { return nil }
    guard let schema else { return value }
    let isWhole = issues.count == before
    issues += schema.issues(with: value, type: type, at: path).filter {
      isWhole || !$0.concernsWhole
    }
    return value
  }

  /// One value of a type by its shape.
  mutating func value(
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
    case .string: return take(json.stringValue.map { .string($0) }, json, type, path)
    case .enumeration: return take(json.stringValue.map { .enumeration($0) }, json, type, path)
    case .url: return take(json.stringValue.map { .url($0) }, json, type, path)
    case .file: return take(json.stringValue.map { .file($0) }, json, type, path)
    case .timeInterval:
      let seconds = json.stringValue.flatMap { ISO8601Duration.seconds(of: $0) }
      return take(seconds.map { .timeInterval($0) }, json, type, path)
    case .other(let name):
      report(.noEditor(type: name), at: path)
      return nil
    default:
      guard case .object(let members) = json else { return take(nil, json, type, path) }
      return structure(members, type: type, at: path)
    }
  }

  private mutating func take(
    _ value: IntentValue?, _ json: JSONValue, _ type: ParameterType, _ path: IntentPath
  ) -> IntentValue? {
    if value == nil {
      report(
        .wrongForm(
          expected: type.valueKind, found: json.shown, form: WrittenForm.words(of: type, in: schema)
        ),
        at: path)
    }
    return value
  }
}

extension IntentIssue {
  /// Whether the issue is about what a value lacks, which says nothing where a part was left out.
  fileprivate var concernsWhole: Bool {
    switch reason {
    case .noComponents, .emptyPlacemark: true
    default: false
    }
  }
}
