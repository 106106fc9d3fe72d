import Foundation
import GRDB
import IntentModel
import Testing
import WidgetTestSupport

@testable import SQLiteStore
@testable import StoreModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that saves, started for a test.
private struct Probe {
  let process: pid_t
  private let output: Int32

  struct NotStarted: Error {
    let code: Int32
  }

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw NotStarted(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/")
    let words: [UnsafeMutablePointer<CChar>?] =
      (["StoreProbe"] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, folder + "/StoreProbe", &actions, nil, words, environ)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw NotStarted(code: code)
    }
    self.process = process
    output = ends[0]
  }

  /// Waits until the program ends; returns the status from `waitpid` and the lines of output.
  func end() -> (status: Int32, lines: [Substring]) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { break }
      all += buffer[..<count]
    }
    close(output)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return (status, String(decoding: all, as: UTF8.self).split(separator: "\n"))
  }

  /// Waits until there is output, or until the program has ended.
  func awaitFirstWord() {
    var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    poll(&wanted, 1, 5_000)
  }
}

@Suite("Several programs, and kills", .startsPrograms)
struct StoreProcessTests {
  /// How often a saving program is killed.
  static let kills =
    ProcessInfo.processInfo.environment["WIDGETCONFIG_KILLS"].flatMap { Int($0) }
    ?? TestDepth.count(24, thorough: 200)

  @Test("a kill at any moment leaves the old state or the new one")
  func kills() async throws {
    var random = SeededGenerator(seed: 0x5EED)
    let folder = try TemporaryFolder()
    var path = folder.file("0/s")
    var known = 0
    for round in 0..<Self.kills {
      // Some rounds use a new file, so that its creation is interrupted.
      if round % 8 == 0 {
        path = folder.file("\(round)/s")
        known = 0
      }
      let probe = try Probe(["keep", path])
      if round % 8 != 0 || round % 16 == 8 { probe.awaitFirstWord() }
      usleep(UInt32.random(in: 0...12_000, using: &random))
      kill(probe.process, SIGKILL)
      let (status, lines) = probe.end()
      #expect(status == SIGKILL, "round \(round), \(random): \(lines)")
      let said = lines.last.flatMap { Int($0.dropFirst("saved ".count)) } ?? known
      let widgets = try await makeStore(path).list()
      known = check(widgets, saidAtLeast: max(known, said), "round \(round), \(random)")
      guard known > 0 else { continue }
      let report = try await DatabaseQueue(path: path).read {
        try String.fetchOne($0, sql: "PRAGMA integrity_check")
      }
      #expect(report == "ok", "round \(round), \(random)")
    }
  }

  @Test(
    "a program that is killed while it saves into a database loses no confirmed save",
    .enabled(if: PostgresServer.isInstalled, Comment(rawValue: PostgresServer.skipped)))
  func killsOverDatabase() async throws {
    var random = SeededGenerator(seed: 0x5EED)
    let bed = try StoreKind.postgres.bed()
    // Other tenants on the same server are not affected.
    let other = try bed.open(of: try #require(Tenant("other")))
    var unharmed = try await other.save(sample("O", 0), expecting: nil)
    var known = 0
    for round in 0..<TestDepth.count(8, thorough: 100) {
      let probe = try Probe(["keep", bed.location])
      probe.awaitFirstWord()
      usleep(UInt32.random(in: 0...15_000, using: &random))
      kill(probe.process, SIGKILL)
      let (status, lines) = probe.end()
      #expect(status == SIGKILL, "round \(round), \(random): \(lines)")
      let said = lines.last.flatMap { Int($0.dropFirst("saved ".count)) } ?? known
      unharmed = try await other.save(unharmed, expecting: unharmed.revision)
      // Statements that the program sent before it was killed may still be executed.
      try await settle(bed)
      let widgets = try await bed.open().list()
      known = check(widgets, saidAtLeast: max(known, said), "round \(round), \(random)")
    }
  }

  /// Waits until no transaction of a killed program is open.
  private func settle(_ bed: StoreBed) async throws {
    let database = bed.location.split(separator: "/").last { $0.hasPrefix("test") } ?? ""
    let name = database.prefix { $0 != "?" }
    let open = """
      SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)' AND state <> 'idle'
      """
    try await eventually("the end of open transactions") {
      try PostgresServer.shared().execute(open) == "0"
    }
  }

  /// Checks the state of the store; returns its revision.
  private func check(_ widgets: [PlacedWidget], saidAtLeast known: Int, _ place: String) -> Int {
    let stored = widgets.first?.revision ?? 0
    #expect((known...known + 1).contains(stored), "\(place)")
    #expect(widgets.map(\.name) == (stored == 0 ? [] : ["A", "B"]), "\(place)")
    for widget in widgets {
      #expect(widget.revision == stored, "\(place)")
      #expect(widget.draft["first"] == .integer(stored), "\(place)")
      #expect(widget.draft["second"] == .integer(stored), "\(place)")
    }
    return stored
  }

  @Test(
    "programs that start at the same time and add to one number lose no step",
    arguments: StoreKind.present.filter(\.isShared))
  func counting(_ kind: StoreKind) async throws {
    let bed = try kind.bed()
    let probes = try (0..<4).map { _ in try Probe(["count", bed.location, "15"]) }
    for probe in probes {
      let (status, lines) = probe.end()
      #expect(status == 0, "\(lines)")
    }
    let widget = try #require(try await bed.open().widget(named: "A"))
    #expect(widget.draft["count"] == .integer(60))
    #expect(widget.revision == 60)
  }
}
