public import IntentModel
import JSONC
import JSONCodings
import Messages
public import WidgetTimeline

/// A widget in `widget.json`, with its intent, its families and its sources.
///
///     {
///       "kind": "org.example.upnext",
///       "displayName": "Up Next",
///       "supportedFamilies": ["systemSmall", "systemMedium"],
///       "intent": "UpNextIntent",
///       "options": { "calendars": { "command": ["./calendars", "--json"], "timeout": 5 } },
///       "timeline": { "builtin": "UpNext" }
///     }
///
/// Reading does not check that the intent and its parameters exist in the definition.
public struct WidgetManifest: Sendable, Hashable {
  /// The identifier of the widget's kind.
  public var kind: String

  /// The displayed name; nil if the intent gives it.
  public var displayName: String?

  /// The description; nil if the intent gives it.
  public var description: String?

  /// The supported families; all by default.
  public var supportedFamilies: [WidgetFamily]

  /// The sizes of families in points, for example for an unknown family; empty by default.
  public var familySizes: [WidgetFamily: DisplaySize] = [:]

  /// The name or type name of the intent; nil for the only intent of the definition.
  public var intent: String?

  /// Whether the file declares, with `null` as the intent, that the widget has no configuration.
  ///
  /// A widget without a definition does not need to declare this; see
  /// ``hasConfiguration(besideDefinition:)``.
  public var isStatic: Bool

  /// The sources of options, by the names of the parameters.
  public var options: [String: SourceDescription]

  /// The source of timelines; nil for none.
  public var timeline: SourceDescription?

  /// Makes a manifest.
  public init(
    kind: String, displayName: String? = nil, description: String? = nil,
    supportedFamilies: [WidgetFamily] = WidgetFamily.allCases, intent: String? = nil,
    options: [String: SourceDescription] = [:], timeline: SourceDescription? = nil,
    isStatic: Bool = false
  ) {
    self.kind = kind
    self.displayName = displayName
    self.description = description
    self.supportedFamilies = supportedFamilies
    self.intent = intent
    self.options = options
    self.timeline = timeline
    self.isStatic = isStatic
  }
}

extension WidgetManifest {
  /// Whether the widget has something to configure, unlike WidgetKit's static configuration.
  ///
  /// - Parameter besideDefinition: Whether the widget has a definition. A widget that names an
  ///   intent or sources of options should have a definition, so it counts as configurable even
  ///   without one.
  public func hasConfiguration(besideDefinition: Bool) -> Bool {
    if isStatic { return false }
    return besideDefinition || intent != nil || !options.isEmpty
  }

  /// Whether an intent configures the widget: the intent that the widget names, or any intent if it
  /// names none.
  public func isConfigured(by intent: IntentDefinition) -> Bool {
    !isStatic && (self.intent.map { [intent.name, intent.typeName].contains($0) } ?? true)
  }

  /// The intent of a widget without configuration: it is named after the kind and has no
  /// parameters.
  public var staticIntent: IntentDefinition {
    IntentDefinition(
      name: kind, className: kind, title: displayName.map { LocalizedText($0) } ?? .none,
      description: description.map { LocalizedText($0) } ?? .none, isEligibleForWidgets: true)
  }
}

extension WidgetManifest {
  package enum Key: String, JSONKey {
    case schema = "$schema"
    case kind, displayName, description, supportedFamilies, familySizes, intent, options, timeline
  }

  static let coding = ObjectCoding<WidgetManifest>([
    .forEditors,
    .required(
      Key.kind, \.kind, .text(.whatKind), "The identifier of the widget kind", isVital: false),
    .optional(
      Key.displayName, \.displayName, .string, "The name in lists",
      absence: "the title of the intent"),
    .optional(
      Key.description, \.description, .string, "The text below the name",
      absence: "the description of the intent"),
    .standard(
      Key.supportedFamilies, \.supportedFamilies, families, default: WidgetFamily.allCases,
      "The families that the widget supports", absence: "all"),
    .standard(
      Key.familySizes, \.familySizes, sizes, default: [:],
      "The sizes of families in points, needed for unknown families",
      absence: "those of a phone"),
    .optional(
      Key.intent, \.statedIntent, .intent,
      "The intent that configures the widget, or null for a widget without configuration",
      absence: "the only intent of the definition"),
    .standard(
      Key.options, \.options, .map(of: .source(as: .options)), default: [:],
      "The sources of options, by parameter"),
    .optional(
      Key.timeline, \.timeline, .source(as: .timeline), "The source of what the widget shows"),
  ])

  /// The intent in a file.
  fileprivate enum StatedIntent {
    case named(String)
    case none
  }

  fileprivate var statedIntent: StatedIntent? {
    get { isStatic ? StatedIntent.none : intent.map { .named($0) } }
    set {
      switch newValue {
      case .named(let name)?: (intent, isStatic) = (name, false)
      case StatedIntent.none?: (intent, isStatic) = (nil, true)
      case nil: (intent, isStatic) = (nil, false)
      }
    }
  }

  private static let families = JSONCoding<[WidgetFamily]>(
    schema: [
      "type": "array", "items": SchemaPart.family, "minItems": 1, "uniqueItems": true,
    ],
    read: { node in
      var families: [WidgetFamily] = []
      for element in node.elements ?? [] {
        guard let family = element.family else { continue }
        if families.contains(family) {
          element.report(.duplicate(family.rawValue, what: .whatFamily))
        } else {
          families.append(family)
        }
      }
      if node.value.arrayValue?.isEmpty == true { node.report(.emptyText("list of families")) }
      return families
    }, write: { .array($0.map { .string($0.rawValue) }) })

  private static let points: ClosedRange<Double> = 1...10_000

  private static let sizes = JSONCoding<[WidgetFamily: DisplaySize]>(
    schema: SchemaPart.byFamily(
      SchemaPart.object(
        TimelineJSON.SizeKey.allCases, required: TimelineJSON.SizeKey.allCases
      ) { key in
        [
          "description": .string("The \(key.rawValue) in points"), "type": "number",
          "minimum": .integer(Int(points.lowerBound)),
          "maximum": .integer(Int(points.upperBound)),
        ]
      }, what: "The size of"),
    read: { node in
      var sizes: [WidgetFamily: DisplaySize] = [:]
      for (key, node) in node.members ?? [] {
        guard let family = WidgetFamily(rawValue: key) else {
          node.reportKey(
            .unknownWord(
              key, what: .whatFamily, choices: WidgetFamily.allCases.map(\.rawValue)))
          continue
        }
        let members = node.object(TimelineJSON.SizeKey.self)
        let (width, height) = (
          members?.required(.width)?.number, members?.required(.height)?.number
        )
        guard let width, let height else { continue }
        guard points.contains(width), points.contains(height) else {
          node.report(
            .outOfRange(
              what: "size",
              range: .betweenNumbers(
                lower: Int(points.lowerBound), upper: Int(points.upperBound))))
          continue
        }
        sizes[family] = DisplaySize(width: width, height: height)
      }
      return sizes
    },
    write: { sizes in
      .object(
        JSONObject(
          sizes.sorted { $0.key < $1.key }.map { family, size in
            (key: family.rawValue, value: size.json)
          }))
    })

  /// A text that represents the source of each parameter's options; equal sources have equal texts.
  package var sourceTexts: [String: String] { options.mapValues(Self.text) }

  /// A text that represents the source of timelines, equal for equal sources; nil if there is no
  /// source.
  package var timelineText: String? { timeline.map(Self.text) }

  private static func text(of source: SourceDescription) -> String {
    (try? source.json.text(.compact)) ?? ""
  }

  /// The widget as JSON; options are sorted by name.
  var json: JSONValue { .object(Self.coding.object(self)) }
}

extension JSONCoding<WidgetManifest> {
  /// A widget.
  static let widget = object(WidgetManifest.coding, empty: WidgetManifest(kind: ""))
}

extension JSONCoding<WidgetManifest.StatedIntent> {
  /// The name of an intent, or null.
  fileprivate static let intent = Self(
    schema: SchemaPart.optional(SchemaPart.text),
    read: { node in
      node.isNull ? WidgetManifest.StatedIntent.none : node.text(.whatIntentName).map { .named($0) }
    },
    write: { intent in
      if case .named(let name) = intent { .string(name) } else { .null }
    })
}
