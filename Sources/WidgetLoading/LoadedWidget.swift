public import DefinitionFormats
import ExternalSources
public import IntentModel
public import IntentOptions
public import Messages
public import WidgetTimeline

/// A widget that was found and read: what it asks for, where its choices come from, what it shows.
public struct LoadedWidget: Sendable {
  /// The name of its folder, or of its file.
  public var name: String

  /// The folder in which its sources are looked for.
  public var folder: String

  /// The absolute path of its definition, or of its `widget.json` where it has no definition.
  public var definitionPath: String

  /// Whether its name alone finds it again; otherwise the path of its definition does.
  public var isFromLibrary: Bool

  /// The kind that its `widget.json` states; nil for a bare definition.
  public var kind: String?

  /// Its kind where it is one of several widgets of a `widget.json`; nil for one that stands alone.
  public var entry: String?

  /// The title of the widget in the language of the library.
  public var displayName: String

  /// What the widget is for, in the language of the library; empty where nothing says it.
  public var description: String

  /// The families that its `widget.json` lists, never empty; all families for a bare definition.
  public var families: [WidgetFamily]

  /// The intent, with its texts in the language of the library.
  public var schema: IntentSchema

  /// The providers of the dynamic parameters that have one, by parameter name.
  public var providers: [String: any OptionsProvider]

  /// What makes its timelines; nil for a bare definition and for a `widget.json` without `timeline`.
  public var timeline: (any IntentTimelineProvider)?

  /// What is odd about its definition and its string table, and stopped nothing.
  public var findings: [FormatError]

  /// What new widgets start with, asked of the sources.
  var sourceDefaults: @Sendable () -> [String: ExternalSource.Defaults] = { [:] }

  /// The names of the parameters whose sources give something to start from.
  ///
  /// This reads the files among the sources, and asks no program or service.
  public func startingParameters() -> Set<String> {
    Set(sourceDefaults().filter { $0.value != .none }.keys)
  }

  /// The family of a widget that is placed for the first time: the medium one where it is supported.
  public var firstFamily: WidgetFamily { families.ofNewWidget }

  /// What to say of a family that the widget does not list and that is used all the same.
  public func remark(onFamily family: WidgetFamily) -> Message {
    .familyNotListed(widget: name, family: family.rawValue)
  }

  /// What to say of parameters that are each other's parents; nil for none.
  public var loopRemark: Message? {
    guard let loop = schema.loops.first, let first = loop.first else { return nil }
    let chain = (loop + [first]).joined(separator: " → ")
    return .placed(
      place: name, sentences: [.parentsInCircle(names: chain, path: definitionPath)])
  }

  /// All providers behind one, chosen by the parameter of the question.
  public var router: RoutingOptionsProvider {
    RoutingOptionsProvider(name: name, providers)
  }
}
