import DefinitionFormats
import IntentModel

/// The other answers of an intent that the choices of a parameter can depend on.
///
/// The handler of a SiriKit intent received the whole intent. A query receives only the answers that
/// it names, and a dependency has no value until all its parameters have values. Therefore, the
/// parents of the parameter form one dependency, and every other parameter that does not depend on
/// it forms a separate dependency; if there are many parameters, only the nearest are used.
struct QueryDependencies {
  /// The documentation of the requirement for a default.
  fileprivate static let defaultWords = """
    The choice for a widget without an answer, as the old handler gave it in its `default` \
    function; nil for none.
    """

  /// A dependency on parameters of an intent.
  private struct Dependency {
    var intent: String
    var parameters: [String]
    var name: String
    var words: String
  }

  private var dependencies: [Dependency] = []

  /// The maximum number of other parameters that become dependencies.
  private static let maximumOthers = 32
  /// How far the other parameters may be from the given parameter in the list, and how many
  /// ancestors of each are considered.
  private static let reach = 64

  /// Makes the dependencies of dynamic parameters with the same choices, one intent at a time.
  init(of uses: [AppIntentNames.Use], names: AppIntentNames) {
    var scope = SwiftScope(reserved: ["self", "Result"])
    let areOfOneIntent = uses.first?.intent == uses.last?.intent
    var rest = uses[...]
    while let first = rest.first {
      let own = rest.prefix { $0.intent == first.intent }
      rest = rest.dropFirst(own.count)
      let intent = first.intent
      let start = areOfOneIntent ? "intent" : SwiftName.lowercased(SwiftName.bare(intent))
      let answers = names.answers(of: intent, first.schema)
      let chosen = own.compactMap { first.schema.position(of: $0.parameter.name) }
      let (parents, others) = Self.dependencies(of: chosen, in: first.schema, among: answers)
      if !parents.isEmpty {
        dependencies.append(
          Dependency(
            intent: intent, parameters: parents.map { answers[$0]?.path ?? "" },
            name: scope.claim(start),
            words: "The values that the choices depend on; nil until they are set."))
      }
      for answer in others.compactMap({ answers[$0] }) {
        dependencies.append(
          Dependency(
            intent: intent, parameters: [answer.path],
            name: scope.claim(start + "With" + SwiftName.capitalized(answer.path)),
            words:
              "The value of *\(answer.name)*, if the choices depend on it; nil until it is set."))
      }
    }
  }

  /// The positions of the parents of the given parameters, and of the nearest other parameters that
  /// do not depend on the given ones.
  ///
  /// If all other parameters were included, the code of an intent with many lists would grow
  /// quadratically.
  private static func dependencies(
    of chosen: [Int], in schema: IntentSchema, among answers: [AppIntentNames.AskedProperty?]
  ) -> (parents: [Int], others: [Int]) {
    let parents = Set(chosen.compactMap { schema.parents[$0] }.filter { answers[$0] != nil })
    guard let place = chosen.first else { return ([], []) }
    let own = Set(chosen)
    func isOther(_ position: Int) -> Bool {
      guard answers.indices.contains(position), answers[position] != nil,
        !own.contains(position), !parents.contains(position)
      else { return false }
      var ancestor = schema.parents[position]
      for _ in 0..<reach {
        guard let current = ancestor, current != position else { break }
        if own.contains(current) { return false }
        ancestor = schema.parents[current]
      }
      return true
    }
    var others: [Int] = []
    for distance in 1...reach where others.count < maximumOthers {
      others += [place - distance, place + distance].filter(isOther)
    }
    return (parents.sorted(), others.prefix(maximumOthers).sorted())
  }

  func write(to text: inout SwiftText, _ access: String) {
    for dependency in dependencies {
      let paths = dependency.parameters.map { "\\.$" + $0 }.joined(separator: ", ")
      text.documentation(dependency.words)
      text.line("@\(AppIntentsName.dependency)<\(dependency.intent)>(\(paths))")
      text.line("\(access)var \(dependency.name)")
      text.blank()
    }
  }
}

/// The requirements that every list of choices has for the app.
extension SwiftText {
  /// Writes the protocol requirement for all choices.
  mutating func choicesRequirement(of type: String) {
    documentation("The choices, in sections if there are any.")
    line("func choices() async throws -> IntentItemCollection<\(type)>")
  }

  /// Writes the protocol requirement for a default, after other requirements.
  mutating func defaultRequirement(of type: String) {
    blank()
    documentation(QueryDependencies.defaultWords)
    line("func defaultChoice() async -> \(type)?")
  }

  /// Writes the method that calls the requirement for a default, after other methods.
  mutating func defaultResult(of type: String, _ access: String) {
    blank()
    documentation("The choice for a widget without an answer.")
    block("\(access)func defaultResult() async -> \(type)?") { $0.line("await defaultChoice()") }
  }
}
