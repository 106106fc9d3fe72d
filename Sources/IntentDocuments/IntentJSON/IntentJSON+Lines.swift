public import IntentModel
import JSONC
public import JSONCodings

extension IntentJSON {
  /// A document in a text, and the result of reading it.
  public struct Line: Sendable {
    /// The number of the line, from 1; blank lines are counted but have no result.
    public var number: Int

    /// The range of the document in the bytes of the text.
    public var place: Range<Int>

    /// The document, or all its issues.
    public var result: Result<Document, LocatedIssues>
  }

  /// The arrangement of the intents in a text.
  public enum Layout: Sendable, Hashable {
    /// One value that can extend over any number of lines, or several such values, one after the
    /// other.
    case document
    /// JSON Lines: a value on each line.
    case lines
  }

  /// The layout of a text, which depends only on its first lines that are not blank.
  ///
  /// A text is JSON Lines if its first line is a complete value, or if this line begins neither an
  /// object nor an array and a line follows that is more than an opening bracket. A text whose
  /// first line begins a value is a document if the next lines continue the value. If they do not,
  /// and one of them begins an object in its first column, the first line is damaged, and the text
  /// is JSON Lines. A blank text is a document.
  public static func layout(of bytes: [UInt8], limits: FormatLimits = .standard) -> Layout {
    var decision = LayoutDecision(limits: limits)
    var lines = FilledLines(of: bytes)
    while let line = lines.next() {
      if let layout = decision.take(bytes[line.place]) { return layout }
    }
    return decision.atEnd
  }

  /// Reads a text of either layout, and checks each document against the intents that `choosing`
  /// returns for its header.
  ///
  /// Several definitions can have an intent with the same name; the name in the header can select
  /// one of them. `choosing` is not called for a line that is not JSON. A blank text has no
  /// documents. The lines and columns of issues count from the start of the whole text. The limits
  /// apply to each document.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - defaultFamily: The family for documents without one.
  ///   - limits: The limits for each document.
  ///   - choosing: Returns the intents against which to read a document.
  ///   - sink: Receives each document; returning false stops the reading.
  public static func readAll(
    _ bytes: [UInt8], defaultFamily: WidgetFamily? = nil, limits: FormatLimits = .standard,
    choosing: (Header) -> [IntentSchema], into sink: (Line) -> Bool
  ) {
    for (number, place) in DocumentPlaces(of: bytes, limits: limits) {
      let line = read(
        bytes, place, number: number, defaultFamily: defaultFamily, limits: limits,
        choosing: choosing)
      guard sink(line) else { return }
    }
  }

  /// Reads a text of either layout against given intents.
  ///
  /// A blank text has no documents; a single document has the number 1.
  public static func readAll(
    _ bytes: [UInt8], schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) -> [Line] {
    var lines: [Line] = []
    readAll(bytes, defaultFamily: defaultFamily, limits: limits, choosing: { _ in schemas }) {
      lines.append($0)
      return true
    }
    return lines
  }

  /// Reads a text of either layout with an additional check of each valid document.
  ///
  /// A blank text has no documents.
  ///
  /// - Parameters:
  ///   - check: Returns the additional issues of a document, which get their positions in the text.
  ///   - sink: Receives each line; returning false stops the reading.
  package static func readAll(
    _ bytes: [UInt8], schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard, alsoChecking check: (Document) async -> [IntentIssue],
    into sink: (Line) -> Bool
  ) async {
    for (number, place) in DocumentPlaces(of: bytes, limits: limits) {
      var line = read(
        bytes, place, number: number, defaultFamily: defaultFamily, limits: limits,
        choosing: { _ in schemas })
      if case .success(let document) = line.result {
        let issues = await check(document)
        if !issues.isEmpty {
          line.result = .failure(locate(issues, in: bytes, line: line, limits: limits))
        }
      }
      guard sink(line) else { return }
    }
  }

  static func read(
    _ bytes: [UInt8], _ place: Range<Int>, number: Int, defaultFamily: WidgetFamily?,
    limits: FormatLimits, choosing: (Header) -> [IntentSchema]
  ) -> Line {
    do throws(LocatedIssues) {
      let document = try read(
        Array(bytes[place]), defaultFamily: defaultFamily, firstLine: number, limits: limits,
        choosing: choosing)
      return Line(number: number, place: place, result: .success(document))
    } catch {
      return Line(number: number, place: place, result: .failure(error))
    }
  }
}

/// The non-blank lines of a text, with their numbers from 1 and their ranges.
///
/// Lines end with LF; a CR before it is whitespace in JSON.
struct FilledLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var start = 0
  private var number: Int

  init(of bytes: [UInt8], firstLine: Int = 1) {
    self.bytes = bytes
    number = firstLine - 1
  }

  mutating func next() -> (number: Int, place: Range<Int>)? {
    bytes.withUnsafeBufferPointer { text in
      while start < text.count {
        let rest = UnsafeBufferPointer(rebasing: text[start...])
        let place = start..<(start + rest.lineLength)
        start = place.upperBound + 1
        number += 1
        if !UnsafeBufferPointer(rebasing: text[place]).isBlank { return (number, place) }
      }
      return nil
    }
  }
}

/// The documents of a text of either layout, with their numbers from 1 and their ranges.
struct DocumentPlaces: Sequence, IteratorProtocol {
  private var lines: FilledLines
  /// The rest of the text after the last document; nil for JSON Lines or at the end of the text.
  private var rest: Range<Int>?
  private let bytes: [UInt8]
  private let isLines: Bool
  private var line: Int

  init(of bytes: [UInt8], limits: FormatLimits) {
    self.init(of: bytes, as: IntentJSON.layout(of: bytes, limits: limits), firstLine: 1)
  }

  /// - Parameter firstLine: The number of the first line.
  init(of bytes: [UInt8], as layout: IntentJSON.Layout, firstLine: Int) {
    lines = FilledLines(of: bytes, firstLine: firstLine)
    line = firstLine
    self.bytes = bytes
    isLines = layout == .lines
    if !isLines, lines.next() != nil { rest = bytes.indices }
  }

  mutating func next() -> (number: Int, place: Range<Int>)? {
    if isLines { return lines.next() }
    guard let start = rest?.lowerBound else { return nil }
    let next = startOfNextDocument(after: start)
    rest = next.map { $0..<bytes.endIndex }
    let place = start..<(next ?? bytes.endIndex)
    let number = line
    if next != nil { line += bytes[place].count { $0 == UInt8(ascii: "\n") } }
    return (number, place)
  }

  /// The start of the line with the object that follows the value at an index; nil if something
  /// else or nothing follows the value.
  ///
  /// Only brackets and strings are considered, so errors inside a document do not affect the
  /// others. An object on the last line of the value is not a separate document.
  private func startOfNextDocument(after start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { text in
      var depth = 0
      var isInString = false
      var index = start
      while index < text.count {
        let byte = text[index]
        if isInString {
          if byte == UInt8(ascii: "\\") { index += 1 }
          if byte == UInt8(ascii: "\"") { isInString = false }
        } else {
          switch byte {
          case UInt8(ascii: "\""): isInString = true
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            guard depth > 0 else {
              let rest = text[(index + 1)...]
              guard depth == 0, let next = rest.firstIndex(where: { !$0.isJSONSpace }),
                text[next] == UInt8(ascii: "{")
              else { return nil }
              return rest[..<next].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
            }
          default: break
          }
        }
        index += 1
      }
      return nil
    }
  }
}

/// Determines the layout of a text from its first lines that are not blank, one by one.
///
/// All readers use it, so a stream gets the same layout as a whole text, unless the text is blank.
struct LayoutDecision {
  private enum Beginning {
    /// There is no line yet.
    case nothing
    /// The first line begins neither an object nor an array.
    case foreign
    /// The lines so far are the beginning of a value.
    case open
    /// The lines so far are a complete value.
    case whole
    /// The lines so far are neither a value nor its beginning.
    case broken
  }

  /// The maximum number of lines to examine.
  private static let maximumLines = 3

  private let limits: FormatLimits
  private var text: [UInt8] = []
  private var count = 0
  private var beginning = Beginning.nothing
  /// Whether the last line is a value by itself.
  private var lastIsWhole = false

  init(limits: FormatLimits) {
    self.limits = limits
  }

  /// Examines the next line, without its line feed; nil if the layout is still undecided.
  mutating func take(_ line: ArraySlice<UInt8>) -> IntentJSON.Layout? {
    count += 1
    guard count > 1 else { return takeFirst(line) }
    if beginning == .foreign { return Self.isLoneBracket(line) ? .document : .lines }
    if beginning == .open {
      text.append(UInt8(ascii: "\n"))
      text += line
      beginning = scan(text)
      if beginning == .whole { return .document }
      lastIsWhole = scan(Array(line)) == .whole
    }
    // In a document that is formatted for people, nested objects are indented.
    if beginning == .broken, line.first == UInt8(ascii: "{") { return .lines }
    return count == Self.maximumLines ? .document : nil
  }

  /// The layout of a text without further lines.
  var atEnd: IntentJSON.Layout { beginning == .open && lastIsWhole ? .lines : .document }

  private mutating func takeFirst(_ line: ArraySlice<UInt8>) -> IntentJSON.Layout? {
    text = Array(line)
    beginning = scan(text)
    if beginning == .whole { return .lines }
    let first = line.first { !$0.isJSONSpace }
    if first != UInt8(ascii: "{"), first != UInt8(ascii: "[") { beginning = .foreign }
    return nil
  }

  private func scan(_ text: [UInt8]) -> Beginning {
    text.withUnsafeBufferPointer { text in
      var tokenizer = JSONTokenizer(limits: limits.json)
      do throws(JSONScanFailure) {
        _ = try tokenizer.read(text)
        return .whole
      } catch {
        return error.rule == .unexpectedEnd ? .open : .broken
      }
    }
  }

  private static func isLoneBracket(_ line: ArraySlice<UInt8>) -> Bool {
    let marks = line.filter { !$0.isJSONSpace }
    return marks == [UInt8(ascii: "{")] || marks == [UInt8(ascii: "[")]
  }
}
