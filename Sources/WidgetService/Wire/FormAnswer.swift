import DefinitionFormats
import FormEngine
import IntentDocuments
import IntentModel
import IntentOptions
import JSONC
import Messages

/// The response for a form: its rows, issues, pending requests, and the resulting intent.
struct FormAnswer {
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

  let state: FormState
  let rows: [Row]
  private let familyIssues: [ServiceIssue]

  init(_ state: FormState, of item: ServedWidget) {
    self.state = state
    familyIssues = item.widget.issues(ofFamily: state.family)
    rows = item.untouchedRows(in: state.family).rows(of: state)
  }

  /// The marks of all rows by row.
  var marks: [String: String] {
    Dictionary(rows.map { ($0.id, $0.mark) }, uniquingKeysWith: { first, _ in first })
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
      "seq": .whole(request.seq),
      "definition": .string(definition),
      "family": .string(state.family.rawValue),
    ])
    let rest = JSONValue.members([
      "issues": .array(
        (issues.map { ServiceIssue($0, below: [.key("draft")], isTyped: typed.contains($0)) }
          + request.textIssues.map { ServiceIssue($0, below: [.key("texts")]) } + familyIssues)
          .map { $0.json(in: words) }),
      "failures": failures,
      "pending": .array(
        questions.sorted {
          ($0.parameter, $0.kind.rawValue) < ($1.parameter, $1.kind.rawValue)
        }.map { question in
          let since = question.start.duration(to: now)
          return .members([
            "for": .string(question.parameter), "asks": .string(question.kind.rawValue),
            "sinceMs": .integer(Int(since / .milliseconds(1))),
          ])
        }),
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
          (
            key: name,
            value: .members([
              "code": .string(error.code.rawValue), "source": .string(error.provider),
              "text": .string(words(error.message)), "remedy": .string(words(error.remedy)),
            ])
          )
        }))
  }

  private func values(_ values: [String: IntentValue]) -> JSONValue? {
    values.isEmpty ? nil : WireValues(schema: state.schema).json(values)
  }
}

extension FormState {
  /// All issues without duplicates: first those with the shape of the request, then those of the
  /// form.
  func allIssues(also shape: [IntentIssue]) -> [IntentIssue] {
    var seen = Set<IntentIssue>()
    return (shape + issues + missingIssues + unknownIssues).filter { seen.insert($0).inserted }
  }
}

/// Writes values in the form of intent JSON.
struct WireValues {
  let schema: IntentSchema

  /// The values as an object in the order of the definition.
  func json(_ values: [String: IntentValue]) -> JSONValue {
    IntentValueWriter(schema: schema).json(values)
  }

  func json(_ value: IntentValue, of parameter: IntentParameter) -> JSONValue {
    IntentValueWriter(schema: schema).json(value, type: parameter.type)
  }
}

/// The encoded rows of a form without answers.
///
/// Most rows of a form are as they were when it was opened, and these are not encoded again.
struct UntouchedRows: Sendable {
  private struct Known: Sendable {
    let inputs: RowInputs
    let rows: [FormAnswer.Row]
  }

  private let family: [FormAnswer.Row]
  /// The rows of each parameter by position.
  private let known: [Int: Known]

  /// - Parameter state: A form without answers.
  init(_ state: FormState) {
    let (builder, writer) = (state.rowBuilder, RowWriting(state: state))
    family = builder.familyRow.flatMap { writer.row($0) }.map { [$0] } ?? []
    known = Dictionary(
      uniqueKeysWithValues: builder.positions.compactMap { position in
        builder.inputs(ofPosition: position).map { inputs in
          let rows = builder.rows(ofPosition: position).compactMap { writer.row($0) }
          return (position, Known(inputs: inputs, rows: rows))
        }
      })
  }

  /// The rows of a form of the same setup and family, including hidden ones.
  func rows(of state: FormState) -> [FormAnswer.Row] {
    let (builder, writer) = (state.rowBuilder, RowWriting(state: state))
    return builder.positions.reduce(into: family) { rows, position in
      if let own = known[position], own.inputs == builder.inputs(ofPosition: position) {
        rows += own.rows
      } else {
        rows += builder.rows(ofPosition: position).compactMap { writer.row($0) }
      }
    }
  }
}

/// Writes the rows of a form.
private struct RowWriting {
  let state: FormState

  func row(_ row: FormRow) -> FormAnswer.Row? {
    guard let id = identity(of: row) else { return nil }
    let json = JSONValue.members([
      "id": .string(id),
      "parameter": .text(row.parameter),
      "label": .string(row.label),
      "control": control(row.control),
      "value": value(of: row),
      "text": row.value.isEmpty ? nil : .string(row.value),
      "placeholder": row.placeholder.isEmpty ? nil : .string(row.placeholder),
      "help": .text(row.help),
      "bounds": .text(row.bounds),
      "problem": .text(row.problem),
      "isDefault": .flag(row.isDefault),
      "depth": row.depth == 0 ? nil : .integer(row.depth),
      "isBeyondFamily": .flag(row.isBeyondFamily),
      "isLoading": .flag(row.isLoading),
      "hiddenBecause": hidden(row),
    ])
    return FormAnswer.Row(id: id, wire: json.wire)
  }

  /// The identifier of a row; the head of an array is identified by its parameter.
  private func identity(of row: FormRow) -> String? {
    if let id = row.id { return id.wire }
    return row.parameter.flatMap { FormRowID.parameter($0).wire }
  }

  private func control(_ control: FormControl) -> JSONValue {
    let kind = JSONValue.string(control.kindName)
    return switch control {
    case .family:
      .members([
        "kind": kind,
        "choices": .array(
          state.setup.families.map {
            choice(FormChoice($0.rawValue, label: state.words($0.title)))
          }),
      ])
    case .toggle(let isOn): .members(["kind": kind, "isOn": .bool(isOn)])
    case .slider(let position, let last):
      .members(["kind": kind, "position": .integer(position), "last": .integer(last)])
    case .choice(let choices, let chosen):
      .members([
        "kind": kind, "choices": .array(choices.map { choice($0) }), "chosen": .whole(chosen),
      ])
    case .array(let count, let maximum):
      .members(["kind": kind, "count": .integer(count), "maximum": .whole(maximum)])
    case .stepper, .field, .options, .typedObject, .button: .members(["kind": kind])
    }
  }

  /// A case with the name for drafts and the label for people.
  private func choice(_ choice: FormChoice) -> JSONValue {
    .members(["name": .string(choice.name), "label": .string(choice.label)])
  }

  /// The value that the row shows, in the form of intent JSON.
  private func value(of row: FormRow) -> JSONValue? {
    guard let name = row.parameter, let parameter = state.schema.parameter(named: name) else {
      return row.id == .family ? .string(state.family.rawValue) : nil
    }
    return state.value(of: row.id ?? .parameter(name)).map {
      WireValues(schema: state.schema).json($0, of: parameter)
    }
  }

  private func hidden(_ row: FormRow) -> JSONValue? {
    guard let reason = row.hiddenReason, let name = row.parameter else { return nil }
    let parent = state.controllingParent(of: name)
    return .members([
      "row": .text(parent.flatMap { FormRowID.parameter($0).wire }), "text": .string(reason),
    ])
  }
}
