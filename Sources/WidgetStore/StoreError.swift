import IntentModel
public import Messages

/// Why the store could not perform an operation; the stored data is then unchanged.
public struct StoreError: Error, Sendable, Hashable {
  /// The path of the store, or its URL without secrets; empty if there is none.
  public var file: String

  /// What is wrong.
  public var problem: StoreProblem

  /// Makes an error from its parts.
  public init(_ problem: StoreProblem, file: String) {
    self.problem = problem
    self.file = file
  }
}

/// A problem with a store or with a requested operation.
///
/// A missing widget is not an error: reading it returns nil, and removing it returns false. A
/// missing store file is not an error either: the store is empty.
public enum StoreProblem: Error, Sendable, Hashable {
  /// The location of the store is unknown: there is no flag, variable or home folder.
  case noLocation
  /// The path is empty or contains NUL.
  case invalidPath
  /// A folder above the file cannot be created; the cause is the system's message.
  case noFolder(path: String, cause: String)
  /// The file cannot be opened or created.
  case cannotOpen(cause: String)
  /// The file or its folder cannot be written to.
  case readOnly
  /// There is no space left on the disk.
  case diskFull
  /// Other programs locked the store for the whole time of waiting, in seconds.
  case busy(seconds: Double)
  /// The database is damaged; the cause can be a message of SQLite.
  case damagedFile(cause: Message)
  /// The file is not an SQLite database.
  case notADatabase
  /// The file is an SQLite database of another program.
  case foreignDatabase
  /// The file was written by a newer version of this program.
  case newerVersion(found: Int, known: Int)
  /// The disk failed; the cause is the message of SQLite.
  case inputOutput(cause: String)
  /// Any other SQLite error, with its message.
  case database(cause: String)
  /// The URL of a database cannot be used; it is not repeated because it can contain a password.
  case invalidURL
  /// The library for connecting to a PostgreSQL server is not installed.
  case noPostgresLibrary
  /// The server cannot be reached now, or the connection broke before anything was saved; a retry
  /// makes sense after some seconds.
  case unavailable(cause: String, retryAfter: Double)
  /// The connection broke during a save, and it is unknown whether the save succeeded.
  case outcomeUnknown(cause: String)
  /// The server is too old; its version and the oldest supported version.
  case oldServer(found: Int, needed: Int)
  /// The role in the URL lacks a permission, or the server is read-only; the cause is the server's
  /// message.
  case notPermitted(cause: String)
  /// Any other refusal of the server, with its message.
  case serverRefused(cause: String)
  /// Widgets are not in the expected state; never empty.
  case conflicts([StoreConflict])
  /// Texts break their rules; never empty.
  case invalidTexts([InvalidText])
  /// Several of the widgets to save have the same name.
  case repeatedNames([String])
  /// A draft cannot be written so that it reads back.
  case unstorableDraft(name: String, cause: Message)
  /// Stored widgets that cannot be read; never empty.
  case damagedEntries([DamagedEntry])
  /// Nothing is stored under these names; never empty.
  ///
  /// Each name comes with the nearest existing name. The removed names are those whose widget can
  /// be restored.
  case notPlaced([String], nearest: [String: String], removed: [String] = [])
  /// The store to copy to already has something of the tenant, whose name is empty for none.
  case targetNotEmpty(tenant: String)
  /// The copy of a tenant is not equal to what was copied.
  case copyDiffers(tenant: String)
  /// The store that is copied was changed again and again meanwhile.
  case copyOvertaken(tenant: String)
  /// A widget has no such earlier state; `known` has the revisions of those it has, if any.
  case noSuchRevision(name: String, revision: Int?, known: [Int])
}

/// A widget that is not in the state that a change expects.
public struct StoreConflict: Sendable, Hashable {
  /// The name of the widget.
  public var name: String
  /// The expected revision; nil for a widget that must be new.
  public var expected: Int?
  /// The stored revision; nil if the widget is not stored.
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
  /// The texts of a placed widget.
  public enum Subject: Sendable, Hashable, CaseIterable {
    /// The name of the placed widget.
    case name
    /// The name of the widget.
    case widget
    /// The path of its definition.
    case definitionPath
    /// The name of its intent.
    case intent
  }

  /// The rule that a text breaks.
  public enum Rule: Sendable, Hashable {
    /// It has at least one character.
    case notEmpty
    /// It has at least one character and no NUL.
    case notEmptyWithoutNUL
    /// It has at most this many bytes in UTF-8.
    case mostBytes(Int)
    /// It has at most this many characters.
    case mostCharacters(Int)
    /// It has no control characters.
    case noControlCharacters
    /// It has at least one visible character.
    case visible
    /// It has at most this many combining marks on each character.
    case mostMarks(Int)
    /// It does not begin or end with a space.
    case noSpaceAtEnds
    /// It is not `.` or `..`, which browsers remove from the path of a URL (RFC 3986, section 5.2.4).
    case notDots
  }

  /// The text that is invalid.
  public var what: Subject
  /// The text as given.
  public var text: String
  /// The rule that it breaks.
  public var rule: Rule

  /// Makes a finding.
  public init(what: Subject, text: String, rule: Rule) {
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
  public var cause: Message
  /// Whether an earlier state can replace it.
  public var hasHistory: Bool

  /// Makes a finding.
  public init(name: String, cause: Message, hasHistory: Bool = false) {
    self.name = name
    self.cause = cause
    self.hasHistory = hasHistory
  }
}

extension StoreError: MessageError, CustomStringConvertible {
  /// The file, what is wrong, and what to do, on one line.
  public var description: String { line.text() }

  /// The file, what is wrong, and what to do, on one line.
  public var line: Message {
    let place = file.isEmpty ? "store" : file.harmless(limit: 1_000)
    return .placed(place: place, sentences: [problem.message, problem.advice])
  }
}

extension StoreProblem {
  /// A damaged database, with the message of its program.
  package static func damaged(_ cause: String) -> StoreProblem {
    .damagedFile(cause: .verbatim(cause.harmless(limit: 200)))
  }

  /// The kind of problem in lowercase words with hyphens; it does not change between versions.
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
    case .invalidURL: "invalid-url"
    case .noPostgresLibrary: "no-postgres-library"
    case .unavailable: "unavailable"
    case .outcomeUnknown: "outcome-unknown"
    case .oldServer: "old-server"
    case .notPermitted: "not-permitted"
    case .serverRefused: "server-refused"
    case .conflicts: "conflict"
    case .invalidTexts: "invalid-text"
    case .repeatedNames: "repeated-name"
    case .unstorableDraft: "unstorable-draft"
    case .damagedEntries: "damaged-entry"
    case .notPlaced: "not-placed"
    case .targetNotEmpty: "target-not-empty"
    case .copyDiffers: "copy-differs"
    case .copyOvertaken: "copy-overtaken"
    case .noSuchRevision: "no-such-revision"
    }
  }

  /// What is wrong: one sentence for each finding.
  package var message: Message {
    switch self {
    case .noLocation: .storeNoLocation
    case .invalidPath: .storeInvalidPath
    case .noFolder(let path, let cause): .storeNoFolder(path: path, cause: cause)
    case .cannotOpen(let cause): .storeCannotOpen(cause: cause)
    case .readOnly: .storeReadOnly
    case .diskFull: .storeDiskFull
    case .busy(let seconds): .storeBusy(seconds: .decimal(seconds.shortest))
    case .damagedFile(let cause): .storeDamaged(cause: cause)
    case .notADatabase: .storeNotADatabase
    case .foreignDatabase: .storeForeignDatabase
    case .newerVersion(let found, let known): .storeNewerVersion(found: found, known: known)
    case .inputOutput(let cause): .storeInputOutput(cause: cause)
    case .database(let cause): .storeRefused(cause: cause)
    case .invalidURL: .storeInvalidURL
    case .noPostgresLibrary: .storeNoPostgresLibrary
    case .unavailable(let cause, _): .storeUnavailable(cause: cause)
    case .outcomeUnknown(let cause): .storeOutcomeUnknown(cause: cause)
    case .oldServer(let found, let needed): .storeOldServer(found: found, needed: needed)
    case .notPermitted(let cause), .serverRefused(let cause): .storeServerRefused(cause: cause)
    case .conflicts(let conflicts): .sentences(conflicts.map(\.message))
    case .invalidTexts(let texts): .sentences(texts.map(\.message))
    case .repeatedNames(let names): .sentences(names.map { .storeRepeatedName(name: $0) })
    case .unstorableDraft(let name, let cause): .storeUnstorableDraft(name: name, cause: cause)
    case .damagedEntries(let entries):
      .sentences(entries.map(\.message))
    case .notPlaced(let names, _, _): .sentences(names.map { .storeNothingPlaced(name: $0) })
    case .targetNotEmpty(let tenant):
      "The store already has something of \(name: Self.words(for: tenant))."
    case .copyDiffers(let tenant):
      "The copy of \(name: Self.words(for: tenant)) is not equal to what was copied."
    case .copyOvertaken(let tenant):
      "What is stored for \(name: Self.words(for: tenant)) changed again and again while it was copied."
    case .noSuchRevision(let name, nil, _): .storeNoEarlierState(name: name)
    case .noSuchRevision(let name, let revision?, _):
      .storeNoEarlierRevision(name: name, revision: revision)
    }
  }

  /// What to do about it: one sentence for each kind of finding.
  package var advice: Message {
    switch self {
    case .noLocation: .setHome
    case .invalidPath: .nameStore
    case .noFolder, .cannotOpen: .nameOtherStoreOrRights
    case .readOnly: .makeStoreWritable
    case .diskFull: .makeRoom
    case .busy: .endOtherProgram
    case .damagedFile: .recoverStore
    case .notADatabase, .foreignDatabase: .nameOtherStore
    case .newerVersion: .updateProgram
    case .inputOutput: .lookAtDisk
    case .database: .reportIt
    case .invalidURL: .writePostgresURL
    case .noPostgresLibrary: .installPostgresLibrary
    case .unavailable: .lookAtServer
    case .outcomeUnknown: .lookWhetherSaved
    case .oldServer: .updateServer
    case .notPermitted: .letRoleUseSchema
    case .serverRefused: .reportIt
    case .conflicts(let conflicts): .sentences(unique(conflicts.map(\.advice)))
    case .invalidTexts(let texts): .sentences(unique(texts.map(\.advice)))
    case .repeatedNames: .giveOwnNames
    case .unstorableDraft: .correctValueAndSave
    case .damagedEntries(let entries): .sentences(entries.map(\.advice))
    case .notPlaced(let names, let nearest, let removed): Self.advice(names, nearest, removed)
    case .targetNotEmpty:
      "Copy to a new store, or erase the tenant there first: widgetconfig store erase."
    case .copyDiffers: "Copy again; if that does not help, report it with this message."
    case .copyOvertaken: "Copy when less is written, or with the service stopped."
    case .noSuchRevision(_, _, let known):
      known.isEmpty
        ? .onlyChangedCanBeRestored
        : .thereAreRevisions(revisions: known.map(String.init).joined(separator: ", "))
    }
  }

  /// A tenant in a sentence.
  private static func words(for tenant: String) -> String {
    tenant.isEmpty ? "the widgets without a tenant" : "the tenant \(tenant)"
  }

  /// What is wrong, in English.
  public var sentence: String { message.text() }

  /// What to do about it, in English.
  public var remedy: String { advice.text() }
}

extension StoreProblem {
  private static func advice(
    _ names: [String], _ nearest: [String: String], _ removed: [String]
  ) -> Message {
    if !removed.isEmpty {
      return .sentences(removed.map { .restoreRemoved(name: shellWord($0)) })
    }
    let meant = names.compactMap { nearest[$0] }
    return meant.isEmpty ? .lookAtList : .didYouMeanThese(names: unique(meant))
  }
}

extension DamagedEntry: MessageError, CustomStringConvertible {
  /// What is wrong with the entry and how to repair it, in one line.
  public var description: String { line.text() }

  /// What is wrong with the entry and how to repair it, in one line.
  public var line: Message { .sentences([message, advice]) }

  fileprivate var message: Message { .storeDamagedEntry(name: name, cause: cause) }

  fileprivate var advice: Message {
    hasHistory
      ? .restoreLastGood(name: shellWord(name)) : .removeDamaged(name: shellWord(name))
  }
}

/// A text quoted as one word for a shell.
package func shellWord(_ text: String) -> String {
  let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%-")
  if !text.isEmpty, !text.hasPrefix("-"), text.allSatisfy({ plain.contains($0) }) { return text }
  let quoted = "'\(text.replacing("'", with: "'\\''").harmless(limit: 1_000))'"
  return text.hasPrefix("-") ? "-- \(quoted)" : quoted
}

extension StoreConflict {
  fileprivate var message: Message {
    switch (expected, found) {
    case (nil, _): .storeNameTaken(name: name)
    case (let expected?, let found?):
      .storeChangedElsewhere(name: name, expected: expected, found: found)
    case (let expected?, nil): .storeRemovedElsewhere(name: name, expected: expected)
    }
  }

  fileprivate var advice: Message {
    switch (expected, found) {
    case (nil, _): .chooseOtherNameOrEdit
    case (_, .some): .readAgainAndSave
    case (_, nil): .saveAsNew
    }
  }
}

extension InvalidText: CustomStringConvertible {
  /// The invalid text and its rule, in one line.
  public var description: String { line.text() }

  /// The invalid text and its rule, in one line.
  package var line: Message { .sentences([message, advice]) }

  /// The invalid text.
  package var message: Message { .storeInvalidText(what: what.message, text: text) }

  /// The rule that the text breaks.
  package var advice: Message { .storeTextMust(what: what.message, rule: rule.message) }
}

extension InvalidText.Subject {
  fileprivate var message: Message {
    switch self {
    case .name: .storedName
    case .widget: .storedWidget
    case .definitionPath: .storedDefinitionPath
    case .intent: .storedIntent
    }
  }
}

extension InvalidText.Rule {
  /// The rule, phrased to follow "It must".
  fileprivate var message: Message {
    switch self {
    case .notEmpty: .textNotEmpty
    case .notEmptyWithoutNUL: .textNotEmptyWithoutNUL
    case .mostBytes(let limit): .textMostBytes(limit: limit)
    case .mostCharacters(let limit): .textMostCharacters(limit: limit)
    case .noControlCharacters: .textNoControlCharacters
    case .visible: .textVisible
    case .mostMarks(let limit): .textMostMarks(limit: limit)
    case .noSpaceAtEnds: .textNoSpaceAtEnds
    case .notDots: .textNotDots
    }
  }
}

private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen = Set<Element>()
  return elements.filter { seen.insert($0).inserted }
}
