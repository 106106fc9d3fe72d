import FormEngine
import IntentModel
import IntentOptions
import Messages
import WidgetTestSupport

extension ParameterDefinition {
  /// A parameter with a row; ``FormState/form(_:enums:)`` sets its position among the rows.
  static func row(
    _ name: String, _ type: ParameterType, dynamic: Bool = false, searchable: Bool = false,
    many: Bool = false, sizes: ArraySizes? = nil, parent: ParameterRelationship? = nil
  ) -> ParameterDefinition {
    ParameterDefinition(
      name: name, type: type, isConfigurable: true,
      options: dynamic ? .dynamic(searchable: searchable) : .none, supportsMultipleValues: many,
      hasFixedSize: sizes != nil, arraySizes: sizes, relationship: parent)
  }
}

extension ParameterRelationship {
  static func when(_ name: String, is values: IntentValue...) -> ParameterRelationship {
    let kind = if case .boolean? = values.first { "Boolean" } else { "Enum" }
    return ParameterRelationship(
      parentName: name, predicateName: kind + "HasExactValue", values: values)
  }

  static func whenSet(_ name: String) -> ParameterRelationship {
    ParameterRelationship(parentName: name, predicateName: "ObjectHasAnyValue")
  }

  static func whenNot(_ name: String, _ value: IntentValue) -> ParameterRelationship {
    ParameterRelationship(
      parentName: name, predicateName: "StringValueIsNotEqual", values: [value])
  }
}

extension IntentSchema {
  /// A schema with parameters in display order, and some enums.
  static func of(_ parameters: [ParameterDefinition], enums: [IntentEnum] = []) -> IntentSchema {
    var placed = parameters
    for index in placed.indices { placed[index].displayPriority = index + 1 }
    let intent = IntentDefinition(name: "Test", parameters: placed)
    return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: enums))
  }
}

extension FormState {
  /// A form with parameters in display order, in two families.
  static func form(
    _ parameters: [ParameterDefinition], enums: [IntentEnum] = [], providers: [String: Bool] = [:],
    draft: IntentDraft = IntentDraft(), family: WidgetFamily? = nil
  ) -> FormState {
    let setup = FormSetup(
      schema: .of(parameters, enums: enums), title: "Test",
      families: [.systemSmall, .systemLarge], providers: .stubs(providers))
    return FormState(setup, draft: draft, family: family)
  }

  /// Sends the events of a script, and leaves all requests unanswered.
  @discardableResult
  mutating func run(_ script: String) throws -> [FormEffect] {
    var effects: [FormEffect] = []
    for event in try FormScript(script).events { effects += handle(event) }
    return effects
  }

  /// The row of the presentation with the given ID.
  func row(_ id: FormRowID) -> FormRow? { presentation.rows.first { $0.id == id } }
}

extension IntentEnum {
  static let styles = IntentEnum(
    name: "Style",
    cases: [
      Case(name: "unknown", index: 0),
      Case(name: "plain", index: 1, displayName: LocalizedText("Plain")),
      Case(name: "bold", index: 2, displayName: LocalizedText("Bold")),
      Case(name: "wide", index: 3),
    ])
}

extension ParameterType {
  static let style = ParameterType.enumeration(TypeReference("Style"), defaultCase: nil)
  static let text = ParameterType.string(StringMetadata())
  static let number = ParameterType.integer(NumberMetadata())
  static let flag = ParameterType.boolean(BooleanMetadata())
  static let thing = ParameterType.object(nil)
}

extension IntentValue {
  static func thing(_ identifier: String, _ display: String? = nil) -> IntentValue {
    .object(IntentObject(identifier: identifier, display: display ?? identifier))
  }

  static func texts(_ texts: String...) -> IntentValue { .array(texts.map { .string($0) }) }

  static func things(_ names: String...) -> IntentValue { .array(names.map { .thing($0) }) }
}

extension OptionsError {
  static let down = OptionsError(
    .failed, provider: "source", message: "It is down.", remedy: "Wait.")
}
