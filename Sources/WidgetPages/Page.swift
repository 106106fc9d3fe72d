package import FormEngine
import Messages

/// The parts that all pages share: the head, the link to the home page and the button to sign out.
package struct Page: Sendable {
  /// The language of the texts.
  package var words: FormWords
  /// The language in the address; nil if the language of the browser is used.
  package var locale: String?
  /// The token that protects against forged requests; every form sends it back.
  package var csrf: String
  /// Whether a person is signed in with a session and can sign out.
  package var isSignedIn = false
  /// Whether the page is embedded in another page.
  package var isEmbedded = false
  /// Whether the page links to its style sheet instead of including it, for a script that moves the
  /// parts of the page into another page.
  package var linksStyle = false
  /// The origins of the pages that may embed this page; the script sends messages to them.
  package var frameAncestors: [String] = []

  /// The time zone of the times on the page, which the script compares with the browser's zone; nil
  /// for a page that cannot be loaded again.
  package var zone: String?
  /// The time zone in the address; nil if there is none.
  package var askedZone: String?

  package init(words: FormWords, locale: String?, csrf: String) {
    (self.words, self.locale, self.csrf) = (words, locale, csrf)
  }

  /// The query items that every link keeps.
  package var query: [(name: String, value: String)] {
    [locale.map(PageQuery.locale.item), askedZone.map(PageQuery.timeZone.item)].compactMap { $0 }
  }

  /// A link to a path of this service, with the query items that every link keeps.
  func link(_ segments: String...) -> PageLink { PageLink(segments, query: query) }

  /// A link to a page of a list: the page that begins after a name, or the first page if the name
  /// is nil.
  ///
  /// - Parameter search: The search term; empty for none.
  func link(after name: String?, search: String) -> PageLink {
    let items = [PageQuery.search.item(search), PageQuery.after.item(name ?? "")]
    return PageLink([], query: query + items.filter { !$0.value.isEmpty })
  }

  /// The document with its content.
  ///
  /// - Parameters:
  ///   - title: The title; for an error it includes the error prefix.
  ///   - isEnglish: Whether the content is in English, whatever the language of the page.
  package func document(
    title: String, isEnglish: Bool = false, _ content: [HTML]
  ) -> PageDocument {
    let main: [HTML.Attribute] =
      isEnglish ? [.set(.lang, LanguageTag.english), .set(.dir, "ltr")] : []
    let language = words.language.rawValue
    let head = [
      HTML(.meta, [.set(.charset, "utf-8")]),
      HTML(
        .meta,
        [
          .set(.name, "viewport"),
          .set(.content, "width=device-width, initial-scale=1, interactive-widget=resizes-content"),
        ]),
      HTML(.meta, [.set(.name, "color-scheme"), .set(.content, "light dark")]),
      HTML(.title, text: "\(title) – widgetconfig"),
      linksStyle
        ? HTML(.link, [.set(.rel, "stylesheet"), .link(.href, PageAsset.style.link)])
        : HTML(.style),
      HTML(
        .link,
        [.set(.rel, "icon"), .set(.type, PageAsset.icon.type), .link(.href, PageAsset.icon.link)]),
      HTML(.script, [.link(.src, PageAsset.script.link), .flag(.defer)]),
    ]
    return PageDocument(
      HTML.document(
        HTML(
          .html,
          [
            .set(.lang, language), .set(.dir, words.language.isRightToLeft ? "rtl" : "ltr"),
            .set(.zone, zone),
          ],
          [
            HTML(.head, [], head),
            HTML(
              .body, [.style(isEmbedded ? "embedded" : "page")],
              (isEmbedded ? [] : [header]) + [HTML(.main, main, content)]),
          ])), linksStyle: linksStyle)
  }

  private var header: HTML {
    var items = [
      HTML(
        .a, [.style("home"), .link(.href, link())], [HTML(words(.pageHome))])
    ]
    if isSignedIn {
      items.append(
        HTML(
          .form, [.set(.method, "post"), .link(.action, link(PageSegment.signIn))],
          [
            hidden(.csrf, csrf), actionButton(.signOut, words("Sign out")),
          ]))
    }
    return HTML(.header, [.style("top")], items)
  }
}

/// A document without the text of its style sheet, which is the same on all pages.
package struct PageDocument: Sendable {
  /// The markup.
  package let markup: [UInt8]
  /// The position in the markup where the text of the style sheet belongs; nil for a document that
  /// links to the style sheet.
  package let stylePlace: Int?

  fileprivate init(_ markup: [UInt8], linksStyle: Bool) {
    self.markup = markup
    // Texts are escaped, so the first match is the element itself.
    stylePlace = linksStyle ? nil : markup.firstRange(of: Array("<style>".utf8))?.upperBound
  }
}

extension Page {
  /// The field that keeps the language of the address when a search is sent.
  var hiddenLocale: HTML { locale.map { hidden(PageQuery.locale.rawValue, $0) } ?? .none }
}

/// A hidden field.
func hidden(_ name: String, _ value: String) -> HTML {
  HTML(.input, [.set(.type, "hidden"), .set(.name, name), .set(.value, value)])
}

/// A hidden field that does not belong to a row.
func hidden(_ field: PageField, _ value: String) -> HTML { hidden(field.rawValue, value) }

/// A button that sends its form with an action.
///
/// - Parameters:
///   - value: The action.
///   - label: The text.
///   - style: The class; nil for none.
///   - name: The accessible name, if it differs from the text.
///   - attributes: Other attributes.
func actionButton(
  _ value: String, _ label: String, style: String? = nil, name: String? = nil,
  _ attributes: [HTML.Attribute] = []
) -> HTML {
  HTML(
    .button,
    [
      .set(.name, PageField.action.rawValue), .set(.value, value), .set(.class, style),
      .set(.ariaLabel, name),
    ] + attributes, text: label)
}

/// A button that sends its form with an action for the whole page.
func actionButton(
  _ action: PageAction, _ label: String, style: String? = nil, _ attributes: [HTML.Attribute] = []
) -> HTML {
  actionButton(action.rawValue, label, style: style, attributes)
}
