import IntentModel
import Testing
import WidgetTestSupport

/// Properties of evaluating random definitions and drafts.
///
/// `WIDGETCONFIG_PROPERTY_CASES` sets the number of cases; a failure shows its seed.
@Suite struct ModelPropertyTests {
  private static let cases = 300

  @Test("Rules 1, 3: an intent never contains an invisible or invalid value, or too many values")
  func onlyVisibleAndValid() {
    for var one in PropertyCases("only visible and valid", count: Self.cases) {
      let schema = one.schema
      let draft = one.random.draft(for: schema, invalid: 0.1)
      let family = one.random.family()
      let visible = schema.visibleNames(draft, family)
      guard let intent = try? schema.resolve(draft, family: family).get() else { continue }
      for value in intent.parameters {
        let isKept =
          draft.values[value.name] != nil
          && schema.parameter(named: value.name)?.keepsValueWithoutRow == true
        #expect(visible.contains(value.name) || isKept, "\(one.name)")
        guard let parameter = schema.parameter(named: value.name) else { continue }
        #expect(schema.issues(with: value.value, for: parameter) == [], "\(one.name)")
        let tooMany = schema.countIssue(with: value.value, for: parameter, family: family)
        #expect(tooMany == nil, "\(one.name)")
      }
    }
  }

  @Test("Rule 2: a visible child has a visible parent, and a condition that holds")
  func visibleParents() {
    for var one in PropertyCases("visible parents", count: Self.cases) {
      let schema = one.schema
      let draft = one.random.draft(for: schema, invalid: 0.1)
      let states = schema.evaluate(draft, family: one.random.family()).states
      for position in states.indices {
        guard let parent = schema.parents[position] else { continue }
        let parameter = schema.intent.parameters[position]
        let enumeration = schema.enumeration(of: schema.intent.parameters[parent].type)
        let holds = parameter.relationship?.holds(
          for: states[parent].value, enumeration: enumeration)
        let isShown =
          parameter.isConfigurable && parameter.displayPriority != nil && states[parent].isVisible
          && holds == true
        #expect(states[position].isVisible == isShown, "\(one.name)")
        let mayHaveValue = states[position].isVisible || parameter.keepsValueWithoutRow
        #expect(mayHaveValue || states[position].value == nil, "\(one.name)")
      }
    }
  }

  @Test("Rule 1: hiding and showing, and changing the family and back, restore everything")
  func restore() {
    for var one in PropertyCases("hide and show", count: Self.cases) {
      let schema = one.schema
      let family = one.random.family()
      var draft = one.random.draft(for: schema, invalid: 0.1)
      let original = draft
      let before = schema.evaluate(draft, family: family)
      for parameter in schema.intent.parameters where !schema.children(of: parameter.name).isEmpty {
        let kept = draft[parameter.name]
        draft[parameter.name] = one.random.validValue(for: parameter, in: schema)
        _ = schema.resolve(draft, family: one.random.family())
        draft[parameter.name] = kept
      }
      #expect(draft == original, "\(one.name)")
      #expect(schema.evaluate(draft, family: family) == before, "\(one.name)")
    }
  }

  @Test("Resolving the values of an intent gives the same intent")
  func idempotent() throws {
    for var one in PropertyCases("resolving twice", count: Self.cases) {
      let schema = one.schema
      let draft = one.random.draft(for: schema)
      let family = one.random.family()
      guard let intent = try? schema.resolve(draft, family: family).get() else {
        Issue.record("a draft of valid values does not resolve, \(one.name)")
        continue
      }
      let values = intent.parameters.map { ($0.name, $0.value) }
      let again = IntentDraft(values: Dictionary(values) { first, _ in first })
      #expect(try schema.resolve(again, family: family).get() == intent, "\(one.name)")
    }
  }

  @Test("Setting a parameter to its value changes only the origin of the answer")
  func setToPresent() {
    for var one in PropertyCases("setting the present value", count: Self.cases) {
      let schema = one.schema
      let draft = one.random.draft(for: schema)
      let family = one.random.family()
      let before = schema.evaluate(draft, family: family)
      for position in before.visible {
        guard let value = before.states[position].value else { continue }
        var changed = draft
        changed[schema.intent.parameters[position].name] = value
        let after = schema.evaluate(changed, family: family)
        #expect(after.visible == before.visible, "\(one.name)")
        #expect(after.states.map(\.value) == before.states.map(\.value), "\(one.name)")
      }
    }
  }

  @Test("Rule 2: the value of a hidden parameter has no effect")
  func hiddenHasNoSay() {
    for var one in PropertyCases("hidden values have no say", count: Self.cases) {
      let schema = one.schema
      let draft = one.random.draft(for: schema, invalid: 0.1)
      let family = one.random.family()
      let before = schema.evaluate(draft, family: family)
      var changed = draft
      for position in before.states.indices
      where before.states[position].hidden?.isWithoutRow == false {
        let parameter = schema.intent.parameters[position]
        changed[parameter.name] = one.random.validValue(for: parameter, in: schema)
      }
      let after = schema.evaluate(changed, family: family)
      #expect(after.visible == before.visible, "\(one.name)")
      #expect(after.states.map(\.value) == before.states.map(\.value), "\(one.name)")
    }
  }

  @Test("Rule 3: values beyond the family's maximum have no effect")
  func beyondHasNoSay() {
    for var one in PropertyCases("values beyond have no say", count: Self.cases) {
      let schema = one.schema
      let draft = one.random.draft(for: schema)
      let family = one.random.family()
      var cut = draft
      for parameter in schema.intent.parameters {
        guard let maximum = parameter.maximumCount(for: family),
          case .array(let values)? = draft[parameter.name]
        else { continue }
        cut[parameter.name] = .array(Array(values.prefix(maximum)))
      }
      let before = schema.evaluate(draft, family: family)
      #expect(schema.evaluate(cut, family: family) == before, "\(one.name)")
    }
  }
}

extension IntentSchema {
  /// The names of the visible parameters.
  func visibleNames(_ draft: IntentDraft, _ family: WidgetFamily) -> Set<String> {
    let visible = evaluate(draft, family: family).visible
    return Set(visible.map { intent.parameters[$0].name })
  }
}
