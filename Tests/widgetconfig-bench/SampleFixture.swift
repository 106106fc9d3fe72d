import Foundation

/// A file of options.
struct SampleFixture {
  enum Shape: String {
    /// An array of texts; each is both the identifier and the display text of an item.
    case texts
    /// Objects, each with an identifier and a display text.
    case objects
  }

  let json: Data

  /// The size of all identifiers and display texts, in bytes.
  let textBytes: Int

  init(_ texts: [String], _ shape: Shape) {
    var length = texts.reduce(0) { $0 + $1.utf8.count }
    var json = shape == .texts ? "[\n" : "{\"items\": [\n"
    for (number, text) in texts.enumerated() {
      if number > 0 { json += ",\n" }
      switch shape {
      case .texts: json += "\"\(text)\""
      case .objects:
        let identifier = "id-\(number)"
        length += identifier.utf8.count
        json += "{\"identifier\": \"\(identifier)\", \"display\": \"\(text)\"}"
      }
    }
    json += shape == .texts ? "\n]\n" : "\n]}\n"
    self.json = Data(json.utf8)
    textBytes = length
  }
}
