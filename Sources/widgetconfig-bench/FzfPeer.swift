import Foundation

/// The program fzf, measured beside ours where it is installed or named by `FZF`.
enum FzfPeer {
  private static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    return ([environment["FZF"]].compactMap { $0 } + folders.map { "\($0)/fzf" })
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The time to filter texts by a query, reading them from a file included.
  static func batch(_ query: String, _ texts: [String], rounds: Int) {
    guard let path else { return print("  fzf is not installed") }
    let file = FileManager.default.temporaryDirectory.appending(path: "fzf-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    guard (try? Data(texts.joined(separator: "\n").utf8).write(to: file)) != nil else { return }
    let whole = SearchBenchmark.middle(of: rounds) { filter(path, query, file) }
    let reading = SearchBenchmark.middle(of: rounds) {
      filter(path, "'no-such-text-anywhere", file)
    }
    SearchBenchmark.report("  “\(query)” fzf --filter, reading included", whole)
    SearchBenchmark.report("  fzf --filter, reading and finding nothing", reading)
  }

  private static func filter(_ path: String, _ query: String, _ file: URL) {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["--filter", query]
    process.standardInput = try? FileHandle(forReadingFrom: file)
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
  }
}
