import Foundation
import JSONC
import Testing

/// Common steps of tests that use the pages of a widget.
extension BrowserPage {
  /// The selector for the field of a row.
  static func field(_ row: String) -> String { "[id='in-\(row)']" }

  /// The selector for a button of the form.
  static func button(_ action: String) -> String { "#form button[name=action][value='\(action)']" }

  /// Opens the form of a new widget.
  func open(_ kind: String, of server: RunningServer, query: String = "") async throws {
    try await open(kind, at: server.address, query: query)
  }

  /// Opens the form of a new widget at the address of a service or a proxy.
  func open(_ kind: String, at address: String, query: String = "") async throws {
    try await go("\(address)/widgets/\(kind)\(query)")
    try await wait(for: "document.querySelector('#form.live')")
  }

  /// Opens the form of a placed widget.
  func openPlaced(_ name: String, of server: RunningServer) async throws {
    try await go("\(server.address)/placed/\(name)")
    try await wait(for: "document.querySelector('#form.live')")
  }

  /// The intent in the preview; null if the draft does not make an intent.
  func intent() async throws -> JSONValue {
    let text = try await run(
      "return document.querySelector('#preview-intent pre')?.textContent ?? 'null'")
    return try JSONText.parse(text.stringValue ?? "null")
  }

  /// Waits until a parameter of the intent in the preview has a value.
  func waitFor(_ parameter: String, _ value: JSONValue, line: Int = #line) async throws {
    let end = ContinuousClock.now + Self.patience
    var found = JSONValue.null
    while ContinuousClock.now < end {
      found = try await intent()["parameters"][parameter]
      if found == value { return }
      try await Task.sleep(for: .milliseconds(40))
    }
    let shown = try await run("return document.querySelector('#rows').innerText").stringValue ?? ""
    throw BrowserFault("line \(line): \(parameter) is \(found) and not \(value)\n\(shown)")
  }

  /// Waits until the form has no request in progress and no late results.
  func settle(line: Int = #line) async throws {
    try await wait(
      for:
        "!document.querySelector('#form').ariaBusy && !document.querySelector('.row[aria-busy=true]')",
      line: line)
  }

  /// The first option of the open list that contains a text; undefined if there is none.
  static func option(_ text: String) -> String {
    """
    [...document.querySelectorAll('[role=option]')]
      .find((option) => option.textContent.includes('\(text)'))
    """
  }

  /// Chooses the first option that contains a text, once the search for it has ended, and waits
  /// until the list is closed and the form has settled.
  ///
  /// During a search, the list still has the options of the search before, and a click on them does
  /// nothing. An open list, or a row that appears late, would get a click that is meant for another
  /// row.
  func choose(_ text: String, line: Int = #line) async throws {
    let option = Self.option(text)
    let count = "document.querySelector('.popup > .count').textContent"
    try await wait(for: "\(option) && !\(count).startsWith('searching')", line: line)
    try await run("\(option).click()")
    try await wait(for: "!document.querySelector('[role=option]')", line: line)
    try await settle(line: line)
  }

  /// Whether the page has loaded a file with the given name in its address.
  func loads(_ name: String) async throws -> Bool {
    try await run(
      "return performance.getEntriesByType('resource').some(({ name }) => name.includes(arguments[0]))",
      [.string(name)]) == true
  }

  /// Saves a new widget under the given name, using the button.
  func save(as name: String? = nil, line: Int = #line) async throws {
    if let name { try await replace("#in-name", with: name) }
    try await click(Self.button("save"))
    try await wait(for: "location.pathname.startsWith('/placed/')", line: line)
  }
}

/// A folder of widgets for tests.
enum TestWidgets {
  /// The widgets of the fixtures.
  static let pages = RunningServer.checkout.appending(path: "Fixtures/Pages")

  /// Writes a widget with the given number of text rows.
  static func rows(_ count: Int, in folder: URL) throws -> URL {
    let widget = folder.appending(path: "intents/Rows")
    try FileManager.default.createDirectory(at: widget, withIntermediateDirectories: true)
    let parameters = (1...count).map {
      #"{"name":"row\#($0)","label":"Row \#($0)","type":"string"}"#
    }
    try Data(
      """
      {"intents":[{"name":"Rows","category":"information","eligibleForWidgets":true,
      "parameters":[\(parameters.joined(separator: ","))]}]}
      """.utf8
    ).write(to: widget.appending(path: "Rows.json"))
    try Data(
      """
      {"kind":"Rows","displayName":"Rows","supportedFamilies":["systemSmall"],"intent":"RowsIntent"}
      """.utf8
    ).write(to: widget.appending(path: "widget.json"))
    return folder.appending(path: "intents")
  }

  /// Writes a widget with an unbounded array of texts.
  static func names(in folder: URL) throws -> URL {
    try write(
      "Names", in: folder,
      [
        (
          "Names.json",
          """
          {"intents":[{"name":"Names","category":"information","eligibleForWidgets":true,
          "parameters":[{"name":"names","label":"Names","type":"string","multiple":true},
          {"name":"heading","label":"Heading","type":"string"}]}]}
          """
        ),
        (
          "widget.json",
          """
          {"kind":"Names","displayName":"Names","supportedFamilies":["systemSmall"],"intent":"NamesIntent"}
          """
        ),
      ])
  }

  /// Writes a widget whose source has the given number of choices.
  static func choices(_ count: Int, in folder: URL) throws -> URL {
    let lines = (0..<count).map { "\($0),Item \($0),Part \($0 / 100_000)" }
    return try write(
      "Choices", in: folder,
      [
        (
          "Choices.json",
          """
          {"intents":[{"name":"Choices","category":"information","eligibleForWidgets":true,
          "parameters":[{"name":"item","label":"Item","type":"object","object":"Item","dynamic":true}]}],
          "types":[{"name":"Item"}]}
          """
        ),
        (
          "widget.json",
          """
          {"kind":"Choices","displayName":"Choices","supportedFamilies":["systemSmall"],
          "intent":"ChoicesIntent","options":{"item":{"fixture":"items.csv"}}}
          """
        ),
        ("items.csv", "identifier,display,section\n" + lines.joined(separator: "\n") + "\n"),
      ])
  }

  /// Writes a widget whose source responds, with a default, once there is a file `go` next to it.
  static func late(in folder: URL) throws -> URL {
    try write(
      "Late", in: folder,
      [
        (
          "Late.json",
          """
          {"intents":[{"name":"Late","category":"information","eligibleForWidgets":true,"parameters":[
          {"name":"item","label":"Item","type":"object","object":"Item","dynamic":true},
          {"name":"note","label":"Note","type":"string"}]}],"types":[{"name":"Item"}]}
          """
        ),
        (
          "widget.json",
          """
          {"kind":"Late","displayName":"Late","supportedFamilies":["systemSmall"],"intent":"LateIntent",
          "options":{"item":{"command":["sh","-c","n=0; until [ -e go ] || [ $((n+=1)) -gt 1200 ]; do sleep 0.05; done; cat items.json"],"timeout":600}}}
          """
        ),
        ("items.json", #"{"items":[{"identifier":"a","display":"Alpha"}],"default":["a"]}"#),
      ])
  }

  /// Writes a widget whose source fails until there is a file `items.json` next to it.
  static func failing(in folder: URL) throws -> URL {
    try write(
      "Failing", in: folder,
      [
        (
          "Failing.json",
          """
          {"intents":[{"name":"Failing","category":"information","eligibleForWidgets":true,"parameters":[
          {"name":"sink","label":"Output","type":"object","object":"Sink","dynamic":true},
          {"name":"note","label":"Note","type":"string"}]}],"types":[{"name":"Sink"}]}
          """
        ),
        (
          "widget.json",
          """
          {"kind":"Failing","displayName":"Failing","supportedFamilies":["systemSmall"],"intent":"FailingIntent",
          "options":{"sink":{"command":["sh","-c","cat items.json || exit 3"]}}}
          """
        ),
      ])
  }

  /// Writes a widget whose timeline is ready once there is a file `go` next to it.
  static func lateTimeline(in folder: URL) throws -> URL {
    try write(
      "Slow", in: folder,
      [
        (
          "Slow.json",
          """
          {"intents":[{"name":"Slow","category":"information","eligibleForWidgets":true,"parameters":[
          {"name":"note","label":"Note","type":"string"}]}]}
          """
        ),
        (
          "widget.json",
          """
          {"kind":"Slow","displayName":"Slow","supportedFamilies":["systemSmall"],"intent":"SlowIntent",
          "timeline":{"command":["sh","-c","n=0; until [ -e go ] || [ $((n+=1)) -gt 1200 ]; do sleep 0.05; done; cat timeline.json"],"timeout":600}}
          """
        ),
        ("timeline.json", #"{"entries":[{"date":"2026-01-01T00:00:00Z","title":"Gull"}]}"#),
      ])
  }

  /// Writes the files of a widget, and returns the folder of widgets.
  private static func write(
    _ name: String, in folder: URL, _ files: [(name: String, text: String)]
  ) throws -> URL {
    let widget = folder.appending(path: "intents/\(name)")
    try FileManager.default.createDirectory(at: widget, withIntermediateDirectories: true)
    for file in files { try Data(file.text.utf8).write(to: widget.appending(path: file.name)) }
    return folder.appending(path: "intents")
  }

  /// Runs a closure with a new folder.
  static func folder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}
