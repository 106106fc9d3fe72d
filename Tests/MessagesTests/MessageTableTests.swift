import Foundation
import Testing

@testable import Messages

/// The string tables and the members for their keys.
@Suite struct MessageTableTests {
  static let english = MessageTable.table(of: .english).texts

  @Test(arguments: MessageLanguage.allCases)
  func everyLanguageHasEveryText(language: MessageLanguage) {
    let texts = MessageTable.table(of: language).texts
    let missing = Self.english.keys.filter { texts[$0] == nil }
    let unknown = texts.keys.filter { Self.english[$0] == nil }
    #expect(missing.sorted() == [] && unknown.sorted() == [])
    let empty = texts.filter { $0.value.isEmpty }.map { String($0.key) }
    #expect(Set(empty).isSubset(of: ["durationJoint"]))
  }

  /// A line of a table is a text, a comment or empty, and every key is unique.
  @Test(arguments: MessageLanguage.allCases)
  func everyLineOfATableIsRead(language: MessageLanguage) throws {
    let folder = Checkout.sources.appending(path: "CMessageTables/Tables")
    let file = try String(
      contentsOf: folder.appending(path: "\(language.rawValue).strings"), encoding: .utf8)
    let lines = file.split(separator: "\n")
    let texts = lines.filter { $0.hasPrefix("\"") }
    #expect(texts.count == MessageTable.table(of: language).texts.count)
    #expect(texts.allSatisfy { $0.wholeMatch(of: /"\w+" = ".*";/) != nil })
    let others = lines.filter { !$0.hasPrefix("\"") }
    #expect(others.allSatisfy { $0.hasPrefix("/* ") && $0.hasSuffix(" */") })
  }

  /// The remedies that a language writes without the value, because of its grammar.
  static let wordedWithout: Set<Substring> = ["giveExpected"]

  @Test(arguments: MessageLanguage.allCases)
  func placeholdersAreThoseOfTheMember(language: MessageLanguage) throws {
    let texts = MessageTable.table(of: language).texts
    for member in try Checkout.members() {
      let text = texts[member.name[...]] ?? ""
      let used = Self.placeholders(String(text))
      let expected = Set(member.labels)
      #expect(used.isSubset(of: expected), "\(member.name): \(used.subtracting(expected))")
      if language == .english || !Self.wordedWithout.contains(member.name[...]) {
        #expect(used == expected, "\(member.name) lacks \(expected.subtracting(used))")
      }
    }
  }

  /// The names in braces, including those in plural forms.
  static func placeholders(_ text: String) -> Set<String> {
    let plain = text.replacing(/'[{}].*?'/, with: "")
    return Set(
      plain.matches(of: /\{(\w+)(?:,|\})/).map { String($0.1) }
        .filter { !isForm($0, of: plain) })
  }

  /// Whether a word is the whole text of a plural form, such as `{value}` in `one {value}`.
  private static func isForm(_ word: String, of text: String) -> Bool {
    text.contains(", plural,")
      && PluralForm.allCases.contains { text.contains("\($0) {\(word)}") }
  }

  /// The required plural forms of each language: those of CLDR, except those that the last form can
  /// replace.
  static let forms: [MessageLanguage: Set<PluralForm>] = [
    .english: [.one, .other], .german: [.one, .other], .hebrew: [.one, .other],
    .arabic: [.one, .two, .few, .many, .other], .chinese: [.other], .japanese: [.other],
  ]

  @Test(arguments: MessageLanguage.allCases)
  func everyPluralHasTheFormsOfItsLanguage(language: MessageLanguage) throws {
    let needed = try #require(Self.forms[language])
    for (key, text) in MessageTable.table(of: language).texts {
      for plural in text.split(separator: ", plural,").dropFirst() {
        let forms = PluralForm.allCases.filter { form in
          plural.contains(" \(form) {") || plural.hasPrefix("\(form) {")
        }
        #expect(needed.isSubset(of: forms), "\(key): \(text)")
      }
    }
  }

  /// Files and machines get the texts of the tables, so no table has direction marks.
  @Test(arguments: MessageLanguage.allCases)
  func noTextHasMarksOfDirection(language: MessageLanguage) {
    let marks: [ClosedRange<UInt32>] = [
      0x200E...0x200F, 0x61C...0x61C, 0x202A...0x202E,
      0x2066...0x2069,
    ]
    let marked = MessageTable.table(of: language).texts.filter { _, text in
      text.unicodeScalars.contains { scalar in marks.contains { $0.contains(scalar.value) } }
    }
    #expect(marked.keys.sorted() == [])
  }

  @Test func everyKeyHasAMember() throws {
    let members = try Checkout.members()
    let names = members.map(\.name)
    #expect(Set(names).count == names.count, "A member is declared twice.")
    #expect(Set(names) == Set(Self.english.keys.map(String.init)))
  }

  /// Only the declarations that the other tests check call `entry`.
  @Test func everyDeclarationIsSeen() throws {
    let files = try Checkout.files().filter { $0.contains("extension Message {") }
    let calls = files.reduce(0) { $0 + $1.matches(of: /\bentry\(/).count }
    #expect(calls == (try Checkout.members().count))
  }

  @Test func everyMemberIsUsed() throws {
    let text = try Checkout.files().joined(separator: "\n")
    let used = Set(text.matches(of: /\.(\w+)/).map { String($0.1) })
    let unused = try Checkout.members().map(\.name).filter { !used.contains($0) }
    #expect(unused == [])
  }

  /// Texts that may be the same in English.
  static let same: Set<Substring> = [
    "quotation", "listSeparator", "durationJoint", "monthAndYear", "aURL", "positionByte",
    "afternoonTime", "askName", "askMinimum", "askMaximum", "pageHome", "pageName", "pageRevision",
    "pageTimeline",
    "pageToken", "forenoonTime",
  ]

  @Test(arguments: MessageLanguage.allCases.filter { $0 != .english })
  func otherLanguagesAreNotEnglish(language: MessageLanguage) {
    let texts = MessageTable.table(of: language).texts
    let same = Self.english.filter { key, text in
      texts[key] == text && !Self.same.contains(key) && text.contains { $0.isLetter }
        && Self.hasWords(text)
    }
    #expect(same.keys.sorted() == [])
  }

  /// Whether there is a letter outside the placeholders.
  private static func hasWords(_ text: Substring) -> Bool {
    text.replacing(/\{[^{}]*\}/, with: "").contains { $0.isLetter }
  }

  /// Units of durations, which some languages abbreviate with a period.
  static let units: Set<Substring> = ["durationUnits", "hourCount", "minuteCount", "secondCount"]

  /// A sentence ends with a period in every language, and a phrase without one.
  @Test(arguments: MessageLanguage.allCases)
  func sentencesEndAlike(language: MessageLanguage) {
    let stops: Set<Character> = [".", "?", "。", "？", "؟"]
    let texts = MessageTable.table(of: language).texts
    let different = Self.english.filter { key, text in
      if Self.units.contains(key) { return false }
      guard let last = text.last, let other = texts[key]?.last, other != "}", last != "}" else {
        return false
      }
      return stops.contains(last) != stops.contains(other)
    }
    #expect(different.keys.sorted() == [])
  }
}

/// The sources from which the test is built.
enum Checkout {
  static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The texts of all Swift files.
  static func files() throws -> [String] {
    let found = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    return try (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// A static member of `Message` with an entry in the tables, and its labels.
  struct Member {
    var name: String
    var labels: [String]
  }

  static func members() throws -> [Member] { try declared.get() }

  private static let declared: Result<[Member], any Error> = Result {
    let pattern = /static (?:var|func) (\w+)(?:\(([^)]*)\))?(?: ->|:) Message \{\s*entry\(/
    return try files().filter { $0.contains("Message {") }.flatMap { file in
      file.matches(of: pattern).map { match in
        let labels = (match.2 ?? "").matches(of: /(\w+):/).map { String($0.1) }
        return Member(name: String(match.1), labels: labels)
      }
    }
  }
}
