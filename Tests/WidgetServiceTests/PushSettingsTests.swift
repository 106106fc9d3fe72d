import Crypto
import DevicePush
import Foundation
import Logging
import PushTestSupport
import Testing
import WidgetService
import WidgetStore
import WidgetTestSupport

/// Settings for pushes, tested with the built program, and pushes to an operator's web address.
@Suite(.startsPrograms) struct PushSettingsTests {
  // MARK: Settings

  @Test func `The check reports what is wrong with an app or its key`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "push-settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try await ProgramTests.shell(
      """
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out right.p8 && \
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp384r1 -out other.p8 && \
      openssl req -x509 -new -key right.p8 -subj /CN=x -days 2 -out certificate.p8 && \
      cp right.p8 open.p8 && chmod 600 *.p8 && chmod 644 open.p8
      """, in: folder)
    try #require(made.status == 0, "\(made.output)")
    let program = ProgramFolder.path(of: "widgetconfig-server")
    let intents = ServiceHost.checkout.appending(path: "Intents").path
    func check(_ apps: String, _ more: String = "") async throws -> (output: String, status: Int32)
    {
      try Data(#"{"store": "x.sqlite", "pushApps": \#(apps)\#(more)}"#.utf8)
        .write(to: folder.appending(path: "settings.json"))
      // The check runs from another folder: a relative path is relative to the file.
      return try await ProgramTests.shell(
        """
        cd / && timeout 100 '\(program)' --config '\(folder.path)/settings.json' \
        --intents '\(intents)' --check-config
        """, in: folder)
    }
    func app(
      _ file: String, bundle: String = "com.example.clock", team: String = "ABCDE12345"
    )
      -> String
    {
      #"{"bundle": "\#(bundle)", "environment": "production", "team": "\#(team)", "keyId": "KEY1234567", "keyFile": "\#(file)"}"#
    }
    let good = try await check(
      "[\(app("right.p8")), \(app("right.p8", bundle: "com.example.two"))]")
    #expect(good.status == 0, "\(good.output)")
    let cases: [(apps: String, more: String, words: String)] = [
      ("[\(app("missing.p8"))]", "", "missing.p8: The file does not exist."),
      ("[\(app("other.p8"))]", "", "This key is for a curve other than P-256."),
      ("[\(app("certificate.p8"))]", "", "This is a certificate, not a key."),
      ("[\(app("open.p8"))]", "", "Everybody on this machine can read this key."),
      ("[\(app("right.p8", bundle: "com/example"))]", "", "is not a bundle identifier"),
      ("[\(app("right.p8", team: "abc"))]", "", "The team is “abc”."),
      ("[\(app("right.p8")), \(app("right.p8"))]", "", "has two keys for “production”"),
      (
        #"[{"bundle": "a.b", "environment": "sandbox", "webhook": "https://x.example"}]"#, "",
        "“sandbox”"
      ),
      (#"[{"bundle": "a.b", "environment": "production"}]"#, "", "“team”"),
      (
        #"[{"bundle": "a.b", "environment": "production", "webhook": "http://x.example"}]"#, "",
        "not secure"
      ),
      (#"{"bundle": "a.b"}"#, "", ":1:"),
      ("[\(app("right.p8"))]", #", "pushPriority": 7"#, "Give 1, 5 or 10."),
      (
        "[\(app("right.p8"))]",
        #", "pushStandIn": "https://localhost:1", "pushStandInRoots": "certificate.p8""#,
        "has a key for production"
      ),
    ]
    for (apps, more, words) in cases {
      let found = try await check(apps, more)
      #expect(found.status == 78, "\(apps)\(more): \(found.output)")
      #expect(found.output.contains(words), "\(apps)\(more): \(found.output)")
      #expect(!found.output.contains("BEGIN") && !found.output.contains("MIG"))
    }
    // The same array can be given in the environment.
    let variable = try await ProgramTests.shell(
      """
      WIDGETCONFIG_PUSH_APPS='[{"bundle": "a.b", "environment": "production"}]' \
      '\(program)' --intents '\(intents)' --store x.sqlite --check-config
      """, in: folder)
    #expect(variable.status == 78)
    #expect(variable.output.contains("pushApps:1:2: "), "\(variable.output)")
  }

  /// Pushes to Apple need a libcurl with HTTP/2; pushes to a web address do not.
  @Test(arguments: [(0, "libcurl has no HTTP/2"), (1 << 16, nil)])
  func `The check names a libcurl that has no HTTP/2`(
    _ features: Int, _ words: String?
  )
    async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "push-libcurl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = [
      "easy_init", "easy_setopt", "easy_getinfo", "easy_strerror", "easy_cleanup", "slist_append",
      "slist_free_all", "multi_init", "multi_setopt", "multi_add_handle", "multi_remove_handle",
      "multi_perform", "multi_poll", "multi_wakeup", "multi_info_read", "multi_strerror",
      "multi_cleanup",
    ]
    try Data(
      """
      struct { int age; const char *version; unsigned number; const char *host; int features; }
        version = {0, "7.68.0", 0x074400, "", \(features)};
      void *curl_version_info(int age) { return &version; }
      int curl_global_init(long flags) { return 0; }
      \(names.map { "void curl_\($0)(void) {}" }.joined(separator: "\n"))
      """.utf8
    ).write(to: folder.appending(path: "curl.c"))
    try Data(
      #"""
      {"store": "x.sqlite", "pushApps": [{"bundle": "com.example.clock", "environment": "production",
        "team": "ABCDE12345", "keyId": "KEY1234567", "keyFile": "key.p8"}]}
      """#.utf8
    ).write(to: folder.appending(path: "settings.json"))
    let found = try await ProgramTests.shell(
      """
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out key.p8 2> errors && \
      chmod 600 key.p8 && clang -shared -fPIC -o libcurl.so.4 curl.c && LD_LIBRARY_PATH=$PWD \
      '\(ProgramFolder.path(of: "widgetconfig-server"))' --config settings.json \
      --intents '\(ServiceHost.checkout.appending(path: "Intents").path)' --check-config
      """, in: folder)
    #expect(found.status == (words == nil ? 0 : 78), "\(found.output)")
    guard let words else { return }
    #expect(
      found.output.contains(
        """
        “pushApps”: Pushes to Apple cannot be sent: \(words). Install libcurl 7.68 or newer, with \
        HTTP/2, then try again.
        """), "\(found.output)")
  }

  // MARK: A web address

  private static let app = PushApp(bundle: "com.example.clock", environment: .production)
  private static let key = Data(repeating: 7, count: 32)

  private static func sender(_ receiver: Receiver) throws -> WebhookPushSender {
    var settings = ServiceSettings()
    settings.webhookSecret = "whsec_" + key.base64EncodedString()
    settings.webhookPrivateHosts = ["127.0.0.1"]
    return try WebhookPushSender(
      addresses: [app: "http://127.0.0.1:\(receiver.port)/push"], settings: settings,
      logger: Logger(label: "push", factory: { _ in SwiftLogNoOpLogHandler() }))
  }

  @Test func `A push is a signed request`() async throws {
    let receiver = try Receiver()
    let push = WidgetPush(token: "0a1b2c")
    let outcomes = try await Self.sender(receiver).send([push], to: Self.app)
    guard case .accepted(let receipt)? = outcomes.first else {
      return #expect(Bool(false), "\(outcomes)")
    }
    #expect(receipt.status == 204 && outcomes.count == 1)
    let heard = try #require(try await receiver.all(1).first)
    #expect(heard.json["type"].stringValue == "widgets.push")
    #expect(heard.json["data"]["token"].stringValue == "0a1b2c")
    #expect(heard.json["data"]["app"].stringValue == "com.example.clock")
    #expect(heard.json["data"]["environment"].stringValue == "production")
    let id = push.id.uuidString.lowercased()
    #expect(heard.headers["webhook-id"] == id)
    let time = try #require(heard.headers["webhook-timestamp"])
    let signature = HMAC<SHA256>.authenticationCode(
      for: Data("\(id).\(time).".utf8) + Data(heard.body), using: SymmetricKey(data: Self.key))
    #expect(heard.headers["webhook-signature"] == "v1," + Data(signature).base64EncodedString())
  }

  @Test func `The status determines the result of a push`() async throws {
    for (status, headers, word) in [
      (200, [], "accepted"), (202, [], "accepted"), (410, [], "tokenEnded"),
      (429, ["Retry-After: 7"], "deviceBusy"), (400, [], "failed"), (500, [], "failed"),
      (503, ["Retry-After: 7"], "failed"), (302, [], "failed"),
    ] {
      let receiver = try Receiver { _, _ in .init(status, headers: headers) }
      let outcomes = try await Self.sender(receiver).send(
        [WidgetPush(token: "aa")], to: Self.app)
      #expect(outcomes.count == 1)
      for outcome in outcomes {
        #expect("\(outcome)".hasPrefix(word), "\(status): \(outcome)")
        #expect(headers.isEmpty || "\(outcome)".contains("7.0 seconds"), "\(outcome)")
      }
    }
  }

  @Test func `Many pushes are sent at once, and an unreachable address is not tried for each`()
    async throws
  {
    let receiver = try Receiver()
    let sender = try Self.sender(receiver)
    let pushes = (0..<100).map { WidgetPush(token: String(format: "%04x", $0)) }
    let outcomes = await sender.send(pushes, to: Self.app)
    #expect(outcomes.allSatisfy { "\($0)".hasPrefix("accepted") })
    let tokens = try await receiver.all(100).compactMap { $0.json["data"]["token"].stringValue }
    #expect(Set(tokens).count == 100)
    receiver.obey { _, _ in 500 }
    let failed = await sender.send(pushes, to: Self.app)
    #expect(failed.allSatisfy { "\($0)".hasPrefix("failed") })
    #expect(receiver.count < 200)
  }
}
