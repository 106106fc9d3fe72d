import FormEngine
import IntentModel
import Testing
import WidgetTestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reading the text of any value gives the same value, as far as the text shows it.
@Suite struct ValueTextPropertyTests {
  static let types: [ParameterType] = [
    .flag, .number, .decimal(.init()), .text, .style, .thing, .dateComponents(.init()),
    .timeInterval(.init()), .url(defaultValue: nil), .placemark(detail: nil), .person(detail: nil),
    .file(.init()), .currencyAmount(.init()), .paymentMethod, .speakableString(.init()),
    .measurement(.init(dimension: .volume)), .measurement(.init(dimension: .temperature)),
  ]

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func readingBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for type in Self.types {
      for _ in 0..<25 {
        let value = Self.value(of: type, &random)
        let text = ValueText.text(of: value)
        let read = ValueText.value(of: text, type: type, schema: ValueTextTests.schema)
        #expect(try read.get() == value, "“\(text)” of \(type.name), seed \(seed)")
      }
    }
  }

  static func value(of type: ParameterType, _ random: inout SeededGenerator) -> IntentValue {
    switch type {
    case .boolean: .boolean(.random(using: &random))
    case .integer: .integer(.random(in: .min ... .max, using: &random))
    case .decimal: .decimal(number(&random))
    case .string: .string(word(&random) + " ")
    case .enumeration: .enumeration(["plain", "bold", "wide"].randomElement(using: &random) ?? "")
    case .object: .thing(word(&random), word(&random))
    case .dateComponents: .dateComponents(components(&random))
    case .timeInterval: .timeInterval(abs(number(&random)))
    case .url: .url("https:" + word(&random).filter { $0 != " " })
    case .file: .file(word(&random))
    case .placemark: .placemark(place(&random))
    case .person:
      .person(Person(name: word(&random), handle: maybe(&random) ? "a@\(word(&random))" : nil))
        .withoutBrackets
    case .currencyAmount:
      .currencyAmount(
        CurrencyAmount(
          amount: "\(Int.random(in: -9...9, using: &random)).50",
          currencyCode: "EUR"))
    case .paymentMethod:
      .paymentMethod(PaymentMethod(kind: word(&random), name: maybe(&random) ? word(&random) : nil))
    case .measurement(let metadata):
      .measurement(
        IntentMeasurement(
          value: number(&random),
          unit: metadata.dimension.units.randomElement(using: &random)?.symbol ?? "L"))
    default: .speakableString(SpeakableString(spokenPhrase: word(&random)))
    }
  }

  private static func maybe(_ random: inout SeededGenerator) -> Bool { .random(using: &random) }

  private static func number(_ random: inout SeededGenerator) -> Double {
    let exponent = Int.random(in: -300...300, using: &random)
    let short = (Double.random(in: -1e4...1e4, using: &random) * 100).rounded() / 100
    return maybe(&random) ? short : Double(sign: .plus, exponent: exponent, significand: short)
  }

  /// A word of characters that are special in some text form, without spaces at its ends.
  private static func word(_ random: inout SeededGenerator) -> String {
    let letters = Array("aZ09 |\\@,.<>-:é🇩🇪👩‍👧\"'#EeT")
    let count = Int.random(in: 0...6, using: &random)
    let middle = (0..<count).compactMap { _ in letters.randomElement(using: &random) }
    return "x" + String(middle) + (maybe(&random) ? "y" : ">")
  }

  private static func place(_ random: inout SeededGenerator) -> Placemark {
    let latitude = maybe(&random) ? Double.random(in: -90...90, using: &random) : nil
    let longitude = latitude.map { $0 * 2 }
    let isNamed = latitude == nil || maybe(&random)
    let name = maybe(&random) ? "12,3" : word(&random)
    return Placemark(name: isNamed ? name : nil, latitude: latitude, longitude: longitude)
  }

  private static func components(_ random: inout SeededGenerator) -> DateComponents {
    var components = DateComponents()
    for name in IntentDateComponent.allCases where maybe(&random) {
      components[name] = Int.random(in: name.range, using: &random)
    }
    if DateText.text(of: components).isEmpty { components.year = 2026 }
    return components
  }
}

extension IntentValue {
  /// A person whose handle does not contain angle brackets, because the text form does not support
  /// them.
  fileprivate var withoutBrackets: IntentValue {
    guard case .person(var person) = self else { return self }
    person.handle = person.handle?.filter { $0 != "<" && $0 != ">" }
    return .person(person)
  }
}
