import Testing

@testable import FormEngine

/// The elements in the text of a whole array.
@Suite struct ArrayTextTests {
  /// The texts of arrays, and their parts.
  static let splits: [(text: String, parts: [String])] = [
    ("", []), (",", []), ("a", ["a"]), ("a,b", ["a", "b"]), (" a , b ", ["a", "b"]),
    ("a\\,b", ["a,b"]), ("a\\\\,b", ["a\\", "b"]), ("a\\b", ["a\\b"]), ("a\\", ["a\\"]),
    (",,a,,", ["a"]), ("東,京", ["東", "京"]), ("a\\,,b", ["a,", "b"]),
  ]

  @Test(arguments: splits)
  func split(text: String, parts: [String]) {
    #expect(FormAnswers.split(text) == parts)
  }
}
