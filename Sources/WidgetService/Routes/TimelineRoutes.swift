import DefinitionFormats
import Foundation
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import Messages
import Synchronization
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Routes for timelines, snapshots, placeholders and simulations.
enum TimelineRoutes {
  static let zone = ServiceRoute.Parameter(
    name: "timeZone",
    summary: "The time zone, such as Europe/Berlin; that of the service by default.",
    schema: ["type": "string", "examples": ["Europe/Berlin"]])
  private static let moment = ServiceRoute.Parameter(
    name: "at", summary: "The moment to begin at, in ISO 8601; now by default.",
    schema: SchemaPart.moment)
  private static var parameters: [ServiceRoute.Parameter] {
    [WidgetRoutes.family, WidgetRoutes.locale, zone, moment] + EntryPresentation.parameters
  }
  private static let device = ServiceRoute.Parameter(
    name: HTTPField.Name.device.rawName, place: "header",
    summary: """
      The identifier of a registered device, which shows the timeline. Its cache then asks each time \
      whether the timeline is still the same.
      """)
  private static let failures: [(status: Int, summary: String)] = [
    (502, "The source failed."), (504, "The source did not answer in time."),
  ]
  private static let answers: [(status: Int, summary: String)] =
    [
      (200, "What the widget shows."), (304, "Not modified."), (404, "There is none."),
    ] + failures

  private static let preview = ServiceRoute.Body.json(
    schema: FormRequest.schema([.at]), example: ["family": "systemMedium", "draft": [:]])

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: "/v1/placed/{name}/timeline", name: "timeline", scope: .read,
        summary: "The timeline of a placed widget; fresh until what it shows changes.",
        parameters: parameters + [device], answers: answers, schema: .timeline
      ) { call in
        let subject: TimelineSubject
        do {
          subject = try await TimelineSubject(placed: call)
        } catch let error as StoreError {
          if case .notPlaced = error.problem {
            await call.noteFetch(of: call["name"], try call.family(), nil, nil)
          }
          throw error
        }
        return try await subject.timeline(call)
      },
      ServiceRoute(
        method: .get, path: "/v1/placed/{name}/snapshot", name: "snapshot", scope: .read,
        summary: """
          The entry that a placed widget shows at the moment; its placeholder before the first one.
          """, parameters: parameters,
        answers: answers, schema: .entry
      ) { call in
        let subject = try await TimelineSubject(placed: call)
        return try await subject.snapshot(call)
      },
      ServiceRoute(
        method: .get, path: "/v1/widgets/{kind}/placeholder", name: "placeholder", scope: .read,
        summary: "A generic entry, without any configuration.", parameters: parameters,
        answers: answers, schema: .entry
      ) { call in
        let item = try call.widget()
        let provider = try TimelineSubject.provider(of: item)
        var context = try TimelineSubject.context(
          call, family: try call.family() ?? item.widget.families.ofNewWidget)
        context.now = context.statedNow
        let entry = await provider.loadedPlaceholder(in: context)
        let text = try TimelineJSON.text(of: entry, timeZone: context.calendar.timeZone)
        return call.cachedAnswer(Array(text.utf8), maxAge: 60)
      },
      ServiceRoute(
        method: .post, path: "/v1/widgets/{kind}/timeline", name: "previewTimeline", scope: .read,
        summary: "The timeline that a draft makes, as a preview of it.",
        body: preview,
        parameters: [WidgetRoutes.locale, zone] + EntryPresentation.parameters,
        answers: [(200, "The timeline."), (422, "The draft makes no intent.")] + failures,
        schema: .timeline
      ) { call in
        let subject = try TimelineSubject(preview: call)
        return try await subject.timeline(call)
      },
      ServiceRoute(
        method: .post, path: "/v1/widgets/{kind}/snapshot", name: "previewSnapshot", scope: .read,
        summary: """
          The entry that a draft shows at the moment; a placeholder before the first one.
          """,
        body: preview,
        parameters: [WidgetRoutes.locale, zone] + EntryPresentation.parameters,
        answers: [(200, "The entry."), (422, "The draft makes no intent.")] + failures,
        schema: .entry
      ) { call in
        let subject = try TimelineSubject(preview: call)
        return try await subject.snapshot(call)
      },
      ServiceRoute(
        method: .post, path: "/v1/placed/{name}/simulate", name: "simulate", scope: .read,
        summary:
          "Lets days pass for a placed widget: what is shown, reloaded, denied, out of date.",
        body: .json(schema: SimulationRequest.schema, example: ["days": 1, "views": 30]),
        parameters: parameters,
        answers: [
          (200, "What happened."), (404, "There is none."), (422, "The request is not valid."),
          (504, "The source did not answer in time."),
        ], schema: .simulation
      ) { call in
        let request = try SimulationRequest(call.body, call.limits)
        let subject = try await TimelineSubject(placed: call)
        var context = subject.context
        context.now = context.calendar.startOfDay(for: context.now)
        let limit = call.service.settings.sourceTimeLimit
        let (start, provider, intent) = (context, subject.provider, subject.intent)
        let report = try await subject.reportingFailures {
          try await answer(
            within: limit, else: .timedOut(provider: provider.name, limit: limit)
          ) {
            try await TimelineSimulation.run(
              SimulationPlan(days: request.days, viewsPerDay: request.views, seed: request.seed),
              of: provider, for: intent, in: start)
          }
        }
        let text = try SimulationJSON.text(of: report, timeZone: context.calendar.timeZone)
        return call.answer(Array(text.utf8))
      },
    ]
  }
}

/// A request to simulate a number of days.
private struct SimulationRequest {
  private enum Key: String, JSONKey { case days, views, seed }

  private static func bounds(of key: Key) -> ClosedRange<Int> {
    switch key {
    case .days: 1...7
    case .views: 0...1_000
    case .seed: 0...(1 << 53 - 1)
    }
  }

  /// The JSON Schema of valid requests.
  static var schema: JSONValue {
    SchemaPart.object(Key.allCases) { SchemaPart.integer(in: bounds(of: $0)) }
  }

  var days = 1
  var views = 60
  var seed: UInt64 = 1

  init(_ bytes: [UInt8], _ limits: FormatLimits) throws {
    let problems = ProblemList(file: "request", bytes: bytes, limits: limits)
    if let members = problems.root()?.object(Key.self) {
      func number(_ key: Key) -> Int? {
        members[key]?.whole(in: Self.bounds(of: key), .verbatim(key.rawValue))
      }
      days = number(.days) ?? days
      views = number(.views) ?? views
      seed = number(.seed).map { UInt64($0) } ?? seed
    }
    guard problems.isEmpty else { throw FormatErrors(problems.errors) }
  }
}

/// A widget with the intent whose timeline is requested.
struct TimelineSubject {
  let item: ServedWidget
  let intent: Intent
  let context: TimelineProviderContext
  let provider: any IntentTimelineProvider
  /// Whether the request names a date, so that the timeline is not the current one.
  let isMoment: Bool
  /// The placed widget; nil for a draft.
  let placed: Placed?

  /// A placed widget whose timeline is requested.
  struct Placed: Equatable {
    var name: String
    var revision: Int
    /// The number of the last requested reload; timelines made before it are outdated.
    var lastReload: Int

    init(_ widget: PlacedWidget, lastReload: Int) {
      (name, revision, self.lastReload) = (widget.name, widget.revision, lastReload)
    }
  }

  /// Makes the subject of the placed widget that the path names.
  init(placed call: ServiceCall) async throws {
    guard let found = try await call.store.followedWidget(named: call["name"]) else {
      throw try await PlacedState.missing(call["name"], call)
    }
    let family = try call.family() ?? found.widget.family
    try self.init(
      found.widget, lastReload: found.lastReload, PlacedState.item(of: found.widget, call),
      in: Self.context(call, family: family), isMoment: call.query["at"] != nil)
  }

  /// Makes the subject of a placed widget outside of a request; nil if nothing is placed under the
  /// name.
  ///
  /// - Parameter family: The family; nil for that of the placed widget.
  init?(
    placed name: String, family: WidgetFamily?, zone: TimeZone, locale: String,
    of tenant: Tenant, _ service: ServiceCore
  ) async throws {
    let store = service.stores.store(of: tenant)
    guard let (placed, lastReload) = try await store.followedWidget(named: name) else {
      return nil
    }
    var context = TimelineProviderContext(
      family: family ?? placed.family, now: service.now(), calendar: .gregorian(in: zone),
      locale: locale)
    context.containers = service.containers(of: tenant)
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
    let (item, request) = try call.form(keys: [.at])
    guard request.issues.isEmpty else {
      throw ServiceProblem.invalid(
        request.issues.map { ServiceIssue($0, below: [.key("draft")]) })
    }
    try self.init(
      item, request.draft,
      in: try Self.context(call, family: request.family, at: request.at), placed: nil,
      isMoment: (request.at ?? call.query["at"]) != nil)
  }

  /// Makes the subject of an intent that is not placed.
  ///
  /// - Parameter isSample: Whether only the entry of a gallery is requested.
  init(
    _ call: ServiceCall, _ item: ServedWidget, _ intent: Intent, isSample: Bool = false
  ) throws {
    var context = try Self.context(call, family: intent.family)
    context.isPreview = isSample
    try self.init(item, intent, in: context, placed: nil, isMoment: call.query["at"] != nil)
  }

  private init(
    _ item: ServedWidget, _ draft: IntentDraft, in context: TimelineProviderContext,
    placed: Placed?, isMoment: Bool = false
  ) throws {
    // A widget without a timeline has none for a draft with issues either.
    _ = try Self.provider(of: item)
    switch item.widget.schema.resolve(draft, family: context.family) {
    case .success(let intent):
      try self.init(item, intent, in: context, placed: placed, isMoment: isMoment)
    case .failure(let issues):
      throw ServiceProblem.invalid(
        issues.issues.map { ServiceIssue($0, below: [.key("draft")]) })
    }
  }

  private init(
    _ item: ServedWidget, _ intent: Intent, in context: TimelineProviderContext,
    placed: Placed?, isMoment: Bool
  ) throws {
    (self.item, self.intent, self.context) = (item, intent, context)
    (self.placed, self.isMoment) = (placed, isMoment)
    provider = try Self.provider(of: item)
  }

  static func provider(of item: ServedWidget) throws -> any IntentTimelineProvider {
    if let provider = item.widget.timeline { return provider }
    throw ServiceProblem(
      .notFound, "no-timeline", .noTimelineProvider(widget: item.widget.kind),
      "Ask whoever runs the service to add one.")
  }

  /// The context that the query describes.
  ///
  /// - Throws: `ServiceProblem` for an invalid date or time zone.
  static func context(
    _ call: ServiceCall, family: WidgetFamily, at moment: String? = nil
  ) throws -> TimelineProviderContext {
    var now = call.service.now()
    if let text = moment ?? call.query["at"] {
      do throws(FormatProblem) {
        now = try ISO8601Date.moment(of: text)
      } catch {
        throw ServiceProblem(.badRequest, error)
      }
    }
    var context = TimelineProviderContext(
      family: family, environment: try EntryPresentation.environment(call), now: now,
      calendar: try call.calendar, locale: call.language)
    context.containers = call.service.containers(
      of: TenantStores.tenant(call.caller.tenant))
    return context
  }

  /// The cache key of the timeline.
  private var key: TimelineCache.Key {
    TimelineCache.Key(
      kind: item.widget.kind, definition: item.definition, intent: intent,
      reload: placed?.lastReload ?? 0, zone: context.calendar.timeZone.identifier,
      locale: context.locale, environment: context.environment,
      moment: isMoment ? context.now : nil, isSample: context.isPreview,
      containers: provider.usesContainer ? context.containers : nil)
  }

  /// The shared timeline; nil if the store is not shared, for a draft, and for a named date or
  /// presentation.
  func shared(by tenant: Tenant, _ service: ServiceCore) -> SharedTimelines? {
    guard let placed, !isMoment, context.environment.isEmpty,
      let driver = service.stores.driver as? any SharedStoreDriver,
      let line = try? IntentJSON.line(of: intent, schema: item.widget.schema)
    else { return nil }
    let key = key
    let job = TimelineJob(
      widget: placed.name, family: context.family, zone: key.zone, locale: key.locale)
    let parts = [
      key.kind, key.definition, line, key.zone, key.locale,
      placed.lastReload > 0 ? "reload \(placed.lastReload)" : "",
    ]
    return SharedTimelines(
      driver: driver, tenant: tenant, key: ContentMark.of(parts.joined(separator: "\u{0}")),
      job: job, now: service.now)
  }

  /// How long the entry of a gallery is kept, in seconds.
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
    let text = try TimelineJSON.text(of: timeline, timeZone: context.calendar.timeZone)
    return TimelineCache.Kept(timeline: timeline, bytes: Array(text.utf8), made: context.now)
  }

  func timeline(_ call: ServiceCall) async throws -> Response {
    let kept = try await kept(call)
    if let placed, !isMoment { await call.noteFetch(of: placed.name, context.family, kept, placed) }
    return call.cachedAnswer(
      TaggedAnswer(kept.bytes, etag: kept.etag), maxAge: kept.age(at: context.now),
      stale: Int(SharedTimelines.staleTime), isRevalidated: call.device != nil)
  }

  /// The kept timeline, or a new one if none is kept or the kept one has ended.
  func kept(_ call: ServiceCall) async throws -> TimelineCache.Kept {
    try await kept(by: TenantStores.tenant(call.caller.tenant), call.service)
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

  /// The entry on the screen at the moment of the request, and whether it is a placeholder.
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
    let text = try TimelineJSON.text(of: entry, timeZone: context.calendar.timeZone)
    return call.cachedAnswer(Array(text.utf8), maxAge: 0)
  }

  /// Runs work of the source; what goes wrong in it, and was not logged where the source failed, is
  /// logged here.
  fileprivate func reportingFailures<Value>(
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

/// Caches timelines until their reload and coalesces equal requests.
final class TimelineCache: Sendable {
  /// The request that a timeline answers.
  struct Key: Hashable, Sendable {
    let kind: String
    let definition: String
    let intent: Intent
    /// The number of the last requested reload.
    var reload: Int
    let zone: String
    let locale: String
    /// The environment values that the request names.
    let environment: [String: [String]]
    /// The date that the request names; nil for now.
    let moment: Date?
    /// Whether it is the single entry of a gallery.
    let isSample: Bool
    /// The containers of the tenant, for a timeline that a program makes; nil for any other.
    let containers: String?

    /// The key without the number of the reload.
    var ofAnyReload: Key {
      var key = self
      key.reload = 0
      return key
    }
  }

  /// A timeline with its encoded bytes and the date when it was made.
  struct Kept: Sendable {
    let timeline: Timeline
    let bytes: [UInt8]
    let made: Date
    let etag: String
    /// The timeline before this one, which stays on the screen until this one begins; nil if this
    /// one had begun when it was made, and if nothing is known of one before it.
    fileprivate(set) var last: Timeline?
    /// How often the clock had been set when it was made.
    fileprivate var clockChanges = 0

    init(timeline: Timeline, bytes: [UInt8], made: Date) {
      (self.timeline, self.bytes, self.made) = (timeline, bytes, made)
      etag = "\"\(ContentMark.of(bytes))\""
    }

    /// Reads a timeline that replicas share; nil if it cannot be read.
    init?(_ shared: SharedTimeline) {
      let bytes = Array(shared.text.utf8)
      guard let timeline = try? TimelineJSON.read(bytes, source: "timeline") else { return nil }
      self.init(timeline: timeline, bytes: bytes, made: shared.made)
    }

    /// The timeline as replicas share it.
    ///
    /// - Parameter asked: The time of its last request.
    func shared(asked: Date) -> SharedTimeline {
      SharedTimeline(text: String(decoding: bytes, as: UTF8.self), made: made, asked: asked)
    }

    /// The date of the timeline's reload: that of its policy, but at most a day after it was made.
    var end: Date {
      let day = made.addingTimeInterval(86_400)
      return min(day, timeline.nextReload(now: made) ?? day)
    }

    /// The seconds until the shown entry changes.
    func age(at now: Date) -> Int {
      let change = min(timeline.nextChange(after: now) ?? end, end)
      return max(0, Int(change.timeIntervalSince(now).rounded(.down)))
    }
  }

  private let timelines = ExpiringCache<Key, Kept, ContinuousClock>(
    capacity: 2_000, bytes: 64 << 20, clock: ContinuousClock())
  /// The memory of a timeline with its bytes, in relation to the bytes.
  private static let factor = 5
  /// The last timelines, whatever reload they were made for.
  ///
  /// Most share their memory with ``timelines``.
  private let screens = ExpiringCache<Key, Kept, ContinuousClock>(
    capacity: 2_000, bytes: 16 << 20, clock: ContinuousClock())

  /// A timeline that is being made, and the number of callers that wait for it.
  private struct Flight {
    let answer: PendingAnswer<Kept>
    var work: Task<Void, Never>?
    var waiting: Int
  }

  private let flights = Mutex<[Key: Flight]>([:])

  /// What the clock of the system shows.
  struct ClockReading: Sendable {
    var date: Date
    /// The time of a monotonic clock.
    var steady: Duration
    var zone: TimeZone
  }

  private let clock: @Sendable () -> ClockReading
  private let clockState = Mutex((watch: ClockWatch(), changes: 0))

  /// Makes an empty cache.
  ///
  /// - Parameter clock: The clock of the system, after whose changes no timeline is kept.
  init(clock: @escaping @Sendable () -> ClockReading = SystemClock().reading) {
    self.clock = clock
  }

  /// How often the clock or the time zone of the system has been changed.
  private var clockChanges: Int {
    let reading = clock()
    return clockState.withLock { state in
      let hasChanged = state.watch.hasChanged(
        at: reading.date, steady: reading.steady, zone: reading.zone)
      if hasChanged { state.changes += 1 }
      return state.changes
    }
  }

  /// The estimated bytes of all timelines.
  var bytes: Int { timelines.bytes + screens.bytes }

  /// The kept timeline; nil if there is none or it has ended.
  func kept(_ key: Key, at now: Date) -> Kept? {
    let changes = clockChanges
    guard let kept = timelines.value(key), kept.clockChanges == changes, now >= kept.made,
      now < kept.end
    else { return nil }
    return kept
  }

  /// The timeline that is on the screen at a date, whatever reload it was made for; nil if none is
  /// known.
  func last(of key: Key, at date: Date) -> Timeline? {
    guard key.moment == nil, let kept = screens.value(key.ofAnyReload) else { return nil }
    return kept.timeline.entry(at: date) == nil ? kept.last : kept.timeline
  }

  /// Keeps a timeline, with the one that is on the screen until it begins.
  private func keep(_ kept: Kept, for key: Key) -> Kept {
    var kept = kept
    kept.clockChanges = clockChanges
    if kept.timeline.entry(at: kept.made) == nil { kept.last = last(of: key, at: kept.made) }
    let bytes = Self.factor * kept.bytes.count
    timelines.keep(kept, for: key, lasting: .seconds(86_400), bytes: bytes)
    if key.moment == nil {
      screens.keep(kept, for: key.ofAnyReload, lasting: .seconds(86_400), bytes: bytes)
    }
    return kept
  }

  /// Makes a timeline once for all simultaneous requests; the last caller to leave ends the work.
  func load(
    _ key: Key, _ make: @escaping @Sendable () async throws -> Kept
  ) async throws -> Kept {
    let answer = flights.withLock { flights in
      if let known = flights[key] {
        flights[key]?.waiting += 1
        return known.answer
      }
      let answer = PendingAnswer<Kept>()
      let work = answer.work { [self] in
        defer { land(key, answer) }
        return keep(try await make(), for: key)
      }
      flights[key] = Flight(answer: answer, work: work, waiting: 1)
      return answer
    }
    defer { leave(key, answer) }
    return try await answer.value()
  }

  private func land(_ key: Key, _ answer: PendingAnswer<Kept>) {
    flights.withLock { if $0[key]?.answer === answer { $0[key] = nil } }
  }

  private func leave(_ key: Key, _ answer: PendingAnswer<Kept>) {
    let abandoned = flights.withLock { flights -> Task<Void, Never>? in
      guard let flight = flights[key], flight.answer === answer else { return nil }
      flights[key]?.waiting -= 1
      guard flight.waiting == 1 else { return nil }
      flights[key] = nil
      return flight.work
    }
    abandoned?.cancel()
  }
}

extension TimeZone {
  /// The time zone that the member or parameter “timeZone” names.
  ///
  /// - Throws: `ServiceProblem` with a status for an unknown name.
  static func named(_ name: String, else status: HTTPResponse.Status) throws -> TimeZone {
    if let zone = TimeZone(identifier: name) { return zone }
    throw ServiceProblem(
      status,
      FormatProblem.unknownWord(
        name.harmless(limit: 60), what: .verbatim("timeZone"), choices: knownTimeZoneIdentifiers))
  }
}

/// Reads the clock of the system, and notices another time zone within a second.
private final class SystemClock: Sendable {
  private let start = ContinuousClock.now
  private let lastLook = Mutex(ContinuousClock.now)

  func reading() -> TimelineCache.ClockReading {
    let now = ContinuousClock.now
    let isDue = lastLook.withLock { last in
      guard last.duration(to: now) >= .seconds(1) else { return false }
      last = now
      return true
    }
    // Foundation keeps the time zone until it is told to look again.
    if isDue { NSTimeZone.resetSystemTimeZone() }
    return TimelineCache.ClockReading(
      date: Date(), steady: start.duration(to: now), zone: .current)
  }
}

extension ServiceCall {
  /// The present day of the caller.
  ///
  /// - Throws: `ServiceProblem` for an unknown time zone.
  var today: CivilDate? {
    get throws {
      let parts = try calendar.dateComponents([.year, .month, .day], from: service.now())
      guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
      return CivilDate(clampingYear: year, month: month, day: day)
    }
  }

  /// The calendar for dates in the response: Gregorian, in the time zone of the query, else in the
  /// service's.
  ///
  /// - Throws: `ServiceProblem` for an unknown time zone.
  var calendar: Calendar {
    get throws {
      let name = query["timeZone"]
      return .gregorian(in: try name.map { try .named($0, else: .badRequest) } ?? .current)
    }
  }
}
