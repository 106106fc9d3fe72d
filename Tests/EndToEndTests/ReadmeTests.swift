import Foundation
import Testing
import WidgetTestSupport

/// The README shows what the program really does.
@Suite(.startsPrograms) struct ReadmeTests {
  /// A command in a transcript, and its combined output.
  struct Step: Equatable {
    var command: String
    var output: String
  }

  static var readme: String {
    get throws {
      String(
        decoding: try Data(contentsOf: Sandbox.repository.appending(path: "README.md")),
        as: UTF8.self)
    }
  }

  static func blocks(_ language: String) throws -> [String] {
    blocks(language, of: try readme)
  }

  /// The texts of a page's fenced blocks in the given language, in order.
  static func blocks(_ language: String, of page: String) -> [String] {
    var blocks: [String] = []
    var lines: [Substring]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```\(language)" {
        lines = []
      } else if line == "```", let block = lines {
        blocks.append(block.joined(separator: "\n"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return blocks
  }

  static func steps(of block: String) -> [Step] {
    block.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) { steps, line in
      if line.hasPrefix("$ ") {
        steps.append(Step(command: String(line.dropFirst(2)), output: ""))
      } else if !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
      }
    }
  }

  @Test func `Every transcript is the output of the program`() throws {
    let sandbox = try Sandbox()
    let manager = FileManager.default
    for name in ["Fixtures", "Intents"] {
      try manager.createSymbolicLink(
        at: sandbox.folder.appending(path: name),
        withDestinationURL: Sandbox.repository.appending(path: name))
    }
    let programs = sandbox.folder.appending(path: "bin")
    try manager.createDirectory(at: programs, withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      at: programs.appending(path: "widgetconfig"),
      withDestinationURL: URL(filePath: ProgramFolder.path(of: "widgetconfig")))
    let steps = try Self.blocks("console").flatMap(Self.steps)
    #expect(steps.count >= 8)
    var found: [Step] = []
    for step in steps {
      let output = try Self.shell(step.command, in: sandbox, programs: programs.path)
      found.append(Step(command: step.command, output: output))
      #expect(found.last == step, "$ \(step.command)\n\(output)")
    }
    if ProcessInfo.processInfo.environment["WIDGETCONFIG_RECORD"] == "1" {
      let text = found.map { "$ \($0.command)\n\($0.output)" }.joined()
      Issue.record("the transcripts as they are:\n\(text)")
    }
  }

  /// The combined output of a command that runs in a folder with the program in its path.
  static func shell(
    _ command: String, in sandbox: Sandbox, programs: String
  ) throws -> String {
    try FinishedProgram(
      "/bin/bash", ["-c", "{ \(command)\n} 2>&1"],
      environment: sandbox.environment.merging([
        "PATH": "\(programs):/usr/bin:/bin", "WIDGETCONFIG_STORE": sandbox.path("readme.sqlite"),
        "WIDGETCONFIG_INTENTS": "Intents",
      ]) { $1 }, folder: sandbox.folder
    ).output
  }

  @Test func `The picture at the top is the form`() throws {
    let sandbox = try Sandbox()
    let program = try sandbox.onTerminal(["edit", "UpNext"])
    try program.wait(for: "Mirror calendar app")
    try program.moveDown(to: "Mirror calendar app")
    program.press("space")
    try program.wait(for: "Calendars")
    try program.moveDown(to: "1")
    program.press("enter")
    try program.wait(for: "7 events")
    program.press("work", "enter")
    try program.wait(for: "1 of 3")
    for label in ["3", "Show", "Look ahead"] { try program.moveDown(to: label) }
    try program.wait(for: "How far ahead?")
    let picture = try #require(try Self.blocks("screen").first)
    var lines = program.screen.textLines
    while lines.last?.isEmpty == true { lines.removeLast() }
    #expect(lines.joined(separator: "\n") == picture)
  }

  @Test func `Every link leads to a file`() throws {
    for part in try Self.readme.split(separator: "](").dropFirst() {
      guard let path = part.split(separator: ")", maxSplits: 1).first, !path.contains("://") else {
        continue
      }
      let file = Sandbox.repository.appending(path: String(path))
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }

  @Test func `The commands are the ones that CI and a newcomer run`() throws {
    let commands = try Self.blocks("sh")
    #expect(
      commands == [
        """
        .ci/setup && swift run --traits SQLite,Postgres --toolset .ci/whole.json \
        --disable-index-store -debug-info-format none widgetconfig edit UpNext
        """,
        """
        .ci/setup tests && swift test --toolset .ci/whole.json -debug-info-format none \
        --test-product widgetconfigPackageTests
        """,
        """
        .ci/setup && swift run --toolset .ci/whole.json --disable-index-store \
        -debug-info-format none widgetconfig-server
        """,
      ])
    let ci = try String(
      contentsOf: Sandbox.repository.appending(path: ".ci/run"), encoding: .utf8)
    // A function in the CI script runs the tests and reports the last failures. It is called on a
    // separate line: after `&&`, a failure of the first command would be ignored.
    let alone = """

      watched swift test --skip-build --test-product "$product" "${lean[@]}" --skip "$promised"

      """
    let installed = try #require(commands[1].split(separator: " && ").first)
    #expect(ci.contains("\(installed)\(alone)"))
    #expect(ci.contains("--toolset \"$PWD/.ci/whole.json\""))
    // The package manager finds XCTest tests in the index, so a fresh clone cannot build them
    // without the index.
    #expect(!commands[1].contains("--disable-index-store") && !ci.contains("--disable-index-store"))
    #expect(ci.contains("product=widgetconfigPackageTests\n"))
    #expect(try FinishedProgram(Sandbox.repository.appending(path: ".ci/setup").path).status == 0)
  }

  /// Building the documentation takes half an hour, so this test checks only the folders in its
  /// command.
  @Test func `The command for the documentation names a catalogue of every product`() throws {
    let root = Sandbox.repository
    let line = try #require(
      Self.readme.split(separator: "\n").first { $0.contains("basename -s .docc") })
    let names = try #require(line.firstMatch(of: /\$\((.+)\)$/)).output.1
    let sandbox = try Sandbox()
    try FileManager.default.createSymbolicLink(
      at: sandbox.folder.appending(path: "Sources"),
      withDestinationURL: root.appending(path: "Sources"))
    let named = try Self.shell(String(names), in: sandbox, programs: "/usr/bin")
      .split(separator: "\n").map { String($0).replacing("--target ", with: "") }
    let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    // The target of a product; for a program, its name can differ.
    let products = package.matches(
      of: /\.(?:library|executable)\(name: "[^"]+", targets: \["([^"]+)"/
    ).map { String($0.output.1) }
    #expect(products.count >= 10)
    for product in products {
      // The code of this program is in a library.
      let target = product.replacing("widgetconfig-program", with: "widgetconfig-command")
      #expect(named.contains(target), "\(target) has no catalogue")
    }
    for name in named {
      #expect(package.contains(#"name: "\#(name)""#), "\(name) is not a target")
      let page = root.appending(path: "Sources/\(name)/\(name).docc/\(name).md")
      let text = try String(contentsOf: page, encoding: .utf8)
      let module = name.replacing("-", with: "_")
      #expect(text.hasPrefix("# ``\(module)``\n"), "\(name)")
    }
  }

  @Test func `The version is that of the program`() throws {
    let root = Sandbox.repository
    let version = try #require(
      try Sandbox().run(["--version"]).output.split(separator: "\n").first)
    let folder = root.appending(path: "Sources/WidgetConfig/WidgetConfig.docc")
    func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
    let changes = try text(folder.appending(path: "Changes.md"))
    let first = try #require(changes.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(first.hasPrefix("## \(version)"))
    // Before the first version is tagged, the pages name the branch `main`.
    for page in [try Self.readme, try text(folder.appending(path: "UseTheLibrary.md"))] {
      #expect(page.contains("/widgetconfig\", branch: \"main\"") && !page.contains("from: \"0."))
    }
  }

  /// A topic that no longer exists would be a broken link in the documentation.
  @Test func `Every symbol among the topics of a catalogue is public in its target`() throws {
    let sources = Sandbox.repository.appending(path: "Sources")
    let manager = FileManager.default
    var code: [String: String] = [:]
    for target in try manager.contentsOfDirectory(atPath: sources.path) {
      let folder = sources.appending(path: target)
      code[target] = try (manager.subpaths(atPath: folder.path) ?? [])
        .filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        .joined(separator: "\n")
    }
    var count = 0
    for target in code.keys.sorted() {
      let page = sources.appending(path: "\(target)/\(target).docc/\(target).md")
      guard let text = try? String(contentsOf: page, encoding: .utf8) else { continue }
      // A symbol of another target has the path “/Target/Symbol”.
      let topics = text.matches(of: /\n- ``(?:\/(?<other>[A-Za-z]+)\/)?(?<name>[A-Za-z]+)``/)
      let articles = text.matches(of: /\n- <doc:/)
      #expect(!topics.isEmpty || !articles.isEmpty, "\(target) has no topics")
      // A program has no public types, and neither does a product that only combines modules.
      let hasTypes = code[target, default: ""].contains(
        #/\npublic (final |indirect )?(struct|class|enum|protocol) /#)
      #expect(!topics.isEmpty || !hasTypes, "\(target) lists none of its types")
      for topic in topics {
        count += 1
        let declaration = try Regex(
          "public (final |indirect )?(struct|class|enum|protocol|actor) \(topic.name)\\b")
        let owner = topic.other.map(String.init) ?? target
        #expect(code[owner, default: ""].contains(declaration), "\(target): \(topic.name)")
      }
    }
    #expect(count > 100)
  }
}
