extension String {
  /// The text after the options in a command's help: an explanation, examples and the exit statuses.
  ///
  /// - Parameters:
  ///   - text: The explanation; empty for none.
  ///   - examples: The arguments of commands that can be typed unchanged.
  static func help(_ text: String = "", examples: String...) -> String {
    let lines = examples.map { "  widgetconfig \($0)" }
    let statuses = """
      Exit status: 0 for success, 1 for findings or invalid input, 2 for wrong usage, 3 for a \
      provider that failed, 130 for a cancelled command.
      """
    return [text, "Examples:\n" + lines.joined(separator: "\n"), statuses].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }
}
