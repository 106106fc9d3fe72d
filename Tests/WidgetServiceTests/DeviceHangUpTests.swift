import Foundation
import JSONC
import SQLiteStore
import Synchronization
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport

/// A device is registered even if its connection breaks after it has sent its registration.
@Suite(.startsPrograms) struct DeviceHangUpTests {
  /// A store whose writes are slow, and fail when their task is cancelled.
  private struct SlowStore: StoreDriverWrapper {
    let base: any StoreDriver
    let writes: Held<Int>

    func carryOut<Value: Sendable>(
      _ operation: StoreOperation, _ body: () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
      guard case .write = operation else { return try await body() }
      writes.withLock { $0 += 1 }
      for _ in 0..<100 where !Task.isCancelled { try? await Task.sleep(for: .milliseconds(10)) }
      guard !Task.isCancelled else { throw StoreError(.busy(seconds: 1), file: place) }
      return try await body()
    }
  }

  @Test func aRegistrationIsKeptWhenItsConnectionBreaks() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "device-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.sqlite").path
    let writes = Held(0)
    let store = SlowStore(base: try SQLiteDriver(path: path), writes: writes)
    try await ServiceHost.run(driver: store, pushSender: PushLog()) { client, _ in
      let before = writes.withLock { $0 }
      let port = client.port
      let body = """
        {"app":"com.example.clock","environment":"production","token":"00ff","widgets":[]}
        """
      try await HTTPClient.waiting {
        let connection = try HTTPConnection(port: port)
        connection.request(
          "PUT", "/v1/devices/phone", ["Content-Type": "application/json"], Array(body.utf8))
        // The connection is closed while the registration is written.
        let end = ContinuousClock.now + .seconds(60)
        while writes.withLock({ $0 }) == before, ContinuousClock.now < end { usleep(5_000) }
      }
      try await eventually("the registration", atMost: .seconds(60)) {
        try await client.get("/v1/devices/phone").status == 200
      }
    }
  }
}
