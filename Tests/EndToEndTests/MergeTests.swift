import Foundation
import Testing
import WidgetTestSupport

/// Merges of definitions, with the built program.
@Suite(.startsPrograms) struct MergeTests {
  /// A definition with parameters, each given as its members.
  private static func definition(
    lastTag: Int?, _ parameters: [String], cases: [String] = [#"{"name": "soup", "index": 1}"#]
  ) -> String {
    """
    {"intents": [{"name": "Lunch", "eligibleForWidgets": true,
      \(lastTag.map { #""lastTag": \#($0), "# } ?? "")"parameters": [
        \(parameters.map { "{\($0)}" }.joined(separator: ",\n"))]}],
      "enums": [{"name": "Dish", "cases": [\(cases.joined(separator: ", "))]}]}
    """
  }

  private static let guests = #""name": "guests", "tag": 2, "type": "integer", "default": 2"#
  private static let dish = #""name": "dish", "tag": 3, "type": "enum", "enum": "Dish""#
  private static let room = #""name": "room", "tag": 4, "type": "string""#
  private static let base = definition(lastTag: 3, [guests, dish])

  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var base = MergeTests.base
    var ours: String
    var theirs: String
    var merged: String
    var errors = ""
    var isConflict = false

    var testDescription: String { what }
  }

  private static let rows = [
    Row(
      what: "each side adds a parameter with the next tag",
      ours: definition(lastTag: 4, [guests, room, dish]),
      theirs: definition(
        lastTag: 4, [guests, dish, #""name": "late", "tag": 4, "type": "boolean""#]),
      merged: definition(
        lastTag: 5, [guests, room, dish, #""name": "late", "tag": 5, "type": "boolean""#]),
      errors: """
        intent “Lunch”, parameter “late”: Both sides gave the tag 4 to a new element: ours to \
        “room”. This element now has 5.

        """),
    Row(
      what: "a new number is above those of what is gone",
      base: definition(lastTag: 9, [guests, dish]),
      ours: definition(lastTag: 9, [guests, dish, room]),
      theirs: definition(
        lastTag: 9, [guests, dish, #""name": "late", "tag": 4, "type": "boolean""#]),
      merged: definition(
        lastTag: 10, [guests, dish, room, #""name": "late", "tag": 10, "type": "boolean""#]),
      errors: """
        intent “Lunch”, parameter “late”: Both sides gave the tag 4 to a new element: ours to \
        “room”. This element now has 10.

        """),
    Row(
      what: "both sides add one parameter with different tags",
      ours: definition(lastTag: 4, [guests, dish, room]),
      theirs: definition(
        lastTag: 5, [guests, dish, #""name": "room", "tag": 5, "type": "string""#]),
      merged: definition(lastTag: 5, [guests, dish, room]),
      errors: """
        intent “Lunch”, parameter “room”: Both sides added it. It has the tag 4, as in ours, not 5.

        """),
    Row(
      what: "one side renames what the other changes",
      ours: definition(
        lastTag: 3, [#""name": "people", "tag": 2, "type": "integer", "default": 2"#, dish]),
      theirs: definition(
        lastTag: 3, [#""name": "guests", "tag": 2, "type": "integer", "default": 4"#, dish]),
      merged: definition(
        lastTag: 3, [#""name": "people", "tag": 2, "type": "integer", "default": 4"#, dish])),
    Row(
      what: "both sides change one value",
      ours: definition(
        lastTag: 3, [#""name": "guests", "tag": 2, "type": "integer", "default": 3"#, dish]),
      theirs: definition(
        lastTag: 3, [#""name": "guests", "tag": 2, "type": "integer", "default": 4"#, dish]),
      merged: definition(
        lastTag: 3, [#""name": "guests", "tag": 2, "type": "integer", "default": 3"#, dish]),
      errors: """
        intent “Lunch”, parameter “guests”, default: Ours has 3, theirs 4, and the base had 2. \
        The merged file has ours.

        """, isConflict: true),
    Row(
      what: "one side removes what the other changes",
      ours: definition(lastTag: 3, [dish]),
      theirs: definition(
        lastTag: 3, [#""name": "guests", "tag": 2, "type": "integer", "default": 4"#, dish]),
      merged: definition(
        lastTag: 3, [#""name": "guests", "tag": 2, "type": "integer", "default": 4"#, dish]),
      errors: """
        intent “Lunch”, parameter “guests”: Ours removes it, and theirs changes it. The merged \
        file keeps it as in theirs.

        """, isConflict: true),
    Row(
      what: "one side removes a parameter, the other adds a case with the next index",
      ours: definition(
        lastTag: 3, [dish],
        cases: [#"{"name": "soup", "index": 1}"#, #"{"name": "salad", "index": 2}"#]),
      theirs: definition(
        lastTag: 3, [guests, dish],
        cases: [#"{"name": "soup", "index": 1}"#, #"{"name": "pasta", "index": 2}"#]),
      merged: definition(
        lastTag: 3, [dish],
        cases: [
          #"{"name": "soup", "index": 1}"#, #"{"name": "salad", "index": 2}"#,
          #"{"name": "pasta", "index": 3}"#,
        ]),
      errors: """
        enum “Dish”, case “pasta”: Both sides gave the index 2 to a new element: ours to “salad”. \
        This element now has 3.

        """),
    Row(
      what: "names decide where no tag is stated",
      base: definition(lastTag: nil, [#""name": "a", "type": "string""#]),
      ours: definition(
        lastTag: nil, [#""name": "b", "type": "string""#, #""name": "a", "type": "string""#]),
      theirs: definition(
        lastTag: nil, [#""name": "a", "type": "string""#, #""name": "c", "type": "string""#]),
      merged: definition(
        lastTag: nil,
        [
          #""name": "b", "type": "string""#, #""name": "a", "type": "string""#,
          #""name": "c", "type": "string""#,
        ])),
  ]

  @Test(arguments: rows) func `Two versions are merged`(_ row: Row) throws {
    let sandbox = try Sandbox()
    for (name, text) in [("base", row.base), ("ours", row.ours), ("theirs", row.theirs)] {
      _ = try sandbox.write(text, to: "\(name).json")
    }
    let run = try sandbox.run(
      ["merge"] + ["base", "ours", "theirs"].map { sandbox.path("\($0).json") })
    #expect(run.status == (row.isConflict ? 1 : 0), "\(run.errors)")
    #expect(run.errors == row.errors)
    let merged = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? NSDictionary
    let expected = try JSONSerialization.jsonObject(with: Data(row.merged.utf8)) as? NSDictionary
    #expect(merged == expected, "\(run.output)")
  }

  /// Changes to one element, each of which keeps the element's answers, but which together lose
  /// them.
  private static let losses: [(ours: (String, String), theirs: (String, String), what: String)] = [
    (
      (#""label": "Guests""#, #""label": "How many""#), (#""guests""#, #""people""#),
      "parameter “guests”: “people” is a different parameter in its place"
    ),
    (
      (#""label": "Soup""#, #""label": "Broth""#), (#""soup""#, #""stew""#),
      "parameter “dish”: 1 case was replaced"
    ),
    (
      (#""label": "Seats""#, #""label": "Places""#), (#""seats""#, #""chairs""#),
      "parameter “table”: Property removed"
    ),
  ]

  @Test func `Answers that each side keeps and the merge loses are reported`() throws {
    let sandbox = try Sandbox()
    let base = """
      {"intents": [{"name": "Lunch", "eligibleForWidgets": true, "parameters": [
        {"name": "guests", "tag": 1, "type": "integer", "label": "Guests"},
        {"name": "dish", "tag": 2, "type": "enum", "enum": "Dish", "label": "Dish"},
        {"name": "table", "tag": 3, "type": "object", "object": "Table", "dynamic": true}]}],
       "enums": [{"name": "Dish", "cases": [
        {"name": "soup", "index": 1, "label": "Soup"},
        {"name": "salad", "index": 2, "label": "Salad"}]}],
       "types": [{"name": "Table", "properties": [
        {"name": "seats", "tag": 100, "type": "integer", "label": "Seats"}]}]}
      """
    let paths = ["base", "ours", "theirs", "merged"].map { sandbox.path("\($0).json") }
    _ = try sandbox.write(base, to: "base.json")
    for loss in Self.losses {
      let sides = [("ours.json", loss.ours), ("theirs.json", loss.theirs)]
      for (file, edit) in sides {
        let text = base.replacing(edit.0, with: edit.1)
        #expect(text != base)
        _ = try sandbox.write(text, to: file)
        let alone = try sandbox.run(["diff", paths[0], sandbox.path(file)])
        #expect(alone.status == 0, "\(alone.output)")
      }
      let run = try sandbox.run(["merge"] + paths.prefix(3) + ["--output", paths[3]])
      #expect(run.status == 1 && run.errors.contains(loss.what), "\(run.errors)")
      #expect(
        run.errors.contains("Each side keeps stored answers, but the merge loses them."),
        "\(run.errors)")
      // The remedy: one side's change is undone, here by using only the other side.
      let one = try sandbox.run(["merge", paths[0], paths[1], paths[1]])
      #expect(one.status == 0, "\(one.errors)")
    }
  }

  @Test func `Two orders conflict, and one does not`() throws {
    let sandbox = try Sandbox()
    let paths = ["base", "ours", "theirs"].map { sandbox.path("\($0).json") }
    func merge(_ theirs: [String]) throws -> (status: Int, errors: String) {
      let sides = [
        [Self.guests, Self.dish, Self.room], [Self.room, Self.guests, Self.dish], theirs,
      ]
      for (path, side) in zip(["base.json", "ours.json", "theirs.json"], sides) {
        _ = try sandbox.write(Self.definition(lastTag: 4, side), to: path)
      }
      let run = try sandbox.run(["merge"] + paths)
      return (Int(run.status), run.errors)
    }
    let other = try merge([Self.dish, Self.guests, Self.room])
    #expect(other.status == 1)
    #expect(
      other.errors == """
        intent “Lunch”, parameters: Ours and theirs put them in different orders. The merged file \
        has the order of ours.

        """)
    #expect(try merge([Self.guests, Self.dish, Self.room]).status == 0)
    #expect(try merge([Self.room, Self.guests, Self.dish]).status == 0)
    // New elements that the two sides order differently also follow our order.
    let late = #""name": "late", "tag": 5, "type": "boolean""#
    let sides = [
      [Self.guests, Self.dish], [Self.guests, Self.dish, Self.room, late],
      [Self.dish, Self.guests, late, Self.room],
    ]
    for (path, side) in zip(["base.json", "ours.json", "theirs.json"], sides) {
      _ = try sandbox.write(Self.definition(lastTag: 5, side), to: path)
    }
    let merged = try sandbox.run(["merge"] + paths)
    #expect(merged.status == 1)
    #expect(merged.errors.contains("has the order of ours"), "\(merged.errors)")
    let places = ["guests", "dish", "room", "late"].compactMap {
      merged.output.range(of: "\"name\": \"\($0)\"")?.lowerBound
    }
    #expect(places.count == 4 && places == places.sorted(), "\(merged.output)")
  }

  @Test func `A removed element that the other side refers to is reported`() throws {
    let sandbox = try Sandbox()
    let child =
      Self.room + #", "visibleWhen": {"parent": "guests", "predicate": "HasAnyValue"}"#
    _ = try sandbox.write(Self.base, to: "base.json")
    _ = try sandbox.write(Self.definition(lastTag: 3, [Self.dish]), to: "ours.json")
    _ = try sandbox.write(
      Self.definition(lastTag: 4, [Self.guests, Self.dish, child]), to: "theirs.json")
    let run = try sandbox.run(
      ["merge"] + ["base", "ours", "theirs"].map { sandbox.path("\($0).json") })
    #expect(run.status == 1)
    #expect(run.errors.contains("The parent “guests” is not a parameter of the intent"))
  }

  /// Two branches of a repository each add a parameter in Xcode's format.
  @Test func `Git merges definitions with the command`() throws {
    let sandbox = try Sandbox()
    let parameter = #"add parameter Lunch 'NAME:boolean' --intents ."#
    let script = """
      set -e
      export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
      export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
      "$0" new Lunch --intents . --quiet --parameter 'guests:integer=2'
      "$0" convert Lunch/Lunch.json --to intentdefinition -o Lunch/Lunch.intentdefinition
      rm Lunch/Lunch.json
      git init -q -b main .
      git config merge.definition.driver "'$0' merge %O %A %B --output %A"
      echo '*.intentdefinition merge=definition' > .gitattributes
      git add . && git commit -qm base
      git checkout -q -b other
      "$0" \(parameter.replacing("NAME", with: "late"))
      git commit -qam late
      git checkout -q main
      "$0" \(parameter.replacing("NAME", with: "veggie"))
      git commit -qam veggie
      git merge -q other -m both
      git diff --stat HEAD
      "$0" check Lunch
      git show HEAD~1:Lunch/Lunch.intentdefinition > before.intentdefinition
      "$0" diff before.intentdefinition Lunch/Lunch.intentdefinition
      """
    let run = try sandbox.shell(script)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("Both sides gave the tag"), "\(run.errors)")
    #expect(run.output.contains("late") && !run.output.contains("lost"), "\(run.output)")
  }

  /// The index and the files of the repository are not changed.
  @Test func `A folder is compared with itself in a revision`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.shell(
      """
      set -e
      export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
      export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
      "$0" new Lunch --intents 'my widgets' --quiet --parameter 'guests:integer=2' > /dev/null
      git init -q -b main .
      git add . && git commit -qm base
      sed -i 's/"guests"/"people"/' 'my widgets/Lunch/Lunch.json'
      git add . && echo staged > other && git add other
      git status --porcelain > before
      cd 'my widgets'
      "$0" diff Lunch --git main
      "$0" diff Lunch/Lunch.json --git HEAD > ../file
      cd ..
      "$0" diff 'my widgets' --git main~0
      git status --porcelain | grep -v -e before -e file | diff - <(grep -v before before)
      "$0" diff other --git main 2>&1 || true
      "$0" diff 'my widgets' --git nosuch 2>&1 || true
      git show main:'my widgets/Lunch/Lunch.json' > whole.json
      head -c 60 whole.json > cut.json && git add cut.json && git commit -qm cut
      cp whole.json cut.json && "$0" diff cut.json --git HEAD 2>&1 || true
      ls "${TMPDIR:-/tmp}" | grep -c "^widgetconfig-$$" || true
      """)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      run.output.split(separator: "\n").count { $0.contains("Renamed from “guests” to “people”") }
        == 2, "\(run.output)")
    #expect(try sandbox.read("file").contains("Renamed from “guests” to “people”"))
    #expect(run.output.contains("other: The revision “main” has no such definition."))
    #expect(
      run.output.contains("--git nosuch: The repository has no such revision."), "\(run.output)")
    // The message names the file as Git does, because the temporary copy no longer exists.
    #expect(run.output.contains("HEAD:cut.json:"), "\(run.output)")
  }

  /// The line endings and the final line feed follow those of OURS.
  @Test func `An empty side is refused, and the file is written in the format of ours`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.shell(
      """
      "$0" new Lunch --intents . --quiet --parameter 'guests:integer=2' > /dev/null
      cp Lunch/Lunch.json base && cp base theirs && printf '%s' "$(cat base)" > open
      sed 's/$/\r/' base > dos
      "$0" merge base dos theirs | cmp - dos && "$0" merge base open theirs | cmp - open && echo same
      : > empty
      "$0" merge empty base theirs > /dev/null && echo begun
      "$0" merge base empty theirs; echo "status $?"
      "$0" merge base theirs empty --output theirs; echo "status $?"
      "$0" merge base - - < theirs; echo "status $?"
      cmp base theirs
      """)
    #expect(
      run.output == "same\nbegun\nstatus 1\nstatus 1\nstatus 2\n", "\(run.output)\(run.errors)")
    #expect(run.errors.split(separator: "\n").count { $0.contains("The file is empty") } == 2)
    #expect(run.errors.contains("Only one of the three files"), "\(run.errors)")
  }

  /// If no number is left for a new tag, the merge reports what both sides changed.
  @Test func `The greatest number does not crash a merge`() throws {
    let sandbox = try Sandbox()
    func file(_ name: String, _ parameters: String...) throws {
      let parameters = parameters.enumerated().map {
        #"{"name":"\#($0.element)","type":"integer","tag":\#($0.offset + 1)}"#
      }
      _ = try sandbox.write(
        """
        {"intents":[{"name":"Lunch","lastTag":9223372036854775807,"eligibleForWidgets":true,
          "parameters":[\(parameters.joined(separator: ","))]}]}
        """, to: name)
    }
    try file("base.json", "a")
    try file("ours.json", "a", "b")
    try file("theirs.json", "a", "c")
    let sides = ["base", "ours", "theirs"].map { sandbox.path("\($0).json") }
    let run = try sandbox.run(["merge"] + sides)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(!run.errors.isEmpty)
  }

  /// A link to a folder is followed within the revision; a link that leads outside is reported.
  @Test func `Links in a revision lead to their targets in it`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.shell(
      """
      set -e
      export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
      export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
      "$0" new Lunch --intents all --quiet --parameter 'guests:integer=2' > /dev/null
      "$0" new Tea --intents shared --quiet --parameter 'cups:integer=2' > /dev/null
      ln -s ../shared/Tea all/Tea
      mkdir all/Plain && mv all/Lunch/Lunch.json all/Plain/lunch.txt
      ln -s ../Plain/lunch.txt all/Lunch/Lunch.json
      ln -s /nowhere/tsconfig.json all/tsconfig.json
      git init -q -b main .
      git add . && git commit -qm base
      sed -i 's/"guests"/"people"/' all/Plain/lunch.txt
      sed -i 's/"cups"/"pots"/' shared/Tea/Tea.json
      "$0" diff . --git main
      echo one folder
      "$0" diff all --git main
      """)
    let parts = run.output.split(separator: "one folder").map(String.init)
    try #require(parts.count == 2, "\(run.output)\(run.errors)")
    #expect(parts[0].contains("Renamed from “guests” to “people”"), "\(run.output)\(run.errors)")
    #expect(parts[0].contains("Renamed from “cups” to “pots”"), "\(run.output)")
    #expect(run.errors.contains("all/Tea: This symbolic link leads to nothing"), "\(run.errors)")
    #expect(run.errors.contains("all/tsconfig.json: This symbolic link"), "\(run.errors)")
  }
}
