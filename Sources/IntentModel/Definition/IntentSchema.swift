import Messages
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An intent in a definition, with everything that its parameters refer to, indexed for evaluation.
///
/// Making a schema never fails: problems in the definition are findings of its checks, and the
/// schema handles them by fixed rules. A relationship has no effect if its parent is unknown or if
/// the relationship is part of a loop.
public struct IntentSchema: Sendable {
  /// The data that all copies of a schema share, because forms copy their schemas often.
  private let index: SchemaIndex

  /// The intent.
  public var intent: IntentDefinition { index.intent }

  /// The parameters of the intent in file order.
  package var parameters: [ParameterDefinition] { index.intent.parameters }

  /// The document with the enums and types that the parameters refer to.
  private var file: IntentDefinitionFile { index.file }

  /// The enums that parameters and object properties refer to.
  public var enums: [TypeReference: IntentEnum] { index.referredTypes.enums }

  /// The object types that parameters and object properties refer to.
  public var types: [TypeReference: IntentObjectType] { index.referredTypes.types }

  /// The positions of the parameters that have a display priority, in display order.
  package var displayOrder: [Int] { index.displayOrder }

  /// The display order without repeated names: if several parameters have the same name, only the
  /// first one is included.
  package var ownOrder: [Int] { index.ownOrder }

  /// The position of each parameter's effective parent; nil if the parameter has none.
  package var parents: [Int?] { index.parents }

  /// The loops in relationships, each as the names of its members in order.
  public var loops: [[String]] { index.loops }

  /// All parameters, each after its parent, but otherwise in display order.
  package var evaluationOrder: [Int] { index.evaluationOrder }

  /// The position of the parent that each parameter names, even if both are part of a loop.
  var namedParents: [Int?] { index.namedParents }

  /// Whether the document comes from App Intents, where the system finds answers by name.
  package var isOfAppIntents: Bool { origin != nil }

  /// The kind of input that declares the App Intents; nil for a definition from Xcode.
  var origin: DefinitionOrigin.Format? { file.origin?.format }

  /// Whether the system stores an intent, a type or a case under a name that is unknown.
  func isNameUnknown(_ name: String) -> Bool { index.isNameUnknown(name) }

  /// The parts of a parameter, such as `default`, whose values the source does not show, each with
  /// its text in the source.
  package func unreadParts(of name: String) -> [String: String] { index.unreadParts[name] ?? [:] }

  /// The condition under which the row of a parameter is shown, from the summary or from the
  /// parameter and its parents; nil if part of the summary cannot be read.
  func rowCondition(of name: String) -> Condition? {
    if let summary = intent.summary {
      guard summary.branches.allSatisfy({ $0.rows != nil }) else { return nil }
      return intent.summaryCondition(of: name) ?? .all([])
    }
    let chain = [name] + ancestors(of: name).map(\.name)
    return .all(
      chain.compactMap { name in
        position(of: name).flatMap { ownComparison(at: $0) }.map { .comparison($0) }
      })
  }

  /// The parameter's own condition, whose subject is its effective parent; nil if it has none.
  func ownComparison(at position: Int) -> Condition.Comparison? {
    guard var comparison = parameters[position].relationship?.comparison,
      let parent = parents[position]
    else { return nil }
    comparison.subject = .parameter(parameters[parent].name)
    return comparison
  }

  /// The part of the schema on which answers depend, made on first use.
  func answers(_ make: () -> IntentSchema) -> IntentSchema { index.answers(make) }

  /// How the parameters of an earlier definition continue in this one.
  func matching(from earlier: IntentSchema) -> IdentityMatching {
    index.matching(from: earlier.index)
  }

  /// Makes the schema of an intent of a document.
  public init(_ intent: IntentDefinition, in file: IntentDefinitionFile) {
    index = SchemaIndex(intent, in: file)
  }

  /// Makes the schema of the intent with a name or type name; nil if the document has none.
  public init?(intentNamed name: String, in file: IntentDefinitionFile) {
    guard let intent = file.intent(named: name) else { return nil }
    self.init(intent, in: file)
  }

  /// The first parameter with a name; nil if there is none.
  public func parameter(named name: String) -> ParameterDefinition? {
    index.positions[name].map { index.intent.parameters[$0] }
  }

  /// The position, among the intent's parameters, of the parameter with a name.
  package func position(of name: String) -> Int? { index.positions[name] }

  /// The enum of a type, with only the cases that the type supports; nil for any other type and for
  /// dangling references.
  public func enumeration(of type: ParameterType) -> IntentEnum? {
    guard case .enumeration(let reference, _) = type else { return nil }
    guard reference.supportedCases != nil else { return file.enumeration(reference) }
    return enums[reference] ?? file.supportedEnumeration(reference)
  }

  /// The enum of a type with all of its cases, even those that the type does not support.
  func wholeEnumeration(of type: ParameterType) -> IntentEnum? { file.enumeration(of: type) }

  /// The object type that a type refers to; nil for Apple's own types and for dangling references.
  public func objectType(of type: ParameterType) -> IntentObjectType? {
    guard case .object(let reference?) = type else { return nil }
    return file.objectType(reference)
  }

  /// The effective parent of a parameter; nil if it has none.
  public func parent(of name: String) -> ParameterDefinition? {
    guard let position = position(of: name), let parent = parents[position] else { return nil }
    return parameters[parent]
  }

  /// The effective parents of a parameter, nearest first.
  package func ancestors(of name: String) -> some Sequence<ParameterDefinition> {
    sequence(state: name) { name in
      let parent = self.parent(of: name)
      parent.map { name = $0.name }
      return parent
    }
  }

  /// The parameters whose effective parent is the given parameter, in file order.
  public func children(of name: String) -> [ParameterDefinition] {
    guard let position = position(of: name) else { return [] }
    return parents.indices.filter { parents[$0] == position }.map { parameters[$0] }
  }
}

/// An intent and the data that is derived from it.
private final class SchemaIndex: Sendable {
  let intent: IntentDefinition
  let file: IntentDefinitionFile
  let positions: [String: Int]
  let displayOrder: [Int]
  let ownOrder: [Int]
  let namedParents: [Int?]
  let parents: [Int?]
  let loops: [[String]]
  let evaluationOrder: [Int]
  private let referred = Memo<ReferredTypes>()
  private let unreadNames = Memo<Set<String>>()
  private let unread = Memo<[String: [String: String]]>()
  /// The part of the schema on which answers depend.
  let answers = Memo<IntentSchema>()
  /// The last index that was found to be equal to this one.
  ///
  /// It is remembered because the definition of a stored widget is compared with the current
  /// definition each time the widget is read.
  private let equal = Mutex(Other(index: nil))
  /// How the parameters of the last few earlier definitions continue in this one.
  private let matchings = Mutex<[(earlier: Other, matching: IdentityMatching)]>([])

  /// A reference to another index, which becomes nil when that index is released.
  private struct Other {
    weak var index: SchemaIndex?
  }

  /// The maximum number of earlier definitions that are kept.
  private static let maximumMatchings = 4

  init(_ intent: IntentDefinition, in file: IntentDefinitionFile) {
    self.intent = intent
    self.file = file
    let parameters = intent.parameters
    let positions = intent.positions
    self.positions = positions
    displayOrder = Self.displayOrder(of: parameters)
    ownOrder = displayOrder.filter { positions[parameters[$0].name] == $0 }
    let links = Self.parentLinks(of: parameters, positions: positions)
    namedParents = links
    let found = Self.loops(in: links)
    let looping = Set(found.joined())
    parents = links.indices.map { looping.contains($0) ? nil : links[$0] }
    loops = found.map { $0.map { parameters[$0].name } }
    evaluationOrder = Self.evaluationOrder(parents: parents, first: displayOrder)
  }

  /// Whether another index is equal; the last index that was equal is remembered.
  func isEqual(to other: SchemaIndex, _ compare: () -> Bool) -> Bool {
    if self === other || equal.withLock({ $0.index === other }) { return true }
    guard compare() else { return false }
    equal.withLock { $0.index = other }
    return true
  }

  /// How the parameters of an earlier definition continue in this one.
  func matching(from earlier: SchemaIndex) -> IdentityMatching {
    let known = matchings.withLock { matchings in
      matchings.first { $0.earlier.index === earlier }?.matching
    }
    if let known { return known }
    let made = IdentityMatching(
      from: earlier.intent.parameters.map(\.marks), to: intent.parameters.map(\.marks))
    matchings.withLock { matchings in
      matchings = matchings.filter { $0.earlier.index != nil }.suffix(Self.maximumMatchings - 1)
      matchings.append((Other(index: earlier), made))
    }
    return made
  }

  /// Whether the system stores an intent, a type or a case under a name that is unknown.
  func isNameUnknown(_ name: String) -> Bool {
    unreadNames { file.unreadNames }.contains(name)
  }

  /// The parts whose values the source does not show, with their texts, by parameter name.
  var unreadParts: [String: [String: String]] { unread { file.unreadParts(of: intent) } }

  /// The types that the parameters refer to.
  var referredTypes: ReferredTypes {
    referred { ReferredTypes(intent.parameters, in: file) }
  }
}

extension SchemaIndex {
  private static func displayOrder(of parameters: [ParameterDefinition]) -> [Int] {
    let shown = parameters.indices.compactMap { index in
      parameters[index].displayPriority.map { (priority: $0, index: index) }
    }
    return shown.sorted { ($0.priority, $0.index) < ($1.priority, $1.index) }.map(\.index)
  }

  /// Finds a parent by its name, or else by its property name, which begins with a lowercase
  /// letter.
  private static func parentLinks(
    of parameters: [ParameterDefinition], positions: [String: Int]
  ) -> [Int?] {
    let properties = parameters.places { propertyName($0.name) }
    return parameters.map { parameter in
      guard let name = parameter.relationship?.parentName else { return nil }
      return positions[name] ?? properties[propertyName(name)]
    }
  }

  private static func propertyName(_ name: String) -> String {
    guard let first = name.first else { return name }
    return first.lowercased() + name.dropFirst()
  }

  private static func loops(in links: [Int?]) -> [[Int]] {
    var finished = Set<Int>()
    var loops: [[Int]] = []
    for start in links.indices {
      var path: [Int] = []
      var places: [Int: Int] = [:]
      var next: Int? = start
      while let current = next, !finished.contains(current) {
        if let entry = places[current] {
          loops.append(Array(path[entry...]))
          break
        }
        places[current] = path.count
        path.append(current)
        next = links[current]
      }
      finished.formUnion(path)
    }
    return loops
  }

  private static func evaluationOrder(parents: [Int?], first displayOrder: [Int]) -> [Int] {
    var done = Set<Int>()
    var order: [Int] = []
    for start in displayOrder + Array(parents.indices) {
      var pending: [Int] = []
      var next: Int? = start
      while let current = next, !done.contains(current) {
        pending.append(current)
        next = parents[current]
      }
      done.formUnion(pending)
      order += pending.reversed()
    }
    return order
  }
}

/// The enums and types that parameters refer to, directly or through other types.
private struct ReferredTypes: Sendable {
  var enums: [TypeReference: IntentEnum] = [:]
  var types: [TypeReference: IntentObjectType] = [:]

  init(_ parameters: [ParameterDefinition], in file: IntentDefinitionFile) {
    var pending = parameters.map(\.type)
    while let type = pending.popLast() {
      switch type {
      case .enumeration(let reference, _):
        enums[reference] = file.supportedEnumeration(reference)
      case .object(let reference?) where types[reference] == nil:
        guard let found = file.objectType(reference) else { continue }
        types[reference] = found
        pending += found.ownProperties.map(\.type)
      default: continue
      }
    }
  }
}

extension IntentSchema: Hashable {
  /// Schemas are equal if their intents are equal, along with everything that the intents refer to.
  public static func == (lhs: IntentSchema, rhs: IntentSchema) -> Bool {
    lhs.index.isEqual(to: rhs.index) {
      lhs.intent == rhs.intent && lhs.enums == rhs.enums && lhs.types == rhs.types
    }
  }

  /// Feeds the intent into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(intent)
  }
}

extension IntentSchema {
  /// All issues with a value of a parameter, in any family; empty for a valid value.
  ///
  /// The number of values is not checked, because it depends on the family, and a draft keeps
  /// values beyond the family's maximum (see ``countIssue(with:for:family:)``).
  public func issues(with value: IntentValue, for parameter: ParameterDefinition) -> [IntentIssue] {
    issues(
      with: value, type: parameter.type, isArray: parameter.supportsMultipleValues,
      at: .parameter(parameter.name))
  }

  private func issues(
    with value: IntentValue, type: ParameterType, isArray: Bool, at path: IntentPath
  ) -> [IntentIssue] {
    switch (isArray, value) {
    case (true, .array(let elements)):
      elements.indices.flatMap { issues(with: elements[$0], type: type, at: path.appending($0)) }
    case (true, _): [IntentIssue(.singleForArray, at: path)]
    case (false, .array): [IntentIssue(.arrayForSingle, at: path)]
    case (false, _): issues(with: value, type: type, at: path)
    }
  }

  /// The issue with a name that no parameter has.
  package func unknownParameter(_ name: String) -> IntentIssue {
    IntentIssue(
      .unknownParameter(name, intent: intent.typeName, choices: intent.parameterNames),
      at: .parameter(name))
  }

  /// The issue with a value that has more elements than a family allows; nil if there are not too
  /// many.
  public func countIssue(
    with value: IntentValue, for parameter: ParameterDefinition, family: WidgetFamily
  ) -> IntentIssue? {
    guard case .array(let elements) = value, parameter.supportsMultipleValues,
      let maximum = parameter.maximumCount(for: family), elements.count > maximum
    else { return nil }
    return IntentIssue(
      .tooManyValues(count: elements.count, maximum: maximum, family: family),
      at: .parameter(parameter.name))
  }

  /// All issues with a single value of a type; empty for a valid value.
  public func issues(
    with value: IntentValue, type: ParameterType, at path: IntentPath
  ) -> [IntentIssue] {
    switch (type, value) {
    case (_, .array): [IntentIssue(.nestedArray, at: path)]
    case (.boolean, .boolean): []
    case (.integer(let metadata), .integer(let number)):
      Self.rangeIssues(number, metadata.lowerLimit, metadata.upperLimit, at: path) {
        .integer($0)
      }
    case (.decimal(let metadata), .decimal(let number)):
      Self.decimalIssues(number, metadata.lowerLimit, metadata.upperLimit, at: path)
    case (.timeInterval(let metadata), .timeInterval(let seconds)):
      Self.durationIssues(seconds, metadata, at: path)
    case (.string(let metadata), .string(let text)):
      Self.textIssues(text, isMultiline: metadata.isMultiline, at: path)
    case (.enumeration(let reference, _), .enumeration(let name)):
      caseIssues(name, enumeration(of: type), reference, at: path)
    case (.object, .object(let object)):
      objectIssues(object, type: objectType(of: type), at: path)
    case (.dateComponents(let metadata), .dateComponents(let components)):
      Self.componentIssues(components, kind: metadata.kind, at: path)
    case (.url, .url(let text)):
      IntentURL.isValid(text) ? [] : [IntentIssue(.notAURL(text), at: path)]
    case (.file, .file(let text)): Self.requiredTextIssues(text, at: path)
    case (.other(let name), _): [IntentIssue(.noEditor(type: name), at: path)]
    default:
      type.coding?.issues(of: value, at: path)
        ?? [IntentIssue(.wrongType(expected: type.kindMessage, found: value.kindMessage), at: path)]
    }
  }

  private func caseIssues(
    _ name: String, _ enumeration: IntentEnum?, _ reference: TypeReference, at path: IntentPath
  ) -> [IntentIssue] {
    guard let enumeration else {
      // Files do not define Apple's own enums, so any case name may be valid.
      return reference.isSystem ? [] : [IntentIssue(.danglingEnum(reference.name), at: path)]
    }
    if enumeration.choice(named: name) != nil { return [] }
    let isNoValue = enumeration.item(named: name) != nil
    return [
      IntentIssue(
        isNoValue
          ? .caseIsNoValue(name) : .unknownCase(name, choices: enumeration.choiceNames),
        at: path)
    ]
  }

  private func objectIssues(
    _ object: IntentObject, type: IntentObjectType?, at path: IntentPath
  ) -> [IntentIssue] {
    typealias Key = IntentObjectKey
    let place = path.appending(Key.identifier.rawValue)
    var found: [IntentIssue] = []
    if object.identifier.isEmpty { found.append(IntentIssue(.emptyIdentifier, at: place)) }
    found += Self.textIssues(object.identifier, isMultiline: false, at: place)
    found += Self.memberIssues(
      [(Key.display.rawValue, object.display), (Key.subtitle.rawValue, object.subtitle)], at: path)
    // If the file does not define a type, the type's properties are unknown.
    guard let type else { return found }
    for (name, value) in object.properties.sorted(by: { $0.key < $1.key }) {
      guard let property = type.ownProperty(named: name) else {
        let reason = IntentIssue.Reason.unknownProperty(
          name, type: type.name, choices: type.ownNames)
        found.append(IntentIssue(reason, at: path.appending(name)))
        continue
      }
      found += issues(
        with: value, type: property.type, isArray: property.supportsMultipleValues,
        at: path.appending(name))
    }
    return found
  }
}
