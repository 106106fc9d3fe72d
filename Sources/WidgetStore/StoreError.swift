import GRDB
import IntentModel

/// Why the store could not do what was asked; what was stored before is then unchanged.
public struct StoreError: Error, Sendable, Hashable {
  /// The path of the store; empty where there is none.
  public var file: String

  /// What is wrong.
  public var problem: StoreProblem

  /// Makes an error from its parts.
  public init(_ problem: StoreProblem, file: String) {
    self.problem = problem
    self.file = file
  }
}

/// What can be wrong with a store or with what it is asked to do.
///
/// A widget that is not there is no problem: reading it gives nil, removing it false. A store file
/// that is not there is no problem either: it holds nothing.
public enum StoreProblem: Error, Sendable, Hashable {
  /// No place for the store is known: no flag, no variable, no home folder.
  case noLocation
  /// The path is empty or contains NUL.
  case invalidPath
  /// A folder above the file cannot be made; the system's reason.
  case noFolder(path: String, cause: String)
  /// The file cannot be opened or made; the cause.
  case cannotOpen(cause: String)
  /// The file or its folder cannot be written to.
  case readOnly
  /// There is no space left on the disk.
  case diskFull
  /// Other programs held the store for the whole time in seconds that was waited.
  case busy(seconds: Double)
  /// The database is damaged; the words of SQLite.
  case damagedFile(cause: String)
  /// The file is not an SQLite database.
  case notADatabase
  /// The file is an SQLite database of something else.
  case foreignDatabase
  /// The file was written by a newer version of this program.
  case newerVersion(found: Int, known: Int)
  /// The disk failed; the words of SQLite.
  case inputOutput(cause: String)
  /// Any other refusal of SQLite, in its words.
  case database(cause: String)
  /// Widgets are not in the state that was expected; never empty.
  case conflicts([StoreConflict])
  /// Texts break the rules for them; never empty.
  case invalidTexts([InvalidText])
  /// Several of the widgets to save have the same name.
  case repeatedNames([String])
  /// A draft cannot be written so that it could be read again.
  case unstorableDraft(name: String, cause: String)
  /// Stored widgets that cannot be read; never empty.
  case damagedEntries([DamagedEntry])
  /// Nothing is stored under these names; never empty, each with the nearest name there is.
  case notPlaced([String], nearest: [String: String])
  /// A widget has no such earlier state; the numbers of those it has, and none for a widget without any.
  case noSuchRevision(name: String, revision: Int?, known: [Int])
}

/// A widget that is not in the state that a change was made for.
public struct StoreConflict: Sendable, Hashable {
  /// The name of the widget.
  public var name: String
  /// The revision the change was made for; nil for a widget that must be new.
  public var expected: Int?
  /// The revision that is stored; nil when the widget is not.
  public var found: Int?

  /// Makes a conflict.
  public init(name: String, expected: Int?, found: Int?) {
    self.name = name
    self.expected = expected
    self.found = found
  }
}

/// A text of a placed widget that cannot be stored.
public struct InvalidText: Sendable, Hashable {
  /// Which text, such as `name`.
  public var what: String
  /// The text.
  public var text: String
  /// The rule it breaks, as the end of "It must".
  public var rule: String

  /// Makes a finding.
  public init(what: String, text: String, rule: String) {
    self.what = what
    self.text = text
    self.rule = rule
  }
}

/// A stored widget that cannot be read.
public struct DamagedEntry: Error, Sendable, Hashable {
  /// The name of the widget.
  public var name: String
  /// What is wrong with it, as one sentence.
  public var cause: String
  /// Whether an earlier state is kept that can take its place.
  public var hasHistory: Bool

  /// Makes a finding.
  public init(name: String, cause: String, hasHistory: Bool = false) {
    self.name = name
    self.cause = cause
    self.hasHistory = hasHistory
  }
}

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
    case .notPlaced: "not-placed"
    case .noSuchRevision: "no-such-revision"
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
    case .notADatabase: "The file is not a store of placed widgets: it is not an SQLite database."
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
      entries.map(\.sentence).joined(separator: " ")
    case .notPlaced(let names, _):
      names.map { "Nothing is placed under the name \(quoted($0))." }.joined(separator: " ")
    case .noSuchRevision(let name, nil, _):
      "\(quoted(name)) does not have an earlier state."
    case .noSuchRevision(let name, let revision?, _):
      "\(quoted(name)) does not have an earlier state with revision \(revision)."
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
    case .damagedEntries(let entries): entries.map(\.remedy).joined(separator: " ")
    case .notPlaced(let names, let nearest): Self.remedy(names, nearest)
    case .noSuchRevision(_, _, let known):
      known.isEmpty
        ? "Only what was changed or removed can be restored."
        : "There are: \(known.map(String.init).joined(separator: ", "))."
    }
  }
}

extension StoreProblem {
  private static func remedy(_ names: [String], _ nearest: [String: String]) -> String {
    let meant = names.compactMap { nearest[$0] }
    if meant.isEmpty { return "Look at the names with: widgetconfig list" }
    return "Did you mean \(unique(meant).map { quoted($0) }.joined(separator: ", "))?"
  }
}

extension DamagedEntry: CustomStringConvertible {
  /// What is wrong with it and what mends it, in one line.
  public var description: String { "\(sentence) \(remedy)" }

  fileprivate var sentence: String {
    "\(quoted(name)) cannot be read: \(cause.harmless(limit: 500))"
  }

  fileprivate var remedy: String {
    let command = hasHistory ? "restore" : "remove"
    let purpose = hasHistory ? "Take back its last good state" : "Remove it"
    return "\(purpose) with: widgetconfig \(command) \(shellWord(name))"
  }
}

/// A text as one word of a shell's command line.
package func shellWord(_ text: String) -> String {
  let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%-")
  if !text.isEmpty, !text.hasPrefix("-"), text.allSatisfy({ plain.contains($0) }) { return text }
  let quoted = "'\(text.replacing("'", with: "'\\''").harmless(limit: 1_000))'"
  return text.hasPrefix("-") ? "-- \(quoted)" : quoted
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
  guard let whole = Int(exactly: seconds) else { return "\(seconds) seconds" }
  return whole == 1 ? "1 second" : "\(whole) seconds"
}

private func unique(_ texts: [String]) -> [String] {
  var seen = Set<String>()
  return texts.filter { seen.insert($0).inserted }
}

extension StoreProblem {
  /// The problem that an error of SQLite stands for.
  ///
  /// The codes are those of https://www.sqlite.org/rescode.html.
  init(_ error: DatabaseError, busyTimeout: Double) {
    let cause = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(seconds: busyTimeout)
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_READONLY: self = .readOnly
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .cannotOpen(cause: cause)
    case .SQLITE_NOTADB: self = .notADatabase
    case .SQLITE_CORRUPT: self = .damagedFile(cause: cause)
    case .SQLITE_IOERR: self = .inputOutput(cause: cause)
    default: self = .database(cause: cause)
    }
  }
}
