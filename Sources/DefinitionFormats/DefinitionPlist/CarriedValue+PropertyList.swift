import IntentModel

extension CarriedValue {
  /// Makes a carried value from a property list, and sorts the keys of dictionaries.
  init(_ value: PropertyListValue) {
    self =
      switch value {
      case .boolean(let boolean): .boolean(boolean)
      case .integer(let number): .integer(number)
      case .unsigned(let number): .unsigned(number)
      case .real(let real): .real(real.value, spelling: real.spelling)
      case .string(let text): .string(text)
      case .data(let bytes): .data(bytes)
      case .date(let date): .date(date.text)
      case .array(let elements): .array(elements.map { CarriedValue($0) })
      case .dictionary(let dictionary):
        .dictionary(
          dictionary.sortedEntries.map {
            CarriedMember(key: $0.key, value: CarriedValue($0.value))
          })
      }
  }

  /// The value as a property list; an invalid date becomes a string.
  var propertyListValue: PropertyListValue {
    switch self {
    case .boolean(let boolean): .boolean(boolean)
    case .integer(let number): .integer(number)
    case .unsigned(let number): .unsigned(number)
    case .real(let number, nil): .real(number)
    case .real(let number, let spelling?):
      .real(PropertyListReal(text: spelling) ?? PropertyListReal(number))
    case .string(let text): .string(text)
    case .data(let bytes): .data(bytes)
    case .date(let text): PropertyListDate(text: text).map { .date($0) } ?? .string(text)
    case .array(let elements): .array(elements.map(\.propertyListValue))
    case .dictionary(let members):
      .dictionary(
        PropertyListDictionary(members.map { ($0.key, $0.value.propertyListValue) }))
    }
  }
}

extension DefinitionExtras {
  /// The key under which an array element of an unexpected kind is carried.
  static func key(ofElement index: Int, in array: String) -> String { "\(array)[\(index)]" }

  /// The carried elements of an array with their indexes, in order.
  func elements(of array: String) -> [(index: Int, member: CarriedMember)] {
    let start = array + "["
    return unknown.compactMap { member -> (index: Int, member: CarriedMember)? in
      guard member.key.hasPrefix(start), member.key.hasSuffix("]"),
        let index = Int(member.key.dropFirst(start.count).dropLast()), index >= 0
      else { return nil }
      return (index, member)
    }.sorted { $0.index < $1.index }
  }
}
