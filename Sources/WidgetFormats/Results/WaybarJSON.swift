import DefinitionFormats
import JSONC
public import WidgetTimeline

/// An entry for status bars such as Waybar: a JSON object on one line.
///
///     {"text":"Stand-up","alt":"calendar","tooltip":"Stand-up\nin 10 min","class":"entry",
///      "percentage":50,"url":"https://example.org"}
///
/// `url` is the URL that a tap opens, for a click handler; the bars themselves ignore it. A link
/// that is not a URL is omitted.
///
/// The bars read `text` and `tooltip` as Pango markup, so `&`, `<` and `>` are escaped there. The
/// class is `entry`; `placeholder` before the first entry; or `failed` if a provider failed and an
/// older entry or the placeholder is shown, and the tooltip then ends with the reason.
public enum WaybarJSON {
  private enum Key: String, JSONKey { case text, alt, tooltip, `class`, percentage, url }

  /// An entry as one line with its line feed.
  ///
  /// The live dates in the content must be converted to text first. A gauge that is not finite is
  /// omitted.
  ///
  /// - Parameters:
  ///   - content: The content of the entry.
  ///   - isPlaceholder: Whether the content is the placeholder, as no entry has begun.
  ///   - failure: Why the provider failed; nil if it did not.
  public static func line(
    of content: EntryContent, isPlaceholder: Bool = false, failure: String? = nil
  ) -> String {
    let lines =
      ([content.title, content.subtitle].compactMap { $0 }.filter { !$0.isEmpty } + content.body)
      .map(\.description) + [failure].compactMap { $0 }
    var builder = JSONBuilder<Key>()
    builder.set(.text, escaped(content.title.description))
    builder.set(.alt, content.symbol)
    builder.set(.tooltip, lines.map(escaped).joined(separator: "\n"))
    builder.set(.class, failure != nil ? "failed" : isPlaceholder ? "placeholder" : "entry")
    builder.set(.percentage, content.percentage)
    builder.set(.url, content.link.flatMap { WidgetURL.isURL($0) ? $0 : nil })
    return builder.value.reportText(.compact) + "\n"
  }

  /// The text as markup, escaped by scalars, because `<` with a combining mark is a different
  /// character.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
