public import IntentModel
import IntentOptions
import Messages

extension LoadedWidget {
  /// Issues with the choices of a draft that are not offered or not known to be, and with sources
  /// that failed.
  ///
  /// Empty if all choices are still offered.
  ///
  /// Requests have the effective values of the other parameters, as in a form.
  ///
  /// - Parameters:
  ///   - draft: The answers.
  ///   - family: The family of the widget.
  ///   - locale: The language of the requests.
  public func issuesOfChoices(
    in draft: IntentDraft, family: WidgetFamily, locale: String
  ) async -> [IntentIssue] {
    let evaluation = schema.evaluate(draft, family: family)
    var issues: [IntentIssue] = []
    for parameter in schema.visibleParameters(in: evaluation) {
      guard parameter.options.isDynamic, let provider = providers[parameter.name],
        let value = draft[parameter.name]
      else { continue }
      let request = schema.optionsRequest(for: parameter.name, evaluation, locale: locale)
      do {
        issues += try await missing(value, of: parameter, provider, request)
      } catch {
        let failure = OptionsError(error, provider: provider.name)
        issues.append(IntentIssue(failure, at: .parameter(parameter.name)))
      }
    }
    return issues
  }

  private func missing(
    _ value: IntentValue, of parameter: IntentParameter, _ provider: any OptionsProvider,
    _ request: OptionsRequest
  ) async throws -> [IntentIssue] {
    let elements = value.elements
    let identifiers = elements.compactMap(\.choiceIdentifier)
    guard !identifiers.isEmpty else { return [] }
    let standings = try await provider.resolve(identifiers: identifiers, for: request)
      .standings(of: identifiers)
    let path = IntentPath.parameter(parameter.name)
    return elements.indices.compactMap { index in
      guard let identifier = elements[index].choiceIdentifier,
        let standing = standings[identifier]
      else { return nil }
      var display = identifier
      if case .object(let object) = elements[index] { display = object.display }
      let reason: IntentIssue.Reason
      switch standing {
      case .offered: return nil
      case .gone: reason = .notOffered(identifier: identifier, display: display)
      case .unknown: reason = .notKnownToBeOffered(identifier: identifier, display: display)
      }
      return IntentIssue(
        reason, at: parameter.supportsMultipleValues ? path.appending(index) : path)
    }
  }
}
