package import ArgumentParser
import Foundation
import IntentModel
package import Messages

/// Wrong arguments of a command: the problem, and how to use the command.
package struct WrongUsage: Error, CustomStringConvertible {
  /// The problem and the remedy.
  package let sentences: [Message]
  /// The commands on the command line, starting with the program.
  private let commands: [any ParsableCommand.Type]
  /// The argument at fault, as in help; nil if the error is not about one argument.
  private let argument: String?

  /// Makes an error for arguments that a command rejects.
  ///
  /// - Parameter command: The command, if it rejects them when it runs; nil in `validate()`.
  package init(_ sentences: Message..., of command: (any ParsableCommand.Type)? = nil) {
    self.sentences = sentences
    commands = command.map { [$0] } ?? []
    argument = nil
  }

  /// Makes an error from one of the argument parser; nil if help, a version or a script was
  /// requested.
  ///
  /// The error types of the parser are not public, so their cases are read by reflection. An
  /// unknown case keeps the parser's own English text.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - program: The program that parsed the arguments.
  ///   - advice: What the program says about an option that it does not have; nil for the usual
  ///     message.
  package init?(
    _ error: any Error, of program: any ParsableCommand.Type,
    _ advice: @escaping (_ option: String) -> Message? = { _ in nil }
  ) {
    guard program.exitCode(for: error) != .success else { return nil }
    if let usage = error as? WrongUsage {
      sentences = usage.sentences
      commands = [program] + usage.commands
      argument = nil
      return
    }
    let parts = Mirror(reflecting: error)
    let commands = parts.descendant("commandStack") as? [any ParsableCommand.Type]
    self.commands = commands ?? [program]
    let facts = ArgumentFacts(self.commands.last ?? program)
    let refusal = parts.descendant("parserError").flatMap { Refusal($0, facts, advice) }
    sentences = refusal?.sentences ?? [.verbatim(program.message(for: error))]
    argument = refusal?.argument?.line
  }

  /// The problem, in English.
  package var description: String { Message.sentences(sentences).text() }

  /// The lines to print.
  package var lines: [Message] {
    let error = Message("Error: \(Message.sentences(sentences))")
    guard let program = commands.first, let last = commands.last else { return [error] }
    let usage = commands.count == 1 ? program.usageString() : program.usageString(for: last)
    let path = commands.map { $0._commandName }.joined(separator: " ")
    return [error] + (argument.map { [.verbatim($0)] } ?? [])
      + ["Usage: \(usage)", "  See “\("\(path) --help")” for more information."]
  }
}

/// An error of the parser as typed messages.
private struct Refusal {
  var sentences: [Message]
  var argument: ArgumentFacts.Argument?

  init?(_ error: Any, _ facts: ArgumentFacts, _ advice: (String) -> Message?) {
    guard let (name, payload) = Self.parts(error) else { return nil }
    let options = payload.compactMap(Self.option)
    let keys = payload.compactMap { Self.member("InputKey", $0, "name") }
    let text = payload.lazy.compactMap { $0 as? String }.first
    argument = keys.first.flatMap(facts.argument) ?? options.first.flatMap(facts.argument)
    switch name {
    case "unknownOption", "missingValueOrUnknownCompositeOption":
      guard let option = options.last else { return nil }
      argument = nil
      if let advice = advice(option) {
        sentences = [advice]
      } else {
        sentences = ["There is no option “\(name: option)”."]
        if let nearest = nearestName(to: option, among: facts.options), option.hasPrefix("--") {
          sentences.append(.didYouMean(name: nearest))
        }
      }
    case "missingValueForOption":
      guard let option = options.first else { return nil }
      sentences = ["“\(name: argument?.synopsis ?? option)” has no value. Write one after it."]
    case "unexpectedValueForOption":
      guard let option = options.first, let text else { return nil }
      sentences = ["“\(name: option)” takes no value, but “\(name: text)” is given. Leave it out."]
    case "unexpectedExtraValues":
      let names = payload.flatMap { Mirror(reflecting: $0).children }
        .compactMap {
          Mirror(reflecting: $0.value).children.compactMap { $0.value as? String }.first
        }
      guard !names.isEmpty else { return nil }
      sentences = ["The command does not take \(choices: names)."]
      if !facts.subcommands.isEmpty {
        sentences.append(.suggestion(for: names[0], among: facts.subcommands))
      } else if names.count == 1 {
        sentences.append(.removeIt)
      }
    case "noValue":
      guard let argument else { return nil }
      sentences = ["The argument “\(name: argument.synopsis)” is missing. Add it."]
    case "unableToParseValue":
      guard let argument, let text, payload.allSatisfy({ !($0 is any Error) }) else { return nil }
      sentences = ["The value “\(name: text)” is not valid for “\(name: argument.synopsis)”."]
      if let values = argument.allValues {
        sentences.append(.suggestion(for: text, among: values))
      }
    case "missingSubcommand": sentences = ["Name a command."]
    case "userValidationError":
      guard let usage = payload.first as? WrongUsage else { return nil }
      sentences = usage.sentences
    case "noArguments":
      guard let cause = payload.first, let refusal = Refusal(cause, facts, advice) else {
        return nil
      }
      self = refusal
    default: return nil
    }
  }

  /// The name of an enum's case, and its associated values.
  private static func parts(_ value: Any) -> (name: String, payload: [Any])? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    guard let child = mirror.children.first else { return ("\(value)", []) }
    let payload = Mirror(reflecting: child.value)
    let values = payload.displayStyle == .tuple ? payload.children.map(\.value) : [child.value]
    return (child.label ?? "", values.compactMap(unwrapped))
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }

  private static func member(_ type: String, _ value: Any, _ member: String) -> String? {
    guard String(describing: Swift.type(of: value)) == type else { return nil }
    return Mirror(reflecting: value).descendant(member) as? String
  }

  /// The name of an option with its dashes.
  private static func option(_ value: Any) -> String? {
    guard String(describing: Swift.type(of: value)) == "Name", let (kind, name) = parts(value)
    else { return nil }
    guard let text = name.first.map({ "\($0)" }) else { return nil }
    return (kind == "long" ? "--" : "-") + text
  }
}

/// The arguments of a command, from its machine-readable help.
private struct ArgumentFacts {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// The name with its dashes.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var allValues: [String]?
    var abstract: String?

    /// The argument as in help, such as `--format <format>`.
    var synopsis: String {
      let name = names?.first { $0.kind == "long" }?.text ?? names?.first?.text
      let value = kind == "flag" ? nil : valueName.map { "<\($0)>" }
      return [name, value].compactMap { $0 }.joined(separator: " ")
    }

    /// The argument and its description.
    var line: String { "  \(synopsis)  \(abstract ?? "")" }
  }

  private struct Help: Decodable {
    struct Command: Decodable {
      var arguments: [Argument]?
    }

    var command: Command
  }

  private let arguments: [Argument]
  /// The names of the subcommands.
  let subcommands: [String]

  init(_ command: any ParsableCommand.Type) {
    let help = try? JSONDecoder().decode(Help.self, from: Data(command._dumpHelp().utf8))
    arguments = help?.command.arguments ?? []
    subcommands = command.configuration.subcommands.map { $0._commandName }
  }

  /// The names of all options and flags.
  var options: [String] { arguments.flatMap { ($0.names ?? []).map(\.text) } }

  /// Finds an argument by the name of its option or property.
  func argument(_ name: String) -> Argument? {
    let words = name.reduce(into: "") { words, letter in
      words += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
    return arguments.first { argument in
      (argument.names ?? []).contains { $0.text == name || $0.text == "--" + words }
        || argument.names == nil && argument.valueName == words
    }
  }
}

/// Messages about arguments.
extension Message {
  // Messages about arguments that cannot be combined.
  package static func argumentsGoWith(arguments: String, others: String) -> Message {
    "\(arguments) can be used only with \(others)."
  }
  package static func argumentDoesNotGoWith(argument: String, others: String) -> Message {
    "\(argument) cannot be used with \(others)."
  }
  package static func argumentFromTo(argument: String, lower: Int, upper: Int) -> Message {
    "\(argument) takes a number from \(lower) to \(upper)."
  }
  package static func argumentFrom(argument: String, lower: Int) -> Message {
    "\(argument) takes a number from \(lower)."
  }
  package static func giveOneOf(arguments: String) -> Message { "Give one of \(arguments)." }
  package static var oneStandardInput: Message {
    "Only one of the two files can be standard input."
  }
}
