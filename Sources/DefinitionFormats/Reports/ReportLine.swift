import IntentModel

/// A line of a report for people, in spans with roles that a terminal can colour.
package struct ReportLine: Sendable, Hashable {
  /// The role of a span.
  package enum Role: Sendable, Hashable, CaseIterable {
    case plain, heading, secondary, error, warning, note, good
  }

  /// A span of text.
  package struct Span: Sendable, Hashable {
    /// The text, which can come from outside; the caller makes it safe before writing it to a
    /// terminal.
    package var text: String

    /// The role of the text.
    package var role: Role

    /// Makes a span.
    package init(_ text: String, _ role: Role = .plain) {
      self.text = text
      self.role = role
    }
  }

  /// The spans in order.
  package var spans: [Span]

  /// The indentation of the continuation lines, if the line is wider than the terminal; nil for two
  /// spaces more than the indentation of the line itself.
  package var hanging: Int?

  /// Makes a line from spans.
  package init(_ spans: [Span], hanging: Int? = nil) {
    self.spans = spans
    self.hanging = hanging
  }

  /// Makes a line from a single span.
  package init(_ text: String, _ role: Role = .plain) {
    spans = [Span(text, role)]
  }

  /// The text of all spans.
  package var text: String { spans.map(\.text).joined() }
}

extension IntentIssue.Severity {
  /// The role of a severity's name.
  var role: ReportLine.Role {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
