import Foundation
import Testing
import WidgetTestSupport

/// The built program's editors, on a terminal and in line mode.
@Suite(.startsPrograms) struct EditEditorsTests {
  /// A definition with the types whose editors have several parts.
  static let definition = """
    {"namespace": "k3WqVz", "intents": [{"name": "Editors", "title": {"text": "Editors", "id": "a0"},
      "category": "information", "eligibleForWidgets": true, "parameters": [
      {"name": "day", "label": {"text": "Day", "id": "a1"}, "type": "dateComponents",
        "components": "date", "dateStyle": "Medium"},
      {"name": "time", "label": {"text": "Time", "id": "a2"}, "type": "dateComponents",
        "components": "time"},
      {"name": "file", "label": {"text": "File", "id": "a3"}, "type": "file"},
      {"name": "distance", "label": {"text": "Distance", "id": "a4"}, "type": "distance",
        "unit": "Kilometers", "default": 5},
      {"name": "factor", "label": {"text": "Factor", "id": "a5"}, "type": "decimal"},
      {"name": "level", "label": {"text": "Level", "id": "a6"}, "type": "decimal",
        "control": "slider", "minimum": 0, "maximum": 1, "default": 0.5}
    ]}]}
    """

  private func sandbox() throws -> (Sandbox, file: String) {
    let sandbox = try Sandbox()
    let folder = sandbox.folder.appending(path: "Documents")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["plan.pdf", "plan-b.pdf"] {
      try Data().write(to: folder.appending(path: name))
    }
    return (sandbox, try sandbox.write(Self.definition, to: "Editors.json"))
  }

  /// The values of the intent in the output of a run, or in its output file.
  private func values(_ text: String) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(json?["parameters"] as? [String: Any], "\(text)")
  }

  /// With the name of a parameter, the form shows only that parameter, and saves its answer.
  @Test func `One parameter is asked for and saved`() throws {
    let (sandbox, file) = try sandbox()
    let saved = sandbox.path("intent.json")
    for (name, keys) in [("factor", "2.5\r"), ("day", "24dec\r"), ("distance", "7\u{13}")] {
      let program = try sandbox.onTerminal(["edit", file, name, "--output", saved])
      try program.wait(for: "Enter save")
      program.type(keys)
      #expect(try program.exitCode() == 0)
    }
    let found = try values(try sandbox.read("intent.json"))
    #expect(found["factor"] as? Double == 2.5)
    #expect((found["day"] as? [String: Int])?["day"] == 24)
    #expect((found["distance"] as? [String: Any])?["value"] as? Double == 7)
    // Esc leaves the form without saving anything.
    let left = try sandbox.onTerminal(["edit", file, "factor"])
    try left.wait(for: "Esc leave")
    left.type("3\u{1B}")
    #expect(try left.exitCode() == 130)

    let wrong = try sandbox.run(["edit", file, "facto"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.hasSuffix("has no parameter “facto”. Did you mean “factor”?\n"))
    let both = try sandbox.run(["edit", file, "factor", "--set", "factor=1"])
    #expect(both.status == 2)
    #expect(both.errors.contains("<parameter> cannot be used with --set, --answers."))
    let plain = try sandbox.run(["edit", file, "factor", "--plain", "-q"], input: "4\n\n")
    #expect(try values(plain.output)["factor"] as? Double == 4)
  }

  @Test func `Fields, units and paths are edited with keys`() throws {
    let (sandbox, file) = try sandbox()
    let program = try sandbox.onTerminal(
      ["edit", file, "--output", sandbox.path("intent.json")],
      adding: ["LANG": "de_DE.UTF-8"])
    try program.wait(for: "Distance")
    try program.moveDown(to: "Day")
    program.press("enter")
    program.type("24.12.")
    program.type("2026\r")
    try program.wait(for: "24. Dez. 2026")
    try program.moveDown(to: "Time")
    program.press("enter")
    program.type("1930\r")
    try program.wait(for: "19:30")
    try program.moveDown(to: "File")
    program.type("~/Doc\t")
    try program.wait(for: "~/Documents/")
    program.type("\t")
    try program.wait(for: "plan-b.pdf")
    program.type("\t\t\r")
    try program.wait(for: "~/Documents/plan.pdf")
    program.type("\r")
    try program.wait(for: sandbox.folder.lastPathComponent)
    try program.moveDown(to: "Distance")
    program.type("\r\tmi\r")
    try program.wait(for: "3,106856 mi")
    try program.moveDown(to: "Factor")
    program.type("1.500\r")
    try program.wait(for: "1500 oder 1,500")
    program.press("^u")
    program.type("1,5\r")
    try program.wait(forNo: "1,500")
    program.press("^s")
    try program.wait(for: "Zu sichernde Änderungen")
    program.press("enter")
    #expect(try program.exitCode() == 0)
    let found = try values(try sandbox.read("intent.json"))
    #expect(found["day"] as? [String: Int] == ["year": 2026, "month": 12, "day": 24])
    #expect(found["factor"] as? Double == 1.5)
    let distance = try #require(found["distance"] as? [String: Any])
    #expect(distance["value"] as? Double == 3.106856 && distance["unit"] as? String == "mi")
    #expect((found["file"] as? String)?.hasSuffix("/Documents/plan.pdf") == true)
    #expect((found["file"] as? String)?.hasPrefix("/") == true)
  }

  @Test func `The mouse chooses a day, drags a slider and presses keys`() throws {
    let (sandbox, file) = try sandbox()
    let form = try sandbox.onTerminal(["edit", file, "--mouse"])
    try form.wait(for: "Distance")
    try form.moveDown(to: "Day")
    form.type("2026-11-21\r")
    try form.wait(for: "2026-11-21")
    form.type("\u{1B}OS")
    try form.wait(for: "November 2026")
    try form.point(at: "30")
    try form.point(at: "30")
    try form.wait(for: "2026-11-30")
    // Drags the knob from the middle of the track to the right end.
    let line = try #require(form.screen.textLines.firstIndex { $0.contains("Level") })
    let row = line + 1
    let text = Array(form.screen.textLines[line])
    let knob = try #require(text.firstIndex(of: "●")) + 1
    form.type("\u{1B}[<0;\(knob);\(row)M\u{1B}[<32;\(knob + 4);\(row)M")
    try form.wait(for: "0.65")
    form.type("\u{1B}[<32;\(knob + 40);\(row)M\u{1B}[<0;\(knob + 40);\(row)m")
    try form.wait(for: "━● 1")
    form.type("\u{1B}[<65;10;10M")
    // The key hints are different on the row of the button.
    try form.wait(for: "▸ [ Save ]")
    // The key hints: save, and then Enter in the review.
    try form.point(at: "^S")
    try form.wait(for: "Changes to save")
    try form.point(at: "Enter")
    #expect(try form.exitCode() == 0)
  }

  /// Text that is typed after Tab is added to the completed path, however fast it is typed.
  @Test func `A path that is typed at once is completed`() throws {
    let (sandbox, file) = try sandbox()
    var isCompleted = false
    // The form handles keys without waiting long for the content of a folder, so on a busy machine
    // the content can come too late.
    for _ in 0..<4 where !isCompleted {
      let program = try sandbox.onTerminal(["edit", file])
      try program.wait(for: "Distance")
      for label in ["Day", "Time", "File"] { try program.moveDown(to: label) }
      program.type("~/Doc\tplan-\t")
      isCompleted = (try? program.wait(for: "~/Documents/plan-b.pdf")) != nil
      program.press("^c")
      #expect(try program.exitCode() == 130)
    }
    #expect(isCompleted)
  }

  @Test func `In line mode, a path is listed and a unit converted`() throws {
    let (sandbox, file) = try sandbox()
    let lines = [
      "", "2026-12-24", "7:30 pm", "~/Documents/*", "1", "mi", "2.5", "0.75", "yes",
    ]
    let run = try sandbox.run(
      ["edit", file, "--plain", "--quiet"], input: lines.joined(separator: "\n") + "\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("  1 ~/Documents/plan-b.pdf\n  2 ~/Documents/plan.pdf\n"))
    #expect(!run.errors.contains("\u{1B}"))
    let found = try values(run.output)
    #expect(found["time"] as? [String: Int] == ["hour": 19, "minute": 30])
    #expect((found["file"] as? String)?.hasSuffix("/Documents/plan-b.pdf") == true)
    let distance = try #require(found["distance"] as? [String: Any])
    #expect(distance["value"] as? Double == 3.106856)
  }
}

extension TerminalProgram {
  /// Presses and releases the left button on a text.
  fileprivate func point(at text: String) throws {
    try wait(for: text)
    let lines = screen.textLines
    let line = try #require(lines.firstIndex { $0.contains(text) })
    let range = try #require(lines[line].firstRange(of: text))
    let column = lines[line].distance(from: lines[line].startIndex, to: range.lowerBound) + 1
    type("\u{1B}[<0;\(column);\(line + 1)M\u{1B}[<0;\(column);\(line + 1)m")
  }
}
