import Foundation
import Testing
import WidgetTestSupport

/// Compiles generated typed Swift with the libraries of this package.
enum TypedCompilation {
  /// The compiler's messages about the files of one module; empty if there are no errors or
  /// warnings.
  static func complaints(
    of sources: [(name: String, text: String)], isolation: [String] = []
  ) throws -> String {
    let build = URL(filePath: ProgramFolder.path(of: "Modules")).deletingLastPathComponent()
    // The targets that plugins use are also built as tools. System libraries are not built: their
    // module maps are among the sources.
    let sourceFolder = DefinitionFile.repository.appending(path: "Sources/CSystemLibraries")
    let places = try [build, sourceFolder].flatMap { folder -> [String] in
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { !$0.hasSuffix("-tool.build") }
        .map { "\(folder.path)/\($0)/module.modulemap" }
    }
    let maps =
      places
      .filter { FileManager.default.fileExists(atPath: $0) }
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    return try SwiftCompiler.complaints(
      of: sources,
      arguments: [
        "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-package-name", "generated",
        "-I", build.appending(path: "Modules").path,
      ] + isolation + maps)
  }
}

/// The arguments for a module that isolates its code to the main actor, as new projects do.
let mainActor = ["-default-isolation", "MainActor"]

/// Stubs of Apple's modules, against which generated App Intents are compiled.
struct AppIntentsStubs {
  /// The stubs, which are built only once.
  static let shared = Result { try AppIntentsStubs() }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-stubs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for module in ["AppIntents", "CoreLocation", "WidgetKit"] {
      let path = DefinitionFile.repository.appending(path: "Tests/\(module)Stub/\(module).swift")
      let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
      let complaints = try SwiftCompiler.complaints(
        of: [(name: "\(module).swift", text: text)],
        arguments: [
          "-emit-module", "-module-name", module, "-parse-as-library", "-swift-version", "6",
          "-I", folder.path, "-o", folder.appending(path: "\(module).swiftmodule").path,
        ])
      try #require(complaints == "")
    }
  }

  var arguments: [String] {
    ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", folder.path]
  }

  /// The app's code: empty bodies for the requirements of generated protocols.
  static func bodies(for source: String) -> String {
    let lines = source.split(separator: "\n").map(String.init)
    var extended: String?
    var requirements: [String: [String]] = [:]
    var open: String?
    var bodies = ""
    for line in lines {
      let words = line.split(separator: " ").map { $0.filter { $0 != ":" && $0 != "," } }
      if line.hasPrefix("nonisolated public protocol") {
        open = words[3]
      } else if line == "}" {
        (open, extended) = (nil, nil)
      } else if let name = open, line.hasPrefix("  func") {
        let result =
          !line.contains("->")
          ? ""
          : line.contains("func performAction")
            ? "fatalError()"
            : line.contains("IntentItemCollection") ? ".empty" : line.hasSuffix("?") ? "nil" : "[]"
        requirements[name, default: []].append("public\(line.dropFirst()) { \(result) }")
      } else if line.hasPrefix("extension "), line.hasSuffix("{}") {
        let found = requirements[words[2]] ?? []
        bodies += "extension \(words[1]) {\n\(found.joined(separator: "\n"))\n}\n"
      } else if line.hasPrefix("extension ") {
        extended = words[1]
      } else if words.first == "public", words.dropFirst().first == "struct",
        let found = requirements[words[words.count - 2]]
      {
        let name = (extended.map { $0 + "." } ?? "") + words[2]
        bodies += "extension \(name) {\n\(found.joined(separator: "\n"))\n}\n"
      }
    }
    return bodies
  }
}

/// A stub of Apple's Intents framework, against which generated SiriKit classes are compiled.
///
/// Swift for Linux has no Objective-C, so the attributes for it are removed first.
struct SiriKitStub {
  /// The stub, which is built only once.
  static let shared = Result { try SiriKitStub() }

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "widgetconfig-sirikit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = DefinitionFile.repository.appending(path: "Tests/IntentsStub/Intents.swift")
    let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
    let complaints = try SwiftCompiler.complaints(
      of: [(name: "Intents.swift", text: text)],
      arguments: [
        "-emit-module", "-module-name", "Intents", "-parse-as-library", "-swift-version", "5",
        "-o", folder.appending(path: "Intents.swiftmodule").path,
      ])
    try #require(complaints == "")
  }

  var arguments: [String] {
    ["-typecheck", "-swift-version", "5", "-warnings-as-errors", "-I", folder.path]
  }

  /// The source without the parts that only a compiler with Objective-C accepts.
  static func plain(_ source: String) -> String {
    source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var text = String(line)
      if let selector = text.range(of: "@objc(") {
        text.removeSubrange(
          selector.lowerBound..<(text.range(of: ")")?.upperBound ?? text.endIndex))
      }
      text = text.replacing("@objc ", with: "").replacing("optional func", with: "func")
      guard text.contains("@NSManaged ") else { return text }
      return text.replacing("@NSManaged ", with: "") + " { get { fatalError() } set {} }"
    }.joined(separator: "\n")
  }

  /// The selectors that two members of a type share, unless the members are two forms of the same
  /// function.
  static func clashes(in source: String) -> [String] {
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    var (type, seen, found) = ("", Set<String>(), [String]())
    for (line, next) in zip(lines, lines.dropFirst()) {
      if line.contains("public class ") && !line.contains("func ")
        || line.contains("public protocol ")
      {
        type = String(line)
      }
      guard line.hasPrefix("@objc("), line.hasSuffix(":)") else { continue }
      let member = "\(type) \(line) \(next.contains(") async"))"
      if !seen.insert(member).inserted { found.append(member) }
    }
    return found
  }
}
