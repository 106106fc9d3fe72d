import IntentModel
import Testing

@testable import IntentOptions

/// Which choice a typed text refers to.
@Suite struct ChoiceIndexTests {
  private static func item(
    _ identifier: String, _ title: String, _ subtitle: String? = nil
  )
    -> OptionItem
  {
    OptionItem(identifier: identifier, display: title, subtitle: subtitle)
  }

  private static let items = [
    item("red", "Blue"), item("blue", "Red"), item("xl", "Extra large"), item("xxl", "Extra LARGE"),
    item("left", "Side"), item("right", "Side"), item("m1", "Burger", "0.9 mi"),
    item("m2", "Burger", "1.7 mi"), item("z", "Zürich  West"), item("Oslo", "oslo"),
    item("o2", "OSLO"), item("n", " Noodles "), item("w", "Ｗｅｓｔ"), item("nope", "nope"),
  ]

  /// Each text, with the identifiers that it can refer to: one identifier is the choice, and
  /// several are refused.
  private static let meanings: [(text: String, identifiers: [String])] = [
    ("red", ["red"]), ("Red", ["blue"]), ("Blue", ["red"]), ("blue", ["blue"]),
    ("RED", ["red", "blue"]), ("Extra large", ["xl"]), ("Extra LARGE", ["xxl"]),
    ("extra large", ["xl", "xxl"]), ("XL", ["xl"]), ("Side", ["left", "right"]),
    ("side", ["left", "right"]), ("Side (left)", ["left"]), ("SIDE (RIGHT)", ["right"]),
    ("Burger", ["m1", "m2"]), ("Burger (1.7 mi)", ["m2"]), ("burger (0.9 mi)", ["m1"]),
    ("m2", ["m2"]), (" M2 ", ["m2"]), ("zurich west", ["z"]), ("ZÜRICH\u{A0}WEST", ["z"]),
    ("Zu\u{308}rich  West", ["z"]), ("Oslo", ["Oslo"]), ("oslo", ["Oslo"]), ("OSLO", ["o2"]),
    ("oSLO", ["Oslo", "o2"]), ("Noodles", ["n"]), ("west", ["w"]), ("nope", ["nope"]),
    ("Bur", []), ("Oslo Town", []), ("", []), (" ", []), ("\u{301}", []), ("zzzz", []),
  ]

  @Test func `An exact identifier, an exact title, other letters, or nothing`() {
    var index = ChoiceIndex(Self.items)
    for row in Self.meanings {
      let meant: [Int] =
        switch index.meaning(of: row.text) {
        case .one(let place): [place]
        case .several(let places): places
        case .none: []
        }
      #expect(meant.map { Self.items[$0].identifier } == row.identifiers, "“\(row.text)”")
    }
  }

  /// Each refused text, with the sentence that names the possible choices.
  private static let refusals = [
    "Burger": """
    “Burger” can mean several choices: “m1” (Burger, 0.9 mi), “m2” (Burger, 1.7 mi). Write the \
    one that you mean.
    """,
    "side": """
    “side” can mean several choices: “left” (Side), “right” (Side). Write the one that you mean.
    """,
    "Oslo Town": "No choice is called “Oslo Town”. Choose from “oslo”, “OSLO”.",
    "Noodle": "No choice is called “Noodle”. Did you mean “ Noodles ”?",
    "Burgr": """
    No choice is called “Burgr”. Choose from “Burger (0.9 mi)”, “Burger (1.7 mi)”.
    """,
    "zzzz": """
    No choice is called “zzzz”. Search for a part of the name, and choose what is found.
    """,
  ]

  @Test(arguments: refusals)
  func `A refusal names the possible meanings with their identifiers`(
    text: String, sentence: String
  ) {
    var index = ChoiceIndex(Self.items)
    let reason = index.refusal(of: text, index.meaning(of: text))
    let issue = IntentIssue(reason, at: .root)
    #expect("\(issue.message) \(issue.advice)" == sentence)
  }

  @Test func `Of many names that contain a text, three are named, and the others counted`() {
    var index = ChoiceIndex((0..<5_000).map { Self.item("#\($0)", "Stop \($0)") })
    let found = index.refusal(of: "42", index.meaning(of: "42"))
    #expect(
      found == .choiceNotFound("42", choices: ["Stop 42", "Stop 142", "Stop 242"], others: 196))
    #expect(
      index.refusal(of: "top", index.meaning(of: "top"))
        == .choiceNotFound("top", choices: ["Stop 0", "Stop 1", "Stop 2"], others: 4_997))
    #expect(
      index.refusal(of: "42", .none, suggesting: false) == .choiceNotFound("42", choices: []))
  }

  /// Comparing each choice with every other would take 400 million comparisons.
  @Test func `Many choices with the same title are distinguished in time`() {
    var index = ChoiceIndex(
      (0..<20_000).map { Self.item("#\($0)", "Main", $0 < 2 ? "north" : "line \($0)") })
    #expect(index.meaning(of: "Main (line 19999)") == .one(19_999))
    #expect([0, 1, 2].map { index.title(of: $0) } == ["Main (#0)", "Main (#1)", "Main (line 2)"])
    #expect(index.meaning(of: "Main (north)") == .none)
  }

  @Test func `Parts of titles are found, but never across two titles`() {
    var random = SystemRandomNumberGenerator()
    let letters = ["a", "b", "É", "e\u{301}", "京", "ß"]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &random)).compactMap { _ in
        letters.randomElement(using: &random)
      }.joined()
    }
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 0...8, using: &random)).map { _ in text(5) }
      let part = text(3)
      let folded = names.map { TextFolding.text($0) }
      let expected = folded.indices.filter { folded[$0].contains(TextFolding.text(part)) }
      var index = ChoiceIndex(names.enumerated().map { Self.item("#\($0)", $1) })
      guard case .none = index.meaning(of: part), !expected.isEmpty else { continue }
      let named = expected.map { index.title(of: $0) }
      #expect(
        index.refusal(of: part, .none) == .choiceNotFound(part, choices: named),
        "\(part) in \(names)")
    }
  }

  @Test func `Choices that look the same get their identifiers, in lists and as titles`() {
    let items = [
      Self.item("1", "Main"), Self.item("2", "Main", "north"), Self.item("3", "Main", "north"),
      Self.item("4", "Main", "south"), Self.item("Main Street", "Square"),
      Self.item("5", "Main Street"),
    ]
    let collection = OptionsCollection(sections: [
      OptionsSection(items: Array(items[..<3])), OptionsSection(items: Array(items[3...])),
    ])
    #expect(
      collection.tellingApart().items.map(\.subtitle)
        == [nil, "north, 2", "north, 3", "south", nil, nil])
    #expect(collection.tellingApart().tellingApart() == collection.tellingApart())
    #expect(
      collection.titlesToldApart(of: items) == [
        "1": "Main (1)", "2": "Main (2)", "3": "Main (3)", "4": "Main (south)",
        "5": "Main Street (5)",
      ])
    let resolved = collection.resolving(["4", "Main Street"], isWhole: true)
    #expect(resolved.titles == ["4": "Main (south)"])
  }
}
