import WidgetConfig

/// A provider as a user of the library writes it: one method, named after its parameter.
struct Cities: WorldClockIntentOptions {
  var name: String { "cities" }

  func cities(for request: WorldClockIntent.CitiesRequest) async throws -> OptionsCollection {
    ["Europe/Berlin", "Asia/Tokyo"]
  }
}

let choices = try await Cities().options(for: OptionsRequest(parameter: "cities"))
var intent = WorldClockIntent()
intent.cities = choices.items.map { City(identifier: $0.identifier, display: $0.display) }
intent.format = .twentyFourHour
let again = try WorldClockIntent(intent.intent(for: .systemMedium))
print(again == intent, again.cities?.count ?? 0, VerseIntent().collection)
