/// The keys of intent definitions, without the prefix of their element.
protocol DefinitionKey: RawRepresentable<String>, Sendable {}

/// The keys of each kind of element, and the prefixes that make them whole.
enum DefinitionPlistKeys {
  /// What stands before the keys of an element.
  enum Prefix {
    static let root = "IN"
    static let intent = "INIntent"
    static let parameter = "INIntentParameter"
    static let parameterMetadata = "INIntentParameterMetadata"
    static let arraySize = "INIntentParameterArraySize"
    static let relationship = "INIntentParameterRelationship"
    static let promptDialog = "INIntentParameterPromptDialog"
    static let enumeration = "INEnum"
    static let enumCase = "INEnumValue"
    static let objectType = "INType"
    static let property = "INTypeProperty"
    static let propertyMetadata = "INTypePropertyMetadata"
  }

  /// What stands after a key whose value is the identifier of a text.
  static let identifierSuffix = "ID"

  enum Root: String, DefinitionKey {
    case enums = "Enums"
    case intents = "Intents"
    case types = "Types"
    case namespace = "IntentDefinitionNamespace"
    case modelVersion = "IntentDefinitionModelVersion"
    case systemVersion = "IntentDefinitionSystemVersion"
    case toolsBuildVersion = "IntentDefinitionToolsBuildVersion"
    case toolsVersion = "IntentDefinitionToolsVersion"
  }

  enum Intent: String, DefinitionKey {
    case name = "Name"
    case classPrefix = "ClassPrefix"
    case className = "ClassName"
    case title = "Title"
    case description = "Description"
    case summary = "Summary"
    case category = "Category"
    case verb = "Verb"
    case kind = "Type"
    case domain = "Domain"
    case eligibleForWidgets = "EligibleForWidgets"
    case ineligibleForSuggestions = "IneligibleForSuggestions"
    case configurable = "Configurable"
    case userConfirmationRequired = "UserConfirmationRequired"
    case customizable = "Customizable"
    case deprecated = "Deprecated"
    case restrictions = "Restrictions"
    case defaultImageName = "DefaultImageName"
    case input = "Input"
    case keyParameter = "KeyParameter"
    case lastParameterTag = "LastParameterTag"
    case parameters = "Parameters"
  }

  /// The keys of parameters and of properties of object types.
  enum Parameter: String, DefinitionKey {
    case name = "Name"
    case tag = "Tag"
    case displayName = "DisplayName"
    case displayPriority = "DisplayPriority"
    case type = "Type"
    case enumType = "EnumType"
    case enumTypeNamespace = "EnumTypeNamespace"
    case objectType = "ObjectType"
    case objectTypeNamespace = "ObjectTypeNamespace"
    case configurable = "Configurable"
    case supportsResolution = "SupportsResolution"
    case supportsDynamicEnumeration = "SupportsDynamicEnumeration"
    case supportsSearch = "SupportsSearch"
    case supportsMultipleValues = "SupportsMultipleValues"
    case fixedSizeArray = "FixedSizeArray"
    case arraySizes = "ArraySizes"
    case relationship = "Relationship"
    case promptDialogs = "PromptDialogs"
    case metadata = "Metadata"
    case isDefault = "Default"
  }

  enum Metadata: String, DefinitionKey {
    case placeholder = "Placeholder"
    case defaultValue = "DefaultValue"
    case trueDisplayName = "TrueDisplayName"
    case falseDisplayName = "FalseDisplayName"
    case type = "Type"
    case minimumValue = "MinimumValue"
    case maximumValue = "MaximumValue"
    case supportsNegativeNumbers = "SupportsNegativeNumbers"
    case capitalization = "Capitalization"
    case multiline = "Multiline"
    case disableAutocorrect = "DisableAutocorrect"
    case disableSmartQuotes = "DisableSmartQuotes"
    case disableSmartDashes = "DisableSmartDashes"
    case format = "Format"
    case dateStyle = "DateStyle"
    case timeStyle = "TimeStyle"
    case template = "Template"
    case unit = "Unit"
    case defaultUnit = "DefaultUnit"
    case minimumUnit = "MinimumUnit"
    case maximumUnit = "MaximumUnit"
    case customUTIs = "CustomUTIs"
    case currencyCode = "CurrencyCode"
    case currencyCodes = "CurrencyCodes"
  }

  /// The key of the elements of a file's type identifiers, which has no prefix.
  static let typeIdentifier = "UTI"

  /// The unit that says that default, minimum and maximum have units of their own.
  static let multipleUnits = "Multiple"

  enum ArraySize: String, DefinitionKey {
    case sizeClass = "SizeClass"
    case size = "Size"
  }

  enum Relationship: String, DefinitionKey {
    case parentName = "ParentName"
    case predicateName = "PredicateName"
    case predicateValue = "PredicateValue"
    case predicateValues = "PredicateValues"
  }

  enum PromptDialog: String, DefinitionKey {
    case type = "Type"
    case custom = "Custom"
    case formatString = "FormatString"
  }

  /// The whole keys of what only Siri uses, which the model carries.
  enum Siri {
    static let response = "INIntentResponse"
    static let codes = "INIntentResponseCodes"
    static let codeName = "INIntentResponseCodeName"
    static let codeFormatString = "INIntentResponseCodeFormatString"
    static let parameters = "INIntentResponseParameters"
    static let responseParameter = "INIntentResponseParameter"
    static let unsupportedReasons = "INIntentParameterUnsupportedReasons"
    static let unsupportedReasonCode = "INIntentParameterUnsupportedReasonCode"
  }

  enum Enumeration: String, DefinitionKey {
    case name = "Name"
    case displayName = "DisplayName"
    case kind = "Type"
    case className = "ClassName"
    case classPrefix = "ClassPrefix"
    case generatesHeader = "GeneratesHeader"
    case values = "Values"
  }

  enum EnumCase: String, DefinitionKey {
    case name = "Name"
    case index = "Index"
    case displayName = "DisplayName"
  }

  enum ObjectType: String, DefinitionKey {
    case name = "Name"
    case displayName = "DisplayName"
    case className = "ClassName"
    case classPrefix = "ClassPrefix"
    case lastPropertyTag = "LastPropertyTag"
    case properties = "Properties"
  }
}
