import IntentModel
import Messages
import WidgetFormats

/// The problems of a source that uses the provider of a shipped widget.
extension SourceProblem {
  /// The widget has no parameter with choices.
  static func noOptions(of name: WidgetCatalog.Name) -> SourceProblem {
    SourceProblem(
      at: SourceDescription.path(to: .builtin), code: "no-options",
      sentence: "\(name.rawValue) is not a source of choices.",
      remedy: """
        Name another source of choices, or leave the parameter out of \
        “\(WidgetManifest.Key.options.rawValue)”.
        """)
  }

  /// The keys from a source to one of its arguments.
  static func path(to argument: String) -> [String] {
    SourceDescription.path(to: .arguments) + [argument]
  }

  /// The widget has no such argument.
  static func unknown(_ argument: String, of name: WidgetCatalog.Name) -> SourceProblem {
    SourceProblem(
      at: path(to: argument), code: "unknown-argument",
      sentence: "\(name.rawValue) has no argument “\(name: argument)”.",
      remedy: .suggestion(for: argument, among: name.arguments))
  }

  /// The argument is not a list of folders and web addresses.
  static func notPlaces(_ value: String, _ argument: String) -> SourceProblem {
    SourceProblem(
      at: path(to: argument), code: "not-a-path",
      sentence: "“\(name: value)” is neither a folder nor the address of a calendar.",
      remedy: """
        Give folders, separated by colons, or addresses, separated by spaces. An address begins \
        with “\(name: HTTPSource.https)” or “\(name: CalendarAddress.webcal)”.
        """)
  }

  /// Two addresses lead to the same calendar, or have the same name.
  static func repeated(_ address: CalendarAddress, _ argument: String) -> SourceProblem {
    SourceProblem(
      at: path(to: argument), code: "duplicate-name",
      sentence: "Two calendars have the name “\(name: address.identifier)”.",
      remedy: "Name each calendar only once, and give each one its own name after “#”.")
  }

  /// The credentials would be sent to several services.
  static func severalServices(_ argument: String) -> SourceProblem {
    SourceProblem(
      at: path(to: argument), code: "several-services",
      sentence: "The calendars are on several services, and all of them would get the credentials.",
      remedy: "Make a widget for each service.")
  }

  /// The argument is not a time zone of the system.
  ///
  /// - Parameter nearest: A zone with a similar name; nil if there is none.
  static func unknownZone(
    _ value: String, _ argument: String, of name: WidgetCatalog.Name, nearest: String?
  ) -> SourceProblem {
    SourceProblem(
      at: path(to: argument), code: "unknown-time-zone",
      sentence:
        """
        The argument “\(name: argument)” of \(name.rawValue) is “\(name: value)”, which is not a \
        time zone.
        """,
      remedy: nearest.map { .didYouMean(name: $0) }
        ?? "Give a name of the tz database such as “Europe/Berlin”.")
  }
}
