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

    /// The header of a document; empty for what is no JSON object.
    init(_ json: JSONValue) {
      guard case .object(let members) = json else { return }
      name = members[Key.name.rawValue]?.stringValue
      typeName = members[Key.intent.rawValue]?.stringValue
    }
  }

  /// Reads a text of either layout, each document against the intents its header calls for.
  ///
  /// Several definitions can have an intent of one name; the header's name tells whose it is. A text
  /// that is no JSON calls for nothing.
  public static func readAll(
    _ bytes: [UInt8], defaultFamily: WidgetFamily? = nil, limits: FormatLimits = .standard,
    choosing: (Header) -> [IntentSchema]
  ) -> [Line] {
    func read(_ document: [UInt8], _ number: Int) -> Line {
      do throws(LocatedIssues) {
        let read = try self.read(
          document, defaultFamily: defaultFamily, firstLine: number, limits: limits,
          choosing: choosing)
        return Line(number: number, result: .success(read))
      } catch {
        return Line(number: number, result: .failure(error))
      }
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
