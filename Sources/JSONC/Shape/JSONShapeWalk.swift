import Messages

/// Checks the tokens of a text against a shape and, if requested, writes the accepted values.
struct JSONShapeWalk: ~Copyable {
  typealias Node = UnsafePointer<JSONShapeTable.Node>

  let table: JSONShapeTable
  private(set) var tokens = JSONTokens(
    tokens: UnsafeBufferPointer(start: nil, count: 0),
    text: UnsafeBufferPointer(start: nil, count: 0))
  /// The tokens of members of opened objects, or 0 for an empty slot; no member has token 0.
  private let slots: UnsafeMutableBufferPointer<Int>
  var output = JSONByteBuffer()
  var isWriting = false

  init(_ shape: JSONShape, slots: Int) {
    table = JSONShapeTable(shape)
    self.slots = .allocate(capacity: max(1, slots))
    self.slots.initialize(repeating: 0)
  }

  deinit {
    slots.deallocate()
  }

  /// Begins with the tokens of another text.
  mutating func begin(_ tokens: JSONTokens) {
    self.tokens = tokens
    slots.update(repeating: 0)
  }

  /// The token of the value in a slot; nil if the slot is empty.
  @inline(__always)
  func value(inSlot slot: Int) -> Int? { slots[slot] == 0 ? nil : slots[slot] }

  func token(inSlot slot: Int) -> JSONToken? { value(inSlot: slot).map { tokens[$0] } }

  /// Puts the members of an object into slots, and returns them as bits by index.
  ///
  /// Returns nil if the object lacks a required member, or if it has a member that is `null` or
  /// that its kind does not list, unless such members are skipped.
  func open(
    _ object: Int, _ kind: Int, into first: Int, skipsUnknown: Bool = false
  ) -> UInt64? {
    let node = table.node(kind)
    guard tokens[object].kind == .object, node.pointee.kind == .object else { return nil }
    var seen: UInt64 = 0
    var expected = 0
    var key = object + 1
    let end = tokens.next(after: object)
    while key < end {
      let value = key + 1
      let place = place(of: tokens[key], in: node, from: expected)
      key = tokens.next(after: value)
      // No kind accepts `null`.
      guard place >= 0, tokens[value].kind != .null else {
        if skipsUnknown { continue }
        return nil
      }
      slots[first + place] = value
      seen |= 1 << UInt64(place)
      expected = place + 1
    }
    return seen & node.pointee.required == node.pointee.required ? seen : nil
  }

  /// The index of a key among the members of a node, or -1; keys usually come in the expected
  /// order.
  @inline(__always)
  func place(of key: JSONToken, in node: Node, from expected: Int) -> Int {
    let names = table.firstName(of: node)
    if expected < Int(node.pointee.count), key.contents.isEmpty,
      table.isName(tokens.source(of: key), names[expected])
    {
      return expected
    }
    return tokens.withMeaning(of: key) { search($0, in: node) }
  }

  private func search(_ key: UnsafeBufferPointer<UInt8>, in node: Node) -> Int {
    let names = table.firstName(of: node)
    for place in 0..<Int(node.pointee.count) where table.isName(key, names[place]) {
      return place
    }
    return -1
  }

  /// Whether a value is of a kind.
  mutating func accept(_ value: Int, _ node: Node) -> Bool {
    let token = tokens[value]
    switch node.pointee.kind {
    case .text: return token.kind == .string && acceptText(token, node)
    case .choice: return acceptChoice(token, node)
    case .integer: return token.kind == .integer && acceptInteger(token, node)
    case .number: return acceptNumber(token, node)
    case .boolean: return acceptBoolean(token)
    case .object: return token.kind == .object && acceptObject(value, node)
    case .array: return token.kind == .array && acceptArray(value, node)
    case .anyObject: return token.kind == .object
    case .nothing: return false
    }
  }

  private mutating func acceptBoolean(_ token: JSONToken) -> Bool {
    switch token.kind {
    case .true: if isWriting { output.append(literal: "true") }
    case .false: if isWriting { output.append(literal: "false") }
    default: return false
    }
    return true
  }

  private mutating func acceptArray(_ array: Int, _ node: Node) -> Bool {
    let element = table.node(Int(node.pointee.first))
    if isWriting { output.append(Ascii.openBracket) }
    var value = array + 1
    let end = tokens.next(after: array)
    while value < end {
      if isWriting, value > array + 1 { output.append(Ascii.comma) }
      guard accept(value, element) else { return false }
      value = tokens.next(after: value)
    }
    if isWriting { output.append(Ascii.closeBracket) }
    return true
  }
}

// MARK: - Numbers

extension JSONShapeWalk {
  private mutating func acceptInteger(_ token: JSONToken, _ node: Node) -> Bool {
    let number = tokens.integer(of: token)
    guard number >= node.pointee.least, number <= node.pointee.greatest else { return false }
    if isWriting { output.append(number) }
    return true
  }

  private mutating func acceptNumber(_ token: JSONToken, _ node: Node) -> Bool {
    switch token.kind {
    case .integer:
      let number = tokens.integer(of: token)
      guard Self.isWithin(Double(number), node) else { return false }
      if isWriting { write(number) }
      return true
    case .decimal:
      let number = tokens.decimal(of: token)
      guard Self.isWithin(number, node) else { return false }
      if isWriting { write(number, written: tokens.source(of: token)) }
      return true
    default: return false
    }
  }

  @inline(__always)
  private static func isWithin(_ number: Double, _ node: Node) -> Bool {
    number >= node.pointee.lowest && number <= node.pointee.highest
  }

  private mutating func write(_ number: Int) {
    if number.magnitude <= JSONValue.maximumInteger {
      output.append(number)
    } else {
      write(Double(number))
    }
  }

  /// Writes a decimal unchanged if that is its shortest form, otherwise in its shortest form.
  private mutating func write(_ number: Double, written: UnsafeBufferPointer<UInt8>) {
    if number.magnitude >= 0.001, Self.isShortest(written) {
      output.append(written)
    } else {
      write(number)
    }
  }

  /// Whether a text is a plain decimal, and no shorter text is the same number.
  ///
  /// Different decimals of up to 15 digits are different doubles, so a decimal without a trailing
  /// zero is the shortest form of its double.
  private static func isShortest(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let digits = text.first == Ascii.minus ? text.dropFirst() : text[...]
    return digits.count <= 16 && digits.last != Ascii.zero && digits.contains(Ascii.point)
      && digits.allSatisfy { $0.isDigit || $0 == Ascii.point }
  }

  private mutating func write(_ number: Double) {
    switch JSONValue(shortest: number) {
    case .integer(let whole): output.append(whole)
    default: output.append(number.description)
    }
  }
}
