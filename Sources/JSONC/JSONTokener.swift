import CArena
import CJSONC

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The one owner of a json-c tokener, which it frees.
struct JSONTokener: ~Copyable {
  private let tokener: UnsafeMutablePointer<json_tokener>
  private let plainLocale: locale_t?
  private let ledger: ReleaseLedger?

  /// Makes a tokener for texts of the depth, or nothing if there is no memory.
  init?(maximumDepth: Int, ledger: ReleaseLedger? = nil) {
    // json-c counts the value inside the innermost container, and refuses at the depth itself.
    guard let made = json_tokener_new_ex(Int32(maximumDepth + 2)) else { return nil }
    json_tokener_set_flags(made, JSON_TOKENER_STRICT)
    ledger?.recordMade()
    tokener = made
    plainLocale = cjsonc_plain_locale()
    self.ledger = ledger
  }

  deinit {
    json_tokener_free(tokener)
    if let plainLocale { freelocale(plainLocale) }
    ledger?.recordReleased()
  }

  /// Parses a text that the scanner has passed; nothing if json-c refuses it all the same.
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>) -> JSONTree? {
    let (root, isWhole) = parse(text, in: nil)
    return isWhole ? JSONTree(owning: root, ledger: ledger) : nil
  }

  /// Parses a text that the scanner has passed into a tree of a forest; false if json-c refuses it
  /// all the same, and then there is no tree in its place.
  mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, into forest: inout JSONForest
  ) -> Bool {
    var isWhole = false
    forest.add { arena in
      let result = parse(text, in: arena)
      isWhole = result.isWhole
      return result.root
    }
    return isWhole
  }

  /// Has json-c, and the functions that it calls, make what they make once and keep, so that all they
  /// ask for later is for a tree.
  mutating func warmUp() {
    let text: StaticString = #"{"a":[null,true,-1,0.5e1,"\u00e9\ud83d\ude00"]}"#
    json_object_put(text.withUTF8Buffer { parse($0, in: nil).root })
  }

  private func parse(
    _ text: UnsafeBufferPointer<UInt8>, in arena: UnsafeMutablePointer<carena>?
  ) -> (root: OpaquePointer?, isWhole: Bool) {
    json_tokener_reset(tokener)
    let locale = uselocale(plainLocale)
    defer { uselocale(locale) }
    var root = object(of: text, in: arena)
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // A number at top level may go on until json-c sees a NUL.
      let end: StaticString = "\0"
      root = end.withUTF8Buffer { object(of: $0, in: arena) }
    }
    if json_tokener_get_error(tokener) == json_tokener_success { return (root, true) }
    // The tokener holds what it has made so far, and must not when the arena is given back.
    json_tokener_reset(tokener)
    return (nil, false)
  }

  private func object(
    of text: UnsafeBufferPointer<UInt8>, in arena: UnsafeMutablePointer<carena>?
  ) -> OpaquePointer? {
    let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let count = Int32(text.count)
    guard let arena else { return json_tokener_parse_ex(tokener, start, count) }
    // Swift asks for memory where one does not see it, so only json-c stands between the two.
    carena_enter(arena)
    let root = json_tokener_parse_ex(tokener, start, count)
    carena_leave()
    return root
  }
}
