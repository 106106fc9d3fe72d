public import Messages

/// A change between two definitions that has a code, an effect on stored answers, and words for
/// both.
public protocol StatedVerdict {
  /// The code, the effect, the change, and its consequence for stored answers.
  var statement: VerdictStatement { get }
}

extension StatedVerdict {
  /// The kind of change in lowercase words with hyphens, stable for scripts, such as `cases-gone`.
  public var code: String { statement.code }

  /// The effect on a stored answer.
  public var effect: DiffEffect { statement.effect }

  /// The change, as one sentence in English.
  public var sentence: String { statement.message.text() }

  /// The consequence of the change for stored answers, and often a remedy, in English.
  public var consequence: String { statement.meaning.text() }
}

/// The code, the effect and the sentences of a verdict.
public struct VerdictStatement: Sendable, Hashable {
  /// The kind of change in lowercase words with hyphens, stable for scripts.
  public let code: String

  /// The effect on a stored answer.
  public let effect: DiffEffect

  /// The change, as one sentence.
  public let message: Message

  /// The consequence of the change for stored answers, and often a remedy.
  public let meaning: Message

  init(_ code: String, _ effect: DiffEffect, _ message: Message, _ meaning: Message) {
    self.code = code
    self.effect = effect
    self.message = message
    self.meaning = meaning
  }
}
