import AppIntentsMigration
import ArgumentParser
import DefinitionFormats
import Foundation
import IntentModel
import Messages

/// Reads the App Intents in Swift code, and prints them as a definition.
struct DefinitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "\(MigrationProgram.name) \(MigrationProgram.definition)",
    abstract: "Reads the App Intents in Swift code, and prints them as definition JSON.",
    discussion: """
      widgetconfig starts this command for Swift files and their folders. The source is read as text and \
      is not compiled: values that are not literals are listed under “origin” with their position and \
      the reason.
      """)

  @Argument(help: "Swift files, or folders that contain them.")
  var paths: [String]

  @Option(
    name: .customLong(MigrationProgram.Option.platform.rawValue),
    help: "The platform for #if and #available, such as iOS or “iOS 17.4”.")
  var platform: String?

  @Option(
    name: .customLong(MigrationProgram.Option.define.rawValue),
    help: "A flag of the build, such as DEBUG, or DEBUG=false for a flag that is not set.")
  var define: [String] = []

  @Option(
    name: .customLong(MigrationProgram.Option.locale.rawValue),
    help: "The language of the texts; by default, the language of the project.")
  var locale: String?

  func validate() throws {
    guard build == nil else { return }
    throw ValidationError(BuildSettings.refusal.text())
  }

  /// The known build settings; nil if they cannot be read.
  private var build: BuildSettings? { BuildSettings(system: platform, definitions: define) }

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
