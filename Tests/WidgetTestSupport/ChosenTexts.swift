package import FormEngine
package import IntentModel
package import IntentOptions

/// A form with choices that are hard to distinguish, and the choice that each typed text selects in
/// every interface.
package enum ChosenTexts {
  /// A text for a row, and the value that it means; nil if it is refused.
  package struct Case: Sendable {
    package let row: String
    package let text: String
    /// The value as text; nil if the text is refused.
    package let value: String?
    /// The value as people see it, or part of the reason why the text is refused.
    package let shown: String
  }

  package static var schema: IntentSchema {
    func enumeration(_ name: String, _ cases: KeyValuePairs<String, String>) -> IntentEnum {
      IntentEnum(
        name: name,
        cases: cases.enumerated().map { place, item in
          IntentEnum.Case(
            name: item.key, index: place + 1, displayName: LocalizedText(item.value))
        })
    }
    var isOn = ParameterDefinition.boolean("isOn", default: false)
    isOn.type = .boolean(
      BooleanMetadata(
        defaultValue: false, trueName: LocalizedText("No"), falseName: LocalizedText("Yes")))
    let parameters: [ParameterDefinition] = [
      .enumeration("color", "Color", default: "default").called("Color"),
      isOn.called("Quiet"),
      ParameterDefinition.object("place", "Place").dynamic().called("Place"),
      ParameterDefinition.string("sink").dynamic().called("Sink"),
    ]
    let intent = IntentDefinition(
      name: "Choices", isEligibleForWidgets: true,
      parameters: parameters.enumerated().map { $0.element.at(priority: $0.offset + 1) })
    let color = enumeration(
      "Color",
      [
        "default": "Usual", "red": "Blue", "blue": "Red", "xl": "Extra large",
        "xxl": "Extra LARGE", "left": "Side", "right": "Side",
      ])
    return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: [color]))
  }

  /// The choices of places and sinks.
  package static var providers: [String: any OptionsProvider] {
    let places = [
      OptionItem(identifier: "m1", display: "Burger", subtitle: "0.9 mi"),
      OptionItem(identifier: "m2", display: "Burger", subtitle: "1.7 mi"),
      OptionItem(identifier: "n1", display: "Noodles"),
    ]
    let sinks = [
      OptionItem(identifier: "bluez.AA", display: "Headphones"),
      OptionItem(identifier: "hdmi.1", display: "Monitor"),
      OptionItem(identifier: "hdmi.2", display: "Monitor"),
    ]
    return [
      "place": InMemoryOptionsProvider(OptionsCollection(items: places)),
      "sink": InMemoryOptionsProvider(OptionsCollection(items: sinks)),
    ]
  }

  package static var state: FormState {
    FormState(
      FormSetup(
        schema: schema, title: "Choices", families: [.systemMedium], providers: providers
      ).takingJSON)
  }

  package static let cases: [Case] = [
    Case(row: "color", text: "red", value: "red", shown: "Blue"),
    Case(row: "color", text: "Red", value: "blue", shown: "Red"),
    Case(row: "color", text: "RED", value: nil, shown: "“red” (Blue), “blue” (Red)"),
    Case(row: "color", text: "Extra LARGE", value: "xxl", shown: "Extra LARGE"),
    Case(row: "color", text: "extra large", value: nil, shown: "“xl” (Extra large)"),
    Case(row: "color", text: "ÚSUAL", value: "default", shown: "Usual"),
    Case(row: "color", text: "Side", value: nil, shown: "“left” (Side), “right” (Side)"),
    Case(row: "color", text: "Side (right)", value: "right", shown: "Side (right)"),
    Case(row: "color", text: "zzzz", value: nil, shown: "No choice is called “zzzz”."),
    Case(row: "isOn", text: "Yes", value: "no", shown: "Yes"),
    Case(row: "isOn", text: "no", value: "yes", shown: "No"),
    Case(row: "isOn", text: "true", value: "yes", shown: "No"),
    Case(row: "isOn", text: "zzzz", value: nil, shown: "Choose from “No”, “Yes”."),
    Case(row: "place", text: "Burger", value: nil, shown: "“m1” (Burger, 0.9 mi)"),
    Case(row: "place", text: "m2", value: "m2|Burger", shown: "Burger (1.7 mi)"),
    Case(row: "place", text: "burger (0.9 MI)", value: "m1|Burger", shown: "Burger (0.9 mi)"),
    Case(row: "place", text: "noodles", value: "n1|Noodles", shown: "Noodles"),
    Case(row: "place", text: "Noodles Town", value: nil, shown: "Did you mean “Noodles”?"),
    Case(row: "sink", text: "headphones", value: "bluez.AA", shown: "Headphones"),
    Case(row: "sink", text: "Monitor", value: nil, shown: "“hdmi.1” (Monitor)"),
    Case(row: "sink", text: "hdmi.2", value: "hdmi.2", shown: "Monitor (hdmi.2)"),
  ]
}
