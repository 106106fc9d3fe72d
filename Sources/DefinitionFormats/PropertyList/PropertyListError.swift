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
    case .emptyFile: .plistEmptyFile
    case .notAPropertyList: .notAPropertyList
    case .fileTooLarge(let limit): .fileTooLarge(limit: limit)
    case .tooDeep(let limit): .plistTooDeep(limit: limit)
    case .tooManyValues(let limit): .plistTooManyValues(limit: limit)
    case .expandsTooFar(let limit): .plistExpandsTooFar(limit: limit)
    case .truncated(let element?, let line):
      .plistEndsInside(element: element.rawValue, line: line)
    case .truncated(nil, _): .plistEndsEarly
    case .invalidEncoding(let encoding): .invalidEncoding(encoding: encoding.rawValue)
    case .unsupportedEncoding(let name): .unsupportedEncoding(name: TextExcerpt.short(name))
    case .disallowedCharacter(let scalar):
      .plistDisallowedCharacter(character: codePoint(scalar))
    case .unknownEntity(let name): .plistUnknownEntity(name: TextExcerpt.short(name))
    case .invalidReference(let text): .plistInvalidReference(text: TextExcerpt.short(text))
    case .strayAmpersand: .plistStrayAmpersand
    default: markupMessage
    }
  }

  private var markupMessage: Message {
    switch self {
    case .entitiesNotAllowed: .plistEntities
    case .declarationsNotAllowed: .plistDeclarations
    case .malformedMarkup: .plistMalformedMarkup
    case .mergeMarker: .plistMergeMarker
    case .attributeNotAllowed(let element): .plistAttribute(element: TextExcerpt.short(element))
    case .wrongRoot(let name): .plistWrongRoot(name: TextExcerpt.short(name))
    case .noValue: .plistNoValue
    case .severalValues: .plistSeveralValues
    case .contentAfterEnd: .plistContentAfterEnd
    case .unknownElement(let name): .plistUnknownElement(name: TextExcerpt.short(name))
    case .mismatchedEnd(let expected, let found):
      .plistMismatchedEnd(found: TextExcerpt.short(found), expected: expected.rawValue)
    case .elementInsideText(let element, let found):
      .plistElementInText(found: TextExcerpt.short(found), element: element.rawValue)
    case .textBetweenElements: .plistTextBetween
    case .valueWithoutKey(let element): .plistValueWithoutKey(element: element.rawValue)
    case .keyWithoutValue(let key): .plistKeyWithoutValue(key: TextExcerpt.short(key))
    case .keyOutsideDictionary: .plistKeyOutside
    case .duplicateKey(let key): .plistDuplicateKey(key: TextExcerpt.short(key))
    default: scalarMessage
    }
  }

  private var scalarMessage: Message {
    switch self {
    case .invalidInteger(let text): .plistInvalidInteger(text: TextExcerpt.short(text))
    case .integerOutOfRange(let text): .plistIntegerOutOfRange(text: TextExcerpt.short(text))
    case .invalidReal(let text): .plistInvalidReal(text: TextExcerpt.short(text))
    case .invalidDate(let text): .plistInvalidDate(text: TextExcerpt.short(text))
    case .invalidData: .plistInvalidData
    case .notEmpty(let element): .plistNotEmpty(element: element.rawValue)
    case .binaryTruncated: .plistBinaryTruncated
    case .binaryReferenceOutOfRange: .plistBinaryReference
    case .binaryCycle: .plistBinaryCycle
    case .binaryKeyIsNoString: .plistBinaryKey
    case .binaryUnsupportedObject(let marker):
      .plistBinaryObject(marker: "0x" + marker.hexadecimal(digits: 2))
    default: .none
    }
  }
}
