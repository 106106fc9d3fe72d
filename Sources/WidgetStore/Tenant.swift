/// Whose placed widgets they are: nothing of one tenant is ever seen by another.
public struct Tenant: Sendable, Hashable {
  /// What the tenant is called, such as the claim of a token.
  public let name: String

  /// Makes a tenant of a name.
  ///
  /// - Parameter name: 1 to 100 visible ASCII characters.
  /// - Returns: nil for any other text.
  public init?(_ name: String) {
    guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.name = name
  }

  private init(known name: String) { self.name = name }

  /// The person at the terminal, and whoever serves one person only.
  public static let local = Tenant(known: "local")
}
