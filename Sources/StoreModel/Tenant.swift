package import Messages

/// The owner of placed widgets; no tenant ever sees the data of another one.
public struct Tenant: Sendable, Hashable {
  /// The name of the tenant, such as the value of a claim in a token; empty for ``local``.
  public let name: String

  /// Makes a tenant from a name.
  ///
  /// - Parameter name: A text that follows ``nameRule``.
  /// - Returns: nil for any other text.
  public init?(_ name: String) {
    guard (1...Self.maximumLength).contains(name.utf8.count), name.utf8.allSatisfy(\.isVisible)
    else { return nil }
    self.name = name
  }

  /// The rule for the text in ``init(_:)``, as a phrase.
  package static let nameRule: Message = "1 to \(maximumLength) visible ASCII characters"

  package static let maximumLength = 100

  private init() { name = "" }

  /// The tenant of the terminal program, and of services for a single person.
  ///
  /// This tenant cannot be made from a name, not even from `local`.
  public static let local = Tenant()
}

extension Tenant {
  /// The database key of ``local``, which all versions have used.
  private static let localKey = "local"

  /// The key under which a database keeps the tenant's rows.
  ///
  /// It is the name, except for ``local`` and for a tenant whose name equals the key of ``local``.
  /// The key of the latter is its name, preceded by a space; no name contains a space.
  package var key: String {
    if self == .local { return Self.localKey }
    return name == Self.localKey ? " " + name : name
  }

  /// The tenant with a given key; nil for a text that is not the key of a tenant.
  package init?(key: String) {
    switch key {
    case Self.localKey: self = .local
    case " " + Self.localKey: self.init(Self.localKey)
    default: self.init(key)
    }
  }
}
