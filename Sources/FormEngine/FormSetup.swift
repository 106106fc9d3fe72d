public import IntentModel

/// What a form needs to know before it opens.
public struct FormSetup: Sendable, Hashable {
  /// The intent to configure.
  public var schema: IntentSchema

  /// The name of the widget.
  public var title: String

  /// What the widget shows.
  public var description: String

  /// The families the widget supports; never empty.
  public var families: [WidgetFamily]

  /// The parameters that have an options provider; true for one that searches by itself.
  public var providers: [String: Bool]

  /// The language of the texts, as a BCP 47 tag.
  public var locale: String {
    didSet {
      words = FormWords(locale: locale, isASCII: words.isASCII)
      words.today = today
      notation = ValueNotation(locale: locale)
    }
  }

  /// The present day, at which a calendar without a date opens and by which dates are called today
  /// and tomorrow; nil when it is unknown.
  public var today: CivilDate? {
    didSet { words.today = today }
  }

  /// The folder that a `~` at the start of a path means; nil when it is unknown.
  public var home: String?

  /// Whether the form is one question whose list is open from the start: a choice submits it, and
  /// to leave the list cancels it.
  public var isSingleChoice = false

  /// The form's own texts, in the language of ``locale`` as far as there is a table.
  public private(set) var words: FormWords

  /// How numbers, dates and times are written where ``locale`` is from.
  public private(set) var notation: ValueNotation

  /// Makes a setup.
  ///
  /// - Parameters:
  ///   - schema: The intent that the form makes.
  ///   - title: The heading of the form.
  ///   - description: The sentence below the heading.
  ///   - families: The families to choose from.
  ///   - providers: The parameters whose choices have a provider, and whether it can search.
  ///   - locale: The language of the form, a BCP 47 tag.
  ///   - today: The day that a calendar begins at; nil if it is unknown.
  ///   - home: The home folder, which `~` stands for in paths; nil if it is unknown.
  ///   - isASCII: Whether only ASCII can be shown, which some languages cannot be written in.
  public init(
    schema: IntentSchema, title: String, description: String = "",
    families: [WidgetFamily] = WidgetFamily.allCases, providers: [String: Bool] = [:],
    locale: String = "en", today: CivilDate? = nil, home: String? = nil, isASCII: Bool = false
  ) {
    self.schema = schema
    self.title = title
    self.description = description
    self.families = families.isEmpty ? [.systemMedium] : families
    self.providers = providers
    self.locale = locale
    self.today = today
    self.home = home
    words = FormWords(locale: locale, isASCII: isASCII)
    words.today = today
    notation = ValueNotation(locale: locale)
  }
}
