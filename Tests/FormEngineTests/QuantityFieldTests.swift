import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

@Suite("A number with a unit")
struct QuantityFieldTests {
  static let rows: [ParameterDefinition] = [
    .row("far", .measurement(.init(dimension: .distance, unit: "Kilometers"))),
    .row("warm", .measurement(.init(dimension: .temperature))),
    .row("price", .currencyAmount(.init(currencyCodes: ["EUR", "USD", "JPY"]))),
    .row("money", .currencyAmount(.init())),
    .row("ways", .measurement(.init(dimension: .distance)), many: true),
  ]

  static func form(_ values: [String: String] = [:], locale: String = "en") -> FormState {
    var form = FormState(FormSetup(schema: .of(rows), title: "Test", locale: locale))
    for (row, text) in values { _ = form.handle(.setText(.parameter(row), text)) }
    return form
  }

  /// The result of a script that starts on the row.
  static let scripts: [(row: String, before: String, script: String, after: String)] = [
    ("far", "5 km", "enter, tab, type 'mi', commit", "3.106856 mi"),
    ("far", "5 km", "enter, tab, type 'm', type 'i', commit", "3.106856 mi"),
    ("far", "5 km", "enter, tab, type 'mi', type ' ', type 'km', commit", "5 km"),
    ("far", "5 km", "enter, tab, down, commit", "500000 cm"),
    ("far", "5 km", "enter, tab, up, commit", "5000 m"),
    ("far", "5 km", "enter, tab, up, up, commit", "2.699784 NM"),
    ("far", "5 km", "enter, tab, down, down, down, down, down, up, up, up, up, up, commit", "5 km"),
    ("far", "1234567.891 m", "enter, tab, type 'mi', tab, tab, type 'm', commit", "1234567.891 m"),
    ("far", "3.106856 mi", "enter, tab, type 'km', commit", "5 km"),
    ("far", "", "enter, type '3', type 'm', type 'i', commit", "3 mi"),
    ("far", "", "enter, type '3', type 'miles', commit", "3 mi"),
    ("far", "", "enter, type '3', type ' mile', tab, tab, commit", "3 mi"),
    ("far", "5 km", "enter, tab, type 'metre', commit", "5000 m"),
    ("far", "", "enter, type '3', tab, type 'miles', commit", "1.8641136 mi"),
    ("far", "5 km", "enter, type 'mi', commit", "5 mi"),
    ("far", "5 km", "enter, type 'mi', down, up, commit", "5 mi"),
    ("far", "5 km", "enter, type 'mi', tab, type 'km', commit", "8.04672 km"),
    ("far", "5 km", "enter, press deleteBackward, type '7', commit", "7 km"),
    ("far", "5 km", "enter, up, commit", "6 km"),
    ("far", "5 km", "enter, right 10, commit", "15 km"),
    ("far", "0.1 km", "enter, up, up, commit", "2.1 km"),
    ("far", "5 km", "enter, press deleteToStart, commit", ""),
    ("far", "5 km", "enter, tab, type 'mi', press left, type '0', commit", "3.1068560 mi"),
    ("far", "5 km", "enter, tab, type 'zz', commit", "5 km"),
    ("far", "5 km", "enter, tab, type 'mi', esc", "5 km"),
    ("far", "5 km", "enter, tab, type 'mi', commit, undo", "5 km"),
    ("far", "5 km", "enter, tab, type 'mi', focus warm", "3.106856 mi"),
    ("far", "", "type '3 mi', commit", "3 mi"), ("far", "", "type '3mi', commit", "3 mi"),
    ("far", "", "type '3 miles', commit", "3 mi"), ("far", "", "type '3', commit", "3 km"),
    ("far", "5 km", "type '3 mi', tab, tab, type 'km', commit", "4.828032 km"),
    ("far", "5 km", "type 'mi', commit", "3.106856 mi"),
    ("far", "5 km", "set far 'mi', set far 'km'", "5 km"),
    ("warm", "20 °C", "enter, tab, type '°F', commit", "68 °F"),
    ("warm", "20 °C", "enter, tab, down, down, down, commit", "20 °C"),
    ("warm", "20 °C", "enter, tab, down, commit", "68 °F"),
    ("warm", "-40 °C", "enter, type '°F', commit", "-40 °F"),
    ("warm", "68 °F", "type 'celsius', commit", "20 °C"),
    ("price", "12.50 EUR", "enter, tab, down, commit", "12.50 USD"),
    ("price", "12.50 EUR", "enter, tab, type 'j', commit", "12.50 JPY"),
    ("price", "", "enter, type '3', commit", "3 EUR"),
    ("price", "", "enter, type '3', type 'u', type 's', type 'd', commit", "3 USD"),
    ("money", "12.50 CHF", "enter, press deleteWordBackward, type 'USD', commit", "12.50 USD"),
  ]

  @Test(arguments: scripts.indices)
  func script(_ index: Int) throws {
    let (row, before, script, after) = Self.scripts[index]
    var form = Self.form(before.isEmpty ? [:] : [row: before])
    try form.run("focus \(row), \(script)")
    let found = form.draft.values[row].map { ValueText.text(of: $0) } ?? ""
    #expect(found == after.replacing("3.1068560", with: "3.106856"), "\(script)")
    #expect(form.editing == nil)
  }

  @Test func aCommaIsWrittenAndRead() throws {
    var form = Self.form(["far": "2.5 km"], locale: "de")
    #expect(form.row(.parameter("far"))?.value == "2,5 km")
    try form.run("focus far, enter")
    #expect(form.editing?.fields.map(\.text) == ["2,5", "km"])
    try form.run("tab, type 'mi'")
    #expect(form.editing?.fields.map(\.text) == ["1,553428", "mi"])
    try form.run("commit")
    #expect(form.draft.values["far"].map { ValueText.text(of: $0) } == "1.553428 mi")
    try form.run("enter, press start, type 'x', press start")
    #expect(form.editing?.active == 0)
  }

  @Test func aNumberThatIsNoneStaysWhileTheUnitChanges() throws {
    var form = Self.form(["far": "5 km"])
    try form.run("focus far, enter, type '..', tab, type 'mi', commit")
    #expect(form.editing?.fields.map(\.text) == ["5..", "mi"])
    #expect(form.editing?.issue != nil)
    try form.run("focus warm")
    #expect(form.unreadTexts[.parameter("far")]?.text == "5.. mi")
    try form.run("focus far, enter")
    #expect(form.editing?.fields.map(\.text) == ["5.. mi"])
  }

  /// A text that cannot be read is split into a number and the unit at its end; if it has no unit,
  /// the unit of the value is used.
  @Test func anUnreadTextHasItsUnit() throws {
    var form = Self.form(["far": "5 mi", "money": "1"])
    #expect(form.unreadQuantity(of: .parameter("far")) == nil)
    for (text, number, unit) in [
      ("- km", "-", "km"), ("-", "-", "mi"), ("5 mil", "5 mil", "mi"), ("x km", "x km", "mi"),
    ] {
      _ = form.handle(.setText(.parameter("far"), text))
      let found = try #require(form.unreadQuantity(of: .parameter("far")), "\(text)")
      #expect(found.number == number && found.unit == unit, "\(text)")
      #expect(found.units.contains("mi"))
    }
    // An amount of money in any currency is a single text, and is not split.
    #expect(form.unreadTexts[.parameter("money")] != nil)
    #expect(form.unreadQuantity(of: .parameter("money")) == nil)
  }

  @Test func elementsOfAnArrayAreConvertedToo() throws {
    var form = Self.form()
    try form.run("focus ways[0], enter, type '5', tab, down, commit")
    #expect(form.draft.values["ways"]?.elements.map { ValueText.text(of: $0) } == ["0.005 km"])
  }

  /// Cycling through all units leaves every number as it was typed.
  @Test(arguments: MeasurementDimension.allCases)
  func roundTheUnits(_ dimension: MeasurementDimension) throws {
    let rows: [ParameterDefinition] = [.row("x", .measurement(.init(dimension: dimension)))]
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20 {
      let number = Double.random(in: 0...100_000, using: &random)
      let text = ValueText.text(of: .decimal(number))
      var form = FormState.form(rows)
      try form.run("focus x, enter, type '\(text)', tab")
      for _ in dimension.units {
        try form.run("down")
        #expect(form.editing?.fields[0].text.isEmpty == false)
      }
      #expect(form.editing?.fields[0].text == text, "\(random)")
    }
  }
}
