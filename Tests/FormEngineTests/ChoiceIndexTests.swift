import Foundation
import IntentOptions
import Testing

@testable import FormEngine

/// What a typed text means among the choices of a list.
@Suite struct ChoiceIndexTests {
  private static func index(_ names: [String]) -> ChoiceIndex {
    ChoiceIndex(names.enumerated().map { OptionItem(identifier: "#\($0)", display: $1) })
  }

  @Test func `Parts are found in the texts that contain them, and never across two texts`() {
    var random = SystemRandomNumberGenerator()
    let letters = ["a", "b", "É", "e\u{301}", "京", "ß"]
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
          letters.randomElement(using: &random)
        }.joined()
      }
      let part = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
        letters.randomElement(using: &random)
      }.joined().lowercased()
      let folded = names.map { $0.lowercased() }
      guard !folded.contains(part) else { continue }
      let expected = folded.indices.filter { folded[$0].contains(part) }
      var index = Self.index(names)
      #expect(index.meaning(of: part).near == expected, "\(part) in \(names)")
    }
  }

  @Test func `A text that nearly all of a long list contain names none of them`() {
    var index = Self.index((0..<5_000).map { "Stop \($0)" })
    let meaning = index.meaning(of: "top")
    #expect(meaning.place == nil)
    #expect(meaning.near.count <= 1_001)
    #expect(index.suggestions(for: "top", meaning) == [])
    #expect(index.suggestions(for: "42", index.meaning(of: "42")).count == 199)
  }

  @Test func `Whole texts only, if asked`() {
    var index = Self.index(["Oslo", "Bergen"])
    #expect(index.meaning(of: "osl").place == 0)
    #expect(index.meaning(of: "osl", asWhole: true).place == nil)
    #expect(index.meaning(of: "OSLO", asWhole: true).place == 0)
    #expect(index.meaning(of: "#1", asWhole: true).place == 1)
  }
}
