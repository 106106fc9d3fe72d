/// The devices that are told of changes, for operators: in English, as their log and their settings
/// are.
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
  }

  package var page: Page
  /// What is sent, in a sentence for each app.
  package var standing: [String]
  package var devices: [Device]
  /// The identifier after which the next page begins; nil for the last one.
  package var next: String?

  package init(page: Page, standing: [String], devices: [Device], next: String?) {
    (self.page, self.standing, self.devices, self.next) = (page, standing, devices, next)
  }

  private static let titles = ["Device", "App", "State", "Shows", "Seen", "Waiting", "Last push"]

  package var document: [UInt8] {
    let head = HTML(
      .tr, [], Self.titles.map { HTML(.th, [.set(.scope, "col")], text: $0) })
    let table = HTML(
      .table, [.style("states")],
      [HTML(.thead, [], [head]), HTML(.tbody, [], devices.map(row))])
    let more = next.map { id in
      HTML(
        .p, [],
        [
          HTML(
            .a,
            [
              .link(
                .href, PageLink(["devices"], query: page.query + [(name: "after", value: id)]))
            ], text: "Next page")
        ])
    }
    return page.document(
      title: "Devices",
      [HTML(.h1, text: "Devices")] + standing.map { HTML(.p, text: $0) } + [
        devices.isEmpty ? HTML(.p, text: "No devices are registered.") : table, more ?? .none,
      ])
  }

  private func row(_ device: Device) -> HTML {
    HTML(
      .tr, [],
      [
        HTML(.th, [.set(.scope, "row")], [HTML.isolated(device.id)]),
        HTML(.td, [], [HTML.isolated(device.app)]), HTML(.td, text: device.state),
        HTML(.td, [], [HTML.isolated(device.widgets.joined(separator: ", "))]),
        HTML(.td, text: device.seen), HTML(.td, text: device.waiting),
        HTML(.td, [], [HTML.isolated(device.lastPush)]),
      ])
  }
}
