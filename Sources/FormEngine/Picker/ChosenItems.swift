import IntentModel
public import IntentOptions

/// The content of an array while the list of its choices is open.
public struct ChosenItems: Sendable, Hashable {
  /// The number of choices.
  public var count: Int { values.count }

  /// The maximum number of choices that the family accepts; nil if there is no limit.
  public let maximum: Int?

  /// Whether a choice has been added or removed since the list was opened.
  package internal(set) var isChanged: Bool

  /// The last slot of each choice that has an identifier.
  private let slots: [String: Int]

  private let values: [IntentValue]
  private let type: ParameterType

  init(_ values: [IntentValue], of type: ParameterType, maximum: Int?, isChanged: Bool) {
    self.values = values
    self.type = type
    self.maximum = maximum
    self.isChanged = isChanged
    slots = Dictionary(
      values.enumerated().compactMap { slot, value in value.choiceIdentifier.map { ($0, slot) } },
      uniquingKeysWith: { $1 })
  }

  /// Whether the array contains a choice.
  public func contains(_ item: OptionItem) -> Bool { lastSlot(of: item) != nil }

  /// The last slot that holds a choice; nil if the array does not contain the choice.
  func lastSlot(of item: OptionItem) -> Int? {
    if let slot = slots[item.identifier] { return slot }
    // Some values do not contain the identifier of their choice.
    guard slots.count < values.count, let value = item.value(for: type) else { return nil }
    return values.lastIndex { $0.choiceIdentifier == nil && $0 == value }
  }
}
