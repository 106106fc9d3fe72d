import Foundation
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline
import Zones

/// A widget with the intent whose timeline is requested.
struct TimelineSubject {
  let item: ServedWidget
  let intent: Intent
  let context: TimelineProviderContext
  let provider: any IntentTimelineProvider
  /// Whether the request specifies a date, in which case the timeline is not the current one.
  let isMoment: Bool
  /// The placed widget; nil for a draft.
  let placed: Placed?

  /// A placed widget whose timeline is requested.
  struct Placed: Equatable {
    var name: String
    var revision: Int
    var family: WidgetFamily
    /// The number of the last requested reload; timelines from before it are outdated.
    var lastReload: Int

    init(_ widget: PlacedWidget, lastReload: Int) {
      (name, revision, family) = (widget.name, widget.revision, widget.family)
      self.lastReload = lastReload
    }
  }

  /// Makes the subject of the placed widget with the name in the path.
  init(placed call: ServiceCall) async throws {
    guard let found = try await call.store.followedWidget(named: call[.name]) else {
      throw try await call.store.notPlaced([call[.name]])
    }
    let item = try PlacedState.item(of: found.widget, call)
    let family = try call.family(of: item) ?? found.widget.family
    try self.init(
      found.widget, lastReload: found.lastReload, item,
      in: Self.context(call, family: family), isMoment: call.namesMoment)
  }

  /// Makes the subject of a placed widget outside of a request; nil if no widget is placed under
  /// the name.
  ///
  /// - Parameter family: The family; nil for the family of the placed widget.
  init?(
    placed name: String, family: WidgetFamily?, zone: ZoneRules, locale: String,
    of tenant: Tenant, _ service: ServiceCore
  ) async throws {
    let store = service.stores.store(of: tenant)
    guard let (placed, lastReload) = try await store.followedWidget(named: name) else {
      return nil
    }
    var context = TimelineProviderContext(
      family: family ?? placed.family, now: service.now(), zone: zone,
      locale: locale)
    context.scope = tenant.name
    let items = try service.servedWidgets.items(in: locale)
    try self.init(
      placed, lastReload: lastReload, PlacedState.item(of: placed, among: items), in: context)
  }

  private init(
    _ placed: PlacedWidget, lastReload: Int, _ item: ServedWidget,
    in context: TimelineProviderContext, isMoment: Bool = false
  ) throws {
    try self.init(
      item, placed.draft(under: item.widget.schema).draft, in: context,
      placed: Placed(placed, lastReload: lastReload), isMoment: isMoment)
  }

  /// Makes the subject of the draft in the body.
  init(preview call: ServiceCall) throws {
    var call = call
    let (item, request) = try call.form(TimelineRoutes.previewCoding)
    guard request.issues.isEmpty else {
      throw ServiceProblem.invalid(
        request.issues.listed.map { ServiceIssue($0) })
    }
    try self.init(
      item, request.draft,
      in: try Self.context(call, family: request.family, at: request.at), placed: nil,
      isMoment: request.at != nil || call.namesMoment)
  }

  /// Makes the subject of an intent that is not placed.
  ///
  /// - Parameter isSample: Whether only the entry for a gallery is requested.
  init(
    _ call: ServiceCall, _ item: ServedWidget, _ intent: Intent, isSample: Bool = false
  ) throws {
    var context = try Self.context(call, family: intent.family)
    context.isPreview = isSample
    try self.init(item, intent, in: context, placed: nil, isMoment: call.namesMoment)
  }

  private init(
    _ item: ServedWidget, _ draft: IntentDraft, in context: TimelineProviderContext,
    placed: Placed?, isMoment: Bool = false
  ) throws {
    // A widget without a timeline provider is reported as such, even if the draft has issues.
    _ = try Self.provider(of: item)
    switch item.widget.schema.resolve(draft, family: context.family) {
    case .success(let intent):
      try self.init(item, intent, in: context, placed: placed, isMoment: isMoment)
    case .failure(let issues):
      throw ServiceProblem.invalid(
        issues.issues.map { ServiceIssue($0) })
    }
  }

  private init(
    _ item: ServedWidget, _ intent: Intent, in context: TimelineProviderContext,
    placed: Placed?, isMoment: Bool
  ) throws {
    (self.item, self.intent, self.context) = (item, intent, Self.context(context, for: item))
    (self.placed, self.isMoment) = (placed, isMoment)
    provider = try Self.provider(of: item)
  }

  /// The context that the provider of a widget gets: with the size that the family has in this
  /// widget, and without the scope if the provider does not depend on the scope.
  static func context(
    _ context: TimelineProviderContext, for item: ServedWidget
  ) -> TimelineProviderContext {
    var context = context
    if item.widget.timeline?.dependsOnScope != true { context.scope = nil }
    if let size = item.widget.displaySize(of: context.family) {
      (context.displaySize, context.isSizeKnown) = (size, true)
    }
    return context
  }

  static func provider(of item: ServedWidget) throws -> any IntentTimelineProvider {
    if let provider = item.widget.timeline { return provider }
    throw ServiceProblem(
      .noTimeline, .noTimelineProvider(widget: item.widget.kind))
  }

  /// The context that the query describes.
  ///
  /// - Throws: `ServiceProblem` for an invalid date or time zone.
  static func context(
    _ call: ServiceCall, family: WidgetFamily, at moment: String? = nil
  ) throws -> TimelineProviderContext {
    var now = call.service.now()
    if let text = moment ?? call.query[TimelineRoutes.moment.name] {
      do throws(FormatProblem) {
        now = try ISO8601Date.moment(of: text)
      } catch {
        throw ServiceProblem(.badRequest, error)
      }
    }
    var context = TimelineProviderContext(
      family: family, environment: try EntryPresentation.environment(call), now: now,
      zone: try call.zone, locale: call.language)
    context.scope = call.tenant.name
    return context
  }

  /// The cache key of the timeline.
  private var key: TimelineCache.Key {
    TimelineCache.Key(
      kind: item.widget.kind, definition: item.definition, intent: intent,
      reload: placed?.lastReload ?? 0, zone: context.zone.identifier,
      locale: context.locale, environment: context.environment,
      moment: isMoment ? context.now : nil, isSample: context.isPreview,
      scope: context.scope, size: item.widget.familySizes[context.family])
  }

  /// The shared timeline; nil if the store is not shared, for a draft, for a family other than the
  /// placed one whose responses are not kept, and for a request that specifies a date or a
  /// presentation.
  func shared(by tenant: Tenant, _ service: ServiceCore) -> SharedTimelines? {
    guard let placed, !isMoment, context.environment.isEmpty,
      item.keeps(context.family) || context.family == placed.family,
      let driver = service.stores.driver as? any SharedStoreDriver,
      let line = try? IntentJSON.line(of: intent, schema: item.widget.schema)
    else { return nil }
    let key = key
    let job = TimelineJob(
      widget: placed.name, family: context.family, zone: key.zone, locale: key.locale)
    var parts = [
      key.kind, key.definition, line, key.zone, key.locale,
      placed.lastReload > 0 ? "reload \(placed.lastReload)" : "",
    ]
    if let size = key.size { parts.append("size \(size.width) \(size.height)") }
    return SharedTimelines(
      driver: driver, tenant: tenant, key: ContentMark.of(parts.joined(separator: "\u{0}")),
      job: job, now: service.now)
  }

  /// How long the entry for a gallery is kept, in seconds.
  private static let sampleTime = 60.0

  private func requested() async throws -> Timeline {
    guard context.isPreview else {
      return try await provider.timeline(for: intent, in: context).sorted()
    }
    let entry = try await provider.galleryEntry(for: intent, in: context)
    let end = context.now.addingTimeInterval(Self.sampleTime)
    return Timeline(entries: [entry], reload: .after(end))
  }

  /// Requests the timeline from the source, which has a time limit.
  func made() async throws -> TimelineCache.Kept {
    let timeline = try await requested()
    let text = try TimelineJSON.text(of: timeline, timeZone: context.zone)
    return TimelineCache.Kept(timeline: timeline, bytes: Array(text.utf8), made: context.now)
  }

  func timeline(_ call: ServiceCall) async throws -> Response {
    let kept = try await kept(call)
    if let placed, !isMoment { await call.noteFetch(of: placed.name, context.family, kept, placed) }
    return call.cachedResponse(
      TaggedResponse(kept.bytes, etag: kept.etag), maxAge: kept.age(at: context.now),
      stale: Int(SharedTimelines.staleTime), isRevalidated: call.device != nil)
  }

  /// The kept timeline, or a new one if none is kept or the kept one has ended.
  func kept(_ call: ServiceCall) async throws -> TimelineCache.Kept {
    try await kept(by: call.tenant, call.service)
  }

  /// The kept timeline of a tenant, or a new one.
  func kept(by tenant: Tenant, _ service: ServiceCore) async throws -> TimelineCache.Kept {
    let cache = service.timelines
    let known = cache.kept(key, at: context.now)
    service.metrics.looked(into: .timelines, isHit: known != nil)
    if let known { return known }
    let limit = service.settings.sourceTimeLimit
    let shared = shared(by: tenant, service)
    return try await reportingFailures {
      try await cache.load(key) { [self] in
        guard let shared else { return try await made() }
        return try await shared.timeline(timeLimit: limit, flights: service.renewals) {
          try await made()
        }
      }
    }
  }

  /// The entry that is on screen at the moment of the request, and whether it is a placeholder.
  func present(_ kept: TimelineCache.Kept) async -> (entry: TimelineEntry, isPlaceholder: Bool) {
    await present(
      ShownTimeline(
        placeholder: provider.placeholder(in: context), last: kept.last, timeline: kept.timeline))
  }

  private func present(
    _ shown: ShownTimeline
  ) async -> (entry: TimelineEntry, isPlaceholder: Bool) {
    guard shown.isPlaceholder(at: context.now) else {
      return (shown.entry(at: context.now), false)
    }
    return (await provider.loadedPlaceholder(in: context), true)
  }

  func snapshot(_ call: ServiceCall) async throws -> Response {
    let made = try await reportingFailures { try await provider.snapshot(for: intent, in: context) }
    let entry = await present(
      ShownTimeline(
        placeholder: provider.placeholder(in: context),
        last: call.service.timelines.last(of: key, at: context.now),
        timeline: Timeline(entries: [made], reload: .never))
    ).entry
    let text = try TimelineJSON.text(of: entry, timeZone: context.zone)
    return call.cachedResponse(Array(text.utf8), maxAge: 0)
  }

  /// Runs work of the source; logs its errors unless they have already been logged.
  func reportingFailures<Value>(
    _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as ReportedFailure {
      throw error
    } catch let error as StoreError {
      throw error
    } catch let error as CancellationError where Task.isCancelled {
      throw error
    } catch {
      throw ReportedFailure(
        item.router.report.reported(error, by: provider.name, .timeline(kind: item.widget.kind)))
    }
  }
}
