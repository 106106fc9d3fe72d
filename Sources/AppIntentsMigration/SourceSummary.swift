internal import IntentModel
package import Messages
internal import SwiftParser
internal import SwiftSyntax

/// A parameter summary as a tree of questions.
package indirect enum SourceSummary: Sendable, Hashable {
  /// The parameters that a `Summary` names, in order; a sentence names them in its text.
  case rows([String], hasSentence: Bool)
  case when(SourceQuestion, SourceSummary, otherwise: SourceSummary)
  case cases(SourceQuestion.Subject, [Case], otherwise: SourceSummary)
  /// The code cannot be understood without running it.
  case unreadable(Message, SourcePlace)

  /// A case of a `Switch` and its summary.
  package struct Case: Sendable, Hashable {
    /// The value with its position.
    package var value: SourceArgument

    /// The summary for the value.
    package var summary: SourceSummary
  }

  /// The questions of the tree; a `Switch` has one for each case.
  package var questions: [SourceQuestion] {
    switch self {
    case .rows, .unreadable: []
    case .when(let question, let yes, let no): [question] + yes.questions + no.questions
    case .cases(let subject, let cases, let otherwise):
      cases.flatMap { item in
        [SourceQuestion(subject: subject, comparison: "equalTo", operand: item.value)]
          + item.summary.questions
      } + otherwise.questions
    }
  }
}

/// A question of a `When`.
package struct SourceQuestion: Sendable, Hashable {
  /// The subject of a question.
  package enum Subject: Sendable, Hashable {
    case parameter(String)
    case family
  }

  /// The subject of the question.
  package var subject: Subject

  /// The name of the operator, such as `equalTo`.
  package var comparison: String

  /// The other operand with its position; its value is `nothing` for `hasAnyValue`.
  package var operand: SourceArgument
}

/// Reads the summary of an intent.
struct SummaryReader {
  let file: SourceLines

  /// The summary in the body of a property.
  func summary(_ body: CodeBlockItemListSyntax) -> SourceSummary {
    guard body.count == 1, let only = body.first else {
      return .unreadable("several statements", file.place(of: body))
    }
    if case .stmt(let statement) = only.item, let result = statement.as(ReturnStmtSyntax.self),
      let expression = result.expression
    {
      return summary(expression)
    }
    guard case .expr(let expression) = only.item else { return unreadable(only) }
    return summary(expression)
  }

  private func unreadable(_ node: some SyntaxProtocol) -> SourceSummary {
    let line = node.trimmedDescription.split(separator: "\n").first.map(String.init) ?? ""
    return .unreadable(.verbatim(line.harmless(limit: 60)), file.place(of: node))
  }

  private func summary(_ expression: ExprSyntax) -> SourceSummary {
    guard let call = expression.as(FunctionCallExprSyntax.self) else {
      return unreadable(expression)
    }
    switch call.calledExpression.trimmedDescription.split(separator: ".").last {
    case "Summary", "IntentParameterSummary": return rows(call)
    case "When", "ParameterSummaryWhenCondition": return condition(call)
    case "Switch", "ParameterSummarySwitchCondition": return cases(call)
    default: return unreadable(expression)
    }
  }

  private func rows(_ call: FunctionCallExprSyntax) -> SourceSummary {
    var names: [String] = []
    let sentence = call.arguments.first?.expression
    if let sentence = sentence?.as(StringLiteralExprSyntax.self) {
      for segment in sentence.segments {
        guard case .expressionSegment(let inserted) = segment else { continue }
        guard let path = inserted.expressions.first?.expression, let name = parameter(path) else {
          return unreadable(call)
        }
        names.append(name)
      }
    } else if sentence != nil {
      return unreadable(call)
    }
    for item in call.trailingClosure?.statements ?? [] {
      guard case .expr(let path) = item.item, let name = parameter(path) else {
        return unreadable(item)
      }
      names.append(name)
    }
    var seen = Set<String>()
    return .rows(names.filter { seen.insert($0).inserted }, hasSentence: sentence != nil)
  }

  /// The name in a key path such as `\.$name`.
  private func parameter(_ expression: ExprSyntax) -> String? {
    guard expression.is(KeyPathExprSyntax.self) else { return nil }
    let parts = expression.trimmedDescription.split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, last.hasPrefix("$"), parts[0].hasPrefix("\\")
    else { return nil }
    return last.dropFirst().withoutBackticks
  }

  private func subject(_ argument: LabeledExprSyntax) -> SourceQuestion.Subject? {
    if argument.label?.text == "widgetFamily" { return .family }
    if argument.expression.trimmedDescription.hasSuffix(".widgetFamily") { return .family }
    return parameter(argument.expression).map { .parameter($0) }
  }

  private func condition(_ call: FunctionCallExprSyntax) -> SourceSummary {
    let arguments = Array(call.arguments)
    guard let first = arguments.first, let subject = subject(first) else {
      return unreadable(call)
    }
    // `When(widgetFamily: .equalTo, .systemSmall)` has the operator instead of a subject.
    let rest = first.label?.text == "widgetFamily" ? arguments : Array(arguments.dropFirst())
    guard let sign = rest.first,
      case .member(let comparison) = SourceValue(sign.expression, in: file),
      rest.count <= 2, let yes = call.trailingClosure
    else { return unreadable(call) }
    let none = SourceArgument(label: "", value: .nothing, place: file.place(of: sign))
    let operand = rest.count == 2 ? SourceArgument(rest[1], in: file) : none
    let question = SourceQuestion(subject: subject, comparison: comparison, operand: operand)
    let nothing = SourceSummary.unreadable("When without otherwise", file.place(of: call))
    let no = closure(labeled: "otherwise", of: call).map { summary($0.statements) }
    return .when(question, summary(yes.statements), otherwise: no ?? nothing)
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
      switch part.calledExpression.trimmedDescription.split(separator: ".").last {
      case "Case", "ParameterSummaryCaseCondition":
        guard let value = part.arguments.first, part.arguments.count == 1 else {
          return unreadable(item)
        }
        cases.append(
          SourceSummary.Case(
            value: SourceArgument(value, in: file), summary: summary(shown.statements)))
      case "DefaultCase", "ParameterSummaryDefaultCaseCondition":
        otherwise = summary(shown.statements)
      default: return unreadable(item)
      }
    }
    let nothing = SourceSummary.unreadable("Switch without DefaultCase", file.place(of: call))
    return .cases(subject, cases, otherwise: otherwise ?? nothing)
  }
}
