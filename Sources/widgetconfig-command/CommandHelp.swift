import ArgumentParser
import Messages

extension ExitStatus: CustomStringConvertible {
  /// The number of the status.
  var description: String { String(rawValue) }
}

extension ExpressibleByArgument {
  /// The values of the argument in a help text, such as `table or json`.
  static var values: String { allValueStrings.listed("or") }
}

extension String {
  /// The sentence about `--limit` in the help of a list.
  static let limitInHelp =
    "If --limit cuts the list off, the command for the next page is printed to standard error."

  /// The sentence about widgets that earlier versions saved, in the help of commands that judge
  /// placed widgets.
  static let earlierProgramsInHelp = """
    Earlier versions of this program did not store the sizes of arrays, so the arrays of widgets \
    that they saved are not judged until an answer is changed.
    """

  /// The text after the options in a command's help: an explanation, examples and the exit
  /// statuses.
  ///
  /// - Parameters:
  ///   - text: The explanation; empty for none.
  ///   - examples: Complete commands to show as examples, without the name of the program.
  static func help(_ text: String = "", examples: String...) -> String {
    let lines = examples.map { "  \(Program.name) \($0)" }
    let statuses = """
      Exit status: \(ExitStatus.done) for success, \(ExitStatus.findings) for findings or invalid \
      input, \(ExitStatus.usage) for wrong usage, \(ExitStatus.provider) for a provider that \
      failed, \(ExitStatus.cancelled) for a cancelled command.
      """
    return [text, "Examples:\n" + lines.joined(separator: "\n"), statuses].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }
}
