import IntentModel
import Messages
import WidgetForm

extension WidgetFamily {
  /// The family that `--family` names; nil if the option is not given.
  static func chosen(_ name: String?) throws -> WidgetFamily? {
    guard let name else { return nil }
    if let known = WidgetFamily(written: name) { return known }
    let issue = IntentIssue(.unknownFamily(name), at: .root)
    throw CommandFailure(
      .usage, .placed(place: "--family", sentences: [issue.message, issue.advice]))
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
}
