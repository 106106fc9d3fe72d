import Foundation
import WidgetTestSupport

/// What is measured of one program on a terminal.
struct FormFigures {
  /// Milliseconds from the start to the last byte of the first frame.
  var starts: [Double] = []
  /// Milliseconds from a key to the last byte of its frame.
  var keys: [Double] = []
  /// The bytes of each of these frames.
  var bytes: [Double] = []
  /// Bytes and changed cells for each key of a filter; cells are counted for our own program alone.
  var filter = FilterFigures()
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
      if scene.pause > 0 { usleep(UInt32.random(in: 1...scene.pause) * 1_000) }
      run.drain()
      let answer = run.press(scene.keys[index % scene.keys.count])
      self.keys.append((scene.pause > 0 ? answer.first : answer.last) * 1_000)
      bytes.append(Double(answer.bytes))
    }
    _ = run.answer(since: .now, quietAfter: 100, patience: 100)
    measureQueue(scene.down, run)
    let ticks = run.ticks
    idle.bytes = run.answer(since: .now, quietAfter: 1_000, patience: 1_000).bytes
    idle.ticks = run.ticks - ticks
    megabytes = run.peakMegabytes
    measureFilter(scene.filter, run, isOwn: scene.opened != nil)
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

  private mutating func measureFilter(_ keys: [String], _ run: TerminalRun, isOwn: Bool) {
    var terminal = VirtualTerminal(columns: 80, rows: 24) { _ in 1 }
    if isOwn { terminal.feed(run.output) }
    for key in keys {
      let before = run.output.count
      _ = run.press(key, quietAfter: 120)
      let bytes = Array(run.output[before...])
      filter.bytes.append(bytes.count)
      guard isOwn else { continue }
      let cells = terminal.cells
      terminal.feed(bytes)
      filter.cells.append(zip(cells.joined(), terminal.cells.joined()).count { $0 != $1 })
    }
  }
}

/// What the keys of a filter write.
struct FilterFigures {
  /// The bytes of each key.
  var bytes: [Int] = []
  /// The cells of the screen that each key changes; empty where they are not counted.
  var cells: [Int] = []

  /// The bytes of all keys for each cell that they change, the same for the middle key, and the most
  /// bytes of a key that changes little, such as the marks of what matches; or the bytes of the middle key.
  var text: String {
    guard !bytes.isEmpty else { return "" }
    guard !cells.isEmpty else { return "\(Int(ProcessClock.median(bytes.map(Double.init))))" }
    let ratios = zip(bytes, cells).map { Double($0) / Double(max(1, $1)) }
    let whole = Double(bytes.reduce(0, +)) / Double(max(1, cells.reduce(0, +)))
    let small = zip(bytes, cells).filter { $1 < 100 }
    let most = small.max { $0.0 < $1.0 }.map { ", at most \($0.0) of \(small.count) small" } ?? ""
    return "\(FormTable.text(whole)) x cells, middle \(FormTable.text(ProcessClock.median(ratios)))"
      + " of \(bytes.count) keys\(most)"
  }
}
