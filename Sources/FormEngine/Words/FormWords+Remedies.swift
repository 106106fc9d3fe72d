import IntentModel
public import IntentOptions

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
