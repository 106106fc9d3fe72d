/// The contents of a definition file's element beyond the model, kept for a faithful rewrite.
///
/// A reader stores the keys that it does not know here, and the names of known keys that were
/// written although their value is the default. A known key is stored here as well if its value has
/// the wrong type, or an unusual form such as `<real>0.50</real>`. The same applies to an element
/// of the wrong type in a list, stored under the key of the list with its index: `INEnums[2]`. A
/// writer restores everything that does not contradict the model. The model itself does not read
/// the record.
public struct DefinitionExtras: Sendable, Hashable {
  /// The keys that the model does not know or whose values it cannot hold, in written order.
  public var unknown: [CarriedMember]

  /// The names of known keys that were written with their default value.
  public var writtenDefaults: Set<String>

  /// A record with neither unknown keys nor written defaults.
  public static let none = DefinitionExtras()

  /// Makes a record of the contents of a file.
  public init(unknown: [CarriedMember] = [], writtenDefaults: Set<String> = []) {
    self.unknown = unknown
    self.writtenDefaults = writtenDefaults
  }

  /// Whether the record is empty.
  public var isEmpty: Bool { unknown.isEmpty && writtenDefaults.isEmpty }

  /// The carried value of a key; nil if the file has no such key or the model knows it.
  public subscript(key: String) -> CarriedValue? {
    unknown.first { $0.key == key }?.value
  }
}

/// A key and its carried value.
public struct CarriedMember: Sendable, Hashable {
  /// The key as the file writes it.
  public var key: String

  /// The complete value.
  public var value: CarriedValue

  /// Makes a member.
  public init(key: String, value: CarriedValue) {
    self.key = key
    self.value = value
  }
}

/// A value of a definition file that the model carries without interpreting it.
public indirect enum CarriedValue: Sendable, Hashable {
  /// True or false.
  case boolean(Bool)
  /// A whole number of 64 bits.
  case integer(Int)
  /// An integer above the largest signed one.
  case unsigned(UInt64)
  /// A number with a fraction; the spelling is nil if it is the format's usual one.
  case real(Double, spelling: String?)
  /// A text.
  case string(String)
  /// Bytes.
  case data([UInt8])
  /// A date in the format's own notation.
  case date(String)
  /// Values in file order.
  case array([CarriedValue])
  /// Members in file order.
  case dictionary([CarriedMember])
}

/// A text for users, with its identifier in the string tables.
///
/// Texts are equal if they read the same and have the same identifier.
public struct LocalizedText: Sendable, Hashable {
  /// The text in the development language; nil when the file has only the identifier.
  public var text: String?

  /// The key in the string tables: random characters in files written by Xcode.
  public var id: String?

  /// The text before it was translated; nil for a text that is not a translation.
  @Uncompared private var untranslated: String? = nil

  /// The text in the development language, even if this text is translated.
  var sourceText: String? { untranslated ?? text }

  /// A value with neither a text nor an identifier.
  public static let none = LocalizedText()

  /// Makes a text.
  public init(_ text: String? = nil, id: String? = nil) {
    self.text = text
    self.id = id
  }

  /// This text with the translation for its identifier, or unchanged if there is none.
  public func localized(by translate: (String) -> String?) -> LocalizedText {
    guard let id, let translated = translate(id) else { return self }
    var copy = LocalizedText(translated, id: id)
    copy.untranslated = sourceText
    return copy
  }
}
