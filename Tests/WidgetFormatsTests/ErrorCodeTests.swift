import FormatTestSupport
import InputFiles
import JSONC
import Messages
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

/// The codes of errors for scripts; they do not change even if messages do.
@Suite("Error codes")
struct ErrorCodeTests {
  static let files: [(rule: FileReadingError.Rule, code: String, message: String)] = [
    (.missing, "missing-file", "The file does not exist. Check the path."),
    (
      .danglingLink(target: "a\u{1B}b"), "dangling-link",
      "This symbolic link points to “a␛b”, which does not exist. Repair the link."
    ),
    (.linkCycle, "link-cycle", "This symbolic link points back to itself. Repair the link."),
    (.directory, "directory", "This is a directory, not a file. Name a file in it."),
    (
      .notReadable, "not-readable",
      "Permission to read the file is denied. Change its permissions."
    ),
    (.notAFile, "not-a-file", "This is a pipe, a device or a socket, not a file. Name a file."),
    (.nameNotAllowed, "bad-path", "The path is empty, too long or has a zero byte."),
    (
      .tooLarge(limit: 67_108_864), "file-too-large",
      "The file is larger than the limit of 67108864 bytes."
    ),
    (.noData(seconds: 5), "no-answer", "No data arrived within 5 seconds."),
    (.system(code: 5), "system-error", "The file cannot be read: Input/output error."),
  ]

  @Test(arguments: files.indices)
  func file(_ index: Int) {
    let (rule, code, message) = Self.files[index]
    #expect(rule.code == code)
    let error = FormatError(FileReadingError(path: "a\n", rule: rule))
    #expect(error.description == "a␊: " + message)
    #expect(error.code == code && error.line == nil && error.excerpt == nil)
  }

  static let lists: [(rule: PropertyListRule, code: String)] = [
    (.emptyFile, "empty-file"), (.notAPropertyList, "not-a-property-list"),
    (.fileTooLarge(limit: 1), "file-too-large"), (.tooDeep(limit: 1), "too-deep"),
    (.tooManyValues(limit: 1), "too-many-values"), (.expandsTooFar(limit: 1), "expands-too-far"),
    (.truncated(inside: nil, openedInLine: 1), "truncated"), (.binaryTruncated, "truncated"),
    (.mergeMarker, "merge-marker"), (.duplicateKey("k"), "duplicate-key"),
    (.entitiesNotAllowed, "entities-not-allowed"),
    (.invalidEncoding(.utf8), "malformed-property-list"),
    (.unsupportedEncoding("x"), "malformed-property-list"),
    (.disallowedCharacter(1), "malformed-property-list"),
    (.unknownEntity("x"), "malformed-property-list"),
    (.invalidReference("x"), "malformed-property-list"),
    (.strayAmpersand, "malformed-property-list"),
    (.declarationsNotAllowed, "malformed-property-list"),
    (.wrongRoot("x"), "malformed-property-list"), (.noValue, "malformed-property-list"),
    (.severalValues, "malformed-property-list"), (.contentAfterEnd, "malformed-property-list"),
    (.unknownElement("x"), "malformed-property-list"),
    (.keyWithoutValue("x"), "malformed-property-list"),
    (.invalidInteger("x"), "malformed-property-list"), (.invalidData, "malformed-property-list"),
    (.binaryCycle, "malformed-property-list"),
    (.binaryDateOutOfRange(seconds: 1), "malformed-property-list"),
    (.binaryUnsupportedObject(marker: 9), "malformed-property-list"),
  ]

  @Test(arguments: lists.indices)
  func propertyList(_ index: Int) {
    #expect(Self.lists[index].rule.code == Self.lists[index].code)
    #expect(Self.lists[index].rule.message.text().hasSuffix("."))
  }

  static let problems: [(problem: FormatProblem, code: String)] = [
    (.syntax(JSONFault(rule: .comment)), "json-syntax"),
    (.wrongType(expected: "a", found: "b"), "wrong-type"),
    (.missingMember("a"), "missing-member"), (.unknownMember("a", choices: []), "unknown-member"),
    (.unknownWord("a", what: "b", choices: []), "unknown-word"), (.emptyText("a"), "empty-text"),
    (.outOfRange(what: "a", range: "b"), "out-of-range"),
    (.duplicate("a", what: "b"), "duplicate-name"), (.tooMany(what: "a", maximum: 1), "too-many"),
    (.notADate("a"), "not-a-date"), (.wrongVersion(2), "wrong-version"), (.notBase64, "not-base64"),
    (.noneOf(["a"]), "none-of"), (.onlyOneOf(["a"]), "only-one-of"),
    (.wrongSize(expected: 1, found: 2), "wrong-size"),
    (.notListed("… and 1 more problem."), "too-many-errors"),
    (.nothingAt("/a", remedy: "Correct it."), "nothing-there"),
  ]

  @Test(arguments: problems.indices)
  func problem(_ index: Int) {
    let (problem, code) = Self.problems[index]
    #expect(problem.code == code)
    let (sentence, remedy) = (problem.message.text(), problem.advice.text())
    #expect(sentence.hasSuffix(".") && (remedy.isEmpty || remedy.hasSuffix(".")))
    let error = FormatError(problem, file: "f")
    #expect(error.description == "f: \(sentence)" + (remedy.isEmpty ? "" : " \(remedy)"))
  }

  @Test func noTwoProblemsHaveOneCode() {
    #expect(Set(Self.problems.map(\.code)).count == Self.problems.count)
    #expect(Set(Self.files.map(\.code)).count == Self.files.count)
  }

  /// The errors in a text are reported in order, up to the limit, followed by a line about the
  /// limit.
  @Test(arguments: [(1, 1), (2, 2), (3, 3), (4, 4), (9, 4)])
  func mostErrors(count: Int, told: Int) {
    var limits = FormatLimits.standard
    limits.maximumErrors = 3
    let members = (0..<count).map { "\"x\($0)\":1" }.joined(separator: ",\n")
    let said = complaints {
      try WidgetManifest.read(utf8("{\"kind\":\"k\",\n\(members)}"), file: "w", limits: limits)
    }
    #expect(said.count == told)
    for (place, line) in said.prefix(3).enumerated() {
      #expect(line.hasPrefix("w:\(place + 2):1: There is no member “x\(place)” here."))
    }
    if count > 3 {
      let rest = count == 4 ? "1 more problem" : "\(count - 3) more problems"
      #expect(said.last == "w: … and \(rest). Correct those above first.")
    }
  }
}
