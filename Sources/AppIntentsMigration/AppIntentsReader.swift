internal import SwiftParser
internal import SwiftSyntax

extension AppIntentsSource {
  /// Reads Swift files; in a file with syntax errors, reads what it can and records the first
  /// error.
  ///
  /// - Parameter files: The texts of the files, with the names for their positions.
  package init(_ files: [(name: String, text: String)]) {
    var types = TypeCollection()
    var malformed: [SourcePlace] = []
    for file in files {
      let lines = SourceLines(file.text, file: file.name)
      let tree = Parser.parse(source: file.text)
      let reader = DeclarationReader(lines)
      reader.walk(tree)
      types.add(reader)
      if tree.hasError { malformed.append(Self.firstError(in: Syntax(tree), lines)) }
    }
    self.init(types, malformed: malformed)
  }

  private static func firstError(in node: Syntax, _ lines: SourceLines) -> SourcePlace {
    for child in node.children(viewMode: .all) where child.hasError || child.isFault {
      return child.isFault ? lines.place(of: child) : firstError(in: child, lines)
    }
    return lines.place(of: node)
  }

  private init(_ types: TypeCollection, malformed: [SourcePlace]) {
    self.malformed = malformed
    aliases = types.aliases
    let byName = Dictionary(grouping: types.declared, by: \.name)
    ambiguousNames = Set(byName.filter { $0.value.count > 1 }.keys)
    configurations = types.configurations.map { types.resolving($0) }
    for type in types.declared {
      let type = type.merged(with: types.extensions[type.path] ?? [])
      if type.isEnum {
        if !ambiguousNames.contains(type.name) { enums[type.name] = type.enumeration }
      } else if type.inherited.contains(where: { Self.entityProtocols.contains($0) }) {
        if !ambiguousNames.contains(type.name) { entities[type.name] = type.entity }
      } else if type.isIntent {
        intents.append(type.intent)
      }
    }
  }

  private static let entityProtocols: Set<String> = [
    "AppEntity", "FileEntity", "IndexedEntity", "TransientAppEntity", "UniqueAppEntity",
    "URLRepresentableEntity",
  ]
}

extension Syntax {
  /// Whether the node itself is unexpected or missing in the source.
  fileprivate var isFault: Bool {
    if let token = self.as(TokenSyntax.self) { return token.presence == .missing }
    return self.is(UnexpectedNodesSyntax.self) || kind.isMissing
  }
}

/// The declarations of all files.
private struct TypeCollection {
  var declared: [TypeDeclaration] = []
  var extensions: [String: [TypeDeclaration]] = [:]
  var aliases: [String: SourceType] = [:]
  var configurations: [(call: SourceConfiguration, path: String)] = []
  private var constants: [String: SourceValue] = [:]

  mutating func add(_ reader: DeclarationReader) {
    for type in reader.types {
      for (name, value) in type.constants { constants[type.path + "." + name] = value }
      if type.isExtension {
        extensions[type.path, default: []].append(type)
      } else {
        declared.append(type)
      }
    }
    for (name, value) in reader.constants { constants[name] = value }
    aliases.merge(reader.aliases) { first, _ in first }
    configurations += reader.configurations
  }

  /// Replaces a kind that is the name of a constant with the value of the constant.
  func resolving(_ item: (call: SourceConfiguration, path: String)) -> SourceConfiguration {
    var call = item.call
    guard case .expression(let written)? = call.kind?.value else {
      if case .member(let name)? = call.kind?.value { call.kind?.value = .expression(name) }
      return call
    }
    let name = ["self.", "Self."].reduce(written) { name, prefix in
      name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }
    if let value = constants[item.path + "." + name] ?? constants[name] { call.kind?.value = value }
    return call
  }
}

/// A type or an extension as in the source.
private struct TypeDeclaration {
  var path: String
  var place: SourcePlace
  var isExtension = false
  var isEnum = false
  var inherited: [String]
  var className: SourceArgument?
  var parameters: [SourceParameter] = []
  var summary: SourceSummary?
  var literals: [SourceArgument] = []
  var cases: [SourceEnum.Case] = []
  var constants: [String: SourceValue] = [:]
  var identifier: SourceType?
  var isIdentifierComputed = false
  var identifierPlace: SourcePlace?

  var name: String { path.split(separator: ".").last.map(String.init) ?? path }

  var isIntent: Bool {
    className != nil || !parameters.isEmpty
      || inherited.contains { $0.hasSuffix("AppIntent") || $0 == "WidgetConfigurationIntent" }
  }

  func merged(with others: [TypeDeclaration]) -> TypeDeclaration {
    others.reduce(into: self) { whole, part in
      whole.inherited += part.inherited
      whole.className = whole.className ?? part.className
      whole.parameters += part.parameters
      whole.summary = whole.summary ?? part.summary
      whole.literals += part.literals
      if whole.identifierPlace == nil {
        whole.identifier = part.identifier
        whole.isIdentifierComputed = part.isIdentifierComputed
        whole.identifierPlace = part.identifierPlace
      }
    }
  }

  var intent: SourceIntent {
    SourceIntent(
      name: name, place: place, inherited: inherited, className: className,
      parameters: parameters, summary: summary, literals: literals)
  }

  var enumeration: SourceEnum {
    SourceEnum(name: name, place: place, inherited: inherited, cases: cases, literals: literals)
  }

  var entity: SourceEntity {
    SourceEntity(
      name: name, place: place, inherited: inherited, identifier: identifier,
      isIdentifierComputed: isIdentifierComputed, identifierPlace: identifierPlace,
      literals: literals)
  }
}

/// Visits a file and keeps what concerns App Intents.
private final class DeclarationReader: SyntaxVisitor {
  private(set) var types: [TypeDeclaration] = []
  private(set) var constants: [String: SourceValue] = [:]
  private(set) var aliases: [String: SourceType] = [:]
  private(set) var configurations: [(call: SourceConfiguration, path: String)] = []
  private var open: [TypeDeclaration] = []
  private let lines: SourceLines

  init(_ lines: SourceLines) {
    self.lines = lines
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Types

  private func begin(
    _ name: String, _ place: SourcePlace, _ clause: InheritanceClauseSyntax?,
    isExtension: Bool = false, isEnum: Bool = false
  ) -> SyntaxVisitorContinueKind {
    let path = open.last.map { $0.path + "." + name } ?? name
    let inherited = clause?.inheritedTypes.flatMap { Self.protocols(of: $0.type) } ?? []
    open.append(
      TypeDeclaration(
        path: path, place: place, isExtension: isExtension, isEnum: isEnum, inherited: inherited))
    return .visitChildren
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

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.plainName, lines.place(of: node.name), node.inheritanceClause)
  }
  override func visitPost(_ node: StructDeclSyntax) { end() }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.plainName, lines.place(of: node.name), node.inheritanceClause)
  }
  override func visitPost(_ node: ClassDeclSyntax) { end() }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.plainName, lines.place(of: node.name), node.inheritanceClause)
  }
  override func visitPost(_ node: ActorDeclSyntax) { end() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(node.name.plainName, lines.place(of: node.name), node.inheritanceClause, isEnum: true)
  }
  override func visitPost(_ node: EnumDeclSyntax) { end() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    begin(
      node.extendedType.trimmedDescription.filter { $0 != "`" }, lines.place(of: node.extendedType),
      node.inheritanceClause, isExtension: true)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { end() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.genericParameterClause == nil {
      aliases[node.name.plainName] = SourceType(node.initializer.value)
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let last = open.indices.last else { return .skipChildren }
    open[last].cases += node.elements.map { element in
      SourceEnum.Case(
        name: element.name.plainName,
        rawValue: element.rawValue.map { SourceValue($0.value, in: lines) })
    }
    return .skipChildren
  }

  // MARK: Members

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) == true
    let isGlobal = node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    guard isMember || isGlobal else { return .visitChildren }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      let value = value(of: binding)
      if isMember, let last = open.indices.last {
        member(name.identifier, node, binding, value, to: &open[last])
      } else if let value {
        constants[name.identifier.plainName] = value.value
      }
    }
    return .visitChildren
  }

  private func member(
    _ identifier: TokenSyntax, _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax,
    _ value: SourceArgument?, to type: inout TypeDeclaration
  ) {
    let name = identifier.plainName
    if let wrapper = wrapper(of: node, named: ["Parameter", "IntentParameter"]) {
      let parameter = SourceParameter(
        name: name, place: lines.place(of: identifier),
        type: binding.typeAnnotation.map { SourceType($0.type) }, arguments: wrapper)
      type.parameters.append(parameter)
      type.literals += wrapper.filter { Self.literalLabels.contains($0.label) }
    } else if let wrapper = wrapper(of: node, named: ["Property", "EntityProperty"]) {
      type.literals += wrapper.filter { $0.label == "title" }
    }
    if let value {
      type.constants[name] = value.value
      if name == "intentClassName" { type.className = value }
      let isStatic = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
      if isStatic, Self.literalMembers.contains(name) { type.literals.append(value) }
    }
    if name == "parameterSummary", let body = getter(of: binding) {
      type.summary = SummaryReader(file: lines).summary(body)
    }
    if name == "id" {
      type.identifier = binding.typeAnnotation.map { SourceType($0.type) }
      type.isIdentifierComputed = getter(of: binding) != nil
      type.identifierPlace = lines.place(of: identifier)
    }
  }

  /// The arguments of a parameter that a build tool reads from the source.
  private static let literalLabels: Set<String> = ["title", "description", "size"]

  /// The members that a build tool reads from the source.
  private static let literalMembers: Set<String> = [
    "caseDisplayRepresentations", "description", "intentClassName", "title",
    "typeDisplayRepresentation",
  ]

  /// The arguments of a property wrapper; nil if the property does not have it.
  private func wrapper(of node: VariableDeclSyntax, named names: Set<String>) -> [SourceArgument]? {
    for element in node.attributes {
      guard case .attribute(let attribute) = element,
        names.contains(SourceType(attribute.attributeName).element)
      else { continue }
      guard case .argumentList(let arguments)? = attribute.arguments else { return [] }
      return arguments.map { SourceArgument($0, in: lines) }
    }
    return nil
  }

  /// The value of a constant, or the only expression of a computed property.
  private func value(of binding: PatternBindingSyntax) -> SourceArgument? {
    let name = binding.pattern.trimmedDescription
    if let expression = binding.initializer?.value { return argument(name, expression) }
    guard let body = getter(of: binding), body.count == 1, let only = body.first else { return nil }
    switch only.item {
    case .expr(let expression): return argument(name, expression)
    case .stmt(let statement):
      return statement.as(ReturnStmtSyntax.self)?.expression.map { argument(name, $0) }
    case .decl: return nil
    }
  }

  private func argument(_ label: String, _ expression: ExprSyntax) -> SourceArgument {
    SourceArgument(
      label: label, value: SourceValue(expression, in: lines), place: lines.place(of: expression))
  }

  private func getter(of binding: PatternBindingSyntax) -> CodeBlockItemListSyntax? {
    switch binding.accessorBlock?.accessors {
    case .getter(let body)?: body
    case .accessors(let accessors)?:
      accessors.first { $0.accessorSpecifier.text == "get" }?.body?.statements
    case nil: nil
    }
  }

  // MARK: Widgets

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription.split(separator: ".").last ?? ""
    guard name == "AppIntentConfiguration" || name == "IntentConfiguration",
      let intent = node.arguments.first(where: { $0.label?.text == "intent" })
    else { return .visitChildren }
    let type = intent.expression.trimmedDescription.split(separator: ".").dropLast().last ?? ""
    let kind = node.arguments.first { $0.label?.text == "kind" }
    let call = SourceConfiguration(
      isAppIntent: name == "AppIntentConfiguration",
      kind: kind.map { SourceArgument($0, in: lines) },
      intent: String(type), place: lines.place(of: node))
    configurations.append((call, open.last?.path ?? ""))
    return .visitChildren
  }
}

extension SourceType {
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
