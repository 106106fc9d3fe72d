/// A parameter of an intent that is written in Swift, with the enum that it needs.
///
///     let lunch = IntentSchema("Lunch", parameters: [
///       .enumeration("dish", cases: ["Soup", "Salad"]),
///       .integer("guests", 1...12, default: 2, control: .stepper),
///       .object("room").dynamic(),
///       .string("wishes").titled("Special wishes").shown(when: "dish", is: "Soup"),
///     ])
///
/// Unlike a parameter from a file, it always has a row; the rows are in the order of the
/// parameters.
public struct ParameterDeclaration: Sendable, Hashable {
  /// The parameter.
  public var parameter: ParameterDefinition

  /// The enum of the parameter; nil for any other type.
  public var enumeration: IntentEnum?

  /// Declares a parameter of any type.
  public init(_ name: String, _ type: ParameterType) {
    parameter = ParameterDefinition(name: name, type: type)
  }

  /// A switch.
  public static func boolean(_ name: String, default isOn: Bool = false) -> Self {
    Self(name, .boolean(BooleanMetadata(defaultValue: isOn)))
  }

  /// A whole number.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - range: The minimum and the maximum; nil for no bounds.
  ///   - number: The default; nil for none.
  ///   - control: A slider needs a range.
  public static func integer(
    _ name: String, _ range: ClosedRange<Int>? = nil, default number: Int? = nil,
    control: NumberControl = .field
  ) -> Self {
    Self(name, .integer(metadata(range, number, control)))
  }

  /// A decimal number.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter.
  ///   - range: The minimum and the maximum; nil for no bounds.
  ///   - number: The default; nil for none.
  ///   - control: A slider needs a range.
  public static func decimal(
    _ name: String, _ range: ClosedRange<Double>? = nil, default number: Double? = nil,
    control: NumberControl = .field
  ) -> Self {
    Self(name, .decimal(metadata(range, number, control)))
  }

  private static func metadata<Number>(
    _ range: ClosedRange<Number>?, _ number: Number?, _ control: NumberControl
  ) -> NumberMetadata<Number> {
    NumberMetadata(
      control: control, defaultValue: number,
      minimum: range.map { .value($0.lowerBound) } ?? .absent,
      maximum: range.map { .value($0.upperBound) } ?? .absent)
  }

  /// A text.
  public static func string(
    _ name: String, default text: String? = nil, isMultiline: Bool = false
  ) -> Self {
    Self(
      name,
      .string(StringMetadata(defaultValue: LocalizedText(text), isMultiline: isMultiline)))
  }

  /// One of the cases of an enum.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter, which is also the name of its enum.
  ///   - cases: The cases; a text is both the name and the label of a case. If a case without an
  ///     index is renamed, its answers are lost.
  ///   - item: The name of the default case; nil for none.
  public static func enumeration(
    _ name: String, cases: [IntentEnum.Case], default item: String? = nil
  ) -> Self {
    var declaration = Self(name, .enumeration(TypeReference(name), defaultCase: item))
    let numbered = cases.enumerated().map { place, item in
      var item = item
      if item.index == 0 { (item.index, item.isIndexStated) = (place + 1, false) }
      return item
    }
    declaration.enumeration = IntentEnum(
      name: name, cases: [.noValue] + numbered)
    return declaration
  }

  /// An object with an identifier and a display text; with ``dynamic(searchable:)``, a provider
  /// offers the objects.
  public static func object(_ name: String) -> Self { Self(name, .object(nil)) }

  /// A date, a time of day, or both.
  public static func dateComponents(
    _ name: String, _ kind: DateComponentsMetadata.Kind = .dateTime
  ) -> Self {
    Self(name, .dateComponents(DateComponentsMetadata(kind: kind)))
  }

  /// A duration, in a single unit.
  public static func duration(
    _ name: String, _ unit: DurationUnit? = nil, default number: Double? = nil
  ) -> Self {
    Self(name, .timeInterval(TimeIntervalMetadata(units: .single(unit), defaultValue: number)))
  }
}

// MARK: - Copies with one change

extension ParameterDeclaration {
  /// The parameter with a label; without this, the name is the label.
  public func titled(_ label: LocalizedText) -> Self { changed { $0.displayName = label } }

  /// The parameter with choices from an options provider.
  public func dynamic(searchable: Bool = false) -> Self {
    changed { $0.options = .dynamic(searchable: searchable) }
  }

  /// The parameter with any number of values.
  public var several: Self { changed { $0.supportsMultipleValues = true } }

  /// The parameter with several values, up to the number that is listed for the family.
  public func sized(_ sizes: KeyValuePairs<WidgetFamily, Int>) -> Self {
    changed {
      ($0.supportsMultipleValues, $0.hasFixedSize) = (true, true)
      $0.arraySizes = ArraySizes(sizes)
    }
  }

  /// The parameter with a help text.
  public func asking(_ prompt: LocalizedText) -> Self {
    changed {
      $0.promptDialogs.append(
        PromptDialog(kind: PromptDialog.configuration, isCustom: true, formatString: prompt))
    }
  }

  /// The parameter with a text that is shown while its field is empty.
  public func placeholder(_ text: LocalizedText) -> Self { changed { $0.placeholder = text } }

  /// The parameter, shown only as long as an enum parameter has one of these cases.
  public func shown(when parent: String, is cases: String...) -> Self {
    shown(parent, .enumeration, cases.map { .string($0) })
  }

  /// The parameter, shown only as long as a switch is on or off.
  public func shown(when parent: String, is isOn: Bool) -> Self {
    shown(parent, .boolean, [.boolean(isOn)])
  }

  private func shown(_ parent: String, _ kind: ValueKind, _ values: [IntentValue]) -> Self {
    let predicate = kind.predicatePrefix + ParameterRelation.hasExactValue.rawValue
    return changed {
      $0.relationship = ParameterRelationship(
        parentName: parent, predicateName: predicate, values: values, isList: values.count > 1)
    }
  }

  private func changed(_ change: (inout ParameterDefinition) -> Void) -> Self {
    var copy = self
    change(&copy.parameter)
    return copy
  }
}

extension IntentSchema {
  /// Makes the schema of an intent that is written in Swift.
  ///
  /// The rows are in the order of the parameters, unless these have explicit display priorities.
  ///
  /// - Parameters:
  ///   - name: The name of the intent without its suffix `Intent`: if it is `"Lunch"`, documents
  ///     call the intent `LunchIntent`, which is the `typeName` of ``intent``.
  ///   - title: The title that users see; nil to use the name.
  ///   - parameters: The parameters.
  public init(
    _ name: String, title: LocalizedText? = nil, parameters: [ParameterDeclaration]
  ) {
    let placed = parameters.enumerated().map { place, declaration in
      var parameter = declaration.parameter
      parameter.displayPriority = parameter.displayPriority ?? place + 1
      return parameter
    }
    let intent = IntentDefinition(
      name: name, title: title ?? LocalizedText(name), isEligibleForWidgets: true,
      parameters: placed)
    self.init(
      intent,
      in: IntentDefinitionFile(intents: [intent], enums: parameters.compactMap(\.enumeration)))
  }
}

// MARK: - Texts as literals

extension LocalizedText: ExpressibleByStringLiteral {
  /// Makes a text without an identifier.
  public init(stringLiteral text: String) { self.init(text) }
}

extension IntentEnum.Case: ExpressibleByStringLiteral {
  /// Makes a case whose name is also its label; the declaration of a parameter sets its index.
  public init(stringLiteral name: String) { self.init(name: name, index: 0) }
}

extension TypeReference: ExpressibleByStringLiteral {
  /// Makes a reference to an enum or a type in the same document.
  public init(stringLiteral name: String) { self.init(name) }
}
