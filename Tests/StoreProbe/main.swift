// Saves to a store and prints what is saved, until it is killed or done.
//
//   StoreProbe keep STORE        saves the widgets A and B together, repeatedly
//   StoreProbe count STORE N      adds 1 to the widget A, N times, concurrently with other programs
import IntentModel
import Messages
import StoreModel
import WidgetStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The schema of the probe's answers.
let probe = IntentSchema(
  IntentDefinition(
    name: "Probe",
    parameters: ["count", "first", "second"].map {
      ParameterDefinition(name: $0, type: .integer(NumberMetadata()))
    } + [ParameterDefinition(name: "padding", type: .string(StringMetadata()))]),
  in: IntentDefinitionFile())

/// Writes a line with one system call, so that after a kill, either the whole line or nothing is
/// written.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

func keep(_ store: PlacedWidgetStore) async throws {
  // The value fills several pages of the database, so that a save needs many writes.
  let padding = String(repeating: "x", count: 60_000)
  var pair: [PlacedWidget] = []
  for name in ["A", "B"] {
    let stored = try await store.widget(named: name)
    pair.append(
      stored
        ?? PlacedWidget(name: name, widget: "Probe", intent: "ProbeIntent", family: .systemSmall))
  }
  while true {
    for index in pair.indices {
      let next = pair[index].revision + 1
      let values: [String: IntentValue] = [
        "first": .integer(next), "padding": .string(padding), "second": .integer(next),
      ]
      pair[index].answer(IntentDraft(values: values), under: probe)
    }
    pair = try await store.saveAll(pair)
    say("saved \(pair[0].revision)")
  }
}

func count(_ store: PlacedWidgetStore, times: Int) async throws {
  var done = 0
  while done < times {
    let stored = try await store.widget(named: "A")
    var widget =
      stored
      ?? PlacedWidget(name: "A", widget: "Probe", intent: "ProbeIntent", family: .systemSmall)
    var number = 0
    var draft = widget.draft(under: probe).draft
    if case .integer(let found)? = draft["count"] { number = found }
    draft["count"] = .integer(number + 1)
    widget.answer(draft, under: probe)
    do {
      try await store.save(widget, expecting: stored?.revision)
      done += 1
    } catch {
      // A conflict means that another program was faster.
      guard error.problem.code == "conflict" else { throw error }
    }
  }
}

let arguments = CommandLine.arguments
do {
  guard arguments.count > 2 else { exit(2) }
  let location = StoreLocation(path: arguments[2], origin: .flag)
  let store = PlacedWidgetStore(try location.driver())
  switch arguments[1] {
  case "keep": try await keep(store)
  case "count": try await count(store, times: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1)
  default: exit(2)
  }
} catch {
  say("failed \(error)")
  exit(1)
}
