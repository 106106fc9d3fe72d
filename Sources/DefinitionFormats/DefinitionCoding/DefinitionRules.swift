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
  static func tags(stated: [JSONStatement], from first: Int) -> [Int?] {
    var used = Set(stated.compactMap(\.number))
    var next = first
    return stated.map { tag in
      switch tag {
      case .number(let number): return number
      case .none: return nil
      case .leftOut, .isTrue:
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

  /// The cases as a format has them, and whether a reader of JSON adds the one for "no value".
  static func stated(
    _ cases: [IntentEnum.Case], in format: IntentDefinitionReader.Format
  ) -> (cases: [IntentEnum.Case], addsUnknown: Bool) {
    guard format == .json else { return (cases, false) }
    let isNamed = cases.dropFirst().contains { $0.name == unknownCase.name }
    if cases.first == unknownCase, !isNamed { return (Array(cases.dropFirst()), true) }
    return (cases, isNamed || cases.first?.name == unknownCase.name)
  }

  /// The cases with the one for "no value", unless they name it themselves.
  static func withUnknown(_ cases: [IntentEnum.Case]) -> [IntentEnum.Case] {
    cases.contains { $0.name == unknownCase.name } ? cases : [unknownCase] + cases
  }

  /// The properties as a format has them, and whether a reader of JSON adds those of every type.
  static func stated(
    _ properties: [IntentObjectType.Property], in format: IntentDefinitionReader.Format
  ) -> (properties: [IntentObjectType.Property], addsStandard: Bool) {
    guard format == .json else { return (properties, false) }
    let rest = properties.dropFirst(standardProperties.count)
    if Array(properties.prefix(standardProperties.count)) == standardProperties,
      !rest.contains(where: \.isDefault)
    {
      return (Array(rest), true)
    }
    return (properties, properties.contains(where: \.isDefault))
  }
}

/// The tags of a list in JSON: what its elements say, and what the rule gives them.
struct DefinitionTags {
  /// The tag of each element that states none.
  var byRule: [Int?]

  /// The places of the elements that state none.
  var leftOut: Set<Int>

  /// Whether every tag is written.
  var areWritten: Bool

  /// The tags of a list.
  ///
  /// - Parameters:
  ///   - statements: What the elements that are read say.
  ///   - tags: The tags of the elements that are written.
  ///   - first: The first tag by the rule.
  init(_ statements: [JSONStatement], writing tags: [Int?], from first: Int) {
    byRule = DefinitionRules.tags(stated: statements, from: first)
    leftOut = Set(statements.indices.filter { statements[$0] == .leftOut })
    areWritten = !tags.elementsEqual(tags.indices.map { first + $0 })
  }
}
