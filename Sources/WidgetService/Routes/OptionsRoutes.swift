import FormEngine
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Messages
import WidgetFormats
import WidgetLoading
import WidgetTimeline

/// Routes to sources: windows of options, stored choices and defaults.
enum OptionsRoutes {
  static var routes: [ServiceRoute] {
    let path = ServicePath.widget + "/parameters" + PathParameter.name.segment
    let responses: [(status: Int, summary: String)] = [
      (200, "The response of the source."), ServiceRoute.invalidQuery,
      ServiceRoute.invalidRequest,
      ServiceRoute.sourceFailed, ServiceRoute.sourceLate,
    ]
    return [
      ServiceRoute(
        method: .post, path: path + "/options", name: "options", scope: .options,
        summary: """
          A page of the choices of a parameter: all of them, or those that match a search. As in \
          the form, the best match and its section come first. The next page, for the same body, \
          is from the same snapshot. With a “window”, the page can begin anywhere.
          """,
        body: .json(
          schema: windowCoding.schema,
          example: [
            "draft": [:], "window": ["from": 0, "count": .integer(FormRequest.usualWindow)],
          ]),
        parameters: pages,
        responses: responses + [
          (410, "The list has changed since the page that “after” came from.")
        ],
        schema: .options
      ) { try await options($0) },
      ServiceRoute(
        method: .post, path: path + "/resolve", name: "resolve", scope: .options,
        summary: "Whether stored choices are still offered, and their present texts.",
        body: .json(
          schema: choicesCoding.schema,
          example: ["draft": [:], "identifiers": ["work"]]), responses: responses,
        schema: .standings
      ) { try await resolve($0) },
      ServiceRoute(
        method: .post, path: path + "/default", name: "default", scope: .options,
        summary: "The choices that a new widget starts with.",
        body: .json(schema: coding.schema, example: ["draft": [:]]),
        parameters: [TimelineRoutes.zone], responses: responses, schema: .defaults
      ) { try await defaults($0) },
    ]
  }

  private static let coding = FormRequest.coding()
  private static let windowCoding = FormRequest.coding(.search, .window)
  private static let choicesCoding = FormRequest.coding(.identifiers)
  private static let pages = ListPage.query(
    maximumRows: FormRequest.largestWindow,
    summary: "The maximum number of choices in the response; by default the size of the window.")

  /// A request about a parameter of a form.
  private struct Question {
    let item: ServedWidget
    let form: FormRequest
    let request: OptionsRequest
    let parameter: ParameterDefinition

    init(_ call: ServiceCall, _ members: ObjectCoding<FormRequest>) throws {
      var call = call
      let (item, form) = try call.form(members)
      (self.item, self.form) = (item, form)
      let (schema, name) = (item.widget.schema, call[.name])
      guard let parameter = schema.parameter(named: name) else {
        let issue = schema.unknownParameter(name)
        throw ServiceProblem(.unknownParameter, issue.message, issue.advice)
      }
      guard item.widget.providers[name] != nil else {
        throw ServiceProblem(
          .noSource, .hasNoSource(parameter: name, widget: item.widget.kind))
      }
      self.parameter = parameter
      let evaluation = schema.evaluate(form.draft, family: form.family)
      if let parent = schema.emptyParent(of: name, in: evaluation) {
        throw OptionsError.parentNotSet(parent, provider: name)
      }
      request = schema.optionsRequest(for: name, evaluation, locale: call.language)
    }
  }

  private static func options(_ call: ServiceCall) async throws -> Response {
    let question = try Question(call, windowCoding)
    let term = question.form.search ?? ""
    let page = try ListPage(call, filters: [], maximumRows: FormRequest.largestWindow)
    var window = question.form.window
    if call.query[ListPage.limitName] != nil {
      window = window.lowerBound..<window.lowerBound + page.limit
    }
    let kept = try page.after.map { text in
      guard let cursor = OptionsCursor(text) else { throw ServiceProblem(.cursorMismatch) }
      return cursor
    }
    if let kept { window = kept.next..<kept.next + window.count }
    let snapshot = try await snapshot(
      of: question.item, question.request, term: term, call, kept?.snapshot)
    guard kept.map({ $0.snapshot == snapshot.name }) ?? true else {
      throw ServiceProblem(
        .snapshotGone,
        "The list of choices has changed since the previous page, or is no longer kept.")
    }
    let matches = try await snapshot.matches(of: term, rows: window)
    let shown = window.clamped(to: 0..<matches.count)
    let next =
      shown.upperBound < matches.count && !shown.isEmpty
      ? OptionsCursor(snapshot: snapshot.name, next: shown.upperBound).text : nil
    return call.response(
      response(matches, of: term, shown, snapshot, question, next: page.token(next)),
      headers: page.headers(next: next, call))
  }

  /// The snapshot from which windows are read: the kept one with the name that the caller sent, or
  /// else a recent one, or else a new one.
  static func snapshot(
    of item: ServedWidget, _ request: OptionsRequest, term: String, _ call: ServiceCall,
    _ wanted: String? = nil
  ) async throws -> OptionsSnapshot {
    let provider = item.widget.providers[request.parameter]
    let isFiltered = provider?.searchesItself == true && !term.isEmpty
    var request = request
    if isFiltered { request.searchTerm = term }
    request.locale = item.textLanguage
    request = item.router.own(request)
    let key = SnapshotCache.Key(
      kind: item.widget.kind, definition: item.definition, request: request)
    let known = call.service.snapshots.snapshot(key, named: wanted)
    call.service.metrics.looked(into: .choices, isHit: known != nil)
    if let known { return known }
    let collection = try await BodyBudget.whileWaiting {
      try await item.router.options(for: request).tellingApart()
    }
    do throws(OptionsError) {
      return try call.service.snapshots.keep(
        collection, of: provider?.name ?? "", for: key, isFiltered: isFiltered)
    } catch {
      throw item.router.reported(error, request)
    }
  }

  private static func response(
    _ matches: OptionsMatches, of term: String, _ shown: Range<Int>, _ snapshot: OptionsSnapshot,
    _ question: Question, next: JSONValue
  ) -> [UInt8] {
    let sections = snapshot.sections(of: term, shown) {
      Self.sections(matches, shown, snapshot, question)
    }
    let head = JSONValue.members([
      "total": .integer(matches.count),
      "complete": .bool(!snapshot.collection.isPartial),
      "from": .integer(shown.lowerBound),
      "snapshot": .string(snapshot.name),
    ])
    let rest = JSONValue.members([
      ListPage.nextKey: next,
      "prompt": .text(snapshot.collection.promptLabel),
      "notice": .text(snapshot.collection.notice),
      "indexed": .flag(snapshot.collection.usesIndexedCollation),
      "ageMs": .integer(Int(snapshot.made.duration(to: .now) / .milliseconds(1))),
    ])
    return WireText.object(head, ["sections": sections], rest)
  }

  /// The encoded sections of a page.
  private static func sections(
    _ matches: OptionsMatches, _ shown: Range<Int>, _ snapshot: OptionsSnapshot,
    _ question: Question
  ) -> [[UInt8]] {
    let writer = ItemWriting(question.parameter, question.item.widget.schema, matches.query)
    let rows = matches.rows(shown)
    var sections: [[UInt8]] = []
    var start = rows.startIndex
    while start < rows.endIndex {
      let section = rows[start].section
      let end = rows[start...].firstIndex { $0.section != section } ?? rows.endIndex
      sections.append(
        JSONValue.members([
          "title": .text(snapshot.collection.sections[section].title),
          "items": .array(rows[start..<end].map { writer.json($0.item) }),
        ]).wire)
      start = end
    }
    return sections
  }

  /// Whether a stored choice is still offered, in the form that callers read.
  enum Standing: String, CaseIterable { case offered, missing, unknown }

  /// A stored choice, with its current texts if it is still offered.
  typealias StoredChoice = (identifier: String, standing: Standing, item: JSONValue?)

  static let standingsCoding = ObjectCoding<[StoredChoice]>([
    .list("choices", of: standingCoding) { $0 }
  ])

  private static let standingCoding = ObjectCoding<StoredChoice>([
    .text("identifier") { $0.identifier },
    .word("standing") { $0.standing },
    .value(optional: "item", ResponseSchema.item.reference) { $0.item },
  ])

  static let defaultsCoding = ObjectCoding<[JSONValue]>([
    .value("items", SchemaPart.list(ResponseSchema.item.reference)) { .array($0) }
  ])

  private static func resolve(_ call: ServiceCall) async throws -> Response {
    let question = try Question(call, choicesCoding)
    let identifiers = question.form.identifiers
    let response = try await BodyBudget.whileWaiting {
      try await question.item.router.resolve(identifiers: identifiers, for: question.request)
    }
    let standings = response.standings(of: identifiers)
    let writer = ItemWriting(question.parameter, question.item.widget.schema, nil)
    let choices = identifiers.map { identifier -> StoredChoice in
      switch standings[identifier] {
      case .offered(let item)?: (identifier, .offered, writer.json(item))
      case .gone?: (identifier, .missing, nil)
      case .unknown?, nil: (identifier, .unknown, nil)
      }
    }
    return call.response(standingsCoding.json(choices))
  }

  private static func defaults(_ call: ServiceCall) async throws -> Response {
    let question = try Question(call, Self.coding)
    var request = question.request
    request.timeZone = try call.zone.identifier
    let items = try await BodyBudget.whileWaiting {
      try await question.item.router.defaultOptions(for: request)
    }
    let writer = ItemWriting(question.parameter, question.item.widget.schema, nil)
    return call.response(defaultsCoding.json(items.map(writer.json)))
  }
}

/// Encodes choices, each with its value.
struct ItemWriting {
  /// The members that the service adds to a choice: the matching parts of the text, and the value.
  private enum Key: String { case match, value }

  private let parameter: ParameterDefinition
  private let values: IntentValueWriter
  private let query: OptionsQuery?

  init(_ parameter: ParameterDefinition, _ schema: IntentSchema, _ query: OptionsQuery?) {
    self.parameter = parameter
    values = IntentValueWriter(schema: schema)
    self.query = query.flatMap { $0.isEmpty ? nil : $0 }
  }

  func json(_ item: OptionItem) -> JSONValue {
    var builder = OptionsJSON.texts(of: item)
    let matched = query.map { $0.highlights(in: item.display) } ?? []
    if !matched.isEmpty {
      builder.append(key: Key.match.rawValue, .array(matched.map { .integer($0) }))
    }
    if let value = item.value(for: parameter.type) {
      builder.append(key: Key.value.rawValue, values.json(value, type: parameter.type))
    }
    return builder.value
  }

  /// The JSON Schema of a choice.
  static var schema: JSONValue {
    typealias Text = OptionsJSON.ItemKey
    return SchemaPart.object(
      [
        Text.identifier.rawValue: SchemaPart.string, Text.display.rawValue: SchemaPart.string,
      ],
      optional: [
        Text.subtitle.rawValue: SchemaPart.string, Text.symbol.rawValue: SchemaPart.string,
        Key.match.rawValue: SchemaPart.list(SchemaPart.integer), Key.value.rawValue: [:],
      ])
  }
}

/// A list of choices from a source; windows are parts of it.
struct OptionsSnapshot: Sendable {
  let name: String
  let finder: OptionsFinder
  let collection: OptionsCollection
  /// Whether the source has already done the searching.
  let isFiltered: Bool
  let made: ContinuousClock.Instant
  private let pages: Pages

  /// Makes the snapshot of a list that a source has just returned.
  ///
  /// - Parameter known: The earlier snapshot of the same list; nil for none.
  init(
    name: String, finder: OptionsFinder, collection: OptionsCollection, isFiltered: Bool,
    known: OptionsSnapshot? = nil
  ) {
    (self.name, self.finder, self.collection) = (name, finder, collection)
    (self.isFiltered, made) = (isFiltered, .now)
    pages = known?.pages ?? Pages(capacity: 32, bytes: Self.pageBytes, clock: ContinuousClock())
  }

  private typealias Pages = ExpiringCache<Page, [[UInt8]], ContinuousClock>

  private struct Page: Hashable {
    var term: [UInt8]
    var shown: Range<Int>
  }

  /// The maximum total size of the encoded pages that are kept, in bytes.
  static let pageBytes = 128 << 10

  /// The encoded sections of a page, which are made if they are not kept.
  ///
  /// While people type, callers send the beginnings of words. There are only a few such texts, and
  /// every caller gets the same page for each of them.
  func sections(of term: String, _ shown: Range<Int>, _ make: () -> [[UInt8]]) -> [[UInt8]] {
    // Terms are compared byte by byte, because texts that Unicode considers equal can have
    // different bytes.
    let page = Page(term: Array(term.utf8), shown: shown)
    if let sections = pages.value(page) { return sections }
    let sections = make()
    let bytes = page.term.count + sections.reduce(256) { $0 + $1.count }
    if bytes <= Self.pageBytes / 4 {
      pages.keep(sections, for: page, lasting: SnapshotCache.duration, bytes: bytes)
    }
    return sections
  }

  /// The choices that match a term, with the requested rows already sorted.
  ///
  /// Without a term, the whole list is returned immediately, and is prepared for the first search
  /// in the background.
  func matches(of term: String, rows: Range<Int>) async throws -> OptionsMatches {
    if isFiltered { return OptionsMatches(all: collection) }
    guard term.isEmpty else { return try await finder.matches(of: term, rows: rows) }
    Task { [finder] in _ = try? await finder.matches(of: "") }
    return OptionsMatches(all: collection)
  }
}

/// The start of the next window, which the caller sends back.
struct OptionsCursor: Sendable, Hashable {
  let snapshot: String
  let next: Int

  init(snapshot: String, next: Int) { (self.snapshot, self.next) = (snapshot, next) }

  /// Parses a cursor; nil if the text is not a cursor.
  init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let next = Int(parts[1]), FormRequest.places.contains(next) else {
      return nil
    }
    self.init(snapshot: String(parts[0]), next: next)
  }

  var text: String { "\(snapshot).\(next)" }
}

/// Keeps snapshots of lists, so that the windows of a list are consistent.
final class SnapshotCache: Sendable {
  /// The request to which a list is the answer.
  struct Key: Hashable, Sendable {
    let kind: String
    let definition: String
    let request: OptionsRequest
  }

  /// The maximum number of lists kept.
  private static let capacity = 32
  /// The number of searches whose results are kept for each list, for the next windows.
  private static let resultsOfAList = 4
  /// How long a list and its encoded pages are kept for a caller that reads the list's windows.
  fileprivate static let duration = Duration.seconds(300)
  /// The maximum total size of the lists and their search indexes, in bytes.
  static let maximumBytes = 128 << 20

  private let kept = ExpiringCache<Key, OptionsSnapshot, ContinuousClock>(
    capacity: capacity, bytes: maximumBytes, clock: ContinuousClock())

  /// How long a list is recent enough for a new caller.
  private let freshFor: Duration

  init(freshFor: Duration) { self.freshFor = freshFor }

  /// The estimated total size of the lists, in bytes.
  var bytes: Int { kept.bytes }

  /// The kept list, if the caller names it or it is recent enough; otherwise nil.
  func snapshot(_ key: Key, named name: String?) -> OptionsSnapshot? {
    guard let snapshot = kept.value(key) else { return nil }
    if snapshot.name == name { return snapshot }
    return snapshot.made.duration(to: .now) < freshFor ? snapshot : nil
  }

  /// Keeps a list that a provider returned.
  ///
  /// - Throws: `OptionsError` for a list that breaks a rule.
  func keep(
    _ collection: OptionsCollection, of provider: String, for key: Key, isFiltered: Bool
  ) throws(OptionsError) -> OptionsSnapshot {
    // An unchanged list keeps its name and its search index, and has already been validated.
    if let known = kept.value(key), known.collection == collection {
      let snapshot = OptionsSnapshot(
        name: known.name, finder: known.finder, collection: known.collection,
        isFiltered: isFiltered, known: known)
      keep(snapshot, for: key)
      return snapshot
    }
    let collection = try collection.withoutInvalidItems(
      provider: provider, locale: key.request.locale)
    let snapshot = OptionsSnapshot(
      name: "s-" + Self.mark(of: collection),
      finder: OptionsFinder(collection, keeping: Self.resultsOfAList), collection: collection,
      isFiltered: isFiltered)
    keep(snapshot, for: key)
    return snapshot
  }

  /// A hash of the texts of a list: if a source gives all replicas the same answer, any replica can
  /// return the next window.
  private static func mark(of collection: OptionsCollection) -> String {
    var mark: UInt64 = 0
    func mix(_ text: String?) { mark = mark &* fnvPrime ^ fnv1a((text ?? "").utf8) }
    for section in collection.sections {
      mix(section.title)
      for item in section.items {
        mix(item.identifier)
        mix(item.display)
        mix(item.subtitle)
      }
    }
    return String(mark, radix: 16)
  }

  private func keep(_ snapshot: OptionsSnapshot, for key: Key) {
    // The search index takes about as many bytes as the texts themselves.
    kept.keep(
      snapshot, for: key, lasting: Self.duration,
      bytes: 2 * snapshot.collection.byteCount + OptionsSnapshot.pageBytes)
  }
}
