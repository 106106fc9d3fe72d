import IntentModel

/// One line of a report for people, in pieces that each have a meaning, which a terminal may colour.
public struct ReportLine: Sendable, Hashable {
  /// What a piece of text is.
  public enum Role: Sendable, Hashable, CaseIterable {
    case plain, heading, secondary, error, warning, note, good
  }

  /// A piece of text.
  public struct Span: Sendable, Hashable {
    /// The text, as it came from outside: who writes it to a terminal makes it harmless.
    public var text: String

    /// What the text is.
    public var role: Role

    /// Makes a piece.
    public init(_ text: String, _ role: Role = .plain) {
      self.text = text
      self.role = role
    }
  }

  /// The pieces in order.
  public var spans: [Span]

  /// Makes a line of pieces.
  public init(_ spans: [Span]) {
    self.spans = spans
  }

  /// Makes a line of one piece.
  public init(_ text: String, _ role: Role = .plain) {
    spans = [Span(text, role)]
  }

  /// The text of all pieces.
  public var text: String { spans.map(\.text).joined() }
}

extension IntentIssue.Severity {
  /// The role of the word for a severity.
  var role: ReportLine.Role {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
