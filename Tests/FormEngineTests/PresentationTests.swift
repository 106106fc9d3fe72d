import FormEngine
import IntentModel
import IntentOptions
import Testing
import WidgetTestSupport

/// The cases of the sample enum.
private let styles = [
  FormChoice("plain", label: "Plain"), FormChoice("bold", label: "Bold"), FormChoice("wide"),
]

@Suite struct PresentationTests {
  static let half = NumberMetadata<Double>(
    control: .slider, defaultValue: 0.5, maximum: .value(1))

  /// Every type has an editor.
  @Test(
    arguments: [
      (.row("it", .flag), nil, .toggle(isOn: false), "Off"),
      (.row("it", .flag), .boolean(true), .toggle(isOn: true), "On"),
      (.row("it", .number), nil, .field, ""), (.row("it", .number), .integer(3), .field, "3"),
      (.row("it", .integer(.init(control: .stepper))), .integer(3), .stepper, "3"),
      (
        .row("it", .integer(.init(control: .slider, maximum: .value(10)))), .integer(3),
        .slider(position: 3, last: 10), "3"
      ),
      (.row("it", .integer(.init(control: .slider))), .integer(3), .stepper, "3"),
      (.row("it", .decimal(half)), nil, .slider(position: 10, last: 20), "0.5"),
      (.row("it", .decimal(half)), .decimal(0.25), .slider(position: 5, last: 20), "0.25"),
      (.row("it", .text), .string("a"), .field, "a"),
      (
        .row("it", .style), .enumeration("bold"),
        .choice(styles, chosen: 1), "Bold"
      ),
      (.row("it", .style), nil, .choice(styles, chosen: nil), ""),
      (.row("it", .enumeration(TypeReference("Gone"), defaultCase: nil)), nil, .field, ""),
      (.row("it", .thing), .thing("a", "A"), .typedObject, "A"),
      (.row("it", .thing, dynamic: true), .thing("a", "A"), .typedObject, "A"),
      (.row("asked", .thing, dynamic: true), nil, .options, ""),
      (.row("asked", .text, dynamic: true), .string("a"), .options, "a"),
      (.row("it", .dateComponents(.init())), nil, .field, ""),
      (.row("it", .timeInterval(.init())), .timeInterval(90), .field, "1 min 30 s"),
      (.row("it", .url(defaultValue: "a:b")), nil, .field, "a:b"),
      (.row("it", .placemark(detail: nil)), nil, .field, ""),
      (.row("it", .person(detail: nil)), .person(Person(name: "Ann")), .field, "Ann"),
      (.row("it", .file(.init())), .file("/a"), .field, "/a"),
      (.row("it", .currencyAmount(.init())), nil, .field, ""),
      (.row("it", .paymentMethod), nil, .field, ""),
      (.row("it", .speakableString(.init())), nil, .field, ""),
      (.row("it", .measurement(.init(dimension: .mass, defaultValue: 2))), nil, .field, "2 kg"),
      (
        .row("it", .text, many: true), .texts("a", "b"), .array(count: 2, maximum: nil), "2"
      ),
      (
        .row("it", .text, many: true, sizes: ArraySizes([.systemSmall: 1])), .texts("a", "b"),
        .array(count: 1, maximum: 1), "1 of 1"
      ),
    ] as [(ParameterDefinition, IntentValue?, FormControl, String)])
  func controls(
    parameter: ParameterDefinition, value: IntentValue?, control: FormControl, text: String
  ) throws {
    let form = FormState.form(
      [parameter, .row("style", .style)], enums: [.styles], providers: ["asked": false],
      draft: IntentDraft(values: value.map { [parameter.name: $0] } ?? [:]))
    let row = try #require(form.presentation.rows.first { $0.parameter == parameter.name })
    #expect(row.control == control)
    #expect(row.value == text)
    #expect(row.isDefault == (value == nil && form.state(of: parameter.name)?.value != nil))
  }

  @Test func typeWithoutEditorHasNoRow() {
    let form = FormState.form([.row("it", .other("Magic"))])
    #expect(form.presentation.rows.map(\.label) == ["Family", "Save", "Cancel"])
  }

  @Test func wholePicture() throws {
    var mirror = ParameterDefinition.row("mirror", .flag)
    mirror.displayName = LocalizedText("Mirror calendar app")
    var calendars = ParameterDefinition.row(
      "calendars", .thing, dynamic: true, many: true, sizes: ArraySizes([.systemSmall: 2]),
      parent: .when("mirror", is: .boolean(false)))
    calendars.placeholder = LocalizedText("Which one?")
    calendars.promptDialogs = [
      PromptDialog(kind: "Configuration", formatString: LocalizedText("Calendars to show"))
    ]
    var form = FormState.form([mirror, calendars], providers: ["calendars": false])
    var driver = ProviderDriver { _ in .success(["Home", "Work"]) }
    driver.start(&form)
    try driver.run("focus calendars[0], open, enter", on: &form)
    let picture = form.presentation
    #expect(picture.title == "Test" && picture.isModified)
    #expect(
      picture.rows.map { "\($0.depth) \($0.label): \($0.value)" } == [
        "0 Family: Small", "0 Mirror calendar app: Off", "1 calendars: 1 of 2",
        "2 1: Home", "2 2: ", "0 Save: ", "0 Cancel: ",
      ])
    // After a choice, the focus moves to the next slot.
    #expect(picture.rows[picture.focused].id == .element("calendars", 1))
    #expect(picture.rows[2].id == nil && picture.rows[2].help == "Calendars to show")
    #expect(picture.rows[4].placeholder == "Which one?")
    #expect(picture.rows[3].isModified && !picture.rows[1].isModified)
    try driver.run("focus mirror, enter", on: &form)
    #expect(
      form.presentation.rows.map(\.label) == ["Family", "Mirror calendar app", "Save", "Cancel"])
    try driver.run("enter", on: &form)
    #expect(form.presentation.rows.count == 7)
  }

  @Test(arguments: [
    ("asked", "Choose", nil),
    ("typed", "Not set", "The choices have no provider. Type the value."),
    ("plain", "Not set", nil),
  ])
  func placeholdersAndHelp(name: String, placeholder: String, help: String?) {
    let form = FormState.form(
      [
        .row("asked", .thing, dynamic: true), .row("typed", .thing, dynamic: true),
        .row("plain", .text),
      ], providers: ["asked": true])
    #expect(form.row(.parameter(name))?.placeholder == placeholder)
    #expect(form.row(.parameter(name))?.help == help)
  }

  @Test func longArraysAreShownWhole() {
    let values = (0..<2_000).map { IntentValue.string("\($0)") }
    let form = FormState.form(
      [.row("a", .text, many: true)], draft: IntentDraft(values: ["a": .array(values)]))
    #expect(form.presentation.rows.count == 2_005)
    #expect(form.presentation.rows[1].value == "2000")
    #expect(form.row(.element("a", 1_999))?.value == "1999")
  }

  @Test func depthFollowsTheParents() {
    let form = FormState.form([
      .row("a", .flag), .row("b", .flag, parent: .when("a", is: .boolean(false))),
      .row("c", .flag, parent: .when("b", is: .boolean(false))),
    ])
    #expect(form.presentation.rows.map(\.depth) == [0, 0, 1, 2, 0, 0])
  }

  @Test func problemsOfStoredValuesAreShown() {
    let form = FormState.form(
      [.row("n", .number), .row("list", .number, many: true)],
      draft: IntentDraft(values: ["n": .string("x"), "list": .array([.integer(1), .string("y")])]))
    #expect(form.row(.parameter("n"))?.problem == "Expected a whole number, found a string.")
    #expect(form.row(.parameter("n"))?.value == "x")
    #expect(form.row(.element("list", 0))?.problem == nil)
    #expect(form.row(.element("list", 1))?.problem == "Expected a whole number, found a string.")
  }
}
