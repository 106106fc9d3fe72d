package import Foundation

/// A program that has run to its end without a terminal.
package struct FinishedProgram: Sendable {
  package let status: Int32
  package let output: String
  package let errors: String

  /// Runs a program and waits for its end.
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
    // Files take output of any length while nobody reads, in whatever order it is written.
    let streams = FileManager.default.temporaryDirectory
      .appending(path: "program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: streams) }
    let files = ["in", "out", "err"].map { streams.appending(path: $0) }
    for (file, text) in zip(files, [input, "", ""]) { try Data(text.utf8).write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: program.contains("/") ? program : "/usr/bin/env")
    process.arguments = program.contains("/") ? arguments : [program] + arguments
    if let environment { process.environment = environment }
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitForEnd()
    status = process.terminationStatus
    output = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
  }
}

extension Process {
  /// Waits for the end of the process on any thread.
  ///
  /// On a thread that did not start the process, `waitUntilExit` of Foundation for Linux turns an
  /// empty run loop all the time. The system waits first, and leaves the status to Foundation.
  package func waitForEnd() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
    waitUntilExit()
  }
}

/// The Python that tests compare with.
package enum Python {
  /// Whether it validates documents against JSON Schema of draft 2020-12.
  package static let hasJSONSchema = has("jsonschema", "jsonschema.Draft202012Validator")

  /// Whether it has a module; if not, a line says that its tests are skipped.
  package static func has(_ module: String, _ expression: String? = nil) -> Bool {
    let found = try? FinishedProgram(
      "python3", ["-c", "import \(module); \(expression ?? module)"])
    if found?.status == 0 { return true }
    print("Skipped: python3 cannot import \(module). “.ci/setup tests” installs it.")
    return false
  }
}
