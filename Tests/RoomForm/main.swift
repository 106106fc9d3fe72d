import BundledWidgets
import FormEngine
import Foundation
import IntentModel
import IntentOptions
import TerminalForm
import WidgetLoading
import WidgetTimeline

struct Rooms: OptionsProvider {
  let name = "Rooms"

  func options(for request: OptionsRequest) async throws -> OptionsCollection {
    OptionsCollection(items: [
      OptionItem(identifier: "kitchen", display: "Kitchen"),
      OptionItem(identifier: "attic", display: "Attic"),
    ])
  }
}

func orderLunch() async throws {
  let schema = IntentSchema(
    "Lunch",
    parameters: [
      .enumeration("dish", cases: ["Soup", "Salad"]).titled("Dish"),
      .object("room").titled("Room").dynamic(),
      .integer("guests", 1...12, default: 2, control: .stepper).titled("Guests"),
    ])
  switch try await TerminalForm.run(schema, title: "Lunch", providers: ["room": Rooms()]) {
  case .submitted(let intent): for item in intent.parameters { print(item.name, item.value) }
  case .cancelled: print("Nothing is ordered.")
  }
}

func styledLunch(_ widget: ConfigurableWidget) async throws {
  var runner = TerminalFormRunner(provider: widget.router)
  runner.theme = .monochrome
  runner.theme.problem = Style(foreground: .ansi(9), attributes: .bold)
  runner.keys = try KeyTable(["form": ["saveNow": ["ctrl+s", "f10"]]])
  let finished = try await runner.run(FormState(runner.setup(of: widget)))
  print(finished.draft.values)
}

/// Orders lunch if there is a terminal.
func orderLunchIfPossible() async throws {
  do {
    try await orderLunch()
  } catch TerminalFormError.noTerminal {
    print("Run this in a terminal.")
  }
}

guard CommandLine.arguments.count > 1 else {
  try await orderLunchIfPossible()
  exit(0)
}
func chooseRoom(in folder: String) async throws {
  var builtins = BuiltinProviders.shipped
  builtins.options["Rooms"] = { _ in Rooms() }
  let widget = try WidgetLibrary(folders: [folder], builtins: builtins).widget("Rooms")
  do {
    if case .submitted(let intent) = try await TerminalForm.run(widget) {
      for parameter in intent.parameters { print(parameter.name, parameter.value) }
    }
  } catch TerminalFormError.noTerminal {
    print("Run this in a terminal.")
  }
}

try await chooseRoom(in: CommandLine.arguments[1])
