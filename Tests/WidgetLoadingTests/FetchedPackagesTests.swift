import Foundation
import Testing
import WidgetTestSupport

/// The packages that are fetched for a package that depends on this one with some of its traits.
@Suite(.startsPrograms) struct FetchedPackagesTests {
  /// The packages that definitions, intents, options, timelines and forms need, whatever the traits
  /// are.
  static let always: Set<String> = ["swift-argument-parser", "swift-subprocess", "swift-system"]

  static let service: Set<String> = [
    "async-http-client", "hummingbird", "jwt-kit", "swift-algorithms", "swift-asn1",
    "swift-async-algorithms", "swift-atomics", "swift-certificates", "swift-collections",
    "swift-configuration", "swift-crypto", "swift-distributed-tracing",
    "swift-http-structured-headers", "swift-http-types", "swift-log", "swift-metrics", "swift-nio",
    "swift-nio-extras", "swift-nio-http2", "swift-nio-ssl", "swift-nio-transport-services",
    "swift-numerics", "swift-service-context", "swift-service-lifecycle",
  ]

  static let rows: [(traits: [String], products: [String], more: Set<String>)] = [
    (
      [],
      ["WidgetConfig", "IntentDocuments", "WidgetForm", "TerminalForm", "OptionsProviderTesting"],
      []
    ),
    (["SQLite"], ["WidgetStore"], ["grdb.swift"]),
    (["Postgres"], ["PostgresStore"], []),
    (["Service"], ["WidgetService"], service),
    (["Migration"], ["widgetconfig-migration"], ["swift-syntax"]),
  ]

  /// The repositories that were fetched for this package, so that nothing is downloaded here.
  private static let cache = FileManager.default.homeDirectoryForCurrentUser
    .appending(path: ".cache/org.swift.swiftpm/repositories").path

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: cache), "The packages are not cached."),
    arguments: rows.indices)
  func `a package fetches only what its traits need`(_ index: Int) throws {
    let row = Self.rows[index]
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let sources = folder.appending(path: "Sources/Client")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The link has the name of the package, whatever the name of its folder is.
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "widgetconfig"), withDestinationURL: Self.root)
    try Data("print(1)".utf8).write(to: sources.appending(path: "main.swift"))
    let traits = row.traits.map { "\"\($0)\"" }.joined(separator: ", ")
    let products = row.products.map { ".product(name: \"\($0)\", package: \"widgetconfig\")" }
      .joined(separator: ", ")
    try Data(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "client", platforms: [.macOS(.v15)],
        dependencies: [.package(path: "widgetconfig", traits: [\(traits)])],
        targets: [
          .executableTarget(
            name: "Client",
            dependencies: [\(products)])
        ])
      """.utf8
    ).write(to: folder.appending(path: "Package.swift"))
    try Self.reuse(in: folder)
    let run = try FinishedProgram(
      "swift",
      [
        "package", "--package-path", folder.path, "--skip-update", "show-dependencies", "--format",
        "flatlist",
      ])
    #expect(run.status == 0, "\(run.errors)")
    let fetched = Set(run.output.split(separator: "\n").map(String.init))
    #expect(fetched == Self.always.union(row.more).union(["widgetconfig"]))
  }

  /// Gives a package the checkouts of this one if they are where a build usually puts them.
  ///
  /// The dependency graph is still computed from the manifests, but without cloning each repository
  /// again. The links share the files, and if the package manager removes something, only this
  /// package is affected.
  private static func reuse(in folder: URL) throws {
    let build = root.appending(path: ".build").path
    let run = try FinishedProgram(
      "/bin/sh",
      [
        "-c",
        #"""
        [ -e "$2/Package.resolved" ] && [ -e "$0/checkouts" ] && [ -e "$0/repositories" ] || exit 0
        mkdir "$1/.build" && cp "$2/Package.resolved" "$1" || exit
        cp "$0/workspace-state.json" "$1/.build" || exit
        cp -al "$0/checkouts" "$0/repositories" "$1/.build" 2> "$1/unlinked" ||
          cp -R "$0/checkouts" "$0/repositories" "$1/.build"
        """#, build, folder.path, root.path,
      ])
    try #require(run.status == 0, "\(run.errors)")
  }

  /// The root of the repository.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The packages that the article on products counts for each set of traits.
  @Test func `The article counts what is fetched`() throws {
    let article = try String(
      contentsOf: Self.root.appending(
        path: "Sources/WidgetConfig/WidgetConfig.docc/UseTheLibrary.md"), encoding: .utf8)
    let rows = article.matches(
      of:
        /\| (?<task>[^|]+) \| (?<products>[^|]+) \| `traits: \[(?<traits>[^\]]*)\]` \| (?<count>\d+) \|/
    )
    #expect(rows.count >= 8)
    for row in rows {
      let traits = row.traits.matches(of: /"(\w+)"/).map { String($0.1) }
      let more = traits.compactMap { trait in Self.rows.first { $0.traits == [trait] }?.more }
      #expect(more.count == traits.count)
      let fetched = more.reduce(Self.always) { $0.union($1) }
      #expect(fetched.count == Int(row.count), "\(row.task)")
    }
  }

  @Test func `Every library product has a row`() throws {
    let package = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let products = package.matches(of: /\.library\(name: "([^"]+)"/).map { String($0.1) }
    #expect(products.count == 8)
    #expect(Set(products).isSubset(of: Self.rows.flatMap(\.products)))
  }
}
