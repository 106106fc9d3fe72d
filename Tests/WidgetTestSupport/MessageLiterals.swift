public import Messages

/// Literals for tests; the product has none, so that its sentences are in the string tables.
extension Message: ExpressibleByStringInterpolation {
  /// A text that is in no table.
  public init(stringLiteral text: String) { self = .verbatim(text) }
}
