import Messages

/// What the locale variables reveal about the terminal's character set.
///
/// The two extremes have separate uses. A screen draws lines and signs only where UTF-8 is certain,
/// because wrong characters make it unreadable. A text is reduced to ASCII only where UTF-8 is ruled
/// out, because the reduction loses information.
package enum LocaleCharacters: Sendable, Hashable {
  /// The locale names UTF-8.
  case utf8
  /// The locale does not name a character set, as in `ja_JP`.
  case unstated
  /// The locale names a different character set, or it is C, POSIX or missing.
  case other

  package init(environment: [String: String]) {
    let locale = LanguageTag.variable(in: environment, category: "LC_CTYPE")?.value ?? "C"
    let dot = locale.firstIndex(of: ".")
    // On macOS, `LC_CTYPE` can consist of the name of the character set alone.
    let name = locale[(dot.map { locale.index(after: $0) } ?? locale.startIndex)...]
    let folded = name.prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
    if folded == "utf8" {
      self = .utf8
    } else {
      self = dot == nil && !["C", "POSIX"].contains(locale) ? .unstated : .other
    }
  }
}
