import IntentModel

@testable import IntentCodegen

/// A parameter summary as it is read back from generated source.
indirect enum ReadSummary {
  case rows([String])
  case when(parent: String, comparison: String, value: String, ReadSummary, otherwise: ReadSummary)
  case cases(parent: String, [(name: String, summary: ReadSummary)], otherwise: ReadSummary)

  /// Reads the summary of an intent; nil where the source has no such intent, or another layout.
  init?(ofIntent className: String, in source: String) {
    let lines = source.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    guard
      let intent = lines.firstIndex(where: {
        $0.hasSuffix("let intentClassName = \"\(className)\"")
      }),
      let start = lines[intent...].firstIndex(where: { $0.contains("var parameterSummary") })
    else { return nil }
    var rest = lines[(start + 1)...]
    guard let summary = Self.read(&rest) else { return nil }
    self = summary
  }

  private static func read(_ lines: inout ArraySlice<String>) -> ReadSummary? {
    guard let head = lines.popFirst() else { return nil }
    if head == "Summary()" { return .rows([]) }
    if head == "Summary {" {
      var rows: [String] = []
      while let line = lines.popFirst(), line != "}" { rows.append(name(line[...])) }
      return .rows(rows)
    }
    if head.hasPrefix("When("), head.hasSuffix(") {") {
      let parts = head.dropFirst(5).dropLast(3).split(separator: ", ", maxSplits: 2)
      guard let yes = read(&lines), lines.popFirst() == "} otherwise: {", let no = read(&lines),
        lines.popFirst() == "}"
      else { return nil }
      return .when(
        parent: name(parts[0]), comparison: String(parts[1]),
        value: parts.count > 2 ? String(parts[2]) : "", yes, otherwise: no)
    }
    guard head.hasPrefix("Switch("), head.hasSuffix(") {") else { return nil }
    var cases: [(name: String, summary: ReadSummary)] = []
    while let line = lines.popFirst(), line.hasPrefix("Case(.") {
      guard let summary = read(&lines), lines.popFirst() == "}" else { return nil }
      cases.append((line.dropFirst(6).dropLast(3).filter { $0 != "`" }, summary))
    }
    guard let otherwise = read(&lines), lines.popFirst() == "}", lines.popFirst() == "}" else {
      return nil
    }
    return .cases(parent: name(head.dropFirst(7).dropLast(3)), cases, otherwise: otherwise)
  }

  /// The name in a key path such as `\.$name`.
  private static func name(_ path: Substring) -> String {
    String(path.drop { $0 == "\\" || $0 == "." || $0 == "$" })
  }

  /// The rows that are shown for the values that parameters have.
  func rows(for value: (String) -> IntentValue?) -> [String] {
    switch self {
    case .rows(let rows): return rows
    case .when(let parent, let comparison, let operand, let yes, let no):
      let holds = Self.holds(value(parent), comparison, operand)
      return (holds ? yes : no).rows(for: value)
    case .cases(let parent, let cases, let otherwise):
      guard case .enumeration(let name)? = value(parent) else { return otherwise.rows(for: value) }
      return (cases.first { $0.name == SwiftName.plain(name) }?.summary ?? otherwise).rows(
        for: value)
    }
  }

  private static func holds(_ value: IntentValue?, _ comparison: String, _ text: String) -> Bool {
    if comparison == ".hasAnyValue" { return value?.isPresent ?? false }
    switch value {
    case .boolean(let truth)?: return comparison == ".equalTo" && text == "\(truth)"
    case .enumeration(let name)?:
      return comparison == ".equalTo" && text.filter { $0 != "`" } == "." + SwiftName.plain(name)
    case .string(let string)?:
      return comparison == ".equalTo" && text == SwiftLiteral.string(string)
    case .integer(let number)?: return compares(Double(number), comparison, text)
    case .decimal(let number)?: return compares(number, comparison, text)
    default: return false
    }
  }

  private static func compares(_ number: Double, _ comparison: String, _ text: String) -> Bool {
    guard let other = Double(text) else { return false }
    return switch comparison {
    case ".equalTo": number == other
    case ".lessThan": number < other
    case ".lessThanOrEqualTo": number <= other
    case ".greaterThan": number > other
    case ".greaterThanOrEqualTo": number >= other
    default: false
    }
  }
}
