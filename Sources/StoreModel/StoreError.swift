import IntentModel
public import Messages

/// Why the store could not perform an operation; a failed change has no effect, unless its outcome
/// is unknown.
public struct StoreError: Error, Sendable, Hashable {
  /// The path of the store, or its URL without secrets; empty if there is none.
  public var file: String

  /// The problem.
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
/// missing store file is not an error either: such a store is empty.
public indirect enum StoreProblem: Error, Sendable, Hashable {
  /// The location of the store is unknown: none is specified, and there is no home folder.
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
  /// Other programs kept the store locked for the whole timeout, given in seconds.
  case busy(seconds: Double)
  /// This program used all its connections to the server for the whole timeout, given in seconds.
  case noFreeConnection(seconds: Double)
  /// The store is damaged; the cause can be the message of the database.
  case damagedFile(cause: Message)
  /// The file is not an SQLite database.
  case notADatabase
  /// The file is an SQLite database that belongs to another program.
  case foreignDatabase
  /// The store was written by a newer version of this program.
  case newerVersion(found: Int, known: Int)
  /// The store was written by an older version of this program, in a format that this version
  /// cannot read.
  case olderVersion(found: Int, known: Int)
  /// The disk failed; the cause is SQLite's message.
  case inputOutput(cause: String)
  /// Any other SQLite error, with its message.
  case database(cause: String)
  /// The URL of a database cannot be used; it is not repeated because it can contain a password.
  case invalidURL
  /// The library for connecting to a PostgreSQL server is not installed.
  case noPostgresLibrary
  /// The program was built without the package trait that this kind of store needs.
  case notInThisBuild(trait: String)
  /// The server cannot be reached now, or the connection broke before anything was saved; a retry
  /// can succeed after `retryAfter` seconds.
  case unavailable(cause: String, retryAfter: Double)
  /// The connection broke during a save, and it is unknown whether the save succeeded.
  case outcomeUnknown(cause: String)
  /// The server is too old; `found` is its version, and `needed` is the oldest supported version.
  case oldServer(found: Int, needed: Int)
  /// The role in the URL lacks a permission, or the server is read-only; the cause is the server's
  /// message.
  case notPermitted(cause: String)
  /// The server refused the operation for any other reason, with its message.
  case serverRefused(cause: String)
  /// Widgets are not in the expected state; the list is never empty.
  case conflicts([StoreConflict])
  /// Texts break their rules; the list is never empty.
  case invalidTexts([InvalidText])
  /// Several of the widgets to save have the same name.
  case repeatedNames([String])
  /// A draft cannot be written in a form from which it can be read back.
  case unstorableDraft(name: String, cause: Message)
  /// Stored widgets cannot be read; the list is never empty.
  case damagedEntries([DamagedEntry])
  /// Nothing is stored under these names; the list is never empty.
  ///
  /// `nearest` has the most similar name of a placed or removed widget, if there is one. The names
  /// in `removed` are those of removed widgets, which can be restored.
  case notPlaced([String], nearest: [String: String], removed: [String] = [])
  /// The target of a copy already has data of the tenant; an empty name means the local
  /// tenant.
  case targetNotEmpty(tenant: String)
  /// The copy of a tenant differs from the source.
  case copyDiffers(tenant: String)
  /// The source of a copy kept changing during the copy.
  case copyOvertaken(tenant: String)
  /// A widget does not have this earlier state; `known` contains the revisions of its earlier
  /// states, if it has any.
  case noSuchRevision(name: String, revision: Int?, known: [Int])
}

extension StoreProblem {
  /// The problem with a store in an unsupported format; nil for the supported one.
  package init?(format found: Int, known: Int) {
    guard found != known else { return nil }
    self =
      found > known
      ? .newerVersion(found: found, known: known) : .olderVersion(found: found, known: known)
  }
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
    /// The folder of the widget.
    case folder
    /// The name of its intent.
    case intent
  }

  /// The rule that a text breaks.
  public enum Rule: Sendable, Hashable {
    /// The text has at least one character.
    case notEmpty
    /// The text has at least one character and no NUL.
    case notEmptyWithoutNUL
    /// The text has at most this many bytes in UTF-8.
    case maximumBytes(Int)
    /// The text has at most this many characters.
    case maximumCharacters(Int)
    /// The text has no control characters.
    case noControlCharacters
    /// The text has at least one visible character.
    case visible
    /// The text has at most this many combining marks on each character.
    case maximumMarks(Int)
    /// The text does not begin or end with a space.
    case noSpaceAtEnds
    /// The text is not `.` or `..`, which browsers remove from the path of a URL (RFC 3986, section
    /// 5.2.4).
    case notDots
  }

  /// Which text is invalid.
  public var what: Subject
  /// The text as given.
  public var text: String
  /// The rule that the text breaks.
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
  /// The problem, as one sentence.
  public var cause: Message
  /// Whether an earlier state of the widget can replace the damaged one.
  public var hasHistory: Bool

  /// Makes a finding.
  public init(name: String, cause: Message, hasHistory: Bool = false) {
    self.name = name
    self.cause = cause
    self.hasHistory = hasHistory
  }
}

extension StoreError {
  /// Whether a widget was changed in the meantime, or a different widget has its name.
  package var isConflict: Bool { if case .conflicts = problem { true } else { false } }
}

extension StoreError: MessageError, CustomStringConvertible {
  /// The file, the problem and the remedy, on one line.
  public var description: String { line.text() }

  /// The file, the problem and the remedy, on one line.
  public var line: Message {
    let place = file.isEmpty ? "store" : file.harmlessPath
    return .placed(place: place, sentences: [problem.message, problem.advice])
  }
}

extension StoreProblem: StatedProblem {
  /// A damaged database, with the message of the database software.
  package static func damaged(_ cause: String) -> StoreProblem {
    .damagedFile(cause: .verbatim(cause.harmless()))
  }

  /// The code, the sentence and the remedy: one sentence for each finding.
  public var statement: ProblemStatement {
    switch self {
    case .noLocation:
      .init(
        "no-location", "There is no home folder to keep placed widgets in.",
        "Set HOME, or name a file with \(StoreLocation.choices).")
    case .invalidPath:
      .init(
        "invalid-path", "The path of the store is empty or contains NUL.",
        "Name a file with \(StoreLocation.choices).")
    case .noFolder(let path, let cause):
      .init(
        "no-folder",
        "The folder “\(path.harmlessPath)” cannot be created: \(cause.harmless()).",
        Self.otherFile)
    case .cannotOpen(let cause):
      .init(
        "cannot-open", "The file cannot be opened: \(cause.harmless()).", Self.otherFile)
    case .readOnly:
      .init(
        "read-only", "The file cannot be written to; nothing was saved.",
        "Make the file and its folder writable, or name another file with \(StoreLocation.flag).")
    case .diskFull:
      .init(
        "disk-full", "The disk is full; nothing was saved.",
        "Free some space on the disk and save again.")
    case .busy(let seconds):
      .init(
        "busy",
        """
        Another program is using the store and did not finish within \
        \(number: seconds.shortest, "second", "seconds").
        """, .endOtherProgram)
    case .noFreeConnection(let seconds):
      .init(
        "no-free-connection",
        """
        All connections to the database server were in use for \
        \(number: seconds.shortest, "second", "seconds").
        """, "Check how long statements take on the server, then try again.")
    case .damagedFile(let cause):
      .init(
        "damaged-file", "The store is damaged: \(cause).",
        """
        Copy it, then restore a backup, or recover the data of a file with: sqlite3 FILE .recover
        """)
    case .notADatabase:
      .init(
        "not-a-database",
        "The file is not a store of placed widgets: it is not an SQLite database.",
        Self.otherStore)
    case .foreignDatabase:
      .init(
        "foreign-database",
        "The file is not a store of placed widgets: it is a database of another program.",
        Self.otherStore)
    case .newerVersion(let found, let known):
      .init(
        "newer-version",
        "The store has format \(found), and this program knows formats up to \(known).",
        "Update this program, or name another file with \(StoreLocation.flag).")
    case .olderVersion(let found, let known):
      .init(
        "older-version",
        "The store has format \(found), and this program reads format \(known). Nothing was changed.",
        """
        Keep the store. With the program that wrote it, write the intents of each tenant with \
        “export --all”; then read them with “import FILE” into a new store, named with \
        \(StoreLocation.flag). Hidden answers, earlier states and the log are only in the old store.
        """)
    case .inputOutput(let cause):
      .init(
        "input-output", "The disk failed: \(cause.harmless()).",
        "Check the disk, then try again.")
    case .database(let cause):
      .init("database", "SQLite refused: \(cause.harmless()).", .reportIt)
    case .invalidURL:
      .init(
        "invalid-url", "The URL of the store cannot be read.",
        """
        Write it as postgresql://user@host/database, with @, :, / and # in a password as %40, %3A, \
        %2F and %23.
        """)
    case .noPostgresLibrary:
      .init(
        "no-postgres-library",
        "libpq, the library that connects to a PostgreSQL server, is not installed.",
        """
        Install it (libpq5 in Debian and Ubuntu, libpq in Homebrew), or name a file with \
        \(StoreLocation.flag).
        """)
    case .notInThisBuild(let trait):
      .init(
        "not-in-this-build",
        "This program was built without the trait \(trait), so it cannot open this kind of store.",
        "Build it with the trait \(trait), or name another store with \(StoreLocation.flag).")
    case .unavailable(let cause, _):
      .init(
        "unavailable", "The database server cannot be reached: \(cause.harmlessCause).",
        "Check that the server runs and that the URL is right, then try again.")
    case .outcomeUnknown(let cause):
      .init(
        "outcome-unknown",
        """
        The connection to the server broke during the save, and it is unknown whether the change \
        was saved: \(cause.harmlessCause).
        """,
        "Check whether the change is stored, and repeat it if it is not: \(command: "show NAME")")
    case .oldServer(let found, let needed):
      .init(
        "old-server", "The server is PostgreSQL \(found); \(needed) or newer is needed.",
        "Update the server, or name another store with \(StoreLocation.flag).")
    case .notPermitted(let cause):
      .init(
        "not-permitted", Self.refusal(cause),
        """
        Allow the role in the URL to use and change the schema “widgetconfig”, or give a URL with \
        another role.
        """)
    case .serverRefused(let cause): .init("server-refused", Self.refusal(cause), .reportIt)
    case .conflicts(let conflicts):
      .init(
        "conflict", .sentences(conflicts.map(\.words.message)),
        .sentences(conflicts.map(\.words.advice).firsts))
    case .invalidTexts(let texts):
      .init(
        "invalid-text", .sentences(texts.map(\.message)), .sentences(texts.map(\.advice).firsts))
    case .repeatedNames(let names):
      .init(
        "repeated-name",
        .sentences(names.map { "Several widgets to save have the name “\(name: $0)”." }),
        .giveOwnNames)
    case .unstorableDraft(let name, let cause):
      .init(
        "unstorable-draft", "The draft of “\(name: name)” cannot be stored: \(cause)",
        .correctValue)
    case .damagedEntries(let entries):
      .init(
        "damaged-entry", .sentences(entries.map(\.message)), .sentences(entries.map(\.advice)))
    case .notPlaced(let names, let nearest, let removed):
      .init(
        "not-placed",
        names.count > Self.maximumSentences
          ? "Nothing is placed under the names \(names: names)."
          : .sentences(names.map { "Nothing is placed under the name “\(name: $0)”." }),
        Self.advice(names, nearest, removed))
    case .targetNotEmpty(let tenant):
      .init(
        "target-not-empty", "The store already has data of \(name: Self.words(for: tenant)).",
        """
        Copy to a new store, or first erase the data in this one: \
        \(command: "store erase --all\(tenant.isEmpty ? "" : " --tenant \(shellWord(tenant))")")
        """)
    case .copyDiffers(let tenant):
      .init(
        "copy-differs",
        "The copy of \(name: Self.words(for: tenant)) differs from the original.",
        "Copy again; if that does not help, report it with this message.")
    case .copyOvertaken(let tenant):
      .init(
        "copy-overtaken",
        """
        The data of \(name: Self.words(for: tenant)) kept changing while it was copied.
        """, "Copy when less is written, or while the service is stopped.")
    case .noSuchRevision(let name, let revision, let known):
      .init(
        "no-such-revision",
        revision.map { "“\(name: name)” does not have an earlier state with revision \($0)." }
          ?? "“\(name: name)” does not have an earlier state.",
        known.isEmpty
          ? "Only a widget that was changed or removed has earlier states."
          : "The revisions are: \(known.map(String.init).joined(separator: ", ")).")
    }
  }

  private static let otherFile: Message = """
    Name another file with \(StoreLocation.choices), or correct the permissions of the \
    file and of its folder.
    """

  private static let otherStore: Message =
    "Name another file with \(StoreLocation.choices); this one was left as it is."

  private static func refusal(_ cause: String) -> Message {
    "The database server refused: \(cause.harmlessCause)."
  }

  /// A tenant, as named in a sentence.
  private static func words(for tenant: String) -> String {
    tenant.isEmpty ? "the widgets without a tenant" : "the tenant \(tenant)"
  }
}

extension StoreProblem {
  /// The maximum number of names that get a separate sentence.
  private static let maximumSentences = 8

  private static func advice(
    _ names: [String], _ nearest: [String: String], _ removed: [String]
  ) -> Message {
    if removed.count > maximumSentences {
      return "List those that can be restored with: \(command: "list --removed")"
    }
    if !removed.isEmpty {
      return .sentences(
        removed.map { "It was removed; restore it with: \(command: "restore \(shellWord($0))")" })
    }
    let meant = names.compactMap { nearest[$0] }
    return meant.isEmpty
      ? "List the names with: \(command: "list")" : "Did you mean \(choices: meant.firsts)?"
  }
}

extension DamagedEntry: MessageError, CustomStringConvertible {
  /// The problem with the entry and its remedy, on one line.
  public var description: String { line.text() }

  /// The problem with the entry and its remedy, on one line.
  public var line: Message { .sentences([message, advice]) }

  fileprivate var message: Message { "“\(name: name)” cannot be read: \(cause)" }

  fileprivate var advice: Message {
    hasHistory
      ? "Restore its last good state with: \(command: "restore \(shellWord(name))")"
      : "Remove it with: \(command: "remove \(shellWord(name))")"
  }
}

/// A text quoted as one word for a shell.
package func shellWord(_ text: String) -> String {
  let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%-")
  if !text.isEmpty, !text.hasPrefix("-"), text.allSatisfy({ plain.contains($0) }) { return text }
  let quoted = "'\(text.replacing("'", with: "'\\''").harmlessPath)'"
  return text.hasPrefix("-") ? "-- \(quoted)" : quoted
}

extension StoreConflict {
  fileprivate var words: (message: Message, advice: Message) {
    switch (expected, found) {
    case (nil, _):
      (
        "A placed widget “\(name: name)” already exists.",
        "Choose another name, or edit the existing one."
      )
    case (let expected?, let found?):
      (
        """
        “\(name: name)” has been changed elsewhere since it was read: revision \(expected) was \
        expected, \(found) is stored.
        """, "Read it again, repeat the change, and save."
      )
    case (let expected?, nil):
      (
        "“\(name: name)” has been removed elsewhere since it was read at revision \(expected).",
        "Save it as a new widget, or leave it removed."
      )
    }
  }
}

extension InvalidText: CustomStringConvertible {
  /// The invalid text and its rule, on one line.
  public var description: String { line.text() }

  /// The invalid text and its rule, on one line.
  package var line: Message { .sentences([message, advice]) }

  /// Which text is invalid.
  package var message: Message { "The \(what.message) “\(name: text)” cannot be stored." }

  /// The rule that the text breaks.
  package var advice: Message { "The \(what.message) must \(rule.message)." }
}

extension InvalidText.Subject {
  fileprivate var message: Message {
    switch self {
    case .name: "name"
    case .widget: "widget"
    case .definitionPath: "definition path"
    case .folder: "folder"
    case .intent: "intent"
    }
  }
}

extension InvalidText.Rule {
  /// The rule, phrased to follow "It must".
  fileprivate var message: Message {
    switch self {
    case .notEmpty: "have at least one character"
    case .notEmptyWithoutNUL: "have at least one character and no NUL"
    case .maximumBytes(let limit): "have at most \(limit) bytes"
    case .maximumCharacters(let limit): "have at most \(limit) characters"
    case .noControlCharacters: "have no control characters"
    case .visible: "have at least one visible character"
    case .maximumMarks(let limit): "have at most \(limit) combining marks on a character"
    case .noSpaceAtEnds: "not begin or end with a space"
    case .notDots: "not be “.” or “..”, which browsers remove from the path of a URL"
    }
  }
}
