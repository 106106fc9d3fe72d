public import IntentModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LocaleFormat {
  /// A number and the unit after it, such as `5,5 km`.
  public func text(of number: Double, unit: String) -> String { "\(text(of: number)) \(unit)" }

  /// The text of a date, a time, or both with a space between them.
  ///
  /// Components that the format leaves out are not shown, unless nothing would remain. Components
  /// that the locale cannot write because others are missing, such as a year and a day without the
  /// month, are written as ``DateText`` writes them.
  ///
  /// - Parameters:
  ///   - components: The components; unset ones are not written.
  ///   - format: The format in the definition.
  ///   - dayName: The name of the day, if it is yesterday, today or tomorrow.
  public func text(
    of components: DateComponents, format: DateFormat = .usual, dayName: String? = nil
  ) -> String {
    let parts: [String?]
    switch format {
    case .usual:
      parts = [shown(components.withoutTime, .medium), shown(time(of: components, .medium))]
    case .styles(let date, let time):
      parts = [shown(components.withoutTime, date), shown(self.time(of: components, time))]
    case .relative(let date, let time):
      let day = date == .no ? nil : dayName ?? shown(components.withoutTime, date)
      parts = [day, shown(self.time(of: components, time))]
    case .template(let template):
      let template = DateTemplate(template)
      let date = template.date(of: components)
      parts = [
        dateText(components, template: template) ?? DateText.text(of: date),
        shown(template.time(of: components)),
      ]
    }
    let text = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    return text.isEmpty && format != .usual ? self.text(of: components) : inDigits(text)
  }

  private func shown(_ date: DateComponents, _ style: DateStyle) -> String? {
    style == .no ? nil : dateText(date, style: style) ?? DateText.text(of: date)
  }

  private func shown(_ time: DateComponents) -> String? {
    timeText(time) ?? DateText.text(of: time)
  }

  /// The time that a style shows; components have no time zone, so none is shown.
  private func time(of components: DateComponents, _ style: DateStyle) -> DateComponents {
    guard style != .no else { return DateComponents() }
    let hasSecond = style != .short || components.hour == nil || components.minute == nil
    return DateComponents(
      hour: components.hour, minute: components.minute,
      second: hasSecond ? components.second : nil)
  }

  /// An amount of money with the symbol or the code of its currency.
  public func text(of amount: CurrencyAmount) -> String {
    text(ofAmount: amount.amount, currency: amount.currencyCode)
  }
}
