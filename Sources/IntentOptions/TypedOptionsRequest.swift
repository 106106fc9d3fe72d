public import IntentModel
import Messages

/// A request for the choices of one parameter, with the values of its parents as typed values.
///
/// For each dynamic parameter, `widgetconfig generate --as typed` writes a type that conforms to
/// this protocol.
public protocol TypedOptionsRequest: Sendable, Hashable {
  /// The original request, with the values of the other parameters.
  var request: OptionsRequest { get set }

  /// Makes the typed request.
  ///
  /// - Throws: `TypedIntentError` if the definition does not allow the value of a parent.
  init(_ request: OptionsRequest) throws(TypedIntentError)
}

extension TypedOptionsRequest {
  /// The family of the widget.
  public var family: WidgetFamily { request.family }

  /// The language of the texts, as a BCP 47 tag.
  public var locale: String { request.locale }

  /// The text that the user typed; nil or empty for the initial list.
  public var searchTerm: String? { request.searchTerm }

  /// The maximum number of choices; nil for no limit.
  public var limit: Int? { request.limit }

  /// The same request for the whole list, without a search term or a limit.
  public var whole: Self {
    var copy = self
    copy.request = request.whole
    return copy
  }
}

extension OptionsError {
  /// The error that a generated provider throws for a parameter that its definition does not have.
  public static func unknownParameter(_ name: String, of provider: String) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider,
      message: "The provider has no choices for the parameter “\(visible(name))”.",
      remedy: "Generate the Swift code again from a definition that has the parameter.")
  }
}
