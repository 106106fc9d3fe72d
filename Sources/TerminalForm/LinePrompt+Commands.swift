import FormEngine

extension LinePrompt {
  /// What a line says that is no answer.
  enum Command { case back, quit, undo, redo, help, takeAway }

  /// The command that a line is; nil for an answer.
  ///
  /// Commands are understood in English and in the language of the form, and signs also in the wide
  /// form in which an input method for Chinese or Japanese types them.
  func command(_ line: String) -> Command? {
    switch line {
    case "?", "？": return .help
    case "-", "－": return .takeAway
    default: break
    }
    let words: [(FormWord, Command)] = [
      (.sayBack, .back), (.sayQuit, .quit), (.sayUndo, .undo), (.sayRedo, .redo),
    ]
    // English words are commands as they are written, so that “Back” can be an answer.
    return words.first { word, _ in
      state.words.names(word).contains(line) || FormWords.english.names(word).contains(line)
    }?.1
  }

  /// The answer of a line: without the sign that keeps it from being a command.
  func plainAnswer(_ line: String) -> String {
    line.hasPrefix("=") || line.hasPrefix("＝") ? String(line.dropFirst()) : line
  }

  /// What is searched for by a line that begins with a slash; nil for one that does not.
  func searchTerm(_ line: String) -> String? {
    line.hasPrefix("/") || line.hasPrefix("／") ? String(line.dropFirst()) : nil
  }

  /// The word of a command as it is shown.
  func shown(_ word: FormWord) -> String { state.words.names(word).first ?? "" }

  /// Takes a change back, or makes it again, and goes to the question whose answer it is.
  mutating func takeBack(_ event: FormEvent, orSay nothing: FormWord) async -> Step {
    let (draft, family) = (state.draft, state.family)
    let before = answers
    await send(event)
    guard state.draft != draft || state.family != family else {
      sayLine(state.words(nothing))
      return .again
    }
    let after = answers
    let changed = questions.first { row in before[row] != nil && before[row] != after[row] }
    return changed.map { .question($0) } ?? .again
  }

  /// What stands in each row, by which a change is noticed.
  private var answers: [FormRowID: [String]] {
    Dictionary(
      state.presentation.rows.compactMap { row in
        row.id.map { ($0, [row.value, row.placeholder, row.isModified ? "*" : ""]) }
      }, uniquingKeysWith: { first, _ in first })
  }
}
