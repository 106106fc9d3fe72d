import Testing

@testable import DevicePush

/// Which requests a connection sends, and how they end, tested without a connection.
struct ScheduleTests {
  private static let start = ContinuousClock.Instant.now

  /// A schedule, the effects that it has returned, and a clock that the test sets.
  private struct Story {
    var schedule = APNsSchedule(APNsTimes(), now: start)
    var now = start
    var places: [Int] = []
    var stopped: [Int] = []
    var finished: [UInt64: [APNsExchange]] = [:]
    var events: [APNsConnectionEvent] = []

    mutating func go(after time: Duration = .zero) {
      now += time
      schedule.advance(now: now)
      read()
    }

    mutating func read() {
      for effect in schedule.takeEffects() {
        switch effect {
        case .start(let place, _): places.append(place)
        case .stop(let place): stopped.append(place)
        case .finish(let batch, let found): finished[batch] = found
        case .tell(let event): events.append(event)
        }
      }
    }

    mutating func begin(_ batch: UInt64, _ count: Int, within limit: Duration = .seconds(30)) {
      schedule.begin(batch, count: count, until: now + limit)
      go()
    }

    /// Sends the requests that the schedule gave out, and answers each with a status.
    mutating func answer(_ status: Int, goesOn: Bool = true) {
      let given = places
      places = []
      for place in given { schedule.sent(place, now: now) }
      for place in given {
        schedule.received(place, APNsResponse(status: status), goesOn: goesOn, now: now)
      }
      go()
    }
  }

  @Test func `One push is sent, then the maximum, then few after a refusal`() {
    var story = Story()
    story.begin(1, 2_000)
    // Refusals prove nothing: one request is sent at a time until a push is accepted or its token
    // has ended.
    for (status, next) in [
      (400, 1), (503, 1), (410, 5), (429, 5), (200, 500), (403, 5), (200, 500),
    ] {
      story.answer(status)
      #expect(story.places.count == next, "\(status)")
    }
    #expect(story.events == [.connected])
  }

  @Test func `A stopped batch takes back its unsent pushes`() {
    var story = Story()
    story.begin(1, 1)
    story.answer(200)
    story.begin(2, 3)
    story.begin(3, 2)
    let given = story.places
    #expect(given.count == 5)
    story.schedule.sent(given[0], now: story.now)
    story.schedule.received(
      given[0], APNsResponse(status: 403), goesOn: false, now: story.now)
    story.go()
    #expect(story.finished[2] == [.response(APNsResponse(status: 403)), .withheld, .withheld])
    #expect(Set(story.stopped) == Set(given[1...2]))
    #expect(story.finished[3] == nil)
  }

  @Test func `Requests are sent in time or not at all`() {
    var story = Story()
    story.begin(1, 1)
    story.answer(200)
    story.begin(2, 2)
    story.schedule.sent(story.places[0], now: story.now)
    story.go(after: .seconds(14))
    #expect(story.finished[2] == nil)
    // The request that was sent counts as lost after its time limit; the other was never sent.
    story.go(after: .seconds(1))
    #expect(story.finished[2] == [.noResponse("no response arrived in time"), .notProcessed])
    #expect(story.events == [.connected, .lost("no response arrived in time"), .closed])
    #expect(story.schedule.hasEnded)
    // Later requests need a different connection.
    story.begin(3, 2)
    #expect(story.finished[3] == [.notProcessed, .notProcessed])
    var waiting = Story()
    waiting.begin(1, 3, within: .seconds(1))
    waiting.schedule.sent(waiting.places[0], now: waiting.now)
    waiting.go(after: .seconds(2))
    waiting.answer(200)
    #expect(waiting.finished[1] == [.response(APNsResponse(status: 200)), .withheld, .withheld])
  }

  @Test func `After a silence one push is sent alone, with a shorter timeout`() {
    var story = Story()
    story.begin(1, 1)
    story.answer(200)
    story.go(after: .seconds(61))
    story.begin(2, 3)
    #expect(story.places.count == 1)
    story.answer(200)
    #expect(story.places.count == 2)
    story.answer(200)
    story.go(after: .seconds(61))
    story.begin(3, 2)
    story.schedule.sent(story.places[0], now: story.now)
    story.go(after: .seconds(5))
    #expect(story.finished[3] == [.noResponse("no response arrived in time"), .notProcessed])
  }

  @Test func `The limit of the other side is measured while more pushes wait`() {
    var story = Story()
    story.begin(1, 1)
    story.answer(200)
    story.begin(2, 50)
    func send(_ count: Int, _ story: inout Story) {
      for place in story.places.prefix(count) { story.schedule.sent(place, now: story.now) }
      story.schedule.settle()
      story.read()
    }
    send(10, &story)
    send(10, &story)
    send(50, &story)
    #expect(story.events == [.connected, .streamLimit(10), .streamLimit(50)])
  }

  @Test func `Each end of a connection has its results and its events`() {
    func ended(
      isUsed: Bool = true, _ change: (inout Story) -> Void
    ) -> (found: [APNsExchange]?, events: [APNsConnectionEvent]) {
      var story = Story()
      if isUsed {
        story.begin(1, 1)
        story.answer(200)
      }
      story.begin(2, 2)
      if isUsed { story.schedule.sent(story.places[0], now: story.now) }
      change(&story)
      story.go()
      return (story.finished[2], story.events)
    }
    let never = ended(isUsed: false) {
      $0.schedule.failed($0.places[0], .connection("no"), now: $0.now)
    }
    #expect(never.found == [.unreachable("no"), .unreachable("no")])
    #expect(never.events == [.unreachable("no")])
    let lost = ended { $0.schedule.failed($0.places[0], .connection("no"), now: $0.now) }
    #expect(lost.found == [.noResponse("no"), .notProcessed])
    #expect(lost.events == [.connected, .lost("no"), .closed])
    let alone = ended { $0.schedule.failed($0.places[0], .single("no"), now: $0.now) }
    #expect(alone.found == nil && alone.events == [.connected])
    let refused = ended {
      $0.schedule.goAway(code: 2)
      $0.schedule.failed($0.places[0], .refused, now: $0.now)
    }
    #expect(refused.found == [.notProcessed, .notProcessed])
    #expect(refused.events == [.connected, .goAway(code: 2), .closed])
    // A connection that goes away without an error still delivers the responses to its requests.
    let goesAway = ended { story in
      story.schedule.goAway(code: 0)
      story.go()
      story.schedule.received(
        story.places[0], APNsResponse(status: 200), goesOn: true, now: story.now)
    }
    #expect(goesAway.found == [.response(APNsResponse(status: 200)), .notProcessed])
    let closed = ended { story in
      story.schedule.close(until: story.now + .seconds(10))
      story.go(after: .seconds(9))
      #expect(!story.schedule.hasEnded && !story.schedule.isUsable)
      story.go(after: .seconds(1))
    }
    #expect(closed.found == [.noResponse("the connection was closed"), .withheld])
    #expect(closed.events == [.connected, .lost("the connection was closed"), .closed])
  }
}
