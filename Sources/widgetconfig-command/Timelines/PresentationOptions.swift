import ArgumentParser
import Foundation
import IntentModel
import TerminalForm
import WidgetTimeline

extension ColorScheme: ExpressibleByArgument {}
extension TextSize: ExpressibleByArgument {}
extension RenderingMode: ExpressibleByArgument {}

/// The options that describe how a widget is presented on a device.
struct PresentationOptions: ParsableArguments {
  @Option(
    help: """
      The colour scheme to draw for: \(ColorScheme.values); by default the scheme of the terminal.
      """)
  var colorScheme: ColorScheme?

  @Option(
    help: """
      The size of texts, from \(TextSize.xSmall) to \(TextSize.xxxLarge) and \
      \(TextSize.accessibility1) to \(TextSize.accessibility5).
      """)
  var textSize: TextSize?

  @Option(help: "How colours are rendered: \(RenderingMode.values).")
  var renderingMode: RenderingMode?

  /// The presentation that the source of a timeline receives.
  var value: Presentation {
    Presentation(colorScheme: colorScheme, textSize: textSize, renderingMode: renderingMode)
  }
}

extension ColorScheme {
  /// The scheme of the background in `COLORFGBG`; nil if the terminal does not set the variable.
  ///
  /// The last number is the background colour: of the sixteen colours, white and the bright ones
  /// except grey are light.
  init?(environment: [String: String]) {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let color = Int(last),
      (0...15).contains(color)
    else { return nil }
    self = color == 7 || color > 8 ? .light : .dark
  }

  /// The requested scheme, or else the terminal's scheme; nil if the terminal does not reveal one.
  ///
  /// - Parameters:
  ///   - chosen: The requested scheme; nil if none was requested.
  ///   - variables: The environment variables, which can contain the background of a terminal.
  ///   - isAsked: Whether the terminal may be queried if the scheme is not known otherwise.
  static func inEffect(
    _ chosen: ColorScheme?, _ variables: [String: String], isAsked: Bool
  ) -> ColorScheme? {
    chosen ?? ColorScheme(environment: variables) ?? ofTerminal(variables, isAsked: isAsked)
  }

  /// The scheme that the terminal reports; nil if it does not report one.
  ///
  /// - Parameter isAsked: Whether the terminal may be queried if it has not already reported its
  ///   background to a form.
  private static func ofTerminal(_ variables: [String: String], isAsked: Bool) -> ColorScheme? {
    if let isLight = TerminalBackground.noted { return isLight ? .light : .dark }
    guard isAsked, Terminal.isTyped, Terminal.isShown,
      let isLight = TerminalBackground.ask(term: variables[TerminalVariable.term] ?? "")
    else { return nil }
    return isLight ? .light : .dark
  }
}
