/// Where a definition of App Intents comes from, and what of it could not be read.
///
/// A definition in Xcode's format has no origin.
public struct DefinitionOrigin: Sendable, Hashable {
  /// The inputs that declare App Intents.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Swift source.
    case swift
    /// The constants that the Swift compiler writes: `.swiftconstvalues`.
    case constants
    /// The metadata of a built program: `extract.actionsdata`.
    case metadata
  }

  /// The input.
  public var format: Format

  /// What the input has and a reader of literals cannot read, in the order of the input.
  public var unknown: [UnknownPart]

  /// Makes an origin.
  public init(format: Format, unknown: [UnknownPart] = []) {
    self.format = format
    self.unknown = unknown
  }
}

/// A part of a definition whose value is not known, because it is not a literal.
public struct UnknownPart: Sendable, Hashable {
  /// What it belongs to and what it is, such as `BoardIntent.count: default`.
  public var subject: String

  /// The text as written, such as `Self.standardCount`, or an unknown key.
  public var text: String

  /// Where it is, such as `Board.swift:12:5`, or a JSON pointer; nil if that is not known.
  public var place: String?

  /// Why it cannot be read, as an English sentence without a subject, such as “is not a literal”.
  public var reason: String

  /// Makes a mark.
  public init(subject: String, text: String, place: String? = nil, reason: String) {
    self.subject = subject
    self.text = text
    self.place = place
    self.reason = reason
  }
}
