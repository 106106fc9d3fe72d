public import IntentModel
public import IntentOptions

extension FormWords {
  /// What is wrong, as one sentence in the language.
  public func sentence(_ issue: IntentIssue) -> String {
    guard let issues, let told = told(issue.reason) else { return issue.sentence }
    let sentence = Self.filled(issues[told.word] ?? issue.sentence, told.arguments)
    // A unit that is shortened with a stop ends the sentence with it.
    return sentence.hasSuffix("..") ? String(sentence.dropLast()) : sentence
  }

  /// What to do about it, as one sentence in the language.
  public func remedy(_ issue: IntentIssue) -> String {
    guard issues != nil else { return issue.remedy }
    return advice(issue.reason) ?? issue.remedy
  }

  /// What is wrong and what to do about it, in one line.
  public func line(_ issue: IntentIssue) -> String {
    // Sentences that end in a wide stop have the room of a blank in it.
    let joint = sentence(issue).hasSuffix("。") ? "" : " "
    return sentence(issue) + joint + remedy(issue)
  }

  /// What a text of a type looks like, for messages and for the help of an empty field.
  public func expectation(of type: ParameterType) -> String {
    phrase(ValueText.expectation(of: type))
  }

  /// The word for the values of a type.
  func kind(of type: ParameterType) -> String { phrase(type.valueKind) }

  /// The texts about issues; nil for English, whose sentences the issues have themselves.
  var issues: [IssueWord: String]? {
    switch language {
    case .english: nil
    case .chinese: FormWords.chineseIssues
    case .german: FormWords.germanIssues
    case .japanese: FormWords.japaneseIssues
    }
  }

  /// A text about issues; empty in English.
  func issue(_ word: IssueWord, _ arguments: String...) -> String {
    Self.filled(issues?[word] ?? "", arguments)
  }

  /// The sentence for a reason and what stands in it; nil for one that is in words already.
  private func told(
    _ reason: IntentIssue.Reason
  ) -> (word: IssueWord, arguments: [String])? {
    switch reason {
    case .wrongType(let expected, let found): (.expected, [phrase(expected), phrase(found)])
    case .notFinite: (.notFinite, [])
    case .belowMinimum(let value, let minimum):
      (.below, [format.localized(value), format.localized(minimum)])
    case .aboveMaximum(let value, let maximum):
      (.above, [format.localized(value), format.localized(maximum)])
    case .durationBelow(let value, let minimum): (.below, [lasting(value), lasting(minimum)])
    case .durationAbove(let value, let maximum): (.above, [lasting(value), lasting(maximum)])
    case .unknownCase(let name, _): (.noCase, [quoted(name)])
    case .caseIsNoValue(let name): (.caseIsNoValue, [quoted(name)])
    case .danglingEnum(let name): (.danglingEnum, [quoted(name)])
    case .emptyIdentifier: (.emptyIdentifier, [])
    case .unknownProperty(let name, let type, _): (.noProperty, [type, quoted(name)])
    case .missingMember(let name): (.missingMember, [quoted(name)])
    case .noComponents: (.noComponents, [])
    case .componentNotAllowed(let name, let kind):
      (kind == "time" ? .notAllowedInTime : .notAllowedInDate, [part(name)])
    case .componentOutOfRange(let name, let value, let range):
      (.componentOutOfRange, [part(name), "\(value)"] + ends(range))
    case .noSuchDay(let year, let month, let day): (.noSuchDay, [dayText(year, month, day)])
    case .lineBreak: (.lineBreak, [])
    case .controlCharacter(let scalar): (.controlCharacter, [codePoint(scalar)])
    case .notAURL(let text): (.notAURL, [quoted(text)])
    case .emptyText: (.emptyText, [])
    case .coordinateOutOfRange(let name, let value, let limit):
      (
        name == "latitude" ? .latitudeOutOfRange : .longitudeOutOfRange,
        [format.localized(value)] + ends(-limit...limit)
      )
    case .emptyPlacemark: (.emptyPlacemark, [])
    case .notADecimal(let text): (.notADecimal, [quoted(text)])
    case .notACurrencyCode(let code): (.notACurrencyCode, [quoted(code)])
    default: toldOfRest(reason)
    }
  }

  private func toldOfRest(
    _ reason: IntentIssue.Reason
  ) -> (word: IssueWord, arguments: [String])? {
    switch reason {
    case .currencyNotOffered(let code, _): (.currencyNotOffered, [code])
    case .unknownUnit(let unit, let quantity, _):
      (.noUnit, [self.quantity(quantity), quoted(unit)])
    case .arrayForSingle: (.arrayForSingle, [])
    case .singleForArray: (.singleForArray, [])
    case .nestedArray: (.nestedArray, [])
    case .tooManyValues(let count, let maximum, let family):
      (.tooManyValues, ["\(count)", "\(maximum)", family.rawValue])
    case .unknownParameter(let name, let intent, _): (.noParameter, [intent, quoted(name)])
    case .unknownMember(let name, _): (.noMember, [quoted(name)])
    case .wrongIntent(let name, _): (.wrongIntent, [quoted(name)])
    case .unknownFamily(let name): (.noFamily, [quoted(name)])
    case .notOffered(let identifier, let display): (.notOffered, [quoted(display), identifier])
    case .noEditor(let type): (.noEditor, [type])
    case .choiceNotFound(let text, let source, _): (.choiceNotFound, [quoted(text), source])
    case .hidden(.notConfigurable): (.notConfigurable, [])
    case .hidden(.noDisplayPriority): (.noDisplayPriority, [])
    case .hidden(.noEditor): (.hiddenNoEditor, [])
    case .hidden(.parentHidden(let parent)): (.parentHidden, [parent])
    case .hidden(.conditionNotMet(let parent)): (.conditionNotMet, [parent])
    // Sources and readers speak for themselves.
    default: nil
    }
  }
}

extension FormWords {
  /// A phrase of an issue in the language: a kind of value, or what a text of it looks like; a text
  /// in quotation marks gets those of the language, and anything else stays as it is.
  func phrase(_ english: String) -> String {
    guard issues != nil else { return english }
    if let word = IssueWord.kinds[english] { return issue(word) }
    for (beginning, word) in IssueWord.examples where english.hasPrefix(beginning) {
      return issue(word, example(String(english.dropFirst(beginning.count))))
    }
    if english.count >= 2, english.hasPrefix("“"), english.hasSuffix("”") {
      return quoted(String(english.dropFirst().dropLast()))
    }
    return english
  }

  /// An example of what to type; of an amount, with the mark that the place puts before a fraction.
  private func example(_ text: String) -> String {
    guard let blank = text.firstIndex(of: " "), text[..<blank].contains(".") else { return text }
    return format.localized(String(text[..<blank])) + text[blank...]
  }

  /// A number of seconds in the way of the language.
  func lasting(_ seconds: Double) -> String {
    DurationText.display(of: seconds, words: self)
  }

  private func ends(_ range: ClosedRange<Int>) -> [String] {
    ["\(range.lowerBound)", "\(range.upperBound)"]
  }

  private func codePoint(_ scalar: UInt32) -> String {
    let hex = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  /// The day as it was given: there is no such day that a place could write in its own way.
  private func dayText(_ year: Int?, _ month: Int, _ day: Int) -> String {
    let parts = [year, month, day].compactMap { $0.map(String.init) }
    return parts.joined(separator: "-")
  }

  /// The name of a component of dates and times.
  private func part(_ name: String) -> String {
    IssueWord(rawValue: name).map { issue($0) } ?? name
  }

  private func quantity(_ name: String) -> String {
    let folded = name.prefix(1).lowercased() + name.dropFirst()
    return IssueWord(rawValue: folded).map { issue($0) } ?? name
  }
}

extension IssueWord {
  /// The kinds of values by the words that issues have for them.
  static let kinds: [String: IssueWord] = [
    "a Boolean": .aBoolean, "yes or no": .aBoolean, "a whole number": .aWholeNumber,
    "a decimal number": .aDecimalNumber, "a string": .aString, "an enum case": .anEnumCase,
    "an object": .anObject, "date components": .dateComponents, "a duration": .aDuration,
    "a URL": .aURL, "a placemark": .aPlacemark, "a person": .aPerson, "a file": .aFile,
    "a currency amount": .anAmount, "a payment method": .aPaymentMethod,
    "a speakable string": .aPhrase, "a measurement": .aMeasurement, "an array": .anArray,
  ]

  /// The beginnings of the words for what to type; an example follows them.
  static let examples: [(beginning: String, word: IssueWord)] = [
    ("a date such as ", .aDateSuchAs), ("a time such as ", .aTimeSuchAs),
    ("a date and time such as ", .aMomentSuchAs), ("a duration such as ", .aDurationSuchAs),
    ("an amount such as ", .anAmountSuchAs), ("a measurement such as ", .aMeasurementSuchAs),
  ]
}

extension FormWords {
  /// The way out of an issue; nil for one that is in words already.
  func advice(_ reason: IntentIssue.Reason) -> String? {
    switch reason {
    case .wrongType: issue(.writeSo)
    case .notFinite: issue(.giveFinite)
    case .belowMinimum(_, let minimum): issue(.giveOrMore, format.localized(minimum))
    case .aboveMaximum(_, let maximum): issue(.giveOrLess, format.localized(maximum))
    case .durationBelow(_, let minimum): issue(.giveOrMore, lasting(minimum))
    case .durationAbove(_, let maximum): issue(.giveOrLess, lasting(maximum))
    case .unknownCase(let name, let choices), .unknownProperty(let name, _, let choices),
      .currencyNotOffered(let name, let choices), .unknownUnit(let name, _, let choices),
      .unknownParameter(let name, _, let choices), .unknownMember(let name, let choices),
      .wrongIntent(let name, let choices), .choiceNotFound(let name, _, let choices):
      suggestion(for: name, among: choices)
    case .unknownFamily(let name):
      suggestion(for: name, among: WidgetFamily.allCases.map(\.rawValue))
    case .caseIsNoValue: issue(.leaveOutInstead)
    case .danglingEnum: issue(.addEnum)
    case .emptyIdentifier: issue(.giveIdentifier)
    case .missingMember(let name): issue(.add, quoted(name))
    case .noComponents: issue(.setOne)
    case .componentNotAllowed(let name, _): issue(.remove, component(name))
    case .componentOutOfRange(let name, _, let range):
      issue(.giveFromTo, component(name), "\(range.lowerBound)", "\(range.upperBound)")
    case .noSuchDay: issue(.giveDayOfMonth)
    case .lineBreak: issue(.oneLine)
    case .controlCharacter: issue(.removeCharacter)
    case .notAURL: issue(.giveURL)
    default: adviceOnRest(reason)
    }
  }

  private func adviceOnRest(_ reason: IntentIssue.Reason) -> String? {
    switch reason {
    case .emptyText: issue(.writeSomething)
    case .coordinateOutOfRange(_, _, let limit): issue(.giveDegrees, "-\(limit)", "\(limit)")
    case .emptyPlacemark: issue(.giveName)
    case .notADecimal: issue(.writeDigits, format.localized("12.50"))
    case .notACurrencyCode: issue(.threeLetters)
    case .arrayForSingle: issue(.withoutArray)
    case .singleForArray: issue(.inArray)
    case .nestedArray: issue(.oneArray)
    case .tooManyValues(_, let maximum, _): issue(.removeAllBut, "\(maximum)")
    case .hidden(.notConfigurable), .hidden(.noDisplayPriority), .hidden(.noEditor):
      issue(.leaveOut)
    case .hidden(.parentHidden(let parent)), .hidden(.conditionNotMet(let parent)):
      issue(.leaveOutOrChange, parent)
    case .notOffered: issue(.chooseAnother)
    case .noEditor: issue(.leaveOut)
    // A source says itself what is to be done.
    default: nil
    }
  }

  private func component(_ name: String) -> String {
    IssueWord(rawValue: name).map { issue($0) } ?? name
  }

  /// The name that was perhaps meant, or the whole choice where nothing is near; at most eight names
  /// are listed.
  private func suggestion(for name: String, among choices: [String]) -> String {
    if let nearest = nearestName(to: name, among: choices) {
      return issue(.didYouMean, quoted(nearest))
    }
    guard !choices.isEmpty else { return issue(.removeIt) }
    let listed = choices.prefix(8).map(quoted).joined(separator: issue(.separator))
    return choices.count > 8
      ? issue(.chooseFromMore, listed, "\(choices.count - 8)") : issue(.chooseFrom, listed)
  }
}

extension FormWords {
  /// What happened to a source, in one or two sentences: in the language what kind of failure it is,
  /// and then what the source says about it in its own words.
  public func sentence(_ error: OptionsError) -> String {
    guard issues != nil else { return error.message }
    return "\(issue(error.code.word)) \(error.message)"
  }
}

extension OptionsError.Code {
  /// The word for the kind of failure.
  var word: IssueWord {
    switch self {
    case .notFound: .sourceNotFound
    case .unreadable: .sourceUnreadable
    case .timedOut: .sourceTimedOut
    case .tooLarge: .sourceTooLarge
    case .failed: .sourceFailed
    case .malformed: .sourceMalformed
    case .invalidAnswer: .sourceInvalid
    case .noProvider: .sourceMissing
    }
  }
}
