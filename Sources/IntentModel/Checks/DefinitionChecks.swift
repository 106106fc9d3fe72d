/// The checks of definitions: a list of small functions.
///
/// Each check examines one aspect of a document and returns its findings. The checks do not depend
/// on each other, and each of them reports all its findings.
enum DefinitionChecks {
  /// A single check of a whole document.
  typealias Check = @Sendable (DefinitionContext) -> [DefinitionFinding]

  /// The checks of definitions in Xcode's format, by subject.
  static let all: [Check] =
    references + relationships + predicates + values + arrays + duplicates + names + widgets
}

extension IntentDefinitionFile {
  /// All findings in the document, in document order: intents, enums and types, then by depth.
  ///
  /// The time grows with the size of the document. A document without intents has a finding.
  public var findings: [DefinitionFinding] {
    let context = DefinitionContext(self)
    let checks = origin == nil ? DefinitionChecks.all : DefinitionChecks.ofAppIntents
    return checks.flatMap { $0(context) }.inDocumentOrder
  }
}

/// A document, with data that several checks need.
struct DefinitionContext {
  let file: IntentDefinitionFile

  /// The schemas of the intents, in the order of the intents.
  let schemas: [IntentSchema]

  /// Every parameter of every intent.
  let parameters: [Place]

  /// Every parameter with a condition.
  let relationships: [(place: Place, relationship: ParameterRelationship)]

  /// The type and the path of every parameter and of every property of an object type.
  let typedElements: [(type: ParameterType, path: IntentPath)]

  init(_ file: IntentDefinitionFile) {
    self.file = file
    let schemas = file.intents.map { IntentSchema($0, in: file) }
    self.schemas = schemas
    parameters = schemas.indices.flatMap { Self.parameters(of: schemas[$0], number: $0) }
    relationships = parameters.compactMap { place in
      place.parameter.relationship.map { (place, $0) }
    }
    typedElements = parameters.map { ($0.parameter.type, $0.path) } + Self.properties(of: file)
  }

  private static func parameters(of schema: IntentSchema, number: Int) -> [Place] {
    schema.intent.parameters.enumerated().map { position, parameter in
      Place(
        parameter: parameter, path: .parts(of: .intents, number).appending(position),
        schema: schema, position: position)
    }
  }

  /// A parameter and where it is.
  struct Place {
    var parameter: ParameterDefinition
    var path: IntentPath
    var schema: IntentSchema
    /// The position of the parameter in the intent.
    var position: Int
  }

  private static func properties(
    of file: IntentDefinitionFile
  ) -> [(type: ParameterType, path: IntentPath)] {
    file.types.enumerated().flatMap { number, type in
      type.properties.enumerated().map { position, property in
        (property.type, IntentPath.parts(of: .types, number).appending(position))
      }
    }
  }

  /// The intents that are not Apple's own, with their positions.
  var ownIntents: [(number: Int, intent: IntentDefinition)] {
    file.intents.enumerated().filter { !$0.element.isOfSystem }.map { ($0.offset, $0.element) }
  }

  /// The subjects of the parts that could not be read.
  var unreadSubjects: Set<String> { Set((file.origin?.unknown ?? []).map(\.subject)) }
}

extension [DefinitionFinding] {
  /// The findings, in the order of their elements; findings of the same element keep their order.
  var inDocumentOrder: [DefinitionFinding] {
    let keys = map { $0.path.components.prefix(4).compactMap(\.rank) }
    return indices.sorted { left, right in
      if keys[left] == keys[right] { return left < right }
      return keys[left].lexicographicallyPrecedes(keys[right])
    }.map { self[$0] }
  }
}

extension IntentPath.Component {
  /// The sort key of a path component: the index, or the order of the lists at the root.
  fileprivate var rank: Int? {
    switch self {
    case .index(let index): index
    case .key(let key): DefinitionList.allCases.firstIndex { $0.rawValue == key }
    }
  }
}

extension DefinitionChecks {
  /// Intents for widgets.
  static let widgets: [Check] = [
    widgetIntents, rowsOfWidgets, parametersWithoutRow, lastTags, missingTags, promptPlaceholders,
  ]

  /// A document without an intent for widgets.
  private static func widgetIntents(_ context: DefinitionContext) -> [DefinitionFinding] {
    let intents = context.file.intents
    if intents.isEmpty { return [DefinitionFinding(.noIntents, at: .root)] }
    if intents.contains(where: \.isEligibleForWidgets) { return [] }
    return [DefinitionFinding(.noWidgetIntent, at: .list(.intents))]
  }

  /// A configurable parameter without a display priority, if other parameters of the widget have
  /// rows.
  private static func parametersWithoutRow(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      let intent = place.schema.intent
      guard intent.isEligibleForWidgets, place.parameter.isConfigurable,
        place.parameter.displayPriority == nil, intent.parameters.contains(where: \.canHaveRow)
      else { return nil }
      return DefinitionFinding(.neverVisible(.noDisplayPriority), at: place.path)
    }
  }

  /// A widget intent without rows; if it has no parameters, this may be intended, as in Xcode's
  /// template.
  private static func rowsOfWidgets(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.intents.enumerated().compactMap { number, intent in
      guard intent.isEligibleForWidgets, !intent.parameters.contains(where: \.canHaveRow) else {
        return nil
      }
      let rule = intent.parameters.isEmpty ? DefinitionFinding.Rule.noParameters : .noRow
      return DefinitionFinding(rule, at: .parts(of: .intents, number))
    }
  }
}

extension DefinitionChecks {
  /// The last tag of an intent or a type, if it is lower than a tag in use, because Xcode then
  /// assigns a used tag again.
  private static func lastTags(_ context: DefinitionContext) -> [DefinitionFinding] {
    func finding(_ last: Int?, _ tags: [Int?], at path: IntentPath) -> DefinitionFinding? {
      guard let last, let highest = tags.compactMap({ $0 }).max(), last < highest else {
        return nil
      }
      return DefinitionFinding(
        .lastTagTooLow(last, highest: highest), at: path.appending("lastTag"))
    }
    return context.file.intents.enumerated().compactMap { number, intent in
      finding(
        intent.lastParameterTag, intent.parameters.map(\.tag), at: .element(number, of: .intents))
    }
      + context.file.types.enumerated().compactMap { number, type in
        finding(
          type.lastPropertyTag, type.properties.map(\.tag), at: .element(number, of: .types))
      }
  }

  /// Parameters in JSON that have lost their tags.
  ///
  /// They must have had tags if other parameters still do, if no parameter has the last tag, or if
  /// Xcode wrote the definition.
  private static func missingTags(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.intents.enumerated().flatMap { number, intent -> [DefinitionFinding] in
      let path = IntentPath.parts(of: .intents, number)
      let parameters = intent.parameters.enumerated()
      let missing = parameters.filter { !$0.element.isTagWritten }
      guard !missing.isEmpty else { return [] }
      if missing.count < intent.parameters.count {
        return missing.map {
          DefinitionFinding(.missingTag(free: $0.element.tag), at: path.appending($0.offset))
        }
      }
      let highest = intent.parameters.compactMap(\.tag).max() ?? 0
      let hadOthers = intent.lastParameterTag.map { $0 > highest } ?? false
      guard hadOthers || context.file.modelVersion != nil else { return [] }
      return [DefinitionFinding(.missingTags, at: path)]
    }
  }

  /// A placeholder in a prompt that does not name a parameter of the intent.
  private static func promptPlaceholders(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      let prompts = place.parameter.promptDialogs.enumerated()
      return prompts.flatMap { number, prompt -> [DefinitionFinding] in
        TextPlaceholders.names(in: prompt.formatString.text ?? "").filter { name in
          !Self.promptValues.contains(name) && place.schema.position(of: name) == nil
        }.map { name in
          DefinitionFinding(
            .unknownPlaceholder(name, choices: place.schema.intent.parameterNames),
            at: place.path.appending("prompts").appending(number).appending("text"))
        }
      }
    }
  }

  /// The placeholders that a prompt can have in addition to the names of parameters.
  private static let promptValues: Set<String> = ["applicationName", "count"]
}

extension DefinitionChecks {
  /// References to enums and types, and unknown types.
  static let references: [Check] = [danglingEnums, danglingTypes, unknownTypes]

  /// An enum that is missing from the document; enums in the namespace `System` are Apple's own.
  private static func danglingEnums(_ context: DefinitionContext) -> [DefinitionFinding] {
    let choices = context.file.enums.map(\.name)
    return context.typedElements.compactMap { type, path in
      guard case .enumeration(let reference, _) = type, !reference.isSystem,
        context.file.enumeration(reference) == nil
      else { return nil }
      if let foreign = foreignNamespace(reference, isEnum: true, choices, in: context.file) {
        return DefinitionFinding(foreign, at: path.appending("enum").appending("namespace"))
      }
      return DefinitionFinding(
        .danglingEnum(reference.name, choices: choices), at: path.appending("enum"))
    }
  }

  /// A type that is missing from the document; types in the namespace `System` are Apple's own.
  private static func danglingTypes(_ context: DefinitionContext) -> [DefinitionFinding] {
    let choices = context.file.types.map(\.name)
    return context.typedElements.compactMap { type, path in
      guard case .object(let reference?) = type, !reference.isSystem,
        context.file.objectType(reference) == nil
      else { return nil }
      if let foreign = foreignNamespace(reference, isEnum: false, choices, in: context.file) {
        return DefinitionFinding(foreign, at: path.appending("object").appending("namespace"))
      }
      return DefinitionFinding(
        .danglingType(reference.name, choices: choices), at: path.appending("object"))
    }
  }

  /// A reference with the right name but the wrong namespace.
  private static func foreignNamespace(
    _ reference: TypeReference, isEnum: Bool, _ choices: [String], in file: IntentDefinitionFile
  ) -> DefinitionFinding.Rule? {
    guard let namespace = reference.namespace, let own = file.namespace, namespace != own,
      choices.contains(reference.name)
    else { return nil }
    return .foreignNamespace(reference.name, isEnum: isEnum, namespace: namespace, own: own)
  }

  /// A type without an editor; the system's own intents may have types that no definition offers.
  private static func unknownTypes(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      guard case .other(let name) = place.parameter.type,
        place.parameter.isConfigurable || !place.schema.intent.isOfSystem
      else { return nil }
      return DefinitionFinding(.unknownType(name), at: place.path.appending("type"))
    }
  }
}

extension DefinitionChecks {
  /// The rules for names in code and for words in texts.
  static let names: [Check] = [
    parameterNames, propertyNames, caseNames, classNames, storeWords,
  ]

  /// Intents, enums and types for which the same class is generated.
  ///
  /// Another check reports two of the same kind with the same name.
  private static func classNames(_ context: DefinitionContext) -> [DefinitionFinding] {
    var first: [String: (kind: DefinitionFinding.ClassKind, of: String, className: String)] = [:]
    var found: [DefinitionFinding] = []
    func add(
      _ kind: DefinitionFinding.ClassKind, _ name: String, _ className: String, at path: IntentPath
    ) {
      guard !name.isEmpty else { return }
      let plain = CodeNames.plain(className)
      guard let other = first[plain] else {
        first[plain] = (kind, name, className)
        return
      }
      let isDuplicate = kind == .intent ? other.className == className : other.of == name
      guard other.kind != kind || !isDuplicate else { return }
      found.append(
        DefinitionFinding(
          .sameClass(plain, what: kind, other: other.of, otherKind: other.kind),
          at: path.appending("name")))
    }
    func named(_ className: String?, _ prefix: String?, _ name: String) -> String {
      className.flatMap { $0.isEmpty ? nil : $0 } ?? (prefix ?? "") + name
    }
    let own = context.ownIntents
    for (number, intent) in own {
      add(.intent, intent.name, intent.typeName, at: .element(number, of: .intents))
    }
    for (number, intent) in own {
      let response = intent.typeName + "Response"
      guard first[CodeNames.plain(response)]?.kind != .response else { continue }
      add(.response, intent.name, response, at: .element(number, of: .intents))
    }
    for (number, item) in context.file.enums.enumerated() {
      add(
        .enumeration, item.name, named(item.className, item.classPrefix, item.name),
        at: .element(number, of: .enums))
    }
    for (number, type) in context.file.types.enumerated() {
      add(
        .objectType, type.name, named(type.className, type.classPrefix, type.name),
        at: .element(number, of: .types))
    }
    return found
  }

  private static func parameterNames(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.ownIntents.flatMap { number, intent in
      findings(
        intent.parameters.map(\.name), at: .parts(of: .intents, number),
        members: CodeNames.intentMembers)
    }
  }

  private static func propertyNames(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.types.enumerated().flatMap { number, type in
      findings(
        type.properties.map { $0.isDefault ? "" : $0.name }, at: .parts(of: .types, number),
        members: CodeNames.objectMembers)
    }
  }

  /// An enum case keeps its name as text, so two cases are a problem only if they become the same
  /// identifier.
  private static func caseNames(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.enums.enumerated().flatMap { number, enumeration in
      findings(enumeration.cases.map(\.name), at: .parts(of: .enums, number), members: nil)
    }
  }

  /// The findings about names in one scope; an empty name has no findings.
  ///
  /// - Parameter members: The names of the members that every object has; nil if the given names
  ///   need not become properties.
  private static func findings(
    _ names: [String], at path: IntentPath, members: Set<String>?
  ) -> [DefinitionFinding] {
    var first: [String: String] = [:]
    return names.enumerated().compactMap { position, name in
      guard !name.isEmpty else { return nil }
      let plain = CodeNames.plain(name)
      let place = path.appending(position).appending("name")
      if let other = first[plain], other != name {
        return DefinitionFinding(
          .sameIdentifier(name, other: other, identifier: plain), at: place)
      }
      first[plain] = name
      guard let members else { return nil }
      if plain != name {
        return DefinitionFinding(.unusableName(name, .notAnIdentifier), at: place)
      }
      return members.contains(name)
        ? DefinitionFinding(.unusableName(name, .memberOfEveryObject), at: place) : nil
    }
  }

  static func storeWords(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.ownIntents.flatMap { number, intent in
      [(intent.title, "title"), (intent.description, "description")].compactMap { text, member in
        text.text.flatMap { StoreWords.first(in: $0) }.map {
          DefinitionFinding(
            .storeWord($0), at: .element(number, of: .intents).appending(member))
        }
      }
    }
  }
}

extension DefinitionChecks {
  /// Names, tags, indexes and priorities that must be unique but are duplicates.
  static let duplicates: [Check] = [
    documentDuplicates, parameterDuplicates, caseDuplicates, propertyDuplicates, sizeDuplicates,
    casesAtZero,
  ]

  /// A case with the index of ``IntentEnum/Case/noValue`` in an enum that does not have that case.
  private static func casesAtZero(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.enums.enumerated().compactMap { number, enumeration in
      let index = IntentEnum.Case.noValue.index
      guard !enumeration.cases.contains(where: \.isUnknown),
        let place = enumeration.cases.firstIndex(where: { $0.index == index })
      else { return nil }
      let free = (enumeration.cases.compactMap(\.index).max() ?? 0) + 1
      return DefinitionFinding(
        .caseAtZero(enumeration.cases[place].name, free: free),
        at: .parts(of: .enums, number).appending(place).appending("index"))
    }
  }

  static func documentDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    let (intents, enums, types) = (context.file.intents, context.file.enums, context.file.types)
    // Elements without a name are not duplicates.
    func named(_ name: String, _ text: String) -> String? { name.isEmpty ? nil : text }
    return repeats(
      intents.map { named($0.name, $0.typeName) }, .intent, at: .list(.intents), member: "name")
      + repeats(
        enums.map { named($0.name, $0.name) }, .enumeration, at: .list(.enums), member: "name")
      + repeats(
        types.map { named($0.name, $0.name) }, .objectType, at: .list(.types), member: "name")
  }

  private static func parameterDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.intents.enumerated().flatMap { number, intent -> [DefinitionFinding] in
      let path = IntentPath.parts(of: .intents, number)
      let all = intent.parameters
      let priorities = all.map { $0.isConfigurable ? $0.displayPriority : nil }
      return repeats(all.map(\.name), .parameter, at: path, member: "name")
        + repeats(all.map(\.tag), .parameterTag, at: path, member: "tag")
        + repeats(priorities, .displayPriority, at: path, member: "priority")
    }
  }

  private static func caseDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.enums.enumerated().flatMap { number, enumeration -> [DefinitionFinding] in
      let path = IntentPath.parts(of: .enums, number)
      let all = enumeration.cases
      // Cases in App Intents have no index of their own.
      let indexes = context.file.origin == nil ? all.map(\.index) : []
      return repeats(all.map(\.name), .enumCase, at: path, member: "name")
        + repeats(indexes, .caseIndex, at: path, member: "index")
    }
  }

  private static func propertyDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.types.enumerated().flatMap { number, type -> [DefinitionFinding] in
      let path = IntentPath.parts(of: .types, number)
      let all = type.properties
      return repeats(all.map(\.name), .property, at: path, member: "name")
        + repeats(all.map(\.tag), .propertyTag, at: path, member: "tag")
    }
  }

  private static func sizeDuplicates(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      let classes = (place.parameter.arraySizes?.entries ?? []).map(\.sizeClass)
      return repeats(classes, .sizeClass, at: place.path.sizes, member: "sizeClass")
    }
  }

  /// A finding for each value that repeats an earlier one, at the member that contains it.
  private static func repeats<Value: Hashable>(
    _ values: [Value?], _ what: DefinitionFinding.Duplicate, at path: IntentPath, member: String
  ) -> [DefinitionFinding] {
    var seen = Set<Value>()
    return values.enumerated().compactMap { number, value in
      guard let value, !seen.insert(value).inserted else { return nil }
      return DefinitionFinding(
        .duplicate("\(value)", what: what), at: path.appending(number).appending(member))
    }
  }
}
