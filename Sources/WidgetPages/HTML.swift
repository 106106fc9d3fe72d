import Foundation
import IntentModel
package import IntentOptions
import Messages

/// A piece of HTML.
///
/// It consists of escaped text and the elements declared in this file, and cannot be made from raw
/// markup. No attribute can contain a script or a style, and the target of every link is a
/// ``PageLink``.
package struct HTML: Sendable, Hashable {
  /// The markup.
  package let markup: String

  private init(markup: String) { self.markup = markup }

  /// An empty piece of HTML.
  package static let none = HTML(markup: "")

  /// Escapes a text, and makes visible every character that is invisible or reorders the text
  /// around it.
  package init(_ text: String) {
    self.init(markup: Escaping.text(text))
  }

  /// Joins pieces of HTML.
  package init(_ parts: [HTML]) {
    self.init(markup: parts.map(\.markup).joined())
  }

  /// An element.
  package init(_ tag: Tag, _ attributes: [Attribute] = [], _ children: [HTML] = []) {
    var markup = "<\(tag.rawValue)"
    for attribute in attributes { markup += attribute.markup }
    markup += ">"
    if !tag.isVoid {
      // The HTML parser drops a line break at the start of a text area.
      if tag == .textarea { markup += "\n" }
      if tag != .script, tag != .style { for child in children { markup += child.markup } }
      markup += "</\(tag.rawValue)>"
    }
    self.init(markup: markup)
  }

  /// An element with a text.
  package init(_ tag: Tag, _ attributes: [Attribute] = [], text: String) {
    self.init(tag, attributes, [HTML(text)])
  }

  /// A text area with a value, whose line breaks are kept.
  package static func textArea(_ attributes: [Attribute], value: String) -> HTML {
    HTML(.textarea, attributes, [HTML(markup: Escaping.value(value))])
  }

  /// A text from outside whose direction does not affect the text around it.
  package static func isolated(_ text: String) -> HTML { HTML(.bdi, [], [HTML(text)]) }

  /// The head of a table.
  static func tableHead(_ titles: [String]) -> HTML {
    HTML(
      .thead, [],
      [HTML(.tr, [], titles.map { HTML(.th, [.set(.scope, "col")], text: $0) })])
  }

  /// A message about an action, which a screen reader announces; empty for nil.
  static func notice(_ text: String?) -> HTML {
    text.map { HTML(.p, [.style("notice"), .set(.role, "status")], text: $0) } ?? .none
  }

  /// A problem, which a screen reader announces; empty for nil.
  static func problem(_ text: String?) -> HTML {
    text.map { HTML(.p, [.style("problem"), .set(.role, "alert")], text: $0) } ?? .none
  }

  /// A decorative spot in the colour of a choice; the text next to it has the same information.
  package static func spot(_ color: ChoiceColor) -> HTML {
    HTML(
      markup: "<svg class=\"spot\" aria-hidden=\"true\" viewBox=\"0 0 2 2\">"
        + "<circle cx=\"1\" cy=\"1\" r=\"1\" fill=\"\(color.text)\"></circle></svg>")
  }

  /// The decorative picture of a symbol; the text next to it has the same information.
  package static func symbol(_ name: String, _ color: ChoiceColor? = nil) -> HTML {
    let drawing = SymbolDrawing(named: name)
    let tint = color.map { " color=\"\($0.text)\"" } ?? ""
    let style = drawing.isFilled ? "symbol filled" : "symbol"
    return HTML(
      markup: "<svg class=\"\(style)\"\(tint)"
        + " aria-hidden=\"true\" viewBox=\"0 0 24 24\"><path d=\"\(drawing.path)\"></path></svg>")
  }

  /// A whole document.
  package static func document(_ root: HTML) -> [UInt8] {
    Array("<!DOCTYPE html>\n\(root.markup)\n".utf8)
  }

  /// A hash of the markup, long enough to distinguish the few states that a row has.
  package var mark: String { String(fnv1a(markup.utf8) & 0xFF_FFFF_FFFF, radix: 36) }

  /// Whether a text is shown unchanged, without characters that must be made visible.
  static func isShownAsItIs(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: Escaping.isWrittenOut)
  }
}

extension HTML {
  /// The elements that pages use.
  package enum Tag: String, Sendable {
    case html, head, meta, title, link, style, script, body, header, main, nav, aside, section
    case article, div, span, p, h1, h2, h3, a, ul, ol, li, bdi, strong, code, pre, time
    case form, fieldset, legend, label, input, textarea, select, option, button, output, meter
    case details, summary, table, thead, tbody, tr, th, td, small

    fileprivate var isVoid: Bool {
      switch self {
      case .meta, .link, .input: true
      default: false
      }
    }
  }

  /// The attributes with text values; none of them can contain a script, a style or an address.
  ///
  /// The script and the style sheet read the data attributes by these names.
  package enum Name: String, Sendable {
    case id, name, value, type, min, max, step, role, lang, dir, title, rel, content, charset
    case `class`, `for`, placeholder, inputmode, autocomplete, spellcheck, tabindex
    case datetime, scope, method, rows, form
    case describedBy = "aria-describedby"
    case labelledBy = "aria-labelledby"
    case ariaLabel = "aria-label"
    case live = "aria-live"
    case invalid = "aria-invalid"
    case busy = "aria-busy"
    case current = "aria-current"
    case pressed = "aria-pressed"
    case hidden = "aria-hidden"
    case required = "aria-required"
    case valueText = "aria-valuetext"
    case row = "data-row"
    case control = "data-control"
    case depth = "data-depth"
    case mark = "data-mark"
    case kind = "data-kind"
    case placedName = "data-name"
    case options = "data-options"
    case definition = "data-definition"
    case family = "data-family"
    case modified = "data-modified"
    case pending = "data-pending"
    case words = "data-words"
    case origins = "data-origins"
    case zone = "data-zone"
    case column = "data-column"
  }

  /// The attributes with addresses.
  package enum LinkName: String, Sendable { case href, src, action }

  /// The attributes without values.
  package enum Flag: String, Sendable {
    case checked, selected, disabled, hidden, novalidate, `defer`, autofocus
  }

  /// An attribute of an element.
  package struct Attribute: Sendable, Hashable {
    fileprivate let markup: String

    private init(markup: String) { self.markup = markup }

    /// An attribute with a text; nil omits it.
    package static func set(_ name: Name, _ value: String?) -> Attribute {
      guard let value else { return Attribute(markup: "") }
      let escaped = name == .value ? Escaping.value(value) : Escaping.text(value)
      return Attribute(markup: " \(name.rawValue)=\"\(escaped)\"")
    }

    /// An attribute with an address.
    package static func link(_ name: LinkName, _ link: PageLink) -> Attribute {
      Attribute(markup: " \(name.rawValue)=\"\(Escaping.text(link.text))\"")
    }

    /// An attribute that is present if a condition is true.
    package static func flag(_ flag: Flag, _ isTrue: Bool = true) -> Attribute {
      Attribute(markup: isTrue ? " \(flag.rawValue)" : "")
    }

    /// The class attribute; the style sheet has the rules for the classes.
    package static func style(_ name: String) -> Attribute { set(.class, name) }

    /// The ID of a part of a page.
    static func id(_ part: PagePart) -> Attribute { set(.id, part.rawValue) }
  }
}

/// The target of a link: a path of this service, or a web address.
package struct PageLink: Sendable, Hashable {
  /// The address as text.
  package let text: String

  /// Makes a path of this service.
  ///
  /// - Parameters:
  ///   - segments: The unencoded segments of the path.
  ///   - query: The unencoded items of the query.
  ///   - fragment: The ID of a part of the page, for the fragment.
  package init(
    _ segments: [String], query: [(name: String, value: String)] = [], fragment: String? = nil
  ) {
    var text = "/" + segments.map(\.percentEncoded).joined(separator: "/")
    for (place, member) in query.enumerated() {
      text +=
        (place == 0 ? "?" : "&") + member.name.percentEncoded + "="
        + member.value.percentEncoded
    }
    self.text = text + (fragment.map { "#" + $0.percentEncoded } ?? "")
  }

  /// Makes a link to a part of the same page.
  package init(part: String) { text = "#" + part }

  /// Makes a path of this service from a path in a request; nil for any other address.
  ///
  /// At the start of a path, browsers read two slashes, or a slash and a backslash, as the start of
  /// another host.
  package init?(path: String) {
    guard path.hasPrefix("/"), path.utf8.count <= 2_000,
      path.utf8.allSatisfy({ $0.isVisible && $0 != UInt8(ascii: "\\") }),
      !path.hasPrefix("//")
    else { return nil }
    text = path
  }

  /// Makes a web address; nil for a scheme other than HTTP and HTTPS.
  package init?(web address: String) {
    guard let parts = URLComponents(string: address),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false
    else { return nil }
    text = address
  }
}

/// Escapes texts so that an HTML parser reads them back.
enum Escaping {
  /// Escapes a text, and makes visible every character that is invisible or reorders the text
  /// around it.
  static func text(_ text: String) -> String {
    escaped(text, isWrittenOut)
  }

  static func isWrittenOut(_ scalar: Unicode.Scalar) -> Bool {
    VisibleText.mustBeWrittenOut(scalar) && scalar != "\n" && scalar != "\t"
  }

  /// Escapes the value of a field, which must not be changed when it is sent back.
  static func value(_ text: String) -> String { escaped(text) { $0 == "\u{0}" } }

  private static func escaped(
    _ text: String, _ mustBeWrittenOut: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
      case _ where mustBeWrittenOut(scalar): VisibleText.append(scalar, to: &result)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
