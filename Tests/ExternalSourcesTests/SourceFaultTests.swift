import Foundation
import IntentOptions
import Testing
import WidgetFormats
import WidgetTestSupport

@testable import ExternalSources

/// Every failure of files and programs, with the exact message.
@Suite("Faults of files and programs", .startsPrograms)
struct SourceFaultTests {
  private let folder: TemporaryFolder
  private let request = OptionsRequest(parameter: "p")

  init() throws { folder = try TemporaryFolder() }

  static let files: [(name: String, bytes: [UInt8], words: String)] = [
    (
      "invalid UTF-8", [0x5B, 0x22, 0xFF, 0x22, 0x5D],
      "At line 1, column 3: The byte 0xFF is not valid UTF-8. Save the text as UTF-8."
    ),
    (
      "wrong shape", Array("{\"items\": 7}".utf8),
      "At line 1, column 11: Expected an array, found a whole number."
    ),
    (
      "too large", Array(repeating: 0x20, count: 3_000),
      "The response has more than 2000 bytes. Make the response smaller."
    ),
    (
      "a line without end", Array(("[\"" + String(repeating: "x", count: 5_000)).utf8),
      "The response has more than 2000 bytes. Make the response smaller."
    ),
    (
      "two problems", Array("[{},{}]".utf8),
      """
      At line 1, column 2: The member “identifier” is missing. Add “identifier”. \
      At line 1, column 5: The member “identifier” is missing. Add “identifier”.
      """
    ),
    (
      "a control character", Array("[\"a\\u0007\"]".utf8),
      """
      Item 1 of section 1 has the control character U+0007 as character 2 of its identifier. \
      Correct the response of the source.
      """
    ),
    (
      "a control character in a symbol",
      Array("[{\"identifier\":\"a\",\"symbol\":\"\\u001B[1m\"}]".utf8),
      """
      Item 1 of section 1 has the control character U+001B as character 1 of its symbol. \
      Correct the response of the source.
      """
    ),
    (
      "a control character in a notice", Array("{\"items\":[],\"notice\":\"\\u0000\"}".utf8),
      """
      The response has the control character U+0000 as character 1 of its notice. \
      Correct the response of the source.
      """
    ),
  ]

  @Test("each fault in a file has its message", arguments: files)
  func file(_ name: String, bytes: [UInt8], words: String) async throws {
    let path = try folder.write("options.json", bytes)
    let limits = SourceLimits.patient(bytes: 2_000)
    let provider = FixtureOptionsProvider(path: path, name: "file", limits: limits)
    let said = await message { _ = try await provider.options(for: request) }
    #expect(said == "file: " + words, "\(name): \(said)")
  }

  @Test(
    "a program that prints a file with a fault has the same message as the file", arguments: files)
  func program(_ name: String, bytes: [UInt8], words: String) async throws {
    let path = try folder.write("options.json", bytes)
    let provider = SubprocessOptionsProvider(
      CommandSource(arguments: ["/bin/cat", path]), folder: folder.path, environment: [:],
      name: "prog", limits: .patient(bytes: 2_000))
    let said = await message { _ = try await provider.options(for: request) }
    #expect(said == "prog: " + words, "\(name): \(said)")
  }

  private static let tooSlow =
    "The source did not answer within 5 seconds. "
    + "Try again, or give it a longer timeout in widget.json."
  private static let again =
    "Run the command by hand, and give it the request that "
    + "“options … --show-request” prints."

  static let programs: [(name: String, script: String, timeout: Duration, words: String)] = [
    ("slow to start", "sleep 1000", .seconds(5), tooSlow),
    ("slow to finish", "printf '[\"a\",'; sleep 1000", .seconds(5), tooSlow),
    (
      "stops halfway", "printf '[\"a\",'", .seconds(120),
      "At line 1, column 6: The text ends inside a value. It may have been cut off."
    ),
    (
      "endless output", "while :; do echo '\"x\",'; done", .seconds(120),
      "The response has more than 2000 bytes. Make the response smaller."
    ),
    (
      "100 MB in one line", "head -c 100000000 /dev/zero | tr '\\0' 'x'", .seconds(120),
      "The response has more than 2000 bytes. Make the response smaller."
    ),
    (
      "endless errors", "yes | head -c 5000000 >&2; echo '[]'; exit 4", .seconds(120),
      "status 4"
    ),
    (
      "exit status 1", "echo '[\"a\"]'; echo no >&2; exit 1", .seconds(120),
      "The program ended with status 1. It wrote: “no”. \(again)"
    ),
    (
      "killed by a signal", "kill -KILL $$", .seconds(120),
      "The program ended with signal 9. It wrote nothing to standard error. \(again)"
    ),
    (
      "says nothing", ":", .seconds(120),
      "At line 1, column 1: The text is empty. A JSON text holds one value."
    ),
  ]

  @Test("each fault of a program has its message, and no process is left", arguments: programs)
  func program(_ name: String, script: String, timeout: Duration, words: String) async throws {
    let provider = SubprocessOptionsProvider(
      shell("echo $$ > own; " + script, timeout: timeout), folder: folder.path,
      environment: ["PATH": "/usr/bin:/bin"], name: "prog",
      limits: .patient(bytes: 2_000))
    let said = await message { _ = try await provider.options(for: request) }
    #expect(name == "endless errors" ? said.contains(words) : said == "prog: " + words, "\(said)")
    #expect(said.count < 1_300)
    // On a busy machine, the timeout can come before the program has started.
    guard let own = folder.text("own")?.trimmingCharacters(in: .whitespacesAndNewlines),
      let group = Int32(own)
    else { return }
    #expect(try await eventually { !isAlive(group: group) }, "nothing is left of it")
  }

  /// Reasons why a program cannot start, and the remedies.
  @Test("programs that cannot be started")
  func unstartable() async throws {
    func provider(_ program: String) -> SubprocessOptionsProvider {
      SubprocessOptionsProvider(
        CommandSource(arguments: ["./\(program)"]), folder: folder.path,
        environment: ["PATH": "/usr/bin:/bin"], name: "prog",
        limits: .patient)
    }
    for (name, text, words) in [
      (
        "lost", "#!/nowhere/sh\n",
        """
        the interpreter that its first line names does not exist. Install the interpreter, or \
        correct the first line.
        """
      ),
      ("bytes", "\u{1}\u{2}\u{3}", "Begin a script with a line such as #!/bin/sh, or build the"),
    ] {
      let path = try folder.write(name, Array(text.utf8))
      try #require(chmod(path, 0o755) == 0)
      let said = await message { _ = try await provider(name).options(for: request) }
      #expect(said.contains(words), "\(said)")
    }
    #if os(Linux)
      let path = try folder.write("busy", Array("#!/bin/sh\necho '[]'\n".utf8))
      try #require(chmod(path, 0o755) == 0)
      let file = open(path, O_WRONLY | O_CLOEXEC)
      let said = await message { _ = try await provider("busy").options(for: request) }
      close(file)
      #expect(
        said.hasSuffix(
          """
          cannot be run: Text file busy. Another program is writing the file. Try again when it has \
          closed the file.
          """), "\(said)")
      let choices = try await provider("busy").options(for: request)
      let hasItems = choices.sections.contains { !$0.items.isEmpty }
      #expect(!hasItems)
    #endif
  }

  /// Whether a process of the group is alive; a zombie does not count.
  private func isAlive(group: Int32) -> Bool {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    guard !numbers.isEmpty else { return kill(-group, 0) == 0 }
    return numbers.contains { number in
      guard Int32(number) != nil,
        let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
        let end = status.lastIndex(of: ")")
      else { return false }
      let fields = status[end...].split(separator: " ")
      return fields.count > 3 && fields[3] == "\(group)" && fields[1] != "Z"
    }
  }
}
