import IntentModel

/// Writes the requests of an intent's dynamic parameters, and the protocol that answers them.
struct TypedOptionsWriter {
  private let plan: TypedIntentPlan

  init(_ plan: TypedIntentPlan) {
    self.plan = plan
  }

  private var access: String { plan.access.modifier }

  private var protocolName: String { plan.name + TypedNames.options }

  /// Writes nothing if no parameter is dynamic.
  func write(to text: inout SwiftText) {
    guard !plan.dynamic.isEmpty else { return }
    text.blank()
    text.block("extension \(plan.name)") { text in
      for property in plan.dynamic {
        text.blank()
        writeRequest(for: property, to: &text)
      }
    }
    text.blank()
    writeProtocol(to: &text)
    text.blank()
    writeDefaults(to: &text)
    text.blank()
    writeConformance(to: &text)
  }

  private func requestName(_ property: TypedIntentPlan.Property) -> String {
    property.capitalized + "Request"
  }

  private func request(_ property: TypedIntentPlan.Property) -> String {
    "\(plan.name).\(requestName(property))"
  }

  private func writeRequest(for property: TypedIntentPlan.Property, to text: inout SwiftText) {
    // The struct has a property `request` with the original request, so no parent gets this name.
    var scope = SwiftScope(reserved: ["request", "self", "whole"])
    let parents = plan.parents(of: property).map { parent in
      var parent = parent
      parent.spelling = scope.claim(parent.parameter.name)
      return parent
    }
    text.documentation("A request for the choices of \(property.parameter.name).")
    text.block("\(access)struct \(requestName(property)): TypedOptionsRequest") { text in
      for parent in parents {
        text.documentation(parent.parameter.label)
        text.line("\(access)var \(parent.spelling): \(parent.declaredType)")
        text.blank()
      }
      text.documentation("The original request, with the values of the other parameters.")
      text.line("\(access)var request: OptionsRequest")
      text.blank()
      text.documentation("Reads a request.")
      text.line("///")
      text.documentation(
        "- Throws: `TypedIntentError` for a parent whose value the definition does not allow.")
      text.block("\(access)init(_ request: OptionsRequest) throws(TypedIntentError)") { text in
        if !parents.isEmpty {
          text.line("var values = IntentParameters(")
          text.line("  request.values, typeName: \(plan.name).typeName)")
          for parent in parents { text.line(parent.taking(from: "values")) }
          text.line("try values.check()")
        }
        text.line("self.request = request")
      }
    }
  }

  // MARK: The protocol

  private func writeProtocol(to text: inout SwiftText) {
    text.documentation("Provides the choices of \(plan.name).")
    text.block("nonisolated \(access)protocol \(protocolName): OptionsProvider") { text in
      for property in plan.dynamic {
        text.blank()
        text.documentation("The choices of *\(property.parameter.label)*.")
        text.line(choicesHead(property))
        text.blank()
        text.documentation("The default choices of \(property.parameter.name) in a new widget.")
        text.line(defaultHead(property))
        text.blank()
        text.documentation("The stored choices of \(property.parameter.name) that still exist.")
        text.line(resolveHead(property))
      }
    }
  }

  private func choicesHead(_ property: TypedIntentPlan.Property) -> String {
    "func \(property.spelling)(for request: \(request(property))) async throws -> OptionsCollection"
  }

  private func defaultHead(_ property: TypedIntentPlan.Property) -> String {
    "func default\(property.capitalized)(for request: \(request(property))) "
      + "async throws -> [OptionItem]"
  }

  private func resolveHead(_ property: TypedIntentPlan.Property) -> String {
    "func resolve\(property.capitalized)(identifiers: [String], for request: \(request(property))) "
      + "async throws -> ResolvedOptions"
  }

  private func writeDefaults(to text: inout SwiftText) {
    text.block("extension \(protocolName)") { text in
      for property in plan.dynamic {
        text.blank()
        text.documentation("Returns no choices.")
        text.block(access + defaultHead(property)) { $0.line("[]") }
        text.blank()
        text.documentation("Looks up the identifiers in the whole list.")
        text.block(access + resolveHead(property)) { text in
          text.line("try await self.\(property.spelling)(for: request.whole)")
          text.line("  .resolving(identifiers, isWhole: !searchesItself)")
        }
      }
    }
  }

  /// Writes the methods that `OptionsProvider` requires; each calls the method for the parameter
  /// that the request names.
  private func writeConformance(to text: inout SwiftText) {
    text.block("extension \(protocolName)") { text in
      text.documentation("The choices of the parameter that the request names.")
      text.block(
        access + ProviderMethod.options
      ) { writeSwitch(to: &$0) { "self.\($0.spelling)(for: \(request($0))(request))" } }
      text.blank()
      text.documentation("The default choices of the parameter in a new widget.")
      text.block(
        access + ProviderMethod.defaults
      ) { writeSwitch(to: &$0) { "default\($0.capitalized)(for: \(request($0))(request))" } }
      text.blank()
      text.documentation("The stored choices of the parameter that still exist.")
      text.resolve(access) {
        writeSwitch(to: &$0) {
          "resolve\($0.capitalized)(identifiers: identifiers, for: \(request($0))(request))"
        }
      }
    }
  }

  private func writeSwitch(
    to text: inout SwiftText, _ call: (TypedIntentPlan.Property) -> String
  ) {
    text.block("switch request.parameter") { text in
      for property in plan.dynamic {
        text.line("case \(property.key):")
        text.line("  try await \(call(property))")
      }
      text.line("default:")
      text.line("  throw OptionsError.unknownParameter(request.parameter, of: name)")
    }
  }
}

/// A query of App Intents as a protocol with the query's methods.
///
/// A type with these methods can be the source of the query in the app, and the source of the
/// choices in a test or a service without the app.
struct TypedQuery {
  private let name: String
  private let query: String
  /// The Swift type of the entities.
  private let entity: String
  private let isSearchable: Bool
  /// The parameters whose choices the query gives, as `Intent.parameter`.
  private let uses: [String]
  /// The parameters on which the choices depend.
  private let dependencies: [String]

  /// The entity queries of an App Intents definition, sorted by name; for any other query, there is
  /// only the protocol of its intent.
  static func all(of definition: IntentDefinitionFile, _ names: TypedNames) -> [TypedQuery] {
    guard definition.origin != nil else { return [] }
    let uses = names.declared.intents.flatMap { intent, name in
      intent.parameters.map { (parameter: $0, name: "\(name).\($0.name)") }
    }
    var scope = SwiftScope(reserved: names.taken)
    let queries = Dictionary(grouping: uses.filter { $0.parameter.provider != nil }) {
      $0.parameter.provider ?? ""
    }
    return queries.sorted { $0.key < $1.key }.compactMap { query, uses in
      let types = Set(uses.map { names.valueType(of: $0.parameter.type) })
      let areEntities = uses.allSatisfy { use in
        if case .object(let type?) = use.parameter.type {
          use.parameter.options.isDynamic && names.declared.name(ofType: type) != nil
        } else {
          false
        }
      }
      guard areEntities, types.count == 1, let entity = types.first else { return nil }
      return TypedQuery(
        name: scope.claim(query + "Provider"), query: query, entity: entity,
        isSearchable: uses.contains { $0.parameter.options.isSearchable },
        uses: uses.map(\.name),
        dependencies: Set(uses.flatMap(\.parameter.dependencies)).sorted())
    }
  }

  private var all: String {
    "func entities(for identifiers: [String], in request: OptionsRequest) async throws -> [\(entity)]"
  }

  private var suggested: String {
    "func suggestedEntities(in request: OptionsRequest) async throws -> [\(entity)]"
  }

  private var matching: String {
    "func entities(matching string: String, in request: OptionsRequest) async throws -> [\(entity)]"
  }

  private var standard: String {
    "func defaultResult(in request: OptionsRequest) async throws -> \(entity)?"
  }

  func write(to text: inout SwiftText, access: String) {
    text.documentation(
      """
      Provides the choices of the query `\(query)`, for \(uses.joined(separator: ", ")).

      The methods are those of the query. They also get the request, which has the answers so far\
      \(dependencies.isEmpty ? "" : ", such as \(dependencies.joined(separator: ", "))").
      """)
    text.block("nonisolated \(access)protocol \(name): OptionsProvider") { text in
      text.documentation("The entities with the identifiers that still exist.")
      text.line(all)
      text.blank()
      text.documentation("The entities that are offered.")
      text.line(suggested)
      if isSearchable {
        text.blank()
        text.documentation("The entities that a typed text finds.")
        text.line(matching)
      }
      text.blank()
      text.documentation("The default entity of a new widget; nil for none.")
      text.line(standard)
    }
    text.blank()
    text.block("extension \(name)") { text in
      if isSearchable {
        text.documentation("True: the query gets each search term.")
        text.line("\(access)var searchesItself: Bool { true }")
        text.blank()
      }
      text.documentation("Returns no entity.")
      text.block(access + standard) { $0.line("nil") }
      text.blank()
      text.documentation("The entities for the request.")
      text.block(
        access + ProviderMethod.options
      ) { text in
        if isSearchable {
          text.block("if let term = request.searchTerm, !term.isEmpty") {
            $0.line("return OptionsCollection(try await entities(matching: term, in: request))")
          }
        }
        text.line("return OptionsCollection(try await suggestedEntities(in: request))")
      }
      text.blank()
      text.documentation("The default entity of a new widget.")
      text.block(
        access + ProviderMethod.defaults
      ) { text in
        text.line("try await defaultResult(in: request).map { [OptionItem($0)] } ?? []")
      }
      text.blank()
      text.documentation("The stored entities that still exist.")
      text.resolve(access) { text in
        text.line(
          "ResolvedOptions(try await entities(for: identifiers, in: request).map { OptionItem($0) })"
        )
      }
    }
  }
}

/// The signatures of the methods of `OptionsProvider`.
private enum ProviderMethod {
  static let options =
    "func options(for request: OptionsRequest) async throws -> OptionsCollection"
  static let defaults =
    "func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem]"
}

extension SwiftText {
  /// Writes the method that resolves identifiers.
  fileprivate mutating func resolve(_ access: String, _ body: (inout SwiftText) -> Void) {
    line("\(access)func resolve(")
    line("  identifiers: [String], for request: OptionsRequest")
    block(") async throws -> ResolvedOptions", body)
  }
}
