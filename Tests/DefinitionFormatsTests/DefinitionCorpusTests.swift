import DefinitionFormats
import FormatTestSupport
import InputFiles
import IntentModel
import Messages
import Testing

@Suite("Real definitions through the model", .enabled(if: Corpus.isAvailable))
struct DefinitionCorpusTests {
  /// Files that differ from Xcode's output: unsorted keys or different indentation.
  private static let otherLayouts = [
    "cryptomator+ios/Intents.intentdefinition",
    "rrroyal+Harbour/Intents.intentdefinition.bak.intentdefinition",
  ]

  /// Every file; each is read only once for all tests.
  private static let readings = Result {
    try Dictionary(
      uniqueKeysWithValues: Corpus.files(endingIn: ".intentdefinition").map { name in
        (name, try IntentDefinitionReader.read(path: Corpus.path(of: name)))
      })
  }

  private func read(_ name: String) throws -> DefinitionReading {
    try #require(try Self.readings.get()[name])
  }

  @Test("every file in Xcode's layout round-trips byte for byte")
  func roundTrip() throws {
    let names = Corpus.files(endingIn: ".intentdefinition")
    #expect(names.count == 179)
    var different: [String] = []
    for name in names {
      let source = try FileReading.bytes(atPath: Corpus.path(of: name))
      let written = try DefinitionPlist.bytes(of: read(name).file)
      if written != source { different.append(name) }
    }
    #expect(different == Self.otherLayouts)
  }

  @Test("a file with a different layout is written in Xcode's layout", arguments: otherLayouts)
  func otherLayout(name: String) throws {
    let document = try PropertyListDocument(
      bytes: FileReading.bytes(atPath: Corpus.path(of: name)))
    let written = try DefinitionPlist.bytes(of: read(name).file)
    #expect(try written == PropertyListXML.bytes(of: document.value))
  }

  @Test("reading what was written gives the same model")
  func stableModel() throws {
    for name in Corpus.files(endingIn: ".intentdefinition") {
      let file = try read(name).file
      let again = try IntentDefinitionReader.read(DefinitionPlist.bytes(of: file), file: name)
      #expect(again.file == file, "\(name)")
    }
  }

  @Test("every file round-trips byte for byte through JSON")
  func throughJSON() throws {
    for name in Corpus.files(endingIn: ".intentdefinition") {
      let file = try read(name).file
      let text = try DefinitionJSON.text(of: file)
      let back = try IntentDefinitionReader.read(Array(text.utf8), file: "x.json").file
      #expect(back == file, "\(name)")
    }
  }

  @Test("real files have only the known findings")
  func problems() throws {
    var found: [String] = []
    for name in Corpus.files(endingIn: ".intentdefinition") {
      found += try read(name).problems.map { "\(name): \($0.code): \($0.sentence)" }
    }
    #expect(found == [])
  }

  @Test("the model holds the content of the files, by counts")
  func counts() throws {
    var (intents, widgets, parameters, cases, properties, relationships) = (0, 0, 0, 0, 0, 0)
    for name in Corpus.files(endingIn: ".intentdefinition") {
      let file = try read(name).file
      intents += file.intents.count
      widgets += file.intents.count(where: \.isEligibleForWidgets)
      parameters += file.intents.map(\.parameters.count).reduce(0, +)
      relationships += file.intents.flatMap(\.parameters).count { $0.relationship != nil }
      cases += file.enums.map(\.cases.count).reduce(0, +)
      properties += file.types.map(\.properties.count).reduce(0, +)
    }
    #expect([intents, widgets, parameters] == [389, 149, 645])
    #expect([cases, properties, relationships] == [753, 352, 73])
  }

  @Test("a changed title changes one line")
  func oneLine() throws {
    for name in Corpus.files(endingIn: ".intentdefinition") {
      var file = try read(name).file
      guard !Self.otherLayouts.contains(name), let first = file.intents.first,
        first.title.text != nil
      else { continue }
      let before = try lines(of: file)
      file.intents[0].title.text = "Another title"
      let after = try lines(of: file)
      #expect(before.count == after.count, "\(name)")
      let changed = zip(before, after).filter { $0 != $1 }
      #expect(changed.count == 1, "\(name)")
      #expect(changed.first?.1 == "\t\t\t<string>Another title</string>", "\(name)")
    }
  }

  private func lines(of file: IntentDefinitionFile) throws -> [Substring] {
    String(decoding: try DefinitionPlist.bytes(of: file), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("a parameter has the position of its dictionary, and its name that of its text")
  func positions() throws {
    for name in Corpus.files(endingIn: ".intentdefinition") {
      let reading = try read(name)
      let source = try FileReading.bytes(atPath: Corpus.path(of: name))
      let lines = source.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, intent) in reading.file.intents.enumerated() {
        let path = IntentPath.root.appending("intents").appending(index).appending("parameters")
        for (place, parameter) in intent.parameters.enumerated() {
          let element = path.appending(place)
          let start = try #require(reading.positions.place(of: element))
          #expect(lines[start.line - 1][...].contains(0x3C))
          let position = try #require(reading.positions.place(of: element.appending("name")))
          let line = String(decoding: lines[position.line - 1], as: UTF8.self)
          #expect(line.hasSuffix("<string>\(parameter.name)</string>"), "\(name) \(element)")
        }
      }
    }
  }
}
