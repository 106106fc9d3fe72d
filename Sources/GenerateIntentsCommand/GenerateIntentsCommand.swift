import Foundation
import PackagePlugin

/// Generates Swift from intent definitions into the sources of targets, for projects that commit
/// it.
///
///     swift package --allow-writing-to-package-directory generate-intents --target Clock
@main struct GenerateIntentsCommand: CommandPlugin {
  private static let usage = """
    USAGE: swift package generate-intents [--target NAME]...

    Writes the Swift of each intent definition beside it: of all targets, or of those named. \
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

/// Arguments that the plugin does not know.
struct UnknownArguments: Error, CustomStringConvertible {
  var arguments: [String]

  var description: String {
    "Unknown arguments: \(arguments.joined(separator: " ")). Give --target and the name of a target."
  }
}
