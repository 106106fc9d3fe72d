import FormEngine
package import IntentModel
import Messages

/// The gallery of available widgets and of placed widgets.
package struct GalleryPage: Sendable {
  /// An available widget.
  package struct Widget: Sendable {
    package var kind: String
    package var name: String
    package var description: String
    /// The families that the widget supports.
    package var families: [WidgetFamily]
    /// The family in which the widget is drawn.
    package var family: WidgetFamily
    /// The drawn entry; nil if the widget has no timeline.
    package var entry: ShownEntry?
    /// Whether the entry is a placeholder.
    package var isPlaceholder: Bool

    package init(
      kind: String, name: String, description: String, families: [WidgetFamily],
      family: WidgetFamily, entry: ShownEntry?, isPlaceholder: Bool
    ) {
      (self.kind, self.name, self.description) = (kind, name, description)
      (self.families, self.family) = (families, family)
      (self.entry, self.isPlaceholder) = (entry, isPlaceholder)
    }
  }

  /// A placed widget.
  package struct Placed: Sendable {
    package var name: String
    /// The name of its widget; nil if the service no longer has that widget.
    package var widget: String?
    package var family: String
    package var savedAt: String
    /// Why the placed widget cannot be opened; nil if it can.
    package var problem: String?
    /// Whether the stored state cannot be read; then only the history can be opened.
    package var isDamaged: Bool
    /// The entry that the widget shows now, with its family; nil if the widget is not drawn.
    package var drawing: (entry: ShownEntry, family: WidgetFamily)?

    package init(
      name: String, widget: String?, family: String, savedAt: String, problem: String? = nil,
      isDamaged: Bool = false
    ) {
      (self.name, self.widget, self.family) = (name, widget, family)
      (self.savedAt, self.problem, self.isDamaged) = (savedAt, problem, isDamaged)
    }
  }

  /// The maximum number of placed widgets, and of removed ones, on a page.
  package static let maximumPlaced = 100
  /// The maximum number of placed widgets on a page that are drawn; the others are lines of text.
  package static let maximumDrawn = 24

  package var page: Page
  package var widgets: [Widget]
  package var placed: [Placed]
  /// The name after which the next page of placed widgets begins; nil on the last page.
  package var next: String?
  /// Whether this is the first page of placed widgets.
  package var isFirst: Bool
  /// The names of the removed widgets that can be restored.
  package var removed: [String]
  /// The search term; empty for none.
  package var search = ""
  /// Whether the page links to the page with the devices.
  package var hasDevices = false

  /// The maximum number of placed widgets that are listed above the widgets to add; with more of
  /// them, the widgets to add would be out of sight.
  private static let fewPlaced = 12

  package init(
    page: Page, widgets: [Widget], placed: [Placed], next: String? = nil, isFirst: Bool = true,
    removed: [String]
  ) {
    (self.page, self.widgets, self.placed, self.removed) = (page, widgets, placed, removed)
    (self.next, self.isFirst) = (next, isFirst)
  }

  private var words: FormWords { page.words }

  package var document: PageDocument {
    page.document(
      title: words(.pageHome),
      [
        HTML(.h1, text: words(.pageHome)), searchForm,
      ] + (addsFirst ? [gallery, placedWidgets] : [placedWidgets, gallery])
        + [removedWidgets, devices])
  }

  /// Whether the widgets to add precede the placed ones, because nothing is placed yet, or because
  /// they would otherwise be far down the page.
  private var addsFirst: Bool {
    if placed.isEmpty { return search.isEmpty }
    return isFirst && placed.count > Self.fewPlaced
  }

  /// The link to the page with the devices, which operators read in English.
  private var devices: HTML {
    guard hasDevices else { return .none }
    return HTML(
      .p, [.style("places")],
      [
        HTML(
          .a, [.set(.lang, LanguageTag.english), .link(.href, page.link(PageSegment.devices))],
          text: DevicesPage.title)
      ])
  }

  /// The field that finds widgets by part of their names.
  private var searchForm: HTML {
    let label = words("Find a widget")
    return HTML(
      .form,
      [.set(.method, "get"), .link(.action, page.link()), .set(.role, "search"), .style("search")],
      [
        page.hiddenLocale,
        HTML(
          .input,
          [
            .set(.type, "search"), .set(.name, PageQuery.search.rawValue), .set(.value, search),
            .set(.dir, "auto"), .set(.ariaLabel, label), .set(.placeholder, label),
          ]),
        HTML(.button, text: words(.pageSearch)),
      ])
  }

  /// A part of the page with a heading.
  private func section(_ id: String, _ title: Message, _ parts: [HTML]) -> HTML {
    HTML(
      .section, [.set(.labelledBy, id)],
      [HTML(.h2, [.set(.id, id)], text: words(title))] + parts)
  }

  /// The links to the histories of removed widgets.
  private var removedWidgets: HTML {
    guard !removed.isEmpty else { return .none }
    return section(
      "removed-title", "Recently removed",
      [
        HTML(
          .ul, [.style("places")],
          removed.map { name in
            HTML(
              .li, [],
              [
                HTML(
                  .a, [.link(.href, page.link(PageSegment.placed, name, PageSegment.history))],
                  [HTML.isolated(name)])
              ])
          })
      ])
  }

  private var gallery: HTML {
    section(
      "gallery-title", "Add a widget",
      [
        widgets.isEmpty
          ? HTML(.p, text: words(.nothingMatches))
          : HTML(.ul, [.style("gallery")], widgets.map { HTML(.li, [], [card(of: $0)]) })
      ])
  }

  /// The placed widgets, which returning users look for first.
  private var placedWidgets: HTML {
    section(
      "placed-title", "Placed widgets",
      [
        placed.isEmpty
          ? HTML(.p, text: words(search.isEmpty ? "Nothing is placed yet." : .nothingMatches))
          : HTML(.ul, [.style("placed")], placed.map(entry)),
        turning,
      ])
  }

  /// The links to the first and the next page of placed widgets.
  private var turning: HTML {
    let next = next.map { name in
      HTML(.a, [.link(.href, page.link(after: name, search: search))], text: words(.pageNext))
    }
    let first =
      isFirst
      ? nil
      : HTML(.a, [.link(.href, page.link(after: nil, search: search))], text: words("First page"))
    let links = [first, next].compactMap { $0 }
    return links.isEmpty ? .none : HTML(.nav, [], links)
  }

  private func card(of widget: Widget) -> HTML {
    let action: Message = "Configure"
    return HTML(
      .article, [.style("card")],
      [
        HTML(
          .div, [.style("drawing")],
          [
            widget.entry?.drawing(in: widget.family)
              ?? HTML(
                .div, [.style("family"), .set(.family, widget.family.shape.rawValue)],
                text: words(.noTimeline)),
            widget.isPlaceholder ? HTML(.small, text: words(.pagePlaceholder)) : .none,
          ]),
        HTML(
          .div, [.style("about")],
          [
            HTML(.h3, [], [HTML.isolated(widget.name)]),
            widget.description.isEmpty
              ? .none
              : HTML(.p, [.style("description"), .set(.dir, "auto")], text: widget.description),
            HTML(.p, [.style("hint")], text: words(.list(widget.families.map(\.title)))),
            HTML(
              .a,
              [
                .style("button"), .link(.href, page.link(PageSegment.widgets, widget.kind)),
                .set(.ariaLabel, words(.pageOf(action: action, name: widget.name))),
              ], [HTML(words(action))]),
          ]),
      ])
  }

  private func entry(_ placed: Placed) -> HTML {
    let name = HTML.isolated(placed.name)
    let target = page.link(PageSegment.placed, placed.name)
    return HTML(
      .li, [placed.drawing == nil ? .set(.class, nil) : .style("drawn")],
      [
        placed.drawing.map { entry, family in
          HTML(
            .div, [.style("drawing"), .set(.hidden, "true")], [entry.unlinked.drawing(in: family)])
        } ?? .none,
        placed.problem == nil && placed.widget != nil
          ? HTML(.a, [.link(.href, target)], [name]) : HTML(.strong, [], [name]),
        HTML(" "),
        HTML(
          .small, [],
          [placed.widget ?? "", placed.family, placed.savedAt].filter { !$0.isEmpty }.enumerated()
            .flatMap { [HTML($0.offset == 0 ? "" : " · "), HTML.isolated($0.element)] }),
        placed.problem.map { HTML(.p, [.style("problem")], text: $0) } ?? .none,
        placed.problem == nil
          ? .none
          : HTML(
            .p, [.style("places")],
            PlacedLinks.html(placed.name, page, canChange: !placed.isDamaged)),
      ])
  }
}
