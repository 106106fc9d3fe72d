public import FormEngine
import Foundation
import IntentDocuments
public import IntentModel
public import WidgetTimeline
import Zones

extension FormSetup {
  /// Makes the setup of a widget's form.
  ///
  /// - Parameters:
  ///   - widget: The widget that the form configures.
  ///   - families: The families to choose from; nil for the families of the widget.
  ///   - locale: The language of the form, a BCP 47 tag.
  ///   - today: The current day of the person who fills in the form; nil if it is unknown.
  ///   - home: The home folder, for `~` in paths; nil if it is unknown.
  ///   - isASCII: Whether only ASCII can be shown, which excludes some languages.
  public init(
    _ widget: ConfigurableWidget, families: [WidgetFamily]? = nil, locale: String = "en",
    today: CivilDate? = nil, home: String? = nil, isASCII: Bool = false
  ) {
    self.init(
      schema: widget.schema, title: widget.displayName, description: widget.description,
      families: families ?? widget.families, providers: widget.providers, locale: locale,
      today: today, home: home, isASCII: isASCII)
    structuredTexts = .json
  }
}

extension StructuredTexts {
  /// Reads intent JSON, and JSON arrays of texts.
  public static let json = StructuredTexts(
    value: { IntentJSON.value($0, for: $1, schema: $2) }, texts: { IntentJSON.texts($0) })
}

extension FormSetup {
  /// The home folder in an environment; nil if there is none.
  package static func home(in environment: [String: String]) -> String? {
    environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The clock in the time zone of the process.
  package static var presentClock: FormClock {
    FormClock(after: { ZoneRules.current.components(at: Date() + Double($0)) })
  }

  /// The current day in the time zone of the process.
  package static var presentDay: CivilDate {
    let day = ZoneRules.current.day(at: Date())
    return CivilDate(clampingYear: day.year, month: day.month, day: day.day)
  }
}
