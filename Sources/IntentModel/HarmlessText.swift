extension StringProtocol {
  /// The text in a form that a terminal shows and does not obey, on one line.
  ///
  /// Control characters become pictures (U+2400 and following) or `\u{…}`, as do format characters
  /// that reorder or hide text; a text longer than the limit ends with an ellipsis.
  ///
  /// - Parameter limit: The most Unicode scalars of the text that are shown.
  package func harmless(limit: Int = 200) -> String {
    var shown = ""
    var count = 0
    for scalar in unicodeScalars {
      if count == limit { return shown + "…" }
      count += 1
      shown += scalar.visibleForm
    }
    return shown
  }
}

extension Unicode.Scalar {
  fileprivate var visibleForm: String {
    if value < 0x20 { return Unicode.Scalar(0x2400 + value).map { String($0) } ?? "?" }
    if value == 0x7F { return "\u{2421}" }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      return "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    default: return String(self)
    }
  }
}

/// A text from outside in quotes, in its harmless form.
///
/// - Parameter limit: The most Unicode scalars of the text that are shown.
package func quoted(_ text: some StringProtocol, limit: Int = 60) -> String {
  "“\(text.harmless(limit: limit))”"
}
