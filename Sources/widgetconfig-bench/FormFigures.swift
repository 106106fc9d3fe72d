import Foundation

/// What is measured of one program on a terminal.
struct FormFigures {
  /// Milliseconds from the start to the last byte of the first frame.
  var starts: [Double] = []
  /// Milliseconds from a key to the last byte of its frame.
  var keys: [Double] = []
  /// The bytes of each of these frames.
  var bytes: [Double] = []
  /// A hundred keys at once: milliseconds, bytes and frames.
  var queued = (milliseconds: 0.0, bytes: 0, frames: 0)
  /// A second at rest: bytes and ticks of the processor.
  var idle = (bytes: 0, ticks: 0.0)
  var megabytes: Double?

  /// Measures a program; nil when it cannot be started or does not open.
  init?(_ scene: FormScene, environment: [String: String], starts: Int, keys: Int) {
    for _ in 0..<starts {
      guard let run = TerminalRun(scene.command, environment: environment) else { return nil }
      self.starts.append(run.firstFrame().last * 1_000)
    }
    guard let run = TerminalRun(scene.command, environment: environment), Self.open(scene, run)
    else { return nil }
    for index in 0..<keys {
      run.drain()
      let answer = run.press(scene.keys[index % scene.keys.count])
      self.keys.append(answer.last * 1_000)
      bytes.append(Double(answer.bytes))
    }
    _ = run.answer(since: .now, quietAfter: 100, patience: 100)
    measureQueue(scene.down, run)
    let ticks = run.ticks
    idle.bytes = run.answer(since: .now, quietAfter: 1_000, patience: 1_000).bytes
    idle.ticks = run.ticks - ticks
    megabytes = run.peakMegabytes
  }

  private static func open(_ scene: FormScene, _ run: TerminalRun) -> Bool {
    _ = run.firstFrame()
    for keys in scene.opening { _ = run.press(keys, quietAfter: 60) }
    guard let text = scene.opened else {
      _ = run.answer(since: .now, quietAfter: 500, patience: 500)
      return true
    }
    for _ in 0..<300 {
      if run.shows(text) {
        // What still comes, such as the number of choices, is not the answer to a key.
        _ = run.answer(since: .now, quietAfter: 300, patience: 300)
        return true
      }
      _ = run.answer(since: .now, quietAfter: 50, patience: 100)
    }
    return false
  }

  private mutating func measureQueue(_ key: String, _ run: TerminalRun) {
    let begin = run.output.count
    let answer = run.press(String(repeating: key, count: 100), quietAfter: 60)
    queued = (answer.last * 1_000, answer.bytes, Self.frames(in: run.output[begin...]))
  }

  /// How many synchronized updates there are; one for a text without any.
  private static func frames(in bytes: ArraySlice<UInt8>) -> Int {
    guard !bytes.isEmpty else { return 0 }
    return max(
      1, String(decoding: bytes, as: UTF8.self).components(separatedBy: "[?2026h").count - 1)
  }
}
