import Messages

/// The information in the locale variables about the terminal's character set.
///
/// The two extremes have separate uses: a screen draws lines and signs only where UTF-8 is certain,
/// because wrong ones make it unreadable, while a text is reduced to ASCII only where UTF-8 is
/// ruled out, because that loses information.
package enum LocaleCharacters: Sendable, Hashable {
  /// The locale names UTF-8.
  case utf8
  /// The locale, such as `ja_JP`, names no character set.
  case unstated
  /// The locale names a different character set, or it is C, POSIX or missing.
  case other

  package init(environment: [String: String]) {
    let locale = LanguageTag.variable(in: environment, category: "LC_CTYPE")?.value ?? "C"
    let dot = locale.firstIndex(of: ".")
    // macOS sets `LC_CTYPE` to the name of the character set alone.
    let name = locale[(dot.map { locale.index(after: $0) } ?? locale.startIndex)...]
    let folded = name.prefix { $0 != "@" }.lowercased().filter { $0 != "-" }
    if folded == "utf8" {
      self = .utf8
    } else {
      self = dot == nil && !["C", "POSIX"].contains(locale) ? .unstated : .other
    }
  }
}
