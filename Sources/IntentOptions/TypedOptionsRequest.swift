public import IntentModel
import Messages

/// A request for the choices of one parameter, with its parents as typed values.
///
/// `widgetconfig generate --as typed` makes one for each dynamic parameter.
public protocol TypedOptionsRequest: Sendable, Hashable {
  /// The request as it came, with the values of the other parameters.
  var request: OptionsRequest { get set }

  /// Makes the typed request.
  ///
  /// - Throws: `TypedIntentError` for a parent with a value that the definition does not allow.
  init(_ request: OptionsRequest) throws(TypedIntentError)
}

extension TypedOptionsRequest {
  /// The family of the widget.
  public var family: WidgetFamily { request.family }

  /// The language of the texts, as a BCP 47 tag.
  public var locale: String { request.locale }

  /// What the user typed; nil or empty for the initial list.
  public var searchTerm: String? { request.searchTerm }

  /// The greatest number of choices wanted; nil for as many as there are.
  public var limit: Int? { request.limit }

  /// The same request for the whole list, without a search term and a limit.
  public var whole: Self {
    var copy = self
    copy.request.searchTerm = nil
    copy.request.limit = nil
    return copy
  }
}

extension OptionsError {
  /// The error of a generated provider that is asked for a parameter its definition does not have.
  public static func unknownParameter(_ name: String, of provider: String) -> OptionsError {
    OptionsError(
      .noProvider, provider: provider, message: .providerLacksParameter(name: visible(name)),
      remedy: .generateSwiftAgain)
  }
}
