internal import SwiftParser
internal import SwiftSyntax

/// The meanings of names in Swift files, as far as the text alone shows them: constants, types,
/// aliases.
struct SourceNames: Sendable {
  /// An expression or a type as written, and the path of the type that contains it.
  struct Written: Sendable, Hashable {
    var text: String
    var scope: String
  }

  /// The constants by path; those with several values are left out.
  private var constants: [String: Written] = [:]
  private var aliases: [String: Written] = [:]
  /// The aliases that are declared with several meanings.
  private var ambiguousAliases: Set<String> = []
  private var paths: Set<String> = []
  /// The paths of the types whose name occurs once.
  private var unique: [String: String] = [:]
  /// The raw values of cases, by the path of the case.
  private var rawTexts: [String: String] = [:]
  /// The types of the intents of timeline providers, by the path of the provider.
  private var providedIntents: [String: String] = [:]

  /// Makes an empty collection of names.
  init() {}

  init(
    _ types: [TypeDeclaration], constants: [String: [Written]], aliases: [String: [Written]]
  ) {
    self.constants = constants.compactMapValues { Set($0).count == 1 ? $0.first : nil }
    self.aliases = aliases.compactMapValues { Set($0).count == 1 ? $0.first : nil }
    ambiguousAliases = Set(aliases.keys).subtracting(self.aliases.keys)
    paths = Set(types.map(\.path))
    let byName = Dictionary(grouping: types, by: \.name)
    unique = byName.compactMapValues { $0.count == 1 ? $0.first?.path : nil }
    for type in types {
      for (name, text) in type.enumeration.rawTexts ?? [:] where type.isEnum {
        rawTexts[type.path + "." + name] = text
      }
      if let intent = type.providedIntent { providedIntents[type.path] = intent }
    }
  }

  /// The maximum number of names to follow, because a name can refer to another name.
  static let maximumSteps = 12

  /// The types around a path, the innermost first, then the file itself.
  private static func scopes(_ path: String) -> [String] {
    var scopes: [String] = []
    var rest = path
    while !rest.isEmpty {
      scopes.append(rest + ".")
      rest = rest.lastIndex(of: ".").map { String(rest[..<$0]) } ?? ""
    }
    return scopes + [""]
  }

  private static func expression(_ text: String) -> ExprSyntax? {
    guard case .expr(let expression)? = Parser.parse(source: text).statements.first?.item else {
      return nil
    }
    return expression
  }

  private static func plain(_ text: String) -> String {
    text.filter { $0 != "`" && !$0.isWhitespace }
  }

  // MARK: Texts

  /// The texts of the global string constants.
  var globalTexts: Set<String> {
    Set(constants.values.filter { $0.scope.isEmpty }.compactMap { text(of: $0) })
  }

  /// The texts that names in code can refer to: constants, and the raw values of enums.
  func texts(meantBy names: Set<String>) -> Set<String> {
    var texts = Set<String>()
    for (path, value) in constants where names.contains(path.lastName) {
      if let text = text(of: value) { texts.insert(text) }
    }
    for (path, text) in rawTexts {
      let item = path.split(separator: ".").dropLast().last.map(String.init) ?? ""
      if names.contains(item) || names.contains(path.lastName) { texts.insert(text) }
    }
    return texts
  }

  /// The text of an expression that consists of constants and literals; nil if it is known only at
  /// run time.
  func text(of written: Written) -> String? { text(of: written, step: 0) }

  private func text(of written: Written, step: Int) -> String? {
    guard step < Self.maximumSteps, let expression = Self.expression(written.text) else {
      return nil
    }
    return text(of: expression, in: written.scope, step: step + 1)
  }

  private func text(of expression: ExprSyntax, in scope: String, step: Int) -> String? {
    if let literal = expression.as(StringLiteralExprSyntax.self) {
      return literal.representedLiteralValue ?? text(of: literal, in: scope, step: step)
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return sum(of: Array(sequence.elements), in: scope, step: step)
    }
    if let inner = expression.inParentheses { return text(of: inner, in: scope, step: step) }
    return text(named: Self.plain(expression.trimmedDescription), in: scope, step: step)
  }

  private func text(
    of literal: StringLiteralExprSyntax, in scope: String, step: Int
  ) -> String? {
    var whole = ""
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let segment): whole += segment.content.text
      case .expressionSegment(let inserted):
        guard let only = inserted.onlyExpression,
          let text = text(of: only, in: scope, step: step + 1)
        else { return nil }
        whole += text
      }
    }
    return whole
  }

  private func sum(of elements: [ExprSyntax], in scope: String, step: Int) -> String? {
    var whole = ""
    for (index, element) in elements.enumerated() {
      if index.isMultiple(of: 2) {
        guard let text = text(of: element, in: scope, step: step + 1) else { return nil }
        whole += text
      } else if element.trimmedDescription != "+" {
        return nil
      }
    }
    return whole
  }

  private func text(named name: String, in scope: String, step: Int) -> String? {
    guard step < Self.maximumSteps else { return nil }
    if name.hasSuffix(".rawValue") {
      return rawText(String(name.dropLast(".rawValue".count)), in: scope, step: step)
    }
    return constant(name, in: scope).flatMap { text(of: $0, step: step) }
  }

  /// The constant with a name: a member, or a global constant.
  private func constant(_ name: String, in scope: String) -> Written? {
    var name = name
    for prefix in ["self.", "Self."] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    if name.hasPrefix(".") { name = "String" + name }
    for around in Self.scopes(scope) {
      if let value = constants[around + name] { return value }
    }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return constants[type(String(name[..<dot]), in: scope) + name[dot...]]
  }

  private func rawText(_ name: String, in scope: String, step: Int) -> String? {
    if let dot = name.lastIndex(of: "."), dot != name.startIndex,
      let text = rawTexts[type(String(name[..<dot]), in: scope) + name[dot...]]
    {
      return text
    }
    // A constant that is itself a case.
    guard let value = constant(name, in: scope), value.text != name else { return nil }
    return text(named: Self.plain(value.text) + ".rawValue", in: value.scope, step: step + 1)
  }

  // MARK: Types

  /// The path of a declared type; the last part of the name if the source does not declare it.
  func type(_ written: String, in scope: String) -> String { type(written, in: scope, step: 0) }

  private func type(_ written: String, in scope: String, step: Int) -> String {
    var name = Self.plain(String(written.prefix { $0 != "<" && $0 != "?" }))
    if name == "Self" { return scope }
    if name.hasPrefix("Self.") { name = String(name.dropFirst("Self.".count)) }
    let last = name.lastName
    guard step < Self.maximumSteps else { return last }
    for around in Self.scopes(scope) {
      let candidate = around + name
      if paths.contains(candidate) { return candidate }
      if let alias = aliases[candidate] {
        return type(alias.text, in: alias.scope, step: step + 1)
      }
    }
    guard let dot = name.lastIndex(of: ".") else {
      if last == "Intent", let own = providedIntents[scope] {
        return type(own, in: scope, step: step + 1)
      }
      return unique[last] ?? last
    }
    let head = type(String(name[..<dot]), in: scope, step: step + 1)
    let candidate = head + "." + last
    if paths.contains(candidate) { return candidate }
    if let alias = aliases[candidate] { return type(alias.text, in: alias.scope, step: step + 1) }
    if last == "Intent", let provided = providedIntents[head] {
      return type(provided, in: head, step: step + 1)
    }
    return unique[last] ?? last
  }

  /// The type that an alias refers to, as written; nil if the name is not an alias.
  func alias(of name: String, in scope: String) -> String? {
    for around in Self.scopes(scope) {
      let candidate = around + Self.plain(name)
      // A nearer type has the same name.
      if paths.contains(candidate) { return nil }
      if let alias = aliases[candidate] { return alias.text }
    }
    return nil
  }

  /// Whether the source declares an alias with this name and several meanings.
  func isAmbiguousAlias(_ name: String, in scope: String) -> Bool {
    Self.scopes(scope).contains { ambiguousAliases.contains($0 + Self.plain(name)) }
  }

  /// Whether the source declares a type at a path.
  func declares(_ path: String) -> Bool { paths.contains(path) }

  // MARK: The stored names

  /// A configuration with its names resolved.
  func configuration(_ written: WrittenConfiguration) -> SourceConfiguration {
    var intent = written.intent.map { type($0.text, in: $0.scope) }
    // An App Intent that the source does not declare is unknown.
    if written.form == .appIntent, let name = intent, !declares(name) { intent = nil }
    return SourceConfiguration(
      form: written.form, widget: written.widget, kind: written.kind.flatMap(text(of:)),
      kindPlace: written.kindPlace,
      intent: intent,
      families: families(written.families), place: written.place)
  }

  private func families(_ written: WrittenFamilies) -> SourceConfiguration.Families {
    switch written {
    case .standard: .standard
    case .unknown: .unknown
    case .written(let list): members(of: list, step: 0).map { .named($0) } ?? .unknown
    }
  }

  /// The names of the members in an array of constants.
  private func members(of written: Written, step: Int) -> Set<String>? {
    guard step < Self.maximumSteps, let expression = Self.expression(written.text) else {
      return nil
    }
    if let array = expression.as(ArrayExprSyntax.self) {
      var names = Set<String>()
      for element in array.elements {
        guard let member = element.expression.as(MemberAccessExprSyntax.self) else { return nil }
        names.insert(member.declName.baseName.text)
      }
      return names
    }
    return constant(Self.plain(written.text), in: written.scope)
      .flatMap { members(of: $0, step: step + 1) }
  }

  /// The function of a handler, with its intent resolved.
  func handler(_ handler: SourceHandler, in scope: String) -> SourceHandler {
    var handler = handler
    let path = type(handler.intent, in: scope)
    handler.intent = path.lastName
    return handler
  }

  /// An argument whose value is replaced by the value of a constant, if there is one.
  func argument(_ argument: SourceArgument, in scope: String) -> SourceArgument {
    var argument = argument
    if case .expression(let name) = argument.value,
      let text = text(of: Written(text: name, scope: scope))
    {
      argument.value = .string(text)
    }
    return argument
  }

  /// The query that a type declares.
  func query(_ declaration: TypeDeclaration) -> SourceQuery {
    var dependencies: [String: [String]] = [:]
    for (intent, parameters) in declaration.dependencies {
      dependencies[type(intent, in: declaration.path), default: []] += parameters
    }
    return SourceQuery(
      path: declaration.path, place: declaration.place, dependencies: dependencies,
      hasDefault: declaration.hasDefault,
      texts: declaration.texts.union(texts(meantBy: declaration.mentions)), code: declaration.code)
  }
}
