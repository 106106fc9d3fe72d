import IntentModel
import Testing
import WidgetTestSupport

/// Placemarks and amounts of money.
@Suite struct PlaceAndMoneyValueTests {
  private static let place = ParameterType.placemark(detail: nil)

  private static func coordinate(_ name: String, _ value: String, _ limit: Int) -> String {
    "coordinate-out-of-range $.parameters.x.\(name): The \(name) \(value) is not between -\(limit) "
      + "and \(limit). Give degrees from -\(limit) to \(limit)."
  }

  private static func infinite(_ name: String) -> String {
    "not-finite $.parameters.x.\(name): The number is not finite. Give a finite number."
  }

  private static let emptyPlace =
    "empty-placemark $.parameters.x: The placemark has neither a name nor coordinates nor an "
    + "address. Give at least a name."

  private static let places: [ValueCase] = [
    ValueCase(.placemark(Placemark(name: "Oslo")), place),
    ValueCase(.placemark(Placemark(latitude: 59.9, longitude: 10.7)), place),
    ValueCase(.placemark(Placemark(latitude: -90, longitude: 180)), place),
    ValueCase(.placemark(Placemark(city: "Oslo")), place),
    ValueCase(.placemark(Placemark()), place, emptyPlace),
    ValueCase(.placemark(Placemark(name: "", city: "")), place, emptyPlace),
    ValueCase(.placemark(Placemark(latitude: 59.9)), place, emptyPlace),
    ValueCase(
      .placemark(Placemark(name: "Oslo", latitude: 90.5, longitude: -181)), place,
      coordinate("latitude", "90.5", 90), coordinate("longitude", "-181", 180)),
    ValueCase(
      .placemark(Placemark(latitude: .nan, longitude: .infinity)), place,
      infinite("latitude"), infinite("longitude")),
    ValueCase(
      .placemark(Placemark(name: "a\u{7}", street: "b\nc", country: "\u{1B}")), place,
      "control-character $.parameters.x.name: The text has the control character U+0007. "
        + "Remove the character.",
      "control-character $.parameters.x.country: The text has the control character U+001B. "
        + "Remove the character."),
  ]

  @Test("§2.1: a placemark is not empty, and has valid texts and coordinates", arguments: places)
  func placemark(_ row: ValueCase) { row.check() }

  private static let anyMoney = ParameterType.currencyAmount(CurrencyMetadata())
  private static let euros = ParameterType.currencyAmount(
    CurrencyMetadata(currencyCodes: ["EUR", "USD"]))

  private static func money(_ amount: String, _ code: String) -> IntentValue {
    .currencyAmount(CurrencyAmount(amount: amount, currencyCode: code))
  }

  private static let amounts: [ValueCase] = [
    ValueCase(money("12.50", "EUR"), anyMoney),
    ValueCase(money("-3", "XTS"), anyMoney),
    ValueCase(money("0.01", "EUR"), euros),
    ValueCase(
      money("1", "NOK"), euros,
      "currency-not-offered $.parameters.x.currencyCode: The parameter does not accept the "
        + "currency NOK. Choose from “EUR”, “USD”."),
    ValueCase(
      money("1", "EUS"), euros,
      "currency-not-offered $.parameters.x.currencyCode: The parameter does not accept the "
        + "currency EUS. Did you mean “EUR”?"),
    // A limit stays in force even if no amount can satisfy it.
    ValueCase(
      money("3", "USD"), .currencyAmount(CurrencyMetadata(currencyCodes: ["eur"])),
      "currency-not-offered $.parameters.x.currencyCode: The parameter does not accept the "
        + "currency USD. Remove it."),
    ValueCase(
      money("12,50", "eur"), euros,
      "not-a-decimal $.parameters.x.amount: “12,50” is not a decimal number. "
        + "Write digits with at most one point, such as 12.50.",
      "not-a-currency-code $.parameters.x.currencyCode: “eur” is not a currency code. "
        + "Give three capital letters, such as EUR."),
    ValueCase(
      money("1", "EURO"), anyMoney,
      "not-a-currency-code $.parameters.x.currencyCode: “EURO” is not a currency code. "
        + "Give three capital letters, such as EUR."),
  ]

  @Test("§2.2: an amount of money is a decimal number in an accepted currency", arguments: amounts)
  func amount(_ row: ValueCase) { row.check() }

  @Test(
    "An amount is a decimal literal of at most 40 characters",
    arguments: [
      ("0", true), ("-0", true), ("007", true), ("12.50", true), ("-12.5", true),
      (String(repeating: "9", count: 40), true), ("", false), ("-", false), (".", false),
      (".5", false), ("5.", false), ("1.2.3", false), ("+1", false), ("1e3", false), ("--1", false),
      ("1-", false), (" 1", false), ("١٢", false), (String(repeating: "9", count: 41), false),
    ])
  func decimalLiteral(_ text: String, _ isDecimal: Bool) {
    #expect(CurrencyAmount(amount: text, currencyCode: "EUR").hasDecimalAmount == isDecimal)
  }
}
