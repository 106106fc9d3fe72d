import AppIntents
import WidgetKit

struct DeparturesIntent: TransitIntent {
  static let title: LocalizedStringResource = "board.title"

  @Parameter(title: "board.stops", default: [], size: [
    .systemSmall: IntentCollectionSize(min: 0, max: 1),
    .systemMedium: IntentCollectionSize(min: 0, max: 3),
    .systemLarge: IntentCollectionSize(min: 0, max: 6),
  ])
  var stops: [Stop]

  @Parameter(title: "board.detail", default: .full)
  var detail: Detail

  @Parameter(title: "board.walk", defaultValue: 5, defaultUnit: .minutes)
  var walk: Measurement<UnitDuration>

  @Parameter(title: "board.limit", default: 4, controlStyle: .stepper, inclusiveRange: (1, 12))
  var limit: Int

  @Parameter(title: "board.heading", default: Heading.standard)
  var heading: String

  #if os(iOS)
    @Parameter(title: "board.alerts", default: true)
    var alerts: Bool
  #endif

  static var parameterSummary: some ParameterSummary {
    Switch(.widgetFamily) {
      Case([.systemSmall, .accessoryRectangular]) {
        Summary { \.$stops; \.$walk }
      }
      DefaultCase {
        When(\.$detail, .equalTo, .short) {
          Summary { \.$stops; \.$detail; \.$walk }
        } otherwise: {
          Summary { \.$stops; \.$detail; \.$walk; \.$limit; \.$heading; \.$alerts }
        }
      }
    }
  }
}
