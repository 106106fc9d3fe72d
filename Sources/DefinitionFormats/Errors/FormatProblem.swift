import IntentModel
package import JSONC
package import Messages

/// A problem with the structure of a JSON file, with its only messages.
package enum FormatProblem: Error, Sendable, Hashable {
  case syntax(JSONFault)
  case wrongType(expected: Message, found: Message)
  case missingMember(String)
  case unknownMember(String, choices: [String])
  case unknownWord(String, what: Message, choices: [String])
  case emptyText(Message)
  case outOfRange(what: Message, range: Message)
  case duplicate(String, what: Message)
  case tooMany(what: Message, maximum: Int)
  case notADate(String)
  case wrongVersion(Int)
  case notBase64
  case noneOf([String])
  case onlyOneOf([String])
  case wrongSize(expected: Int, found: Int)
  /// The message about the problems that a list omits.
  case notListed(Message)
  /// A JSON pointer without a value.
  case nothingAt(String, what: String)

  /// The rule as hyphenated words.
  package var code: String {
    switch self {
    case .syntax: "json-syntax"
    case .wrongType: "wrong-type"
    case .missingMember: "missing-member"
    case .unknownMember: "unknown-member"
    case .unknownWord: "unknown-word"
    case .emptyText: "empty-text"
    case .outOfRange: "out-of-range"
    case .duplicate: "duplicate-name"
    case .tooMany: "too-many"
    case .notADate: "not-a-date"
    case .wrongVersion: "wrong-version"
    case .notBase64: "not-base64"
    case .noneOf: "none-of"
    case .onlyOneOf: "only-one-of"
    case .wrongSize: "wrong-size"
    case .notListed: "too-many-errors"
    case .nothingAt: "nothing-there"
    }
  }

  /// What is wrong, as one sentence.
  package var message: Message {
    switch self {
    case .syntax(let fault): fault.message
    case .wrongType(let expected, let found): .wrongType(expected: expected, found: found)
    case .missingMember(let name): .missingMember(name: name)
    case .unknownMember(let name, _): .unknownMember(name: name)
    case .unknownWord(let word, let what, _): .unknownWord(what: what, word: word)
    case .emptyText(let what): .thingIsEmpty(what: what)
    case .outOfRange(let what, let range): .thingIsOutside(what: what, range: range)
    case .duplicate(let name, let what): .thingOccursTwice(what: what, name: name)
    case .tooMany(let what, let maximum): .thereAreMoreThan(limit: maximum, what: what)
    case .notADate(let text): .notADate(text: text)
    case .wrongVersion(let version): .unknownVersion(version: version)
    case .notBase64: .notBase64
    case .noneOf(let names): .oneOfMembersNeeded(names: names)
    case .onlyOneOf(let names): .onlyOneOfMembers(names: names)
    case .wrongSize(let expected, let found): .wrongArraySize(expected: expected, found: found)
    case .notListed(let remark): remark
    case .nothingAt(let pointer, _): .nothingAt(pointer: pointer)
    }
  }

  /// What to do about it, as one sentence.
  package var advice: Message {
    switch self {
    case .syntax(let fault): fault.advice
    case .wrongType(let expected, _): .giveExpected(expected: expected)
    case .missingMember(let name): .addMember(name: name)
    case .unknownMember(let name, let choices): .suggestion(for: name, among: choices)
    case .unknownWord(let name, _, let choices): .suggestion(for: name, among: choices)
    case .emptyText: .writeText
    case .outOfRange(_, let range): .giveOneThatIs(range: range)
    case .duplicate: .renameOrRemove
    case .tooMany(_, let maximum): .giveAtMostCount(limit: maximum)
    case .notADate: .writeISO8601
    case .wrongVersion: .useNewerProgram
    case .notBase64: .encodeBase64
    case .noneOf: .addOneOfThem
    case .onlyOneOf: .keepOneOfThem
    case .wrongSize(let expected, _): .giveArrayOf(count: expected)
    case .notListed: .correctAboveFirst
    case .nothingAt(_, let what): .correctMapping(member: what)
    }
  }
}

/// The JSON rule that a text violates, with details.
package struct JSONFault: Sendable, Hashable {
  /// The rule.
  package var rule: JSONSyntaxError.Rule

  /// The key, the word or the limit that the rule concerns; empty if there is none.
  package var subject = ""

  /// The line of the first of two repeated keys.
  package var firstLine = 0

  /// What is wrong, as one sentence.
  package var message: Message { rule.message(about: subject, firstLine: firstLine) }

  /// What to do about it, as one sentence.
  package var advice: Message { rule.advice }
}

extension JSONFault {
  /// Makes a fault from an error of the JSON reader.
  package init(_ error: JSONSyntaxError) {
    self.init(
      rule: error.rule, subject: error.subject ?? "", firstLine: error.firstLine ?? 0)
  }
}
