import FormEngine
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import JSONCodings
import Messages

/// The response for a form: its rows, issues, pending requests, and the resulting intent.
struct FormResponse {
  /// An encoded row with its mark.
  struct Row: Sendable {
    let id: String
    let mark: String
    let wire: [UInt8]
    /// The identifier and the mark, encoded as an array.
    let pair: [UInt8]

    init(id: String, wire: [UInt8]) {
      (self.id, self.wire) = (id, wire)
      mark = ContentMark.short(wire)
      pair = JSONValue.array([.string(id), .string(mark)]).wire
    }
  }

  @Boxed private(set) var state: FormState
  let rows: [Row]
  private let familyIssues: [ServiceIssue]

  init(_ state: FormState, of item: ServedWidget) {
    self.state = state
    familyIssues = item.widget.issues(ofFamily: state.family)
    rows = item.untouchedRows(in: state.family).rows(of: state, item.recentRows)
  }

  /// The marks of all rows, by row.
  var marks: [String: String] {
    Dictionary(firsts: rows.map { ($0.id, $0.mark) })
  }

  /// The encoded rows whose marks differ from the caller's.
  private func changed(since known: [String: String]) -> [[UInt8]] {
    rows.filter { known[$0.id] != $0.mark }.map(\.wire)
  }

  /// The encoded response.
  func wire(
    to request: FormRequest, definition: String, questions: [FormRun.Question]
  ) -> [UInt8] {
    let issues = state.allIssues(also: request.issues)
    let words = state.words
    let typed = Set(state.unreadTexts.values.map(\.issue))
    let intent = intent(issues + request.textIssues)
    let now = ContinuousClock.now
    let head = JSONValue.members([
      FormRequest.Key.seq.rawValue: .whole(request.seq),
      "definition": .string(definition),
      "family": .string(state.family.rawValue),
    ])
    let rest = JSONValue.members([
      "issues": .array(
        (issues.map { ServiceIssue($0, isTyped: typed.contains($0)) }
          + request.textIssues.map { ServiceIssue($0, in: .texts) } + familyIssues)
          .map { $0.json(in: words) }),
      "failures": failures,
      "pending": .array(
        questions.sorted {
          ($0.parameter, $0.kind.rawValue) < ($1.parameter, $1.kind.rawValue)
        }.map { Self.question.json(($0, now)) }),
      "defaults": values(state.draft.defaults),
      "intent": intent.map { IntentJSON.json(of: $0, name: nil, schema: state.schema) } ?? .null,
      "submittable": .bool(intent != nil && !state.awaitsDefault),
    ])
    return WireText.object(
      head, ["rows": rows.map(\.pair), "changed": changed(since: request.known)], rest)
  }

  /// The intent of the form; nil if an error prevents it.
  private func intent(_ issues: [IntentIssue]) -> Intent? {
    guard issues.allSatisfy({ $0.severity != .error }),
      case .success(let intent) = state.schema.resolve(state.evaluation)
    else { return nil }
    return intent
  }

  /// The errors of sources, by parameter.
  private var failures: JSONValue? {
    guard !state.failures.isEmpty else { return nil }
    let words = state.words
    return .object(
      JSONObject(
        state.failures.sorted { $0.key < $1.key }.map { name, error in
          (key: name, value: Self.failure.json((error, words)))
        }))
  }

  /// The error of a source.
  static let failure = ObjectCoding<(error: OptionsError, words: FormWords)>([
    .text("code") { $0.error.code.rawValue },
    .text("source") { $0.error.provider },
    .text("text") { $0.words($0.error.message) },
    .text("remedy") { $0.words($0.error.remedy) },
  ])

  /// A pending request to a source.
  static let question = ObjectCoding<(question: FormRun.Question, now: ContinuousClock.Instant)>([
    .text("for") { $0.question.parameter },
    .word("asks") { $0.question.kind },
    .integer("sinceMs") { Int($0.question.start.duration(to: $0.now) / .milliseconds(1)) },
  ])

  private func values(_ values: [String: IntentValue]) -> JSONValue? {
    values.isEmpty ? nil : IntentValueWriter(schema: state.schema).json(values)
  }
}

extension FormState {
  /// The issues without duplicates: first those about the shape of the request, then those about
  /// the form.
  ///
  /// At most ``FormRequest/maximumIssues`` are listed, followed by a remark about the others.
  func allIssues(also shape: LimitedProblems<IntentIssue>) -> [IntentIssue] {
    var found = shape
    var seen = Set(shape.kept)
    for issue in issues + hiddenTextIssues + missingIssues + unknownIssues + tooFewIssues
    where seen.insert(issue).inserted {
      found.append(issue)
    }
    return found.listed
  }
}

/// The encoded rows of a form without answers.
///
/// Most rows of a form have not changed since it was opened, so they are not encoded again.
struct UntouchedRows: Sendable {
  private struct Known: Sendable {
    let inputs: RowInputs
    let rows: [FormResponse.Row]
  }

  private let family: [FormResponse.Row]
  /// The rows of each parameter, by position.
  private let known: [Int: Known]

  /// - Parameter state: A form without answers.
  init(_ state: FormState) {
    let writer = RowWriting(state: state)
    let builder = writer.builder
    family = builder.familyRow.flatMap { writer.row($0) }.map { [$0] } ?? []
    known = Dictionary(
      uniqueKeysWithValues: builder.positions.compactMap { position in
        builder.inputs(ofPosition: position).map { inputs in
          let rows = builder.rows(ofPosition: position).compactMap { writer.row($0) }
          return (position, Known(inputs: inputs, rows: rows))
        }
      })
  }

  /// The rows of a form, including hidden rows; its setup and family are those of the form without
  /// answers.
  func rows(of state: FormState, _ recent: RecentRows) -> [FormResponse.Row] {
    let writer = RowWriting(state: state)
    let builder = writer.builder
    var rows = family
    for position in builder.positions {
      let inputs = builder.inputs(ofPosition: position)
      if let inputs, let own = known[position], own.inputs == inputs {
        rows += own.rows
      } else {
        rows += recent.rows(position, inputs, of: state, builder, writer)
      }
    }
    return rows
  }
}

/// The encoded rows of the answers that were given most recently.
///
/// While a person types in one row, each request has the same answers in the other rows. Only rows
/// of arrays and rows with cases are kept, because making any other row takes no longer than
/// finding it.
struct RecentRows: Sendable {
  private struct Key: Hashable {
    var position: Int
    var family: WidgetFamily
    var inputs: RowInputs
    /// The answer is compared byte by byte, because texts that Unicode considers equal can have
    /// different bytes.
    var answer: [UInt8]
  }

  /// The maximum size of a parameter's rows that are kept, in bytes.
  private static let maximumBytes = 4 << 10

  private let kept = ExpiringCache<Key, [FormResponse.Row], ContinuousClock>(
    capacity: 256, bytes: 128 << 10, clock: ContinuousClock())

  /// The rows of a parameter, which are made if they are not kept.
  ///
  /// - Parameter inputs: The inputs from which the rows are made; nil if the rows depend on
  ///   anything else.
  func rows(
    _ position: Int, _ inputs: RowInputs?, of state: FormState, _ builder: FormRowBuilder,
    _ writer: RowWriting
  ) -> [FormResponse.Row] {
    let parameter = state.schema.parameters[position]
    let isWorthIt =
      parameter.supportsMultipleValues || state.schema.enumeration(of: parameter.type) != nil
    let key = (isWorthIt ? inputs : nil).flatMap { inputs in
      Self.answer(ofPosition: position, in: state).map {
        Key(position: position, family: state.family, inputs: inputs, answer: $0)
      }
    }
    if let key, let rows = kept.value(key) { return rows }
    let made = builder.rows(ofPosition: position)
    let rows = made.compactMap { writer.row($0) }
    // The inputs of a visible row are about as large as the row's part of the response; the inputs
    // of a hidden row also contain the answer that hides it.
    let bytes =
      (key?.answer.count ?? 0) + 2 * rows.reduce(256) { $0 + $1.wire.count + $1.pair.count }
    if let key, bytes <= Self.maximumBytes, made.allSatisfy({ $0.hiddenReason == nil }) {
      kept.keep(rows, for: key, lasting: .seconds(600), bytes: bytes)
    }
    return rows
  }

  private static func answer(ofPosition position: Int, in state: FormState) -> [UInt8]? {
    let (name, all) = (state.schema.parameters[position].name, state.draft)
    var own = IntentDraft()
    own.values[name] = all.values[name]
    own.defaults[name] = all.defaults[name]
    own.titles[name] = all.titles[name]
    return (try? DraftJSON.text(of: own)).map { Array($0.utf8) }
  }
}

/// Encodes the rows of a form.
///
/// This is a class, because each member of each row is made from the whole form.
final class RowWriting {
  /// A row to be encoded, with its identifier and its form.
  struct Subject {
    let row: FormRow
    let id: String
    fileprivate let form: RowWriting

    var state: FormState { form.state }
  }

  let state: FormState

  init(state: FormState) { self.state = state }

  /// The builder of the rows, without the hints that responses leave out.
  var builder: FormRowBuilder {
    var builder = state.rowBuilder
    builder.saysExpected = false
    return builder
  }

  func row(_ row: FormRow) -> FormResponse.Row? {
    guard let id = identity(of: row) else { return nil }
    let json = Self.coding.json(Subject(row: row, id: id, form: self))
    return FormResponse.Row(id: id, wire: json.wire)
  }

  /// The identifier of a row; the head of an array is identified by its parameter.
  private func identity(of row: FormRow) -> String? {
    if let id = row.id { return id.wire }
    return row.parameter.flatMap { FormRowID.parameter($0).wire }
  }
}

extension RowWriting {
  /// A row.
  static let coding = ObjectCoding<Subject>([
    .text("id") { $0.id },
    .text(optional: "parameter") { $0.row.parameter },
    .text("label") { $0.row.label },
    .value("control", control.schema) { subject in
      control.json((subject.row.control, subject.state))
    },
    .value(optional: "value", [:]) { value(of: $0) },
    .text(optional: "text") { filled($0.row.value) },
    .text(optional: "placeholder") { filled($0.row.placeholder) },
    .text(optional: "help") { $0.row.help },
    .text(optional: "bounds") { $0.row.bounds?.text },
    .text(optional: "problem") { $0.row.problem },
    .flag(optional: "isDefault") { $0.row.isDefault },
    .integer(optional: "depth") { $0.row.depth == 0 ? nil : $0.row.depth },
    .flag(optional: "isBeyondFamily") { $0.row.isBeyondFamily },
    .flag(optional: "isLoading") { $0.row.isLoading },
    .value(optional: "hiddenBecause", hidden.schema) { subject in
      guard subject.row.hiddenReason != nil, subject.row.parameter != nil else { return nil }
      return hidden.json(subject)
    },
  ])

  /// How a row is answered.
  private static let control = ObjectCoding<(control: FormControl, state: FormState)>([
    .value("kind", SchemaPart.word(FormControl.kindNames)) { .string($0.control.kindName) },
    .value(optional: "choices", SchemaPart.list(choice.schema)) { subject in
      let choices: [FormChoice]
      switch subject.control {
      case .family:
        choices = subject.state.setup.families.map {
          FormChoice($0.rawValue, label: subject.state.words($0.title))
        }
      case .choice(let cases, _): choices = cases
      default: return nil
      }
      return .array(choices.map { choice.json($0) })
    },
    .integer(optional: "chosen") {
      if case .choice(_, let chosen) = $0.control { chosen } else { nil }
    },
    .value(optional: "isOn", SchemaPart.boolean) {
      if case .toggle(let isOn) = $0.control { .bool(isOn) } else { nil }
    },
    .integer(optional: "position") {
      if case .slider(let position, _) = $0.control { position } else { nil }
    },
    .integer(optional: "last") { if case .slider(_, let last) = $0.control { last } else { nil } },
    .integer(optional: "count") {
      if case .array(let count, _) = $0.control { count } else { nil }
    },
    .integer(optional: "maximum") {
      if case .array(_, let maximum) = $0.control { maximum } else { nil }
    },
  ])

  /// A case with the name for drafts and the label for people.
  private static let choice = ObjectCoding<FormChoice>([
    .text("name") { $0.name }, .text("label") { $0.label },
  ])

  /// Why a row is hidden, and the row whose answer hides it.
  private static let hidden = ObjectCoding<Subject>([
    .text(optional: "row") { $0.row.hiddenBy?.id.wire },
    .text("text") { $0.row.hiddenReason ?? "" },
  ])

  /// The value that the row shows, in the form of intent JSON.
  private static func value(of subject: Subject) -> JSONValue? {
    let (row, state) = (subject.row, subject.state)
    guard let name = row.parameter, let parameter = state.schema.parameter(named: name) else {
      return row.id == .family ? .string(state.family.rawValue) : nil
    }
    return row.answer.map { IntentValueWriter(schema: state.schema).json($0, type: parameter.type) }
  }

  private static func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
}
