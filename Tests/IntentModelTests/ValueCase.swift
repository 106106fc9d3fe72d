import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// A row of a table: a value of a parameter named `x`, and all of its problems.
///
/// A problem is written as its code, a space, and its description (path, message, remedy).
struct ValueCase: Sendable, CustomTestStringConvertible {
  let value: IntentValue
  let parameter: ParameterDefinition
  let issues: [String]

  init(_ value: IntentValue, _ parameter: ParameterDefinition, _ issues: String...) {
    self.value = value
    self.parameter = parameter
    self.issues = issues
  }

  init(_ value: IntentValue, _ type: ParameterType, _ issues: String...) {
    self.value = value
    self.parameter = .of(type, "x")
    self.issues = issues
  }

  var testDescription: String { "\(value) as \(parameter.type.name)" }

  func check(
    enums: [IntentEnum] = [], types: [IntentObjectType] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let schema = IntentSchema.sample([parameter], enums: enums, types: types)
    let found = schema.issues(with: value, for: parameter).map(\.inOneLine)
    #expect(found == issues, sourceLocation: sourceLocation)
  }
}

extension IntentIssue {
  var inOneLine: String { "\(code) \(description)" }
}
