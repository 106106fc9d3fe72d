import Crypto
import CryptoExtras
import Foundation
import JSONC
import JWTKit
import Messages
import Testing
import WidgetService
import WidgetTestSupport

/// Tokens from an identity provider, whose keys are in a JWKS file and change while the service
/// runs.
@Suite(.startsPrograms) struct KeyTests {
  /// A key that signs tokens, and its entry in a JWKS file.
  private struct Key {
    let keys: JWTKeyCollection
    let identifier: JWKIdentifier
    let member: String

    /// Makes a key of a type, for an algorithm (RFC 7518, section 3.1).
    static func generated(
      _ name: String, type: String, algorithm: String
    ) async throws -> Key {
      switch type {
      case "RSA": try await rivest(name, algorithm)
      default: try await elliptic(name, algorithm)
      }
    }

    static func elliptic(_ name: String, _ algorithm: String = "ES256") async throws -> Key {
      switch algorithm {
      case "ES384": try await elliptic(name, algorithm, ES384PrivateKey())
      case "ES512": try await elliptic(name, algorithm, ES512PrivateKey())
      default: try await elliptic(name, algorithm, ES256PrivateKey())
      }
    }

    private static func elliptic(
      _ name: String, _ algorithm: String, _ key: some ECDSAKey
    ) async throws -> Key {
      let (x, y) = try #require(key.parameters)
      let keys = JWTKeyCollection()
      let identifier = JWKIdentifier(string: name)
      await keys.add(ecdsa: key, kid: identifier)
      return Key(
        keys: keys, identifier: identifier,
        member: """
          {"kty":"EC","crv":"\(key.curve.rawValue)","alg":"\(algorithm)","use":"sig",\
          "kid":"\(name)","x":"\(url(x))","y":"\(url(y))"}
          """)
    }

    static func rivest(_ name: String, _ algorithm: String = "RS256") async throws -> Key {
      let backing = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let primitives = try backing.publicKey.getKeyPrimitives()
      let keys = JWTKeyCollection()
      let identifier = JWKIdentifier(string: name)
      let key = try JWTKit.Insecure.RSA.PrivateKey(backing: backing)
      let digest: DigestAlgorithm =
        switch algorithm.suffix(3) {
        case "384": .sha384
        case "512": .sha512
        default: .sha256
        }
      if algorithm.hasPrefix("PS") {
        await keys.add(pss: key, digestAlgorithm: digest, kid: identifier)
      } else {
        await keys.add(rsa: key, digestAlgorithm: digest, kid: identifier)
      }
      let (n, e) = (
        url(primitives.modulus.base64EncodedString()),
        url(primitives.publicExponent.base64EncodedString())
      )
      return Key(
        keys: keys, identifier: identifier,
        member: """
          {"kty":"RSA","alg":"\(algorithm)","use":"sig","kid":"\(name)","n":"\(n)","e":"\(e)"}
          """)
    }

    /// Base64 for URLs (RFC 4648, section 5).
    private static func url(_ text: String) -> String {
      text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    func token(expires: TimeInterval = 600) async throws -> [String: String] {
      try await Tokens.token("a", expires: expires, signedBy: keys, key: identifier)
    }
  }

  private static func set(_ keys: [Key]) -> String {
    "{\"keys\":[\(keys.map(\.member).joined(separator: ","))]}"
  }

  /// A token is accepted if the key with its name signed it, with each algorithm for each type of
  /// key.
  @Test(
    arguments: ServiceAccess.keyAlgorithms.flatMap { type, algorithms in
      algorithms.map { (type, $0) }
    })
  func everyAlgorithmIsAccepted(type: String, algorithm: String) async throws {
    let key = try await Key.generated("one", type: type, algorithm: algorithm)
    let forged = try await Key.generated("one", type: type, algorithm: algorithm)
    let text = Self.set([key])
    let access = try await ServiceAccess(
      secret: nil, keySet: { () throws(ServiceSetupError) in text })
    try await ServiceHost.run(access: access) { client, _ in
      for (key, status) in [(key, 200), (forged, 401)] {
        let answer = try await client.get("/v1/widgets", headers: try await key.token())
        #expect(answer.status == status, "\(answer.text)")
      }
    }
  }

  @Test func keysOfAFileAreTakenAndChangeWithIt() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "keys-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let (one, two) = (try await Key.elliptic("one"), try await Key.rivest("two"))
    let other = try await Key.elliptic("other")
    // A different key with the name of a known key.
    let forged = try await Key.elliptic("one")
    try Data(Self.set([one, two]).utf8).write(to: file)
    let path = file.path
    let (problems, said) = AsyncStream.makeStream(of: ServiceSetupError.self)
    let access = try await ServiceAccess(
      secret: nil,
      keySet: { () throws(ServiceSetupError) in
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
          throw ServiceSetupError(.verbatim("gone"))
        }
        return text
      }, reading: .milliseconds(10), report: { said.yield($0) })
    try await ServiceHost.run(access: access) { client, _ in
      func isReloaded() async throws -> Bool {
        try await client.get("/metrics", headers: try await other.token()).text
          .contains("widgetconfig_config_reload_success 1")
      }
      func status(_ key: Key, expires: TimeInterval = 600) async throws -> Int {
        try await Task.sleep(for: .milliseconds(20))
        return try await client.get(
          "/v1/placed", headers: try await key.token(expires: expires)
        ).status
      }
      #expect(try await status(one) == 200)
      #expect(try await status(two) == 200)
      #expect(try await status(one, expires: -5) == 401)
      #expect(try await status(other) == 401)
      #expect(try await status(forged) == 401)
      // One key is removed, and another is added.
      try Data(Self.set([two, other]).utf8).write(to: file)
      #expect(try await status(other) == 200)
      #expect(try await status(two) == 200)
      #expect(try await status(one) == 401)
      // An incomplete, broken or missing file changes nothing.
      for text in ["", #"{"keys":["#, #"{"keys":[]}"#] {
        #expect(try await isReloaded())
        try Data(text.utf8).write(to: file)
        #expect(try await status(other) == 200)
        // The error persists, however often the same text is read.
        for _ in 0..<2 { #expect(try await !isReloaded()) }
        try Data(Self.set([two, other]).utf8).write(to: file)
        #expect(try await status(other) == 200)
      }
      try FileManager.default.removeItem(atPath: path)
      #expect(try await status(other) == 200)
      #expect(try await !isReloaded())
      try Data(Self.set([one]).utf8).write(to: URL(filePath: path))
      #expect(try await status(one) == 200)
      #expect(try await status(other) == 401)
    }
    said.finish()
    var count = 0
    for await problem in problems {
      count += 1
      let text = "\(problem)"
      #expect(text.contains("key set") || text == "gone", "\(problem)")
    }
    #expect(count >= 4)
  }

  /// The issuer's keys come from its URL: they are kept, changed keys are found, and a failed
  /// request changes nothing.
  @Test func keysOfAnIssuerAreFetchedAndRotate() async throws {
    let (one, two) = (try await Key.elliptic("one"), try await Key.rivest("two"))
    let other = try await Key.elliptic("other")
    // A key that does not sign tokens is ignored.
    let strange = #"{"kty":"oct","kid":"s","k":"AA"},{"kty":"RSA","kid":"e","use":"enc","n":"AA"}"#
    func set(_ keys: [Key]) -> Receiver.Reply {
      let members = keys.map(\.member).joined(separator: ",")
      return Receiver.Reply(
        200, headers: ["ETag: \"1\""], body: "{\"keys\":[\(strange),\(members)]}")
    }
    let before = set([one, two])
    let after = set([two, other])
    let issuer = try Receiver { _, _ in before }
    var address = try IssuerKeys(url: "http://127.0.0.1:\(issuer.port)/keys")
    address.pause = .milliseconds(300)
    let access = try await ServiceAccess(
      readingSecret: nil, keySet: nil, issuerKeys: address)
    try await ServiceHost.run(access: access) { client, _ in
      func status(_ key: Key) async throws -> Int {
        try await client.get("/v1/placed", headers: try await key.token()).status
      }
      #expect(try await status(one) == 200)
      #expect(try await status(two) == 200)
      #expect(try await client.get("/readyz").status == 200)
      // Unknown keys cause a request to the issuer, but not more often than the pause allows.
      let (asked, start) = (issuer.count, ContinuousClock.now)
      for _ in 0..<9 { #expect(try await status(other) == 401) }
      let pauses = Int(start.duration(to: .now) / .milliseconds(300))
      #expect(issuer.count <= asked + 1 + pauses)
      issuer.obey { _, _ in after }
      try await eventually("the new key") { try await status(other) == 200 }
      #expect(try await status(other) == 200)
      #expect(try await status(one) == 401)
      for reply in [
        500, Receiver.Reply(200, body: "{"), Receiver.Reply(200, body: #"{"keys":[]}"#),
        Receiver.Reply(200, body: String(repeating: " ", count: 300_000)),
      ] as [Receiver.Reply] {
        issuer.obey { _, _ in reply }
        #expect(try await status(other) == 200)
        #expect(try await status(one) == 401)
        try await Task.sleep(for: .milliseconds(310))
      }
      let metrics = try await client.get("/metrics", headers: try await other.token()).text
      #expect(metrics.contains("\nwidgetconfig_jwks_last_success_timestamp_seconds 1"))
    }
  }

  /// The command line in the article makes a token that the service accepts.
  @Test func theTokenOfTheArticleIsTaken() async throws {
    let article = try ServiceHost.article("RunTheService")
    let line = try #require(article.split(separator: "\n").first { $0.hasPrefix("$ part()") })
    let folder = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data((Tokens.secret + "\n").utf8).write(to: folder.appending(path: "secret"))
    let made = try await ProgramTests.shell("\(line.dropFirst(2)); cat token", in: folder)
    let token = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let access = try await ServiceAccess(
      secret: Tokens.secret, keySet: nil, issuer: "accounts.example.org")
    try await ServiceHost.run(access: access) { client, _ in
      let answer = try await client.get("/v1/placed", headers: ["Authorization": "Bearer \(token)"])
      #expect(answer.status == 200, "\(token): \(answer.text)")
    }
  }

  /// The issuer's keys are fetched again when they are due, but not more often.
  @Test func keysAreKeptForTheirTime() async throws {
    let one = Self.set([try await Key.elliptic("one")])
    let issuer = try Receiver { _, _ in Receiver.Reply(200, body: one) }
    var address = try IssuerKeys(url: "http://127.0.0.1:\(issuer.port)/keys")
    (address.pause, address.freshFor) = (.milliseconds(1), .seconds(1))
    let start = ContinuousClock.now
    let access = try await ServiceAccess(readingSecret: nil, keySet: nil, issuerKeys: address)
    try await ServiceHost.run(access: access) { client, _ in
      try await Task.sleep(for: .seconds(3))
    }
    let most = 2 + Int(start.duration(to: .now) / .seconds(1))
    #expect((2...most).contains(issuer.count), "\(issuer.count) of \(most)")
  }

  /// Without the issuer, the service starts, reports that it is not ready, and tries again.
  @Test func aServiceWaitsForItsIssuer() async throws {
    let one = try await Key.elliptic("one")
    let issuer = try Receiver { _, _ in 503 }
    var address = try IssuerKeys(url: "http://localhost:\(issuer.port)/keys")
    address.pause = .milliseconds(100)
    let (problems, said) = AsyncStream.makeStream(of: ServiceSetupError.self)
    let access = try await ServiceAccess(
      readingSecret: nil, keySet: nil, issuerKeys: address, report: { said.yield($0) })
    try await ServiceHost.run(access: access) { client, _ in
      let early = try await client.get("/v1/placed", headers: try await one.token())
      #expect(early.status == 503 && early.json["code"] == "keys-unavailable")
      #expect(early.headers["retry-after"] == "5")
      let ready = try await client.get("/readyz")
      #expect(ready.status == 503 && ready.json["code"] == "keys-unavailable")
      #expect(try await client.get("/healthz").status == 200)
      let body = Self.set([one])
      issuer.obey { _, _ in Receiver.Reply(200, body: body) }
      let end = ContinuousClock.now + .seconds(60)
      while try await client.get("/readyz").status != 200, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(try await client.get("/readyz").status == 200)
      #expect(try await client.get("/v1/placed", headers: try await one.token()).status == 200)
    }
    said.finish()
    var texts: [String] = []
    for await problem in problems { texts.append("\(problem)") }
    #expect(texts.first?.contains("“jwks”") == true && texts.first?.contains("503") == true)
  }

  @Test func onlySecureIssuersAreAsked() {
    for url in ["http://example.org/keys", "ftp://example.org/keys", "keys.json"] {
      #expect(throws: ServiceSetupError.self, "\(url)") { try IssuerKeys(url: url) }
    }
    #expect(throws: Never.self) { try IssuerKeys(url: "https://example.org/keys") }
  }

  /// Only public routes respond without a valid token.
  @Test func everyRouteAsksForAToken() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let forged = try await Tokens.token("a", secret: "another secret of at least 32 bytes!")
    let none = try await Tokens.token("a", "")
    try await ServiceHost.run(access: access) { client, _ in
      let document = try await client.get("/v1/openapi.json").json
      var (asked, open) = (0, Set<String>())
      for (path, operations) in document["paths"].objectValue ?? [:] {
        for (method, operation) in operations.objectValue ?? [:] {
          let place = path.replacing("{kind}", with: "UpNext").replacing("{name}", with: "Desk")
          guard !operation["security"].list.isEmpty else {
            open.insert(path)
            continue
          }
          asked += 1
          for (headers, status) in [([:], 401), (forged, 401), (none, 403)] {
            let body = operation["requestBody"].isNull ? nil : "{}"
            let answer = try await client.send(
              method.uppercased(), place, body, headers: headers)
            #expect(answer.status == status, "\(method) \(place): \(answer.text)")
          }
        }
      }
      #expect(asked > 25)
      #expect(open.isSuperset(of: ["/healthz", "/readyz", "/v1/openapi.json"]))
      #expect(!open.contains { $0.hasPrefix("/v1/placed") || $0.hasPrefix("/v1/widgets") })
    }
  }

  /// Each change either accepts an “Idempotency-Key” or refuses it, as the document says; none
  /// ignores it.
  @Test func noChangeIgnoresAnIdempotencyKey() async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    let scopes: Set = ["write", "device", "admin", "operator"]
    let caller = try await Tokens.token("a", "read " + scopes.sorted().joined(separator: " "))
    try await ServiceHost.run(access: access) { client, _ in
      let document = try await client.get("/v1/openapi.json").json
      var (taking, refusing) = (Set<String>(), Set<String>())
      for (path, operations) in document["paths"].objectValue ?? [:] {
        for (method, operation) in operations.objectValue ?? [:] where method != "get" {
          let needed = operation["security"].list.flatMap { $0["token"].list }
          guard needed.contains(where: { scopes.contains($0.stringValue ?? "") }) else { continue }
          let place = path.replacing("{kind}", with: "UpNext").replacing("{name}", with: "Desk")
          let answer = try await client.send(
            method.uppercased(), place, operation["requestBody"].isNull ? nil : "{}",
            headers: caller.merging(["Idempotency-Key": "k"]) { $1 })
          let isRefused = answer.json["code"] == "key-not-taken"
          let isTaken = operation["parameters"].list.contains { $0["name"] == "Idempotency-Key" }
          #expect(isRefused != isTaken, "\(method) \(place): \(answer.text)")
          #expect(!isRefused || answer.status == 400)
          let summary = operation["responses"]["400"]["description"].stringValue ?? ""
          #expect(
            summary.contains("Idempotency-Key") == isRefused, "\(method) \(place): \(summary)")
          let name = operation["operationId"].stringValue ?? "?"
          if isTaken { taking.insert(name) } else { refusing.insert(name) }
        }
      }
      #expect(taking == ["copy", "rename", "restore"])
      #expect(
        refusing.isSuperset(of: [
          "putPlaced", "deletePlaced", "importPlaced", "reload", "reloadKind", "reloadAll",
          "replayDeliveries", "skipDeliveries", "enableWebhook", "erasePlaced", "eraseSubject",
          "eraseTenant", "putDevice",
        ]), "\(refusing)")
    }
  }

  /// A file and an issuer follow the same rule: only keys that verify signatures are used.
  @Test func keysForOtherPurposesAreLeftAlone() async throws {
    let sign = try await Key.elliptic("sign")
    let other = try await Key.elliptic("other")
    let uses = [
      (#""use":"enc""#, false), (#""use":"sig","key_ops":["deriveKey"]"#, false),
      (#""key_ops":["sign"]"#, false), (#""key_ops":["verify","sign"]"#, true),
      (#""use":"sig","alg":"ECDH-ES""#, false), (#""use":"sig","alg":"HS256""#, false),
      (#""x5t":"ignored""#, true),
    ]
    for (use, verifies) in uses {
      let bare = other.member.replacing(#","alg":"ES256","use":"sig""#, with: "")
      let member = bare.replacing(#""kty":"EC""#, with: #""kty":"EC",\#(use)"#)
      let text = "{\"keys\":[\(member),\(sign.member)]}"
      let issuer = try Receiver { _, _ in Receiver.Reply(200, body: text) }
      let address = try IssuerKeys(url: "http://127.0.0.1:\(issuer.port)/keys")
      let file: @Sendable () throws(ServiceSetupError) -> String = { () throws(ServiceSetupError) in
        text
      }
      for isFile in [true, false] {
        let access = try await ServiceAccess(
          readingSecret: nil, keySet: isFile ? file : nil, issuerKeys: isFile ? nil : address)
        try await ServiceHost.run(access: access) { client, _ in
          let answer = try await client.get("/v1/placed", headers: try await other.token())
          #expect(answer.status == (verifies ? 200 : 401), "\(use) \(isFile): \(answer.text)")
          let signed = try await client.get("/v1/placed", headers: try await sign.token())
          #expect(signed.status == 200)
          guard !verifies else { return }
          #expect(answer.json["title"].stringValue?.contains("“other”") == true, "\(answer.text)")
          #expect(answer.headers["www-authenticate"] == #"Bearer error="invalid_token""#)
        }
      }
    }
  }

  /// Invalid key sets, and the part that the error names.
  @Test func anUnusableKeySetIsRefused() async throws {
    let (one, two) = (try await Key.elliptic("one"), try await Key.elliptic("one"))
    let enc = one.member.replacing(#""sig""#, with: #""enc""#)
    for (members, named) in [
      ([one, two].map(\.member), "“one”"), ([enc], "“use”"),
      ([one.member.replacing(#""kid":"one","#, with: "")], "“kid”"),
      ([one.member.replacing("P-256", with: "P-999")], "“one”"),
    ] {
      let text = "{\"keys\":[\(members.joined(separator: ","))]}"
      let error = await #expect(throws: ServiceSetupError.self) {
        try await ServiceAccess(secret: nil, keySet: { () throws(ServiceSetupError) in text })
      }
      #expect(error?.description.contains(named) == true, "\(String(describing: error))")
    }
    // A key that is listed twice is a single key.
    let twice = "{\"keys\":[\(one.member),\(one.member)]}"
    let access = try await ServiceAccess(
      secret: nil, keySet: { () throws(ServiceSetupError) in twice })
    try await ServiceHost.run(access: access) { client, _ in
      let answer = try await client.get("/v1/placed", headers: try await one.token())
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  /// If two claims had the same name, two readers, such as a gateway and this service, could read
  /// different values.
  @Test(arguments: [
    (#"{"sub":"ada","exp":4102444800,"scope":"read","tenant":"a"}"#, 200),
    (#"{"sub":"ada","exp":4102444800,"scope":"read","tenant":"a","tenant":"b"}"#, 401),
    (#"{"sub":"ada","exp":1,"exp":4102444800,"scope":"read"}"#, 401),
    (#"{"sub":"ada","exp":4102444800,"scope":"read","x":{"y":1,"y":2}}"#, 401),
    ("[1]", 401),
  ])
  func claimsHaveDifferentNames(_ claims: String, _ status: Int) async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(access: access) { client, _ in
      let token = Self.token(#"{"alg":"HS256"}"#, claims)
      let answer = try await client.get("/v1/widgets", headers: token)
      #expect(answer.status == status, "\(answer.text)")
      let padded = token.mapValues { $0.replacing(".", with: "=.") }
      #expect(try await client.get("/v1/widgets", headers: padded).status == 401)
    }
  }

  /// A handmade token that a library would not write.
  private static func token(
    _ header: String,
    _ claims: String = #"{"sub":"ada","exp":4102444800,"scope":"read","tenant":"a"}"#,
    secret: String = Tokens.secret
  ) -> [String: String] {
    func part(_ bytes: some Sequence<UInt8>) -> String {
      Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }
    let text = part(header.utf8) + "." + part(claims.utf8)
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(text.utf8), using: SymmetricKey(data: Array(secret.utf8)))
    return ["Authorization": "Bearer \(text).\(part(code))"]
  }

  /// A valid signature does not excuse an invalid header.
  @Test(arguments: [
    (#"{"alg":"HS256","typ":"JWT"}"#, 200),
    (#"{"alg":"\#(ServiceAccess.secretAlgorithm)","kid":"any"}"#, 200),
    (#"{"alg":"HS256","crit":["exp"]}"#, 401),
    (#"{"alg":"HS256","crit":["b64"],"b64":false}"#, 401),
    (#"{"alg":"HS256","crit":[]}"#, 401),
    (#"{"alg":"HS512"}"#, 401),
    (#"{"alg":"RS256"}"#, 401),
    (#"{"alg":"none"}"#, 401),
    (#"{"alg":"hs256"}"#, 401),
    (#"{"typ":"JWT"}"#, 401),
    ("[]", 401),
  ])
  func theHeaderOfATokenIsChecked(_ header: String, _ status: Int) async throws {
    let access = try await ServiceAccess(secret: Tokens.secret, keySet: nil)
    try await ServiceHost.run(access: access) { client, _ in
      let answer = try await client.get("/v1/widgets", headers: Self.token(header))
      #expect(answer.status == status, "\(answer.text)")
      if status == 401 { #expect(answer.json["code"] == "token-invalid") }
    }
  }

  /// A key without an algorithm uses the one for its type, whichever token comes first.
  @Test func aKeyWithoutAnAlgorithmHasItsOwn() async throws {
    let key = try await Key.rivest("one")
    let member = key.member.replacing(#""alg":"RS256","#, with: "")
    let access = try await ServiceAccess(
      secret: nil, keySet: { () throws(ServiceSetupError) in "{\"keys\":[\(member)]}" })
    try await ServiceHost.run(access: access) { client, _ in
      let good = try await key.token()
      let parts = (good["Authorization"] ?? "").split(separator: ".")
      let header = Data(#"{"alg":"RS512","kid":"one"}"#.utf8).base64EncodedString()
        .replacing("=", with: "")
      let wrong = ["Authorization": "Bearer \(header).\(parts[1]).\(parts[2])"]
      #expect(try await client.get("/v1/widgets", headers: wrong).status == 401)
      #expect(try await client.get("/v1/widgets", headers: good).status == 200)
    }
  }
}
