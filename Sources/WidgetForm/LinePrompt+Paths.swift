import FormEngine
import IntentModel
import Messages

extension LinePrompt {
  /// The maximum number of names that are listed for one path.
  private static let maximumPaths = 50

  /// The sign that lists the completions of a path; it follows the beginning of the path.
  static let listSign = "*"

  func isPath(_ row: FormRowID) -> Bool {
    guard case .file? = row.parameter.flatMap({ state.schema.parameter(named: $0)?.type }) else {
      return false
    }
    return folders != nil
  }

  /// Accepts a path, completes a path that ends with a star or a tab, or selects a listed path by
  /// its number.
  mutating func answerPath(_ text: String, _ row: FormRowID) async -> Step {
    if let listed, listed.row == row, let number = ValueNotation.place(text.trimmed),
      listed.paths.indices.contains(number - 1)
    {
      let path = listed.paths[number - 1]
      return path.hasSuffix("/") ? await list(path, row) : await take(path, row)
    }
    guard text.hasSuffix(Self.listSign) || text.hasSuffix("\t") else {
      let step = await answerText(text, row)
      if step == .next { listed = nil }
      return step
    }
    return await list(String(text.dropLast()), row)
  }

  private mutating func take(_ path: String, _ row: FormRowID) async -> Step {
    listed = nil
    let step = await answerText(path, row)
    if step == .next { sayLine("  " + path) }
    return step
  }

  /// Lists the completions of a path with their numbers.
  private mutating func list(_ path: String, _ row: FormRowID) async -> Step {
    let (folder, name) = PathCompletion.parts(of: path)
    switch await ProviderTasks.entries(of: folder, in: folders) {
    case .failure(let error): sayProblem(state.words(error.message(folder: folder)))
    case .success(let entries):
      let found = PathCompletion.candidates(entries, beginningWith: name)
      let paths = found.map { folder + $0.text }
      if paths.isEmpty {
        sayProblem(state.words(entries.isEmpty ? .emptyFolder : .nothingMatches))
      }
      for (index, path) in paths.prefix(Self.maximumPaths).enumerated() {
        sayLine(visible("  \(index + 1) \(path)"))
      }
      if paths.count > Self.maximumPaths {
        sayLine("  " + state.words(.moreLines(count: paths.count - Self.maximumPaths)))
      }
      listed = (row, Array(paths.prefix(Self.maximumPaths)))
    }
    return .again
  }

  /// Help for the parts of a value: how to complete a path, or the units or currencies to choose
  /// from.
  func partsHelp(of type: ParameterType) -> [String] {
    switch type {
    case .file where folders != nil:
      [state.words("End with * to list the files that begin with the text, then type a number.")]
    case .measurement(let metadata):
      [
        state.words(
          """
          Units: \(metadata.dimension.units.map(\.symbol).joined(separator: ", ")). A unit alone \
          converts the answer.
          """
        )
      ]
    case .currencyAmount(let metadata) where !metadata.offeredCodes.isEmpty:
      [
        state.words(
          "Currencies: \(metadata.offeredCodes.joined(separator: ", ")).")
      ]
    default: []
    }
  }
}

extension LinePrompt {
  /// A line that is not an answer.
  enum Command { case back, quit, undo, redo, help, takeAway }

  /// The command that a line means; nil if the line is an answer.
  ///
  /// Commands are accepted in English and in the language of the form. Signs are also accepted in
  /// full width, as Chinese and Japanese input methods type them.
  func command(_ line: String) -> Command? {
    switch line {
    case "?", "？": return .help
    case "-", "－": return .takeAway
    default: break
    }
    let words: [(Message, Command)] = [
      (.sayBack, .back), (.sayQuit, .quit), (.sayUndo, .undo), (.sayRedo, .redo),
      (.help, .help),
    ]
    // Commands are case-sensitive, so “Back” can be an answer.
    return words.first { word, _ in
      state.words.names(word).contains(line) || FormWords.english.names(word).contains(line)
    }?.1
  }

  /// The answer in a line, without the leading `=` that keeps it from being read as a command.
  func plainAnswer(_ line: String) -> String {
    line.hasPrefix("=") || line.hasPrefix("＝") ? String(line.dropFirst()) : line
  }

  /// The sign before the term of a search.
  static let searchSign = "/"

  /// The search term of a line that begins with the search sign; nil for any other line.
  func searchTerm(_ line: String) -> String? {
    line.hasPrefix(Self.searchSign) || line.hasPrefix("／") ? String(line.dropFirst()) : nil
  }

  /// The word that is shown for a command.
  func shown(_ word: Message) -> String { state.words.names(word).first ?? "" }

  /// Undoes or redoes a change, and returns to the question that it changed.
  mutating func takeBack(_ event: FormEvent, orSay nothing: Message) async -> Step {
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

  /// The texts of each row, for detecting a change.
  private var answers: [FormRowID: [String]] {
    Dictionary(
      firsts: state.presentation.rows.compactMap { row in
        row.id.map { ($0, [row.value, row.placeholder, row.isModified ? "*" : ""]) }
      })
  }
}
