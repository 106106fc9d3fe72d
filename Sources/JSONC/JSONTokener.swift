import CJSONC

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The only owner of a json-c tokener, which it frees.
struct JSONTokener: ~Copyable {
  private let tokener: UnsafeMutablePointer<json_tokener>
  private let plainLocale: locale_t?

  /// Makes a tokener for texts up to a depth; nil if there is not enough memory.
  init?(maximumDepth: Int) {
    // json-c counts the value inside the innermost container as a level, and refuses a depth that
    // equals its maximum.
    guard let made = json_tokener_new_ex(Int32(maximumDepth + 2)) else { return nil }
    json_tokener_set_flags(made, JSON_TOKENER_STRICT)
    tokener = made
    plainLocale = cjsonc_plain_locale()
  }

  deinit {
    json_tokener_free(tokener)
    if let plainLocale { freelocale(plainLocale) }
  }

  /// Parses a text that the tokenizer has accepted; nil if json-c refuses it nevertheless.
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>) -> JSONTree? {
    json_tokener_reset(tokener)
    let locale = uselocale(plainLocale)
    defer { uselocale(locale) }
    var root = object(of: text)
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // json-c recognizes the end of a top-level number only when it reads a NUL.
      let end: StaticString = "\0"
      root = end.withUTF8Buffer { object(of: $0) }
    }
    guard json_tokener_get_error(tokener) == json_tokener_success else { return nil }
    return JSONTree(owning: root)
  }

  private func object(of text: UnsafeBufferPointer<UInt8>) -> OpaquePointer? {
    // CChar and UInt8 have the same layout.
    let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    return json_tokener_parse_ex(tokener, start, Int32(text.count))
  }
}
