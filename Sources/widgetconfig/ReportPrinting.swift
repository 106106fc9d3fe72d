import Foundation
import IntentFormats
import IntentModel
import TerminalForm

/// Prints reports for people, in colours where they are wanted.
struct ReportPrinting {
  private let depth: ColorDepth

  init(_ options: SharedOptions) {
    depth =
      switch options.color {
      case .never: .none
      case .always: .ansi16
      case .auto:
        isatty(STDOUT_FILENO) == 1 ? ColorDepth(environment: options.environment) : .none
      }
  }

  /// Writes lines to standard output.
  func write(_ lines: [ReportLine]) {
    let text = lines.map { line in
      StyledText.line(line.spans.map { ($0.text, $0.role.style) }, depth: depth) + "\n"
    }
    Terminal.write(text.joined())
  }
}

extension ReportLine.Role {
  fileprivate var style: Style {
    switch self {
    case .plain: .plain
    case .heading: Style(attributes: .bold)
    case .secondary: Style(attributes: .dim)
    case .error: Style(foreground: .ansi(1), attributes: .bold)
    case .warning: Style(foreground: .ansi(3))
    case .note: Style(foreground: .ansi(6))
    case .good: Style(foreground: .ansi(2))
    }
  }
}
