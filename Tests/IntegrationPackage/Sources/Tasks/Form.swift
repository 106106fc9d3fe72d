import WidgetForm

/// Answers a form without a terminal.
func runAForm() async throws {
  let schema = try lunch()
  var form = FormState(FormSetup(schema: schema, title: "Lunch", families: [.systemSmall]))
  _ = form.handle(.setText(.parameter("guests"), "5"))
  _ = form.handle(.submit)
  guard case .submitted(let intent) = form.phase else { fatalError("\(form.phase)") }
  precondition(intent["guests"] == .integer(5))
}
