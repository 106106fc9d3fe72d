import IntentOptions
import Testing
import WidgetFormats

@testable import ExternalSources

@Suite("Options from a file")
struct FixtureTests {
  private let folder: TemporaryFolder
  private let request = OptionsRequest(parameter: "city")

  init() throws { folder = try TemporaryFolder() }

  static let good: [(name: String, text: String, picture: [String])] = [
    ("a.json", #"["a", "b"]"#, ["-: a, b"]),
    (
      "b.json",
      #"{"sections":[{"title":"North","items":[{"identifier":"o","display":"Oslo","subtitle":"NO"}]}]}"#,
      ["North: o=Oslo/NO"]
    ),
    ("a.csv", "identifier\na\nb\n", ["-: a, b"]),
    ("b.CSV", "identifier,display\r\na,Alpha\r\nb,\r\n", ["-: a=Alpha, b"]),
    (
      "c.csv",
      "section,symbol,subtitle,display,identifier\nN,sun,s,Oslo,o\nS,,,Rome,r\nN,,,Bergen,b",
      ["N: o=Oslo/s@sun, b=Bergen", "S: r=Rome"]
    ),
    ("d.csv", "identifier,display\n\"a,1\",\"say \"\"hi\"\"\"\n", ["-: a,1=say \"hi\""]),
    ("e.csv", "\u{FEFF}identifier\n\na\n", ["-: a"]),
    ("f.csv", "identifier\n\"\u{1F373}\"", ["-: 🍳"]),
    ("g.csv", "identifier\n", []),
    ("h.tsv", "identifier\tdisplay\na\tA\n", ["-: a=A"]),
  ]

  @Test("a valid file gives its choices", arguments: good)
  func reading(_ name: String, text: String, expected: [String]) async throws {
    let path = try folder.write(name, text)
    let answer = try await FixtureOptionsProvider(path: path).options(for: request)
    #expect(picture(answer) == expected)
  }

  /// The format and the mapping of a file, the text of the file, and its choices.
  static let forms: [(OptionsFormat?, OptionsMapping?, String, [String])] = [
    (.lines, nil, "\u{FEFF}  main\n\n* dev \r\nmain\nx\tX\tlast\n", ["-: main, * dev, x=X/last"]),
    (
      .lines, OptionsMapping(section: "/0", identifier: "/1", display: "/2"),
      "north\ta\tA\nsouth\tb\nnorth\tc\nshort\n", ["north: a=A, c", "south: b"]
    ),
    (
      .table, OptionsMapping(identifier: "/stop_id", display: "/stop_name", subtitle: "/zone"),
      "stop_name,stop_id,zone,lat\n\"Main, St\",0042,,1.5\nPark,0007,B,2\n",
      ["-: 0042=Main, St, 0007=Park/B"]
    ),
    (.table, OptionsMapping(identifier: "/Kennung"), "Name;kennung\nA;1\n", ["-: 1"]),
    (
      nil, OptionsMapping(identifier: "/unit_file", subtitle: "/state"),
      #"[{"unit_file":"a.service","state":"enabled"}]"#, ["-: a.service/enabled"]
    ),
  ]

  @Test("a file with a different form, and with a mapping", arguments: forms)
  func otherForms(
    _ format: OptionsFormat?, mapping: OptionsMapping?, text: String, expected: [String]
  ) async throws {
    let path = try folder.write("choices.txt", text)
    let provider = FixtureOptionsProvider(path: path, format: format, mapping: mapping)
    #expect(picture(try await provider.options(for: request)) == expected)
    #expect(try await provider.defaultOptions(for: request) == [])
  }

  @Test("a mapping with a missing column")
  func unmapped() async throws {
    let path = try folder.write("stops.txt", "stop_id,stop_name\n1,A\n")
    func said(_ format: OptionsFormat, _ display: String) async -> String {
      let provider = FixtureOptionsProvider(
        path: path, name: "f", format: format,
        mapping: OptionsMapping(identifier: format == .table ? "/stop_id" : "/0", display: display))
      return await message { _ = try await provider.options(for: request) }
    }
    #expect(
      await said(.table, "/stop_nam")
        == "f: The response has no column “stop_nam”. Did you mean “stop_name”?")
    #expect(await said(.lines, "/name") == "f: The response has no column “/name”. \(Self.names)")
  }

  static let choosing = "Choose from “identifier”, “display”, “subtitle”, “section”, “symbol”."
  static let names = "Name the columns identifier, display, subtitle, section and symbol."
  static let bad: [(name: String, text: String, words: String)] = [
    ("a.csv", "", "The response has no column “identifier”. \(names)"),
    ("b.csv", "display\nx\n", "The response has no column “identifier”. \(names)"),
    ("c.csv", "identifier,name\n", "At line 1: There is no column “name”. \(choosing)"),
    (
      "d.csv", "identifier,identifier\n",
      "At line 1: There are two columns “identifier”. \(names)"
    ),
    (
      "e.csv", "identifier,display\na,b\nc\n",
      """
      At line 3: The row has 1 field, but the header has 2. \
      Give each row as many fields as the header; quote fields that have a comma.
      """
    ),
    (
      "sep.csv", "sep=;\nidentifier;name\n", "At line 2: There is no column “name”. \(choosing)"
    ),
    (
      "semicolons.csv", "identifier;display\na\n",
      """
      At line 2: The row has 1 field, but the header has 2. \
      Give each row as many fields as the header; quote fields that have a separator.
      """
    ),
    (
      "f.csv", "identifier\na\n\"b\n\nc\n",
      "At line 3: The quoted field has no end. Add the quotation mark that ends it."
    ),
    (
      "g.csv", "identifier\n\"a\"b\n",
      """
      At line 2: There is text after the quotation mark that ends a field. \
      Double the quotation marks inside the field.
      """
    ),
    (
      "h.csv", "identifier\na\"b\n",
      """
      At line 2: There is a quotation mark in a field that does not begin with one. \
      Quote the whole field and double the quotation marks in it.
      """
    ),
    (
      "j.csv", "identifier,display\na,A\u{1B}[2J\n",
      """
      Item 1 of section 1 has the control character U+001B as character 2 of its display text. \
      Correct the response of the source.
      """
    ),
  ]

  @Test("invalid files are reported with position, problem and remedy", arguments: bad)
  func refusing(_ name: String, text: String, words: String) async throws {
    let path = try folder.write(name, text)
    let provider = FixtureOptionsProvider(path: path, name: "cities")
    let found = await message { _ = try await provider.options(for: request) }
    #expect(found == "cities: \(words)")
  }

  @Test("an invalid JSON file is reported with line and column")
  func wrongJSON() async throws {
    let path = try folder.write("a.json", "[\n  {\"identifier\": 3}\n]")
    let provider = FixtureOptionsProvider(path: path, name: "cities")
    let found = await message { _ = try await provider.options(for: request) }
    #expect(found.hasPrefix("cities: At line 2, column "), "\(found)")
  }

  @Test("bytes that are not UTF-8")
  func notText() async throws {
    let path = try folder.write("a.csv", Array("identifier\n".utf8) + [0xFF, 0x0A])
    let provider = FixtureOptionsProvider(path: path, name: "cities")
    let found = await message { _ = try await provider.options(for: request) }
    #expect(found == "cities: At line 2: The text is not UTF-8. Save the file as UTF-8.")
  }

  @Test("missing files, and paths that are not files")
  func noFile() async {
    let missing = FixtureOptionsProvider(path: folder.path + "/none.json", name: "cities")
    #expect(
      await message { _ = try await missing.options(for: request) }
        == """
        cities: There is no file “\(folder.path)/none.json”. \
        Correct the path in widget.json, or create the file.
        """)
    let notAFile = FixtureOptionsProvider(path: folder.path, name: "cities")
    #expect(
      await message { _ = try await notAFile.options(for: request) }
        == """
        cities: \(folder.path): This is a directory, not a file. Name a file in it.
        """)
  }

  @Test(
    "a file within the limits is read; too many bytes or choices are refused",
    arguments: ["a.json", "a.csv"])
  func limits(_ name: String) async throws {
    let isJSON = name.hasSuffix("json")
    let path = try folder.write(name, isJSON ? #"["a","b","c"]"# : "identifier\na\nb\nc\n")
    let small = FixtureOptionsProvider(path: path, name: "f", limits: .patient(bytes: 8))
    #expect(
      await message { _ = try await small.options(for: request) }
        == "f: The response has more than 8 bytes. Make the response smaller.")
    let few = FixtureOptionsProvider(path: path, name: "f", limits: .patient(items: 2))
    #expect(await message { _ = try await few.options(for: request) }.contains("more than 2"))
    let enough = SourceLimits.patient(bytes: isJSON ? 13 : 17, items: 3)
    let exact = FixtureOptionsProvider(path: path, limits: enough)
    #expect(try await exact.options(for: request).count == 3)
  }

  @Test("a change is visible immediately, even in a cached file")
  func changes() async throws {
    let path = try folder.write("a.csv", "identifier\na\nb\n")
    // Only a file that has not changed for a while is cached.
    try await Task.sleep(for: .seconds(4))
    let source = FixtureOptionsProvider(path: path)
    for _ in 0..<2 { #expect(picture(try await source.options(for: request)) == ["-: a, b"]) }
    _ = try folder.write("a.csv", "identifier\na\nc\n")
    #expect(picture(try await source.options(for: request)) == ["-: a, c"])
  }

  @Test("a request can have a lower limit")
  func requestLimit() async throws {
    let path = try folder.write("a.csv", "identifier\na\nb\nc\n")
    var request = request
    request.limit = 2
    let answer = try await FixtureOptionsProvider(path: path).options(for: request)
    #expect(picture(answer) == ["-: a, b"])
  }
}
