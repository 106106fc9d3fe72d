package import FormEngine
import Foundation
package import IntentModel
import IntentOptions
import Messages

/// The values of a row's fields, for writing a page and for detecting what a person changed.
struct RowFields: Sendable, Hashable {
  /// The text, the enum case, the name of the family, the identifier of a typed object, or the
  /// number of a quantity.
  var value = ""
  /// The unit or the currency.
  var unit: String?
  /// The units or currencies to choose from.
  var units: [String] = []
  /// The display text of a typed object.
  var display: String?
  /// The identifier of the choice from a provider.
  var identifier: String?
  /// The browser's own field for a date or a time; nil for other rows, and if the field cannot show
  /// the value.
  var native: NativeDate?

  init(_ row: FormRow, _ id: FormRowID, in state: FormState) {
    value = row.value
    switch row.control {
    // The row shows the title of the family, but its field has the name.
    case .family: value = state.family.rawValue
    case .array, .button: break
    case .toggle(let isOn): value = isOn ? "true" : "false"
    case .choice(let choices, let chosen): value = chosen.map { choices[$0].name } ?? ""
    case .options:
      // Choosing the current choice replaces an unread text, which counts as a change.
      guard state.unreadTexts[id] == nil else {
        identifier = ""
        return
      }
      identifier = row.answer?.choiceIdentifier ?? ""
      if identifier == "", !row.value.isEmpty { identifier = row.value }
    case .slider: readEdited(id, in: state)
    case .stepper, .field, .typedObject:
      readEdited(id, in: state)
      readPlainly(row, id, in: state)
    }
  }

  /// Reads a date for the browser's own field, and a duration in the form in which people write it,
  /// if that text reads back as the same duration.
  private mutating func readPlainly(_ row: FormRow, _ id: FormRowID, in state: FormState) {
    switch row.parameter.flatMap({ state.schema.parameter(named: $0)?.type }) {
    case .dateComponents(let metadata):
      native = NativeDate(metadata.kind, row.answer)
      if native != nil { value = row.value }
    case .timeInterval(let metadata):
      guard state.unreadTexts[id] == nil, case .timeInterval(let seconds)? = row.answer,
        DurationText.seconds(
          of: row.value, unit: metadata.standardUnit, words: state.setup.words,
          notation: state.setup.notation) == seconds
      else { return }
      value = row.value
    default: break
    }
  }

  /// Reads the texts with which an editor of the form would start.
  ///
  /// An unread quantity keeps its two fields, so the person can continue typing.
  private mutating func readEdited(_ id: FormRowID, in state: FormState) {
    if let quantity = state.unreadQuantity(of: id) {
      (value, unit, units) = quantity
      return
    }
    guard let editing = state.editing(of: id) else { return }
    let texts = editing.fields.map(\.text)
    switch editing.layout {
    case .line: value = texts[0]
    case .object: (value, display) = (texts[0], texts[1])
    case .quantity(let units): (value, unit, self.units) = (texts[0], texts[1], units)
    // People read and write durations as one text.
    case .duration: break
    }
  }
}

/// The browser's own field for a date, a time or both (HTML, section 4.10.5.1).
struct NativeDate: Sendable, Hashable {
  /// The type of the field.
  let type: String
  /// The value of the field; empty for no value.
  let text: String

  /// Makes the field for a value; nil if the field cannot show the value.
  init?(_ kind: DateComponentsMetadata.Kind, _ value: IntentValue?) {
    type =
      switch kind {
      case .date: "date"
      case .time: "time"
      case .dateTime: "datetime-local"
      }
    guard let value else {
      text = ""
      return
    }
    guard case .dateComponents(let parts) = value else { return nil }
    let (day, time) = (parts.civilDate?.description, Self.time(of: parts))
    switch kind {
    case .date:
      guard let day, !parts.hasAny(of: IntentDateComponent.ofTime) else { return nil }
      text = day
    case .time:
      guard let time, !parts.hasAny(of: IntentDateComponent.ofDate) else { return nil }
      text = time
    case .dateTime:
      guard let day, let time else { return nil }
      text = "\(day)T\(time)"
    }
  }

  /// The text that a person entered in the field; nil if the value of the field is unchanged.
  func entered(_ sent: String?) -> String? {
    guard let sent, sent != text, sent != text + ":00" else { return nil }
    return sent.replacing("T", with: " ")
  }

  /// The time, without its second if that is zero; nil if the time does not exist.
  private static func time(of parts: DateComponents) -> String? {
    guard parts.isTime else { return nil }
    let second = parts.second == 0 ? nil : parts.second
    return DateComponents(hour: parts.hour, minute: parts.minute, second: second).isoTime
  }
}

extension FormRowID {
  /// The name of the row of families in pages.
  package static let familyPage = "~family"

  /// The name of the row in pages; nil for a button.
  package var page: String? {
    if case .family = self { return Self.familyPage }
    return wire?.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentEncoded }.joined(separator: "/")
  }

  /// Reads the name of a row in pages; nil if it does not name one.
  package init?(page text: String, schema: IntentSchema) {
    if text == Self.familyPage {
      self = .family
      return
    }
    guard let wire = text.percentDecoded else { return nil }
    self.init(wire: wire, schema: schema)
  }
}

extension String {
  /// The text as a browser sends it back from a field with one line or several lines.
  func asSent(lines: Bool) -> String {
    let text = replacing("\r\n", with: "\n").replacing("\r", with: "\n").withVisibleNUL
    return lines ? text : text.replacing("\n", with: "")
  }
}
