public import IntentModel
import JSONC

extension IntentJSON {
  /// Which intent a document is of, before anything of it is checked.
  public struct Header: Sendable, Hashable {
    /// The name of the placed widget; nil when the document has none.
    public var name: String?

    /// The type name of the intent; nil when the document has none.
    public var typeName: String?

    /// Makes a header.
    public init(name: String? = nil, typeName: String? = nil) {
      self.name = name
      self.typeName = typeName
    }
  }

  /// The header of a document; empty for a text that is no JSON object, which is not an error here.
  public static func header(of bytes: [UInt8], limits: FormatLimits = .standard) -> Header {
    guard case .object(let members)? = try? JSONText.parse(bytes, limits: limits.json) else {
      return Header()
    }
    return Header(
      name: members[Key.name.rawValue]?.stringValue,
      typeName: members[Key.intent.rawValue]?.stringValue)
  }

  /// Reads a text of either layout, each document against the intents its header calls for.
  ///
  /// Several definitions can have an intent of one name; the header's name tells whose it is.
  public static func readAll(
    _ bytes: [UInt8], defaultFamily: WidgetFamily? = nil, limits: FormatLimits = .standard,
    choosing: (Header) -> [IntentSchema]
  ) -> [Line] {
    func read(_ document: [UInt8], _ number: Int) -> Line {
      let schemas = choosing(header(of: document, limits: limits))
      return readLine(
        document, number: number, schemas: schemas, defaultFamily: defaultFamily, limits: limits)
    }
    guard layout(of: bytes, limits: limits) == .lines else { return [read(bytes, 1)] }
    var lines: [Line] = []
    forEachLine(of: bytes) { number, line in
      lines.append(read(Array(line), number))
      return true
    }
    return lines
  }
}
