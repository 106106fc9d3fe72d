internal import CEmbeddedFiles
import IntentModel

/// A file that pages load, with a name that changes when its content changes.
package struct PageAsset: Sendable {
  /// The name in `/assets`.
  package let name: String
  /// The name that does not depend on the content, for pages of other sites.
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

  /// The lines of a file without their indentation; lines that contain only a comment are left out,
  /// except for the marks of sections.
  ///
  /// Removing the indentation would change a multi-line string literal, but the files have none.
  private static func lines(_ source: PageAssetBytes) -> [String] {
    // The bytes are constants of the program.
    let bytes = UnsafeBufferPointer(start: source.bytes, count: source.count)
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      let isComment =
        line.hasPrefix("// ") && !marks.contains(line)
        || line.hasPrefix("/*") && line.hasSuffix("*/")
      return line.isEmpty || isComment ? nil : line
    }
  }

  private static let marks = ["pickers", "element"].flatMap { ["// <\($0)>", "// </\($0)>"] }

  /// The content of a file in which the lines of some sections are replaced with other lines.
  private static func content(_ lines: [String], _ others: [String: [String]] = [:]) -> [UInt8] {
    var lines = lines
    for (section, other) in others {
      if let start = lines.firstIndex(of: "// <\(section)>"),
        let end = lines.firstIndex(of: "// </\(section)>")
      {
        lines.replaceSubrange(start...end, with: other)
      }
    }
    return Array((lines.filter { !marks.contains($0) }.joined(separator: "\n") + "\n").utf8)
  }

  private static let javaScript = "text/javascript; charset=utf-8"

  /// The part of the script that contains the pickers; the main part loads it when one of them is
  /// used.
  package static let pickers = PageAsset(
    "pickers", "js", type: javaScript, content(lines(page_asset_pickers())))
  /// The script that makes the forms of the pages interactive.
  package static let script = PageAsset(
    "form", "js", type: javaScript,
    content(
      lines(page_asset_script()).map { $0.replacing(pickers.plainName, with: pickers.name) },
      ["element": []]))
  /// The script for pages of other sites, as a single file, which also defines the custom element
  /// with a form.
  package static let element = PageAsset(
    "form", "js", type: javaScript,
    content(
      lines(page_asset_script()),
      ["pickers": lines(page_asset_pickers()).map { $0.replacing("export const", with: "const") }]))
  /// The style sheet of the element; a page of another site links to it.
  package static let style = PageAsset(
    "form", "css", type: "text/css; charset=utf-8", content(lines(page_asset_style())))
  /// The style sheet for the service's own pages.
  ///
  /// Its rules depend on the width of the window; in pages of other sites, they depend on the width
  /// of a container. Browsers know the width of the window before they lay out a page, so they lay
  /// it out only once.
  package static let ownStyle = content(
    lines(page_asset_style()).map { $0.replacing("@container form ", with: "@media ") })

  /// The icon that browsers show next to the title.
  package static let icon = PageAsset(
    "icon", "svg", type: "image/svg+xml", content(lines(page_asset_icon())))

  /// All files that have a name with a hash; the element has only its plain name.
  package static var all: [PageAsset] { [script, pickers, style, icon] }

  /// Whether a name in `/assets` is the name of any version of this file.
  package func hasName(_ name: String) -> Bool {
    guard let dot = plainName.firstIndex(of: ".") else { return false }
    return name.hasPrefix(plainName[..<dot] + "-") && name.hasSuffix(plainName[dot...])
  }

  /// The path of the file.
  package var link: PageLink { PageLink([PageSegment.assets, name]) }
}
