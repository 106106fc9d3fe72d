import IntentModel
package import JSONC

/// What can be wrong with the shape of a JSON file; the one place for its words.
package enum FormatProblem: Sendable, Hashable {
  case syntax(String)
  case wrongType(expected: String, found: String)
  case missingMember(String)
  case unknownMember(String, choices: [String])
  case unknownWord(String, what: String, choices: [String])
  case emptyText(String)
  case outOfRange(what: String, range: String)
  case duplicate(String, what: String)
  case tooMany(what: String, maximum: Int)
  case notADate(String)
  case wrongVersion(Int)
  case notBase64
  case noneOf([String])
  case onlyOneOf([String])
  case wrongSize(expected: Int, found: Int)
  /// What a list of problems leaves out, in its words.
  case notListed(String)
  /// A JSON pointer that leads nowhere.
  case nothingAt(String, what: String)

  /// The rule in words with hyphens.
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
  package var sentence: String {
    switch self {
    case .syntax(let words): JSONWords.sentence(of: words)
    case .wrongType(let expected, let found): "Expected \(expected), found \(found)."
    case .missingMember(let name): "The member \(quoted(name)) is missing."
    case .unknownMember(let name, _): "There is no member \(quoted(name)) here."
    case .unknownWord(let word, let what, _): "There is no \(what) \(quoted(word))."
    case .emptyText(let what): "The \(what) is empty."
    case .outOfRange(let what, let range): "The \(what) is not \(range)."
    case .duplicate(let name, let what): "The \(what) \(quoted(name)) occurs twice."
    case .tooMany(let what, let maximum): "There are more than \(maximum) \(what)."
    case .notADate(let text): "\(quoted(text)) is not a date."
    case .wrongVersion(let version): "The version \(version) is not known."
    case .notBase64: "The data is not Base64."
    case .noneOf(let names): "One of the members \(listed(names)) is needed."
    case .onlyOneOf(let names): "Only one of the members \(listed(names)) can stand here."
    case .wrongSize(let expected, let found):
      "Expected an array of \(expected), found one of \(found)."
    case .notListed(let remark): remark
    case .nothingAt(let pointer, _): "There is nothing at \(quoted(pointer)) here."
    }
  }

  /// What to do about it, as one sentence.
  package var remedy: String {
    switch self {
    case .syntax(let words): JSONWords.remedy(of: words)
    case .wrongType(let expected, _): "Give \(expected)."
    case .missingMember(let name): "Add \(quoted(name))."
    case .unknownMember(let name, let choices): suggestion(for: name, among: choices)
    case .unknownWord(let name, _, let choices): suggestion(for: name, among: choices)
    case .emptyText: "Write something."
    case .outOfRange(_, let range): "Give one that is \(range)."
    case .duplicate(_, let what): "Rename or remove one \(what)."
    case .tooMany(_, let maximum): "Give at most \(maximum)."
    case .notADate: "Write it as ISO 8601 says, such as 2026-03-01T09:30:00+01:00."
    case .wrongVersion: "Use the program that wrote it, or a newer one."
    case .notBase64: "Encode it as RFC 4648 §4 says."
    case .noneOf: "Add one of them."
    case .onlyOneOf: "Keep one of them."
    case .wrongSize(let expected, _): "Give an array of \(expected)."
    case .notListed: "Correct the ones above first."
    case .nothingAt(_, let what): "Correct “\(what)” of “map” in widget.json."
    }
  }
}

/// The sentences of JSON syntax errors, which are "what; remedy" in lower case.
package enum JSONWords {
  /// The words of an error; the text that it is about in quotes where they begin with it.
  package static func words(of error: JSONSyntaxError) -> String {
    guard let subject = error.subject, !subject.isEmpty, error.sentence.hasPrefix(subject) else {
      return error.sentence
    }
    return quoted(subject) + error.sentence.dropFirst(subject.count)
  }

  package static func sentence(of words: String) -> String { finished(halves(of: words).0) }

  package static func remedy(of words: String) -> String {
    halves(of: words).1.map(finished) ?? "Correct the text there."
  }

  private static func halves(of words: String) -> (String, String?) {
    // The key that a sentence quotes can hold a semicolon, the remedy holds none.
    var rest = words.utf8[...]
    while let end = rest.lastIndex(of: UInt8(ascii: ";")) {
      let next = words.utf8.index(after: end)
      if next < words.utf8.endIndex, words.utf8[next] == UInt8(ascii: " ") {
        return (String(words[..<end]), String(words[next...].dropFirst()))
      }
      rest = words.utf8[..<end]
    }
    return (words, nil)
  }

  private static func finished(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}
