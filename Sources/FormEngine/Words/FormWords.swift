/// The form's own texts in one language, and the ways in which its place writes dates and numbers.
///
/// English, Simplified Chinese, German and Japanese are there; every other language gets English.
public struct FormWords: Sendable, Hashable {
  /// A language that has a table.
  public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case chinese = "zh-Hans"
    case german = "de"
    case japanese = "ja"
  }

  /// The language of the texts.
  public let language: Language

  /// Whether only ASCII can be shown.
  let isASCII: Bool

  /// How dates, times, numbers and amounts are written, also where the texts are English for want of
  /// a table.
  public let format: LocaleFormat

  /// Picks the table for a BCP 47 tag, such as `de-AT`; Traditional Chinese has none of its own.
  ///
  /// - Parameters:
  ///   - locale: The tag; a name of POSIX such as `de_AT` serves as well.
  ///   - isASCII: Whether only ASCII can be shown. The texts of languages that cannot be written in
  ///     it are then English ones.
  public init(locale: String, isASCII: Bool = false) {
    self.isASCII = isASCII
    format = LocaleFormat(locale: locale)
    switch locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
    case "de": language = .german
    case "ja" where !isASCII: language = .japanese
    case "zh" where !isASCII: language = .chinese
    default: language = .english
    }
  }

  /// The texts and ways of English without a region.
  public static let english = FormWords(locale: "en")

  /// The text with what stands for `%1`, `%2` and so on.
  public func callAsFunction(_ word: FormWord, _ arguments: String...) -> String {
    Self.filled(table[word] ?? FormWords.englishTexts[word] ?? word.rawValue, arguments)
  }

  /// The text for a number of things, which stands for `%1`.
  ///
  /// A table gives two forms with `||` between them where the language has a singular and a plural;
  /// Chinese and Japanese have one form (CLDR, plural rules for cardinals).
  public func callAsFunction(_ word: FormWord, count: Int) -> String {
    let text = table[word] ?? FormWords.englishTexts[word] ?? word.rawValue
    let number = format.text(of: count)
    guard let bar = text.firstRange(of: "||") else { return Self.filled(text, [number]) }
    let form = count == 1 ? text[..<bar.lowerBound] : text[bar.upperBound...]
    return Self.filled(String(form), [number])
  }

  static func filled(_ text: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty else { return text }
    var filled = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "%", let number = rest.first?.wholeNumberValue,
        arguments.indices.contains(number - 1)
      else {
        filled.append(character)
        continue
      }
      rest.removeFirst()
      filled += arguments[number - 1]
    }
    return filled
  }

  /// The parts of a text that lists names.
  public func names(_ word: FormWord) -> [String] {
    self(word).split(separator: ",").map(String.init)
  }

  /// Whether a person means a command by a line: its word in the language or in English, whatever
  /// the case of its letters.
  public func isMeant(_ word: FormWord, by line: String) -> Bool {
    let folded = line.lowercased()
    return names(word).contains(folded)
      || FormWords.englishTexts[word]?.split(separator: ",").contains { $0 == folded } == true
  }

  /// A text between the quotation marks of the language, cut after 60 characters.
  public func quoted(_ text: String) -> String {
    let shown = text.count > 60 ? text.prefix(59) + "…" : text[...]
    return switch language {
    case .english, .chinese: "“\(shown)”"
    case .german: "„\(shown)“"
    case .japanese: "「\(shown)」"
    }
  }

  /// The table of the language.
  var table: [FormWord: String] {
    switch language {
    case .english: FormWords.englishTexts
    case .chinese: FormWords.chineseTexts
    case .german: FormWords.germanTexts
    case .japanese: FormWords.japaneseTexts
    }
  }
}

/// A text of the form itself, as opposed to those of a definition.
public enum FormWord: String, Sendable, Hashable, CaseIterable {
  // Rows and their answers.
  case save, cancel, family, familyHelp, choose, notSet, add, noProvider, missing
  case modified, byDefault, asking, notInFamily, countOf, discardWarning
  // Hidden rows.
  case hiddenIs, hiddenNotSet, hiddenNot, hiddenParent, hiddenHelp
  // What is laid over the rows.
  case previewTitle, entriesTitle, notComplete, moreLines, computing, noTimeline
  case reviewTitle, withoutEffect, nothingChanged, goTo, nothingMatches, helpTitle, helpTyping
  case textFull
  // The places that have keys of their own.
  case placeForm, placeEditor, placeList, placePanel, placeReview, placeJump, placeCalendar
  // What keys do, in short, for the line of keys.
  case move, change, edit, leave, clear, undo, takeOver, back, next, askAgain, help, review
  case cancelKey, jumpKey, chooseKey
  case scroll, days, weeks, goThere, preview
  // What keys do, in full, for the table of keys.
  case nextRow, previousRow, firstRow, lastRow, rowsUp, rowsDown, stepUp, stepDown
  case stepsUp, stepsDown, activate, clearRow, elementUp, elementDown, redo, retry
  case resetRow, resetAll, cancelForm, suspend, redraw, showHelp, jump, showHidden, showPreview
  case openCalendar, fill, openList, nextPart, completePart, newLine, commit, dismiss, saveNow
  case chooseOne, textLeft, textRight, wordLeft, wordRight, textStart, textEnd
  case deleteLeft, deleteRight, deleteWordLeft, deleteWordRight, deleteToStart, deleteToEnd
  case yank, lineUp, lineDown, nextMonth, previousMonth, monthStart, monthEnd
  case transpose, undoTyping, nextInitial, previousInitial
  // The parts of what is edited, and how they are edited.
  case partYear, partMonth, partDay, partHour, partMinute, partSecond, partPeriod
  case dayHelp, timeHelp, unitHelp, currencyHelp, pathHelp, completeKey
  case pathLineHelp, unitLineHelp, currencyLineHelp
  case lineRaise, lineLower, lineFill, elementLineHelp
  // Why the entries of a folder cannot be given.
  case folderMissing, folderDenied, folderRemote, folderTooLarge
  // Names with commas between them, January first and Sunday first.
  case months, weekdays, monthAndYear
  // Lists of choices.
  case askingChoices, typeToSearch, searching, nothingToChoose
  // Answers and what is said about them.
  case on, off, typeThis, isNot, savesWhenReady, tooManyDefaults, fewerDefaults, defaultIsNot
  case defaultDoesNotFit, chooseValue, identifier, displayText
  // Units of durations, from days to seconds, in short and with their numbers.
  case durationUnits, dayCount, hourCount, minuteCount, secondCount, durationJoint
  // Questions line by line.
  case plainIntro, notInFamilyKept, inputEnded, saveQuestion, typeYesNo, noSuchFamily
  case nothingMatchesTerm, moreChoices, noMoreChoices, typeObject, fromTo, orMore, orLess
  case severalIntents, whichIntent, lineHint, listHint, nothingToUndo, nothingToRedo
  // The words that are commands and answers there; the first of several is the one shown.
  case sayYes, sayNo, sayOn, sayOff, sayBack, sayQuit, sayUndo, sayRedo, sayMore
  // Before and after the form.
  case saved, wouldSave, cancelled, endedBySignal, nothingToRead, toBeAnswered, waysToAnswer
  case familyNotListed, keptChoices, timelineFailed, noEntries, moreEntries, reload, reloadAtEnd
  case reloadAfter, reloadNever
}
