package import FormEngine
import Messages

/// What all pages have: the head, the way back, and who is signed in.
package struct Page: Sendable {
  /// The words of the reader.
  package var words: FormWords
  /// The language that the address names; nil where the browser's counts.
  package var locale: String?
  /// The token against forged requests, which forms send back.
  package var csrf: String
  /// Whether somebody is signed in, who can sign out.
  package var isSignedIn = false
  /// Whether the page is shown inside another one.
  package var isEmbedded = false
  /// The origins of the pages that may show it, which the script tells what happens.
  package var frameAncestors: [String] = []

  package init(words: FormWords, locale: String?, csrf: String) {
    (self.words, self.locale, self.csrf) = (words, locale, csrf)
  }

  /// The members of the query that a link keeps.
  var query: [(name: String, value: String)] {
    locale.map { [(name: "locale", value: $0)] } ?? []
  }

  /// A place of this service in the language of the page.
  func link(_ segments: String...) -> PageLink { PageLink(segments, query: query) }

  /// The document around a content.
  ///
  /// - Parameter title: The title, which begins with a word that says so where something is wrong.
  package func document(title: String, _ content: [HTML], usesScript: Bool = false) -> [UInt8] {
    let language = words.language.rawValue
    var head = [
      HTML(.meta, [.set(.charset, "utf-8")]),
      HTML(
        .meta, [.set(.name, "viewport"), .set(.content, "width=device-width, initial-scale=1")]),
      HTML(.meta, [.set(.name, "color-scheme"), .set(.content, "light dark")]),
      HTML(.title, text: "\(title) – widgetconfig"),
      HTML(.link, [.set(.rel, "stylesheet"), .link(.href, PageAsset.style.link)]),
      HTML(
        .link,
        [.set(.rel, "icon"), .set(.type, PageAsset.icon.type), .link(.href, PageAsset.icon.link)]),
    ]
    if usesScript {
      head.append(HTML(.script, [.link(.src, PageAsset.script.link), .flag(.defer)]))
    }
    return .init(
      HTML.document(
        HTML(
          .html, [.set(.lang, language), .set(.dir, words.language.isRightToLeft ? "rtl" : "ltr")],
          [
            HTML(.head, [], head),
            HTML(
              .body, [.style(isEmbedded ? "embedded" : "page")],
              (isEmbedded ? [] : [header]) + [HTML(.main, [], content)]),
          ])))
  }

  private var header: HTML {
    var items = [
      HTML(
        .a, [.style("home"), .link(.href, link())], [HTML(words(.pageHome))])
    ]
    if isSignedIn {
      items.append(
        HTML(
          .form, [.set(.method, "post"), .link(.action, link("sign-in"))],
          [
            hidden("csrf", csrf),
            HTML(
              .button, [.set(.name, "action"), .set(.value, "sign-out")], text: words(.pageSignOut)),
          ]))
    }
    return HTML(.header, [.style("top")], items)
  }
}

/// A field that nobody sees.
func hidden(_ name: String, _ value: String) -> HTML {
  HTML(.input, [.set(.type, "hidden"), .set(.name, name), .set(.value, value)])
}
