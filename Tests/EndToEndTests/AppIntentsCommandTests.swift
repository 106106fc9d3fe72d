import Foundation
import Testing
import WidgetTestSupport

/// The commands with a built App Intents program.
@Suite(.startsPrograms) struct AppIntentsCommandTests {
  private static let app = Sandbox.repository.appending(path: "Fixtures/AppIntents/Tram.app").path
  private static let file = app + "/Metadata.appintents/extract.actionsdata"

  @Test func `Describe shows the rows of a program and their conditions`() throws {
    let sandbox = try Sandbox()
    for path in [Self.app, Self.file, Self.app + "/Metadata.appintents"] {
      let run = try sandbox.run(["describe", path, "--locale", "en"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("DepartureBoardIntent  Departure board\n"))
      #expect(run.output.contains("exactly 2 in systemMedium"))
      #expect(
        run.output.contains(
          "Note  when the family is systemMedium or systemLarge and Look is not “List”"))
    }
    let german = try sandbox.run(["describe", Self.app, "--locale", "de"])
    #expect(german.output.contains("Haltestellen") && german.output.contains("• Liste  list"))
  }

  /// An archive contains the app in the folder `Payload`, and the app contains its extension.
  @Test func `An archive of an app is read like the app`() throws {
    let sandbox = try Sandbox()
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.app).sorted()
    var archive = StoredArchive()
    for file in files {
      guard let data = FileManager.default.contents(atPath: "\(Self.app)/\(file)") else { continue }
      archive.add("Payload/Town.app/PlugIns/Tram.appex/" + file, [UInt8](data))
    }
    archive.add("Payload/Town.app/Info.plist", Array("<plist><dict/></plist>".utf8))
    let path = sandbox.path("Town.ipa")
    try Data(archive.bytes).write(to: URL(filePath: path))
    for command in [["describe"], ["convert", "--to", "json"], ["check"]] {
      let run = try sandbox.run(command + [path])
      let whole = try sandbox.run(command + [Self.app])
      #expect(run.status == whole.status && !run.output.isEmpty, "\(run.errors)")
      #expect(run.output.replacing(path, with: Self.app) == whole.output, "\(command)")
    }
    let diff = try sandbox.run(["diff", Self.app, path])
    #expect(diff.status == 0 && diff.output.contains("Unchanged."), "\(diff)")
    archive.bytes.removeLast(30)
    try Data(archive.bytes).write(to: URL(filePath: path))
    let damaged = try sandbox.run(["describe", path])
    #expect(damaged.status != 0 && damaged.errors.contains("Town.ipa"), "\(damaged)")
  }

  /// A project in migration has both a definition and App Intents; a misspelled class loses its
  /// widgets.
  @Test func `Source next to a definition is reported as unchecked, and is checked if it is given`()
    throws
  {
    let sandbox = try Sandbox()
    _ = try sandbox.write(
      #"{"intents": [{"name": "Board", "eligibleForWidgets": true, "parameters": []}]}"#,
      to: "App/App.json")
    let source = try sandbox.write(
      """
      struct Board: WidgetConfigurationIntent, CustomIntentMigratedAppIntent {
        static let intentClassName = "BoradIntent"
        static let title: LocalizedStringResource = "Board"
      }
      """, to: "App/Code/Board.swift")
    let folder = try sandbox.run(["check", sandbox.path("App")])
    #expect(
      folder.errors.contains("so its App Intents, such as those in"), "\(folder)")
    #expect(folder.errors.contains("Code/Board.swift"), "\(folder)")
    let both = try sandbox.run(["check", sandbox.path("App"), source])
    #expect(both.output.contains("unknown-replaced-class"), "\(both)")
    #expect(!both.errors.contains("are not checked"), "\(both)")
    _ = try sandbox.write("struct Board {}", to: "App/Code/Board.swift")
    let plain = try sandbox.run(["check", sandbox.path("App")])
    #expect(!plain.errors.contains("are not checked"), "\(plain)")
  }

  @Test func `The platform and the flags of a build select the branches`() throws {
    let sandbox = try Sandbox()
    let source = try sandbox.write(
      """
      struct Board: WidgetConfigurationIntent {
        static let title: LocalizedStringResource = "Board"
        #if os(iOS)
          @Parameter(title: "Phone", default: true) var phone: Bool
        #else
          @Parameter(title: "Desk", default: true) var desk: Bool
        #endif
        #if PRO
          @Parameter(title: "Pro", default: true) var pro: Bool
        #endif
      }
      """, to: "App/Board.swift")
    let store = ["--store", sandbox.path("store.sqlite")]
    let build = ["--platform", "iOS 18", "--define", "PRO"]
    for (arguments, words) in [
      (["describe", source], "phone"), (["check", source], ""),
      (["convert", source, "--to", "json"], "\"phone\""),
      (["edit", source, "--dry-run", "--set", "phone=off"] + store, "\"pro\": true"),
      (["generate", source, "--as", "typed", "-o", sandbox.path("Code")], ""),
      (["diff", source, source], "phone, pro"),
      (["options", source, "phone"], ""),
      (["new", "Board", "--from", source, "--intents", sandbox.path("own")], "Board.json"),
    ] {
      let run = try sandbox.run(arguments + build)
      #expect(words.isEmpty || run.output.contains(words), "\(arguments): \(run)")
      #expect(!(run.output + run.errors).contains("not read"), "\(arguments): \(run)")
      #expect(!run.output.lowercased().contains("desk"), "\(arguments): \(run)")
    }
    // A suggested command repeats the options of the build, so that it reads the same branches.
    let timeline = try sandbox.run(["timeline", source, "--placeholder"] + build)
    #expect(timeline.errors.contains("--platform 'iOS 18' --define PRO"), "\(timeline.errors)")
    let mac = try sandbox.run(["describe", source, "--platform", "macOS", "--define", "PRO=false"])
    #expect(mac.output.contains("Desk") && !mac.output.contains("Pro") && mac.errors.isEmpty)
    for wrong in [
      ["--platform", "Lisa"], ["--platform", "iOS x"], ["--define", "=1"],
      ["--define", "PRO=no"], ["--platform", "iOS -1"],
    ] {
      let run = try sandbox.run(["describe", source] + wrong)
      #expect(run.status == 2 && run.errors.contains("macCatalyst"), "\(run)")
    }
  }

  @Test func `A form saves all answers, including those of rows that are now hidden`() throws {
    let sandbox = try Sandbox()
    let edit = ["edit", Self.app, "--store", sandbox.path("store.sqlite")]
    let saved = try sandbox.run(
      edit + ["--family", "systemLarge", "--set", "look=map", "--set", "note=Platform 2"])
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(saved.output.contains(#""note": "Platform 2""#))
    #expect(saved.output.contains(#""rows": 3"#))
    let hidden = try sandbox.run(edit + ["--family", "systemLarge", "--set", "look=list"])
    #expect(hidden.status == 0 && hidden.output.contains(#""note": "Platform 2""#))
  }

  @Test func `A definition becomes JSON and stays the same`() throws {
    let sandbox = try Sandbox()
    let json = sandbox.path("Tram.json")
    let first = try sandbox.run(["convert", Self.app, "--to", "json", "-o", json])
    #expect(first.status == 0, "\(first.errors)")
    let again = try sandbox.run(["convert", json, "--to", "json"])
    #expect(again.output == (try String(contentsOfFile: json, encoding: .utf8)))
    let same = try sandbox.run(["diff", Self.app, json])
    #expect(same.status == 0 && same.output.contains("Unchanged."), "\(same.output)")
    let list = try sandbox.run(["convert", Self.app, "--to", "intentdefinition"])
    #expect(list.status == 1 && list.errors.contains("App Intents"), "\(list)")
    let schema = try sandbox.run(["convert", Self.app, "--to", "schema"])
    #expect(schema.status == 0 && schema.output.contains("DepartureBoardIntent"))
  }

  /// `--intents` also accepts anything that contains one widget: source, an app, its metadata, a
  /// definition, or a folder with `widget.json`.
  @Test(
    "An intent is stored for the widget of a source, an app, metadata or a definition",
    arguments: [
      "Tram.app", "Tram.app/Metadata.appintents", "Tram", "Tram/DepartureBoardIntent.swift",
    ])
  func intents(_ name: String) throws {
    let sandbox = try Sandbox()
    let path = Sandbox.repository.appending(path: "Fixtures/AppIntents/\(name)").path
    let document =
      #"{"intent":"DepartureBoardIntent","family":"systemMedium","parameters":{}}"#
    let run = try sandbox.run(["import", "-", "--intents", path, "--name", "T"], input: document)
    #expect(run.status == 0 && run.errors.contains("imported T"), "\(name) \(run.errors)")
    let listed = try sandbox.run(["list", "--intents", path])
    #expect(listed.output.contains(path) && listed.output.contains("T  "), "\(listed.output)")
    for arguments in [["export", "T"], ["show", "T"], ["validate", path, "-"]] {
      let other = try sandbox.run(arguments, input: document)
      #expect(other.status == 0, "\(name) \(arguments) \(other.errors)")
    }
    // If no widget is found, the remedy says what to give with `--intents`.
    let lost = try sandbox.run(
      ["import", "-", "--intents", sandbox.path("empty"), "--name", "U"], input: document)
    #expect(lost.status == 2, "\(lost.errors)")
    try FileManager.default.createDirectory(
      atPath: sandbox.path("bare"), withIntermediateDirectories: true)
    let empty = try sandbox.run(
      ["import", "-", "--intents", "bare", "--name", "U"], input: document)
    #expect(empty.errors.contains("a definition or its source with --intents"), "\(empty.errors)")
  }

  @Test func `Check reports a minimum size, and no errors`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["check", Self.app])
    #expect(run.output.contains("minimum-size"), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("error"))
  }

  /// The top folder of a project contains JSON files that are not definitions.
  @Test func `The settings of other tools next to the source are not definitions`() throws {
    let sandbox = try Sandbox()
    for file in ["buildServer.json", ".claude.json", "tsconfig.plugins.json"] {
      _ = try sandbox.write(
        #"{"name": "server", "version": "1", "include": []}"#, to: "app/" + file)
      _ = try sandbox.write(
        """
        enum Pace: String, AppEnum {
          case slow, brisk, fast
          static let typeDisplayRepresentation: TypeDisplayRepresentation = "Pace"
          static let caseDisplayRepresentations: [Pace: DisplayRepresentation] = [
            .slow: "Slow", .brisk: "Brisk", .fast: "Fast",
          ]
        }
        struct WalkIntent: WidgetConfigurationIntent {
          static let title: LocalizedStringResource = "Walk"
          @Parameter(title: "Pace", default: .slow, supportedValues: [.slow, .fast]) var pace: Pace
        }
        """, to: "app/Sources/Walk.swift")
      let app = sandbox.path("app")
      for words in [
        ["describe"], ["check"], ["convert", "--to", "json"], ["generate", "--as", "typed"],
      ] {
        let run = try sandbox.run(words + [app])
        #expect(run.status == 0 && !run.errors.contains("json"), "\(words) \(run)")
        if words == ["describe"] {
          #expect(run.output.contains("Fast") && !run.output.contains("Brisk"), "\(run.output)")
        }
      }
      let same = try sandbox.run(["diff", app, app])
      #expect(same.status == 0 && same.output.contains("Unchanged."), "\(same)")
      let refused = try sandbox.run(
        ["edit", app, "--name", "Mine", "--set", "pace=brisk", "--set", "pace=Brisk"])
      #expect(refused.status != 0, "\(refused)")
    }
  }

  /// The generated protocol for a query is what one of our tests implements and compiles.
  @Test func `The typed code of a source has a protocol for each query`() throws {
    let source = Sandbox.repository.appending(path: "Fixtures/AppIntents/Transit").path
    let kept = Sandbox.repository.appending(
      path: "Tests/IntentOptionsTests/Transit.intents.swift")
    let run = try Sandbox().run(["generate", source, "--as", "typed"])
    #expect(run.output == (try String(contentsOf: kept, encoding: .utf8)), "\(run.errors)")
  }

  @Test func `A changed raw value is a different case, whatever its title is`() throws {
    let sandbox = try Sandbox()
    let text = try String(contentsOfFile: Self.file, encoding: .utf8)
    let path = try sandbox.write(
      text.replacing("\"identifier\": \"map\"", with: "\"identifier\": \"chart\""),
      to: "extract.actionsdata")
    let run = try sandbox.run(["diff", Self.file, path])
    #expect(run.output.contains("map") && !run.output.contains("Renamed"), "\(run.output)")
  }

  @Test func `A widget is made from a program, and its code is generated`() throws {
    let sandbox = try Sandbox()
    try sandbox.makeFolder("Intents")
    let made = try sandbox.run(
      ["new", "Tram", "--from", Self.app], adding: ["WIDGETCONFIG_INTENTS": sandbox.path("Intents")]
    )
    #expect(made.status == 0, "\(made.errors)")
    let typed = try sandbox.run(["generate", Self.app, "--as", "typed", "-o", sandbox.path("code")])
    #expect(typed.status == 0, "\(typed.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("code"))
    let code = try files.map {
      try String(contentsOfFile: sandbox.path("code/\($0)"), encoding: .utf8)
    }
    .joined()
    #expect(code.contains(".systemMedium: 2") && code.contains(".accessoryInline: .max"), "\(code)")
  }
}

/// A ZIP archive whose files are stored as they are.
private struct StoredArchive {
  private var files: [(name: [UInt8], content: [UInt8])] = []

  mutating func add(_ name: String, _ content: [UInt8]) {
    files.append((Array(name.utf8), content))
    bytes = written
  }

  var bytes: [UInt8] = []

  private var written: [UInt8] {
    var (body, directory): ([UInt8], [UInt8]) = ([], [])
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    for (name, content) in files {
      var facts = little(20, 2) + little(0, 8)
      facts += little(Int(Self.checksum(of: content)), 4)
      facts += little(content.count, 4) + little(content.count, 4)
      facts += little(name.count, 2) + little(0, 2)
      directory += little(0x0201_4b50, 4) + little(20, 2) + facts
      directory += little(0, 10) + little(body.count, 4) + name
      body += little(0x0403_4b50, 4)
      body += facts + name + content
    }
    let count = little(files.count, 2)
    var end = little(0x0605_4b50, 4) + little(0, 4) + count + count
    end += little(directory.count, 4)
    end += little(body.count, 4) + little(0, 2)
    return body + directory + end
  }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
