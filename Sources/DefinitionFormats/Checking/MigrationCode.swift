import IntentModel
package import Messages

/// The codes of the findings that only a migration reports.
///
/// A change that `diff` also reports has the code of its `DiffVerdict`, as a test ensures.
package enum MigrationCode: String, CaseIterable, Sendable {
  case actionWithoutSuccessor = "action-without-successor"
  case caseLost = "case-lost"
  case claimedTwice = "claimed-twice"
  case className = "class-name"
  case conformance
  case controlChanged = "control-changed"
  case currenciesChanged = "currencies-changed"
  case dateKindChanged = "date-kind-changed"
  case defaultChanged = "default-changed"
  case defaultLost = "default-lost"
  case dependencyLost = "dependency-lost"
  case familyLost = "family-lost"
  case identifierLost = "identifier-lost"
  case intentMissing = "intent-missing"
  case kindChanged = "kind-changed"
  case kindLost = "kind-lost"
  case kindOfAnotherIntent = "kind-of-another-intent"
  case kindWithoutIntent = "kind-without-intent"
  case knownLimit = "known-limit"
  case notJudged = "not-judged"
  case notLiteral = "not-literal"
  case notMigrated = "not-migrated"
  case notOptional = "not-optional"
  case notPlaced = "not-placed"
  case parameterLost = "parameter-lost"
  case rangeChanged = "range-changed"
  case rowHidden = "row-hidden"
  case rowReplaced = "row-replaced"
  case rowShown = "row-shown"
  case rowsReordered = "rows-reordered"
  case sameQuery = "same-query"
  case sizesChanged = "sizes-changed"
  case successorObsolete = "successor-obsolete"
  case syntax
  case translationLost = "translation-lost"
  case typeChanged = "type-changed"
  case unitChanged = "unit-changed"
  case unknownClass = "unknown-class"

  /// The problem and its consequences, in sentences.
  var meaning: String {
    switch self {
    case .actionWithoutSuccessor:
      """
      Nothing replaces an intent that is an action in Shortcuts. A shortcut that uses it stops \
      working in an app without the definition.
      """
    case .caseLost:
      """
      No case of the new enum has the raw value of an old case, so a stored answer that names it \
      is lost.
      """
    case .claimedTwice:
      "Two types name the class of the same intent. Only one of them gets its answers."
    case .className:
      """
      `\(AppIntentsName.intentClassName)` is not the class that placed widgets have stored. \
      \(Message.configurationLost.text())
      """
    case .conformance:
      """
      The type lacks a protocol that the system needs to find it, or to use it in a widget.
      """
    case .controlChanged:
      "The row has a different control."
    case .currenciesChanged:
      "The currencies that people can choose have changed."
    case .dateKindChanged:
      "The parameter holds a different part of a date."
    case .defaultChanged:
      "The default has changed, so widgets without an answer show something else."
    case .defaultLost:
      "The old handler gave a default at run time, and the new code gives none."
    case .dependencyLost:
      "The old handler read other parameters for the choices, and the new query cannot."
    case .familyLost:
      """
      The widget no longer supports a family, so widgets that are placed in it lose their \
      content.
      """
    case .identifierLost:
      """
      The new code does not contain the identifier that old code gave to an object, so a \
      stored object is not found.
      """
    case .intentMissing:
      "No type replaces the intent. \(Message.configurationLost.text())"
    case .kindChanged:
      """
      The kind of a widget has changed. Placed widgets are found by their kind, so they lose \
      their content.
      """
    case .kindLost:
      "No new widget has the kind."
    case .kindOfAnotherIntent:
      "The type that configures the widget is not the successor of its intent."
    case .kindWithoutIntent:
      "The widget no longer has a configuration."
    case .knownLimit:
      "App Intents cannot express a part of the definition. `generate` reports it, too."
    case .notJudged:
      """
      The source does not show what happens, so nothing is claimed. Look at the place, and if it is \
      correct, accept the finding in check.json or in a baseline.
      """
    case .notLiteral:
      "Xcode reads the value from the source, so it must be a literal."
    case .notMigrated:
      "The type that seems to replace the intent does not name its class."
    case .notOptional:
      """
      A parameter is neither optional nor has a default. A widget without a stored value fails to \
      load.
      """
    case .notPlaced:
      "No widget of the old project uses the intent, so no placed widget has stored it."
    case .parameterLost:
      "No parameter has the old name, so its stored value is lost."
    case .rangeChanged:
      "The range that people can choose from has changed."
    case .rowHidden:
      """
      A parameter has no row where the old form showed one, so people can no longer change it. If \
      a legacy parameter has no row on purpose, accept the finding in check.json or in a baseline.
      """
    case .rowReplaced:
      "A parameter no longer has a row, and a new parameter of the same type has one."
    case .rowShown:
      "A parameter has a row where the old form showed none."
    case .rowsReordered:
      "The order of the rows has changed."
    case .sameQuery:
      """
      Two queries have the same name in different types. Xcode's tools list them by that name alone.
      """
    case .sizesChanged:
      "The number of values for a family has changed."
    case .successorObsolete:
      "Newer systems do not have the type that replaces the intent."
    case .syntax:
      "A file cannot be read as Swift, so parts of it may be overlooked."
    case .translationLost:
      "A title was translated, and the table that the new code asks for has no translation of it."
    case .typeChanged:
      "The type of the parameter differs from the type of the stored value, which is lost."
    case .unitChanged:
      """
      The unit in which people type a number has changed. \
      \(Message.unitNotDocumented.text())
      """
    case .unknownClass:
      "The type names a class that no intent in the definitions has."
    }
  }
}

extension Message {
  /// The consequence of an intent that the system does not find.
  package static var configurationLost: Message {
    "Every placed widget of the intent loses its configuration."
  }
}
