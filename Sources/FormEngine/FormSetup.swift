public import IntentModel
public import IntentOptions

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The input that a form needs before it opens.
public struct FormSetup: Sendable, Hashable {
  /// The intent to configure.
  public var schema: IntentSchema

  /// The name of the widget.
  public var title: String

  /// A description of the widget.
  public var description: String

  /// The families the widget supports; never empty.
  public var families: [WidgetFamily]

  /// Whether the form asks for the family, because the widget supports several.
  var hasFamilyRow: Bool { families.count > 1 }

  /// What a form knows about the options provider of a parameter; the form never calls the provider
  /// itself.
  struct Source: Sendable, Hashable {
    /// Whether the provider does the searching, so it gets each search term.
    var searchesItself: Bool
  }

  /// The options providers by parameter.
  private(set) var sources: [String: Source]

  /// The names that have a provider but are not parameters; a form that has any cannot be saved.
  let unknownProviders: [String]

  /// The language of the texts, as a BCP 47 tag.
  public var locale: String {
    didSet {
      words = FormWords(locale: locale, isASCII: words.isASCII)
      words.clock = clock
      setToday()
      notation = ValueNotation(locale: locale)
    }
  }

  /// The reader of texts that are written in a format, such as intent JSON; nil if the form does
  /// not accept such texts.
  public var structuredTexts: StructuredTexts?

  /// The current day, at which a calendar opens and which determines “today” and “tomorrow”; nil if
  /// it is unknown.
  public var today: CivilDate? {
    didSet { setToday() }
  }

  /// The time zone of the person who fills in the form, as its name in the tz database; nil for the
  /// time zone of the process.
  public var timeZone: String?

  /// The clock of the person, for texts such as “now”; nil if it is unknown.
  public var clock: FormClock? {
    didSet { words.clock = clock }
  }

  /// Whether dates are shown as “today” and “tomorrow”; such words can always be typed.
  ///
  /// These words would be wrong in a form that is still open on the next day.
  public var showsDayNames = true {
    didSet { setToday() }
  }

  private mutating func setToday() {
    (words.today, words.typingDay) = (showsDayNames ? today : nil, today)
  }

  /// The folder that `~` at the start of a path means; nil if it is unknown.
  public var home: String?

  /// Whether the form is a single list of choices: choosing submits the form, and closing the list
  /// cancels it.
  public var isSingleChoice = false

  /// The only parameter for which the form asks; nil for all parameters.
  ///
  /// The parameter is opened with the form unless it is a switch or hidden. Answering the parameter
  /// submits the form, and leaving the parameter leaves the form.
  ///
  /// The form stays open, with all rows, if it cannot be submitted.
  public var onlyParameter: String?

  /// Whether answering a row submits the form, and leaving the row leaves the form.
  func asksOnly(_ row: FormRowID) -> Bool {
    isSingleChoice || onlyParameter != nil && row.parameter == onlyParameter
  }

  /// Whether another form follows this one; the button then reads “Next”, and there is no review of
  /// the changes.
  package var isFollowed = false

  /// The identifier of the choice that is highlighted first in the list of a row without a value;
  /// nil for the first choice of the list.
  package var highlightedFirst: String?

  /// The number of changes outside of the form that would be lost if the form closed without a
  /// choice.
  ///
  /// This is for a form that is a single list of choices. If the number is not 0, the form asks
  /// before it closes, and saving then submits the form without a choice.
  public var changesAtStake = 0

  /// The label of the button that submits the form.
  var saveLabel: Message { isFollowed ? "Next" : .save }

  /// The form's own texts, in the language of ``locale`` if it has a table.
  public private(set) var words: FormWords

  /// How numbers, dates and times are typed in ``locale``.
  public private(set) var notation: ValueNotation

  /// Makes a setup.
  ///
  /// - Parameters:
  ///   - schema: The intent that the form makes.
  ///   - title: The heading of the form.
  ///   - description: The sentence below the heading.
  ///   - families: The families to choose from.
  ///   - providers: The options providers by parameter. If a dynamic parameter has no provider, a
  ///     person types its value. A name that is not a parameter causes an issue that prevents
  ///     saving.
  ///   - locale: The language of the form, a BCP 47 tag.
  ///   - today: The day at which a calendar opens; nil if it is unknown.
  ///   - home: The home folder, for `~` in paths; nil if it is unknown.
  ///   - isASCII: Whether only ASCII can be shown, which excludes some languages.
  public init(
    schema: IntentSchema, title: String, description: String = "",
    families: [WidgetFamily] = WidgetFamily.allCases,
    providers: [String: any OptionsProvider] = [:],
    locale: String = "en", today: CivilDate? = nil, home: String? = nil, isASCII: Bool = false
  ) {
    self.schema = schema
    self.title = title
    self.description = description
    self.families = families.isEmpty ? [.usual] : families
    sources = providers.mapValues { Source(searchesItself: $0.searchesItself) }
    unknownProviders = providers.keys.filter { schema.parameter(named: $0) == nil }.sorted()
    self.locale = locale
    self.today = today
    self.home = home
    words = FormWords(locale: locale, isASCII: isASCII)
    notation = ValueNotation(locale: locale)
    setToday()
  }
}

/// A reader of the typed texts that are written in a format, such as intent JSON.
///
/// The form itself does not know any format. All readers compare as equal, so the comparison of two
/// forms depends only on the forms' answers.
public struct StructuredTexts: Sendable, Hashable {
  /// Reads a text as the value of a parameter; returns nil if it is not written in the format.
  public typealias ReadValue =
    @Sendable (_ text: String, ParameterDefinition, IntentSchema) -> Result<
      IntentValue, IntentIssue
    >?

  @Uncompared private(set) var readValue: ReadValue
  @Uncompared private(set) var readTexts: @Sendable (String) -> [String]?

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - value: Reads a text as a structure, or as the whole value of an array; the path of an
  ///     issue begins with that of the parameter, and leads to the invalid part.
  ///   - texts: Reads a text as a list of texts; returns nil if it is not a list.
  public init(
    value: @escaping ReadValue, texts: @escaping @Sendable (_ text: String) -> [String]?
  ) {
    (readValue, readTexts) = (value, texts)
  }
}

/// A clock that a form reads when a text refers to the present time.
///
/// All clocks compare as equal, so the comparison of two forms depends only on the forms' answers.
public struct FormClock: Sendable, Hashable {
  @Uncompared private var read: @Sendable (_ seconds: Int) -> DateComponents

  /// Makes a clock.
  ///
  /// - Parameter read: Returns the current year, month, day, hour and minute of the person.
  public init(_ read: @escaping @Sendable () -> DateComponents) {
    self.read = { read().adding(minutes: $0 / 60) }
  }

  /// Makes a clock that follows time changes, such as daylight saving time.
  ///
  /// - Parameter read: Returns the year, month, day, hour and minute on the person's clock after a
  ///   number of seconds; a negative number means a time in the past.
  public init(after read: @escaping @Sendable (_ seconds: Int) -> DateComponents) {
    self.read = read
  }

  /// The current day; nil if the clock does not have one.
  public var day: CivilDate? {
    let now = self.now()
    guard let year = now.year, let month = now.month, let day = now.day else { return nil }
    return CivilDate(clampingYear: year, month: month, day: day)
  }

  /// The current year, month, day, hour and minute.
  func now() -> DateComponents { read(0) }

  /// The year, month, day, hour and minute after a number of seconds from now; a negative number
  /// means a time in the past.
  func moment(after seconds: Int) -> DateComponents { read(seconds) }
}

extension DateComponents {
  /// These components with some minutes added, on a clock without time changes; unchanged if a
  /// component is missing.
  fileprivate func adding(minutes: Int) -> DateComponents {
    guard minutes != 0, let year, let month, let day, let hour, let minute else { return self }
    let moved = hour * 60 + minute + minutes
    let date = CivilDate(clampingYear: year, month: month, day: day)
      .adding(days: CivilDate.floorDivide(moved, CivilDate.minutesPerDay))
    let time = moved.moved(by: 0, among: CivilDate.minutesPerDay)
    return DateComponents(
      year: date.year, month: date.month, day: date.day, hour: time / 60, minute: time % 60)
  }
}
