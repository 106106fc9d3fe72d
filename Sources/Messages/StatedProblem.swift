/// A problem with a code, a sentence and a remedy.
public protocol StatedProblem {
  /// The code, the sentence and the remedy.
  var statement: ProblemStatement { get }
}

extension StatedProblem {
  /// The kind of problem in lowercase words with hyphens, stable for scripts.
  public var code: String { statement.code }

  /// The problem, as one sentence.
  public var message: Message { statement.message }

  /// The remedy, as one sentence; empty if the message already contains it.
  public var advice: Message { statement.advice }

  /// The problem, as one sentence in English.
  public var sentence: String { message.text() }

  /// The remedy, as one sentence in English.
  public var remedy: String { advice.text() }

  /// The problem and the remedy, as consecutive sentences.
  package var explanation: Message { statement.explanation }
}

/// The code and the sentences of a problem.
public struct ProblemStatement: Sendable, Hashable {
  /// The kind of problem in lowercase words with hyphens, stable for scripts.
  public let code: String

  /// The problem, as one sentence.
  public let message: Message

  /// The remedy, as one sentence; empty if the message already contains it.
  public let advice: Message

  /// Makes a statement.
  ///
  /// - Parameters:
  ///   - code: The kind of problem in lowercase words with hyphens.
  ///   - message: The problem, as one sentence.
  ///   - advice: The remedy, as one sentence; empty if the message already contains it.
  public init(_ code: String, _ message: Message, _ advice: Message = .none) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// The problem and the remedy, as consecutive sentences.
  package var explanation: Message { .sentences([message, advice]) }
}
