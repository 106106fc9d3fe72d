import Foundation
import IntentModel
import IntentOptions
import JSONC
import Messages
import Testing
import WidgetTestSupport

/// According to an independent validator, the service's responses match its OpenAPI document.
@Suite(.startsPrograms) struct AnswerSchemaTests {
  /// A source that always fails.
  private struct FailingCalendars: OptionsProvider {
    var name: String { "calendars" }

    func options(for request: OptionsRequest) async throws -> OptionsCollection {
      throw OptionsError(
        .failed, provider: name, message: .verbatim("The calendars are away."),
        remedy: .verbatim("Wait."))
    }
  }

  private static let validator = """
    import json
    from jsonschema import Draft202012Validator
    document = json.load(open("openapi.json"))
    operations = {o["operationId"]: o for p in document["paths"].values() for o in p.values()}
    seen = set()
    def of_text(schema):
        name = schema.get("$ref", "").rpartition("/")[2]
        return document["components"]["schemas"].get(name, schema).get("contentSchema", schema)
    for line in open("answers.jsonl"):
        answer = json.loads(line)
        name, status, kind = answer["operation"], str(answer["status"]), answer["type"]
        responses = operations[name]["responses"]
        response = responses.get(status, responses["default"])
        content = response["content"]
        known = {h.lower() for h in document["components"]["headers"]}
        stated = {h.lower() for h in response["headers"]}
        for header in set(answer["headers"]) & known - stated:
            print(f"{name} {status}: the header field {header} is not stated")
        if int(status) >= 400 and status not in responses:
            print(f"{name} {status}: the status is not stated")
        if kind not in content:
            print(f"{name} {status}: {kind} is not among {list(content)}")
            continue
        seen.add((name, kind))
        schema = {"components": document["components"], **of_text(content[kind]["schema"])}
        for error in Draft202012Validator(schema).iter_errors(answer["body"]):
            print(f"{name} {status}: {error.json_path}: {error.message[:300]}")
    for name, operation in operations.items():
        for status, response in operation["responses"].items():
            for kind, content in response.get("content", {}).items():
                if status[0] == "2" and kind.endswith("json"):
                    if "schema" not in content or not content["schema"]:
                        print(f"{name} {status}: {kind} has no schema")
                    if (name, kind) not in seen:
                        print(f"{name} {status}: no answer in {kind} was looked at")
    """

  /// The responses of all operations, as JSON lines.
  private struct Answers {
    private(set) var lines: [String] = []

    /// Keeps a response with an expected status; for a response with events, keeps the list of the
    /// events.
    @discardableResult
    mutating func keep(
      _ operation: String, _ answer: ServiceResponse, _ status: Int = 200
    ) -> ServiceResponse {
      #expect(answer.status == status, "\(operation): \(answer.text.prefix(500))")
      let type = answer.headers["content-type"] ?? ""
      let events = JSONValue.array(
        answer.events.map { ["event": .string($0.name), "data": $0.json] })
      let body = type == "text/event-stream" ? events.compact : answer.text
      lines.append(
        #"{"operation":"\#(operation)","status":\#(answer.status),"type":"\#(type)","#
          + #""headers":[\#(answer.headers.keys.map { "\"\($0)\"" }.joined(separator: ","))],"#
          + #""body":\#(body.split(separator: "\n").joined())}"#)
      return answer
    }
  }

  @Test(.needsJSONSchema)
  func answersAreAsTheDocumentSays() async throws {
    let widgets = [
      try ServiceHost.upNext(),
      try ServiceHost.upNext(provider: FailingCalendars(), kind: "Broken"),
    ]
    let receiver = try Receiver { number, _ in number == 2 ? 302 : 204 }
    let settings = WebhookTests.settings(receiver)
    try await ServiceHost.run(settings: settings, widgets: widgets, pushSender: PushLog()) {
      client, folder in
      var answers = Answers()
      answers.keep("health", try await client.get("/healthz"))
      answers.keep("ready", try await client.get("/readyz"))
      answers.keep("getProblem", try await client.get("/v1/problems/changed"))
      answers.keep("getProblem", try await client.get("/v1/problems/chnaged"), 404)
      let problems = answers.keep("listProblems", try await client.get("/v1/problems"))
      for problem in problems.json["problems"].list {
        let page = try await client.get(
          problem["type"].stringValue ?? "", headers: ["Accept": "text/html"])
        #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
      }
      let document = answers.keep("openAPI", try await client.get("/v1/openapi.json"))
      try await askForms(client, &answers)
      try await placeWidgets(client, &answers)
      try await sendDefinitions(client, &answers)
      try await followWebhooks(client, &answers)
      let reduced = try await client.get("/v1/openapi.json?webhooks=false")
      let without = reduced.json
      #expect(without["webhooks"].isNull && !document.json["webhooks"].isNull)
      // OpenAPI readers reject a member that is null, so the member is left out.
      #expect(!String(decoding: reduced.body, as: UTF8.self).contains(#""webhooks":null"#))
      #expect(without["paths"] == document.json["paths"])
      try Data(document.body).write(to: folder.appending(path: "openapi.json"))
      try Data(answers.lines.joined(separator: "\n").utf8)
        .write(to: folder.appending(path: "answers.jsonl"))
      try Data(Self.validator.utf8).write(to: folder.appending(path: "validate.py"))
      let verdict = try await ProgramTests.shell("python3 validate.py", in: folder)
      #expect(verdict.status == 0 && verdict.output.isEmpty, "\(verdict.output)")
    }
  }

  private func askForms(_ client: HTTPClient, _ answers: inout Answers) async throws {
    let widget = "/v1/widgets/UpNext"
    answers.keep("listWidgets", try await client.get("/v1/widgets"))
    answers.keep("getWidget", try await client.get(widget))
    answers.keep("getWidget", try await client.get("/v1/widgets/Nope"), 404)
    answers.keep("getForm", try await client.get(widget + "/form?family=systemSmall"))
    answers.keep("getSchema", try await client.get(widget + "/schema"))
    for body in [
      #"{"waitMs":5000,"draft":{"mirrorCalendarApp":false,"calendars":[{"identifier":"work"}]}}"#,
      #"{"seq":3,"waitMs":0,"draft":{"mirrorCalendarApp":false,"filter":"dateRange","emphasis":7}}"#,
      #"{"draft":{"dayStart":{"hour":7},"style":"list"},"family":"systemLarge"}"#,
    ] {
      answers.keep("evaluate", try await client.post(widget + "/evaluate", body))
      answers.keep("evaluate", try await client.post("/v1/widgets/Broken/evaluate", body))
      let events = answers.keep(
        "evaluate",
        try await client.post(
          widget + "/evaluate", body, headers: ["Accept": "text/event-stream"]))
      #expect(events.events.count > 1)
    }
    answers.keep("evaluate", try await client.post(widget + "/evaluate", #"{"draft":3}"#), 422)
    let intent = #""intent":"UpNextIntent","family":"systemMedium","parameters":"#
    for body in [
      #"{"name":"Desk",\#(intent){"emphasis":0.5}}"#, #"{\#(intent){"emphasis":5,"x":1}}"#, "{",
    ] {
      answers.keep("validate", try await client.post(widget + "/validate", body))
    }
    answers.keep("validate", try await client.post(widget + "/validate", ""), 400)
    let options = widget + "/parameters/calendars"
    let draft = #""draft":{"mirrorCalendarApp":false}"#
    for body in [
      "{\(draft)}", #"{\#(draft),"search":"o","window":{"from":1,"count":1}}"#,
      #"{\#(draft),"search":"nothing has this"}"#,
    ] {
      answers.keep("options", try await client.post(options + "/options", body))
    }
    answers.keep(
      "options", try await client.post("/v1/widgets/Broken/parameters/calendars/options", "{}"),
      502)
    answers.keep(
      "resolve", try await client.post(options + "/resolve", #"{"identifiers":["work","gone"]}"#))
    answers.keep("default", try await client.post(options + "/default", "{\(draft)}"))
    answers.keep("placeholder", try await client.get(widget + "/placeholder"))
    answers.keep("previewTimeline", try await client.post(widget + "/timeline", "{\(draft)}"))
    answers.keep("previewSnapshot", try await client.post(widget + "/snapshot", "{\(draft)}"))
  }

  private func placeWidgets(_ client: HTTPClient, _ answers: inout Answers) async throws {
    let desk = "/v1/placed/Desk"
    func put(_ body: String, _ headers: [String: String]) async throws -> ServiceResponse {
      try await client.send("PUT", desk, body, headers: headers)
    }
    let first = #"{"kind":"UpNext","draft":{"emphasis":0.25}}"#
    answers.keep("putPlaced", try await put(first, [:]), 428)
    let tag =
      answers.keep("putPlaced", try await put(first, ["If-None-Match": "*"]), 201)
      .headers["etag"] ?? ""
    let second = #"""
      {"draft":{"mirrorCalendarApp":false,"calendars":[{"identifier":"team","display":"Team"}]}}
      """#
    answers.keep("putPlaced", try await put(second, ["If-Match": tag]))
    answers.keep("putPlaced", try await put(first, ["If-Match": tag]), 412)
    answers.keep("putPlaced", try await put(#"{"draft":{"emphasis":9}}"#, ["If-Match": "*"]), 422)
    answers.keep("getPlaced", try await client.get(desk))
    answers.keep("getPlaced", try await client.get("/v1/placed/Nowhere"), 404)
    answers.keep("copy", try await client.post(desk + "/copy", #"{"to":"Hall"}"#), 201)
    answers.keep("copy", try await client.post(desk + "/copy", #"{"to":"Hall"}"#), 409)
    answers.keep("rename", try await client.post("/v1/placed/Hall/rename", #"{"to":"Shelf"}"#))
    answers.keep("restore", try await client.post(desk + "/restore", #"{"revision":1}"#))
    answers.keep("listPlaced", try await client.get("/v1/placed"))
    for path in ["/timeline", "/timeline?at=2026-11-23T07:00:00Z"] {
      answers.keep("timeline", try await client.get(desk + path))
    }
    answers.keep("snapshot", try await client.get(desk + "/snapshot"))
    for body in ["{}", #"{"days":3,"views":10,"seed":4}"#] {
      answers.keep("simulate", try await client.post(desk + "/simulate", body))
    }
    for (name, path) in [
      ("reload", desk + "/reload"), ("reloadKind", "/v1/widgets/UpNext/reload"),
      ("reloadAll", "/v1/reload"),
    ] {
      answers.keep(name, try await client.post(path, #"{"reason":"foreground"}"#))
      answers.keep(name, try await client.post(path, #"{"reason":"no reason"}"#), 422)
    }
    answers.keep("reload", try await client.post("/v1/placed/Nowhere/reload", ""), 404)
    try await registerDevices(client, &answers)
    let removed = try await client.send("DELETE", desk, headers: ["If-Match": "*"])
    #expect(removed.status == 204)
    answers.keep("listRemoved", try await client.get("/v1/removed"))
    for name in ["Desk", "Shelf"] {
      answers.keep("history", try await client.get("/v1/placed/\(name)/history"))
    }
    for query in ["", "?limit=2"] {
      answers.keep("audit", try await client.get("/v1/audit" + query))
    }
    answers.keep("audit", try await client.get("/v1/audit?limit=0"), 400)
    answers.keep("listTenants", try await client.get("/v1/tenants"))
    answers.keep("eraseSubject", try await client.post("/v1/audit/erase", #"{"subject":"ada"}"#))
  }

  private func registerDevices(_ client: HTTPClient, _ answers: inout Answers) async throws {
    let phone = "/v1/devices/phone"
    let body = """
      {"app":"com.example.clock","environment":"production","token":"00ff","timeZone":"UTC",
        "widgets":[{"kind":"UpNext","placed":"Desk"},{"kind":"UpNext","placed":"Nowhere"}]}
      """
    answers.keep("putDevice", try await client.send("PUT", phone, body), 201)
    answers.keep("putDevice", try await client.send("PUT", phone, body))
    answers.keep("putDevice", try await client.send("PUT", phone, "{}"), 422)
    answers.keep("getDevice", try await client.get("/v1/devices/none"), 404)
    answers.keep("pushDevice", try await client.post(phone + "/push", ""), 202)
    try await eventually("the push") {
      try await client.get(phone).json["lastResult"] != .null
    }
    answers.keep("getDevice", try await client.get(phone))
    for query in ["", "?limit=1", "?placed=Desk&state=active"] {
      answers.keep("listDevices", try await client.get("/v1/devices" + query))
    }
    #expect(try await client.send("DELETE", phone).status == 204)
  }

  private func followWebhooks(_ client: HTTPClient, _ answers: inout Answers) async throws {
    // One delivery that was accepted, and one that was not.
    _ = try await WebhookTests.deliveries(client) { list in
      list.contains { $0["state"] == "accepted" } && list.contains { $0["problem"] != .null }
    }
    let list = answers.keep("listWebhooks", try await client.get("/v1/webhooks"))
    let hook = "/v1/webhooks/\(list.json["webhooks"][0]["id"].stringValue ?? "?")"
    for query in ["", "?limit=1", "?state=accepted"] {
      answers.keep("listDeliveries", try await client.get(hook + "/deliveries" + query))
    }
    answers.keep("listDeliveries", try await client.get("/v1/webhooks/none/deliveries"), 404)
    let replay = #"{"from":1,"to":2}"#
    answers.keep("replayDeliveries", try await client.post(hook + "/replay", replay), 202)
    answers.keep("skipDeliveries", try await client.post(hook + "/skip", #"{"to":1}"#), 202)
    answers.keep("enableWebhook", try await client.post(hook + "/enable", "{}"))
  }

  private func sendDefinitions(_ client: HTTPClient, _ answers: inout Answers) async throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: ServiceHost.checkout.appending(path: path), encoding: .utf8)
    }
    let verse = try text("Intents/Verse/Verse.json")
    let board = try text("Fixtures/Widgets/Board/Board.json")
    let broken = try text("Fixtures/Definitions/relationship-without-parent.intentdefinition")
    let definitions = "/v1/definitions/"
    for body in [verse, board, broken, #"{"intents":[{"name":"A","clear":1}]}"#, "{\n1"] {
      answers.keep("checkDefinition", try await client.post(definitions + "check", body))
    }
    answers.keep("checkDefinition", try await client.post(definitions + "check", ""), 400)
    for body in [verse, board, broken] {
      answers.keep("describeDefinition", try await client.post(definitions + "describe", body))
      for target in ["json", "schema"] {
        answers.keep(
          "convertDefinition", try await client.post(definitions + "convert?to=\(target)", body))
      }
      let list = try await client.post(definitions + "convert?to=intentdefinition", body)
      #expect(list.status == 200 && list.headers["content-type"] == "application/xml")
    }
    answers.keep("describeDefinition", try await client.post(definitions + "describe", "[]"), 422)
    let changed = verse.replacing(#""name": "sea""#, with: #""name": "ocean""#)
      .replacing(#""name": "dedication""#, with: #""name": "devotion""#)
    for (old, new) in [(verse, changed), (changed, verse), (verse, board), (board, board)] {
      let body = JSONValue.object(
        JSONObject([(key: "old", value: .string(old)), (key: "new", value: .string(new))]))
      let german = ["Accept-Language": "de"]
      answers.keep(
        "diffDefinitions",
        try await client.send("POST", definitions + "diff", body.compact, headers: german))
    }
  }
}
