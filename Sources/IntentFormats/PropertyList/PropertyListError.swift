/// Why a file is no property list that can be read, and where.
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
