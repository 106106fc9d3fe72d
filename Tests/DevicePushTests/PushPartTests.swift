import Foundation
import JWTKit
import PushTestSupport
import Testing
import WidgetTestSupport

@testable import DevicePush

/// The parts of the sender that do not need a connection.
@Suite(.startsPrograms) struct PushPartTests {
  // MARK: What a response means

  @Test func `Only 410 ends a token`() {
    for reason in APNsVerdict.reasons.keys {
      for status in [200, 400, 403, 404, 405, 413, 429, 500, 503, 302] {
        let verdict = APNsVerdict(APNsResponse(status: status, reason: reason))
        #expect(verdict != .tokenEnded, "\(status) \(reason)")
      }
      #expect(APNsVerdict(APNsResponse(status: 410, reason: reason)) == .tokenEnded)
    }
    #expect(APNsVerdict(APNsResponse(status: 410)) == .tokenEnded)
  }

  @Test func `Only 200 counts as accepted`() {
    for reason in Array(APNsVerdict.reasons.keys) + ["", "New"] {
      for status in [100, 201, 204, 301, 400, 403, 404, 410, 429, 500, 503] {
        #expect(APNsVerdict(APNsResponse(status: status, reason: reason)) != .accepted)
      }
    }
  }

  @Test func `The body of a response can be anything`() {
    let bodies = [
      "", "{", "[]", "null", #"{"reason": 1}"#, #"{"timestamp": "x"}"#, #"{"timestamp": 1e300}"#,
      #"{"reason": "Bad\u0000\nTopic", "timestamp": -1}"#, "\u{FF}",
    ]
    for body in bodies {
      var answer = APNsResponse(status: 410)
      answer.read(body: Array(body.utf8))
      #expect(answer.timestamp == nil && answer.reason?.contains("\n") != true, "\(body)")
    }
    var answer = APNsResponse(status: 410)
    answer.read(body: Array(#"{"reason": "Unregistered", "timestamp": 1700000000123}"#.utf8))
    #expect(answer.reason == "Unregistered")
    #expect(answer.timestamp == Date(timeIntervalSince1970: 1_700_000_000.123))
  }

  // MARK: Pauses

  @Test func `Pauses double from a minute to an hour`() {
    var circuit = PushCircuit()
    var now = Date(timeIntervalSince1970: 1_000_000)
    func expect(_ admission: PushCircuit.Admission, at date: Date) {
      let found = circuit.admit(at: date, limit: 25)
      #expect(found == admission)
    }
    func expectPause() {
      let hasBegun = circuit.noteFault(at: now, isCertain: true)
      #expect(hasBegun)
    }
    expectPause()
    for minutes in [1.0, 2, 4, 8, 16, 32, 60, 60] {
      let end = now.addingTimeInterval(minutes * 60)
      expect(.none(until: end), at: end.addingTimeInterval(-1))
      now = end
      expect(.one, at: now)
      // Until the single push has a response or reaches its time limit, no other push is sent.
      expect(.none(until: now.addingTimeInterval(25)), at: now)
      expectPause()
    }
    // A response to an earlier request does not end a pause.
    let isEarly = circuit.noteSuccess()
    #expect(!isEarly)
    now += 3_600
    expect(.one, at: now)
    let hasResumed = circuit.noteSuccess()
    #expect(hasResumed)
    expect(.all, at: now)
  }

  @Test func `Working pushes are stopped at the fifth fault in a row`() {
    let now = Date()
    var circuit = PushCircuit()
    func expectWorks() {
      let hasResumed = circuit.noteSuccess()
      #expect(!hasResumed)
    }
    func expectFault(_ begins: Bool) {
      let hasBegun = circuit.noteFault(at: now, isCertain: true)
      #expect(hasBegun == begins)
    }
    expectWorks()
    for _ in 0..<4 { expectFault(false) }
    expectWorks()
    for _ in 0..<4 { expectFault(false) }
    expectFault(true)
    // Further refusals, of requests that were sent earlier, do not begin another pause.
    expectFault(false)
  }

  // MARK: Tokens of a key

  private static let pem = ES256PrivateKey().pemRepresentation

  private func tokens(_ clock: SetClock) throws -> ProviderTokens {
    ProviderTokens(try APNsKey(team: "ABCDE12345", id: "KEY1234567", pem: Self.pem), now: clock.now)
  }

  @Test func `All callers get the same token, which Apple can read`() async throws {
    let tokens = try tokens(SetClock())
    let found = try await withThrowingTaskGroup(of: ProviderTokens.Token.self) { group in
      for _ in 0..<50 { group.addTask { try await tokens.token() } }
      var all: Set<ProviderTokens.Token> = []
      for try await token in group { all.insert(token) }
      return all
    }
    #expect(found.count == 1)
    let parts = try #require(found.first).text.split(separator: ".").map { part in
      Data(
        base64Encoded: part.replacing("-", with: "+").replacing("_", with: "/")
          + String(repeating: "=", count: (4 - part.count % 4) % 4))
    }
    let header = try #require(parts[0].map { String(decoding: $0, as: UTF8.self) })
    let claims = try #require(parts[1].map { String(decoding: $0, as: UTF8.self) })
    #expect(header.contains(#""alg":"ES256""#) && header.contains(#""kid":"KEY1234567""#))
    // The time is a whole number of seconds, not a text.
    #expect(claims.contains(/"iat":\d+[,}]/) && claims.contains(#""iss":"ABCDE12345""#))
    // Neither a debugger nor a log shows the token.
    let token = try #require(found.first)
    var shown = "\(token)"
    dump(token, to: &shown)
    #expect(!shown.contains(token.text.prefix(10)))
  }

  @Test func `A token is renewed after 40 to 50 minutes`() async throws {
    for _ in 0..<20 {
      let clock = SetClock()
      let tokens = try tokens(clock)
      let first = try await tokens.token()
      clock.move(to: 39 * 60)
      #expect(try await tokens.token() == first)
      clock.move(to: 51 * 60)
      #expect(try await tokens.token() != first)
    }
  }

  @Test func `A clock that is set back does not keep a token from the future`() async throws {
    let clock = SetClock()
    let tokens = try tokens(clock)
    clock.move(to: 86_400)
    let first = try await tokens.token()
    clock.move(to: 0)
    #expect(try await tokens.token() != first)
  }

  // MARK: Keys

  @Test func `Key files and their messages`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      set -e
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out right
      openssl ec -in right -out sec1
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp384r1 -out p384
      openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa
      openssl pkey -in right -pubout -out public
      openssl pkcs8 -topk8 -in right -passout pass:x -out encrypted
      openssl req -x509 -new -key right -subj /CN=x -days 2 -out certificate
      sed 's/A/!/' right > damaged
      sed '2s/^......../AAAAAAAA/' right > broken
      head -c 5000 /dev/zero > long
      : > empty
      printf 'hello' > text
      cp right open
      chmod 600 right sec1 p384 rsa public encrypted certificate damaged broken long empty text
      chmod 644 open
      mkdir folder
      """
    let made = try FinishedProgram("sh", ["-c", script], folder: folder)
    try #require(made.status == 0, "\(made.errors)")
    func said(_ name: String) -> String? {
      do throws(PushSetupError) {
        _ = try APNsKey(
          team: "ABCDE12345", id: "KEY1234567", file: folder.appending(path: name).path)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(said("right") == nil)
    #expect(said("sec1") == nil)
    #expect(said("p384")?.hasPrefix("This key is for a curve other than P-256.") == true)
    #expect(said("rsa")?.hasPrefix("This is an RSA key") == true)
    #expect(said("public")?.hasPrefix("This is the public key") == true)
    #expect(said("encrypted")?.hasPrefix("This key is encrypted.") == true)
    #expect(said("certificate")?.hasPrefix("This is a certificate, not a key.") == true)
    #expect(said("damaged")?.hasPrefix("The Base64 of this key is damaged.") == true)
    #expect(said("broken")?.hasPrefix("This key is damaged.") == true)
    #expect(said("long")?.hasPrefix("This is longer than 4096 bytes") == true)
    #expect(said("empty")?.hasPrefix("This is not a key in PEM") == true)
    #expect(said("text")?.hasPrefix("This is not a key in PEM") == true)
    #expect(
      said("open") == "Everybody on this machine can read this key. Change that with: chmod 600")
    #expect(said("folder") == "This is a directory, not a file. Name a file in it.")
    #expect(said("missing") == "The file does not exist. Check the path.")
  }

  @Test func `A key shows its names and nothing else`() throws {
    let key = try APNsKey(team: "ABCDE12345", id: "KEY1234567", pem: Self.pem)
    var shown = "\(key) \(String(reflecting: key))"
    dump(key, to: &shown)
    #expect(shown.contains("KEY1234567") && !shown.contains("BEGIN") && !shown.contains("MIG"))
  }

  @Test func `Identifiers and options that Apple refuses are refused before sending`() throws {
    for text in ["", "ABCDE1234", "ABCDE123456", "abcde12345", "ABCDE 1234", "ÄBCDE12345"] {
      #expect(throws: PushSetupError.self) {
        try APNsKey(team: text, id: "KEY1234567", pem: Self.pem)
      }
      #expect(throws: PushSetupError.self) {
        try APNsKey(team: "ABCDE12345", id: text, pem: Self.pem)
      }
    }
    for options in [
      APNsOptions(priority: 7), APNsOptions(expiration: -1), APNsOptions(expiration: 2_592_001),
      APNsOptions(collapseID: ""), APNsOptions(collapseID: String(repeating: "x", count: 65)),
      APNsOptions(collapseID: "a b"), APNsOptions(collapseID: "a\nb"),
    ] {
      #expect(throws: PushSetupError.self) { try options.check() }
    }
  }
}
