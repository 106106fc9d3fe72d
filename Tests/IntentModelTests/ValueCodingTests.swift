import Testing

@testable import IntentModel

/// Properties that every interpreter of a coding relies on.
@Suite struct ValueCodingTests {
  @Test(arguments: ParameterType.coded)
  func `A coding writes a value and reads the same value back`(_ type: ParameterType) throws {
    let coding = try #require(type.coding)
    let keys = coding.members.map(\.key)
    #expect(Set(keys).count == keys.count)
    #expect(Set(coding.alternatives.joined() + coding.compared).isSubset(of: keys))
    let parts = try #require(coding.parts(of: coding.example))
    #expect(coding.value(of: parts) == coding.example)
    #expect(coding.issues(of: coding.example, at: .root) == [])
    #expect(coding.example.coding?.members.map(\.key) == keys)
    #expect(coding.parts(of: .boolean(true)) == nil)
    // Each member affects the value, and only a required member cannot be left out.
    for (place, member) in coding.members.enumerated() {
      var parts = coding.members.map { member -> ValueCoding.Part? in
        member.content.isNumber ? .number(1) : .text("1")
      }
      let whole = try #require(coding.value(of: parts))
      parts[place] = member.content.isNumber ? .number(2) : .text("2")
      #expect(coding.value(of: parts).map { $0 != whole } == true, "\(member.key)")
      parts[place] = nil
      #expect((coding.value(of: parts) == nil) == member.isRequired, "\(member.key)")
    }
  }

  @Test func `Issues are reported at the members, in order`() {
    func issues(_ value: IntentValue, _ type: ParameterType) -> [String] {
      type.coding?.issues(of: value, at: .root)?.map { "\($0.path) \($0.reason)" } ?? []
    }
    let place = Placemark(name: "a\u{1}", latitude: 91, longitude: -.infinity)
    #expect(issues(.placemark(place), .placemark(detail: nil)).count == 3)
    #expect(
      issues(.placemark(Placemark(name: "", latitude: 1)), .placemark(detail: nil)).count == 1)
    #expect(issues(.placemark(Placemark(latitude: 1, longitude: 1)), .placemark(detail: nil)) == [])
    #expect(issues(.person(Person(name: "", handle: "\u{1}")), .person(detail: nil)).count == 2)
    let mass = ParameterType.measurement(MeasurementMetadata(dimension: .mass))
    #expect(issues(.measurement(IntentMeasurement(value: -1, unit: "km")), mass).count == 2)
    #expect(issues(.measurement(IntentMeasurement(value: .nan, unit: "kg")), mass).count == 1)
    let euro = ParameterType.currencyAmount(CurrencyMetadata(currencyCodes: ["EUR"]))
    #expect(
      issues(.currencyAmount(CurrencyAmount(amount: "1.", currencyCode: "USD")), euro).count == 2)
    #expect(issues(.currencyAmount(CurrencyAmount(amount: "1.0", currencyCode: "EUR")), euro) == [])
  }
}
