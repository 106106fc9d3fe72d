import DefinitionFormats
public import IntentModel
import JSONC
import Messages

/// What `widget.json` says about one widget: its intent, its families and its sources.
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
/// Whether the intent and its parameters exist is for those to say who know the definition.
public struct WidgetManifest: Sendable, Hashable {
  /// The identity of the kind of widget.
  public var kind: String

  /// The name people see; nil for the title of the intent.
  public var displayName: String?

  /// The text that describes the widget; nil for the description of the intent.
  public var description: String?

  /// The families the widget can have; all, where the file says nothing.
  public var supportedFamilies: [WidgetFamily]

  /// The name or type name of the intent; nil for the only one of the definition.
  public var intent: String?

  /// Whether the file says that the widget has no configuration, with `null` as its intent.
  ///
  /// A widget without a definition needs not say so; see ``hasConfiguration(besideDefinition:)``.
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
  /// Whether there is something to configure, as a static configuration of WidgetKit has not.
  ///
  /// - Parameter besideDefinition: Whether a definition belongs to the widget. Without one a widget is
  ///   configured where it names an intent or sources of options, so that the definition is missing.
  public func hasConfiguration(besideDefinition: Bool) -> Bool {
    if isStatic { return false }
    return besideDefinition || intent != nil || !options.isEmpty
  }

  /// Whether an intent configures the widget: the one that it names, or any where it names none.
  public func isConfigured(by intent: IntentDefinition) -> Bool {
    !isStatic && (self.intent.map { [intent.name, intent.typeName].contains($0) } ?? true)
  }

  /// The intent that stands for a widget without configuration: it has the name of the kind and no
  /// parameters.
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

  /// Reads a widget; nil with an error where it is not an object.
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
      node.report(.emptyText(.whatFamilies))
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

  /// The widget as JSON; options in the order of their names.
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
