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

/// Parameters that are written in Swift, in the order of their rows.
let order = IntentSchema(
  "Lunch",
  parameters: [
    .enumeration("dish", cases: ["Soup", "Salad"]).titled("Dish"),
    .object("room").titled("Room").dynamic(),
    .integer("guests", 1...12, default: 2, control: .stepper).titled("Guests"),
  ])

/// Opens their form, and reports why it cannot be shown.
func openAForm() async throws {
  let rooms = InMemoryOptionsProvider(OptionsCollection(items: ["Kitchen", "Attic"]))
  do {
    switch try await TerminalForm.run(order, title: "Lunch", providers: ["room": rooms]) {
    case .submitted(let intent): print("\(intent.parameters.count) answers")
    case .cancelled: print("no answers")
    }
  } catch TerminalFormError.noTerminal {
    print("no terminal")
  }
}

/// Opens the form of a widget that is made in code, with its own keys and colors.
func openAStyledForm() async throws {
  let widget = ConfigurableWidget(
    kind: "lunch", displayName: "Lunch", families: [.systemSmall], schema: order,
    providers: [
      "room": InMemoryOptionsProvider(OptionsCollection(items: ["Kitchen", "Attic"]))
    ])
  var runner = TerminalFormRunner(provider: widget.router)
  runner.theme = .monochrome
  runner.theme.problem = Style(foreground: .ansi(9), attributes: .bold)
  runner.keys = try KeyTable(["form": ["saveNow": ["ctrl+s", "f10"]]])
  do {
    let finished = try await runner.run(FormState(runner.setup(of: widget)))
    print(finished.draft.values)
  } catch TerminalFormError.noTerminal {
    print("no terminal for keys and colours")
  }
  var problems = 0
  do throws(KeyProblems) {
    _ = try KeyTable(["form": ["saveNowhere": ["f10"]]])
  } catch {
    problems = error.problems.count
  }
  precondition(problems == 1, "An action that is not there has one problem.")
}
