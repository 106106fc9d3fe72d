import ArgumentParser
import DefinitionFormats
import IntentDocuments
import IntentModel
import Messages
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Writes the intent of a placed widget, or those of all placed widgets, as JSON.
struct ExportCommand: AsyncParsableCommand, SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes the intent of a placed widget as JSON.",
    discussion: .help(
      """
      An intent holds the effective values. It leaves out hidden answers and elements beyond the \
      length of the family, and a line on standard error names them. “store backup” copies \
      everything.
      """,
      examples: "export UpNext", "export UpNext > upnext.json", "export --all > widgets.jsonl"))

  @Argument(help: .placedName, completion: Completions.placed)
  var name: String?

  @Flag(help: "All placed widgets, as JSON Lines with their names.")
  var all = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard all != (name != nil) else {
      throw ValidationError(.giveOneOf(arguments: "<name>, --all"))
    }
  }

  func run() async throws {
    let placed = try PlacedWidgets(shared)
    if let name {
      try write(try await placed.placed(name), of: placed)
    } else {
      try await writeAll(of: placed)
    }
  }

  /// Writes the intent of one placed widget.
  private func write(_ widget: PlacedWidget, of placed: PlacedWidgets) throws {
    let present: PresentWidget
    do {
      present = try placed.present(widget)
    } catch let failure as CommandFailure {
      let schema = widget.answersAsGiven(present: nil).schema
      Terminal.writeJSON(
        try IntentJSON.text(of: widget.storedIntent, name: widget.name, schema: schema))
      throw CommandFailure(failure.status, failure.lines + [Self.asStored(widget.name)])
    }
    let (intent, leftOut) = try Self.intent(of: present)
    for line in present.remarks { shared.remark(line) }
    if let remark = leftOut.remark(on: widget.name) { shared.remark(remark) }
    // The name is omitted if it is the widget's default name.
    let stored = present.placed.name
    Terminal.writeJSON(
      try IntentJSON.text(
        of: intent, name: stored == present.widget.placedName ? nil : stored,
        schema: present.widget.schema))
  }

  /// Writes a line for each placed widget.
  private func writeAll(of placed: PlacedWidgets) async throws {
    var definitions = PlacedWidgets.Definitions(placed)
    var problems = LimitedProblems<Message>()
    var omissions = Omissions()
    _ = try await placed.eachPage(of: PlacedQuery(), most: nil) { page in
      var lines = ""
      for entry in page.entries {
        switch entry {
        case .success(let widget):
          do {
            try append(widget, under: &definitions, to: &lines, &omissions)
          } catch let failure as CommandFailure {
            for line in failure.lines {
              problems.append(.placed(place: widget.name, sentences: [line]))
            }
          }
        case .failure(let damaged): problems.append(placed.line(about: damaged))
        }
      }
      if !lines.isEmpty { Terminal.writeJSON(lines) }
    }
    if let remark = omissions.remark { shared.remark(remark) }
    guard problems.isEmpty else {
      throw CommandFailure(.findings, problems.kept + [problems.remark].compactMap { $0 })
    }
  }

  /// Appends the line for a placed widget; if there is no definition, the line has the stored
  /// answers unchanged.
  ///
  /// - Throws: `CommandFailure` with the problem of the widget.
  private func append(
    _ widget: PlacedWidget, under definitions: inout PlacedWidgets.Definitions,
    to lines: inout String, _ omissions: inout Omissions
  ) throws {
    let present: PresentWidget
    do {
      present = try definitions.present(widget)
    } catch {
      guard let failure = CommandFailure(error) else { throw error }
      let schema = widget.answersAsGiven(present: nil).schema
      lines += try IntentJSON.line(of: widget.storedIntent, name: widget.name, schema: schema)
      lines += "\n"
      throw CommandFailure(failure.status, failure.lines + [Self.asStored(widget.name)])
    }
    let (intent, leftOut) = try Self.intent(of: present)
    for line in present.remarks { shared.remark(line) }
    omissions.add(leftOut, of: widget.name)
    lines += try IntentJSON.line(of: intent, name: widget.name, schema: present.widget.schema)
    lines += "\n"
  }

  /// The remark about answers that are written without a definition.
  private static func asStored(_ name: String) -> Message {
    "The answers of “\(name: name)” are written as they are stored, hidden ones too."
  }

  /// The intent of a placed widget under its current definition, and the answers that it omits.
  private static func intent(
    of present: PresentWidget
  ) throws -> (intent: Intent, leftOut: LeftOutAnswers) {
    do {
      return try present.wholeIntent()
    } catch {
      let name = present.placed.name
      throw CommandFailure(
        .findings,
        error.lines(of: name) + ["Correct it: \(command: "edit \(shellWord(name))")"])
    }
  }
}

extension LeftOutAnswers {
  /// The remark about the answers that the intent of a placed widget omits; nil for none.
  fileprivate func remark(on name: String) -> Message? {
    guard !isEmpty else { return nil }
    var parts: [Message] = []
    if !hidden.isEmpty {
      parts.append("\(hidden.count, "hidden answer", "hidden answers") (\(choices: hidden))")
    }
    if !shortened.isEmpty {
      parts.append(
        """
        \(elements, "element", "elements") beyond the length of the family (\(choices: shortened))
        """)
    }
    return .placed(
      place: name.harmlessName,
      sentences: ["The intent leaves out \(list: parts).", .backupHasAll])
  }
}

/// How many answers the intents of several placed widgets omit, and the names of the first few of
/// these widgets.
private struct Omissions {
  private var widgets = 0
  private var hidden = 0
  private var elements = 0
  private var names: [String] = []

  /// Adds the answers that the intent of a placed widget omits.
  mutating func add(_ leftOut: LeftOutAnswers, of name: String) {
    guard !leftOut.isEmpty else { return }
    widgets += 1
    hidden += leftOut.hidden.count
    elements += leftOut.elements
    if names.count < 3 { names.append(name) }
  }

  /// The remark about all of these widgets; nil if there are none.
  var remark: Message? {
    guard widgets > 0 else { return nil }
    let parts: [Message?] = [
      hidden > 0 ? "\(hidden, "hidden answer", "hidden answers")" : nil,
      elements > 0
        ? "\(elements, "element", "elements") beyond the length of a family" : nil,
    ]
    return .sentences([
      """
      The intents of \(widgets, "placed widget", "placed widgets") leave out \
      \(list: parts.compactMap { $0 }).
      """,
      widgets > names.count
        ? "Among these widgets are \(choices: names)." : "See \(choices: names).",
      .backupHasAll,
    ])
  }
}

extension Message {
  fileprivate static var backupHasAll: Message {
    "A backup has everything: \(command: "store backup FOLDER")"
  }
}
