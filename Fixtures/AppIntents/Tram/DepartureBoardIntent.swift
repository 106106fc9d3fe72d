import AppIntents
import WidgetKit

/// The source of the intent whose metadata is that of `Tram.app`.
struct DepartureBoardIntent: WidgetConfigurationIntent {
  static let title: LocalizedStringResource = "Departure board"
  static let description = IntentDescription("Shows the next trams of your stops.")

  @Parameter(
    title: "Stops",
    size: [
      .systemSmall: 1, .systemMedium: IntentCollectionSize(exactly: 2),
      .systemLarge: IntentCollectionSize(min: 1, max: 4),
    ])
  var stops: [TramStop]

  @Parameter(title: "Look", default: .list)
  var look: BoardLook

  @Parameter(title: "Rows", default: 3, controlStyle: .slider, inclusiveRange: (1, 8))
  var rows: Int

  @Parameter(title: "Only late trams", default: true)
  var onlyLate: Bool

  @Parameter(title: "Note")
  var note: String?

  @Parameter(title: "Walking time")
  var walk: Measurement<UnitDuration>?

  static var parameterSummary: some ParameterSummary {
    Switch(.widgetFamily) {
      Case(.systemSmall) {
        Summary("Trams at \(\.$stops)") { \.$look }
      }
      Case([.systemMedium, .systemLarge]) {
        When(\.$look, .equalTo, BoardLook.list) {
          Summary("Trams at \(\.$stops)") { \.$look; \.$rows; \.$onlyLate }
        } otherwise: {
          Summary("Trams at \(\.$stops)") { \.$look; \.$note }
        }
      }
      DefaultCase {
        Summary { \.$look }
      }
    }
  }
}

enum BoardLook: String, AppEnum {
  case list, map
  case bigNumber = "big_number"

  static let typeDisplayRepresentation: TypeDisplayRepresentation = "Look"
  static let caseDisplayRepresentations: [BoardLook: DisplayRepresentation] = [
    .list: "List",
    .map: .init(title: "Map", subtitle: "Where the trams are"),
    .bigNumber: DisplayRepresentation(
      title: "Big number", image: .init(systemName: "textformat.123")),
  ]
}

struct TramStop: AppEntity {
  static let typeDisplayRepresentation = TypeDisplayRepresentation(name: "Stop")
  static let defaultQuery = TramStopQuery()

  var id: String

  @Property(title: "Zone")
  var zone: Int?

  var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(id)") }
}

struct TramStopQuery: EntityStringQuery, EnumerableEntityQuery {
  func allEntities() async throws -> [TramStop] { try await TramStop.all() }
  func entities(for identifiers: [String]) async throws -> [TramStop] { [] }
  func entities(matching string: String) async throws -> [TramStop] { [] }
}
