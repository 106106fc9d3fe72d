import Foundation

/// A folder with widgets, which is removed with the test.
final class WidgetFiles {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "widgets-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Writes the widget `Rooms`, which asks for one room.
  ///
  /// - Parameters:
  ///   - options: The source of the rooms, as JSON.
  ///   - timeline: The name of the builtin source of the widget's timelines.
  func writeRooms(options: String, timeline: String = "Rooms") throws {
    try write(
      """
      {"intents": [{"name": "Rooms", "eligibleForWidgets": true, "parameters": [
        {"name": "room", "label": {"text": "Room"}, "type": "object", "object": "Room",
         "dynamic": true}]}],
       "types": [{"name": "Room"}]}
      """, to: "Rooms/Rooms.json")
    try write(
      """
      {"kind": "Rooms", "displayName": "Rooms of a house", "supportedFamilies": ["systemSmall"],
       "options": {"room": \(options)}, "timeline": {"builtin": "\(timeline)"}}
      """, to: "Rooms/widget.json")
  }
}
