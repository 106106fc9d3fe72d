import IntentModel
public import IntentOptions

/// A request for the choices that typed texts can mean.
public struct ChoiceSearch: Sendable, Hashable {
  /// The typed texts, in their order.
  public var texts: [String]

  /// The parameter, and the values that its choices depend on.
  public var request: OptionsRequest

  /// Whether the provider searches; otherwise a single list contains all of its choices.
  public var isSearched: Bool

  /// Whether the texts are only identifiers of choices that a person saw.
  public var isPicked = false

  /// Why the provider cannot be asked; nil if it can.
  ///
  /// In that case, this error is the result of the search.
  public var refusal: OptionsError?
}

/// The choices among which typed texts are looked up.
public struct FoundChoices: Sendable, Hashable {
  /// The choices whose identifiers are among the texts.
  public var known: [String: OptionItem]

  /// The choices for the other texts: the result of a search for a text, or the whole list for the
  /// empty text.
  public var lists: [String: [OptionItem]]

  /// The titles that the known choices share with others, each with its distinguishing text, by
  /// identifier; nil if the other choices are unknown.
  public var titles: [String: String]?

  /// Makes the answer to a search.
  public init(
    known: [String: OptionItem] = [:], lists: [String: [OptionItem]] = [:],
    titles: [String: String]? = nil
  ) {
    (self.known, self.lists, self.titles) = (known, lists, titles)
  }

  /// Whether the found choices include the one with an identifier.
  func has(_ identifier: String) -> Bool {
    known[identifier] != nil
      || lists.values.contains { $0.contains { $0.identifier == identifier } }
  }
}

/// A text that was typed for a row and refers to choices that must be found first.
struct ChoiceLookup: Sendable, Hashable {
  /// A part of the typed input.
  enum Part: Sendable, Hashable {
    /// A text that names a choice.
    case text(String)
    case value(IntentValue)
    /// A text that cannot be read.
    case invalid(String, IntentIssue)
  }

  /// The row; for the texts of a whole array, the row of the parameter.
  var row: FormRowID
  /// The typed text, or the texts of an array.
  var parts: [Part]
  /// Whether the texts are identifiers of choices that a person saw.
  var isPicked = false
  /// Whether the text was looked up before and has been kept in its row.
  var isRepeated = false
  /// The elements of the text, if it is a list that was typed in a slot; they are used if no choice
  /// has the whole text as its name.
  var elements: [Part] = []

  /// The texts that name choices.
  var texts: [String] {
    (parts + elements).compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}
