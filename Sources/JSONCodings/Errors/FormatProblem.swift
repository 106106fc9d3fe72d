import IntentModel
package import JSONC
package import Messages

/// A problem with the structure of a JSON file.
package indirect enum FormatProblem: Error, StatedProblem, Sendable, Hashable {
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
  /// A path with the special characters of a pattern, and the folder that precedes them.
  case pattern(String, folder: String)
  /// A JSON pointer to a location without a value.
  case nothingAt(String, remedy: Message)

  /// The code of an unknown word in any format.
  package static let unknownWordCode = "unknown-word"

  /// The code, the problem and the remedy.
  package var statement: ProblemStatement {
    switch self {
    case .syntax(let fault): fault.rule.statement(about: fault.subject, firstLine: fault.firstLine)
    case .wrongType(let expected, let found):
      IntentIssue.Reason.wrongType(expected: expected, found: found).statement
    case .missingMember(let name): IntentIssue.Reason.missingMember(name).statement
    case .unknownMember(let name, let choices):
      IntentIssue.Reason.unknownMember(name, choices: choices).statement
    case .unknownWord(let name, let what, let choices):
      .init(
        Self.unknownWordCode,
        "There is no \(what) “\(name: name)”.",
        .suggestion(for: name, among: choices))
    case .emptyText(let what):
      .init(IntentIssue.Reason.emptyText.code, "The \(what) is empty.", "Write something.")
    case .outOfRange(let what, let range):
      .init("out-of-range", "The \(what) is not \(range).", "Give one that is \(range).")
    case .duplicate(let name, let what):
      .init(
        "duplicate-name", "The \(what) “\(name: name)” occurs twice.",
        "Rename or remove one.")
    case .tooMany(let what, let maximum):
      .init("too-many", "There are more than \(maximum) \(what).", "Give at most \(maximum).")
    case .notADate(let text):
      .init(
        "not-a-date",
        "“\(name: text)” is not a date.",
        .writeDateWithOffset)
    case .wrongVersion(let version):
      .init(
        "wrong-version",
        "The version \(version) is unknown.",
        "Use the program that wrote it, or a newer one.")
    case .notBase64: .init("not-base64", "The data is not Base64.", "Encode it as in RFC 4648 §4.")
    case .noneOf(let names):
      .init("none-of", "One of the members \(choices: names) is needed.", "Add one of them.")
    case .onlyOneOf(let names):
      .init(
        "only-one-of",
        "Only one of the members \(choices: names) is allowed here.",
        "Keep one of them.")
    case .wrongSize(let expected, let found):
      .init(
        "wrong-size",
        "Expected an array of \(expected, "element", "elements"), found one with \(found).")
    case .notListed(let remark): .init("too-many-errors", remark, .correctAboveFirst)
    case .pattern(let path, let folder):
      .init(
        "not-a-path",
        """
        “\(name: path)” is a pattern, but only the path of a file or of a folder is supported.
        """,
        folder.isEmpty ? "Name a folder, or leave the path out." : "Write “\(name: folder)”.")
    case .nothingAt(let pointer, let remedy):
      .init("nothing-there", "There is nothing at “\(name: pointer)” here.", remedy)
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
}

extension JSONFault {
  /// Makes a fault from an error of the JSON reader.
  package init(_ error: JSONSyntaxError) {
    self.init(
      rule: error.rule, subject: error.subject ?? "", firstLine: error.firstLine ?? 0)
  }
}
