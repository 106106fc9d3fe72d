import JSONC
import WidgetTestSupport

extension JSONValue {
  /// A value of at most the given depth, with every kind of content.
  static func random(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int(truncatingIfNeeded: generator.next()))
    case 3: return .double(Double.random(in: -1e9...1e9, using: &generator))
    case 4: return .string(randomString(&generator))
    case 5, 6: return randomArray(depth: depth, &generator)
    default: return randomObject(depth: depth, &generator)
    }
  }

  private static func randomArray(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
    let count = Int.random(in: 0...6, using: &generator)
    return .array((0..<count).map { _ in random(depth: depth - 1, &generator) })
  }

  private static func randomObject(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
    var object = JSONObject()
    for _ in 0..<Int.random(in: 0...24, using: &generator) {
      object[randomString(&generator)] = random(depth: depth - 2, &generator)
    }
    return .object(object)
  }

  private static func randomString(_ generator: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = ["a", "b", "\"", "\\", "\n", "\0", "é", "😀", "\u{1D800}", "/"]
    var text = ""
    for _ in 0..<Int.random(in: 0...9, using: &generator) {
      text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "c")
    }
    return text
  }

  /// This value and all values in it, with their paths.
  func everything(
    at path: [JSONPathComponent] = []
  ) -> [(path: [JSONPathComponent], value: JSONValue)] {
    let inner: [(JSONPathComponent, JSONValue)] =
      switch self {
      case .array(let elements): elements.enumerated().map { (.index($0), $1) }
      case .object(let members): members.map { (.key($0.key), $0.value) }
      default: []
      }
    return [(path, self)] + inner.flatMap { $1.everything(at: path + [$0]) }
  }
}
