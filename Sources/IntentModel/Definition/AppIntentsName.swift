import Messages

/// Names from Apple's App Intents framework that several readers, writers and messages use.
package enum AppIntentsName {
  // Protocols.
  package static let widgetConfigurationIntent = "WidgetConfigurationIntent"
  package static let migratedIntent = "CustomIntentMigratedAppIntent"
  package static let controlConfigurationIntent = "ControlConfigurationIntent"

  // Static members of intents.
  package static let intentClassName = "intentClassName"
  package static let isDiscoverable = "isDiscoverable"
  package static let openAppWhenRun = "openAppWhenRun"
  package static let parameterSummary = "parameterSummary"
  package static let supportedModes = "supportedModes"

  // Static members of types whose values the system stores.
  package static let caseDisplayRepresentations = "caseDisplayRepresentations"
  package static let defaultQuery = "defaultQuery"
  package static let persistentIdentifier = "persistentIdentifier"
  package static let typeDisplayRepresentation = "typeDisplayRepresentation"

  /// The code that declares a static member with a text, for use in a message.
  package static func code(_ member: String, _ text: String) -> String {
    "static let \(member) = \"\(visible(text))\""
  }
}

/// The labels of arguments in App Intents code: those of the wrapper `@Parameter`, and those of the
/// values that it is given.
package enum ArgumentLabel: String, Sendable {
  /// An argument without a label.
  case unlabeled = ""

  // Arguments of a parameter.
  case controlStyle, currencyCodes, customIndexingKey, `default`, defaultUnit
  case defaultUnitAdjustForLocale, defaultValue, description, displayName, displayStyle, identifier
  case inclusiveRange, indexingKey, inputConnectionBehavior, inputOptions, kind, optionsProvider
  case query, requestDisambiguationDialog, requestValueDialog, requestValueDisambiguationDialog
  case resolvers, size
  case supportedContentTypes, supportedTypeIdentifiers, supportedValues, supportsNegativeNumbers
  case title, unit, unitAdjustForLocale

  // Arguments of the options of a text.
  case autocorrect, capitalizationType, keyboardType, multiline, smartDashes, smartQuotes

  // Each line has the arguments of one thing: the names of a switch's states, a size, a
  // measurement, a text, and a choice.
  case `false`, `true`
  case exactly, max, min
  case value
  case stringLiteral, table
  case image, subtitle, synonyms, systemName

  /// The argument as code.
  package func code(_ value: String) -> String { "\(rawValue): \(value)" }
}
