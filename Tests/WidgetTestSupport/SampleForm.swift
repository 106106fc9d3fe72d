public import FormEngine
public import IntentModel
public import IntentOptions
import WidgetForm

/// A form with every kind of row, like the form of a widget that shows the next calendar events.
public enum SampleForm {
  /// The intent: a Boolean with a dynamic array below it, an enum with two dates, and more.
  public static var schema: IntentSchema {
    let parameters: [ParameterDefinition] = [
      .boolean("mirrorApp", default: false).called("Mirror calendar app")
        .asking("Show what the calendar app shows, and nothing else."),
      ParameterDefinition.object("calendars", "Calendar").dynamic()
        .sized([.systemSmall: 1, .systemMedium: 2, .systemLarge: 4]).called("Calendars")
        .under("mirrorApp", "BooleanHasExactValue", .boolean(false)),
      .enumeration("show", "Show", default: "all").called("Show"),
      .of(.dateComponents(.medium(.date)), "from").called("From")
        .under("show", "EnumHasExactValue", .string("range")),
      .of(.dateComponents(.medium(.date)), "until").called("Until")
        .under("show", "EnumHasExactValue", .string("range")),
      ParameterDefinition.duration("lookAhead", .hours, default: 36).called("Look ahead"),
      .dateComponents("dayStart", .time).called("Day starts at"),
      ParameterDefinition.decimal("emphasis", 0...1, default: 0.5, control: .slider)
        .called("Emphasis"),
      ParameterDefinition.integer("lines", 1...9, default: 3, control: .stepper).called("Lines"),
      ParameterDefinition.string("heading").called("Heading"),
      ParameterDefinition.object("owner", "Person").dynamic().called("Owner"),
    ]
    let show = IntentEnum(
      name: "Show",
      cases: [
        IntentEnum.Case(name: "unknown", index: 0),
        IntentEnum.Case(name: "all", index: 1, displayName: LocalizedText("All events")),
        IntentEnum.Case(name: "allDay", index: 2, displayName: LocalizedText("All-day events")),
        IntentEnum.Case(name: "range", index: 3, displayName: LocalizedText("A range of dates")),
      ])
    let intent = IntentDefinition(
      name: "UpNext", isEligibleForWidgets: true,
      parameters: parameters.enumerated().map { $0.element.at(priority: $0.offset + 1) })
    return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: [show]))
  }

  /// The setup with three families; no provider has the owner's choices.
  public static var setup: FormSetup { setup(["calendars": false]) }

  /// The setup with providers for these parameters; the value says whether the provider searches.
  public static func setup(_ searches: [String: Bool]) -> FormSetup {
    FormSetup(
      schema: schema, title: "Up Next", description: "The next events of your calendars.",
      families: [.systemSmall, .systemMedium, .systemLarge], providers: .stubs(searches)
    ).takingJSON
  }

  /// A form that was just opened for a family.
  public static func state(
    _ family: WidgetFamily = .systemMedium, draft: IntentDraft = IntentDraft()
  ) -> FormState {
    FormState(setup, draft: draft, family: family)
  }

  /// All calendars, in two sections.
  public static let calendars = OptionsCollection(sections: [
    OptionsSection(
      title: "On this computer",
      items: [
        OptionItem(identifier: "work", display: "Work", subtitle: "42 events"),
        OptionItem(identifier: "home", display: "Home", subtitle: "7 events"),
        OptionItem(identifier: "birthdays", display: "Birthdays and anniversaries"),
      ]),
    OptionsSection(
      title: "Shared with you",
      items: [
        OptionItem(identifier: "team", display: "Team", subtitle: "by Kirsten"),
        OptionItem(identifier: "tokyo", display: "東京オフィス", subtitle: "by 田中"),
      ]),
  ])

  /// A calendar as a value.
  public static func calendar(_ identifier: String, _ display: String) -> IntentValue {
    .object(IntentObject(identifier: identifier, display: display))
  }
}

/// In-memory calendars, from a source that can be slow or fail.
public struct SampleCalendars: OptionsProvider {
  /// The reason why the source fails.
  public struct Failure: Error, CustomStringConvertible {
    /// The message of the source.
    public let description: String

    /// Makes a failure.
    public init(_ description: String) {
      self.description = description
    }
  }

  /// The name of the source in messages.
  public let name: String

  private let answer: @Sendable (OptionsRequest) async throws -> OptionsCollection

  /// Makes a source that responds with the sample's calendars.
  public init(
    name: String = "calendars",
    _ answer: @escaping @Sendable (OptionsRequest) async throws -> OptionsCollection = { _ in
      SampleForm.calendars
    }
  ) {
    self.name = name
    self.answer = answer
  }

  /// Makes a source that always fails.
  public static func failing(_ words: String = "no route to host") -> SampleCalendars {
    SampleCalendars { _ in throw Failure(words) }
  }

  /// The calendars.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try await answer(request)
  }
}

extension ParameterDefinition {
  /// The parameter with the given label.
  public func called(_ label: String) -> ParameterDefinition {
    changed { $0.displayName = LocalizedText(label) }
  }

  /// The parameter with a prompt for the configuration form.
  public func asking(_ prompt: String) -> ParameterDefinition {
    changed {
      $0.promptDialogs = [PromptDialog(kind: "Configuration", formatString: LocalizedText(prompt))]
    }
  }
}

extension FormSetup {
  /// The same setup for a form that also accepts intent JSON, as the forms of all programs do.
  public var takingJSON: FormSetup {
    var setup = self
    setup.structuredTexts = .json
    return setup
  }
}
