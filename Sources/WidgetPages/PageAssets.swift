internal import CPageAssets
import IntentModel

/// A file that pages load, with a name that changes with its content.
package struct PageAsset: Sendable {
  /// The name in `/assets`.
  package let name: String
  /// The name that does not depend on the content, for pages of other sites.
  package let plainName: String
  /// The content type.
  package let type: String
  /// The content.
  package let bytes: [UInt8]

  /// - Parameter leavesOutElement: Whether to leave out the part of the script that only pages of
  ///   other sites need.
  private init(
    _ stem: String, _ ending: String, type: String, _ source: PageAssetBytes,
    leavesOutElement: Bool = false
  ) {
    // The bytes are constants of the program.
    let bytes = Self.lean(
      UnsafeBufferPointer(start: source.bytes, count: source.count), leavesOutElement)
    plainName = "\(stem).\(ending)"
    name = "\(stem)-\(String(fnv1a(bytes), radix: 36)).\(ending)"
    (self.type, self.bytes) = (type, bytes)
  }

  /// The lines of a file without indentation, and without the lines that contain only a comment.
  ///
  /// This would change a multi-line string literal; the files have none.
  private static func lean(
    _ bytes: UnsafeBufferPointer<UInt8>, _ leavesOutElement: Bool
  ) -> [UInt8] {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      line.drop { $0 == UInt8(ascii: " ") }
    }
    func place(_ mark: String) -> Int? { lines.firstIndex { $0.elementsEqual(mark.utf8) } }
    if leavesOutElement, let start = place("// <element>"), let end = place("// </element>") {
      lines.removeSubrange(start...end)
    }
    let kept = lines.filter { line in
      let isComment =
        line.starts(with: Array("//".utf8))
        || line.starts(with: Array("/*".utf8)) && line.suffix(2).elementsEqual(Array("*/".utf8))
      return !line.isEmpty && !isComment
    }
    return Array(kept.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  /// The script that makes the forms of the pages live.
  package static let script = PageAsset(
    "form", "js", type: "text/javascript; charset=utf-8", page_asset_script(),
    leavesOutElement: true)
  /// The script for pages of other sites, which also defines the element with a form.
  package static let element = PageAsset(
    "form", "js", type: "text/javascript; charset=utf-8", page_asset_script())
  /// The style sheet.
  package static let style = PageAsset(
    "form", "css", type: "text/css; charset=utf-8", page_asset_style())

  /// The icon that browsers show next to the title.
  package static let icon = PageAsset(
    "icon", "svg", type: "image/svg+xml", page_asset_icon())

  /// All files.
  package static var all: [PageAsset] { [script, style, icon] }

  /// The path of the file.
  package var link: PageLink { PageLink(["assets", name]) }
}
