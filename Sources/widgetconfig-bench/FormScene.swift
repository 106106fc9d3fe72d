import Foundation

/// A program on a terminal, brought to where its keys are measured.
struct FormScene {
  var name: String
  var command: [String]
  /// What is typed first; each is answered before the next.
  var opening: [String] = []
  /// What stands on the screen once it is open and at rest; nil for programs of others.
  var opened: String?
  /// The key that is pressed a hundred times at once.
  var down = "\u{1B}[B"
  /// The keys that are measured, again and again in turn.
  var keys = moves(down: "\u{1B}[B", up: "\u{1B}[A")

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
    // The first choice is highlighted, so that its text comes in two pieces.
    return FormScene(
      name: "\(number) options open", command: [program, "edit", widget.path], opening: ["\r"],
      opened: texts[1])
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

  /// Other programs, where they are installed: a list of ten lines, and for fzf longer ones.
  ///
  /// - Throws: an error when the lists for fzf cannot be written.
  static func peers(in folder: URL) throws -> [FormScene] {
    let items = (1...10).flatMap { ["item\($0)", "line\($0)"] }
    let menu = ["--menu", "Choose", "20", "60", "10"] + items
    // These switch the cursor keys of the terminal to their other form, and dialog knows no other.
    let menus = ["dialog", "whiptail"].map { name in
      FormScene(
        name: "\(name) --menu", command: ["/usr/bin/\(name)"] + menu, down: "\u{1B}OB",
        keys: moves(down: "\u{1B}OB", up: "\u{1B}OA"))
    }
    let finders = try [10, 1_000, 1_000_000].map { try finder($0, in: folder) }
    return menus.filter { isInstalled($0.command[0]) } + (isInstalled(fzf) ? finders : [])
  }

  private static let fzf = "/usr/bin/fzf"

  private static func isInstalled(_ program: String) -> Bool { access(program, X_OK) == 0 }

  /// The program fzf over so many lines; the shell becomes it, so that its memory is what is measured.
  private static func finder(_ count: Int, in folder: URL) throws -> FormScene {
    let file = folder.appending(path: "lines\(count)")
    try Data((1...count).map { "\($0)\n" }.joined().utf8).write(to: file)
    return FormScene(
      name: "fzf, \(count.formatted(.number.locale(Locale(identifier: "en"))))",
      command: ["/bin/sh", "-c", "exec \(fzf) --layout=reverse <'\(file.path)'"])
  }

  /// Half a dozen steps down, and back up.
  private static func moves(down: String, up: String) -> [String] {
    Array(repeating: down, count: 6) + Array(repeating: up, count: 6)
  }
}
