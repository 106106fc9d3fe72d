import DefinitionFormats
import FormatTestSupport
import InputFiles
import Testing
import WidgetTestSupport

@Suite("Real definitions", .enabled(if: Corpus.isAvailable))
struct CorpusRoundTripTests {
  /// Files that differ from Xcode's output: the first has a line with different indentation; the
  /// second has unsorted keys and is indented with spaces.
  private static let exceptions: Set = [
    "cryptomator+ios/Intents.intentdefinition",
    "rrroyal+Harbour/Intents.intentdefinition.bak.intentdefinition",
  ]

  private func document(_ name: String) throws -> PropertyListDocument {
    try PropertyListDocument(bytes: FileReading.bytes(atPath: Corpus.path(of: name)))
  }

  @Test("every file round-trips byte for byte, except the listed ones")
  func roundTrip() throws {
    let names = Corpus.files(endingIn: ".intentdefinition")
    #expect(names.count == 179)
    #expect(Self.exceptions.isSubset(of: names))
    for name in names {
      let source = try FileReading.bytes(atPath: Corpus.path(of: name))
      let value = try PropertyListDocument(bytes: source).value
      let isIdentical = try PropertyListXML.bytes(of: value) == source
      #expect(isIdentical != Self.exceptions.contains(name), "\(name)")
    }
  }

  @Test("a file indented with two spaces keeps its layout")
  func ownLayout() throws {
    let name = "rrroyal+Harbour/Intents.intentdefinition.bak.intentdefinition"
    let document = try document(name)
    #expect(
      document.layout
        == PropertyListLayout(
          indent: "  ", keyOrder: .asGiven, emptyContainers: .startAndEndTag))
    let source = try FileReading.bytes(atPath: Corpus.path(of: name))
    #expect(try PropertyListXML.bytes(of: document.value, layout: document.layout) == source)
  }

  @Test("writing and reading again changes nothing, in every layout")
  func stableValues() throws {
    let layouts: [PropertyListLayout] = [
      .xcode, PropertyListLayout(indent: "  ", keyOrder: .asGiven),
      PropertyListLayout(indent: "", rootLevel: 1, emptyContainers: .startAndEndTag),
    ]
    for (index, name) in Corpus.files(endingIn: ".intentdefinition").enumerated() {
      let value = try document(name).value
      for layout in TestDepth.turn(index, 1, of: layouts)
      where layout.keyOrder == .asGiven || value.hasSortedKeys {
        let bytes = try PropertyListXML.bytes(of: value, layout: layout)
        #expect(try PropertyListDocument(bytes: bytes).value == value, "\(name)")
      }
    }
  }

  @Test("the source map finds the name of every intent")
  func intentNames() throws {
    var count = 0
    for name in Corpus.files(endingIn: ".intentdefinition") {
      let source = try FileReading.bytes(atPath: Corpus.path(of: name))
      let document = try PropertyListDocument(bytes: source)
      for index in (document.value["INIntents"]?.arrayValue ?? []).indices {
        let path: PropertyListPath = [.key("INIntents"), .index(index), .key("INIntentName")]
        let intent = try #require(document.value[path: path]?.stringValue)
        let offset = try #require(document.sourceMap.offset(of: path))
        #expect(source[offset...].starts(with: "<string>\(intent)</string>".utf8), "\(name)")
        let key = try #require(document.sourceMap.offset(of: path, part: .key))
        #expect(source[key...].starts(with: "<key>INIntentName</key>".utf8), "\(name)")
        count += 1
      }
    }
    #expect(count == 389)
  }

  @Test("every string table is read without an error")
  func stringTables() throws {
    let names = Corpus.files(endingIn: ".strings")
    #expect(names.count == 93)
    var (entries, empty) = (0, 0)
    for name in names {
      let reading = StringTable.read(try FileReading.bytes(atPath: Corpus.path(of: name)))
      #expect(reading.errors == [], "\(name)")
      entries += reading.table.entries.count
      empty += reading.table.entries.isEmpty ? 1 : 0
      for entry in reading.table.entries {
        #expect(reading.table.lookup(entry.key) == entry.value, "\(name)")
      }
    }
    #expect(entries == 6817)
    #expect(empty == 4)
  }

  @Test("cutting a real file anywhere is an error")
  func truncation() throws {
    let name = try #require(Corpus.files(endingIn: ".intentdefinition").first)
    let source = try FileReading.bytes(atPath: Corpus.path(of: name))
    for length in stride(from: 0, to: source.count - 9, by: TestDepth.count(41, thorough: 7)) {
      #expect(throws: PropertyListError.self) {
        try PropertyListDocument(bytes: Array(source[..<length]))
      }
    }
  }
}
