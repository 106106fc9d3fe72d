import DefinitionFormats
public import IntentModel
import JSONC
import Messages

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

  /// The displayed name; nil for the title of the intent.
  public var displayName: String?

  /// The description; nil for the description of the intent.
  public var description: String?

  /// The supported families; all by default.
  public var supportedFamilies: [WidgetFamily]

  /// The name or type name of the intent; nil for the only intent of the definition.
  public var intent: String?

  /// Whether the file declares that the widget has no configuration, with `null` as its intent.
  ///
  /// A widget without a definition does not need to declare it; see
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
  /// - Parameter besideDefinition: Whether the widget has a definition. Without one, a widget that
  ///   names an intent or sources of options still has a configuration, and its definition is
  ///   missing.
  public func hasConfiguration(besideDefinition: Bool) -> Bool {
    if isStatic { return false }
    return besideDefinition || intent != nil || !options.isEmpty
  }

  /// Whether an intent configures the widget: the named one, or any if it does not name one.
  public func isConfigured(by intent: IntentDefinition) -> Bool {
    !isStatic && (self.intent.map { [intent.name, intent.typeName].contains($0) } ?? true)
  }

  /// The intent of a widget without configuration, named after the kind and without parameters.
  public var staticIntent: IntentDefinition {
    IntentDefinition(
      name: kind, className: kind, title: displayName.map { LocalizedText($0) } ?? .none,
      description: description.map { LocalizedText($0) } ?? .none, isEligibleForWidgets: true)
  }
}

extension WidgetManifest {
  enum Key: String, JSONKey {
    case schema = "$schema"
    case kind, displayName, description, supportedFamilies, intent, options, timeline
  }

  /// Reads a widget; nil with an error if it is not an object.
  static func read(_ node: JSONNode) -> WidgetManifest? {
    node.object(Key.self).map(WidgetManifest.init)
  }

  private init(_ members: KeyedMembers<Key>) {
    _ = members[.schema]?.string
    let isStatic = members[.intent]?.isNull == true
    self.init(
      kind: members.required(.kind)?.text(.whatKind) ?? "",
      displayName: members.string(.displayName), description: members.string(.description),
      supportedFamilies: Self.families(members[.supportedFamilies]),
      intent: isStatic ? nil : members[.intent]?.text(.whatIntentName),
      options: Self.sources(members[.options]),
      timeline: members[.timeline].flatMap { SourceDescription.read($0, as: .timeline) },
      isStatic: isStatic)
  }

  private static func families(_ node: JSONNode?) -> [WidgetFamily] {
    guard let node else { return WidgetFamily.allCases }
    var families: [WidgetFamily] = []
    for element in node.elements ?? [] {
      guard let family: WidgetFamily = element.word(.whatFamily) else { continue }
      if families.contains(family) {
        element.report(.duplicate(family.rawValue, what: .whatFamily))
      } else {
        families.append(family)
      }
    }
    if case .array(let elements) = node.value, elements.isEmpty {
      node.report(.emptyText("list of families"))
    }
    return families
  }

  private static func sources(_ node: JSONNode?) -> [String: SourceDescription] {
    var sources: [String: SourceDescription] = [:]
    for member in node?.members ?? [] {
      sources[member.key] = SourceDescription.read(member.node, as: .options)
    }
    return sources
  }

  /// A text for the source of each parameter's options, equal for equal sources.
  package var sourceTexts: [String: String] {
    options.mapValues { (try? $0.json.text(.compact)) ?? "" }
  }

  /// The widget as JSON; options are sorted by name.
  var json: JSONValue {
    var builder = JSONBuilder<Key>()
    builder.set(.kind, kind)
    builder.set(.displayName, displayName)
    builder.set(.description, description)
    if supportedFamilies != WidgetFamily.allCases {
      builder.set(.supportedFamilies, supportedFamilies.map { .string($0.rawValue) })
    }
    builder.set(.intent, isStatic ? .null : intent.map { .string($0) })
    if !options.isEmpty {
      let sorted = options.sorted { $0.key < $1.key }
      builder.set(
        .options, .object(JSONObject(sorted.map { (key: $0.key, value: $0.value.json) })))
    }
    builder.set(.timeline, timeline?.json)
    return builder.value
  }
}
