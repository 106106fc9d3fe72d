/// Where a definition of App Intents comes from, and the parts of it that could not be read.
///
/// A definition in Xcode's format has no origin.
public struct DefinitionOrigin: Sendable, Hashable {
  /// The kinds of input that declare App Intents.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Swift source.
    case swift
    /// The constants that the Swift compiler writes.
    case constants
    /// The metadata of a built program.
    case metadata
  }

  /// The kind of input.
  public var format: Format

  /// The parts of the input that could not be read because only literals are read, in order.
  public var unknown: [UnknownPart]

  /// Makes an origin.
  public init(format: Format, unknown: [UnknownPart] = []) {
    self.format = format
    self.unknown = unknown
  }
}

/// A part of a definition whose value is unknown because it is not a literal.
public struct UnknownPart: Sendable, Hashable {
  /// The owner of the part, and what the part is, such as `BoardIntent.count: default`.
  public var subject: String

  /// The text as written, such as `Self.standardCount`, or a key that is not known.
  public var text: String

  /// Its position, such as `Board.swift:12:5`, or a JSON Pointer; nil if unknown.
  public var place: String?

  /// Why it cannot be read, as an English sentence without a subject, such as “is not a literal”.
  public var reason: String

  /// The code of the finding that reports the part.
  public var code: String

  /// The subject of a part: `INTENT.PARAMETER: PART`, or a shorter form of it.
  package static func subject(
    _ owner: String, _ member: String? = nil, part: String? = nil
  ) -> String {
    owner + (member.map { "." + $0 } ?? "") + (part.map { ": " + $0 } ?? "")
  }

  /// The name of the part that holds the raw value of a case.
  package static let rawValue = "raw value"

  /// The reason for a part that has a form which this program does not know.
  package static let unknownForm = "has a form that this program does not know"

  /// The reason for a type whose values have one of several types.
  package static let union = "is a union"

  /// The reason for a part that has a key which this program does not know.
  package static let unknownKey = "is a key that this program does not know"

  /// The code for a part whose meaning is unknown.
  public static let notRead = "not-read"

  /// The code for the size of an array that is not a literal.
  public static let sizeNotLiteral = "size-not-literal"

  /// The code for a second query with the same name.
  public static let duplicateQuery = "duplicate-query"

  /// The code for a name that is not a literal although the system stores values under it.
  ///
  /// The subject of a part with this code is the name in Swift and a colon; the definition uses the
  /// same name. The subject names an intent, an enum or a type, or a case after its enum and a dot.
  public static let nameNotLiteral = "name-not-literal"

  /// Makes an unknown part.
  public init(
    subject: String, text: String, place: String? = nil, reason: String, code: String = notRead
  ) {
    self.subject = subject
    self.text = text
    self.place = place
    self.reason = reason
    self.code = code
  }
}

/// The parts of a parameter whose names in metadata differ from those in Swift.
package enum MetadataPart: String, Sendable {
  case sizes, minimum, maximum
  case rangeKind = "kind of range"

  /// The corresponding part in Swift.
  var compared: ComparedPart { self == .sizes ? .size : .inclusiveRange }
}

extension IntentDefinitionFile {
  /// The intents, types and cases, such as `Mode.short`, for which the names in the system's store
  /// are unknown.
  var unreadNames: Set<String> {
    Set(
      (origin?.unknown ?? []).filter { $0.code == UnknownPart.nameNotLiteral }
        .compactMap { part in
          // A name can itself contain a colon.
          part.subject.lastIndex(of: ":").map { String(part.subject[..<$0]) }
        })
  }

  /// For each parameter of an intent, the parts that the source does not show, with their texts.
  ///
  /// The subject of a part is `PARAMETER: PART` or `INTENT.PARAMETER: PART`.
  func unreadParts(of intent: IntentDefinition) -> [String: [String: String]] {
    let others = Set(intents.flatMap { [$0.name, $0.typeName] })
      .subtracting([intent.name, intent.typeName])
    var found: [String: [String: String]] = [:]
    for unknown in origin?.unknown ?? [] {
      guard let colon = unknown.subject.lastIndex(of: ":") else { continue }
      let path = unknown.subject[..<colon].split(separator: ".").map(String.init)
      let part = unknown.subject[unknown.subject.index(after: colon)...].drop { $0 == " " }
      guard let name = path.last, intent.positions[name] != nil,
        !path.dropLast().contains(where: others.contains)
      else { continue }
      let key = MetadataPart(rawValue: String(part))?.compared.rawValue ?? String(part)
      found[name, default: [:]][key, default: ""] += unknown.text
    }
    return found
  }

  /// In a definition of App Intents, marks each parameter and case as known by name, and the sizes
  /// of arrays as sizes of App Intents.
  package mutating func noteNames() {
    guard origin != nil else { return }
    for intent in intents.indices {
      for place in intents[intent].parameters.indices {
        intents[intent].parameters[place].isKnownByName = true
        intents[intent].parameters[place].arraySizes?.isOfAppIntents = true
      }
    }
    for place in enums.indices {
      for item in enums[place].cases.indices { enums[place].cases[item].isKnownByName = true }
    }
  }
}
