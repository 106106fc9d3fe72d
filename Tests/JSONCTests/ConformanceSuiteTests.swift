import Foundation
import JSONC
import Testing

/// Runs the files of the public JSONTestSuite if a folder with them is given.
///
/// Files whose names start with `y_` must be accepted, and files with `n_` must be rejected; files
/// with `i_`, which are implementation-defined, must match the table of
/// `ImplementationDefinedTests`.
@Suite struct ConformanceSuiteTests {
  static let variable = "WIDGETCONFIG_JSONTESTSUITE"
  static let folder = ProcessInfo.processInfo.environment[variable]

  @Test(
    .enabled(
      if: folder != nil,
      "set WIDGETCONFIG_JSONTESTSUITE to the test_parsing folder of the JSONTestSuite to run it"))
  func `all verdicts are right`() throws {
    let folder = URL(filePath: try #require(Self.folder))
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let open = Dictionary(
      ImplementationDefinedTests.all.map { ($0.name, $0.rule) },
      uniquingKeysWith: { first, _ in first })
    var counts: [Character: Int] = [:]
    for file in files where file.pathExtension == "json" {
      let name = file.lastPathComponent
      let rule = verdict(Array(try Data(contentsOf: file)), duplicateKeys: .lastWins)
      counts[name.first ?? "?", default: 0] += 1
      if name.hasPrefix("y_") { #expect(rule == nil, "\(name)") }
      if name.hasPrefix("n_") { #expect(rule != nil, "\(name)") }
      guard name.hasPrefix("i_") else { continue }
      // The case that depends on a limit is not in the table.
      let subject = String(name.dropFirst(2).dropLast(".json".count))
      let expected = subject == "structure_500_nested_arrays" ? .nestingTooDeep : open[subject]
      #expect(expected == .some(rule), "\(name)")
    }
    #expect(counts["y", default: 0] > 0, "no y_ files in \(folder.path)")
    #expect(counts["n", default: 0] > 0, "no n_ files in \(folder.path)")
  }
}
