import Foundation
import Messages
import Testing
import WidgetTestSupport

/// The articles of the documentation show what the program really does.
@Suite(.startsPrograms) struct ArticleTests {
  /// Articles that need another program: `MigrationProgramTests` and the service tests run their
  /// commands, and send the requests of devices.
  static let others: Set<String> = [
    "Deploying.md", "Migrating.md", "Monitoring.md", "ReceiveChanges.md", "RunTheService.md",
    "SendPushes.md", "TellDevices.md",
  ]

  static let articles: [String] = {
    let sources = Sandbox.repository.appending(path: "Sources")
    let all = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    return (all ?? []).filter {
      $0.hasSuffix(".md") && $0.contains(".docc/")
        && !others.contains(URL(filePath: $0).lastPathComponent)
    }.sorted()
  }()

  /// A fenced block, and the file that the line before it names, as in “Write this as `a.json`:”.
  struct Block {
    var language: String
    var lines: [String]
    var file: String?
    /// The index of the block's first line in the article.
    var place: Int
  }

  static func blocks(of lines: [String]) -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    var before = ""
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          (open, before) = (nil, "")
        } else {
          open = Block(
            language: String(line.dropFirst(3)), lines: [], file: named(in: before),
            place: index + 1)
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if !line.isEmpty {
        before += " " + line
      }
    }
    return blocks
  }

  private static func named(in text: String) -> String? {
    guard text.hasSuffix("`:") else { return nil }
    return text.dropLast(2).split(separator: "`").last.map(String.init)
  }

  /// The Swift code that the test targets compile and run.
  static let compiled: String = {
    let tests = Sandbox.repository.appending(path: "Tests")
    let targets = (try? FileManager.default.contentsOfDirectory(atPath: tests.path)) ?? []
    let files =
      targets.map { "\($0)/ArticleExamples.swift" } + [
        "IntegrationPackage/Package.swift",
        "IntegrationPackage/Sources/Tasks/Providers.swift",
        "IntegrationPackage/Sources/Trams/Providers.swift",
        "IntegrationPackage/Sources/Validator/main.swift", "OwnService/Package.swift",
        "OwnService/Sources/OwnService/main.swift", "RoomForm/main.swift",
      ]
    return files.compactMap {
      try? String(contentsOf: tests.appending(path: $0), encoding: .utf8)
    }.map(flat).joined(separator: "\n")
      // The package of the tests refers to this one by its path.
      .replacing(#"name: "widgetconfig", path: "../..""#, with: address)
  }()

  /// How another package refers to this one.
  private static let address =
    #"url: "https://example.org/widgetconfig", branch: "main""#

  /// The lines of a text without their indentation.
  private static func flat(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  /// Checks that a command that needs a person shows its form on a terminal.
  private static func expectForm(of command: String, in sandbox: Sandbox) throws {
    let program = try TerminalProgram(
      "/bin/bash", ["-c", "cd '\(sandbox.folder.path)' && \(command)"],
      environment: sandbox.environment.merging([
        "PATH": "\(sandbox.path("bin")):/usr/bin:/bin", "WIDGETCONFIG_INTENTS": "Intents",
      ]) { $1 })
    try program.wait(for: "form of \(command)") { screen in
      screen.textLines.contains { $0.hasPrefix("▸") }
    }
  }

  /// An indented block would be neither run nor compiled.
  @Test func `Every block of every article has a fence`() throws {
    let sources = Sandbox.repository.appending(path: "Sources")
    let all = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    let pages = (all ?? []).filter { $0.hasSuffix(".md") && $0.contains(".docc/") }
    #expect(pages.count > 40)
    for page in pages {
      let text = try String(contentsOf: sources.appending(path: page), encoding: .utf8)
      var (isInside, isAfterText) = (false, false)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if line.hasPrefix("```") {
          isInside.toggle()
        } else if !isInside, line.hasPrefix("    "), !isAfterText {
          Issue.record("\(page):\(index + 1) is a block without a fence: \(line)")
        }
        isAfterText = !line.isEmpty && !line.hasPrefix("```")
      }
    }
  }

  @Test func `There is an article for each way of use`() {
    #expect(Self.articles.count >= 12, "\(Self.articles)")
  }

  /// The service in an article gets a free port instead of 8000, so that articles can run in
  /// parallel.
  @Test(arguments: articles) func `Every block of an article is run or compiled`(
    _ article: String
  ) throws {
    let file = Sandbox.repository.appending(path: "Sources/\(article)")
    var lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let port = try LoopbackService.reservedPort()
    func local(_ text: String) -> String { text.replacing("8000", with: "\(port)") }
    let sandbox = try Sandbox()
    try Self.prepare(sandbox)
    var recorded: [(place: Int, count: Int, lines: [String])] = []
    var written: [String] = []
    var commands = ""
    for block in Self.blocks(of: lines) {
      let text = block.lines.joined(separator: "\n")
      switch block.language {
      case "console":
        var found: [String] = []
        for step in ReadmeTests.steps(of: text) {
          let output = try Self.shell(Self.freed(local(step.command)), in: sandbox)
            .replacing("\(port)", with: "8000")
          #expect(output == step.output, "\(article):\(block.place) $ \(step.command)\n\(output)")
          if step.command.contains(" & ") { try Self.wait(for: port, in: sandbox) }
          found.append("$ \(step.command)")
          found += output.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast(output.hasSuffix("\n") || output.isEmpty ? 1 : 0).map(String.init)
          commands += step.command + "\n"
        }
        recorded.append((block.place, block.lines.count, found))
      case "screen": continue  // A picture of the tour, which `TourTests` compares.
      case "html": continue  // A page that `PageLookTests` opens.
      case "sh" where block.file == nil:
        for command in block.lines { try Self.expectForm(of: command, in: sandbox) }
      case "swift":
        #expect(
          Self.compiled.contains(Self.flat(text)),
          "\(article):\(block.place) is in no ArticleExamples.swift")
      default:
        let name = try #require(
          block.file, "\(article):\(block.place) does not name a file: write “… as `a.json`:”")
        let path = try sandbox.write(local(text + "\n"), to: name)
        if text.hasPrefix("#!") {
          try makeProgram(at: path)
        }
        written.append(name)
      }
    }
    // The content of a file that no command reads would be untested.
    for name in written where !name.hasPrefix(".") {
      let folder = name.split(separator: "/").first.map(String.init) ?? name
      #expect(commands.contains(folder), "\(article): no command reads \(name)")
    }
    // The commands of a workflow are run here as well.
    for block in Self.blocks(of: lines) where block.language == "yaml" {
      for line in block.lines {
        guard let command = line.split(separator: "run: ").last, line.contains("run: widgetconfig")
        else { continue }
        #expect(commands.contains("\(command)\n"), "\(article): \(command) is not run")
      }
    }
    if ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1" {
      for change in recorded.reversed() {
        lines.replaceSubrange(change.place..<change.place + change.count, with: change.lines)
      }
      try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Makes background commands close the files of the test: the test waits for the end of the
  /// command on a socket that its processes inherit.
  private static func freed(_ command: String) -> String {
    // A thread of the test blocks signals, and these stay blocked in the processes that it starts.
    let command = command.replacing("kill $(", with: "kill -KILL $(")
    guard let mark = command.firstRange(of: " & ") else { return command }
    let close = #"for fd in $(ls /dev/fd); do [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done"#
    return "(\(close); exec \(command[..<mark.lowerBound])) & \(command[mark.upperBound...])"
  }

  private static func prepare(_ sandbox: Sandbox) throws {
    let manager = FileManager.default
    for name in ["Fixtures", "Intents"] {
      try manager.createSymbolicLink(
        at: sandbox.folder.appending(path: name),
        withDestinationURL: Sandbox.repository.appending(path: name))
    }
    try manager.createDirectory(
      at: sandbox.folder.appending(path: "bin"), withIntermediateDirectories: true)
    for program in ["widgetconfig", "widgetconfig-migration"] {
      try manager.createSymbolicLink(
        at: sandbox.folder.appending(path: "bin/\(program)"),
        withDestinationURL: URL(filePath: ProgramFolder.path(of: program)))
    }
  }

  private static func shell(_ command: String, in sandbox: Sandbox) throws -> String {
    try ReadmeTests.shell(command, in: sandbox, programs: sandbox.path("bin"))
  }

  /// Waits until something listens on a port, because a new program needs time to start.
  private static func wait(for port: Int, in sandbox: Sandbox) throws {
    let answers = "(exec 3<>/dev/tcp/127.0.0.1/\(port)) 2>/dev/null"
    _ = try shell("for n in $(seq 2400); do \(answers) && exit; sleep 0.05; done", in: sandbox)
  }
}
