public import IntentModel
public import IntentOptions
public import Messages

/// A complete widget: its intent, the providers of its choices, and the provider of its timelines.
///
/// `WidgetLibrary` reads widgets from disk. A program can also make one in code:
///
///     let lunch = ConfigurableWidget(
///       kind: "lunch", displayName: "Lunch", schema: schema, providers: ["room": Rooms()])
///
/// The widget has a form (`FormSetup(lunch)`), can be placed, and can be served.
public struct ConfigurableWidget: Sendable {
  /// The kind, which names the widget for a service and for placed widgets; for a bare definition,
  /// it is the name of the file.
  public var kind: String

  /// The name of its folder or file, followed by a slash and the kind if its `widget.json`
  /// describes several widgets; the kind if the widget was made in code.
  public var name: String

  /// Its kind if its `widget.json` describes several widgets; nil for a single widget.
  public var entry: String?

  /// The folder of its sources; empty if the widget was made in code.
  public var folder: String

  /// The absolute path of its definition, or of its `widget.json` if it has no definition; empty if
  /// the widget was made in code.
  public var definitionPath: String

  /// Whether its name is enough to find it again; otherwise the path of its definition is needed.
  public var isFoundByName: Bool

  /// The absolute path of the folder in which it was found by name; nil if it came with the
  /// program, was found by path, or was made in code.
  public var libraryFolder: String?

  /// Whether it consists of a definition without a `widget.json`.
  package var isBare = false

  /// Whether no other widget in its `widget.json` has the same intent.
  package var isOnlyOfIntent = true

  /// The title of the widget.
  public var displayName: String

  /// The purpose of the widget, as one sentence; empty if the widget has no description.
  public var description: String

  /// The supported families; never empty.
  public var families: [WidgetFamily]

  /// The sizes that the widget itself defines for families, in points; an unknown family has a size
  /// only if it is defined here.
  public var familySizes: [WidgetFamily: DisplaySize] = [:]

  /// The intent.
  public var schema: IntentSchema

  /// The providers, by parameter name, of those dynamic parameters that have one.
  public var providers: [String: any OptionsProvider]

  /// The provider of its timelines; nil if it has none.
  public var timeline: (any IntentTimelineProvider)?

  /// Returns the names of the parameters whose sources provide defaults for new widgets.
  package var readStartingParameters: @Sendable () -> Set<String> = { [] }

  /// Makes a widget.
  ///
  /// - Parameters:
  ///   - kind: The kind, unique among the widgets of the program.
  ///   - displayName: The title.
  ///   - description: The purpose, as one sentence.
  ///   - families: The supported families; if it is empty, the medium family is supported.
  ///   - schema: The intent.
  ///   - providers: The options providers by parameter. If a dynamic parameter has no provider, a
  ///     person types its value.
  ///   - timeline: The provider of timelines; nil for none.
  ///   - definitionPath: The path of the definition, whose string tables determine the languages in
  ///     which the widget has texts; empty for none.
  public init(
    kind: String, displayName: String, description: String = "",
    families: [WidgetFamily] = WidgetFamily.allCases, schema: IntentSchema,
    providers: [String: any OptionsProvider] = [:],
    timeline: (any IntentTimelineProvider)? = nil, definitionPath: String = ""
  ) {
    self.kind = kind
    name = kind
    folder = ""
    self.definitionPath = definitionPath
    isFoundByName = true
    self.displayName = displayName
    self.description = description
    self.families = families.isEmpty ? [.usual] : families
    self.schema = schema
    self.providers = providers
    self.timeline = timeline
  }

  /// The name of the widget's folder, without the kind even if the folder has several widgets; nil
  /// for a widget that stores identify by the path of its definition.
  public var folderName: String? {
    guard isFoundByName else { return nil }
    guard let entry, name.hasSuffix("/\(entry)") else { return name }
    return String(name.dropLast(entry.count + 1))
  }

  /// The names of the parameters whose sources provide defaults for new widgets.
  ///
  /// This reads sources that are files, but calls no programs or services.
  public func startingParameters() -> Set<String> { readStartingParameters() }

  /// The default name for placing the widget: the widget's own name.
  ///
  /// If several widgets share a folder, or if the widget's own name is too general, such as
  /// `Widgets`, the default is the kind or, for a bare definition, the intent's name.
  package var placedName: String {
    if let entry { return entry }
    let stem = name.prefix { $0 != "-" }.lowercased()
    guard Self.emptyNames.contains(stem) else { return name }
    return isBare ? schema.intent.name : kind
  }

  /// Names that definitions and folders have in many projects.
  private static let emptyNames: Set = [
    "configuration", "definition", "definitions", "intent", "intents", "widget", "widgets",
  ]

  /// The family of a newly placed widget: the medium one if it is supported.
  public var firstFamily: WidgetFamily { families.ofNewWidget }

  /// The size of a family in points: the size that the widget defines, or else the size on a phone
  /// or a tablet.
  ///
  /// It is nil if the family is unknown and the widget does not define a size for it.
  public func displaySize(of family: WidgetFamily) -> DisplaySize? {
    familySizes[family] ?? (family.isKnown ? DisplaySize(of: family) : nil)
  }

  /// A remark about a family that is used although the widget does not list it, or about an unknown
  /// family without a defined size; nil for any other family.
  public func remark(onFamily family: WidgetFamily) -> Message? {
    let isUnlisted = !families.contains(family)
    let unlisted: Message =
      "\(displayName) does not list \(family.rawValue) among its families; it is used anyway."
    guard !family.isKnown, isUnlisted || familySizes[family] == nil else {
      return isUnlisted ? unlisted : nil
    }
    let issue = IntentIssue(.unknownFamily(family.rawValue), at: .root)
    let sentences = [
      isUnlisted ? unlisted : nil, issue.message, family.advice(orOneOf: families),
    ]
    return "\(sentences: sentences.compactMap { $0 })"
  }

  /// A remark about parameters that depend on each other in a loop; nil if there are none.
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

  /// All providers combined into one, which routes requests by parameter.
  public var router: RoutingOptionsProvider {
    RoutingOptionsProvider(name: name, providers)
  }
}
