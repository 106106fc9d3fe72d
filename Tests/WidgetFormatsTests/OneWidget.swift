import DefinitionFormats
import WidgetFormats

extension WidgetManifest {
  /// Reads the first widget of a `widget.json`, for texts with one widget.
  static func read(
    _ bytes: [UInt8], file: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> WidgetManifest {
    try WidgetManifestFile.read(bytes, file: file, limits: limits).widgets[0]
  }

  /// The text of a `widget.json` with this widget.
  func text() throws(FormatError) -> String { try WidgetManifestFile(self).text() }
}
