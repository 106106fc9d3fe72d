/// The keys and words of definitions in JSON, one enum for each kind of object.
enum DefinitionKeys {
  enum Root: String, JSONKey {
    case schema = "$schema"
    case namespace, modelVersion, systemVersion, toolsBuildVersion, toolsVersion
    case intents, enums, types, carried
  }

  enum Intent: String, JSONKey {
    case name, classPrefix, className, title, description, category, verb, kind, domain
    case eligibleForWidgets, ineligibleForSuggestions, configurable, confirmationRequired
    case customizable, deprecated, restrictions, defaultImageName, inputParameter, keyParameter
    case lastTag, parameters, carried
  }

  /// The keys of parameters and of properties, those of every type among them.
  enum Parameter: String, JSONKey {
    case name, label, tag, priority, type, configurable, resolvable, dynamic, searchable, multiple
    case fixedSize, sizes, visibleWhen, placeholder, prompts, standard
    case `enum`, object, typeName, `default`, trueName, falseName, control, minimum, maximum
    case negative, capitalization, multiline, disablesAutocorrect, disablesSmartQuotes
    case disablesSmartDashes, components, format, dateStyle, timeStyle, template, unit
    case ignoredUnits, detail, fileKind, fileTypes, currencies, defaultUnit
    case carried, carriedMetadata

    static let ofEveryParameter: [Parameter] = [
      .name, .label, .tag, .priority, .type, .configurable, .resolvable, .dynamic, .searchable,
      .multiple, .fixedSize, .sizes, .visibleWhen, .placeholder, .prompts, .carried,
      .carriedMetadata,
    ]

    static let ofEveryProperty: [Parameter] = [
      .name, .label, .tag, .priority, .type, .multiple, .standard, .carried, .carriedMetadata,
    ]
  }

  enum Text: String, JSONKey { case text, id }

  enum Reference: String, JSONKey { case name, namespace }

  enum Size: String, JSONKey { case family, sizeClass, size, carried }

  enum Relationship: String, JSONKey { case parent, predicate, value, values, list, carried }

  enum Prompt: String, JSONKey { case kind, custom, text, carried }

  enum Units: String, JSONKey { case `default`, minimum, maximum }

  enum Enumeration: String, JSONKey {
    case name, label, kind, className, classPrefix, generatesHeader, unknownCase, cases, carried
  }

  enum Case: String, JSONKey { case name, label, index, carried }

  enum ObjectType: String, JSONKey {
    case name, label, className, classPrefix, lastTag, standardProperties, properties, carried
  }

  enum Carried: String, JSONKey { case unknown, writtenDefaults }

  /// The mark of a carried value that JSON has no form for.
  enum Mark: String, JSONKey {
    case real = "$real"
    case spelling
    case data = "$data"
    case date = "$date"
    case members = "$members"
  }

  /// The word for a bound that is expressly none.
  static let unbounded = "none"
}

/// The types of parameters, as the word after `type`.
enum DefinitionTypeName: String, CaseIterable {
  case boolean, integer, decimal, string, `enum`, object, dateComponents, timeInterval, url
  case placemark, person, file, currencyAmount, paymentMethod, speakableString
  case distance, mass, volume, temperature, speed, energy, area, power, pressure, angle, frequency
  case informationStorage, other
}

/// The controls of numbers, as the word after `control`.
enum DefinitionControlName: String, CaseIterable { case field, stepper, slider }

/// The kinds of date components, as the word after `components`.
enum DefinitionComponentsName: String, CaseIterable { case dateTime, date, time }

/// The units of durations, as the word after `unit`.
enum DefinitionUnitName: String, CaseIterable { case seconds, minutes, hours, days }
