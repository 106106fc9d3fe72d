internal import IntentModel
internal import Messages
internal import SwiftParser
internal import SwiftSyntax

/// The value of an expression in Swift source, as far as its text alone shows it.
package indirect enum SourceValue: Sendable, Hashable {
  case nothing
  case boolean(Bool)
  case integer(Int)
  case decimal(Double)
  case string(String)
  /// A member of a type, such as a case, by its name without backticks; the type is nil if the
  /// source omits it.
  case member(String, of: String?)
  case array([SourceValue])
  case dictionary([SourcePair])
  /// The values of a tuple, or the ends of a closed range.
  case tuple([SourceValue])
  /// A call that makes a value of a type.
  case call(String, [SourceArgument])
  /// The text of an expression whose value is known only at run time.
  case expression(String)

  /// Whether a build tool that reads the source can determine the value.
  package var isLiteral: Bool {
    switch self {
    case .nothing, .boolean, .integer, .decimal, .string, .member: true
    case .array(let values), .tuple(let values): values.allSatisfy(\.isLiteral)
    case .dictionary(let pairs): pairs.allSatisfy { $0.key.isLiteral && $0.value.value.isLiteral }
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

  /// The name of a member.
  var memberName: String? {
    if case .member(let name, _) = self { name } else { nil }
  }

  /// How an action runs according to a member of `IntentModes`; nil for any other value.
  var mode: ActionMode? {
    switch self {
    case .member(let name, let base) where base == nil || base == "IntentModes":
      ActionMode(rawValue: name)
    case .expression(let text):
      // An expression such as `.foreground(.immediate)`.
      ActionMode.allCases.first { mode in
        let plain = text.filter { !$0.isWhitespace }
        return plain == ".\(mode.rawValue)" || plain == "IntentModes.\(mode.rawValue)"
      }
    default: nil
    }
  }

  /// The value as messages show it.
  var code: String { shape.harmlessName }

  /// The value as code, in the same spelling for literals that are equal.
  var shape: String {
    switch self {
    case .nothing: "nil"
    case .boolean(let truth): "\(truth)"
    case .integer(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .member(let name, let base): (base ?? "") + "." + name
    case .array(let values): "[" + values.map(\.shape).joined(separator: ", ") + "]"
    case .tuple(let values): "(" + values.map(\.shape).joined(separator: ", ") + ")"
    case .dictionary(let pairs):
      "[" + pairs.map { $0.key.shape + ": " + $0.value.value.shape }.joined(separator: ", ") + "]"
    case .call(let name, let arguments):
      name + "("
        + arguments.map { ($0.label.isEmpty ? "" : $0.label + ": ") + $0.value.shape }
        .joined(separator: ", ") + ")"
    case .expression(let text): text
    }
  }

  /// The text of a string.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// A key and a value of a dictionary.
package struct SourcePair: Sendable, Hashable {
  /// The key.
  package var key: SourceValue

  /// The value with its position; its label is the key as written.
  package var value: SourceArgument
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
      self = .member(
        member.declName.baseName.plainName,
        of: member.base?.trimmedDescription.withoutBackticks)
    } else if let array = expression.as(ArrayExprSyntax.self) {
      self = .array(array.elements.map { SourceValue($0.expression, in: file) })
    } else if let dictionary = expression.as(DictionaryExprSyntax.self) {
      self = .dictionary(Self.pairs(of: dictionary, in: file))
    } else if let tuple = expression.as(TupleExprSyntax.self) {
      let values = tuple.elements.map { SourceValue($0.expression, in: file) }
      self = values.count == 1 ? values[0] : .tuple(values)
    } else if let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      let name = Self.type(of: call.calledExpression)
    {
      self = .call(name, call.arguments.map { SourceArgument($0, in: file) })
    } else if let inner = Self.operand(of: expression) {
      self.init(inner, in: file)
    } else if let ends = Self.ends(of: expression) {
      self = .tuple(ends.map { SourceValue($0, in: file) })
    } else {
      self = .expression(written)
    }
  }

  /// The literal in `"Text" as LocalizedStringResource`.
  private static func operand(of expression: ExprSyntax) -> ExprSyntax? {
    guard let parts = expression.as(SequenceExprSyntax.self)?.elements, parts.count == 3,
      let first = parts.first, first.is(StringLiteralExprSyntax.self),
      let sign = parts.dropFirst().first?.as(UnresolvedAsExprSyntax.self),
      sign.questionOrExclamationMark == nil
    else { return nil }
    return first
  }

  /// The ends of a closed range.
  private static func ends(of expression: ExprSyntax) -> [ExprSyntax]? {
    guard let parts = expression.as(SequenceExprSyntax.self)?.elements, parts.count == 3,
      let sign = parts.dropFirst().first?.as(BinaryOperatorExprSyntax.self),
      sign.operator.text == "..."
    else { return nil }
    return [parts.first, parts.last].compactMap { $0 }
  }

  /// The type of the value that a call makes, or `.init`; nil for other calls.
  private static func type(of called: ExprSyntax) -> String? {
    guard let member = called.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "init"
    else { return isType(called) ? called.trimmedDescription : nil }
    guard let base = member.base else { return ".init" }
    return isType(base) ? base.trimmedDescription : nil
  }

  /// A number with its sign and without its underscores.
  private static func number(_ written: String) -> SourceValue? {
    let digits = written.filter { $0 != "_" && $0 != " " }
    if let number = Int(digits) { return .integer(number) }
    let sign = digits.hasPrefix("-") ? "-" : ""
    let radixes = ["0b": 2, "0o": 8, "0x": 16]
    let body = digits.dropFirst(sign.count)
    if let radix = radixes[String(body.prefix(2))],
      let number = Int(sign + body.dropFirst(2), radix: radix)
    {
      return .integer(number)
    }
    let isHexadecimal = digits.drop { $0 == "-" }.hasPrefix("0x")
    guard !isHexadecimal, let number = Double(digits), number.isFinite else { return nil }
    return .decimal(number)
  }

  private static func pairs(
    of dictionary: DictionaryExprSyntax, in file: SourceLines
  ) -> [SourcePair] {
    guard case .elements(let elements) = dictionary.content else { return [] }
    return elements.map { element in
      let value = SourceArgument(
        label: element.key.trimmedDescription, value: SourceValue(element.value, in: file),
        place: file.place(of: element.value))
      return SourcePair(key: SourceValue(element.key, in: file), value: value)
    }
  }

  /// Whether the part before a point is missing or a type, rather than a value.
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
  /// The part after the last dot of a name, such as `Coffee` in `Shop.Coffee`.
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
    let line = starts.partitionIndex { $0 > offset }
    // Each scalar has exactly one byte that is not a continuation byte.
    let column = bytes[starts[line - 1]..<offset].count { $0 & 0xC0 != 0x80 }
    return SourcePlace(file: file, line: line, column: column + 1)
  }
}
