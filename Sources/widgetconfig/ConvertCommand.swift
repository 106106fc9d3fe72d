import ArgumentParser
import IntentFormats

/// The formats to convert to.
enum ConversionTarget: String, ExpressibleByArgument, CaseIterable {
  case json, intentdefinition
}

/// A definition in another format, with nothing left out.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Writes a definition in another format, losing nothing.")

  @Argument(help: "The definition, the folder of a widget, or - for standard input.")
  var file: String

  @Option(help: "json or intentdefinition.")
  var to: ConversionTarget

  @Option(name: .shortAndLong, help: "The file to write; standard output by default.")
  var output: String?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let (reading, path) = try DefinitionInput.read(file, shared)
    let bytes: [UInt8]
    do {
      switch to {
      case .json: bytes = try DefinitionConversion.bytes(of: reading.file, as: .json)
      case .intentdefinition:
        bytes = try DefinitionConversion.bytes(of: reading.file, as: .propertyList)
      }
    } catch {
      throw CommandFailure(.findings, "\(path): \(error.description)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let output { try OutputFile.write(text, to: output) } else { Terminal.write(text) }
  }
}
