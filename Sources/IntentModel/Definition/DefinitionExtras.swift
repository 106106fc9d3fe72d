/// What an element of a definition file contains beyond the model, kept so that it can be written
/// faithfully.
///
/// A reader stores here the keys that it does not know, and the names of known keys that were
/// written even though they have their default values. A known key is also stored here if its value
/// has the wrong type or an unusual form, such as `<real>0.50</real>`. An element of the wrong type
/// in a list is stored under the key of the list and the index of the element, such as
/// `INEnums[2]`. A writer restores everything that does not contradict the model. The model itself
/// does not use the record.
public struct DefinitionExtras: Sendable, Hashable {
  /// The keys that the model does not know or whose values it cannot hold, in the order in which
  /// they were written.
  public var unknown: [CarriedMember]

  /// The names of known keys that were written with their default value.
  public var writtenDefaults: Set<String>

  /// A record without unknown keys or written defaults.
  public static let none = DefinitionExtras()

  /// Makes a record of what a file contains.
  public init(unknown: [CarriedMember] = [], writtenDefaults: Set<String> = []) {
    self.unknown = unknown
    self.writtenDefaults = writtenDefaults
  }

  /// Whether the record is empty.
  public var isEmpty: Bool { unknown.isEmpty && writtenDefaults.isEmpty }

  /// The carried value for a key; nil if the file does not have the key or the model knows it.
  public subscript(key: String) -> CarriedValue? {
    unknown.first { $0.key == key }?.value
  }
}

/// A key with its carried value.
public struct CarriedMember: Sendable, Hashable {
  /// The key as written in the file.
  public var key: String

  /// The complete value.
  public var value: CarriedValue

  /// Makes a member.
  public init(key: String, value: CarriedValue) {
    self.key = key
    self.value = value
  }
}

/// A value in a definition file that the model carries without interpreting it.
public indirect enum CarriedValue: Sendable, Hashable {
  /// True or false.
  case boolean(Bool)
  /// A 64-bit integer.
  case integer(Int)
  /// An integer greater than the largest signed one.
  case unsigned(UInt64)
  /// A number with a fraction; the spelling is nil if it is the standard one for the format.
  case real(Double, spelling: String?)
  /// A text.
  case string(String)
  /// Bytes.
  case data([UInt8])
  /// A date in the notation of the format.
  case date(String)
  /// Values, in file order.
  case array([CarriedValue])
  /// Members, in file order.
  case dictionary([CarriedMember])
}

/// A text for users, with its identifier in the string tables.
///
/// Texts are equal if their words and their identifiers are equal.
public struct LocalizedText: Sendable, Hashable {
  /// The text in the development language; nil if the file has only the identifier.
  public var text: String?

  /// The key in the string tables: random characters in files written by Xcode.
  public var id: String?

  /// The text before its translation; nil for a text that is not a translation.
  @Uncompared private var untranslated: String? = nil

  /// The text in the development language, even if this is a translation.
  var sourceText: String? { untranslated ?? text }

  /// A value that has neither a text nor an identifier.
  public static let none = LocalizedText()

  /// Makes a text.
  public init(_ text: String? = nil, id: String? = nil) {
    self.text = text
    self.id = id
  }

  /// This text with the translation for its identifier; unchanged if there is none.
  public func localized(by translate: (String) -> String?) -> LocalizedText {
    guard let id, let translated = translate(id) else { return self }
    var copy = LocalizedText(translated, id: id)
    copy.untranslated = sourceText
    return copy
  }
}
