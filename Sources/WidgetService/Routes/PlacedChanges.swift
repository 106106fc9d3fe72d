import FormEngine
import HTTPTypes
import Hummingbird
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Messages
import WidgetLoading
import WidgetStore
import WidgetTimeline

/// Changes to placed widgets: placing, restoring, renaming, copying, and removing.
extension PlacedRoutes {
  static func put(_ call: ServiceCall) async throws -> Response {
    let name = call[.name]
    let isTrial = try call.flag(dryRun)
    let stored = try await call.store.widget(named: name)
    let request = try PutRequest(call, stored: stored)
    if let former = request.form.former {
      throw try await call.definitionChanged(former, request.item, placed: name)
    }
    let current = try stored.map { PlacedState($0, try PlacedState.item(of: $0, call)) }
    let precondition = try Precondition(call)
    // This waits for pending defaults, as the form on a terminal does.
    let isSame =
      current?.item?.definition == request.item.definition
      && current?.item?.widget.kind == request.item.widget.kind
    let run = FormRun(
      request.item, request.form, today: try call.today, changing: isSame ? current : nil)
    _ = await run.settle(until: .now + call.service.settings.sourceWait)
    if run.state.awaitsDefault {
      // If the pending default were missing, the stored answers would differ from those of the
      // form.
      throw request.item.timedOut(run.awaitedParameter, call.service.settings.sourceTimeLimit)
    }
    let issues = run.state.allIssues(also: request.form.issues)
    let errors = issues.filter { $0.severity == .error }
    let widget = request.item.widget
    let proposed = widget.placed(
      as: name, family: run.state.family, draft: run.state.draft, revision: stored?.revision ?? 0)
    // The precondition also refuses a draft that somebody else has already saved. Otherwise, if two
    // callers each increased a number by 1, one of the increases would be lost.
    guard precondition.holds(for: current?.etag) else {
      throw try await conflict(call, current: current, proposed: proposed, request.item)
    }
    if let refusal = current?.refusal(of: request.item) {
      throw ServiceProblem(.conflict, refusal.message, refusal.remedy)
    }
    guard errors.isEmpty else {
      throw ServiceProblem.invalid(call.located(issues))
    }
    if !request.form.acceptsLosses, let current,
      current.item?.definition == request.item.definition
    {
      let losses = current.migration?.changes.losses(in: run.state.draft) ?? []
      guard losses.isEmpty else { throw Self.wouldLose(losses, call) }
    }
    guard !isTrial else {
      var saved = proposed
      saved.updatedAt = call.service.now()
      return call.response(
        PlacedState(saved, request.item, isTrial: true).json(in: call.words))
    }
    if let current, proposed.isSaved(as: current.placed) {
      return await WriteResponse(current, in: call.language, status: .ok).response(to: call)
    }
    guard let saved = try await save(proposed, over: stored, precondition, call) else {
      // Another request changed the widget between the read and the save.
      let now = try await call.store.widget(named: name).map {
        PlacedState($0, try PlacedState.item(of: $0, call))
      }
      throw try await conflict(call, current: now, proposed: proposed, request.item)
    }
    call.noteChange()
    let state = PlacedState(saved, request.item)
    return await WriteResponse(state, in: call.language, status: stored == nil ? .created : .ok)
      .response(to: call, changed: [name], kind: widget.kind)
  }

  /// Saves a widget; returns nil if the stored revision is not the expected one and the
  /// precondition does not accept every state.
  private static func save(
    _ widget: PlacedWidget, over stored: PlacedWidget?, _ precondition: Precondition,
    _ call: ServiceCall
  ) async throws -> PlacedWidget? {
    do throws(StoreError) {
      return precondition.takesAnyState
        ? try await call.store.replace(widget, over: stored)
        : try await call.store.save(widget, expecting: stored?.revision, over: stored)
    } catch {
      guard case .conflicts = error.problem else { throw error }
      return nil
    }
  }

  /// The problem for a widget that would lose stored answers, with those answers.
  private static func wouldLose(_ losses: [AnswerChange], _ call: ServiceCall) -> ServiceProblem {
    var problem = ServiceProblem(
      .answersLost,
      """
      The definition has changed, and \(losses.count, "stored answer", "stored answers") would \
      be lost.
      """)
    problem.members = [(key: .changes, value: losses.json(in: call.words))]
    return problem
  }

  /// Makes a change; if several requests have the same `Idempotency-Key`, the change is made only
  /// once.
  ///
  /// - Throws: `ServiceProblem` if the key was used for a different request.
  static func make(
    _ edit: StoreEdit, _ call: ServiceCall, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let key = call.request.headers[.idempotencyKey]
    let request = key.map { key in
      StoreRequest(
        key: ContentMark.of(call.caller.subject + "\u{0}" + key),
        mark: ContentMark.of(
          Array("\(call.request.method.rawValue) \(call.path)\n".utf8) + call.body))
    }
    let (items, language) = (try call.service.servedWidgets.items(in: call.language), call.language)
    let expected = try await expectedRevision(of: edit, call)
    let text: String?
    do throws(StoreError) {
      text = try await call.store.make(edit, once: request, expecting: expected) { widget in
        let item = try? PlacedState.item(of: widget, among: items)
        return WriteResponse(PlacedState(widget, item), in: language, status: status).text
      }
    } catch {
      throw try await explained(error, call)
    }
    guard let text else {
      throw ServiceProblem(
        .keyUsed,
        "The Idempotency-Key “\((key ?? "").harmlessText)” was used for another request.")
    }
    call.noteChange()
    let names = [edit.name, edit.newName].compactMap { $0 }
    let present = try? await call.store.widget(named: names.last ?? "")
    let kind = (present ?? nil).flatMap { try? PlacedState.item(of: $0, among: items).widget.kind }
    return try await WriteResponse(text).response(to: call, changed: names, kind: kind)
  }

  /// The revision that `If-Match` names; nil if there is no such header, and 0 if the named state
  /// is outdated or no widget is placed.
  private static func expectedRevision(
    of edit: StoreEdit, _ call: ServiceCall
  ) async throws -> Int? {
    guard call.request.headers[.ifMatch] != nil else { return nil }
    let precondition = try Precondition(call)
    guard let stored = try await call.store.widget(named: edit.name) else { return 0 }
    let state = PlacedState(stored, call)
    return precondition.holds(for: state.etag) ? stored.revision : 0
  }

  /// The problem that another request has changed the widget since it was read, if the store error
  /// means this; otherwise the store error itself.
  private static func explained(
    _ error: StoreError, _ call: ServiceCall
  ) async throws -> any Error {
    guard case .conflicts(let conflicts) = error.problem,
      conflicts.contains(where: { $0.expected != nil })
    else { return error }
    guard let stored = try await call.store.widget(named: call[.name]) else {
      return changedMeanwhile(
        call, current: nil,
        "\(phrase: .nothingPlaced) If you expect that, send the request without “If-Match”.")
    }
    return changedMeanwhile(
      call, current: PlacedState(stored, call), .readWidgetAgain)
  }

  /// The problem for a change to an outdated state, with the current state.
  private static func changedMeanwhile(
    _ call: ServiceCall, current: PlacedState?, _ remedy: Message? = nil
  ) -> ServiceProblem {
    var problem = ServiceProblem(
      .changed,
      "“\(call[.name].harmless())” is not in the state that the change was made for.",
      remedy)
    problem.members = [(key: .current, value: current?.json(in: call.words) ?? .null)]
    if let etag = current?.etag { problem.headers[.eTag] = etag }
    return problem
  }

  private typealias Key = ServiceProblem.Key

  /// The problem of a widget that was sent for an outdated state, with the changes of both sides.
  private static func conflict(
    _ call: ServiceCall, current: PlacedState?, proposed: PlacedWidget, _ item: ServedWidget
  ) async throws -> ServiceProblem {
    var problem = changedMeanwhile(call, current: current)
    if call.request.headers[.ifMatch] == nil {
      // The caller wanted to place a new widget.
      let taken = StoreProblem.conflicts([
        StoreConflict(name: proposed.name, expected: nil, found: current?.placed.revision)
      ])
      (problem.message, problem.remedy) = (taken.message, taken.advice)
      return problem
    }
    // The history often still has the state for which the change was made.
    let tags = try EntityTag.states(.ifMatch, of: call.request).compactMap(\.weakly)
    let base = try await PlacedState.known(call[.name], by: tags, call)
    let kind = item.widget.kind
    let isOther = current.map { $0.item?.widget.kind != kind } ?? false
    let start = base?.item?.widget.kind == kind ? base?.migration?.draft.values : nil
    let families = SideChanges(
      from: base?.placed.family.rawValue, mine: proposed.family.rawValue,
      theirs: current?.placed.family.rawValue)
    let kinds = SideChanges(
      from: base?.item?.widget.kind, mine: kind, theirs: current?.item?.widget.kind)
    if start == nil {
      problem.remedy = """
        Apply “\(Key.yours.rawValue)” to “\(Key.current.rawValue)”, and send the ETag of \
        “\(Key.current.rawValue)”.
        """
    } else if families.isAny {
      problem.remedy = """
        Combine “\(Key.yours.rawValue)” and “\(Key.theirs.rawValue)”, including \
        “\(Key.familyChanges.rawValue)”, and send the ETag of “\(Key.current.rawValue)”.
        """
    }
    if isOther {
      problem.remedy = """
        The name now has a different widget, so the two cannot be combined. Place yours under \
        another name.
        """
    }
    if current == nil {
      problem.remedy = "\(phrase: .nothingPlaced) Send “If-None-Match: *” to place it."
    }
    let present = isOther ? [:] : current?.migration?.draft.values ?? [:]
    let writer = ChangeWriting(schema: item.widget.schema)
    let mine = proposed.draft(under: item.widget.schema).draft.values
    problem.members.append((key: .yours, value: writer.changes(from: start ?? present, to: mine)))
    if let start, !isOther {
      problem.members.append((key: .theirs, value: writer.changes(from: start, to: present)))
    }
    let both = [(Key.familyChanges, families), (.kindChanges, kinds)]
    for (key, changes) in both where changes.isAny {
      problem.members.append((key: key, value: SideChanges.coding.json(changes)))
    }
    return problem
  }

  static func restore(_ call: ServiceCall) async throws -> Response {
    let revision = try revisionCoding.read(call.json(), as: nil)
    return try await make(.restore(call[.name], revision: revision), call)
  }

  static func rename(_ call: ServiceCall) async throws -> Response {
    let other = try nameCoding.read(call.json(), as: "")
    return try await make(.rename(call[.name], to: other), call)
  }

  static func remove(_ call: ServiceCall) async throws -> Response {
    let name = call[.name]
    guard let stored = try await call.store.widget(named: name) else {
      throw try await call.store.notPlaced([name])
    }
    let state = PlacedState(stored, call)
    let precondition = try Precondition(call)
    guard precondition.holds(for: state.etag) else {
      throw changedMeanwhile(call, current: state, .readWidgetAgain)
    }
    let isRemoved: Bool
    do throws(StoreError) {
      isRemoved = try await call.store.remove(
        named: name, expecting: precondition.takesAnyState ? nil : stored.revision)
    } catch {
      throw try await explained(error, call)
    }
    // Another request has removed or renamed the widget since it was read.
    guard isRemoved else { throw try await call.store.notPlaced([name]) }
    await call.deferOwnDevice([name])
    call.noteChange()
    return Response(status: .noContent)
  }
}

extension PlacedRoutes {
  /// Erases a placed or removed widget; with a precondition, only if the widget is in the named
  /// state.
  static func erase(_ call: ServiceCall) async throws -> Response {
    let name = call[.name]
    var expected: Int?
    if call.request.headers[.ifMatch] != nil || call.request.headers[.ifNoneMatch] != nil {
      let stored = try await call.store.widget(named: name)
      let state = stored.map { PlacedState($0, call) }
      let precondition = try Precondition(call)
      guard precondition.holds(for: state?.etag) else {
        throw changedMeanwhile(
          call, current: state,
          state == nil
            ? """
            \(phrase: .nothingPlaced) Without a precondition, its earlier states are erased, if there \
            are any.
            """
            : .readWidgetAgain)
      }
      expected = precondition.takesAnyState ? nil : stored?.revision
    }
    let isErased: Bool
    do throws(StoreError) {
      isErased = try await call.store.erase(name, expecting: expected)
    } catch {
      throw try await explained(error, call)
    }
    guard isErased else { throw try await call.store.notPlaced([name]) }
    return Response(status: .noContent)
  }
}

/// The state that a change requires, from `If-Match` and `If-None-Match`.
private struct Precondition {
  private let matches: [EntityTag]
  private let matchesNot: [EntityTag]

  /// - Throws: `ServiceProblem` if neither header is present, and for a malformed header.
  init(_ call: ServiceCall) throws {
    matches = try EntityTag.states(.ifMatch, of: call.request)
    matchesNot = try EntityTag.states(.ifNoneMatch, of: call.request)
    guard !matches.isEmpty || !matchesNot.isEmpty else {
      throw ServiceProblem(
        .conditionMissing, nil,
        call.request.method == .put ? nil : "Send “If-Match” with the ETag of the widget.")
    }
  }

  /// Whether any state of a placed widget is accepted (`If-Match: *`), even one that another
  /// request stores in the meantime.
  var takesAnyState: Bool { matches.contains(.any) && matchesNot.isEmpty }

  /// Whether the precondition holds for an ETag; nil for a missing widget.
  ///
  /// Uses the strong comparison.
  func holds(for etag: String?) -> Bool {
    func isNamed(_ tags: [EntityTag]) -> Bool {
      guard let etag else { return false }
      return tags.contains(.any) || tags.contains(.tag(etag))
    }
    return (matches.isEmpty || isNamed(matches)) && !isNamed(matchesNot)
  }
}

/// A request to place a widget.
struct PutRequest {
  static let coding = FormRequest.coding(.kind, .definition, .acceptLosses)

  let item: ServedWidget
  let form: FormRequest

  init(_ call: ServiceCall, stored: PlacedWidget?) throws {
    let body = call.json()
    let members = body.root?.openObject(FormRequest.Key.self)
    let kind = stored == nil ? members?.required(.kind)?.string : members?.string(.kind)
    try body.check()
    if kind == nil, let stored {
      item = try PlacedState.item(of: stored, call)
    } else {
      item = try call.widget(ofKind: kind ?? "")
    }
    form = try Self.coding.read(body, as: FormRequest(of: item, family: stored?.family))
  }
}

extension PlacedRoutes {
  static let newNameKey = "to"
  static let revisionKey = "revision"

  /// A request that contains a new name.
  static let nameCoding = ObjectCoding<String>([
    .value(newNameKey, SchemaPart.text, isRequired: true) { $0 = $1.string ?? "" }
  ])
  /// A request that may contain a revision.
  static let revisionCoding = ObjectCoding<Int?>([
    .whole(revisionKey, in: 1...Int(Int32.max)) { $0 = $1 }
  ])
}

/// How both sides of a conflict changed the family or the kind.
struct SideChanges {
  /// A change of one side.
  private typealias Change = (from: String, to: String)
  private let yours: Change?
  private let theirs: Change?

  /// - Parameters:
  ///   - base: The value before both changes; nil if it is unknown, in which case the current value
  ///     is used.
  ///   - mine: The value in the request.
  ///   - present: The current value; nil for none.
  init(from base: String?, mine: String, theirs present: String?) {
    func change(_ from: String?, _ to: String?) -> Change? {
      guard let from, let to, from != to else { return nil }
      return (from, to)
    }
    yours = change(base ?? present, mine)
    theirs = change(base, present)
  }

  /// Whether either side has changed the value.
  var isAny: Bool { yours != nil || theirs != nil }

  static let coding = ObjectCoding<SideChanges>([
    .value(optional: ServiceProblem.Key.yours.rawValue, side.schema) {
      $0.yours.map { side.json($0) }
    },
    .value(optional: ServiceProblem.Key.theirs.rawValue, side.schema) {
      $0.theirs.map { side.json($0) }
    },
  ])

  private static let side = ObjectCoding<Change>([
    .text("from") { $0.from }, .text("to") { $0.to },
  ])
}

/// Encodes the changes of one side of a conflict.
struct ChangeWriting {
  let schema: IntentSchema

  /// The change of one parameter; null means no value.
  static let coding = ObjectCoding<(parameter: String, from: JSONValue, to: JSONValue)>([
    .text("parameter") { $0.parameter },
    .value("from", [:]) { $0.from },
    .value("to", [:]) { $0.to },
  ])

  func changes(from old: [String: IntentValue], to new: [String: IntentValue]) -> JSONValue {
    .array(
      schema.parameters.compactMap { parameter in
        let (before, after) = (old[parameter.name], new[parameter.name])
        guard before != after else { return nil }
        let writer = IntentValueWriter(schema: schema)
        func json(_ value: IntentValue?) -> JSONValue {
          value.map { writer.json($0, type: parameter.type) } ?? .null
        }
        return Self.coding.json((parameter.name, json(before), json(after)))
      })
  }
}

extension ServiceCall {
  /// Notifies the followers of the store that there is a change, without waiting for the next poll.
  func noteChange() {
    service.changes.look(at: tenant)
    service.pushes?.wake()
  }

  /// The problem of a draft that was made with another definition; it includes the draft migrated
  /// to the current definition.
  func definitionChanged(
    _ former: FormRequest.FormerDraft, _ item: ServedWidget, placed name: String? = nil
  ) async throws -> ServiceProblem {
    let (migration, issues) = try await migration(of: former, to: item, placed: name)
    var problem = ServiceProblem(.definitionChanged, issues: located(issues))
    let writer = IntentValueWriter(schema: item.widget.schema)
    problem.members = [
      (key: .definition, value: .string(item.definition)),
      (key: .draft, value: writer.json(migration.draft.values)),
      (key: .changes, value: migration.changes.json(in: words)),
    ]
    return problem
  }

  /// Migrates a draft that was made with another definition to the current one.
  ///
  /// The other definition is looked up among the definitions of the tenant's stored widgets. If it
  /// is unknown, answers are matched by name.
  func migration(
    of former: FormRequest.FormerDraft, to item: ServedWidget, placed name: String?
  ) async throws -> (migration: DraftMigration, issues: [IntentIssue]) {
    let schema = item.widget.schema
    let intent = schema.intent.typeName
    var schemas = Set(try await store.definitions(of: intent))
    if let name {
      let states = [try await store.widget(named: name)].compactMap { $0 }
      let earlier = try await store.history(of: name).compactMap(\.widget)
      schemas.formUnion(
        (states + earlier).filter { $0.intent == intent }.compactMap(\.answerSchema))
    }
    let mark = former.definition
    let start = schemas.first {
      ServedWidgets.mark(of: $0) == mark || ServedWidgets.isFormerMark(mark, of: $0)
    }
    let reading = DraftReading(former.draft, schema: start ?? schema)
    return (
      IntentDraft(values: reading.values).migrated(from: start, to: schema), reading.issues.listed
    )
  }
}
