import DefinitionFormats
public import IntentModel
import IntentOptions
public import WidgetFormats
public import WidgetTimeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A timeline that a program prints.
///
/// The program gets what is wanted, the intent and the circumstances as one line of JSON on standard
/// input, and prints a timeline, or for a snapshot and a placeholder an entry, as JSON. A program that
/// knows timelines only may print one for each request; its present entry counts.
public struct SubprocessTimelineProvider: IntentTimelineProvider {
  /// The name by which messages call the provider.
  public let name: String

  private let runner: CommandRunner
  private let schema: IntentSchema?
  private let title: String

  /// Makes a provider; the program is looked for when it is asked.
  ///
  /// - Parameters:
  ///   - source: The program, the names of further variables, and the time.
  ///   - folder: Where the program runs, and from where a program with a slash is looked for.
  ///   - environment: The variables of this process.
  ///   - title: What the placeholder shows.
  ///   - schema: Gives the types of the values of the intent.
  ///   - limits: What the answer may cost.
  public init(
    _ source: CommandSource, folder: String, environment: [String: String], title: String,
    schema: IntentSchema? = nil, limits: SourceLimits = SourceLimits()
  ) {
    name = source.arguments.first ?? "command"
    self.title = title
    self.schema = schema
    runner = CommandRunner(
      name: name, arguments: source.arguments, folder: folder, environment: environment,
      allowed: source.environment, limits: limits.waiting(source.timeout))
  }

  /// The title alone.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: title))
  }

  /// The placeholder that the program prints; the title alone where it has none after two seconds.
  public func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    var quick = runner
    quick.limits = quick.limits.forPlaceholder
    let entry = try? await entry(.placeholder, for: nil, in: context, by: quick)
    return entry ?? placeholder(in: context)
  }

  /// The entry for the moment that the program prints.
  ///
  /// - Throws: As ``timeline(for:in:)``.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await entry(.snapshot, for: intent, in: context, by: runner) ?? placeholder(in: context)
  }

  /// The timeline that the program prints.
  ///
  /// - Throws: `OptionsError` for a program that is missing, fails, is too slow, says too much or
  ///   something wrong; `CancellationError` when cancelled.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let bytes = try await answer(to: .timeline, for: intent, in: context, by: runner)
    return try TimelineAnswer.timeline(bytes, provider: name, limits: runner.limits)
  }

  private func entry(
    _ request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    by runner: CommandRunner
  ) async throws -> TimelineEntry? {
    let bytes = try await answer(to: request, for: intent, in: context, by: runner)
    return try TimelineAnswer.entry(
      bytes, at: context.now, provider: name, limits: runner.limits)
  }

  private func answer(
    to request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    by runner: CommandRunner
  ) async throws -> [UInt8] {
    let text: String
    do throws(FormatError) {
      text = try TimelineJSON.requestText(request, for: intent, in: context, schema: schema)
    } catch {
      throw OptionsError.unwritableRequest(error, provider: name)
    }
    return try await runner.answer(to: text + "\n")
  }
}

/// A timeline in a file, the same for every intent.
public struct FixtureTimelineProvider: IntentTimelineProvider {
  /// The name by which messages call the provider.
  public let name: String

  private let path: String
  private let title: String
  private let limits: SourceLimits

  /// Makes a provider; the file is looked at when it is asked.
  public init(path: String, title: String, limits: SourceLimits = SourceLimits()) {
    name = path
    self.path = path
    self.title = title
    self.limits = limits
  }

  /// The title alone.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: title))
  }

  /// The timeline in the file.
  ///
  /// - Throws: `OptionsError` for a file that is missing, unreadable, too large or wrong.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    try timeline()
  }

  func timeline() throws(OptionsError) -> Timeline {
    let bytes = try SourceFile.bytes(path, limit: limits.bytes, provider: name)
    return try TimelineAnswer.timeline(bytes, provider: name, limits: limits)
  }
}

/// Reads the answer of a source as a timeline.
enum TimelineAnswer {
  static func timeline(
    _ bytes: [UInt8], provider: String, limits: SourceLimits
  ) throws(OptionsError) -> Timeline {
    do throws(FormatErrors) {
      return try TimelineJSON.read(bytes, source: provider, limits: limits.format)
    } catch {
      throw .malformed(error, provider: provider)
    }
  }

  /// The entry of an answer to what wants one; nil for a timeline without entries.
  static func entry(
    _ bytes: [UInt8], at now: Date, provider: String, limits: SourceLimits
  ) throws(OptionsError) -> TimelineEntry? {
    do throws(FormatErrors) {
      return try TimelineJSON.readSnapshot(
        bytes, at: now, source: provider, limits: limits.format)
    } catch {
      throw .malformed(error, provider: provider)
    }
  }
}
