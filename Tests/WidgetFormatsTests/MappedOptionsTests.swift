import FormatTestSupport
import IntentModel
import IntentOptions
import Testing

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

/// Responses of any shape, read with a mapping: the resulting items, and the errors.
@Suite("Options that are read with a mapping")
struct MappedOptionsTests {
  /// Pages as lines: the title of a section, a colon, and the items with their texts.
  static func lines(_ page: OptionsPage) -> [String] {
    page.collection.sections.map { section in
      let items = section.items.map { item in
        let parts = [item.display, item.subtitle, item.symbol].compactMap { $0 }
        return item.identifier + "=" + parts.joined(separator: "/")
      }
      return "\(section.title ?? "-"): " + items.joined(separator: ", ")
    } + [page.cursor.map { "next \($0)" }].compactMap { $0 }
  }

  static let named = OptionsMapping(items: "/data", identifier: "/id", display: "/name")

  static let pages: [(mapping: OptionsMapping, text: String, lines: [String])] = [
    (OptionsMapping(), "[]", []), (OptionsMapping(), #"[{"identifier":"a"}]"#, ["-: a=a"]),
    (named, #"{"data":[]}"#, []), (named, #"{"data":[{"id":"a","name":"A"}]}"#, ["-: a=A"]),
    // A number or a Boolean becomes a text; a null or missing value has no text.
    (named, #"{"data":[{"id":7,"name":1.5}]}"#, ["-: 7=1.5"]),
    (named, #"{"data":[{"id":true,"name":false}]}"#, ["-: true=false"]),
    (named, #"{"data":[{"id":"a","name":null},{"id":"b"}]}"#, ["-: a=a, b=b"]),
    (named, #"{"data":[{"id":"a","name":""}]}"#, ["-: a="]),
    (named, #"{"data":[{"id":-9007199254740993}]}"#, ["-: -9007199254740993=-9007199254740993"]),
    (named, #"{"data":[{"id":"東京 👩‍👩‍👧","name":"שלום"}]}"#, ["-: 東京 👩‍👩‍👧=שלום"]),
    (
      OptionsMapping(identifier: "/a", subtitle: "/s", symbol: "/y"),
      #"[{"a":"1","s":"sub","y":"star"},{"a":"2","y":3}]"#, ["-: 1=1/sub/star, 2=2/3"]
    ),
    // Pointers with escapes, empty names, array indices, and pointers to the whole element.
    (OptionsMapping(identifier: "/a~1b"), #"[{"a/b":"x"}]"#, ["-: x=x"]),
    (OptionsMapping(identifier: "/m~0n"), #"[{"m~n":"x"}]"#, ["-: x=x"]),
    (OptionsMapping(identifier: "/~01"), #"[{"~1":"x"}]"#, ["-: x=x"]),
    (OptionsMapping(identifier: "/"), #"[{"":"x"}]"#, ["-: x=x"]),
    (OptionsMapping(identifier: ""), #"["x",3]"#, ["-: x=x, 3=3"]),
    (OptionsMapping(identifier: "/1"), #"[["a","b"]]"#, ["-: b=b"]),
    (OptionsMapping(identifier: "/0", display: "/01"), #"[["a","b"]]"#, ["-: a=a"]),
    (OptionsMapping(items: "/1/list", identifier: ""), #"[0,{"list":["x"]}]"#, ["-: x=x"]),
    // Items that contain titles of sections are grouped by title, in the order in which the titles
    // first occur.
    (
      OptionsMapping(section: "/line", identifier: "/id"),
      #"[{"id":"a","line":"U1"},{"id":"b"},{"id":"c","line":"U2"},{"id":"d","line":"U1"}]"#,
      ["U1: a=a, d=d", "-: b=b", "U2: c=c"]
    ),
    (
      OptionsMapping(section: "/line", identifier: "/id"),
      #"[{"id":"a","line":1},{"id":"b","line":"1"},{"id":"c","line":null}]"#,
      ["1: a=a, b=b", "-: c=c"]
    ),
    // Sections stay separate, including those with the same title and those without items.
    (
      OptionsMapping(items: "/stops", sections: "/lines", title: "/name", identifier: ""),
      #"{"lines":[{"name":"U1","stops":["a"]},{"stops":[]},{"name":"U1","stops":["b","c"]}]}"#,
      ["U1: a=a", "-: ", "U1: b=b, c=c"]
    ),
    (
      OptionsMapping(sections: "", title: "/0", identifier: ""), #"[["a","b"],["c"]]"#,
      ["a: a=a, b=b", "c: c=c"]
    ),
    // The cursor of the next page; if it is empty, null or missing, there is no next page.
    (OptionsMapping(items: "/d", cursor: "/next"), #"{"d":[],"next":"abc"}"#, ["next abc"]),
    (OptionsMapping(items: "/d", cursor: "/next"), #"{"d":[],"next":3}"#, ["next 3"]),
    (OptionsMapping(items: "/d", cursor: "/next"), #"{"d":[],"next":""}"#, []),
    (OptionsMapping(items: "/d", cursor: "/next"), #"{"d":[],"next":null}"#, []),
    (OptionsMapping(items: "/d", cursor: "/next"), #"{"d":[]}"#, []),
    (OptionsMapping(items: "/d", cursor: "/m/next"), #"{"d":[],"m":{"next":"x"}}"#, ["next x"]),
  ]

  @Test(arguments: pages.indices)
  func page(_ index: Int) throws {
    let (mapping, text, lines) = Self.pages[index]
    let page = try OptionsJSON.page(utf8(text), source: "s", mapping: mapping)
    #expect(Self.lines(page) == lines)
  }

  static let nothing = " Correct “items” of “map” in widget.json."

  /// Responses that do not fit their mapping, and all messages.
  static let faults: [(mapping: OptionsMapping, text: String, messages: [String])] = [
    (named, "[]", ["s:1:1: There is nothing at “/data” here." + nothing]),
    (named, "null", ["s:1:1: There is nothing at “/data” here." + nothing]),
    (named, #"{"data":null}"#, ["s:1:1: There is nothing at “/data” here." + nothing]),
    (
      named, #"{"data":{}}"#,
      ["s:1:9: Expected an array, found an object."]
    ),
    (
      named, #"{"data":[{"name":"A"},{"id":""},{"id":[]}]}"#,
      // The other items are left out with a notice, because they lack an identifier.
      ["s:1:39: Expected a string or a number, found an array."]
    ),
    (
      named, #"{"data":["a"]}"#,
      ["s:1:10: There is nothing at “/id” here. Correct “identifier” of “map” in widget.json."]
    ),
    (
      named, #"{"data":[{"id":"a","name":{}}]}"#,
      ["s:1:27: Expected a string or a number, found an object."]
    ),
    (
      OptionsMapping(sections: "/lines", identifier: ""), #"{"line":[]}"#,
      ["s:1:1: There is nothing at “/lines” here. Correct “sections” of “map” in widget.json."]
    ),
    (
      OptionsMapping(items: "/x", sections: "", identifier: ""), #"[{"x":["a"]},{}]"#,
      ["s:1:14: There is nothing at “/x” here." + nothing]
    ),
    (
      OptionsMapping(items: "/d", cursor: "/c"), #"{"d":[],"c":["x"]}"#,
      ["s:1:13: Expected a string or a number, found an array."]
    ),
    (named, "", ["s:1:1: The text is empty. A JSON text holds one value."]),
  ]

  @Test(arguments: faults.indices)
  func fault(_ index: Int) {
    let (mapping, text, messages) = Self.faults[index]
    let said = complaints { try OptionsJSON.page(utf8(text), source: "s", mapping: mapping) }
    #expect(said == messages)
  }

  /// The items of all sections are counted together: exactly the limit, and one more.
  @Test(arguments: [(2, true), (3, true), (4, false)])
  func mostItems(count: Int, isTaken: Bool) {
    let mapping = OptionsMapping(sections: "", identifier: "")
    let text = "[[1]" + String(repeating: ",[2]", count: count - 1) + "]"
    var limits = FormatLimits.standard
    limits.maximumItems = 3
    let said = complaints {
      try OptionsJSON.page(utf8(text), source: "s", mapping: mapping, limits: limits)
    }
    #expect(said == (isTaken ? [] : ["s:1:1: There are more than 3 items. Give at most 3."]))
  }
}
