// Saves into a store and says on standard output what is saved, until it is killed or done.
//
//   StoreProbe keep PATH         saves the widgets A and B together, over and over
//   StoreProbe count PATH N      adds 1 to the widget A, N times, whoever else does the same
import IntentModel
import WidgetStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the answers of the probe are given under.
let probe = IntentSchema(
  IntentDefinition(
    name: "Probe",
    parameters: ["count", "first", "second"].map {
      IntentParameter(name: $0, type: .integer(NumberMetadata()))
    } + [IntentParameter(name: "padding", type: .string(StringMetadata()))]),
  in: IntentDefinitionFile())

/// Writes a line with one system call, so that a kill leaves the whole line or nothing.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

func keep(_ store: WidgetStore) throws {
  // Several pages of the database, so that a save is many writes.
  let padding = String(repeating: "x", count: 60_000)
  var pair = try ["A", "B"].map { name in
    try store.widget(named: name)
      ?? PlacedWidget(name: name, widget: "Probe", intent: "ProbeIntent", family: .systemSmall)
  }
  while true {
    for index in pair.indices {
      let next = pair[index].revision + 1
      let values: [String: IntentValue] = [
        "first": .integer(next), "padding": .string(padding), "second": .integer(next),
      ]
      pair[index].answer(IntentDraft(values: values), under: probe)
    }
    pair = try store.saveAll(pair)
    say("saved \(pair[0].revision)")
  }
}

func count(_ store: WidgetStore, times: Int) throws {
  var done = 0
  while done < times {
    let stored = try store.widget(named: "A")
    var widget =
      stored
      ?? PlacedWidget(name: "A", widget: "Probe", intent: "ProbeIntent", family: .systemSmall)
    var number = 0
    var draft = widget.draft(under: probe).draft
    if case .integer(let found)? = draft["count"] { number = found }
    draft["count"] = .integer(number + 1)
    widget.answer(draft, under: probe)
    do {
      try store.save(widget, expecting: stored?.revision)
      done += 1
    } catch {
      // With a conflict somebody else was quicker.
      guard error.problem.code == "conflict" else { throw error }
    }
  }
}

let arguments = CommandLine.arguments
do {
  guard arguments.count > 2 else { exit(2) }
  let store = try WidgetStore(path: arguments[2])
  switch arguments[1] {
  case "keep": try keep(store)
  case "count": try count(store, times: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1)
  default: exit(2)
  }
} catch {
  say("failed \(error)")
  exit(1)
}
