import Foundation
import Synchronization
import Testing
import WidgetTestSupport

/// The built program, started as an operator starts it.
@Suite(.startsPrograms) struct ProgramTests {
  /// A running service.
  struct Running {
    let process: Process
    let folder: URL
    let address: String

    var port: Int { Int(address.split(separator: ":").last ?? "") ?? 0 }
    var client: HTTPClient { HTTPClient(port: port) }

    /// The resident memory, in bytes.
    var memory: Int {
      let path = "/proc/\(process.processIdentifier)/status"
      let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
      let line = lines.first { $0.hasPrefix("VmRSS:") }
      return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 << 10 }
        ?? 0
    }

    /// The number of open files and connections.
    var files: Int {
      let path = "/proc/\(process.processIdentifier)/fd"
      return (try? FileManager.default.contentsOfDirectory(atPath: path))?.count ?? 0
    }

    /// Starts the program and waits until it prints its address.
    static func start(
      _ arguments: [String] = [], intents: URL = ServiceHost.checkout.appending(path: "Intents")
    ) async throws -> Running {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "server-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = URL(filePath: ProgramFolder.path(of: "widgetconfig-server"))
      process.arguments =
        [
          "--port", "0", "--store", folder.appending(path: "store.sqlite").path,
          "--intents", intents.path,
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

    /// Sends the program a signal to end, and waits until it has ended.
    ///
    /// - Returns: The exit status.
    func stop() async throws -> Int32 {
      process.terminate()
      let process = process
      try await HTTPClient.waiting { process.waitForEnd() }
      try? FileManager.default.removeItem(at: folder)
      return process.terminationStatus
    }
  }

  /// Runs a shell command.
  ///
  /// - Returns: The command's output and status.
  static func shell(
    _ line: String, in folder: URL, adding variables: [String: String] = [:]
  ) async throws -> (output: String, status: Int32) {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    return try await HTTPClient.waiting {
      let program = try FinishedProgram(
        "/bin/bash", ["-c", "{ \(line)\n} 2>&1"], environment: environment, folder: folder)
      return (program.output, program.status)
    }
  }

  /// A fenced block in a document, and the position of its first line.
  private struct Block {
    var language: String
    /// The file name in the line before the block, as in “Write this as `a.json`:”.
    var file: String?
    var place: Int
    var lines: [String] = []

    static func all(in lines: [String]) -> [Block] {
      var blocks: [Block] = []
      var open: Block?
      var before = ""
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("```") {
          if let block = open { blocks.append(block) }
          let file = before.hasSuffix("`:") ? before.dropLast(2).split(separator: "`").last : nil
          let language = String(line.dropFirst(3))
          open =
            open == nil
            ? Block(language: language, file: file.map(String.init), place: index + 1) : nil
        } else if open != nil {
          open?.lines.append(line)
        } else if !line.isEmpty {
          before = line
        }
      }
      return blocks
    }

    /// The commands, each with its output.
    var steps: [(command: String, output: String)] {
      lines.reduce(into: []) { steps, line in
        if line.hasPrefix("$ ") {
          steps.append((String(line.dropFirst(2)), ""))
        } else if !steps.isEmpty {
          steps[steps.count - 1].output += line + "\n"
        }
      }
    }
  }

  /// Documents show what really happens; `WIDGETCONFIG_RECORD=1` rewrites them.
  @Test(arguments: [
    ("README.md", "curl", 1),
    ("Sources/WidgetService/WidgetService.docc/RunTheService.md", "console", 4),
    ("Sources/WidgetService/WidgetService.docc/Deploying.md", "console", 4),
    ("Sources/WidgetService/WidgetService.docc/ReceiveChanges.md", "console", 4),
    ("Sources/WidgetService/WidgetService.docc/SendPushes.md", "console", 4),
  ])
  func transcriptsAreTrue(_ document: String, _ language: String, _ least: Int) async throws {
    let file = ServiceHost.checkout.appending(path: document)
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let programs = URL(filePath: ProgramFolder.path(of: "widgetconfig-server"))
      .deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    // Nothing listens at that address.
    let webhooks = FileManager.default.temporaryDirectory
      .appending(path: "webhooks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: webhooks, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: webhooks) }
    let settings = #"""
      {"webhooks": ["http://127.0.0.1:9/widgets"], "webhookSecretFile": "secret",
        "webhookPrivateHosts": ["127.0.0.1"]}
      """#
    try Data(settings.utf8).write(to: webhooks.appending(path: "settings.json"))
    try Data("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD".utf8)
      .write(to: webhooks.appending(path: "secret"))
    let hasWebhooks = document.hasSuffix("ReceiveChanges.md")
    let running = try await Running.start(
      hasWebhooks ? ["--config", webhooks.appending(path: "settings.json").path] : [])
    let variables = [
      "SERVICE": running.address, "INTENTS": intents, "PATH": "\(programs):\(path)",
    ]
    var recorded: [(block: Block, lines: [String])] = []
    var count = 0
    for block in Block.all(in: lines) {
      if let name = block.file, ["ini", "json"].contains(block.language), language == "console" {
        try Data(block.lines.joined(separator: "\n").utf8)
          .write(to: running.folder.appending(path: name))
      }
      guard block.language == language else { continue }
      var found: [String] = []
      for step in block.steps {
        count += 1
        let output = try await Self.shell(step.command, in: running.folder, adding: variables)
          .output
        #expect(
          output.trimmingCharacters(in: .newlines)
            == step.output.trimmingCharacters(in: .newlines),
          "\(document):\(block.place) $ \(step.command)\n\(output)")
        found.append("$ " + step.command)
        let text = output.trimmingCharacters(in: .newlines)
        if !text.isEmpty { found += text.components(separatedBy: "\n") }
      }
      recorded.append((block, found))
    }
    #expect(count >= least, "\(document)")
    #expect(try await running.stop() == 0)
    guard ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1" else { return }
    for (block, found) in recorded.reversed() {
      lines.replaceSubrange(block.place..<block.place + block.lines.count, with: found)
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func settingsAreChecked() async throws {
    let folder = FileManager.default.temporaryDirectory
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let open = try await Self.shell("'\(program)' --host 0.0.0.0 --check-config", in: folder)
    #expect(open.status == 78)
    #expect(open.output.contains("“0.0.0.0”"))
    let file = folder.appending(path: "settings-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"prot": 80, "burst": 3}"#.utf8).write(to: file)
    let unknown = try await Self.shell(
      "'\(program)' --config '\(file.path)' --check-config", in: folder)
    #expect(unknown.status == 78)
    #expect(unknown.output.contains(":1:2: "))
    #expect(unknown.output.contains("“port”"))
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let range = try await Self.shell(
      "WIDGETCONFIG_BURST=none '\(program)' --intents '\(intents)' --check-config", in: folder)
    #expect(range.output.contains("“burst” is “none”"))
    let misspelt = "WIDGETCONFIG" + "_REQUEST_PER_SECOND"
    let unread = try await Self.shell(
      "\(misspelt)=5 '\(program)' --intents '\(intents)' --store x.sqlite --check-config",
      in: folder)
    #expect(unread.status == 78)
    #expect(unread.output.contains("Did you mean “WIDGETCONFIG_REQUESTS_PER_SECOND”?"))
    let good = try await Self.shell(
      "'\(program)' --intents '\(intents)' --store x.sqlite --check-config", in: folder)
    #expect(good.status == 0, "\(good.output)")
    let nowhere = try await Self.shell(
      "'\(program)' --intents /nowhere/widgets --store x.sqlite --check-config", in: folder)
    #expect(nowhere.status == 78)
    #expect(nowhere.output.contains("“/nowhere/widgets”"))
    let empty = try await Self.shell(
      "mkdir -p '\(file.path).d' && '\(program)' --intents '\(file.path).d' --store x.sqlite --check-config",
      in: folder)
    #expect(empty.status == 78)
    #expect(empty.output.contains("--intents"))
    let usage = try await Self.shell("'\(program)' --nope", in: folder)
    #expect(usage.status == 2)
    #expect(usage.output.contains("--nope"))
    for (origins, status) in [
      ("http://127.0.0.1:3000,http://localhost:5173,https://*.example.com", Int32(0)),
      ("http://localhost.evil.example", 78), ("http://example.com", 78),
      ("https://a.example;script-src", 78), ("https://a.example/path", 78),
    ] {
      let framed = try await Self.shell(
        "WIDGETCONFIG_FRAME_ANCESTORS='\(origins)' '\(program)' --intents '\(intents)' --store x.sqlite --check-config",
        in: folder)
      #expect(framed.status == status, "\(origins): \(framed.output)")
      #expect(status == 0 || framed.output.contains("“\(origins)”"))
    }
    let level = try await Self.shell("'\(program)' --log-level loud --check-config", in: folder)
    #expect(level.status == 78)
    #expect(level.output.contains("“info”, “notice”"))
    // If the program does not start, the reasons are in English in every locale, as the
    // documentation is.
    let german = try await Self.shell(
      "'\(program)' --intents /nowhere/widgets --check-config; '\(program)' --prot 80", in: folder,
      adding: ["LC_ALL": "de_DE.UTF-8"])
    #expect(german.status == 2)
    #expect(
      german.output.hasPrefix("The folder “/nowhere/widgets” of “intents” does not exist."))
    #expect(
      german.output.contains(
        "\nError: Unknown option '--prot'. Did you mean '--port'?"), "\(german.output)")
  }

  /// An operator who cannot start the service learns why and what to do, and not how to use flags.
  @Test func anAddressThatCannotBeListenedOnIsExplained() async throws {
    let running = try await Running.start()
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    let start = "timeout 60 '\(program)' --intents '\(intents)' --store x.sqlite"
    let taken = try await Self.shell("\(start) --port \(running.port)", in: running.folder)
    #expect(taken.status == 1)
    #expect(
      taken.output == """
        Another program already listens on 127.0.0.1:\(running.port). End it, or give another \
        “port”; 0 means any free port.

        """)
    try Data(String(repeating: "secret ", count: 6).utf8).write(
      to: running.folder.appending(path: "secret"))
    // An address for documentation (RFC 5737), and a name that never resolves (RFC 6761).
    for host in ["192.0.2.7", "none.invalid"] {
      let other = try await Self.shell(
        "\(start) --port 0 --host \(host) --token-secret-file secret", in: running.folder)
      #expect(other.status == 1)
      #expect(
        other.output.hasPrefix("This machine does not have the address “\(host)”."),
        "\(other.output)")
    }
    let flag = try await Self.shell("\(start) --maximum-body-bytes 4", in: running.folder)
    #expect(flag.status == 2)
    #expect(
      flag.output.hasPrefix(
        "Error: The setting “maximumBodyBytes” has no flag. Set the variable "
          + "WIDGETCONFIG_MAXIMUM_BODY_BYTES, or “maximumBodyBytes” in the file of --config.\n"),
      "\(flag.output)")
    // An invalid value of a flag is reported together with the flag.
    let value = try await Self.shell("\(start) --port none", in: running.folder)
    #expect(value.status == 2)
    #expect(
      value.output.hasPrefix("Error: The value 'none' is invalid for '--port <port>'"),
      "\(value.output)")
    #expect(try await running.stop() == 0)
  }

  /// A command that changes the store of a service keeps as many earlier states as the service
  /// does.
  @Test func aCommandKeepsWhatTheServiceKeeps() async throws {
    let settings = FileManager.default.temporaryDirectory
      .appending(path: "kept-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: settings) }
    try Data(#"{"keptStates":40}"#.utf8).write(to: settings)
    let running = try await Running.start(["--config", settings.path])
    var condition = ["If-None-Match": "*"]
    for number in 0...30 {
      let put = try await running.client.send(
        "PUT", "/v1/placed/Desk", #"{"kind":"Verse","draft":{"emphasis":0.\#(number + 10)}}"#,
        headers: condition)
      #expect([200, 201].contains(put.status), "\(put.text)")
      condition = ["If-Match": "*"]
    }
    let program = ProgramFolder.path(of: "widgetconfig")
    let place = ["WIDGETCONFIG_STORE": running.folder.appending(path: "store.sqlite").path]
    let edit = try await Self.shell(
      "'\(program)' edit Desk --set emphasis=0.75 -q", in: running.folder, adding: place)
    #expect(edit.status == 0, "\(edit.output)")
    let history = try await Self.shell(
      "'\(program)' history Desk --format json", in: running.folder, adding: place)
    #expect(history.output.matches(of: /"revision"/).count == 32, "\(history.output)")
    #expect(try await running.stop() == 0)
  }

  /// An open stream does not prevent the program from ending.
  @Test func theProgramEndsWithStreamsOpen() async throws {
    let running = try await Running.start()
    let connection = try HTTPConnection(port: running.port)
    connection.request("GET", "/v1/events", [:], nil)
    #expect(try connection.head().status == 200)
    #expect(try connection.text(upTo: "\n\n").contains("ready"))
    #expect(try await running.stop() == 0)
    #expect(try connection.text(upTo: "\n\n").contains("retry: "))
  }
}
