import IntentModel
package import Messages

/// What is wrong with a store, and what to do about it.
extension Message {
  // Problems of stores.
  package static var storeNoLocation: Message { entry() }
  package static var storeInvalidPath: Message { entry() }
  package static func storeNoFolder(path: String, cause: String) -> Message {
    entry(.name(path, limit: 1_000), .name(cause, limit: 200))
  }
  package static func storeCannotOpen(cause: String) -> Message {
    entry(.name(cause, limit: 200))
  }
  package static var storeReadOnly: Message { entry() }
  package static var storeDiskFull: Message { entry() }
  package static func storeBusy(seconds: Argument) -> Message {
    entry(seconds)
  }
  package static func storeDamaged(cause: Message) -> Message {
    entry(.message(cause))
  }
  package static var storeNotADatabase: Message { entry() }
  package static var storeForeignDatabase: Message { entry() }
  package static func storeNewerVersion(found: Int, known: Int) -> Message {
    entry(.integer(found), .integer(known))
  }
  package static func storeInputOutput(cause: String) -> Message {
    entry(.name(cause, limit: 200))
  }
  package static func storeRefused(cause: String) -> Message {
    entry(.name(cause, limit: 200))
  }
  package static var storeInvalidURL: Message { entry() }
  package static var storeNoPostgresLibrary: Message { entry() }
  package static func storeUnavailable(cause: String) -> Message {
    entry(.name(cause, limit: 500))
  }
  package static func storeOutcomeUnknown(cause: String) -> Message {
    entry(.name(cause, limit: 500))
  }
  package static func storeOldServer(found: Int, needed: Int) -> Message {
    entry(.integer(found), .integer(needed))
  }
  package static func storeServerRefused(cause: String) -> Message {
    entry(.name(cause, limit: 500))
  }
  package static func storeRepeatedName(name: String) -> Message {
    entry(.name(name))
  }
  package static func storeUnstorableDraft(name: String, cause: Message) -> Message {
    entry(.name(name), .message(cause))
  }
  package static func storeDamagedEntry(name: String, cause: Message) -> Message {
    entry(.name(name), .message(cause))
  }
  package static func storeNameTaken(name: String) -> Message {
    entry(.name(name))
  }
  package static func storeChangedElsewhere(name: String, expected: Int, found: Int) -> Message {
    entry(.name(name), .integer(expected), .integer(found))
  }
  package static func storeRemovedElsewhere(name: String, expected: Int) -> Message {
    entry(.name(name), .integer(expected))
  }
  package static var storeColumnOfOtherType: Message { entry() }
  package static func storeUnknownFamily(family: String) -> Message {
    entry(.name(family))
  }
  package static var storeRevisionAtLimit: Message { entry() }
  package static func storeInvalidText(what: Message, text: String) -> Message {
    entry(.message(what), .name(text))
  }
  package static func storeTextMust(what: Message, rule: Message) -> Message {
    entry(.message(what), .message(rule))
  }
  package static var storedName: Message { entry() }
  package static var storedWidget: Message { entry() }
  package static var storedDefinitionPath: Message { entry() }
  package static var storedIntent: Message { entry() }
  package static var textNotEmpty: Message { entry() }
  package static var textNotEmptyWithoutNUL: Message { entry() }
  package static func textMostBytes(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static func textMostCharacters(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var textNoControlCharacters: Message { entry() }
  package static var textVisible: Message { entry() }
  package static func textMostMarks(limit: Int) -> Message {
    entry(.integer(limit))
  }
  package static var textNoSpaceAtEnds: Message { entry() }
  package static var textNotDots: Message { entry() }
  package static var setHome: Message { entry() }
  package static var nameStore: Message { entry() }
  package static var nameOtherStoreOrRights: Message { entry() }
  package static var makeStoreWritable: Message { entry() }
  package static var makeRoom: Message { entry() }
  package static var endOtherProgram: Message { entry() }
  package static var recoverStore: Message { entry() }
  package static var nameOtherStore: Message { entry() }
  package static var updateProgram: Message { entry() }
  package static var lookAtDisk: Message { entry() }
  package static var reportIt: Message { entry() }
  package static var writePostgresURL: Message { entry() }
  package static var installPostgresLibrary: Message { entry() }
  package static var lookAtServer: Message { entry() }
  package static var lookWhetherSaved: Message { entry() }
  package static var updateServer: Message { entry() }
  package static var letRoleUseSchema: Message { entry() }
  package static var giveOwnNames: Message { entry() }
  package static var correctValueAndSave: Message { entry() }
  package static var chooseOtherNameOrEdit: Message { entry() }
  package static var readAgainAndSave: Message { entry() }
  package static var saveAsNew: Message { entry() }
  package static func storeNothingPlaced(name: String) -> Message {
    entry(.name(name))
  }
  package static func storeNoEarlierState(name: String) -> Message {
    entry(.name(name))
  }
  package static func storeNoEarlierRevision(name: String, revision: Int) -> Message {
    entry(.name(name), .integer(revision))
  }
  package static var lookAtList: Message { entry() }
  package static func restoreRemoved(name: String) -> Message {
    entry(.text(name))
  }
  package static func didYouMeanThese(names: [String]) -> Message {
    entry(.choices(names))
  }
  package static var onlyChangedCanBeRestored: Message { entry() }
  package static func thereAreRevisions(revisions: String) -> Message {
    entry(.text(revisions))
  }
  package static func restoreLastGood(name: String) -> Message {
    entry(.text(name))
  }
  package static func removeDamaged(name: String) -> Message {
    entry(.text(name))
  }
}
