import Crypto
import ExternalSources
import Foundation
import JSONC
import PostgresStore
import Synchronization
import Testing
import WidgetService
import WidgetTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A local address that receives changes.
private final class Receiver: Sendable {
  struct Heard: Sendable {
    var headers: [String: String]
    var body: [UInt8]

    var json: JSONValue { (try? JSONText.parse(body)) ?? .null }
    var number: Int { json["number"].intValue ?? -1 }
  }

  let port: Int
  private let descriptor: Int32
  private let heard = Mutex<[Heard]>([])
  private let statuses = Mutex<[Int]>([])

  /// - Parameter statuses: The first statuses to answer with; 204 after that.
  init(_ statuses: [Int] = []) throws {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) + listen(descriptor, 64)
          + getsockname(descriptor, pointer, &length)
      }
    }
    guard result == 0 else { throw HTTPFault("cannot listen: \(errno)") }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
    self.statuses.withLock { $0 = statuses }
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        self?.answer(connection)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private func answer(_ connection: Int32) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      bytes += buffer[..<count]
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      var headers: [String: String] = [:]
      let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      for line in head.components(separatedBy: "\r\n").dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        headers[line[..<colon].lowercased()] =
          String(line[line.index(after: colon)...]).trimmingCharacters(in: .whitespaces)
      }
      let length = Int(headers["content-length"] ?? "") ?? 0
      guard bytes.count - end.upperBound >= length else { continue }
      let body = Array(bytes[end.upperBound...])
      heard.withLock { $0.append(Heard(headers: headers, body: body)) }
      let status = statuses.withLock { $0.isEmpty ? 204 : $0.removeFirst() }
      let answer = Array("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n".utf8)
      _ = send(connection, answer, answer.count, 0)
      return
    }
  }

  /// The received requests, once there are enough of them.
  func all(_ count: Int) async throws -> [Heard] {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let heard = heard.withLock { $0 }
      if heard.count >= count { return heard }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw HTTPFault("only \(heard.withLock { $0.count }) of \(count) were heard")
  }

  var count: Int { heard.withLock { $0.count } }
}

/// Webhooks, which receive changes.
@Suite(.startsPrograms) struct WebhookTests {
  private static let key = Array("a secret of at least 24 bytes".utf8)
  private static let oldKey = Array("the secret before this one, of 24 bytes".utf8)
  private static let secret = "whsec_" + Data(key).base64EncodedString()
  private static let oldSecret = "whsec_" + Data(oldKey).base64EncodedString()

  private func settings(_ receiver: Receiver, allowed: [String] = ["127.0.0.1"]) -> ServiceSettings
  {
    var settings = ServiceSettings()
    settings.webhooks = ["http://127.0.0.1:\(receiver.port)/hook"]
    settings.webhookSecret = Self.secret
    settings.webhookPrivateHosts = allowed
    settings.refreshInterval = .milliseconds(50)
    return settings
  }

  /// Whether a received request is signed, checked as an owner of the secret would.
  private func isSigned(_ heard: Receiver.Heard, by key: [UInt8] = key, at place: Int = 0) -> Bool {
    let id = heard.headers["webhook-id"] ?? ""
    let time = heard.headers["webhook-timestamp"] ?? ""
    let signatures = (heard.headers["webhook-signature"] ?? "").split(separator: " ")
    guard signatures.indices.contains(place), signatures[place].hasPrefix("v1,"),
      case let signature = signatures[place],
      let code = Data(base64Encoded: String(signature.dropFirst(3))),
      let seconds = TimeInterval(time), abs(seconds - Date().timeIntervalSince1970) < 300
    else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Array("\(id).\(time).".utf8) + heard.body,
      using: SymmetricKey(data: key))
  }

  private static func put(_ client: HTTPClient, _ name: String) async throws {
    let put = try await client.send(
      "PUT", "/v1/placed/\(name)", #"{"kind":"UpNext","draft":{}}"#,
      headers: ["If-None-Match": "*"])
    #expect(put.status == 201)
  }

  @Test(arguments: ReplicaTests.Kind.present)
  func eachChangeIsToldInOrderUntilItIsHeard(_ kind: ReplicaTests.Kind) async throws {
    let receiver = try Receiver([500, 503])
    let settings = settings(receiver)
    let widgets = [try ServiceHost.upNext()]
    let story: @Sendable (HTTPClient, HTTPClient) async throws -> Void = { one, two in
      try await Self.put(one, "A")
      try await Self.put(two, "B")
      let rename = try await two.post("/v1/placed/B/rename", #"{"to":"C"}"#)
      #expect(rename.status == 200)
      let first = try await receiver.all(5)
      #expect(first.allSatisfy { isSigned($0) })
      var forged = first[0]
      forged.body.append(0x20)
      #expect(!isSigned(forged))
      let last = try #require(first.last)
      #expect(
        last.json["events"].list.map { [$0["event"], $0["name"]] } == [
          ["removed", "B"], ["placed", "C"],
        ])
      #expect(last.json["tenant"] == .null)
      let hall = try await two.get("/v1/placed/C")
      let event = last.json["events"][1]
      #expect(event["etag"].stringValue == hall.headers["etag"])
      #expect(event["revision"] == hall.json["revision"] && event["kind"] == "UpNext")
    }
    try await kind.run { driver in
      try await ServiceHost.run(settings: settings, widgets: widgets, driver: try driver()) {
        one, _ in
        // Only a database coordinates which of several replicas reports a change.
        guard kind == .postgres else { return try await story(one, one) }
        try await ServiceHost.run(settings: settings, widgets: widgets, driver: try driver()) {
          two, _ in try await story(one, two)
        }
      }
      let before = receiver.count
      // After a restart, reported changes are not reported again.
      try await ServiceHost.run(settings: settings, widgets: widgets, driver: try driver()) {
        client, _ in
        try await Self.put(client, "D")
        let heard = try await receiver.all(before + 1)
        #expect(heard.count == before + 1)
        #expect(heard.last?.number == 4)
        #expect(heard.map(\.number) == [1, 1, 1, 2, 3, 4])
        #expect(Set(heard.prefix(3).map { $0.headers["webhook-id"] }).count == 1)
      }
    }
  }

  @Test func privateAddressesHearNothingUnlessTheyAreNamed() async throws {
    let receiver = try Receiver()
    let address = "http://127.0.0.1:\(receiver.port)/hook"
    let status = try await WebFetch.post(
      Array("{}".utf8), to: address, headers: [:], timeout: .seconds(20), allowsPrivate: true)
    #expect(status == 204)
    #expect(receiver.count == 1)
    for host in ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"] {
      await #expect(throws: (any Error).self, "\(host)") {
        try await WebFetch.post(
          Array("{}".utf8), to: "http://\(host):\(receiver.port)/", headers: [:],
          timeout: .seconds(20), allowsPrivate: false)
      }
    }
    for host in [
      "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "[fd00::1]", "[fe80::1]",
    ] {
      var words = ""
      do {
        _ = try await WebFetch.post(
          [], to: "http://\(host)/", headers: [:], timeout: .seconds(20), allowsPrivate: false)
      } catch { words = "\(error)" }
      #expect(words == "the address is not on the public internet", "\(host)")
    }
    #expect(receiver.count == 1)
  }

  /// During a rotation, a receiver that knows either secret accepts the request.
  @Test func twoSecretsSignDuringARotation() async throws {
    let receiver = try Receiver()
    var settings = settings(receiver)
    settings.webhookSecret = Self.secret + "\n" + Self.oldSecret
    try await ServiceHost.run(settings: settings) { client, _ in
      try await Self.put(client, "Desk")
      let heard = try #require(try await receiver.all(1).first)
      #expect(isSigned(heard, at: 0) && isSigned(heard, by: Self.oldKey, at: 1))
    }
  }

  @Test func settingsThatCannotWorkAreRefused() async throws {
    let receiver = try Receiver()
    var open = settings(receiver, allowed: [])
    var short = settings(receiver)
    short.webhookSecret = "whsec_c2hvcnQ="
    var strange = settings(receiver)
    strange.webhooks = ["ftp://example.org/"]
    var words: [String] = []
    var plain = settings(receiver)
    plain.webhookSecret = "a secret of at least 24 bytes"
    var three = settings(receiver)
    three.webhookSecret = Array(repeating: Self.secret, count: 3).joined(separator: "\n")
    for settings in [open, short, strange, plain, three] {
      do {
        try await ServiceHost.run(settings: settings) { _, _ in }
      } catch let error as ServiceSetupError { words.append("\(error)") }
    }
    #expect(words.count == 5)
    #expect(words.first?.contains("webhookPrivateHosts") == true)
    #expect(words.dropFirst().first?.contains("5 bytes") == true)
    #expect(words.dropFirst(2).first?.contains("ftp://example.org/") == true)
    #expect(words.dropFirst(3).first?.contains("whsec_") == true)
    #expect(words.last?.contains("3 secrets") == true)
    open.webhooks = []
    try await ServiceHost.run(settings: open) { _, _ in }
  }
}
