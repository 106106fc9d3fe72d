import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import WidgetService

/// A form that is too large to be written is refused before its rows are made.
@Suite(.startsPrograms) struct FormSizeTests {
  /// A widget with an array of an enum of 400 cases.
  private static var widget: ConfigurableWidget {
    let type = ParameterType.enumeration(TypeReference("Place"), defaultCase: nil)
    var parameter = ParameterDefinition(name: "places", type: type)
    parameter.supportsMultipleValues = true
    let intent = IntentDefinition(name: "Trip", parameters: [parameter])
    let cases = (1...400).map { IntentEnum.Case(name: "c\($0)", index: $0) }
    let file = IntentDefinitionFile(
      intents: [intent], enums: [IntentEnum(name: "Place", cases: cases)])
    return ConfigurableWidget(
      kind: "Trip", displayName: "Trip", schema: IntentSchema(intent, in: file))
  }

  private static func elements(_ count: Int) -> String {
    Array(repeating: "\"c1\"", count: count).joined(separator: ",")
  }

  /// The answer would have 240,000 choices, and grows with the square of the request.
  @Test(arguments: ["json", "events"])
  func `Each element counts with the choices that its row offers`(_ format: String) async throws {
    try await ServiceHost.run(widgets: [Self.widget]) { client, _ in
      let evaluate = "/v1/widgets/Trip/evaluate"
      let accept = ["Accept": format == "json" ? "application/json" : "text/event-stream"]
      for body in [
        #"{"draft":{"places":[\#(Self.elements(600))]}}"#,
        #"{"draft":{},"texts":{"places":"\#(Self.elements(600).replacing("\"", with: ""))"}}"#,
      ] {
        let refused = try await client.post(evaluate, body, headers: accept)
        #expect(refused.status == 422)
        #expect(refused.body.count < 2_000)
        #expect(refused.text.contains("form-too-large"), "\(refused.text)")
        #expect(refused.text.contains("“places” has 600 elements with 400 choices each"))
      }
      let taken = try await client.post(
        evaluate, #"{"draft":{"places":[\#(Self.elements(400))]}}"#, headers: accept)
      #expect(taken.status == 200)
      #expect(!taken.text.contains("form-too-large"))
    }
  }

  @Test func `A page is refused, too`() async throws {
    try await ServiceHost.run(widgets: [Self.widget]) { client, _ in
      let draft = #"{"places":[\#(Self.elements(600))]}"#
      let placed = try await client.send(
        "PUT", "/v1/placed/Far", #"{"kind":"Trip","draft":\#(draft)}"#,
        headers: ["If-None-Match": "*"])
      #expect(placed.status == 201, "\(placed.text)")
      let page = try await client.get("/placed/Far", headers: ["Accept": "text/html"])
      #expect(page.status == 422)
      #expect(page.text.contains("Shorten the array."))
      #expect(page.body.count < 20_000)
    }
  }
}
