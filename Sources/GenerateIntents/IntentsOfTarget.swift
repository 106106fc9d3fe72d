import Foundation

/// The intent definitions of a target with the Swift files that they become.
///
/// Both plugins compile this file, because a plugin cannot import a module.
struct IntentsOfTarget {
  static let configurationName = "intents-config.json"
  static let toolName = "GenerateIntentsTool"
  /// The endings of definitions, of which `DefinitionLocalization` declares the first too; the second
  /// keeps other JSON from being read.
  static let endings = [".intentdefinition", ".intents.json"]

  /// At most one.
  let configurations: [URL]
  /// In the order of the target's files.
  let outputs: [(definition: URL, output: URL)]

  /// - Parameters:
  ///   - target: The name of the target.
  ///   - files: The files of the target.
  ///   - folder: The folder of the Swift files; nil to put each one beside its definition.
  /// - Throws: `RefusedFiles` for several configurations, and for definitions that would become one
  ///   file.
  init(_ target: String, _ files: [URL], in folder: URL? = nil) throws {
    configurations = files.filter { $0.lastPathComponent == Self.configurationName }
    guard configurations.count < 2 else {
      throw RefusedFiles(
        problem: "The target “\(target)” has several files \(Self.configurationName)",
        paths: configurations.map(\.path), remedy: "Keep one.")
    }
    outputs = files.compactMap { file in
      let name = file.lastPathComponent
      guard Self.endings.contains(where: { name.hasSuffix($0) }) else { return nil }
      let stem = name.prefix { $0 != "." }
      let place = folder ?? file.deletingLastPathComponent()
      // `TypedSwift` gives the file the same name; a plugin cannot import it.
      return (file, place.appending(path: "\(stem).intents.swift"))
    }
    let same = Dictionary(grouping: outputs, by: \.output.path)
    for (path, pairs) in same.sorted(by: { $0.key < $1.key }) where pairs.count > 1 {
      let shown = folder == nil ? path : pairs[0].output.lastPathComponent
      throw RefusedFiles(
        problem: "Several definitions of the target “\(target)” would become \(shown)",
        paths: pairs.map(\.definition.path), remedy: "Rename one of them.")
    }
  }
}

/// Files between which the plugin cannot decide.
struct RefusedFiles: Error, CustomStringConvertible {
  var problem: String
  var paths: [String]
  var remedy: String

  var description: String { "\(problem): \(paths.joined(separator: ", ")). \(remedy)" }
}
