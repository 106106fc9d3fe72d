import Foundation
import Testing
import WidgetTestSupport

/// The work of every command grows no faster than its input, for every kind of structure.
///
/// Work is counted, not timed. With `WIDGETCONFIG_COUNTED`, as in a thorough CI run, the package is
/// built with a counter on every edge of its code; the number of edges in a run is the same on
/// every machine.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["WIDGETCONFIG_COUNTED"] != nil), .startsPrograms)
struct GrowthLawTests {
  /// A structure that can be large, and a command that reads it.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The smallest of three counts; each of the others is twice the previous one.
    var least = 1_500
    /// Writes the given number of elements to files in a sandbox; returns the program's arguments
    /// and input.
    var prepare: @Sendable (Int, Sandbox) throws -> (arguments: [String], input: String)
    var testDescription: String { name }
  }

  static let cases =
    definitions + forms + streams + files + sources + placed + defaultsOfSources

  @Test(arguments: cases)
  func `Twice the input takes twice the work`(what: Case) throws {
    let steps = try (0..<3).map { power in
      let sandbox = try Sandbox()
      let (arguments, input) = try what.prepare(what.least << power, sandbox)
      return try Self.steps(arguments, input: input, in: sandbox)
    }
    // The increments: twice as large for linear work, a little more with a logarithm or a growing
    // table, and four times as large for quadratic work. The constant work of every run cancels
    // out.
    let (first, second) = (steps[1] - steps[0], steps[2] - steps[1])
    #expect(Double(second) < 3 * Double(max(first, 100_000)), "\(what.name): \(steps)")
  }

  /// Shows that the test can fail: it detects a command that compares every line with every other
  /// line.
  @Test func `The counter detects quadratic work`() throws {
    let sandbox = try Sandbox()
    let steps = try [200, 400, 800].map { count in
      try Self.steps(
        ["diff", try Self.square(count, sandbox), sandbox.path("b.json")], in: sandbox)
    }
    // Each of n intents has n parameters, so the input itself is quadratic.
    #expect(Double(steps[2] - steps[1]) > 3 * Double(steps[1] - steps[0]), "\(steps)")
  }

  private static func square(_ count: Int, _ sandbox: Sandbox) throws -> String {
    let width = count / 10
    let parameters = list(width) { "{\"name\":\"\(name($0))\",\"type\":\"boolean\"}" }
    let intents = list(width) { "{\"name\":\"I\($0)\",\"parameters\":\(parameters)}" }
    _ = try sandbox.write("{\"intents\":\(intents)}", to: "b.json")
    return try sandbox.write("{\"intents\":\(intents)}", to: "a.json")
  }

  /// The number of edges in a run of the program.
  private static func steps(
    _ arguments: [String], input: String = "", in sandbox: Sandbox
  ) throws -> Int {
    _ = try sandbox.write(input, to: "input")
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    _ = try sandbox.shell(
      "\"$0\" \(words) < input > output 2> errors",
      adding: ["WIDGETCONFIG_STEPS": sandbox.path("steps")])
    let errors = (try? sandbox.read("errors").prefix(300)) ?? ""
    return try #require(Int(try sandbox.read("steps")), "\(errors)")
  }

  private static func name(_ number: Int) -> String { "a_rather_long_name_\(number)" }

  /// Whether lists are written in reverse order, for commands that compare two orders.
  @TaskLocal private static var isTurned = false

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    let elements = (0..<count).map(element)
    return "[\((isTurned ? elements.reversed() : elements).joined(separator: ",\n"))]"
  }
}

/// Definitions with many elements of one kind, and every command that reads a definition.
extension GrowthLawTests {
  private static let boolean = "\"type\":\"boolean\""

  private static func visible(under parent: Int) -> String {
    let relation = "\"predicate\":\"BooleanHasExactValue\",\"value\":true"
    return boolean + ",\"visibleWhen\":{\"parent\":\"\(name(parent))\",\(relation)}"
  }

  /// A definition with some parameters, each with members from a function, and with other members
  /// of the root.
  private static func definition(
    _ count: Int, rest: String = "", _ more: (Int) -> String
  ) -> String {
    let parameters = list(count) { number in
      let place = "\"tag\":\(number + 1),\"priority\":\(number + 1)"
      return "{\"name\":\"\(name(number))\",\(place),\(more(number))}"
    }
    return
      "{\"intents\":[{\"name\":\"Big\",\"eligibleForWidgets\":true,\"parameters\":\(parameters)}]"
      + "\(rest)}"
  }

  private static func enums(_ count: Int) -> String {
    let enums = list(count) { number in
      "{\"name\":\"\(name(number))\",\"cases\":[{\"name\":\"a\"},{\"name\":\"b\"}]}"
    }
    return definition(count, rest: ",\"enums\":\(enums)") { number in
      "\"type\":\"enum\",\"enum\":\"\(name(number))\""
    }
  }

  private static func enumCases(_ count: Int) -> String {
    let cases = list(count) { number in "{\"name\":\"\(name(number))\"}" }
    let rest = ",\"enums\":[{\"name\":\"E\",\"cases\":\(cases)}]"
    return definition(count, rest: rest) { number in
      if number == 0 { return "\"type\":\"enum\",\"enum\":\"E\"" }
      let value = "\"predicate\":\"EnumHasExactValue\",\"value\":\"\(name(number))\""
      return boolean + ",\"visibleWhen\":{\"parent\":\"\(name(0))\",\(value)}"
    }
  }

  /// Parameters that share an enum, each with a different default; if `half` is true, only every
  /// second case remains, and the parameters do not have defaults.
  private static func sharedCases(_ count: Int, half: Bool = false) -> String {
    let cases = list(half ? count / 2 : count) { number in
      "{\"name\":\"\(name(half ? 2 * number : number))\"}"
    }
    return definition(count, rest: ",\"enums\":[{\"name\":\"E\",\"cases\":\(cases)}]") { number in
      "\"type\":\"enum\",\"enum\":\"E\"" + (half ? "" : ",\"default\":\"\(name(number))\"")
    }
  }

  /// Intents whose only parameters share an enum.
  private static func intentsWithSharedCases(_ count: Int) -> String {
    let cases = list(count) { "{\"name\":\"\(name($0))\"}" }
    let intents = list(count) { number in
      "{\"name\":\"I\(number)\",\"parameters\":[{\"name\":\"p\",\"type\":\"enum\",\"enum\":\"E\"}]}"
    }
    return "{\"intents\":\(intents),\"enums\":[{\"name\":\"E\",\"cases\":\(cases)}]}"
  }

  /// Choices that each depend on the previous choice.
  private static func choiceChain(_ count: Int) -> String {
    definition(count, rest: ",\"types\":[{\"name\":\"T\"}]") { number in
      let choice = "\"type\":\"object\",\"object\":\"T\",\"dynamic\":true"
      let relation = "\"predicate\":\"ObjectHasAnyValue\""
      return number == 0
        ? choice
        : choice + ",\"visibleWhen\":{\"parent\":\"\(name(number - 1))\",\(relation)}"
    }
  }

  private static func types(_ count: Int) -> String {
    let types = list(count) { number in
      let property = "{\"name\":\"p\",\"type\":\"string\"}"
      return "{\"name\":\"\(name(number))\",\"properties\":[\(property)]}"
    }
    return definition(count, rest: ",\"types\":\(types)") { number in
      "\"type\":\"object\",\"object\":\"\(name(number))\",\"dynamic\":true"
    }
  }

  /// Object types whose properties are objects of the next types, and a parameter of each type.
  private static func nestedTypes(_ count: Int, references: Int, isRing: Bool = false) -> String {
    let types = list(count) { number in
      let next = isRing ? (number + 1) % count : number + 1
      let properties = list(references) { place in
        next < count
          ? "{\"name\":\"p\(place)\",\"type\":\"object\",\"object\":\"\(name(next))\"}"
          : "{\"name\":\"p\(place)\",\"type\":\"string\"}"
      }
      return "{\"name\":\"\(name(number))\",\"properties\":\(properties)}"
    }
    return definition(count, rest: ",\"types\":\(types)") { number in
      "\"type\":\"object\",\"object\":\"\(name(number))\",\"dynamic\":true"
    }
  }

  private static func properties(_ count: Int) -> String {
    let properties = list(count) { "{\"name\":\"\(name($0))\",\"type\":\"string\"}" }
    let rest = ",\"types\":[{\"name\":\"T\",\"properties\":\(properties)}]"
    return definition(2, rest: rest) { _ in
      "\"type\":\"object\",\"object\":\"T\",\"dynamic\":true"
    }
  }

  /// Choices of one type that all depend on one parameter.
  private static func choices(_ count: Int, _ type: String) -> String {
    let condition =
      "\"visibleWhen\":{\"parent\":\"\(name(0))\",\"predicate\":\"BooleanHasExactValue\"}"
    return definition(count, rest: ",\"types\":[{\"name\":\"T\"}]") { number in
      number == 0 ? boolean : "\(type),\"dynamic\":true,\(condition)"
    }
  }

  /// Parameters whose names consist of symbols, and become equal where only letters and digits are
  /// allowed.
  private static func unsafeNames(_ count: Int) -> String {
    let scalars = Array(0x2200..<0x2300).compactMap(Unicode.Scalar.init)
    return "{\"intents\":[{\"name\":\"Big\",\"eligibleForWidgets\":true,\"parameters\":"
      + list(count) { number in
        let (high, low) = number.quotientAndRemainder(dividingBy: 256)
        return "{\"name\":\"\(scalars[high % 256])\(scalars[low])\",\(boolean)}"
      } + "}]}"
  }

  private static func numbers(_ count: Int) -> String {
    definition(count) { number in
      if number == 0 { return "\"type\":\"integer\"" }
      let value = "\"predicate\":\"IntegerHasExactValue\",\"value\":\(number % 3)"
      return boolean + ",\"visibleWhen\":{\"parent\":\"\(name(0))\",\(value)}"
    }
  }

  private static func intents(_ count: Int) -> String {
    let parameter = "{\"name\":\"on\",\(boolean)}"
    return "{\"intents\":"
      + list(count) { "{\"name\":\"I\($0)\",\"parameters\":[\(parameter)]}" } + "}"
  }

  private static func intentsWithSwitches(_ count: Int) -> String {
    func text(_ number: Int, _ kind: String) -> String {
      "{\"text\":\"\(kind)\",\"id\":\"\(kind)\(number)\"}"
    }
    return "{\"intents\":"
      + list(count) { number in
        "{\"name\":\"I\(number)\",\"title\":\(text(number, "t")),\"parameters\":["
          + "{\"name\":\"on\",\(boolean),\"trueName\":\(text(number, "y")),"
          + "\"falseName\":\(text(number, "n"))}]}"
      } + "}"
  }

  /// The repeated element of a definition, and its text.
  private static let structures: [(name: String, text: @Sendable (Int) -> String)] = [
    ("parameters", { definition($0) { _ in boolean } }),
    ("a chain of parents", { definition($0) { $0 == 0 ? boolean : visible(under: $0 - 1) } }),
    ("children of one parent", { definition($0) { $0 == 0 ? boolean : visible(under: 0) } }),
    ("loops of two", { definition($0 / 2 * 2) { visible(under: $0 ^ 1) } }),
    (
      "missing parents",
      { count in definition(count) { visible(under: $0 + count) } }
    ),
    (
      "missing enums",
      { definition($0) { "\"type\":\"enum\",\"enum\":\"Missing of the number \($0)\"" } }
    ),
    (
      "equal names",
      { count in
        let names = list(count) { _ in "{\"name\":\"same\",\(boolean)}" }
        return "{\"intents\":[{\"name\":\"Big\",\"parameters\":\(names)}]}"
      }
    ),
    (
      "equal prompts",
      { count in
        let prompts = list(count) { _ in "{\"kind\":\"Primary\",\"text\":\"Which?\"}" }
        return definition(1) { _ in "\"type\":\"string\",\"prompts\":\(prompts)" }
      }
    ),
    ("a tree of parents", { definition($0) { $0 == 0 ? boolean : visible(under: ($0 - 1) / 2) } }),
    (
      "parents in turn",
      { definition($0) { $0 == 0 ? boolean : visible(under: $0 % 2 == 0 ? $0 - 1 : 0) } }
    ),
    ("a chain of types", { nestedTypes($0, references: 1) }),
    ("types with two references", { nestedTypes($0, references: 2) }),
    ("a ring of types", { nestedTypes($0, references: 1, isRing: true) }),
    ("properties", properties), ("equal conditions", numbers), ("unsafe names", unsafeNames),
    ("choices of a type", { choices($0, "\"type\":\"object\",\"object\":\"T\"") }),
    ("choices of texts", { choices($0, "\"type\":\"string\"") }),
    ("a chain of choices", choiceChain),
    ("parameters that share cases", { sharedCases($0) }),
    ("intents that share cases", intentsWithSharedCases),
    ("intents with switches", intentsWithSwitches),
    ("enums", enums), ("cases", enumCases), ("types", types), ("intents", intents),
    (
      "unknown keys",
      { count in
        definition(1) { _ in boolean + (0..<count).map { ",\"\(name($0))\":1" }.joined() }
      }
    ),
  ]

  private static let commands = [
    ["check"], ["describe"], ["describe", "--format", "json"], ["convert", "--to", "json"],
    ["convert", "--to", "intentdefinition"],
    ["convert", "--to", "schema"], ["validate"], ["generate", "--as", "typed", "--output", "out"],
    ["generate", "--as", "app-intents", "--output", "out"],
    ["generate", "--as", "sirikit", "--output", "out"],
  ]

  static let definitions: [Case] =
    structures.flatMap { structure -> [Case] in
      let through = commands.map { command -> Case in
        Case(name: "\(command.joined(separator: " ")): \(structure.name)") { count, sandbox in
          let file = try sandbox.write(structure.text(count), to: "a.json")
          return (
            [command[0], file] + command.dropFirst(), SampleIntents.line(intent: "BigIntent")
          )
        }
      }
      let turned = Case(name: "diff: \(structure.name), backwards") { count, sandbox in
        let old = try sandbox.write(structure.text(count), to: "a.json")
        let text = $isTurned.withValue(true) { structure.text(count) }
        return (["diff", old, try sandbox.write(text, to: "b.json")], "")
      }
      return through + [turned]
    } + [
      Case(name: "diff: half of the shared cases gone") { count, sandbox in
        let old = try sandbox.write(sharedCases(count), to: "a.json")
        return (["diff", old, try sandbox.write(sharedCases(count, half: true), to: "b.json")], "")
      }
    ]

  /// A form whose first row changes, with rows that depend on it in some way.
  static let forms: [Case] = [
    "parameters", "a chain of parents", "children of one parent", "a tree of parents",
  ]
  .compactMap { name in structures.first { $0.name == name } }
  .map { structure in
    Case(name: "edit --set: \(structure.name)") { count, sandbox in
      let file = try sandbox.write(structure.text(count), to: "a.json")
      let answers = ["true", "false", "true"].flatMap { ["--set", "\(name(0))=\($0)"] }
      return (["edit", file, "--dry-run"] + answers, "")
    }
  }
}

/// Streams of intents, and documents with many elements of one kind.
extension GrowthLawTests {
  private static let lines: [String] = [
    "{}\n", "\n", "nonsense\n", "{\n", SampleIntents.line(), SampleIntents.line("\"bogus\":1"),
    SampleIntents.line("\"emphasis\":7"), SampleIntents.line("\"collection\":\"nowhere\""),
  ]

  private static let verse = Sandbox.repository.appending(path: "Intents/Verse").path

  private static func members(_ count: Int) -> String {
    SampleIntents.line((0..<count).map { "\"\(name($0))\":1" }.joined(separator: ","))
  }

  private static func elements(_ count: Int) -> String {
    SampleIntents.line("\"collection\":\(list(count) { "\"\(name($0))\"" })")
      .replacing("\n", with: "") + "\n"
  }

  /// Choices that are all part of the default of new widgets.
  private static func defaults(_ count: Int, _ sandbox: Sandbox) throws -> String {
    let names = list(count) { "\"\(name($0))\"" }
    _ = try sandbox.write("{\"items\":\(names),\"default\":\(names)}", to: "w/list.json")
    _ = try sandbox.write(
      "{\"intents\":[{\"name\":\"W\",\"title\":\"W\",\"eligibleForWidgets\":true,\"parameters\":"
        + "[{\"name\":\"p\",\"type\":\"string\",\"dynamic\":true,\"multiple\":true}]}]}",
      to: "w/w.json")
    _ = try sandbox.write(
      "{\"kind\":\"w\",\"displayName\":\"W\",\"description\":\"d\",\"supportedFamilies\":"
        + "[\"systemSmall\"],\"intent\":\"W\",\"options\":{\"p\":{\"fixture\":\"list.json\"}}}",
      to: "w/widget.json")
    return sandbox.path("w")
  }

  static let defaultsOfSources: [Case] = [["--format", "json"], ["--check"]].map { format in
    Case(name: "options \(format[0]): default choices") { count, sandbox in
      (["options", try defaults(count, sandbox), "p"] + format, "")
    }
  }

  static let streams: [Case] =
    lines.flatMap { line -> [Case] in
      let words = line.dropLast()
      return [
        Case(name: "validate: lines “\(words)”") { count, _ in
          (["validate", verse, "--jobs", "1"], String(repeating: line, count: count))
        },
        Case(name: "import: lines “\(words)”") { count, _ in
          (["import", "-"], String(repeating: line, count: count))
        },
      ]
    } + [
      Case(name: "validate: members") { count, _ in (["validate", verse], members(count)) },
      Case(name: "validate: elements") { count, _ in (["validate", verse], elements(count)) },
      Case(name: "import: members") { count, _ in (["import", "-"], members(count)) },
      Case(name: "edit --answers: members") { count, _ in
        (["edit", verse, "--answers", "-"], members(count))
      },
      Case(name: "validate: depth") { count, _ in
        (["validate", verse], String(repeating: "[", count: count) + "\n")
      },
    ]
}

/// Property lists, string tables, calendars and tables with many elements of one kind.
extension GrowthLawTests {
  private static func propertyList(_ root: String) -> String {
    "<plist version=\"1.0\"><dict>\(root)</dict></plist>"
  }

  static let files: [Case] = [
    Case(name: "check: unknown keys of a property list") { count, sandbox in
      let keys = (0..<count).map { "<key>\(name($0))</key><true/>\n" }.joined()
      let text = propertyList("<key>INIntents</key><array/>" + keys)
      return (["check", try sandbox.write(text, to: "a.intentdefinition")], "")
    },
    Case(name: "check: wrong intents of a property list") { count, sandbox in
      let wrong = String(repeating: "<true/>\n", count: count)
      let text = propertyList("<key>INIntents</key><array>\(wrong)</array>")
      return (["check", try sandbox.write(text, to: "a.intentdefinition")], "")
    },
    Case(name: "check: stale texts") { count, sandbox in
      let text = definition(1) { _ in boolean }
      let file = try sandbox.write(text, to: "Big.json")
      _ = try sandbox.write(
        (0..<count).map { "\"\(name($0))\" = \"x\";\n" }.joined(), to: "de.lproj/Big.strings")
      return (["check", file], "")
    },
    Case(name: "check: equal texts") { count, sandbox in
      let file = try sandbox.write(definition(1) { _ in boolean }, to: "Big.json")
      _ = try sandbox.write(
        String(repeating: "\"a\" = \"x\";\n", count: count), to: "de.lproj/Big.strings")
      return (["check", file], "")
    },
    Case(name: "timeline: events of a calendar") { count, sandbox in
      let events = (0..<count).flatMap { number in
        [
          "BEGIN:VEVENT", "UID:\(number)",
          "DTSTART:20260301T\(10 + number % 10)\(10 + number % 50)00Z", "SUMMARY:\(name(number))",
          "END:VEVENT",
        ]
      }
      let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + events + ["END:VCALENDAR", ""]
      _ = try sandbox.write(lines.joined(separator: "\r\n"), to: "Calendars/a.ics")
      return (["timeline", "UpNext", "--at", "2026-03-01T09:00:00Z"], "")
    },
  ]
}

/// Sources with many elements of one kind.
extension GrowthLawTests {
  private static func widget(_ source: String, in sandbox: Sandbox) throws -> String {
    let parameter = "{\"name\":\"city\",\"type\":\"string\",\"dynamic\":true,\"multiple\":true}"
    _ = try sandbox.write(
      "{\"intents\":[{\"name\":\"F\",\"eligibleForWidgets\":true,\"parameters\":[\(parameter)]}]}",
      to: "F/F.json")
    _ = try sandbox.write(
      "{\"kind\":\"f\",\"intent\":\"F\",\"options\":{\"city\":\(source)}}", to: "F/widget.json")
    return sandbox.path("F")
  }

  private static let tables: [(name: String, file: String, text: @Sendable (Int) -> String)] = [
    ("items", "a.json", { list($0) { "\"\(name($0))\"" } }),
    (
      "sections", "a.json",
      { count in
        "{\"sections\":"
          + list(count) { "{\"title\":\"\(name($0))\",\"items\":[\"\(name($0))\"]}" } + "}"
      }
    ),
    ("equal items", "a.json", { list($0) { _ in "\"same\"" } }),
    (
      "rows", "a.csv",
      { "identifier,display\n" + (0..<$0).map { "\($0),\(name($0))\n" }.joined() }
    ),
    (
      "quoted rows", "a.csv",
      { "identifier,display\n" + (0..<$0).map { "\($0),\"\(name($0)), \"\"x\"\"\"\n" }.joined() }
    ),
  ]

  private static let questions = [
    ["options", "F", "city"], ["options", "F", "city", "--search", "name 7"],
    ["options", "F", "city", "--check"], ["edit", "F", "--dry-run", "--set", "city=zzz"],
  ]

  static let sources: [Case] =
    tables.flatMap { table -> [Case] in
      questions.map { question -> Case in
        let name = "\(question.joined(separator: " ")): \(table.name)"
        return Case(name: name, least: 3_000) { count, sandbox in
          let folder = try widget("{\"fixture\":\"\(table.file)\"}", in: sandbox)
          _ = try sandbox.write(table.text(count), to: "F/" + table.file)
          return (question.map { $0 == "F" ? folder : $0 }, "")
        }
      }
    } + [
      Case(name: "edit --set: elements of an array", least: 500) { count, sandbox in
        let folder = try widget("{\"fixture\":\"a.json\"}", in: sandbox)
        _ = try sandbox.write(list(count) { "\"c\($0)\"" }, to: "F/a.json")
        let all = (0..<count).map { "c\($0)" }.joined(separator: ",")
        return (["edit", folder, "--dry-run", "--set", "city=\(all)"], "")
      },
      Case(name: "edit --plain: lines", least: 300) { count, sandbox in
        let folder = try widget("{\"fixture\":\"a.json\"}", in: sandbox)
        _ = try sandbox.write(list(3) { "\"c\($0)\"" }, to: "F/a.json")
        return (["edit", folder, "--plain"], String(repeating: "zzz\n", count: count))
      },
    ]
}

/// Stores with many placed widgets.
extension GrowthLawTests {
  private static let readings = [
    ["list"], ["export", "--all"], ["export", "W7"], ["show", "W7"], ["history", "W7"],
    ["show", "Nobody"], ["remove", "W7"], ["rename", "W7", "V7"], ["copy", "W7", "V7"],
  ]

  static let placed: [Case] =
    readings.map { command -> Case in
      Case(name: "\(command.joined(separator: " ")): placed widgets", least: 500) {
        count, sandbox in
        let lines = (0..<count).map { SampleIntents.line(name: "W\($0)") }.joined()
        let made = try sandbox.run(["import", "-"], input: lines)
        #expect(made.status == 0, "\(made.errors.prefix(300))")
        return (command, "")
      }
    } + [
      Case(name: "import: names", least: 500) { count, _ in
        (["import", "-"], (0..<count).map { SampleIntents.line(name: "W\($0)") }.joined())
      }
    ]
}
