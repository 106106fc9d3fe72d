import FormEngine
import IntentModel

extension LinePrompt {
  /// The most names that are said for one path.
  private static let mostPaths = 50

  func isPath(_ row: FormRowID) -> Bool {
    guard case .file? = row.parameter.flatMap({ state.schema.parameter(named: $0)?.type }) else {
      return false
    }
    return folders != nil
  }

  /// Takes a path; one with a star or a tab at its end is completed, and a number means one of the
  /// paths that were listed for it.
  mutating func answerPath(_ text: String, _ row: FormRowID) async -> Step {
    if let listed, listed.row == row, let number = Int(text.trimmingBlanks),
      listed.paths.indices.contains(number - 1)
    {
      let path = listed.paths[number - 1]
      return path.hasSuffix("/") ? await list(path, row) : await take(path, row)
    }
    guard text.hasSuffix("*") || text.hasSuffix("\t") else {
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

  /// Says what a path can go on with, in numbers.
  private mutating func list(_ path: String, _ row: FormRowID) async -> Step {
    let (folder, name) = PathCompletion.parts(of: path)
    switch await ProviderTasks.entries(of: folder, in: folders) {
    case .failure(let error): sayLine("! " + state.words(of: error, folder: folder))
    case .success(let entries):
      let found = PathCompletion.candidates(entries, beginningWith: name)
      let paths = found.map { folder + $0.text }
      if paths.isEmpty { sayLine("! " + state.words(.nothingMatches)) }
      for (index, path) in paths.prefix(Self.mostPaths).enumerated() {
        sayLine(visible("  \(index + 1) \(path)"))
      }
      if paths.count > Self.mostPaths {
        sayLine("  " + state.words(.moreLines, count: paths.count - Self.mostPaths))
      }
      listed = (row, Array(paths.prefix(Self.mostPaths)))
    }
    return .again
  }

  /// What can be typed for a value of several parts besides its whole text.
  func partsHelp(of type: ParameterType) -> [String] {
    switch type {
    case .file where folders != nil: [state.words(.pathLineHelp)]
    case .measurement(let metadata):
      [
        state.words(
          .unitLineHelp, metadata.dimension.units.map(\.symbol).joined(separator: ", "))
      ]
    case .currencyAmount(let metadata) where !metadata.currencyCodes.isEmpty:
      [state.words(.currencyLineHelp, metadata.currencyCodes.joined(separator: ", "))]
    default: []
    }
  }
}
