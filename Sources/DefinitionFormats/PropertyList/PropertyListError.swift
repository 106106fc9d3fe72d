/// Why a file is not a property list that can be read, and where.
package struct PropertyListError: Error, Sendable, Hashable {
  /// The rule that is broken.
  package let rule: PropertyListRule

  /// The offset of the place in bytes; in UTF-16 files, of the text turned into UTF-8.
  package let byteOffset: Int

  /// The line and column of the place, or nil in a binary property list.
  package let position: TextPosition?

  /// The text at the place, cleaned and shortened; empty in a binary property list.
  package let excerpt: String
}

/// The rules of property lists whose breach ends the reading.
package enum PropertyListRule: Sendable, Hashable {
  // The file as a whole
  case emptyFile
  case notAPropertyList
  case fileTooLarge(limit: Int)
  case tooDeep(limit: Int)
  case tooManyValues(limit: Int)
  case expandsTooFar(limit: Int)
  case truncated(inside: PropertyListElement?, openedInLine: Int)

  // Characters
  case invalidEncoding(TextEncoding)
  case unsupportedEncoding(String)
  case disallowedCharacter(UInt32)
  case unknownEntity(String)
  case invalidReference(String)
  case strayAmpersand

  // Prologue and markup
  case entitiesNotAllowed
  case declarationsNotAllowed
  case malformedMarkup
  case mergeMarker
  case attributeNotAllowed(String)

  // Structure
  case wrongRoot(String)
  case noValue
  case severalValues
  case contentAfterEnd
  case unknownElement(String)
  case mismatchedEnd(expected: PropertyListElement, found: String)
  case elementInsideText(PropertyListElement, found: String)
  case textBetweenElements
  case valueWithoutKey(PropertyListElement)
  case keyWithoutValue(String)
  case keyOutsideDictionary
  case duplicateKey(String)

  // Scalars
  case invalidInteger(String)
  case integerOutOfRange(String)
  case invalidReal(String)
  case invalidDate(String)
  case invalidData
  case notEmpty(PropertyListElement)

  // Binary property lists
  case binaryTruncated
  case binaryReferenceOutOfRange
  case binaryCycle
  case binaryKeyIsNoString
  case binaryUnsupportedObject(marker: UInt8)
}

/// A broken rule at an offset, before lines are counted.
struct PropertyListFault: Error {
  let rule: PropertyListRule
  let offset: Int
}

extension PropertyListError: CustomStringConvertible {
  /// The place and the message: `line 3, column 7: …`.
  package var description: String {
    if let position {
      "line \(position.line), column \(position.column): \(rule.message)"
    } else {
      "byte \(byteOffset): \(rule.message)"
    }
  }
}

extension PropertyListRule {
  /// What is wrong and what to do about it, in one or two sentences without the place.
  package var message: String {
    fileMessage ?? characterMessage ?? markupMessage ?? structureMessage ?? scalarMessage
      ?? binaryMessage
  }

  private var fileMessage: String? {
    switch self {
    case .emptyFile:
      "The file is empty. Restore it from version control, or delete it."
    case .notAPropertyList:
      "This is not a property list: it begins neither with XML nor with 'bplist00'."
    case .fileTooLarge(let limit):
      "The file is larger than \(limit) bytes, the most that is read."
    case .tooDeep(let limit):
      "Arrays and dictionaries are nested deeper than \(limit) levels, the most that is read."
    case .tooManyValues(let limit):
      "The file holds more than \(limit) values, the most that is read."
    case .expandsTooFar(let limit):
      """
      With everything that is mentioned more than once, the texts and data have more than \(limit) \
      bytes, the most that is read.
      """
    case .truncated(let element?, let line):
      """
      The file ends inside <\(element.rawValue)>, which opens in line \(line). It is cut off; \
      restore it from version control.
      """
    case .truncated(nil, _):
      "The file ends before its property list does. It is cut off; restore it from version control."
    default: nil
    }
  }

  private var characterMessage: String? {
    switch self {
    case .invalidEncoding(let encoding):
      "This byte is not valid \(encoding.rawValue). Save the file as UTF-8."
    case .unsupportedEncoding(let name):
      "The encoding '\(TextExcerpt.short(name))' is not supported. Save the file as UTF-8."
    case .disallowedCharacter(let scalar):
      "The character U+\(Self.hexadecimal(scalar)) is not allowed in XML. Remove it."
    case .unknownEntity(let name):
      """
      The entity '&\(TextExcerpt.short(name));' is not defined. XML defines &amp; &lt; &gt; &quot; \
      and &apos;.
      """
    case .invalidReference(let text):
      "The reference '&\(TextExcerpt.short(text));' names no character that XML allows."
    case .strayAmpersand:
      "'&' stands alone. Write it as '&amp;'."
    default: nil
    }
  }

  private var markupMessage: String? {
    switch self {
    case .entitiesNotAllowed:
      "Entities are not allowed in a property list. Remove the <!ENTITY> declarations."
    case .declarationsNotAllowed:
      "The DOCTYPE has declarations of its own, which are not allowed. Remove them."
    case .malformedMarkup:
      "This tag is not well formed."
    case .mergeMarker:
      "This is a merge conflict marker. Resolve the conflict in version control first."
    case .attributeNotAllowed(let element):
      "<\(TextExcerpt.short(element))> has an attribute, which no element but <plist> may have."
    default: nil
    }
  }

  private var structureMessage: String? {
    switch self {
    case .wrongRoot(let name):
      "The root element is <\(TextExcerpt.short(name))>; that of a property list is <plist>."
    case .noValue: "<plist> holds no value."
    case .severalValues: "<plist> holds more than one value."
    case .contentAfterEnd: "There is more text after </plist>. Remove it."
    case .unknownElement(let name):
      "<\(TextExcerpt.short(name))> is no element of a property list."
    case .mismatchedEnd(let expected, let found):
      "</\(TextExcerpt.short(found))> stands where </\(expected.rawValue)> is expected."
    case .elementInsideText(let element, let found):
      "<\(TextExcerpt.short(found))> stands inside <\(element.rawValue)>, which holds text only."
    case .textBetweenElements: "There is text between elements. Put it into <string>, or remove it."
    case .valueWithoutKey(let element):
      "<\(element.rawValue)> stands in a <dict> without a <key> before it."
    case .keyWithoutValue(let key): "The key '\(TextExcerpt.short(key))' has no value."
    case .keyOutsideDictionary: "<key> stands outside a <dict>."
    case .duplicateKey(let key):
      "The key '\(TextExcerpt.short(key))' stands twice in this <dict>. Remove one of the two."
    default: nil
    }
  }

  private var scalarMessage: String? {
    switch self {
    case .invalidInteger(let text): "'\(TextExcerpt.short(text))' is no integer."
    case .integerOutOfRange(let text):
      "The integer '\(TextExcerpt.short(text))' does not fit into 64 bits with a sign."
    case .invalidReal(let text): "'\(TextExcerpt.short(text))' is no real number."
    case .invalidDate(let text):
      "'\(TextExcerpt.short(text))' is no date. Write it like 2024-02-29T13:05:00Z."
    case .invalidData: "This is not valid base64."
    case .notEmpty(let element): "<\(element.rawValue)> holds text; write <\(element.rawValue)/>."
    default: nil
    }
  }

  private var binaryMessage: String {
    switch self {
    case .binaryTruncated:
      "The binary property list is cut off or damaged. Restore it from version control."
    case .binaryReferenceOutOfRange:
      "The binary property list refers to an object that it does not hold."
    case .binaryCycle: "An object of the binary property list contains itself."
    case .binaryKeyIsNoString: "A key of the binary property list is not a string."
    case .binaryUnsupportedObject(let marker):
      "Objects of the kind 0x\(marker < 16 ? "0" : "")\(String(marker, radix: 16)) are not supported."
    default: ""
    }
  }

  private static func hexadecimal(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
