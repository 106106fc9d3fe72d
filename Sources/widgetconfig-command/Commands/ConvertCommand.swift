import ArgumentParser
import DefinitionFormats
import IntentDocuments
import IntentModel
import Messages
import WidgetFormats
import WidgetLoading

/// The formats to which a definition can be converted.
enum ConversionTarget: String, ExpressibleByArgument, CaseIterable {
  case json, intentdefinition
  /// JSON Schema 2020-12, for one intent.
  case schema
}

/// Converts a definition to another format without loss.
struct ConvertCommand: SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract:
      "Writes a definition in another format without loss, or the JSON Schema of an intent.",
    discussion: .help(
      """
      A property list cannot hold U+FFFE, U+FFFF, or control characters other than tabs and line \
      ends. A definition with one of them is refused, and the error states its position.
      """,
      examples: "convert App.intentdefinition --to json",
      "convert App.json --to intentdefinition -o App.intentdefinition",
      "convert Intents/UpNext --to schema"))

  @Argument(
    help: .definitionInput,
    completion: Completions.widgets)
  var file: String

  @Option(
    help: """
      \(ConversionTarget.json), \(ConversionTarget.intentdefinition), or \
      \(ConversionTarget.schema) for JSON Schema 2020-12.
      """)
  var to: ConversionTarget

  @Option(
    help: "The intent of the schema, if the definition has several; by default the widget's.",
    completion: Completions.intents)
  var intent: String?

  @Option(
    name: .shortAndLong, help: .outputFile,
    completion: .file())
  var output: String?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let input = try DefinitionInput(file, shared)
    let (definition, path) = (input.reading.file, input.path)
    var bytes: [UInt8]
    do {
      switch to {
      case .json:
        bytes = try DefinitionConversion.readableJSON(of: definition, path: path)
      case .intentdefinition:
        bytes = try DefinitionConversion.bytes(
          of: definition, as: .propertyList,
          completing: definition.isHandwritten(in: input.format))
        if input.format == .propertyList, !input.endsInLineFeed { bytes.removeLast() }
      case .schema:
        let written = try SchemaJSON.written(try schema(in: definition, path: path))
        for limitation in written.limitations {
          shared.remark(.placed(place: path, sentences: [limitation]))
        }
        bytes = Array(written.text.utf8)
      }
    } catch let errors as FormatErrors {
      // A property list can contain what JSON does not allow, such as an intent without a name.
      throw CommandFailure(
        .findings,
        errors.errors.map {
          .placed(
            place: path, sentences: ["It cannot be written as JSON.", $0.message, $0.advice])
        })
    } catch let error as FormatError {
      throw CommandFailure(.findings, .placed(place: path, sentences: error.lines))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    try OutputFile.write(text, to: output ?? OutputFile.standardOutput)
  }

  /// The intent that `widget.json` names; nil if it names none or several.
  private func intentOfWidget(in definition: IntentDefinitionFile) throws -> String? {
    guard file != InputFile.standardInput,
      let widgets = try WidgetLibrary(shared, for: [file]).manifests(of: file)?.widgets
    else {
      return nil
    }
    let names = Set(
      widgets.filter { $0.intent != nil }.compactMap { widget in
        definition.intents.first(where: widget.isConfigured)?.typeName
      })
    return names.count == 1 ? names.first : nil
  }

  /// The schema of the intent to convert.
  private func schema(in file: IntentDefinitionFile, path: String) throws -> IntentSchema {
    let chosen = try file.intent(chosen: try intent ?? intentOfWidget(in: file), path: path)
    return IntentSchema(chosen, in: file)
  }
}
