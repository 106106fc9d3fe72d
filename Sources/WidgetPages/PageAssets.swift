import IntentModel

/// A file that pages load, under a name that changes with its content.
package struct PageAsset: Sendable {
  /// The name in `/assets`.
  package let name: String
  /// The name that stays when the content changes, for pages of other sites.
  package let plainName: String
  /// The content type.
  package let type: String
  /// The content.
  package let bytes: [UInt8]

  private init(_ stem: String, _ ending: String, type: String, _ bytes: [UInt8]) {
    plainName = "\(stem).\(ending)"
    name = "\(stem)-\(String(fnv1a(bytes), radix: 36)).\(ending)"
    (self.type, self.bytes) = (type, bytes)
  }

  /// The script that makes forms live.
  package static let script = PageAsset(
    "form", "js", type: "text/javascript; charset=utf-8", PackageResources.form_js)
  /// The style sheet.
  package static let style = PageAsset(
    "form", "css", type: "text/css; charset=utf-8", PackageResources.form_css)

  /// What browsers show beside the title.
  package static let icon = PageAsset(
    "icon", "svg", type: "image/svg+xml", PackageResources.icon_svg)

  /// All files.
  package static var all: [PageAsset] { [script, style, icon] }

  /// Where the file lies.
  package var link: PageLink { PageLink(["assets", name]) }
}
