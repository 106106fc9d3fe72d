import Foundation
import JSONC
import Synchronization
import Testing
import WidgetTestSupport

/// The pages in the article about the web form, as pages of another site.
extension PageLookTests {
  /// The pages in the article, for a service at the given address.
  private static func pages(of article: String, at address: String) throws -> [String] {
    let text = try RepositoryFiles.text("Sources/\(article)")
    return text.components(separatedBy: "\n```html\n").dropFirst().map { block in
      let content = block.components(separatedBy: "\n```")[0]
      let page =
        "<!DOCTYPE html><html lang=\"en\"><head><title>Mine</title></head><body>\(content)</body></html>"
      return page.replacing("http://127.0.0.1:8000", with: address)
    }
  }

  /// Serves pages as another site does.
  private static func site(_ page: @escaping @Sendable () -> String) throws -> LoopbackService {
    try LoopbackService { _, _ in
      .response(
        status: "200 OK", headers: ["Content-Type: text/html; charset=utf-8"], body: page())
    }.start()
  }

  @Test func thePagesOfTheArticleWork() async throws {
    let shown = SharedText()
    let site = try Self.site { shown.text }
    defer { site.stop() }
    let origin = "http://localhost:\(site.port)"
    let environment = [
      "WIDGETCONFIG_ALLOWED_ORIGINS": origin, "WIDGETCONFIG_FRAME_ANCESTORS": origin,
    ]
    try await RunningServer.run(environment: environment) { server in
      let pages = try Self.pages(
        of: "WidgetPages/WidgetPages.docc/UseTheWebForm.md", at: server.address)
      try #require(pages.count == 2)
      try await BrowserPage.open { page in
        shown.text = pages[0]
        try await page.go(origin + "/")
        let inside = "document.querySelector('widget-form').shadowRoot"
        try await page.wait(for: "\(inside)?.querySelector('#form.live')")
        try await page.run(
          """
          const field = \(inside).getElementById('num-emphasis');
          field.value = '0.7';
          field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
          """)
        try await page.wait(for: "document.querySelector('widget-form').value.includes('0.7')")
        // The element takes part in the surrounding form.
        #expect(
          try await page.run(
            "return new FormData(document.getElementById('settings')).get('desk').includes('0.7')")
            == true)
        try await page.run("document.querySelector('widget-form').save()")
        try await page.wait(
          for: "document.getElementById('saved').textContent.includes('VerseIntent')")
        // The expected 404 responses are those for the site's icon and for a widget that is not
        // placed yet.
        #expect(try await page.console().filter { !$0.contains("404") } == [])
        shown.text = pages[1]
        try await page.go(origin + "/")
        try await page.wait(
          for: "document.getElementById('told').textContent.includes('widgetconfig:ready')")
        try await page.run(
          "document.getElementById('frame').contentWindow.postMessage({ type: 'widgetconfig:save' }, '*')"
        )
        try await page.wait(
          for: "document.getElementById('told').textContent.includes('widgetconfig:save')")
      }
    }
    // A site that is not in the settings can embed neither of the article's pages.
    try await RunningServer.shared(.bundled) { server in
      let pages = try Self.pages(
        of: "WidgetPages/WidgetPages.docc/UseTheWebForm.md", at: server.address)
      try await BrowserPage.open { page in
        shown.text = pages[0]
        try await page.go(origin + "/")
        try await page.wait(
          for: "document.querySelector('widget-form')?.shadowRoot?.querySelector('[role=alert]')")
        shown.text = pages[1]
        try await page.go(origin + "/")
        try await page.waitForConsole { $0.contains("frame-ancestors") }
        #expect(try await page.text("#told") == "")
      }
    }
  }
}

/// A text that two tasks share.
final class SharedText: Sendable {
  private let value = Mutex("")

  var text: String {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
