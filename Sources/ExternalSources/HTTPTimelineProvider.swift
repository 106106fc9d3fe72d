public import IntentModel
import IntentOptions
public import WidgetFormats
public import WidgetTimeline

/// A timeline that a web service gives as JSON.
///
/// The URL is a template (RFC 6570, level 1): `{date}`, `{family}`, `{locale}` and names of parameters
/// in braces are replaced by their values, `{request}` by `timeline`, `snapshot` or `placeholder`. A
/// service whose URL has no `{request}` is asked for its timeline, of which a snapshot is the present
/// entry, and is not asked for a placeholder.
public struct HTTPTimelineProvider: IntentTimelineProvider {
  /// The name by which messages call the provider.
  public let name: String

  private let service: WebService
  private let schema: IntentSchema?
  private let title: String

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - source: The URL, the headers and the time.
  ///   - environment: The variables that headers are made of.
  ///   - title: What the placeholder shows.
  ///   - schema: Gives the names of parameters.
  ///   - limits: What the answer may cost.
  ///   - fetch: Fetches the document.
  public init(
    _ source: HTTPSource, environment: [String: String] = [:], title: String,
    schema: IntentSchema? = nil, limits: SourceLimits = SourceLimits(), fetch: @escaping HTTPFetch
  ) {
    service = WebService(
      source, name: nil, environment: environment, limits: limits, fetch: fetch)
    name = service.name
    self.title = title
    self.schema = schema
  }

  /// The title alone.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: title))
  }

  /// The placeholder that the service gives; the title alone where it has none after two seconds.
  public func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    guard service.source.url.contains("{request}") else { return placeholder(in: context) }
    let limits = service.limits.forPlaceholder
    let entry = try? await entry(.placeholder, for: nil, in: context, limits)
    return entry ?? placeholder(in: context)
  }

  /// The entry for the moment that the service gives.
  ///
  /// - Throws: As ``timeline(for:in:)``.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await entry(.snapshot, for: intent, in: context, service.limits)
      ?? placeholder(in: context)
  }

  /// The timeline that the service gives.
  ///
  /// - Throws: `OptionsError` for a URL that is wrong, a service that is not there, refuses, is too
  ///   slow, says too much or something wrong; `CancellationError` when cancelled.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let body = try await answer(to: .timeline, for: intent, in: context, service.limits)
    return try TimelineAnswer.timeline(body, provider: name, limits: service.limits)
  }

  private func entry(
    _ request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    _ limits: SourceLimits
  ) async throws -> TimelineEntry? {
    let body = try await answer(to: request, for: intent, in: context, limits)
    return try TimelineAnswer.entry(body, at: context.now, provider: name, limits: limits)
  }

  private func answer(
    to request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    _ limits: SourceLimits
  ) async throws -> [UInt8] {
    let values = Dictionary(
      (intent?.arguments ?? []).map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
    let variables = RequestVariables(
      OptionsRequest(
        parameter: "", values: values, family: context.family, locale: context.locale))
    let date = TimelineJSON.text(of: context.now)
    let url = try service.url(service.source.url, .timeline(schema)) { name in
      switch name {
      case "date": date.percentEncoded
      case "request": request.rawValue
      default: variables.text(name).percentEncoded
      }
    }
    return try await service.response(
      from: url, bytes: limits.bytes, until: .now + limits.timeout
    ).body
  }
}
