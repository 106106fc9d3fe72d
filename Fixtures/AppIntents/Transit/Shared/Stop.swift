import AppIntents

struct Stop: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Stop")
  static let defaultQuery = StopQuery()

  var id: String

  @Property(title: "Zone")
  var zone: String?

  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(id)") }
}

struct StopQuery: EntityStringQuery {
  func entities(for identifiers: [String]) async throws -> [Stop] { try await Stop.all(identifiers) }
  func entities(matching string: String) async throws -> [Stop] { try await Stop.named(string) }
  func suggestedEntities() async throws -> [Stop] { try await Stop.nearby() }
}
