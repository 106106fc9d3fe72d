import Foundation

/// Handles a signal; until the handler is stopped, the signal does not end the program.
struct SignalHandler {
  private let source: any DispatchSourceSignal

  /// Starts handling a signal; nil if the program ignores it.
  ///
  /// If the signal was ignored when the program was started, as by `nohup` or for a background job
  /// of a shell, it stays ignored.
  init?(_ number: Int32, _ handle: @escaping @Sendable () -> Void) {
    let before = signal(number, SIG_IGN)
    // C function pointers are not Equatable in Swift, so they are compared as integers.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      handle()
      // The handler keeps the source alive until the source is cancelled.
      _ = source
    }
    source.setCancelHandler { signal(number, SIG_DFL) }
    source.resume()
    self.source = source
  }

  /// Restores the signal's default behaviour.
  func stop() { source.cancel() }
}
