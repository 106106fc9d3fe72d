import JSONC
import JSONCodings
import Messages

/// Counts the items of a text before any item is made, because a million JSON values take more than
/// a gigabyte.
struct ItemCounter: ~Copyable {
  private var window: JSONWindow
  private let limit: Int
  private var count = 0

  /// Whether a text has more items than a limit, counted up to the first error in the JSON.
  ///
  /// - Parameters:
  ///   - sections: Where the sections are; nil if there are none.
  ///   - items: Where the items are, in each section or in the text.
  static func exceeds(
    _ limit: Int, in bytes: [UInt8], sections: JSONPointer?, items: JSONPointer
  ) -> Bool {
    // An item takes at least a character and a comma.
    guard bytes.count / 2 > limit else { return false }
    return bytes.withUnsafeBufferPointer { text in
      var counter = ItemCounter(window: JSONWindow(text), limit: limit)
      if let sections {
        counter.visit(sections.tokens[...]) { counter in
          counter.elements { $0.visit(items.tokens[...]) { $0.countElements() } }
        }
      } else {
        counter.visit(items.tokens[...]) { $0.countElements() }
      }
      return counter.count > limit
    }
  }

  /// Counts the items of a text before it is parsed.
  ///
  /// - Parameters:
  ///   - what: The name of the items in messages.
  ///   - places: Where the items are, as for ``exceeds(_:in:sections:items:)``.
  /// - Throws: `FormatErrors` for more items than the limits allow.
  static func check(
    _ bytes: [UInt8], source: String, _ limits: FormatLimits, what: Message,
    at places: [(sections: JSONPointer?, items: JSONPointer)]
  ) throws(FormatErrors) {
    for place in places
    where exceeds(limits.maximumItems, in: bytes, sections: place.sections, items: place.items) {
      var error = FormatError(.tooMany(what: what, maximum: limits.maximumItems), file: source)
      (error.line, error.column, error.pointer) = (1, 1, "")
      throw FormatErrors([error])
    }
  }

  private init(window: consuming JSONWindow, limit: Int) {
    self.window = window
    self.limit = limit
  }

  /// Reads a value.
  ///
  /// - Parameter body: Reads the value to which the path leads inside this value.
  /// - Returns: Whether to continue; false once the limit is exceeded or the text turns out to be
  ///   invalid.
  @discardableResult private mutating func visit(
    _ path: ArraySlice<String>, _ body: (inout ItemCounter) -> Bool
  ) -> Bool {
    guard let next = path.first else { return body(&self) }
    if window.takes("{") {
      if window.takes("}") { return true }
      repeat {
        guard let key = window.string(), window.takes(":") else { return false }
        guard key == next ? visit(path.dropFirst(), body) : window.value() != nil else {
          return false
        }
      } while window.takes(",")
      return window.takes("}")
    }
    var index = 0
    return elements { counter in
      defer { index += 1 }
      if String(index) == next { return counter.visit(path.dropFirst(), body) }
      return counter.window.value() != nil
    }
  }

  /// Reads a value; if it is an array, reads each of its elements with a function.
  private mutating func elements(_ body: (inout ItemCounter) -> Bool) -> Bool {
    guard window.takes("[") else { return window.value() != nil }
    if window.takes("]") { return true }
    repeat {
      guard body(&self) else { return false }
    } while window.takes(",")
    return window.takes("]")
  }

  private mutating func countElements() -> Bool {
    elements { counter in
      counter.count += 1
      return counter.count <= counter.limit && counter.window.value() != nil
    }
  }
}
