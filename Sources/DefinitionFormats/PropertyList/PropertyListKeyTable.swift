/// The distinct keys of a file, each stored once as a string.
///
/// A definition repeats the same forty keys thousands of times. Keys are distinguished by their
/// bytes and not, like strings, by canonical equivalence. For each key, the table stores the
/// dictionary that contains it, which reveals repeated keys.
struct PropertyListKeyTable {
  private(set) var strings: [String] = []

  /// The serial number of the innermost open dictionary that contains the key, by key.
  var holders: [Int] = []

  private var numbers: [[UInt8]: Int] = [:]

  /// The number of a key; nil if its bytes are not UTF-8.
  mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let key = Array(bytes)
    if let number = numbers[key] { return number }
    guard let string = String(validating: key, as: UTF8.self) else { return nil }
    strings.append(string)
    holders.append(-1)
    numbers[key] = strings.count - 1
    return strings.count - 1
  }
}
