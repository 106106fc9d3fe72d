import TerminalForm
import WidgetForm

/// Answers a form without a terminal.
func runAForm() async throws {
  let schema = try lunch()
  var form = FormState(FormSetup(schema: schema, title: "Lunch", families: [.systemSmall]))
  _ = form.handle(.setText(.parameter("guests"), "5"))
  _ = form.handle(.submit)
  guard case .submitted(let intent) = form.phase else { fatalError("\(form.phase)") }
  precondition(intent["guests"] == .integer(5))
}

/// Opens the form of a widget that is made in code, and says what keeps it from being shown.
func openAForm() async throws {
  let lunch = ConfigurableWidget(
    kind: "lunch", displayName: "Lunch", families: [.systemSmall],
    schema: IntentSchema(
      "Lunch",
      parameters: [
        .enumeration("dish", cases: ["Soup", "Salad"]).titled("Dish"),
        .object("room").titled("Room").dynamic(),
        .integer("guests", 1...12, default: 2, control: .stepper).titled("Guests"),
      ]),
    providers: [
      "room": InMemoryOptionsProvider(OptionsCollection(items: ["Kitchen", "Attic"]))
    ])
  do {
    switch try await TerminalForm.run(lunch) {
    case .submitted(let intent): print("\(intent.parameters.count) answers")
    case .cancelled: print("no answers")
    }
  } catch TerminalFormError.noTerminal {
    print("no terminal")
  }
}
