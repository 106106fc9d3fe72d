import Synchronization

/// The ground that a terminal draws on, as the terminal itself answers.
package enum TerminalBackground {
  private enum State { case unknown, light, dark, silent }
  private static let state = Mutex(State.unknown)

  /// Whether the ground is light, as the terminal has answered; nil where it has not.
  package static var noted: Bool? {
    switch state.withLock({ $0 }) {
    case .light: true
    case .dark: false
    case .unknown, .silent: nil
    }
  }

  /// Keeps an answer that came to a form.
  static func note(_ color: Color) {
    guard let isLight = isLight(color) else { return }
    state.withLock { $0 = isLight ? .light : .dark }
  }

  /// Whether the background is light; nil when the terminal does not answer in time.
  ///
  /// It is asked once.
  package static func ask(term: String) -> Bool? {
    if case .unknown = state.withLock({ $0 }) {
      let answer = isLight(term: term)
      state.withLock { $0 = answer.map { $0 ? .light : .dark } ?? .silent }
    }
    return noted
  }

  /// Whether the background is light; nil when the terminal does not answer in time.
  ///
  /// The question is OSC 11. DA1 follows, which every terminal answers, so that one without an answer
  /// to the first is not waited for. Keys that are typed meanwhile are lost, which is why this is asked
  /// by programs that do not read keys.
  ///
  /// - Parameters:
  ///   - term: The kind of terminal; the Linux console and dumb ones are not asked.
  ///   - milliseconds: For how long an answer is awaited.
  static func isLight(term: String, milliseconds: Int = 150) -> Bool? {
    guard !["", "dumb", "linux"].contains(term),
      var device = try? TerminalDevice.open(modes: [])
    else { return nil }
    defer { device.restore() }
    guard (try? device.write(Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8))) != nil else { return nil }
    var decoder = KeyDecoder()
    let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
    while true {
      let left = end - ContinuousClock.now
      let wait =
        Int(left.components.seconds) * 1_000
        + Int(left.components.attoseconds / 1_000_000_000_000_000)
      guard wait > 0, let input = try? device.nextInput(timeoutMilliseconds: wait),
        !input.isHungUp, input.signals.isEmpty
      else { return nil }
      for event in decoder.feed(input.bytes) {
        switch event {
        case .reply(.background(let color)): return isLight(color)
        case .reply(.primaryAttributes): return nil
        default: break
        }
      }
    }
  }

  /// Whether a colour is lighter than the middle grey, by its luma (ITU-R BT.601).
  static func isLight(_ color: Color) -> Bool? {
    guard case .rgb(let red, let green, let blue) = color else { return nil }
    return 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 127_500
  }
}
