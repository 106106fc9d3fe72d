package import IntentOptions
import Messages

/// Options as plain lines, whose parts are separated by tabs.
///
/// The first part is the identifier of a choice, followed by its display text and its subtitle. A
/// mapping can name other parts by number, counted from 0, such as `/2`.
package enum OptionsLines {
  /// Reads lines; lines without an identifier, and lines that repeat one, are skipped.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - provider: The name of the source in messages.
  ///   - mapping: Where the parts are; nil for the usual places.
  /// - Throws: `OptionsError` if the text is not UTF-8, or if the mapping has a pointer that is not
  ///   a number.
  package static func read(
    _ bytes: [UInt8], provider: String, mapping: OptionsMapping? = nil
  ) throws(OptionsError) -> OptionsCollection {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw OptionsError(
        .malformed, provider: provider, message: .textIsNotUTF8,
        remedy: .saveAsUTF8)
    }
    let places = try places(mapping, provider: provider)
    var builder = SectionBuilder(
      properties: ItemProperties(schema: nil, parameter: nil), columns: SectionBuilder.columns)
    var seen: Set<String> = []
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(trimmed)
      func part(_ name: String) -> String? {
        places[name].flatMap { parts.indices.contains($0) ? parts[$0] : nil }
      }
      guard let identifier = part(OptionsMapping.Key.identifier.rawValue), !identifier.isEmpty,
        seen.insert(identifier).inserted
      else { continue }
      // Without properties, each text is valid.
      try? builder.add(part)
    }
    return builder.collection
  }

  private static func places(
    _ mapping: OptionsMapping?, provider: String
  ) throws(OptionsError) -> [String: Int] {
    typealias Key = OptionsMapping.Key
    guard var mapping else {
      let usual = [Key.identifier, .display, .subtitle].map(\.rawValue)
      return Dictionary(uniqueKeysWithValues: zip(usual, usual.indices))
    }
    if mapping.identifier == OptionsMapping().identifier { mapping.identifier = "/0" }
    var places: [String: Int] = [:]
    for (part, pointer) in mapping.columns {
      guard let pointer else { continue }
      guard let place = Int(pointer.dropFirst()), place >= 0, pointer.hasPrefix("/") else {
        throw .missingColumn(pointer, provider: provider)
      }
      places[part.rawValue] = place
    }
    return places
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
