public import WidgetTimeline
import JSONC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last good timeline of a widget as JSON, for the next run of the program.
///
///     { "failures": 2, "timeline": { "entries": [ … ], "reload": "atEnd" } }
public enum KeptTimelineJSON {
  private enum Key: String, JSONKey { case failures, timeline }

  /// What is kept as text.
  ///
  /// - Throws: `FormatError` for a score, duration or gauge that is not finite.
  public static func text(of kept: KeptTimeline) throws(FormatError) -> String {
    var builder = JSONBuilder<Key>()
    builder.set(.failures, kept.failures)
    builder.set(.timeline, kept.last.map { TimelineJSON.json($0, .gmt) })
    return try builder.value.text(.compact)
  }

  /// Reads what was kept.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  public static func read(
    _ bytes: [UInt8], source: String, limits: FormatLimits = .standard
  ) throws(FormatErrors) -> KeptTimeline {
    let problems = ProblemList(file: source, bytes: bytes, limits: limits)
    let members = problems.root()?.object(Key.self)
    let timeline = members?[.timeline]?.object(TimelineJSON.Key.self).map {
      TimelineJSON.timeline($0)
    }
    let failures = members?.number(.failures) ?? 0
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
    return KeptTimeline(last: timeline, failures: Int(min(max(failures, 0), 1_000)))
  }
}
