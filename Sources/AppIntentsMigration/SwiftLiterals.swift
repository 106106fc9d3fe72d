package import DefinitionFormats
import IntentModel

extension AppIntentsLiterals {
  /// Reads the intents, enums, entities and queries that Swift files declare.
  ///
  /// Types may be declared in other files than those that use them, have extensions, and conform
  /// through protocols of the source. Values that are not literals, and names that no file
  /// declares, are unknown.
  ///
  /// - Parameters:
  ///   - files: The texts of the files, with the file names to use in positions.
  ///   - build: The known settings of the build.
  package init(_ files: [(name: String, text: String)], build: BuildSettings = BuildSettings()) {
    var types = TypeCollection()
    types.build = build
    types.isOfDeclarations = true
    let errors = types.read(files).compactMap { $0 }
    self.init(types, errors: errors)
  }

  /// Makes the model of declarations.
  ///
  /// - Parameter errors: The first syntax error of each file that has one.
  init(_ types: TypeCollection, errors: [SourcePlace]) {
    let whole = types.whole
    let names = SourceNames(whole, constants: types.constants, aliases: types.aliasTexts)
    self.init(whole, names: names, errors: errors)
  }

  /// Makes the model of types with their extensions.
  init(_ whole: [TypeDeclaration], names: SourceNames, errors: [SourcePlace]) {
    self.init(origin: .swift)
    var reading = LiteralReading(whole, names)
    intents = reading.intents.map { reading.intent($0) }
    // The source also contains types that no parameter uses.
    for type in reading.whole where type.isAppEnum || type.isEntity {
      reading.use(type)
    }
    while let type = reading.next() {
      if type.isAppEnum {
        enums.append(reading.enumeration(type))
      } else {
        entities.append(reading.entity(type))
      }
    }
    queries = reading.queries(of: entities)
    unknown = reading.unknown
    unknown += errors.map { place in
      UnknownPart(
        subject: place.file, text: "", place: place.text,
        reason: "has a syntax error, so declarations may be overlooked")
    }
  }
}

/// Makes the literal model of the declarations in files.
private struct LiteralReading {
  let whole: [TypeDeclaration]
  private let names: SourceNames
  private let byPath: [String: [TypeDeclaration]]
  /// The model's names for the enums and entities in use, by the positions of their types.
  private var used: [SourcePlace: String] = [:]
  private var taken: Set<String> = []
  /// The names that several types share; it is unknown which of the types the system finds by such
  /// a name.
  private let shared: Set<String>
  private var open: [TypeDeclaration] = []
  private(set) var unknown: [UnknownPart] = []

  init(_ whole: [TypeDeclaration], _ names: SourceNames) {
    self.whole = whole
    self.names = names
    byPath = Dictionary(grouping: whole, by: \.path)
    intents = whole.filter { $0.isIntent && !$0.isEnum }
    // Several declarations with the same path are the branches of an `#if`.
    let stored = whole.filter { $0.isAppEnum || $0.isEntity }
    shared = Set(
      Dictionary(grouping: stored) { $0.persistentName ?? $0.name }
        .filter { Set($0.value.map(\.path)).count > 1 }.keys)
  }

  let intents: [TypeDeclaration]

  // MARK: Types

  /// The unique name of an enum or an entity in the model.
  @discardableResult mutating func use(_ type: TypeDeclaration) -> String {
    if let name = used[type.place] { return name }
    var name = type.persistentName ?? type.name
    let isShared = shared.contains(name)
    // No other type has the same path, so the name does not change if other types are added.
    if isShared { name = type.path.replacing(".", with: "_") }
    var number = 2
    while taken.contains(name) {
      name = "\(type.name)\(number)"
      number += 1
    }
    if isShared {
      unknown.append(UnknownPart(sharedNameOf: name, text: type.path, place: type.place.text))
    }
    taken.insert(name)
    used[type.place] = name
    // If an intent in the same branch is marked as unknown, that mark also covers the type.
    if !type.branches.isEmpty,
      !intents.contains(where: { type.branches.allSatisfy($0.branches.contains) })
    {
      unknown.append(
        UnknownPart(
          subject: name, text: type.branches.joined(separator: " && "), place: type.place.text,
          reason: Self.inBranch))
    }
    open.append(type)
    if let part = Self.unknownName(of: type, as: name) { unknown.append(part) }
    return name
  }

  /// The unknown part for an identifier that is not a literal, or not the same in every build; nil
  /// if there is no such identifier.
  private static func unknownName(of type: TypeDeclaration, as name: String) -> UnknownPart? {
    type.unknownName.map { argument in
      var part = UnknownPart(
        subject: UnknownPart.subject(name, part: AppIntentsName.persistentIdentifier), argument,
        reason: argument.value.text == nil
          ? notLiteral : "is not the same in every build, or is in a branch of the source")
      part.code = UnknownPart.nameNotLiteral
      return part
    }
  }

  /// The next type in use that has not been read.
  mutating func next() -> TypeDeclaration? { open.isEmpty ? nil : open.removeFirst() }

  /// The only type to which a name can refer; nil if the source declares none, or several that are
  /// equally near.
  private func type(_ written: String, in scope: TypeDeclaration) -> TypeDeclaration? {
    // A name that several types share has no path if the outer type is missing.
    guard let found = byPath[names.type(written, in: scope.path)] else { return nil }
    let near = found.filter { scope.isNearest($0, among: found) }
    return near.count == 1 ? near[0] : nil
  }

  /// Whether the source declares several types or aliases to which a written name can refer.
  private func isAmbiguous(_ written: String, in scope: TypeDeclaration) -> Bool {
    byPath[names.type(written, in: scope.path)] != nil
      || whole.count { $0.name == written.lastName } > 1
      || names.isAmbiguousAlias(written, in: scope.path)
  }

  /// The type of a value, or the reason why it is unknown.
  private mutating func literalType(
    _ written: String, in scope: TypeDeclaration
  ) -> (type: LiteralType, declared: TypeDeclaration?, reason: String?) {
    let declared = type(written, in: scope)
    if declared == nil {
      let path = names.type(written, in: scope.path)
      if let plain = SwiftTypes.named[path.lastName] { return (plain, nil, nil) }
      // An alias can also name a generic type.
      let alias = names.alias(of: written, in: scope.path) ?? written
      let element = SourceType.name(of: alias)
      if element.hasPrefix("Measurement<Unit"), element.hasSuffix(">") {
        return (
          .measurement(String(element.dropFirst("Measurement<Unit".count).dropLast())), nil, nil
        )
      }
      if let plain = SwiftTypes.named[element] { return (plain, nil, nil) }
      if element.hasPrefix("EntityCollection<") {
        return (.other(element), nil, "is a collection of identifiers")
      }
      return (
        .other(element), nil,
        isAmbiguous(written, in: scope)
          ? "is declared more than once; give the folder of one target"
          : element.contains("<")
            ? "is a generic type, which is not read" : "is not declared in any of the given files"
      )
    }
    guard let declared else { return (.other(written), nil, nil) }
    if declared.isAppEnum { return (.enumeration(use(declared)), declared, nil) }
    if declared.isEntity { return (.entity(use(declared)), declared, nil) }
    let isUnion = declared.macros.contains { $0.label == "UnionValue" }
    return (
      .other(declared.name), declared,
      isUnion ? UnknownPart.union : "is neither an AppEnum nor an AppEntity"
    )
  }

  // MARK: Intents

  mutating func intent(_ type: TypeDeclaration) -> LiteralIntent {
    let reader = MemberReader(type, subject: type.name)
    var intent = LiteralIntent(name: type.persistentName ?? type.name)
    intent.qualifiedName = type.path
    intent.place = type.place.text
    intent.branches = type.branches
    intent.isForWidgets = type.inherited.contains {
      $0.lastName == AppIntentsName.widgetConfigurationIntent
    }
    intent.isDeprecated = type.isDeprecated
    intent.title = reader.text("title", calls: [])
    intent.description = reader.text("description", calls: ["IntentDescription"])
    switch reader.value(AppIntentsName.isDiscoverable) {
    case .value(.boolean(let truth)): intent.isDiscoverable = truth
    case .value, .unknown:
      intent.unknown.append(reader.part(AppIntentsName.isDiscoverable))
    case .absent: intent.isDiscoverable = !intent.isForWidgets
    }
    intent.modes = modes(reader)
    switch reader.value(AppIntentsName.intentClassName) {
    case .value(.string(let name)):
      // A name in one branch does not apply to every build.
      intent.customClassName =
        reader.mark(AppIntentsName.intentClassName).map { .unknown($0) } ?? .value(name)
    case .value, .unknown:
      intent.customClassName = .unknown(reader.part(AppIntentsName.intentClassName))
    case .absent: break
    }
    intent.unknown += [
      "title", "description", AppIntentsName.isDiscoverable, AppIntentsName.supportedModes,
      AppIntentsName.openAppWhenRun,
    ].compactMap(reader.mark)
    var seen: [String: SourceParameter] = [:]
    for parameter in type.parameters {
      if let other = seen[parameter.name] {
        guard parameter != other else { continue }
        intent.unknown.append(
          UnknownPart(
            subject: UnknownPart.subject(type.name, parameter.name), text: parameter.name,
            place: parameter.place.text,
            reason: "is declared again in another branch, and the first is used"))
        continue
      }
      seen[parameter.name] = parameter
      intent.parameters.append(self.parameter(parameter, of: type))
    }
    if let summary = type.summary {
      intent.summary = self.summary(summary, of: type)
    } else if let member = type.members.first(where: { $0.label == AppIntentsName.parameterSummary }
    ) {
      intent.summary = .unknown(
        UnknownPart(
          subject: UnknownPart.subject(type.name, part: AppIntentsName.parameterSummary), member,
          reason: Self.notLiteral))
    }
    intent.unknown += macros(of: type) + calls(of: type) + unreadProperties(of: type)
    if let part = Self.unknownName(of: type, as: intent.name) { intent.unknown.append(part) }
    return intent
  }

  fileprivate static let notLiteral = "is not a literal"

  /// The reason for a part that is uncertain because it depends on a compilation condition.
  fileprivate static let inBranch = AppIntentsDefinition.inBranch

  /// How the action can run: `supportedModes`, which an older `openAppWhenRun` can accompany.
  private func modes(_ reader: MemberReader) -> Literal<[ActionMode]> {
    switch reader.value(AppIntentsName.supportedModes) {
    case .value(let value):
      let values = if case .array(let all) = value { all } else { [value] }
      let names = values.compactMap(\.mode)
      return names.count == values.count
        ? .value(names) : .unknown(reader.part(AppIntentsName.supportedModes))
    case .unknown(let part): return .unknown(part)
    case .absent: break
    }
    switch reader.value(AppIntentsName.openAppWhenRun) {
    case .value(.boolean(let opens)): return opens ? .value([.foreground]) : .absent
    case .value, .unknown: return .unknown(reader.part(AppIntentsName.openAppWhenRun))
    case .absent: return .absent
    }
  }

  /// The macros of a type that are not read: those that add texts and members from a schema, and
  /// unknown ones.
  private func macros(of type: TypeDeclaration) -> [UnknownPart] {
    let known = ["Generable", "Model", "Observable", "UnionValue"]
    return type.macros.filter { !known.contains($0.label) }.map { macro in
      let isSchema = macro.label.hasPrefix("Assistant") || macro.label.hasPrefix("App")
      return UnknownPart(
        subject: type.name, macro,
        reason: isSchema
          ? "gets texts and members from a schema, which is not read"
          : "can be a macro, whose expansion is not read")
    }
  }

  /// The unknown parts for properties that may be parameters although no wrapper has a name from
  /// App Intents.
  private func unreadProperties(of type: TypeDeclaration) -> [UnknownPart] {
    let wrapped = type.wrapped.filter { item in
      !Self.otherWrappers.contains(item.wrapper)
        && (item.wrapper.isEmpty || byPath[names.type(item.wrapper, in: type.path)] == nil)
    }.map { item in
      UnknownPart(
        subject: UnknownPart.subject(type.name, item.property.name),
        text: item.wrapper.isEmpty ? item.property.name : "@" + item.wrapper,
        place: item.property.place.text,
        reason: item.wrapper.isEmpty
          ? "has a wrapper whose name has several meanings, so it may be a parameter"
          : "is a wrapper that no given file declares, so the property may be a parameter")
    }
    let plain = type.plain.map { property in
      UnknownPart(
        subject: UnknownPart.subject(type.name, property.name),
        text: property.text.harmlessName,
        place: property.place.text,
        reason: "declares a parameter as a value, without a wrapper, so the parameter is not read")
    }
    return wrapped + plain
  }

  /// Wrappers of Apple's frameworks that do not make a property a parameter.
  private static let otherWrappers: Set<String> = [
    "AppDependency", "AppStorage", "Binding", "Dependency", "Environment", "EnvironmentObject",
    AppIntentsName.dependency, "NSCopying", "ObservationIgnored", "ObservationTracked",
    "ObservedObject", "Published", "SceneStorage",
    "State", "StateObject", "UserDefault",
  ]

  /// The unknown parts for calls to other initializers in `init()`.
  private func calls(of type: TypeDeclaration) -> [UnknownPart] {
    type.initialValues.filter(\.label.isEmpty).map { call in
      UnknownPart(
        subject: UnknownPart.subject(type.name, part: "init()"), call,
        reason: "sets values in another initializer, which is not read")
    }
  }

  // MARK: Parameters

  private mutating func parameter(
    _ source: SourceParameter, of type: TypeDeclaration, isProperty: Bool = false
  ) -> LiteralParameter {
    let subject = UnknownPart.subject(type.name, source.name)
    let source = resolved(source, in: type)
    let (value, declared, reason) = valueType(of: source, in: type)
    var parameter = LiteralParameter(name: source.name, type: value)
    parameter.place = source.place.text
    parameter.branches = source.branches
    parameter.isArray = source.type?.isArray ?? false
    parameter.isOptional = source.type?.isOptional ?? false
    for argument in source.otherArguments ?? []
    where source.argument(argument.label)?.value.shape != argument.value.shape {
      parameter.unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: argument.label), argument,
          reason: "is in another branch, and the first is used"))
    }
    for argument in source.arguments
    where source.otherArguments?.contains(where: { $0.label == argument.label }) == false {
      parameter.unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: argument.label), argument,
          reason: "is missing in another branch, and the first is used"))
    }
    if let reason {
      parameter.unknown.append(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: "type"), text: source.elementType ?? "",
          place: source.place.text,
          reason: reason))
    }
    let reader = ArgumentReader(source.arguments, subject: subject)
    parameter.title = reader.text(.title)
    parameter.description = reader.text(.description)
    parameter.prompt = reader.text(.requestValueDialog, calls: ["IntentDialog"])
    parameter.control = reader.member(.controlStyle)
    parameter.dateKind = reader.member(.kind)
    parameter.unit = reader.member(.defaultUnit, .unit)
    parameter.supportsNegatives = reader.truth(.supportsNegativeNumbers)
    parameter.currencies = reader.strings(.currencyCodes)
    parameter.fileTypes = reader.fileTypes
    parameter.sizes = reader.sizes
    (parameter.minimum, parameter.maximum) = reader.range
    if let options = reader.call(.inputOptions, ["IntentInputOptions"]) {
      parameter.capitalization = options.member(.capitalizationType)
      let labels: [ArgumentLabel] = [.multiline, .autocorrect, .smartQuotes, .smartDashes]
      let switches = labels.map { options.truth($0) }
      parameter.isMultiline = switches[0].value ?? false
      parameter.disablesAutocorrect = switches[1].value == false
      parameter.disablesSmartQuotes = switches[2].value == false
      parameter.disablesSmartDashes = switches[3].value == false
      parameter.unknown += switches.compactMap(\.unknown)
      parameter.unknown += options.unread(
        besides: [
          .autocorrect, .capitalizationType, .keyboardType, .multiline, .smartDashes, .smartQuotes,
        ])
    } else {
      parameter.unknown += reader.unreadable(.inputOptions)
    }
    if let displayName = reader.call(.displayName, ["IntentDisplayName"]) {
      parameter.trueName = displayName.text(.true)
      parameter.falseName = displayName.text(.false)
    } else {
      parameter.unknown += reader.unreadable(.displayName)
    }
    parameter.defaultValue = defaultValue(of: source, in: type, declared, value, &parameter, reader)
    parameter.supportedValues = supportedValues(reader, declared, value)
    if !isProperty {
      choices(for: &parameter, source, declared, in: type, reader)
    }
    parameter.unknown += reader.unread(besides: Self.readLabels)
    return parameter
  }

  /// The parameter; if its type is an alias of an array or of an optional, the alias is resolved.
  private func resolved(
    _ source: SourceParameter, in type: TypeDeclaration
  ) -> SourceParameter {
    var source = source
    // An alias can refer to itself.
    for _ in 0..<SourceNames.maximumSteps {
      guard let written = source.elementType, let alias = names.alias(of: written, in: type.path)
      else { break }
      var element = alias[...]
      if element.hasSuffix("?") {
        source.type?.isOptional = true
        element = element.dropLast()
      }
      if element.hasPrefix("["), element.hasSuffix("]") {
        source.type?.isArray = true
        element = element.dropFirst().dropLast()
      }
      guard element != alias[...] else { break }
      source.elementType = String(element)
    }
    return source
  }

  /// The arguments that are read, and the arguments that do not affect a form.
  private static let readLabels: Set<ArgumentLabel> = [
    .controlStyle, .currencyCodes, .customIndexingKey, .default, .defaultUnit,
    .defaultUnitAdjustForLocale, .defaultValue, .description, .displayName, .displayStyle,
    .identifier, .inclusiveRange, .indexingKey, .inputConnectionBehavior, .inputOptions, .kind,
    .optionsProvider, .query, .requestDisambiguationDialog, .requestValueDialog, .resolvers, .size,
    .supportedContentTypes, .supportedTypeIdentifiers, .supportedValues, .supportsNegativeNumbers,
    .title, .unit, .unitAdjustForLocale,
  ]

  private mutating func valueType(
    of source: SourceParameter, in type: TypeDeclaration
  ) -> (type: LiteralType, declared: TypeDeclaration?, reason: String?) {
    if let written = source.elementType { return literalType(written, in: type) }
    switch source.initialValue?.value {
    case .boolean?: return (.value(.boolean), nil, nil)
    case .integer?: return (.value(.integer), nil, nil)
    case .decimal?: return (.value(.decimal), nil, nil)
    case .string?: return (.value(.string), nil, nil)
    default:
      return (.other("unknown"), nil, "is inferred by the compiler, so the source does not show it")
    }
  }

  /// The default: that of the wrapper, or else the initial value, or else the value that `init()`
  /// assigns.
  private func defaultValue(
    of source: SourceParameter, in type: TypeDeclaration, _ declared: TypeDeclaration?,
    _ value: LiteralType, _ parameter: inout LiteralParameter, _ reader: ArgumentReader
  ) -> Literal<LiteralValue> {
    let subject = UnknownPart.subject(type.name, source.name, part: "default")
    func read(_ argument: SourceArgument) -> Literal<LiteralValue> {
      guard let literal = literal(argument.value, declared, value) else {
        return .unknown(
          UnknownPart(subject: subject, argument, reason: reason(argument.value, declared)))
      }
      return literal == .nothing ? .absent : .value(literal)
    }
    var found: Literal<LiteralValue> = .absent
    if let argument = source.argument(.default) ?? source.argument(.defaultValue) {
      found = read(argument)
      if case .value(let number) = found, let amount = number.number {
        switch reader.member(.defaultUnit, .unit) {
        case .value(let unit): found = .value(.measurement(amount, unit: unit))
        case .unknown:
          found = .unknown(
            UnknownPart(subject: subject, argument, reason: "has a unit that is not a literal"))
        case .absent: break
        }
      }
    }
    let assigned = type.initialValues.filter { $0.label == source.name }
    for other in [source.initialValue].compactMap({ $0 }) + assigned.suffix(1) {
      let literal = read(other)
      if case .absent = found {
        found =
          assigned.count > 1
          ? .unknown(
            UnknownPart(subject: subject, other, reason: "is assigned more than once")) : literal
      } else if literal != found {
        parameter.unknown.append(
          UnknownPart(
            subject: subject, other,
            reason: "is not the default of the parameter, which the system reads"))
      }
    }
    return found
  }

  private func reason(_ value: SourceValue, _ declared: TypeDeclaration?) -> String {
    if declared?.isEntity == true { return "is an entity, which only the app can make" }
    if case .member(let name, _) = value, let declared, declared.isAppEnum {
      guard declared.cases.contains(where: { $0.name == name }) else {
        return "is not a case of \(declared.name)"
      }
      return name == "none" ? "can be nil or a case" : "is a member of another type"
    }
    return Self.notLiteral
  }

  /// A value of a type; nil if it is not a literal.
  private func literal(
    _ value: SourceValue, _ declared: TypeDeclaration?, _ type: LiteralType
  ) -> LiteralValue? {
    switch value {
    case .nothing: return .nothing
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number):
      return type.usual == .value(.decimal) ? .decimal(Double(number)) : .integer(number)
    case .decimal(let number): return .decimal(number)
    case .string(let text): return .string(text)
    case .member("none", "Optional"): return .nothing
    case .member("none", nil)
    where declared?.cases.contains { $0.name == "none" } != true:
      // A default and an operand have an optional type, so `.none` is nil.
      return .nothing
    case .member(let name, let base):
      guard let declared, declared.isAppEnum, name != "none" || base != nil,
        declared.cases.contains(where: { $0.name == name }),
        base.map({ [declared.name, "Self"].contains($0.lastName) }) ?? true
      else { return nil }
      return .member(name)
    case .array(let values):
      let all = values.map { literal($0, declared, type) }
      return all.contains(nil) ? nil : .array(all.compactMap { $0 })
    case .call(let name, let arguments):
      let reader = ArgumentReader(arguments, subject: "")
      if name.makes(["Measurement"]),
        let number = reader.argument(.value)?.value.number, let unit = reader.member(.unit).value
      {
        return .measurement(number, unit: unit)
      }
      return nil
    case .dictionary, .tuple, .expression: return nil
    }
  }

  /// The only values that a parameter offers; `allCases` of its enum does not limit them.
  private func supportedValues(
    _ reader: ArgumentReader, _ declared: TypeDeclaration?, _ type: LiteralType
  ) -> Literal<[LiteralValue]> {
    guard let argument = reader.argument(.supportedValues) else { return .absent }
    guard case .enumeration = type else {
      var part = reader.part(argument)
      if declared?.isEntity == true { part.reason = reason(argument.value, declared) }
      return .unknown(part)
    }
    if case .member("allCases", let base) = argument.value,
      base.map({ [declared?.name, "Self"].contains($0.lastName) }) ?? true
    {
      return .absent
    }
    guard case .array(let values) = argument.value else { return .unknown(reader.part(argument)) }
    var found: [LiteralValue] = []
    for value in values {
      // An element is not optional, so `.none` is a case.
      if value == .member("none", of: nil),
        declared?.cases.contains(where: { $0.name == "none" }) == true
      {
        found.append(.member("none"))
        continue
      }
      guard let literal = literal(value, declared, type), case .member = literal else {
        var part = reader.part(argument)
        part.reason = reason(value, declared)
        return .unknown(part)
      }
      found.append(literal)
    }
    return .value(found)
  }

  /// The source of the choices: the argument, or else the query of the entity.
  private func choices(
    for parameter: inout LiteralParameter, _ source: SourceParameter,
    _ declared: TypeDeclaration?, in type: TypeDeclaration, _ reader: ArgumentReader
  ) {
    if let argument = source.argument(.optionsProvider) ?? source.argument(.query) {
      parameter.options = .list
      guard case .call(let name, _) = argument.value, name != ".init" else {
        parameter.provider = .unknown(reader.part(argument))
        return
      }
      let path = names.type(name, in: type.path)
      parameter.provider = .value(path.lastName)
      if source.argument(.query) != nil, byPath[path]?.first?.isSearch == true {
        parameter.options = .search
      }
    } else if let declared, declared.isEntity, !declared.isTransient {
      let query = declared.query.map { names.type($0, in: declared.path) }
      parameter.options = query.flatMap { byPath[$0]?.first }?.isSearch == true ? .search : .list
    }
  }

  // MARK: Summaries

  private func summary(_ source: SourceSummary, of type: TypeDeclaration) -> LiteralSummary {
    let subject = UnknownPart.subject(type.name, part: AppIntentsName.parameterSummary)
    switch source {
    case .rows(let names, let sentence):
      let inText = Set(sentence?.parameters ?? [])
      return .rows(
        sentence: sentence.map { LiteralText($0.text, table: $0.table) },
        others: names.filter { !inText.contains($0) })
    case .unreadable(let text, let place):
      return .unknown(
        UnknownPart(
          subject: subject, text: text.text(), place: place.text,
          reason: "cannot be read without running it"))
    case .when(let question, let yes, let no):
      guard let question = self.question(question, of: type) else {
        return .unknown(
          UnknownPart(
            subject: subject, text: question.code, place: question.operand.place.text,
            reason: "is a condition that is not a literal"))
      }
      return .when(
        question, summary(yes, of: type), otherwise: no.map { summary($0, of: type) })
    case .cases(let source, let cases, let otherwise, let place):
      var found: [LiteralSummary.Case] = []
      for item in cases {
        let values: [SourceValue] =
          if case .array(let values) = item.value.value { values } else { [item.value.value] }
        let literals = values.map { operand($0, of: source, in: type) }
        guard !literals.contains(nil) else {
          return .unknown(
            UnknownPart(subject: subject, item.value, reason: "is a case that is not a literal"))
        }
        found.append(
          LiteralSummary.Case(
            values: literals.compactMap { $0 }, summary: summary(item.summary, of: type)))
      }
      guard !found.isEmpty || otherwise != nil else {
        return .unknown(
          UnknownPart(
            subject: subject, text: AppIntentsName.SummaryPart.cases.rawValue, place: place.text,
            reason: "has no cases"))
      }
      return .cases(
        self.subject(source), found, otherwise: otherwise.map { summary($0, of: type) })
    }
  }

  private func subject(_ subject: SourceQuestion.Subject) -> LiteralSubject {
    switch subject {
    case .parameter(let name): .parameter(name)
    case .family: .family
    case .build(let condition): .other(condition)
    }
  }

  /// A question; nil if its operator is unknown or its operand is not a literal.
  private func question(
    _ source: SourceQuestion, of type: TypeDeclaration
  ) -> LiteralQuestion? {
    let subject = subject(source.subject)
    // A condition on the build has no operator.
    let named = SwiftOperators.named[source.comparison]
    guard let comparison = source.comparison == SourceQuestion.holds ? .hasValue : named else {
      return nil
    }
    guard comparison.takesValues else {
      return LiteralQuestion(subject: subject, comparison: comparison)
    }
    let values: [SourceValue] =
      if comparison == .oneOf, case .array(let values) = source.operand.value {
        values
      } else { [source.operand.value] }
    let literals = values.map { operand($0, of: source.subject, in: type) }
    guard !literals.contains(nil) else { return nil }
    return LiteralQuestion(
      subject: subject, comparison: comparison, values: literals.compactMap { $0 })
  }

  /// A value that a question compares with.
  private func operand(
    _ value: SourceValue, of subject: SourceQuestion.Subject, in type: TypeDeclaration
  ) -> LiteralValue? {
    switch subject {
    case .family: return value.memberName.map { .member($0) }
    case .build: return nil
    case .parameter(let name):
      let written = type.parameters.first { $0.name == name }?.elementType
      let declared = written.flatMap { self.type($0, in: type) }
      return literal(value, declared, .other(""))
    }
  }

  // MARK: Enums

  mutating func enumeration(_ type: TypeDeclaration) -> LiteralEnum {
    let reader = MemberReader(type, subject: type.name)
    var item = LiteralEnum(name: use(type))
    item.place = type.place.text
    item.title = reader.text(
      AppIntentsName.typeDisplayRepresentation, calls: ["TypeDisplayRepresentation"], label: "name")
    let table = type.members.filter { $0.label == AppIntentsName.caseDisplayRepresentations }
    item.unknown += [
      AppIntentsName.typeDisplayRepresentation, AppIntentsName.caseDisplayRepresentations,
    ]
    .compactMap(reader.mark)
    unknown += macros(of: type)
    let forms = Set(table.map(\.value.shape)).count
    var shown: [String: SourceArgument] = [:]
    var other: SourceArgument?
    let caseNames = Set(type.cases.map(\.name))
    if forms == 1, case .dictionary(let pairs)? = table.first?.value {
      for pair in pairs {
        let own =
          pair.value.label.hasPrefix("Self.")
          ? String(pair.value.label.dropFirst("Self.".count)) : nil
        let names = [pair.key.memberName, own].compactMap { $0 }
        // A key that is not the name of a case, such as a constant, can be any case.
        if !names.contains(where: caseNames.contains) { other = other ?? pair.value }
        for name in names where shown[name] == nil { shown[name] = pair.value }
      }
    }
    // The positions of the cases read so far, by name, and the names of those cases, by raw value.
    var places: [String: Int] = [:]
    var owners: [String: String] = [:]
    lazy var declared = Dictionary(grouping: type.cases, by: \.name)
    for (source, raw) in zip(type.cases, rawValues(of: type)) {
      var raw = raw
      // Cases in different branches can have the same raw value, because no build has both.
      if let text = raw.value, let owner = owners[text], owner != source.name,
        !source.branches.isEmpty
      {
        raw = .unknown(unknownRawValue(of: source, of: type, .branch))
      } else if let text = raw.value, owners[text] == nil {
        owners[text] = source.name
      }
      if let same = places[source.name] {
        // Another `#if` branch declares the same case.
        if item.cases[same].rawValue != raw {
          item.cases[same].rawValue = .unknown(unknownRawValue(of: source, of: type, .branch))
        }
        continue
      }
      places[source.name] = item.cases.count
      if !source.branches.isEmpty, declared[source.name]?.map(\.branches).coverEveryBuild != true {
        item.unknown.append(
          UnknownPart(
            subject: UnknownPart.subject(type.name, source.name),
            text: source.branches.joined(separator: " && "),
            place: type.place.text, reason: Self.inBranch))
      }
      var one = LiteralEnum.Case(name: source.name, rawValue: raw)
      let subject = UnknownPart.subject(type.name, source.name, part: "title")
      switch (table.first?.value, forms) {
      case (nil, _): break
      case (.dictionary?, 1):
        if let own = shown[source.name] {
          item.unknown += Self.read(own, into: &one, subject: subject)
        } else if let mark = reader.mark(AppIntentsName.caseDisplayRepresentations) {
          // Another branch can have a table that contains the case.
          one.title = .unknown(
            UnknownPart(subject: subject, text: mark.text, place: mark.place, reason: mark.reason))
        } else if let other {
          one.title = .unknown(
            UnknownPart(
              subject: subject, text: other.label.harmlessName, place: other.place.text,
              reason: "is a key that is not the name of a case"))
        }
      case (_?, let count):
        let argument = table[0]
        one.title = .unknown(
          UnknownPart(
            subject: subject, argument,
            reason: count > 1 ? "is declared more than once" : "is in a table that is not a literal"
          ))
      }
      item.cases.append(one)
    }
    return item
  }

  /// The raw values of the cases.
  ///
  /// A case without its own value depends on the case before it.
  private func rawValues(of type: TypeDeclaration) -> [Literal<String>] {
    var before: Literal<String>?
    var branches: [String] = []
    // The raw value before an `#if`, from which each of its branches continues, and whether the
    // numbering continues after the `#if`.
    var (outside, hasLeft): (Literal<String>?, Bool) = (nil, false)
    return type.cases.map { source in
      if source.branches != branches {
        if branches.isEmpty {
          outside = before
        } else if source.branches.isEmpty {
          hasLeft = true
        } else {
          before = outside
        }
        branches = source.branches
      }
      var raw = rawValue(of: source, of: type, after: before)
      let isCounted =
        source.rawValue == nil && type.inherited.contains(where: SwiftTypes.integers.contains)
      // The build determines which case comes before this one.
      if hasLeft, isCounted {
        raw = .unknown(unknownRawValue(of: source, of: type, .branch))
      } else {
        hasLeft = false
      }
      before = raw
      return raw
    }
  }

  /// Why a raw value is unknown.
  private enum RawValueProblem: String {
    case notLiteral = "is not a literal of a string or a number"
    case branch = "depends on the branches of the source"
  }

  private func unknownRawValue(
    of item: SourceEnum.Case, of type: TypeDeclaration, _ problem: RawValueProblem
  ) -> UnknownPart {
    UnknownPart(
      subject: UnknownPart.subject(type.name, item.name, part: UnknownPart.rawValue),
      text: item.name, place: type.place.text, reason: problem.rawValue)
  }

  /// The raw value of a case as text.
  ///
  /// - Parameter before: The raw value of the case before it; nil for the first case.
  private func rawValue(
    of item: SourceEnum.Case, of type: TypeDeclaration, after before: Literal<String>?
  ) -> Literal<String> {
    let raw = type.inherited.first {
      SwiftTypes.integers.contains($0) || ["Double", "Float", "String"].contains($0)
    }
    func unknown() -> Literal<String> {
      .unknown(unknownRawValue(of: item, of: type, .notLiteral))
    }
    switch (item.rawValue, raw) {
    // The text of a raw value is its description, such as `1.0`.
    case (.integer(let number)?, "Double"?): return .value("\(Double(number))")
    case (.integer(let number)?, "Float"?): return .value("\(Float(number))")
    case (.decimal(let number)?, "Float"?): return .value("\(Float(number))")
    case (.string(let text)?, _): return .value(text)
    case (.integer(let number)?, _): return .value("\(number)")
    case (.decimal(let number)?, _): return .value("\(number)")
    case (nil, "String"?): return .value(item.name)
    case (nil, let raw?) where SwiftTypes.integers.contains(raw):
      // A case without a value has the value of the previous case plus one.
      guard let before else { return .value("0") }
      guard let number = before.value.flatMap({ Int($0) }) else { return before }
      let next = number.addingReportingOverflow(1)
      return next.overflow ? unknown() : .value("\(next.partialValue)")
    default: return unknown()
    }
  }

  /// Reads the display representation of a case.
  ///
  /// - Returns: The parts that are not literals and cannot be stored in `item`.
  private static func read(
    _ argument: SourceArgument, into item: inout LiteralEnum.Case, subject: String
  ) -> [UnknownPart] {
    guard case .call(let name, let arguments) = argument.value,
      name.makes(["DisplayRepresentation"])
    else {
      item.title = ArgumentReader.text(argument, calls: [], subject: subject)
      return []
    }
    let reader = ArgumentReader(arguments, subject: subject)
    let title = reader.argument(.title) ?? reader.argument(.stringLiteral)
    item.title =
      title.map { ArgumentReader.text($0, calls: [], subject: subject) }
      ?? .unknown(UnknownPart(subject: subject, argument, reason: notLiteral))
    item.subtitle = reader.text(.subtitle)
    var unknown: [UnknownPart] = []
    if let synonyms = reader.argument(.synonyms) {
      if case .array(let values) = synonyms.value {
        item.synonyms = values.compactMap { $0.resource.value }
        if item.synonyms.count < values.count { unknown.append(reader.part(synonyms)) }
      } else {
        unknown.append(reader.part(synonyms))
      }
    }
    // An image that is not a system image is a file in the program.
    if case .call(_, let image)? = reader.argument(.image)?.value,
      let name = ArgumentReader(image, subject: subject).argument(.systemName)
    {
      item.image = name.value.text
      if item.image == nil { unknown.append(ArgumentReader(image, subject: subject).part(name)) }
    }
    return unknown
  }

  // MARK: Entities and queries

  mutating func entity(_ type: TypeDeclaration) -> LiteralEntity {
    let reader = MemberReader(type, subject: type.name)
    var entity = LiteralEntity(name: use(type))
    entity.place = type.place.text
    entity.title = reader.text(
      AppIntentsName.typeDisplayRepresentation, calls: ["TypeDisplayRepresentation"], label: "name")
    entity.isTransient = type.isTransient
    entity.identifierType = type.identifier.map { written in
      var written = written
      if let alias = names.alias(of: written.element, in: type.path) {
        written.element = SourceType.name(of: alias)
      }
      return written.words
    }
    entity.query = type.query.map { names.type($0, in: type.path).lastName }
    entity.properties = type.properties.map { parameter($0, of: type, isProperty: true) }
    unknown += macros(of: type)
    return entity
  }

  /// The queries and options providers, in the order of the source.
  func queries(of entities: [LiteralEntity]) -> [LiteralQuery] {
    whole.filter(\.isQuery).map { type in
      var query = LiteralQuery(name: type.name)
      query.place = type.place.text
      query.entity = entities.first { $0.query == type.name }?.name
      query.isSearchable = type.isSearch
      query.isEnumerable = type.inherited.contains { $0.hasPrefix("Enumerable") }
      query.hasDefault = type.hasDefault
      for (intent, parameters) in type.dependencies {
        query.dependencies[names.type(intent, in: type.path).lastName, default: []] += parameters
      }
      return query
    }
  }
}

extension [[String]] {
  /// Whether the branches include the `#else` of an `#if` and the branch before it.
  fileprivate var coverEveryBuild: Bool {
    let conditions = compactMap(\.last)
    return conditions.contains { rest in
      conditions.contains { rest.isOpposite(of: $0) }
    }
  }
}

extension String {
  /// Whether a condition holds where another condition of the same `#if` does not; both can begin
  /// with the negations of the conditions before them.
  func isOpposite(of other: String) -> Bool {
    let shared = zip(self, other).prefix { $0 == $1 }.count
    // Each condition implies that the conditions before it do not hold.
    return (0...(hasPrefix("!(") ? shared : 0)).contains {
      dropFirst($0) == "!(\(other.dropFirst($0)))"
    }
  }
}

extension TypeDeclaration {
  fileprivate var isTransient: Bool { inherited.contains(AppIntentsName.transientEntity) }

  /// Whether a query finds entities by a text that a person types.
  fileprivate var isSearch: Bool { inherited.contains { $0.hasSuffix("StringQuery") } }
}

extension LiteralValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    default: nil
    }
  }
}

extension UnknownPart {
  init(subject: String, _ argument: SourceArgument, reason: String) {
    self.init(
      subject: subject, text: argument.value.code, place: argument.place.text, reason: reason)
  }
}

/// Reads the static members of a type.
private struct MemberReader {
  private let type: TypeDeclaration
  private let subject: String

  init(_ type: TypeDeclaration, subject: String) {
    self.type = type
    self.subject = subject
  }

  private func all(_ name: String) -> [SourceArgument] { type.members.filter { $0.label == name } }

  /// The value of a member; unknown if the branches of the source give it different values.
  func value(_ name: String) -> Literal<SourceValue> {
    let found = all(name)
    guard let first = found.first else { return .absent }
    guard Set(found.map(\.value.shape)).count == 1 else {
      return .unknown(
        UnknownPart(
          subject: UnknownPart.subject(subject, part: name), first,
          reason: "differs between the branches of the source"))
    }
    return .value(first.value)
  }

  /// The unknown part for a member that is compiled only under a condition; nil for any other
  /// member.
  func mark(_ name: String) -> UnknownPart? {
    let found = all(name)
    guard let first = found.first, found.allSatisfy({ !$0.branches.isEmpty }),
      !found.map(\.branches).coverEveryBuild
    else { return nil }
    return UnknownPart(
      subject: UnknownPart.subject(subject, part: name),
      text: first.branches.joined(separator: " && "),
      place: first.place.text, reason: LiteralReading.inBranch)
  }

  /// The unknown part for a member that is missing, or whose value cannot be read.
  func part(_ name: String) -> UnknownPart {
    if let mark = value(name).unknown { return mark }
    guard let first = all(name).first else {
      return UnknownPart(
        subject: UnknownPart.subject(subject, part: name), text: name, reason: "is missing")
    }
    return UnknownPart(
      subject: UnknownPart.subject(subject, part: name), first, reason: LiteralReading.notLiteral)
  }

  /// The text of a member, written directly or as the argument of one of the given calls.
  func text(_ name: String, calls: [String], label: String = "") -> Literal<LiteralText> {
    if let mark = value(name).unknown { return .unknown(mark) }
    guard let first = all(name).first else { return .absent }
    return ArgumentReader.text(
      first, calls: calls, label: label, subject: UnknownPart.subject(subject, part: name))
  }
}

/// Reads the arguments of a call.
struct ArgumentReader {
  private let arguments: [SourceArgument]
  private let subject: String

  init(_ arguments: [SourceArgument], subject: String) {
    self.arguments = arguments
    self.subject = subject
  }

  func argument(_ label: ArgumentLabel) -> SourceArgument? {
    arguments.first { $0.label == label.rawValue }
  }

  /// The unknown part for an argument that is not a literal.
  func part(_ argument: SourceArgument) -> UnknownPart {
    UnknownPart(
      subject: UnknownPart.subject(subject, part: argument.label), argument,
      reason: LiteralReading.notLiteral)
  }

  /// The unknown parts for arguments with other labels.
  func unread(besides labels: Set<ArgumentLabel>) -> [UnknownPart] {
    arguments.filter { argument in
      !argument.label.isEmpty
        && ArgumentLabel(rawValue: argument.label).map(labels.contains) != true
    }.map { argument in
      UnknownPart(
        subject: UnknownPart.subject(subject, part: argument.label), argument,
        reason: "is an argument that is not read")
    }
  }

  func text(_ label: ArgumentLabel, calls: [String] = []) -> Literal<LiteralText> {
    guard let argument = argument(label) else { return .absent }
    return Self.text(
      argument, calls: calls, subject: UnknownPart.subject(subject, part: label.rawValue))
  }

  /// The text of an argument, written directly or as the argument of one of the given calls.
  static func text(
    _ argument: SourceArgument, calls: [String], label: String = "", subject: String
  ) -> Literal<LiteralText> {
    var value = argument.value
    if value == .nothing { return .absent }
    if case .call(let name, let arguments) = value,
      name.makes(calls) && !calls.isEmpty
    {
      let own = arguments.first {
        [label, ArgumentLabel.stringLiteral.rawValue].contains($0.label)
      }
      // `.init("Text")` can be the resource itself.
      if let own { value = own.value }
    }
    if value == .nothing { return .absent }
    guard case .value(let text) = value.resource else {
      return .unknown(UnknownPart(subject: subject, argument, reason: LiteralReading.notLiteral))
    }
    return .value(text)
  }

  /// The name of a member in the first argument with one of the given labels.
  func member(_ labels: ArgumentLabel...) -> Literal<String> {
    guard let argument = labels.lazy.compactMap({ argument($0) }).first else { return .absent }
    return argument.value.memberName.map { .value($0) } ?? .unknown(part(argument))
  }

  func truth(_ label: ArgumentLabel) -> Literal<Bool> {
    guard let argument = argument(label) else { return .absent }
    if case .boolean(let truth) = argument.value { return .value(truth) }
    return .unknown(part(argument))
  }

  /// The unknown part for an argument that is not the expected call; empty if the argument is
  /// missing or nil.
  func unreadable(_ label: ArgumentLabel) -> [UnknownPart] {
    argument(label).flatMap { $0.value == .nothing ? nil : [part($0)] } ?? []
  }

  func strings(_ label: ArgumentLabel) -> Literal<[String]> { texts(label) { $0.text } }

  /// The texts of an array, if each of its values has one.
  private func texts(
    _ label: ArgumentLabel, _ text: (SourceValue) -> String?
  ) -> Literal<[String]> {
    guard let argument = argument(label) else { return .absent }
    guard case .array(let values) = argument.value else { return .unknown(part(argument)) }
    let texts = values.compactMap(text)
    return texts.count == values.count ? .value(texts) : .unknown(part(argument))
  }

  /// The types of a file: identifiers, or members of `UTType` by their names.
  var fileTypes: Literal<[String]> {
    if argument(.supportedTypeIdentifiers) != nil { return strings(.supportedTypeIdentifiers) }
    return texts(.supportedContentTypes) { value in
      value.memberName.flatMap { Self.contentTypes[$0] }
    }
  }

  /// The identifiers of members of `UTType`, from Apple's page “System-declared uniform type
  /// identifiers”, read in November 2026.
  private static let contentTypes = [
    "audio": "public.audio", "data": "public.data", "folder": "public.folder",
    "gif": "com.compuserve.gif", "heic": "public.heic", "html": "public.html",
    "image": "public.image", "item": "public.item", "jpeg": "public.jpeg",
    "json": "public.json", "movie": "public.movie", "mp3": "public.mp3",
    "mpeg4Movie": "public.mpeg-4", "pdf": "com.adobe.pdf", "plainText": "public.plain-text",
    "png": "public.png", "propertyList": "com.apple.property-list", "rtf": "public.rtf",
    "text": "public.text", "url": "public.url", "utf8PlainText": "public.utf8-plain-text",
    "video": "public.video", "xml": "public.xml", "zip": "public.zip-archive",
  ]

  /// The arguments of a call such as `Bool.IntentDisplayName(true: …)`.
  func call(_ label: ArgumentLabel, _ names: [String]) -> ArgumentReader? {
    guard case .call(let name, let arguments)? = argument(label)?.value,
      name.makes(names)
    else { return nil }
    return ArgumentReader(
      arguments, subject: UnknownPart.subject(subject, part: label.rawValue))
  }

  /// The ends of a range; the limits of a type, such as `Int.max`, do not count as ends.
  var range: (Literal<LiteralValue>, Literal<LiteralValue>) {
    guard let argument = argument(.inclusiveRange), argument.value != .nothing else {
      return (.absent, .absent)
    }
    guard case .tuple(let ends) = argument.value, ends.count == 2 else {
      return (.unknown(part(argument)), .unknown(part(argument)))
    }
    func end(_ value: SourceValue) -> Literal<LiteralValue> {
      switch value {
      case .integer(let number) where number == .min || number == .max: return .absent
      case .integer(let number): return .value(.integer(number))
      case .decimal(let number) where abs(number) == .greatestFiniteMagnitude: return .absent
      case .decimal(let number): return .value(.decimal(number))
      case .member(let name, _)
      where ["greatestFiniteMagnitude", "infinity", "max", "min"].contains(name):
        return .absent
      case .expression("-.infinity"), .expression("-.greatestFiniteMagnitude"): return .absent
      default: return .unknown(part(argument))
      }
    }
    return (end(ends[0]), end(ends[1]))
  }

  /// The sizes of an array: one for all families, or one for each family.
  var sizes: Literal<[LiteralSize]> {
    guard let argument = argument(.size) else { return .absent }
    if case .dictionary(let pairs) = argument.value {
      let sizes = pairs.compactMap { pair in
        pair.key.memberName.flatMap { Self.size(pair.value.value, family: $0) }
      }
      return sizes.count == pairs.count ? .value(sizes) : .unknown(part(argument))
    }
    return Self.size(argument.value, family: nil).map { .value([$0]) } ?? .unknown(part(argument))
  }

  /// The size from a literal: a single number is both the minimum and the maximum.
  private static func size(_ value: SourceValue, family: String?) -> LiteralSize? {
    switch value {
    case .integer(let number):
      return LiteralSize(family: family, minimum: number, maximum: number)
    case .tuple(let ends) where ends.count == 2:
      guard case .integer(let least) = ends[0], case .integer(let most) = ends[1] else {
        return nil
      }
      return LiteralSize(family: family, minimum: least, maximum: most)
    case .call(let name, let arguments)
    where name.makes([AppIntentsName.collectionSize]):
      let reader = ArgumentReader(arguments, subject: "")
      if case .integer(let number)? = reader.argument(.exactly)?.value {
        return LiteralSize(family: family, minimum: number, maximum: number)
      }
      guard case .integer(let least)? = reader.argument(.min)?.value,
        case .integer(let most)? = reader.argument(.max)?.value
      else { return nil }
      return LiteralSize(family: family, minimum: least, maximum: most)
    default: return nil
    }
  }
}

extension SourceValue {
  /// The value as a text for people; absent if it is not a literal.
  fileprivate var resource: Literal<LiteralText> {
    switch self {
    case .string(let text): return .value(LiteralText(text))
    case .call(let name, let arguments)
    where name.makes(["LocalizedStringResource"]):
      let reader = ArgumentReader(arguments, subject: "")
      guard let key = (reader.argument(.unlabeled) ?? reader.argument(.stringLiteral))?.value.text
      else {
        return .absent
      }
      var text = LiteralText(key)
      if let argument = reader.argument(.table) {
        guard let table = argument.value.text else {
          return argument.value == .nothing ? .value(text) : .absent
        }
        text.table = table
      }
      if let argument = reader.argument(.defaultValue) {
        guard let value = argument.value.text else { return .absent }
        text.defaultText = value
      }
      return .value(text)
    default: return .absent
    }
  }
}

extension String {
  /// The last part of a name, without its generic arguments, such as `IntentInputOptions` in
  /// `String.IntentInputOptions`.
  private var lastPart: String { String(prefix { $0 != "<" }).lastName }

  /// Whether a call with this name makes a value of one of the given types, or of the expected
  /// type.
  fileprivate func makes(_ types: [String]) -> Bool { self == ".init" || types.contains(lastPart) }
}

extension SourceQuestion {
  /// The question as messages show it.
  var code: String {
    let subject: String
    switch self.subject {
    case .parameter(let name): subject = "\\.$" + name
    case .family: subject = Condition.Subject.family.name
    case .build(let condition): return condition
    }
    let hasOperand = SwiftOperators.named[comparison]?.takesValues ?? true
    return "\(subject), .\(comparison)" + (hasOperand ? ", \(operand.value.code)" : "")
  }
}
