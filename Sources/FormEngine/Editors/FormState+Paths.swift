import IntentModel
import Messages

extension FormState {
  /// A path with the folder of the person in place of a `~` at its start.
  func expandedPath(_ path: String) -> String {
    guard let home = setup.home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// Asks for the entries of the folder in which the path being typed goes on.
  mutating func completePath() -> [FormEffect] {
    guard let current = editing else { return [] }
    let (folder, _) = PathCompletion.parts(of: current.texts[0])
    let cancelled = forgetFolder()
    editing?.completion = PathCompletion(folder: folder)
    lastLoad += 1
    awaitedFolder = lastLoad
    return cancelled + [.listFolder(lastLoad, folder)]
  }

  /// Takes back the question for the entries of a folder.
  mutating func forgetFolder() -> [FormEffect] {
    guard let id = awaitedFolder else { return [] }
    awaitedFolder = nil
    return [.cancelLoad(id)]
  }

  /// Completes the path as far as the entries leave no choice, and offers them where they do.
  mutating func folderListed(
    _ id: Int, _ answer: Result<[FolderEntry], FolderError>
  ) -> [FormEffect] {
    guard awaitedFolder == id, let completion = editing?.completion, let text = editing?.texts[0]
    else { return [] }
    awaitedFolder = nil
    let (folder, name) = PathCompletion.parts(of: text)
    guard folder == completion.folder else {
      editing?.completion = nil
      return []
    }
    switch answer {
    case .failure(let error):
      editing?.completion = nil
      message = words(of: error, folder: folder)
    case .success(let entries):
      let found = PathCompletion.candidates(entries, beginningWith: name)
      complete(folder, name, found, entries)
    }
    return []
  }

  private mutating func complete(
    _ folder: String, _ name: String, _ found: [FolderEntry], _ entries: [FolderEntry]
  ) {
    guard let first = found.first else {
      editing?.completion = nil
      message = words(.nothingMatches)
      return
    }
    guard found.count > 1 else {
      editing?.fields[0] = TextField(folder + first.text)
      editing?.completion = nil
      return
    }
    let common = PathCompletion.commonBeginning(of: found)
    if common.count > name.count || !found.contains(where: { $0.name.hasPrefix(name) }) {
      if common.count >= name.count { editing?.fields[0] = TextField(folder + common) }
    }
    editing?.completion?.entries = entries
    editing?.completion?.candidates = found
    editing?.completion?.highlighted = nil
  }

  /// Why the entries of a folder cannot be given, as a sentence.
  package func words(of error: FolderError, folder: String) -> String {
    let shown = folder.isEmpty ? "./" : folder
    return switch error {
    case .notThere: words(.folderMissing(folder: shown))
    case .notAllowed: words(.folderDenied(folder: shown))
    case .tooMany(let count): words(.folderTooLarge(folder: shown, limit: count))
    case .failed(let reason): "\(shown): \(reason)"
    }
  }

  /// The events that mean something else while a path can go on with one of several names; nil leaves
  /// an event to the editor.
  mutating func handleInCompletion(_ event: FormEvent) -> [FormEffect]? {
    guard let completion = editing?.completion else { return nil }
    guard completion.entries != nil else { return whileAwaited(event) }
    switch event {
    case .nextPart, .moveFocus(.next), .moveHighlight(.next): highlight(.next, completion)
    case .previousPart, .moveFocus(.previous), .moveHighlight(.previous):
      highlight(.previous, completion)
    case .moveHighlight(let move): highlight(move, completion)
    case .commit, .activate, .choose:
      guard let place = completion.highlighted else {
        editing?.completion = nil
        return nil
      }
      return take(completion.candidates[place], completion)
    case .dismiss: editing?.completion = nil
    case .insert, .type:
      typeInField(event)
      narrow(completion)
    case .edit(let command):
      editing?.fields[0].perform(command)
      narrow(completion)
    default:
      editing?.completion = nil
      return nil
    }
    return []
  }

  /// A key while the folder is awaited goes on with the text, and gives the completion up.
  private mutating func whileAwaited(_ event: FormEvent) -> [FormEffect]? {
    if event == .nextPart { return [] }
    let cancelled = forgetFolder()
    editing?.completion = nil
    if event == .dismiss { return cancelled }
    let effects = handleInEditor(event) ?? handleInForm(event)
    return cancelled + effects
  }

  private mutating func highlight(_ move: FocusMove, _ completion: PathCompletion) {
    let count = completion.candidates.count
    guard let current = completion.highlighted else {
      let isBack = move == .previous || move == .last
      editing?.completion?.highlighted = isBack ? count - 1 : 0
      return
    }
    editing?.completion?.highlighted = move.position(from: current, count: count)
  }

  /// Puts a name in; a folder is gone into at once.
  private mutating func take(
    _ entry: FolderEntry, _ completion: PathCompletion
  ) -> [FormEffect] {
    editing?.fields[0] = TextField(completion.folder + entry.text)
    editing?.completion = nil
    return entry.isFolder ? completePath() : []
  }

  /// Keeps the names that still match what is typed, as long as it is in the same folder.
  private mutating func narrow(_ completion: PathCompletion) {
    editing?.issue = nil
    guard let text = editing?.texts[0], let entries = completion.entries else { return }
    let (folder, name) = PathCompletion.parts(of: text)
    let found = PathCompletion.candidates(entries, beginningWith: name)
    guard folder == completion.folder, !found.isEmpty else {
      editing?.completion = nil
      return
    }
    editing?.completion?.candidates = found
    editing?.completion?.highlighted = nil
  }
}
