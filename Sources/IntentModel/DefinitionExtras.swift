/// What a definition file says about an element beyond the model, kept for a faithful rewrite.
///
/// A reader puts here the keys it does not know, and notes which known keys were written although
/// their value is the one that absence means. A known key is here as well where the file gives it a
/// value of the wrong type, or an unusual form of the right one such as `<real>0.50</real>`; and a
/// list's element of the wrong type, under the key of the list with its place: `INEnums[2]`. A
/// writer puts back what the model does not contradict. Nothing in the model reads it.
public struct DefinitionExtras: Sendable, Hashable {
  /// Keys with no meaning to the model, or with a value the model cannot hold, in written order.
  public var unknown: [CarriedMember]

  /// Names of known keys that stood in the file with their default value.
  public var writtenDefaults: Set<String>

  /// Nothing unknown and nothing written out of habit.
  public static let none = DefinitionExtras()

  /// Makes a record of what a file carried.
  public init(unknown: [CarriedMember] = [], writtenDefaults: Set<String> = []) {
    self.unknown = unknown
    self.writtenDefaults = writtenDefaults
  }

  /// Whether there is nothing to carry.
  public var isEmpty: Bool { unknown.isEmpty && writtenDefaults.isEmpty }

  /// The carried value of a key; nil when the file had no such key or the model knows it.
  public subscript(key: String) -> CarriedValue? {
    unknown.first { $0.key == key }?.value
  }
}

/// One key and its carried value.
public struct CarriedMember: Sendable, Hashable {
  /// The key as the file writes it.
  public var key: String

  /// The value, whole.
  public var value: CarriedValue

  /// Makes a member.
  public init(key: String, value: CarriedValue) {
    self.key = key
    self.value = value
  }
}

/// A value of a definition file that the model carries without reading it.
public indirect enum CarriedValue: Sendable, Hashable {
  case boolean(Bool)
  case integer(Int)
  /// A number with a fraction; the spelling is nil when it is the format's usual one.
  case real(Double, spelling: String?)
  case string(String)
  case data([UInt8])
  /// A date in the format's own text.
  case date(String)
  case array([CarriedValue])
  /// Members in file order.
  case dictionary([CarriedMember])
}

/// A text for people, with the identifier under which string tables translate it.
public struct LocalizedText: Sendable, Hashable {
  /// The text in the development language; nil when the file has only the identifier.
  public var text: String?

  /// The key in the string tables, six random characters in files that Xcode wrote.
  public var id: String?

  /// Neither a text nor an identifier.
  public static let none = LocalizedText()

  /// Makes a text.
  public init(_ text: String? = nil, id: String? = nil) {
    self.text = text
    self.id = id
  }

  /// This text with the translation a table has for its identifier, else unchanged.
  public func localized(by translate: (String) -> String?) -> LocalizedText {
    guard let id, let translated = translate(id) else { return self }
    return LocalizedText(translated, id: id)
  }
}
