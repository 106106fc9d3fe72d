import FormEngine
import IntentModel
import JSONC

/// Encodes the user's progress in a form, and decodes it when the form is submitted.
///
/// Undo and redo steps are encoded as differences, each from the next.
struct FormTravel {
  /// The maximum number of undo steps, and of redo steps, that are encoded.
  static let mostSteps = 100

  let schema: IntentSchema

  private typealias Moment = FormProgress.Moment

  /// The current answers.
  func draft(_ progress: FormProgress) -> String {
    text(
      .members([
        "family": .string(progress.present.family.rawValue),
        "values": WireValues(schema: schema).json(progress.present.values),
        "texts": texts(progress.present.texts.mapValues { $0 }),
      ]))
  }

  /// The undo and redo steps; the step to take first is last.
  func steps(_ progress: FormProgress) -> String {
    text(
      .members([
        "earlier": chain(progress.earlier, from: progress.present),
        "undone": chain(progress.undone, from: progress.present),
      ]))
  }

  /// Decodes the draft and the steps.
  ///
  /// Unreadable parts are left out. Without a draft, the form has just been opened.
  ///
  /// - Parameter opening: The answers when the form was opened.
  func progress(
    draft: String?, steps: String?, opening: FormProgress.Moment, families: [WidgetFamily]
  ) -> FormProgress {
    guard let object = object(draft) else { return FormProgress(present: opening) }
    let empty = Moment(family: opening.family)
    let present = moment(.object(object), from: empty, families)
    let chains = self.object(steps)
    return FormProgress(
      present: present, earlier: moments(chains?["earlier"], from: present, families),
      undone: moments(chains?["undone"], from: present, families))
  }

  private func text(_ value: JSONValue) -> String {
    String(decoding: value.wire, as: UTF8.self)
  }

  private func object(_ text: String?) -> JSONObject? {
    guard let text, !text.isEmpty else { return nil }
    return (try? JSONText.parse(text))?.objectValue
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
    for moment in moments.suffix(Self.mostSteps).reversed() {
      differences.append(difference(from: last, to: moment))
      last = moment
    }
    return .array(differences.reversed())
  }

  private func difference(
    from old: FormProgress.Moment, to new: FormProgress.Moment
  ) -> JSONValue {
    let writer = WireValues(schema: schema)
    var values = JSONObject()
    for parameter in schema.parameters
    where old.values[parameter.name] != new.values[parameter.name] {
      values.append(
        key: parameter.name,
        value: new.values[parameter.name].map { writer.json($0, of: parameter) } ?? .null)
    }
    var changed: [(key: String, value: JSONValue)] = []
    for row in Set(old.texts.keys).union(new.texts.keys) where old.texts[row] != new.texts[row] {
      guard let key = row.wire else { continue }
      changed.append((key: key, value: new.texts[row].map { .string($0) } ?? .null))
    }
    changed.sort { $0.key < $1.key }
    return .members([
      "family": old.family == new.family ? nil : .string(new.family.rawValue),
      "values": values.isEmpty ? nil : .object(values),
      "texts": changed.isEmpty ? nil : .object(JSONObject(changed)),
    ])
  }

  private func moments(
    _ json: JSONValue?, from present: FormProgress.Moment, _ families: [WidgetFamily]
  ) -> [FormProgress.Moment] {
    var last = present
    var moments: [Moment] = []
    for difference in (json?.arrayValue ?? []).suffix(Self.mostSteps).reversed() {
      last = moment(difference, from: last, families)
      moments.append(last)
    }
    return moments.reversed()
  }

  private func moment(
    _ json: JSONValue, from old: FormProgress.Moment, _ families: [WidgetFamily]
  ) -> FormProgress.Moment {
    var moment = old
    let object = json.objectValue
    if let family = object?["family"]?.stringValue.flatMap({ WidgetFamily(rawValue: $0) }),
      families.contains(family)
    {
      moment.family = family
    }
    if let values = object?["values"]?.objectValue {
      for member in values where member.value.isNull { moment.values[member.key] = nil }
      moment.values.merge(DraftReading(values, schema: schema).values) { $1 }
    }
    for member in object?["texts"]?.objectValue ?? JSONObject() {
      guard let row = FormRowID(wire: member.key, schema: schema) else { continue }
      moment.texts[row] = member.value.stringValue
    }
    return moment
  }
}
