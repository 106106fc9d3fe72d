import DefinitionFormats
internal import IntentModel
package import Messages
internal import SwiftParser
internal import SwiftSyntax

/// A parameter summary as a tree of questions.
package indirect enum SourceSummary: Sendable, Hashable {
  /// The parameters in a `Summary`, in order: first in its sentence, then in its block.
  case rows([String], sentence: SourceSentence?)
  case when(SourceQuestion, SourceSummary, otherwise: SourceSummary?)
  /// A `Switch` with its position.
  case cases(SourceQuestion.Subject, [Case], otherwise: SourceSummary?, SourcePlace)
  /// The code cannot be understood without running it.
  case unreadable(Message, SourcePlace)

  /// A case of a `Switch` and its summary.
  package struct Case: Sendable, Hashable {
    /// The value with its position, or an array of alternatives.
    package var value: SourceArgument

    /// The summary for the value.
    package var summary: SourceSummary

    /// The question that the case asks.
    func question(about subject: SourceQuestion.Subject) -> SourceQuestion {
      let comparison: ConditionOperator = if case .array = value.value { .oneOf } else { .equal }
      return SourceQuestion(
        subject: subject, comparison: comparison.appIntentsName ?? "", operand: value)
    }
  }

  /// The questions of the tree; a `Switch` has one for each case.
  package var questions: [SourceQuestion] {
    switch self {
    case .rows, .unreadable: []
    case .when(let question, let yes, let no):
      [question] + yes.questions + (no?.questions ?? [])
    case .cases(let subject, let cases, let otherwise, _):
      cases.flatMap { item in [item.question(about: subject)] + item.summary.questions }
        + (otherwise?.questions ?? [])
    }
  }
}

extension SourceSummary {
  /// A summary that is compiled only under a condition; without the summary, all parameters have a
  /// row.
  static func inBranch(
    _ condition: String, _ summary: SourceSummary, at place: SourcePlace
  ) -> SourceSummary {
    .when(
      SourceQuestion(ofBuild: compiled + condition, at: place), summary,
      otherwise: .rows([], sentence: nil))
  }

  /// The start of a condition on the build, as opposed to a condition on the system.
  fileprivate static let compiled = "#if "

  /// The summary combined with that of an earlier branch; only one of them is compiled.
  func after(_ other: SourceSummary?) -> SourceSummary {
    guard let other else { return self }
    guard case .when(let question, let shown, let otherwise?) = other,
      case .build(let condition) = question.subject, condition.hasPrefix(Self.compiled)
    else { return other }
    guard case .rows([], nil) = otherwise else {
      return .when(question, shown, otherwise: after(otherwise))
    }
    // The rest of an `#if` is compiled exactly when the first branch is not.
    if case .when(let own, let rest, otherwise: .rows([], nil)?) = self,
      case .build(let last) = own.subject, last.hasPrefix(Self.compiled),
      String(last.dropFirst(Self.compiled.count))
        .isOpposite(of: String(condition.dropFirst(Self.compiled.count)))
    {
      return .when(question, shown, otherwise: rest)
    }
    return .when(question, shown, otherwise: self)
  }
}

/// The sentence of a `Summary`.
package struct SourceSentence: Sendable, Hashable {
  /// The text with a placeholder for each parameter; it is the key in a string table.
  package var text: String

  /// The name of the string table; nil for the usual table.
  package var table: String?

  /// The names of the parameters in the text.
  package var parameters: [String]
}

/// A question of a `When`.
package struct SourceQuestion: Sendable, Hashable {
  /// The subject of a question.
  package enum Subject: Sendable, Hashable {
    case parameter(String)
    case family
    /// The build or the system, identified by the code of the condition, such as
    /// `#available(iOS 26, *)`.
    case build(String)
  }

  /// The subject of the question.
  package var subject: Subject

  /// The name of the operator, such as `equalTo`.
  package var comparison: String

  /// The other operand, with its position; its value is `nothing` for `hasAnyValue`.
  package var operand: SourceArgument

  /// The values of the other operand: its elements if it is a list.
  var operands: [SourceValue] {
    if case .array(let values) = operand.value { values } else { [operand.value] }
  }
}

extension SourceQuestion {
  /// The operator of a condition of the build or the system.
  static let holds = "holds"

  /// The question of whether a condition of the build or the system holds.
  init(ofBuild condition: String, at place: SourcePlace) {
    self.init(
      subject: .build(condition), comparison: Self.holds,
      operand: SourceArgument(label: "", value: .nothing, place: place))
  }
}

/// Reads the summary of an intent.
struct SummaryReader {
  let file: SourceLines
  var build = BuildSettings()

  /// The summary in the body of a property.
  func summary(_ body: CodeBlockItemListSyntax) -> SourceSummary {
    guard body.count == 1, let only = body.first else {
      return .unreadable("several statements", file.place(of: body))
    }
    switch only.item {
    case .stmt(let statement):
      if let result = statement.as(ReturnStmtSyntax.self)?.expression { return summary(result) }
      guard let choice = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
      else { return unreadable(only) }
      return summary(choice)
    case .expr(let expression):
      return expression.as(IfExprSyntax.self).map { summary($0) } ?? summary(expression)
    case .decl(let declaration):
      return declaration.as(IfConfigDeclSyntax.self).map { summary($0) } ?? unreadable(only)
    }
  }

  /// The summaries of both branches, unless the build selects one.
  private func summary(_ choice: IfExprSyntax) -> SourceSummary {
    let onlyAvailability = choice.conditions.allSatisfy { condition in
      if case .availability = condition.condition { true } else { false }
    }
    guard onlyAvailability else { return unreadable(choice) }
    let no: () -> SourceSummary? = {
      switch choice.elseBody {
      case .codeBlock(let block)?: summary(block.statements)
      case .ifExpr(let next)?: summary(next)
      case nil: nil
      }
    }
    switch build.truth(of: choice.conditions) {
    case true?: return summary(choice.body.statements)
    case false?: return no() ?? unreadable(choice)
    case nil:
      return .when(
        SourceQuestion(
          ofBuild: choice.conditions.trimmedDescription, at: file.place(of: choice.conditions)),
        summary(choice.body.statements), otherwise: no())
    }
  }

  private func summary(_ choice: IfConfigDeclSyntax) -> SourceSummary {
    var whole: SourceSummary?
    for branch in build.branches(of: choice).reversed() {
      guard case .statements(let statements) = branch.elements else { return unreadable(choice) }
      guard let text = branch.condition else {
        whole = summary(statements)
        continue
      }
      whole = .when(
        SourceQuestion(ofBuild: SourceSummary.compiled + text, at: file.place(of: choice)),
        summary(statements), otherwise: whole)
    }
    return whole ?? unreadable(choice)
  }

  private func unreadable(_ node: some SyntaxProtocol) -> SourceSummary {
    let line = node.trimmedDescription.split(separator: "\n").first.map(String.init) ?? ""
    return .unreadable(.verbatim(line.harmlessName), file.place(of: node))
  }

  private func summary(_ expression: ExprSyntax) -> SourceSummary {
    guard let call = expression.as(FunctionCallExprSyntax.self) else {
      return unreadable(expression)
    }
    switch AppIntentsName.SummaryPart(calledBy: call) {
    case .rows: return rows(call)
    case .condition: return condition(call)
    case .cases: return cases(call)
    case .oneCase, .otherwise, nil: return unreadable(expression)
    }
  }

  private func rows(_ call: FunctionCallExprSyntax) -> SourceSummary {
    var names: [String] = []
    var sentence: SourceSentence?
    for argument in call.arguments {
      switch argument.label?.text {
      case nil:
        guard let text = self.sentence(argument.expression) else { return unreadable(call) }
        names = text.parameters
        sentence = text
      case "table":
        guard let name = SourceValue(argument.expression, in: file).text else {
          return unreadable(argument)
        }
        sentence?.table = name
      default: return unreadable(argument)
      }
    }
    for item in call.trailingClosure?.statements ?? [] {
      guard case .expr(let path) = item.item, let name = parameter(path) else {
        return unreadable(item)
      }
      names.append(name)
    }
    return .rows(names.firsts, sentence: sentence)
  }

  /// The sentence in a string literal whose interpolations, if any, are key paths of parameters; nil
  /// for any other expression.
  private func sentence(_ expression: ExprSyntax) -> SourceSentence? {
    guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
    if let text = literal.representedLiteralValue {
      return SourceSentence(text: text, table: nil, parameters: [])
    }
    var sentence = SourceSentence(text: "", table: nil, parameters: [])
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let segment):
        // A separate literal resolves the escapes.
        let piece = StringLiteralExprSyntax(
          openingPounds: literal.openingPounds, openingQuote: literal.openingQuote,
          segments: [.stringSegment(segment)], closingQuote: literal.closingQuote,
          closingPounds: literal.closingPounds)
        sentence.text += piece.representedLiteralValue ?? segment.content.text
      case .expressionSegment(let inserted):
        guard let path = inserted.onlyExpression, let name = parameter(path) else { return nil }
        sentence.text += TextPlaceholders.placeholder(name)
        sentence.parameters.append(name)
      }
    }
    return sentence
  }

  /// The name in a key path such as `\.$name`.
  private func parameter(_ expression: ExprSyntax) -> String? {
    guard expression.is(KeyPathExprSyntax.self) else { return nil }
    let parts = expression.trimmedDescription.split(
      separator: ".", omittingEmptySubsequences: false)
    // A second `$` marks a property of the parameter, as in `\.$stop.$zone`.
    guard parts.count > 1, let last = parts.last, last.hasPrefix("$"), parts[0].hasPrefix("\\"),
      !parts.dropLast().contains(where: { $0.hasPrefix("$") })
    else { return nil }
    return last.dropFirst().withoutBackticks
  }

  private func subject(_ argument: LabeledExprSyntax) -> SourceQuestion.Subject? {
    let family = Condition.Subject.family.name
    if argument.label?.text == family { return .family }
    if argument.expression.trimmedDescription.hasSuffix("." + family) { return .family }
    return parameter(argument.expression).map { .parameter($0) }
  }

  private func condition(_ call: FunctionCallExprSyntax) -> SourceSummary {
    let arguments = Array(call.arguments)
    guard let first = arguments.first, let subject = subject(first) else {
      return unreadable(call)
    }
    // `When(widgetFamily: .equalTo, .systemSmall)` has the operator instead of a subject.
    let isOperator = first.label?.text == Condition.Subject.family.name
    let rest = isOperator ? arguments : Array(arguments.dropFirst())
    guard let sign = rest.first, rest.count <= 2, let yes = call.trailingClosure,
      let comparison = SourceValue(sign.expression, in: file).memberName
    else { return unreadable(call) }
    let none = SourceArgument(label: "", value: .nothing, place: file.place(of: sign))
    let operand = rest.count == 2 ? SourceArgument(rest[1], in: file) : none
    let question = SourceQuestion(subject: subject, comparison: comparison, operand: operand)
    let no = closure(labeled: "otherwise", of: call).map { summary($0.statements) }
    return .when(question, summary(yes.statements), otherwise: no)
  }

  private func closure(
    labeled label: String, of call: FunctionCallExprSyntax
  ) -> ClosureExprSyntax? {
    call.additionalTrailingClosures.first { $0.label.text == label }?.closure
  }

  private func cases(_ call: FunctionCallExprSyntax) -> SourceSummary {
    guard let first = call.arguments.first, let subject = subject(first),
      let body = call.trailingClosure
    else { return unreadable(call) }
    var cases: [SourceSummary.Case] = []
    var otherwise: SourceSummary?
    for item in body.statements {
      guard case .expr(let expression) = item.item,
        let part = expression.as(FunctionCallExprSyntax.self), let shown = part.trailingClosure
      else { return unreadable(item) }
      switch AppIntentsName.SummaryPart(calledBy: part) {
      case .oneCase:
        guard let value = part.arguments.first, part.arguments.count == 1 else {
          return unreadable(item)
        }
        cases.append(
          SourceSummary.Case(
            value: SourceArgument(value, in: file), summary: summary(shown.statements)))
      case .otherwise: otherwise = summary(shown.statements)
      default: return unreadable(item)
      }
    }
    return .cases(subject, cases, otherwise: otherwise, file.place(of: call))
  }
}

extension AppIntentsName.SummaryPart {
  /// The part that a call makes; nil for any other call.
  fileprivate init?(calledBy call: FunctionCallExprSyntax) {
    let path = call.calledExpression.trimmedDescription.split(separator: ".")
    self.init(path.last.map { String($0) } ?? "")
  }
}
