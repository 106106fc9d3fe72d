public import FormEngine
import Foundation
public import IntentModel
public import WidgetTimeline

extension FormSetup {
  /// Makes the setup of a widget's form.
  ///
  /// - Parameters:
  ///   - widget: The widget that the form configures.
  ///   - families: The families to choose from; nil for those of the widget.
  ///   - locale: The language of the form, a BCP 47 tag.
  ///   - today: The present day of the person who fills in the form; nil if it is unknown.
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
  }
}

extension FormSetup {
  /// The home folder that an environment names; nil if it names none.
  package static func home(in environment: [String: String]) -> String? {
    environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The present day in the time zone of the process.
  package static var presentDay: CivilDate {
    // Faster than a calendar of Foundation, which the first frame would wait for.
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return CivilDate(
      clampingYear: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1,
      day: Int(parts.tm_mday))
  }
}
