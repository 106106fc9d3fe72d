package import IntentModel
import JSONC
import Messages

/// Reads the constants that the Swift compiler writes for Apple's tool.
///
/// The open-source compiler defines the format: each type with its conformances and the values of
/// its properties. A value that is not a literal is kept as an unknown part.
struct ConstantsReader {
  /// The key of a type's name, which every type has.
  static let typeNameKey = "typeName"

  private var literals = AppIntentsLiterals(origin: .constants)
  private let types: [JSONObject]
  /// The enums and the entities that parameters use, by their complete names.
  private let enums: [String: JSONObject]
  private let entities: [String: JSONObject]
  /// The names that the model gives to types that share a name, by the complete name of each type.
  private let sharedNames: [String: String]

  /// Whether a JSON text is a file of the compiler's constants.
  static func accepts(_ value: JSONValue) -> Bool {
    guard let types = value.arrayValue else { return false }
    return types.allSatisfy { type in
      type.objectValue?[typeNameKey]?.stringValue != nil
        && type.objectValue?["properties"]?.arrayValue != nil
    } && !types.isEmpty
  }

  /// The declarations of a file.
  static func literals(of value: JSONValue) -> AppIntentsLiterals {
    var reader = ConstantsReader(value)
    reader.read()
    return reader.literals
  }

  private init(_ value: JSONValue) {
    let types = (value.arrayValue ?? []).compactMap(\.objectValue)
    self.types = types
    func named(_ test: (JSONObject) -> Bool) -> [String: JSONObject] {
      Dictionary(firsts: types.filter(test).map { ($0.completeName, $0) })
    }
    let isEntity: (JSONObject) -> Bool = { $0.conforms(toOneOf: AppIntentsName.entities) }
    enums = named { $0["kind"]?.stringValue == "enum" }
    entities = named(isEntity)
    let stored = types.filter {
      isEntity($0) || $0.conforms(toOneOf: [AppIntentsName.enumeration])
    }
    let twins = Dictionary(grouping: stored) { Self.stated($0) ?? $0.name }.values
      .filter { $0.count > 1 }.joined()
    let paths = Dictionary(grouping: twins) { $0.path }
    sharedNames = Dictionary(
      firsts: twins.map { type in
        // Types in different modules can have the same path.
        let name = paths[type.path]?.count == 1 ? type.path : type.completeName
        return (type.completeName, name.replacing(".", with: "_"))
      })
  }

  private mutating func read() {
    for type in types {
      if type.conforms(toOneOf: AppIntentsName.intents) {
        literals.intents.append(intent(type))
      } else if type.conforms(toOneOf: [AppIntentsName.enumeration]) {
        literals.enums.append(enumeration(type))
      } else if type.conforms(toOneOf: AppIntentsName.entities) {
        literals.entities.append(entity(type))
      } else if type.conforms(toOneOf: AppIntentsName.queries) {
        literals.queries.append(query(type))
      }
    }
  }
}

extension ConstantsReader {
  private func intent(_ type: JSONObject) -> LiteralIntent {
    var intent = LiteralIntent(name: type.name)
    intent.qualifiedName = type[Self.typeNameKey]?.stringValue
    intent.place = type.place
    intent.isForWidgets = type.conforms(toOneOf: [AppIntentsName.widgetConfigurationIntent])
    let properties = type.properties
    intent.title = text(properties["title"], "\(intent.name): title")
    intent.description = text(properties["description"], "\(intent.name): description")
    intent.isDiscoverable = !intent.isForWidgets
    if let stated = properties[AppIntentsName.isDiscoverable] {
      if case .boolean(let flag)? = value(stated) {
        intent.isDiscoverable = flag
      } else {
        intent.unknown.append(unknown(stated, "\(intent.name): \(AppIntentsName.isDiscoverable)"))
      }
    }
    intent.modes = modes(properties, of: intent.name)
    if type.conforms(toOneOf: [AppIntentsName.migratedIntent]) {
      intent.customClassName = string(
        properties[AppIntentsName.intentClassName],
        "\(intent.name): \(AppIntentsName.intentClassName)")
    }
    if let name = name(type) { intent.name = name }
    intent.unknown += unknownName(type)
    for property in type.propertyList {
      guard let wrapper = property.wrapper(named: AppIntentsName.parameterWrappers)
      else { continue }
      intent.parameters.append(parameter(property, wrapper, of: intent.name))
    }
    if let summary = properties[AppIntentsName.parameterSummary] {
      intent.summary = self.summary(summary, of: intent.name)
    }
    return intent
  }

  /// How the action can run: `supportedModes`, or else `openAppWhenRun`.
  private func modes(_ properties: [String: JSONObject], of intent: String) -> Literal<[ActionMode]>
  {
    if let stated = properties[AppIntentsName.supportedModes] {
      let parts =
        stated.kind == .array ? stated.elements : [stated]
      let modes = parts.compactMap { $0.flatMap(mode) }
      return modes.count == parts.count
        ? .value(modes) : .unknown(unknown(stated, "\(intent): \(AppIntentsName.supportedModes)"))
    }
    guard let stated = properties[AppIntentsName.openAppWhenRun] else { return .absent }
    guard case .boolean(let opens)? = value(stated) else {
      return .unknown(unknown(stated, "\(intent): \(AppIntentsName.openAppWhenRun)"))
    }
    return opens ? .value([.foreground]) : .absent
  }

  private func mode(_ node: JSONObject) -> ActionMode? {
    guard let name = node.memberLabel else { return nil }
    switch node.kind {
    case .member: return ActionMode(rawValue: name)
    case .staticCall:
      // An expression such as `.foreground(.dynamic)`.
      let arguments = node.call?.callArguments ?? []
      guard arguments.count == 1, case .member(let argument)? = value(arguments[0]) else {
        return nil
      }
      return ActionMode(rawValue: "\(name)(.\(argument))")
    default: return nil
    }
  }

  private func parameter(
    _ property: JSONObject, _ wrapper: JSONObject, of intent: String
  ) -> LiteralParameter {
    let name = property.label ?? ""
    let subject = UnknownPart.subject(intent, name)
    let written = property.typeText ?? ""
    let form = CompiledTypeName(written)
    var parameter = LiteralParameter(name: name, type: type(form))
    parameter.isArray = form.isArray
    parameter.isOptional = form.isOptional
    parameter.place = property.place
    for argument in wrapper.callArguments { read(argument, into: &parameter, of: subject) }
    if case .entity = parameter.type, parameter.options == .none { parameter.options = .list }
    if case .other(let name) = parameter.type {
      parameter.unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: "type"), text: name, place: parameter.place,
          reason: "is a type that the file does not declare"))
    }
    return parameter
  }

  private func read(
    _ argument: JSONObject, into parameter: inout LiteralParameter, of subject: String
  ) {
    let label = argument.label ?? ""
    let what = "\(subject): \(label)"
    switch ArgumentLabel(rawValue: label) {
    case .title?: parameter.title = text(argument, what)
    case .description?: parameter.description = text(argument, what)
    case .requestValueDialog?: parameter.prompt = text(argument, what)
    case .default?:
      parameter.defaultValue = literal(argument, what)
      if parameter.defaultValue.value == .nothing { parameter.defaultValue = .absent }
    case .inclusiveRange?:
      let ends = argument.elements.compactMap { value($0) }
      if ends.count == 2 {
        (parameter.minimum, parameter.maximum) = (.value(ends[0]), .value(ends[1]))
      } else if !argument.isNothing {
        parameter.minimum = .unknown(unknown(argument, what))
      }
    case .controlStyle?: parameter.control = member(argument, what)
    case .kind?: parameter.dateKind = member(argument, what)
    case .defaultUnit?, .unit?: parameter.unit = member(argument, what)
    case .supportsNegativeNumbers?:
      if case .boolean(let isAllowed)? = value(argument) {
        parameter.supportsNegatives = .value(isAllowed)
      } else {
        parameter.supportsNegatives = .unknown(unknown(argument, what))
      }
    case .size?: parameter.sizes = sizes(argument, what)
    case .displayName?:
      guard !argument.isNothing else { return }
      let names = argument.arguments
      parameter.trueName = text(names["true"], "\(what).true")
      parameter.falseName = text(names["false"], "\(what).false")
    case .optionsProvider?, .query?:
      let named = argument.call?.typeText ?? argument.typeText
      parameter.provider =
        argument.kind == .runtime || named == nil
        ? .unknown(unknown(argument, what)) : .value((named ?? "").lastComponent)
      parameter.options = .list
    case .supportedValues?:
      switch value(argument) {
      case .array(let values)?: parameter.supportedValues = .value(values)
      // A list of all cases does not limit the values.
      case .member("allCases")?: break
      default: parameter.supportedValues = .unknown(unknown(argument, what))
      }
    case .inputConnectionBehavior?, .requestDisambiguationDialog?,
      .requestValueDisambiguationDialog?, .resolvers?:
      return
    case .inputOptions?: options(argument, &parameter, what)
    default:
      if !argument.isNothing { parameter.unknown.append(unknown(argument, what)) }
    }
  }

  private func options(
    _ argument: JSONObject, _ parameter: inout LiteralParameter, _ what: String
  ) {
    for (label, option) in argument.arguments {
      switch ArgumentLabel(rawValue: label) {
      case .capitalizationType?: parameter.capitalization = member(option, what)
      case .multiline?: parameter.isMultiline = value(option) == .boolean(true)
      case .autocorrect?: parameter.disablesAutocorrect = value(option) == .boolean(false)
      case .smartQuotes?: parameter.disablesSmartQuotes = value(option) == .boolean(false)
      case .smartDashes?: parameter.disablesSmartDashes = value(option) == .boolean(false)
      default: continue
      }
      if label != ArgumentLabel.capitalizationType.rawValue, value(option) == nil {
        parameter.unknown.append(unknown(option, "\(what).\(label)"))
      }
    }
  }

  private func sizes(_ argument: JSONObject, _ what: String) -> Literal<[LiteralSize]> {
    func size(_ node: JSONObject?, family: String?) -> LiteralSize? {
      switch value(node) {
      case .integer(let count)?: return LiteralSize(family: family, minimum: count, maximum: count)
      default: break
      }
      let parts = node?.arguments ?? [:]
      guard case .integer(let minimum)? = value(parts["min"] ?? parts["minimum"]),
        case .integer(let maximum)? = value(parts["max"] ?? parts["maximum"])
      else { return nil }
      return LiteralSize(family: family, minimum: minimum, maximum: maximum)
    }
    if argument.kind == .dictionary {
      let pairs = members(argument)
      let sizes = pairs.compactMap { family, node in
        family.flatMap { size(node, family: $0) }
      }
      return sizes.count == pairs.count ? .value(sizes) : .unknown(unknown(argument, what))
    }
    return size(argument, family: nil).map { .value([$0]) } ?? .unknown(unknown(argument, what))
  }

  /// The entries of a dictionary, each with the name of the member that is its key; the name is nil
  /// if the key is not a member.
  private func members(_ node: JSONObject) -> [(name: String?, value: JSONObject?)] {
    node.elements.map { pair in
      guard case .member(let name)? = value(pair?["key"]?.objectValue) else { return (nil, nil) }
      return (name, pair?["value"]?.objectValue)
    }
  }
}

extension ConstantsReader {
  /// The identifier that a type declares; nil if there is none, or if it is not a literal.
  private static func stated(_ type: JSONObject) -> String? {
    if case .string(let name)? = value(type.properties[AppIntentsName.persistentIdentifier]) {
      name
    } else {
      nil
    }
  }

  /// The name of a type in the definition, if it differs from its Swift name; nil otherwise.
  private func name(_ type: JSONObject) -> String? {
    sharedNames[type.completeName] ?? Self.stated(type)
  }

  private func unknownName(_ type: JSONObject) -> [UnknownPart] {
    if let name = sharedNames[type.completeName] {
      return [UnknownPart(sharedNameOf: name, text: type.completeName, place: type.place)]
    }
    guard let stated = type.properties[AppIntentsName.persistentIdentifier], name(type) == nil
    else { return [] }
    var part = unknown(stated, "\(type.name): \(AppIntentsName.persistentIdentifier)")
    part.code = UnknownPart.nameNotLiteral
    return [part]
  }

  private func enumeration(_ type: JSONObject) -> LiteralEnum {
    var found = LiteralEnum(name: name(type) ?? type.name)
    found.unknown += unknownName(type)
    found.place = type.place
    let properties = type.properties
    found.title = display(
      properties[AppIntentsName.typeDisplayRepresentation], "\(found.name): title")
    let table = properties[AppIntentsName.caseDisplayRepresentations]
    var displays: [String: JSONObject] = [:]
    if let table, table.kind == .dictionary {
      for case (let name?, let display) in members(table) { displays[name] = display }
    } else {
      found.unknown.append(
        unknown(table, "\(found.name): \(AppIntentsName.caseDisplayRepresentations)"))
    }
    for item in type["cases"]?.arrayValue ?? [] {
      guard let name = item.objectValue?["name"]?.stringValue else { continue }
      let raw = item.objectValue?["rawValue"]?.stringValue
      var choice = LiteralEnum.Case(
        name: name, rawValue: .value(raw.map { rawValue($0, of: properties) } ?? name))
      choice.title = display(displays[name], "\(found.name).\(name): title")
      let parts = displays[name]?.arguments ?? [:]
      choice.subtitle = text(parts["subtitle"], "\(found.name).\(name): subtitle")
      let image = parts["image"]?.arguments ?? [:]
      if case .string(let symbol)? = value(image["systemName"]) { choice.image = symbol }
      found.cases.append(choice)
    }
    return found
  }

  /// The text of a raw value: its description in Swift, such as `1.0` for the literal `1`.
  private func rawValue(_ text: String, of properties: [String: JSONObject]) -> String {
    switch properties["rawValue"]?.typeText {
    case "Swift.Double": Double(text).map { "\($0)" } ?? text
    case "Swift.Float": Float(text).map { "\($0)" } ?? text
    default: text
    }
  }

  private func entity(_ type: JSONObject) -> LiteralEntity {
    var entity = LiteralEntity(name: name(type) ?? type.name)
    entity.unknown += unknownName(type)
    entity.place = type.place
    entity.isTransient = type.conforms(toOneOf: [AppIntentsName.transientEntity])
    let properties = type.properties
    entity.title = display(
      properties[AppIntentsName.typeDisplayRepresentation], "\(entity.name): title")
    let query = type.alias("DefaultQuery")?.lastComponent
    entity.query = entity.isTransient ? nil : query
    entity.identifierType = properties["id"]?.typeText.map {
      CompiledTypeName($0).words
    }
    for property in type.propertyList {
      guard let wrapper = property.wrapper(named: AppIntentsName.propertyWrappers)
      else { continue }
      entity.properties.append(parameter(property, wrapper, of: entity.name))
    }
    return entity
  }

  private func query(_ type: JSONObject) -> LiteralQuery {
    var query = LiteralQuery(name: type.name)
    query.place = type.place
    query.isSearchable = type.conforms(toOneOf: [AppIntentsName.stringQuery])
    query.isEnumerable = type.conforms(toOneOf: ["EnumerableEntityQuery"])
    query.entity = type.alias("Entity")?.lastComponent
    for property in type.propertyList {
      guard let wrapper = property.wrapper(named: [AppIntentsName.dependency]) else { continue }
      for argument in wrapper.callArguments {
        guard let name = argument.keyPathName, let root = argument.call?["rootType"]?.stringValue
        else { continue }
        query.dependencies[root.lastComponent, default: []].append(name)
      }
    }
    return query
  }
}

extension ConstantsReader {
  private func summary(_ node: JSONObject, of intent: String) -> LiteralSummary {
    if node.kind == .builder {
      let elements = node.builderElements.compactMap { $0 }
      guard elements.count == 1 else { return unreadable(node, of: intent) }
      return summary(elements[0], of: intent)
    }
    guard node.kind == .initCall, let call = node.call, let type = call.typeText
    else { return unreadable(node, of: intent) }
    switch AppIntentsName.SummaryPart(type: type) {
    case .rows: return rows(call.callArguments, of: intent)
    case .condition:
      return condition(call.callArguments, of: intent) ?? unreadable(node, of: intent)
    case .cases: return cases(call.callArguments, of: intent) ?? unreadable(node, of: intent)
    case .oneCase, .otherwise, nil: return unreadable(node, of: intent)
    }
  }

  private func unreadable(_ node: JSONObject, of intent: String) -> LiteralSummary {
    .unknown(unknown(node, UnknownPart.subject(intent, part: "summary")))
  }

  private func rows(_ arguments: [JSONObject], of intent: String) -> LiteralSummary {
    var sentence: LiteralText?
    var others: [String] = []
    for argument in arguments {
      switch argument.kind {
      case .raw where argument.label == "table":
        if case .string(let table)? = value(argument) { sentence?.table = table }
      case .raw, .interpolated:
        if case .string(let text)? = value(argument) { sentence = LiteralText(text) }
      case .keyPath:
        if let name = argument.keyPathName { others.append(name) }
      case .builder, .array:
        let elements =
          argument.kind == .builder ? argument.builderElements : argument.elements
        let names = elements.map { $0?.keyPathName }
        guard !names.contains(nil) else { return unreadable(argument, of: intent) }
        others += names.compactMap { $0 }
      default:
        if !argument.isNothing { return unreadable(argument, of: intent) }
      }
    }
    return .rows(sentence: sentence, others: others)
  }

  private func subject(_ argument: JSONObject) -> LiteralSubject? {
    guard argument.kind == .keyPath, let name = argument.keyPathName else { return nil }
    return name.hasSuffix(Condition.Subject.family.name) ? .family : .parameter(name)
  }

  private func condition(_ arguments: [JSONObject], of intent: String) -> LiteralSummary? {
    var subject: LiteralSubject?
    var comparison: ConditionOperator?
    var values: [LiteralValue] = []
    var branches: [LiteralSummary] = []
    for argument in arguments {
      if argument.label == Condition.Subject.family.name { subject = subject ?? .family }
      if let found = self.subject(argument) {
        subject = found
      } else if argument.isSummary {
        branches.append(summary(argument, of: intent))
      } else if comparison == nil, case .member(let name)? = value(argument) {
        guard let known = SwiftOperators.named[name] else { return nil }
        comparison = known
      } else if let operand = value(argument) {
        values.append(operand)
      } else {
        return nil
      }
    }
    guard let subject, let comparison, let shown = branches.first, branches.count <= 2 else {
      return nil
    }
    if comparison == .oneOf, values.count == 1, case .array(let listed) = values[0] {
      values = listed
    }
    return .when(
      LiteralQuestion(subject: subject, comparison: comparison, values: values), shown,
      otherwise: branches.count == 2 ? branches[1] : nil)
  }

  private func cases(_ arguments: [JSONObject], of intent: String) -> LiteralSummary? {
    guard let subject = arguments.lazy.compactMap({ self.subject($0) }).first,
      let body = arguments.first(where: { $0.kind == .builder })
    else { return nil }
    var cases: [LiteralSummary.Case] = []
    var otherwise: LiteralSummary?
    for element in body.builderElements {
      guard let call = element?.call, let type = call.typeText else { return nil }
      let parts = call.callArguments
      guard let shown = parts.last(where: \.isSummary) else { return nil }
      if AppIntentsName.SummaryPart(type: type) == .otherwise {
        otherwise = summary(shown, of: intent)
        continue
      }
      let operand = parts.lazy.compactMap { self.value($0) }.first
      guard let operand else { return nil }
      var values = [operand]
      if case .array(let listed) = operand { values = listed }
      cases.append(LiteralSummary.Case(values: values, summary: summary(shown, of: intent)))
    }
    return .cases(subject, cases, otherwise: otherwise)
  }
}

extension ConstantsReader {
  private func value(_ node: JSONObject?) -> LiteralValue? { Self.value(node) }

  /// The value of a node; nil if it is not a literal.
  private static func value(_ node: JSONObject?) -> LiteralValue? {
    guard let node else { return nil }
    let content = node["value"]
    switch node.kind {
    case .nothing: return .nothing
    case .raw:
      guard let text = content?.stringValue else { return nil }
      return literal(text, type: node.typeText ?? "")
    case .interpolated:
      let segments = content?.objectValue?["segments"]?.arrayValue ?? []
      var text = ""
      for segment in segments {
        guard let segment = segment.objectValue else { return nil }
        if let name = segment.keyPathName {
          text += TextPlaceholders.placeholder(name)
        } else if let part = segment["value"]?.stringValue {
          text += part
        } else {
          return nil
        }
      }
      return .string(text)
    case .array:
      let elements = node.elements
      let values = elements.compactMap { value($0) }
      return values.count == elements.count ? .array(values) : nil
    case .enumeration: return node.call?["name"]?.stringValue.map { .member($0) }
    case .member: return node.memberLabel.map { .member($0) }
    case .initCall:
      let parts = node.arguments
      let written = node.call?.typeText ?? ""
      if written.contains(AppIntentsName.measurement), let number = value(parts["value"])?.number,
        case .member(let unit)? = value(parts["unit"])
      {
        return .measurement(number, unit: unit)
      }
      if written.contains("LocalizedStringResource") || written.contains("DisplayRepresentation") {
        return nil
      }
      let only = node.call?.callArguments ?? []
      return only.count == 1 ? value(only[0]) : nil
    default: return nil
    }
  }

  /// Makes a literal from its text; the type determines whether it is a number or a text.
  private static func literal(_ text: String, type: String) -> LiteralValue {
    let form = CompiledTypeName(type)
    if text == "nil", form.isOptional || type.isEmpty { return .nothing }
    switch form.element {
    case "Bool": return .boolean(text == "true")
    case AppIntentsName.collectionSize,
      _ where SwiftTypes.integers.contains(form.element):
      return Int(text).map { .integer($0) } ?? .string(text)
    case "Double", "Float", "CGFloat":
      if let number = Int(text) { return .integer(number) }
      return Double(text).map { .decimal($0) } ?? .string(text)
    case "":
      return Int(text).map { .integer($0) } ?? Double(text).map { .decimal($0) } ?? .string(text)
    default: return .string(text)
    }
  }

  private func literal(_ node: JSONObject, _ what: String) -> Literal<LiteralValue> {
    value(node).map { .value($0) } ?? .unknown(unknown(node, what))
  }

  private func member(_ node: JSONObject, _ what: String) -> Literal<String> {
    if node.isNothing { return .absent }
    if case .member(let name)? = value(node) { return .value(name) }
    return .unknown(unknown(node, what))
  }

  private func string(_ node: JSONObject?, _ what: String) -> Literal<String> {
    guard let node else { return .absent }
    if case .string(let text)? = value(node) { return .value(text) }
    return .unknown(unknown(node, what))
  }

  /// A text: a literal, or a resource with key, table and default value.
  private func text(_ node: JSONObject?, _ what: String) -> Literal<LiteralText> {
    guard let node, !node.isNothing else { return .absent }
    switch node.kind {
    case .raw, .interpolated:
      if case .string(let text)? = value(node) { return .value(LiteralText(text)) }
    case .initCall:
      let parts = node.arguments
      let first = node.call?.callArguments.first
      let key = parts["key"] ?? parts["stringLiteral"] ?? parts["descriptionText"] ?? first
      guard case .value(var text) = self.text(key, what) else { break }
      for (label, place) in [("table", \LiteralText.table), ("defaultValue", \.defaultText)] {
        guard let part = parts[label], !part.isNothing else { continue }
        guard case .string(let stated)? = value(part) else {
          return .unknown(unknown(part, "\(what).\(label)"))
        }
        text[keyPath: place] = stated
      }
      return .value(text)
    default: break
    }
    return .unknown(unknown(node, what))
  }

  /// The title of a display representation: its argument `title` or `name`, or else the whole
  /// value.
  private func display(_ node: JSONObject?, _ what: String) -> Literal<LiteralText> {
    guard let node else { return .absent }
    let parts = node.arguments
    return text(parts["title"] ?? parts["name"] ?? node, what)
  }

  private func unknown(_ node: JSONObject?, _ what: String) -> UnknownPart {
    let kind = node?["valueKind"]?.stringValue
    let isRuntime = node?.kind == .runtime
    return UnknownPart(
      subject: what, text: isRuntime ? "" : kind ?? "", place: node?.place,
      reason: isRuntime || kind == nil
        ? "is known only when the program runs" : UnknownPart.unknownForm)
  }

  private func type(_ form: CompiledTypeName) -> LiteralType {
    let name = form.element
    if let found = enums[form.completeElement] {
      return .enumeration(self.name(found) ?? found.name)
    }
    if let found = entities[form.completeElement] { return .entity(self.name(found) ?? found.name) }
    if let known = SwiftTypes.named[name] { return known }
    if name.hasPrefix(AppIntentsName.measurement) {
      let argument = name.dropFirst(AppIntentsName.measurement.count).dropLast()
      let unit = argument.description.lastComponent
      let prefix = "Unit"
      return .measurement(unit.hasPrefix(prefix) ? String(unit.dropFirst(prefix.count)) : unit)
    }
    return .other(name.lastComponent)
  }
}

/// A type as the compiler writes it, such as `Swift.Optional<Swift.Array<Tram.Stop>>`.
private struct CompiledTypeName {
  var element: String
  /// The type of an element with its module and outer types.
  var completeElement: String
  var isArray = false
  var isOptional = false

  /// The type as Swift source writes it, without modules.
  var words: String { (isArray ? "[\(element)]" : element) + (isOptional ? "?" : "") }

  init(_ written: String) {
    var rest = written
    while true {
      if let inner = rest.argument(of: "Swift.Optional") {
        isOptional = true
        rest = inner
      } else if let inner = rest.argument(of: "Swift.Array") {
        isArray = true
        rest = inner
      } else {
        break
      }
    }
    completeElement = rest
    if rest.contains("<") {
      // The module in front of a generic type is not part of its name.
      let outer = rest.split(separator: "<", maxSplits: 1)
      element = String(outer[0]).lastComponent + "<" + outer[1]
    } else {
      element = rest.lastComponent
    }
  }
}

/// The kinds of values in the compiler's constants.
private enum ValueNodeKind: String {
  case array = "Array"
  case builder = "Builder"
  case dictionary = "Dictionary"
  case enumeration = "Enum"
  case initCall = "InitCall"
  case interpolated = "InterpolatedStringLiteral"
  case keyPath = "KeyPath"
  case member = "MemberReference"
  case nothing = "NilLiteral"
  case raw = "RawLiteral"
  case runtime = "Runtime"
  case staticCall = "StaticFunctionCall"
}

extension AppIntentsName {
  /// The protocols of intents.
  static let intents = ["AppIntent", widgetConfigurationIntent, controlConfigurationIntent]

  /// The protocol of enums.
  static let enumeration = "AppEnum"

  /// The protocol of an entity without a query.
  package static let transientEntity = "TransientAppEntity"

  /// The protocols of entities.
  static let entities = ["AppEntity", transientEntity]

  /// The protocol of a query that searches for text.
  static let stringQuery = "EntityStringQuery"

  /// The protocols of queries and of options providers.
  static let queries = ["EntityQuery", stringQuery, "DynamicOptionsProvider"]

  /// The type for the number of elements in an array.
  package static let collectionSize = "IntentCollectionSize"

  /// The prefix of a measurement's type.
  static let measurement = "Measurement<"

  /// The wrappers of an intent's parameters.
  package static let parameterWrappers: Set<String> = ["IntentParameter", "Parameter"]

  /// The wrappers of entity properties whose values are among the compiler's constants.
  package static let propertyWrappers: Set<String> = ["EntityProperty", "Property"]

  /// The wrapper with which a query reads parameters of an intent.
  package static let dependency = "IntentParameterDependency"

  /// The parts of a parameter summary, by their names in source.
  package enum SummaryPart: String, CaseIterable {
    case rows = "Summary"
    case condition = "When"
    case cases = "Switch"
    case oneCase = "Case"
    case otherwise = "DefaultCase"

    /// The part with a name in source or in the compiler's constants; nil for any other name.
    package init?(_ name: String) {
      switch name {
      case "IntentParameterSummary": self = .rows
      case "ParameterSummaryWhenCondition": self = .condition
      case "ParameterSummarySwitchCondition": self = .cases
      case "ParameterSummaryCaseCondition": self = .oneCase
      case "ParameterSummaryDefaultCaseCondition": self = .otherwise
      default: self.init(rawValue: name)
      }
    }
  }
}

extension AppIntentsName.SummaryPart {
  /// The part with the given generic type; nil for any other type.
  fileprivate init?(type: String) {
    self.init(type.split(separator: "<").first.map { String($0).lastComponent } ?? "")
  }
}

/// The names of types in Swift.
package enum SwiftTypes {
  /// The types of parameters by their names in Swift, without modules.
  package static let named: [String: LiteralType] = {
    let kinds = ValueKind.allCases.filter { $0 != .timeInterval }
    // In App Intents, a speakable string is a plain string.
    let written = kinds.compactMap { kind in
      kind.facts.appIntents.map { ($0, LiteralType.value(kind)) }
    }
    return Dictionary(
      firsts: written + [("Duration", .duration)] + variants.map { ($0, .variant($0, of: $1)) })
  }()

  /// Whether a text is the name of a type, such as `Shared.ID<[Int]>?`.
  package static func isName(_ text: String) -> Bool {
    var rest = text[...]
    return skipType(&rest, depth: 0) && rest.isEmpty
  }

  /// Skips the type at the start of a text; false if there is none.
  private static func skipType(_ rest: inout Substring, depth: Int) -> Bool {
    func skip(_ sign: Character) -> Bool {
      rest = rest.drop { $0 == " " }
      guard rest.first == sign else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard depth < maximumDepth else { return false }
    if skip("[") {
      guard skipType(&rest, depth: depth + 1) else { return false }
      if skip(":"), !skipType(&rest, depth: depth + 1) { return false }
      guard skip("]") else { return false }
    } else {
      repeat {
        rest = rest.drop { $0 == " " }
        let name = rest.prefix { !" .<>,:[]?".contains($0) }
        guard !name.isEmpty, CodeNames.plain(String(name)) == name else { return false }
        rest = rest.dropFirst(name.count)
        if skip("<") {
          repeat {
            guard skipType(&rest, depth: depth + 1) else { return false }
          } while skip(",")
          guard skip(">") else { return false }
        }
      } while skip(".")
    }
    while skip("?") {}
    return true
  }

  /// The maximum nesting depth of types.
  private static let maximumDepth = 16

  /// The types of whole numbers.
  package static let integers = Set(variants.filter { $0.1 == .integer }.map(\.0)).union([
    "Int", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
  ])

  /// The names of the types that are not the usual types for their kinds of values.
  package static let variantNames = variants.map(\.0)

  /// The types whose values an intent definition stores as values of a different type.
  private static let variants: [(String, ValueKind)] = [
    ("AttributedString", .string), ("Date", .dateComponents), ("Float", .decimal),
    ("Int8", .integer), ("Int16", .integer), ("Int32", .integer), ("Int64", .integer),
  ]
}

/// The names of operators in Swift.
package enum SwiftOperators {
  /// The operators by the names that a summary can use for them.
  package static let named = Dictionary(
    firsts: ConditionOperator.allCases.compactMap { comparison in
      comparison.appIntentsName.map { ($0, comparison) }
    } + [
      ("containing", .contains), ("notContaining", .doesNotContain), ("beginsWith", .hasPrefix),
      ("endsWith", .hasSuffix),
    ])
}

extension ConditionOperator {
  /// The name of the operator in a summary of App Intents; nil if there is none.
  package var appIntentsName: String? {
    switch self {
    case .hasValue: "hasAnyValue"
    case .hasNoValue, .oneOf, .contains, .doesNotContain, .hasPrefix, .hasSuffix: rawValue
    case .equal: "equalTo"
    case .notEqual: "notEqualTo"
    case .less: "lessThan"
    case .lessOrEqual: "lessThanOrEqualTo"
    case .greater: "greaterThan"
    case .greaterOrEqual: "greaterThanOrEqualTo"
    case .withinRange: nil
    }
  }
}

extension String {
  /// The generic argument of a type with the given name; nil for any other type.
  fileprivate func argument(of name: String) -> String? {
    guard hasPrefix(name + "<"), hasSuffix(">") else { return nil }
    return String(dropFirst(name.count + 1).dropLast())
  }

  /// The name in a key path such as `\.$number`.
  fileprivate var parameterName: String {
    let last = split(separator: ".").last.map(String.init) ?? self
    return last.hasPrefix("$") ? String(last.dropFirst()) : last
  }
}

extension JSONObject {
  /// The name of a type with its module and outer types.
  fileprivate var completeName: String { self[ConstantsReader.typeNameKey]?.stringValue ?? "" }

  /// The name of a type with its outer types, but without its module.
  fileprivate var path: String {
    let parts = completeName.split(separator: ".")
    return parts.dropFirst(parts.count > 1 ? 1 : 0).joined(separator: ".")
  }

  /// The name of a type without its module and outer types.
  fileprivate var name: String { completeName.lastComponent }

  fileprivate var place: String? {
    guard let file = self["file"]?.stringValue, let line = self["line"]?.intValue else {
      return nil
    }
    return "\(file.split(separator: "/").last ?? ""):\(line)"
  }

  fileprivate func conforms(toOneOf names: [String]) -> Bool {
    (self["conformances"]?.arrayValue ?? []).contains { protocolName in
      protocolName.stringValue.map { names.contains($0.lastComponent) } ?? false
    }
  }

  /// The properties by name; if several share a name, the first one.
  fileprivate var properties: [String: JSONObject] {
    Dictionary(firsts: propertyList.compactMap { item in item.label.map { ($0, item) } })
  }

  fileprivate var propertyList: [JSONObject] {
    (self["properties"]?.arrayValue ?? []).compactMap(\.objectValue)
  }

  /// The wrapper of a property that has one of the given names; nil if there is none.
  fileprivate func wrapper(named names: Set<String>) -> JSONObject? {
    (self["propertyWrappers"]?.arrayValue ?? []).compactMap(\.objectValue).first { wrapper in
      let type = wrapper.typeText?.split(separator: "<").first.map(String.init) ?? ""
      return names.contains(type.lastComponent)
    }
  }

  /// The arguments of a call by label.
  fileprivate var arguments: [String: JSONObject] {
    let all = call?.callArguments ?? []
    return Dictionary(firsts: all.map { ($0.label ?? "", $0) })
  }

  /// The arguments of a call or of a wrapper.
  fileprivate var callArguments: [JSONObject] {
    (self["arguments"]?.arrayValue ?? []).compactMap(\.objectValue)
  }

  /// The kind of a value; nil for a kind that is not read.
  fileprivate var kind: ValueNodeKind? {
    self["valueKind"]?.stringValue.flatMap { ValueNodeKind(rawValue: $0) }
  }

  /// The label of an argument, or the name of a property.
  fileprivate var label: String? { self["label"]?.stringValue }

  /// The type of a value, a property or a wrapper.
  fileprivate var typeText: String? { self["type"]?.stringValue }

  /// The elements of an array or a dictionary; nil for each that is not an object.
  fileprivate var elements: [JSONObject?] {
    (self["value"]?.arrayValue ?? []).map(\.objectValue)
  }

  /// The parts of a value, such as the type and the arguments of a call.
  fileprivate var call: JSONObject? { self["value"]?.objectValue }

  /// The name in a key path; nil for any other value.
  fileprivate var keyPathName: String? { call?["path"]?.stringValue?.parameterName }

  /// The member to which a value refers.
  fileprivate var memberLabel: String? { call?["memberLabel"]?.stringValue }

  /// The elements of a result builder; nil for each that is not an object.
  fileprivate var builderElements: [JSONObject?] {
    (call?["members"]?.arrayValue ?? []).map { $0.objectValue?["element"]?.objectValue }
  }

  /// Whether a value is a summary in a condition.
  fileprivate var isSummary: Bool { kind == .builder || kind == .initCall }

  /// The type that an alias inside the type stands for; nil if there is no such alias.
  fileprivate func alias(_ name: String) -> String? {
    (self["associatedTypeAliases"]?.arrayValue ?? []).compactMap(\.objectValue).first {
      $0["typeAliasName"]?.stringValue == name
    }?["substitutedTypeName"]?.stringValue
  }

  /// Whether the value is `nil`.
  fileprivate var isNothing: Bool {
    kind == .nothing
      || kind == .raw && self["value"]?.stringValue == "nil"
        && (typeText?.hasPrefix("Swift.Optional<") ?? true)
  }
}
