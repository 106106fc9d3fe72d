/// Text from outside with everything that could act on a terminal written out.
///
/// C0 controls and DEL become control pictures (`␛`), C1 controls, line and paragraph separators,
/// bidirectional embeddings, overrides and isolates become notation (`\u{202E}`). The result holds no
/// byte below 0x20 and none of these characters; all other text is unchanged.
package func visible(_ text: String) -> String {
  guard VisibleText.mayNeedWritingOut(text) else { return text }
  guard text.unicodeScalars.contains(where: VisibleText.mustBeWrittenOut) else { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    VisibleText.append(scalar, to: &result)
  }
  return String(result)
}

/// The rules of ``visible(_:)``.
package enum VisibleText {
  /// Whether a scalar could act on a terminal or reorder the text around it.
  package static func mustBeWrittenOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  /// Whether every byte is printable ASCII, which needs no closer look.
  package static func isPlainASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// A quick look at the bytes: only controls and the first bytes 0xC2, 0xE2 and 0xEF can matter.
  package static func mayNeedWritingOut(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF }
  }

  /// Appends the harmless form of a scalar.
  package static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: result.append("\u{2421}")
    case _ where mustBeWrittenOut(scalar): appendNotation(of: scalar, to: &result)
    default: result.append(scalar)
    }
  }

  fileprivate static func appendNotation(
    of scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView
  ) {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    result.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
  }
}

extension StringProtocol {
  /// The text for a message: on one line, with nothing in it that a terminal obeys or a person
  /// can't see.
  ///
  /// What ``visible(_:)`` writes out is written out, and so are all other invisible characters, by
  /// which two names that look alike can differ; a text longer than the limit ends with an ellipsis.
  ///
  /// - Parameter limit: The most Unicode scalars of the text that are shown.
  package func harmless(limit: Int = 200) -> String {
    var shown = String.UnicodeScalarView()
    for (count, scalar) in unicodeScalars.enumerated() {
      if count == limit { return String(shown) + "…" }
      switch scalar.properties.generalCategory {
      case .format, .privateUse, .unassigned, .surrogate:
        VisibleText.appendNotation(of: scalar, to: &shown)
      default: VisibleText.append(scalar, to: &shown)
      }
    }
    return String(shown)
  }
}

/// A text from outside in quotes, in its harmless form.
///
/// - Parameter limit: The most Unicode scalars of the text that are shown.
package func quoted(_ text: some StringProtocol, limit: Int = 60) -> String {
  "“\(text.harmless(limit: limit))”"
}
