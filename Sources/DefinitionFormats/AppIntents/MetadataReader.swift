import IntentModel
import JSONC

/// Reads the metadata of a built program.
///
/// The format is not documented. The keys and codes are from files of the versions of Xcode that
/// are listed in the article <doc:BuiltAppIntents>; other keys are kept as unknown parts.
struct MetadataReader {
  private typealias Keys = MetadataKeys

  private var literals = AppIntentsLiterals(origin: .metadata)

  /// The key of the intents, which all metadata has.
  static let actionsKey = Keys.Root.actions.rawValue

  /// Whether a JSON text is the metadata of a built program.
  static func accepts(_ value: JSONValue) -> Bool {
    guard let root = value.objectValue else { return false }
    return root[Keys.Root.actions]?.objectValue != nil
      && [Keys.Root.generator, .enums, .entities].contains { root[$0] != nil }
  }

  /// The declarations of a file.
  static func literals(of value: JSONValue) -> AppIntentsLiterals {
    var reader = MetadataReader()
    reader.read(value.objectValue ?? JSONObject())
    return reader.literals
  }

  private mutating func read(_ root: JSONObject) {
    literals.unknown += Self.unknown(in: root, besides: Keys.Root.self, of: "", at: "")
    read(.actions, of: root, "an intent", into: \.intents) { $0.intent($1, $2, at: $3) }
    read(.enums, of: root, "an enum", into: \.enums) { $0.enumeration($2, at: $3) }
    read(.entities, of: root, "an entity", into: \.entities) { $0.entity($1, $2, at: $3) }
    read(.queries, of: root, "a query", into: \.queries) { $0.query($1, $2, at: $3) }
  }

  /// Reads the declarations in an object or an array.
  ///
  /// - Parameters:
  ///   - what: The word for a declaration, for the message about a value of the wrong kind.
  ///   - make: Makes a declaration from its key, its members and its path.
  private mutating func read<Element>(
    _ key: Keys.Root, of root: JSONObject, _ what: String,
    into list: WritableKeyPath<AppIntentsLiterals, [Element]>,
    _ make: (Self, String, JSONObject, String) -> Element
  ) {
    let members =
      root[key]?.objectValue?.map { (name: $0.key, step: $0.key.pointerToken, value: $0.value) }
      ?? (root[key]?.arrayValue ?? []).enumerated().map { index, value in
        (name: key.rawValue, step: "\(index)", value: value)
      }
    for (name, step, value) in members {
      let place = "/\(key.rawValue)/\(step)"
      if let object = value.objectValue {
        let element = make(self, name, object, place)
        literals[keyPath: list].append(element)
      } else {
        literals.unknown.append(Self.misplaced(value, name, at: place, what))
      }
    }
  }

  /// A value of the wrong kind where a declaration should be.
  private static func misplaced(
    _ value: JSONValue, _ subject: String, at place: String, _ what: String
  ) -> UnknownPart {
    UnknownPart(subject: subject, text: value.kind, place: place, reason: "is not \(what)")
  }

  /// The members of an object that have unknown keys.
  private static func unknown<Key: MetadataKey>(
    in object: JSONObject, besides keys: Key.Type, of subject: String, at place: String
  ) -> [UnknownPart] {
    unknown(in: object, of: subject, at: place) {
      Key(rawValue: $0) != nil || Key.unread.contains($0)
    }
  }

  private static func unknown(
    in object: JSONObject, of subject: String, at place: String, besides isKnown: (String) -> Bool
  ) -> [UnknownPart] {
    object.filter { !isKnown($0.key) }.map { member in
      UnknownPart(
        subject: subject.isEmpty ? member.key : "\(subject): \(member.key)",
        text: member.value.beginning,
        place: "\(place)/\(member.key.pointerToken)", reason: UnknownPart.unknownKey)
    }
  }
}

extension MetadataReader {
  private func intent(_ key: String, _ action: JSONObject, at place: String) -> LiteralIntent {
    var intent = LiteralIntent(name: action[Keys.Action.identifier]?.stringValue ?? key)
    intent.qualifiedName = action[Keys.Action.fullyQualifiedTypeName]?.stringValue
    intent.place = place
    intent.title = text(action[Keys.Action.title])
    let description = action[Keys.Action.descriptionMetadata]?.objectValue
    intent.description = text(description?["descriptionText"])
    let protocols = action[Keys.Action.systemProtocols]?.arrayValue ?? []
    intent.isForWidgets = protocols.contains {
      $0.stringValue == "com.apple.link.systemProtocol.WidgetConfiguration"
    }
    let visibility = action[Keys.Action.visibilityMetadata]?.objectValue?[
      Keys.Action.isDiscoverable]
    intent.isDiscoverable = (action[Keys.Action.isDiscoverable] ?? visibility)?.boolValue ?? true
    intent.isDeprecated = action[Keys.Action.deprecationMetadata].map { !$0.isNull } ?? false
    intent.modes = modes(action, of: intent.name, at: place)
    if let name = action[Keys.Action.customIntentClassName]?.stringValue {
      intent.customClassName = .value(name)
    }
    var misplaced: [UnknownPart] = []
    for (index, item) in (action[Keys.Action.parameters]?.arrayValue ?? []).enumerated() {
      let place = place.step(Keys.Action.parameters, index)
      guard let item = item.objectValue else {
        misplaced.append(Self.misplaced(item, intent.name, at: place, "a parameter"))
        continue
      }
      intent.parameters.append(parameter(item, of: intent.name, at: place))
    }
    if let configuration = action[Keys.Action.actionConfiguration], !configuration.isNull {
      let place = place.step(Keys.Action.actionConfiguration)
      intent.summary = summary(configuration, of: intent.name, at: place)
      misplaced += Self.unknown(inSummary: configuration, of: intent.name, at: place)
    }
    intent.unknown =
      misplaced
      + Self.unknown(in: action, besides: Keys.Action.self, of: intent.name, at: place)
    return intent
  }

  /// How the action can run, from the bits of `supportedModes`, or from `openAppWhenRun` before iOS
  /// 26.
  private func modes(
    _ action: JSONObject, of intent: String, at place: String
  ) -> Literal<[ActionMode]> {
    if let bits = action[Keys.Action.supportedModes]?.intValue {
      let known: [(Int, ActionMode)] = [(1, .background), (2, .foreground)]
      guard bits & ~known.reduce(0, { $0 | $1.0 }) == 0 else {
        let part = UnknownPart.subject(intent, part: Keys.Action.supportedModes.rawValue)
        return .unknown(.code(bits, of: part, at: place))
      }
      let names = known.filter { bits & $0.0 != 0 }.map(\.1)
      return names.isEmpty ? .absent : .value(names)
    }
    return action[Keys.Action.openAppWhenRun]?.boolValue == true ? .value([.foreground]) : .absent
  }

  private func parameter(
    _ item: JSONObject, of intent: String, at place: String
  ) -> LiteralParameter {
    let name =
      item[Keys.Parameter.name]?.stringValue ?? item[Keys.Parameter.identifier]?.stringValue ?? ""
    let subject = UnknownPart.subject(intent, name)
    let (type, isArray) = type(item[Keys.Parameter.valueType])
    var parameter = LiteralParameter(name: name, type: type)
    parameter.isArray = isArray
    parameter.place = place
    parameter.isOptional = item[Keys.Parameter.isOptional]?.boolValue ?? false
    parameter.title = text(item[Keys.Parameter.title])
    parameter.description = text(item[Keys.Parameter.parameterDescription])
    if case .other(let name) = type, !name.hasPrefix("IN") {
      parameter.unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: "type"), text: name, place: place,
          reason: name == Self.union
            ? UnknownPart.union : "is a type that this program does not know"))
    }
    switch item[Keys.Parameter.dynamicOptionsSupport]?.intValue ?? 0 {
    case 0: parameter.options = .none
    case 1: parameter.options = .list
    case 2: parameter.options = .search
    case let code: parameter.unknown.append(.code(code, of: "\(subject): options", at: place))
    }
    parameter.unknown += Self.unknown(
      in: item, besides: Keys.Parameter.self, of: subject, at: place)
    // Pairs of a key and a value, whose order differs between builds.
    let pairs = item[Keys.Parameter.typeSpecificMetadata]?.arrayValue ?? []
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      guard let key = pairs[index].stringValue else { continue }
      read(key, pairs[index + 1], into: &parameter, of: subject)
    }
    return parameter
  }

  private func type(_ value: JSONValue?) -> (LiteralType, isArray: Bool) {
    guard let member = value?.objectValue?.first else { return (.other("unknown"), false) }
    let wrapper = member.value.wrapper?.objectValue
    let code = wrapper?["typeIdentifier"]?.intValue
    func type(_ code: Int?, _ known: [Int: LiteralType]) -> LiteralType {
      let name = code.map { "\(member.key) \($0)" } ?? member.key
      return code.flatMap { known[$0] } ?? .other(name)
    }
    switch Keys.Form(rawValue: member.key) {
    case .array: return (self.type(wrapper?["memberValueType"]).0, true)
    case .primitive: return (type(code, MetadataCodes.primitives), false)
    case .intents: return (type(code, MetadataCodes.intents), false)
    case .measurement:
      return (type(wrapper?["unitType"]?.intValue ?? 0, MetadataCodes.measurements), false)
    case .linkEnumeration:
      return (.enumeration(wrapper?["identifier"]?.stringValue ?? ""), false)
    case .entity: return (.entity(wrapper?["typeName"]?.stringValue ?? ""), false)
    case .alternative: return (.other(Self.union), false)
    default: return (.other(member.key), false)
    }
  }

  /// The name of a union, a type whose value has one of several types.
  private static let union = "union"

  private func read(
    _ key: String, _ value: JSONValue, into parameter: inout LiteralParameter, of subject: String
  ) {
    let literal = self.value(value)
    func another(_ what: String) -> UnknownPart {
      UnknownPart(
        subject: UnknownPart.subject(subject, part: what),
        text: value.beginning,
        place: parameter.place, reason: UnknownPart.unknownForm)
    }
    func word(_ words: [Int: String], _ what: String) -> Literal<String> {
      guard case .integer(let code)? = literal else {
        return value.isNull ? .absent : .unknown(another(what))
      }
      if let word = words[code] { return .value(word) }
      return .unknown(.code(code, of: "\(subject): \(what)", at: parameter.place))
    }
    func stated(_ what: String) -> Literal<LiteralValue> {
      if let literal { return .value(literal) }
      return value.isNull ? .absent : .unknown(another(what))
    }
    func flag(_ what: String) -> Bool? {
      if let truth = literal?.truth { return truth }
      if let part = stated(what).unknown { parameter.unknown.append(part) }
      return nil
    }
    func texts(_ what: String) -> Literal<[String]> {
      guard case .array(let items)? = literal else {
        return stated(what).unknown.map { .unknown($0) } ?? .absent
      }
      let texts = items.compactMap(\.text)
      return texts.count == items.count ? .value(texts) : .unknown(another(what))
    }
    switch MetadataKeys.Specific(rawValue: key) {
    case .defaultValue: parameter.defaultValue = stated(ComparedPart.default.rawValue)
    case .lowerBound: parameter.minimum = stated(MetadataPart.minimum.rawValue)
    case .upperBound: parameter.maximum = stated(MetadataPart.maximum.rawValue)
    case .rangeType:
      guard case .integer(let code)? = literal, code != 0 else { return }
      let part = UnknownPart.subject(subject, part: MetadataPart.rangeKind.rawValue)
      parameter.unknown.append(.code(code, of: part, at: parameter.place))
    case .controlStyle:
      parameter.control = word(MetadataCodes.controls, "control")
    case .capitalization:
      parameter.capitalization = word(
        [0: "none", 1: "words", 2: "sentences", 3: "allCharacters"], "capitalization")
    case .multiline: parameter.isMultiline = flag("multiline") ?? false
    case .autocorrect: parameter.disablesAutocorrect = flag("autocorrect") == false
    case .smartQuotes: parameter.disablesSmartQuotes = flag("smartQuotes") == false
    case .smartDashes: parameter.disablesSmartDashes = flag("smartDashes") == false
    case .trueName: parameter.trueName = text(value)
    case .falseName: parameter.falseName = text(value)
    case .unit:
      if let symbol = literal?.text {
        parameter.unit = .value(symbol)
      } else if !value.isNull {
        parameter.unit = .unknown(another(ComparedPart.unit.rawValue))
      }
    case .fileTypes: parameter.fileTypes = texts("file types")
    case .currencies: parameter.currencies = texts("currencies")
    case .sizes: parameter.sizes = sizes(value, of: subject, at: parameter.place)
    case .keyboard, .unitType, .adjustsForLocale: return
    case nil:
      parameter.unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: key),
          text: value.beginning,
          place: parameter.place, reason: UnknownPart.unknownKey))
    }
  }

  private func sizes(
    _ value: JSONValue, of subject: String, at place: String?
  ) -> Literal<[LiteralSize]> {
    let sizes = value.objectValue?["collectionSizes"]?.objectValue?["sizes"]?.objectValue
    guard let sizes else {
      return .unknown(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: MetadataPart.sizes.rawValue),
          text: value.beginning, place: place,
          reason: UnknownPart.unknownForm))
    }
    return .value(
      sizes.map { member in
        let ends = member.value.objectValue
        return LiteralSize(
          family: member.key == ArraySizes.everyFamily ? nil : member.key,
          minimum: ends?["min"]?.intValue, maximum: ends?["max"]?.intValue)
      }.sorted { ($0.place, $0.family ?? "") < ($1.place, $1.family ?? "") })
  }

  /// The value in an object whose only key is a ``MetadataKeys/Form``; nil if it is not a literal.
  private func value(_ value: JSONValue?) -> LiteralValue? {
    guard let member = value?.objectValue?.first else { return nil }
    let object = member.value.objectValue
    let content = member.value.wrapper ?? object?["value"] ?? member.value
    switch Keys.Form(rawValue: member.key) {
    case .string: return content.stringValue.map { .string($0) }
    case .int: return content.intValue.map { .integer($0) }
    case .double:
      if let number = content.intValue { return .integer(number) }
      return content.doubleValue.map { .decimal($0) }
    case .bool:
      if let number = content.intValue { return .boolean(number != 0) }
      return content.boolValue.map { .boolean($0) }
    case .enumeration, .linkEnumeration:
      return (content.stringValue ?? content.objectValue?["value"]?.stringValue).map { .string($0) }
    case .entity:
      let identifier = content.objectValue?["identifier"] ?? content
      return identifier.stringValue.map { .string($0) }
    case .array:
      let elements = object?["values"] ?? object?["elements"] ?? content.objectValue?["values"]
      guard let items = (elements ?? content).arrayValue else { return nil }
      let values = items.compactMap { self.value($0) }
      return values.count == items.count ? .array(values) : nil
    case .primitive: return self.value(content)
    default: return nil
    }
  }

  private func text(_ value: JSONValue?) -> Literal<LiteralText> {
    guard let object = value?.objectValue else { return .absent }
    guard let key = object["key"]?.stringValue else {
      // A text inside a value has its content in a wrapper.
      return object.first.map { text($0.value.wrapper) } ?? .absent
    }
    return .value(
      LiteralText(
        key, table: object["table"]?.stringValue, defaultText: object["defaultValue"]?.stringValue))
  }
}

extension MetadataReader {
  private func summary(
    _ value: JSONValue, of intent: String, at place: String
  ) -> LiteralSummary {
    guard let member = value.objectValue?.first,
      let content = member.value.wrapper?.objectValue
    else { return unreadable(value, of: intent, at: place) }
    let place = "\(place)/\(member.key.pointerToken)/\(Keys.wrapper)"
    switch Keys.SummaryKind(rawValue: member.key) {
    case .actionSummary:
      let sentence = content[Keys.Summary.summaryString]?.objectValue
      let format = sentence?["formatString"]?.stringValue
      return .rows(
        sentence: format.map { LiteralText($0, table: content[Keys.Summary.table]?.stringValue) },
        others: (content[Keys.Summary.otherParameterIdentifiers]?.arrayValue ?? [])
          .compactMap(\.stringValue))
    case .whenClause:
      guard let condition = content[Keys.Summary.condition]?.objectValue,
        let shown = content[Keys.Summary.when]
      else { return unreadable(value, of: intent, at: place) }
      let code = condition[Keys.Condition.comparisonOperator]?.intValue ?? -1
      guard let comparison = MetadataCodes.operators[code] else {
        return .unknown(.code(code, of: "\(intent): operator of a condition", at: place))
      }
      let operand = self.value(condition[Keys.Condition.value])
      guard operand != nil || !comparison.takesValues else {
        return unreadable(value, of: intent, at: place)
      }
      var values = operand.map { [$0] } ?? []
      if comparison == .oneOf, case .array(let listed)? = operand { values = listed }
      return .when(
        LiteralQuestion(
          subject: subject(condition[Keys.Condition.parameterIdentifier]), comparison: comparison,
          values: comparison.takesValues ? values : []),
        summary(shown, of: intent, at: place.step(Keys.Summary.when)),
        otherwise: content[Keys.Summary.otherwise].flatMap {
          $0.isNull ? nil : summary($0, of: intent, at: place.step(Keys.Summary.otherwise))
        })
    case .switchStatement:
      return cases(content, of: intent, at: place)
    case nil: return unreadable(value, of: intent, at: place)
    }
  }

  /// The members with unknown keys in a summary, including those in nested summaries.
  private static func unknown(
    inSummary value: JSONValue, of intent: String, at place: String
  ) -> [UnknownPart] {
    guard let member = value.objectValue?.first,
      let kind = Keys.SummaryKind(rawValue: member.key),
      let content = member.value.wrapper?.objectValue
    else { return [] }
    let subject = UnknownPart.subject(intent, part: "summary")
    let place = "\(place)/\(member.key.pointerToken)/\(Keys.wrapper)"
    let known = Keys.Summary.keys(of: kind)
    var parts = unknown(in: content, of: subject, at: place) {
      Keys.Summary(rawValue: $0).map(known.contains) ?? false
    }
    if let condition = content[Keys.Summary.condition]?.objectValue {
      parts += unknown(
        in: condition, besides: Keys.Condition.self, of: subject,
        at: place.step(Keys.Summary.condition))
    }
    for key in [Keys.Summary.when, .otherwise] {
      guard let inner = content[key] else { continue }
      parts += unknown(inSummary: inner, of: intent, at: place.step(key))
    }
    for (index, item) in (content[Keys.Summary.cases]?.arrayValue ?? []).enumerated() {
      guard let item = item.objectValue else { continue }
      let place = place.step(Keys.Summary.cases, index)
      parts += unknown(in: item, besides: Keys.SummaryCase.self, of: subject, at: place)
      if let inner = item[Keys.SummaryCase.configuration] {
        parts += unknown(
          inSummary: inner, of: intent, at: place.step(Keys.SummaryCase.configuration))
      }
    }
    return parts
  }

  private func cases(
    _ content: JSONObject, of intent: String, at place: String
  ) -> LiteralSummary {
    var cases: [LiteralSummary.Case] = []
    var otherwise: LiteralSummary?
    for (index, item) in (content[Keys.Summary.cases]?.arrayValue ?? []).enumerated() {
      let place = place.step(Keys.Summary.cases, index)
      guard let item = item.objectValue, let shown = item[Keys.SummaryCase.configuration] else {
        return unreadable(item, of: intent, at: place)
      }
      let summary = summary(shown, of: intent, at: place.step(Keys.SummaryCase.configuration))
      if item[Keys.SummaryCase.isDefaultCase]?.boolValue == true {
        otherwise = summary
      } else {
        guard let operand = value(item[Keys.SummaryCase.value]) else {
          return unreadable(.object(item), of: intent, at: place)
        }
        var values = [operand]
        if case .array(let listed) = operand { values = listed }
        cases.append(LiteralSummary.Case(values: values, summary: summary))
      }
    }
    return .cases(subject(content[Keys.Summary.parameterIdentifier]), cases, otherwise: otherwise)
  }

  private func subject(_ value: JSONValue?) -> LiteralSubject {
    let name = value?.stringValue ?? ""
    let system = "system."
    if name == system + Condition.Subject.family.name { return .family }
    return name.hasPrefix(system) ? .other(name) : .parameter(name)
  }

  private func unreadable(
    _ value: JSONValue, of intent: String, at place: String
  ) -> LiteralSummary {
    .unknown(
      UnknownPart(
        subject: UnknownPart.subject(intent, part: "summary"),
        text: value.beginning, place: place,
        reason: UnknownPart.unknownForm))
  }
}

extension MetadataReader {
  private func enumeration(_ item: JSONObject, at place: String) -> LiteralEnum {
    var found = LiteralEnum(name: item[Keys.Enumeration.identifier]?.stringValue ?? "")
    found.place = place
    found.title = text(item[Keys.Enumeration.displayTypeName])
    for (index, item) in (item[Keys.Enumeration.cases]?.arrayValue ?? []).enumerated() {
      let place = place.step(Keys.Enumeration.cases, index)
      guard let item = item.objectValue else {
        found.unknown.append(Self.misplaced(item, found.name, at: place, "a case"))
        continue
      }
      var choice = LiteralEnum.Case(
        name: nil, rawValue: .value(item[Keys.EnumerationCase.identifier]?.stringValue ?? ""))
      let display = item[Keys.EnumerationCase.displayRepresentation]?.objectValue
      choice.title = text(display?[Keys.Display.title])
      choice.subtitle = text(display?[Keys.Display.subtitle])
      let image = (display?[Keys.Display.imageV2] ?? display?[Keys.Display.image])?.objectValue
      let system = image?["systemImageName"]
      choice.image =
        system?.stringValue ?? system?.objectValue?["_0"]?.stringValue
        ?? system?.wrapper?.stringValue
      choice.synonyms = (display?[Keys.Display.synonyms]?.arrayValue ?? [])
        .compactMap { text($0).value }
      let own = "\(found.name).\(choice.rawValue.value ?? "")"
      found.unknown += Self.unknown(
        in: item, besides: Keys.EnumerationCase.self, of: own, at: place)
      if let display {
        found.unknown += Self.unknown(
          in: display, besides: Keys.Display.self, of: own,
          at: place.step(Keys.EnumerationCase.displayRepresentation))
      }
      found.cases.append(choice)
    }
    found.unknown += Self.unknown(
      in: item, besides: Keys.Enumeration.self, of: found.name, at: place)
    return found
  }

  private func entity(_ key: String, _ item: JSONObject, at place: String) -> LiteralEntity {
    var entity = LiteralEntity(name: item[Keys.Entity.typeName]?.stringValue ?? key)
    entity.place = place
    entity.title = text(item[Keys.Entity.displayTypeName])
    entity.query = item[Keys.Entity.defaultQueryIdentifier]?.stringValue?.lastComponent
    entity.isTransient = item[Keys.Entity.transient]?.boolValue ?? false
    for (index, property) in (item[Keys.Entity.properties]?.arrayValue ?? []).enumerated() {
      let place = place.step(Keys.Entity.properties, index)
      guard let property = property.objectValue else {
        entity.unknown.append(Self.misplaced(property, entity.name, at: place, "a property"))
        continue
      }
      entity.properties.append(parameter(property, of: entity.name, at: place))
    }
    entity.unknown += Self.unknown(in: item, besides: Keys.Entity.self, of: entity.name, at: place)
    return entity
  }

  private func query(_ key: String, _ item: JSONObject, at place: String) -> LiteralQuery {
    let qualified =
      item[Keys.Query.identifier]?.stringValue
      ?? item[Keys.Action.fullyQualifiedTypeName]?.stringValue
    var query = LiteralQuery(name: (qualified ?? key).lastComponent)
    query.place = place
    query.entity = item[Keys.Query.entityType]?.stringValue?.lastComponent
    let capabilities = item[Keys.Query.capabilities]?.intValue ?? 0
    query.isEnumerable = capabilities & 1 != 0
    query.isSearchable = capabilities & 4 != 0
    query.unknown += Self.unknown(in: item, besides: Keys.Query.self, of: query.name, at: place)
    return query
  }
}

/// A key that the reader uses in an element of metadata.
private protocol MetadataKey: RawRepresentable<String> {
  /// The keys of the element that this program knows but does not read.
  static var unread: Set<String> { get }
}

extension MetadataKey {
  static var unread: Set<String> { [] }
}

extension String {
  /// The path of a member of the object at this path, or of an element of the member's list.
  fileprivate func step(_ key: some MetadataKey, _ index: Int? = nil) -> String {
    "\(self)/\(key.rawValue)" + (index.map { "/\($0)" } ?? "")
  }
}

extension JSONObject {
  fileprivate subscript(key: some MetadataKey) -> JSONValue? { self[key.rawValue] }
}

/// The keys of metadata that this program knows, even if it does not use them.
private enum MetadataKeys {
  enum Root: String, MetadataKey {
    case actions, entities, queries, enums, generator

    static let unread: Set<String> = [
      "autoShortcuts", "autoShortcutProviderMangledName", "negativePhrases", "shortcutTileColor",
      "version", "assistantIntents", "assistantEntities", "assistantIntentNegativePhrases",
    ]
  }

  enum Action: String, MetadataKey {
    case identifier, fullyQualifiedTypeName, title, descriptionMetadata, parameters
    case actionConfiguration, supportedModes, openAppWhenRun, isDiscoverable, visibilityMetadata
    case deprecationMetadata, customIntentClassName, systemProtocols

    static let unread = ofAll.union([
      "outputType", "outputFlags", "authenticationPolicy", "isAuthPolExplicit",
      Parameter.typeSpecificMetadata.rawValue, "presentationStyle", requiredCapabilities,
    ])
  }

  enum Parameter: String, MetadataKey {
    case name, identifier, title, parameterDescription, isOptional, valueType
    case typeSpecificMetadata, dynamicOptionsSupport

    static let unread: Set<String> = [
      "isInput", "resolvableInputTypes", "capabilities", "inputConnectionBehavior",
    ]
  }

  enum Enumeration: String, MetadataKey {
    case identifier, displayTypeName, cases

    static let unread = ofAll.union([numericFormat, "isSystem"])
  }

  enum EnumerationCase: String, MetadataKey { case identifier, displayRepresentation }

  enum Display: String, MetadataKey { case title, subtitle, image, imageV2, synonyms }

  /// The kinds of summaries.
  enum SummaryKind: String { case actionSummary, whenClause, switchStatement }

  /// The keys of summaries of all kinds.
  enum Summary: String, MetadataKey {
    case summaryString, otherParameterIdentifiers, table
    case condition, when, otherwise
    case parameterIdentifier, cases

    /// The keys of a kind.
    static func keys(of kind: SummaryKind) -> Set<Self> {
      switch kind {
      case .actionSummary: [.summaryString, .otherParameterIdentifiers, .table]
      case .whenClause: [.condition, .when, .otherwise]
      case .switchStatement: [.parameterIdentifier, .cases]
      }
    }
  }

  /// The forms of types and of values.
  enum Form: String {
    case array, primitive, intents, measurement, enumeration, linkEnumeration, entity, alternative
    case string, int, double, bool
  }

  enum Condition: String, MetadataKey { case parameterIdentifier, comparisonOperator, value }

  enum SummaryCase: String, MetadataKey { case value, isDefaultCase, configuration }

  enum Entity: String, MetadataKey {
    case typeName, displayTypeName, defaultQueryIdentifier, properties, transient

    static let unread = ofAll.union([
      numericFormat, requiredCapabilities, Parameter.typeSpecificMetadata.rawValue,
      "entitySyncMetadata", "customIntentTypeClassName",
    ])
  }

  enum Query: String, MetadataKey {
    case identifier, entityType, capabilities

    static let unread = ofAll.union([
      "fullyQualifiedIdentifier", "defaultQueryForEntity", "parameters", "comparators",
      "sortingOptions", "queryType", requiredCapabilities, "resultValueType",
      Action.descriptionMetadata.rawValue,
    ])
  }

  /// The key of the content of a value.
  static let wrapper = "wrapper"

  private static let numericFormat = "numericFormatTypeName"
  private static let requiredCapabilities = "requiredCapabilities"

  private static let ofAll: Set<String> = [
    Action.fullyQualifiedTypeName.rawValue, Action.visibilityMetadata.rawValue,
    Action.systemProtocols.rawValue, "systemProtocolMetadata", "systemProtocolMetadataV2",
    "mangledTypeName", "mangledTypeNameV2", "mangledTypeNameByBundleIdentifier",
    "mangledTypeNameByBundleIdentifierV2", "effectiveBundleIdentifiers",
    "availabilityAnnotations", "assistantDefinedSchemas", "assistantDefinedSchemaTraits",
    "sourceFile", "extendedType",
  ]

  /// The keys of the type-specific data of a parameter.
  enum Specific: String {
    case defaultValue = "LNValueTypeSpecificMetadataKeyDefaultValue"
    case lowerBound = "LNValueTypeMetadataKeyNumberLowerBound"
    case upperBound = "LNValueTypeMetadataKeyNumberUpperBound"
    case rangeType = "LNValueTypeMetadataKeyNumberRangeType"
    case controlStyle = "LNValueTypeMetadataKeyNumberControlStyle"
    case keyboard = "LNValueTypeMetadataKeyStringKeyboardType"
    case capitalization = "LNValueTypeMetadataKeyStringCapitalizationType"
    case multiline = "LNValueTypeMetadataKeyStringMultiline"
    case autocorrect = "LNValueTypeMetadataKeyStringAutocorrect"
    case smartQuotes = "LNValueTypeMetadataKeyStringSmartQuotes"
    case smartDashes = "LNValueTypeMetadataKeyStringSmartDashes"
    case trueName = "LNValueTypeMetadataKeyBoolTrueDisplayName"
    case falseName = "LNValueTypeMetadataKeyBoolFalseDisplayName"
    case unitType = "LNValueTypeMetadataKeyMeasurementUnitType"
    case adjustsForLocale = "LNValueTypeMetadataKeyMeasurementUnitAdjustsForLocale"
    case unit = "LNValueTypeMetadataKeyMeasurementDefaultUnitSymbol"
    case fileTypes = "LNValueTypeMetadataKeyFileSupportedTypes"
    case currencies = "LNValueTypeMetadataKeyCurrencyCodes"
    case sizes = "LNValueTypeMetadataKeyCollectionSizes"
  }
}

/// The numeric codes in metadata, with their meanings.
private enum MetadataCodes {
  static let primitives: [Int: LiteralType] = {
    let usual: [Int: LiteralType] = [
      0: .value(.string), 1: .value(.boolean), 2: .value(.integer), 7: .value(.decimal),
      9: .value(.dateComponents), 10: .value(.placemark), 11: .value(.url),
    ]
    let others = [
      3: "Int8", 4: "Int16", 5: "Int32", 6: "Int64", 8: "Date", 12: "AttributedString",
    ]
    return usual.merging(others.compactMapValues { SwiftTypes.named[$0] }) { known, _ in known }
  }()

  static let intents = Dictionary(
    uniqueKeysWithValues: ValueKind.allCases.compactMap { kind in
      kind.facts.intentsNumber.map { ($0, LiteralType.value(kind)) }
    }
  ).merging(
    [
      0: "INApplication", 1: "INCalendarEvent", 2: "INEnvironment", 4: "INNote",
      5: "INNotification", 6: "INTimer", 7: "INTask", 8: "INTaskList", 9: "INMediaItem",
      10: "INMediaSearch", 11: "INConversation",
    ].mapValues { .other($0) }
  ) { known, _ in known }

  static let measurements: [Int: LiteralType] = {
    let usual: [Int: MeasurementDimension] = [
      1: .distance, 2: .mass, 3: .temperature, 4: .volume, 5: .speed, 6: .energy, 9: .angle,
      10: .area, 17: .frequency, 20: .informationStorage, 21: .power, 22: .pressure,
    ]
    let others = [
      7: "Duration", 8: "Acceleration", 11: "ConcentrationMass", 12: "Dispersion",
      13: "ElectricCharge", 14: "ElectricCurrent", 15: "ElectricPotentialDifference",
      16: "ElectricResistance", 18: "FuelEfficiency", 19: "Illuminance",
    ]
    let names = others.merging(usual.mapValues(\.unitName)) { known, _ in known }
    return names.mapValues { .measurement($0) }
  }()

  static let controls = [0: NumberControl.stepper, 1: .field, 2: .slider]
    .mapValues(\.definitionWord)

  static let operators: [Int: ConditionOperator] = [
    0: .hasValue, 1: .notEqual, 2: .equal, 3: .less, 4: .lessOrEqual, 5: .greater,
    6: .greaterOrEqual, 7: .oneOf, 8: .hasNoValue, 9: .doesNotContain, 10: .contains,
    11: .hasPrefix, 12: .hasSuffix,
  ]
}

extension UnknownPart {
  fileprivate static func code(_ code: Int, of subject: String, at place: String?) -> UnknownPart {
    UnknownPart(
      subject: subject, text: String(code), place: place,
      reason: "is a number that this program does not know")
  }
}

extension LiteralSize {
  /// The position of the family among the known families; a size for all families comes first.
  fileprivate var place: Int {
    guard let family else { return -1 }
    return WidgetFamily(rawValue: family)?.number ?? Int.max
  }
}

extension JSONValue {
  /// The content of a value of metadata.
  fileprivate var wrapper: JSONValue? { objectValue?[MetadataKeys.wrapper] }

  /// The value's text, cut off if it is long.
  fileprivate var beginning: String {
    ((try? JSONText.write(self, style: .compact)) ?? "").beginning
  }
}

extension String {
  /// The text, cut off if it is long.
  var beginning: String {
    let longest = 80
    return count > longest ? prefix(longest - 1) + "…" : self
  }

  /// The part after the last dot of a name.
  var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}
