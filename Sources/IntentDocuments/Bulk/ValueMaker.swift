import IntentModel
import JSONC
import JSONCodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes typed values of accepted documents, whose form and content need no second check.
///
/// `IntentShapes` sets the form of each kind that it adds to its shape. The values are the same as
/// those of `IntentValueReader`.
struct ValueMaker: Sendable {
  /// How values of a kind are made.
  ///
  /// Members have the same indexes as in the shape.
  enum Form: Sendable {
    case boolean, integer, decimal, duration
    case text(@Sendable (String) -> IntentValue)
    /// The values of the choices, in the order of the shape.
    case choice([IntentValue])
    case array(of: JSONShape.Kind)
    /// An object with the names and kinds of its properties.
    case object([(name: String, kind: JSONShape.Kind)])
    case dateComponents([IntentDateComponent])
    /// An object with the members of a coding, in their order.
    case structure(ValueCoding)
  }

  /// The first kind that has a form.
  private let first: JSONShape.Kind
  private var forms: [Form?] = []

  init(from first: JSONShape.Kind) {
    self.first = first
  }

  /// Sets how values of a kind are made.
  mutating func set(_ form: Form, for kind: JSONShape.Kind) {
    let missing = kind - first + 1 - forms.count
    if missing > 0 { forms += Array(repeating: nil, count: missing) }
    forms[kind - first] = form
  }

  /// The typed value for an accepted value; nil if only the complete reader can make it.
  ///
  /// - Parameters:
  ///   - token: The token of the value in the reader's text.
  ///   - kind: The kind with which the value was accepted.
  func value(
    _ token: Int, _ kind: JSONShape.Kind, in reader: borrowing JSONShapeReader
  ) -> IntentValue? {
    guard forms.indices.contains(kind - first), let form = forms[kind - first] else { return nil }
    switch form {
    case .boolean: return .boolean(reader.isTrue(token))
    case .integer: return .integer(reader.integer(token))
    case .decimal: return .decimal(reader.number(token))
    case .duration:
      return reader.withText(token) { $0.durationSeconds }.map { .timeInterval($0) }
    case .text(let make): return make(reader.string(token))
    case .choice(let values):
      return reader.choice(token, of: kind).map { values[$0] }
    case .array(let element): return array(token, of: element, in: reader)
    case .object(let properties): return object(token, kind, properties, in: reader)
    case .dateComponents(let components):
      var date = DateComponents()
      reader.forEachMember(of: token, as: kind) { member, value in
        date[components[member]] = reader.integer(value)
      }
      return .dateComponents(date)
    case .structure(let coding):
      var parts = [ValueCoding.Part?](repeating: nil, count: coding.members.count)
      reader.forEachMember(of: token, as: kind) { member, value in
        let isNumber = coding.members[member].content.isNumber
        parts[member] = isNumber ? .number(reader.number(value)) : .text(reader.string(value))
      }
      return coding.value(of: parts)
    }
  }

  private func array(
    _ token: Int, of element: JSONShape.Kind, in reader: borrowing JSONShapeReader
  ) -> IntentValue? {
    var values: [IntentValue] = []
    values.reserveCapacity(reader.count(of: token))
    var isWhole = true
    reader.forEachElement(of: token) { token in
      guard isWhole, let value = value(token, element, in: reader) else {
        isWhole = false
        return
      }
      values.append(value)
    }
    return isWhole ? .array(values) : nil
  }

  /// The members that `IntentShapes` puts before the properties of an object.
  private static let objectKeys = ValueKeys.Object.allCases

  private func object(
    _ whole: Int, _ kind: JSONShape.Kind, _ properties: [(name: String, kind: JSONShape.Kind)],
    in reader: borrowing JSONShapeReader
  ) -> IntentValue? {
    var object = IntentObject(identifier: "", display: "")
    var isWhole = true
    reader.forEachMember(of: whole, as: kind) { member, token in
      switch member < Self.objectKeys.count ? Self.objectKeys[member] : nil {
      case .identifier: object.identifier = reader.string(token)
      case .display: object.display = reader.string(token)
      case .subtitle: object.subtitle = reader.string(token)
      case nil:
        let property = properties[member - Self.objectKeys.count]
        if object.properties.isEmpty {
          let others = reader.count(of: whole) - ValueKeys.requiredObjectKeys.count
          object.properties = Dictionary(minimumCapacity: others)
        }
        guard let value = value(token, property.kind, in: reader) else {
          isWhole = false
          return
        }
        object.properties[property.name] = value
      }
    }
    return isWhole ? .object(object) : nil
  }
}
