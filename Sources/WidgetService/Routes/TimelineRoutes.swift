import FormEngine
import Foundation
import HTTPTypes
import Hummingbird
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetPages
import WidgetStore
import WidgetTimeline
import Zones

/// Routes for timelines, snapshots, placeholders and simulations.
enum TimelineRoutes {
  static let zone = ServiceRoute.Parameter(
    name: PageQuery.timeZone.rawValue,
    summary: "The time zone, such as Europe/Berlin; by default the zone of the service.",
    schema: ["type": "string", "examples": ["Europe/Berlin"]])
  static let moment = ServiceRoute.Parameter(
    name: "at", summary: "The moment to begin at, in ISO 8601; now by default.",
    schema: SchemaPart.moment)
  private static var parameters: [ServiceRoute.Parameter] {
    [WidgetRoutes.family, WidgetRoutes.locale, zone, moment] + EntryPresentation.parameters
  }
  private static let device = ServiceRoute.Parameter(
    name: HTTPField.Name.device.rawName, place: .header,
    summary: """
      The identifier of a registered device, which shows the timeline. Its cache then asks each \
      time whether the timeline is still the same.
      """)
  private static let failures = [ServiceRoute.sourceFailed, ServiceRoute.sourceLate]
  private static let noIntent = (status: 422, summary: "The draft does not make an intent.")
  private static let responses: [(status: Int, summary: String)] =
    [
      (200, "The timeline or the entry."), ServiceRoute.notModified,
    ] + failures

  static let previewCoding = FormRequest.coding(.at)
  private static let preview = ServiceRoute.Body.json(
    schema: previewCoding.schema, example: ["family": "systemMedium", "draft": [:]])

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.placedWidget + "/timeline", name: "timeline", scope: .read,
        summary: "The timeline of a placed widget; fresh until its display changes.",
        parameters: parameters + [device], responses: responses + [ServiceRoute.notPlaced],
        schema: .timeline
      ) { call in
        let subject: TimelineSubject
        do {
          subject = try await TimelineSubject(placed: call)
        } catch let error as StoreError {
          if case .notPlaced = error.problem {
            await call.noteFetch(of: call[.name], try call.family(of: nil), nil, nil)
          }
          throw error
        }
        return try await subject.timeline(call)
      },
      ServiceRoute(
        method: .get, path: ServicePath.placedWidget + "/snapshot", name: "snapshot", scope: .read,
        summary: """
          The entry that a placed widget shows now; before its first entry, the placeholder.
          """, parameters: parameters,
        responses: responses + [ServiceRoute.notPlaced], schema: .entry
      ) { call in
        let subject = try await TimelineSubject(placed: call)
        return try await subject.snapshot(call)
      },
      ServiceRoute(
        method: .get, path: ServicePath.widget + "/placeholder", name: "placeholder", scope: .read,
        summary: "A generic entry, without any configuration.", parameters: parameters,
        responses: responses, schema: .entry
      ) { call in
        let item = try call.widget()
        let provider = try TimelineSubject.provider(of: item)
        var context = try TimelineSubject.context(
          call, family: try call.family(of: item) ?? item.widget.families.ofNewWidget)
        context = TimelineSubject.context(context, for: item)
        context.now = context.statedNow
        let entry = await provider.loadedPlaceholder(in: context)
        let text = try TimelineJSON.text(of: entry, timeZone: context.zone)
        return call.cachedResponse(Array(text.utf8), maxAge: 60)
      },
      ServiceRoute(
        method: .post, path: ServicePath.widget + "/timeline", name: "previewTimeline",
        scope: .read,
        summary: "The timeline of a draft, as a preview.",
        body: preview,
        parameters: [WidgetRoutes.locale, zone] + EntryPresentation.parameters,
        responses: [(200, "The timeline."), noIntent] + failures,
        schema: .timeline
      ) { call in
        let subject = try TimelineSubject(preview: call)
        return try await subject.timeline(call)
      },
      ServiceRoute(
        method: .post, path: ServicePath.widget + "/snapshot", name: "previewSnapshot",
        scope: .read,
        summary: """
          The entry that a draft shows now; before its first entry, the placeholder.
          """,
        body: preview,
        parameters: [WidgetRoutes.locale, zone] + EntryPresentation.parameters,
        responses: [(200, "The entry."), noIntent] + failures,
        schema: .entry
      ) { call in
        let subject = try TimelineSubject(preview: call)
        return try await subject.snapshot(call)
      },
      ServiceRoute(
        method: .post, path: ServicePath.placedWidget + "/simulate", name: "simulate", scope: .read,
        summary:
          """
          Simulates days in the life of a placed widget: what is shown, reloaded, denied and out \
          of date.
          """,
        body: .json(schema: SimulationRequest.coding.schema, example: ["days": 1, "views": 30]),
        parameters: parameters,
        responses: [
          (200, "What happened."), ServiceRoute.notPlaced,
          ServiceRoute.invalidRequest,
          ServiceRoute.sourceLate,
        ], schema: .simulation
      ) { call in
        let request = try SimulationRequest.coding.read(call.json(), as: SimulationRequest())
        let subject = try await TimelineSubject(placed: call)
        var context = subject.context
        context.now = context.zone.startOfDay(at: context.now)
        let limit = call.service.settings.sourceTimeLimit
        let (start, provider, intent) = (context, subject.provider, subject.intent)
        let report = try await subject.reportingFailures {
          try await result(
            within: limit, else: .timedOut(provider: provider.name, limit: limit)
          ) {
            try await TimelineSimulation.run(
              SimulationPlan(days: request.days, viewsPerDay: request.views, seed: request.seed),
              of: provider, for: intent, in: start)
          }
        }
        let text = try SimulationJSON.text(of: report, timeZone: context.zone)
        return call.response(Array(text.utf8))
      },
    ]
  }
}

/// A request to simulate a number of days.
private struct SimulationRequest {
  static let coding = ObjectCoding<SimulationRequest>([
    .whole("days", in: 1...7) { $0.days = $1 },
    .whole("views", in: 0...1_000) { $0.views = $1 },
    .whole("seed", in: 0...JSONValue.maximumInteger) { $0.seed = UInt64($1) },
  ])

  private static let usual = SimulationPlan()

  var days = SimulationRequest.usual.days
  var views = SimulationRequest.usual.viewsPerDay
  var seed = SimulationRequest.usual.seed
}

extension ZoneRules {
  /// The time zone with a name from the body or the query.
  ///
  /// - Throws: `ServiceProblem` with the given status for an unknown name.
  static func named(_ name: String, else status: HTTPResponse.Status) throws -> ZoneRules {
    if let zone = ZoneRules(named: name) { return zone }
    throw ServiceProblem(
      status,
      FormatProblem.unknownWord(
        name.harmlessName, what: .verbatim(TimelineRoutes.zone.name),
        choices: ZoneFolder.system.names))
  }
}

/// The current day of a caller, and its time zone.
struct CallerDay: Sendable {
  var day: CivilDate
  /// The name of the zone.
  var zone: String
  /// The clock in the zone, for texts such as “now”.
  var clock: FormClock
}

extension ServiceCall {
  /// Whether the query specifies a date.
  var namesMoment: Bool { query[TimelineRoutes.moment.name] != nil }

  /// The current day of the caller.
  ///
  /// - Throws: `ServiceProblem` for an unknown time zone.
  var today: CallerDay {
    get throws {
      let zone = try zone
      let now = service.now()
      let day = zone.day(at: now)
      return CallerDay(
        day: CivilDate(clampingYear: day.year, month: day.month, day: day.day),
        zone: zone.identifier, clock: FormClock(after: { zone.components(at: now + Double($0)) }))
    }
  }

  /// The time zone of the caller: the one in the query, or else the one of the service.
  ///
  /// - Throws: `ServiceProblem` for an unknown time zone.
  var zone: ZoneRules {
    get throws {
      try query[TimelineRoutes.zone.name].map { try .named($0, else: .badRequest) } ?? .current
    }
  }
}
