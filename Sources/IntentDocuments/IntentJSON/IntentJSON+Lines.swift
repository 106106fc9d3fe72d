public import DefinitionFormats
public import IntentModel
import JSONC

extension IntentJSON {
  /// One document of a text and what came of it.
  public struct Line: Sendable {
    /// The number of the line, from 1; blank lines count and have no result.
    public var number: Int

    /// The place of the document in the bytes of the text.
    public var place: Range<Int>

    /// The document of the line, or everything that is wrong with it.
    public var result: Result<Document, LocatedIssues>
  }

  /// How the intents of a text are laid out.
  public enum Layout: Sendable, Hashable {
    /// One value, over as many lines as it likes.
    case document
    /// JSON Lines: one value on each line.
    case lines
  }

  /// The layout of a text, which at most its first three lines that are not blank decide.
  ///
  /// A text is JSON Lines where its first line is a whole value or does not begin an object or an
  /// array. Otherwise it is one document for as long as the next lines continue the value; where they
  /// do not and one of them begins an object in its first column, the first line is damaged, and the
  /// text is JSON Lines. A blank text is a document.
  public static func layout(of bytes: [UInt8], limits: FormatLimits = .standard) -> Layout {
    var decision = LayoutDecision(limits: limits)
    var lines = FilledLines(of: bytes)
    while let line = lines.next() {
      if let layout = decision.take(bytes[line.place]) { return layout }
    }
    return decision.atEnd
  }

  /// Reads a text of either layout, each document against the intents its header calls for.
  ///
  /// Several definitions can have an intent of one name; the header's name tells whose it is. A line
  /// that is not JSON calls for nothing. A blank text has no documents. Lines and columns of issues
  /// are those of the whole text. Limits hold for each document.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - defaultFamily: The family of documents that name none.
  ///   - limits: The bounds of each document.
  ///   - choosing: Gives the intents to read a document against.
  ///   - sink: Takes each document; false ends the reading.
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

  /// Reads a text of either layout against some intents.
  ///
  /// A blank text has no documents; one document has the number 1.
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

  /// Reads a text of either layout and lets a further check look at each valid document.
  ///
  /// A blank text has no documents.
  ///
  /// - Parameters:
  ///   - check: Gives what else is wrong with a document; its issues get their places in the text.
  ///   - sink: Takes each line; false ends the reading.
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

  private static func read(
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

/// The lines of a text that are not blank, with their numbers from 1 and their places.
///
/// Lines end at LF; a CR before it is space to JSON.
struct FilledLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var start = 0
  private var number = 0

  init(of bytes: [UInt8]) {
    self.bytes = bytes
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

/// The documents of a text of either layout, with their numbers from 1 and their places.
struct DocumentPlaces: Sequence, IteratorProtocol {
  private var lines: FilledLines
  /// The place of the only document; nil for JSON Lines, and once it is given.
  private var document: Range<Int>?
  private let isLines: Bool

  init(of bytes: [UInt8], limits: FormatLimits) {
    lines = FilledLines(of: bytes)
    isLines = IntentJSON.layout(of: bytes, limits: limits) == .lines
    if !isLines, lines.next() != nil { document = bytes.indices }
  }

  mutating func next() -> (number: Int, place: Range<Int>)? {
    if isLines { return lines.next() }
    defer { document = nil }
    return document.map { (1, $0) }
  }
}

/// Decides how a text is laid out from its first lines that are not blank, given one by one.
///
/// Whoever reads a text asks this, so that a stream and a whole text are never taken differently.
struct LayoutDecision {
  private enum Beginning {
    /// No line yet.
    case nothing
    /// Neither an object nor an array.
    case foreign
    /// The lines so far are the beginning of a value.
    case open
    /// The lines so far are a value.
    case whole
    /// The lines so far are neither.
    case broken
  }

  /// The most lines that are looked at.
  private static let mostLines = 3

  private let limits: FormatLimits
  private var text: [UInt8] = []
  private var count = 0
  private var beginning = Beginning.nothing
  /// Whether the last line is a value by itself.
  private var lastIsWhole = false

  init(limits: FormatLimits) {
    self.limits = limits
  }

  /// Looks at the next line, without its line feed; nil where that does not decide it yet.
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
    // Inside a document that people read, the objects are indented.
    if beginning == .broken, line.first == UInt8(ascii: "{") { return .lines }
    return count == Self.mostLines ? .document : nil
  }

  /// The layout of a text that has no further lines.
  var atEnd: IntentJSON.Layout { beginning == .open && lastIsWhole ? .lines : .document }

  private mutating func takeFirst(_ line: ArraySlice<UInt8>) -> IntentJSON.Layout? {
    text = Array(line)
    beginning = scan(text)
    if beginning == .whole { return .lines }
    let first = line.first { !Self.isSpace($0) }
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
    let marks = line.filter { !isSpace($0) }
    return marks == [UInt8(ascii: "{")] || marks == [UInt8(ascii: "[")]
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
