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

  /// Makes a finding.
  public init(name: String, cause: String) {
    self.name = name
    self.cause = cause
  }
}
