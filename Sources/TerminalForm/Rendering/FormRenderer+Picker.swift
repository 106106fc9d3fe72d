import FormEngine
import IntentModel
import IntentOptions
import Messages

/// One line of an open list: a section's title, or a choice, given by its row among the matches.
private enum PickerLine {
  case section(String)
  case choice(Int)
}

/// The lines of an open list: each section's title above its choices.
///
/// Lines are looked up by number, so the time for drawing a list of a million choices depends only
/// on the visible lines.
private struct PickerLines {
  private struct Section {
    var title: String?
    var first: Int
    var rows: Range<Int>

    var count: Int { rows.count + (title == nil ? 0 : 1) }
  }

  private let sections: [Section]
  let count: Int

  /// - Parameters:
  ///   - matches: The choices.
  ///   - chosen: The title above the choices that come before all sections.
  init(_ matches: OptionsMatches, chosen: String) {
    var first = 0
    let hasTitles = matches.collection.sections.contains { $0.title != nil }
    sections = matches.sections.map { found in
      let title = found.section.map { matches.collection.sections[$0].title }
      let section = Section(
        title: title ?? (hasTitles ? chosen : nil), first: first, rows: found.rows)
      first += section.count
      return section
    }
    count = first
  }

  subscript(line: Int) -> PickerLine {
    let section = sections[last { $0.first <= line }]
    guard let title = section.title else {
      return .choice(section.rows.lowerBound + line - section.first)
    }
    return line == section.first
      ? .section(title) : .choice(section.rows.lowerBound + line - section.first - 1)
  }

  /// The line of a row of the matches.
  func line(ofRow row: Int) -> Int {
    guard !sections.isEmpty else { return 0 }
    let section = sections[last { $0.rows.lowerBound <= row }]
    return section.first + (section.title == nil ? 0 : 1) + row - section.rows.lowerBound
  }

  /// The title of the section that a line belongs to; nil if it has none.
  func title(ofLine line: Int) -> String? {
    sections.isEmpty ? nil : sections[last { $0.first <= line }].title
  }

  /// The last section that satisfies a condition; all sections that satisfy it must come first.
  private func last(where holds: (Section) -> Bool) -> Int {
    max(0, sections.partitionIndex { !holds($0) } - 1)
  }
}

extension FormRenderer {
  func drawPicker(
    _ form: FormPresentation, _ layout: FormLayout, viewport: inout FormViewport,
    waiting: Waiting?, on screen: inout Screen
  ) {
    guard let picker = form.picker, !layout.body.isEmpty else { return }
    let top = layout.body.lowerBound
    drawQuery(form, picker, row: top, waiting: waiting, on: &screen)
    let body = listBody(layout)
    if body.lowerBound > top + 1 { drawInitials(picker, row: top + 1, on: &screen) }
    switch picker.content {
    case .loading:
      guard let waiting else { return }
      let key = keys.name(of: .dismiss, in: .picker, glyphs)
      let text =
        key.map { form.words("Loading the choices… \($0) goes back.") }
        ?? form.words(.loading) + glyphs.more
      say([(waiting.text(text, form.words), theme.secondary)], body, &screen)
    case .failed(let error):
      say(
        [
          ("\(error.provider): \(form.words.sentence(error))", theme.problem),
          (form.words(error.remedy), theme.secondary),
        ], body, &screen)
    case .loaded(let collection):
      drawChoices(picker, collection, form, layout, viewport: &viewport, on: &screen)
    }
  }

  /// The lines for the choices, below the search field.
  ///
  /// If there is enough room, a line for the initials is left between the field and the choices.
  func listBody(_ layout: FormLayout) -> Range<Int> {
    let top = layout.body.lowerBound + (layout.body.count >= 8 ? 2 : 1)
    return min(top, layout.body.upperBound)..<layout.body.upperBound
  }

  /// Draws the initials to which Alt jumps, and marks the initial of the highlighted choice.
  private func drawInitials(_ picker: OptionsPicker, row: Int, on screen: inout Screen) {
    for place in initialPlaces(picker, columns: screen.columns) {
      let isHere = place.initial == picker.highlightedInitial
      screen.put(
        String(place.initial), row: row, column: place.columns.lowerBound,
        style: isHere ? theme.highlight : theme.secondary)
    }
  }

  /// The columns of the initials to which Alt jumps, as many as fit.
  func initialPlaces(
    _ picker: OptionsPicker, columns: Int
  ) -> [(initial: Character, columns: Range<Int>)] {
    var column = Self.textColumn
    var places: [(Character, Range<Int>)] = []
    for initial in picker.initials {
      let width = displayWidth(String(initial))
      guard column + width < columns else { break }
      places.append((initial, column..<column + width))
      column += width + 1
    }
    return places
  }

  /// The texts above the choices, each with its style and its lines, and the lines left for the
  /// choices.
  ///
  /// The texts are the prompt label and the notice of the collection.
  private func choicesBody(
    _ collection: OptionsCollection, _ body: Range<Int>, columns: Int
  ) -> (said: [(text: String, style: Style, body: Range<Int>)], body: Range<Int>) {
    var rest = body
    var said: [(String, Style, Range<Int>)] = []
    for (text, style) in [
      (collection.promptLabel, theme.secondary), (collection.notice, theme.problem),
    ] {
      guard let text, !text.isEmpty, rest.count > 1 else { continue }
      let room = rest.prefix(max(1, rest.count / 3))
      said.append((text, style, room))
      rest = rest.dropFirst(min(room.count, text.wrapped(to: max(1, columns - 4)).count))
    }
    return (said, rest)
  }

  /// The row of the choice that is drawn on a line of the screen; nil for any other line.
  func choice(
    atLine line: Int, of picker: OptionsPicker, _ layout: FormLayout, _ viewport: FormViewport
  ) -> Int? {
    guard let collection = picker.collection, !picker.matches.isEmpty else { return nil }
    let body = choicesBody(collection, listBody(layout), columns: layout.columns).body
    guard body.contains(line) else { return nil }
    let lines = PickerLines(picker.matches, chosen: "")
    let shown = shownLines(of: lines, picker, from: viewport.firstChoice, height: body.count)
    let place = line - body.lowerBound
    guard shown.indices.contains(place), case .choice(let row) = shown[place] else { return nil }
    return row
  }

  /// The visible lines of a list from the top, both section titles and choices; the title of a long
  /// section stays visible and covers one choice.
  private func shownLines(
    of lines: PickerLines, _ picker: OptionsPicker, from first: Int, height: Int
  ) -> [PickerLine] {
    var shown = (first..<max(first, min(first + height, lines.count))).map { lines[$0] }
    if height > 1, case .choice(let row)? = shown.first, row != picker.highlighted,
      let title = lines.title(ofLine: first)
    {
      shown[0] = .section(title)
    }
    return shown
  }

  /// Writes texts, each on as many lines as it needs, with `…` at the end if there is not enough
  /// room.
  private func say(
    _ texts: [(text: String, style: Style)], _ body: Range<Int>, _ screen: inout Screen
  ) {
    let room = max(1, screen.columns - 4)
    let lines = texts.filter { !$0.text.isEmpty }.flatMap { words in
      words.text.wrapped(to: room).map { (text: $0, style: words.style) }
    }
    for (row, line) in zip(body, lines) {
      let isCut = row == body.upperBound - 1 && lines.count > body.count
      screen.put(
        isCut ? (line.text + "…").truncated(to: room) : line.text, row: row,
        column: Self.textColumn,
        style: line.style)
    }
  }

  private func drawQuery(
    _ form: FormPresentation, _ picker: OptionsPicker, row: Int, waiting: Waiting?,
    on screen: inout Screen
  ) {
    var column = Self.textColumn
    column += screen.put(
      heading(of: form).truncated(to: screen.columns / 3), row: row, column: column,
      style: theme.focused)
    column += 2
    let count = countText(
      picker, form.words, waiting: waiting,
      room: screen.columns - column - 3 - Self.minimumQueryColumns)
    let room = max(
      1, min(Self.maximumQueryColumns, screen.columns - column - displayWidth(count) - 3))
    drawField(
      picker.query, row: row, column: column, width: room, isSelected: picker.replacesTerm,
      on: &screen)
    if picker.query.text.isEmpty, room >= Self.minimumQueryColumns {
      var style = theme.field
      style.attributes.formUnion(theme.secondary.attributes)
      screen.put(
        form.words("type to search").truncated(to: room - 1), row: row, column: column, style: style
      )
    }
    let at = screen.columns - 1 - displayWidth(count)
    if at > column + room { screen.put(count, row: row, column: at, style: theme.secondary) }
  }

  /// The number of cells that the counts always leave free for the search term.
  private static let minimumQueryColumns = 14

  /// The maximum number of cells of a search field.
  static let maximumQueryColumns = 40

  /// The number of choices and the number of chosen ones, if they fit.
  private func countText(
    _ picker: OptionsPicker, _ words: FormWords, waiting: Waiting?, room: Int
  ) -> String {
    let all = count(of: picker, words, waiting: waiting)
    guard let chosen = picker.chosen.map({ chosenText($0, words) }) else { return all }
    let both = all.isEmpty ? chosen : all + " · " + chosen
    return [both, chosen].first { displayWidth($0) <= room } ?? all
  }

  /// The number of choices in an array, and the maximum number.
  private func chosenText(_ chosen: ChosenItems, _ words: FormWords) -> String {
    let count = words.format.text(of: chosen.count)
    guard let maximum = chosen.maximum else { return words("\(count) chosen") }
    return words("\(count) of \(words.format.text(of: maximum)) chosen")
  }

  private func count(
    of picker: OptionsPicker, _ words: FormWords, waiting: Waiting?
  ) -> String {
    if picker.isReloading, let waiting {
      return waiting.text(words(.searching) + glyphs.more, words)
    }
    guard let total = picker.collection?.count else { return "" }
    let all = words.format.text(of: total)
    // If the source does its own searching, the total is unknown.
    return picker.query.text.isEmpty || picker.matches.query.isEmpty
      ? all : words(.countOf(kept: words.format.text(of: picker.matches.count), maximum: all))
  }

  /// The label of the focused row, preceded by the array's label if the row is a slot; the list of
  /// a whole array has only the array's label.
  func heading(of form: FormPresentation) -> String {
    guard let row = focusedRow(of: form) else { return "" }
    guard row.isElement, let head = head(of: row, in: form) else { return row.label }
    return form.picker?.chosen != nil ? head.label : row.label(under: head)
  }

  private func drawChoices(
    _ picker: OptionsPicker, _ collection: OptionsCollection, _ form: FormPresentation,
    _ layout: FormLayout, viewport: inout FormViewport, on screen: inout Screen
  ) {
    let (said, body) = choicesBody(collection, listBody(layout), columns: screen.columns)
    for words in said { say([(words.text, words.style)], words.body, &screen) }
    guard !picker.matches.isEmpty, !body.isEmpty else {
      // A source that does its own searching returns an empty collection if nothing matches.
      let isAll = collection.isEmpty && picker.query.text.isEmpty
      let text = form.words(isAll ? .nothingToChoose : .nothingMatches)
      say([(text, theme.secondary)], body, &screen)
      return
    }
    let lines = PickerLines(picker.matches, chosen: form.words("Chosen"))
    let focused = lines.line(ofRow: picker.highlighted)
    viewport.firstChoice = scrolled(
      viewport.firstChoice, toShow: focused, height: body.count, count: lines.count)
    // The first line shows the title of its section, so the highlighted choice must not be on that
    // line.
    if body.count > 1, focused > 0, focused == viewport.firstChoice,
      lines.title(ofLine: focused) != nil
    {
      viewport.firstChoice -= 1
    }
    let shown = shownLines(of: lines, picker, from: viewport.firstChoice, height: body.count)
    let rows = shown.compactMap { if case .choice(let row) = $0 { row } else { nil } }
    let first = rows.first ?? 0
    let items = picker.matches.rows(first..<(rows.last ?? first) + 1).map(\.item)
    let columns = ChoiceColumns(
      hasBoxes: picker.chosen != nil, hasColors: items.contains { color(of: $0) != nil })
    let room = screen.columns - columns.text + 2
    let hasSubtitles = items.contains { $0.subtitle != nil }
    let names = hasSubtitles ? nameWidth(of: picker, columns: room) : room
    for (row, line) in zip(body, shown) {
      switch line {
      case .section(let title): drawSection(title, row: row, on: &screen)
      case .choice(let index):
        guard items.indices.contains(index - first) else { continue }
        draw(
          items[index - first], of: picker, columns, isHighlighted: index == picker.highlighted,
          row: row, names: names, on: &screen)
      }
    }
    drawPlace(
      picker.highlighted, of: picker.matches.count, isScrolled: lines.count > body.count, form,
      layout, on: &screen)
  }

  private func drawSection(_ title: String, row: Int, on screen: inout Screen) {
    screen.put(title.truncated(to: screen.columns - 3), row: row, column: 1, style: theme.section)
  }

  /// The full text of the highlighted choice if its line truncates it; nil if it fits.
  func cutText(of picker: OptionsPicker, columns: Int) -> String? {
    guard let item = picker.highlightedItem else { return nil }
    let places = ChoiceColumns(hasBoxes: picker.chosen != nil, hasColors: color(of: item) != nil)
    let room = columns - places.text - 1
    let display = visible(item.display)
    guard let subtitle = item.subtitle.map({ visible($0) }) else {
      return displayWidth(display) > room ? display : nil
    }
    let names = nameWidth(of: picker, columns: columns - places.text + 2)
    guard displayWidth(display) > names || displayWidth(subtitle) > room - names - 2 else {
      return nil
    }
    return display + "  " + subtitle
  }

  /// The maximum number of choices whose width is measured for a column.
  private static let maximumMeasured = 1_000

  /// The width of the name column if subtitles follow.
  ///
  /// Measures the widths of the matches. If there are too many matches, measures the collection's
  /// first choices instead.
  private func nameWidth(of picker: OptionsPicker, columns: Int) -> Int {
    let (matches, most) = (picker.matches, Self.maximumMeasured)
    let measured =
      matches.count > most ? OptionsMatches(all: matches.collection.prefix(most)) : matches
    let widest = measured.rows(0..<most).map { displayWidth($0.item.display) }.max() ?? 0
    return min(widest, max(8, columns / 2))
  }

  private func draw(
    _ item: OptionItem, of picker: OptionsPicker, _ columns: ChoiceColumns, isHighlighted: Bool,
    row: Int, names: Int, on screen: inout Screen
  ) {
    let query = picker.matches.query
    if let chosen = picker.chosen {
      let isChosen = chosen.contains(item)
      screen.put(
        isChosen ? glyphs.on : glyphs.off, row: row, column: Self.textColumn,
        style: isChosen ? theme.accent : theme.value)
    }
    if let (red, green, blue) = color(of: item) {
      let style = Style(foreground: .rgb(red, green, blue))
      screen.put(glyphs.color, row: row, column: columns.color, style: style)
    }
    let start = columns.text
    let room = screen.columns - start - 1
    let shown = item.display.truncated(to: item.subtitle == nil ? room : min(names, room))
    screen.put(shown, row: row, column: start, style: theme.value)
    if isHighlighted {
      highlightChoice(shown, row: row, column: start, on: &screen)
      // The highlight includes the check box, but not the colour mark after it.
      let box = ScreenRect(
        row: row, column: Self.textColumn, rows: 1, columns: columns.color - Self.textColumn)
      screen.restyle(box) { $0 = theme.highlight }
    }
    markMatches(of: query, in: item.display, shownAs: shown, row: row, column: start, on: &screen)
    guard let subtitle = item.subtitle, room - names > 8 else { return }
    let below = subtitle.truncated(to: room - names - 2)
    let column = start + names + 2
    screen.put(below, row: row, column: column, style: theme.secondary)
    markMatches(of: query, in: subtitle, shownAs: below, row: row, column: column, on: &screen)
  }

  /// The colour of a choice; nil if it has none, and in a theme without colours.
  private func color(of item: OptionItem) -> (red: UInt8, green: UInt8, blue: UInt8)? {
    theme.accent.foreground == .default ? nil : ChoiceColor(item.properties)?.parts
  }

  /// The length in bytes above which matches in a text are not marked, to save time in each frame.
  private static let maximumMarked = 1_024

  /// Marks the characters of a choice that a query matches, as far as they are shown.
  private func markMatches(
    of query: OptionsQuery, in text: String, shownAs shown: String, row: Int, column: Int,
    on screen: inout Screen
  ) {
    guard !query.isEmpty, text.utf8.count <= Self.maximumMarked else { return }
    var matched = query.highlights(in: text)[...]
    var column = column
    for (number, (character, own)) in zip(shown, text).enumerated() {
      guard character == own, let next = matched.first else { return }
      let width = displayWidth(character)
      if number == next {
        matched.removeFirst()
        screen.restyle(ScreenRect(row: row, column: column, rows: 1, columns: width)) { style in
          // In reversed text, this colour would become the background colour.
          if style.foreground == .default, !style.attributes.contains(.reverse) {
            style.foreground = theme.match.foreground
          }
          style.attributes.formUnion(theme.match.attributes)
        }
      }
      column += width
    }
  }
}

/// The columns of a choice's parts, after the pointer.
private struct ChoiceColumns {
  /// The column of the colour.
  let color: Int
  /// The column of the text.
  let text: Int

  init(hasBoxes: Bool, hasColors: Bool) {
    color = FormRenderer.textColumn + (hasBoxes ? 4 : 0)
    text = color + (hasColors ? 2 : 0)
  }
}
