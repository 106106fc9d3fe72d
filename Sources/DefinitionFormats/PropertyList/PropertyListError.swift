import InputFiles
package import Messages

/// Why a file is not a valid property list, and where.
package struct PropertyListError: Error, Sendable, Hashable {
  /// The violated rule.
  package let rule: PropertyListRule

  /// The offset in bytes; for UTF-16 files, in the text after conversion to UTF-8.
  package let byteOffset: Int

  /// The line and column; nil in a binary property list, in a file that is too large, and in invalid
  /// UTF-16.
  package let position: TextPosition?
}

/// The rules of property lists; a violation ends the reading.
package indirect enum PropertyListRule: Sendable, Hashable {
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
  case binaryDateOutOfRange(seconds: Double)
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
      "\(position): \(rule.explanation)"
    } else {
      "byte \(byteOffset): \(rule.explanation)"
    }
  }
}

extension PropertyListRule: StatedProblem {
  /// The code, the problem and the remedy; most rules of markup and scalars have the same code.
  package var statement: ProblemStatement {
    func malformed(_ message: Message, _ advice: Message = .none) -> ProblemStatement {
      ProblemStatement("malformed-property-list", message, advice)
    }
    let signs = PropertyListXMLReader.entities.map { "&\($0.key);" }
    return switch self {
    case .emptyFile:
      .init("empty-file", "The file is empty.", "Restore it from version control, or delete it.")
    case .notAPropertyList:
      .init(
        "not-a-property-list",
        """
        This is not a property list: it begins neither with XML nor with \
        “\(PropertyListBinary.mark)”.
        """,
        "Give an intent definition, or restore it from version control.")
    case .fileTooLarge(let limit): FileReadingError.Rule.tooLarge(limit: limit).statement
    case .tooDeep(let limit):
      .init(
        "too-deep",
        "Arrays and dictionaries are nested deeper than the limit of \(limit) levels.")
    case .tooManyValues(let limit):
      .init("too-many-values", "The file holds more values than the limit of \(limit).")
    case .expandsTooFar(let limit):
      .init(
        "expands-too-far",
        """
        The strings and data, counted each time they are referenced, exceed the limit of \(limit) \
        bytes.
        """)
    case .truncated(let element?, let line):
      .init(
        "truncated",
        "The file ends inside <\(element.rawValue)>, which opens in line \(line).",
        .cutOff)
    case .truncated(nil, _):
      .init(
        "truncated",
        "The file ends before its property list does.",
        .cutOff)
    case .invalidEncoding(let encoding):
      malformed(.invalidEncoding(encoding: encoding.rawValue), .saveAsUTF8)
    case .unsupportedEncoding(let name):
      malformed(
        "The encoding “\(TextExcerpt.short(name))” is not supported.",
        .saveAsUTF8)
    case .disallowedCharacter(let scalar):
      malformed("The character \(codePoint(scalar)) is not allowed in XML.", .removeIt)
    case .unknownEntity(let name):
      malformed(
        "The entity “&\(TextExcerpt.short(name));” is not defined.",
        "XML defines \(signs.dropLast().joined(separator: " ")) and \(signs.last ?? "").")
    case .invalidReference(let text):
      malformed(
        "The reference “&\(TextExcerpt.short(text));” does not name a character that XML allows.")
    case .strayAmpersand:
      malformed("“&” must be escaped.", "Write it as “&amp;”.")
    case .entitiesNotAllowed:
      .init(
        "entities-not-allowed",
        "Entities are not allowed in a property list.",
        "Remove the <!ENTITY> declarations.")
    case .declarationsNotAllowed:
      malformed("The DOCTYPE has declarations of its own, which are not allowed.", .removeThem)
    case .malformedMarkup: malformed("This tag is not well formed.")
    case .mergeMarker:
      .init(
        "merge-marker",
        "This is a merge conflict marker.",
        "Resolve the conflict in version control first.")
    case .attributeNotAllowed(let element):
      malformed(
        "<\(TextExcerpt.short(element))> has an attribute; only <plist> may have attributes.")
    case .wrongRoot(let name):
      malformed("The root element is <\(TextExcerpt.short(name))>, not <plist>.")
    case .noValue: malformed("<plist> holds no value.")
    case .severalValues: malformed("<plist> holds more than one value.")
    case .contentAfterEnd:
      malformed("There is more text after </plist>.", .removeIt)
    case .unknownElement(let name):
      malformed("<\(TextExcerpt.short(name))> is not an element of a property list.")
    case .mismatchedEnd(let expected, let found):
      malformed("</\(expected.rawValue)> is expected here, not </\(TextExcerpt.short(found))>.")
    case .elementInsideText(let element, let found):
      malformed(
        "<\(TextExcerpt.short(found))> is inside <\(element.rawValue)>, which holds text only.")
    case .textBetweenElements:
      malformed("There is text between elements.", "Put it into <string>, or remove it.")
    case .valueWithoutKey(let element):
      malformed("<\(element.rawValue)> is in a <dict> without a <key> before it.")
    case .keyWithoutValue(let key):
      malformed("The key “\(TextExcerpt.short(key))” has no value.")
    case .keyOutsideDictionary: malformed("<key> is outside a <dict>.")
    case .duplicateKey(let key):
      .init(
        "duplicate-key",
        "The key “\(TextExcerpt.short(key))” occurs twice in this <dict>.",
        "Remove one of the two.")
    case .invalidInteger(let text):
      malformed("“\(TextExcerpt.short(text))” is not an integer.")
    case .integerOutOfRange(let text):
      malformed("The integer “\(TextExcerpt.short(text))” does not fit in 64 bits.")
    case .invalidReal(let text):
      malformed("“\(TextExcerpt.short(text))” is not a real number.")
    case .invalidDate(let text):
      malformed(
        "“\(TextExcerpt.short(text))” is not a date.",
        "Write it like 2024-02-29T13:05:00Z.")
    case .invalidData: malformed("This is not valid Base64.")
    case .notEmpty(let element):
      malformed("<\(element.rawValue)> holds text; write <\(element.rawValue)/>.")
    case .binaryTruncated:
      .init(
        "truncated",
        "The binary property list is cut off or damaged.",
        "Restore it from version control.")
    case .binaryReferenceOutOfRange:
      malformed("The binary property list refers to an object that it does not hold.")
    case .binaryCycle:
      malformed("An object of the binary property list contains itself.")
    case .binaryKeyIsNoString:
      malformed("A key of the binary property list is not a string.")
    case .binaryDateOutOfRange(let seconds):
      malformed("A date is \(seconds.description) seconds after 2001 began, which is out of range.")
    case .binaryUnsupportedObject(let marker):
      malformed("Objects of the kind \("0x" + marker.hexadecimal(digits: 2)) are not supported.")
    }
  }
}

extension Message {
  fileprivate static var cutOff: Message { "It is cut off; restore it from version control." }
}
