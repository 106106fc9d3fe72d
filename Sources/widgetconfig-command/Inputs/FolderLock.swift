import Foundation
import Messages
import WidgetStore

/// Keeps other runs of this program from changing a folder between the time when it is read and the
/// time when it is written.
///
/// The lock ends when the last reference to it is released, or when the process ends.
final class FolderLock: Sendable {
  /// How long to wait for another program.
  private static let timeLimit = Duration.seconds(5)

  private let descriptor: Int32

  /// Waits for the lock of a folder.
  ///
  /// - Throws: `CommandFailure` if another program does not release the lock.
  init(_ folder: String) throws {
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    let end = ContinuousClock.now + Self.timeLimit
    // A file system without locks reports a different error.
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      guard ContinuousClock.now < end else {
        throw CommandFailure(
          .findings,
          .placed(
            place: folder, sentences: ["Another program is changing the widget.", .endOtherProgram])
        )
      }
      usleep(10_000)
    }
  }

  /// Locks a folder immediately; nil if another program has the lock, or if there is no such
  /// folder.
  init?(ifFree folder: String) {
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
