import Foundation

/// A signal that is heard, and no longer ends the program, until hearing is stopped.
struct HeardSignal {
  private let source: any DispatchSourceSignal

  /// Begins to hear a signal.
  ///
  /// A program that was started to ignore a signal, as by `nohup` or by a shell in the background, goes
  /// on to ignore it: nil.
  init?(_ number: Int32, _ heard: @escaping @Sendable () -> Void) {
    let before = signal(number, SIG_IGN)
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      heard()
      // The handler holds the source for as long as the signal is heard.
      _ = source
    }
    source.setCancelHandler { signal(number, SIG_DFL) }
    source.resume()
    self.source = source
  }

  /// Gives the signal back its usual meaning.
  func stop() { source.cancel() }
}
