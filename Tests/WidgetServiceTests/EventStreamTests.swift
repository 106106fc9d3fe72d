import Foundation
import HTTPTypes
import Hummingbird
import JSONC
import Testing
import WidgetTestSupport

@testable import WidgetService

/// What happens to a stream's producer that waits for a slot in the queue.
@Suite struct EventStreamTests {
  /// The ways in which a stream can end while its queue is full.
  enum End: CaseIterable { case thrown, expired }

  private struct Broken: Error {}

  /// Writes nothing until the producer has filled the queue again.
  private struct Writer: ResponseBodyWriter {
    let isWriting: Held<Bool>
    let sent: Held<Int>
    /// The number of events that are sent before the producer waits.
    let most: Int
    let end: End
    let expires: Date

    mutating func write(_ buffer: ByteBuffer) async throws {
      isWriting.withLock { $0 = true }
      try await eventually("a full queue") { sent.withLock { $0 } == most }
      // The last event is now waiting.
      try await Task.sleep(for: .milliseconds(50))
      #expect(sent.withLock { $0 } == most)
      if end == .thrown { throw Broken() }
      try await eventually("the end of the token") { expires < Date() }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  /// A queue can be full because of the number or the bytes of its events.
  @Test(arguments: End.allCases, [0, 10_000])
  func aProducerThatWaitsIsLetGo(_ end: End, bytes: Int) async throws {
    let most = bytes == 0 ? 65 : 3
    let data = JSONValue.string(String(repeating: "x", count: bytes))
    let (isWriting, sent, isDone) = (Held(false), Held(0), Held(false))
    let expires = Date().addingTimeInterval(end == .expired ? 0.5 : 3_600)
    var writer: any ResponseBodyWriter = Writer(
      isWriting: isWriting, sent: sent, most: most, end: end, expires: expires)
    do {
      try await EventStream.run(
        .seconds(600), until: expires, presence: CallerPresence(), to: &writer
      ) { queue in
        defer { isDone.withLock { $0 = true } }
        while true {
          // The first event is taken out before the queue is filled.
          let count = sent.withLock { sent in
            sent += 1
            return sent
          }
          if count == 2 { try await eventually("a write") { isWriting.withLock { $0 } } }
          try await queue.send("event", data)
        }
      }
      #expect(end == .expired)
    } catch is Broken {
      #expect(end == .thrown)
    }
    try await eventually("the end of the producer", atMost: .seconds(60)) {
      isDone.withLock { $0 }
    }
  }
}
