import Foundation
import JWTKit
import Logging
import Metrics
import PushTestSupport
import Testing
import WidgetTestSupport

@testable import DevicePush

/// Pushes to an independent HTTP/2 server, checked by its log of frames.
@Suite(.startsPrograms, .needsForeignServer) struct ForeignServerTests {
  private func sender(_ server: ForeignServer) throws -> APNsSender {
    var rules = APNsSender.Rules()
    // The time limits are longer than even a busy machine needs.
    (rules.times.connect, rules.times.response) = (.seconds(300), .seconds(300))
    (rules.times.start, rules.times.trial) = (.seconds(600), .seconds(300))
    rules.times.look = .milliseconds(20)
    let key = try APNsKey(
      team: "ABCDE12345", id: "KEY1234567", pem: ES256PrivateKey().pemRepresentation)
    return try APNsSender(
      apps: [APNsApp(app: SenderCase.app, key: key)],
      standIn: APNsStandIn(host: "localhost", port: server.port, roots: server.roots),
      logger: Logger(label: "push", factory: { _ in SwiftLogNoOpLogHandler() }),
      metrics: NOOPMetricsHandler.instance, rules: rules)
  }

  /// The streams in the log: the maximum number at the same time, the number on each connection,
  /// and whether the first stream was alone.
  private struct Frames {
    var most = 0
    var streams: [Substring: Int] = [:]
    var isFirstAlone = true

    init(_ log: [Substring]) {
      var (open, closed) = (0, 0)
      for line in log {
        guard let connection = line.firstMatch(of: /\[id=(\d+)\]/)?.1 else { continue }
        if line.contains("recv HEADERS frame") {
          open += 1
          if closed == 0, open > 1 { isFirstAlone = false }
          streams[connection, default: 0] += 1
          most = max(most, open)
        } else if line.hasSuffix("closed") {
          open -= 1
          closed += 1
        }
      }
    }
  }

  @Test(arguments: [1, 7, 1_000])
  func `One connection carries as many requests at once as the server allows`(
    _ streams: Int
  )
    async throws
  {
    let server = try await ForeignServer(["--echo-upload", "-m", String(streams)])
    let sender = try sender(server)
    for first in [0, 300] {
      let outcomes = await sender.send(
        SenderCase.pushes(300, from: first), to: SenderCase.app)
      #expect(outcomes.allSatisfy { $0.word == "accepted" })
    }
    await sender.close()
    let log = try server.log
    let frames = Frames(log)
    #expect(frames.streams == ["1": 600])
    #expect(frames.isFirstAlone && frames.most <= streams)
    if streams < 1_000 { #expect(frames.most == streams) }
    let tokens = log.filter { $0.contains(") authorization: bearer ") }
    #expect(tokens.count == 600 && tokens.allSatisfy { $0.contains(", sensitive)") })
    // Apple specifies the fields of a push; libcurl adds others.
    #expect(!log.contains { $0.contains(") content-type:") || $0.contains(") accept:") })
  }

  @Test func `A server that is killed and restarted loses no push`() async throws {
    let server = try await ForeignServer(["--echo-upload"])
    let sender = try sender(server)
    for round in 0..<5 {
      let outcomes = await sender.send(SenderCase.pushes(50), to: SenderCase.app)
      #expect(outcomes.allSatisfy { $0.word == "accepted" }, "\(round): \(outcomes)")
      server.kill()
      try await server.start()
    }
    await sender.close()
  }

  @Test func `A response that is not from Apple pauses the app and keeps the token`() async throws {
    // Without options, nghttpd serves files, and its response to a push is a page about a missing
    // file.
    let server = try await ForeignServer([])
    let outcomes = try await sender(server).send(SenderCase.pushes(3), to: SenderCase.app)
    #expect(outcomes.map(\.word) == ["paused", "paused", "paused"])
    #expect(outcomes[0].receipt.status == 404 && outcomes[0].receipt.reason == nil)
  }
}
