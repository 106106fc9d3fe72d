import IntentModel
import JSONC
import Messages

extension DefinitionMapping {
  /// A parameter; the parts for Siri, such as the reasons to reject a value, are carried unchanged.
  static func parameter(
    _ parameter: inout ParameterDefinition, _ tags: DefinitionTags, _ coder: inout some ElementCoder
  ) {
    coder.required(Keys.Parameter.name, .whatParameterName, &parameter.name)
    parameter.isTagWritten = coder.tag(Keys.Parameter.tag, &parameter.tag, tags)
    coder.text(Keys.Parameter.label, &parameter.displayName)
    coder.value(Keys.Parameter.description, .jsonText, &parameter.description, default: .none)
    coder.number(Keys.Parameter.priority, &parameter.displayPriority, byRule: coder.place)
    type(&parameter.type, &coder)
    coder.value(
      Keys.Parameter.configurable, .boolean, &parameter.isConfigurable, default: false,
      inJSON: true)
    coder.flag(Keys.Parameter.resolvable, &parameter.supportsResolution)
    options(&parameter.options, &coder)
    coder.string(Keys.Parameter.provider, &parameter.provider)
    coder.value(
      Keys.Parameter.dependsOn, .list(of: "names", .string), &parameter.dependencies, default: [])
    coder.value(
      Keys.Parameter.defaults, .list(of: "values", .comparison), &parameter.defaultList,
      default: [])
    coder.flag(Keys.Parameter.required, &parameter.isRequired)
    coder.flag(Keys.Parameter.defaultNotRead, &parameter.isDefaultUnknown)
    coder.value(Keys.Parameter.swiftType, .swiftType, &parameter.swiftType)
    coder.flag(Keys.Parameter.multiple, &parameter.supportsMultipleValues)
    arraySizes(&parameter.arraySizes, &coder)
    coder.value(
      Keys.Parameter.fixedSize, .one, &parameter.hasFixedSize, default: false,
      inJSON: parameter.arraySizes != nil)
    coder.element(
      Keys.Parameter.visibleWhen, prefix: Prefix.relationship, &parameter.relationship,
      empty: ParameterRelationship(parentName: nil, predicateName: ""), extras: \.extras
    ) { relationship(&$0, &$1) }
    coder.elements(
      Keys.Parameter.prompts, prefix: Prefix.promptDialog, &parameter.promptDialogs,
      empty: PromptDialog(kind: nil), extras: \.extras
    ) { dialog, coder in
      coder.string(Keys.Prompt.kind, &dialog.kind)
      coder.flag(Keys.Prompt.custom, &dialog.isCustom)
      coder.text(Keys.Prompt.text, &dialog.formatString)
    }
    coder.section(
      Only.metadata, prefix: Prefix.parameterMetadata, of: &parameter, extras: \.metadataExtras
    ) { parameter, coder in
      coder.text(Keys.Parameter.placeholder, &parameter.placeholder)
      metadata(of: &parameter.type, &coder)
    }
  }

  /// The support for dynamic options and search.
  ///
  /// In a property list, search without dynamic options has no meaning; it is kept and written
  /// back. In JSON, searchable options are always dynamic, even without the key for dynamic options.
  private static func options(_ options: inout OptionsSupport, _ coder: inout some ElementCoder) {
    var isSearchable = options.isSearchable
    var isDynamic = options.isDynamic && !(coder.format == .json && isSearchable)
    coder.flag(Keys.Parameter.dynamic, &isDynamic)
    if isDynamic || coder.format == .json { coder.flag(Keys.Parameter.searchable, &isSearchable) }
    options = isDynamic || isSearchable ? .dynamic(searchable: isSearchable) : .none
  }

  /// The sizes: a list of elements, or, in JSON only, an object with a size for each family.
  private static func arraySizes(_ sizes: inout ArraySizes?, _ coder: inout some ElementCoder) {
    guard coder.format == .propertyList else {
      return coder.value(Keys.Parameter.sizes, .arraySizes, &sizes)
    }
    var entries = sizes?.entries
    coder.list(
      Keys.Parameter.sizes, prefix: Prefix.arraySize, &entries,
      empty: ArraySizes.Entry(sizeClass: "", size: 0), shorthand: nil, extras: \.extras
    ) { entry, coder in
      coder.require(Keys.Size.sizeClass)
      coder.value(Keys.Size.sizeClass, .string, &entry.sizeClass, default: "")
      coder.require(Keys.Size.size)
      coder.value(Keys.Size.size, .integer, &entry.size, default: 0)
    }
    sizes = entries.map { ArraySizes(entries: $0) }
  }

  /// An element in the JSON list of sizes, which names its family if it has one.
  fileprivate static func size(
    _ entry: inout ArraySizes.Entry, _ coder: inout some ElementCoder
  ) {
    var family = WidgetFamily(sizeClass: entry.sizeClass)
    var sizeClass = family == nil ? entry.sizeClass : nil
    var size = Optional(entry.size)
    if !coder.has(Keys.Size.sizeClass) { coder.require(Keys.Size.family) }
    coder.value(Keys.Size.family, .family, &family)
    coder.string(Keys.Size.sizeClass, &sizeClass)
    coder.require(Keys.Size.size)
    coder.integer(Keys.Size.size, &size)
    coder.integer(Keys.Size.minimum, &entry.minimum)
    guard let size, let name = family?.sizeClass ?? sizeClass else { return coder.reject() }
    (entry.sizeClass, entry.size) = (name, size)
  }

  /// A relationship.
  ///
  /// In a property list, a list of values overrides a single value, so the single value is only
  /// carried.
  private static func relationship(
    _ relationship: inout ParameterRelationship, _ coder: inout some ElementCoder
  ) {
    coder.string(Keys.Relationship.parent, &relationship.parentName)
    coder.required(
      Keys.Relationship.predicate, "predicate", &relationship.predicateName)
    let isSeveral = relationship.isList || relationship.values.count > 1
    var several: [IntentValue]? = isSeveral ? relationship.values : nil
    var single: IntentValue? = isSeveral ? nil : relationship.values.first
    coder.value(
      Keys.Relationship.values, .list(of: "Booleans, numbers and strings", .comparison), &several)
    if several == nil || coder.format == .json {
      coder.value(Keys.Relationship.value, .comparison, &single)
    }
    coder.onlyOne(of: [Keys.Relationship.value, .values])
    // In a property list, the key of the values shows whether they are a list.
    if coder.format == .propertyList { relationship.isList = several != nil }
    coder.value(
      Keys.Relationship.list, .boolean, &relationship.isList, default: false,
      inJSON: several != nil)
    relationship.values = single.map { [$0] } ?? several ?? []
  }
}

extension DefinitionMapping {
  /// The type without its metadata.
  ///
  /// In a property list, an enum overrides the type's name, which overrides an object; everything
  /// else in the file is carried. JSON has a word, and a reference if the type needs a reference. A
  /// type that stays the same keeps its metadata, which is coded later.
  static func type(_ type: inout ParameterType, _ coder: inout some ElementCoder) {
    if coder.format == .json { return word(of: &type, &coder) }
    coder.require(Keys.Parameter.type)
    var (enumeration, object) = type.references
    // References without a type are not read, nor is an object next to an enum or a scalar’s name.
    let stated = coder.peek(Keys.Parameter.type)
    if stated != nil || enumeration != nil {
      reference(&enumeration, .enum, .enumTypeNamespace, &coder)
    }
    let isObject = stated.map { enumeration == nil && DefinitionTypeName.scalar(named: $0) == nil }
    if isObject ?? (object != nil) {
      reference(&object, .object, .objectTypeNamespace, &coder)
    }
    let coding = DefinitionValueCoding<ParameterType>(
      "the name of a type",
      read: { value in
        value.stringValue.map { ParameterType(name: $0, enumeration: enumeration, object: object) }
      },
      write: { .string($0.name) },
      json: DefinitionJSONCoding(read: { _ in nil }, write: { _ in nil }))
    let known = type.withoutMetadata
    var kind = known
    coder.value(Keys.Parameter.type, coding, &kind, default: .other(""))
    if kind != known { type = kind }
  }

  /// The word for the type in JSON, with the name or reference that it needs.
  private static func word(of type: inout ParameterType, _ coder: inout some ElementCoder) {
    var word: DefinitionTypeName? = type.definitionName
    coder.require(Keys.Parameter.type)
    coder.value(Keys.Parameter.type, .word(.whatType), &word)
    guard let word else {
      // An unknown type could have any key.
      coder.accept(Keys.Parameter.allCases)
      return coder.reject()
    }
    // Of the types that replace the blank one, only an enum cannot be made from its word alone.
    if word != type.definitionName {
      type = word.blank ?? .enumeration(TypeReference(""), defaultCase: nil)
    }
    switch type {
    case .enumeration(let named, let defaultCase):
      var reference = Optional(named)
      coder.require(Keys.Parameter.enum)
      coder.value(Keys.Parameter.enum, .reference(in: coder.namespace), &reference)
      if reference == nil { coder.reject() }
      type = .enumeration(reference ?? named, defaultCase: defaultCase)
    case .object(var reference):
      coder.value(Keys.Parameter.object, .reference(in: coder.namespace), &reference)
      type = .object(reference)
    case .other(var name):
      coder.required(Keys.Parameter.typeName, .whatTypeName, &name)
      type = .other(name)
    default: break
    }
  }

  private static func reference(
    _ reference: inout TypeReference?, _ name: Keys.Parameter, _ namespace: Only,
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
  /// The enum and the object to which the type refers.
  fileprivate var references: (enumeration: TypeReference?, object: TypeReference?) {
    switch self {
    case .enumeration(let reference, _): (reference, nil)
    case .object(let reference): (nil, reference)
    default: (nil, nil)
    }
  }

  /// The type with the default metadata.
  fileprivate var withoutMetadata: ParameterType {
    let (enumeration, object) = references
    return ParameterType(name: name, enumeration: enumeration, object: object)
  }

  /// Makes a type from a name and references, in the order in which the runtime evaluates them.
  init(name: String, enumeration: TypeReference?, object: TypeReference?) {
    if let enumeration {
      self = .enumeration(enumeration, defaultCase: nil)
    } else if let scalar = DefinitionTypeName.scalar(named: name) {
      self = scalar
    } else if name == ParameterType.object(nil).name || object != nil {
      self = .object(object)
    } else {
      self = .other(name)
    }
  }
}

extension DefinitionValueCoding where Value == ArraySizes {
  /// The sizes in JSON: an object with a size for each family if that is sufficient, otherwise a
  /// list.
  fileprivate static var arraySizes: Self {
    Self(
      json: { node in
        switch node.value {
        case .object: ArraySizes(entries: (node.members ?? []).compactMap(entry))
        case .array:
          ArraySizes(
            entries: (node.elements ?? []).compactMap { node in
              JSONElementReader.element(
                node, namespace: nil, empty: ArraySizes.Entry(sizeClass: "", size: 0),
                extras: \.extras
              ) { DefinitionMapping.size(&$0, &$1) }
            })
        default: mismatch(node)
        }
      },
      write: { sizes in
        let families = sizes.entries.map { WidgetFamily(sizeClass: $0.sizeClass) }
        let isPlain =
          Set(families).count == sizes.entries.count && !families.contains(nil)
          && sizes.entries.allSatisfy { $0.extras.isEmpty && $0.minimum == nil }
        guard isPlain else {
          return .array(
            sizes.entries.map { entry in
              .object(
                JSONElementWriter.json(entry, namespace: nil, extras: \.extras) {
                  DefinitionMapping.size(&$0, &$1)
                })
            })
        }
        return .object(
          JSONObject(
            zip(families, sizes.entries).map { family, entry in
              (key: family?.rawValue ?? entry.sizeClass, value: .integer(entry.size))
            }))
      })
  }

  private static func mismatch(_ node: JSONNode) -> ArraySizes? {
    node.mismatch("an object of sizes by family")
    return nil
  }

  private static func entry(_ key: String, _ node: JSONNode) -> ArraySizes.Entry? {
    let size = node.integer
    guard let family = WidgetFamily(rawValue: key) else {
      let choices = WidgetFamily.allCases.map(\.rawValue)
      node.reportKey(.unknownWord(key, what: .whatFamily, choices: choices))
      return nil
    }
    return size.map { ArraySizes.Entry(sizeClass: family.sizeClass, size: $0) }
  }
}
