import Foundation
import Testing

@testable import Messages

/// The translation tables, and the messages in the sources that are their keys.
@Suite struct MessageTableTests {
  static let translated = MessageLanguage.translated

  private func table(_ language: MessageLanguage) throws -> [Substring: Substring] {
    try #require(language.table).texts
  }

  @Test(arguments: translated)
  func everyLanguageHasEveryText(language: MessageLanguage) throws {
    let keys = try Set(Self.translated.flatMap { try table($0).keys })
    let texts = try table(language)
    #expect(keys.subtracting(texts.keys).sorted() == [], "These have no translation.")
    let empty = texts.filter { $0.value.isEmpty }.map { String($0.key) }
    #expect(Set(empty).isSubset(of: [" "]))
  }

  /// This test finds translations whose English text was changed or removed.
  @Test func everyKeyIsWrittenInTheSources() throws {
    let written = Set(try MessageLiteral.all.get().map(\.key))
    let keys = try table(.german).keys.map(String.init)
    #expect(keys.filter { !written.contains($0) }.sorted() == [], "No message has these keys.")
  }

  /// The folders whose sentences are shown to people who fill in forms.
  static let foldersOfForms = ["FormEngine", "IntentModel/Issues", "WidgetPages"]

  /// Sentences in these folders that are for developers: they are about intents that a generated
  /// type cannot accept.
  static let ofDevelopers: Set<String> = [
    "Choose a case of the definition; if it is new, generate the Swift code again.",
    "Generate the Swift code again from the definition that the intent was made with.",
    "The parameter “{0}” does not have a case “{1}”.",
    "The intent is “{0}”, not “{1}”.", "The parameter “{0}” cannot hold {1}.",
    "“{0}” does not have a parameter “{1}”.",
  ]

  /// The pages in these folders that are for operators; they are in English, like the logs and
  /// settings.
  static let pagesOfOperators: Set<String> = ["WidgetPages/DevicesPage.swift"]

  @Test func everySentenceOfAFormIsTranslated() throws {
    let keys = try Set(table(.german).keys.map(String.init)).union(Self.ofDevelopers)
    let sentences = try MessageLiteral.all.get().filter { literal in
      Self.foldersOfForms.contains { literal.file.hasPrefix($0 + "/") } && literal.isSentence
        && !Self.pagesOfOperators.contains(literal.file)
    }
    #expect(sentences.count > 100)
    let untranslated = sentences.filter { !keys.contains($0.key) }
    #expect(untranslated.map { "\($0.file): \($0.key)" }.sorted() == [])
  }

  /// Each line of a table is empty or contains a text or a comment, and every key is unique.
  @Test(arguments: translated)
  func everyLineOfATableIsRead(language: MessageLanguage) throws {
    let folder = MessageLiteral.sources.appending(path: "CEmbeddedFiles/Tables")
    let file = try String(
      contentsOf: folder.appending(path: "\(language.rawValue).strings"), encoding: .utf8)
    let lines = file.split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("\"") }
    #expect(rows.count == (try table(language).count))
    let odd = rows.filter { $0.wholeMatch(of: /"(?:[^"\\]|\\.)+" = ".*";/) == nil }
    #expect(odd == [])
    let others = lines.filter { !$0.hasPrefix("\"") }
    #expect(others.allSatisfy { $0.hasPrefix("/* ") && $0.hasSuffix(" */") })
  }

  @Test(arguments: translated)
  func placeholdersAreThoseOfTheKey(language: MessageLanguage) throws {
    for (key, text) in try table(language) {
      let used = Self.placeholders(text)
      let expected = Self.placeholders(key)
      #expect(used.isSubset(of: expected), "\(key): \(used.subtracting(expected))")
      #expect(used == expected, "\(key) lacks \(expected.subtracting(used))")
    }
  }

  /// The numbers in braces, including those inside plural forms.
  static func placeholders(_ text: Substring) -> Set<String> {
    let plain = String(text).replacing(/'[{}].*?'/, with: "")
    return Set(plain.matches(of: /\{(\d+)(?:,|\})/).map { String($0.1) })
  }

  /// Plural forms that the last form could replace.
  static let replaceable: [MessageLanguage: Set<PluralForm>] = [
    .hebrew: [.two], .arabic: [.zero],
  ]

  @Test(arguments: translated)
  func everyPluralHasTheFormsOfItsLanguage(language: MessageLanguage) throws {
    let needed = Set(language.pluralRules.map(\.form) + [.other])
      .subtracting(Self.replaceable[language] ?? [])
    for (key, text) in try table(language) {
      for plural in text.split(separator: ", plural,").dropFirst() {
        let forms = PluralForm.allCases.filter { form in
          plural.contains(" \(form) {") || plural.hasPrefix("\(form) {")
        }
        #expect(needed.isSubset(of: forms), "\(key): \(text)")
      }
    }
  }

  /// The texts in the tables also go to files and machines, so no table has direction marks.
  @Test(arguments: translated)
  func noTextHasMarksOfDirection(language: MessageLanguage) throws {
    let marks: [ClosedRange<UInt32>] = [
      0x200E...0x200F, 0x61C...0x61C, 0x202A...0x202E,
      0x2066...0x2069,
    ]
    let marked = try table(language).filter { _, text in
      text.unicodeScalars.contains { scalar in marks.contains { $0.contains(scalar.value) } }
    }
    #expect(marked.keys.sorted() == [])
  }

  /// A sentence ends with a period in every language, and a phrase ends without one.
  @Test(arguments: translated)
  func sentencesEndAlike(language: MessageLanguage) throws {
    let stops: Set<Character> = [".", "?", "。", "？", "؟"]
    let different = try table(language).filter { key, text in
      // Some languages abbreviate the units of durations with a period.
      if ["d,h,min,s", "{0} h", "{0} min", "{0} s"].contains(key) { return false }
      guard let last = key.last, let other = text.last, other != "}", last != "}" else {
        return false
      }
      return last != "]" && stops.contains(last) != stops.contains(other)
    }
    #expect(different.keys.sorted() == [])
  }
}

/// A language consists of two files, which no other file mentions.
@Suite struct LanguageFileTests {
  static func names(in folder: String, _ ending: String) throws -> Set<String> {
    let folder = MessageLiteral.sources.appending(path: "CEmbeddedFiles/\(folder)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    #expect(names.allSatisfy { $0.hasSuffix(ending) }, "\(names)")
    return Set(names.map { String($0.dropLast(ending.count)) })
  }

  @Test func everyFileIsALanguage() throws {
    #expect(try Self.names(in: "Languages", ".c") == Set(LanguageFile.all.map(\.tag)))
    #expect(
      try Self.names(in: "Tables", ".strings") == Set(MessageLanguage.translated.map(\.rawValue)))
    #expect(MessageLanguage.tags == MessageLanguage.tags.sorted())
    #expect(MessageLanguage.allCases.first == .english && MessageLanguage.english.rawValue == "en")
  }

  @Test(arguments: LanguageFile.all.map(\.tag))
  func everyDeclarationIsRead(tag: String) throws {
    let file = try #require(LanguageFile.all.first { $0.tag == tag })
    #expect(tag == LanguageTag.canonical(tag) && file.script.utf8.count == 4)
    #expect(file.plurals.rules.count == file.plurals.text.split(separator: ";").count)
    #expect(LanguageFile.words(of: file.parts.language)?.isEmpty == false)
    guard file.isTranslated else { return }
    #expect(MessageLanguage(locale: tag).rawValue == tag)
    #expect(MessageLanguage(rawValue: tag)?.rawValue == tag)
  }

  /// Rules as CLDR writes them; anything else is not a rule.
  @Test(
    arguments: [
      ("one: i = 0,1", ["0", "1", "1.5"], ["2", "10"]),
      ("many: i != 0 and i % 1000000 = 0 and v = 0", ["1000000", "3000000"], ["0", "1000001"]),
      (
        "few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14", ["2", "24", "104"],
        ["12", "5", "2.0", "113"]
      ),
      ("two: v = 0 and i % 100 = 2", ["2", "102", "100000000000000000000002"], ["3", "2.0"]),
      ("one: n = 1 or t != 0 and i = 0,1", ["1", "1.0", "0.5", "1.6"], ["0", "2.1", "0.0"]),
      ("other: w = 1 and f = 5..50", ["1.5", "0.50"], ["1", "1.55"]),
    ])
  func aRule(text: String, holds: [String], fails: [String]) throws {
    let rule = try #require(PluralRule(Substring(text)))
    for (numbers, expected) in [(holds, true), (fails, false)] {
      for number in numbers {
        let operands = try #require(PluralRule.Operands(number))
        #expect(rule.holds(for: operands) == expected, "\(number)")
      }
    }
    for wrong in ["", "one", "one: x = 1", "one: n", "one: n % 0 = 1", "one: n = 3..1", "1: n = 1"]
    {
      #expect(PluralRule(Substring(wrong)) == nil, "\(wrong)")
    }
  }
}

extension MessageLanguage {
  static let german = MessageLanguage(locale: "de")
  static let japanese = MessageLanguage(locale: "ja")
  static let chinese = MessageLanguage(locale: "zh-Hans")
  static let hebrew = MessageLanguage(locale: "he")
  static let arabic = MessageLanguage(locale: "ar")
}

/// A string literal in the sources, and the key that it would be as a message.
struct MessageLiteral {
  /// The path below `Sources`.
  var file: String
  /// The English text with numbered placeholders, and its meaning if one is given.
  var key: String

  /// Whether the text is a sentence: it has several words and ends like a sentence.
  var isSentence: Bool {
    key.contains(" ") && key.last.map { ".?".contains($0) } == true
      && key.contains { $0.isLetter }
  }

  static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The literals of all Swift files.
  static let all = Result { try literals() }

  private static func literals() throws -> [MessageLiteral] {
    let root = sources.path(percentEncoded: false)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    return try paths.filter { $0.hasSuffix(".swift") }.flatMap { path in
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      var scanner = LiteralScanner(Array(text.utf8))
      return scanner.keys().map { MessageLiteral(file: path, key: $0) }
    }
  }
}

/// Finds the string literals of a Swift file.
private struct LiteralScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var found: [String] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func starts(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  mutating func keys() -> [String] {
    code(until: 0)
    return found
  }

  /// Reads code up to and including a closing parenthesis, and returns the parts between the
  /// commas.
  @discardableResult
  private mutating func code(until end: UInt8) -> [Substring] {
    var depth = 0
    var start = index
    var parts: [Substring] = []
    func part() -> Substring { Substring(decoding: bytes[start..<index], as: UTF8.self) }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/") where starts("//"):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      case UInt8(ascii: "#") where starts("#\"") || starts("#/"):
        // Raw strings and regular expressions are not messages.
        let close: StaticString = starts("#\"") ? "\"#" : "/#"
        index += 2
        while index < bytes.count, !starts(close) { index += 1 }
        index += 2
      case UInt8(ascii: "\""): literal()
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        (depth, index) = (depth + 1, index + 1)
      case UInt8(ascii: ")") where depth == 0 && end != 0:
        parts.append(part())
        index += 1
        return parts
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        (depth, index) = (depth - 1, index + 1)
      case UInt8(ascii: ",") where depth == 0 && end != 0:
        parts.append(part())
        index += 1
        start = index
      default: index += 1
      }
    }
    return parts
  }

  private mutating func literal() {
    let isLong = starts("\"\"\"")
    index += isLong ? 3 : 1
    var key: [UInt8] = []
    var count = 0
    while index < bytes.count, isLong ? !starts("\"\"\"") : bytes[index] != UInt8(ascii: "\"") {
      if starts("\\(") {
        index += 2
        key += Array(placeholder(count, code(until: UInt8(ascii: ")"))).utf8)
        count += 1
      } else if starts("\\\n") {
        index += 2
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
      } else if bytes[index] == UInt8(ascii: "\\") {
        key += bytes[index..<min(bytes.count, index + 2)]
        index += 2
      } else if bytes[index] == UInt8(ascii: "{") {
        key += Array("'{'".utf8)
        index += 1
      } else {
        key.append(bytes[index])
        index += 1
      }
    }
    index += isLong ? 3 : 1
    var text = String(decoding: key, as: UTF8.self)
    if isLong { text = text.trimmingCharacters(in: .whitespacesAndNewlines) }
    if starts(", meaning: \"") {
      let meaning = bytes[(index + 12)...].prefix { $0 != UInt8(ascii: "\"") }
      text += " [" + String(decoding: meaning, as: UTF8.self) + "]"
    }
    found.append(text)
  }

  /// The placeholder for a value, including the forms of a count.
  private func placeholder(_ number: Int, _ parts: [Substring]) -> String {
    let forms = parts.dropFirst().compactMap { part -> (label: Substring, text: String)? in
      let trimmed = part.trimmingCharacters(in: .whitespacesAndNewlines)
      guard trimmed.hasSuffix("\""), let open = trimmed.firstIndex(of: "\"") else { return nil }
      let text = trimmed[open...].dropFirst().dropLast()
      return (trimmed[..<open].prefix { $0.isLetter }, String(text))
    }
    guard forms.count == 2 else { return "{\(number)}" }
    let texts = forms.map { $0.label.isEmpty ? "# \($0.text)" : $0.text }
    return "{\(number), plural, one {\(texts[0])} other {\(texts[1])}}"
  }
}
