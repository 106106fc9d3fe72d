public import DefinitionFormats
import ExternalSources
public import IntentModel
public import IntentOptions
public import Messages
public import WidgetTimeline

/// A widget that was found and read, with its intent, options providers and timeline.
public struct LoadedWidget: Sendable {
  /// The name of its folder, or of its file.
  public var name: String

  /// The folder of its sources.
  public var folder: String

  /// The absolute path of its definition, or of its `widget.json` if it has no definition.
  public var definitionPath: String

  /// Whether its name is enough to find it again; otherwise use the path of its definition.
  public var isFromLibrary: Bool

  /// The kind in its `widget.json`; nil for a bare definition.
  public var kind: String?

  /// Its kind if its `widget.json` lists several widgets; nil for a single widget.
  public var entry: String?

  /// The title of the widget in the library's language.
  public var displayName: String

  /// The purpose of the widget in the library's language; empty if it has no description.
  public var description: String

  /// The families that its `widget.json` lists, never empty; all families for a bare definition.
  public var families: [WidgetFamily]

  /// The intent, with texts in the library's language.
  public var schema: IntentSchema

  /// The providers of the dynamic parameters that have one, by parameter name.
  public var providers: [String: any OptionsProvider]

  /// The provider of its timelines; nil for a bare definition and for a `widget.json` without
  /// `timeline`.
  public var timeline: (any IntentTimelineProvider)?

  /// Warnings about its definition and its string table that did not prevent loading.
  public var findings: [FormatError]

  /// Returns the defaults of the sources for new widgets, by parameter.
  var sourceDefaults: @Sendable () -> [String: ExternalSource.Defaults] = { [:] }

  /// The names of the parameters whose sources provide defaults for new widgets.
  ///
  /// This reads sources that are files, but calls no programs or services.
  public func startingParameters() -> Set<String> {
    Set(sourceDefaults().filter { $0.value != .none }.keys)
  }

  /// The default name of the placed widget: the widget's own name.
  ///
  /// A name that is too general, such as `Widgets`, is replaced by the kind, or else by the
  /// intent's name.
  package var placedName: String {
    if let entry { return entry }
    let stem = name.prefix { $0 != "-" }.lowercased()
    return Self.emptyNames.contains(stem) ? kind ?? schema.intent.name : name
  }

  /// Names that definitions and folders have in many projects.
  private static let emptyNames: Set = [
    "configuration", "definition", "definitions", "intent", "intents", "widget", "widgets",
  ]

  /// The family of a new placed widget: the medium one if it is supported.
  public var firstFamily: WidgetFamily { families.ofNewWidget }

  /// A remark about a family that is used although the widget does not list it; nil for one that it
  /// lists.
  public func remark(onFamily family: WidgetFamily) -> Message? {
    families.remark(on: family, of: displayName)
  }

  /// A remark about parameters that are each other's parents; nil if there are none.
  public var loopRemark: Message? {
    guard let loop = schema.loops.first, let first = loop.first else { return nil }
    let chain = (loop + [first]).joined(separator: " → ")
    return .placed(
      place: name,
      sentences: [
        """
        the parents form a loop: \(chain). Their conditions are ignored. For more, run: \
        widgetconfig check \(definitionPath)
        """
      ])
  }

  /// All providers as one, which routes requests by parameter.
  public var router: RoutingOptionsProvider {
    RoutingOptionsProvider(name: name, providers)
  }
}

extension [WidgetFamily] {
  /// A remark about a family that is used although it is not among those of a widget; nil for one
  /// of them.
  package func remark(on family: WidgetFamily, of widget: String) -> Message? {
    contains(family)
      ? nil : "\(widget) does not list \(family.rawValue) among its families; it is used anyway."
  }
}
