import Foundation
import IntentModel
import IntentOptions
import Testing
import WidgetFormats
import WidgetTestSupport

@testable import ExternalSources

@Suite("Options that a program prints", .startsPrograms)
struct SubprocessOptionsTests {
  private let folder: TemporaryFolder
  private let request = OptionsRequest(
    parameter: "city", values: ["country": .enumeration("no")], locale: "nb", searchTerm: "os")

  init() throws { folder = try TemporaryFolder() }

  private func provider(
    _ source: CommandSource, environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    limits: SourceLimits = .patient
  ) -> SubprocessOptionsProvider {
    SubprocessOptionsProvider(
      source, folder: folder.path, environment: environment, name: "prog", limits: limits)
  }

  private func failure(
    _ source: CommandSource, limits: SourceLimits = .patient
  ) async -> String {
    await message { _ = try await provider(source, limits: limits).options(for: request) }
  }

  @Test("the response is the standard output, with any standard error")
  func answer() async throws {
    let source = shell("echo warning >&2; echo '[\"a\", \"b\"]'")
    #expect(picture(try await provider(source).options(for: request)) == ["-: a, b"])
  }

  @Test("a program is found in PATH after a folder and a file with the same name")
  func searchPath() throws {
    let folders = ["folder", "file", "program"].map { "\(folder.path)/\($0)" }
    let files = FileManager.default
    try files.createDirectory(
      atPath: folders[0] + "/tool", withIntermediateDirectories: true)
    for (path, permissions) in zip(folders[1...], [0o644, 0o755]) {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(
        files.createFile(
          atPath: path + "/tool", contents: Data(), attributes: [.posixPermissions: permissions]))
    }
    func found(_ folders: ArraySlice<String>) -> String? {
      let path = folders.joined(separator: ":")
      return ProgramOutput.path(ofProgram: "tool", environment: ["PATH": path])
    }
    #expect(found(folders[...]) == folders[2] + "/tool")
    #expect(found(folders[..<2]) == nil)
  }

  @Test("a program can print lines, a table, or its own JSON")
  func otherForms() async throws {
    var source = shell("printf '  main\\n* dev\\n'")
    source.format = .lines
    #expect(picture(try await provider(source).options(for: request)) == ["-: main, * dev"])
    source = shell("printf 'id\\tname\\n1\\tOne\\n'")
    source.format = .table
    source.mapping = OptionsMapping(identifier: "/id", display: "/name")
    #expect(picture(try await provider(source).options(for: request)) == ["-: 1=One"])
    source = shell("echo '{\"units\":[{\"unit\":\"a\"}]}'")
    source.mapping = OptionsMapping(items: "/units", identifier: "/unit")
    #expect(picture(try await provider(source).options(for: request)) == ["-: a"])
    let found = try await provider(source).resolve(identifiers: ["a", "b"], for: request)
    #expect(found.items.map(\.identifier) == ["a"])
  }

  @Test("the program gets the request on standard input")
  func request() async throws {
    _ = try await provider(shell("cat > got; echo '[]'")).options(for: request)
    #expect(folder.text("got") == (try OptionsJSON.text(of: request)) + "\n")
  }

  @Test("each scope has its own container, and requests without a scope have another")
  func containers() async throws {
    let source = shell(
      #"[ -n "$WIDGETCONFIG_CONTAINER" ] || WIDGETCONFIG_CONTAINER=-; echo "[\"$WIDGETCONFIG_CONTAINER\"]""#
    )
    let names: [String?] = [nil, "", "acme", "../own", "local"]
    func found(_ variables: [String: String]) async throws -> [String] {
      let provider = provider(
        source, environment: variables.merging(["PATH": "/usr/bin:/bin"]) { $1 })
      #expect(provider.dependsOnScope == (variables["WIDGETCONFIG_CONTAINERS"] != nil))
      var found: [String] = []
      for name in names {
        var asked = self.request
        asked.scope = name
        found += try await provider.options(for: asked).items.map(\.identifier)
      }
      return found
    }
    let (own, all) = ("\(folder.path)/own", "\(folder.path)/all")
    let widget = folder.path.split(separator: "/").last ?? ""
    let scoped = ["local", "61636d65", "2e2e2f6f776e", "6c6f63616c"].map {
      "\(all)/\($0)/\(widget)"
    }
    let both = ["WIDGETCONFIG_CONTAINER": own, "WIDGETCONFIG_CONTAINERS": all]
    #expect(try await found(both) == ["\(own)/\(widget)"] + scoped)
    #expect(
      try await found(["WIDGETCONFIG_CONTAINER": own])
        == ["\(own)/\(widget)"] + Array(repeating: "-", count: 4))
  }

  @Test("a program that does not read its input can still respond, many times")
  func unread() async throws {
    for _ in 0..<20 {
      #expect(try await provider(shell("echo '[]'")).options(for: request).isEmpty)
    }
  }

  @Test("for forty requests at most eight programs run at a time, and all get a response")
  func many() async throws {
    let folder = folder
    let provider = provider(
      shell(
        """
        mkdir run.$$; ls -d run.* | wc -l >> counts; sleep 0.05; rmdir run.$$; echo '["a"]'
        """))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        group.addTask {
          var request = OptionsRequest(parameter: "city")
          request.searchTerm = "\(number)"
          return try await provider.options(for: request).count
        }
      }
      for try await count in group { #expect(count == 1) }
    }
    let counts = (folder.text("counts") ?? "").split(whereSeparator: \.isWhitespace)
      .compactMap { Int($0) }
    #expect(counts.count == 40)
    #expect(counts.allSatisfy { (1...8).contains($0) })
  }

  @Test("a request that nobody waits for leaves the queue and ends its program")
  func abandoned() async throws {
    let provider = provider(shell("echo $$ >> started; sleep 60"))
    let requests = (0..<20).map { number in
      Task {
        var request = OptionsRequest(parameter: "city")
        request.searchTerm = "\(number)"
        _ = try await provider.options(for: request)
      }
    }
    let folder = folder
    #expect(
      try await eventually {
        (folder.text("started") ?? "").split(separator: "\n").count == 8
      })
    for request in requests { request.cancel() }
    for request in requests {
      await #expect(throws: CancellationError.self) { try await request.value }
    }
    #expect((folder.text("started") ?? "").split(separator: "\n").count == 8)
  }

  @Test("no shell interprets the arguments")
  func noShell() async throws {
    let arguments = ["/bin/echo", "[\"$HOME;*\"]"]
    let answer = try await provider(CommandSource(arguments: arguments)).options(for: request)
    #expect(picture(answer) == ["-: $HOME;*"])
  }

  @Test("programs are found in the folder and in PATH", arguments: ["./list", "sh"])
  func finding(_ program: String) async throws {
    let file = try folder.write("list", "#!/bin/sh\necho '[\"x\"]'\n")
    try makeProgram(at: file)
    let arguments = program == "sh" ? ["sh", "./list"] : [program]
    let answer = try await provider(CommandSource(arguments: arguments)).options(for: request)
    #expect(picture(answer) == ["-: x"])
  }

  @Test("only allowed variables reach the program")
  func environment() async throws {
    let variables = ["PATH": "/usr/bin:/bin", "SECRET": "s", "TOKEN": "t", "LANG": "C"]
    let source = shell(
      "printf '[\"S%s\",\"T%s\",\"L%s\"]' \"$SECRET\" \"$TOKEN\" \"$LANG\"", environment: ["TOKEN"])
    let answer = try await provider(source, environment: variables).options(for: request)
    #expect(picture(answer) == ["-: S, Tt, LC"])
  }

  @Test("a failing program's output is quoted, harmless and bounded")
  func failing() async {
    #expect(
      await failure(shell("echo 'no \u{1B}[31mnetwork' >&2; echo '[]'; exit 3"))
        == """
        prog: The program ended with status 3. It wrote: “no ␛[31mnetwork”. \
        Run the command by hand, and give it the request that “options … --show-request” prints.
        """)
    #expect(
      await failure(shell("exit 1"))
        == """
        prog: The program ended with status 1. It wrote nothing to standard error. \
        Run the command by hand, and give it the request that “options … --show-request” prints.
        """)
    #expect(await failure(shell("kill -9 $$")).contains("The program ended with signal 9."))
    let long = await failure(shell("yes | head -c 300000 >&2; exit 1"))
    #expect(long.contains("…”"))
    #expect(long.count < 1_300)
  }

  @Test("a missing program is reported with its path")
  func missing() async {
    let words = "Correct the command in widget.json, or install the program."
    for program in ["/none/at/all", "./none", "no-such-program-here"] {
      let path = program == "./none" ? "\(folder.path)/none" : program
      #expect(
        await failure(CommandSource(arguments: [program]))
          == "prog: There is no program “\(path)” to run. \(words)")
    }
  }

  @Test("a response that is not a collection")
  func malformed() async {
    let words = await failure(shell("echo hello"))
    #expect(words.hasPrefix("prog: At line 1, column 1: "), "\(words)")
    // A program that was not written for this purpose prints a list in another format instead of
    // JSON.
    let formats = [OptionsFormat.lines, .table].map {
      "“\"\(SourceDescription.Key.format.rawValue)\": \"\($0.rawValue)\"”"
    }
    #expect(words.hasSuffix("in widget.json: \(formats.joined(separator: " or "))."), "\(words)")
    let broken = await failure(shell("echo '[1,'"))
    #expect(!broken.contains("format"), "\(broken)")
  }

  @Test("a response that is too large ends the program")
  func tooLarge() async {
    #expect(
      await failure(shell("yes"), limits: .patient(bytes: 1_000))
        == "prog: The response has more than 1000 bytes. Make the response smaller.")
  }

  @Test("a slow program is ended with its process group")
  func tooSlow() async throws {
    let source = shell("sleep 1000 & echo $! > child; wait", timeout: .seconds(3))
    #expect(
      await failure(source)
        == """
        prog: The source did not answer within 3 seconds. \
        Try again, or give it a longer timeout in widget.json.
        """)
    try await expectEnded()
  }

  @Test("a cancelled request ends the program with its process group")
  func cancelling() async throws {
    let provider = provider(shell("trap '' TERM; sleep 1000 & echo $! > child; wait"))
    let request = request
    let task = Task { try await provider.options(for: request) }
    while folder.text("child")?.hasSuffix("\n") != true {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await expectEnded()
  }

  @Test("a process left by a program does not delay its response")
  func leftBehind() async throws {
    let source = shell("sleep 300 & echo '[\"a\"]'")
    #expect(picture(try await provider(source).options(for: request)) == ["-: a"])
  }

  /// Ways for a helper to leave the program's process group; each writes its process ID to `child`.
  static let escapes: [String] = [
    "setsid sh -c 'echo $$ > child; exec sleep 1000'",
    // The helper's parent has ended, so the helper's origin cannot be found through the parent.
    "setsid sh -c 'sleep 1000 & echo $! > child' >/dev/null 2>&1",
    "(setsid setsid sh -c 'echo $$ > child; while :; do sleep 1; done' >/dev/null 2>&1 &)",
  ]

  @Test(
    "a helper that has left the group of a program is ended, too",
    .enabled(if: canLeaveGroups, "needs /proc and setsid"), arguments: escapes)
  func leftGroup(_ escape: String) async throws {
    let provider = provider(shell(escape + " & sleep 1000"))
    let request = request
    let task = Task { try await provider.options(for: request) }
    #expect(try await eventually { folder.text("child")?.hasSuffix("\n") == true })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await expectEnded()
  }

  static let failures: [(ending: String, words: String)] = [
    ("exit 3", "The program ended with status 3."),
    ("kill -9 $$", "The program ended with signal 9."),
    ("yes", "The response has more than 1000 bytes."),
    ("sleep 1000", "The source did not answer within 3 seconds."),
  ]

  @Test(
    "nothing is left of a program that fails",
    .enabled(if: canLeaveGroups, "needs /proc and setsid"),
    arguments: failures)
  func nothingIsLeft(ending: String, words: String) async throws {
    let escape = "setsid sh -c 'echo $$ > child; exec sleep 1000' >/dev/null 2>&1 &"
    let wait = "while [ ! -s child ]; do sleep 0.01; done"
    let said = await failure(
      shell("\(escape) \(wait); \(ending)", timeout: ending == "sleep 1000" ? .seconds(3) : nil),
      limits: .patient(bytes: 1_000))
    #expect(said.contains(words), "\(said)")
    // On a busy machine, the timeout can come before the helper has started.
    if folder.text("child")?.hasSuffix("\n") == true { try await expectEnded() }
  }

  @Test(
    "a background process that a program starts continues after the response",
    .enabled(if: canLeaveGroups, "needs /proc and setsid"))
  func startedToStay() async throws {
    let script = "setsid sleep 300 >/dev/null 2>&1 & echo $! > child; echo '[\"a\"]'"
    #expect(picture(try await provider(shell(script)).options(for: request)) == ["-: a"])
    let number = try child()
    #expect(isAlive(number))
    kill(number, SIGKILL)
  }

  @Test("nested runs belong to both the inner and the outer run")
  func runsWithinRuns() async throws {
    let script = "printf '[\"%s\"]' \"$WIDGETCONFIG_RUN\""
    let outer = try await provider(shell(script)).options(for: request).items[0].identifier
    #expect(outer.hasPrefix("run-\(getpid())-"))
    let variables = ["PATH": "/usr/bin:/bin", "WIDGETCONFIG_RUN": outer]
    let inner = try await provider(shell(script), environment: variables).options(for: request)
      .items[0].identifier
    #expect(inner.hasPrefix(outer + ",run-\(getpid())-"))
    #expect(inner != outer + "," + outer)
  }

  /// Whether helpers can leave their process group on this system, and can be found afterwards.
  static let canLeaveGroups =
    FileManager.default.fileExists(atPath: "/proc/self/environ")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")

  /// The process ID that the file contains.
  private func child() throws -> Int32 {
    let text = try #require(folder.text("child"))
    return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Waits until the process whose ID is in the file has ended: a signal was sent, but the system
  /// needs some time.
  private func expectEnded() async throws {
    let number = try child()
    #expect(try await eventually { !isAlive(number) })
  }

  /// Whether a process is alive; a zombie does not count.
  private func isAlive(_ number: Int32) -> Bool {
    guard kill(number, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? true
  }
}
