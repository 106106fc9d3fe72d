/// Reads an XML property list in a single pass over its bytes.
///
/// Open containers are in an array, not on the call stack, so depth costs only memory.
struct PropertyListXMLReader {
  /// An open container.
  struct Frame {
    let element: PropertyListElement
    let node: Int
    let offset: Int
    let firstValue: Int
    let firstKey: Int
    let serial: Int

    /// The key whose value is expected next; -1 if there is none.
    var pendingKey = -1
    var pendingKeyOffset = 0
  }

  /// A key of an open dictionary, and the outer dictionary that also contains the key.
  struct OpenKey {
    let number: Int
    let outerHolder: Int
  }

  /// The distinct keys of a file, each stored once as a string.
  ///
  /// A definition repeats the same few keys thousands of times. Keys are distinguished by their
  /// bytes, not by canonical equivalence like strings.
  struct Keys {
    private(set) var strings: [String] = []

    /// For each key, the serial number of the innermost open dictionary that contains it; this
    /// reveals repeated keys.
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

  /// The result of reading a property list.
  struct Result {
    let value: PropertyListValue
    let nodes: [PropertyListSourceMap.Node]
    let hints: PropertyListLayoutHints
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  var position = 0
  var frame: Frame
  var outerFrames: [Frame] = []
  var values: [PropertyListValue] = []
  var openKeys: [OpenKey] = []
  var keys = Keys()
  var nodes: [PropertyListSourceMap.Node] = []
  var dictionaryCount = 0
  var isRootOpen = false
  var hints = PropertyListLayoutHints()

  init(bytes: UnsafeBufferPointer<UInt8>, limits: PropertyListLimits) {
    self.bytes = bytes
    self.limits = limits
    frame = Frame(element: .plist, node: -1, offset: 0, firstValue: 0, firstKey: 0, serial: 0)
    nodes.reserveCapacity(min(bytes.count / 32, limits.values))
  }

  /// Reads a complete file of UTF-8 text, with or without a byte-order mark.
  static func read(
    _ text: [UInt8], limits: PropertyListLimits
  ) throws(PropertyListFault) -> Result {
    try text.withUnsafeBufferPointer { (bytes) throws(PropertyListFault) in
      var reader = PropertyListXMLReader(bytes: bytes, limits: limits)
      return try reader.readFile()
    }
  }

  private mutating func readFile() throws(PropertyListFault) -> Result {
    try readPrologue()
    try readRoot()
    while try readNext() {}
    try readEnd()
    guard let value = values.first else { throw fault(.noValue, at: frame.offset) }
    return Result(value: value, nodes: nodes, hints: hints)
  }

  /// Reads a scalar or key, or the start or end of a container; false after `</plist>`.
  private mutating func readNext() throws(PropertyListFault) -> Bool {
    try skipMiscellaneous()
    guard position < bytes.count else { throw truncated() }
    guard bytes[position] == UInt8(ascii: "<") else {
      throw fault(.textBetweenElements, at: position)
    }
    let start = position
    if byte(after: 1) == UInt8(ascii: "/") { return try closeContainer(at: start) }
    let tag = try readStartTag()
    if tag.element == .key {
      try readKey(tag, at: start)
      return true
    }
    try beginValue(tag.element, at: start)
    switch tag.element {
    case .plist: throw fault(.unknownElement(tag.element.rawValue), at: start)
    case .dict, .array: try openContainer(tag, at: start)
    default:
      values.append(try readScalar(tag, at: start))
    }
    return true
  }

  // MARK: Containers

  private mutating func openContainer(
    _ tag: StartTag, at start: Int
  ) throws(PropertyListFault) {
    if tag.isEmpty {
      values.append(tag.element == .dict ? .dictionary(PropertyListDictionary()) : .array([]))
      return
    }
    guard outerFrames.count < limits.depth else {
      throw fault(.tooDeep(limit: limits.depth), at: start)
    }
    if outerFrames.isEmpty { hints.rootIndent = indent(before: start) }
    outerFrames.append(frame)
    dictionaryCount += 1
    frame = Frame(
      element: tag.element, node: nodes.count - 1, offset: start, firstValue: values.count,
      firstKey: openKeys.count, serial: dictionaryCount)
  }

  private mutating func closeContainer(at start: Int) throws(PropertyListFault) -> Bool {
    if frame.pendingKey >= 0 {
      throw fault(.keyWithoutValue(keys.strings[frame.pendingKey]), at: frame.pendingKeyOffset)
    }
    try readEndTag(of: frame.element, openedAt: frame.offset)
    switch frame.element {
    case .dict: finishDictionary()
    case .array:
      let elements = Array(values[frame.firstValue...])
      leaveFrame()
      finishContainer(.array(elements))
    default: return false
    }
    return true
  }

  private mutating func finishDictionary() {
    let count = openKeys.count - frame.firstKey
    var entries: [PropertyListDictionary.Entry] = []
    entries.reserveCapacity(count)
    for place in 0..<count {
      let key = openKeys[frame.firstKey + place]
      keys.holders[key.number] = key.outerHolder
      entries.append(
        PropertyListDictionary.Entry(
          key: keys.strings[key.number], value: values[frame.firstValue + place]))
    }
    openKeys.removeSubrange(frame.firstKey...)
    leaveFrame()
    finishContainer(.dictionary(PropertyListDictionary(distinct: entries)))
  }

  private mutating func leaveFrame() {
    if values.count == frame.firstValue { hints.emptyContainers = .startAndEndTag }
    values.removeSubrange(frame.firstValue...)
    nodes[frame.node].end = UInt32(truncatingIfNeeded: nodes.count)
  }

  private mutating func finishContainer(_ value: PropertyListValue) {
    frame = outerFrames.removeLast()
    values.append(value)
  }

  // MARK: Values

  /// Checks that a value is allowed here, and stores its position.
  private mutating func beginValue(
    _ element: PropertyListElement, at start: Int
  ) throws(PropertyListFault) {
    var keyOffset = PropertyListSourceMap.Node.noKey
    switch frame.element {
    case .dict:
      guard frame.pendingKey >= 0 else { throw fault(.valueWithoutKey(element), at: start) }
      keyOffset = UInt32(truncatingIfNeeded: frame.pendingKeyOffset)
      frame.pendingKey = -1
    case .plist where !values.isEmpty: throw fault(.severalValues, at: start)
    default: break
    }
    guard nodes.count < limits.values else {
      throw fault(.tooManyValues(limit: limits.values), at: start)
    }
    nodes.append(
      PropertyListSourceMap.Node(
        valueOffset: UInt32(truncatingIfNeeded: start), keyOffset: keyOffset,
        end: UInt32(truncatingIfNeeded: nodes.count + 1)))
  }

  private mutating func readKey(_ tag: StartTag, at start: Int) throws(PropertyListFault) {
    guard frame.element == .dict else { throw fault(.keyOutsideDictionary, at: start) }
    if frame.pendingKey >= 0 {
      throw fault(.keyWithoutValue(keys.strings[frame.pendingKey]), at: frame.pendingKeyOffset)
    }
    if outerFrames.count == 1, openKeys.isEmpty { hints.indent = indent(before: start) }
    let number = try readText(tag) { (keys: inout Keys, text) in
      keys.number(of: text)
    }
    guard keys.holders[number] != frame.serial else {
      throw fault(.duplicateKey(keys.strings[number]), at: start)
    }
    openKeys.append(OpenKey(number: number, outerHolder: keys.holders[number]))
    keys.holders[number] = frame.serial
    frame.pendingKey = number
    frame.pendingKeyOffset = start
  }

  // MARK: Faults

  func fault(_ rule: PropertyListRule, at offset: Int) -> PropertyListFault {
    PropertyListFault(rule: rule, offset: offset)
  }

  /// The fault for a truncated file, which names the innermost open element.
  func truncated(
    inside element: PropertyListElement? = nil, openedAt offset: Int? = nil
  ) -> PropertyListFault {
    let opened = offset ?? frame.offset
    let line = 1 + TextLineIndex.lineEnds(in: 0..<opened, of: bytes).count
    let element = element ?? (isRootOpen ? frame.element : nil)
    return fault(.truncated(inside: element, openedInLine: line), at: bytes.count)
  }
}
