import IntentModel
import Testing

@testable import FormEngine

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct DateTextTests {
  typealias Kind = DateComponentsMetadata.Kind

  static func components(_ values: [Int?]) -> DateComponents {
    var components = DateComponents()
    for (name, value) in zip(IntentDateComponent.allCases, values) { components[name] = value }
    return components
  }

  /// The year, month, day, hour, minute and second, and the text.
  @Test(
    arguments: [
      ([2026, 11, 21, nil, nil, nil], "2026-11-21"), ([2026, 11], "2026-11"), ([2026], "2026--"),
      ([nil, 12, 24], "--12-24"), ([nil, 12], "--12"), ([nil, nil, 24], "---24"),
      ([2026, nil, 24], "2026--24"), ([nil, nil, nil, 7, 30], "07:30"),
      ([nil, nil, nil, 7, 30, 15], "07:30:15"), ([nil, nil, nil, 7], "07:"),
      ([nil, nil, nil, nil, 30], ":30"), ([nil, nil, nil, nil, nil, 15], "::15"),
      ([nil, nil, nil, 7, nil, 15], "07::15"), ([nil, nil, nil, nil, 30, 15], ":30:15"),
      ([2026, 11, 21, 7, 30, 15], "2026-11-21 07:30:15"), ([2026, nil, nil, 7], "2026-- 07:"),
      ([1, 1, 1, 0, 0, 0], "0001-01-01 00:00:00"), ([nil, nil, 3, nil, nil, 4], "---03 ::04"),
    ] as [([Int?], String)])
  func writingAndReading(values: [Int?], text: String) {
    let components = Self.components(values)
    #expect(DateText.text(of: components) == text)
    #expect(DateText.canonicalComponents(of: text, kind: .dateTime) == components)
  }

  @Test func everySubsetReadsBack() {
    let sample = [2026, 2, 3, 4, 5, 6]
    for mask in 1..<64 {
      let components = Self.components(
        sample.indices.map { mask & (1 << $0) == 0 ? nil : sample[$0] })
      let text = DateText.text(of: components)
      #expect(DateText.canonicalComponents(of: text, kind: .dateTime) == components, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("2026-11-21T07:30", [2026, 11, 21, 7, 30]), ("2026-1-2", [2026, 1, 2]),
      ("7:05", [nil, nil, nil, 7, 5]), ("2026-13-99", [2026, 13, 99]),
    ] as [(String, [Int?])])
  func otherSpellings(text: String, values: [Int?]) {
    #expect(DateText.canonicalComponents(of: text, kind: .dateTime) == Self.components(values))
  }

  @Test(arguments: [
    "", " ", "-", "--", "---", "-1", "-12-24", "----1", "2026", "2026-", "2026-11-", "2026-11-21-1",
    "2026---", "20260-1-1", "x", "2026-x-1", "07:30 2026-11-21", "1 2 3", ":", "::", "7:3:2:1",
    "7:x", "７:30", "2026/11/21", "+7:30", "--12-24-1",
  ])
  func refusing(text: String) {
    #expect(DateText.canonicalComponents(of: text, kind: .dateTime) == nil)
  }

  @Test(arguments: [
    ("2026-11-21", Kind.date, true), ("2026-11-21", .time, false),
    ("2026-11-21", .dateTime, true), ("07:30", .date, false), ("07:30", .time, true),
    ("07:30", .dateTime, true), ("2026-11-21 07:30", .date, false),
    ("2026-11-21 07:30", .time, false), ("2026-11-21 07:30", .dateTime, true),
  ])
  func kinds(text: String, kind: Kind, isTaken: Bool) {
    #expect((DateText.canonicalComponents(of: text, kind: kind) != nil) == isTaken)
  }

  /// A year that could belong to another calendar of the locale is written as in ISO 8601, and read
  /// back.
  @Test(arguments: [
    ("th", 2_569, "2569-12-03"), ("fa", 1_405, "1405-12-03"), ("ar", 1_448, "1448-12-03"),
    ("th", 2_026, "03/12/2026"), ("de", 2_569, "03.12.2569"),
  ])
  func yearsOfOtherCalendars(locale: String, year: Int, text: String) {
    let (notation, date) = (
      ValueNotation(locale: locale), DateComponents(year: year, month: 12, day: 3)
    )
    #expect(DateText.text(of: date, notation: notation).withASCIIDigits == text)
    let type = ParameterType.dateComponents(DateComponentsMetadata(kind: .date))
    let read = ValueText.value(of: text, type: type, schema: .of([]), notation: notation)
    #expect(read == .success(.dateComponents(date)))
  }

  @Test func nothingSetIsAnEmptyText() {
    #expect(DateText.text(of: DateComponents()) == "")
  }
}
