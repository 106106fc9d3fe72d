import IntentModel

/// Writes the struct of an intent and the protocol of its timeline provider.
struct TypedIntentWriter {
  private let plan: TypedIntentPlan

  init(_ plan: TypedIntentPlan) {
    self.plan = plan
  }

  private var access: String { plan.access.modifier }

  func write(to text: inout SwiftText) {
    let intent = plan.schema.intent
    let title = intent.title.text ?? intent.name
    let description = intent.description.text ?? ""
    text.documentation(description.isEmpty ? title : "\(title)\n\n\(description)")
    text.block("\(access)struct \(plan.name): TypedIntent") { text in
      text.documentation("The name of the intent in JSON and in the store.")
      text.line(
        "\(access)static let typeName = \(SwiftLiteral.string(plan.schema.intent.typeName))")
      writeSizes(to: &text)
      for property in plan.properties {
        text.blank()
        text.documentation(property.documentation)
        text.line("\(access)var \(property.spelling): \(property.declaredType)")
      }
      text.blank()
      writeInitializers(to: &text)
      text.blank()
      writeReading(to: &text)
      text.blank()
      writeIntent(to: &text)
      text.blank()
      writeParameterName(to: &text)
    }
    text.blank()
    text.documentation("Makes the timelines of widgets that \(plan.name) configures.")
    let protocolName = plan.name + TypedNames.timelineProvider
    text.line("nonisolated \(access)protocol \(protocolName): TypedTimelineProvider")
    text.line("where Configuration == \(plan.name) {}")
  }

  // MARK: Sizes

  private func sizesName(of property: TypedIntentPlan.Property) -> String {
    SwiftName.bare(property.spelling) + "Sizes"
  }

  private func isSized(_ property: TypedIntentPlan.Property) -> Bool {
    property.parameter.supportsMultipleValues && property.parameter.hasFixedSize
  }

  private func writeSizes(to text: inout SwiftText) {
    for property in plan.properties where isSized(property) {
      let stated = property.parameter.arraySizes ?? ArraySizes(entries: [])
      let sizes = stated.isOfAppIntents ? Self.ofEveryFamily(stated) : stated
      var seen = Set<WidgetFamily>()
      let families = sizes.entries.map { WidgetFamily(sizeClass: $0.sizeClass) }
      let areKnown = families.allSatisfy { $0?.isKnown ?? true }
      let listed = zip(sizes.entries, families).compactMap { entry, family -> String? in
        guard let family, seen.insert(family).inserted else { return nil }
        let size = entry.size == .max ? ".max" : "\(entry.size)"
        guard areKnown else {
          let sizeClass = SwiftLiteral.string(entry.sizeClass)
          return "ArraySizes.Entry(sizeClass: \(sizeClass), size: \(size))"
        }
        return ".\(family.rawValue): \(size)"
      }
      text.blank()
      text.documentation(
        "The number of values that \(property.parameter.name) accepts in each family.")
      text.list(
        "\(access)static let \(sizesName(of: property)) = ArraySizes(\(areKnown ? "" : "entries: ")[",
        listed.isEmpty ? [":"] : listed, "])")
    }
  }

  /// The size for each family of an App Intent: a size can apply to all families, and a family
  /// without a size has no limit.
  private static func ofEveryFamily(_ sizes: ArraySizes) -> ArraySizes {
    let families = WidgetFamily.allCases + sizes.families.filter { !$0.isKnown }
    return ArraySizes(
      entries: families.map { .init(sizeClass: $0.sizeClass, size: sizes.maximum(for: $0)) })
  }

  // MARK: Initializers

  private func writeInitializers(to text: inout SwiftText) {
    text.documentation("Makes the intent with the defaults that the definition states.")
    text.block("\(access)init()") { text in
      for property in plan.properties {
        text.line("\(property.spelling) = \(property.initial ?? "nil")")
      }
    }
    guard !plan.properties.isEmpty else { return }
    text.blank()
    text.documentation("Makes the intent from values; omitted parameters have their defaults.")
    let parameters = plan.properties.map { property in
      "\(property.spelling): \(property.declaredType) = \(property.initial ?? "nil")"
    }
    text.list("\(access)init(", parameters, ") {")
    for property in plan.properties {
      text.line("  self.\(property.spelling) = \(property.spelling)")
    }
    text.line("}")
  }

  private func writeReading(to text: inout SwiftText) {
    text.documentation("Reads an intent.")
    text.line("///")
    text.documentation(
      "- Throws: `TypedIntentError` with all values that do not fit the definition.")
    text.block("\(access)init(_ intent: Intent) throws(TypedIntentError)") { text in
      let head = plan.properties.isEmpty ? "let" : "var"
      text.line("\(head) parameters = IntentParameters(intent, typeName: Self.typeName)")
      for property in plan.properties { text.line(property.taking(from: "parameters")) }
      text.line("try parameters.finish()")
    }
  }

  private func writeIntent(to text: inout SwiftText) {
    text.documentation("The intent for a family, without elements beyond the family's maximum.")
    text.block("\(access)func intent(for family: WidgetFamily) -> Intent") { text in
      guard !plan.properties.isEmpty else {
        return text.line("Intent(typeName: Self.typeName, family: family)")
      }
      text.line("var list = IntentParameterList()")
      for property in plan.properties {
        let limit =
          isSized(property)
          ? ", atMost: Self.\(sizesName(of: property)).maximum(for: family)" : ""
        text.line("list.add(\(property.key), self.\(property.spelling)\(limit))")
      }
      text.line("return Intent(")
      text.line("  typeName: Self.typeName, family: family, parameters: list.parameters)")
    }
  }

  private func writeParameterName(to text: inout SwiftText) {
    text.documentation("The name of a property's parameter in forms and JSON.")
    text.block(
      "\(access)static func parameterName(of property: PartialKeyPath<\(plan.name)>) -> String?"
    ) { text in
      guard !plan.properties.isEmpty else { return text.line("nil") }
      text.block("switch property") { text in
        for property in plan.properties {
          text.line("case \\\(plan.name).\(property.spelling): \(property.key)")
        }
        text.line("default: nil")
      }
    }
  }
}
