import Foundation
import Testing
import WidgetTestSupport

/// A placed widget keeps its identity, even if something else has its name, type name or folder.
@Suite(.startsPrograms) struct PlacedIdentityTests {
  private static func definition(_ parameter: String) -> String {
    """
    {
      "intents": [{
        "name": "Configuration", "eligibleForWidgets": true,
        "parameters": [{ "name": "\(parameter)", "label": "Text", "type": "string" }]
      }]
    }
    """
  }

  @Test func `A name that another widget uses is refused`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run(["edit", "UpNext", "--quiet", "--set", "style=list"]).status == 0)
    let run = try sandbox.run(["edit", "WorldClock", "--name", "UpNext", "--set", "showsDate=no"])
    #expect(run.status == 2)
    #expect(
      run.errors == """
        “UpNext” is already placed, with UpNextIntent of UpNext. Choose another name with --name.

        """)
    let list = try sandbox.run(["list"]).output
    #expect(list.contains("UpNext  UpNext  Medium"))
  }

  @Test func `Two definitions with the same type name stay separate`() throws {
    let sandbox = try Sandbox()
    let a = try sandbox.write(Self.definition("first"), to: "A.json")
    let b = try sandbox.write(Self.definition("second"), to: "B.json")
    #expect(try sandbox.run(["edit", a, "--quiet", "--set", "first=one"]).status == 0)
    #expect(try sandbox.run(["edit", b, "--quiet", "--set", "second=two"]).status == 0)
    let exported = try sandbox.run(["export", "B"]).output
    let file = try sandbox.write(exported.replacing("two", with: "three"), to: "b-intent.json")
    let unclear = try sandbox.run(["import", file])
    #expect(unclear.status == 1)
    #expect(unclear.errors.contains("ConfigurationIntent is defined in several places: "))
    #expect(try sandbox.run(["import", file, "--name", "B"]).status == 0)
    #expect(try sandbox.run(["export", "B"]).output.contains("three"))
    let all = try sandbox.run(["export", "--all"])
    #expect(all.status == 0)
    let lines = try sandbox.write(all.output, to: "all.jsonl")
    #expect(try sandbox.run(["import", lines]).errors.contains("unchanged A"))
    #expect(try sandbox.run(["export", "--all"]).output == all.output)
  }

  @Test func `A widget opened by its folder is found again`() throws {
    let sandbox = try Sandbox()
    let folder = sandbox.folder.appending(path: "MyVerse")
    try FileManager.default.copyItem(
      at: Sandbox.repository.appending(path: "Intents/Verse"), to: folder)
    #expect(try sandbox.run(["edit", folder.path, "--quiet", "--set", "interval=5h"]).status == 0)
    #expect(try sandbox.run(["export", "MyVerse"]).output.contains("PT5H"))
    #expect(try sandbox.run(["timeline", "MyVerse"]).status == 0)
    #expect(try sandbox.run(["edit", "MyVerse", "--quiet", "--set", "interval=6h"]).status == 0)
    #expect(try sandbox.run(["export", "--all"]).output.contains("PT6H"))
  }

  /// A phone finds a placed widget by its kind, whatever else is in its folder.
  @Test(arguments: [true, false])
  func `A placed widget keeps its kind while widgets join and leave its folder`(
    isByName: Bool
  ) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      Self.definition("text").replacing(
        "string\" }", with: "string\" }, { \"name\": \"note\", \"type\": \"string\" }"),
      to: "W/X/X.json")
    func write(_ kinds: [String], isList: Bool) throws {
      let widgets = kinds.map { #"{ "kind": "\#($0)", "intent": "Configuration" }"# }
      let text = isList ? #"{ "widgets": [\#(widgets.joined(separator: ", "))] }"# : widgets[0]
      _ = try sandbox.write(text, to: "W/X/widget.json")
    }
    let intents = isByName ? ["--intents", sandbox.path("W")] : []
    let subject = isByName ? "X" : sandbox.path("W/X")
    func edit(_ subject: String, _ answers: String...) throws -> FinishedProgram {
      let set = answers.flatMap { ["--set", $0] }
      return try sandbox.run(["edit", subject, "--name", "One", "--quiet"] + set + intents)
    }
    func expect(_ text: String) throws {
      let list = try sandbox.run(["list", "--format", "json"] + intents).output
      #expect(list.contains(#""state": "current""#), "\(list)")
      let exported = try sandbox.run(["export", "One"] + intents)
      #expect(exported.output.contains(#""text": "\#(text)""#), "\(exported.errors)")
      #expect(exported.output.contains(#""note": "n""#), "\(exported.output)")
    }
    try write(["x.one"], isList: false)
    #expect(try edit(subject, "text=a", "note=n").status == 0)
    try write(["x.one", "x.two"], isList: true)
    try expect("a")
    let own = try edit(subject + "/x.one", "text=b")
    #expect(own.status == 0, "\(own.errors)")
    let other = try edit(subject + "/x.two", "text=c")
    #expect(other.status == 2 && other.errors.contains("already placed"), "\(other.errors)")
    try write(["x.one"], isList: false)
    try expect("b")
    // If a kind is no longer in the folder, a person can give its placed widget to another widget.
    try FileManager.default.copyItem(
      atPath: sandbox.path("W/X"), toPath: sandbox.path("Was"))
    try write(["x.uno"], isList: false)
    let diff = try sandbox.run(
      ["diff", sandbox.path("Was"), sandbox.path("W/X"), "--store", sandbox.path("store.sqlite")])
    #expect(
      diff.status == 1 && diff.output.contains("  1 of them names no widget"), "\(diff.output)")
    let gone = try sandbox.run(["edit", "One", "--quiet", "--set", "text=d"] + intents)
    #expect(gone.status == 1, "\(gone.errors)")
    #expect(gone.errors.contains("X/x.uno --name One"), "\(gone.errors)")
    let given = try edit(subject + "/x.uno", "text=e")
    #expect(given.status == 0, "\(given.errors)")
    try expect("e")
  }

  /// Writes a folder with a definition and the widgets of the given kinds.
  private func write(_ kinds: [String], to folder: String, in sandbox: Sandbox) throws {
    let widgets = kinds.map { #"{ "kind": "\#($0)", "intent": "Configuration" }"# }
    _ = try sandbox.write(Self.definition("text"), to: "\(folder)/Own.json")
    _ = try sandbox.write(
      #"{ "widgets": [\#(widgets.joined(separator: ", "))] }"#, to: "\(folder)/widget.json")
  }

  /// The stored name of a widget is a name, and never a path below the current folder.
  @Test func `A file in the current folder does not hide a placed widget`() throws {
    let sandbox = try Sandbox()
    try write(["one", "two"], to: "W/X", in: sandbox)
    let intents = ["--intents", sandbox.path("W")]
    let edit = ["edit", "X/one", "--name", "P", "--quiet", "--set", "text=a"]
    #expect(try sandbox.run(edit + intents).status == 0)
    _ = try sandbox.write("", to: "W/X/one")
    let show = try sandbox.shell(#"cd W && "$0" show P --intents "$PWD""#)
    #expect(show.status == 0 && show.output.contains("X/one"), "\(show)")
  }

  /// A placed widget stores the kind and the folder; if the kind moves to another folder, no widget
  /// is found for the placed widget.
  @Test func `A kind that moves to another folder is counted`() throws {
    let sandbox = try Sandbox()
    try write(["today", "x"], to: "old/Aa", in: sandbox)
    try write(["y", "z"], to: "old/Bb", in: sandbox)
    let edit = [
      "edit", "Aa/today", "--name", "P", "--quiet", "--set", "text=a", "--intents",
      sandbox.path("old"),
    ]
    let placed = try sandbox.run(edit)
    #expect(placed.status == 0, "\(placed.errors)")
    try write(["x", "u"], to: "new/Aa", in: sandbox)
    try write(["y", "z", "today"], to: "new/Bb", in: sandbox)
    let diff = try sandbox.run([
      "diff", sandbox.path("old"), sandbox.path("new"), "--store", sandbox.path("store.sqlite"),
    ])
    #expect(diff.output.contains("  1 of them names no widget"), "\(diff)")
  }

  @Test func `A placed widget can be edited, and copied under another name`() throws {
    let sandbox = try Sandbox()
    let first = ["edit", "Verse", "--name", "Desk", "--quiet", "--set", "interval=5h"]
    #expect(try sandbox.run(first).status == 0)
    let copy = ["edit", "Desk", "--name", "Desk2", "--quiet", "--set", "emphasis=0.8"]
    #expect(try sandbox.run(copy).status == 0)
    let text = try sandbox.run(["export", "Desk2"]).output
    #expect(text.contains("PT5H") && text.contains("0.8"))
    #expect(try !sandbox.run(["export", "Desk"]).output.contains("0.8"))
  }

  @Test func `An import asks which of several placed widgets to change`() throws {
    let sandbox = try Sandbox()
    for name in ["Desk", "Shelf"] {
      let arguments = ["edit", "UpNext", "--name", name, "--quiet", "--set", "style=list"]
      #expect(try sandbox.run(arguments).status == 0)
    }
    let file = try sandbox.write(
      try sandbox.run(["export", "Desk"]).output.replacing("0.5", with: "0.9")
        .replacing("  \"name\": \"Desk\",\n", with: ""), to: "d.json")
    let run = try sandbox.run(["import", file])
    #expect(run.status == 1)
    #expect(
      run.errors == """
        \(file): UpNextIntent is placed several times: Desk, Shelf. \
        Choose one with “name” in the JSON, or with --name.
        Nothing is imported.

        """)
    #expect(try sandbox.run(["import", file, "--name", "Desk"]).status == 0)
    #expect(try sandbox.run(["export", "Desk"]).output.contains("0.9"))
    #expect(try !sandbox.run(["export", "Shelf"]).output.contains("0.9"))
    #expect(try sandbox.run(["timeline", file]).status == 0)
    let named = try sandbox.run(["export", "Shelf"]).output
    #expect(named.hasPrefix("{\n  \"name\": \"Shelf\",\n"))
    let again = try sandbox.write(named.replacing("0.5", with: "0.8"), to: "s.json")
    #expect(try sandbox.run(["import", again]).errors.hasPrefix("imported Shelf"))
  }

  @Test func `An existing file at the output path keeps its kind`() throws {
    let sandbox = try Sandbox()
    let target = try sandbox.write("old and longer than nothing", to: "target.json")
    let link = sandbox.path("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    for path in [link, target] {
      let run = try sandbox.run([
        "edit", "Verse", "--quiet", "--output", path, "--set", "interval=5h",
      ])
      #expect(run.status == 0)
      #expect(try sandbox.read("target.json") == run.output)
    }
    let kept = try FileManager.default.attributesOfItem(atPath: target)
    #expect(kept[.posixPermissions] as? Int == 0o640)
    let device = try sandbox.run(["edit", "Verse", "--output", "/dev/full", "--set", "interval=7h"])
    #expect(device.status == 1)
    #expect(device.errors.hasPrefix("/dev/full: The file cannot be written: "))
    #expect(try !sandbox.run(["export", "Verse"]).output.contains("PT7H"))
  }

  @Test func `Importing for a smaller family keeps the elements beyond it`() throws {
    let sandbox = try Sandbox()
    let set = ["--set", "mirrorCalendarApp=no", "--set", "calendars=work,home"]
    #expect(try sandbox.run(["edit", "UpNext", "--quiet"] + set).status == 0)
    let small = ["edit", "UpNext", "--quiet", "--family", "systemSmall", "--set", "style=list"]
    #expect(try sandbox.run(small).status == 0)
    let exported = try sandbox.run(["export", "UpNext"]).output
    #expect(!exported.contains("home"))
    let file = try sandbox.write(exported, to: "small.json")
    #expect(try sandbox.run(["import", file]).status == 0)
    let medium = ["edit", "UpNext", "--quiet", "--family", "systemMedium", "--set", "style=list"]
    #expect(try sandbox.run(medium).output.contains("home"))
  }

  @Test func `A timeline for another family uses the values for that family`() throws {
    let sandbox = try Sandbox()
    let set = ["--set", "cities=Tokyo,Berlin,Oslo"]
    #expect(try sandbox.run(["edit", "WorldClock", "--quiet"] + set).status == 0)
    let moment = ["--at", "2026-11-21T12:00:00Z", "--snapshot"]
    let small = ["timeline", "WorldClock", "--family", "systemSmall"] + moment
    #expect(try !sandbox.run(small).output.contains("Oslo"))
    #expect(try sandbox.run(["timeline", "WorldClock"] + moment).output.contains("Oslo"))
  }

  /// A name with a slash is a path only if there is a file or folder at that path.
  @Test func `a placed widget whose name looks like a path is found again`() throws {
    let sandbox = try Sandbox()
    let name = "desk/left"
    for (emphasis, subject) in [("0.25", "Verse"), ("0.5", name), ("0.75", name)] {
      try sandbox.check(
        CommandCase(
          ["edit", subject, "-q", "--name", name, "--set", "emphasis=\(emphasis)"],
          output: SampleIntents.verse(emphasis: emphasis)))
    }
    let verse = SampleIntents.verse(emphasis: "0.75").named(name)
    try sandbox.check(CommandCase(["export", name], output: verse))
    #expect(try sandbox.run(["timeline", name, "--snapshot"]).status == 0)
    try sandbox.check(
      CommandCase(
        ["edit", "desk/right", "-q", "--set", "emphasis=1"], status: 1,
        errors: "desk/right: The file does not exist. Check the path.\n"))
    // A definition at the path takes precedence.
    try sandbox.makeFolder("desk")
    let text = #"{"intents":[{"name":"N","parameters":[{"name":"n","type":"string"}]}]}"#
    _ = try sandbox.write(text, to: name)
    let run = try sandbox.run(["edit", name, "-q", "--set", "n=x", "--name", "Other"])
    #expect(run.output.contains("NIntent"))
    try sandbox.check(CommandCase(["export", name], output: verse))
  }
}
