import Foundation

/// The intent definitions of a target, with the Swift files that are generated from them.
///
/// Both plugins compile this file, because a plugin cannot import a module.
struct IntentsOfTarget {
  static let configurationName = "intents-config.json"
  static let toolName = "GenerateIntentsTool"
  /// The suffixes of definition files, of which `DefinitionLocalization` declares the first as
  /// well; the second keeps other JSON files from being read.
  static let endings = [".intentdefinition", ".intents.json"]

  /// The configuration; there is at most one.
  let configurations: [URL]
  /// The definitions, in the order of the target's files, each with its Swift file.
  let outputs: [(definition: URL, output: URL)]

  /// - Parameters:
  ///   - target: The name of the target.
  ///   - files: The files of the target.
  ///   - folder: The folder for the Swift files; nil to put each one next to its definition.
  /// - Throws: `RefusedFiles` for several configurations, and for definitions that would become the
  ///   same file.
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

/// Files among which the plugin cannot choose.
struct RefusedFiles: Error, CustomStringConvertible {
  var problem: String
  var paths: [String]
  var remedy: String

  var description: String { "\(problem): \(paths.joined(separator: ", ")). \(remedy)" }
}
