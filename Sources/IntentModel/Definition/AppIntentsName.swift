import Messages

/// Names in Apple's App Intents framework that several readers, writers and messages use.
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
  package static let persistentIdentifier = "persistentIdentifier"
  package static let typeDisplayRepresentation = "typeDisplayRepresentation"

  /// The code that declares a static member with a text, for a message.
  package static func code(_ member: String, _ text: String) -> String {
    "static let \(member) = \"\(visible(text))\""
  }
}
