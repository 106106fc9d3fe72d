import DefinitionFormats
import IntentModel
import Messages
import Testing
import WidgetTestSupport

@testable import BundledWidgets
@testable import DefinitionFormats
@testable import ICalendar
@testable import InputFiles
@testable import IntentModel
@testable import JSONC
@testable import StoreModel
@testable import WidgetFormats
@testable import WidgetTimeline

/// Every problem in the project has a code for scripts, a sentence, and a remedy.
@Suite struct ProblemLawTests {
  /// A problem of a kind, and the texts about it.
  struct Sample {
    /// The type and the case of the problem.
    var name: String
    var statement: ProblemStatement

    init(_ problem: some StatedProblem) { self.init(problem, problem.statement) }

    init<Problem>(_ problem: Problem, _ statement: ProblemStatement) {
      let label = String(describing: problem).prefix { $0.isLetter || $0.isNumber }
      name =
        String(reflecting: Problem.self).split(separator: ".").dropFirst().joined(
          separator: ".") + "." + label
      self.statement = statement
    }
  }

  /// Problems of every kind, some with different remedies.
  static let samples: [Sample] = {
    var samples = timeline.map { Sample($0, TimelineFinding($0).statement) }
    samples += translations.map { Sample($0) }
    samples += JSONSyntaxError.Rule.allCases.map {
      Sample($0, $0.statement(about: "subject", firstLine: 3))
    }
    samples += formats.map { Sample($0) }
    samples += definitions.map {
      Sample($0, DefinitionProblem(rule: $0, path: PropertyListPath()).statement)
    }
    samples += manifests.map { Sample($0) }
    samples += builtins.map { Sample($0, ProblemStatement($0.code, $0.sentence, $0.remedy)) }
    samples += definitionRules.map { Sample($0, $0.statement) }
    samples += IntentIssue.Reason.samples.map { Sample($0) }
    samples += IntentIssue.Reason.samplesOfOthers.map { Sample($0) }
    samples += files.map { Sample($0) }
    samples += propertyListRules.map { Sample($0) }
    samples += tables.map { Sample($0) }
    return samples
  }()

  private static let verdictSamples: [(name: String, statement: VerdictStatement)] = {
    var samples = verdicts.map { (name: "DiffVerdict", statement: $0.statement) }
    samples += widgets.map { (name: "WidgetVerdict", statement: $0.statement) }
    return samples + [(name: "IntentVerdict", statement: IntentVerdict.notForWidgets.statement)]
  }()

  private static let finished: [(name: String, text: Message)] = {
    var texts = samples.map { (name: $0.name, text: $0.statement.message) }
    texts += verdictSamples.map { (name: $0.name, text: $0.statement.message) }
    texts += verdictSamples.map { (name: $0.name, text: $0.statement.meaning) }
    texts += changes.map { (name: "AnswerChange", text: $0.message) }
    texts += calendars.map {
      (name: "CalendarProblem", text: CalendarProblem(file: "f", line: 2, code: $0).message)
    }
    return texts
  }()

  @Test(arguments: [
    MigrationCode.controlChanged, .currenciesChanged, .dateKindChanged, .defaultChanged,
    .typeChanged, .unitChanged,
  ])
  func `a migration has the same code as diff for the same change`(code: MigrationCode) {
    #expect(Self.verdicts.contains { $0.statement.code == code.rawValue })
  }

  /// A sentence has a proper start and end, and contains no missing value.
  private static func faults(of text: String) -> [String] {
    let end = text.last.map { ".?".contains($0) } == true
    // A name such as systemSmall can be the first word.
    let start = text.prefix { $0 != " " }.contains { $0.isUppercase || !$0.isLetter }
    return [
      end ? nil : "It does not end with a stop.",
      start ? nil : "It does not begin like a sentence.",
      text.contains("  ") || text.contains("\n") ? "It has a gap." : nil,
      text.contains("..") || text.contains("Optional(") ? "It has a fault." : nil,
      text.hasPrefix(" ") || text.hasSuffix(" ") ? "It has space at an end." : nil,
    ].compactMap { $0 }
  }

  @Test func `every problem is one or more complete sentences`() {
    for (name, text) in Self.finished {
      #expect(Self.faults(of: text.text()) == [], "\(name): \(text)")
    }
  }

  /// A remedy also consists of whole sentences, and adds something to the problem's sentence.
  ///
  /// The remedy can be missing if the sentence says what is expected.
  @Test func `a remedy does not repeat the sentence`() {
    for sample in Self.samples where !sample.statement.advice.isEmpty {
      let (sentence, remedy) = (sample.statement.message.text(), sample.statement.advice.text())
      #expect(Self.faults(of: remedy) == [], "\(sample.name): \(remedy)")
      let words = remedy.split(separator: " ").dropFirst()
      let rest = words.joined(separator: " ").dropLast()
      #expect(words.count < 3 || !sentence.contains(rest), "\(sample.name): \(sentence) \(remedy)")
    }
  }

  @Test func `a code is words in lowercase with hyphens`() {
    let codes =
      Self.samples.map(\.statement.code) + Self.verdictSamples.map(\.statement.code)
      + Self.changes.map(\.code)
    for code in codes {
      #expect(code.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(code)")
    }
  }

  // MARK: - Samples

  static let timeline: [TimelineFinding.Reason] = [
    .empty, .unsorted, .neverShown, .tooClose(seconds: 30), .tooClose(seconds: 1),
    .tooClose(seconds: 120), .tooClose(seconds: 150), .endsInThePast, .reloadInThePast,
    .relevance(part: "score", value: "nan"), .relevance(part: "duration", value: "-1"),
    .gauge(value: "2"),
    .linksNotForFamily(count: 1, family: .systemSmall),
    .linksNotForFamily(count: 2, family: .systemSmall), .notAURL("x y"),
    .mistypedKey("titel", nearest: "title"),
  ]

  private static let stale = StaleEntry(key: "k", text: "t", heir: nil, isInDoubt: false)
  private static let gap = TableGap.Item(
    text: "t", identifier: "k", keys: ["k-a"], isByValue: true)

  static let translations: [TranslationProblem] = [
    .missing(
      MissingTranslation(
        text: "Hello", identifier: "abc", cases: [], isAll: true, languages: ["de"])),
    .missing(
      MissingTranslation(
        text: "Hello", identifier: "abc", cases: [], isAll: true, languages: ["de", "fr"])),
    .missing(
      MissingTranslation(
        text: "Hi ${x}", identifier: "abc", cases: [.init(name: "a", key: "abc-a")], isAll: false,
        languages: ["de"])),
    .missing(
      MissingTranslation(
        text: "Hi ${x}", identifier: "abc",
        cases: [.init(name: "a", key: "abc-a"), .init(name: "b", key: "abc-b")], isAll: true,
        languages: ["de", "fr"])),
    .stale([stale], definition: "a/b.intentdefinition"),
    .stale([StaleEntry(key: "k", text: "t", heir: "l", isInDoubt: true)], definition: "b"),
    .stale([StaleEntry(key: "k", text: "t", heir: nil, isInDoubt: true)], definition: "b"),
    .stale([stale, stale], definition: "a/b.intentdefinition"),
    .stale(
      [stale, StaleEntry(key: "l", text: "t", heir: "m", isInDoubt: false)], definition: "b"),
    .stale([stale, StaleEntry(key: "l", text: "t", heir: nil, isInDoubt: true)], definition: "b"),
    .gap(TableGap(language: "de", items: [gap], all: 1)),
    .gap(TableGap(language: "de", items: [gap], all: nil)),
    .gap(TableGap(language: "de", items: [gap, gap], all: nil)),
    .unreviewed([KeyedText(key: "k", text: "t")], language: "de"),
    .emptyTranslation, .unknownPlaceholder("a", choices: []),
    .unknownPlaceholder("a", choices: ["b"]), .missingPlaceholders(["a"]),
    .missingPlaceholders(["a", "b"]),
  ]

  static let formats: [FormatProblem] = [
    .wrongType(expected: "a number", found: "a string"), .missingMember("a"),
    .unknownMember("a", choices: []), .unknownMember("abd", choices: ["abc", "xyz"]),
    .unknownMember("q", choices: ["abc", "xyz"]),
    .unknownWord("abd", what: .whatKind, choices: ["abc"]),
    .unknownWord("q", what: .whatKind, choices: []), .emptyText(.whatPath),
    .outOfRange(what: .whatPath, range: .betweenNumbers(lower: 1, upper: 2)),
    .duplicate("a", what: .whatItem), .tooMany(what: .whatItems, maximum: 4), .notADate("x"),
    .wrongVersion(3), .notBase64, .noneOf(["a", "b"]), .onlyOneOf(["a", "b"]),
    .wrongSize(expected: 2, found: 3),
    .notListed("… and 3 more errors."),
    .nothingAt("/a", remedy: "Correct “items” of “map” in widget.json."),
  ]

  static let definitions: [DefinitionProblem.Rule] = [
    .wrongType(expected: .aDictionary, found: .string), .missingKey("K"),
    .unknownWord("w", choices: ["a", "b"]), .notADefinition,
  ]

  static let manifests: [ManifestProblem] = [
    .unknownIntent("a", choices: ["b"]), .unknownIntent("abd", choices: ["abc"]),
    .intentNotChosen(["a", "b"]), .notEligible("a"), .unknownParameter("a", choices: []),
    .providerNotNeeded("a"), .providerMissing("a"), .noDefinition, .severalDefinitions(["a", "b"]),
  ]

  static let builtins: [SourceProblem] = [
    .noOptions(of: .verse), .unknown("a", of: .upNext), .notPlaces("v", "a"), .severalServices("a"),
    .unknownZone("v", "a", of: .verse, nearest: "N"),
    .unknownZone("v", "a", of: .verse, nearest: nil),
  ]

  static let files: [FileReadingError.Rule] = [
    .missing, .danglingLink(target: "t"), .linkCycle, .directory, .notReadable, .notAFile,
    .nameNotAllowed, .tooLarge(limit: 5), .noData(seconds: 1), .noData(seconds: 2),
    .system(code: 5),
  ]

  static let tables: [StringTableError.Rule] = [
    .tooLarge(limit: 3), .tooManyEntries(limit: 3), .invalidEncoding(.utf8), .unclosedString,
    .unclosedComment, .unclosedBrace, .missingEquals(key: "k"), .missingValue(key: "k"),
    .missingSemicolon(key: "k"), .unexpectedText("t"), .invalidEscape("e"),
    .duplicateKey("k", firstLine: 2), .notATable(.string), .valueIsNoString(key: "k", .array),
    .propertyList(.noValue),
  ]

  static let widgets: [WidgetVerdict] = [
    .kindGone(heir: nil), .kindGone(heir: "h"), .kindNew, .familiesGone([.systemSmall]),
    .familiesGone([.systemSmall, .systemLarge]), .configurableNow("b", []),
    .configurableNow("b", [.init(name: "x", value: "on", isDynamic: false)]),
    .configurationGone("a"), .intentChanged(from: "a", to: "b"),
    .sourcesChanged(["a", "b"]), .sourcesGone(["a"]), .sourcesNew(["a", "b"]), .timelineChanged,
    .timelineGone, .timelineNew,
  ]

  static let changes: [AnswerChange.Reason] = [
    .removed, .renamed(to: "n"), .caseRenamed(from: "a", to: "b"), .caseGone("c"),
    .converted(from: "a number", to: "a text"), .unreadable(from: "a number", to: "a text"),
    .propertyRenamed(from: "a", to: "b"), .propertyGone("p"), .becameArray,
    .becameSingle(dropped: 0), .becameSingle(dropped: 2),
    .inProperty("p", .converted(from: "a number", to: "a text")), .inProperty("p", .becameArray),
    .inProperty("p", .becameSingle(dropped: 0)), .inProperty("p", .refused(.notFinite)),
    .inProperty("p", .becameSingle(dropped: 1), lost: [.string("b")]),
    .refused(.notFinite), .replaced, .caseReplaced("a", by: "b"), .hidden(parent: "p"), .rowGone,
  ]

  static let calendars: [CalendarProblem.Code] = [
    .fileTooLarge(limit: 3), .unreadable("No."), .noCalendar, .noEvents, .oldVersion,
    .tooManyLines(limit: 3),
    .tooManyEvents(limit: 3), .tooManyProblems(limit: 3), .lineTooLong(limit: 3), .notUTF8,
    .noValue("v"), .badName("n"), .badParameter("P"), .tooDeep(limit: 3), .unexpectedEnd("E"),
    .unclosed("E"), .missing("UID"), .badValue(property: "P", value: "v", form: .duration),
    .badValue(property: "P", value: "v", form: .dateOrDateTime), .repeated("R"), .endBeforeStart,
    .unknownZone("z", taken: "UTC"), .zoneOfReader("z"), .rule("r", [.noFrequency]),
    .rule("r", [.countAndUntil, .noCount("0"), .unknownPart("X"), .numberedDaysOfWeeks]),
    .severalRules, .sameIdentifier(uid: "u"), .sameOccurrence(uid: "u"), .indented,
    .tooManyFiles(limit: 3), .unsupported("U"),
    .unsupportedParameter("a", of: "b"), .workLimit(uid: "u"), .tooManyOccurrences(limit: 3),
  ]

  static let propertyListRules: [PropertyListRule] = [
    .emptyFile, .notAPropertyList, .fileTooLarge(limit: 3), .tooDeep(limit: 3),
    .tooManyValues(limit: 3), .expandsTooFar(limit: 3), .truncated(inside: .dict, openedInLine: 2),
    .truncated(inside: nil, openedInLine: 0),
    .invalidEncoding(.utf8), .unsupportedEncoding("x"), .disallowedCharacter(7),
    .unknownEntity("e"), .invalidReference("#0"), .strayAmpersand, .entitiesNotAllowed,
    .declarationsNotAllowed, .malformedMarkup, .mergeMarker, .attributeNotAllowed("a"),
    .wrongRoot("r"), .noValue, .severalValues, .contentAfterEnd, .unknownElement("e"),
    .mismatchedEnd(expected: .dict, found: "array"), .elementInsideText(.string, found: "b"),
    .textBetweenElements, .valueWithoutKey(.string), .keyWithoutValue("k"), .keyOutsideDictionary,
    .duplicateKey("k"),
    .invalidInteger("x"), .integerOutOfRange("9"), .invalidReal("x"), .invalidDate("x"),
    .invalidData, .notEmpty(.true), .binaryTruncated, .binaryReferenceOutOfRange, .binaryCycle,
    .binaryKeyIsNoString, .binaryDateOutOfRange(seconds: 1e300),
    .binaryUnsupportedObject(marker: 0xA1),
  ]

  private static let evidence = IdentityEvidence(
    kind: .tag, numbers: .same(1), hasSameName: false, texts: .same)

  static let verdicts: [DiffVerdict] = [
    .unchanged, .renamed(from: "a", to: "b", evidence), .replaced(by: "b", evidence, .moveAway),
    .replaced(by: "b", evidence, .restore(1)), .identityNotJudged(from: "a", to: "b", evidence),
    .retitled(from: "A", to: "B"), .retyped(from: "a number", to: "a text"),
    .typeUndocumented(from: "a text", to: "a “B”"),
    .typeChanged("It was a number, and is a text now."),
    .converted(from: "a number", to: "a text", isExact: true),
    .converted(from: "a number", to: "a text", isExact: false), .removed, .namesNotRead(["A"]),
    .namesNotRead(["A", "A.b"]), .added(hasDefault: true),
    .added(hasDefault: false), .casesGone(["a"], nil),
    .casesGone(["a", "b"], .init(name: "a", index: 1, heirs: ["c"])),
    .casesRenamed([CaseRenaming(from: "a", to: "b")], evidence),
    .casesReplaced([CaseRenaming(from: "a", to: "b")], evidence),
    .casesNotJudged([CaseRenaming(from: "a", to: "b")], evidence), .casesNew(["a"]),
    .casesRetitled([CaseRenaming(from: "a", to: "b")]),
    .indexesNotStated([CaseMove(name: "a", from: 1, to: 2)]),
    .indexesChanged([CaseMove(name: "a", from: 1, to: 2)]),
    .indexesChanged([CaseMove(name: "a", from: 1, to: 2), CaseMove(name: "b", from: 1, to: 2)]),
    .propertiesRenamed([CaseRenaming(from: "a", to: "b")]), .propertiesGone(["a"]),
    .propertiesGone(["a", "b"]), .becameArray, .becameSingle,
    .propertiesConverted(["a"]), .propertiesReduced(["a", "b"]),
    .sizesReduced([SizeChange(family: .systemSmall, from: nil, to: 2)]),
    .boundsNarrowed(from: "1 to 2", to: "1 to 1", isDocumented: true),
    .boundsNarrowed(from: "1 to 2", to: "1 to 1", isDocumented: false),
    .valuesRefused(["No.", "Not."], isDocumented: true),
    .valuesRefused(["No.", "Not."], isDocumented: false),
    .identifiersNotJudged(from: "String", to: "UUID"),
    .casesUnsupported(["a"]), .casesUnsupported(["a", "b"]),
    .partsNotRead(["default"]),
    .partsNotRead(["default", "size"]), .unitChanged(from: "hours", to: "minutes"),
    .unitChanged(from: "hours", to: nil), .boundsWidened(from: "0 to 1", to: "0 to 2"),
    .dateKindChanged(from: .time, to: .dateTime), .currenciesChanged(from: ["EUR"], to: []),
    .controlChanged(from: .slider, to: .field),
    .sizesRaised([SizeChange(family: .systemSmall, from: 1, to: 2)]),
    .sizesNotStated([SizeChange(family: .systemSmall, from: 1, to: nil)]),
    .minimumsRaised([SizeChange(family: .systemSmall, from: 0, to: 2)]),
    .visibilityChanged, .hides(parent: "p", byDefault: true), .lostItsRow, .lostItsEditor,
    .choicesGone(isVital: true),
    .choicesGone(isVital: false), .choicesNew, .defaultChanged(from: nil, to: "x"),
    .defaultChanged(from: "x", to: nil),
  ]

  static let definitionRules: [DefinitionFinding.Rule] =
    [
      .danglingEnum("abd", choices: ["abc"]), .danglingEnum("q", choices: []),
      .danglingType("abd", choices: ["abc"]), .danglingType("q", choices: []), .unknownType("T"),
      .missingParent(hasChoices: false), .missingParent(hasChoices: true),
      .danglingParent("abd", of: "x", choices: ["abc", "x"]),
      .danglingParent("q", of: nil, choices: []), .loop(["a", "b"]),
      .chain(parent: "a", grandparent: "b"), .unknownPredicate("p"), .predicateWithoutValue("p"),
      .rangeWithoutTwoValues(count: 1), .rangeWithoutTwoValues(count: 3),
      .predicateType(value: "a text", parent: "p", type: "a number"),
      .predicateCase("abd", enumeration: "E", choices: ["abc"]),
      .predicateCase("q", enumeration: "E", choices: []),
      .neverVisible(.parentHasNoRow(parent: "p")), .neverVisible(.noDisplayPriority),
      .neverVisible(.conditionCannotHold(parent: "p")),
    ] + DefinitionFinding.Duplicate.allCases.map { .duplicate("d", what: $0) } + [
      .defaultOutOfRange(.notFinite),
      .defaultOutOfRange(.belowMinimum(value: .integer(1), minimum: .integer(2))),
      .defaultCase("abd", enumeration: "E", choices: ["abc"]),
      .defaultCase("q", enumeration: "E", choices: []),
      .minimumAboveMaximum(minimum: "2", maximum: "1"), .sliderWithoutBounds,
      .unknownDateFormat("f"), .invalidCurrency("eur"), .invalidCurrency("€"),
      .unknownUnit("Mile", of: .distance, instead: MeasurementDimension.distance.units[0]),
      .unknownUnit("kg", of: .distance, instead: MeasurementDimension.distance.units[0]),
      .unknownDateStyle("s"), .sizesMissing, .sizesOfSingleValue, .sizesNotInForce,
      .sizeBelowOne(0),
      .unknownSizeClass("Smal"), .unknownSizeClass("q"),
      .shrinkingSizes(larger: .systemLarge, size: 1, smaller: .systemSmall, than: 2),
      .dynamicMissing(type: "T"), .lastTagTooLow(1, highest: 2),
      .missingTag(free: 3), .missingTag(free: nil), .missingTags,
      .unknownPlaceholder("abd", choices: ["abc"]), .unknownPlaceholder("q", choices: []),
      .noParameters, .noRow, .noIntents, .noWidgetIntent,
    ]
}
