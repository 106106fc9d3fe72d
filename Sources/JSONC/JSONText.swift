import Messages

/// Converts between JSON text (RFC 8259) and values.
///
/// The grammar is strict: UTF-8 without a byte-order mark, no comments, no trailing commas. A key
/// that occurs twice in an object, an integer outside the range of `Int` and a decimal beyond the
/// largest `Double` are also errors, because reading them would lose information. A decimal too
/// small for a `Double` becomes the nearest `Double`, which may be zero; that is not an error.
///
///     let value = try JSONText.parse(#"{"city": "Oslo"}"#)
///     try JSONText.write(value, style: .compact)  // {"city":"Oslo"}
public enum JSONText {
  /// Reads bytes as one JSON value.
  ///
  /// Throws the first error, with its line and column.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
      var reader = JSONReader(limits: limits, duplicateKeys: duplicateKeys)
      return try reader.read(buffer)
    }
  }

  /// Reads a string as one JSON value.
  ///
  /// Throws the first error, with its line and column.
  public static func parse(
    _ text: String, limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8), limits: limits, duplicateKeys: duplicateKeys)
  }

  /// Reads any collection of bytes, such as Foundation's `Data`, as one JSON value.
  ///
  /// Throws the first error, with its line and column.
  public static func parse(
    _ bytes: some Collection<UInt8>, limits: JSONLimits = .standard,
    duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(bytes), limits: limits, duplicateKeys: duplicateKeys)
  }

  /// Reads bytes as one JSON value and records the position of each value in the text.
  ///
  /// Use it for messages about values that are valid JSON but wrong for other reasons. Throws the
  /// same errors as `parse`.
  public static func parseWithPositions(
    _ bytes: [UInt8], limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> (JSONValue, JSONSourceMap) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
      var reader = JSONReader(limits: limits, duplicateKeys: duplicateKeys)
      let value = try reader.read(buffer)
      return (value, reader.sourceMap)
    }
  }

  /// Reads a string as one JSON value and records the position of each value in the text.
  ///
  /// Throws the same errors as `parse`.
  public static func parseWithPositions(
    _ text: String, limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> (JSONValue, JSONSourceMap) {
    try parseWithPositions(Array(text.utf8), limits: limits, duplicateKeys: duplicateKeys)
  }

  /// Writes a value as JSON text; equal values give equal texts.
  ///
  /// Decimals have the fewest digits that read back as the same number. They keep a fraction or an
  /// exponent, so they read back as decimals. Only the characters that RFC 8259 §7 requires are
  /// escaped. Throws for a decimal that is not finite, and for a value that is nested more deeply
  /// than any limits allow.
  public static func write(
    _ value: JSONValue, style: JSONStyle
  ) throws(JSONWritingError) -> String {
    String(decoding: try bytes(of: value, style: style), as: UTF8.self)
  }

  /// Writes a value as JSON text in UTF-8; throws the same errors as `write`.
  public static func bytes(
    of value: JSONValue, style: JSONStyle
  ) throws(JSONWritingError) -> [UInt8] {
    var writer = JSONTextWriter(style: style)
    try writer.append(value)
    return writer.finished
  }
}

extension JSONText {
  /// Escapes the characters of a JSON text that could control a terminal or change the direction of
  /// the text around them.
  ///
  /// The text has the pretty or the compact style. Its value stays the same.
  ///
  /// - Parameter andMarks: Whether to escape combining marks as well, where a character has more of
  ///   them than are displayed.
  package static func escapingControls(in text: String, andMarks: Bool = false) -> String {
    guard text.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != Ascii.lineFeed }) else {
      return text
    }
    var marks = CombiningMarks()
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      let isExcess = !marks.takes(scalar) && andMarks
      guard isExcess || VisibleText.mustBeWrittenOut(scalar), scalar != "\n" else {
        result.unicodeScalars.append(scalar)
        return
      }
      for unit in String(scalar).utf16 { result += "\\u" + unit.hexadecimal(digits: 4) }
    }
  }
}

/// The layout of a text.
public enum JSONStyle: Sendable, Hashable {
  /// One member or element per line, indented by its level, and a newline at the end.
  case pretty
  /// Everything on one line, without spaces and without a newline at the end.
  case compact

  /// The number of spaces per level of the pretty style.
  package static let spacesPerLevel = 2
}
