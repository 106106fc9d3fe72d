import IntentModel
import IntentOptions
import Testing
import WidgetForm
import WidgetTestSupport

@Suite struct FormConversationTests {
  private static func conversation(
    _ provider: any OptionsProvider = RoutingOptionsProvider(["calendars": SampleCalendars()])
  ) -> FormConversation {
    FormConversation(SampleForm.state(), provider: provider)
  }

  /// Each message appends a letter, so the text shows whether one was lost or swapped.
  @Test func `Events of many tasks are handled one by one`() async throws {
    let conversation = Self.conversation()
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          _ = await conversation.send(.set("heading", .string("\(number)")))
          _ = await conversation.send(.adjust(0))
        }
      }
    }
    let heading = try await conversation.settled().rows.first { $0.parameter == "heading" }
    #expect(heading.flatMap { Int($0.value) }.map { (0..<50).contains($0) } == true)
  }

  @Test func `Presentations end with the form`() async throws {
    let conversation = Self.conversation()
    let readers = await [conversation.presentations(), conversation.presentations()]
    await conversation.send(.set("lines", .integer(5)))
    await conversation.send(.submit)
    _ = try await conversation.settled()
    if await conversation.state.phase == .editing { await conversation.send(.submit) }
    for reader in readers {
      var last: FormPresentation?
      for await presentation in reader { last = presentation }
      #expect(last?.rows.first { $0.parameter == "lines" }?.value == "5")
    }
    guard case .submitted(let intent) = await conversation.state.phase else {
      Issue.record("The form was not submitted.")
      return
    }
    #expect(intent["lines"] == .integer(5))
    for await _ in await conversation.presentations() {}
    await conversation.send(.set("lines", .integer(7)))
    #expect(await conversation.state.phase == .submitted(intent))
  }

  @Test func `A task that waits can be cancelled, and others continue`() async throws {
    let gate = Gate()
    let conversation = Self.conversation(
      RoutingOptionsProvider([
        "calendars": SampleCalendars { _ in
          await gate.wait()
          return SampleForm.calendars
        }
      ]))
    await conversation.send(.focus(.element("calendars", 0)))
    await conversation.send(.openOptions)
    let first = Task { try await conversation.settled() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    // The form stays usable while the provider's response is pending.
    await conversation.send(.set("lines", .integer(4)))
    await gate.open()
    let shown = try await conversation.settled()
    #expect(shown.rows.first { $0.parameter == "lines" }?.value == "4")
    await conversation.send(.openOptions)
    let listed = try await conversation.settled()
    #expect(listed.picker?.content == .loaded(SampleForm.calendars))
  }

  /// A gate that lets callers through once it is open.
  private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
      guard !isOpen else { return }
      await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
      isOpen = true
      for caller in waiting { caller.resume() }
      waiting = []
    }
  }

  struct Lines: TypedIntent {
    static let typeName = "UpNextIntent"
    var lines = 3
    var heading: String?

    init() {}
    init(_ intent: Intent) throws(TypedIntentError) {}
    func intent(for family: WidgetFamily) -> Intent { Intent(typeName: "", family: family) }

    static func parameterName(of property: PartialKeyPath<Lines>) -> String? {
      [\Lines.lines: "lines", \Lines.heading: "heading"][property]
    }
  }

  @Test func `Events that use the properties of a generated intent`() {
    #expect(FormEvent.set(\Lines.lines, 5) == .set("lines", .integer(5)))
    #expect(FormEvent.set(\Lines.heading, "x") == .set("heading", .string("x")))
    #expect(FormEvent.set(\Lines.heading, nil) == .set("heading", nil))
  }
}
