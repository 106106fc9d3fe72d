import Testing
import WidgetForm

// The Swift code of the article “A form in a chat bot”, without changes.

let lunch = ConfigurableWidget(
  kind: "lunch", displayName: "Lunch", families: [.systemSmall],
  schema: IntentSchema(
    "Lunch",
    parameters: [
      .enumeration("dish", cases: ["Soup", "Salad"]).titled("Dish"),
      .object("room").titled("Room").dynamic(),
      .integer("guests", 1...12, default: 2, control: .stepper).titled("Guests"),
    ]),
  providers: [
    "room": InMemoryOptionsProvider(OptionsCollection(items: ["Kitchen", "Attic"]))
  ])

actor LunchBot {
  private var conversations: [String: FormConversation] = [:]

  func reply(
    to message: String, from person: String, in language: String
  ) async throws -> String {
    let form = conversation(with: person, in: language)
    let parts = message.split(separator: ":", maxSplits: 1).map {
      String($0.trimmingPrefix(while: \.isWhitespace))
    }
    if message == "order" {
      await form.send(.submit)
    } else if message.last == "?" {
      await form.send(.focus(.parameter(String(message.dropLast()))))
      await form.send(.openOptions)
    } else if parts.count == 2 {
      let rows = await form.presentation.rows
      guard rows.contains(where: { $0.parameter == parts[0] }) else {
        return "There is no “\(parts[0])” to answer."
      }
      await form.send(.setText(.parameter(parts[0]), parts[1]))
    }
    let shown = try await form.settled()
    if let picker = shown.picker {
      await form.send(.dismiss)
      return picker.matches.collection(limit: 20).items.map(\.display).joined(separator: ", ")
    }
    let rows = shown.rows.filter { $0.parameter != nil }
      .map { "\($0.label): \($0.problem ?? $0.value)" }.joined(separator: "\n")
    guard case .submitted = await form.state.phase else {
      return [shown.message, rows].compactMap(\.self).joined(separator: "\n")
    }
    conversations[person] = nil
    return "Ordered.\n" + rows
  }

  private func conversation(with person: String, in language: String) -> FormConversation {
    if let known = conversations[person] { return known }
    let setup = FormSetup(lunch, locale: language)
    let conversation = FormConversation(FormState(setup), provider: lunch.router)
    conversations[person] = conversation
    return conversation
  }
}

@Suite struct ChatBotTests {
  @Test func `Two people save at the same time`() async throws {
    let bot = LunchBot()
    async let ann = bot.reply(to: "guests: 40", from: "ann", in: "en")
    async let bert = bot.reply(to: "guests: 40", from: "bert", in: "de")
    #expect(try await ann.contains("Guests: 40 is above the maximum of 12."))
    #expect(try await bert.contains("Guests: 40 "))
    #expect(try await !bert.contains("above"))
    #expect(try await bot.reply(to: "room?", from: "ann", in: "en") == "Kitchen, Attic")
    _ = try await bot.reply(to: "room: Attic", from: "ann", in: "en")
    _ = try await bot.reply(to: "dish: Soup", from: "ann", in: "en")
    #expect(try await bot.reply(to: "order", from: "ann", in: "en").contains("Guests: 40 "))
    let shown = try await bot.reply(to: "guests: 3", from: "ann", in: "en")
    #expect(shown == "Dish: Soup\nRoom: Attic\nGuests: 3")
    let ordered = try await bot.reply(to: "order", from: "ann", in: "en")
    #expect(ordered == "Ordered.\nDish: Soup\nRoom: Attic\nGuests: 3")
    let other = try await bot.reply(to: "", from: "bert", in: "de")
    #expect(other.contains("Guests: 40 ") && !other.contains("Attic"))
  }

  @Test func `A missing name is reported, and stops nothing`() async throws {
    let bot = LunchBot()
    let reply = try await bot.reply(to: "rom: Attic", from: "ann", in: "en")
    #expect(reply == "There is no “rom” to answer.")
    let ordered = try await bot.reply(to: "order", from: "ann", in: "en")
    #expect(ordered == "Ordered.\nDish: \nRoom: \nGuests: 2")
  }

  @Test func `A form says why it is not submitted`() async throws {
    let bot = LunchBot()
    _ = try await bot.reply(to: "guests: 40", from: "ann", in: "en")
    let refused = try await bot.reply(to: "order", from: "ann", in: "en").split(separator: "\n")
    #expect(
      refused.count == 4 && refused[0].contains("40 is above the maximum of 12."), "\(refused)")
    let form = FormConversation(FormState(FormSetup(lunch)), provider: lunch.router)
    await form.send(.setText(.parameter("rom"), "Attic"))
    await form.send(.submit)
    #expect(await form.presentation.message?.contains("rom") == true)
  }
}
