/// Why a terminal could not be used: which call failed, and the system's error number.
package struct TerminalError: Error, Hashable, Sendable {
  /// What was tried.
  package enum Code: Hashable, Sendable {
    /// There is no controlling terminal: the program runs in a pipe, a job or a container.
    case noTerminal
    /// The descriptor is not a terminal.
    case notATerminal
    /// Another ``TerminalDevice`` of this process holds the terminal.
    case inUse
    case settings
    case pipe
    case read
    case write
  }

  package let code: Code
  /// `errno`, or 0 if no system call failed.
  package let systemError: Int32
}

extension TerminalError: CustomStringConvertible {
  /// The error as one sentence with the remedy, where there is one.
  package var description: String {
    let what =
      switch code {
      case .noTerminal:
        "There is no terminal to show a form on; run it in one, or give the answers as options"
      case .notATerminal: "The descriptor given is not a terminal"
      case .inUse: "The terminal is already in use by this program"
      case .settings: "The terminal's settings could not be changed"
      case .pipe: "The pipe for signals could not be made"
      case .read: "The terminal could not be read"
      case .write: "The terminal could not be written"
      }
    return systemError == 0 ? "\(what)." : "\(what) (system error \(systemError))."
  }
}
