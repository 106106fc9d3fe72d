import IntentModel
package import Messages

/// What is wrong with a store, and what to do about it.
extension Message {
  // Problems of stores.
  package static var storeNoLocation: Message {
    "There is no home folder to keep placed widgets in."
  }
  package static var storeInvalidPath: Message { "The path of the store is empty or contains NUL." }
  package static func storeNoFolder(path: String, cause: String) -> Message {
    "The folder “\(name: path, limit: 1_000)” cannot be created: \(name: cause, limit: 200)."
  }
  package static func storeCannotOpen(cause: String) -> Message {
    "The file cannot be opened: \(name: cause, limit: 200)."
  }
  package static var storeReadOnly: Message { "The file cannot be written to; nothing was saved." }
  package static var storeDiskFull: Message { "The disk is full; nothing was saved." }
  package static func storeBusy(seconds: Argument) -> Message {
    "Another program is using the store and did not finish within \(seconds, "second", "seconds")."
  }
  package static func storeDamaged(cause: Message) -> Message { "The file is damaged: \(cause)." }
  package static var storeNotADatabase: Message {
    "The file is not a store of placed widgets: it is not an SQLite database."
  }
  package static var storeForeignDatabase: Message {
    "The file is not a store of placed widgets: it is a database of another program."
  }
  package static func storeNewerVersion(found: Int, known: Int) -> Message {
    "The store has format \(found), and this program knows formats up to \(known)."
  }
  package static func storeInputOutput(cause: String) -> Message {
    "The disk failed: \(name: cause, limit: 200)."
  }
  package static func storeRefused(cause: String) -> Message {
    "SQLite refused: \(name: cause, limit: 200)."
  }
  package static var storeInvalidURL: Message { "The URL of the store cannot be read." }
  package static var storeNoPostgresLibrary: Message {
    "libpq, the library that reaches a PostgreSQL server, is not installed."
  }
  package static func storeUnavailable(cause: String) -> Message {
    "The database server cannot be reached: \(name: cause, limit: 500)."
  }
  package static func storeOutcomeUnknown(cause: String) -> Message {
    """
    The connection to the server broke during the save, and it is not known whether the save was \
    done: \(name: cause, limit: 500).
    """
  }
  package static func storeOldServer(found: Int, needed: Int) -> Message {
    "The server is PostgreSQL \(found); \(needed) or newer is needed."
  }
  package static func storeServerRefused(cause: String) -> Message {
    "The database server refused: \(name: cause, limit: 500)."
  }
  package static func storeRepeatedName(name: String) -> Message {
    "Several widgets to save have the name “\(name: name)”."
  }
  package static func storeUnstorableDraft(name: String, cause: Message) -> Message {
    "The draft of “\(name: name)” cannot be stored: \(cause)"
  }
  package static func storeDamagedEntry(name: String, cause: Message) -> Message {
    "“\(name: name)” cannot be read: \(cause)"
  }
  package static func storeNameTaken(name: String) -> Message {
    "A placed widget “\(name: name)” already exists."
  }
  package static func storeChangedElsewhere(name: String, expected: Int, found: Int) -> Message {
    """
    “\(name: name)” was changed elsewhere since it was read: revision \(expected) was expected, \
    \(found) is stored.
    """
  }
  package static func storeRemovedElsewhere(name: String, expected: Int) -> Message {
    "“\(name: name)” was removed elsewhere since it was read with revision \(expected)."
  }
  package static var storeColumnOfOtherType: Message { "A column holds a value of the wrong type." }
  package static func storeUnknownFamily(family: String) -> Message {
    "The family “\(name: family)” is unknown."
  }
  package static var storeRevisionAtLimit: Message { "a revision number is at its limit" }
  package static func storeInvalidText(what: Message, text: String) -> Message {
    "The \(what) “\(name: text)” cannot be stored."
  }
  package static func storeTextMust(what: Message, rule: Message) -> Message {
    "The \(what) must \(rule)."
  }
  package static var storedName: Message { "name" }
  package static var storedWidget: Message { "widget" }
  package static var storedDefinitionPath: Message { "definition path" }
  package static var storedIntent: Message { "intent" }
  package static var textNotEmpty: Message { "have at least one character" }
  package static var textNotEmptyWithoutNUL: Message { "have characters and no NUL" }
  package static func textMostBytes(limit: Int) -> Message { "have at most \(limit) bytes" }
  package static func textMostCharacters(limit: Int) -> Message {
    "have at most \(limit) characters"
  }
  package static var textNoControlCharacters: Message { "have no control characters" }
  package static var textVisible: Message { "have at least one visible character" }
  package static func textMostMarks(limit: Int) -> Message {
    "have at most \(limit) combining marks on a character"
  }
  package static var textNoSpaceAtEnds: Message { "not begin or end with a space" }
  package static var textNotDots: Message { "not be “.” or “..”, which are not parts of a path" }
  package static var setHome: Message {
    "Set HOME, or name a file with --store or WIDGETCONFIG_STORE."
  }
  package static var nameStore: Message { "Name a file with --store or WIDGETCONFIG_STORE." }
  package static var nameOtherStoreOrRights: Message {
    """
    Name another file with --store or WIDGETCONFIG_STORE, or correct the permissions of the folder.
    """
  }
  package static var makeStoreWritable: Message {
    "Make the file and its folder writable, or name another with --store."
  }
  package static var makeRoom: Message { "Free some space on the disk and save again." }
  package static var endOtherProgram: Message {
    "Try again; if that does not help, close the other program."
  }
  package static var recoverStore: Message {
    "Make a copy, then restore a backup, or recover what is left with: sqlite3 FILE .recover"
  }
  package static var nameOtherStore: Message {
    "Name another file with --store or WIDGETCONFIG_STORE; this one was left as it is."
  }
  package static var updateProgram: Message {
    "Update this program, or name another file with --store."
  }
  package static var lookAtDisk: Message { "Check the disk, then try again." }
  package static var reportIt: Message {
    "Try again; if that does not help, report it with this message."
  }
  package static var writePostgresURL: Message {
    """
    Write it as postgresql://user@host/database, with @, :, / and # in a password as %40, %3A, %2F \
    and %23.
    """
  }
  package static var installPostgresLibrary: Message {
    "Install it (libpq5 in Debian and Ubuntu, libpq in Homebrew), or name a file with --store."
  }
  package static var lookAtServer: Message {
    "Check that the server runs and that the URL is right, then try again."
  }
  package static var lookWhetherSaved: Message {
    "Check what is stored with widgetconfig show, then repeat the change if it is missing."
  }
  package static var updateServer: Message {
    "Update the server, or name another store with --store."
  }
  package static var letRoleUseSchema: Message {
    "Let the role in the URL use and change the schema “widgetconfig”, or use a role that may."
  }
  package static var giveOwnNames: Message { "Give each its own name. Nothing was saved." }
  package static var correctValueAndSave: Message { "Correct the value, then save again." }
  package static var chooseOtherNameOrEdit: Message {
    "Choose another name, or edit the existing one."
  }
  package static var readAgainAndSave: Message { "Read it again, repeat the change, and save." }
  package static var saveAsNew: Message { "Save it as a new widget, or leave it removed." }
  package static func storeNothingPlaced(name: String) -> Message {
    "Nothing is placed under the name “\(name: name)”."
  }
  package static func storeNoEarlierState(name: String) -> Message {
    "“\(name: name)” does not have an earlier state."
  }
  package static func storeNoEarlierRevision(name: String, revision: Int) -> Message {
    "“\(name: name)” does not have an earlier state with revision \(revision)."
  }
  package static var lookAtList: Message { "List the names with: widgetconfig list" }
  package static func restoreRemoved(name: String) -> Message {
    "It was removed; restore it with: widgetconfig restore \(name)"
  }
  package static func didYouMeanThese(names: [String]) -> Message {
    "Did you mean \(choices: names)?"
  }
  package static var onlyChangedCanBeRestored: Message {
    "Only what was changed or removed can be restored."
  }
  package static func thereAreRevisions(revisions: String) -> Message {
    "The revisions are: \(revisions)."
  }
  package static func restoreLastGood(name: String) -> Message {
    "Restore its last good state with: widgetconfig restore \(name)"
  }
  package static func removeDamaged(name: String) -> Message {
    "Remove it with: widgetconfig remove \(name)"
  }
}
