import Testing

@testable import Messages

/// Numbers with a decimal comma, and durations in words.
private struct SpokenNumbers: MessageNumbers {
  func text(ofNumber digits: String) -> String { digits.replacing(".", with: ",") }
  func text(ofSeconds seconds: Double) -> String? { "\(Int(seconds)) s" }
}

@Suite struct MessageTests {
  private let writer = MessageWriter(language: .english, numbers: PlainNumbers())

  private func filled(
    _ text: String, _ values: [String: Message.Argument], _ language: MessageLanguage = .english
  ) -> String {
    MessageWriter(language: language, numbers: SpokenNumbers())
      .filled(text) { values[String($0)] }
  }

  @Test func valuesReplaceTheirPlaceholders() {
    #expect(filled("{a} of {b}", ["a": .text("{b}"), "b": .integer(3)]) == "{b} of 3")
    #expect(filled("{a} and {c}", ["a": .text("x")]) == "x and {c}")
    #expect(filled("'{search}' is {a}, it's", ["a": .text("x")]) == "{search} is x, it's")
    #expect(filled("{a}", ["a": .decimal("1.5")]) == "1,5")
    #expect(filled("{a}", ["a": .duration(90, text: "1m30s")]) == "90 s")
    #expect(writer.text(.duration(90, text: "1m30s")) == "1m30s")
  }

  @Test func aLiteralIsTheMessageAndItsKey() {
    let file = "a\u{1B}b"
    let message: Message =
      "\(name: file) has \(2, "line", "lines") in {braces}, at \(1.description)."
    #expect(message.text() == "a␛b has 2 lines in {braces}, at 1.")
    #expect(
      message.key
        == "{0} has {1, plural, one {# line} other {# lines}} in '{'braces}, at {2}.")
    #expect(message.text(in: .german) == message.text())
    let plain: Message = "Nothing."
    #expect(plain.text() == "Nothing." && !plain.isVerbatim && ("" as Message).isEmpty)
    let forms: Message = "There \(1, one: "is # file", other: "are # files")."
    #expect(forms.text() == "There is 1 file.")
    #expect(forms.key == "There {0, plural, one {is # file} other {are # files}}.")
    let quoted: Message = "\(names: ["a"]) \(number: "1.5") \(duration: 90, text: "1m30s") \"\""
    #expect(quoted.text() == "“a” 1.5 1m30s \"\"")
    let nested: Message = "\(choices: ["a", "b"]): \(plain) \(sentences: [plain, plain])"
    #expect(nested.text() == "“a”, “b”: Nothing. Nothing. Nothing.")
  }

  @Test func aMessageWithTwoMeaningsHasTwoKeys() {
    let word = Message("on", meaning: "a word to type")
    #expect(word.key == "on [a word to type]" && word.text() == "on")
    #expect(word != "on" && word.text(in: .german) != ("on" as Message).text(in: .german))
  }

  @Test func aMessageWithoutATranslationIsEnglish() {
    let message: Message = "No table has the key “\(name: "x")”."
    #expect(message.text(in: .german) == message.text())
    let mixed: Message = "It has no button \("Cancel" as Message) in \(number: "1.5")."
    #expect(
      mixed.text(in: .german, numbers: SpokenNumbers()) == "It has no button Cancel in 1.5.")
    #expect(!message.isTranslated(into: .german) && message.isTranslated(into: .english))
    #expect(("Cancel" as Message).isTranslated(into: .german))
  }

  /// A value may itself end with a period, such as a cause in the system's words.
  @Test func oneStopEndsASentence() {
    #expect(filled("It failed: {a}.", ["a": .text("No route.")]) == "It failed: No route.")
    #expect(filled("{a}。", ["a": .text("1 Std.")], .japanese) == "1 Std.")
  }

  static let rows = "{n, plural, one {# row} other {# rows}} in {f}"

  @Test(
    arguments: [
      (MessageLanguage.english, Message.Argument.integer(0), "0 rows in f"),
      (.english, .integer(1), "1 row in f"), (.english, .integer(21), "21 rows in f"),
      (.german, .decimal("1.5"), "1,5 rows in f"), (.japanese, .integer(1), "1 rows in f"),
      (.arabic, .integer(1), "1 row in f"), (.hebrew, .integer(2), "2 rows in f"),
    ])
  func formsFollowTheNumber(
    language: MessageLanguage, number: Message.Argument, expected: String
  ) {
    #expect(filled(Self.rows, ["n": number, "f": .text("f")], language) == expected)
  }

  /// Numbers and their plural forms in English, Hebrew and Arabic, from the CLDR samples.
  @Test(
    arguments: [
      ("0", .other, .other, .zero), ("1", .one, .one, .one), ("2", .other, .two, .two),
      ("3", .other, .other, .few), ("10", .other, .other, .few), ("11", .other, .other, .many),
      ("26", .other, .other, .many), ("99", .other, .other, .many), ("100", .other, .other, .other),
      ("101", .other, .other, .other), ("102", .other, .other, .other),
      ("103", .other, .other, .few), ("110", .other, .other, .few),
      ("111", .other, .other, .many), ("1011", .other, .other, .many),
      ("1000000", .other, .other, .other), ("-1", .one, .one, .one), ("-3", .other, .other, .few),
      ("0.5", .other, .one, .other), ("1.0", .other, .other, .one), ("1.5", .other, .other, .other),
      ("3.0", .other, .other, .few), ("11.1", .other, .other, .other),
      ("", .other, .other, .other), ("1e+300", .other, .other, .other),
      ("soon", .other, .other, .other), (".5", .other, .other, .other),
    ] as [(String, PluralForm, PluralForm, PluralForm)])
  func pluralForms(digits: String, english: PluralForm, hebrew: PluralForm, arabic: PluralForm) {
    #expect(PluralForm(digits, in: .english) == english)
    #expect(PluralForm(digits, in: .german) == english)
    #expect(PluralForm(digits, in: .hebrew) == hebrew)
    #expect(PluralForm(digits, in: .arabic) == arabic)
    #expect(PluralForm(digits, in: .japanese) == .other)
    #expect(PluralForm(digits, in: .chinese) == .other)
  }

  /// If a text lacks the form for a number, the form `other` is used.
  @Test func everyFormIsChosen() {
    let all = PluralForm.allCases.map { "\($0) {\($0)}" }.joined(separator: " ")
    let chosen = ["0", "1", "2", "3", "11", "100"].map {
      filled("{n, plural, \(all)}", ["n": .decimal($0)], .arabic)
    }
    #expect(chosen == PluralForm.allCases.map(\.rawValue))
    #expect(filled("{n, plural, one {a} other {b}}", ["n": .integer(3)], .arabic) == "b")
  }

  @Test func placeholdersInForms() {
    let text = "{n, plural, one {one {f}} other {{f} and # more}}"
    #expect(filled(text, ["n": .integer(1), "f": .text("x")]) == "one x")
    #expect(filled(text, ["n": .integer(3), "f": .text("x")]) == "x and 3 more")
  }

  @Test func namesAreListed() {
    let names = (1...51).map { "u\($0)" }
    #expect(writer.text(.names(["a", "b"])) == "“a”, “b”")
    #expect(writer.text(.names(names.dropLast())).hasSuffix(", “u49”, “u50”"))
    #expect(writer.text(.names(names)).hasSuffix("“u7”, “u8” and 43 more"))
    // Fewer names than the limit, with a total of a thousand characters or one more.
    let long = (1...20).map { _ in String(repeating: "x", count: 50) }
    #expect(writer.text(.names(long)).hasSuffix("x”, “\(long[0])”"))
    #expect(writer.text(.names(long + ["y"])).hasSuffix("x” and 13 more"))
    let german = MessageWriter(language: .german, numbers: PlainNumbers())
    #expect(german.text(.names(["a", "b"])) == "„a“, „b“")
    let japanese = MessageWriter(language: .japanese, numbers: PlainNumbers())
    #expect(japanese.text(.names(names)).hasSuffix("「u8」、ほか43件"))
  }

  @Test func sentencesAreJoined() {
    #expect(MessageLanguage.english.joined(["A.", "", "B."]) == "A. B.")
    #expect(MessageLanguage.japanese.joined(["あ。", "い。"]) == "あ。い。")
    #expect(writer.text(.sentences([.verbatim("A."), .verbatim("B.")])) == "A. B.")
  }

  @Test func verbatimTextsStay() {
    #expect(Message.verbatim("{a} '{b}'").text(in: .german) == "{a} '{b}'")
    #expect(Message.verbatim("").isEmpty)
    #expect(!Message.listSeparator.isEmpty)
  }

  @Test func tablesAreRead() {
    let table = MessageTable(
      """
      /* A comment with "quotes" = "in it"; */
      "a" = "one \\"two\\" \\\\ three\\nfour";
      "b"="x";
      "c" = "";
      "The \\"d\\" = \\\\" = "Das \\"d\\"";
      """)
    #expect(table.text("a") == "one \"two\" \\ three\nfour")
    #expect(table.text("b") == "x")
    #expect(table.text("c")?.isEmpty == true)
    #expect(table.text("d") == nil)
    #expect(table.text("The \"d\" = \\") == "Das \"d\"")
  }

  @Test(
    arguments: [
      ("de", .german), ("de-CH", .german), ("ja_JP", .japanese), ("zh-Hans-CN", .chinese),
      ("zh", .chinese), ("en-GB", .english), ("fr", .english), ("", .english), ("C", .english),
      ("DE", .german), ("ar", .arabic), ("ar-EG", .arabic), ("ar_MA.UTF-8", .arabic),
      ("he", .hebrew), ("he_IL", .hebrew), ("iw", .hebrew), ("zh-Hant", .english),
      ("zh-TW", .english), ("-", .english),
    ] as [(String, MessageLanguage)])
  func language(locale: String, language: MessageLanguage) {
    #expect(MessageLanguage(locale: locale) == language)
  }

  /// Arabic, Chinese, Hebrew and Japanese cannot be written in ASCII; German can.
  @Test(
    arguments: [
      ("de", .german), ("ja", .english), ("zh-Hans", .english), ("en", .english), ("fr", .english),
      ("ar", .english), ("he", .english),
    ] as [(String, MessageLanguage)])
  func languageInASCII(locale: String, language: MessageLanguage) {
    #expect(MessageLanguage(locale: locale, isASCII: true) == language)
  }
}
