import Foundation
import IntentFormats

/// The same documents checked by others, each in a process of its own where it is installed.
enum ValidatePeers {
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
    print("  others on the same documents, one core, times the floor of \(floor) s:")
    decode(bytes, floor: floor)
    let python = ProcessInfo.processInfo.environment["WIDGETCONFIG_BENCH_PYTHON"] ?? "python3"
    for name in ["orjson", "msgspec", "jsonschema_rs", "pydantic", "fastjsonschema", "jsonschema"] {
      start(
        name, [python, "-c", PeerScripts.python, name, lines.path(), schema.path()], floor: floor)
    }
    for name in ["JSON.parse", "ajv"] {
      start(
        "node " + name, ["node", "-e", PeerScripts.node, name, lines.path(), schema.path()],
        floor: floor)
    }
    let jq = ProcessClock.childSeconds()
    if launch(["jq", "-c", ".", lines.path()]) != nil {
      print("    jq -c .: \(ValidateBenchmark.figure((ProcessClock.childSeconds() - jq) / floor))")
    } else {
      print("    jq: not installed")
    }
  }

  /// A script prints the seconds that its work took and the part of the documents it worked on.
  private static func start(_ name: String, _ command: [String], floor: Double) {
    guard let output = launch(command),
      let words = Optional(output.split(whereSeparator: \.isWhitespace)),
      words.count >= 2, let seconds = Double(words[0]), let part = Double(words[1])
    else { return print("    \(name): not installed") }
    print("    \(name): \(ValidateBenchmark.figure(seconds / part / floor))")
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

  private static func decode(_ bytes: [UInt8], floor: Double) {
    let part = bytes.count / 10
    let end = (bytes[part...].firstIndex(of: 10) ?? bytes.count - 1) + 1
    let decoder = JSONDecoder()
    let seconds = ProcessClock.measure {
      bytes[..<end].withUnsafeBufferPointer { text in
        ValidateBenchmark.forEachLine(text) { line in
          _ = try? decoder.decode(DecodedDocument.self, from: Data(line))
        }
      }
    }
    let share = Double(end) / Double(bytes.count)
    print("    Foundation JSONDecoder: \(ValidateBenchmark.figure(seconds / share / floor))")
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
