import Dispatch
import IntentOptions
import JSONC
import Testing
import Threads
import WidgetTestSupport

@testable import WidgetService

/// A form that is too large to be written is refused before its rows are made.
@Suite(.startsPrograms) struct FormSizeTests {
  /// A widget with an array of an enum of 400 cases.
  private static var widget: ConfigurableWidget {
    let type = ParameterType.enumeration(TypeReference("Place"), defaultCase: nil)
    var parameter = ParameterDefinition(name: "places", type: type)
    parameter.supportsMultipleValues = true
    let intent = IntentDefinition(name: "Trip", parameters: [parameter])
    let cases = (1...400).map { IntentEnum.Case(name: "c\($0)", index: $0) }
    let file = IntentDefinitionFile(
      intents: [intent], enums: [IntentEnum(name: "Place", cases: cases)])
    return ConfigurableWidget(
      kind: "Trip", displayName: "Trip", schema: IntentSchema(intent, in: file))
  }

  private static func elements(_ count: Int) -> String {
    Array(repeating: "\"c1\"", count: count).joined(separator: ",")
  }

  /// The response would have 240,000 choices; the size of a response grows with the square of the
  /// request's size.
  @Test(arguments: ["json", "events"])
  func `Each element counts with the choices that its row offers`(_ format: String) async throws {
    try await ServiceHost.run(widgets: [Self.widget]) { client, _ in
      let evaluate = "/v1/widgets/Trip/evaluate"
      let accept = ["Accept": format == "json" ? "application/json" : "text/event-stream"]
      for body in [
        #"{"draft":{"places":[\#(Self.elements(600))]}}"#,
        #"{"draft":{},"texts":{"places":"\#(Self.elements(600).replacing("\"", with: ""))"}}"#,
      ] {
        let refused = try await client.post(evaluate, body, headers: accept)
        #expect(refused.status == 422)
        #expect(refused.body.count < 2_000)
        #expect(refused.text.contains("form-too-large"), "\(refused.text)")
        #expect(refused.text.contains("“places” has 600 elements with 400 choices each"))
      }
      let taken = try await client.post(
        evaluate, #"{"draft":{"places":[\#(Self.elements(400))]}}"#, headers: accept)
      #expect(taken.status == 200)
      #expect(!taken.text.contains("form-too-large"))
    }
  }

  /// The list is short even for many problems, so that a response is never much larger than its
  /// request.
  @Test func `A response lists a hundred issues and the number of the others`() async throws {
    let unknown = (0..<3_000).map { #""a\#($0)":1"# }.joined(separator: ",")
    let wrong = Array(repeating: "7", count: 3_000).joined(separator: ",")
    try await ServiceHost.run(widgets: [Self.widget]) { client, _ in
      for draft in ["{\(unknown)}", #"{"places":[\#(wrong)]}"#] {
        let evaluated = try await client.post(
          "/v1/widgets/Trip/evaluate", #"{"draft":\#(draft)}"#)
        let refused = try await client.send(
          "PUT", "/v1/placed/Far", #"{"kind":"Trip","draft":\#(draft)}"#,
          headers: ["If-None-Match": "*"])
        #expect(evaluated.status == 200 && refused.status == 422)
        #expect(evaluated.json["intent"].isNull)
        for answer in [evaluated, refused] {
          let issues = answer.json["issues"].list
          #expect(issues.count == 101, "\(answer.text.prefix(400))")
          #expect(
            issues.last?["text"].stringValue?.contains("2900 more problems") == true,
            "\(issues.last ?? nil)")
        }
      }
      let long = Array(repeating: #""c1""#, count: 10_001).joined(separator: ",")
      let form = try await client.post(
        "/v1/widgets/Trip/evaluate", #"{"draft":{"places":[\#(long)]}}"#)
      #expect(form.status == 422 && form.text.contains("form-too-large"), "\(form.status)")
    }
  }

  /// The default executor answers health probes, however many handlers keep their threads busy.
  @Test func `Handlers leave the default executor free`() async throws {
    let (executor, gate) = (OwnThreads(working: 2), DispatchSemaphore(value: 0))
    let work = (0..<64).map { _ in
      Task(executorPreference: executor) { Self.block(gate) }
    }
    let answer = await Task { 1 }.value
    #expect(answer == 1)
    for _ in work { gate.signal() }
    for task in work { await task.value }
  }

  private static func block(_ gate: DispatchSemaphore) { gate.wait() }

  /// Large bodies are processed one at a time, in the order in which they arrive; small ones, and
  /// those of callers who have disconnected, do not wait.
  @Test func `Large bodies are read in turn`() async throws {
    let budget = BodyBudget(capacity: 100_000)
    let (started, start) = AsyncStream.makeStream(of: Int.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      try await budget.run(90_000) {
        start.yield(1)
        for await _ in released { break }
      }
    }
    var starts = started.makeAsyncIterator()
    #expect(await starts.next() == 1)
    let gone = Task { try await budget.run(90_000) { _ = start.yield(2) } }
    let small = try await budget.run(100) { true }
    #expect(small)
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
    let last = Task { try await budget.run(1_000_000) { _ = start.yield(3) } }
    release.yield()
    try await first.value
    try await last.value
    #expect(await starts.next() == 3)
    try await budget.run(100_000) {}
  }

  /// Bodies wait while other bodies fill the space.
  ///
  /// Small bodies do not wait, and neither do bodies that have only begun to arrive.
  @Test func `A large body is read when there is space`() async throws {
    let (capacity, part) = (256 << 10, 200 << 10)
    let budget = BodyBudget(capacity: capacity)
    var full = budget.room(of: "one")
    #expect(!full.isNeeded(at: 128 << 10))
    #expect(full.isNeeded(at: part))
    try await full.make(for: 8 * capacity)
    #expect(!full.isNeeded(at: part))
    let isRead = Held(false)
    let next = Task {
      var room = budget.room(of: "other")
      defer { room.leave() }
      try await room.make(for: capacity)
      isRead.withLock { $0 = true }
    }
    let gone = Task {
      var room = budget.room(of: "other")
      defer { room.leave() }
      try await room.make(for: capacity)
    }
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
    #expect(!isRead.withLock { $0 })
    full.leave()
    try await next.value
    #expect(isRead.withLock { $0 })
    // A body of unknown size takes up all of the space at most, and all of it is released again.
    var whole = budget.room(of: "one")
    try await whole.make(for: .max)
    whole.leave()
    // A caller takes up at most half of the space at a time; while its other bodies wait, those of
    // other callers do not.
    var half = budget.room(of: "one")
    try await half.make(for: 4 * capacity)
    let more = Task {
      var room = budget.room(of: "one")
      defer { room.leave() }
      try await room.make(for: capacity)
    }
    var other = budget.room(of: "other")
    try await other.make(for: capacity)
    other.leave()
    half.leave()
    try await more.value
  }

  /// A caller's share shrinks with the number of callers, and bodies that arrive slowly give way to
  /// those of a waiting caller.
  @Test func `Two callers do not hold up a third one`() async throws {
    let capacity = 256 << 10
    let budget = BodyBudget(capacity: capacity)
    let asked = Held<[String]>([])
    var rooms: [BodyBudget.Room] = []
    for number in 0..<8 {
      let caller = number < 4 ? "one" : "two"
      var room = budget.room(of: caller)
      try await room.make(for: capacity) { asked.withLock { $0.append("\(caller) \(number)") } }
      // A body that has arrived does not give way.
      if number == 0 { room.arrived() }
      rooms.append(room)
    }
    let again = Task {
      var room = budget.room(of: "one")
      defer { room.leave() }
      try await room.make(for: capacity)
    }
    let third = Task {
      var room = budget.room(of: "three")
      defer { room.leave() }
      try await room.make(for: capacity)
    }
    try await eventually("a body gives way") { asked.withLock { !$0.isEmpty } }
    #expect(asked.withLock { $0.first } == "one 1")
    rooms[1].leave()
    // The caller that is ahead in the queue already has its share, so the third caller is next.
    try await third.value
    // It is enough that one body gives way.
    #expect(asked.withLock { $0.count } == 1)
    for place in rooms.indices where place != 1 { rooms[place].leave() }
    try await again.value
  }

  @Test func `A page is refused, too`() async throws {
    try await ServiceHost.run(widgets: [Self.widget]) { client, _ in
      let draft = #"{"places":[\#(Self.elements(600))]}"#
      let placed = try await client.send(
        "PUT", "/v1/placed/Far", #"{"kind":"Trip","draft":\#(draft)}"#,
        headers: ["If-None-Match": "*"])
      #expect(placed.status == 201, "\(placed.text)")
      let page = try await client.get("/placed/Far", headers: ["Accept": "text/html"])
      #expect(page.status == 422)
      #expect(page.text.contains("Shorten the array."))
      #expect(page.text.utf8.count < 20_000)
    }
  }

  /// Work that waits for a source does not block other work, and gets its share back.
  @Test func whoWaitsForASourceMakesRoom() async throws {
    let budget = BodyBudget(capacity: 100_000)
    let (isOpen, isWaiting, order) = (Held(false), Held(false), Held<[Int]>([]))
    let first = Task {
      try await budget.run(100_000) {
        await BodyBudget.whileWaiting {
          isWaiting.withLock { $0 = true }
          while !isOpen.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(1)) }
        }
        order.withLock { $0.append(1) }
      }
    }
    try await eventually("the wait") { isWaiting.withLock { $0 } }
    try await budget.run(100_000) { order.withLock { $0.append(2) } }
    isOpen.withLock { $0 = true }
    try await first.value
    #expect(order.withLock { $0 } == [2, 1])
    // All of the space is free again.
    try await budget.run(100_000) {}
    // Without a body, there is no share to return.
    #expect(await BodyBudget.whileWaiting { 7 } == 7)
  }

  /// Counts the jobs that it runs.
  private final class CountingExecutor: TaskExecutor {
    let count = Held(0)
    private let base = OwnThreads(working: 2)

    func enqueue(_ job: consuming ExecutorJob) {
      count.withLock { $0 += 1 }
      base.enqueue(job)
    }
  }

  /// Work for several callers of a source runs on the handlers' threads, not on the threads of
  /// probes.
  @Test func sourcesComputeWhereHandlersDo() async throws {
    let executor = CountingExecutor()
    let source = Calendars().cached(for: .seconds(60))
    let found = try await SharedWorkPlace.$executor.withValue(executor) {
      try await source.options(for: OptionsRequest(parameter: "calendars"))
    }
    #expect(!found.isEmpty && executor.count.withLock { $0 } > 0)
  }
}
