import IntentModel

/// The rules by which definitions in JSON fill in what is left out, for readers and writers alike.
enum DefinitionRules {
  /// The case an enum gets that names none for "no value".
  static let unknownCase = IntentEnum.Case(name: "unknown", index: 0)

  /// The index of the next case after one with a name and an index.
  static func nextIndex(after item: IntentEnum.Case, expected: Int) -> Int {
    item.name == unknownCase.name ? expected : item.index &+ 1
  }

  /// The index of a case that states none.
  static func index(ofCaseNamed name: String, expected: Int) -> Int {
    name == unknownCase.name ? 0 : expected
  }

  /// The four properties that every object type has.
  static let standardProperties: [IntentObjectType.Property] = [
    property("identifier", 1, .string(StringMetadata())),
    property("displayString", 2, .string(StringMetadata())),
    property("pronunciationHint", 3, .string(StringMetadata())),
    property("alternativeSpeakableMatches", 4, .speakableString(StringMetadata()), isList: true),
  ]

  private static func property(
    _ name: String, _ place: Int, _ type: ParameterType, isList: Bool = false
  ) -> IntentObjectType.Property {
    IntentObjectType.Property(
      name: name, tag: place, displayPriority: place, type: type, supportsMultipleValues: isList,
      isDefault: true)
  }

  /// The first tag of parameters, and that of an object type's own properties.
  static let firstTag = 1
  static let firstOwnTag = 100

  /// Tags for all, where some are stated: the smallest numbers from a first one that are free.
  static func tags(stated: [StatedTag], from first: Int) -> [Int?] {
    var used = Set(stated.compactMap(\.number))
    var next = first
    return stated.map { tag in
      switch tag {
      case .number(let number): return number
      case .none: return nil
      case .leftOut:
        while used.contains(next) { next += 1 }
        used.insert(next)
        return next
      }
    }
  }

  /// The highest tag given out, where a definition states none.
  static func lastTag(of tags: [Int?], atLeast least: Int? = nil) -> Int? {
    (tags.compactMap { $0 } + (least.map { [$0] } ?? [])).max()
  }
}

/// What a definition in JSON says about a tag.
enum StatedTag: Hashable {
  case number(Int)
  /// There is expressly none.
  case none
  /// It is for the rule to give one.
  case leftOut

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}
