import InputFiles
package import Messages

/// Why a file is not a valid property list, and where.
package struct PropertyListError: Error, Sendable, Hashable {
  /// The violated rule.
  package let rule: PropertyListRule

  /// The offset in bytes; for UTF-16 files, in the text after conversion to UTF-8.
  package let byteOffset: Int

  /// The line and column; nil in a binary property list.
  package let position: TextPosition?

  /// The text at the position, made printable and shortened; empty in a binary property list.
  package let excerpt: String
}

/// The rules of property lists; a violation ends the reading.
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

/// A violated rule at an offset, without a line.
struct PropertyListFault: Error {
  let rule: PropertyListRule
  let offset: Int
}

extension PropertyListError: CustomStringConvertible {
  /// The position and the message: `line 3, column 7: …`.
  package var description: String {
    if let position {
      "line \(position.line), column \(position.column): \(rule.message)"
    } else {
      "byte \(byteOffset): \(rule.message)"
    }
  }
}

extension PropertyListRule {
  /// What is wrong and what to do about it, in one or two sentences without the position.
  package var message: Message {
    switch self {
    case .emptyFile: "The file is empty. Restore it from version control, or delete it."
    case .notAPropertyList:
      "This is not a property list: it begins neither with XML nor with “bplist00”."
    case .fileTooLarge(let limit): .fileTooLarge(limit: limit)
    case .tooDeep(let limit):
      "Arrays and dictionaries are nested deeper than the limit of \(limit) levels."
    case .tooManyValues(let limit): "The file holds more values than the limit of \(limit)."
    case .expandsTooFar(let limit):
      """
      The strings and data, counted each time they are referenced, exceed the limit of \(limit) \
      bytes.
      """
    case .truncated(let element?, let line):
      """
      The file ends inside <\(element.rawValue)>, which opens in line \(line). It is cut off; \
      restore it from version control.
      """
    case .truncated(nil, _):
      "The file ends before its property list does. It is cut off; restore it from version control."
    case .invalidEncoding(let encoding): .invalidEncoding(encoding: encoding.rawValue)
    case .unsupportedEncoding(let name):
      "The encoding “\(TextExcerpt.short(name))” is not supported. Save the file as UTF-8."
    case .disallowedCharacter(let scalar):
      "The character \(codePoint(scalar)) is not allowed in XML. Remove it."
    case .unknownEntity(let name):
      """
      The entity “&\(TextExcerpt.short(name));” is not defined. XML defines &amp; &lt; &gt; \
      &quot; and &apos;.
      """
    case .invalidReference(let text):
      "The reference “&\(TextExcerpt.short(text));” does not name a character that XML allows."
    case .strayAmpersand: "“&” must be escaped. Write it as “&amp;”."
    default: markupMessage
    }
  }

  private var markupMessage: Message {
    switch self {
    case .entitiesNotAllowed:
      "Entities are not allowed in a property list. Remove the <!ENTITY> declarations."
    case .declarationsNotAllowed:
      "The DOCTYPE has declarations of its own, which are not allowed. Remove them."
    case .malformedMarkup: "This tag is not well formed."
    case .mergeMarker:
      "This is a merge conflict marker. Resolve the conflict in version control first."
    case .attributeNotAllowed(let element):
      "<\(TextExcerpt.short(element))> has an attribute; only <plist> may have attributes."
    case .wrongRoot(let name): "The root element is <\(TextExcerpt.short(name))>, not <plist>."
    case .noValue: "<plist> holds no value."
    case .severalValues: "<plist> holds more than one value."
    case .contentAfterEnd: "There is more text after </plist>. Remove it."
    case .unknownElement(let name):
      "<\(TextExcerpt.short(name))> is not an element of a property list."
    case .mismatchedEnd(let expected, let found):
      "</\(expected.rawValue)> is expected here, not </\(TextExcerpt.short(found))>."
    case .elementInsideText(let element, let found):
      "<\(TextExcerpt.short(found))> is inside <\(element.rawValue)>, which holds text only."
    case .textBetweenElements: "There is text between elements. Put it into <string>, or remove it."
    case .valueWithoutKey(let element):
      "<\(element.rawValue)> is in a <dict> without a <key> before it."
    case .keyWithoutValue(let key): "The key “\(TextExcerpt.short(key))” has no value."
    case .keyOutsideDictionary: "<key> is outside a <dict>."
    case .duplicateKey(let key):
      "The key “\(TextExcerpt.short(key))” occurs twice in this <dict>. Remove one of the two."
    default: scalarMessage
    }
  }

  private var scalarMessage: Message {
    switch self {
    case .invalidInteger(let text): "“\(TextExcerpt.short(text))” is not an integer."
    case .integerOutOfRange(let text):
      "The integer “\(TextExcerpt.short(text))” does not fit in 64 bits."
    case .invalidReal(let text): "“\(TextExcerpt.short(text))” is not a real number."
    case .invalidDate(let text):
      "“\(TextExcerpt.short(text))” is not a date. Write it like 2024-02-29T13:05:00Z."
    case .invalidData: "This is not valid Base64."
    case .notEmpty(let element): "<\(element.rawValue)> holds text; write <\(element.rawValue)/>."
    case .binaryTruncated:
      "The binary property list is cut off or damaged. Restore it from version control."
    case .binaryReferenceOutOfRange:
      "The binary property list refers to an object that it does not hold."
    case .binaryCycle: "An object of the binary property list contains itself."
    case .binaryKeyIsNoString: "A key of the binary property list is not a string."
    case .binaryUnsupportedObject(let marker):
      "Objects of the kind \("0x" + marker.hexadecimal(digits: 2)) are not supported."
    default: .none
    }
  }
}
