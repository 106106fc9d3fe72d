/// The different keys of a file, each made a string once.
///
/// A definition says the same forty keys thousands of times. Keys are told apart by their bytes, not by
/// canonical equivalence as strings are. Each key remembers the dictionary that has it, which finds a key
/// that is there twice.
struct PropertyListKeyTable {
  private(set) var strings: [String] = []

  /// The serial number of the innermost open dictionary that holds the key, by key.
  var holders: [Int] = []

  private var numbers: [[UInt8]: Int] = [:]

  /// The number of a key, or nil if its bytes are not UTF-8.
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
