import JSONC
import Testing
import WidgetTestSupport

/// The rule that a text breaks; nil if the text is accepted.
func verdict(
  _ text: String, limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
) -> JSONSyntaxError.Rule? {
  verdict(Array(text.utf8), limits: limits, duplicateKeys: duplicateKeys)
}

/// The rule that bytes break; nil if they are accepted.
func verdict(
  _ bytes: [UInt8], limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
) -> JSONSyntaxError.Rule? {
  failure(bytes, limits: limits, duplicateKeys: duplicateKeys)?.rule
}

/// The error for bytes; nil if they are accepted.
func failure(
  _ bytes: [UInt8], limits: JSONLimits = .standard, duplicateKeys: JSONDuplicateKeys = .refused
) -> JSONSyntaxError? {
  do throws(JSONSyntaxError) {
    _ = try JSONText.parse(bytes, limits: limits, duplicateKeys: duplicateKeys)
    return nil
  } catch {
    return error
  }
}

/// Runs a closure with a generator, and reports its seed if anything in the closure fails.
func withSeed(_ seed: UInt64, _ body: (inout SeededGenerator) throws -> Void) throws {
  var generator = SeededGenerator(seed: seed)
  do {
    try body(&generator)
  } catch {
    Issue.record("seed \(seed): \(error)")
    throw error
  }
}

extension String {
  /// The text inside the given number of nested arrays.
  static func nested(_ depth: Int, around inner: String = "") -> String {
    String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
  }
}

/// The text of the scalars, including those that a literal cannot contain.
func text(_ scalars: UInt32...) -> String {
  scalars.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1) ?? "?") }
}

/// Texts whose memory stays valid as long as this object.
final class KeptTexts {
  private var kept: [UnsafeMutableBufferPointer<UInt8>] = []

  deinit {
    for text in kept { text.deallocate() }
  }

  func keep(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = copy.initialize(from: text.utf8)
    kept.append(copy)
    return UnsafeBufferPointer(copy)
  }
}
