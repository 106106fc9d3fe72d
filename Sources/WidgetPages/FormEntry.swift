package import FormEngine
package import IntentModel
import Messages

/// The prefixes in the names of a row's fields; the name of the row follows the prefix.
///
/// The style sheet and the script use these prefixes as well.
package enum FieldPrefix {
  package static let value = "v."
  /// A date or a time in the browser's own field.
  package static let native = "n."
  /// The position of a slider.
  package static let position = "p."
  package static let display = "d."
  package static let unit = "u."
  /// The choice at the time when the page was made.
  package static let identifier = "id."
  package static let picked = "pick."
  /// The text of the choice at the time when the page was made.
  package static let shown = "t."
  /// The search whose choices the page shows, and how many of them it shows.
  package static let term = "q."
  package static let from = "from."
  package static let month = "m."
  /// The side whose change a person keeps, if both sides have changed a parameter.
  package static let side = "side."
}

/// A change that a person made in the fields of a page.
package enum FormEntry: Sendable, Hashable {
  case entry(RowEntry)
  case family(WidgetFamily)
  /// A search among the choices of a provider.
  case search(FormRowID, term: String)

  /// The array of the changed element; nil for a change of anything else.
  package var array: String? {
    switch self {
    case .entry(.text(.element(let name, _), _)), .entry(.choice(.element(let name, _), _)),
      .search(.element(let name, _), _):
      name
    default: nil
    }
  }

  /// Whether the change empties an element, which removes it.
  package var isRemoval: Bool {
    if case .entry(.text(.element, "")) = self { true } else { false }
  }

  /// The same change, applied to the element that is `places` positions later in the array.
  package func moved(by places: Int) -> FormEntry {
    switch self {
    case .entry(.text(.element(let name, let place), let text)):
      .entry(.text(.element(name, place + places), text))
    case .entry(.choice(.element(let name, let place), let identifier)):
      .entry(.choice(.element(name, place + places), identifier: identifier))
    case .search(.element(let name, let place), let term):
      .search(.element(name, place + places), term: term)
    default: self
    }
  }
}

extension PostedForm {
  /// The changes that a person made in the fields of a form, in the order of its rows, followed by
  /// the removals of elements.
  ///
  /// A field that was not sent, or that still has its initial value, is not a change.
  ///
  /// - Parameter rows: The rows of the form.
  package func entries(in state: FormState, rows: [FormRow]) -> [FormEntry] {
    var entries: [FormEntry] = []
    // Removing an element moves the later elements up, so removals are made last, starting from the
    // end.
    var removals: [FormEntry] = []
    for row in rows where row.hiddenReason == nil {
      guard let id = row.id, let page = id.page else { continue }
      let fields = RowFields(row, id, in: state)
      let parameter = row.parameter.flatMap { state.schema.parameter(named: $0) }
      for entry in changes(row, id, page, fields, parameter, state) {
        if entry.isRemoval {
          removals.insert(entry, at: 0)
        } else {
          entries.append(entry)
        }
      }
    }
    return entries + removals
  }

  /// The name of the first field that no page of the form sends, such as a field of an unknown
  /// parameter or a slider's position that is out of range.
  ///
  /// Nil if all fields are known.
  package func unknownField(in state: FormState, rows: [FormRow]) -> String? {
    var lasts: [String: Int] = [:]
    for row in rows {
      if case .slider(_, let last) = row.control, let page = row.id?.page { lasts[page] = last }
    }
    return fields.first { field in
      guard
        let kind = [
          FieldPrefix.value, FieldPrefix.native, FieldPrefix.position, FieldPrefix.display,
          FieldPrefix.unit, FieldPrefix.identifier, FieldPrefix.picked,
        ].first(where: field.name.hasPrefix)
      else { return false }
      let page = String(field.name.dropFirst(kind.count))
      guard FormRowID(page: page, schema: state.schema) != nil else { return true }
      guard kind == FieldPrefix.position, let last = lasts[page] else { return false }
      return Int(field.value).map { !(0...last).contains($0) } ?? true
    }?.name
  }

  /// The arrays that the page showed before their defaults arrived, so the elements on the page are
  /// not those of the defaults.
  package var lateArrays: Set<String> {
    Set(fields.filter { $0.name == PageField.late.rawValue }.map(\.value))
  }

  /// The chosen units and currencies, by the names of their rows.
  package var units: [String: String] {
    let named = fields.filter { $0.name.hasPrefix(FieldPrefix.unit) }.map {
      (String($0.name.dropFirst(FieldPrefix.unit.count)), $0.value)
    }
    return Dictionary(named) { $1 }
  }

  /// The texts in the rows of unknown parameters, by the names of the rows; empty texts are left
  /// out.
  package func leftOver(in state: FormState) -> [(name: String, text: String)] {
    fields.filter { $0.name.hasPrefix(FieldPrefix.value) && !$0.value.isEmpty }
      .map { (name: String($0.name.dropFirst(FieldPrefix.value.count)), text: $0.value) }
      .filter { FormRowID(page: $0.name, schema: state.schema)?.hasField(in: state.schema) != true }
  }

  private func changes(
    _ row: FormRow, _ id: FormRowID, _ page: String, _ fields: RowFields,
    _ parameter: ParameterDefinition?, _ state: FormState
  ) -> [FormEntry] {
    let lines = state.takesLines(id)
    var sent = self[FieldPrefix.value + page]?.asSent(lines: lines)
    var isSame = sent == nil || sent == fields.value.asSent(lines: lines)
    if isSame, let entered = fields.native?.entered(self[FieldPrefix.native + page]) {
      (sent, isSame) = (entered.asSent(lines: false), false)
    }
    switch row.control {
    case .array, .button: return []
    case .family:
      guard !isSame, let family = WidgetFamily(rawValue: sent ?? "") else { return [] }
      return [.family(family)]
    case .options: return choice(id, page, row, fields)
    case .slider(let position, _):
      if let moved = self[FieldPrefix.position + page].flatMap({ Int($0) }), moved != position,
        let value = parameter?.type.value(atPosition: moved)
      {
        let text = ValueText.text(of: value, notation: state.setup.notation)
        return [.entry(.text(id, text))]
      }
    case .typedObject:
      guard let display = fields.display else { break }
      let sentDisplay = self[FieldPrefix.display + page]?.asSent(lines: false) ?? display
      guard !isSame || sentDisplay != display.asSent(lines: false) else { return [] }
      return [.entry(.text(id, Self.object(sent ?? fields.value, sentDisplay)))]
    case .field where fields.unit != nil:
      let unit = self[FieldPrefix.unit + page] ?? fields.unit
      guard !isSame || unit != fields.unit else { return [] }
      let number = sent ?? fields.value
      guard number.contains(where: { !$0.isWhitespace }) else {
        return fields.value.isEmpty ? [] : [.entry(.text(id, ""))]
      }
      return [.entry(.text(id, state.quantity(number, chosen: unit ?? "", of: id)))]
    case .toggle, .choice, .stepper, .field: break
    }
    guard !isSame, let sent else { return [] }
    if sent.isEmpty, case .parameter(let name) = id, let value = state.emptied(id) {
      return [.entry(.value(name, value))]
    }
    return [.entry(.text(id, sent))]
  }

  /// The change in a row with choices: a different choice, a search term, or a removed answer.
  private func choice(
    _ id: FormRowID, _ page: String, _ row: FormRow, _ fields: RowFields
  ) -> [FormEntry] {
    let shown = (self[FieldPrefix.shown + page] ?? row.value).asSent(lines: false)
    let typed = self[FieldPrefix.value + page]?.asSent(lines: false)
    if let picked = self[FieldPrefix.picked + page], picked != fields.identifier {
      return [.entry(.choice(id, identifier: picked))]
    }
    if let identifier = self[FieldPrefix.identifier + page], identifier != fields.identifier,
      !identifier.isEmpty
    {
      return [.entry(.choice(id, identifier: identifier))]
    }
    guard let typed, typed != shown else { return [] }
    return typed.isEmpty ? [.entry(.text(id, ""))] : [.search(id, term: typed)]
  }

  /// The text of a typed object.
  private static func object(_ identifier: String, _ display: String) -> String {
    let object = IntentObject(
      identifier: identifier, display: display.isEmpty ? identifier : display)
    return ValueText.text(of: .object(object))
  }
}
