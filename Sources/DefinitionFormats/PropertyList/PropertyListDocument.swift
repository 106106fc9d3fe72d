import JSONC

/// A property list that was read from a file: its value and its layout.
package struct PropertyListDocument: Sendable {
  /// The storage forms of property lists.
  package enum Form: Sendable, Hashable {
    case xml, binary
  }

  /// The root value.
  package let value: PropertyListValue

  /// The form of the file.
  package let form: Form

  /// The positions of the values; empty for a binary property list.
  package let sourceMap: PropertyListSourceMap

  /// The observed layout of the file; Xcode's layout for a binary property list.
  let layoutHints: PropertyListLayoutHints

  /// Reads a property list in XML or binary form.
  ///
  /// Nothing outside the bytes is read: the URL of the document type is never fetched.
  ///
  /// - Throws: `PropertyListError` for the first violated rule.
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
      sourceMap = PropertyListSourceMap(nodes: result.nodes, root: value, bytes: text)
    } catch {
      throw PropertyListError(error.rule, at: error.offset, in: text)
    }
  }
}

extension PropertyListError {
  /// An error at an offset, with line and column if there is a text.
  init(_ rule: PropertyListRule, at offset: Int, in text: [UInt8]) {
    self.rule = rule
    byteOffset = offset
    position =
      text.isEmpty && rule != .emptyFile ? nil : TextLineIndex(text).position(of: offset)
  }
}

/// The limits for a property list; a property list that exceeds a limit is rejected.
package struct PropertyListLimits: Sendable, Hashable {
  /// The maximum size of the file in bytes.
  package var bytes: Int

  /// The maximum nesting depth of arrays and dictionaries.
  package var depth: Int

  /// The maximum number of values, including containers and each reference to a shared value.
  package var values: Int

  /// The maximum number of bytes in the texts and data of a binary file, counted once for each
  /// reference.
  package var expandedBytes: Int

  /// Makes limits, by default those of JSON except for the depth.
  package init(
    bytes: Int = JSONLimits.standard.maximumBytes, depth: Int = 512,
    values: Int = JSONLimits.standard.maximumValues
  ) {
    self.bytes = bytes
    expandedBytes = bytes
    self.depth = depth
    self.values = values
  }

  /// The limits for files of a project.
  package static let standard = PropertyListLimits()
}
