import Synchronization

/// The terminal's background colour, as reported by the terminal.
package enum TerminalBackground {
  private enum State { case unknown, light, dark, silent }
  private static let state = Mutex(State.unknown)

  /// Whether the terminal has reported a light background; nil if it has not reported any.
  package static var noted: Bool? {
    switch state.withLock({ $0 }) {
    case .light: true
    case .dark: false
    case .unknown, .silent: nil
    }
  }

  /// Records a response that a form received.
  static func note(_ color: TerminalColor) {
    guard let isLight = isLight(color) else { return }
    state.withLock { $0 = isLight ? .light : .dark }
  }

  /// Whether the background is light; nil if the terminal does not respond in time.
  ///
  /// The terminal is asked only once per process.
  package static func ask(term: String) -> Bool? {
    if case .unknown = state.withLock({ $0 }) {
      let answer = isLight(term: term)
      state.withLock { $0 = answer.map { $0 ? .light : .dark } ?? .silent }
    }
    return noted
  }

  /// Whether the background is light; nil if the terminal does not respond in time.
  ///
  /// Sends ``TerminalQueries/background``; its last query gets a response from every terminal, so a
  /// terminal that does not report its colour does not cause a timeout. A terminal with unread keys
  /// that were typed ahead is not asked, because those keys are for the next program; keys typed
  /// during the query can be lost, so only programs that do not read keys should call this.
  ///
  /// - Parameter term: The type of the terminal; terminals of some types are not asked.
  static func isLight(term: String) -> Bool? {
    guard TerminalQueries.canBeAsked(term), var device = try? TerminalDevice.open(modes: [])
    else { return nil }
    defer { device.restore() }
    guard !device.hasTypedAhead else {
      device.keepInput()
      return nil
    }
    guard (try? device.write(Array(TerminalQueries.background.utf8))) != nil else { return nil }
    var decoder = KeyDecoder()
    var found: Bool?
    let end = ContinuousClock.now.advanced(by: .milliseconds(250))
    while true {
      let wait = Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))
      guard wait > 0, let input = try? device.nextInput(timeoutMilliseconds: wait),
        !input.isHungUp, input.signals.isEmpty
      else { return found }
      for event in decoder.feed(input.bytes) {
        switch event {
        case .reply(.background(let color)): found = isLight(color)
        case .reply(.primaryAttributes):
          device.keepInput()
          return found
        default: break
        }
      }
    }
  }

  /// Whether a colour is at least as light as middle grey, according to its luma (ITU-R BT.601);
  /// nil unless it is an RGB colour.
  static func isLight(_ color: TerminalColor) -> Bool? {
    guard case .rgb(let red, let green, let blue) = color else { return nil }
    return 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 127_500
  }
}
