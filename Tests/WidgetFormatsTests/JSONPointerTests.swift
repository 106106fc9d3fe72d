import FormatTestSupport
import JSONC
import Testing

@testable import DefinitionFormats
@testable import JSONCodings
@testable import WidgetFormats

/// JSON pointers (RFC 6901), with which a mapping finds the parts of a response.
@Suite struct JSONPointerTests {
  /// The document of RFC 6901 §5, with an array of arrays and a null.
  static let document = #"""
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
     " ": 7, "m~n": 8, "deep": [[{"x": [9]}]], "none": null, "~1": 10, "01": 11}
    """#

  /// Pointers, and the values that they point to as compact JSON; nil for a missing value or null.
  static let places: [(pointer: String, found: String?)] = [
    ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/foo/1", #""baz""#), ("/", "0"),
    ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"),
    ("/ ", "7"), ("/m~0n", "8"), ("/deep/0/0/x/0", "9"), ("/~01", "10"), ("/01", "11"),
    ("/foo/2", nil), ("/foo/-", nil), ("/foo/-1", nil), ("/foo/00", nil), ("/foo/01", nil),
    ("/foo/+1", nil), ("/foo/1.0", nil), ("/foo/", nil), ("/foo/bar", nil), ("/foo/0/x", nil),
    ("/foo/99999999999999999999", nil), ("/none", nil), ("/none/x", nil), ("/FOO", nil),
    ("//", nil), ("/deep/0/0/x/0/y", nil), ("/bar", nil),
  ]

  private func root(_ text: String) throws -> JSONNode {
    let problems = ProblemList(file: "f", bytes: Array(text.utf8), limits: .standard)
    return try #require(problems.root())
  }

  @Test(arguments: places)
  func `the value at a position`(pointer: String, found: String?) throws {
    let root = try root(Self.document)
    let node = try #require(JSONPointer(pointer)).node(in: root)
    #expect(try node.map { try JSONText.write($0.value, style: .compact) } == found)
    #expect(root.problems.isEmpty)
  }

  @Test func `the empty pointer is the whole document`() throws {
    let root = try root("[1]")
    #expect(try #require(JSONPointer("")).node(in: root)?.value == [1])
    #expect(try #require(JSONPointer("")).node(in: self.root("null")) == nil)
  }

  /// Texts that are not pointers.
  @Test(arguments: ["a", " /a", "a/b", "#/a", "~", "/~", "/a~", "/a~2", "/~~0", "/a~/b", "/~ 0"])
  func `texts that are not pointers`(text: String) {
    #expect(JSONPointer(text) == nil)
    let manifest = #"{"kind":"k","options":{"p":{"http":"https://a","map":{"title":"\#(text)"}}}}"#
    #expect(
      complaints { try WidgetManifest.read(utf8(manifest), file: "w") } == [
        "w:1:63: Expected a JSON pointer such as /data/0/name, found “\(text)”."
      ])
  }

  /// A value that a pointer finds keeps its path, so that an error has the position of the value.
  @Test func `a problem is reported at the value of a pointer`() throws {
    let root = try root("{\n  \"a\": [\n    1,\n    {\"b\": 2}\n  ]\n}")
    #expect(try #require(JSONPointer("/a/1/b")).node(in: root)?.string == nil)
    #expect(
      root.problems.errors.map(\.description) == [
        "f:4:11: Expected a string, found a whole number."
      ])
  }
}
