import DefinitionFormats
import HTTPTypes
import Hummingbird
import Messages

/// Determines the language of a response.
enum AcceptedLanguage {
  /// The language for callers that do not request a language.
  static let standard = MessageLanguage.english.rawValue

  /// The language of results and problems, from `?locale=` or else `Accept-Language`.
  ///
  /// - Parameter available: The languages in which the service has texts.
  static func language(of request: Request, available: () -> [String]) -> String {
    stated(locale(of: request)) ?? best(of: request.headers[.acceptLanguage], available: available)
  }

  /// The tag of a locale that a caller gives either as a tag, such as `de-DE`, or in POSIX form,
  /// such as `de_DE.UTF-8`; nil if the text cannot be a locale.
  static func stated(_ text: String?) -> String? {
    tag(text.map(LanguageTag.text(of:)))
  }

  /// The text of `?locale=` as it was sent; nil if it is missing.
  static func locale(of request: Request) -> String? {
    let name = WidgetRoutes.locale.name
    return request.uri.queryParameters.first { $0.key == name }.map { String($0.value) }
  }

  /// The tag with the greatest weight in an `Accept-Language` field (RFC 9110, section 12.5.4);
  /// languages without texts count only if the field contains no others.
  static func best(of field: String?, available: () -> [String]) -> String {
    let choices = WeightedList.items(of: field).compactMap { item in
      tag(item.name).map { (tag: $0, weight: item.weight) }
    }
    let tags = choices.filter { $0.weight > 0 }.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element.tag)
    guard tags.count > 1 else { return tags.first ?? standard }
    let languages = available()
    return tags.first { DefinitionLocalization.choose($0, from: languages) != nil } ?? tags[0]
  }

  /// The text if it can be a BCP 47 tag; nil otherwise.
  static func tag(_ text: String?) -> String? {
    guard let text, (2...35).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }),
      text.utf8.first?.isLetterOrDigit == true
    else { return nil }
    return text
  }
}
