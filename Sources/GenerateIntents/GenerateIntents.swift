import Foundation
import PackagePlugin

/// Generates Swift from the intent definitions of a target, before each build in which they have
/// changed.
///
/// Each definition, as ``IntentsOfTarget`` finds them, becomes one Swift file of the module. A
/// configuration in the target selects what to generate; the default is typed Swift with internal
/// access.
@main struct GenerateIntents: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let files = (target as? any SourceModuleTarget)?.sourceFiles else { return [] }
    return try commands(
      for: files.map(\.url), in: context.pluginWorkDirectoryURL,
      tool: context.tool(named: IntentsOfTarget.toolName).url, target: target.name)
  }

  private func commands(
    for files: [URL], in folder: URL, tool: URL, target: String
  ) throws -> [Command] {
    let intents = try IntentsOfTarget(target, files, in: folder)
    return intents.outputs.map { definition, output in
      .buildCommand(
        displayName: "Generating Swift from \(definition.lastPathComponent)", executable: tool,
        arguments: [definition.path, output.path] + intents.configurations.map(\.path),
        inputFiles: [definition] + intents.configurations, outputFiles: [output])
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GenerateIntents: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try commands(
        for: target.inputFiles.map(\.url), in: context.pluginWorkDirectoryURL,
        tool: context.tool(named: IntentsOfTarget.toolName).url, target: target.displayName)
    }
  }
#endif
