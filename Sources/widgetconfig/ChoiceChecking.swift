import Messages
import FormEngine
import IntentDocuments
import IntentModel
import IntentOptions
import TerminalForm

/// Asks the providers of a widget about the choices that a document holds.
struct ChoiceChecking {
  let widget: LoadedWidget
  let locale: String

  /// The choices that are not offered or not known to be, and the sources that gave no answer.
  ///
  /// A source is asked with the effective values of the other parameters, as a form asks it.
  func issues(of document: IntentJSON.Document) async -> [IntentIssue] {
    let evaluation = widget.schema.evaluate(document.draft, family: document.family)
    var issues: [IntentIssue] = []
    for position in evaluation.visible {
      let parameter = widget.schema.intent.parameters[position]
      guard parameter.options.isDynamic, let provider = widget.providers[parameter.name],
        let value = document.draft[parameter.name]
      else { continue }
      let request = widget.schema.optionsRequest(
        for: parameter.name, evaluation, locale: locale)
      do {
        issues += try await missing(value, of: parameter, provider, request)
      } catch {
        let failure = OptionsError(error, provider: provider.name)
        let reason = IntentIssue.Reason.sourceFailed(
          .placed(place: failure.provider, sentences: [failure.message]), remedy: failure.remedy)
        issues.append(IntentIssue(reason, at: .parameter(parameter.name)))
      }
    }
    return issues
  }

  /// The choices that stand in an array more than once, as a form says it.
  func repetitions(in document: IntentJSON.Document) -> [Message] {
    widget.schema.remarksOnRepeatedChoices(
      in: document.draft, words: FormWords(locale: locale), name: \.name)
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
