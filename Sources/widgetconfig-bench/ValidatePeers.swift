import Foundation
import DefinitionFormats
import IntentDocuments

/// The same documents checked by others, each in a process of its own where it is installed.
///
/// A noisy machine is quick at one moment and slow at the next, so the floor is measured again before
/// each piece of work, and the middle of three ratios counts.
struct ValidatePeers {
  /// The floor as it was measured before, in seconds, for where its program is not built.
  let floor: Double
  let lines: URL
  let schema: URL
  /// For each number of lines from the first on, how many of them we refuse.
  let refused: [Int]

  private static let rounds = 3

  static func run(_ bytes: [UInt8], floor: Double) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "widgetconfig-bench")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = folder.appending(path: "documents.jsonl")
    let schema = folder.appending(path: "schema.json")
    do {
      try Data(bytes).write(to: lines)
      try Data(SchemaJSON.text(of: SampleDocuments.schema).utf8).write(to: schema)
    } catch {
      return print("  peers: the documents cannot be written: \(error)")
    }
    print("  others on the same documents, one core, times the floor:")
    Self(floor: floor, lines: lines, schema: schema, refused: refusals(bytes)).run(bytes)
  }

  private func run(_ bytes: [UInt8]) {
    measure("Foundation JSONDecoder") { (Self.decodingSeconds(bytes), "") }
    let python = ProcessInfo.processInfo.environment["WIDGETCONFIG_BENCH_PYTHON"] ?? "python3"
    for name in [
      "msgspec", "msgspec structure", "jsonschema_rs", "pydantic", "pydantic structure",
      "fastjsonschema", "jsonschema",
    ] {
      measure(name) { script([python, "-c", PeerScripts.python, name]) }
    }
    measure("jq -c .") {
      let before = ProcessClock.childSeconds()
      guard Self.launch(["jq", "-c", ".", lines.path()]) != nil else { return nil }
      return (ProcessClock.childSeconds() - before, "")
    }
  }

  /// Prints the middle ratio of some work, which gives its seconds and a note.
  private func measure(_ name: String, _ work: () -> (seconds: Double, note: String)?) {
    var ratios: [Double] = []
    var note = ""
    for _ in 0..<Self.rounds {
      let floor = PlainFloor.seconds(for: lines) ?? floor
      guard let found = work() else { return print("    \(name): not installed") }
      ratios.append(found.seconds / floor)
      note = found.note
    }
    print("    \(name): \(ValidateBenchmark.figure(ProcessClock.median(ratios)))\(note)")
  }

  /// Runs a script, which prints the seconds that its work took and the part of the documents it
  /// worked on; how many these are and how many it refuses, if it says that, is noted.
  private func script(_ command: [String]) -> (seconds: Double, note: String)? {
    guard let output = Self.launch(command + [lines.path(), schema.path()]) else { return nil }
    let words = output.split(whereSeparator: \.isWhitespace)
    guard words.count >= 2, let seconds = Double(words[0]), let part = Double(words[1]) else {
      return nil
    }
    var note = ""
    if words.count == 4, let count = Int(words[2]), let found = Int(words[3]),
      refused.indices.contains(count)
    {
      note = " (refuses \(found) of \(count), we \(refused[count]))"
    }
    return (seconds / part, note)
  }

  private static func refusals(_ bytes: [UInt8]) -> [Int] {
    var reader = IntentValidator([SampleDocuments.schema], defaultFamily: nil)
    var refused = [0]
    bytes.withUnsafeBufferPointer { text in
      for line in Lines(text) {
        let isValid = reader.validate(line) == .valid
        refused.append((refused.last ?? 0) + (isValid ? 0 : 1))
      }
    }
    return refused
  }

  private static func launch(_ command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = command[0] == "jq" ? FileHandle.nullDevice : pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    try? pipe.fileHandleForWriting.close()
    let data = command[0] == "jq" ? Data() : pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }

  /// The seconds that all documents would take, from a tenth of them.
  private static func decodingSeconds(_ bytes: [UInt8]) -> Double {
    let part = bytes.count / 10
    let end = (bytes[part...].firstIndex(of: 10) ?? bytes.count - 1) + 1
    let decoder = JSONDecoder()
    let seconds = ProcessClock.measure {
      bytes[..<end].withUnsafeBufferPointer { text in
        for line in Lines(text) {
          _ = try? decoder.decode(DecodedDocument.self, from: Data(line))
        }
      }
    }
    return seconds * Double(bytes.count) / Double(end)
  }
}

/// The documents as Foundation decodes them.
private struct DecodedDocument: Decodable {
  struct Calendar: Decodable {
    var identifier: String
    var display: String
    var colour: String?
    var weeks: [Int]?
  }
  struct Amount: Decodable { var amount, currencyCode: String }
  struct Radius: Decodable {
    var value: Double
    var unit: String
  }
  struct Time: Decodable { var hour, minute, second: Int? }
  struct Place: Decodable {
    var name: String?
    var latitude, longitude: Double?
  }
  struct Parameters: Decodable {
    var mirrorCalendarApp: Bool?
    var calendars: [Calendar]?
    var lookAhead, style, dedication, link: String?
    var dayStart: Time?
    var emphasis: Double?
    var count: Int?
    var budget: Amount?
    var radius: Radius?
    var place: Place?
  }
  var intent: String
  var family: String
  var parameters: Parameters
}
