import Foundation
import Testing

/// The direction of the dependencies between targets.
@Suite struct TargetOrderTests {
  /// The targets in a row of the article's table, in order.
  private static func rows(of article: String) -> [[String]] {
    let table = article.split(separator: "| target | purpose |\n").last ?? ""
    return table.split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst().map { row in
      (row.split(separator: "|").first ?? "").matches(of: /`([^`]+)`/).map { String($0.1) }
    }
  }

  /// The targets of the package under `Sources`, each with all the dependencies that it names.
  private static func targets(of package: String) -> [(name: String, words: Set<String>)] {
    let list = package.split(separator: "\n  targets: [").last ?? ""
    return list.split(separator: "\n    .").compactMap { target in
      let words = target.matches(of: /"([^"]+)"/).map { String($0.1) }
      guard !target.hasPrefix("testTarget("), let name = words.first,
        !words.contains(where: { $0.hasPrefix("Tests/") })
      else { return nil }
      return (name, Set(words.dropFirst()))
    }
  }

  @Test func `A target depends only on those above it in the article's table`() throws {
    func text(_ name: String) throws -> String {
      try String(contentsOf: Sandbox.repository.appending(path: name), encoding: .utf8)
    }
    let rows = Self.rows(
      of: try text("Sources/WidgetConfig/WidgetConfig.docc/Architecture.md"))
    let places = Dictionary(
      uniqueKeysWithValues: rows.enumerated().flatMap { place, row in row.map { ($0, place) } })
    let targets = Self.targets(of: try text("Package.swift"))
    // A folder without files can be left over from another state of the repository.
    let folders = try FileManager.default.subpathsOfDirectory(
      atPath: Sandbox.repository.appending(path: "Sources").path
    ).filter { $0.contains(".") && !$0.hasPrefix(".") }
      .map { $0.replacing("CSystemLibraries/", with: "") }
      .compactMap { $0.split(separator: "/").first.map(String.init) }
    #expect(Set(targets.map(\.name)) == Set(folders))
    for target in targets {
      let place = try #require(places[target.name], "\(target.name) is not in the table")
      for word in target.words {
        if let other = places[word] { #expect(other <= place, "\(target.name) uses \(word)") }
      }
    }
  }

  /// On a file system that ignores case, two such modules would be the same file.
  @Test func `No two modules have names that differ only in case`() throws {
    let package = try String(
      contentsOf: Sandbox.repository.appending(path: "Package.swift"), encoding: .utf8)
    let list = package.split(separator: "\n  targets: [").last ?? ""
    let names = list.matches(of: /\n    \.\w+\(\s*name: "([^"]+)"/).map { String($0.1) }
    #expect(names.count > 60)
    let modules = Dictionary(grouping: names) { $0.replacing("-", with: "_").lowercased() }
    #expect(modules.values.filter { $0.count > 1 }.isEmpty)
  }

  /// The package cannot be tested on macOS here; macOS does not have these modules.
  @Test func `A module that only Linux has is imported inside a condition`() throws {
    let root = Sandbox.repository
    var count = 0
    for folder in ["Sources", "Tests"] {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path)
      for file in files where file.hasSuffix(".swift") && !file.contains(".build/") {
        count += 1
        let code = try String(
          contentsOf: root.appending(path: "\(folder)/\(file)"), encoding: .utf8)
        // Code inside a conditional block is indented.
        let imports = code.matches(
          of: /\n(?:[@\w]+ )*import (?:Glibc|Musl|FoundationEssentials|FoundationNetworking)\n/)
        #expect(imports.isEmpty && !code.hasPrefix("import FoundationEssentials"), "\(file)")
      }
    }
    #expect(count > 500)
  }
}
