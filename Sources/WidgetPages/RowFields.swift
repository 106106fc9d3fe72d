package import FormEngine
import Foundation
package import IntentModel
import IntentOptions
import Messages

/// What the fields of a row hold: a page writes them, and finds in them later what a person has changed.
struct RowFields: Sendable, Hashable {
  /// The text, the case of an enum, the identifier of a typed object, or the number of a quantity.
  var value = ""
  /// The unit or the currency.
  var unit: String?
  /// The units or the currencies to choose from.
  var units: [String] = []
  /// The text of a typed object.
  var display: String?
  /// The position of a slider.
  var position: Int?
  /// The identifier of what is chosen from a provider.
  var identifier: String?

  init(_ row: FormRow, _ id: FormRowID, in state: FormState) {
    value = row.value
    switch row.control {
    case .family, .array, .button: break
    case .toggle(let isOn): value = isOn ? "true" : "false"
    case .choice:
      value = if case .enumeration(let name)? = state.value(of: id) { name } else { "" }
    case .options:
      identifier = state.value(of: id)?.choiceIdentifier ?? ""
      if identifier == "", !row.value.isEmpty { identifier = row.value }
    case .slider(let position, _):
      self.position = position
      readEdited(id, in: state)
    case .stepper, .field, .typedObject: readEdited(id, in: state)
    }
  }

  /// Takes the texts that the form itself would give to be edited.
  private mutating func readEdited(_ id: FormRowID, in state: FormState) {
    guard let editing = state.editing(of: id) else { return }
    let texts = editing.fields.map(\.text)
    switch editing.layout {
    case .line: value = texts[0]
    case .object: (value, display) = (texts[0], texts[1])
    case .quantity(let units): (value, unit, self.units) = (texts[0], texts[1], units)
    // People read and write these as one text.
    case .duration, .date: break
    }
  }
}

extension FormRowID {
  /// The row as pages call it; nil for a button.
  package var page: String? {
    if case .family = self { return "~family" }
    return wire?.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentEncoded }.joined(separator: "/")
  }

  /// Reads a row as pages call it; nil where there is none.
  package init?(page text: String, schema: IntentSchema) {
    if text == "~family" {
      self = .family
      return
    }
    guard let wire = text.removingPercentEncoding else { return nil }
    self.init(wire: wire, schema: schema)
  }
}

extension String {
  /// A text as a browser sends it back from a field of one line, or of several.
  func asSent(lines: Bool) -> String {
    let text = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .replacing("\u{0}", with: "\u{2400}")
    return lines ? text : text.replacing("\n", with: "")
  }
}
