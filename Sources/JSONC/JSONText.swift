/// Turns JSON text (RFC 8259) into values and back.
///
/// The grammar is kept to the letter: UTF-8 without byte-order mark, no comments, no trailing
/// commas. A key that occurs twice in an object, an integer outside `Int` and a decimal beyond the
/// largest `Double` are errors as well, since each would lose what was written. A decimal too
/// small for a `Double` becomes the nearest one, which may be zero; that is not an error.
///
///     let value = try JSONText.parse(#"{"city": "Oslo"}"#)
///     try JSONText.write(value, style: .compact)  // {"city":"Oslo"}
public enum JSONText {
  /// Reads bytes as one JSON value.
  ///
  /// Throws the first break of a rule, with its line and column.
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
  /// Throws the first break of a rule, with its line and column.
  public static func parse(
    _ text: String, limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(text.utf8), limits: limits, duplicateKeys: duplicateKeys)
  }

  /// Reads any collection of bytes, such as Foundation's `Data`, as one JSON value.
  ///
  /// Throws the first break of a rule, with its line and column.
  public static func parse(
    _ bytes: some Collection<UInt8>, limits: JSONLimits = .standard,
    duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(Array(bytes), limits: limits, duplicateKeys: duplicateKeys)
  }

  /// Reads bytes as one JSON value and notes where in the text each value stands.
  ///
  /// For messages about what is wrong with a value that is valid JSON. Throws as `parse` does.
  public static func parseWithPositions(
    _ bytes: [UInt8], limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> (JSONValue, JSONSourceMap) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
      var reader = JSONReader(limits: limits, duplicateKeys: duplicateKeys)
      let value = try reader.read(buffer)
      return (value, reader.sourceMap)
    }
  }

  /// Reads a string as one JSON value and notes where in the text each value stands.
  ///
  /// Throws as `parse` does.
  public static func parseWithPositions(
    _ text: String, limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) -> (JSONValue, JSONSourceMap) {
    try parseWithPositions(Array(text.utf8), limits: limits, duplicateKeys: duplicateKeys)
  }

  /// Writes the value as JSON text; equal values give equal text.
  ///
  /// Decimals have the fewest digits that read back as the same number and keep a fraction or an
  /// exponent, so that they are read back as decimals. Only what RFC 8259 §7 demands is escaped.
  /// Throws for a decimal that is not finite and for a value nested deeper than 1,000 levels.
  public static func write(
    _ value: JSONValue, style: JSONStyle
  ) throws(JSONWritingError) -> String {
    String(decoding: try bytes(of: value, style: style), as: UTF8.self)
  }

  /// Writes the value as JSON text in UTF-8; throws as `write` does.
  public static func bytes(
    of value: JSONValue, style: JSONStyle
  ) throws(JSONWritingError) -> [UInt8] {
    var writer = JSONTextWriter(style: style)
    try writer.append(value)
    return writer.finished
  }
}

/// How a text is laid out.
public enum JSONStyle: Sendable, Hashable {
  /// One member or element a line, two spaces for each level, a newline at the end.
  case pretty
  /// All on one line without spaces, no newline at the end.
  case compact
}
