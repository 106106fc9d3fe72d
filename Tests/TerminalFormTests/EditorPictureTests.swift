import FormEngine
import IntentModel
import IntentOptions
import Messages
import Testing
import WidgetTestSupport

@testable import TerminalForm

/// A state of a form with every editor, and the script that leads to it.
struct EditorPicture: Sendable, CustomTestStringConvertible {
  let name: String
  let script: String
  var locale = "en"
  var columns = 80
  var rows = 24
  var glyphs = Glyphs.unicode
  var isHolding = false

  var testDescription: String { name }

  func state() throws -> FormState {
    var state = EditorForm.state(locale)
    var driver = ProviderDriver { request in
      .success(request.parameter == "city" ? EditorForm.cities : ["red", "green", "blue"])
    }
    driver.folders = SampleFolders.list
    driver.start(&state)
    driver.isHolding = isHolding
    try driver.run(script, on: &state)
    return state
  }

  func screen() throws -> Screen {
    var viewport = FormViewport()
    return FormRenderer(glyphs: glyphs).frame(
      try state().presentation, columns: columns, rows: rows, viewport: &viewport)
  }
}

@Suite("Pictures of every editor")
struct EditorPictureTests {
  static let editors: [EditorPicture] = [
    EditorPicture(name: "editor-switch", script: "focus switch, enter"),
    EditorPicture(name: "editor-field", script: "focus field, enter"),
    EditorPicture(name: "editor-stepper", script: "focus stepper, right"),
    EditorPicture(name: "editor-slider", script: "focus slider, right 10"),
    EditorPicture(name: "editor-slider-typed", script: "focus slider, type '0.25'"),
    EditorPicture(name: "editor-decimal", script: "focus decimal, type '1,500', commit"),
    EditorPicture(name: "editor-text", script: "focus text, type 'Good morning'"),
    EditorPicture(name: "editor-note", script: "focus note, type 'one', type '\n', type 'two'"),
    EditorPicture(name: "editor-duration", script: "focus wait, enter"),
    EditorPicture(name: "editor-duration-units", script: "focus wait, enter, tab"),
    EditorPicture(name: "editor-day", script: "set day '2026-11-21', focus day, enter, tab"),
    EditorPicture(name: "editor-day-empty", script: "focus day, enter"),
    EditorPicture(
      name: "editor-day-refused", script: "focus day, enter, type '1', type '1', commit"),
    EditorPicture(
      name: "editor-calendar", script: "set day '2026-11-21', focus day, enter, calendar"),
    EditorPicture(name: "editor-time", script: "set time '19:05', focus time, enter"),
    EditorPicture(
      name: "editor-moment", script: "set moment '2026-11-21 19:05', focus moment, enter"),
    EditorPicture(name: "editor-style", script: "focus style, right"),
    EditorPicture(name: "editor-style-list", script: "focus style, enter, down"),
    EditorPicture(name: "editor-city", script: "focus city, enter, letter b"),
    EditorPicture(name: "editor-city-loading", script: "focus city, enter", isHolding: true),
    EditorPicture(name: "editor-word", script: "focus word, enter, type 'e'"),
    EditorPicture(name: "editor-owner", script: "focus owner, type 'k1', tab, type 'Kirsten'"),
    EditorPicture(name: "editor-link", script: "focus link, type 'https://example.org/a?b=c'"),
    EditorPicture(name: "editor-place", script: "focus place, type 'Oslo @59.9,10.7'"),
    EditorPicture(name: "editor-person", script: "focus person, type 'Ann <ann@example.org>'"),
    EditorPicture(name: "editor-file", script: "focus file, type '~/notes.txt'"),
    EditorPicture(name: "editor-file-names", script: "focus file, type '~/', tab, tab"),
    EditorPicture(name: "editor-file-many", script: "focus file, type '~/Downloads/', tab, up"),
    EditorPicture(name: "editor-file-control", script: "focus file, type '~/Documents/pl', tab"),
    EditorPicture(name: "editor-file-missing", script: "focus file, type '/x/y', tab"),
    EditorPicture(name: "editor-price", script: "focus price, enter, type '12.50'"),
    EditorPicture(name: "editor-price-currency", script: "focus price, enter, type '9', tab, down"),
    EditorPicture(name: "editor-pay", script: "focus pay, type 'card|Visa'"),
    EditorPicture(name: "editor-say", script: "focus say, type 'Good night'"),
    EditorPicture(name: "editor-distance", script: "focus distance, enter"),
    EditorPicture(name: "editor-distance-unit", script: "focus distance, enter, tab, type 'mi'"),
    EditorPicture(name: "editor-list", script: "set list[0] '4', focus list[1], type '5'"),
    EditorPicture(
      name: "editor-list-beyond",
      script: "set list[0] '4', set list[1] '5', family systemSmall, focus list[1]"),
  ]

  static let places: [EditorPicture] = [
    EditorPicture(
      name: "editor-moment-de", script: "set moment '2026-11-21 19:05', focus moment, enter, tab",
      locale: "de"),
    EditorPicture(
      name: "editor-moment-en-US",
      script: "set moment '2026-11-21 19:05', focus moment, enter, press end", locale: "en-US"),
    EditorPicture(
      name: "editor-moment-ja", script: "set moment '2026-11-21 19:05', focus moment, enter",
      locale: "ja"),
    EditorPicture(
      name: "editor-distance-de", script: "focus distance, enter, tab, down", locale: "de"),
    EditorPicture(
      name: "editor-decimal-de", script: "focus decimal, type '1.500', commit", locale: "de"),
    EditorPicture(
      name: "editor-file-zh", script: "focus file, type '~/x', tab", locale: "zh-Hans"),
  ]

  static let sizes: [EditorPicture] = [(40, 12), (120, 40), (20, 5)].flatMap { columns, rows in
    [
      ("main", "focus slider"), ("moment", "set moment '2026-11-21 19:05', focus moment, enter"),
      ("distance", "focus distance, enter, tab"), ("names", "focus file, type '~/', tab, tab"),
      ("city", "focus city, enter, letter o"),
      ("calendar", "set day '2026-11-21', focus day, calendar"),
    ].map { name, script in
      EditorPicture(
        name: "editor-\(columns)x\(rows)-\(name)", script: script, columns: columns, rows: rows)
    }
  }

  static let all = editors + places + sizes

  @Test(arguments: all)
  func picture(_ picture: EditorPicture) throws {
    let difference = Golden.difference(try picture.screen().picture, from: picture.name)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// The pictures include an editor for every row of the form.
  @Test func noEditorIsLeftOut() throws {
    var seen = Set<String>()
    for picture in Self.editors {
      let state = try picture.state()
      if let name = state.focus.parameter { seen.insert(name) }
    }
    #expect(seen == Set(EditorForm.parameters.map(\.name)))
  }

  @Test(arguments: all)
  func asciiPicturesAreASCII(_ picture: EditorPicture) throws {
    var picture = picture
    picture.glyphs = .ascii
    let lines = try picture.screen().textLines
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
  }

  /// Properties of the frames of every editor, at sizes from 20×5 to 300×100.
  @Test(arguments: all.indices)
  func everySizeKeepsTheLaws(_ index: Int) throws {
    let picture = Self.all[index]
    var random = SeededGenerator(seed: UInt64(index))
    let form = try picture.state().presentation
    for _ in 0..<TestDepth.count(3, thorough: 10) {
      let columns = Int.random(in: 20...300, using: &random)
      let rows = Int.random(in: 5...100, using: &random)
      var viewport = FormViewport()
      let screen = FormRenderer().frame(form, columns: columns, rows: rows, viewport: &viewport)
      let place = "\(picture.name) \(columns)×\(rows)"
      #expect(screen.textLines.allSatisfy { displayWidth($0) <= columns }, "\(place)")
      let cursor = try #require(screen.cursor, "\(place)")
      #expect((0..<rows).contains(cursor.row) && (0..<columns).contains(cursor.column), "\(place)")
      guard form.picker == nil, form.panel == nil, !(form.editsLines && form.editing != nil) else {
        continue
      }
      #expect(screen.cell(row: cursor.row, column: 0)?.text == "▸", "\(place)")
    }
  }
}
