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
    case .unknownWord(let word, let what, _): "There is no \(what) “\(name: word)”."
    case .emptyText(let what): "The \(what) is empty."
    case .outOfRange(let what, let range): "The \(what) is not \(range)."
    case .duplicate(let name, let what): "The \(what) “\(name: name)” occurs twice."
    case .tooMany(let what, let maximum): "There are more than \(maximum) \(what)."
    case .notADate(let text): "“\(name: text)” is not a date."
    case .wrongVersion(let version): "The version \(version) is unknown."
    case .notBase64: "The data is not Base64."
    case .noneOf(let names): "One of the members \(choices: names) is needed."
    case .onlyOneOf(let names): "Only one of the members \(choices: names) is allowed here."
    case .wrongSize(let expected, let found):
      "Expected an array of \(expected), found one of \(found)."
    case .notListed(let remark): remark
    case .nothingAt(let pointer, _): "There is nothing at “\(name: pointer)” here."
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
    case .emptyText: "Write something."
    case .outOfRange(_, let range): "Give one that is \(range)."
    case .duplicate: "Rename or remove one."
    case .tooMany(_, let maximum): "Give at most \(maximum)."
    case .notADate:
      "Write the date, the time with seconds, and the offset, such as 2026-03-01T09:30:00+01:00."
    case .wrongVersion: "Use the program that wrote it, or a newer one."
    case .notBase64: "Encode it as in RFC 4648 §4."
    case .noneOf: "Add one of them."
    case .onlyOneOf: "Keep one of them."
    case .wrongSize(let expected, _): "Give an array of \(expected)."
    case .notListed: .correctAboveFirst
    case .nothingAt(_, let what): "Correct “\(name: what)” of “map” in widget.json."
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
