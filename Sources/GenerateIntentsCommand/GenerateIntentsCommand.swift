import Foundation
import PackagePlugin

/// Generates Swift from intent definitions into the sources of targets, for projects that commit
/// generated code.
///
///     swift package --allow-writing-to-package-directory generate-intents
@main struct GenerateIntentsCommand: CommandPlugin {
  /// The option that names a target, without its dashes.
  fileprivate static let target = "target"

  private static let usage = """
    USAGE: swift package generate-intents [--\(target) NAME]...

    Writes Swift beside each intent definition of all targets, or of the named targets. \
    A file \(IntentsOfTarget.configurationName) in a target selects what to write.
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: Self.target)
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
    let tool = try context.tool(named: IntentsOfTarget.toolName).url
    // If any file is refused, nothing is written.
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

/// Arguments that the plugin does not know.
struct UnknownArguments: Error, CustomStringConvertible {
  var arguments: [String]

  var description: String {
    """
    Unknown arguments: \(arguments.joined(separator: " ")). Give --\(GenerateIntentsCommand.target) \
    and the name of a target.
    """
  }
}
