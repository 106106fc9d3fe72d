import Messages
import IntentModel

extension DefinitionMapping {
  /// A parameter; its unsupported reasons and what only Siri needs are carried whole.
  static func parameter(_ parameter: inout IntentParameter, _ coder: inout some ElementCoder) {
    coder.required(Keys.Parameter.name, &parameter.name)
    coder.integer(Keys.Parameter.tag, &parameter.tag)
    coder.text(Keys.Parameter.displayName, &parameter.displayName)
    coder.integer(Keys.Parameter.displayPriority, &parameter.displayPriority)
    type(&parameter.type, &coder)
    coder.flag(Keys.Parameter.configurable, &parameter.isConfigurable)
    coder.flag(Keys.Parameter.supportsResolution, &parameter.supportsResolution)
    options(&parameter.options, &coder)
    coder.flag(Keys.Parameter.supportsMultipleValues, &parameter.supportsMultipleValues)
    coder.value(Keys.Parameter.fixedSizeArray, .one, &parameter.hasFixedSize, default: false)
    arraySizes(&parameter.arraySizes, &coder)
    coder.element(
      coder.name(Keys.Parameter.relationship), prefix: Prefix.relationship,
      &parameter.relationship, empty: ParameterRelationship(parentName: nil, predicateName: ""),
      extras: \.extras
    ) { relationship(&$0, &$1) }
    coder.elements(
      Keys.Parameter.promptDialogs, prefix: Prefix.promptDialog, &parameter.promptDialogs,
      empty: PromptDialog(kind: nil), extras: \.extras
    ) { dialog, coder in
      coder.string(Keys.PromptDialog.type, &dialog.kind)
      coder.flag(Keys.PromptDialog.custom, &dialog.isCustom)
      coder.text(Keys.PromptDialog.formatString, &dialog.formatString)
    }
    coder.section(
      coder.name(Keys.Parameter.metadata), prefix: Prefix.parameterMetadata, of: &parameter,
      extras: \.metadataExtras
    ) { parameter, coder in
      coder.text(Keys.Metadata.placeholder, &parameter.placeholder)
      metadata(of: &parameter.type, &coder)
    }
  }

  /// Search without dynamic options has no meaning; it is carried.
  private static func options(_ options: inout OptionsSupport, _ coder: inout some ElementCoder) {
    var isDynamic = options.isDynamic
    var isSearchable = options.isSearchable
    coder.flag(Keys.Parameter.supportsDynamicEnumeration, &isDynamic)
    if isDynamic { coder.flag(Keys.Parameter.supportsSearch, &isSearchable) }
    options = isDynamic ? .dynamic(searchable: isSearchable) : .none
  }

  private static func arraySizes(_ sizes: inout ArraySizes?, _ coder: inout some ElementCoder) {
    var entries = sizes?.entries
    coder.list(
      coder.name(Keys.Parameter.arraySizes), prefix: Prefix.arraySize, &entries,
      empty: ArraySizes.Entry(sizeClass: "", size: 0), extras: \.extras
    ) { entry, coder in
      coder.required(Keys.ArraySize.sizeClass, &entry.sizeClass)
      coder.require(coder.name(Keys.ArraySize.size))
      coder.value(Keys.ArraySize.size, .integer, &entry.size, default: 0)
    }
    sizes = entries.map { ArraySizes(entries: $0) }
  }

  /// A list of values wins over a single one, which is then carried.
  private static func relationship(
    _ relationship: inout ParameterRelationship, _ coder: inout some ElementCoder
  ) {
    coder.string(Keys.Relationship.parentName, &relationship.parentName)
    coder.required(Keys.Relationship.predicateName, &relationship.predicateName)
    let isList = relationship.isList || relationship.values.count > 1
    var several: [IntentValue]? = isList ? relationship.values : nil
    var single: IntentValue? = isList ? nil : relationship.values.first
    coder.value(
      Keys.Relationship.predicateValues,
      .list(of: .booleansNumbersStrings, .comparison), &several)
    if several == nil { coder.value(Keys.Relationship.predicateValue, .comparison, &single) }
    relationship.isList = several != nil
    relationship.values = several ?? single.map { [$0] } ?? []
  }
}

extension DefinitionMapping {
  /// The type without its metadata.
  ///
  /// An enum wins over the type's name, which wins over an object. Whatever
  /// else the file says is carried.
  static func type(_ type: inout ParameterType, _ coder: inout some ElementCoder) {
    let name = coder.name(Keys.Parameter.type)
    coder.require(name)
    var (enumeration, object) = type.references
    let stated = coder.peek(name)
    let isNamed = coder.isReading && stated != nil
    if isNamed || enumeration != nil {
      reference(&enumeration, .enumType, .enumTypeNamespace, &coder)
    }
    let isObject =
      isNamed && enumeration == nil && stated.flatMap(ParameterType.init(scalar:)) == nil
    if isObject || object != nil {
      reference(&object, .objectType, .objectTypeNamespace, &coder)
    }
    let form = DefinitionForm<ParameterType>(
      .theNameOfAType,
      read: { value in
        value.stringValue.map { ParameterType(name: $0, enumeration: enumeration, object: object) }
      },
      write: { .string($0.name) })
    var kind = type.withoutMetadata
    coder.value(Keys.Parameter.type, form, &kind, default: .other(""))
    if coder.isReading { type = kind }
  }

  private static func reference(
    _ reference: inout TypeReference?, _ name: Keys.Parameter, _ namespace: Keys.Parameter,
    _ coder: inout some ElementCoder
  ) {
    var stated = reference?.name
    coder.string(name, &stated)
    guard let stated else { return reference = nil }
    var found = TypeReference(stated, namespace: reference?.namespace)
    coder.string(namespace, &found.namespace)
    reference = found
  }
}

extension ParameterType {
  /// The enum and the object that the type refers to.
  fileprivate var references: (enumeration: TypeReference?, object: TypeReference?) {
    switch self {
    case .enumeration(let reference, _): (reference, nil)
    case .object(let reference): (nil, reference)
    default: (nil, nil)
    }
  }

  /// The type with the metadata that a file without any means.
  fileprivate var withoutMetadata: ParameterType {
    let (enumeration, object) = references
    return ParameterType(name: name, enumeration: enumeration, object: object)
  }

  /// The type of a name and references, in the order in which the runtime looks at them.
  init(name: String, enumeration: TypeReference?, object: TypeReference?) {
    if let enumeration {
      self = .enumeration(enumeration, defaultCase: nil)
    } else if let scalar = ParameterType(scalar: name) {
      self = scalar
    } else if name == "Object" || object != nil {
      self = .object(object)
    } else {
      self = .other(name)
    }
  }

  /// The type with a name that Xcode writes, without metadata; nil for objects and others.
  fileprivate init?(scalar name: String) {
    switch name {
    case "Boolean": self = .boolean(BooleanMetadata())
    case "Integer": self = .integer(NumberMetadata())
    case "Decimal": self = .decimal(NumberMetadata())
    case "String": self = .string(StringMetadata())
    case "DateComponents": self = .dateComponents(DateComponentsMetadata())
    case "TimeInterval": self = .timeInterval(TimeIntervalMetadata())
    case "URL": self = .url(defaultValue: nil)
    case "Placemark": self = .placemark(detail: nil)
    case "Person": self = .person(detail: nil)
    case "File": self = .file(FileMetadata())
    case "CurrencyAmount": self = .currencyAmount(CurrencyMetadata())
    case "PaymentMethod": self = .paymentMethod
    case "SpeakableString": self = .speakableString(StringMetadata())
    default:
      guard let dimension = MeasurementDimension(rawValue: name) else { return nil }
      self = .measurement(MeasurementMetadata(dimension: dimension))
    }
  }
}
