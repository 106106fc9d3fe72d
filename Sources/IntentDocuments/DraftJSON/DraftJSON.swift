public import DefinitionFormats
public import IntentModel
import JSONC

/// Drafts as JSON text for a store: complete, without a definition, and versioned.
///
/// Every value says its kind, so that a draft reads back although its definition has changed. The
/// calendar, the time zone and other fields that date components of an intent do not have are left
/// out.
public enum DraftJSON {
  /// The version that is written, and the only one that is read.
  public static let version = 1

  enum Key: String, JSONKey { case version, values, defaults }

  /// 64 MiB and 256 levels: a draft is read back as deep as any form can make it.
  public static let limits = FormatLimits(maximumDepth: 256)

  /// A draft on one line, with what is hidden and what is too long; names in order.
  ///
  /// - Throws: `FormatError` for a value with more than 1,000 levels, which no form makes.
  public static func text(of draft: IntentDraft) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.version, version)
    builder.set(.values, TaggedValue.json(draft.values))
    if !draft.defaults.isEmpty { builder.set(.defaults, TaggedValue.json(draft.defaults)) }
    return try builder.value.text(.compact)
  }

  /// Reads a draft.
  ///
  /// - Parameters:
  ///   - text: What `text(of:)` has written.
  ///   - source: The name of the place in messages.
  ///   - limits: The bounds of what is read.
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
          defaults: members[.defaults].flatMap(TaggedValue.readAll) ?? [:])
      }
    }
    guard let draft, problems.isEmpty else { throw FormatErrors(problems.errors) }
    return draft
  }
}
