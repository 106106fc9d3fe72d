import DefinitionFormats
import IntentModel
import JSONCodings
package import Messages

/// Writes a parameter of an intent, and its options provider if it needs one.
struct AppParameterWriter {
  /// The parameter.
  let parameter: ParameterDefinition

  /// The name of the property.
  let spelling: String

  /// The Swift type of a single value; nil if App Intents has none.
  let type: String?

  private let schema: IntentSchema
  /// The name of the intent's type.
  private let intent: String
  /// The name of the options provider, if there is one.
  private let providerName: String
  private let names: AppIntentNames
  private let words: AppIntentWords
  private let access: String

  init(
    _ parameter: ParameterDefinition, of schema: IntentSchema, named intent: String,
    spelling: String,
    provider: String, names: AppIntentNames, words: AppIntentWords, access: String
  ) {
    self.parameter = parameter
    self.schema = schema
    self.intent = intent
    self.spelling = spelling
    providerName = provider
    self.names = names
    self.words = words
    self.access = access
    type = names.valueType(of: parameter.type, stated: parameter.swiftType)
  }

  func write(to text: inout SwiftText) {
    for finding in findings { text.comment(finding) }
    guard let type else { return }
    text.documentation(parameter.label)
    text.list("@Parameter(", arguments, ")")
    let value = parameter.supportsMultipleValues ? "[\(type)]" : type
    text.line("\(access)var \(spelling): \(value)\(isAlwaysSet ? "" : "?")")
  }

  /// Whether the property is not optional; a widget fails to load if a property that is not
  /// optional has no default.
  private var isAlwaysSet: Bool {
    guard case .boolean(let metadata) = parameter.type else { return false }
    return metadata.defaultValue != nil && !parameter.supportsMultipleValues && !hasOwnProvider
  }

  // MARK: Arguments

  private var arguments: [String] {
    var list = [ArgumentLabel.title.code(words.resource(parameter.displayName, or: parameter.name))]
    let prompt = parameter.promptDialogs.first { $0.kind == PromptDialog.configuration }?
      .formatString
    if let prompt, prompt.text?.isEmpty == false {
      list.append(ArgumentLabel.description.code(words.resource(prompt, or: parameter.name)))
    }
    if hasOwnProvider {
      list += supportedArgument + [ArgumentLabel.optionsProvider.code("\(providerName)()")]
    } else if parameter.supportsMultipleValues {
      list += defaultArgument + (sizeArgument.isEmpty ? supportedArgument : sizeArgument)
    } else {
      list += ofType
    }
    return list
  }

  /// The argument for the sizes: a dictionary literal that already includes the effect of the
  /// runtime's fallback chain.
  ///
  /// Each element of the dictionary is its own element of the argument list, so a long literal gets
  /// several lines. A plain number would require exactly that many values; a widget with fewer
  /// values would remain a placeholder.
  private var sizeArgument: [String] {
    guard parameter.hasFixedSize else { return [] }
    var sizes = WidgetFamily.allCases.filter { $0 != .addedLater }
      .compactMap { family -> String? in
        // An App Intent can omit the size for some families.
        guard let most = parameter.maximumCount(for: family) else { return nil }
        let least = parameter.minimumCount(for: family)
        return ".\(family.rawValue): \(ArraySizes.code(minimum: least, maximum: most))"
      }
    guard !sizes.isEmpty else { return [] }
    sizes[0] = ArgumentLabel.size.code("[") + sizes[0]
    sizes[sizes.count - 1] += "]"
    return sizes
  }

  private var defaultArgument: [String] {
    guard !parameter.options.isDynamic, let value = parameter.staticDefault,
      schema.issues(with: value, for: parameter).isEmpty, let literal = literal(value)
    else { return [] }
    return [ArgumentLabel.default.code(literal)]
  }

  /// Whether the generated code leaves out the parameter's default in the definition.
  var isWithoutItsDefault: Bool { type != nil && (hasLostDefault || parameter.isDefaultUnknown) }

  /// Whether the definition has a valid default that no argument can express.
  private var hasLostDefault: Bool {
    guard !parameter.options.isDynamic, let value = parameter.staticDefault, value.isPresent,
      schema.issues(with: value, for: parameter).isEmpty
    else { return false }
    let starts = [ArgumentLabel.default, .defaultValue].map { $0.code("") }
    return !arguments.contains { argument in starts.contains { argument.hasPrefix($0) } }
  }

  /// The only cases that the parameter offers.
  private var supportedArgument: [String] {
    guard case .enumeration(let reference, _) = parameter.type,
      let supported = reference.supportedCases
    else { return [] }
    let cases = supported.compactMap { names.declared.caseLiteral($0, of: parameter.type) }
    return cases.isEmpty
      ? [] : [ArgumentLabel.supportedValues.code("[\(cases.joined(separator: ", "))]")]
  }

  private func literal(_ value: IntentValue) -> String? {
    switch value {
    case .boolean(let boolean): return "\(boolean)"
    case .integer(let number): return "\(number)"
    case .decimal(let number): return SwiftLiteral.double(number)
    case .string(let text): return SwiftLiteral.string(text)
    case .speakableString(let speakable): return SwiftLiteral.string(speakable.spokenPhrase)
    case .enumeration(let name):
      return names.declared.caseLiteral(name, of: parameter.type)
    case .array(let values):
      let literals = values.compactMap(literal)
      return literals.count == values.count ? "[\(literals.joined(separator: ", "))]" : nil
    default: return nil
    }
  }

  /// The arguments that depend on the type, in the order of the initializers.
  private var ofType: [String] {
    switch parameter.type {
    case .boolean(let metadata): return defaultArgument + displayName(metadata)
    case .integer(let metadata):
      let style = metadata.control == .field ? ".field" : ".stepper"
      return defaultArgument + [ArgumentLabel.controlStyle.code(style)]
        + range(metadata, least: "\(Int.min)", most: "\(Int.max)") { "\($0)" }
    case .decimal(let metadata):
      let limit = SwiftLiteral.double(.greatestFiniteMagnitude)
      return defaultArgument + [
        ArgumentLabel.controlStyle.code(".\(metadata.control.rawValue.lowercased())")
      ]
        + range(metadata, least: "-" + limit, most: limit) { SwiftLiteral.double($0) }
    case .string(let metadata): return defaultArgument + inputOptions(metadata)
    case .dateComponents(let metadata):
      return [ArgumentLabel.kind.code(".\(metadata.kind.definitionWord)")]
    case .timeInterval(let metadata):
      return Self.defaultValue(metadata.defaultValue) + [
        ArgumentLabel.defaultUnit.code(".\(metadata.standardUnit.rawValue.lowercased())")
      ]
        // App Intents allows negative durations, but a definition cannot contain that setting.
        + (schema.isOfAppIntents && !metadata.refusesNegativeNumbers ? [] : Self.noNegatives)
    case .measurement(let metadata):
      let unit = metadata.standardUnit.name
      return Self.defaultValue(metadata.defaultValue) + [
        ArgumentLabel.defaultUnit.code(".\(unit.prefix(1).lowercased() + unit.dropFirst())")
      ]
        + (metadata.isSigned ? [] : Self.noNegatives)
    case .currencyAmount(let metadata):
      let codes = metadata.currencyCodes.map { SwiftLiteral.string($0) }
      return codes.isEmpty
        ? [] : [ArgumentLabel.currencyCodes.code("[\(codes.joined(separator: ", "))]")]
    case .enumeration: return defaultArgument + supportedArgument
    case .speakableString: return defaultArgument
    default: return []
    }
  }

  private static func defaultValue(_ value: Double?) -> [String] {
    value.map { [ArgumentLabel.defaultValue.code(SwiftLiteral.double($0))] } ?? []
  }

  /// App Intents allows negative numbers unless an argument forbids them.
  private static let noNegatives = [ArgumentLabel.supportsNegativeNumbers.code("false")]

  private func displayName(_ metadata: BooleanMetadata) -> [String] {
    guard metadata.trueName.text != nil, metadata.falseName.text != nil else { return [] }
    let on = words.resource(metadata.trueName, or: "On")
    let off = words.resource(metadata.falseName, or: "Off")
    return [ArgumentLabel.displayName.code("Bool.IntentDisplayName(true: \(on), false: \(off))")]
  }

  /// A limit that the definition leaves open becomes the limit of the Swift type.
  private func range<Number>(
    _ metadata: NumberMetadata<Number>, least: String, most: String,
    _ literal: (Number) -> String
  ) -> [String] {
    guard metadata.lowerLimit != nil || metadata.upperLimit != nil else { return [] }
    let lower = metadata.lowerLimit.map(literal) ?? least
    let upper = metadata.upperLimit.map(literal) ?? most
    return [ArgumentLabel.inclusiveRange.code("(\(lower), \(upper))")]
  }

  private func inputOptions(_ metadata: StringMetadata) -> [String] {
    var options: [String] = []
    // Xcode has written both “Characters” and “AllCharacters”.
    let capitalization = [
      "None": "none", "Words": "words", "Characters": "allCharacters",
      "AllCharacters": "allCharacters",
    ]
    if let word = metadata.capitalization.flatMap({ capitalization[$0] }) {
      options.append(ArgumentLabel.capitalizationType.code(".\(word)"))
    }
    if metadata.isMultiline { options.append(ArgumentLabel.multiline.code("true")) }
    if metadata.disablesAutocorrect { options.append(ArgumentLabel.autocorrect.code("false")) }
    if metadata.disablesSmartQuotes { options.append(ArgumentLabel.smartQuotes.code("false")) }
    if metadata.disablesSmartDashes { options.append(ArgumentLabel.smartDashes.code("false")) }
    guard !options.isEmpty else { return [] }
    return [
      ArgumentLabel.inputOptions.code(
        "String.IntentInputOptions(\(options.joined(separator: ", ")))")
    ]
  }

  // MARK: Choices

  /// Whether the parameter needs an options provider; entities are found by the query of their
  /// type.
  private var hasOwnProvider: Bool {
    guard parameter.options.isDynamic, type != nil else { return false }
    if case .object = parameter.type { return false }
    return true
  }

  /// Writes nothing if the parameter needs no options provider.
  func writeOptionsProvider(to text: inout SwiftText) {
    guard hasOwnProvider, let type else { return }
    let name = "\(intent).\(providerName)"
    text.blank()
    text.documentation(
      """
      The code that the app has to write once, in an extension of `\(name)`.

      Without it the provider does not compile.
      """)
    text.availability()
    let requirement = SwiftName.bare(intent) + providerName + AppEntityWriter.choices
    text.block("nonisolated \(access)protocol \(requirement)") { text in
      text.choicesRequirement(of: type)
      text.defaultRequirement(of: type)
    }
    text.blank()
    text.availability()
    text.block("extension \(intent)") { text in
      text.documentation("Gives the choices of *\(parameter.label)*.")
      text.block(
        "\(access)struct \(providerName): DynamicOptionsProvider, \(requirement)"
      ) { text in
        QueryDependencies(of: [(intent, schema, parameter)], names: names).write(to: &text, access)
        text.documentation("Makes the provider.")
        text.line("\(access)init() {}")
        text.blank()
        text.documentation("The choices that a person sees.")
        text.block("\(access)func results() async throws -> IntentItemCollection<\(type)>") {
          $0.line("try await choices()")
        }
        text.defaultResult(of: type, access)
      }
    }
  }
}

extension AppParameterWriter {
  /// The findings about parts that the parameter cannot carry over.
  var findings: [GenerationFinding] {
    guard type != nil else {
      return [
        finding(
          .inexpressibleType,
          """
          App Intents has no type for “\(name: parameter.type.name)”, so the parameter is left \
          out.
          """,
          "Ask people for the value again, with a parameter of another type.")
      ]
    }
    var found: [GenerationFinding] = []
    if SwiftName.bare(spelling) != parameter.name {
      found.append(
        finding(
          .inexpressibleName,
          "The name cannot be written in Swift, so the system does not find the old value.",
          "Ask people for the value again."))
    }
    if parameter.isDefaultUnknown {
      found.append(
        finding(
          .unreadDefault,
          "The default of the parameter was not read, so it is left out.",
          parameter.hasLiteralDefault
            ? """
            Write it as a literal in the source, or as “default” instead of “defaultNotRead” in JSON.
            """
            : "Set it in the initializer of the generated intent, or return it from `defaultResult()`."
        ))
    }
    if hasLostDefault {
      found.append(
        finding(
          .lostDefault, "App Intents has no literal for the default, so it is left out.",
          .setDefaultInInitializer))
    }
    if hasOwnProvider, parameter.options.isSearchable {
      found.append(
        finding(
          .listSearch,
          """
          A list of plain values cannot send each search term to the app; the system searches \
          the list.
          """,
          """
          Give the whole list. Do not turn the type into an entity: placed widgets would lose their \
          stored values.
          """)
      )
    }
    if hasOwnProvider, parameter.hasFixedSize {
      found.append(
        finding(
          .listSize,
          "A list with its own provider cannot have a size for each family.",
          """
          Where the app shows the list, shorten it. Do not turn the type into an entity: placed \
          widgets would lose their stored values.
          """
        ))
    }
    let later = WidgetFamily.addedLater
    if parameter.hasFixedSize, !hasOwnProvider,
      let size = parameter.arraySizes?.listedSize(for: later)
    {
      let code = ArraySizes.code(
        minimum: parameter.minimumCount(for: later), maximum: max(1, size))
      found.append(
        finding(
          .listSize,
          "The family `\(later.rawValue)` needs iOS 27, so its size is left out.",
          "When the app requires that system, add `.\(later.rawValue): \(code)` to the sizes."))
    }
    if parameter.hasFixedSize, !hasOwnProvider {
      for family in parameter.sizedFamilies where !family.isKnown {
        let code = ArraySizes.code(
          minimum: parameter.minimumCount(for: family),
          maximum: parameter.maximumCount(for: family) ?? 1)
        found.append(
          finding(
            .listSize,
            """
            Only the name of the family `\(family.rawValue)` is known, so its size is left out.
            """,
            """
            When the app requires a system that has the family, add \
            `.\(family.rawValue): \(code)` to the sizes.
            """))
      }
    }
    if parameter.supportsMultipleValues || hasOwnProvider, hasDetailsOfOneValue {
      found.append(
        finding(
          .listDetails,
          hasOwnProvider
            ? "A parameter with its own provider cannot have a range, a unit or a style."
            : "A list in App Intents cannot have a range, a unit or a style for its values.",
          "Where the app reads the values, check and convert them."))
    }
    if parameter.supportsMultipleValues, !hasOwnProvider, !sizeArgument.isEmpty,
      !supportedArgument.isEmpty
    {
      found.append(
        finding(
          .listDetails,
          """
          A list with sizes cannot limit the supported values, so all cases of its enum are offered.
          """,
          "Where the app reads the values, leave the other cases out."))
    }
    if case .object = parameter.type, type != nil, !parameter.options.isDynamic {
      found.append(
        finding(
          .objectQuery,
          "It has no options, and an entity needs a query, so the row becomes a list of choices.",
          "In the query, return an object for each stored identifier, so that no answer is lost."))
    }
    return found + unitFindings + findingsOfType
  }

  /// Whether the definition has details that apply only to a single value.
  private var hasDetailsOfOneValue: Bool {
    switch parameter.type {
    case .boolean(let metadata): !displayName(metadata).isEmpty
    case .integer(let metadata): metadata.lowerLimit != nil || metadata.upperLimit != nil
    case .decimal(let metadata):
      metadata.lowerLimit != nil || metadata.upperLimit != nil || metadata.control == .slider
    case .string(let metadata): !inputOptions(metadata).isEmpty
    case .dateComponents(let metadata): metadata.kind != .dateTime
    case .timeInterval, .measurement: true
    case .currencyAmount(let metadata): !metadata.currencyCodes.isEmpty
    default: false
    }
  }

  private var findingsOfType: [GenerationFinding] {
    switch parameter.type {
    case .placemark:
      [
        finding(
          .place,
          .placeCanArriveEmpty,
          .askForPlaceAgain)
      ]
    case .timeInterval(let metadata): durationFindings(metadata)
    case .integer(let metadata) where metadata.control == .slider:
      [
        finding(
          .slider,
          "A whole number has no slider in App Intents, so it gets a stepper.",
          """
          Keep the type. Do not turn it into a decimal number: placed widgets would lose their stored \
          values.
          """
        )
      ]
    case .string(let metadata) where metadata.defaultValue.text != nil:
      [
        finding(
          .defaultText,
          "The default text is not translated in App Intents.",
          "Leave the default out, and show a translated text if there is no value.")
      ]
    case .speakableString:
      [
        finding(
          .pronunciation,
          "A speakable string becomes a plain one, without its pronunciation.",
          "Give the pronunciation where the text is spoken.")
      ]
    case .file(let metadata) where metadata.kind != nil:
      [
        finding(
          .fileKinds,
          "The kinds of file that may be chosen are not carried over.",
          """
          Add `\(ArgumentLabel.supportedContentTypes.rawValue):` with types from the framework \
          UniformTypeIdentifiers.
          """)
      ]
    default: []
    }
  }

  /// The finding about units of the quantity that this program does not know; empty for none.
  private var unitFindings: [GenerationFinding] {
    // A list cannot have a unit.
    guard case .measurement(let metadata) = parameter.type, !hasOwnProvider,
      !parameter.supportsMultipleValues
    else { return [] }
    let names = metadata.unknownUnits.map(\.name)
    guard !names.isEmpty else { return [] }
    return [
      finding(
        .unknownUnit,
        """
        This program does not know the \(names.count, one: "unit", other: "units") \
        \(choices: names) of the quantity, so “\(name: metadata.standardUnit.name)” is used.
        """,
        "Choose another unit in the definition.")
    ]
  }

  private func durationFindings(_ metadata: TimeIntervalMetadata) -> [GenerationFinding] {
    let hasRange = metadata.minimum.number != nil || metadata.maximum.number != nil
    let type = finding(
      .inexpressibleType,
      """
      A parameter of Swift's type `Duration` needs iOS 26, so it is generated as a measurement, for \
      which a phone may not find the stored values.
      """,
      "If the app requires that system, write `Duration`.")
    let range = finding(
      .durationRange,
      "A duration has no range in App Intents.",
      "Where the app reads the value, clamp it to the range.")
    return (metadata.isNative ? [type] : []) + (hasRange ? [range] : [])
  }

  private func finding(
    _ code: GenerationFinding.Code, _ message: Message, _ remedy: Message
  ) -> GenerationFinding {
    GenerationFinding(
      code, subject: GenerationFinding.subject(schema.intent.name, parameter.name),
      message: message, remedy: remedy)
  }
}

extension ParameterDefinition {
  /// Whether an App Intents literal can express the default: a value of the type, or a list of such
  /// values.
  package var hasLiteralDefault: Bool {
    switch type {
    case .boolean, .integer, .decimal, .string, .speakableString, .enumeration: true
    case .timeInterval, .measurement: !supportsMultipleValues
    default: false
    }
  }
}

extension WidgetFamily {
  /// The family that some systems with App Intents widgets do not have.
  ///
  /// A literal cannot depend on the system's version, so no generated literal contains the family.
  static let addedLater = systemExtraLargePortrait
}

extension ArraySizes {
  /// The code for the size of a family; without a minimum, a list can be empty.
  package static func code(minimum: Int?, maximum: Int) -> String {
    let bounds = [ArgumentLabel.min.code("\(minimum ?? 0)"), ArgumentLabel.max.code("\(maximum)")]
    return "\(AppIntentsName.collectionSize)(\(bounds.joined(separator: ", ")))"
  }
}

extension Message {
  /// The remedy for a default that no App Intents literal can express.
  package static var setDefaultInInitializer: Message {
    "Set it in the initializer of the generated intent."
  }

  /// The problem with parameters that are places in App Intents.
  package static var placeCanArriveEmpty: Message {
    "A stored place can arrive empty, even if the parameter keeps its name and its type."
  }

  /// The remedy for ``placeCanArriveEmpty``.
  package static var askForPlaceAgain: Message {
    "Test the update on a device, and ask people for the place again if it is empty."
  }
}
