import FormatTestSupport
import IntentModel
import JSONC
import Testing
import WidgetTestSupport

@testable import DefinitionFormats
@testable import IntentDocuments

/// Objects with required members: the plan usually checks only their presence, and must agree with
/// the complete reader for every combination of members.
@Suite struct MembersRuleTests {
  private static let values: [String: [String]] = [
    "name": [#""""#, #""Oslo""#], "street": [#""""#], "city": [#""a""#], "state": [#""""#],
    "postalCode": [#""""#], "country": [#""""#], "latitude": ["59.9"], "longitude": ["10.75"],
  ]

  private static func subsets(of keys: [String]) -> [[String]] {
    (0..<(1 << keys.count)).map { bits in
      keys.indices.filter { bits & (1 << $0) != 0 }.map { keys[$0] }
    }
  }

  @Test func `every set of placemark members gets the same result as in the complete reader`() {
    var counts = (valid: 0, invalid: 0)
    for keys in Self.subsets(of: Self.values.keys.sorted()) {
      for variant in 0..<2 {
        let members = keys.map { key in
          let values = Self.values[key] ?? []
          return "\"\(key)\":\(values[min(variant, values.count - 1)])"
        }
        let isValid = compare(.of(.placemark(detail: nil), "value"), members)
        if isValid { counts.valid += 1 } else { counts.invalid += 1 }
      }
    }
    #expect(counts.valid + counts.invalid == 512)
    #expect(counts.valid > 100 && counts.invalid > 10, "\(counts)")
  }

  @Test(arguments: [DateComponentsMetadata.Kind.date, .time, .dateTime])
  func `every set of date components gets the same result as in the complete reader`(
    _ kind: DateComponentsMetadata.Kind
  ) {
    let keys = IntentDateComponent.allCases.filter { $0.belongs(to: kind) }.map(\.rawValue)
    var counts = (valid: 0, invalid: 0)
    for chosen in Self.subsets(of: keys) {
      for day in [28, 29, 30, 31] {
        for year in [2023, 2024] {
          let members = chosen.map { key in
            switch key {
            case "day": "\"day\":\(day)"
            case "month": #""month":2"#
            case "year": "\"year\":\(year)"
            default: "\"\(key)\":1"
            }
          }
          let isValid = compare(.dateComponents("value", kind), members)
          if isValid { counts.valid += 1 } else { counts.invalid += 1 }
        }
      }
    }
    #expect(counts.valid > 0)
    // Without any component, a date is always invalid.
    #expect(counts.invalid >= 8, "\(counts)")
  }

  /// Whether a document with one value of these members is valid, on both paths.
  private func compare(_ parameter: ParameterDefinition, _ members: [String]) -> Bool {
    let file = IntentDefinitionFile(
      intents: [IntentDefinition(name: "Test", isEligibleForWidgets: true, parameters: [parameter])]
    )
    let schema = IntentSchema(file.intents[0], in: file)
    let text = utf8(
      #"{"intent":"TestIntent","family":"systemSmall","parameters":{"value":{"#
        + members.joined(separator: ",") + "}}}")
    let isValid = (try? IntentJSON.read(text, schema: schema)) != nil
    var reader = IntentValidator([schema], defaultFamily: nil)
    let isAccepted = reader.accepts(text)
    #expect(isAccepted == isValid, "\(String(decoding: text, as: UTF8.self))")
    return isValid
  }
}
