import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// Properties of the problems in random drafts.
@Suite struct IssuePropertyTests {
  private static let cases = 300

  @Test("Rule 8: a draft resolves, or its issues point to existing values")
  func issuesPoint() {
    for var one in PropertyCases("issues point at values", count: Self.cases) {
      let schema = one.schema
      let draft = one.random.draft(for: schema, invalid: 0.5)
      let family = one.random.family()
      guard let issues = schema.resolve(draft, family: family).issues else { continue }
      #expect(!issues.isEmpty, "\(one.name)")
      let visible = schema.visibleNames(draft, family)
      for issue in issues {
        #expect(Self.exists(issue.path, in: draft, among: visible), "\(one.name): \(issue)")
        #expect(!issue.sentence.isEmpty, "\(one.name)")
        // If a sentence says what is expected, no remedy needs to repeat it.
        let saysExpected = issue.code == "wrong-type" && issue.sentence.hasPrefix("Expected ")
        #expect(!issue.remedy.isEmpty || saysExpected, "\(one.name): \(issue)")
      }
    }
  }

  @Test("The issues of an array are those of its elements, each at its position")
  func arrayIssues() {
    for var one in PropertyCases("issues of arrays", count: Self.cases, maximumParameters: 1) {
      let schema = one.schema
      let single = schema.intent.parameters[0].changed { $0.supportsMultipleValues = false }
      let array = single.several
      let elements = (0..<3).compactMap { _ in
        one.random.chance(0.5)
          ? one.random.validValue(for: single, in: schema)
          : one.random.invalidValue(for: single)
      }.filter { if case .array = $0 { false } else { true } }
      let found = schema.issues(with: .array(elements), for: array)
      let expected = elements.indices.flatMap { index in
        schema.issues(with: elements[index], for: single).map { issue in
          let inside = issue.path.components.dropFirst(2)
          let place = IntentPath.parameter(single.name).appending(index).components + inside
          return IntentIssue(issue.reason, at: IntentPath(place))
        }
      }
      #expect(found == expected, "\(one.name)")
    }
  }

  /// Whether a path leads to the value of a visible parameter, or to a member of such a value.
  private static func exists(
    _ path: IntentPath, in draft: IntentDraft, among visible: Set<String>
  ) -> Bool {
    var steps = path.components[...]
    guard steps.popFirst() == .key("parameters"), case .key(let name)? = steps.popFirst(),
      visible.contains(name), var value = draft[name]
    else { return false }
    for step in steps {
      switch (step, value) {
      case (.index(let index), .array(let elements)):
        guard elements.indices.contains(index) else { return false }
        value = elements[index]
      case (.key(let member), .object(let object)):
        guard let property = object.properties[member] else {
          return ["identifier", "display", "subtitle"].contains(member)
        }
        value = property
      case (.key, .array), (.index, _): return false
      case (.key, _): return true
      }
    }
    return true
  }
}
