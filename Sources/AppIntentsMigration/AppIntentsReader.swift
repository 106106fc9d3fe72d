import DefinitionFormats
internal import Dispatch
internal import IntentModel
internal import Messages
internal import SwiftParser
internal import SwiftSyntax
internal import Synchronization

extension AppIntentsSource {
  /// Reads Swift files, and handlers in Objective-C.
  ///
  /// In a Swift file with syntax errors, it reads what it can. If the file mentions widgets or
  /// intents, it records the first error.
  ///
  /// - Parameter files: The texts of the files, with the file names to use in positions.
  package init(_ files: [(name: String, text: String)]) {
    var types = TypeCollection()
    var malformed: [SourcePlace] = []
    let swift = files.filter { !Self.isObjectiveC($0.name) }
    for (file, error) in zip(swift, types.read(swift)) {
      // Ignores errors in a file that does not mention widgets or intents.
      if let error, Self.concernsIntents(file.text) { malformed.append(error) }
    }
    self.init(types, malformed: malformed)
    for file in files where Self.isObjectiveC(file.name) {
      add(ObjectiveCSource(file.text, file: file.name))
    }
  }

  /// The source with the targets of its widgets, according to Xcode projects.
  func within(_ targets: XcodeTargets) -> AppIntentsSource {
    var copy = self
    for index in copy.configurations.indices {
      guard let names = targets.targets(of: copy.configurations[index].place.file) else { continue }
      copy.configurations[index].target = names.sorted().joined(separator: ", ")
    }
    return copy
  }

  /// For each path, the name of its folder at the first level where the paths of the files differ;
  /// empty for a file above that level.
  static func targets(of files: [String]) -> [String: String] {
    let folders = Dictionary(firsts: files.map { ($0, $0.split(separator: "/").dropLast()) })
    guard let first = folders.values.first else { return [:] }
    let common = folders.values.reduce(first.count) { count, steps in
      min(count, zip(first, steps).prefix { $0 == $1 }.count)
    }
    return folders.mapValues { $0.dropFirst(common).first.map(String.init) ?? "" }
  }

  /// Whether a text has a word that occurs in code about widgets, intents and their values.
  private static func concernsIntents(_ text: String) -> Bool {
    [
      "Intent", "AppEn", TypeReference.baseName, SourceConfiguration.Form.fixed.rawValue,
      "WidgetBundle", "OptionsProvider",
    ]
    .contains { text.contains($0) }
  }

  /// The usual labels of arguments that become identifiers.
  private static let identifierLabels: Set = ["id", "identifier"]

  private init(_ types: TypeCollection, malformed: [SourcePlace]) {
    self.malformed = malformed
    aliases = types.aliases
    let whole = types.whole
    names = SourceNames(whole, constants: types.constants, aliases: types.aliasTexts)
    let byName = Dictionary(grouping: whole, by: \.name)
    // If several types have the same name, a parameter refers only to a type that App Intents can
    // use.
    let meant = byName.compactMapValues { types -> TypeDeclaration? in
      if types.count == 1 { return types[0] }
      let usable = types.filter { $0.isAppEnum || $0.isEntity }
      return usable.count == 1 ? usable[0] : nil
    }
    ambiguousNames = Set(byName.keys.filter { meant[$0] == nil })
    configurations = types.configurations.map { names.configuration($0) }
    let targets = Self.targets(of: configurations.map(\.place.file))
    for index in configurations.indices {
      configurations[index].target = targets[configurations[index].place.file] ?? ""
    }
    handlers = whole.flatMap { type in type.handlers.map { names.handler($0, in: type.path) } }
    let labels = Dictionary(grouping: whole, by: \.name).mapValues {
      $0.reduce(into: Self.identifierLabels) { $0.formUnion($1.identifierLabels) }
    }
    for call in types.identifiers {
      let type = names.type(call.type, in: call.scope).lastName
      guard call.label.isEmpty || (labels[type] ?? Self.identifierLabels).contains(call.label)
      else { continue }
      var value = call.value
      value.argument = names.argument(value.argument, in: call.scope)
      identifiers[type, default: []].append(value)
    }
    declaredNames = Set(types.declared.map(\.name))
    otherTexts = whole.filter { $0.handlers.isEmpty }.reduce(into: names.globalTexts) {
      $0.formUnion($1.texts)
    }
    for type in whole {
      if type.isQuery { queries[type.path] = names.query(type) }
      if type.isIntent { intents.append(type.intent) }
    }
    for (name, type) in meant {
      if type.isEntity {
        entities[name] = type.entity(in: names)
      } else if type.isEnum {
        enums[name] = type.enumeration
      }
    }
    let literals = AppIntentsLiterals(whole, names: names, errors: [])
    definition = AppIntentsDefinition.definition(of: literals)
    positions = Dictionary(
      firsts: literals.intents.enumerated().compactMap { position, intent in
        intent.place.map { ($0, position) }
      })
  }
}

extension Syntax {
  /// Whether the node itself is unexpected or missing in the source.
  fileprivate var isFault: Bool {
    if let token = self.as(TokenSyntax.self) { return token.presence == .missing }
    return self.is(UnexpectedNodesSyntax.self) || kind.isMissing
  }
}

/// The declarations of all files.
struct TypeCollection {
  /// The known settings of the build.
  var build = BuildSettings()
  /// Whether the code of functions is left out.
  var isOfDeclarations = false

  var declared: [TypeDeclaration] = []
  /// The protocols of the source, by name.
  var protocols: [String: [TypeDeclaration]] = [:]
  var extensions: [String: [TypeDeclaration]] = [:]
  var aliases: [String: SourceType] = [:]
  var aliasTexts: [String: [SourceNames.Written]] = [:]
  /// The names of the types to which each alias refers; generic arguments are left out.
  var aliasHeads: [String: Set<String>] = [:]
  var configurations: [WrittenConfiguration] = []
  var identifiers: [WrittenIdentifier] = []
  var constants: [String: [SourceNames.Written]] = [:]

  /// Reads files, on all processors.
  ///
  /// - Returns: The first syntax error of each file; nil for a file without errors.
  mutating func read(_ files: [(name: String, text: String)]) -> [SourcePlace?] {
    let empty = TypeCollection(build: build, isOfDeclarations: isOfDeclarations)
    let results = Mutex<[Int: (types: TypeCollection, error: SourcePlace?)]>([:])
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      var types = empty
      let error = types.read(files[index].text, named: files[index].name)
      results.withLock { $0[index] = (types, error) }
    }
    let all = results.withLock { $0 }
    return files.indices.map { index in
      guard let result = all[index] else { return nil }
      add(result.types)
      return result.error
    }
  }

  /// Reads a file.
  ///
  /// - Returns: The first syntax error.
  private mutating func read(_ text: String, named name: String) -> SourcePlace? {
    let lines = SourceLines(text, file: name)
    let tree = Parser.parse(source: text)
    let reader = DeclarationReader(lines, build: build, isOfDeclarations: isOfDeclarations)
    reader.walk(tree)
    add(reader)
    return tree.hasError ? Self.firstError(in: Syntax(tree), lines) : nil
  }

  private static func firstError(in node: Syntax, _ lines: SourceLines) -> SourcePlace {
    for child in node.children(viewMode: .all) where child.hasError || child.isFault {
      return child.isFault ? lines.place(of: child) : firstError(in: child, lines)
    }
    return lines.place(of: node)
  }

  /// The types with their extensions and the extensions of their protocols, and the types of other
  /// modules that appear only in extensions.
  var whole: [TypeDeclaration] {
    let paths = Set(declared.map(\.path))
    let byName = Dictionary(grouping: declared, by: \.name)
    var parts: [String: [TypeDeclaration]] = [:]
    var others: [String: TypeDeclaration] = [:]
    var defaults: [String: [TypeDeclaration]] = [:]
    for (written, own) in extensions.sorted(by: { $0.key < $1.key }) {
      // A path can begin with the module, or omit the enclosing types.
      var path = written
      while !paths.contains(path), let dot = path.firstIndex(of: ".") {
        path = String(path[path.index(after: dot)...])
      }
      // Only a name without a dot can omit the enclosing types, and only if no other type has that
      // name.
      if !paths.contains(path), !written.contains("."), let only = byName[path], only.count == 1 {
        path = only[0].path
      }
      if paths.contains(path) {
        parts[path, default: []] += own
      } else if protocols[path.lastName] != nil {
        defaults[path.lastName, default: []] += own
      } else if let first = own.first {
        let outside = (others[path] ?? first).merged(
          with: others[path] == nil ? own.dropFirst() : own[...])
        others[path] = outside
      }
    }
    let twins = Dictionary(grouping: declared, by: \.path).filter { $0.value.count > 1 }
    return declared.map { type in
      let own = (parts[type.path] ?? []).filter { part in
        twins[type.path].map { part.isNearest(type, among: $0) } ?? true
      }
      let isInBranch = own.contains { part in
        !part.branches.allSatisfy(type.branches.contains)
          && part.inherited.contains { protocols[$0.lastName] != nil }
      }
      let merged = type.merged(with: own[...]).resolvingWrappers { meanings(of: $0) }
      return conforming(merged, defaults, isInBranch: isInBranch)
    }
      + others.keys.sorted().compactMap { others[$0] }
      .filter { $0.isEntity || $0.isIntent || $0.isQuery || $0.inherited.contains("AppEnum") }
  }

  /// The names that a name can mean, after aliases are resolved; the name itself if it is not
  /// an alias.
  private func meanings(of name: String) -> Set<String> {
    var found: Set<String> = []
    var seen: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if let heads = aliasHeads[next] { open += heads } else { found.insert(next) }
    }
    return found
  }

  /// A type, completed with the protocols that its own protocols inherit, and with the members that
  /// these protocols provide.
  private func conforming(
    _ type: TypeDeclaration, _ defaults: [String: [TypeDeclaration]], isInBranch: Bool
  ) -> TypeDeclaration {
    var seen = Set<String>()
    var own: [String] = []
    func expanded(_ names: [String]) -> [String] {
      names.flatMap { name -> [String] in
        let last = name.lastName
        guard seen.insert(last).inserted else { return [name] }
        if let declared = protocols[last] {
          own.append(last)
          return expanded(declared.flatMap(\.inherited))
        }
        // An alias can be a composition of protocols.
        guard let alias = aliases[last], alias.element.contains("&") else { return [name] }
        return expanded(alias.element.split(separator: "&").map { $0.trimmed })
      }
    }
    let inherited = expanded(type.inherited)
    guard inherited != type.inherited || !own.isEmpty else { return type }
    var whole = type
    whole.inherited = inherited
    guard whole.isIntent || whole.isAppEnum || whole.isEntity || whole.isQuery else { return whole }
    let given = Set(whole.members.map(\.label))
    let parts = own.flatMap { defaults[$0] ?? [] }.map { part in
      var part = part
      // This code belongs to the protocol, not to the type, which can have its own code.
      part.code = nil
      // The type has these members only in one branch, so `merged` treats the name as unknown.
      if isInBranch { part.branches.append("") }
      part.members.removeAll { given.contains($0.label) }
      if given.contains(AppIntentsName.persistentIdentifier) {
        (part.persistentName, part.unknownName) = (nil, nil)
      }
      part.literals.removeAll { given.contains($0.label) }
      return part
    }
    return parts.isEmpty ? whole : whole.merged(with: parts[...])
  }

  private mutating func add(_ other: TypeCollection) {
    declared += other.declared
    protocols.merge(other.protocols, uniquingKeysWith: +)
    extensions.merge(other.extensions, uniquingKeysWith: +)
    aliases.merge(other.aliases) { first, _ in first }
    aliasTexts.merge(other.aliasTexts, uniquingKeysWith: +)
    aliasHeads.merge(other.aliasHeads) { $0.union($1) }
    configurations += other.configurations
    identifiers += other.identifiers
    constants.merge(other.constants, uniquingKeysWith: +)
  }

  private mutating func add(_ reader: DeclarationReader) {
    for type in reader.types {
      if type.isProtocol {
        protocols[type.name, default: []].append(type)
      } else if type.isExtension {
        extensions[type.path, default: []].append(type)
      } else {
        declared.append(type)
      }
    }
    for constant in reader.constants {
      constants[constant.name, default: []].append(constant.value)
    }
    aliases.merge(reader.aliases) { first, _ in first }
    aliasTexts.merge(reader.aliasTexts, uniquingKeysWith: +)
    aliasHeads.merge(reader.aliasHeads) { $0.union($1) }
    configurations += reader.configurations
    identifiers += reader.identifiers
  }
}

/// A call that makes a widget's configuration, with names that are not resolved.
struct WrittenConfiguration {
  var form: SourceConfiguration.Form
  /// The path of the type that contains the call.
  var widget: String
  var kind: SourceNames.Written?
  var kindPlace: SourcePlace
  var intent: SourceNames.Written?
  var families: WrittenFamilies
  var place: SourcePlace
}

/// The families of a widget as written in the source.
enum WrittenFamilies {
  case standard
  case written(SourceNames.Written)
  case unknown
}

/// Code that gives an object its identifier.
struct WrittenIdentifier {
  var type: String
  /// The label of the argument; empty for an assignment to `id`.
  var label: String
  var value: SourceIdentifier
  var scope: String
}

/// A type or an extension as written in the source.
struct TypeDeclaration {
  var path: String
  var place: SourcePlace
  var isExtension = false
  var isEnum = false
  var isProtocol = false
  var inherited: [String]
  /// The compilation conditions around the declaration, except those that the known build settings
  /// decide.
  var branches: [String] = []
  var isDeprecated = false
  /// The attributes that are macros, with their positions; a macro for a schema adds a protocol to
  /// the type.
  var macros: [SourceArgument] = []
  var className: SourceArgument?
  var parameters: [SourceParameter] = []
  /// The properties of an entity.
  var properties: [SourceParameter] = []
  /// The properties whose wrapper does not have a name from App Intents, but may be an alias.
  var wrapped: [WrappedProperty] = []
  /// The properties without a wrapper, each with the name of its type and the name of the type
  /// whose initializer makes it.
  var plain: [PlainProperty] = []
  var summary: SourceSummary?
  /// The static members with their values.
  var members: [SourceArgument] = []
  /// The initializers.
  var initializers: [SourceInitializer] = []
  var literals: [SourceArgument] = []
  /// The title and the description of the type itself.
  var titles: [SourceArgument] = []
  var obsoletion: SourceArgument?
  var cases: [SourceEnum.Case] = []
  var identifier: SourceType?
  var isIdentifierComputed = false
  var identifierPlace: SourcePlace?
  /// The labels of initializers whose arguments become the identifier.
  var identifierLabels: Set<String> = []
  var persistentName: String?
  /// The value of `persistentIdentifier` if it is not a literal, or not the same in all branches.
  var unknownName: SourceArgument?
  /// The code of an entity or a query.
  var code: String?
  var query: String?
  var dependencies: [(intent: String, parameters: [String])] = []
  var handlers: [SourceHandler] = []
  /// The type of the intent in the functions of a timeline provider.
  var providedIntent: String?
  var hasDefault = false
  var texts: Set<String> = []
  /// The names that the code refers to.
  var mentions: Set<String> = []

  var name: String { path.lastName }

  var isIntent: Bool {
    className != nil || !parameters.isEmpty
      || inherited.contains {
        $0.hasSuffix("AppIntent") || $0 == AppIntentsName.widgetConfigurationIntent
      }
  }

  var isAppEnum: Bool { isEnum && inherited.contains { $0.hasSuffix("AppEnum") } }

  var isEntity: Bool { inherited.contains { Self.entityProtocols.contains($0) } }

  var isQuery: Bool {
    !dependencies.isEmpty
      || inherited.contains { $0.hasSuffix("Query") || $0.hasSuffix("OptionsProvider") }
  }

  private static let entityProtocols: Set<String> = [
    "AppEntity", "FileEntity", "IndexedEntity", AppIntentsName.transientEntity, "UniqueAppEntity",
    "URLRepresentableEntity",
  ]

  /// Whether an extension refers to this type.
  ///
  /// If several types have the same path, the extension refers to the type in the nearest folder.
  func isNearest(_ type: TypeDeclaration, among twins: [TypeDeclaration]) -> Bool {
    let shared = twins.map { place.sharedFolders(with: $0.place) }
    return place.sharedFolders(with: type.place) == shared.max()
  }

  func merged(with others: ArraySlice<TypeDeclaration>) -> TypeDeclaration {
    others.reduce(into: self) { whole, part in
      whole.inherited += part.inherited
      whole.wrapped += part.wrapped.map { property in
        var property = property
        property.parametersBefore += whole.parameters.count
        property.propertiesBefore += whole.properties.count
        return property
      }
      whole.plain += part.plain
      whole.properties += part.properties
      // An extension can be inside an `#if` while its type is outside.
      let around = part.branches.filter { !whole.branches.contains($0) }
      whole.members += part.members.map { member in
        var member = member
        member.branches = around + member.branches
        return member
      }
      whole.initializers += part.initializers
      whole.macros += part.macros
      whole.identifierLabels.formUnion(part.identifierLabels)
      if part.persistentName != nil || part.unknownName != nil {
        let isSame =
          whole.unknownName == nil && part.unknownName == nil
          && part.branches.allSatisfy(whole.branches.contains)
          && (whole.persistentName ?? part.persistentName) == part.persistentName
        whole.unknownName =
          isSame
          ? nil
          : whole.unknownName ?? part.unknownName
            ?? part.members.first { $0.label == AppIntentsName.persistentIdentifier }
        whole.persistentName = isSame ? part.persistentName : nil
      }
      whole.code = [whole.code, part.code].compactMap { $0 }.joined(separator: "\n").nonEmpty
      whole.className = whole.className ?? part.className
      whole.parameters += part.parameters
      if let summary = part.summary {
        whole.summary = around.reversed().reduce(summary) { .inBranch($1, $0, at: part.place) }
          .after(whole.summary)
      }
      whole.literals += part.literals
      whole.titles += part.titles
      whole.query = whole.query ?? part.query
      whole.dependencies += part.dependencies
      whole.handlers += part.handlers
      whole.providedIntent = whole.providedIntent ?? part.providedIntent
      whole.hasDefault = whole.hasDefault || part.hasDefault
      whole.texts.formUnion(part.texts)
      whole.mentions.formUnion(part.mentions)
      if whole.identifierPlace == nil {
        whole.identifier = part.identifier
        whole.isIdentifierComputed = part.isIdentifierComputed
        whole.identifierPlace = part.identifierPlace
      }
    }
  }

  var intent: SourceIntent {
    SourceIntent(
      name: name, path: path, place: place, inherited: inherited, className: className,
      parameters: parameters, summary: summary, literals: literals, titles: titles,
      obsoletion: obsoletion, persistentName: persistentName, unknownName: unknownName)
  }

  var enumeration: SourceEnum {
    SourceEnum(
      name: name, place: place, inherited: inherited, cases: cases, literals: literals,
      persistentName: persistentName, unknownName: unknownName)
  }

  func entity(in names: SourceNames) -> SourceEntity {
    SourceEntity(
      name: name, place: place, inherited: inherited,
      query: query.map { names.type($0, in: path) },
      texts: texts.union(names.texts(meantBy: mentions)), identifier: identifier,
      isIdentifierComputed: isIdentifierComputed, identifierPlace: identifierPlace,
      literals: literals, persistentName: persistentName, unknownName: unknownName, code: code)
  }
}

/// A property whose wrapper does not have the name of an App Intents wrapper.
struct WrappedProperty {
  var wrapper: String
  var property: SourceParameter
  /// The number of parameters that precede the property in its type.
  var parametersBefore: Int
  /// The number of the entity's properties that precede this one.
  var propertiesBefore: Int
}

/// A property without a wrapper.
struct PlainProperty {
  var name: String
  /// The names of its type and of the type whose initializer makes it.
  var heads: [String]
  var text: String
  var place: SourcePlace
}

extension TypeDeclaration {
  /// The property wrappers and macros of an entity's properties.
  fileprivate static let propertyWrappers = AppIntentsName.propertyWrappers.union([
    "ComputedProperty", "DeferredProperty",
  ])

  fileprivate mutating func add(parameter: SourceParameter, at place: Int? = nil) {
    parameters.insert(parameter, at: place ?? parameters.count)
    // A build tool reads the arguments with these labels from the source.
    let labels = [ArgumentLabel.title, .description, .size].map(\.rawValue)
    literals += parameter.arguments.filter { labels.contains($0.label) }
  }

  fileprivate mutating func add(property: SourceParameter, at place: Int? = nil) {
    properties.insert(property, at: place ?? properties.count)
    literals += property.arguments.filter { $0.label == ArgumentLabel.title.rawValue }
  }

  /// The type, including the properties whose wrapper is an alias of an App Intents wrapper.
  ///
  /// - Parameter meanings: Returns the names that a name can mean, after aliases are resolved.
  fileprivate func resolvingWrappers(_ meanings: (String) -> Set<String>) -> TypeDeclaration {
    var whole = self
    (whole.wrapped, whole.plain) = ([], [])
    var (newParameters, newProperties) = (0, 0)
    for item in wrapped {
      let names = meanings(item.wrapper)
      if names.isSubset(of: AppIntentsName.parameterWrappers) {
        whole.add(parameter: item.property, at: item.parametersBefore + newParameters)
        newParameters += 1
      } else if names.isSubset(of: Self.propertyWrappers) {
        whole.add(property: item.property, at: item.propertiesBefore + newProperties)
        newProperties += 1
      } else {
        var item = item
        // If only some meanings of the alias are wrappers of parameters, the property may be a
        // parameter.
        if !names.isDisjoint(with: AppIntentsName.parameterWrappers) { item.wrapper = "" }
        whole.wrapped.append(item)
      }
    }
    whole.plain = plain.filter { property in
      property.heads.contains { !meanings($0).isDisjoint(with: AppIntentsName.parameterWrappers) }
    }
    return whole
  }
}

/// Visits a file and keeps the declarations related to App Intents.
final class DeclarationReader: SyntaxVisitor {
  private(set) var types: [TypeDeclaration] = []
  private(set) var constants: [(name: String, value: SourceNames.Written)] = []
  private(set) var aliases: [String: SourceType] = [:]
  private(set) var aliasTexts: [String: [SourceNames.Written]] = [:]
  private(set) var aliasHeads: [String: Set<String>] = [:]
  private(set) var configurations: [WrittenConfiguration] = []
  private(set) var identifiers: [WrittenIdentifier] = []
  private var open: [TypeDeclaration] = []
  private var branches: [String] = []
  private let lines: SourceLines
  private let build: BuildSettings
  private let isOfDeclarations: Bool

  init(_ lines: SourceLines, build: BuildSettings, isOfDeclarations: Bool) {
    self.lines = lines
    self.build = build
    self.isOfDeclarations = isOfDeclarations
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for branch in build.branches(of: node) {
      if let condition = branch.condition { branches.append(condition) }
      walk(branch.elements)
      if branch.condition != nil { branches.removeLast() }
    }
    return .skipChildren
  }

  /// Whether to visit the inside of a member; the code of functions contains no declarations.
  private var inside: SyntaxVisitorContinueKind {
    isOfDeclarations ? .skipChildren : .visitChildren
  }

  // MARK: Types

  private func begin(
    _ name: String, _ place: SourcePlace, _ clause: InheritanceClauseSyntax?,
    _ attributes: AttributeListSyntax, isExtension: Bool = false, isEnum: Bool = false
  ) -> SyntaxVisitorContinueKind {
    let path = open.last.map { $0.path + "." + name } ?? name
    let inherited = clause?.inheritedTypes.flatMap { Self.protocols(of: $0.type) } ?? []
    var type = TypeDeclaration(
      path: path, place: place, isExtension: isExtension, isEnum: isEnum, inherited: inherited)
    if !isOfDeclarations,
      inherited.contains(where: { $0.hasSuffix("Entity") || $0.hasSuffix("Query") })
    {
      type.code = clause?.parent?.trimmedDescription
    }
    type.branches = branches
    type.isDeprecated = Self.isDeprecated(attributes, build)
    type.macros = macros(in: attributes)
    type.inherited += type.macros.compactMap { Self.schemaProtocols[$0.label] }
    open.append(type)
    return .visitChildren
  }

  /// The protocols that macros for schemas add.
  private static let schemaProtocols = [
    "AppEntity": "AppEntity", "AppEnum": "AppEnum", "AppIntent": "AppIntent",
    "AssistantEntity": "AppEntity", "AssistantEnum": "AppEnum", "AssistantIntent": "AppIntent",
  ]

  /// The attributes of a type that can be macros: their names begin with an uppercase letter and do
  /// not end in `Actor`.
  private func macros(in list: AttributeListSyntax) -> [SourceArgument] {
    build.attributes(in: list).compactMap { attribute, conditions in
      let name = SourceType(attribute.attributeName).element
      guard name.first?.isUppercase == true, !name.hasSuffix("Actor") else { return nil }
      return SourceArgument(
        label: name, value: .expression(attribute.trimmedDescription),
        place: lines.place(of: attribute), branches: conditions)
    }
  }

  private static func isDeprecated(_ list: AttributeListSyntax, _ build: BuildSettings) -> Bool {
    build.attributes(in: list).contains { attribute, _ in
      guard case .availability(let arguments)? = attribute.arguments else { return false }
      return arguments.contains { argument in
        switch argument.argument {
        case .token(let token): token.text == "deprecated"
        case .availabilityLabeledArgument(let labeled): labeled.label.text == "deprecated"
        default: false
        }
      }
    }
  }

  /// The protocols of a composition, or the single type.
  private static func protocols(of type: TypeSyntax) -> [String] {
    guard let composition = type.as(CompositionTypeSyntax.self) else {
      return [SourceType(type).element]
    }
    return composition.elements.map { SourceType($0.type).element }
  }

  private func end() {
    if let type = open.popLast() { types.append(type) }
  }

  /// The first attribute that makes a type obsolete as of a system version.
  private func obsoletion(in attributes: AttributeListSyntax) -> SourceArgument? {
    for case .attribute(let attribute) in attributes {
      guard case .availability(let arguments)? = attribute.arguments else { continue }
      var platform: String?
      for argument in arguments {
        switch argument.argument {
        case .token(let token): platform = platform ?? token.text
        case .availabilityLabeledArgument(let labeled) where labeled.label.text == "obsoleted":
          let name = [platform, labeled.value.trimmedDescription].compactMap { $0 }
          return SourceArgument(
            label: "obsoleted", value: .string(name.joined(separator: " ")),
            place: lines.place(of: labeled))
        default: continue
        }
      }
    }
    return nil
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    let next = begin(
      node.name.plainName, lines.place(of: node.name), node.inheritanceClause, node.attributes)
    open[open.endIndex - 1].obsoletion = obsoletion(in: node.attributes)
    return next
  }
  override func visitPost(_ node: StructDeclSyntax) { end() }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.plainName, lines.place(of: node.name), node.inheritanceClause, node.attributes)
  }
  override func visitPost(_ node: ClassDeclSyntax) { end() }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.plainName, lines.place(of: node.name), node.inheritanceClause, node.attributes)
  }
  override func visitPost(_ node: ActorDeclSyntax) { end() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(
      node.name.plainName, lines.place(of: node.name), node.inheritanceClause, node.attributes,
      isEnum: true)
  }
  override func visitPost(_ node: EnumDeclSyntax) { end() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(
      node.extendedType.trimmedDescription.withoutBackticks, lines.place(of: node.extendedType),
      node.inheritanceClause, node.attributes, isExtension: true)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { end() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    _ = begin(
      node.name.plainName, lines.place(of: node.name), node.inheritanceClause, node.attributes)
    open[open.endIndex - 1].isProtocol = true
    end()
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    let head = SourceType(node.initializer.value).element.prefix { $0 != "<" }
    aliasHeads[node.name.plainName, default: []].insert(String(head))
    if node.genericParameterClause == nil {
      let name = node.name.plainName
      aliases[name] = SourceType(node.initializer.value)
      aliasTexts[qualified(name), default: []].append(written(node.initializer.value))
    }
    return .skipChildren
  }

  private var scope: String { open.last?.path ?? "" }

  private func qualified(_ name: String) -> String { scope.isEmpty ? name : scope + "." + name }

  private func written(_ node: some SyntaxProtocol) -> SourceNames.Written {
    SourceNames.Written(text: node.trimmedDescription, scope: scope)
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let last = open.indices.last else { return .skipChildren }
    let inside = Array(branches.dropFirst(open[last].branches.count))
    open[last].cases += node.elements.map { element in
      SourceEnum.Case(
        name: element.name.plainName,
        rawValue: element.rawValue.map { SourceValue($0.value, in: lines) }, branches: inside)
    }
    return .skipChildren
  }

  // MARK: Members

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) == true
    let isGlobal = node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    guard isMember || isGlobal else { return inside }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      let value = value(of: binding)
      if let value {
        let text = SourceNames.Written(text: value.written, scope: scope)
        constants.append((qualified(name.identifier.plainName), text))
      }
      if isMember, let last = open.indices.last {
        member(name.identifier, node, binding, value?.argument, to: &open[last])
        if !isOfDeclarations, name.identifier.plainName == "id", let only = only(of: binding) {
          addIdentifier(only, to: open[last].name)
        }
      }
    }
    return inside
  }

  private func member(
    _ identifier: TokenSyntax, _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax,
    _ value: SourceArgument?, to type: inout TypeDeclaration
  ) {
    let name = identifier.plainName
    if let wrapper = wrapper(of: node, named: AppIntentsName.parameterWrappers) {
      type.add(parameter: property(identifier, binding, wrapper))
    } else if let wrapper = wrapper(of: node, named: TypeDeclaration.propertyWrappers) {
      type.add(property: property(identifier, binding, wrapper))
    } else {
      unresolved(identifier, node, binding, to: &type)
    }
    let isStatic = node.belongsToType
    let inside = Array(branches.dropFirst(type.branches.count))
    var value = value
    value?.branches = inside
    if let dependency = dependency(node) { type.dependencies.append(dependency) }
    if name == AppIntentsName.defaultQuery {
      // A type such as `some EntityQuery` does not name the query.
      let stated = binding.typeAnnotation?.type
      let named = stated?.is(SomeOrAnyTypeSyntax.self) == true ? nil : stated?.trimmedDescription
      let made = (only(of: binding) ?? getter(of: binding)?.last?.item.as(ExprSyntax.self))?
        .as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
      type.query = named ?? made.flatMap { $0.hasPrefix(".") ? nil : $0 }
    }
    if let value {
      if name == AppIntentsName.intentClassName { type.className = value }
      if isStatic, Self.literalMembers.contains(name) { type.literals.append(value) }
      if isStatic, ["description", "title"].contains(name) { type.titles.append(value) }
    }
    if isStatic, var member = value ?? statements(of: binding, named: name) {
      member.branches = inside
      type.members.append(member)
    }
    if name == AppIntentsName.parameterSummary, let body = getter(of: binding) {
      let summary = SummaryReader(file: lines, build: build).summary(body)
      let place = lines.place(of: body)
      type.summary = inside.reversed().reduce(summary) { .inBranch($1, $0, at: place) }
        .after(type.summary)
    }
    if name == "id" {
      type.identifier =
        binding.typeAnnotation.map { SourceType($0.type) }
        ?? binding.initializer.flatMap { Self.inferredType(of: $0.value) }
      type.isIdentifierComputed = getter(of: binding) != nil
      type.identifierPlace = lines.place(of: identifier)
    }
    if name == AppIntentsName.persistentIdentifier, isStatic,
      let found = value ?? statements(of: binding, named: name)
    {
      let text = found.value.text
      // A name in a branch inside the type does not apply to every build.
      let isOther =
        branches.count > type.branches.count || type.unknownName != nil
        || type.persistentName.map { $0 != text } == true
      type.persistentName = isOther ? nil : text
      if isOther || text == nil { type.unknownName = type.unknownName ?? found }
    }
  }

  /// The type of a literal, or of a call that names a type, such as `UUID()`.
  private static func inferredType(of value: ExprSyntax) -> SourceType? {
    let name: String? =
      if value.is(StringLiteralExprSyntax.self) {
        "String"
      } else if value.is(IntegerLiteralExprSyntax.self) {
        "Int"
      } else {
        value.as(FunctionCallExprSyntax.self)?.calledExpression
          .as(DeclReferenceExprSyntax.self)?.baseName.plainName
      }
    guard let name, name.first?.isUppercase == true else { return nil }
    return SourceType(element: name, isArray: false, isOptional: false)
  }

  private func property(
    _ identifier: TokenSyntax, _ binding: PatternBindingSyntax, _ wrapper: Wrapper
  ) -> SourceParameter {
    // The wrapper can be the only place that states the type of the value.
    let type = binding.typeAnnotation?.type ?? wrapper.valueType
    return SourceParameter(
      name: identifier.plainName, place: lines.place(of: identifier),
      type: type.map { SourceType($0) },
      arguments: wrapper.arguments, elementType: type.map { SourceType.element(of: $0) },
      initialValue: binding.initializer.map { argument(identifier.plainName, $0.value).argument },
      branches: branches + wrapper.conditions, otherArguments: wrapper.other)
  }

  /// Keeps a property whose wrapper or type can be an alias, which other files can declare.
  private func unresolved(
    _ identifier: TokenSyntax, _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax,
    to type: inout TypeDeclaration
  ) {
    let isStatic = node.belongsToType
    guard !isStatic, binding.accessorBlock == nil else { return }
    let names = build.attributes(in: node.attributes).map { Self.head($0.syntax) }
    for name in names.firsts where name.first?.isUppercase == true && !name.hasSuffix("Actor") {
      guard let wrapper = wrapper(of: node, named: [name]) else { continue }
      type.wrapped.append(
        WrappedProperty(
          wrapper: name, property: property(identifier, binding, wrapper),
          parametersBefore: type.parameters.count, propertiesBefore: type.properties.count))
    }
    guard names.isEmpty else { return }
    let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
    let heads = [
      binding.typeAnnotation.map { SourceType.element(of: $0.type) }, made?.trimmedDescription,
    ].compactMap { $0 }.map { $0.prefix { $0 != "<" }.withoutBackticks }
      // A nested type of the app can have the name of the wrapper.
      .filter { !$0.hasSuffix(".Parameter") || $0 == "AppIntents.Parameter" }.map(\.lastName)
    guard !heads.isEmpty else { return }
    type.plain.append(
      PlainProperty(
        name: identifier.plainName, heads: heads, text: binding.trimmedDescription,
        place: lines.place(of: identifier)))
  }

  /// The name of an attribute, without its modules and its generic arguments.
  private static func head(_ attribute: AttributeSyntax) -> String {
    String(SourceType(attribute.attributeName).element.prefix { $0 != "<" })
  }

  /// The members that a build tool reads from the source.
  private static let literalMembers: Set<String> = [
    AppIntentsName.caseDisplayRepresentations, "description", AppIntentsName.intentClassName,
    "title",
    AppIntentsName.typeDisplayRepresentation,
  ]

  /// A property wrapper with its arguments.
  private struct Wrapper {
    var arguments: [SourceArgument]
    /// The type of the value, as in `@Parameter<Int>`.
    var valueType: TypeSyntax?
    /// The conditions under which the property has a wrapper.
    var conditions: [String]
    /// The arguments of a wrapper in another branch.
    var other: [SourceArgument]?
  }

  /// The first wrapper with one of the given names; nil if the property has none.
  private func wrapper(of node: VariableDeclSyntax, named names: Set<String>) -> Wrapper? {
    let all = build.attributes(in: node.attributes).filter { names.contains(Self.head($0.syntax)) }
    guard let first = all.first else { return nil }
    var wrapper = Wrapper(arguments: [], conditions: all.count == 1 ? first.conditions : [])
    wrapper.other = all.dropFirst().first.map { arguments(of: $0.syntax) }
    if let name = first.syntax.attributeName.as(IdentifierTypeSyntax.self),
      case .type(let type)? = name.genericArgumentClause?.arguments.first?.argument
    {
      wrapper.valueType = type
    }
    wrapper.arguments = arguments(of: first.syntax)
    return wrapper
  }

  private func arguments(of attribute: AttributeSyntax) -> [SourceArgument] {
    guard case .argumentList(let arguments)? = attribute.arguments else { return [] }
    return arguments.map { SourceArgument($0, in: lines) }
  }

  /// The intent and the parameters in the wrapper with which a query reads answers.
  private func dependency(_ node: VariableDeclSyntax) -> (intent: String, parameters: [String])? {
    for (attribute, _) in build.attributes(in: node.attributes) {
      guard let type = attribute.attributeName.as(IdentifierTypeSyntax.self),
        type.name.text == AppIntentsName.dependency,
        let intent = type.genericArgumentClause?.arguments.first,
        case .argumentList(let arguments)? = attribute.arguments
      else { continue }
      let names = arguments.compactMap { argument in
        argument.expression.trimmedDescription.split(separator: "$").last?.withoutBackticks
      }
      return (intent.trimmedDescription, names)
    }
    return nil
  }

  /// The value of a constant, or the only expression of a computed property.
  private func value(
    of binding: PatternBindingSyntax
  ) -> (argument: SourceArgument, written: String)? {
    only(of: binding).map { argument(binding.pattern.trimmedDescription, $0) }
  }

  /// The expression of a constant, or the only expression in the getter of a computed property.
  private func only(of binding: PatternBindingSyntax) -> ExprSyntax? {
    if let expression = binding.initializer?.value { return expression }
    guard let body = getter(of: binding), body.count == 1, let only = body.first else { return nil }
    switch only.item {
    case .expr(let expression): return expression
    case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: return nil
    }
  }

  /// The code of a computed property with several statements.
  private func statements(of binding: PatternBindingSyntax, named name: String) -> SourceArgument? {
    guard let body = getter(of: binding) else { return nil }
    return SourceArgument(
      label: name, value: .expression(body.trimmedDescription), place: lines.place(of: body))
  }

  // MARK: Initializers

  /// Keeps the assignments of an initializer: those at its top level with their expressions, all
  /// others as code whose value is unknown.
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body, let last = open.indices.last {
      let reader = AssignmentReader(lines, in: body.statements)
      let parameters = node.signature.parameterClause.parameters.map { parameter in
        let name = parameter.localName
        // A local constant can hide the parameter, and a variadic parameter is an array.
        let isHidden = reader.bound.contains(name) || parameter.ellipsis != nil
        return SourceInitializer.Parameter(
          label: parameter.firstName.text == "_" ? "" : parameter.firstName.plainName,
          name: isHidden ? "" : name,
          standard: (parameter.defaultValue?.value).map { argument("", $0).argument })
      }
      // A value that an initializer assigns in one branch is not the default in every build.
      let condition = branches.dropFirst(open[last].branches.count).joined(separator: " && ")
      let values =
        condition.isEmpty
        ? reader.values
        : reader.values.map { value in
          SourceArgument(
            label: value.label, value: .expression("#if \(condition): \(value.value.shape)"),
            place: value.place)
        }
      open[last].initializers.append(
        SourceInitializer(
          parameters: parameters, values: values))
    }
    return inside
  }

  // MARK: Identifiers

  /// Keeps an expression that gives an object of a type its identifier.
  private func addIdentifier(_ expression: ExprSyntax, label: String = "", to type: String) {
    identifiers.append(
      WrittenIdentifier(
        type: type, label: label, value: SourceIdentifier(expression, in: lines), scope: scope))
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self),
      ["id", "self.id"].contains(elements[0].trimmedDescription), let last = open.indices.last,
      let initializer = node.around(InitializerDeclSyntax.self)
    else { return .visitChildren }
    let value = ExprSyntax(SequenceExprSyntax(elements: ExprListSyntax(elements.dropFirst(2))))
    let name = elements[2].trimmedDescription.withoutBackticks
    let parameter = initializer.signature.parameterClause.parameters.first {
      $0.localName == name
    }
    if elements.count == 3, let parameter {
      open[last].identifierLabels.insert(parameter.firstName.plainName)
    } else {
      let isOne = elements.count == 3
      identifiers.append(
        WrittenIdentifier(
          type: open[last].name, label: "",
          value: SourceIdentifier(isOne ? elements[2] : value, at: elements[2], in: lines),
          scope: scope))
    }
    return .visitChildren
  }

  private func argument(
    _ label: String, _ expression: ExprSyntax
  ) -> (argument: SourceArgument, written: String) {
    let argument = SourceArgument(
      label: label, value: SourceValue(expression, in: lines), place: lines.place(of: expression))
    return (argument, expression.trimmedDescription)
  }

  private func getter(of binding: PatternBindingSyntax) -> CodeBlockItemListSyntax? {
    switch binding.accessorBlock?.accessors {
    case .getter(let body)?: body
    case .accessors(let accessors)?:
      accessors.first { $0.accessorSpecifier.text == "get" }?.body?.statements
    case nil: nil
    }
  }

  // MARK: Functions and calls

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let last = open.indices.last else { return inside }
    let name = node.name.plainName
    if name == "defaultResult" { open[last].hasDefault = true }
    guard !isOfDeclarations, let first = node.signature.parameterClause.parameters.first,
      first.firstName.text == "for"
    else { return inside }
    if ["timeline", "snapshot", "getTimeline", "getSnapshot"].contains(name) {
      open[last].providedIntent = open[last].providedIntent ?? first.type.trimmedDescription
    }
    if let handler = HandlerReader(node, first, at: lines.place(of: node.name)).handler {
      open[last].handlers.append(handler)
    }
    return .visitChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let text = node.representedLiteralValue {
      for index in open.indices { open[index].texts.insert(text) }
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    for index in open.indices { open[index].mentions.insert(node.baseName.plainName) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression.trimmedDescription.withoutBackticks
    let name = called.lastName
    if let form = SourceConfiguration.Form(rawValue: name) { add(form, node) }
    for argument in node.arguments {
      guard let label = argument.label?.plainName, label.lowercased().contains("id"),
        let type = madeType(called, node)
      else { continue }
      addIdentifier(argument.expression, label: label, to: type)
    }
    return .visitChildren
  }

  /// The type of the value that a call makes; nil for other calls.
  private func madeType(_ called: String, _ node: FunctionCallExprSyntax) -> String? {
    switch called {
    case "self.init", "super.init", "Self": return open.last?.name
    case ".init":
      let type =
        node.around(FunctionDeclSyntax.self)?.signature.returnClause?.type
        ?? node.around(PatternBindingSyntax.self)?.typeAnnotation?.type
      guard let element = type.map({ SourceType($0).element }) else { return nil }
      return String(element.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" && $0 != "," })
        .nonEmpty ?? element
    default:
      let name = called.hasSuffix(".init") ? String(called.dropLast(".init".count)) : called
      return name.lastName.first?.isUppercase == true ? name : nil
    }
  }

  private func add(_ form: SourceConfiguration.Form, _ node: FunctionCallExprSyntax) {
    let intent = node.arguments.first { $0.label?.text == "intent" }?.expression
    guard let kind = node.arguments.first(where: { $0.label?.text == "kind" })?.expression,
      form != .intent || intent != nil
    else { return }
    // Without the argument, the provider determines the intent.
    let provider = node.arguments.first { $0.label?.text == "provider" }?.expression
      .as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    let implied = provider.map { SourceNames.Written(text: $0 + ".Intent", scope: scope) }
    configurations.append(
      WrittenConfiguration(
        form: form, widget: scope, kind: written(kind), kindPlace: lines.place(of: kind),
        intent: form == .fixed ? nil : intent.map(type(of:)) ?? implied,
        families: families(of: node),
        place: lines.place(of: node)))
  }

  /// The type in `X.self`.
  private func type(of expression: ExprSyntax) -> SourceNames.Written? {
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "self"
    else { return nil }
    return written(base)
  }

  /// The families in the modifiers of a configuration.
  private func families(of call: FunctionCallExprSyntax) -> WrittenFamilies {
    var node = Syntax(call)
    while let parent = node.parent {
      if let conditional = parent.as(PostfixIfConfigExprSyntax.self) {
        if conditional.trimmedDescription.contains("supportedFamilies") { return .unknown }
      } else if let modifier = parent.as(FunctionCallExprSyntax.self),
        modifier.calledExpression.trimmedDescription.hasSuffix(".supportedFamilies")
      {
        return modifier.arguments.first.map { .written(written($0.expression)) } ?? .unknown
      } else if !parent.is(MemberAccessExprSyntax.self), !parent.is(FunctionCallExprSyntax.self) {
        break
      }
      node = parent
    }
    // A configuration in a constant or a function can get its families elsewhere.
    if let statement = node.parent?.as(ReturnStmtSyntax.self) { node = Syntax(statement) }
    let isStatement = node.parent?.parent?.is(CodeBlockItemListSyntax.self) == true
    var whole = node
    while let parent = whole.parent, parent.parent?.is(SourceFileSyntax.self) != true {
      whole = parent
    }
    return isStatement && !whole.trimmedDescription.contains("upportedFamilies")
      ? .standard : .unknown
  }
}

/// An initializer: its parameters, its assignments to properties, and its calls to other
/// initializers.
struct SourceInitializer {
  /// A parameter.
  struct Parameter {
    /// The label of the argument; empty if it has none.
    var label: String
    var name: String
    /// The default value; nil if the argument is required.
    var standard: SourceArgument?
  }

  var parameters: [Parameter]

  /// The assigned values by the names of the properties; a call to another initializer has no
  /// label.
  var values: [SourceArgument]

  /// The values that the parameters have in a call; nil if the call is to a different initializer.
  fileprivate func values(in call: [SourceArgument]) -> [String: SourceArgument]? {
    var rest = call[...]
    var values: [String: SourceArgument] = [:]
    for parameter in parameters {
      if let next = rest.first, next.label == parameter.label {
        values[parameter.name] = rest.removeFirst()
      } else if let standard = parameter.standard {
        values[parameter.name] = standard
      } else {
        return nil
      }
    }
    return rest.isEmpty ? values : nil
  }
}

extension TypeDeclaration {
  /// The assignments to properties that `init()` makes, including those in the initializers that it
  /// calls; a call that cannot be followed is included without a label.
  var initialValues: [SourceArgument] {
    initializers.filter(\.parameters.isEmpty).flatMap {
      followed($0, with: [:], steps: SourceNames.maximumSteps)
    }
  }

  private func followed(
    _ initializer: SourceInitializer, with given: [String: SourceArgument], steps: Int
  ) -> [SourceArgument] {
    initializer.values.flatMap { value -> [SourceArgument] in
      func meant(_ argument: SourceArgument) -> SourceArgument {
        guard case .expression(let text) = argument.value, let own = given[text] else {
          return argument
        }
        return SourceArgument(label: argument.label, value: own.value, place: own.place)
      }
      guard case .call("self.init", let arguments) = value.value, value.label.isEmpty else {
        return [meant(value)]
      }
      let call = arguments.map(meant)
      let called = initializers.compactMap { other in
        other.values(in: call).map { (other, $0) }
      }
      let isOnly = initializer.values.count { $0.label.isEmpty } == 1
      guard called.count == 1, isOnly, steps > 0 else { return [value] }
      return followed(called[0].0, with: called[0].1, steps: steps - 1)
    }
  }
}

/// Reads the assignments of an initializer to properties.
private final class AssignmentReader: SyntaxVisitor {
  private(set) var values: [SourceArgument] = []
  /// The names of local constants and variables, which can hide a parameter.
  private(set) var bound: Set<String> = []
  private let lines: SourceLines
  private let statements: CodeBlockItemListSyntax

  init(_ lines: SourceLines, in statements: CodeBlockItemListSyntax) {
    self.lines = lines
    self.statements = statements
    super.init(viewMode: .sourceAccurate)
    walk(statements)
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    bound.insert(node.identifier.plainName)
    return .skipChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self) else {
      return .visitChildren
    }
    var name = elements[0].trimmedDescription.withoutBackticks
    if name.hasPrefix("self.") { name = String(name.dropFirst("self.".count)) }
    // A wrapper is assigned as a whole.
    let isWrapper = name.hasPrefix("_")
    let isTop = node.parent?.parent?.id == statements.id
    let rest = ExprSyntax(SequenceExprSyntax(elements: ExprListSyntax(elements.dropFirst(2))))
    let value =
      !isTop || isWrapper
      ? .expression(node.trimmedDescription)
      : SourceValue(elements.count == 3 ? elements[2] : rest, in: lines)
    values.append(
      SourceArgument(
        label: isWrapper ? String(name.dropFirst()) : name, value: value,
        place: lines.place(of: elements[2])))
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.calledExpression.trimmedDescription == "self.init" else { return .visitChildren }
    let isTop = node.parent?.parent?.id == statements.id && node.trailingClosure == nil
    values.append(
      SourceArgument(
        label: "",
        value: isTop
          ? .call("self.init", node.arguments.map { SourceArgument($0, in: lines) })
          : .expression(node.trimmedDescription),
        place: lines.place(of: node)))
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Reads a function of a SiriKit handler.
private final class HandlerReader: SyntaxVisitor {
  private let intent: String
  private var reads: [String] = []
  private var handsIntentOn = false
  private var results = 0
  private var emptyResults = 0
  private(set) var handler: SourceHandler?

  init(_ node: FunctionDeclSyntax, _ first: FunctionParameterSyntax, at place: SourcePlace) {
    intent = first.localName
    super.init(viewMode: .sourceAccurate)
    let name = node.name.plainName
    guard let (purpose, parameter) = SourceHandler.meaning(of: name[...]),
      purpose == .choices || node.signature.parameterClause.parameters.count == 1
    else { return }
    if let body = node.body {
      walk(body)
      if body.statements.count == 1, body.statements.first?.trimmedDescription == "nil" {
        (results, emptyResults) = (1, 1)
      }
    }
    handler = SourceHandler(
      purpose: purpose, parameter: parameter,
      intent: SourceType(first.type).element, reads: reads,
      handsIntentOn: handsIntentOn, isEmpty: results > 0 && results == emptyResults, place: place)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let base = node.base?.as(DeclReferenceExprSyntax.self), base.baseName.text == intent
    else { return .visitChildren }
    let name = node.declName.baseName.plainName
    if !reads.contains(name) { reads.append(name) }
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == intent { handsIntentOn = true }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    results += 1
    if node.expression?.is(NilLiteralExprSyntax.self) != false { emptyResults += 1 }
    return .visitChildren
  }
}

extension SourceType {
  /// The type of a single value as written, with modules and outer types.
  static func element(of type: TypeSyntax) -> String {
    if let optional = type.as(OptionalTypeSyntax.self) { return element(of: optional.wrappedType) }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return element(of: optional.wrappedType)
    }
    if let array = type.as(ArrayTypeSyntax.self) { return element(of: array.element) }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return element(of: attributed.baseType)
    }
    if let named = type.as(IdentifierTypeSyntax.self),
      ["Array", "Optional"].contains(named.name.plainName),
      case .type(let inner)? = named.genericArgumentClause?.arguments.first?.argument
    {
      return element(of: inner)
    }
    if let member = type.as(MemberTypeSyntax.self), member.baseType.trimmedDescription == "Swift",
      ["Array", "Optional"].contains(member.name.plainName),
      case .type(let inner)? = member.genericArgumentClause?.arguments.first?.argument
    {
      return element(of: inner)
    }
    return type.trimmedDescription.withoutBackticks
  }

  /// The name of a type as written, without modules and outer types.
  static func name(of written: String) -> String {
    let head = written.prefix { $0 != "<" }
    let rest = written.dropFirst(head.count).filter { !$0.isWhitespace }
    return String(head).lastName + rest.replacing("Foundation.", with: "")
  }

  /// Reads a type, without modules and outer types.
  init(_ type: TypeSyntax) {
    if let optional = type.as(OptionalTypeSyntax.self) {
      self.init(optional.wrappedType)
      isOptional = true
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self.init(optional.wrappedType)
      isOptional = true
    } else if let array = type.as(ArrayTypeSyntax.self) {
      self.init(array.element)
      isArray = true
      isOptional = false
    } else if let attributed = type.as(AttributedTypeSyntax.self) {
      self.init(attributed.baseType)
    } else if let named = type.as(IdentifierTypeSyntax.self) {
      self.init(name: named.name.plainName, arguments: named.genericArgumentClause)
    } else if let member = type.as(MemberTypeSyntax.self) {
      self.init(name: member.name.plainName, arguments: member.genericArgumentClause)
    } else {
      self.init(element: type.trimmedDescription, isArray: false, isOptional: false)
    }
  }

  private init(name: String, arguments clause: GenericArgumentClauseSyntax?) {
    let arguments: [TypeSyntax] =
      clause?.arguments.compactMap { argument in
        guard case .type(let type) = argument.argument else { return nil }
        return type
      } ?? []
    switch (name, arguments.count) {
    case ("Optional", 1):
      self.init(arguments[0])
      isOptional = true
    case ("Array", 1):
      self.init(arguments[0])
      isArray = true
      isOptional = false
    default:
      let list = arguments.map { SourceType($0).element }.joined(separator: ", ")
      self.init(
        element: list.isEmpty ? name : "\(name)<\(list)>", isArray: false, isOptional: false)
    }
  }
}

extension VariableDeclSyntax {
  /// Whether the declared properties belong to the type itself, not to its instances.
  fileprivate var belongsToType: Bool {
    modifiers.contains { ["static", "class"].contains($0.name.text) }
  }
}
