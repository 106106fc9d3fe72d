import Foundation
import PackagePlugin

/// Generates Swift from intent definitions into the sources of targets, for projects that commit
/// it.
///
///     swift package --allow-writing-to-package-directory generate-intents --target Clock
@main struct GenerateIntentsCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let tool = try context.tool(named: "GenerateIntentsTool").url
    for target in targets.compactMap({ $0 as? any SourceModuleTarget }) {
      let files = target.sourceFiles.map(\.url)
      let configurations = files.filter { $0.lastPathComponent == "intents-config.json" }
      for definition in files {
        let name = definition.lastPathComponent
        guard name.hasSuffix(".intentdefinition") || name.hasSuffix(".intents.json") else {
          continue
        }
        let output = definition.deletingLastPathComponent()
          .appending(path: "\(name.prefix { $0 != "." }).intents.swift")
        let process = try Process.run(
          tool, arguments: [definition.path, output.path] + configurations.prefix(1).map(\.path))
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
