import JSONC
import JSONCodings
import Messages
public import WidgetTimeline

/// The status bars that can show an entry.
///
/// Tested with tmux 3.3a, i3bar 4.22, swaybar 1.7, Polybar 3.6.3, xmobar 0.46 and Waybar 0.9.17.
public enum StatusBar: String, Sendable, CaseIterable {
  /// Any program that shows a text unchanged.
  case line
  /// The status line of tmux.
  case tmux
  /// i3bar and swaybar.
  case i3bar
  /// Polybar.
  case polybar
  /// xmobar.
  case xmobar
  /// Waybar.
  case waybar
}

/// An entry as one line for a status bar.
///
/// The text consists of title and subtitle, as in the inline family. The bar shows all characters
/// literally: none of them acts as a colour, a command or a variable.
///
/// Waybar gets the title and a tooltip with all texts, as a JSON object:
///
///     {"text":"Stand-up","tooltip":"Stand-up\nin 10 min","url":"https://example.org", …}
///
/// `url` is the URL that a tap opens, for a click handler; the bar itself ignores it. A link that
/// is not a URL is omitted. The class is a ``WaybarClass``. If a provider failed, the tooltip ends
/// with the reason. In the other bars, the text of a failed entry begins with ``failureMark``, and
/// the text of a placeholder with ``placeholderMark``.
public enum StatusBarLine {
  /// The classes of an entry in Waybar, for the style sheets of its users.
  public enum WaybarClass: String, Sendable, Hashable {
    /// An entry of a timeline.
    case entry
    /// The placeholder before the first entry.
    case placeholder
    /// An older entry or an entry without data, because the provider failed.
    case failed
  }

  /// The mark before the text of a failed entry.
  public static let failureMark = "! "
  /// The mark before the text of a placeholder.
  public static let placeholderMark = "… "

  private enum WaybarKey: String, JSONKey { case text, alt, tooltip, `class`, percentage, url }
  private enum BlockKey: String, JSONKey { case fullText = "full_text", shortText = "short_text" }

  /// The text that precedes the first of many lines.
  ///
  /// i3bar reads one endless JSON array, after a line with the version of its protocol.
  public static func start(for bar: StatusBar) -> String {
    bar == .i3bar ? "{\"version\":1}\n[\n" : ""
  }

  /// Formats one of many lines, including its line feed.
  public static func followed(_ line: String, for bar: StatusBar) -> String {
    bar == .i3bar ? "[\(line.dropLast())],\n" : line
  }

  /// An entry as one line, including its line feed.
  ///
  /// The live dates in the content must be converted to text first. A gauge that is not finite is
  /// omitted.
  ///
  /// - Parameters:
  ///   - content: The content of the entry.
  ///   - bar: The bar that shows the line.
  ///   - isPlaceholder: Whether the content is the placeholder, because no entry has begun.
  ///   - failure: Why the provider failed; nil if it did not.
  ///   - width: The maximum number of cells that the text fills; a longer text ends with `…`. Nil
  ///     for no maximum.
  public static func text(
    of content: EntryContent, for bar: StatusBar, isPlaceholder: Bool = false,
    failure: String? = nil, width: Int? = nil
  ) -> String {
    let mark = failure != nil ? failureMark : isPlaceholder ? placeholderMark : ""
    func shown(_ text: String) -> String {
      let harmless = visible(mark + text)
      guard let width, displayWidth(harmless) > width else { return harmless }
      return harmless.prefix(cells: width - 1) + "…"
    }
    let text = shown(content.inline)
    switch bar {
    case .line: return text + "\n"
    case .tmux: return escapedForTmux(text) + "\n"
    case .polybar: return escapedForPolybar(text) + "\n"
    case .xmobar: return rawForXmobar(text) + "\n"
    case .i3bar:
      var builder = JSONBuilder<BlockKey>()
      builder.set(.fullText, text)
      let short = shown(content.title.description)
      builder.set(.shortText, short == text ? nil : short)
      return builder.value.reportText(.compact) + "\n"
    case .waybar:
      return waybar(content, isPlaceholder: isPlaceholder, failure: failure, width: width)
    }
  }

  private static func waybar(
    _ content: EntryContent, isPlaceholder: Bool, failure: String?, width: Int?
  ) -> String {
    // This bar can show line breaks.
    func shown(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { visible($0.description) }
        .joined(separator: "\n")
    }
    var lines =
      ([content.title, content.subtitle].compactMap { $0 }.filter { !$0.isEmpty }
      + content.body).map(\.description)
    // An entry that replaces a failed timeline already contains the reason.
    let reason = content.subtitle?.description ?? ""
    if let failure, reason.isEmpty || failure != reason && !failure.hasSuffix(" " + reason) {
      lines.append(failure)
    }
    var title = shown(content.title.description)
    if let width, displayWidth(title) > width { title = title.prefix(cells: width - 1) + "…" }
    var builder = JSONBuilder<WaybarKey>()
    builder.set(.text, markup(title))
    builder.set(.alt, content.symbol)
    builder.set(.tooltip, lines.map { markup(shown($0)) }.joined(separator: "\n"))
    let kind: WaybarClass =
      failure != nil ? .failed : isPlaceholder ? .placeholder : .entry
    builder.set(.class, kind.rawValue)
    builder.set(.percentage, content.percentage)
    builder.set(.url, content.link.flatMap { WidgetURL.isURL($0) ? $0 : nil })
    return builder.value.reportText(.compact) + "\n"
  }

  /// The text as Pango markup, escaped by scalars, because `<` with a combining mark is a different
  /// character.
  private static func markup(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text with each number sign doubled.
  ///
  /// tmux halves doubled signs twice, once when it expands a format and once when it draws it;
  /// before a bracket, it halves them only once. Therefore, a style without effect follows each
  /// sign that is repeated. It also follows a sign at the end, because tmux inserts a style after
  /// the text.
  private static func escapedForTmux(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.reduce(into: "") { escaped, index in
      escaped.unicodeScalars.append(scalars[index])
      guard scalars[index] == "#" else { return }
      let isLast = index + 1 == scalars.count
      escaped += isLast || scalars[index + 1] == "#" ? "##[]" : "#"
    }
  }

  /// The text with an offset of zero pixels inside each `%{`, because `%{` would begin a tag.
  private static func escapedForPolybar(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.reduce(into: "") { escaped, index in
      if scalars[index] == "{", index > 0, scalars[index - 1] == "%" { escaped += "%{O0}" }
      escaped.unicodeScalars.append(scalars[index])
    }
  }

  /// The text, preceded by its number of scalars, so xmobar shows it without interpreting it.
  private static func rawForXmobar(_ text: String) -> String {
    text.isEmpty ? "" : "<raw=\(text.unicodeScalars.count):\(text)/>"
  }
}
