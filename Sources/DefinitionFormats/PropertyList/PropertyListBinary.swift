import Messages

/// Reads binary property lists of the version in ``mark``, whose last digit is ignored.
///
/// Foundation's reader expands shared objects without a limit, keeps the last of two equal keys,
/// loses the order of keys, and gives no positions. This reader limits the expansion, rejects
/// repeated keys, and reports the offset of each error.
package enum PropertyListBinary {
  /// The name of the format and its version, with which a file begins.
  static let mark = "bplist00"

  /// Whether a file begins like a binary property list of any version.
  package static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: mark.utf8.dropLast(2))
  }

  /// Reads the root value of a binary property list.
  ///
  /// - Throws: `PropertyListError` with an offset in bytes and without a line.
  package static func read(
    _ bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) -> PropertyListValue {
    do {
      var reader = try PropertyListBinaryReader(bytes, limits: limits)
      return try reader.readRoot()
    } catch {
      throw PropertyListError(error.rule, at: error.offset, in: [])
    }
  }
}

/// Reads the objects of a binary property list, beginning with the root.
struct PropertyListBinaryReader {
  /// A finished object, with the number of values in it, the number of bytes in its texts and data,
  /// and the number of levels of containers in it.
  private struct Object {
    let value: PropertyListValue
    let size: Int
    let bytes: Int
    let height: Int
  }

  private let bytes: [UInt8]
  private let limits: PropertyListLimits
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let rootObject: Int
  private let offsetTable: Int
  private var finished: [Int: Object] = [:]
  private var open: Set<Int> = []

  /// Makes a reader and checks the trailer, which ends the file.
  init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListFault) {
    self.bytes = bytes
    self.limits = limits
    let trailer = bytes.count - 32
    let damaged = PropertyListFault(rule: .binaryTruncated, offset: max(trailer, 0))
    // The last digit of the version does not change the format.
    guard trailer >= 9, bytes.starts(with: PropertyListBinary.mark.utf8.dropLast()) else {
      throw damaged
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(bytes[trailer + 8..<trailer + 16]), count > 0,
      let root = Self.number(bytes[trailer + 16..<trailer + 24]), root < count,
      let table = Self.number(bytes[trailer + 24..<trailer + 32]), table >= 8, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw damaged }
    (objectCount, rootObject, offsetTable) = (count, root, table)
  }

  mutating func readRoot() throws(PropertyListFault) -> PropertyListValue {
    try object(rootObject, depth: 0, mentionedAt: offsetTable).value
  }

  private mutating func object(
    _ number: Int, depth: Int, mentionedAt place: Int
  ) throws(PropertyListFault) -> Object {
    if let object = finished[number] {
      // An object can be nested more deeply here than at the point where it was first read.
      guard depth + object.height <= limits.depth else {
        throw PropertyListFault(rule: .tooDeep(limit: limits.depth), offset: place)
      }
      return object
    }
    guard number < objectCount,
      let offset = Self.number(slice(offsetTable + number * offsetSize, offsetSize)),
      offset >= 8, offset < offsetTable
    else { throw PropertyListFault(rule: .binaryReferenceOutOfRange, offset: place) }
    guard open.insert(number).inserted else {
      throw PropertyListFault(rule: .binaryCycle, offset: offset)
    }
    let object = try readObject(at: offset, depth: depth)
    open.remove(number)
    finished[number] = object
    return object
  }

  private mutating func readObject(
    at offset: Int, depth: Int
  ) throws(PropertyListFault) -> Object {
    let marker = bytes[offset]
    if marker >> 4 == 0xA || marker >> 4 == 0xD {
      return try container(isDictionary: marker >> 4 == 0xD, at: offset, depth: depth)
    }
    let value = try scalar(at: offset)
    let bytes =
      switch value {
      case .string(let text): text.utf8.count
      case .data(let data): data.count
      default: 0
      }
    return Object(value: value, size: 1, bytes: bytes, height: 0)
  }

  private mutating func container(
    isDictionary: Bool, at offset: Int, depth: Int
  ) throws(PropertyListFault) -> Object {
    guard depth < limits.depth else {
      throw PropertyListFault(rule: .tooDeep(limit: limits.depth), offset: offset)
    }
    let (count, start) = try length(at: offset)
    let mentions = try self.bytes(
      at: start, count: count, each: referenceSize * (isDictionary ? 2 : 1))
    var (size, bytes, height) = (1, 0, 0)
    var dictionary = PropertyListDictionary()
    var elements: [PropertyListValue] = []
    for place in 0..<count {
      let valuePlace = mentions.lowerBound + (place + (isDictionary ? count : 0)) * referenceSize
      let value = try object(reference(valuePlace), depth: depth + 1, mentionedAt: valuePlace)
      size += value.size
      bytes += value.bytes
      height = max(height, value.height)
      guard size <= limits.values else {
        throw PropertyListFault(rule: .tooManyValues(limit: limits.values), offset: offset)
      }
      if isDictionary {
        bytes += try add(
          value.value, at: mentions.lowerBound + place * referenceSize, depth, to: &dictionary)
      } else {
        elements.append(value.value)
      }
      // Objects that are referenced repeatedly can expand to more bytes than the file has.
      guard bytes <= limits.expandedBytes else {
        throw PropertyListFault(
          rule: .expandsTooFar(limit: limits.expandedBytes), offset: offset)
      }
    }
    return Object(
      value: isDictionary ? .dictionary(dictionary) : .array(elements), size: size,
      bytes: bytes, height: height + 1)
  }

  /// Adds an entry, and returns the number of bytes in its key.
  private mutating func add(
    _ value: PropertyListValue, at keyPlace: Int, _ depth: Int,
    to dictionary: inout PropertyListDictionary
  ) throws(PropertyListFault) -> Int {
    let key = try object(reference(keyPlace), depth: depth + 1, mentionedAt: keyPlace)
    guard case .string(let name) = key.value else {
      throw PropertyListFault(rule: .binaryKeyIsNoString, offset: keyPlace)
    }
    guard dictionary.position(of: name) == nil else {
      throw PropertyListFault(rule: .duplicateKey(name), offset: keyPlace)
    }
    dictionary[name] = value
    return key.bytes
  }

  private func reference(_ place: Int) -> Int {
    Self.number(slice(place, referenceSize)) ?? .max
  }

  private func slice(_ start: Int, _ count: Int) -> ArraySlice<UInt8> {
    bytes[start..<start + count]
  }

  /// A big-endian number of at most eight bytes; nil if it exceeds the largest integer.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The count of the object whose marker is at an offset, and the start of its content.
  func length(at offset: Int) throws(PropertyListFault) -> (count: Int, start: Int) {
    let short = Int(bytes[offset] & 0x0F)
    if short != 15 { return (short, offset + 1) }
    let sizeRange = try self.bytes(at: offset + 1, count: 1, each: 1)
    let marker = bytes[sizeRange.lowerBound]
    guard marker >> 4 == 1, marker & 0x0F <= 3 else { throw damaged(offset) }
    let range = try self.bytes(at: offset + 2, count: 1 << Int(marker & 0x0F), each: 1)
    guard let count = Self.number(bytes[range]) else { throw damaged(offset) }
    return (count, range.upperBound)
  }

  /// The range of a given number of units, which must lie before the offset table.
  func bytes(at start: Int, count: Int, each size: Int) throws(PropertyListFault) -> Range<Int> {
    guard start <= offsetTable, count <= (offsetTable - start) / size else { throw damaged(start) }
    return start..<start + count * size
  }

  func damaged(_ offset: Int) -> PropertyListFault {
    PropertyListFault(rule: .binaryTruncated, offset: offset)
  }

  /// The byte at an offset that is known to be in the file.
  subscript(offset: Int) -> UInt8 { bytes[offset] }

  /// The bytes in a range that is known to be in the file.
  subscript(range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }
}

extension PropertyListBinaryReader {
  /// The object at an offset, if it is neither an array nor a dictionary.
  func scalar(at offset: Int) throws(PropertyListFault) -> PropertyListValue {
    let marker = self[offset]
    switch marker {
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case 0x10...0x14: return try integer(at: offset)
    case 0x22, 0x23: return .real(try real(at: offset))
    case 0x33:
      let seconds = try real(at: offset)
      guard let date = PropertyListDate(secondsSinceReferenceDate: seconds) else {
        throw PropertyListFault(rule: .binaryDateOutOfRange(seconds: seconds), offset: offset)
      }
      return .date(date)
    case 0x40...0x4F: return .data(Array(self[try content(at: offset, each: 1)]))
    case 0x50...0x5F: return .string(try ascii(at: offset))
    case 0x60...0x6F: return .string(try utf16(at: offset))
    default:
      throw PropertyListFault(rule: .binaryUnsupportedObject(marker: marker), offset: offset)
    }
  }

  private func content(at offset: Int, each size: Int) throws(PropertyListFault) -> Range<Int> {
    let (count, start) = try length(at: offset)
    return try bytes(at: start, count: count, each: size)
  }

  /// Reads an integer.
  ///
  /// Integers of one, two and four bytes are unsigned. Integers of eight and sixteen bytes are
  /// signed; the upper half of a sixteen-byte integer must be zero or the sign extension of the
  /// lower half.
  private func integer(at offset: Int) throws(PropertyListFault) -> PropertyListValue {
    let size = 1 << Int(self[offset] & 0x0F)
    let content = self[try bytes(at: offset + 1, count: size, each: 1)]
    let bits = content.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let value = Int(Int64(bitPattern: bits))
    if size == 16, value < 0, content.prefix(8).allSatisfy({ $0 == 0 }) { return .unsigned(bits) }
    if size == 16, !content.prefix(8).allSatisfy({ $0 == (value < 0 ? 0xFF : 0) }) {
      let digits = content.map { $0.hexadecimal(digits: 2) }.joined()
      throw PropertyListFault(rule: .integerOutOfRange("0x" + digits), offset: offset)
    }
    return .integer(value)
  }

  private func real(at offset: Int) throws(PropertyListFault) -> Double {
    let size = 1 << Int(self[offset] & 0x0F)
    let bits = self[try bytes(at: offset + 1, count: size, each: 1)]
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if size == 4 { return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
    return Double(bitPattern: bits)
  }

  private func ascii(at offset: Int) throws(PropertyListFault) -> String {
    let content = self[try content(at: offset, each: 1)]
    guard content.allSatisfy({ $0 < 0x80 }), let text = String(validating: content, as: UTF8.self)
    else { throw PropertyListFault(rule: .invalidEncoding(.utf8), offset: offset) }
    return text
  }

  private func utf16(at offset: Int) throws(PropertyListFault) -> String {
    let content = self[try content(at: offset, each: 2)]
    var units: [UInt16] = []
    for place in stride(from: content.startIndex, to: content.endIndex, by: 2) {
      units.append(UInt16(content[place]) << 8 | UInt16(content[place + 1]))
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw PropertyListFault(rule: .invalidEncoding(.utf16BigEndian), offset: offset)
    }
    return text
  }
}
