import CryptoExtras
import Foundation
import JSONC
import JWTKit
import Messages
import Testing
import WidgetService
import WidgetTestSupport

/// Tokens of an identity provider, whose keys are in a JWKS file and change while the service runs.
@Suite(.startsPrograms) struct KeyTests {
  /// A key that signs tokens, and its entry in a JWKS file.
  private struct Key {
    let keys: JWTKeyCollection
    let identifier: JWKIdentifier
    let member: String

    static func elliptic(_ name: String) async throws -> Key {
      let key = ES256PrivateKey()
      let (x, y) = try #require(key.parameters)
      let keys = JWTKeyCollection()
      let identifier = JWKIdentifier(string: name)
      await keys.add(ecdsa: key, kid: identifier)
      return Key(
        keys: keys, identifier: identifier,
        member: """
          {"kty":"EC","crv":"P-256","alg":"ES256","use":"sig","kid":"\(name)","x":"\(url(x))",\
          "y":"\(url(y))"}
          """)
    }

    static func rivest(_ name: String) async throws -> Key {
      let backing = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let primitives = try backing.publicKey.getKeyPrimitives()
      let keys = JWTKeyCollection()
      let identifier = JWKIdentifier(string: name)
      await keys.add(
        rsa: try JWTKit.Insecure.RSA.PrivateKey(backing: backing), digestAlgorithm: .sha256,
        kid: identifier)
      let (n, e) = (
        url(primitives.modulus.base64EncodedString()),
        url(primitives.publicExponent.base64EncodedString())
      )
      return Key(
        keys: keys, identifier: identifier,
        member: #"{"kty":"RSA","alg":"RS256","use":"sig","kid":"\#(name)","n":"\#(n)","e":"\#(e)"}"#
      )
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

  @Test func keysOfAFileAreTakenAndChangeWithIt() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "keys-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let (one, two) = (try await Key.elliptic("one"), try await Key.rivest("two"))
    let other = try await Key.elliptic("other")
    // Another key with a known name.
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
        try Data(text.utf8).write(to: file)
        #expect(try await status(other) == 200)
      }
      try FileManager.default.removeItem(atPath: path)
      #expect(try await status(other) == 200)
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

  /// Only public routes answer without a valid token.
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
}
