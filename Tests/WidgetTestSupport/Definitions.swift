public import IntentModel

/// Short forms of parameters for tests: editable, with display priority 1, and with nothing else.
extension ParameterDefinition {
  /// A parameter of any type, with a row.
  public static func of(_ type: ParameterType, _ name: String) -> ParameterDefinition {
    ParameterDefinition(name: name, type: type, displayPriority: 1, isConfigurable: true)
  }

  /// A Boolean.
  public static func boolean(_ name: String, default isOn: Bool = false) -> ParameterDefinition {
    of(.boolean(BooleanMetadata(defaultValue: isOn)), name)
  }

  /// A whole number.
  public static func integer(
    _ name: String, _ range: ClosedRange<Int>? = nil, default number: Int? = nil,
    control: NumberControl = .field
  ) -> ParameterDefinition {
    of(.integer(.within(range, default: number, control: control)), name)
  }

  /// A decimal number.
  public static func decimal(
    _ name: String, _ range: ClosedRange<Double>? = nil, default number: Double? = nil,
    control: NumberControl = .field
  ) -> ParameterDefinition {
    of(.decimal(.within(range, default: number, control: control)), name)
  }

  /// A text.
  public static func string(
    _ name: String, default text: String? = nil, isMultiline: Bool = false
  ) -> ParameterDefinition {
    let metadata = StringMetadata(defaultValue: LocalizedText(text), isMultiline: isMultiline)
    return of(.string(metadata), name)
  }

  /// An enum, given the name of its type.
  public static func enumeration(
    _ name: String, _ type: String, default item: String? = nil
  ) -> ParameterDefinition {
    of(.enumeration(TypeReference(type), defaultCase: item), name)
  }

  /// An object, given the name of its type; nil for an object without a type, as in old files.
  public static func object(_ name: String, _ type: String? = nil) -> ParameterDefinition {
    of(.object(type.map { TypeReference($0) }), name)
  }

  /// Date components.
  public static func dateComponents(
    _ name: String, _ kind: DateComponentsMetadata.Kind = .dateTime
  ) -> ParameterDefinition {
    of(.dateComponents(DateComponentsMetadata(kind: kind)), name)
  }

  /// A duration with a single unit.
  public static func duration(
    _ name: String, _ unit: DurationUnit? = nil, default number: Double? = nil
  ) -> ParameterDefinition {
    of(.timeInterval(TimeIntervalMetadata(units: .single(unit), defaultValue: number)), name)
  }

  /// A measurement.
  public static func measurement(
    _ name: String, _ dimension: MeasurementDimension, default number: Double? = nil
  ) -> ParameterDefinition {
    of(.measurement(MeasurementMetadata(dimension: dimension, defaultValue: number)), name)
  }
}

extension NumberMetadata {
  /// The metadata of a number with both limits, or with none.
  public static func within(
    _ range: ClosedRange<Number>?, default number: Number? = nil, control: NumberControl = .field
  ) -> NumberMetadata {
    NumberMetadata(
      control: control, defaultValue: number,
      minimum: range.map { .value($0.lowerBound) } ?? .absent,
      maximum: range.map { .value($0.upperBound) } ?? .absent)
  }
}

/// Copies of a parameter with one change each.
extension ParameterDefinition {
  /// The parameter as a child of another one.
  public func under(
    _ parent: String?, _ predicate: String, _ values: IntentValue...
  ) -> ParameterDefinition {
    changed {
      $0.relationship = ParameterRelationship(
        parentName: parent, predicateName: predicate, values: values)
    }
  }

  /// The parameter as an array without a limit.
  public var several: ParameterDefinition { changed { $0.supportsMultipleValues = true } }

  /// The parameter as an array with sizes for each family.
  public func sized(_ sizes: KeyValuePairs<WidgetFamily, Int>) -> ParameterDefinition {
    changed {
      $0.supportsMultipleValues = true
      $0.hasFixedSize = true
      $0.arraySizes = ArraySizes(sizes)
    }
  }

  /// The parameter with options from a provider.
  public func dynamic(isSearchable: Bool = false) -> ParameterDefinition {
    changed { $0.options = .dynamic(searchable: isSearchable) }
  }

  /// The parameter at the given position in the order of rows; nil for no row.
  public func at(priority: Int?) -> ParameterDefinition {
    changed { $0.displayPriority = priority }
  }

  /// The parameter, but not editable.
  public var locked: ParameterDefinition { changed { $0.isConfigurable = false } }

  /// A copy after a change.
  public func changed(_ change: (inout ParameterDefinition) -> Void) -> ParameterDefinition {
    var copy = self
    change(&copy)
    return copy
  }
}

extension DateComponentsMetadata {
  /// Dates and times in the medium style, which is short enough for pictures of a form.
  public static func medium(_ kind: Kind) -> Self {
    DateComponentsMetadata(kind: kind, dateStyle: "Medium", timeStyle: "Medium")
  }
}
