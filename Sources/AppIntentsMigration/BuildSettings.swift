import DefinitionFormats
internal import SwiftSyntax

extension BuildSettings {
  /// A branch of an `#if`, and the condition under which it is compiled; the condition is nil if
  /// the branch is certainly compiled.
  typealias Branch = (elements: IfConfigClauseSyntax.Elements, condition: String?)

  /// The branches of an `#if` that are or may be compiled.
  func branches(of node: IfConfigDeclSyntax) -> [Branch] {
    var branches: [Branch] = []
    var open: [String] = []
    for clause in node.clauses {
      let written = clause.condition?.trimmedDescription ?? ""
      let holds = clause.condition.map { truth(of: $0) } ?? .some(true)
      guard holds != false else { continue }
      let own = holds == nil ? [written] : []
      let conditions = open.map { "!(\($0))" } + own
      if let elements = clause.elements {
        branches.append((elements, conditions.isEmpty ? nil : conditions.joined(separator: " && ")))
      }
      if holds == true { break }
      open.append(written)
    }
    return branches
  }

  /// An attribute, and the conditions under which it is compiled; no conditions if it is always
  /// compiled.
  typealias Attribute = (syntax: AttributeSyntax, conditions: [String])

  /// The attributes of a list, including those inside an `#if` that are or may be compiled.
  func attributes(in list: AttributeListSyntax) -> [Attribute] {
    list.flatMap { element -> [Attribute] in
      switch element {
      case .attribute(let attribute): return [(attribute, [])]
      case .ifConfigDecl(let node):
        return branches(of: node).flatMap { branch -> [Attribute] in
          guard case .attributes(let inner) = branch.elements else { return [] }
          let own = branch.condition.map { [$0] } ?? []
          return attributes(in: inner).map { ($0.syntax, own + $0.conditions) }
        }
      }
    }
  }

  /// Whether a compilation condition holds; nil if unknown.
  func truth(of condition: ExprSyntax) -> Bool? {
    if let sequence = condition.as(SequenceExprSyntax.self) {
      return truth(of: Array(sequence.elements)[...])
    }
    if let literal = condition.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.text == "true"
    }
    if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first.flatMap { truth(of: $0.expression) }
    }
    if let negated = condition.as(PrefixOperatorExprSyntax.self), negated.operator.text == "!" {
      return truth(of: negated.expression).map { !$0 }
    }
    if let name = condition.plainName { return flags[name] }
    guard let call = condition.as(FunctionCallExprSyntax.self),
      let test = call.calledExpression.plainName,
      let argument = call.arguments.first?.expression.trimmedDescription
    else { return nil }
    return truth(of: test, argument)
  }

  /// The truth of operands that are joined by `||` or, with higher precedence, by `&&`.
  private func truth(of elements: ArraySlice<ExprSyntax>) -> Bool? {
    for (sign, decisive) in [("||", true), ("&&", false)] {
      let parts = elements.split { $0.trimmedDescription == sign }
      guard parts.count > 1 else { continue }
      let truths = parts.map { truth(of: $0) }
      return truths.contains(decisive) ? decisive : truths.contains(nil) ? nil : !decisive
    }
    return elements.count == 1 ? elements.first.flatMap { truth(of: $0) } : nil
  }

  private func truth(of test: String, _ argument: String) -> Bool? {
    switch test {
    case "os":
      // Mac Catalyst compiles as iOS.
      return platform.map { ($0 == "macCatalyst" ? "iOS" : $0) == argument }
    case "targetEnvironment":
      return argument == "macCatalyst" ? platform.map { $0 == "macCatalyst" } : nil
    case "canImport":
      if ["AppIntents", "Foundation", "SwiftUI", "WidgetKit"].contains(argument) { return true }
      guard let platform else { return nil }
      switch argument {
      case "AppKit": return platform == "macOS"
      case "UIKit": return platform != "macOS"
      case "Glibc", "Musl": return false
      case "Darwin": return true
      default: return nil
      }
    case "swift", "compiler":
      // App Intents of widgets need Swift 5.9.
      let version = argument.drop { !$0.isNumber }
      guard argument.hasPrefix(">="), let numbers = Self.numbers(String(version)) else {
        return nil
      }
      return numbers.isUpTo([5, 9]) ? true : nil
    default: return nil
    }
  }

  /// Whether the conditions of an `if` hold; nil if that is unknown, or if one of them is not about
  /// availability.
  func truth(of conditions: ConditionElementListSyntax) -> Bool? {
    var truths: [Bool?] = []
    for element in conditions {
      guard case .availability(let condition) = element.condition else { return nil }
      let isPositive = condition.availabilityKeyword.tokenKind == .poundAvailable
      truths.append(holds(condition.availabilityArguments).map { $0 == isPositive })
    }
    return truths.contains(false) ? false : truths.contains(nil) ? nil : true
  }

  private func holds(_ arguments: AvailabilityArgumentListSyntax) -> Bool? {
    guard let platform, let version else { return nil }
    for argument in arguments {
      guard case .availabilityVersionRestriction(let restriction) = argument.argument,
        let needed = restriction.version.flatMap({ Self.numbers($0.trimmedDescription) })
      else { continue }
      let name = restriction.platform.text
      if name == platform || name == platform + "ApplicationExtension" {
        return needed.isUpTo(version)
      }
    }
    return true
  }
}

extension [Int] {
  /// Whether a version is equal to another version or older; missing numbers are zero.
  fileprivate func isUpTo(_ other: [Int]) -> Bool {
    let count = Swift.max(self.count, other.count)
    func padded(_ version: [Int]) -> [Int] {
      version + [Int](repeating: 0, count: count - version.count)
    }
    return !padded(other).lexicographicallyPrecedes(padded(self))
  }
}
