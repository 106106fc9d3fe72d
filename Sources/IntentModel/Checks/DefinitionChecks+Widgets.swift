extension DefinitionChecks {
  /// Intents of widgets.
  static let widgets: [Check] = [rowsOfWidgets]

  /// A widget's intent without a row: without parameters it may be meant so, as Xcode's template is.
  private static func rowsOfWidgets(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.file.intents.enumerated().compactMap { number, intent in
      guard intent.isEligibleForWidgets, !intent.parameters.contains(where: \.canHaveRow) else {
        return nil
      }
      let rule = intent.parameters.isEmpty ? DefinitionFinding.Rule.noParameters : .noRow
      return DefinitionFinding(rule, at: IntentPath.intent(number).appending("parameters"))
    }
  }
}
