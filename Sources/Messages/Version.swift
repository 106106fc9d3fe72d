/// The command-line program of the package.
package enum Program {
  /// The name under which people run it.
  package static let name = "widgetconfig"
}

/// The version of the package, which programs and the service report.
package enum Version {
  /// The current version; the article *Changes* begins with it.
  package static let current = "0.1.0"
}
