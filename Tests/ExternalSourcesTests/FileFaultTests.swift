import Foundation
import InputFiles
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import ExternalSources
@testable import WidgetFormats

/// Every kind of path that does not lead to a readable file, with the exact message.
@Suite("Faults of paths")
struct FileFaultTests {
  private let folder: TemporaryFolder
  private let request = OptionsRequest(parameter: "p")

  init() throws { folder = try TemporaryFolder() }

  /// A fault: its cause, and the message; `FILE` stands for the path.
  struct Fault: CustomTestStringConvertible, Sendable {
    var name: String
    var words: String
    var make: @Sendable (_ path: String) throws -> Void
    var testDescription: String { name }
  }

  private static let notAFile = "FILE: \(FileReadingError.Rule.notAFile.statement.explanation)"

  private static let manager = FileManager.default

  static let faults: [Fault] = [
    Fault(
      name: "absent",
      words: "There is no file “FILE”. Correct the path in widget.json, or create the file."
    ) { _ in },
    Fault(
      name: "a folder", words: "FILE: \(FileReadingError.Rule.directory.statement.explanation)"
    ) { path in
      try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    },
    Fault(name: "a pipe that nobody writes to", words: notAFile) {
      #expect(mkfifo($0, 0o600) == 0)
    },
    Fault(name: "an endless device", words: notAFile) { path in
      try manager.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    },
    Fault(
      name: "a link that leads nowhere",
      words: "FILE: This symbolic link points to “nowhere”, which does not exist. Repair the link."
    ) { path in
      try manager.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    },
    Fault(
      name: "a link that leads to itself",
      words: "FILE: This symbolic link points back to itself. Repair the link."
    ) { path in
      try manager.createSymbolicLink(atPath: path, withDestinationPath: path)
    },
  ]

  private func providers(_ path: String, limits: SourceLimits) -> [any OptionsProvider] {
    let query = SQLiteSource(path: path, query: "SELECT 1 AS identifier")
    return [
      FixtureOptionsProvider(path: path, name: "s", limits: limits),
      SQLiteOptionsProvider(query, path: path, name: "s", limits: limits),
    ]
  }

  @Test(
    "each fault of a path has its message, for files and databases", arguments: faults,
    ["p.json", "p.csv"])
  func fault(_ fault: Fault, name: String) async throws {
    let path = folder.path + "/" + name
    try fault.make(path)
    for provider in providers(path, limits: .patient) {
      for limit in [nil, 10] {
        var request = request
        request.limit = limit
        let said = await message { _ = try await provider.options(for: request) }
        #expect(said.replacing(path, with: "FILE") == "s: " + fault.words)
      }
    }
    expectClosed(path)
  }

  @Test("a file without permission", .enabled(if: geteuid() != 0, "root may read every file"))
  func permission() async throws {
    let path = try folder.write("secret.json", "[]")
    #expect(chmod(path, 0) == 0)
    for provider in providers(path, limits: .patient) {
      let said = await message { _ = try await provider.options(for: request) }
      #expect(
        said.replacing(path, with: "FILE")
          == "s: FILE: Permission to read the file is denied. Change its permissions.")
    }
  }

  @Test("a path with a null byte, and an empty path", arguments: ["", "a\0b"])
  func names(_ path: String) async {
    let said = await message {
      _ = try await FixtureOptionsProvider(path: path, name: "s").options(for: request)
    }
    #expect(said.contains("The path is empty, too long or has a zero byte."))
  }

  @Test("a file larger than the limit is refused by its size", arguments: ["p.json", "p.csv"])
  func size(_ name: String) async throws {
    let path = try folder.write(name, "")
    #expect(truncate(path, 100_000_000) == 0)
    let provider = FixtureOptionsProvider(path: path, name: "s", limits: .patient(bytes: 2_000))
    let said = await message { _ = try await provider.options(for: request) }
    #expect(said == "s: The response has more than 2000 bytes. Make the response smaller.")
    expectClosed(path)
  }

  @Test("with a limit, only the beginning of a large file in one line is read")
  func beginning() async throws {
    let path = try folder.write("p.json", "[\"a\",\"b\"")
    #expect(truncate(path, 1 << 30) == 0)
    let provider = FixtureOptionsProvider(path: path, name: "s")
    var request = request
    request.limit = 2
    #expect(picture(try await provider.options(for: request)) == ["-: a, b"])
    request.limit = 3
    let said = await message { _ = try await provider.options(for: request) }
    #expect(said == "s: The response has more than 67108864 bytes. Make the response smaller.")
  }

  @Test("a file that breaks off halfway", arguments: 1..<12)
  func halfway(_ count: Int) async throws {
    let whole = Array(#"["a", "b"]  "#.utf8)
    let path = try folder.write("p.json", Array(whole.prefix(count)))
    let provider = FixtureOptionsProvider(path: path, name: "s")
    if count >= 10 {
      #expect(picture(try await provider.options(for: request)) == ["-: a, b"])
    } else {
      let said = await message { _ = try await provider.options(for: request) }
      #expect(said.hasPrefix("s: At line 1, column "))
      #expect(said.hasSuffix(". It may have been cut off."), "\(said)")
    }
  }

  @Test("a file's problem has the usual message, and always a remedy")
  func words() {
    let rules: [FileReadingError.Rule] = [
      .system(code: EIO), .noData(seconds: 3), .notReadable, .linkCycle, .nameNotAllowed,
    ]
    for rule in rules {
      let error = OptionsError(FileReadingError(path: "FILE", rule: rule), provider: "s")
      #expect(error.message.text() == "FILE: \(rule.statement.message)")
      #expect(error.code == .unreadable)
      #expect(!error.remedy.isEmpty)
    }
  }
}

/// Expects that this process has no open descriptor for a file.
func expectClosed(_ path: String, location: SourceLocation = #_sourceLocation) {
  let folder = "/proc/self/fd"
  let open = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
  }
  #expect(!open.contains(path), sourceLocation: location)
}
