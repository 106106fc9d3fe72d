import Messages
public import DefinitionFormats
public import IntentModel
import JSONC

/// What `widget.json` says about a widget: its intent, its families and its sources.
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

  /// The sources of options, by the names of the parameters.
  public var options: [String: SourceDescription]

  /// The source of timelines; nil for none.
  public var timeline: SourceDescription?

  /// Makes a manifest.
  public init(
    kind: String, displayName: String? = nil, description: String? = nil,
    supportedFamilies: [WidgetFamily] = WidgetFamily.allCases, intent: String? = nil,
    options: [String: SourceDescription] = [:], timeline: SourceDescription? = nil
  ) {
    self.kind = kind
    self.displayName = displayName
    self.description = description
    self.supportedFamilies = supportedFamilies
    self.intent = intent
    self.options = options
    self.timeline = timeline
  }
}

extension WidgetManifest {
  enum Key: String, JSONKey {
    case kind, displayName, description, supportedFamilies, intent, options, timeline
  }

  /// Reads a `widget.json`.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The name of the file in messages.
  ///   - limits: What the text may cost.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], file: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> WidgetManifest {
    let problems = ProblemList(file: file, bytes: bytes, limits: limits)
    let manifest = problems.root().flatMap { root in
      root.object(Key.self).map(WidgetManifest.init)
    }
    guard let manifest, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return manifest
  }

  private init(_ members: KeyedMembers<Key>) {
    self.init(
      kind: members.required(.kind)?.text(.whatKind) ?? "",
      displayName: members.string(.displayName), description: members.string(.description),
      supportedFamilies: Self.families(members[.supportedFamilies]),
      intent: members[.intent]?.text(.whatIntentName),
      options: Self.sources(members[.options]),
      timeline: members[.timeline].flatMap { SourceDescription.read($0, as: .timeline) })
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

  /// The manifest as text: two-space indent, final newline; options in the order of their names.
  ///
  /// - Throws: `FormatError` for a timeout that is not finite.
  public func text() throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.kind, kind)
    builder.set(.displayName, displayName)
    builder.set(.description, description)
    if supportedFamilies != WidgetFamily.allCases {
      builder.set(.supportedFamilies, supportedFamilies.map { .string($0.rawValue) })
    }
    builder.set(.intent, intent)
    if !options.isEmpty {
      let sorted = options.sorted { $0.key < $1.key }
      builder.set(
        .options, .object(JSONObject(sorted.map { (key: $0.key, value: $0.value.json) })))
    }
    builder.set(.timeline, timeline?.json)
    return try builder.value.text(.pretty)
  }
}
