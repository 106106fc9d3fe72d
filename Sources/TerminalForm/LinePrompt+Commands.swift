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
}
