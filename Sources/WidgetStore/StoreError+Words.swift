import IntentModel

extension StoreError: CustomStringConvertible {
  /// The file, what is wrong, and what to do, on one line.
  public var description: String {
    let place = file.isEmpty ? "store" : file.harmless(limit: 1_000)
    return "\(place): \(problem.sentence) \(problem.remedy)"
  }
}

extension StoreProblem {
  /// The kind of problem in lower-case words with hyphens, stable for scripts.
  public var code: String {
    switch self {
    case .noLocation: "no-location"
    case .invalidPath: "invalid-path"
    case .noFolder: "no-folder"
    case .cannotOpen: "cannot-open"
    case .readOnly: "read-only"
    case .diskFull: "disk-full"
    case .busy: "busy"
    case .damagedFile: "damaged-file"
    case .notADatabase: "not-a-database"
    case .foreignDatabase: "foreign-database"
    case .newerVersion: "newer-version"
    case .inputOutput: "input-output"
    case .database: "database"
    case .conflicts: "conflict"
    case .invalidTexts: "invalid-text"
    case .repeatedNames: "repeated-name"
    case .unstorableDraft: "unstorable-draft"
    case .damagedEntries: "damaged-entry"
    }
  }

  /// What is wrong: one sentence for each thing.
  public var sentence: String {
    switch self {
    case .noLocation: "There is no home folder to keep placed widgets in."
    case .invalidPath: "The path of the store is empty or contains NUL."
    case .noFolder(let path, let cause):
      "The folder \(quoted(path, limit: 1_000)) cannot be made: \(cause.harmless())."
    case .cannotOpen(let cause): "The file cannot be opened: \(cause.harmless())."
    case .readOnly: "The file cannot be written to; nothing was saved."
    case .diskFull: "The disk is full; nothing was saved."
    case .busy(let seconds):
      "Another program is using the store and did not finish within \(words(seconds))."
    case .damagedFile(let cause): "The file is damaged: \(cause.harmless())."
    case .notADatabase: "The file is not a store of placed widgets: it is no SQLite database."
    case .foreignDatabase:
      "The file is not a store of placed widgets: it is a database of another program."
    case .newerVersion(let found, let known):
      "The store has format \(found), and this program knows formats up to \(known)."
    case .inputOutput(let cause): "The disk failed: \(cause.harmless())."
    case .database(let cause): "SQLite refused: \(cause.harmless())."
    case .conflicts(let conflicts): conflicts.map(\.sentence).joined(separator: " ")
    case .invalidTexts(let texts): texts.map(\.sentence).joined(separator: " ")
    case .repeatedNames(let names):
      names.map { "There are several widgets \(quoted($0)) to save." }.joined(separator: " ")
    case .unstorableDraft(let name, let cause):
      "The draft of \(quoted(name)) cannot be stored: \(cause.harmless(limit: 500))"
    case .damagedEntries(let entries):
      entries.map { "\(quoted($0.name)) cannot be read: \($0.cause.harmless(limit: 500))" }
        .joined(separator: " ")
    }
  }

  /// What to do about it: one sentence for each kind of thing.
  public var remedy: String {
    switch self {
    case .noLocation: "Set HOME, or name a file with --store or WIDGETCONFIG_STORE."
    case .invalidPath: "Name a file with --store or WIDGETCONFIG_STORE."
    case .noFolder, .cannotOpen:
      "Name another file with --store or WIDGETCONFIG_STORE, or correct the rights of the folder."
    case .readOnly: "Make the file and its folder writable, or name another with --store."
    case .diskFull: "Make room on the disk and save again."
    case .busy: "Try again; if that does not help, end the other program."
    case .damagedFile:
      "Keep a copy, then put back a backup or rescue what is there with: sqlite3 FILE .recover"
    case .notADatabase, .foreignDatabase:
      "Name another file with --store or WIDGETCONFIG_STORE; this one was left as it is."
    case .newerVersion: "Update this program, or name another file with --store."
    case .inputOutput: "Look at the disk, then try again."
    case .database: "Try again; if that does not help, report it with this message."
    case .conflicts(let conflicts): unique(conflicts.map(\.remedy)).joined(separator: " ")
    case .invalidTexts(let texts): unique(texts.map(\.remedy)).joined(separator: " ")
    case .repeatedNames: "Give each a name of its own; none was saved."
    case .unstorableDraft: "Correct the value, then save again."
    case .damagedEntries: "Remove it and place it again; the other widgets are not affected."
    }
  }
}

extension StoreConflict {
  fileprivate var sentence: String {
    switch (expected, found) {
    case (nil, _): "There already is a placed widget \(quoted(name))."
    case (let expected?, let found?):
      "\(quoted(name)) was changed elsewhere since it was read: "
        + "revision \(expected) was expected, \(found) is stored."
    case (let expected?, nil):
      "\(quoted(name)) was removed elsewhere since it was read with revision \(expected)."
    }
  }

  fileprivate var remedy: String {
    switch (expected, found) {
    case (nil, _): "Choose another name, or edit the one that is there."
    case (_, .some): "Read it again, repeat the change, and save."
    case (_, nil): "Save it as a new widget, or leave it removed."
    }
  }
}

extension InvalidText: CustomStringConvertible {
  /// What cannot be stored and the rule, in one line.
  public var description: String { "\(sentence) \(remedy)" }

  fileprivate var sentence: String { "The \(what) \(quoted(text)) cannot be stored." }

  fileprivate var remedy: String { "The \(what) must \(rule)." }
}

private func words(_ seconds: Double) -> String {
  seconds == seconds.rounded() ? "\(Int(seconds)) seconds" : "\(seconds) seconds"
}

private func unique(_ texts: [String]) -> [String] {
  var seen = Set<String>()
  return texts.filter { seen.insert($0).inserted }
}
