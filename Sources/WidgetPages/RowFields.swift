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
  /// The position of a slider.
  var position: Int?
  /// The identifier of the choice from a provider.
  var identifier: String?
  /// The browser's own field of a date or a time; nil for other rows or if it cannot show the
  /// value.
  var native: NativeDate?

  init(_ row: FormRow, _ id: FormRowID, in state: FormState) {
    value = row.value
    switch row.control {
    // The row shows the title of the family; its field has the name.
    case .family: value = state.family.rawValue
    case .array, .button: break
    case .toggle(let isOn): value = isOn ? "true" : "false"
    case .choice(let choices, let chosen): value = chosen.map { choices[$0].name } ?? ""
    case .options:
      // Choosing the current choice replaces an unread text, so it is a change, too.
      guard state.unreadTexts[id] == nil else {
        identifier = ""
        return
      }
      identifier = row.answer?.choiceIdentifier ?? ""
      if identifier == "", !row.value.isEmpty { identifier = row.value }
    case .slider(let position, _):
      self.position = position
      readEdited(id, in: state)
    case .stepper, .field, .typedObject:
      readEdited(id, in: state)
      readPlainly(row, id, in: state)
    }
  }

  /// Reads a date for the field of the browser, and a duration as people write it, if that text
  /// reads back as the same duration.
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

  /// Reads the texts that an editor of the form would start with.
  ///
  /// An unread quantity keeps its two fields, so that a person can continue to type.
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
    // People read and write these as one text.
    case .duration: break
    }
  }
}

/// The field of a browser for a date, a time or both (HTML, section 4.10.5.1).
struct NativeDate: Sendable, Hashable {
  /// The type of the field.
  let type: String
  /// The value of the field; empty for no value.
  let text: String

  /// Makes the field of a value; nil if the value has other parts or does not exist.
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
    let (day, time) = (Self.day(of: parts), Self.time(of: parts))
    let hasDay = [parts.year, parts.month, parts.day].contains { $0 != nil }
    let hasTime = [parts.hour, parts.minute, parts.second].contains { $0 != nil }
    switch kind {
    case .date:
      guard let day, !hasTime else { return nil }
      text = day
    case .time:
      guard let time, !hasDay else { return nil }
      text = time
    case .dateTime:
      guard let day, let time else { return nil }
      text = "\(day)T\(time)"
    }
  }

  /// The text that a person entered in the field; nil if its value is unchanged.
  func entered(_ sent: String?) -> String? {
    guard let sent, sent != text, sent != text + ":00" else { return nil }
    return sent.replacing("T", with: " ")
  }

  private static func day(of parts: DateComponents) -> String? {
    guard let year = parts.year, let month = parts.month, let day = parts.day,
      CivilDate(checkedYear: year, month: month, day: day) != nil
    else { return nil }
    return [padded(year, 4), padded(month), padded(day)].joined(separator: "-")
  }

  private static func time(of parts: DateComponents) -> String? {
    guard let hour = parts.hour, let minute = parts.minute, (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(parts.second ?? 0)
    else { return nil }
    let seconds = parts.second ?? 0
    return ([hour, minute] + (seconds == 0 ? [] : [seconds])).map { padded($0) }
      .joined(separator: ":")
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
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
  /// The text as a browser sends it back from a field with one or several lines.
  func asSent(lines: Bool) -> String {
    let text = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .replacing("\u{0}", with: "\u{2400}")
    return lines ? text : text.replacing("\n", with: "")
  }
}
