public import IntentModel
import JSONC
public import JSONCodings

/// Drafts as JSON text for a store: complete, independent of a definition, and versioned.
///
/// Every value has an explicit kind, so a draft can be read even if its definition has changed. The
/// calendar, the time zone and other fields that an intent's date components do not use are
/// omitted.
public enum DraftJSON {
  /// The version that is written, and the only one that can be read.
  public static let version = 1

  enum Key: String, JSONKey { case version, values, defaults, titles }

  /// The limits for stored drafts; no form can make a more deeply nested draft.
  public static let limits = FormatLimits(maximumDepth: 256)

  /// A draft on one line, including hidden and surplus values, sorted by name.
  ///
  /// - Throws: `FormatError` for a value with too many levels, which no form produces.
  public static func text(of draft: IntentDraft) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.version, version)
    builder.set(.values, TaggedValue.json(draft.values))
    if !draft.defaults.isEmpty { builder.set(.defaults, TaggedValue.json(draft.defaults)) }
    if !draft.titles.isEmpty { builder.set(.titles, titles(draft.titles)) }
    return try builder.value.text(.compact)
  }

  private static func titles(_ titles: [String: [String: String]]) -> JSONValue {
    func object<Value>(_ members: [String: Value], _ json: (Value) -> JSONValue) -> JSONValue {
      .object(
        JSONObject(
          members.sorted { $0.key < $1.key }.map { (key: $0.key, value: json($0.value)) }))
    }
    return object(titles) { object($0) { .string($0) } }
  }

  private static func titles(_ node: JSONNode) -> [String: [String: String]]? {
    func members<Value>(_ node: JSONNode, _ read: (JSONNode) -> Value?) -> [String: Value]? {
      node.members.map { members in
        Dictionary(
          members.compactMap { key, node in read(node).map { (key, $0) } },
          uniquingKeysWith: { first, _ in first })
      }
    }
    return members(node) { members($0, \.string) }
  }

  /// Reads a draft.
  ///
  /// - Parameters:
  ///   - text: The text that `text(of:)` writes.
  ///   - source: The name of the source in messages.
  ///   - limits: The limits for the text.
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ text: String, source: String = "draft", limits: FormatLimits = limits
  ) throws(FormatErrors) -> IntentDraft {
    let problems = ProblemList(file: source, bytes: Array(text.utf8), limits: limits)
    let draft = problems.root().flatMap { root in
      root.object(Key.self).map { members in
        if let found = members.required(.version)?.integer, found != version {
          members[.version]?.report(.wrongVersion(found))
        }
        return IntentDraft(
          values: members.required(.values).flatMap(TaggedValue.readAll) ?? [:],
          defaults: members[.defaults].flatMap(TaggedValue.readAll) ?? [:],
          titles: members[.titles].flatMap(titles) ?? [:])
      }
    }
    guard let draft, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return draft
  }
}
