import IntentModel
package import JSONC
public import JSONCodings
import Messages

/// The contents of a `widget.json`: one widget, or several that share a definition.
///
///     {
///       "widgets": [
///         { "kind": "Agenda", "intent": "AgendaIntent", "timeline": { "command": ["./agenda"] } },
///         { "kind": "Day", "intent": null, "timeline": { "command": ["./day"] } }
///       ]
///     }
///
/// The widgets in a file have different kinds, which identify them.
public struct WidgetManifestFile: Sendable, Hashable {
  /// The widgets in the order of the file, at least one.
  public var widgets: [WidgetManifest]

  /// Whether the widgets are written as a list in `widgets`.
  public var isList: Bool

  /// Makes the contents of a file with a list of widgets.
  public init(widgets: [WidgetManifest]) {
    self.widgets = widgets
    isList = true
  }

  /// Makes the contents of a file with a single widget, without a list.
  public init(_ widget: WidgetManifest) {
    widgets = [widget]
    isList = false
  }

  /// The widget of a kind; nil if there is none.
  public func widget(ofKind kind: String) -> WidgetManifest? {
    widgets.first { $0.kind == kind }
  }

  /// The path of a widget in the file.
  package func path(ofWidgetAt index: Int) -> [JSONPathComponent] {
    isList ? [.key(Key.widgets.rawValue), .index(index)] : []
  }
}

extension WidgetManifestFile {
  enum Key: String, JSONKey {
    case schema = "$schema"
    case widgets
  }

  /// Reads a `widget.json`.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The name of the file in messages.
  ///   - limits: The limits for the text.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], file: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> WidgetManifestFile {
    let (bundle, errors) = reading(bytes, file: file, limits: limits)
    guard let bundle, errors.isEmpty else { throw FormatErrors(errors) }
    return bundle
  }

  /// Reads the valid parts of a `widget.json`, and returns all problems of the others.
  package static func reading(
    _ bytes: [UInt8], file: String, limits: FormatLimits = .standard
  ) -> (bundle: WidgetManifestFile?, errors: [FormatError]) {
    let problems = ProblemList(file: file, bytes: bytes, limits: limits)
    let bundle = problems.root().flatMap(read)
    return (bundle, problems.errors)
  }

  static let coding = ObjectCoding<WidgetManifestFile>([
    .forEditors,
    .required(
      Key.widgets, \.widgets, several,
      "Several widgets that share one definition, each with its own kind"),
  ])

  private static let several = JSONCoding<[WidgetManifest]>(
    schema: ["type": "array", "items": SchemaDefinition.widget.reference, "minItems": 1],
    read: { list in
      guard let elements = list.elements else { return nil }
      if elements.isEmpty { list.report(.emptyText("list of widgets")) }
      var kinds = Set<String>()
      return elements.compactMap { element in
        guard let widget = JSONCoding.widget.read(element) else { return nil }
        if !widget.kind.isEmpty, !kinds.insert(widget.kind).inserted {
          element.report(.duplicate(widget.kind, what: .whatKind))
        }
        return widget
      }
    }, write: { .array($0.map(\.json)) })

  private static func read(_ root: JSONNode) -> WidgetManifestFile? {
    guard root.value.objectValue?[Key.widgets.rawValue] != nil else {
      return JSONCoding.widget.read(root).map { WidgetManifestFile($0) }
    }
    var bundle = WidgetManifestFile(widgets: [])
    return coding.read(root, into: &bundle) ? bundle : nil
  }

  /// The file as indented text; options are sorted by name.
  ///
  /// - Throws: `FormatError` for a size or a property of a default that is not finite.
  public func text() throws(FormatError) -> String {
    guard isList else { return try (widgets.first?.json ?? .object(JSONObject())).text(.pretty) }
    return try JSONValue.object(Self.coding.object(self)).text(.pretty)
  }
}
