internal import CPlatform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The signals that a session receives.
package struct TerminalSignals: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// SIGWINCH: the size changed.
  package static let resized = TerminalSignals(rawValue: 1)
  /// SIGTERM was received.
  package static let terminate = TerminalSignals(rawValue: 2)
  /// SIGHUP was received.
  package static let hangUp = TerminalSignals(rawValue: 4)
  /// SIGINT was sent from outside; the control-C key arrives as a key.
  package static let interrupt = TerminalSignals(rawValue: 8)
  /// SIGQUIT was received.
  package static let quit = TerminalSignals(rawValue: 16)
  /// SIGTSTP: respond with ``TerminalDevice/suspend()``.
  package static let stop = TerminalSignals(rawValue: 32)
  /// SIGCONT: the process was stopped from outside; repaint the whole screen.
  package static let resumed = TerminalSignals(rawValue: 64)

  /// The signals that ask the program to end, beginning with the one to report first.
  private static let ending: [(number: Int32, signal: TerminalSignals)] = [
    (SIGTERM, .terminate), (SIGHUP, .hangUp), (SIGINT, .interrupt), (SIGQUIT, .quit),
  ]

  /// Makes the set from the bits that the handler collects, one bit for each signal number.
  init(happened: UInt64) {
    let others: [(number: Int32, signal: TerminalSignals)] = [
      (SIGWINCH, .resized), (SIGTSTP, .stop), (SIGCONT, .resumed),
    ]
    var signals: TerminalSignals = []
    for entry in Self.ending + others where happened >> UInt64(entry.number) & 1 == 1 {
      signals.insert(entry.signal)
    }
    self = signals
  }

  /// The number of the received signal that asks the program to end; nil if there is none.
  var endingNumber: Int32? { Self.ending.first { contains($0.signal) }?.number }
}

/// Everything that arrived during one wait; empty if the wait timed out.
package struct TerminalInput: Hashable, Sendable {
  /// The bytes from the terminal, as read by one call.
  package var bytes: [UInt8] = []
  package var signals: TerminalSignals = []
  /// Whether a ``TerminalWaker`` ended the wait.
  package var isWoken = false
  /// Whether the terminal was closed; it sends nothing more.
  package var isHungUp = false

  /// Whether nothing arrived in time.
  package var isTimeout: Bool {
    bytes.isEmpty && signals.isEmpty && !isWoken && !isHungUp
  }
}

/// Ends the wait of a ``TerminalDevice`` from any task.
package struct TerminalWaker: Sendable {
  /// Wakes the device, or the next one to be opened if none is open.
  ///
  /// Never blocks.
  package func wake() {
    cterminal_wake()
  }
}
