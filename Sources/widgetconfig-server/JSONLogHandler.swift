import Foundation
import JSONC
import Logging
import Messages

/// Writes each line of the log as one JSON object to standard error.
///
/// The time, the level and the event of each line come first. The fields of the request have their
/// usual names. A text from outside cannot start a new line.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.notice

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata
    if let metadataProvider { fields.merge(metadataProvider.get()) { $1 } }
    if let own = event.metadata { fields.merge(own) { $1 } }
    let line = Self.line(
      event.level, "\(event.message)", fields, error: event.error, at: Date())
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// A line without its line feed.
  ///
  /// The line about a crash, which C code writes, has the same first keys; a test compares them.
  static func line(
    _ level: Logger.Level, _ event: String, _ fields: Logger.Metadata, error: (any Error)?,
    at now: Date
  ) -> String {
    var object = JSONObject([
      (
        key: "ts",
        value: .string(now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ),
      (key: "level", value: .string(level.rawValue)),
      (key: "event", value: .string(event)),
    ])
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let field = field(key, "\(value)") else { continue }
      object.append(key: field.name, value: json(field.text))
    }
    if let error, fields["error"] == nil {
      object.append(key: "error", value: .string("\(error)".harmless(limit: 1_000)))
    }
    return (try? JSONText.write(.object(object), style: .compact)) ?? "{}"
  }

  /// The name of a field and its text; nil for a field that repeats another field.
  private static func field(_ key: String, _ text: String) -> (name: String, text: String)? {
    switch key {
    // Hummingbird also numbers requests, but one identifier is enough.
    case "hb.request.id": nil
    case "request": ("request_id", text)
    case "requests": ("request_ids", text)
    // The version, trace, parent and flags, separated by hyphens (W3C Trace Context).
    case "traceparent": ("trace_id", String(text.split(separator: "-").dropFirst().first ?? ""))
    default: (key, text)
    }
  }

  /// A number as a JSON number, and any other text as a string.
  private static func json(_ text: String) -> JSONValue {
    if let number = Int(text), String(number) == text { return .integer(number) }
    if let number = Double(text), number.isFinite, text.first?.isNumber == true {
      return .double(number)
    }
    return .string(text)
  }
}
