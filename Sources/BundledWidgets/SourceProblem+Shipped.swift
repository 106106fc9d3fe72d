import IntentModel
import Messages
import WidgetFormats

/// The problems of sources that name a shipped widget.
extension SourceProblem {
  /// The widget has no parameter with choices.
  static func noOptions(of name: WidgetCatalog.Name) -> SourceProblem {
    SourceProblem(
      at: ["builtin"], code: "no-options",
      sentence: "\(name.rawValue) has no parameter with dynamic options.",
      remedy: "Name another source of choices, or leave the parameter out of “options”.")
  }

  /// The source does not take the argument.
  static func unknown(_ argument: String, of name: WidgetCatalog.Name) -> SourceProblem {
    SourceProblem(
      at: ["arguments", argument], code: "unknown-argument",
      sentence: "\(name.rawValue) takes no argument “\(name: argument)”.",
      remedy: .suggestion(for: argument, among: name.arguments))
  }

  /// The argument is not a path.
  static func notAPath(
    _ value: String, _ argument: String, of name: WidgetCatalog.Name
  ) -> SourceProblem {
    SourceProblem(
      at: ["arguments", argument], code: "not-a-path",
      sentence:
        """
        The argument “\(name: argument)” of \(name.rawValue) is “\(name: value)”, which is not a \
        path.
        """,
      remedy:
        """
        Give a path relative to the widget's folder, an absolute path, or one that begins with “~/”.
        """)
  }

  /// The argument is not a time zone of the system.
  ///
  /// - Parameter nearest: A zone with a similar name; nil if there is none.
  static func unknownZone(
    _ value: String, _ argument: String, of name: WidgetCatalog.Name, nearest: String?
  ) -> SourceProblem {
    SourceProblem(
      at: ["arguments", argument], code: "unknown-time-zone",
      sentence:
        """
        The argument “\(name: argument)” of \(name.rawValue) is “\(name: value)”, which is not a \
        time zone.
        """,
      remedy: nearest.map { .didYouMean(name: $0) }
        ?? "Give a name of the tz database such as “Europe/Berlin”.")
  }
}
