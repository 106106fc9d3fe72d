import Foundation
import Testing
import WidgetTestSupport

/// Hostile files and the built program: the messages are short, and memory use is limited.
@Suite(.startsPrograms) struct BoundedWorkTests {
  private static func name(_ number: Int) -> String { "a_rather_long_name_\(number)" }

  /// A definition of one intent with Boolean parameters, each with additional members.
  private static func definition(
    _ count: Int, rest: String = "", _ more: (Int) -> String = { _ in "" }
  ) -> String {
    let parameters = (0..<count).map { number in
      "{\"name\":\"\(name(number))\",\"tag\":\(number + 1),\"priority\":\(number + 1),"
        + (more(number).isEmpty ? "\"type\":\"boolean\"" : more(number)) + "}"
    }
    return "{\"intents\":[{\"name\":\"Big\",\"eligibleForWidgets\":true,\"parameters\":["
      + parameters.joined(separator: ",\n") + "]}]\(rest)}"
  }

  private static func chain(_ count: Int) -> String {
    definition(count) { number in
      number == 0
        ? ""
        : "\"type\":\"boolean\",\"visibleWhen\":{\"parent\":\"\(name(number - 1))\","
          + "\"predicate\":\"BooleanHasExactValue\",\"value\":true}"
    }
  }

  private static func propertyList(_ unknown: Int, root: String = "") -> String {
    "<plist><dict><key>INIntents</key><array/>\n\(root)"
      + (0..<unknown).map { "<key>\(name($0))</key><true/>\n" }.joined() + "</dict></plist>"
  }

  @Test func `A check lists a thousand findings for a file, the severe ones first`() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      Self.propertyList(2_500, root: "<key>INEnums</key><true/>\n"), to: "a.intentdefinition")
    let run = try sandbox.run(["check", file])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 1_002)
    #expect(lines.count { $0.contains("unknown-key") } == 998)
    #expect(lines.count { $0.contains("error") && $0.contains("wrong-type") } == 1)
    #expect(lines.count { $0.contains("warning") && $0.contains("no-intents") } == 1)
    #expect(lines.last?.contains("… and 1502 more notes. Correct those above first.") == true)
    #expect(run.errors == "1 error, 1 warning and 2500 notes in 1 file.\n")
    let json = try sandbox.run(["check", file, "--format", "json"])
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(report["notes"] as? Int == 2_500)
    #expect((report["findings"] as? [Any])?.count == 1_001)
  }

  @Test func `A finding for every element of a big definition is listed a thousand times`() throws {
    let sandbox = try Sandbox()
    let dangling = Self.definition(1_500) { number in
      "\"type\":\"enum\",\"enum\":\"Missing\(number)\""
    }
    for text in [dangling, Self.chain(1_500)] {
      let run = try sandbox.run(["check", sandbox.write(text, to: "a.json")])
      #expect(run.output.split(separator: "\n").count == 1_002)
      #expect(run.output.contains(text == dangling ? "… and 500 more errors." : "… and 498 more"))
    }
  }

  /// A json-c tree of the file would take 170 MB.
  @Test func `Many empty objects need little more memory than their text`() throws {
    let sandbox = try Sandbox()
    let objects = Array(repeating: "{}", count: 200_000).joined(separator: ",")
    let probe = ProgramFolder.path(of: "SourceProbe")
    let peaks = try ["", objects].map { text in
      _ = try sandbox.write("{\"intents\":[],\"odd\":[\(text)]}", to: "a.json")
      let run = try sandbox.shell(
        "'\(probe)' --peak peak \"$0\" check a.json --format json > output")
      #expect(run.status == 1, "\(run.errors)")
      return try #require(Int(try sandbox.read("peak")))
    }
    #expect(peaks[1] - peaks[0] < 80 << 10, "\(peaks) KiB")
  }

  /// If each intent had its own copy of the cases, the cases would take 800 MB.
  @Test func `Many intents that share an enum do not each hold its cases`() throws {
    let sandbox = try Sandbox()
    let probe = ProgramFolder.path(of: "SourceProbe")
    let cases = (0..<2_000).map { "{\"name\":\"\(Self.name($0))\"}" }.joined(separator: ",")
    let parameter = "{\"name\":\"p\",\"type\":\"enum\",\"enum\":\"E\"}"
    let intents = (0..<2_000).map { "{\"name\":\"I\($0)\",\"parameters\":[\(parameter)]}" }
    _ = try sandbox.write(
      "{\"intents\":[\(intents.joined(separator: ","))],"
        + "\"enums\":[{\"name\":\"E\",\"cases\":[\(cases)]}]}", to: "a.json")
    let lines = [0, 1_999].map { number in
      "{\"intent\":\"I\(number)Intent\",\"family\":\"systemSmall\","
        + "\"parameters\":{\"p\":\"\(Self.name(1_999))\"}}\n"
    }
    _ = try sandbox.write(lines.joined(), to: "lines")
    let run = try sandbox.shell("'\(probe)' --peak peak \"$0\" validate a.json lines")
    #expect(run.status == 0, "\(run.errors)")
    let peak = try #require(Int(try sandbox.read("peak")))
    #expect(peak < 300 << 10, "\(peak) KiB")
  }

  @Test func `The schema of a chain of conditions has each condition once`() throws {
    let sandbox = try Sandbox()
    var sizes: [Int] = []
    for count in [100, 200, 400] {
      let file = try sandbox.write(Self.chain(count), to: "a.json")
      let run = try sandbox.run(["convert", file, "--to", "schema"])
      #expect(run.status == 0)
      sizes.append(run.output.utf8.count)
    }
    // The length of the text is proportional to the number of parameters, except for longer
    // numbers.
    #expect(sizes[1] - 2 * sizes[0] < sizes[0] / 10)
    #expect(sizes[2] - 2 * sizes[1] < sizes[1] / 10)
  }

  @Test func `A schema that would list too much is refused`() throws {
    let cases = (0..<1_200).map { "{\"name\":\"\(Self.name($0))\"}" }.joined(separator: ",")
    let text = Self.definition(
      1_000, rest: ",\"enums\":[{\"name\":\"E\",\"cases\":[\(cases)]}]"
    ) { _ in "\"type\":\"enum\",\"enum\":\"E\"" }
    let sandbox = try Sandbox()
    let file = try sandbox.write(text, to: "a.json")
    let run = try sandbox.run(["convert", file, "--to", "schema"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errors.contains(
        "BigIntent: The schema would list more than 1000000 values of enums. Use enums with fewer"))
  }

  @Test func `A binary property list that expands too far is refused`() throws {
    let sandbox = try Sandbox()
    // A text of 60,000 bytes, 255 times in each of 255 arrays: four gigabytes.
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    func add(_ object: [UInt8]) {
      offsets.append(bytes.count)
      bytes += object
    }
    add([0xAF, 0x10, 255] + [UInt8](repeating: 1, count: 255))
    add([0xAF, 0x10, 255] + [UInt8](repeating: 2, count: 255))
    add([0x5F, 0x11, 0xEA, 0x60] + [UInt8](repeating: 0x61, count: 60_000))
    let table = bytes.count
    for offset in offsets { bytes += [24, 16, 8, 0].map { UInt8(offset >> $0 & 255) } }
    bytes += [0, 0, 0, 0, 0, 0, 4, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
    bytes += [0, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(table >> $0 & 255) }
    try Data(bytes).write(to: URL(filePath: sandbox.path("a.intentdefinition")))
    let run = try sandbox.run(["check", "a.intentdefinition"])
    #expect(run.status == 1)
    #expect(run.output.contains("exceed the limit of 67108864 bytes"))
  }

  @Test func `Characters that XML forbids are refused with their position`() throws {
    let sandbox = try Sandbox()
    for character in ["\u{FFFE}", "\u{FFFF}"] {
      let text = Self.definition(1) { _ in "\"type\":\"boolean\",\"label\":\"a\(character)\"" }
      let file = try sandbox.write(text, to: "a.json")
      let run = try sandbox.run(["convert", file, "--to", "intentdefinition"])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.contains("INIntentParameterDisplayName: The text has the character U+FFF"))
      #expect(try sandbox.run(["convert", file, "--to", "json"]).status == 0)
    }
  }

  @Test func `A tree of rows that is too deep is reported`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(["describe", sandbox.write(Self.chain(70), to: "a.json")])
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("└─ … and rows below\n"))
  }

  /// Any number of empty lines can come before the first document.
  @Test func `Blank lines are skipped as they are read`() throws {
    let sandbox = try Sandbox()
    let widget = Sandbox.repository.appending(path: "Intents/Verse").path
    let line = SampleIntents.line("\"emphasis\":7")
    let run = try sandbox.run(
      ["validate", widget], input: String(repeating: "\n \n", count: 100_000) + line)
    #expect(run.output.hasPrefix("standard input:200001:"))
    #expect(run.errors == "1 intent, 1 of them invalid.\n")
  }

  /// Types can refer to each other any number of times, even in a cycle.
  @Test(arguments: [["check"], ["describe"], ["convert", "--to", "schema"], ["validate"]])
  func `A long chain of types breaks no command`(words: [String]) throws {
    let count = TestDepth.count(2_000, thorough: 20_000)
    let types = (0..<count).map { number in
      "{\"name\":\"T\(number)\",\"properties\":[{\"name\":\"next\",\"tag\":99,\"type\":\"object\","
        + "\"object\":\"T\((number + 1) % count)\"}]}"
    }
    let text = Self.definition(1, rest: ",\"types\":[\(types.joined(separator: ","))]") { _ in
      "\"type\":\"object\",\"object\":\"T0\""
    }
    let sandbox = try Sandbox()
    let file = try sandbox.write(text, to: "a.json")
    let item = "{\"identifier\":\"a\",\"display\":\"A\"}"
    let run = try sandbox.run(
      [words[0], file] + words.dropFirst(),
      input: SampleIntents.line("\"\(Self.name(0))\":\(item)", intent: "BigIntent"))
    #expect(run.status == 0, "\(run.errors.prefix(300))")
  }
}
