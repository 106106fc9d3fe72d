package import IntentModel
import JSONC
package import JSONCodings

extension IntentJSON {
  /// Consecutive lines of JSON Lines, or a whole document.
  package struct Part: Sendable {
    /// The number of the part's first line, from 1.
    package var firstLine: Int
    /// The text of the part.
    package var bytes: [UInt8]
    fileprivate var layout: Layout

    fileprivate init(firstLine: Int, bytes: [UInt8], layout: Layout) {
      (self.firstLine, self.bytes, self.layout) = (firstLine, bytes, layout)
    }

    /// A part that is the whole text, in either layout.
    package init(whole bytes: [UInt8], limits: FormatLimits = .standard) {
      self.init(firstLine: 1, bytes: bytes, layout: IntentJSON.layout(of: bytes, limits: limits))
    }
  }

  /// Cuts a text of either layout into parts while it is read.
  ///
  /// With JSON Lines, memory use does not grow with the text. A document is one part.
  package struct Parts {
    private let source: (Int) throws -> [UInt8]
    private var cutter: LineCutter
    private var isDone = false

    /// - Parameter source: Reads and returns at most the given number of bytes; none at the end of
    ///   the text.
    package init(limits: FormatLimits = .standard, source: @escaping (Int) throws -> [UInt8]) {
      self.source = source
      cutter = LineCutter(limits: limits)
    }

    /// The next part; nil at the end of the text.
    ///
    /// - Throws: The errors of the source.
    package mutating func next() throws -> Part? {
      while !isDone {
        switch cutter.layout() {
        case .lines:
          if let batch = cutter.lines() {
            return Part(firstLine: batch.firstLine, bytes: batch.bytes, layout: .lines)
          }
        case .document:
          if let batch = cutter.document() {
            isDone = true
            return Part(firstLine: batch.firstLine, bytes: batch.bytes, layout: .document)
          }
        case nil: break
        }
        if cutter.isAtEnd { return nil }
        cutter.add(try source(LineCutter.size))
      }
      return nil
    }
  }

  /// The headers of the documents in a part; documents that are not JSON are left out.
  package static func headers(of part: Part) -> [Header] {
    documents(of: part).concurrentParts { documents in
      documents.compactMap { _, place in
        part.bytes[place].withUnsafeBufferPointer { text in
          var reader = JSONReader(limits: FormatLimits.standard.json)
          do throws(JSONSyntaxError) {
            try reader.tokenize(text)
            return Header(try reader.value())
          } catch {
            return nil
          }
        }
      }
    }.flatMap { $0 }
  }

  /// The documents in a part: the numbers of their lines in the text, and their ranges in the part.
  package static func documents(of part: Part) -> [(number: Int, place: Range<Int>)] {
    Array(DocumentPlaces(of: part))
  }

  /// Reads a document of a part, as ``readAll(_:defaultFamily:limits:choosing:into:)`` reads the
  /// documents of a whole text.
  ///
  /// The range of the document counts from the start of the part, and its line from the start of
  /// the text.
  package static func read(
    _ document: (number: Int, place: Range<Int>), of part: Part, limits: FormatLimits = .standard,
    choosing: (Header) -> [IntentSchema]
  ) -> Line {
    read(
      part.bytes, document.place, number: document.number, defaultFamily: nil, limits: limits,
      choosing: choosing)
  }
}

extension DocumentPlaces {
  /// The documents of a part, with the numbers of their lines in the text.
  fileprivate init(of part: IntentJSON.Part) {
    self.init(of: part.bytes, as: part.layout, firstLine: part.firstLine)
  }
}
