public import IntentModel
import IntentOptions
import JSONCodings
public import WidgetFormats
public import WidgetTimeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A timeline printed by a program.
///
/// The program receives the kind of request, the intent and the context as one line of JSON on
/// standard input. It prints a timeline as JSON, or an entry for a snapshot or a placeholder. A
/// program that only supports timelines may print a timeline for every request; the timeline's
/// current entry is used.
public struct SubprocessTimelineProvider: IntentTimelineProvider {
  /// The name of the provider in messages.
  public let name: String

  private let runner: CommandRunner
  private let schema: IntentSchema?
  private let title: String

  /// Makes a provider; the program is looked up when it is used.
  ///
  /// - Parameters:
  ///   - source: The program, the names of additional variables, and the timeout.
  ///   - folder: The working directory of the program, and the base of a relative path to it.
  ///   - environment: The environment variables of this process.
  ///   - title: The title of the placeholder.
  ///   - schema: The definition, which has the types of the intent's values.
  ///   - limits: The limits of the response.
  public init(
    _ source: CommandSource, folder: String, environment: [String: String], title: String,
    schema: IntentSchema? = nil, limits: SourceLimits = SourceLimits()
  ) {
    name = source.name
    self.title = title
    self.schema = schema
    runner = CommandRunner(
      name: name, arguments: source.arguments, folder: folder, environment: environment,
      allowed: source.environment, limits: limits.waiting(source.timeout),
      advice: "Run the command by hand to see what it needs.")
  }

  /// Whether each scope has its own container, which the widget's programs share.
  public var dependsOnScope: Bool { runner.hasScopes }

  /// A placeholder that has only the title.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: title))
  }

  /// The placeholder that the program prints, or one with only the title if the program prints none
  /// in time.
  public func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    var quick = runner
    quick.limits = quick.limits.forPlaceholder
    let entry = try? await entry(.placeholder, for: nil, in: context, by: quick)
    return entry ?? placeholder(in: context)
  }

  /// The current entry that the program prints.
  ///
  /// - Throws: The same errors as ``timeline(for:in:)``.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await entry(.snapshot, for: intent, in: context, by: runner) ?? placeholder(in: context)
  }

  /// The timeline that the program prints.
  ///
  /// - Throws: `OptionsError` for a program that is missing, fails or is too slow, or for output
  ///   that is too large or malformed; `CancellationError` when cancelled.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let bytes = try await response(to: .timeline, for: intent, in: context, by: runner)
    return try TimelineResponse.timeline(bytes, provider: name, limits: runner.limits)
  }

  private func entry(
    _ request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    by runner: CommandRunner
  ) async throws -> TimelineEntry? {
    let bytes = try await response(to: request, for: intent, in: context, by: runner)
    return try TimelineResponse.entry(
      bytes, at: context.now, provider: name, limits: runner.limits)
  }

  private func response(
    to request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    by runner: CommandRunner
  ) async throws -> [UInt8] {
    let text: String
    do throws(FormatError) {
      text = try TimelineJSON.requestText(request, for: intent, in: context, schema: schema)
    } catch {
      throw OptionsError.unwritableRequest(error, provider: name)
    }
    return try await runner.response(to: text + "\n", scope: context.scope)
  }
}

/// A timeline from a file, the same for every intent.
public struct FixtureTimelineProvider: IntentTimelineProvider {
  /// The name of the provider in messages.
  public let name: String

  private let path: String
  private let title: String
  private let limits: SourceLimits

  /// Makes a provider; the file is read when the provider is used.
  public init(path: String, title: String, limits: SourceLimits = SourceLimits()) {
    name = path
    self.path = path
    self.title = title
    self.limits = limits
  }

  /// A placeholder that has only the title.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: title))
  }

  package var localFiles: [String] { [path] }

  /// The timeline in the file.
  ///
  /// - Throws: `OptionsError` for a file that is missing, unreadable, too large or malformed.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    try timeline()
  }

  func timeline() throws(OptionsError) -> Timeline {
    let bytes = try SourceFile.bytes(path, limit: limits.bytes, provider: name)
    return try TimelineResponse.timeline(bytes, provider: name, limits: limits)
  }
}

/// Parses a source's response as a timeline.
enum TimelineResponse {
  static func timeline(
    _ bytes: [UInt8], provider: String, limits: SourceLimits
  ) throws(OptionsError) -> Timeline {
    do throws(FormatErrors) {
      return try TimelineJSON.read(bytes, source: provider, limits: limits.format)
    } catch {
      throw .malformed(error, provider: provider)
    }
  }

  /// The entry in a response to a snapshot or placeholder request; nil for a timeline without
  /// entries.
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

extension FixtureTimelineProvider: LocalFilesProvider {}

extension CommandSource {
  /// The name of the source in messages.
  var name: String { arguments.first ?? SourceDescription.Key.command.rawValue }
}
