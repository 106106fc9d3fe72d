import FormEngine
import IntentModel
import Messages
import Testing
import WidgetTestSupport

/// The messages about rejected texts, with their remedies.
@Suite struct ValueTextErrorTests {
  static let money = ParameterType.currencyAmount(.init(currencyCodes: ["EUR", "NOK"]))
  static let length = ParameterType.measurement(.init(dimension: .distance))
  static let hours = ParameterType.timeInterval(
    TimeIntervalMetadata(units: .single(.hours), maximum: .value(24)))

  @Test(
    arguments: [
      ("maybe", .flag, "Expected yes or no, found “maybe”."),
      ("1.5", .number, "Expected a whole number, found “1.5”."),
      (
        "x", .decimal(.init()), "Expected a decimal number, found “x”."
      ),
      (
        "1e999", .decimal(.init()),
        "Expected a decimal number, found “1e999”."
      ),
      ("boldd", .style, "No choice is called “boldd”. Did you mean “Bold”?"),
      (
        "zzz", .style,
        "No choice is called “zzz”. Choose from “Plain”, “Bold”, “wide”."
      ),
      ("unknown", .style, "No choice is called “unknown”. Choose from “Plain”, “Bold”, “wide”."),
      (
        "a", .enumeration(TypeReference("Gone"), defaultCase: nil),
        "The definition has no enum “Gone”. Add the enum to the definition, or leave the parameter out."
      ),
      (
        "soon", .timeInterval(.init()),
        "Expected a duration such as 1h30m, found “soon”."
      ),
      (
        "today", .dateComponents(.init(kind: .date)),
        "Expected a date such as 2026-11-21, found “today”."
      ),
      (
        "now", .dateComponents(.init(kind: .time)),
        "Expected a time such as 07:30, found “now”."
      ),
      (
        "now", .dateComponents(.init()),
        "Expected a date and time such as 2026-11-21 07:30, found “now”."
      ),
      (
        "2026-02-30", .dateComponents(.init(kind: .date)),
        "The day 2026-2-30 does not exist. Give a day in that month."
      ),
      (
        "example", .url(defaultValue: nil),
        "“example” is not a URL. Give a scheme, a colon and the rest, such as https://example.org."
      ),
      // No typed text is dropped: an empty handle and missing coordinates are not treated as if
      // they had not been typed.
      (
        "Ann <>", .person(detail: nil),
        "“Ann <>” has nothing between “<” and “>”. Write an address between them, or leave them out."
      ),
      (
        "Ann < >", .person(detail: nil),
        "“Ann < >” has nothing between “<” and “>”. Write an address between them, or leave them out."
      ),
      (
        "Oslo @", .placemark(detail: nil),
        "“Oslo @” has no coordinates after “@”. Write them as in Oslo @59.9,10.7, or leave “@” out."
      ),
      (
        "mail@", .placemark(detail: nil),
        "“mail@” has no coordinates after “@”. Write them as in Oslo @59.9,10.7, or leave “@” out."
      ),
      (
        "Home @52,5;13,4", .placemark(detail: nil),
        "“Home @52,5;13,4” has no coordinates after “@”. "
          + "Write them as in Oslo @59.9,10.7, or leave “@” out."
      ),
      (
        "52,5, 13,4", .placemark(detail: nil),
        "“52,5, 13,4” can be a name or coordinates. "
          + "Write “@” after a name, as in 7-11 @, or coordinates as in 59.9,10.7."
      ),
      (
        "7-11", .placemark(detail: nil),
        "“7-11” can be a name or coordinates. "
          + "Write “@” after a name, as in 7-11 @, or coordinates as in 59.9,10.7."
      ),
      (
        "a\nb", .text,
        """
        The text has a line break, but the parameter allows only one line. Write the text on one \
        line.
        """
      ),
      ("a\u{1B}b", .text, "The text has the control character U+001B. Remove the character."),
      (
        "12 EUR each", money,
        "Expected an amount such as 12.50 EUR, found “12 EUR each”."
      ),
      (
        "twelve EUR", money,
        "Expected an amount such as 12.50 EUR, found “twelve EUR”."
      ),
      (
        "12 USD", money, "The parameter does not accept the currency USD. Choose from “EUR”, “NOK”."
      ),
      (
        "12", .currencyAmount(.init()),
        "“12” has no currency. Write its code after the amount, as in 12.50 EUR."
      ),
      (
        "far", length,
        "Expected a measurement such as 5 m, found “far”."
      ),
      (
        "5 kn", length,
        "Distance has no unit “kn”. Did you mean “km”?"
      ),
      ("5 kilometrs", length, "Distance has no unit “kilometrs”. Did you mean “km”?"),
      (
        "12 bucks", money,
        "“bucks” is not a currency code. Give three capital letters, such as EUR."
      ),
      ("$12", money, "“$” is not a currency code. Give three capital letters, such as EUR."),
      // A problem with a duration shows the number and the unit that were typed.
      ("-5", hours, "-5 h is below the minimum of 0 h. Give 0 h or more."),
      ("-5h", hours, "-5h is below the minimum of 0 h. Give 0 h or more."),
      ("48", hours, "48 h is above the maximum of 1d. Give 1d or less."),
      ("1.5 days", hours, "1.5 days is above the maximum of 1d. Give 1d or less."),
      // In the message about a number that is not finished yet, “. m” is not treated as a unit.
      ("5. m", length, "Expected a measurement such as 5 m, found “5. m”."),
      ("-5 m", length, "-5 is below the minimum of 0. Give 0 or more."),
      (
        "x @91,0", .placemark(detail: nil),
        "The latitude 91 is not between -90 and 90. Give degrees from -90 to 90."
      ),
      ("|Home", .thing, "The identifier is empty. Give the identifier of the object."),
      (
        " ", .person(detail: nil), "The text is empty. Write something, or leave the parameter out."
      ),
      ("5", .integer(.init(maximum: .value(3))), "5 is above the maximum of 3. Give 3 or less."),
      ("x", .other("Magic"), ""),
    ] as [(String, ParameterType, String)])
  func sentences(text: String, type: ParameterType, sentence: String) throws {
    var form = FormState.form([.row("it", type), .row("style", .style)], enums: [.styles])
    _ = form.handle(.setText(.parameter("it"), text))
    let unread = form.unreadTexts[.parameter("it")]
    if sentence.isEmpty {
      #expect(unread?.issue.code == "no-editor")
      return
    }
    let issue = try #require(unread?.issue)
    #expect(issue.statement.explanation.text() == sentence)
    #expect(unread?.text == text)
    #expect(form.draft.values.isEmpty)
  }

  @Test(
    arguments: [
      (.flag, "yes or no"), (.number, "a whole number"), (.text, "a string"),
      (.timeInterval(.init()), "a duration such as 1h30m"),
      (.currencyAmount(.init()), "an amount such as 12.50 EUR"),
      (.currencyAmount(.init(currencyCodes: ["CHF"])), "an amount such as 12.50 CHF"),
      (
        .measurement(.init(dimension: .distance, unit: "Miles")), "a measurement such as 5 mi"
      ), (.person(detail: nil), "a person such as Ann <ann@example.org>"),
      (.url(defaultValue: nil), "a URL such as https://example.org"),
      (.paymentMethod, "a payment method such as card|Visa"),
      (.speakableString(.init()), "a speakable string"),
    ] as [(ParameterType, String)])
  func expectations(type: ParameterType, text: String) {
    #expect(ValueText.expectation(of: type).text() == text)
  }

  @Test(arguments: ValueKind.allCases.compactMap(\.plain))
  func anExampleReadsBack(type: ParameterType) throws {
    let parts = ValueText.expectation(of: type).text().split(separator: " such as ", maxSplits: 1)
    guard parts.count == 2 else { return }
    let (example, schema) = (String(parts[1]), IntentSchema("Example", parameters: []))
    let value = try ValueText.value(of: example, type: type, schema: schema).get()
    #expect(ValueText.text(of: value) == example)
  }
}
