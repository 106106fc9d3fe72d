import DefinitionFormats
import Foundation
import Testing
import WidgetTestSupport

@testable import widgetconfig_command

/// A new widget: created, checked, placed and changed.
@Suite(.startsPrograms) struct NewWidgetTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var library: [String] { ["--intents", sandbox.path("My")] }

  private func run(_ arguments: [String], status: Int32 = 0) throws -> FinishedProgram {
    let run = try sandbox.run(arguments + library)
    #expect(run.status == status, "\(arguments): \(run.errors)")
    return run
  }

  /// The parameters of the board: a mode for each slot, slots from a service with a file as a
  /// fallback, calendars that depend on a switch, a date with its format, a color, and a link.
  static let board = [
    "--display-name", "Board", "--description", "What matters now, a slot each.",
    "--family", "systemSmall", "--family", "systemMedium", "--family", "systemLarge",
    "--parameter",
    #"modes:enum(agenda,weather="Weather today",photo)[] sizes=small:1,medium:2,large:4 label="Mode of each slot""#,
    "--parameter",
    """
    slots:object(Slot latitude:decimal longitude:decimal)[] sizes=small:1,medium:2,large:4 \
    source=http://127.0.0.1:8177/slots fallback choices=oslo:Oslo|rome:Rome|lima:Lima
    """,
    "--parameter", #"showsCalendars:boolean label="Show calendars""#,
    "--parameter",
    "calendars:object(Calendar)[] when=showsCalendars source=./calendars choices=work:Work|home:Home",
    "--parameter", "since:date format=Style dateStyle=Long timeStyle=No",
    "--parameter", "color:enum(red,green,blue)=green",
    "--parameter", #"page:url=https://example.org/open label="Landing page""#,
    "--timeline", "./timeline", "--language", "en", "--language", "de",
  ]

  private static let fixture = Sandbox.repository.appending(path: "Fixtures/Widgets/Board").path

  private static func files(of folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let file = URL(filePath: folder + "/" + path)
      if let data = try? Data(contentsOf: file) { files[path] = data }
    }
    return files
  }

  @Test func `The board is made again as in the fixtures`() throws {
    let made = try run(["new", "Board"] + Self.board)
    #expect(made.output.contains("My/Board/widget.json\n"))
    let path = sandbox.path("My/Board")
    #expect(
      made.errors.contains("Place the widget with: widgetconfig edit \(path)\n"), "\(made.errors)")
    let files = try Self.files(of: sandbox.path("My/Board"))
    if ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1" {
      try? FileManager.default.removeItem(atPath: Self.fixture)
      try FileManager.default.createDirectory(
        atPath: Self.fixture + "/..", withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: sandbox.path("My/Board"), toPath: Self.fixture)
      Issue.record("The fixture was recorded.")
    }
    let recorded = try Self.files(of: Self.fixture)
    #expect(Set(files.keys) == Set(recorded.keys))
    for (path, data) in files { #expect(recorded[path] == data, "\(path)") }
    #expect(try run(["check", "--strict", "Board"]).output.isEmpty)
  }

  @Test func `A dependent parameter's program reads the parameters that it depends on`() throws {
    _ = try run([
      "new", "Git", "--parameter", "repo:string source=./repos", "--parameter",
      "branch:string source=./branches dependsOn=repo",
    ])
    let path = sandbox.path("My/Git/branches")
    let made = try String(contentsOfFile: path, encoding: .utf8)
    try #require(made.contains("parent=$("), "\(made)")
    let head = made.components(separatedBy: "cat <<")[0]
    try (head + #"printf '["of %s"]' "$parent""#).write(
      toFile: path, atomically: false, encoding: .utf8)
    #expect(try run(["options", "Git", "branch", "--set", "repo=One"]).output.contains("of One"))
  }

  @Test func `Choices make a parameter dynamic`() throws {
    _ = try run(
      ["new", "Rail", "--parameter", "city:object(City) choices=oslo:Oslo|bergen:Bergen"])
    let options = try run(["options", "Rail", "city"]).output
    #expect(options.contains("oslo") && options.contains("Bergen"), "\(options)")
    _ = try run(["add", "parameter", "Rail", "stop:string choices=Harbour|Centre"])
    #expect(try run(["options", "Rail", "stop"]).output.contains("Harbour"))
    #expect(try run(["check", "--strict", "Rail"]).output.isEmpty)
  }

  @Test(arguments: [
    (["city:string choices=a|b fallback"], "needs a source"),
    (["city:string choices="], "is empty"),
    (["city:string dynamic=false choices=a|b"], "dynamic=false"),
    (["city:string choices=a|b source=https://example.org/a"], "gives its own choices"),
    (["a:object(Slot x:string)", "b:object(Slot y:string)"], "type “Slot” is already defined"),
    (["color:enum(red)", "Color:enum(blue)"], "enum “Color” is already defined"),
  ])
  func `Arguments without effect are refused`(parameters: [String], reason: String) throws {
    let made = try run(
      ["new", "Rail"] + parameters.flatMap { ["--parameter", $0] }, status: 2)
    #expect(made.errors.contains(reason), "\(made.errors)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/Rail")))
  }

  @Test func `An added parameter cannot redefine an enum or a type`() throws {
    _ = try run([
      "new", "Rail", "--parameter", "color:enum(red,green)", "--parameter",
      "slot:object(Slot inner:object(Inner a:string)) choices=x|y",
    ])
    #expect(try sandbox.read("My/Rail/Rail.json").contains(#""name": "Inner""#))
    for parameter in [
      "Color:enum(blue)", #"Color:enum(red="Crimson")"#, "Slot:object(Slot b:string)",
    ] {
      let refused = try run(["add", "parameter", "Rail", parameter], status: 2)
      #expect(refused.errors.contains("is already defined"), "\(refused.errors)")
    }
    _ = try run(["add", "parameter", "Rail", "Color:enum(red,green)=red"])
    #expect(try run(["check", "--strict", "Rail"]).output.isEmpty)
  }

  @Test func `The board is configured, placed, previewed, reloaded, renamed, removed and restored`()
    async throws
  {
    try FileManager.default.createDirectory(
      atPath: sandbox.path("My"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Self.fixture, toPath: sandbox.path("My/Board"))
    // Nothing listens on the port in the fixture, so the file is used.
    let fallback = try run(["options", "Board", "slots"])
    #expect(fallback.output.contains("Lima"), "\(fallback.output)")
    let service = try LoopbackService(
      .response(
        status: "200 OK", headers: ["Content-Type: application/json"],
        body: #"[{"identifier": "cairo", "display": "Cairo", "latitude": 30.05}]"#))
    _ = service.start()
    defer { service.stop() }
    let manifest = try sandbox.read("My/Board/widget.json")
    _ = try sandbox.write(
      manifest.replacing("127.0.0.1:8177", with: "127.0.0.1:\(service.port)"),
      to: "My/Board/widget.json")
    #expect(try run(["options", "Board", "slots"]).output.contains("Cairo"))

    // Calendars can be chosen only if the switch is on, and a family limits the number of slots.
    let hidden = try run(
      ["edit", "Board", "--dry-run", "-q", "--set", "calendars=Work"], status: 1)
    #expect(hidden.errors.contains("calendars"), "\(hidden.errors)")
    let placed = try run([
      "edit", "Board", "--family", "systemMedium", "--name", "Desk", "--set", "modes=agenda,photo",
      "--set", "slots=cairo", "--set", "showsCalendars=on", "--set", "calendars=Work",
      "--set", "since=2026-11-21", "--set", "page=https://example.org/a?b=c&d=ü",
    ])
    for text in [#""photo""#, #""identifier": "cairo""#, #""color": "green""#, #""day": 21"#] {
      #expect(placed.output.contains(text), "\(text) \(placed.output)")
    }
    #expect(placed.errors.contains("Board"), "\(placed.errors)")

    // The widget's program; the link contains the answer with every character escaped.
    _ = try sandbox.write(
      """
      #!/bin/sh
      read -r request
      case "$request" in *'"page":"https://example.org/a?b=c&d='*) ;; *) exit 1;; esac
      echo '{"entries": [{"date": "2026-11-21T14:00:00Z", "title": "Slots",
        "link": "https://example.org/open?page=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc%26d%3D%C3%BC"}],
        "reload": "never"}'
      """, to: "My/Board/timeline")
    try makeProgram(at: sandbox.path("My/Board/timeline"))
    #expect(try run(["timeline", "Desk"]).output.contains("Slots"))
    #expect(try run(["timeline", "Desk", "--format", "box", "--preview"]).output.contains("Slots"))
    #expect(
      try run(["open", "Desk"]).output
        == "https://example.org/open?page=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc%26d%3D%C3%BC\n")
    #expect(try run(["reload", "Desk"]).status == 0)
    #expect(try run(["rename", "Desk", "Wall"]).status == 0)
    #expect(try run(["remove", "Wall", "--force"]).status == 0)
    #expect(try sandbox.run(["export", "Wall"]).status == 1)
    #expect(try run(["restore", "Wall"]).status == 0)
    #expect(try run(["export", "Wall"]).output.contains("cairo"))
    #expect(try run(["generate", "Board", "--as", "typed"]).output.contains("BoardIntent"))
  }

  /// Parameters, and their members in the definition.
  static let specs: [(spec: String, parts: [String])] = [
    (
      "speed:decimal=1.5 min=0 max=3 slider",
      [
        #""default": 1.5"#, #""minimum": 0"#, #""maximum": 3"#, #""control": "slider""#,
        #""Speed""#,
      ]
    ),
    ("count:integer=2 stepper max=9", [#""default": 2"#, #""control": "stepper""#]),
    (
      #"note:string="two words" multiline label="A note""#,
      [#""two words""#, #""multiline": true"#, #""A note""#]
    ),
    ("marks:string[] sizes=small:1,circular:2", [#""accessoryCircular": 2"#]),
    ("tags:string[] sizes=3", [#""systemSmall": 3"#, #""multiple": true"#]),
    ("far:distance unit=km", [#""unit": "km""#]),
    ("wait:duration=5 unit=minutes", [#""type": "timeInterval""#, #""unit": "minutes""#]),
    ("at:time", [#""components": "time""#]),
    ("pay:currency currencies=EUR,USD", [#""USD""#]),
    (
      "pick:string dynamic choices=a:Alpha|b prompt=\"Which one?\"",
      [#""dynamic": true"#, #""Which one?""#]
    ),
    ("line:string source=./lines.csv", [#""dynamic": true"#]),
    ("part:string source=./lines.csv dependsOn=line,other", [#""dependsOn""#, #""other""#]),
    ("file:file fileKind=Custom fileTypes=public.image", [#""public.image""#]),
  ]

  @Test(arguments: specs.indices)
  func `A new widget has no findings and works`(_ index: Int) throws {
    // A property list cannot store which parameters a parameter depends on.
    let dependsOnOthers = Self.specs[index].spec.contains("dependsOn")
    let formats = dependsOnOthers ? ["json"] : ["json", "intentdefinition"]
    for format in TestDepth.turn(index, 1, of: formats) {
      try checkMade(Self.specs[index], as: format)
    }
  }

  private func checkMade(_ row: (spec: String, parts: [String]), as format: String) throws {
    let (spec, parts) = row
    try? FileManager.default.removeItem(atPath: sandbox.path("My/w"))
    _ = try run(["new", "w", "--parameter", spec, "--as", format])
    #expect(try run(["check", "--strict", "w"]).output.isEmpty)
    let json = try run(["convert", "w", "--to", "json"]).output
    for part in parts { #expect(json.contains(part), "\(part) \(json)") }
    #expect(try run(["timeline", "w"]).output.contains("W"))
    #expect(try run(["generate", "w", "--as", "typed"]).output.contains("struct WIntent"))
  }

  /// Conditions, with their predicates and values.
  static let conditions: [(condition: String, parts: [String])] = [
    ("b", [#""predicate": "BooleanHasExactValue""#, #""value": true"#]),
    ("!b", [#""predicate": "BooleanHasExactValue""#, #""value": false"#]),
    ("e=x", [#""predicate": "EnumHasExactValue""#, #""value": "x""#]),
    ("e=x|y", [#""values": ["#]), ("e!=x", [#""predicate": "EnumValueIsNotEqual""#]),
    ("i>=2", [#""predicate": "IntegerValueIsGreaterThanOrEqual""#, #""value": 2"#]),
    ("s", [#""predicate": "HasAnyValue""#]),
  ]

  @Test(arguments: conditions.indices)
  func `A condition is written in one word`(_ index: Int) throws {
    let (condition, parts) = Self.conditions[index]
    _ = try run([
      "new", "w", "--parameter", "b:boolean", "--parameter", "e:enum(x,y)", "--parameter",
      "i:integer", "--parameter", "s:string", "--parameter", "child:string when=\(condition)",
    ])
    #expect(try run(["check", "--strict", "w"]).output.isEmpty)
    let json = try run(["convert", "w", "--to", "json"]).output
    for part in parts { #expect(json.contains(part), "\(part) \(json)") }
  }

  @Test(arguments: NewWidgetForm.OfferedType.allCases)
  func `A parameter can have each type that the form offers`(
    type: NewWidgetForm.OfferedType
  ) throws {
    let spec = try ParameterSpec(ParameterAnswers(name: "a", type: type.rawValue))
    #expect(spec.name == "a")
  }

  /// Mistakes in a parameter, and the message about each, with its column.
  static let mistakes: [(spec: String, says: String)] = [
    ("speed", "“speed” is not written as name:type."),
    ("speed:decmal", "--parameter 'speed:decmal':7: "),
    ("speed:decimal=fast", "'speed:decimal=fast':14: "),
    ("speed:decimal slidr", "'speed:decimal slidr':15: "),
    ("speed:boolean slider", "'speed:boolean slider':15: "),
    ("speed:decimal min=low", "min=low':19: "), ("a:string when=nobody", "“nobody”"),
    ("a:string[] sizes=hu-ge:3", "There is no widget family “hu-ge”."),
    ("a:enum(x,y,x)", "The name of the case “x” occurs twice."),
    ("a:decimal min=1 min=2", "The word “min” occurs twice."),
    ("a:decimal=1 default=2", "The word “default” occurs twice."),
    ("a:decimal slider stepper", "Only one of the members “slider”, “stepper” is allowed here."),
    ("a:string[] size=small:x", "Expected a whole number, found “x”."),
    ("a:string[] size=small", "Expected a whole number, found “small”."),
    ("a:string when=zz", "There is no parameter “zz”."),
    ("c:enum(red", "'c:enum(red':7: The parenthesis that begins here is not closed. Add “)”."),
    ("c:string label=\"a b", "label=\"a b':16: The quoted text that begins here"),
    ("c:object(Slot mode:enum(a,b)", "'c:object(Slot mode:enum(a,b)':9: "),
    ("../../x:string dynamic", "“options/../../x.json” would be outside"),
    (
      "a:enum",
      "'a:enum':3: The enum “A” does not have any cases. Write it like this: a:enum(one,two)"
    ),
    (
      "x:date=2026-01-01",
      "'x:date=2026-01-01':7: A parameter of the type “date” cannot have a default."
    ),
    ("x:integer min=5 max=2", "'x:integer min=5 max=2':15: The minimum 5 is above the maximum 2."),
    ("x:integer=9 max=2", "'x:integer=9 max=2':10: The default is not valid: 9 is above"),
    ("x:enum(a,b)=c", "'x:enum(a,b)=c':12: The default “c” is not a case of the enum “X”."),
    ("a:string dynamic source=", "The source is empty."),
    ("x:decimal slider", "'x:decimal slider':11: The slider has no range."),
    ("r:string source=x.json choices=a|b:B|a:C", "The item “a” occurs twice."),
    ("r:string choices=a|:", "'r:string choices=a|:':18: The choice is empty."),
    ("a:enum()", "The enum “A” does not have any cases."),
    ("a:enum[] dynamic", "The enum “A” does not have any cases."),
    (
      "s:object(Slot mode:enum)",
      "The enum “Mode” does not have any cases. Write it like this: mode:"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `A mistake is reported with its position, and nothing is created`(_ index: Int) throws {
    let (spec, says) = Self.mistakes[index]
    let made = try sandbox.run(["new", "w", "--parameter", spec] + library)
    #expect(made.status == 2)
    #expect(made.errors.contains(says), "\(made.errors)")
    #expect(try sandbox.run(["new", "", "--parameter", spec] + library).status == 2)
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/w")))
  }

  /// Conditions with a `!` before a value that is not a Boolean, and the suggested condition.
  static let negations: [(condition: String, remedy: String)] = [
    ("!e=x", "when=e!=x"), ("!i>2", "when=i<=2"), ("!b=true", "when=b!=true"),
    ("!e!=x", "when=e=x"), ("!s", "when=s!=VALUE"), ("!e", "when=e!=VALUE"),
  ]

  @Test(arguments: negations.indices)
  func `A negation without a meaning is refused`(_ index: Int) throws {
    let (condition, remedy) = Self.negations[index]
    let made = try run(
      [
        "new", "w", "--parameter", "b:boolean", "--parameter", "e:enum(x,y)", "--parameter",
        "i:integer", "--parameter", "s:string", "--parameter", "child:string when=\(condition)",
      ], status: 2)
    #expect(
      made.errors == """
        --parameter 'child:string when=\(condition)':19: “\(condition)” negates something other than \
        a single Boolean parameter. Write it like this: \(remedy)

        """)
  }

  @Test func `All parameters are checked, and a name that occurs twice is refused`() throws {
    // The second parameter can be read, but its minimum exceeds its maximum.
    let both = ["b:foo", "d:decimal min=5 max=2", "e:string when=b", "f:object(Slot g:bar)"]
    let made = try run(["new", "w"] + both.flatMap { ["--parameter", $0] }, status: 2)
    _ = try run(["new", "v", "--parameter", "a:string"])
    let added = try run(["add", "parameter", "v"] + both, status: 2)
    for errors in [made.errors, added.errors] {
      let words = ["'b:foo':3: ", "max=2':15: The minimum 5", "(Slot g:bar)':17: "]
      #expect(errors.split(separator: "\n").count == words.count, "\(errors)")
      for word in words { #expect(errors.contains(word), "\(errors)") }
    }
    let twice = try run(
      ["new", "w", "--parameter", "d:string", "--parameter", "d:boolean"], status: 2)
    #expect(
      twice.errors.hasPrefix(
        "--parameter 'd:boolean':1: The name of the parameter “d” occurs twice."), "\(twice.errors)"
    )
    #expect(
      try run(["add", "parameter", "v", "d:string", "d:boolean"], status: 2).errors.hasPrefix(
        "parameter 'd:boolean':1: "))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/w")))
  }

  @Test func `A table of choices gets a header row, and a timeline cannot be a table`() throws {
    _ = try run(["new", "w", "--parameter", "line:string source=lines.csv choices=a:Alpha|b"])
    #expect(try sandbox.read("My/w/lines.csv") == "identifier,display\na,Alpha\nb,b\n")
    #expect(try run(["options", "w", "line"]).output == "Alpha  a\nb      b\n")
    // A sample is stored unchanged.
    _ = try run(["new", "u", "--parameter", "h:url source=h.csv"])
    #expect(try sandbox.read("My/u/h.csv").hasPrefix("identifier,display\nhttps://"))
    let refused = try run(["new", "v", "--static", "--timeline", "tl.csv"], status: 2)
    #expect(refused.errors.hasPrefix("--timeline: A timeline cannot come from CSV."))
  }

  @Test func `The help on parameters fills its lines`() throws {
    let help = try sandbox.run(["new", "--help"]).output
    let start = try #require(help.range(of: "TYPE is a type"))
    let lines = help[start.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }
    #expect(lines.count > 4)
    #expect(lines.dropLast().allSatisfy { (60...80).contains($0.count) }, "\(lines)")
  }

  @Test(arguments: [
    ("Größe", "struct GrößeIntent"), ("äpfel", "struct ÄpfelIntent"),
    ("9lives", "struct N9livesIntent"), ("日記", "struct 日記Intent"),
  ])
  func `A name in any script becomes a type`(_ name: String, _ type: String) throws {
    _ = try run(["new", name, "--parameter", "a:string"])
    #expect(try run(["check", "--strict", name]).output.isEmpty)
    #expect(try run(["generate", name, "--as", "typed"]).output.contains(type))
  }

  @Test func `Quotes shield parentheses`() throws {
    _ = try run(["new", "w", "--parameter", #"c:enum(a="One :)",b="Two (")=b label="((""#])
    let json = try run(["convert", "w", "--to", "json"]).output
    for text in [#""One :)""#, #""Two (""#, #""((""#, #""default": "b""#] {
      #expect(json.contains(text), "\(text) \(json)")
    }
  }

  @Test func `Nothing is written outside the widget's folder`() throws {
    // Paths outside the folder are accepted, but no sources are created there.
    _ = try run([
      "new", "w", "--timeline", "../other.json", "--parameter", "a:string source=../a.json",
      "--parameter", "b:string source=./../b",
    ])
    _ = try run(["add", "parameter", "w", "c:string source=/c.json"])
    let manifest = try sandbox.read("My/w/widget.json")
    for name in ["../other.json", "../a.json", "./../b", "/c.json"] {
      #expect(manifest.contains("\"\(name)\""), "\(manifest)")
    }
    #expect(try Self.files(of: sandbox.path("My")).keys.sorted() == ["w/w.json", "w/widget.json"])
    // A language is used as the name of a folder.
    for language in ["../../evil", "../evil-x", "de/fr", "d"] {
      let made = try run(
        ["new", "v", "--parameter", "a:string", "--language", language], status: 2)
      #expect(made.errors.contains("“\(language)” is not a language."), "\(made.errors)")
      #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/v")))
      let added = try run(["add", "language", "w", "de", language], status: 2)
      #expect(added.errors.contains("“\(language)” is not a language."), "\(added.errors)")
    }
    #expect(
      try run(["add", "parameter", "w", "../../x:string dynamic"], status: 2).errors.contains(
        "“options/../../x.json” would be outside"))
    #expect(try Self.files(of: sandbox.path("My")).keys.sorted() == ["w/w.json", "w/widget.json"])
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("evil.lproj")))
  }

  /// A widget with a German string table in the given encoding.
  private func widget(withTable bytes: (String) throws -> Data) throws -> Data {
    _ = try run(["new", "w", "--parameter", "speed:decimal", "--language", "de"])
    let data = try bytes(sandbox.read("My/w/de.lproj/w.strings"))
    try data.write(to: URL(filePath: sandbox.path("My/w/de.lproj/w.strings")))
    return data
  }

  @Test(arguments: [
    String.Encoding.utf8, .utf16, .utf16LittleEndian, .utf16BigEndian,
  ])
  func `Texts are added to a table in its encoding`(_ encoding: String.Encoding) throws {
    // Without a byte-order mark, the system reads UTF-16 as an empty table.
    let mark = [.utf16LittleEndian, .utf16BigEndian].contains(encoding) ? "\u{FEFF}" : ""
    let before = try widget { try #require((mark + $0).data(using: encoding)) }
    _ = try run(["add", "parameter", "w", #"loud:boolean label="Läuter""#])
    let after = try Data(contentsOf: URL(filePath: sandbox.path("My/w/de.lproj/w.strings")))
    #expect(after.starts(with: before))
    #expect(String(data: after, encoding: encoding)?.contains("\"Läuter\";") == true)
    #expect(try run(["check", "--strict", "w"]).output.isEmpty)
  }

  @Test func `Texts are added to a table that is a property list`() throws {
    func propertyList(
      _ text: String, _ format: PropertyListSerialization.PropertyListFormat
    ) throws
      -> Data
    {
      let pairs = text.matches(of: /"(.+)" = "(.+)";/).map { (String($0.1), String($0.2)) }
      #expect(!pairs.isEmpty)
      return try PropertyListSerialization.data(
        fromPropertyList: Dictionary(uniqueKeysWithValues: pairs), format: format, options: 0)
    }
    _ = try widget { try propertyList($0, .xml) }
    _ = try run(["add", "parameter", "w", #"loud:boolean label="Läuter & <so>""#])
    let table = try sandbox.read("My/w/de.lproj/w.strings")
    #expect(table.contains("<string>Läuter &amp; &lt;so&gt;</string>"), "\(table)")
    #expect(table.contains("<string>Speed</string>"))
    #expect(try run(["check", "--strict", "w"]).output.isEmpty)
    // Binary property lists cannot be written, so nothing changes.
    let values = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: URL(filePath: sandbox.path("My/w/de.lproj/w.strings"))), options: [],
      format: nil)
    try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
      .write(to: URL(filePath: sandbox.path("My/w/de.lproj/w.strings")))
    let before = try Self.files(of: sandbox.path("My/w"))
    let refused = try run(["add", "parameter", "w", "late:boolean"], status: 2)
    #expect(
      refused.errors.contains("w.strings: Texts cannot be added to this string table."),
      "\(refused.errors)")
    #expect(try Self.files(of: sandbox.path("My/w")) == before)
  }

  @Test func `Additions are written through links, and keep file modes`() throws {
    _ = try run(["new", "w", "--parameter", "speed:decimal"])
    let folder = sandbox.path("My/w")
    let manager = FileManager.default
    try manager.moveItem(atPath: folder + "/w.json", toPath: sandbox.path("shared.json"))
    try sandbox.link("My/w/w.json", to: sandbox.path("shared.json"))
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/widget.json")
    let added = try run(["add", "parameter", "w", "place:string dynamic"])
    #expect(added.output.hasSuffix("/My/w/options/place.json\n"), "\(added.output)")
    #expect(try sandbox.read("shared.json").contains("place"))
    #expect(
      try manager.destinationOfSymbolicLink(atPath: folder + "/w.json")
        == sandbox.path("shared.json"))
    #expect(
      try manager.attributesOfItem(atPath: folder + "/widget.json")[.posixPermissions] as? Int
        == 0o600)
  }

  /// Failures that affect one of several files.
  @Test func `An addition that fails in part changes nothing`() throws {
    _ = try run([
      "new", "w", "--language", "en", "--language", "de", "--parameter", "speed:decimal",
      "--parameter", "color:enum(red,green,blue)=red", "--parameter", "note:string",
    ])
    let folder = sandbox.path("My/w")
    // A file has the path of the folder for choices, which is written after the string tables.
    _ = try sandbox.write("", to: "My/w/options")
    let before = try Self.files(of: folder)
    let blocked = try run(["add", "parameter", "w", "place:string dynamic"], status: 1)
    #expect(blocked.errors.contains("My/w/options/place.json: "), "\(blocked.errors)")
    #expect(try Self.files(of: folder) == before)
    // There is no space for the definition, which is the largest file and is written last.
    let definition = try #require(before["w.json"]?.count)
    #expect(definition > 1_024)
    let full = try sandbox.shell(
      #"trap '' XFSZ; ulimit -f 1; "$0" add parameter My/w 'place:string' 2>&1 | cat"#)
    #expect(
      full.output.contains("w.json: The file cannot be written: File too large."), "\(full.output)")
    #expect(try Self.files(of: folder) == before)
    // A successful addition leaves no temporary file either.
    _ = try run(["add", "parameter", "w", "place:string"])
    let names = try Self.files(of: folder).keys.sorted()
    #expect(names == before.keys.sorted())
    #expect(try Self.files(of: folder)["de.lproj/w.strings"] != before["de.lproj/w.strings"])
  }

  @Test func `A source does not replace a file of the widget`() throws {
    _ = try run(["new", "w", "--parameter", "a:boolean"])
    let before = try Self.files(of: sandbox.path("My/w"))
    for (source, path) in [
      ("w.json", "w.json"), ("./w.json", "w.json"), (#""./program w.json""#, "w.json"),
      ("./widget.json", "widget.json"),
    ] {
      let added = try run(["add", "parameter", "w", "p:string source=\(source)"], status: 2)
      #expect(added.errors.contains("A source names “\(path)”, which is"), "\(added.errors)")
      #expect(try Self.files(of: sandbox.path("My/w")) == before)
      let name = source.replacing("w.json", with: "v.json")
      let made = try run(
        ["new", "v", "--parameter", "p:string source=\(name) choices=A|B"], status: 2)
      #expect(made.errors.contains(", which is another file"), "\(made.errors)")
      #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/v")))
    }
    // Two parameters share a file of choices unless each specifies its own.
    let shared = ["a:string source=x.json choices=A|B", "b:string source=x.json"]
    _ = try run(["new", "u", "--parameter", shared[0], "--parameter", shared[1]])
    #expect(try sandbox.read("My/u/x.json").contains("B"))
    _ = try run(
      ["new", "v", "--parameter", shared[0], "--parameter", shared[1] + " choices=C"], status: 2)
    // The definition has the same name as a fixture.
    _ = try run(["new", "s", "--static", "--timeline", "s.json"])
    let fixture = try Self.files(of: sandbox.path("My/s"))
    let added = try run(["add", "parameter", "s", "q:string"], status: 2)
    #expect(added.errors.contains("A source names “s.json”"), "\(added.errors)")
    #expect(try Self.files(of: sandbox.path("My/s")) == fixture)
  }

  @Test func `Concurrent additions by several programs are all kept`() throws {
    _ = try run(["new", "w", "--parameter", "a:boolean"])
    let added = try sandbox.shell(
      #"for name in b c d e; do "$0" add parameter My/w $name:boolean & done; wait"#)
    #expect(added.errors.split(separator: "\n").count == 4, "\(added.errors)")
    let definition = try sandbox.read("My/w/w.json")
    for name in ["a", "b", "c", "d", "e"] {
      #expect(definition.contains("\"name\": \"\(name)\""), "\(name)")
    }
  }

  @Test func `An enum of a property lists its cases, and an existing enum needs none`() throws {
    _ = try run(["new", "w", "--parameter", "slot:object(Slot mode:enum(a,b)) dynamic"])
    #expect(try run(["check", "--strict", "w"]).output.isEmpty)
    _ = try run(["add", "parameter", "w", "mode:enum"])
    #expect(try run(["check", "w"]).status == 0)
    #expect(try run(["describe", "w"]).output.contains("A"))
    let refused = try run(["add", "parameter", "w", "other:enum"], status: 2)
    #expect(refused.errors.contains("The enum “Other” does not have any cases."))
  }

  @Test func `Existing files are not overwritten, and a script is not asked`() throws {
    #expect(try run(["new", "w", "--static"]).status == 0)
    #expect(try run(["check", "--strict", "w"]).output.isEmpty)
    #expect(try run(["timeline", "w"]).output.contains("W"))
    #expect(try run(["new", "w", "--static"], status: 2).errors.contains("already exists"))
    #expect(
      try run(["new", "v"], status: 2).errors.contains("Use --parameter, --from or --static."))
    #expect(try run(["new", "..", "--static"], status: 2).errors.contains("cannot have the name"))
    let nameless = try run(["new", "!!", "--static"], status: 2)
    #expect(nameless.errors.contains("a name that has a letter or a digit"))
    // The path of a folder.
    #expect(try run(["new", sandbox.path("elsewhere/v"), "--static"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: sandbox.path("elsewhere/v/widget.json")))
  }

  @Test func `An existing definition becomes a widget`() throws {
    let source = Sandbox.repository.appending(path: "Intents/UpNext/UpNext.intentdefinition").path
    _ = try run([
      "new", "Mine", "--from", source, "--parameter", "extra:boolean", "--language", "fr",
    ])
    let check = try run(["check", "Mine"])
    #expect(!check.output.contains("error"), "\(check.output)")
    for language in ["de", "en", "ja", "zh-Hans", "fr"] {
      #expect(
        try sandbox.read("My/Mine/\(language).lproj/Mine.strings").contains("\"Extra\""),
        "\(language)")
    }
    #expect(try sandbox.read("My/Mine/widget.json").contains("options/calendars.json"))
    #expect(try run(["timeline", "Mine"]).output.contains("Up"))
  }

  @Test func `A parameter is added, and every other byte stays`() throws {
    // A property list with string tables, as Xcode writes it.
    let widget = Sandbox.repository.appending(path: "Intents/UpNext").path
    try FileManager.default.createDirectory(
      atPath: sandbox.path("My"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: widget, toPath: sandbox.path("My/UpNext"))
    let names = ["UpNext.intentdefinition", "de.lproj/UpNext.strings", "widget.json"]
    let before = try names.map { try sandbox.read("My/UpNext/" + $0) }
    _ = try run(["add", "parameter", "UpNext", "place:string dynamic", "loud:boolean=true"])
    let after = try names.map { try sandbox.read("My/UpNext/" + $0) }
    for (old, new) in zip(before, after) {
      let lines = new.split(separator: "\n", omittingEmptySubsequences: false)
      var rest = lines[...]
      var lost: [Substring] = []
      for line in old.split(separator: "\n", omittingEmptySubsequences: false) {
        if let place = rest.firstIndex(of: line) {
          rest = rest[(place + 1)...]
        } else {
          lost.append(line)
        }
      }
      // Only the last tag changes, and the comma or bracket after the last element.
      #expect(lost.count <= 2, "\(lost)")
      #expect(new.count > old.count)
    }
    #expect(after[1].hasPrefix(before[1]))
    let check = try run(["check", "UpNext"])
    #expect(!check.output.contains("error"), "\(check.output)")
    let edited = try run(["edit", "UpNext", "-q", "--set", "loud=off", "--set", "place=Two"])
    #expect(edited.output.contains(#""loud": false"#))
    let twice = try run(["add", "parameter", "UpNext", "loud:boolean"], status: 2)
    #expect(twice.errors.contains("loud"))
  }

  @Test func `A parameter is added to handwritten JSON`() throws {
    let text = """
      { "intents": [
          {"name": "Hand", "title": "By hand",   "eligibleForWidgets": true,
           "parameters": [
              { "name": "a",  "type": "boolean" },
              { "name": "b",  "type": "string" }
           ]}
        ] }

      """
    _ = try sandbox.write(text, to: "My/Hand/Hand.json")
    _ = try sandbox.write("{\"kind\": \"Hand\"}\n", to: "My/Hand/widget.json")
    _ = try run(["add", "parameter", "Hand", "c:enum(x,y)=x when=a", "d:string dynamic"])
    let new = try sandbox.read("My/Hand/Hand.json")
    let last = "\"type\": \"string\" }"
    let end = try #require(new.range(of: last))
    // Parameters without a tag get one; nothing else is changed.
    let tagged = text.replacing(#""a",  "#, with: #""a",  "tag": 1, "#)
      .replacing(#""b",  "#, with: #""b",  "tag": 2, "#)
    #expect(new[..<end.upperBound] == tagged[..<(try #require(tagged.range(of: last))).upperBound])
    #expect(new.hasSuffix("}\n"))
    #expect(try run(["check", "--strict", "Hand"]).output.isEmpty)
    #expect(
      try sandbox.read("My/Hand/widget.json").hasPrefix("{\"kind\": \"Hand\", \"options\": {"))
    let edited = try run(["edit", "Hand", "-q", "--set", "a=on", "--set", "c=y", "--set", "d=Two"])
    #expect(edited.output.contains(#""c": "y""#))
    // A widget without a definition gets one.
    _ = try run(["new", "Plain", "--static"])
    _ = try run(["add", "parameter", "Plain", "a:boolean"])
    #expect(try run(["check", "--strict", "Plain"]).output.isEmpty)
    #expect(try run(["edit", "Plain", "-q", "--set", "a=on"]).output.contains("PlainIntent"))
  }

  @Test func `A language is added to handwritten JSON`() throws {
    let text = """
      { "$schema": "../definition.schema.json",
        "intents": [
          {"name": "Hand", "title": "By \\"hand\\"",   "eligibleForWidgets": true,
           "parameters": [
              { "name": "a",  "type": "boolean", "label": {"text": "A thing"} },
              { "name": "b",  "type": "enum", "enum": "E", "label": {"text": "B", "id": "label-b"} }
           ]}
        ], "enums": [ { "name": "E", "cases": [{"name": "one", "label": "One"}, {"name": "two"}] } ] }

      """
    _ = try sandbox.write(text, to: "My/Hand/Hand.json")
    _ = try sandbox.write("{\"kind\": \"Hand\"}\n", to: "My/Hand/widget.json")
    _ = try run(["add", "language", "Hand", "de"])
    // Apart from the added identifiers, the file is the same as before.
    let new = try sandbox.read("My/Hand/Hand.json")
    let old = new.replacing(/\{ "text": ("(?:[^"\\]|\\.)*"), "id": "[A-Za-z0-9]{6}" \}/) {
      $0.output.1
    }
    .replacing(/, "id": "[A-Za-z0-9]{6}"\}/, with: "}")
    #expect(old == text, "\(new)")
    #expect(new != text)
    let table = try sandbox.read("My/Hand/de.lproj/Hand.strings")
    for word in [#"= "By \"hand\"";"#, #"= "A thing";"#, #""label-b" = "B";"#, #"= "One";"#] {
      #expect(table.contains(word), "\(table)")
    }
    let check = try run(["check", "--strict", "Hand"])
    #expect(check.output.isEmpty, "\(check.output)")
  }

  @Test func `An addition that cannot work is refused`() throws {
    _ = try run(["new", "w", "--parameter", "speed:decimal"])
    let before = try Self.files(of: sandbox.path("My/w"))
    let added = try run(["add", "parameter", "w", "x:integer min=5 max=2"], status: 2)
    #expect(added.errors.contains("parameter 'x:integer min=5 max=2':15: The minimum 5 is above"))
    #expect(try Self.files(of: sandbox.path("My/w")) == before)
  }

  @Test func `A language is added with the texts to translate`() throws {
    _ = try run(["new", "w", "--parameter", "speed:decimal", "--language", "en"])
    _ = try run(["add", "language", "w", "de", "ja"])
    let table = try sandbox.read("My/w/de.lproj/w.strings")
    #expect(table.contains("= \"Speed\";"))
    _ = try sandbox.write(
      table.replacing("= \"Speed\";", with: "= \"Tempo\";"), to: "My/w/de.lproj/w.strings")
    #expect(try run(["check", "--strict", "w"]).output.isEmpty)
    let described = try sandbox.run(["describe", sandbox.path("My/w"), "--locale", "de"])
    #expect(described.output.contains("Tempo"))
    // Some file systems ignore case in folder names.
    for (tags, problem) in [
      (["de"], "“de” already has texts"), (["fr", "DE"], "“de” already has texts"),
      (["zh-hans", "zh-Hans"], "“zh-Hans” is given twice"),
    ] {
      let refused = try run(["add", "language", "w"] + tags, status: 2)
      #expect(refused.errors.contains(problem), "\(refused.errors)")
    }
    _ = try run(["add", "language", "w", "ZH-hans"])
    let paths = Set(try Self.files(of: sandbox.path("My/w")).keys)
    #expect(paths.contains("zh-Hans.lproj/w.strings"), "\(paths)")
    #expect(!paths.contains("fr.lproj/w.strings"))
  }

  /// A language that does not exist is usually a mistake.
  @Test(
    arguments: [
      ("xx-nonsense", "no language with the code “xx” is known"),
      ("de-ZQ", "no region with the code “ZQ” is known"), ("es-419", nil), ("tlh", nil),
    ] as [(String, String?)])
  func `An unknown language is reported`(language: String, remark: String?) throws {
    _ = try run(["new", "w", "--parameter", "speed:integer"])
    for command in [
      ["add", "language", "w"], ["new", "v", "--parameter", "x:integer", "--language"],
    ] {
      let made = try run(command + [language])
      if let remark {
        #expect(made.errors.contains(remark), "\(made.errors)")
        #expect(made.errors.contains("If that is a slip, remove its texts"), "\(made.errors)")
      } else {
        #expect(!made.errors.contains("is known"), "\(made.errors)")
      }
    }
  }

  @Test func `In line mode the questions make a widget`() throws {
    let program = try sandbox.onTerminal(["new", "Asked", "--plain"] + library)
    try program.wait(for: "Display name")
    // Display name, description and kind; then the defaults, and one parameter.
    program.press("enter")
    try program.wait(for: "Description")
    program.press("^c")
    _ = try program.status()
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/Asked")))
  }

  @Test func `Answers in line mode can come from a pipe, too`() throws {
    // Display name, description, kind, no family given by name, no configuration.
    let answers = "Tides\nHigh and low\n\n\noff\nyes\n"
    let made = try sandbox.run(["new", "Piped", "--plain"] + library, input: answers)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("My/Piped/widget.json\n"), "\(made.output)\(made.errors)")
    #expect(try sandbox.read("My/Piped/widget.json").contains(#""displayName": "Tides""#))
    let cut = try sandbox.run(["new", "Cut", "--plain"] + library, input: "Tides\n")
    #expect(cut.status == 130, "\(cut.errors)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/Cut")))
    let unread = try sandbox.shell("\"$0\" new Unread --plain --intents My < .")
    #expect(unread.status == 1, "\(unread.errors)")
    #expect(unread.errors.contains("standard input: This is a directory"), "\(unread.errors)")
  }

  /// Adds a parameter with the given name to the list of a new widget.
  private func add(_ name: String, _ form: TerminalProgram) throws {
    form.press("add", "enter")
    try form.wait(for: "A parameter of the widget")
    try form.wait(forFocusOn: "Name")
    try form.wait(for: "[ Next ]")
    form.press("enter", name, "enter", "^s")
    try form.wait(for: "Make the widget")
  }

  /// Presses a key to change a parameter's row in the list of a new widget.
  private func change(
    _ parameter: String, _ row: String, with key: String, _ form: TerminalProgram
  ) throws {
    form.press(parameter, "enter")
    try form.wait(forFocusOn: "Name")
    form.press("/")
    try form.wait(for: "Go to")
    form.press(row, "enter")
    try form.wait(forFocusOn: row)
    form.press(key, "^s")
    try form.wait(for: "Make the widget")
  }

  @Test func `A person makes a widget in the form`() throws {
    let form = try sandbox.onTerminal(["new", "Asked"] + library, rows: 40)
    try form.wait(for: "A new widget")
    form.press("^s")
    try form.wait(for: "Make the widget")
    // Leaving the form of a parameter does not leave the widget.
    form.press("enter")
    try form.wait(for: "A parameter of the widget")
    form.press("esc")
    try form.wait(for: "Make the widget")
    for name in ["speed", "color", "size"] { try add(name, form) }
    // The parameter that was added last is highlighted.
    form.press("enter")
    try form.wait(forFocusOn: "Name")
    try form.wait(for: "the added one") {
      $0.textLines.contains { $0.hasPrefix("▸ Name") && $0.contains("size") }
    }
    form.press("esc")
    try form.wait(for: "Make the widget")
    // The second parameter becomes the first.
    try change("color", "Place in the form", with: "left", form)
    // The last parameter is removed.
    try change("size", "Remove this parameter", with: "right", form)
    // Esc opens a question, and a second Esc stays in the form.
    form.press("esc")
    try form.wait(for: "2 changes are not saved.")
    form.press("esc")
    try form.wait(for: "the list again") { screen in
      !screen.textLines.contains { $0.contains("2 changes are") }
    }
    // Changes in a form that was hung up or cancelled are offered the next time.
    kill(form.process, SIGHUP)
    _ = try form.status()
    let cancelled = try sandbox.onTerminal(["new", "Asked"] + library, rows: 40)
    try cancelled.wait(for: "Go on with 2 parameters")
    cancelled.press("enter")
    try cancelled.wait(for: "Make the widget")
    cancelled.press("^c")
    #expect(try cancelled.exitCode() == 130)
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("My/Asked")))
    let last = try sandbox.onTerminal(["new", "Asked"] + library, rows: 40)
    try last.wait(for: "Go on with 2 parameters")
    last.press("enter")
    try last.wait(for: "Make the widget")
    last.press("esc")
    try last.wait(for: "2 changes are not saved.")
    last.press("s")
    #expect(try last.status() == 0)
    let left = try sandbox.shell("find . -path '*.unmade/*' -type f").output
    #expect(left.isEmpty, "\(left)")
    #expect(try run(["check", "--strict", "Asked"]).output.isEmpty)
    let definition = try run(["convert", "Asked", "--to", "json"]).output
    let names = definition.split(separator: "\n").filter { $0.contains(#""name": "#) }
    #expect(
      names.map { $0.split(separator: "\"")[3] }.suffix(2) == ["color", "speed"], "\(definition)")
  }

  /// The form that a person sees before the widget is made has the same choices as afterwards.
  @Test func `The form of a new widget has its choices`() throws {
    let form = try sandbox.onTerminal(["new", "Asked"] + library, rows: 40)
    try form.wait(for: "A new widget")
    form.press("^s")
    try form.wait(for: "Make the widget")
    try add("dish", form)
    try change("dish", "Choices from a source", with: "right", form)
    form.press("See", "enter")
    try form.wait(for: "The form as people will see it")
    form.press("down", "enter")
    try form.wait(for: "Three")
    form.press("esc")
    try form.wait(for: "The form as people will see it")
    form.press("esc")
    try form.wait(for: "Make the widget")
    form.press("^c")
    #expect(try form.exitCode() == 130)
  }

  /// Discarded changes are lost, whether they are discarded in the list or in a form.
  @Test func `A new widget that is discarded is not offered again`() throws {
    let form = try sandbox.onTerminal(["new", "Asked"] + library, rows: 40)
    try form.wait(for: "A new widget")
    form.press("^s")
    try form.wait(for: "Make the widget")
    try add("speed", form)
    form.press("esc")
    try form.wait(for: "not saved.")
    form.press("d")
    #expect(try form.exitCode() == 130)
    let left = try sandbox.shell("find . -path '*.unmade/*' -type f").output
    #expect(left.isEmpty, "\(left)")
  }

  /// However the program ends, the parameters and the unfinished form are offered again.
  @Test(arguments: ["closed", "cancelled", "killed"])
  func `A new widget survives its terminal and its program`(ending: String) throws {
    let form = try sandbox.onTerminal(["new", "Asked"] + library, rows: 40)
    try form.wait(for: "A new widget")
    form.press("^s")
    try form.wait(for: "Make the widget")
    try add("speed", form)
    form.press("add", "enter")
    try form.wait(for: "A parameter of the widget")
    try form.wait(forFocusOn: "Name")
    form.press("enter", "color", "enter")
    try form.wait(for: "the typed name") {
      $0.textLines.contains { $0.contains("Name") && $0.contains("color") }
    }
    if ending == "closed" {
      form.hangUp()
    } else if ending == "cancelled" {
      form.press("^c")
      #expect(try form.exitCode() == 130)
      let lines = form.screen.textLines.joined(separator: " ")
      #expect(lines.contains("your changes are kept"), "\(lines)")
    } else {
      for _ in 0..<100 where try sandbox.shell("grep -rl color . | grep unmade").output.isEmpty {
        form.read(milliseconds: 100)
      }
      kill(form.process, SIGKILL)
    }
    _ = try form.status()
    let next = try sandbox.onTerminal(["new", "Asked"] + library, rows: 40)
    try next.wait(for: "Go on with 1 parameter")
    next.press("enter")
    try next.wait(for: "A parameter of the widget")
    try next.wait(for: "the typed name") {
      $0.textLines.contains { $0.contains("Name") && $0.contains("color") }
    }
    next.press("^s")
    try next.wait(for: "Make the widget")
    #expect(next.screen.textLines.contains { $0.contains("speed") })
    #expect(next.screen.textLines.contains { $0.contains("color") })
    next.press("^c")
    #expect(try next.exitCode() == 130)
  }

  /// In line mode, too, earlier answers are offered again.
  @Test func `A new widget that is made in line mode survives its terminal`() throws {
    let plain = ["new", "Asked", "--plain"] + library
    let first = try sandbox.onTerminal(plain)
    try first.wait(for: "Display name")
    first.press("Tides", "enter")
    try first.wait(for: "Description")
    first.hangUp()
    _ = try first.status()
    // The form of the widget continues with the typed answers.
    let second = try sandbox.onTerminal(plain)
    try second.wait(for: "1 Go on")
    second.press("continue", "enter")
    try second.wait(for: "[Tides]")
    for question in [
      "Description", "Kind", "Families", "Has a configuration", "Format", "Languages",
    ] {
      second.press("enter")
      try second.wait(for: question)
    }
    second.press("enter")
    try second.wait(for: "Save?")
    second.press("yes", "enter")
    try second.wait(for: "A parameter of the widget")
    second.press("speed", "enter")
    try second.wait(for: "Label")
    second.hangUp()
    _ = try second.status()
    // The form of a parameter also continues with its typed answers; then the widget is made.
    let third = try sandbox.onTerminal(plain)
    try third.wait(for: "1 Go on")
    third.press("1", "enter")
    try third.wait(for: "[speed]")
    #expect(third.screen.textLines.contains { $0.contains("Tides") })
    third.press("^c")
    _ = try third.status()
    let made = try sandbox.run(plain, input: "\n\n\n\noff\nyes\n")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try sandbox.shell("find . -path '*.unmade/*' -type f").output.isEmpty)
  }

  /// A definition with two intents, one of which has choices from a source.
  private static let two = """
    { "intents": [
      { "name": "Rail", "title": "Trains", "eligibleForWidgets": true, "parameters": [
        { "name": "stop", "label": "Stop", "type": "string", "dynamic": true } ] },
      { "name": "Bus", "title": "Buses", "eligibleForWidgets": true, "parameters": [
        { "name": "stop", "label": "Stop", "type": "string", "dynamic": true },
        { "name": "line", "label": "Line", "type": "string" } ] } ] }
    """

  @Test func `Several intents of a definition become one folder of widgets`() throws {
    let source = try sandbox.write(Self.two, to: "App/Travel.json")
    let made = try run(["new", "Travel", "--from", source, "--intent", "Rail", "--intent", "Bus"])
    let files = try Self.files(of: sandbox.path("My/Travel"))
    #expect(
      files.keys.sorted() == [
        "Travel.json", "options/stop.json", "timelines/Bus.json", "timelines/Rail.json",
        "widget.json",
      ])
    #expect(made.output.split(separator: "\n").count == files.count, "\(made.output)")
    let names = try run(["list"]).output
    #expect(names.contains("Travel/Bus") && names.contains("Travel/Rail"), "\(names)")
    #expect(names.contains("Trains") || names.contains("Buses"), "\(names)")
    #expect(try run(["edit", "Travel/Rail", "--set", "stop=One"]).output.contains("RailIntent"))
    #expect(try run(["edit", "Travel/Bus", "--set", "line=4"]).output.contains("BusIntent"))
    _ = try run(["check", sandbox.path("My/Travel")])
    let mixed = try run(
      ["new", "Other", "--from", source, "--intent", "Rail", "--intent", "Bus", "--kind", "X"],
      status: 2)
    #expect(
      mixed.errors.contains("More than one --intent cannot be used with --kind"), "\(mixed.errors)")
  }

  @Test func `Parameters and languages are added to a definition without a folder`() throws {
    let source = try sandbox.write(Self.two, to: "App/Travel.json")
    let without = try run(["add", "parameter", source, "night:boolean"], status: 2)
    #expect(without.errors.contains("Rail"), "\(without.errors)")
    _ = try run(["add", "parameter", source, "night:boolean", "--intent", "Bus"])
    let text = try sandbox.read("App/Travel.json")
    #expect(text.contains("\"night\""))
    #expect(try run(["describe", source, "--intent", "Bus"]).output.contains("Night"))
    #expect(try !run(["describe", source, "--intent", "Rail"]).output.contains("Night"))
    _ = try run(["add", "language", source, "de"])
    #expect(try sandbox.read("App/de.lproj/Travel.strings").contains("Night"))
    // The app provides the options of a dynamic parameter, so a source is refused.
    _ = try run(["add", "parameter", source, "seat:object(Seat) dynamic", "--intent", "Bus"])
    #expect(
      try run(["describe", source, "--intent", "Bus"]).output.contains(
        "choice of “Seat” from a provider"))
    for word in ["source=./seats", "choices=a|b"] {
      let sourced = try run(
        ["add", "parameter", source, "row:string \(word)", "--intent", "Bus"], status: 2)
      #expect(sourced.errors.contains("cannot name sources"), "\(sourced.errors)")
    }
  }

  @Test func `A duration is written as in --set`() throws {
    _ = try run(["new", "Nap", "--parameter", "len:duration=90min min=1m max=PT3H"])
    let json = String(
      decoding: try Data(contentsOf: URL(filePath: sandbox.path("My/Nap/Nap.json"))), as: UTF8.self)
    // Whole minutes are written as a plain number.
    for member in [
      "\"unit\": \"minutes\"", "\"default\": 90", "\"minimum\": 1", "\"maximum\": 180",
    ] {
      #expect(json.contains(member), "\(member) in \(json)")
    }
    for (number, (line, members)) in [
      ("len:duration=90s max=600", ["\"default\": 90", "\"maximum\": 600"]),
      ("len:duration=5min max=600", ["\"default\": 5", "\"maximum\": 10"]),
      ("len:duration=2h unit=hours max=9", ["\"default\": 2", "\"maximum\": 9"]),
    ].enumerated() {
      let name = "Doze\(number)"
      _ = try run(["new", name, "--parameter", line])
      let json = try sandbox.read("My/\(name)/\(name).json")
      for member in members { #expect(json.contains(member), "\(line): \(json)") }
    }
    let slider = try run(["new", "Nap3", "--parameter", "len:duration=5min slider"], status: 2)
    #expect(
      slider.errors.contains(
        """
        Only the types integer and decimal can have a control, such as a slider. “len” has a \
        different type.
        """),
      "\(slider.errors)")
    let wrong = try run(["new", "Nap2", "--parameter", "len:duration=soon"], status: 2)
    #expect(wrong.errors.contains("1h30m"), "\(wrong.errors)")
  }

  @Test func `Many findings are counted`() throws {
    let source = try sandbox.write(Self.two, to: "App/Travel.json")
    // A text that the definition no longer has, in each of an app's languages.
    for language in ["ar", "da", "de", "es", "fi", "fr", "he", "it", "ja", "nl", "pl", "sv"] {
      _ = try sandbox.write("\"gone\" = \"Weg\";\n", to: "App/\(language).lproj/Travel.strings")
    }
    let made = try run(["new", "Travel", "--from", source, "--intent", "Rail"])
    #expect(made.errors.split(separator: "\n").count < 6, "\(made.errors)")
    #expect(made.errors.contains("findings. See them with: widgetconfig check"), "\(made.errors)")
  }
}
