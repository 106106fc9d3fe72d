import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import JSONC
import JSONCodings
import Messages
import NIOCore
import WidgetFormats
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Routes that export and import the placed widgets of a tenant, as JSON Lines.
enum TransferRoutes {
  /// The maximum number of widgets that an import stores in one transaction, so that other callers
  /// and the followers of other tenants do not have to wait.
  static let portion = 200

  private static let example =
    #"{"name":"Desk","kind":"UpNext","family":"systemMedium","draft":{}}"#

  fileprivate static let acceptLosses = ServiceRoute.Parameter(
    name: "accept-losses",
    summary: "“true” saves a widget even if its definition cannot hold some of the stored answers.",
    schema: SchemaPart.boolean)

  static var routes: [ServiceRoute] {
    [
      ServiceRoute(
        method: .get, path: ServicePath.api + "/export", name: "exportPlaced", scope: .read,
        summary: """
          All placed widgets of the tenant as JSON Lines, in the order of the bytes of their \
          names: each with its whole draft, as “import” accepts it. If the definition has changed \
          answers since they were stored, “\(FormRequest.Key.changes.rawValue)” lists them, with \
          what is lost; “import” ignores this list. A widget that cannot be read, or whose \
          definition is not served, has a line with its “problem”.
          """,
        parameters: [ServiceRoute.tenant],
        responses: [(200, "The widgets.")], type: MediaType.jsonLines, schema: .exportLines
      ) { try await export($0) },
      ServiceRoute(
        method: .post, path: ServicePath.api + "/import", name: "importPlaced", scope: .write,
        summary: """
          Places widgets from any number of JSON Lines: lines of “export”, or intents with a name, \
          as “widgetconfig export --all” writes them. A widget that already has the name is \
          changed, and keeps its history; a line for a widget of another kind is a problem. The \
          response has a line for each problem as soon as it is found, and at the end a line with \
          the counts. A family that the widget does not list is a problem with the severity \
          “\(IntentIssue.Severity.warning.rawValue)”. Widgets are saved in batches of \
          \(portion); a valid line is saved even if others are not. If the request was \
          interrupted, send it again: what is already saved stays unchanged. No source is asked.
          """,
        body: .stream(type: MediaType.jsonLines, example: example),
        parameters: [ServiceRoute.tenant, PlacedRoutes.dryRun, acceptLosses],
        responses: [ServiceRoute.problemsAndCounts], type: MediaType.jsonLines,
        schema: .importLines,
        remedyForKey: "Send the request without it: an import does not store the same thing twice."
      ) { try importLines($0) },
    ]
  }

  // MARK: Export

  private static func export(_ call: ServiceCall) async throws -> Response {
    let place = try Place(in: call.service.bulks, for: call.caller.key)
    let items = try call.service.servedWidgets.items(in: call.language)
    // Once a response has begun, an error can only cut it short.
    let first = try await call.store.page(PlacedQuery(limit: ListPage.maximumDrafts))
    return Response(
      status: .ok, headers: .jsonLines,
      body: ResponseBody { writer in
        defer { place.leave() }
        // On the usual threads, reading the answers of many widgets would delay the responses to
        // probes.
        try await withTaskExecutorPreference(call.service.handlers) {
          var page: PlacedPage<PlacedWidget>? = first
          while let found = page {
            let bytes = lines(of: found, items, call.words)
            if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
            page = nil
            if let next = found.next {
              let query = PlacedQuery(after: next, limit: ListPage.maximumDrafts)
              page = try await call.store.page(query)
            }
          }
          try await writer.finish(nil)
        }
      })
  }

  private typealias Key = FormRequest.Key

  /// A widget, in the form of the request that places it.
  static let line = ObjectCoding<
    (placed: PlacedWidget, item: ServedWidget, migration: DraftMigration, words: FormWords)
  >([
    .text(Key.name.rawValue) { $0.placed.name },
    .text(Key.kind.rawValue) { $0.item.widget.kind },
    .value(Key.family.rawValue, WidgetRoutes.family.schema) { .string($0.placed.family.rawValue) },
    .value(Key.draft.rawValue, SchemaPart.anyObject) { subject in
      IntentValueWriter(schema: subject.item.widget.schema).json(subject.migration.draft.values)
    },
    .value(optional: Key.defaults.rawValue, SchemaPart.anyObject) { subject in
      let defaults = subject.migration.draft.defaults
      guard !defaults.isEmpty else { return nil }
      return IntentValueWriter(schema: subject.item.widget.schema).json(defaults)
    },
    .changes { ($0.migration.changes, $0.words) },
  ])

  /// A widget that cannot be exported.
  static let unreadable = ObjectCoding<(name: String, problem: String)>([
    .text(Key.name.rawValue) { $0.name }, .text("problem") { $0.problem },
  ])

  private static func lines(
    of page: PlacedPage<PlacedWidget>, _ items: [ServedWidget], _ words: FormWords
  ) -> [UInt8] {
    page.entries.flatMap { line(of: $0, items, words).line }
  }

  private static func line(
    of entry: Result<PlacedWidget, DamagedEntry>, _ items: [ServedWidget], _ words: FormWords
  ) -> JSONValue {
    switch entry {
    case .failure(let damaged): return unreadable.json((damaged.name, words(damaged.line)))
    case .success(let placed):
      do {
        let item = try PlacedState.item(of: placed, among: items)
        let present = PresentWidget(placed: placed, widget: item.widget)
        return line.json((placed, item, present.migration, words))
      } catch {
        let text = (error as? ServiceProblem).map { words($0.message) } ?? "\(error)"
        return unreadable.json((placed.name, text))
      }
    }
  }

  // MARK: Import

  private static func importLines(_ call: ServiceCall) throws -> Response {
    let place = try Place(in: call.service.bulks, for: call.caller.key)
    let run = ImportRun(
      call: call, items: try call.service.servedWidgets.items(in: call.language),
      isDryRun: try call.flag(PlacedRoutes.dryRun),
      acceptsLosses: try call.flag(acceptLosses))
    let body = call.request.body
    return Response(
      status: .ok, headers: .jsonLines,
      body: ResponseBody { writer in
        defer { place.leave() }
        try await withTaskExecutorPreference(call.service.handlers) {
          var run = run
          var lines = ArrivingLines(limit: call.service.settings.maximumBodyBytes)
          do {
            // The next part of the body is read only after the problems of the last part have been
            // sent.
            for try await part in body {
              let bytes = try await run.take(lines.take(part.readableBytesView))
              if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
            }
            let last = try await run.take(lines.end()) + run.finish()
            try await writer.write(ByteBuffer(bytes: last))
          } catch {
            // Without the line with the counts, the response is recognizably incomplete.
            let problem: ServiceProblem? =
              error is CallerWatch.BodyIsLate
              ? .bodyIsTooSlow(call.service.settings) : ServiceProblem(error)
            guard let problem else { throw error }
            call.service.report(problem)
            try await writer.write(ByteBuffer(bytes: problem.json(in: call.words).line))
            try await writer.finish(nil)
            // The rest of the body is not read, so the connection is closed.
            throw error
          }
          try await writer.finish(nil)
        }
      })
  }
}

/// The lines of a body that arrives in parts.
private struct ArrivingLines {
  /// A line with its number; the bytes are nil if the line is too long.
  typealias Line = (number: Int, bytes: [UInt8]?)

  private let limit: Int
  private var rest: [UInt8] = []
  private var isTooLong = false
  private var number = 0

  /// - Parameter limit: The maximum number of bytes in a line.
  init(limit: Int) { self.limit = limit }

  /// The lines that a part of the body completes; blank lines are left out.
  mutating func take(_ part: some Collection<UInt8>) -> [Line] {
    var lines: [Line] = []
    var part = part[...]
    while let end = part.firstIndex(of: 0x0A) {
      append(part[..<end])
      part = part[part.index(after: end)...]
      lines += line().map { [$0] } ?? []
    }
    append(part)
    return lines
  }

  /// The last line, if it has no line end; empty if there is none.
  mutating func end() -> [Line] { line().map { [$0] } ?? [] }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    isTooLong = isTooLong || rest.count + bytes.count > limit
    if isTooLong { rest = [] } else { rest += bytes }
  }

  private mutating func line() -> Line? {
    number += 1
    defer { (rest, isTooLong) = ([], false) }
    if isTooLong { return (number, nil) }
    let isBlank = rest.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    return isBlank ? nil : (number, rest)
  }
}

/// The most recent widgets that a dry run would have stored.
struct TrialWidgets {
  /// The number of widgets, of values in them, or of bytes in their lines, after which only these
  /// widgets and later ones are remembered.
  static let maximum = (widgets: 5_000, values: 100_000, bytes: 16 << 20)

  private var recent: [String: PlacedWidget] = [:]
  private var earlier: [String: PlacedWidget] = [:]
  private var values = 0
  private var bytes = 0

  subscript(key: String) -> PlacedWidget? { recent[key] ?? earlier[key] }

  mutating func keep(_ widget: PlacedWidget, bytes count: Int) {
    if recent.count >= Self.maximum.widgets || values >= Self.maximum.values
      || bytes >= Self.maximum.bytes
    {
      (earlier, recent, values, bytes) = (recent, [:], 0, 0)
    }
    recent[PlacedWidget.key(widget.name)] = widget
    values += widget.answersAsGiven(present: nil).values.count
    bytes += count
  }
}

/// The numbers of widgets and problems of an import.
struct ImportCounts {
  static let coding = ObjectCoding<ImportCounts>([
    .integer("placed") { $0.placed },
    .integer("changed") { $0.changed },
    .integer("unchanged") { $0.unchanged },
    .integer("invalid") { $0.invalid },
    .integer("problems") { $0.problems },
  ])

  var placed = 0
  var changed = 0
  var unchanged = 0
  var invalid = 0
  var problems = 0
}

/// An import in progress.
private struct ImportRun {
  /// The widget in a line, before the stored widget of the same name is looked up.
  private struct Wanted {
    let number: Int
    let name: String
    let item: ServedWidget
    let family: WidgetFamily
    var draft: IntentDraft
    /// Whether the line contains only answers in effect; stored answers of hidden rows are then
    /// kept.
    let isIntent: Bool
    /// The size of the line.
    var bytes = 0
  }

  private struct Flaw: Error {
    var issues: [ServiceIssue]
  }

  /// The lines that can be stored together, and the widgets that are saved for them.
  private struct Plan {
    private(set) var lines: [Wanted] = []
    /// The widgets that are new or changed.
    private(set) var widgets: [(widget: PlacedWidget, isChange: Bool, bytes: Int)] = []

    mutating func add(_ line: Wanted, _ draft: IntentDraft, replacing old: PlacedWidget?) {
      lines.append(line)
      let widget = line.item.widget.placed(
        as: line.name, family: line.family, draft: draft, revision: old?.revision ?? 0)
      if let old, widget.isSaved(as: old) { return }
      widgets.append((widget, old != nil, line.bytes))
    }
  }

  /// The maximum number of attempts to store lines if other requests keep changing the same
  /// widgets.
  private static let maximumAttempts = 3

  let call: ServiceCall
  let items: [ServedWidget]
  let isDryRun: Bool
  let acceptsLosses: Bool
  private var waiting: [Wanted] = []
  private var names = Set<String>()
  /// The widgets that a dry run would have stored, for lines that repeat a name.
  private var trial = TrialWidgets()
  private var counts = ImportCounts()

  init(call: ServiceCall, items: [ServedWidget], isDryRun: Bool, acceptsLosses: Bool) {
    (self.call, self.items) = (call, items)
    (self.isDryRun, self.acceptsLosses) = (isDryRun, acceptsLosses)
  }

  /// Reads lines, and stores them when there are enough for one transaction.
  ///
  /// - Returns: Output lines about problems.
  mutating func take(_ lines: [ArrivingLines.Line]) async throws -> [UInt8] {
    var said: [UInt8] = []
    for line in lines {
      let wanted: Wanted
      do throws(Flaw) {
        wanted = try read(line)
      } catch {
        said += report(error.issues, line: line.number)
        continue
      }
      // A repeated name means a further change to the same widget.
      let key = PlacedWidget.key(wanted.name)
      if names.contains(key) { said += try await store() }
      names.insert(key)
      waiting.append(wanted)
      if waiting.count == TransferRoutes.portion { said += try await store() }
    }
    return said
  }

  /// Stores the remaining lines.
  ///
  /// - Returns: Output lines about problems, and the last line with the counts.
  mutating func finish() async throws -> [UInt8] {
    let said = try await store()
    return said + ImportCounts.coding.json(counts).line
  }

  private mutating func report(_ issues: [ServiceIssue], line: Int) -> [UInt8] {
    counts.invalid += 1
    return list(issues, line: line)
  }

  /// Output lines about the issues of a line; even a line that is stored can have issues.
  private mutating func list(_ issues: [ServiceIssue], line: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for issue in issues {
      counts.problems += 1
      guard counts.problems <= BulkValidation.maximumProblems else { continue }
      var issue = issue
      issue.line = line
      bytes += issue.json(in: call.words).line
    }
    return bytes
  }

  // MARK: Reading

  private func read(_ line: ArrivingLines.Line) throws(Flaw) -> Wanted {
    guard let bytes = line.bytes else {
      let limit = call.service.settings.maximumBodyBytes
      throw Flaw(issues: [
        ServiceIssue(
          ProblemCode.bodyTooLarge.rawValue, at: nil,
          "The line has more than \(limit, "byte", "bytes").",
          "Send at most \(limit, "byte", "bytes") in a line.")
      ])
    }
    do {
      let body = RequestBody(bytes, call.limits)
      let members = body.root?.value.objectValue
      let isIntent =
        members?[IntentJSON.Key.intent.rawValue]?.stringValue != nil
        && members?[FormRequest.Key.kind.rawValue] == nil
      var wanted = try isIntent ? intent(bytes, line.number) : request(body, line.number)
      wanted.bytes = bytes.count
      return wanted
    } catch let flaw as Flaw {
      throw flaw
    } catch {
      let problem = ServiceProblem(error) ?? ServiceProblem(unexpected: error)
      let own = ServiceIssue(problem.code.rawValue, at: nil, problem.message, problem.remedy)
      throw Flaw(issues: problem.issues.isEmpty ? [own] : problem.issues)
    }
  }

  private static let keys: [FormRequest.Key] = [.name, .kind, .family, .draft, .defaults, .changes]
  private static let coding = FormRequest.coding(only: keys)

  /// Reads a line of an export.
  private func request(_ body: RequestBody, _ number: Int) throws -> Wanted {
    let members = body.root?.openObject(FormRequest.Key.self)
    members?.refuseAllBut(Self.keys)
    let name = members?.required(.name)?.string ?? ""
    let kind = members?.required(.kind)?.string ?? ""
    try body.check()
    let item = try widget(ofKind: kind)
    let form = try Self.coding.read(body, as: FormRequest(of: item))
    let errors = form.state(of: item, today: nil).allIssues(also: form.issues)
      .filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw Flaw(issues: errors.map { ServiceIssue($0) })
    }
    return Wanted(
      number: number, name: name, item: item, family: form.family, draft: form.draft,
      isIntent: false)
  }

  private func widget(ofKind kind: String) throws -> ServedWidget {
    if let item = items.first(where: { $0.widget.kind == kind }) { return item }
    throw Flaw(issues: [
      ServiceIssue(
        ProblemCode.noSuchWidget.rawValue, at: FormRequest.Key.kind.pointer, .hasNoKind(name: kind),
        .suggestion(for: kind, among: items.map(\.widget.kind)))
    ])
  }

  /// Reads an intent with a name.
  private func intent(_ bytes: [UInt8], _ number: Int) throws -> Wanted {
    let document = try IntentJSON.read(
      bytes, schemas: items.map(\.widget.schema), limits: call.limits)
    guard let name = document.name else {
      let problem = FormatProblem.missingMember(IntentJSON.Key.name.rawValue)
      throw Flaw(issues: [
        ServiceIssue(problem.code, at: nil, problem.message, problem.advice)
      ])
    }
    let own = items.filter { $0.widget.schema.intent.typeName == document.typeName }
    guard own.count == 1 else {
      throw Flaw(issues: [
        ServiceIssue(
          "ambiguous-widget", at: "/" + IntentJSON.Key.intent.rawValue,
          "Several widgets have the intent “\(name: document.typeName)”.",
          "Send lines as “export” writes them, with the “kind”.")
      ])
    }
    return Wanted(
      number: number, name: name, item: own[0], family: document.family, draft: document.draft,
      isIntent: true)
  }

  // MARK: Storing

  /// Stores the waiting widgets in one transaction.
  ///
  /// - Returns: Output lines about problems.
  private mutating func store() async throws -> [UInt8] {
    guard !waiting.isEmpty else { return [] }
    let wanted = waiting
    (waiting, names) = ([], [])
    return try await store(wanted)
  }

  private mutating func store(_ wanted: [Wanted], attempt: Int = 1) async throws -> [UInt8] {
    let (plan, said) = try await compare(wanted)
    do throws(StoreError) {
      try await save(plan)
    } catch {
      // Another request has changed one of the widgets, so the widgets are read again.
      if case .conflicts = error.problem, attempt < Self.maximumAttempts {
        return try await said + store(plan.lines, attempt: attempt + 1)
      }
      return try await said + recover(from: error, plan.lines)
    }
    return said + count(plan)
  }

  /// Compares lines with the stored widgets of the same names.
  ///
  /// - Returns: The lines that can be stored, and output lines about the others.
  private mutating func compare(
    _ wanted: [Wanted]
  ) async throws -> (plan: Plan, said: [UInt8]) {
    let present = try await call.store.widgets(named: Set(wanted.map(\.name)))
    let stored = Dictionary(firsts: present.map { (PlacedWidget.key($0.name), $0) })
    var (plan, said): (Plan, [UInt8]) = (Plan(), [])
    for line in wanted {
      let key = PlacedWidget.key(line.name)
      let old = trial[key] ?? stored[key]
      do throws(Flaw) {
        let draft = try self.draft(of: line, replacing: old)
        plan.add(line, draft, replacing: old)
      } catch {
        said += report(error.issues, line: line.number)
      }
    }
    return (plan, said)
  }

  /// The draft to store for a line.
  ///
  /// - Throws: `Flaw` if the name belongs to another widget, or if answers would be lost.
  private func draft(of line: Wanted, replacing old: PlacedWidget?) throws(Flaw) -> IntentDraft {
    let state = old.map { PlacedState($0, try? PlacedState.item(of: $0, among: items)) }
    if let refusal = state?.refusal(of: line.item) {
      let issue = ServiceIssue(
        ProblemCode.conflict.rawValue, at: FormRequest.Key.name.pointer, refusal.message,
        refusal.remedy)
      throw Flaw(issues: [issue])
    }
    var draft = line.draft
    if line.isIntent {
      draft = draft.keepingHidden(
        of: state?.migration?.draft ?? IntentDraft(), schema: line.item.widget.schema,
        family: line.family)
    }
    let losses = acceptsLosses ? [] : state?.migration?.changes.losses(in: draft) ?? []
    guard losses.isEmpty else { throw Flaw(issues: losses.map(Self.issue)) }
    return draft
  }

  /// Saves the widgets of a plan; a dry run only checks and remembers them.
  private mutating func save(_ plan: Plan) async throws(StoreError) {
    let widgets = plan.widgets.map { $0.widget }
    if isDryRun {
      try await call.store.check(widgets)
      for (widget, _, bytes) in plan.widgets { trial.keep(widget, bytes: bytes) }
    } else if !widgets.isEmpty {
      _ = try await call.store.saveAll(widgets)
      call.noteChange()
    }
  }

  /// Finds the lines that caused a failure by storing each line separately.
  ///
  /// - Returns: Output lines about problems.
  /// - Throws: The failure, if no line caused it.
  private mutating func recover(
    from error: StoreError, _ lines: [Wanted]
  ) async throws -> [UInt8] {
    let isOfLine =
      switch error.problem {
      case .invalidTexts, .unstorableDraft, .conflicts, .damagedEntries: true
      default: false
      }
    guard isOfLine, let first = lines.first else { throw error }
    guard lines.count > 1 else {
      let issue = ServiceIssue(
        error.problem.code, at: FormRequest.Key.name.pointer, error.problem.message,
        error.problem.advice)
      return report([issue], line: first.number)
    }
    var said: [UInt8] = []
    for line in lines { said += try await store([line]) }
    return said
  }

  /// Counts the lines of a stored plan.
  ///
  /// - Returns: Output lines with warnings.
  private mutating func count(_ plan: Plan) -> [UInt8] {
    counts.unchanged += plan.lines.count - plan.widgets.count
    counts.changed += plan.widgets.count { $0.isChange }
    counts.placed += plan.widgets.count { !$0.isChange }
    var said: [UInt8] = []
    for line in plan.lines {
      said += list(line.item.widget.issues(ofFamily: line.family), line: line.number)
    }
    return said
  }

  private static func issue(_ loss: AnswerChange) -> ServiceIssue {
    ServiceIssue(
      ProblemCode.answersLost.rawValue,
      at: IntentPath.parameter(loss.parameter).location(in: .draft).pointer,
      loss.line,
      "Send another answer for this parameter, or “\(TransferRoutes.acceptLosses.name)=true”.")
  }
}
