import GRDB
import StoreModel

extension StoreProblem {
  /// The problem for an SQLite error.
  ///
  /// The codes are from https://www.sqlite.org/rescode.html.
  init(_ error: DatabaseError, busyTimeout: Double) {
    let cause = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(seconds: busyTimeout)
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_READONLY: self = .readOnly
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .cannotOpen(cause: cause)
    case .SQLITE_NOTADB: self = .notADatabase
    case .SQLITE_CORRUPT: self = .damaged(cause)
    // The format of the file was checked, so a name in our statements that SQLite does not find is
    // missing from the file.
    case .SQLITE_ERROR
    where cause.hasPrefix("no such ") || cause.contains(" has no column named "):
      self = .damaged(cause)
    case .SQLITE_IOERR: self = .inputOutput(cause: cause)
    default: self = .database(cause: cause)
    }
  }
}
