import Messages

/// The fields of a form as a browser sends them (WHATWG URL, application/x-www-form-urlencoded).
package struct PostedForm: Sendable {
  /// The maximum number of fields that are read.
  static let maximumFields = 20_000

  /// The fields in the order in which they were sent.
  package private(set) var fields: [(name: String, value: String)] = []
  /// The first field, as it was sent, that is not UTF-8; nil if all fields are.
  package private(set) var unreadable: String?

  /// Reads the fields up to the maximum, and ignores any further fields.
  package init(_ bytes: [UInt8]) {
    for part in bytes.split(separator: UInt8(ascii: "&")).prefix(Self.maximumFields) {
      let halves = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (Self.decoded(halves[0]), Self.decoded(halves.dropFirst().first ?? []))
      if name == nil || value == nil {
        unreadable = unreadable ?? String(decoding: part, as: UTF8.self)
      }
      fields.append((name ?? "", value ?? ""))
    }
    values = Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  private var values: [String: String] = [:]

  /// The last value of a field; nil if it was not sent.
  package subscript(name: String) -> String? { values[name] }

  /// The last value of a field that is not for a row; nil if it was not sent.
  package subscript(field: PageField) -> String? { values[field.rawValue] }

  /// The fields, except those whose names satisfy a condition.
  package func without(_ isLeftOut: (_ name: String) -> Bool) -> PostedForm {
    var form = self
    form.fields.removeAll { isLeftOut($0.name) }
    form.values = values.filter { !isLeftOut($0.key) }
    return form
  }

  /// The decoded text of a field's name or value; nil if it is not UTF-8.
  private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        // According to the standard, a percent sign without two digits is literal.
        let code = [UInt8](hexadecimal: rest.prefix(2))?.first
        result.append(code ?? byte)
        if code != nil { rest = rest.dropFirst(2) }
      default: result.append(byte)
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}

/// A replacement of one part of a text, which turns the text into another.
package struct TextSplice: Sendable, Hashable {
  /// The start of the part, in UTF-16 code units as in JavaScript.
  package let start: Int
  /// The length of the part, in UTF-16 code units.
  package let removed: Int
  /// The text that replaces the part.
  package let added: String

  /// Whether the texts are the same.
  package var isEmpty: Bool { removed == 0 && added.isEmpty }

  /// Finds the shortest replacement that does not split a surrogate pair.
  package init(from old: String, to new: String) {
    let old = Array(old.unicodeScalars)
    let splice = ListSplice(from: old, to: Array(new.unicodeScalars))
    func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(scalars))
    }
    start = text(old[..<splice.start]).utf16.count
    removed = text(old[splice.start..<splice.start + splice.removed]).utf16.count
    added = text(splice.added[...])
  }
}

/// The change from one list to another, as the replacement of one part.
package struct ListSplice<Element: Equatable & Sendable>: Sendable {
  /// The position of the part.
  package let start: Int
  /// The number of elements in the part.
  package let removed: Int
  /// The elements that replace it.
  package let added: [Element]

  /// Whether the lists are the same.
  package var isEmpty: Bool { removed == 0 && added.isEmpty }

  /// Finds the shortest replacement.
  package init(from old: [Element], to new: [Element]) {
    let common = min(old.count, new.count)
    let head = (0..<common).first { old[$0] != new[$0] } ?? common
    let tail =
      (0..<common - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
      ?? common - head
    (start, removed) = (head, old.count - tail - head)
    added = Array(new[head..<new.count - tail])
  }
}
