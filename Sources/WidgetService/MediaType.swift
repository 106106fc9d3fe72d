/// The media types of requests and responses.
enum MediaType {
  static let json = "application/json"
  /// JSON Lines: one JSON document on each line.
  static let jsonLines = "application/jsonl"
  static let jsonSchema = "application/schema+json"
  /// A problem (RFC 9457).
  static let problem = "application/problem+json"
  /// Server-sent events.
  static let events = "text/event-stream"
  static let html = "text/html"
  /// The fields of a form as a browser sends them.
  static let form = "application/x-www-form-urlencoded"
  /// A property list.
  static let xml = "application/xml"
  static let plainText = "text/plain"
  /// Bytes of any kind.
  static let bytes = "application/octet-stream"
}
