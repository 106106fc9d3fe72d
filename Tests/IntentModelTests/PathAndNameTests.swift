import IntentModel
import Testing

/// Paths in the notation of JSONPath (RFC 9535 §2.5.1, §2.7), and the nearest name.
@Suite struct PathAndNameTests {
  @Test(
    "RFC 9535 §2.7: keys",
    arguments: [
      ("name", "$.name"), ("_a1", "$._a1"), ("größe", "$.größe"), ("東京", "$.東京"), ("é", "$.é"),
      ("", "$['']"), ("1a", "$['1a']"), ("a-b", "$['a-b']"), ("a b", "$['a b']"),
      ("a.b", "$['a.b']"), ("it's", #"$['it\'s']"#), (#"a\b"#, #"$['a\\b']"#),
      ("\"", #"$['"']"#), ("a\n", #"$['a\n']"#), ("a\t", #"$['a\t']"#), ("a\r", #"$['a\r']"#),
      ("\u{8}", #"$['\b']"#), ("\u{C}", #"$['\f']"#), ("a\r\n", #"$['a\r\n']"#),
      ("\u{0}", #"$['\u0000']"#), ("\u{1B}", #"$['\u001b']"#), ("\u{B}", #"$['\u000b']"#),
      ("a\u{200D}", #"$['a\u200d']"#), ("\u{202E}a", #"$['\u202ea']"#),
      ("\u{E0041}", #"$['\udb40\udc41']"#), ("\u{7F}", #"$['\u007f']"#), ("😀", "$.😀"),
    ])
  func key(_ key: String, _ text: String) {
    #expect(IntentPath.root.appending(key).description == text)
  }

  @Test(
    "RFC 9535 §2.7: steps",
    arguments: [
      (IntentPath.root, "$"), (.parameter("days"), "$.parameters.days"),
      (.parameter("a b"), "$.parameters['a b']"),
      (.parameter("x").appending(0), "$.parameters.x[0]"),
      (
        .parameter("x").appending(12).appending("names").appending(3), "$.parameters.x[12].names[3]"
      ),
      (IntentPath([.index(1), .key("a")]), "$[1].a"),
    ])
  func steps(_ path: IntentPath, _ text: String) {
    #expect(path.description == text)
  }

  private static let families = WidgetFamily.allCases.map(\.rawValue)
}
