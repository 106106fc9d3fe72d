public import WidgetFormats
public import IntentModel
import IntentOptions
public import WidgetTimeline

/// A timeline that a web service gives as JSON.
///
/// The URL is a template (RFC 6570, level 1): `{date}`, `{family}`, `{locale}` and names of parameters
/// in braces are replaced by their values. For a preview the service is not asked; the placeholder
/// stands in.
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
  ///   - environment: The variables of which headers are made.
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

  /// The timeline that the service gives.
  ///
  /// - Throws: `OptionsError` for a URL that is wrong, a service that is not there, refuses, is too
  ///   slow, says too much or something wrong; `CancellationError` when cancelled.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    if context.isPreview { return Timeline(entries: [placeholder(in: context)], policy: .never) }
    let values = Dictionary(
      intent.arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let variables = RequestVariables(
      OptionsRequest(
        parameter: "", values: values, family: context.family, locale: context.locale))
    let date = TimelineJSON.text(of: context.now)
    let url = try service.url(service.source.url, .timeline(schema)) { name in
      (name == "date" ? date : variables.text(name)).percentEncoded
    }
    let response = try await service.response(
      from: url, bytes: service.limits.bytes, until: .now + service.limits.timeout)
    return try TimelineAnswer.timeline(response.body, provider: name, limits: service.limits)
  }
}
