import IntentModel

/// The other answers of an intent that the choices of a parameter can depend on.
///
/// The handler of a SiriKit intent got the whole intent. A query gets only what it names, and a
/// dependency has no value until its parameters have one. So the parents of the parameter are one
/// dependency, and every other parameter is one of its own.
struct QueryDependencies {
  /// What the requirement of a default is for.
  static let defaultWords = """
    The choice of a widget without an answer, which the old handler gave in its `default` function; \
    nil for none.
    """

  /// A dependency on parameters of an intent.
  private struct Dependency {
    var intent: String
    var parameters: [String]
    var name: String
    var words: String
  }

  private var dependencies: [Dependency] = []

  /// Makes the dependencies of dynamic parameters with the same choices, those of an intent one
  /// after the other.
  init(of uses: [AppIntentNames.Use], names: AppIntentNames) {
    var intents: [String] = []
    for use in uses where intents.last != use.intent { intents.append(use.intent) }
    var scope = SwiftScope(reserved: ["self", "Result"])
    var found: [Dependency] = []
    for intent in intents {
      let own = uses.filter { $0.intent == intent }
      guard let schema = own.first?.schema else { continue }
      let spellings = AppIntentWriter.spellings(of: schema)
      let start = intents.count == 1 ? "intent" : SwiftName.lowercased(intent.filter { $0 != "`" })
      let chosen = own.map(\.parameter.name)
      func path(_ name: String) -> String {
        (spellings[name] ?? SwiftName.plain(name)).filter { $0 != "`" }
      }
      let known = schema.intent.parameters.enumerated().filter { offset, parameter in
        schema.position(of: parameter.name) == offset && names.valueType(of: parameter.type) != nil
      }.map(\.element.name)
      let parents = known.filter { name in
        chosen.contains { schema.parent(of: $0)?.name == name }
      }
      if !parents.isEmpty {
        found.append(
          Dependency(
            intent: intent, parameters: parents.map(path), name: scope.claim(start),
            words: "The values that the choices depend on; nil until they are set."))
      }
      let others = known.filter { name in
        !chosen.contains(name) && !parents.contains(name)
          && !chosen.contains { Self.depends(name, on: $0, in: schema) }
      }
      for name in others {
        found.append(
          Dependency(
            intent: intent, parameters: [path(name)],
            name: scope.claim(start + "With" + SwiftName.capitalized(path(name))),
            words: "The value of *\(name)*, if the choices depend on it; nil until it is set."))
      }
    }
    dependencies = found
  }

  /// Whether the row of a parameter depends on another parameter, also through others.
  private static func depends(
    _ name: String, on other: String, in schema: IntentSchema
  ) -> Bool {
    var seen: Set<String> = [name]
    var parent = schema.parent(of: name)?.name
    while let current = parent, seen.insert(current).inserted {
      if current == other { return true }
      parent = schema.parent(of: current)?.name
    }
    return false
  }

  func write(to text: inout SwiftText, _ access: String) {
    for dependency in dependencies {
      let paths = dependency.parameters.map { "\\.$" + $0 }.joined(separator: ", ")
      text.documentation(dependency.words)
      text.line("@IntentParameterDependency<\(dependency.intent)>(\(paths))")
      text.line("\(access)var \(dependency.name)")
      text.blank()
    }
  }
}
