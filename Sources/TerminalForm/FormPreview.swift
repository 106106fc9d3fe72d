package import IntentModel

/// What a form would give as it stands, in lines to be drawn.
package struct FormPreview: Hashable, Sendable {
  /// The intent as JSON; empty until it is made.
  package var intent: [String]
  /// The next entries of the timeline; nil while they are awaited.
  package var entries: [String]?
  /// What stands against saving; the rest is then that of the last complete intent.
  package var problems: [String]

  package init(intent: [String] = [], entries: [String]? = nil, problems: [String] = []) {
    self.intent = intent
    self.entries = entries
    self.problems = problems
  }
}

/// Makes the lines of a preview; both are called away from the form, which never waits for them.
package protocol FormPreviewing: Sendable {
  /// The intent as text.
  func lines(of intent: Intent) -> [String]

  /// The next entries of the timeline, or why there are none.
  func entries(of intent: Intent) async -> [String]
}
