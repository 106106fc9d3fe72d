import Foundation
import PackagePlugin

/// Generates Swift from intent definitions into the sources of targets, for projects that commit
/// it.
///
///     swift package --allow-writing-to-package-directory generate-intents --target Clock
@main struct GenerateIntentsCommand: CommandPlugin {
  private static let usage = """
    USAGE: swift package generate-intents [--target NAME]...

    Writes Swift beside each intent definition of all targets, or of the named targets. \
    A file intents-config.json in a target selects what to write.
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let asksForHelp = extractor.extractFlag(named: "help") > 0
    let others = extractor.remainingArguments
    guard !asksForHelp, others.isEmpty, !others.contains("-h") else {
      print(Self.usage)
      let isHelp = asksForHelp || others == ["-h"]
      if !isHelp { throw UnknownArguments(arguments: others) }
      return
    }
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let tool = try context.tool(named: "GenerateIntentsTool").url
    // Nothing is written if some file is refused.
    let modules = try targets.compactMap { $0 as? any SourceModuleTarget }.map {
      try IntentsOfTarget($0.name, $0.sourceFiles.map(\.url))
    }
    for module in modules {
      for (definition, output) in module.outputs {
        let process = try Process.run(
          tool, arguments: [definition.path, output.path] + module.configurations.map(\.path))
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
          Diagnostics.error("\(definition.path): No Swift is generated.")
          continue
        }
        print(output.path)
      }
    }
  }
}

/// The definitions of a target with the files that they become.
private struct IntentsOfTarget {
  /// At most one.
  let configurations: [URL]
  /// In the order of the target's files.
  let outputs: [(definition: URL, output: URL)]

  /// - Throws: `RefusedFiles` for several configurations, and for definitions that would become one
  ///   file.
  init(_ target: String, _ files: [URL]) throws {
    configurations = files.filter { $0.lastPathComponent == "intents-config.json" }
    guard configurations.count < 2 else {
      throw RefusedFiles(
        problem: "The target “\(target)” has several files intents-config.json",
        paths: configurations.map(\.path), remedy: "Keep one.")
    }
    outputs = files.compactMap { file in
      let name = file.lastPathComponent
      guard name.hasSuffix(".intentdefinition") || name.hasSuffix(".intents.json") else {
        return nil
      }
      let stem = name.prefix { $0 != "." }
      return (file, file.deletingLastPathComponent().appending(path: "\(stem).intents.swift"))
    }
    let same = Dictionary(grouping: outputs, by: \.output.path)
    for (path, pairs) in same.sorted(by: { $0.key < $1.key }) where pairs.count > 1 {
      throw RefusedFiles(
        problem: "Several definitions of the target “\(target)” would become \(path)",
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

/// Arguments that the plugin does not know.
struct UnknownArguments: Error, CustomStringConvertible {
  var arguments: [String]

  var description: String {
    "Unknown arguments: \(arguments.joined(separator: " ")). Give --target and the name of a target."
  }
}
