import FormEngine
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

var builtins = BuiltinProviders.shipped
builtins.options["Rooms"] = { _ in Rooms() }
let library = WidgetLibrary(folders: [CommandLine.arguments[1]], builtins: builtins)
let widget = try library.widget("Rooms")
let form = FormState(
  FormSetup(
    schema: widget.schema, title: widget.displayName, families: widget.families,
    providers: widget.providers))
let finished = try await TerminalFormRunner(provider: widget.router).run(form)
if case .submitted(let intent) = finished.phase {
  for parameter in intent.parameters { print(parameter.name, parameter.value) }
}
