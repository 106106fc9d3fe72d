/// A problem that says its code, what is wrong and what to do about it.
public protocol StatedProblem {
  /// The code, the sentence and the remedy.
  var statement: ProblemStatement { get }
}

extension StatedProblem {
  /// The kind of problem in lowercase words with hyphens, stable for scripts.
  public var code: String { statement.code }

  /// What is wrong, as one sentence.
  public var message: Message { statement.message }

  /// What to do about it, as one sentence; empty if the message already says it.
  public var advice: Message { statement.advice }

  /// What is wrong, as one sentence in English.
  public var sentence: String { message.text() }

  /// What to do about it, as one sentence in English.
  public var remedy: String { advice.text() }

  /// What is wrong and what to do about it, as consecutive sentences.
  package var explanation: Message { statement.explanation }
}

/// What a problem says.
public struct ProblemStatement: Sendable, Hashable {
  /// The kind of problem in lowercase words with hyphens, stable for scripts.
  public let code: String

  /// What is wrong, as one sentence.
  public let message: Message

  /// What to do about it, as one sentence; empty if the message already says it.
  public let advice: Message

  /// Makes a statement.
  ///
  /// - Parameters:
  ///   - code: The kind of problem in lowercase words with hyphens.
  ///   - message: What is wrong, as one sentence.
  ///   - advice: What to do about it, as one sentence; empty if the message already says it.
  public init(_ code: String, _ message: Message, _ advice: Message = .none) {
    self.code = code
    self.message = message
    self.advice = advice
  }

  /// What is wrong and what to do about it, as consecutive sentences.
  package var explanation: Message { .sentences([message, advice]) }
}
