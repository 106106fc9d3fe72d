import Messages
internal import SwiftSyntax

/// Code that gives an object its identifier, in a form that can be compared.
package struct SourceIdentifier: Sendable, Hashable {
  /// The code and its position; the value is a text if it is known.
  package var argument: SourceArgument

  /// The expression without differences in spelling, such as names of variables, `self`, optional
  /// marks, `String(…)`; nil if it cannot be compared.
  package var form: String?

  /// Whether the code only passes on an argument of its caller, such as `identifiers.map { X(id:
  /// $0) }`.
  package var isHandedOn = false

  /// The code as a message shows it.
  var code: String

  /// An identifier in Objective-C.
  init(_ argument: SourceArgument, form: String?, code: String) {
    self.argument = argument
    self.form = form
    self.code = code
  }

  /// Reads an expression.
  ///
  /// - Parameter place: The expression that gives the position, if `expression` combines several.
  init(_ expression: ExprSyntax, at place: ExprSyntax? = nil, in lines: SourceLines) {
    let here = place ?? expression
    argument = SourceArgument(
      label: "id", value: SourceValue(expression, in: lines), place: lines.place(of: here))
    code = expression.trimmedDescription.split(whereSeparator: \.isNewline)
      .map { $0.trimmed }.joined(separator: " ")
    var reader = IdentifierNormalizer(bound: IdentifierNormalizer.bindings(around: Syntax(here)))
    form = reader.form(of: expression)
    if let only = expression.plainName, let binding = reader.bound[only] ?? reader.implied(only) {
      // A plain name alone proves nothing, but the expression that defines it may.
      (form, isHandedOn) = reader.form(of: binding)
    }
  }
}

/// Converts an expression to a form that is the same for different spellings.
private struct IdentifierNormalizer {
  /// The meaning of a name in a function, a closure or a loop.
  enum Binding {
    /// An argument of the function around the expression.
    case argument
    /// An element of a sequence.
    case element(of: ExprSyntax)
    /// Another expression.
    case value(ExprSyntax)
    /// Nothing that can be compared.
    case unknown
  }

  let bound: [String: Binding]
  private var numbers: [String: Int] = [:]
  private var depth = 0
  /// The number of expressions that were read; it is limited, because a name can refer to several
  /// others.
  private var steps = 0

  init(bound: [String: Binding]) { self.bound = bound }

  private static let deepest = 40
  private static let maximumSteps = 1_000

  /// The names that are bound around a node; an inner binding hides an outer one.
  static func bindings(around node: Syntax) -> [String: Binding] {
    var bound: [String: Binding] = [:]
    func bind(_ name: String, _ binding: Binding) {
      if bound[name] == nil { bound[name] = binding }
    }
    var child = node
    while let parent = child.parent {
      if let block = parent.as(CodeBlockItemListSyntax.self) {
        for item in block where item.position < child.position {
          for binding in item.item.as(VariableDeclSyntax.self)?.bindings ?? [] {
            let name = binding.pattern.trimmedDescription.withoutBackticks
            bind(name, binding.initializer.map { .value($0.value) } ?? .unknown)
          }
          for condition in item.item.as(GuardStmtSyntax.self)?.conditions ?? [] {
            bindCondition(condition, bind)
          }
        }
      } else if let closure = parent.as(ClosureExprSyntax.self) {
        let sequence = closure.sequence
        let binding = sequence.map { Binding.element(of: $0) } ?? .unknown
        bind("$0", binding)
        switch closure.signature?.parameterClause {
        case .simpleInput(let names)?:
          for name in names { bind(name.name.plainName, names.count == 1 ? binding : .unknown) }
        case .parameterClause(let clause)?:
          for item in clause.parameters {
            let name = (item.secondName ?? item.firstName).plainName
            bind(name, clause.parameters.count == 1 ? binding : .unknown)
          }
        case nil: break
        }
      } else if let loop = parent.as(ForStmtSyntax.self) {
        bind(loop.pattern.trimmedDescription, .element(of: loop.sequence))
      } else if let statement = parent.as(IfExprSyntax.self) {
        for condition in statement.conditions { bindCondition(condition, bind) }
      } else if let function = parent.as(FunctionDeclSyntax.self) {
        for item in function.signature.parameterClause.parameters {
          bind(item.localName, .argument)
        }
      } else if let initializer = parent.as(InitializerDeclSyntax.self) {
        for item in initializer.signature.parameterClause.parameters {
          bind(item.localName, .argument)
        }
      }
      child = parent
    }
    return bound
  }

  private static func bindCondition(
    _ condition: ConditionElementSyntax, _ bind: (String, Binding) -> Void
  ) {
    guard case .optionalBinding(let binding) = condition.condition else { return }
    let name = binding.pattern.trimmedDescription.withoutBackticks
    bind(name, binding.initializer.map { .value($0.value) } ?? .unknown)
  }

  /// The meaning of a name for which there is no binding around its use.
  func implied(_ name: String) -> Binding? { name.hasPrefix("$") ? .unknown : nil }

  /// The form of the value to which a plain name is bound, and whether the name is an argument.
  mutating func form(of binding: Binding) -> (String?, isHandedOn: Bool) {
    depth += 1
    guard depth < Self.deepest else { return (nil, false) }
    switch binding {
    case .argument: return (nil, true)
    case .unknown: return (nil, false)
    case .value(let expression):
      guard let name = expression.plainName else { return (form(of: expression), false) }
      if let next = bound[name], !next.isValue(named: name) { return form(of: next) }
      return (form(of: expression), false)
    case .element(let sequence):
      if let name = sequence.plainName, let next = bound[name] {
        if case .argument = next { return (nil, true) }
      }
      return (form(of: sequence).map { $0 + "[]" }, false)
    }
  }

  /// The form of an expression; nil if it cannot be compared.
  mutating func form(of expression: ExprSyntax) -> String? {
    depth += 1
    steps += 1
    defer { depth -= 1 }
    guard depth < Self.deepest, steps < Self.maximumSteps else { return nil }
    if let literal = expression.as(StringLiteralExprSyntax.self) { return form(of: literal) }
    if let name = expression.plainName { return form(named: name) }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.plainName
      guard let base = member.base else { return "." + name }
      if base.trimmedDescription == "self" { return variable("self") + "." + name }
      return form(of: base).map { $0 + "." + name }
    }
    if let optional = expression.as(OptionalChainingExprSyntax.self) {
      return form(of: optional.expression)
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return form(of: forced.expression) }
    if let tried = expression.as(TryExprSyntax.self) { return form(of: tried.expression) }
    if let awaited = expression.as(AwaitExprSyntax.self) { return form(of: awaited.expression) }
    if let inner = expression.inParentheses { return form(of: inner) }
    if let call = expression.as(FunctionCallExprSyntax.self) { return form(of: call) }
    if let part = expression.as(SubscriptCallExprSyntax.self) {
      guard let base = form(of: part.calledExpression) else { return nil }
      return form(of: part.arguments).map { "\(base)[\($0)]" }
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      var parts: [String] = []
      for element in sequence.elements {
        guard let part = form(of: element) else { return nil }
        parts.append(part)
      }
      return parts.joined(separator: " ")
    }
    if expression.is(BinaryOperatorExprSyntax.self) || expression.is(IntegerLiteralExprSyntax.self)
      || expression.is(BooleanLiteralExprSyntax.self)
    {
      return expression.trimmedDescription
    }
    return nil
  }

  /// The form of a name: that of the value to which the name is bound, or else a variable, a member,
  /// or the name itself for a type.
  private mutating func form(named name: String) -> String? {
    if name == "self" { return variable("self") }
    if name.first?.isUppercase == true { return name }
    if case .value(let expression)? = bound[name], expression.plainName != name {
      return form(of: expression)
    }
    return bound[name] != nil || name.hasPrefix("$")
      ? variable(name) : variable("self") + "." + name
  }

  private mutating func variable(_ name: String) -> String {
    let number = numbers[name] ?? numbers.count
    numbers[name] = number
    return "_\(number)"
  }

  private mutating func form(of literal: StringLiteralExprSyntax) -> String? {
    var parts: [String] = []
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let text):
        if !text.content.text.isEmpty { parts.append("\"\(text.content.text)\"") }
      case .expressionSegment(let inserted):
        guard let only = inserted.onlyExpression, let part = form(of: only) else { return nil }
        parts.append(part)
      }
    }
    return parts.isEmpty ? "\"\"" : parts.joined(separator: " + ")
  }

  private mutating func form(of call: FunctionCallExprSyntax) -> String? {
    guard call.trailingClosure == nil else { return nil }
    let called = call.calledExpression
    if called.trimmedDescription == "String", call.arguments.count == 1,
      let only = call.arguments.first, only.label == nil
    {
      return form(of: only.expression)
    }
    let name = called.plainName ?? form(of: called)
    guard let name, let arguments = form(of: call.arguments) else { return nil }
    return "\(name)(\(arguments))"
  }

  private mutating func form(of arguments: LabeledExprListSyntax) -> String? {
    var parts: [String] = []
    for argument in arguments {
      guard let part = form(of: argument.expression) else { return nil }
      parts.append((argument.label.map { $0.plainName + ": " } ?? "") + part)
    }
    return parts.joined(separator: ", ")
  }
}

extension IdentifierNormalizer.Binding {
  /// Whether the expression only repeats the name, as in `guard let name = name`.
  fileprivate func isValue(named name: String) -> Bool {
    if case .value(let expression) = self { expression.plainName == name } else { false }
  }
}

extension ClosureExprSyntax {
  /// The sequence whose elements are passed to the closure, in `sequence.map { … }`.
  fileprivate var sequence: ExprSyntax? {
    let call =
      parent?.as(FunctionCallExprSyntax.self)
      ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    guard let member = call?.calledExpression.as(MemberAccessExprSyntax.self),
      ["map", "compactMap", "flatMap", "forEach"].contains(member.declName.baseName.text)
    else { return nil }
    return member.base
  }
}

extension SyntaxProtocol {
  /// The nearest node of a kind around this one.
  func around<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    var node = parent
    while let next = node {
      if let found = next.as(kind) { return found }
      node = next.parent
    }
    return nil
  }
}

extension ExprSyntax {
  /// The name, if the expression is only a name.
  var plainName: String? {
    self.as(DeclReferenceExprSyntax.self)?.baseName.plainName
  }
}

extension FunctionParameterSyntax {
  /// The name in the body of the function.
  var localName: String { (secondName ?? firstName).plainName }
}

extension StringProtocol {
  /// The text; nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : String(self) }
}

extension ExprSyntax {
  /// The expression in these parentheses; nil for any other expression.
  var inParentheses: ExprSyntax? {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 else { return nil }
    return tuple.elements.first?.expression
  }
}

extension ExpressionSegmentSyntax {
  /// The expression that is inserted; nil for several.
  var onlyExpression: ExprSyntax? { expressions.count == 1 ? expressions.first?.expression : nil }
}
