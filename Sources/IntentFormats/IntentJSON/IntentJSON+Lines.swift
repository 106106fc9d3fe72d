public import IntentModel
import JSONC

extension IntentJSON {
  /// One line of a JSON Lines document and what came of it.
  public struct Line: Sendable {
    /// The number of the line, from 1; blank lines count and have no result.
    public var number: Int

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

  /// The layout of a text: lines, if its first line is a value and another line follows.
  public static func layout(of bytes: [UInt8], limits: FormatLimits = .standard) -> Layout {
    var first: ArraySlice<UInt8>?
    var result = Layout.document
    forEachLine(of: bytes) { _, line in
      guard let value = first else {
        first = line
        return true
      }
      // Only where another line follows does it matter what the first one is.
      if (try? JSONText.parse(value, limits: limits.json)) != nil { result = .lines }
      return false
    }
    return result
  }

  /// Reads every line of a JSON Lines document, the wrong ones too; blank lines are skipped.
  ///
  /// Lines and columns of issues are those of the whole text. Limits hold for each line.
  public static func readLines(
    _ bytes: [UInt8], schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) -> [Line] {
    var lines: [Line] = []
    forEachLine(of: bytes) { number, line in
      lines.append(
        readLine(
          Array(line), number: number, schemas: schemas, defaultFamily: defaultFamily,
          limits: limits))
      return true
    }
    return lines
  }

  /// Reads one line of a JSON Lines document that its caller has cut out, as of a stream.
  ///
  /// - Parameter number: The number of the line in its text, which its issues then carry.
  public static func readLine(
    _ bytes: [UInt8], number: Int, schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) -> Line {
    do throws(LocatedIssues) {
      let document = try read(
        bytes, schemas: schemas, defaultFamily: defaultFamily, firstLine: number, limits: limits)
      return Line(number: number, result: .success(document))
    } catch {
      return Line(number: number, result: .failure(error))
    }
  }

  /// Reads a text of either layout: a document is its own only line, with the number 1.
  public static func readAll(
    _ bytes: [UInt8], schemas: [IntentSchema], defaultFamily: WidgetFamily? = nil,
    limits: FormatLimits = .standard
  ) -> [Line] {
    switch layout(of: bytes, limits: limits) {
    case .lines:
      readLines(bytes, schemas: schemas, defaultFamily: defaultFamily, limits: limits)
    case .document:
      [
        readLine(
          bytes, number: 1, schemas: schemas, defaultFamily: defaultFamily, limits: limits)
      ]
    }
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
    var texts: [(number: Int, bytes: ArraySlice<UInt8>)] = []
    forEachLine(of: bytes) { number, line in
      texts.append((number, line))
      return true
    }
    if !texts.isEmpty, layout(of: bytes, limits: limits) == .document { texts = [(1, bytes[...])] }
    for (number, text) in texts {
      let text = Array(text)
      var line = readLine(
        text, number: number, schemas: schemas, defaultFamily: defaultFamily, limits: limits)
      if case .success(let document) = line.result {
        let issues = await check(document)
        if !issues.isEmpty {
          line.result = .failure(
            LocatedIssues(issues, in: text, firstLine: number, limits: limits))
        }
      }
      guard sink(line) else { return }
    }
  }

  /// Calls a function with each line that is not blank and its number, until it answers false.
  ///
  /// Lines end at LF; a CR before it is space to JSON.
  static func forEachLine(
    of bytes: [UInt8], _ body: (Int, ArraySlice<UInt8>) -> Bool
  ) {
    var start = bytes.startIndex
    var number = 1
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      let line = bytes[start..<end]
      let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if !isBlank, !body(number, line) { return }
      start = end < bytes.endIndex ? end + 1 : end
      number += 1
    }
  }
}
