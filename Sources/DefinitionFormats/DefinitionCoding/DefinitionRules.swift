import IntentModel

/// The rules for omitted values in JSON definitions, for both reading and writing.
enum DefinitionRules {
  private static let noValue = IntentEnum.Case.noValue

  /// The index of the case after a given case.
  static func nextIndex(after item: IntentEnum.Case, expected: Int) -> Int {
    item.name == noValue.name ? expected : item.index &+ 1
  }

  /// The index of a case without a written index.
  static func index(ofCaseNamed name: String, expected: Int) -> Int {
    name == noValue.name ? 0 : expected
  }

  /// The properties that Xcode gives every object type.
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

  /// The first tags of parameters and of an object type's own properties.
  static let firstTag = 1
  static let firstOwnTag = 100

  /// The tags of a list in which only some tags are given.
  ///
  /// The other tags are the smallest free numbers from `first` on. If the last tag and the tags of
  /// some elements are given, the numbering begins after the last tag, because a removed element may
  /// have had a smaller number.
  static func tags(stated: [JSONStatement], from first: Int, after last: Int?) -> [Int?] {
    var used = Set(stated.compactMap(\.number))
    var next = first
    if let last, !used.isEmpty, last < Int.max { next = max(first, last + 1) }
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

  /// The highest assigned tag, for a definition without a written last tag.
  static func lastTag(of tags: [Int?], atLeast least: Int? = nil) -> Int? {
    (tags.compactMap { $0 } + (least.map { [$0] } ?? [])).max()
  }

  /// The cases as written in a format, and whether a JSON reader adds the case for "no value".
  static func stated(
    _ cases: [IntentEnum.Case], in format: IntentDefinitionReader.Format
  ) -> (cases: [IntentEnum.Case], addsUnknown: Bool) {
    guard format == .json else { return (cases, false) }
    let isNamed = cases.dropFirst().contains { $0.name == noValue.name }
    if cases.first == noValue, !isNamed { return (Array(cases.dropFirst()), true) }
    return (cases, isNamed || cases.first?.name == noValue.name)
  }

  /// The cases, including the case for "no value", which is added if it is missing.
  static func withUnknown(_ cases: [IntentEnum.Case]) -> [IntentEnum.Case] {
    cases.contains { $0.name == noValue.name } ? cases : [noValue] + cases
  }

  /// The properties as written in a format, and whether a JSON reader adds the standard properties.
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

/// The tags of a list in JSON: written in the elements, or assigned by the rule.
struct DefinitionTags {
  /// For each element, the written tag, or else the tag that the rule assigns; nil if the element
  /// has no tag.
  var byRule: [Int?]

  /// The indexes of the elements without a written tag.
  var leftOut: Set<Int>

  /// The highest tag that the rule assigns; nil if every element has a written tag.
  var lastAssigned: Int?

  /// Makes the tags of a list.
  ///
  /// - Parameters:
  ///   - statements: For each element, what JSON states for its tag.
  ///   - first: The first tag that the rule assigns.
  ///   - last: The highest tag that was ever used; nil if it is not written.
  init(_ statements: [JSONStatement], from first: Int, after last: Int? = nil) {
    byRule = DefinitionRules.tags(stated: statements, from: first, after: last)
    leftOut = Set(statements.indices.filter { statements[$0] == .leftOut })
    lastAssigned = leftOut.compactMap { [byRule] in byRule[$0] }.max()
  }
}

/// Which tags and indexes are written to JSON.
enum WrittenNumbers {
  /// All tags and indexes are written, so a change of the text does not renumber anything.
  case all
  /// All tags are written, but only the indexes that the definition gives.
  case stated
}
