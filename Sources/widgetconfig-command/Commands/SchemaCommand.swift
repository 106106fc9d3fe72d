public import ArgumentParser
import DefinitionFormats
import FormEngine
import JSONCodings
import Messages
public import WidgetFormats

extension DocumentSchema: ExpressibleByArgument {}

/// Prints the JSON Schemas of handwritten files and of requests to programs.
struct SchemaCommand: SharingCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of a file, or of the request to a program.",
    discussion: .help(
      """
      Without a name, the schemas are listed. A file can name its schema under "$schema"; an \
      editor then completes keys and checks the file while you type.
      """,
      examples: "schema", "schema widget", "schema widget --output widget.schema.json"))

  @Argument(help: "\(DocumentSchema.values).")
  var name: DocumentSchema?

  @Option(name: .shortAndLong, help: .outputFile)
  var output: String?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    guard let name else {
      var table = PrintedTable()
      let rows = DocumentSchema.allCases.map { name in
        [PrintedTable.Cell(name.rawValue), .init(shared.words(name.summary))]
      }
      return ReportPrinting(shared).write(table.lines(of: rows))
    }
    try OutputFile.write(name.text(), to: output ?? OutputFile.standardOutput)
  }
}
