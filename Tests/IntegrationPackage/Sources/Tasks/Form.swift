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

/// A widget that is made in code.
func lunchWidget() -> ConfigurableWidget {
  ConfigurableWidget(
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
}

/// Opens its form, and says what keeps it from being shown.
func openAForm() async throws {
  do {
    switch try await TerminalForm.run(lunchWidget()) {
    case .submitted(let intent): print("\(intent.parameters.count) answers")
    case .cancelled: print("no answers")
    }
  } catch TerminalFormError.noTerminal {
    print("no terminal")
  }
}

/// Opens it with keys and colours of its own, from a draft.
func openAStyledForm() async throws {
  let widget = lunchWidget()
  var runner = TerminalFormRunner(provider: widget.router)
  runner.styles = .monochrome
  runner.styles?.problem = Style(foreground: .ansi(9), attributes: .bold)
  runner.keys = try KeyTable(["form": ["saveNow": ["ctrl+s", "f10"]]])
  do {
    let finished = try await runner.run(FormState(runner.setup(of: widget)))
    print(finished.draft.values)
  } catch TerminalFormError.noTerminal {
    print("no terminal for keys and colours")
  }
  do {
    _ = try KeyTable(["form": ["saveNowhere": ["f10"]]])
    fatalError("There is no such action.")
  } catch {
    precondition(error.problems.count == 1, "\(error)")
  }
}
