import Foundation
import Testing
import WidgetTestSupport

/// `options --check` with programs that follow the rules for providers, or break one of them.
@Suite(.startsPrograms) struct OptionsCheckTests {
  /// A widget whose cities come from a source.
  private static func widget(_ source: String, in sandbox: Sandbox) throws -> String {
    let folder = sandbox.path("Trip")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try sandbox.write(
      #"{ "kind": "org.example.trip", "options": { "cities": \#(source) } }"#,
      to: "Trip/widget.json")
    let definition = Sandbox.repository.appending(
      path: "Intents/WorldClock/WorldClock.intentdefinition")
    try FileManager.default.copyItem(
      atPath: definition.path, toPath: folder + "/WorldClock.intentdefinition")
    return folder
  }

  /// Writes a shell script next to `widget.json`.
  ///
  /// `$n` is the number of the run, starting with 1, and `$request` is the request.
  private static func program(_ script: String, in sandbox: Sandbox) throws {
    let path = try sandbox.write(
      "#!/bin/sh\nrequest=$(cat)\necho x >> runs\nn=$(wc -l < runs)\n\(script)\n", to: "Trip/list")
    try makeProgram(at: path)
  }

  @Test(arguments: [
    (#"{ "fixture": "two.json" }"#, "two.json"), (#"{ "fixture": "two.csv" }"#, "two.csv"),
    (#"{ "command": ["/bin/cat", "two.json"] }"#, "/bin/cat"),
    (#"{ "builtin": "WorldClock" }"#, "WorldClock"),
    (
      #"{ "sqlite": "../store.sqlite", "query": "SELECT name AS identifier FROM sqlite_master" }"#,
      "../store.sqlite"
    ),
  ])
  func `Every kind of source follows the rules`(source: String, name: String) throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.run(["edit", "WorldClock", "-q", "--set", "format=system"]).status == 0)
    let folder = try Self.widget(source, in: sandbox)
    _ = try sandbox.write(#"["Oslo", "Rome"]"#, to: "Trip/two.json")
    _ = try sandbox.write("identifier,section\nOslo,N\nRome,S\n", to: "Trip/two.csv")
    for term in [[], ["--search", "o"]] {
      let run = try sandbox.run(["options", folder, "cities", "--check"] + term)
      #expect(run.errors == "\(name) passes all checks for “cities”.\n")
      #expect(run.output == "")
      #expect(run.status == 0)
    }
  }

  private static let two =
    #"{ case "$request" in *qxzjv*) echo '[]';; *) echo '["a", "b"]';; esac; }"#
  private static let says = "./list (cities"
  private static let status = """
    The program ended with status 1. It wrote: “lost”. \
    Run the command by hand, and give it the request that “options … --show-request” prints.
    """

  /// The broken rule, the program, the search term, and all findings.
  static let broken: [(rule: String, script: String, search: String?, found: [String])] = [
    (
      "valid-answer", #"echo '["a", "a"]'"#, nil,
      [
        "): valid-answer: Item 2 of section 1 has the identifier “a”, which item 1 of section 1 has "
          + "too.",
        ", search “qxzjvkwqxzjvq”): search: The term is ignored: the response is the same as "
          + "without a term.",
      ]
    ),
    (
      "answers", "echo lost >&2; exit 1", nil,
      ["): answers: The provider threw: ./list: \(status)"]
    ),
    (
      "stable-answer", #"[ $n -eq 2 ] && echo '["a"]' || \#(two)"#, nil,
      [
        "): stable-answer: Two identical requests got different responses: “b” is missing from the "
          + "second."
      ]
    ),
    (
      "search", #"echo '["a", "b"]'"#, nil,
      [
        ", search “qxzjvkwqxzjvq”): search: The term is ignored: the response is the same as "
          + "without a term."
      ]
    ),
    (
      "search-is-subset",
      #"case "$request" in *qxzjv*) echo '[]';; *searchTerm*) echo '["a", "z"]';; *) \#(two);; esac"#,
      "a",
      [", search “a”): search-is-subset: The whole list does not have “z”."]
    ),
    (
      "limit", #"case "$request" in *limit*) echo '[]';; *) \#(two);; esac"#, nil,
      [1, 2, 3].map {
        ", limit \($0)): limit: The response has only 0 of 2 choices."
      }
    ),
    (
      "resolving", #"[ $n -eq 7 ] && echo '["a"]' || \#(two)"#, nil,
      ["): resolving: Some offered choices were not resolved: “b”."]
    ),
    (
      "resolving fails", #"[ $n -eq 7 ] && { echo lost >&2; exit 1; } || \#(two)"#, nil,
      ["): resolving: Resolving threw: ./list: \(status)"]
    ),
  ]

  @Test(arguments: broken.indices)
  func `A broken rule is reported`(_ index: Int) throws {
    let row = Self.broken[index]
    let sandbox = try Sandbox()
    let folder = try Self.widget(#"{ "command": ["./list"], "searches": true }"#, in: sandbox)
    try Self.program(row.script, in: sandbox)
    let search = row.search.map { ["--search", $0] } ?? []
    let run = try sandbox.run(["options", folder, "cities", "--check"] + search)
    #expect(run.errors == row.found.map { Self.says + $0 + "\n" }.joined(), "\(row.rule)")
    #expect(run.output == "")
    #expect(run.status == 1)
  }

  @Test func `A recorded response follows the rules without the program`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(#"{ "command": ["./list"] }"#, in: sandbox)
    try Self.program(
      """
      echo '{"sections": [{"title": "N", "items": [{"identifier": "o", "display": "Oslo", \
      "subtitle": "NO", "symbol": "sun"}]}, {"items": ["x"]}], "indexed": true, "prompt": "Where?"}'
      """, in: sandbox)
    let recorded = sandbox.path("Trip/recorded.json")
    let first = try sandbox.run(
      ["options", folder, "cities", "--record", recorded, "--format", "json"])
    #expect(first.status == 0)
    #expect(first.errors == "Recorded 2 choices in \(recorded).\n")
    #expect(
      first.output == """
        {
          "sections": [
            {
              "title": "N",
              "items": [
                {
                  "identifier": "o",
                  "display": "Oslo",
                  "subtitle": "NO",
                  "symbol": "sun"
                }
              ]
            },
            {
              "items": [
                {
                  "identifier": "x",
                  "display": "x"
                }
              ]
            }
          ],
          "indexed": true,
          "prompt": "Where?"
        }

        """)
    try FileManager.default.removeItem(atPath: sandbox.path("Trip/list"))
    _ = try sandbox.write(
      #"{ "kind": "k", "options": { "cities": { "fixture": "recorded.json" } } }"#,
      to: "Trip/widget.json")
    let replayed = try sandbox.run(["options", folder, "cities", "--format", "json"])
    #expect(replayed.output == first.output)
    let check = try sandbox.run(["options", folder, "cities", "--check", "--search", "os"])
    #expect(check.errors == "recorded.json passes all checks for “cities”.\n")
  }

  @Test func `A failed request records nothing`() throws {
    let sandbox = try Sandbox()
    let folder = try Self.widget(#"{ "command": ["./list"] }"#, in: sandbox)
    try Self.program("echo lost >&2; exit 1", in: sandbox)
    let kept = try sandbox.write("kept", to: "Trip/recorded.json")
    let run = try sandbox.run(["options", folder, "cities", "--record", kept])
    #expect(run.status == 3)
    #expect(run.errors == "./list: \(Self.status)\n")
    #expect(try sandbox.read("Trip/recorded.json") == "kept")
  }
}
