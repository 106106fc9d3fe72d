public import IntentModel
import IntentOptions
import Messages
public import WidgetFormats
public import WidgetTimeline
import Zones

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A timeline from a web service, as JSON.
///
/// The URL is a template (RFC 6570, level 1). In braces, it can contain the names in
/// ``SourceNames/timeline(_:)``, which are replaced by their values. If the URL does not contain
/// the name `request` (see ``TimelineRequest``), a snapshot is the current entry of the timeline,
/// and no placeholder is requested.
public struct HTTPTimelineProvider: IntentTimelineProvider {
  /// The name of the provider in messages.
  public let name: String

  private let service: WebService
  private let schema: IntentSchema?
  private let title: String

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - source: The URL, the headers and the timeout.
  ///   - environment: The environment variables that headers use.
  ///   - title: The title of the placeholder.
  ///   - schema: The definition, which has the names of parameters.
  ///   - limits: The limits of the response.
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

  /// A placeholder that has only the title.
  public func placeholder(in context: TimelineProviderContext) -> TimelineEntry {
    TimelineEntry(date: context.now, content: EntryContent(title: title))
  }

  /// The placeholder from the service, or one with only the title if none arrives in time.
  public func loadedPlaceholder(in context: TimelineProviderContext) async -> TimelineEntry {
    guard service.source.url.contains(SourceNames.inBraces(SourceNames.request)) else {
      return placeholder(in: context)
    }
    let limits = service.limits.forPlaceholder
    let entry = try? await entry(.placeholder, for: nil, in: context, limits)
    return entry ?? placeholder(in: context)
  }

  /// The current entry from the service, or an entry with only the title if there is none.
  ///
  /// - Throws: The same errors as ``timeline(for:in:)``.
  public func snapshot(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> TimelineEntry {
    try await entry(.snapshot, for: intent, in: context, service.limits)
      ?? placeholder(in: context)
  }

  /// The timeline from the service.
  ///
  /// - Throws: `OptionsError` for an invalid URL, for a service that is unreachable, refuses the
  ///   request or is too slow, or for a response that is too large or malformed;
  ///   `CancellationError` when cancelled.
  public func timeline(
    for intent: Intent, in context: TimelineProviderContext
  ) async throws -> Timeline {
    let body = try await body(to: .timeline, for: intent, in: context, service.limits)
    return try TimelineResponse.timeline(body, provider: name, limits: service.limits)
  }

  private func entry(
    _ request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    _ limits: SourceLimits
  ) async throws -> TimelineEntry? {
    let body = try await body(to: request, for: intent, in: context, limits)
    return try TimelineResponse.entry(body, at: context.now, provider: name, limits: limits)
  }

  private func body(
    to request: TimelineRequest, for intent: Intent?, in context: TimelineProviderContext,
    _ limits: SourceLimits
  ) async throws -> [UInt8] {
    let values = Dictionary(firsts: (intent?.parameters ?? []).map { ($0.name, $0.value) })
    let variables = RequestVariables(
      OptionsRequest(
        parameter: "", values: values, family: context.family, locale: context.locale))
    let url = try service.url(service.source.url, .timeline(schema)) { name in
      fact(name, of: request, in: context).map { [$0] } ?? variables.texts(name)
    }
    return try await service.response(
      from: url, bytes: limits.bytes, until: .now + limits.timeout
    ).body
  }

  /// The value for a name in braces that stands for a part of the request, such as its date; nil
  /// for the name of a parameter.
  private func fact(
    _ name: String, of request: TimelineRequest, in context: TimelineProviderContext
  ) -> String? {
    switch name {
    case SourceNames.date: TimelineJSON.text(of: context.statedNow)
    case SourceNames.request: request.rawValue
    // A parameter with one of the names below takes precedence.
    case _ where schema?.intent.parameter(named: name) != nil: nil
    case SourceNames.isPreview: String(context.isPreview)
    case _ where PresentationValue(rawValue: name) != nil:
      (context.environment[name] ?? []).joined(separator: ",")
    case SourceNames.width: context.isSizeKnown ? context.displaySize.width.shortest : ""
    case SourceNames.height: context.isSizeKnown ? context.displaySize.height.shortest : ""
    case SourceNames.timeZone: context.zone.identifier
    default: nil
    }
  }
}
