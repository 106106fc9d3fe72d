import Foundation

/// The program fzf, measured beside ours where it is installed.
enum FzfPeer {
  private static let path = ["/usr/bin/fzf", "/usr/local/bin/fzf", "/opt/homebrew/bin/fzf"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

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
    print(
      "  “\(query)” fzf --filter: \(figure(whole * 1e3)) ms, of which reading and finding nothing"
        + " \(figure(reading * 1e3)) ms")
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
