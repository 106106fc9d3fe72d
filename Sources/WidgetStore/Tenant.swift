/// The owner of placed widgets; a tenant never sees the data of another tenant.
public struct Tenant: Sendable, Hashable {
  /// The name of the tenant, such as a claim of a token.
  public let name: String

  /// Makes a tenant from a name.
  ///
  /// - Parameter name: 1 to 100 visible ASCII characters.
  /// - Returns: nil for any other text.
  public init?(_ name: String) {
    guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.name = name
  }

  private init(known name: String) { self.name = name }

  /// The tenant of the terminal, and of services for a single person.
  public static let local = Tenant(known: "local")
}
