package import FormEngine
import Foundation
package import IntentModel
import IntentOptions
import Messages

/// The values of a row's fields, for writing a page and for detecting what a person changed.
struct RowFields: Sendable, Hashable {
  /// The text, the enum case, the identifier of a typed object, or the number of a quantity.
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

  /// Reads the texts that an editor of the form would start with.
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
  /// The name of the row in pages; nil for a button.
  package var page: String? {
    if case .family = self { return "~family" }
    return wire?.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentEncoded }.joined(separator: "/")
  }

  /// Reads the name of a row in pages; nil if it does not name one.
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
  /// The text as a browser sends it back from a field with one or several lines.
  func asSent(lines: Bool) -> String {
    let text = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .replacing("\u{0}", with: "\u{2400}")
    return lines ? text : text.replacing("\n", with: "")
  }
}
