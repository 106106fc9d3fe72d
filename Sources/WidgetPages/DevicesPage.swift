import FormEngine
import Messages

/// A page for operators with the devices that get pushes for changes; it is in English, like the
/// log and the settings.
package struct DevicesPage: Sendable {
  /// A device.
  package struct Device: Sendable {
    package var id: String
    package var app: String
    package var state: String
    package var widgets: [String]
    package var seen: String
    package var waiting: String
    package var lastPush: String

    package init(
      id: String, app: String, state: String, widgets: [String], seen: String, waiting: String,
      lastPush: String
    ) {
      (self.id, self.app, self.state, self.widgets) = (id, app, state, widgets)
      (self.seen, self.waiting, self.lastPush) = (seen, waiting, lastPush)
    }

    fileprivate func text(_ title: Title) -> String {
      switch title {
      case .app: app
      case .state: state
      case .shows: widgets.joined(separator: ", ")
      case .seen: seen
      case .waiting: waiting
      case .lastPush: lastPush
      }
    }
  }

  package var page: Page
  /// A sentence for each app about the state of its pushes.
  package var standing: [String]
  package var devices: [Device]
  /// The identifier after which the next page begins; nil for the last page.
  package var next: String?
  /// The search term: a device, or a placed widget that devices show; empty for no search.
  package var search = ""
  /// The state by which the devices are filtered; empty for any state.
  package var state = ""
  /// The states to choose from.
  package var states: [String]

  package init(
    page: Page, standing: [String], devices: [Device], next: String?, states: [String]
  ) {
    (self.page, self.standing, self.devices, self.next) = (page, standing, devices, next)
    self.states = states
  }

  /// The title of the page.
  static let title = "Devices"

  /// The titles of the facts about a device, in the order of the columns.
  package enum Title: String, CaseIterable, Sendable {
    case app = "App"
    case state = "State"
    case shows = "Shows"
    case seen = "Seen"
    case waiting = "Waiting"
    case lastPush = "Last push"
  }

  private static let titles = ["Device"] + Title.allCases.map(\.rawValue)

  package var document: PageDocument {
    let table = HTML(
      .table, [.style("devices")],
      [HTML.tableHead(Self.titles), HTML(.tbody, [], devices.map(row))])
    let more = next.map { id in
      HTML(
        .p, [],
        [
          HTML(
            .a,
            [
              .link(
                .href,
                PageLink(
                  [PageSegment.devices], query: page.query + chosen + [PageQuery.after.item(id)]))
            ], text: Message.pageNext.text())
        ])
    }
    return page.document(
      title: Self.title, isEnglish: true,
      [HTML(.h1, text: Self.title)] + standing.map { HTML(.p, text: $0) } + [
        searchForm, devices.isEmpty ? HTML(.p, text: none) : table, more ?? .none,
      ])
  }

  /// The message if there are no devices.
  private var none: String {
    chosen.isEmpty ? Message.noDevices.text() : "No device is found."
  }

  /// The query items that filter the devices.
  private var chosen: [(name: String, value: String)] {
    [PageQuery.search.item(search), PageQuery.state.item(state)].filter { !$0.value.isEmpty }
  }

  /// The search form: a field for a device or a placed widget, and a choice of state.
  private var searchForm: HTML {
    let label = "Find a device or a placed widget"
    let choices = [""] + states
    return HTML(
      .form,
      [
        .set(.method, "get"), .link(.action, PageLink([PageSegment.devices], query: [])),
        .set(.role, "search"), .style("search"),
      ],
      [
        page.hiddenLocale,
        HTML(
          .input,
          [
            .set(.type, "search"), .set(.name, PageQuery.search.rawValue), .set(.value, search),
            .set(.dir, "auto"),
            .set(.ariaLabel, label), .set(.placeholder, label),
          ]),
        HTML(
          .select, [.set(.name, PageQuery.state.rawValue), .set(.ariaLabel, Title.state.rawValue)],
          choices.map { choice in
            HTML(
              .option, [.set(.value, choice)] + (choice == state ? [.flag(.selected)] : []),
              text: choice.isEmpty ? "any state" : choice)
          }),
        HTML(.button, text: "Find"),
      ])
  }

  private func row(_ device: Device) -> HTML {
    let head = HTML(
      .th, [.set(.scope, "row")],
      [
        HTML(
          .a, [.link(.href, page.link(PageSegment.devices, device.id))], [HTML.isolated(device.id)])
      ])
    let cells = Title.allCases.map { title in
      let text = device.text(title)
      return HTML(.td, [.set(.column, title.rawValue)], text.isEmpty ? [] : [HTML.isolated(text)])
    }
    return HTML(.tr, [], [head] + cells)
  }
}

/// One device, for operators: its widgets, the result of the last push, and the possible actions.
package struct DevicePage: Sendable {
  package var page: Page
  package var id: String
  /// The known facts about the device; facts with an empty text are left out.
  package var facts: [(name: String, text: String)]
  /// The result of the last action.
  package var said: String?
  /// Why something was not done.
  package var problem: String?

  package init(page: Page, id: String, facts: [(String, String)]) {
    (self.page, self.id) = (page, id)
    self.facts = facts
  }

  package var document: PageDocument {
    let rows = facts.filter { !$0.text.isEmpty }.map { name, text in
      HTML(
        .tr, [],
        [HTML(.th, [.set(.scope, "row")], text: name), HTML(.td, [], [HTML.isolated(text)])])
    }
    return page.document(
      title: problem == nil ? id : page.words(.pageErrorTitle(title: id)), isEnglish: true,
      [
        HTML(.h1, [], [HTML.isolated(id)]),
        HTML(
          .p, [.style("places")],
          [HTML(.a, [.link(.href, page.link(PageSegment.devices))], text: DevicesPage.title)]),
        HTML.notice(said), HTML.problem(problem),
        HTML(.table, [.style("facts")], [HTML(.tbody, [], rows)]),
        HTML(
          .form,
          [
            .set(.method, "post"), .link(.action, page.link(PageSegment.devices, id)),
            .style("form"),
          ],
          [
            hidden(.csrf, page.csrf),
            button(
              .push, "Send a push", style: "primary",
              hint: "A push is sent even if nothing has changed, as long as the budget allows it."),
            button(
              .remove, Message.pageRemove.text(), style: "danger",
              hint: "The device gets no more pushes until its app registers it again."),
          ]),
      ])
  }

  private func button(
    _ action: PageAction, _ label: String, style: String, hint: String
  ) -> HTML {
    let target = RowElement.hint.id(action.rawValue)
    return HTML([
      HTML(.p, [.set(.id, target), .style("hint")], text: hint),
      HTML(.p, [], [actionButton(action, label, style: style, [.set(.describedBy, target)])]),
    ])
  }
}
