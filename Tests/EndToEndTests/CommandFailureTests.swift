import Foundation
import Testing
import WidgetTestSupport

/// Files and stores that cannot be read or written, and readers that have exited.
@Suite(.startsPrograms) struct CommandFailureTests {
  static let stores: [(String, String)] = [
    (
      "text",
      """
      text: The file is not a store of placed widgets: it is not an SQLite database. Name another file \
      with --store or WIDGETCONFIG_STORE; this one was left as it is.

      """
    ),
    (
      ".",
      """
      .: The file cannot be opened: unable to open database file. Name another file with --store or \
      WIDGETCONFIG_STORE, or correct the permissions of the file and of its folder.

      """
    ),
  ]

  @Test(arguments: ["list", "export --all", "export X", "import -", "timeline Verse", "edit Verse"])
  func `a file that is not a store`(command: String) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.write("This is a letter, and no database at all.\n", to: "text")
    for (store, message) in Self.stores {
      try sandbox.check(
        CommandCase(
          "\(command) --store \(store)", status: 1,
          errors: message + (command == "import -" ? "Nothing is imported.\n" : "")))
    }
    #expect(try sandbox.read("text") == "This is a letter, and no database at all.\n")
  }

  /// Paths of definitions, and the messages about them.
  static let definitions: [(String, String)] = [
    ("nope.intentdefinition", "nope.intentdefinition: The file does not exist. Check the path."),
    ("./nope", "./nope: The file does not exist. Check the path."),
    // The path of a folder with one definition refers to that definition.
    (
      ".",
      """
      ./cut.intentdefinition:1:20: The file ends before its property list does. It is cut off; \
      restore it from version control.
      """
    ),
    (
      "./letter",
      """
      ./letter:1:1: This is not a property list: it begins neither with XML nor with “bplist00”. Give \
      an intent definition, or restore it from version control.
      """
    ),
    (
      "cut.intentdefinition",
      "cut.intentdefinition:1:20: The file ends before its property list does. It is cut off; "
        + "restore it from version control."
    ),
    ("two", "two: There are several definitions: A.json, B.json. Rename one of them to two.json."),
    (
      "plists",
      """
      plists: There are several definitions: A.intentdefinition, B.intentdefinition. Keep the file of \
      the widget, and move the others to folders of their own.
      """
    ),
    ("none", "none: There is no definition. Add none.intentdefinition or none.json."),
    (
      "wrong",
      """
      wrong/widget.json:1:34: There is no widget family “systemSm-l”. Did you mean “systemSmall”?
      wrong/widget.json:1:48: There is no member “bogus” here. Choose from “kind”, “displayName”, \
      “description”, “supportedFamilies”, “familySizes”, “intent”, “options”, “timeline”.
      """
    ),
    (
      "source",
      """
      source/widget.json: options.collection: There is no built-in source “Nope”. Choose \
      from “UpNext”, “Verse”, “WorldClock”.
      """
    ),
    (
      "timed",
      "timed/widget.json: timeline: There is no built-in source “Verze”. Did you mean “Verse”?"
    ),
  ]

  private func write(_ sandbox: Sandbox) throws {
    let verse = try Data(
      contentsOf: Sandbox.repository.appending(path: "Intents/Verse/Verse.json"))
    let start = #"{"kind":"k","intent":"VerseIntent","supportedFamilies":["systemSmall"]"#
    let manifests = [
      "two": start + "}", "plists": start + "}", "none": start + "}",
      "wrong": #"{"kind":"k","supportedFamilies":["systemSm-l"],"bogus":1}"#,
      "source": start + #","options":{"collection":{"builtin":"Nope"}}}"#,
      "timed": start + #","timeline":{"builtin":"Verze"}}"#,
    ]
    for (folder, manifest) in manifests {
      try FileManager.default.createDirectory(
        atPath: sandbox.path(folder), withIntermediateDirectories: true)
      _ = try sandbox.write(manifest, to: "\(folder)/widget.json")
      guard folder != "none" else { continue }
      try verse.write(to: sandbox.folder.appending(path: "\(folder)/A.json"))
    }
    try verse.write(to: sandbox.folder.appending(path: "two/B.json"))
    for name in ["A", "B"] {
      _ = try sandbox.write("<plist><dict/></plist>", to: "plists/\(name).intentdefinition")
    }
    _ = try sandbox.write("A letter.\n", to: "letter")
    _ = try sandbox.write("<?xml version=\"1.0\"", to: "cut.intentdefinition")
  }

  @Test(arguments: definitions)
  func `a definition that cannot be read`(path: String, message: String) throws {
    let sandbox = try Sandbox()
    try write(sandbox)
    for arguments in [["edit", path, "--set", "emphasis=1"], ["timeline", path]] {
      try sandbox.check(CommandCase(arguments, status: 1, errors: message + "\n"))
    }
  }

  @Test func `the path of a definition in a widget's folder refers to the widget`() throws {
    let sandbox = try Sandbox()
    try write(sandbox)
    try sandbox.check(
      CommandCase(
        "edit ./timed/A.json -q --set emphasis=1", status: 1,
        errors: """
          HERE/timed/widget.json: timeline: There is no built-in source “Verze”. Did you mean \
          “Verse”?

          """))
  }

  @Test func `an output that cannot be written loses nothing`() throws {
    let sandbox = try Sandbox()
    try sandbox.check(
      CommandCase(
        "edit Verse -q --set emphasis=1 --output nowhere/a.json", status: 1,
        output: SampleIntents.verse(emphasis: "1"),
        errors: """
          nowhere/a.json: The file cannot be written: No such file or directory.
          Nothing is saved. The answers are on standard output: keep them in a file for \
          edit --answers.

          """))
    #expect(try sandbox.run(["list"]).output.contains("none yet"))
    try sandbox.check(
      CommandCase(
        "edit Verse -q --set emphasis=0.2 --output a.json",
        output: SampleIntents.verse(emphasis: "0.2")))
    #expect(try sandbox.read("a.json") == SampleIntents.verse(emphasis: "0.2"))
  }
}
