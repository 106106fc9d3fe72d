import AppIntentsMigration
import ArgumentParser
import DefinitionFormats
import Foundation
import IntentModel
import Messages

/// Prints the App Intents of Swift source as a definition.
struct DefinitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgetconfig-migration definition",
    abstract: "Prints the App Intents that Swift source declares, as definition JSON.",
    discussion: """
      widgetconfig starts this for Swift files and folders of them. The source is read as text and \
      is not compiled: values that are not literals are listed under “origin” with their position and \
      the reason.
      """)

  @Argument(help: "Swift files, or folders that contain them.")
  var paths: [String]

  @Option(help: "The platform for #if and #available, such as iOS or “iOS 17.4”.")
  var platform: String?

  @Option(help: "A flag of the build, such as DEBUG, or DEBUG=false for one that is not set.")
  var define: [String] = []

  @Option(help: "The language of the texts; by default that in which the project is written.")
  var locale: String?

  func validate() throws {
    guard platform == nil || build != nil else {
      throw ValidationError(
        "Name a platform, such as “iOS 17.4”: \(BuildSettings.platforms.joined(separator: ", ")).")
    }
  }

  /// The known settings of the build; nil if the platform is unknown.
  private var build: BuildSettings? {
    var flags: [String: Bool] = [:]
    for flag in define {
      let parts = flag.split(separator: "=", maxSplits: 1).map(String.init)
      flags[parts.first ?? ""] = parts.count < 2 || !["0", "false"].contains(parts[1])
    }
    guard let platform else { return BuildSettings(flags: flags) }
    return BuildSettings(system: platform, flags: flags)
  }

  func run() throws {
    let project = try SwiftProject(paths)
    let literals = project.literals(build: build ?? BuildSettings(), locale: locale)
    let definition = AppIntentsDefinition.definition(of: literals)
    do throws(FormatError) {
      WidgetConfigMigration.write(
        String(try DefinitionJSON.text(of: definition).dropLast()))
    } catch {
      throw FormatErrors([error])
    }
  }
}
