import Foundation
import PackagePlugin

/// Generates Swift from the intent definitions of a target, before each build if they have changed.
///
/// A file whose name ends with `.intentdefinition` or `.intents.json` becomes one Swift file of the
/// module. `intents-config.json` in the target selects what to generate; the default is typed Swift
/// with internal access.
@main struct GenerateIntents: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = (target as? any SourceModuleTarget)?.sourceFiles else { return [] }
    return try commands(
      for: files.map(\.url), in: context.pluginWorkDirectoryURL,
      tool: context.tool(named: "GenerateIntentsTool").url, target: target.name)
  }

  private func commands(
    for files: [URL], in folder: URL, tool: URL, target: String
  ) throws -> [Command] {
    let configurations = files.filter { $0.lastPathComponent == "intents-config.json" }
    guard configurations.count < 2 else {
      throw IntentsConfigurationError(target: target, paths: configurations.map(\.path))
    }
    let definitions = files.filter { file in
      [".intentdefinition", ".intents.json"].contains { file.lastPathComponent.hasSuffix($0) }
    }
    let stems = Dictionary(grouping: definitions) { $0.lastPathComponent.prefix { $0 != "." } }
    for (stem, files) in stems.sorted(by: { $0.key < $1.key }) where files.count > 1 {
      throw SameStemError(target: target, stem: String(stem), paths: files.map(\.path))
    }
    return definitions.map { definition in
      let name = definition.lastPathComponent
      let stem = name.prefix { $0 != "." }
      let output = folder.appending(path: "\(stem).intents.swift")
      return .buildCommand(
        displayName: "Generating Swift from \(name)", executable: tool,
        arguments: [definition.path, output.path] + configurations.map(\.path),
        inputFiles: [definition] + configurations, outputFiles: [output])
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GenerateIntents: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try commands(
        for: target.inputFiles.map(\.url), in: context.pluginWorkDirectoryURL,
        tool: context.tool(named: "GenerateIntentsTool").url, target: target.displayName)
    }
  }
#endif

/// A target with more than one configuration.
struct IntentsConfigurationError: Error, CustomStringConvertible {
  var target: String
  var paths: [String]

  var description: String {
    "The target “\(target)” has several files intents-config.json: "
      + paths.joined(separator: ", ") + ". Keep one."
  }
}

/// Definitions of a target that would become the same file.
struct SameStemError: Error, CustomStringConvertible {
  var target: String
  var stem: String
  var paths: [String]

  var description: String {
    "Several definitions of the target “\(target)” would become \(stem).intents.swift: "
      + paths.joined(separator: ", ") + ". Rename one of them."
  }
}
