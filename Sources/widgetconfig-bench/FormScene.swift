import Foundation

/// A program on a terminal, brought to where its keys are measured.
struct FormScene {
  var name: String
  var command: [String]
  /// What is typed first; each is answered before the next.
  var opening: [String] = []
  /// What stands on the screen once it is open and at rest; nil for programs of others.
  var opened: String?
  /// The keys that are measured, again and again in turn.
  var keys = Array(repeating: "\u{1B}[B", count: 6) + Array(repeating: "\u{1B}[A", count: 6)
  /// What is typed into a filter, for its bytes; none where there is no filter.
  var filter: [String] = []
  /// How long one waits before each key, at most, in milliseconds.
  var pause: UInt32 = 0

  /// The form of a widget that ships.
  static func upNext(_ program: String) -> FormScene {
    FormScene(
      name: "edit UpNext", command: [program, "edit", "UpNext"], opened: "Mirror calendar app")
  }

  /// The list of a parameter with so many choices, from a file.
  static func list(
    _ count: Int, _ program: String, in folder: URL, seed: UInt64
  ) throws -> FormScene {
    let number = count.formatted(.number.locale(Locale(identifier: "en")))
    let widget = folder.appending(path: "List\(count)")
    let texts = SampleOptions(seed: seed, isMixed: false).texts(count)
    try write("{\"fixture\": \"choices.json\"}", to: widget)
    try JSONEncoder().encode(texts).write(to: widget.appending(path: "choices.json"))
    return FormScene(
      name: "\(number) options open", command: [program, "edit", widget.path], opening: ["\r"],
      opened: texts[0], filter: ["k", "e", "l", "p"])
  }

  /// The list of a parameter whose source answers every question after ten milliseconds.
  static func ticking(_ program: String, in folder: URL, port: Int) throws -> FormScene {
    let widget = folder.appending(path: "Ticking")
    try write("{\"http\": \"http://127.0.0.1:\(port)/?q={search}\"}", to: widget)
    return FormScene(
      name: "an answer every 10 ms", command: [program, "edit", widget.path], opening: ["\r"],
      opened: "answer", keys: ["a", "b", "\u{7F}", "c", "\u{7F}", "\u{7F}"], pause: 10)
  }

  private static func write(_ source: String, to widget: URL) throws {
    try FileManager.default.createDirectory(at: widget, withIntermediateDirectories: true)
    let definition = """
      {"intents": [{"name": "List", "eligibleForWidgets": true, "parameters": [
        {"name": "choice", "label": "Choice", "type": "string", "searchable": true}]}]}
      """
    let manifest = """
      {"kind": "List", "supportedFamilies": ["systemSmall"], "options": {"choice": \(source)}}
      """
    try Data(definition.utf8).write(to: widget.appending(path: "List.json"))
    try Data(manifest.utf8).write(to: widget.appending(path: "widget.json"))
  }

  /// Other programs, where they are installed: a list of ten lines, and one of a thousand for fzf.
  static var peers: [FormScene] {
    let items = (1...10).flatMap { ["item\($0)", "line\($0)"] }
    let menu = ["--menu", "Choose", "20", "60", "10"] + items
    let all = [
      FormScene(name: "dialog --menu", command: ["/usr/bin/dialog"] + menu),
      FormScene(name: "whiptail --menu", command: ["/usr/bin/whiptail"] + menu),
      FormScene(name: "fzf, 10", command: ["/bin/sh", "-c", "seq 10 | exec /usr/bin/fzf"]),
      FormScene(
        name: "fzf, 1,000", command: ["/bin/sh", "-c", "seq 1000 | exec /usr/bin/fzf"],
        filter: ["1", "2", "3"]),
      FormScene(
        name: "fzf, 1,000,000", command: ["/bin/sh", "-c", "seq 1000000 | exec /usr/bin/fzf"],
        filter: ["1", "2", "3"]),
    ]
    return all.filter { scene in
      let program = scene.command[0] == "/bin/sh" ? "/usr/bin/fzf" : scene.command[0]
      return access(program, X_OK) == 0
    }
  }
}
