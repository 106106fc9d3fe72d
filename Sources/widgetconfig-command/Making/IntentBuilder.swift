import DefinitionFormats
import Foundation
import IntentCodegen
import IntentModel

/// The program when it runs under the name of Xcode's generator of SiriKit classes, with the
/// generator's arguments.
///
/// Build systems that call the generator work without Xcode if a link with its name leads to this
/// program.
enum IntentBuilder {
  static let name = "intentbuilderc"

  /// Whether the program was started under the name of the generator.
  static func isMeant(by program: String?) -> Bool {
    program.map { URL(filePath: $0).lastPathComponent } == name
  }

  /// Writes the classes, and returns the status.
  static func status(of arguments: [String]) -> ExitStatus {
    if let first = arguments.first, ["-h", "-help", "--help"].contains(first) {
      Terminal.writeLine("Usage: " + IntentBuilderArguments.usage)
      return .done
    }
    do {
      try run(IntentBuilderArguments(arguments))
      return .done
    } catch let refusal as IntentBuilderArguments.Refusal {
      Terminal.say("\(name): \(refusal.message)")
      return .usage
    } catch let errors as FormatErrors {
      Terminal.say(errors.lines.map { $0.text() })
    } catch {
      Terminal.say("\(error)")
    }
    return .findings
  }

  private static func run(_ arguments: IntentBuilderArguments) throws {
    let definition = try IntentDefinitionReader.read(path: arguments.input).file
    let classes = SiriKitClasses(
      definition, details: definition.intents.map(\.siriDetails), options: arguments.options)
    let output = GeneratedOutput(folder: arguments.output)
    if arguments.isDryRun {
      Terminal.writeLines(classes.files.map(output.path(of:)))
    } else {
      for finding in classes.findings {
        Terminal.say("\(arguments.input): warning: \(finding.description)")
      }
      _ = try output.write(classes.files)
    }
  }
}
