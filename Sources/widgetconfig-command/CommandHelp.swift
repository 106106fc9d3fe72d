extension String {
  /// The text after the options in a command's help: an explanation, examples and the exit
  /// statuses.
  ///
  /// - Parameters:
  ///   - text: The explanation; empty for none.
  ///   - examples: The arguments of commands that can be typed unchanged.
  static func help(_ text: String = "", examples: String...) -> String {
    let lines = examples.map { "  widgetconfig \($0)" }
    func status(_ status: ExitStatus) -> Int32 { status.rawValue }
    let statuses = """
      Exit status: \(status(.done)) for success, \(status(.findings)) for findings or invalid \
      input, \(status(.usage)) for wrong usage, \(status(.provider)) for a provider that failed, \
      \(status(.cancelled)) for a cancelled command.
      """
    return [text, "Examples:\n" + lines.joined(separator: "\n"), statuses].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }
}
