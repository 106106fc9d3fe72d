/// A property list as read from a file: its value, and how the file writes it.
package struct PropertyListDocument: Sendable {
  /// The forms in which property lists are stored.
  package enum Form: Sendable, Hashable {
    case xml, binary
  }

  /// The root value.
  package let value: PropertyListValue

  /// The form of the file.
  package let form: Form

  /// Where the values stand; empty for a binary property list.
  package let sourceMap: PropertyListSourceMap

  /// What the file shows of its layout; the layout of Xcode for a binary property list.
  let layoutHints: PropertyListLayoutHints

  /// The bytes of the file, in UTF-8 where it is XML.
  let source: [UInt8]

  /// Whether the file is UTF-16.
  let wasConverted: Bool

  /// Reads a property list in XML or binary form.
  ///
  /// Nothing outside the bytes is read: the address of the document type is never fetched.
  /// - Throws: `PropertyListError` with the first broken rule.
  package init(
    bytes: [UInt8], limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    guard bytes.count <= limits.bytes else {
      throw PropertyListError(.fileTooLarge(limit: limits.bytes), at: 0, in: [])
    }
    if PropertyListBinary.isBinary(bytes) {
      value = try PropertyListBinary.read(bytes, limits: limits)
      form = .binary
      layoutHints = PropertyListLayoutHints()
      source = bytes
      wasConverted = false
      sourceMap = PropertyListSourceMap(nodes: [], root: value, bytes: [])
      return
    }
    let text: [UInt8]
    switch TextEncoding.utf8(bytes) {
    case .success(let converted): text = converted
    case .failure(let fault):
      throw PropertyListError(.invalidEncoding(fault.encoding), at: fault.offset, in: [])
    }
    do {
      let result = try PropertyListXMLReader.read(text, limits: limits)
      value = result.value
      form = .xml
      layoutHints = result.hints
      source = text
      wasConverted = TextEncoding.detect(bytes).encoding != .utf8
      sourceMap = PropertyListSourceMap(nodes: result.nodes, root: value, bytes: text)
    } catch {
      throw PropertyListError(error.rule, at: error.offset, in: text)
    }
  }
}

extension PropertyListError {
  /// An error at an offset, with line and column where there is a text to count them in.
  init(_ rule: PropertyListRule, at offset: Int, in text: [UInt8]) {
    self.rule = rule
    byteOffset = offset
    if text.isEmpty, rule != .emptyFile {
      position = nil
      excerpt = ""
    } else {
      let lines = TextLineIndex(text)
      position = lines.position(of: offset)
      excerpt = lines.excerpt(at: offset)
    }
  }
}

/// How much of a property list is read before it is refused.
package struct PropertyListLimits: Sendable, Hashable {
  /// The largest file, in bytes.
  package var bytes: Int

  /// How many arrays and dictionaries may stand inside each other.
  package var depth: Int

  /// How many values a file may hold, containers included, each mention of a shared one counted.
  package var values: Int

  /// How many bytes the texts and data of a binary file may have, each mention of a shared one counted.
  package var expandedBytes: Int

  /// Limits of the given sizes: 64 MiB, 512 levels and two million values unless said otherwise.
  package init(bytes: Int = 64 << 20, depth: Int = 512, values: Int = 2_000_000) {
    self.bytes = bytes
    expandedBytes = bytes
    self.depth = depth
    self.values = values
  }

  /// The limits for files of a project.
  package static let standard = PropertyListLimits()
}
