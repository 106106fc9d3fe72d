package import Foundation
package import Testing
import Threads

/// A program that has run to its end without a terminal.
package struct FinishedProgram: Sendable {
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs a program and waits until it ends; the test must have the trait ``StartsPrograms``.
  ///
  /// The program is killed if it takes too long.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked up in the search path.
  ///   - input: The whole standard input.
  ///   - environment: All variables; nil for those of this process.
  ///   - folder: The working folder; nil for that of this process.
  package init(
    _ program: String, _ arguments: [String] = [], input: String = "",
    environment: [String: String]? = nil, folder: URL? = nil
  ) throws {
    try self.init(input: input) { streams in
      let process = Process()
      process.executableURL = URL(filePath: program.contains("/") ? program : "/usr/bin/env")
      process.arguments = program.contains("/") ? arguments : [program] + arguments
      if let environment { process.environment = environment }
      if let folder { process.currentDirectoryURL = folder }
      process.standardInput = try FileHandle(forReadingFrom: streams.appending(path: "in"))
      process.standardOutput = try FileHandle(forWritingTo: streams.appending(path: "out"))
      process.standardError = try FileHandle(forWritingTo: streams.appending(path: "err"))
      try process.run()
      process.waitForEnd()
      return process.terminationStatus
    }
  }

  /// Runs a program with a closure; the test must have the trait ``StartsPrograms``.
  ///
  /// - Parameters:
  ///   - input: The whole standard input.
  ///   - run: Runs the program with the files `in`, `out` and `err` in a folder as its standard
  ///     streams, and returns its status.
  package init(input: String, _ run: (_ streams: URL) throws -> Int32) throws {
    OwnThreads.expectCurrent()
    // Files accept output of any length, in any order, without a reader.
    let streams = FileManager.default.temporaryDirectory
      .appending(path: "program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: streams) }
    let files = ["in", "out", "err"].map { streams.appending(path: $0) }
    for (file, text) in zip(files, [input, "", ""]) { try Data(text.utf8).write(to: file) }
    status = try run(streams)
    output = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
  }
}

extension Process {
  /// Waits until the process ends, and kills it if it takes longer than the given seconds.
  ///
  /// The test must have the trait ``StartsPrograms``.
  ///
  /// On a thread that did not start the process, Foundation's `waitUntilExit` on Linux polls an
  /// empty run loop continuously. The system call waits first, and leaves reading the status to
  /// Foundation.
  package func waitForEnd(atMost seconds: Double = 300) {
    OwnThreads.expectCurrent()
    let number = processIdentifier
    let killing = DispatchWorkItem { kill(number, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: killing)
    defer { killing.cancel() }
    var information = siginfo_t()
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
    waitUntilExit()
  }
}

/// The Python with which tests compare results.
package enum Python {
  /// Whether it can validate documents against JSON Schema draft 2020-12.
  fileprivate static let hasJSONSchema = Task {
    await has("jsonschema", "jsonschema.Draft202012Validator")
  }

  /// Whether it has a module; if not, a printed line reports that its tests are skipped.
  package static func has(_ module: String, _ expression: String? = nil) async -> Bool {
    let found = try? await OwnThreads.run {
      try FinishedProgram("python3", ["-c", "import \(module); \(expression ?? module)"])
    }
    if found?.status == 0 { return true }
    print("Skipped: python3 cannot import \(module). “.ci/setup tests” installs it.")
    return false
  }
}

extension Trait where Self == ConditionTrait {
  /// The test needs a Python that can validate documents against JSON Schema.
  package static var needsJSONSchema: Self {
    .enabled(
      "python3 cannot import jsonschema with draft 2020-12",
      sourceLocation: SourceLocation(
        fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    ) {
      await Python.hasJSONSchema.value
    }
  }
}
