import FormEngine
import IntentModel
import JSONC
import JSONCodings
import WidgetPages

/// Encodes the user's progress in a form, and decodes it when the form is submitted.
///
/// Undo and redo steps are encoded as differences, each from the step after it.
struct FormProgressCoding {
  /// The maximum number of undo steps, and of redo steps, that are encoded.
  static let maximumSteps = 100

  let schema: IntentSchema

  private typealias Moment = FormProgress.Moment

  enum Key {
    static let family = "family"
    static let values = "values"
    static let texts = "texts"
    static let earlier = "earlier"
    static let undone = "undone"
  }

  /// The current answers.
  func draft(_ progress: FormProgress) -> String {
    text(
      .members([
        Key.family: .string(progress.present.family.rawValue),
        Key.values: IntentValueWriter(schema: schema).json(progress.present.values),
        Key.texts: texts(progress.present.texts),
      ]))
  }

  /// The undo and redo steps; the step to be taken first is last.
  func steps(_ progress: FormProgress) -> String {
    text(
      .members([
        Key.earlier: chain(progress.earlier, from: progress.present),
        Key.undone: chain(progress.undone, from: progress.present),
      ]))
  }

  /// Decodes the draft and the steps.
  ///
  /// Without a draft, the form has just been opened.
  ///
  /// - Parameter opening: The answers when the form was opened.
  /// - Throws: `ServiceProblem` for a field that cannot be read, because its answers would
  ///   otherwise be lost.
  func progress(
    draft: String?, steps: String?, opening: FormProgress.Moment
  ) throws -> FormProgress {
    guard let draft = try parsed(draft, .draft) else { return FormProgress(present: opening) }
    guard let present = moment(draft, from: Moment(family: opening.family)) else {
      throw ServiceProblem.field(.draft)
    }
    let chains = try parsed(steps, .steps)?.objectValue
    guard let earlier = moments(chains?[Key.earlier], from: present),
      let undone = moments(chains?[Key.undone], from: present)
    else { throw ServiceProblem.field(.steps) }
    return FormProgress(present: present, earlier: earlier, undone: undone)
  }

  /// The unreadable texts of a draft: those of rows that the form still has, and the others by the
  /// names of their rows.
  func texts(
    of draft: String?
  ) -> (kept: [FormRowID: String], leftOver: [(name: String, text: String)]) {
    let members = (try? JSONText.parse(draft ?? ""))?.objectValue?[Key.texts]?.objectValue
    var kept: [FormRowID: String] = [:]
    var leftOver: [(name: String, text: String)] = []
    for member in members ?? JSONObject() {
      guard let text = member.value.stringValue else { continue }
      if let row = FormRowID(wire: member.key, schema: schema), row.hasField(in: schema) {
        kept[row] = text
      } else {
        leftOver.append((name: member.key, text: text))
      }
    }
    return (kept, leftOver)
  }

  /// The answers (as JSON) and the family in a draft for another definition; nil without a draft.
  static func former(
    draft: String?, _ definition: String
  ) -> (draft: FormRequest.FormerDraft, family: WidgetFamily?)? {
    guard let object = (try? JSONText.parse(draft ?? ""))?.objectValue else { return nil }
    let values = object[Key.values]?.objectValue ?? JSONObject()
    return (
      FormRequest.FormerDraft(definition: definition, draft: values),
      object[Key.family]?.stringValue.flatMap { WidgetFamily(rawValue: $0) }
    )
  }

  private func text(_ value: JSONValue) -> String {
    String(decoding: value.wire, as: UTF8.self)
  }

  /// The JSON of a field; nil if it is missing or empty.
  private func parsed(_ text: String?, _ field: PageField) throws -> JSONValue? {
    guard let text, !text.isEmpty else { return nil }
    guard let json = try? JSONText.parse(text) else { throw ServiceProblem.field(field) }
    return json
  }

  private func texts(_ texts: [FormRowID: String]) -> JSONValue? {
    guard !texts.isEmpty else { return nil }
    let members = texts.compactMap { row, text in row.wire.map { (key: $0, value: text) } }
      .sorted { $0.key < $1.key }
    return .object(JSONObject(members.map { (key: $0.key, value: JSONValue.string($0.value)) }))
  }

  // MARK: Differences

  private func chain(
    _ moments: [FormProgress.Moment], from present: FormProgress.Moment
  )
    -> JSONValue
  {
    var last = present
    var differences: [JSONValue] = []
    for moment in moments.suffix(Self.maximumSteps).reversed() {
      differences.append(difference(from: last, to: moment))
      last = moment
    }
    return .array(differences.reversed())
  }

  private func difference(
    from old: FormProgress.Moment, to new: FormProgress.Moment
  ) -> JSONValue {
    let writer = IntentValueWriter(schema: schema)
    var values = JSONObject()
    for parameter in schema.parameters
    where old.values[parameter.name] != new.values[parameter.name] {
      values.append(
        key: parameter.name,
        value: new.values[parameter.name].map { writer.json($0, type: parameter.type) } ?? .null)
    }
    var changed: [(key: String, value: JSONValue)] = []
    for row in Set(old.texts.keys).union(new.texts.keys) where old.texts[row] != new.texts[row] {
      guard let key = row.wire else { continue }
      changed.append((key: key, value: new.texts[row].map { .string($0) } ?? .null))
    }
    changed.sort { $0.key < $1.key }
    return .members([
      Key.family: old.family == new.family ? nil : .string(new.family.rawValue),
      Key.values: values.isEmpty ? nil : .object(values),
      Key.texts: changed.isEmpty ? nil : .object(JSONObject(changed)),
    ])
  }

  private func moments(
    _ json: JSONValue?, from present: FormProgress.Moment
  ) -> [FormProgress.Moment]? {
    var last = present
    var moments: [Moment] = []
    for difference in (json?.arrayValue ?? []).suffix(Self.maximumSteps).reversed() {
      guard let next = moment(difference, from: last) else { return nil }
      last = next
      moments.append(last)
    }
    return moments.reversed()
  }

  /// The answers that result from applying a difference; nil if part of it cannot be read.
  private func moment(
    _ json: JSONValue, from old: FormProgress.Moment
  ) -> FormProgress.Moment? {
    var moment = old
    guard let object = json.objectValue else { return nil }
    if let name = object[Key.family] {
      guard let family = name.stringValue.flatMap({ WidgetFamily(rawValue: $0) }) else {
        return nil
      }
      moment.family = family
    }
    if let member = object[Key.values] {
      guard let values = member.objectValue else { return nil }
      let read = DraftReading(values, schema: schema).values
      for member in values {
        guard member.value.isNull || read[member.key] != nil else { return nil }
        moment.values[member.key] = read[member.key]
      }
    }
    for member in object[Key.texts]?.objectValue ?? JSONObject() {
      guard let row = FormRowID(wire: member.key, schema: schema) else { return nil }
      moment.texts[row] = member.value.stringValue
    }
    return moment
  }
}
