import Messages
import Synchronization

/// A position in a text, as an editor shows it.
public struct JSONPosition: Sendable, Hashable {
  /// The line, from 1; a line ends at LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The position in bytes from the start of the text, from 0.
  public let byteOffset: Int
}

/// The positions of all values and keys in a text.
///
/// Use it for messages about values that are valid JSON but wrong for other reasons. The map keeps
/// a copy of the text.
public struct JSONSourceMap: Sendable {
  private let text: [UInt8]
  private let tokens: [JSONToken]
  /// The byte offset of each line.
  private let lineStarts: [Int]
  /// The number of scalars that begin before each block of bytes.
  private let scalarsBeforeBlock: [Int]
  /// The children of the containers that have been searched.
  private let index = JSONChildIndex()

  private static let blockSize = 4_096

  /// Makes the map of a text from its tokens.
  init(of tokens: [JSONToken], in text: [UInt8]) {
    self.text = text
    self.tokens = tokens
    lineStarts = text.withUnsafeBufferPointer { JSONPosition.lineStarts(in: $0) }
    scalarsBeforeBlock = text.withUnsafeBufferPointer { Self.scalarsBeforeBlock(of: $0) }
  }

  private static func scalarsBeforeBlock(of text: UnsafeBufferPointer<UInt8>) -> [Int] {
    var total = 0
    return stride(from: 0, to: text.count + 1, by: blockSize).map { start in
      defer {
        let end = min(start + blockSize, text.count)
        total += JSONPosition.scalarCount(in: text[start..<end])
      }
      return total
    }
  }

  /// Makes the map of a text that has been read without an error.
  package init(ofValid text: [UInt8]) {
    let tokens = text.withUnsafeBufferPointer { text in
      var tokenizer = JSONTokenizer(limits: .unlimited, duplicateKeys: .lastWins)
      // The text has been read before without an error, so this cannot throw.
      _ = try? tokenizer.read(text)
      return Array(tokenizer.tokens.tokens)
    }
    self.init(of: tokens, in: text)
  }

  /// The position where the value at the path begins; nil if there is no such value.
  ///
  /// The empty path is the top-level value. If a key occurs twice, the last one counts.
  public func position(of path: [JSONPathComponent]) -> JSONPosition? {
    withTokens { tokens in
      node(at: path, in: tokens).map { position(atByte: tokens.firstByte(of: $0)) }
    }
  }

  /// The position of the opening quote of a member's key, given the path of its value.
  ///
  /// The result is nil if there is no value at the path, or if the value is not a member of an
  /// object.
  public func keyPosition(of path: [JSONPathComponent]) -> JSONPosition? {
    guard case .key? = path.last else { return nil }
    // The token of a key precedes the token of its value.
    return withTokens { tokens in
      node(at: path, in: tokens).map { position(atByte: tokens.firstByte(of: $0 - 1)) }
    }
  }

  private func withTokens<Result>(_ body: (JSONTokens) -> Result) -> Result {
    tokens.withUnsafeBufferPointer { tokens in
      text.withUnsafeBufferPointer { body(JSONTokens(tokens: tokens, text: $0)) }
    }
  }

  private func node(at path: [JSONPathComponent], in tokens: JSONTokens) -> Int? {
    path.reduce(0) { node, component in
      node.flatMap { child(of: $0, component, in: tokens) }
    }
  }

  private func child(
    of parent: Int, _ component: JSONPathComponent, in tokens: JSONTokens
  ) -> Int? {
    switch component {
    case .index(let place):
      guard tokens[parent].kind == .array else { return nil }
      return index.element(place, of: parent) { tokens.entries(of: parent) }
    case .key(let key):
      guard tokens[parent].kind == .object else { return nil }
      return index.member(ExactString(key), of: parent) {
        Dictionary(
          tokens.entries(of: parent).map { entry in
            let meaning = tokens.withMeaning(of: tokens[entry]) {
              String(decoding: $0, as: UTF8.self)
            }
            return (ExactString(meaning), entry + 1)
          }, uniquingKeysWith: { _, last in last })
      }
    }
  }

  private func position(atByte offset: Int) -> JSONPosition {
    let line = lineStarts.partitionIndex { $0 > offset }
    let column = scalars(before: offset) - scalars(before: lineStarts[line - 1]) + 1
    return JSONPosition(line: line, column: column, byteOffset: offset)
  }

  private func scalars(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    return text.withUnsafeBufferPointer {
      scalarsBeforeBlock[block]
        + JSONPosition.scalarCount(in: $0[(block * Self.blockSize)..<offset])
    }
  }
}

/// The children of the containers of a text, computed when a container is first searched.
private final class JSONChildIndex: Sendable {
  private struct Known {
    var elements: [Int: [Int]] = [:]
    var members: [Int: [ExactString: Int]] = [:]
  }

  private let known = Mutex(Known())

  /// The node of an element; nil if the array is shorter.
  func element(_ place: Int, of parent: Int, find: () -> [Int]) -> Int? {
    known.withLock { known in
      let children = known.elements[parent] ?? find()
      known.elements[parent] = children
      return children.indices.contains(place) ? children[place] : nil
    }
  }

  /// The node of a member; nil if there is none.
  func member(
    _ key: ExactString, of parent: Int, find: () -> [ExactString: Int]
  ) -> Int? {
    known.withLock { known in
      if let members = known.members[parent] { return members[key] }
      let members = find()
      known.members[parent] = members
      return members[key]
    }
  }
}

extension JSONPosition {
  /// Finds the position of a byte by reading the text before it, which must be valid UTF-8.
  init(byteOffset: Int, in text: UnsafeBufferPointer<UInt8>) {
    var line = 1
    var lineStart = 0
    for index in 0..<byteOffset where Self.endsLine(index, in: text) {
      line += 1
      lineStart = index + 1
    }
    self.line = line
    column = Self.scalarCount(in: text[lineStart..<byteOffset]) + 1
    self.byteOffset = byteOffset
  }

  /// The byte offset of each line.
  static func lineStarts(in text: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    for index in text.indices where text[index] < Ascii.space && endsLine(index, in: text) {
      starts.append(index + 1)
    }
    return starts
  }

  /// Whether the byte ends a line; in CR LF, only the second byte does.
  package static func endsLine(_ index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text[index] {
    case Ascii.lineFeed: true
    case Ascii.carriageReturn:
      index + 1 == text.count || text[index + 1] != Ascii.lineFeed
    default: false
    }
  }

  /// The number of scalars, which is the number of bytes that are not continuation bytes.
  package static func scalarCount(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var count = 0
    for byte in UnsafeBufferPointer(rebasing: bytes) where byte & 0xC0 != 0x80 { count &+= 1 }
    return count
  }
}
