internal import SwiftParser
internal import SwiftSyntax

/// The value of an expression in Swift source, as far as its text alone shows it.
package indirect enum SourceValue: Sendable, Hashable {
  case nothing
  case boolean(Bool)
  case integer(Int)
  case decimal(Double)
  case string(String)
  /// A member of a type, such as a case, by its name without backticks.
  case member(String)
  case array([SourceValue])
  case dictionary([[SourceValue]])
  case tuple([SourceValue])
  /// A call whose arguments are literals or calls.
  case call(String, [SourceArgument])
  /// The text of an expression whose value is known only at run time.
  case expression(String)

  /// Whether a build tool that reads the source can determine the value.
  package var isLiteral: Bool {
    switch self {
    case .nothing, .boolean, .integer, .decimal, .string, .member: true
    case .array(let values), .tuple(let values): values.allSatisfy(\.isLiteral)
    case .dictionary(let pairs): pairs.allSatisfy { $0.allSatisfy(\.isLiteral) }
    case .call(_, let arguments): arguments.allSatisfy(\.value.isLiteral)
    case .expression: false
    }
  }

  /// The value as a number.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    default: nil
    }
  }

  /// The text of a string.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension SourceValue {
  /// Reads an expression.
  init(_ expression: ExprSyntax, in file: SourceLines) {
    let written = expression.trimmedDescription
    if let string = expression.as(StringLiteralExprSyntax.self) {
      self = string.representedLiteralValue.map { .string($0) } ?? .expression(written)
    } else if expression.is(IntegerLiteralExprSyntax.self)
      || expression.is(FloatLiteralExprSyntax.self)
      || expression.is(PrefixOperatorExprSyntax.self)
    {
      self = Self.number(written) ?? .expression(written)
    } else if let boolean = expression.as(BooleanLiteralExprSyntax.self) {
      self = .boolean(boolean.literal.text == "true")
    } else if expression.is(NilLiteralExprSyntax.self) {
      self = .nothing
    } else if let member = expression.as(MemberAccessExprSyntax.self), Self.isType(member.base) {
      self = .member(member.declName.baseName.plainName)
    } else if let array = expression.as(ArrayExprSyntax.self) {
      self = .array(array.elements.map { SourceValue($0.expression, in: file) })
    } else if let dictionary = expression.as(DictionaryExprSyntax.self) {
      self = .dictionary(Self.pairs(of: dictionary, in: file))
    } else if let tuple = expression.as(TupleExprSyntax.self) {
      let values = tuple.elements.map { SourceValue($0.expression, in: file) }
      self = values.count == 1 ? values[0] : .tuple(values)
    } else if let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      Self.isType(call.calledExpression) || call.calledExpression.trimmedDescription == ".init"
    {
      self = .call(
        call.calledExpression.trimmedDescription,
        call.arguments.map { SourceArgument($0, in: file) })
    } else {
      self = .expression(written)
    }
  }

  /// A number with its sign and without its underscores.
  private static func number(_ written: String) -> SourceValue? {
    let digits = written.filter { $0 != "_" && $0 != " " }
    if let number = Int(digits) { return .integer(number) }
    let isHexadecimal = digits.drop { $0 == "-" }.hasPrefix("0x")
    guard !isHexadecimal, let number = Double(digits), number.isFinite else { return nil }
    return .decimal(number)
  }

  private static func pairs(
    of dictionary: DictionaryExprSyntax, in file: SourceLines
  ) -> [[SourceValue]] {
    guard case .elements(let elements) = dictionary.content else { return [] }
    return elements.map { [SourceValue($0.key, in: file), SourceValue($0.value, in: file)] }
  }

  /// Whether the part before a point is missing or a type, and not a value.
  private static func isType(_ base: ExprSyntax?) -> Bool {
    guard let base else { return true }
    let name = base.trimmedDescription.lastName
    return name != "Self" && name.first?.isUppercase == true && name.allSatisfy(\.isNameCharacter)
  }
}

extension SourceArgument {
  init(_ argument: LabeledExprSyntax, in file: SourceLines) {
    self.init(
      label: argument.label?.plainName ?? "", value: SourceValue(argument.expression, in: file),
      place: file.place(of: argument.expression))
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainName: String { text.withoutBackticks }
}

extension StringProtocol {
  /// The text without backticks.
  var withoutBackticks: String { String(filter { $0 != "`" }) }
}

extension String {
  /// What stands after the last dot of a name, such as `Coffee` in `Shop.Coffee`.
  var lastName: String { split(separator: ".").last.map(String.init) ?? self }
}

extension Character {
  fileprivate var isNameCharacter: Bool { isLetter || isNumber || self == "_" }
}

/// The lines of a source file, for finding positions.
struct SourceLines {
  /// The path of the file, with control characters made visible.
  let file: String
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ text: String, file: String) {
    self.file = file
    let bytes = Array(text.utf8)
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  func place(of node: some SyntaxProtocol) -> SourcePlace {
    let offset = min(node.positionAfterSkippingLeadingTrivia.utf8Offset, bytes.count)
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    // Each scalar has exactly one byte that is not a continuation byte.
    let column = bytes[starts[low]..<offset].count { $0 & 0xC0 != 0x80 }
    return SourcePlace(file: file, line: low + 1, column: column + 1)
  }
}
