import Foundation
import Synchronization
import Testing
import WidgetTestSupport

/// The built program, as an operator starts it.
@Suite struct ProgramTests {
  /// A running service.
  struct Running {
    let process: Process
    let folder: URL
    let address: String

    /// Starts the program and waits until it says where it listens.
    static func start(_ arguments: [String] = []) async throws -> Running {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "server-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig-server"))
      process.arguments =
        [
          "--port", "0", "--store", folder.appending(path: "store.sqlite").path,
          "--intents", ServiceHost.checkout.appending(path: "Intents").path,
        ] + arguments
      let errors = Pipe()
      process.standardError = errors
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      let handle = errors.fileHandleForReading
      let address = try await HTTPClient.waiting { () -> String in
        var text = ""
        while !text.contains("\n") || !text.contains("http://") {
          let data = handle.availableData
          guard !data.isEmpty else { throw HTTPFault("the program has ended: \(text)") }
          text += String(decoding: data, as: UTF8.self)
        }
        return text.split(separator: "\n").last { $0.hasPrefix("http://") }.map(String.init) ?? ""
      }
      return Running(process: process, folder: folder, address: address)
    }

    /// Asks the program to end, and waits for it.
    ///
    /// - Returns: The exit status.
    func stop() async throws -> Int32 {
      process.terminate()
      let process = process
      try await HTTPClient.waiting { process.waitUntilExit() }
      try? FileManager.default.removeItem(at: folder)
      return process.terminationStatus
    }
  }

  /// Runs a line of a shell.
  ///
  /// - Returns: What it prints, and its status.
  private static func shell(
    _ line: String, in folder: URL, adding variables: [String: String] = [:]
  ) async throws -> (output: String, status: Int32) {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    return try await HTTPClient.waiting {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", "{ \(line)\n} 2>&1"]
      process.currentDirectoryURL = folder
      process.environment = environment
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
  }

  @Test func theTranscriptOfTheReadmeIsTrue() async throws {
    let readme = try String(
      contentsOf: ServiceHost.checkout.appending(path: "README.md"), encoding: .utf8)
    let parts = readme.components(separatedBy: "\n```curl\n")
    try #require(parts.count == 2)
    let block = parts[1].components(separatedBy: "\n```")[0]
    var steps: [(command: String, output: String)] = []
    for line in block.components(separatedBy: "\n") {
      if line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), ""))
      } else if !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    #expect(steps.count >= 4)
    let running = try await Running.start()
    for step in steps {
      let found = try await Self.shell(
        step.command, in: running.folder, adding: ["SERVICE": running.address])
      #expect(
        found.output.trimmingCharacters(in: .newlines)
          == step.output.trimmingCharacters(in: .newlines), "$ \(step.command)\n\(found.output)")
    }
    #expect(try await running.stop() == 0)
  }

  @Test func settingsAreChecked() async throws {
    let folder = FileManager.default.temporaryDirectory
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let open = try await Self.shell("'\(program)' --host 0.0.0.0 --check-config", in: folder)
    #expect(open.status == 1)
    #expect(open.output.contains("“0.0.0.0”"))
    let file = folder.appending(path: "settings-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"prot": 80, "burst": 3}"#.utf8).write(to: file)
    let unknown = try await Self.shell(
      "'\(program)' --config '\(file.path)' --check-config", in: folder)
    #expect(unknown.status == 1)
    #expect(unknown.output.contains(":1:2: "))
    #expect(unknown.output.contains("“port”"))
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let range = try await Self.shell(
      "WIDGETCONFIG_BURST=none '\(program)' --intents '\(intents)' --check-config", in: folder)
    #expect(range.output.contains("“burst” is “none”"))
    let good = try await Self.shell(
      "'\(program)' --intents '\(intents)' --store x.sqlite --check-config", in: folder)
    #expect(good.status == 0, "\(good.output)")
    let usage = try await Self.shell("'\(program)' --nope", in: folder)
    #expect(usage.status == 2)
    #expect(usage.output.contains("--nope"))
    let level = try await Self.shell("'\(program)' --log-level loud --check-config", in: folder)
    #expect(level.status == 1)
    #expect(level.output.contains("info, notice"))
  }

  /// An open stream does not keep the program from ending.
  @Test func theProgramEndsWithStreamsOpen() async throws {
    let running = try await Running.start()
    let port = Int(running.address.split(separator: ":").last ?? "") ?? 0
    let connection = try HTTPConnection(port: port)
    connection.request("GET", "/v1/events", [:], nil)
    #expect(try connection.head().status == 200)
    #expect(try connection.text(upTo: "\n\n").contains("ready"))
    #expect(try await running.stop() == 0)
    #expect(try connection.text(upTo: "\n\n").contains("retry: "))
  }
}
