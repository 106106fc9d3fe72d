import FormEngine
import IntentModel
import Messages
import WidgetForm

extension WidgetFamily {
  /// The family that `--family` names; nil if the option is not given.
  ///
  /// A name that is similar to that of a known or listed family is a mistake: the widget would be
  /// stored for a family that does not exist. A name that resembles no known family is accepted,
  /// because a later system may have it.
  ///
  /// - Parameter families: The families of the widget; even an unknown family can have a short
  ///   name. If there are none, any name is accepted.
  static func chosen(
    _ name: String?, among families: [WidgetFamily] = []
  ) throws -> WidgetFamily? {
    guard let name else { return nil }
    var meant: String?
    if let family = WidgetFamily(written: name).map({ families.named($0) }) {
      let names = (WidgetFamily.allCases + families).flatMap { [$0.rawValue, $0.shortName] }
      meant = nearestName(to: name, among: names)
      if families.isEmpty || family.isKnown || families.contains(family) || meant == nil {
        return family
      }
    }
    let issue = IntentIssue(.unknownFamily(name), at: .root)
    throw CommandFailure(
      .usage,
      .placed(
        place: "--family",
        sentences: [issue.message, meant.map { .didYouMean(name: $0) } ?? issue.advice]))
  }
}

extension ScriptedAnswers {
  /// Parses the answers of `--set`.
  init(set answers: [String]) throws {
    do {
      try self.init(parsing: answers)
    } catch {
      throw CommandFailure(
        .usage, .placed(place: "--set \(error.text)", sentences: ["write it as name=value."]))
    }
  }

  /// Opens a form and enters the answers of `--set`.
  ///
  /// - Parameter lines: Lines to add after the issues in a failure.
  /// - Throws: `CommandFailure` with an issue for each answer that cannot be accepted or has no
  ///   effect; if a source failed, the failure has the status of that error.
  func open(_ form: inout FormDriver, adding lines: [Message] = []) async throws {
    form.start()
    await form.settle()
    let issues = await apply(to: &form)
    guard issues.isEmpty else {
      throw CommandFailure(
        issues.contains(where: \.isFailureOfSource) ? .provider : .findings,
        issues.map { .placed(place: "--set", sentences: [$0.line]) } + lines)
    }
  }
}
