/// A small terminal emulator: it replays a program's output and shows the resulting screen.
///
/// It supports the sequences that this package writes; any other sequence is added to ``unknown``,
/// which tests expect to be empty. It is written from the standards, and shares no code with the
/// program.
package struct VirtualTerminal {
  /// A cell as the terminal shows it.
  package struct Cell: Hashable, Sendable {
    /// The grapheme cluster; empty in the right half of a wide cluster.
    package var text: String
    package var pen: Pen

    package init(text: String, pen: Pen) {
      self.text = text
      self.pen = pen
    }
  }

  /// The pen that SGR sets: the codes 1 to 9 that are on, and the color parameters.
  package struct Pen: Hashable, Sendable {
    package var attributes: Set<Int> = []
    /// For example `31`, `38;5;99`, or empty for the default.
    package var foreground = ""
    package var background = ""

    package init() {}
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package private(set) var cells: [[Cell]]
  package private(set) var row = 0
  package private(set) var column = 0
  package private(set) var pen = Pen()
  /// The private modes that are set; initially these are cursor (25) and wrapping (7).
  package private(set) var modes: Set<Int> = [25, 7]
  /// The rows of the scrolling region.
  package private(set) var margins: Range<Int>
  /// The sequences that were not understood.
  package private(set) var unknown: [String] = []
  /// The number of times that the whole screen was erased.
  package private(set) var clears = 0

  private let width: (Character) -> Int
  private var isWrapPending = false
  private var unfinished: [UInt8] = []
  /// The position of the last character, until the cursor moves.
  private var lastShown: (row: Int, column: Int)?

  /// Makes a blank terminal; `width` measures a grapheme cluster in cells.
  package init(columns: Int, rows: Int, width: @escaping (Character) -> Int) {
    self.columns = columns
    self.rows = rows
    self.width = width
    margins = 0..<rows
    let blank = Cell(text: " ", pen: Pen())
    cells = Array(repeating: Array(repeating: blank, count: columns), count: rows)
  }

  package var isCursorVisible: Bool { modes.contains(25) }

  /// The rows as text without trailing blanks.
  package var textLines: [String] {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Replays bytes; an incomplete sequence or character waits for the next bytes.
  package mutating func feed(_ bytes: [UInt8]) {
    let all = unfinished + bytes
    let end = Self.endOfWhole(all)
    unfinished = Array(all[end...])
    var rest = all[..<end]
    while let first = rest.first {
      if first == 0x1B {
        takeEscape(&rest)
      } else if first < 0x20 {
        takeControl(first)
        rest = rest.dropFirst()
      } else {
        let text = rest.prefix { $0 >= 0x20 }
        rest = rest.dropFirst(text.count)
        for character in String(decoding: text, as: UTF8.self) { show(character) }
      }
    }
  }

  /// The start of the last sequence or character if it is incomplete; otherwise the end.
  private static func endOfWhole(_ bytes: [UInt8]) -> Int {
    if let escape = bytes.lastIndex(of: 0x1B) {
      let body = bytes[(escape + 1)...]
      switch body.first {
      case nil: return escape
      case 0x5B where !body.dropFirst().contains { $0 >= 0x40 }: return escape
      case 0x5D where !body.contains(0x07): return escape
      default: break
      }
    }
    guard let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes.count }
    let length = bytes[lead] < 0xC0 ? 1 : bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
    return bytes.count - lead < length ? lead : bytes.count
  }

  // MARK: Characters

  private mutating func show(_ character: Character) {
    let cells = width(character)
    guard cells > 0 else {
      // A left-to-right mark does not take up a cell, and belongs to the character before it.
      if character == "\u{200E}", let owner = lastShown {
        self.cells[owner.row][owner.column].text.append(character)
      } else {
        unknown.append("zero width")
      }
      return
    }
    if isWrapPending || column + cells > columns { wrap() }
    put(Cell(text: String(character), pen: pen), at: column)
    lastShown = (row, column)
    if cells == 2 {
      put(Cell(text: "", pen: pen), at: column + 1)
      self.cells[row][column].text = String(character)
    }
    column += cells
    if column >= columns {
      column = columns - 1
      isWrapPending = modes.contains(7)
    }
  }

  private mutating func wrap() {
    isWrapPending = false
    column = 0
    lineFeed()
  }

  /// Overwrites a cell, and erases the other half of a wide character.
  private mutating func put(_ cell: Cell, at column: Int) {
    if cells[row][column].text.isEmpty && column > 0 { cells[row][column - 1].text = " " }
    if column + 1 < columns && cells[row][column + 1].text.isEmpty {
      cells[row][column + 1].text = " "
    }
    cells[row][column] = cell
  }

  private mutating func lineFeed() {
    if row == margins.upperBound - 1 {
      cells.remove(at: margins.lowerBound)
      cells.insert(blankRow, at: margins.upperBound - 1)
    } else {
      row = min(rows - 1, row + 1)
    }
  }

  private mutating func reverseLineFeed() {
    isWrapPending = false
    lastShown = nil
    if row == margins.lowerBound {
      cells.remove(at: margins.upperBound - 1)
      cells.insert(blankRow, at: margins.lowerBound)
    } else {
      row = max(0, row - 1)
    }
  }

  private var blankRow: [Cell] {
    var blankPen = Pen()
    blankPen.background = pen.background
    return Array(repeating: Cell(text: " ", pen: blankPen), count: columns)
  }

  private mutating func takeControl(_ byte: UInt8) {
    isWrapPending = false
    lastShown = nil
    switch byte {
    case 8: column = max(0, column - 1)
    case 10: lineFeed()
    case 13: column = 0
    default: unknown.append("control \(byte)")
    }
  }

  // MARK: Sequences

  private mutating func takeEscape(_ rest: inout ArraySlice<UInt8>) {
    let body = rest.dropFirst()
    switch body.first {
    case 0x5B:
      let parameters = body.dropFirst().prefix { $0 < 0x40 }
      rest = body.dropFirst(1 + parameters.count)
      guard let final = rest.popFirst() else {
        unknown.append("unfinished sequence")
        return
      }
      control(
        String(decoding: parameters, as: UTF8.self), Character(Unicode.Scalar(final)))
    case 0x5D:
      let text = body.prefix { $0 != 0x07 && $0 != 0x1B }
      rest = body.dropFirst(text.count)
      rest = rest.dropFirst(rest.first == 0x1B ? 2 : 1)
    case 0x5C: rest = body.dropFirst()  // The end of a string that began earlier.
    case 0x4D:
      rest = body.dropFirst()
      reverseLineFeed()
    default:
      unknown.append("escape \(body.first.map(String.init) ?? "at the end")")
      rest = body.dropFirst()
    }
  }

  private mutating func control(_ text: String, _ final: Character) {
    if text.hasPrefix("?"), final == "h" || final == "l" {
      setModes(text.dropFirst(), isOn: final == "h")
      return
    }
    if text.contains(where: { "<=>?$".contains($0) }) {
      // The keyboard protocol and queries do not change the screen.
      if !"upc".contains(final) { unknown.append("CSI \(text)\(final)") }
      return
    }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if final == "m" {
      select(numbers)
    } else {
      isWrapPending = false
      lastShown = nil
      moveOrErase(numbers, final)
    }
  }

  private mutating func setModes(_ text: Substring, isOn: Bool) {
    for mode in text.split(separator: ";").compactMap({ Int($0) }) {
      if isOn { modes.insert(mode) } else { modes.remove(mode) }
    }
  }

  private mutating func moveOrErase(_ numbers: [Int], _ final: Character) {
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "H":
      row = min(rows, count) - 1
      column = min(columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "J" where numbers == [2]:
      clears += 1
      for row in 0..<rows { erase(row, 0..<columns) }
    case "J" where numbers == [0]:
      erase(row, column..<columns)
      for row in row + 1..<rows { erase(row, 0..<columns) }
    case "K" where numbers == [0]: erase(row, column..<columns)
    case "c": break  // A query that the terminal would answer.
    case "r":
      let last = numbers.count > 1 && numbers[1] > 0 ? min(rows, numbers[1]) : rows
      if count < last { margins = count - 1..<last }
      (row, column) = (0, 0)
    case "X": erase(row, column..<min(columns, column + count))
    default: unknown.append("CSI \(numbers) \(final)")
    }
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    var blankPen = Pen()
    blankPen.background = pen.background
    if range.lowerBound > 0, cells[row][range.lowerBound].text.isEmpty {
      cells[row][range.lowerBound - 1].text = " "
    }
    if range.upperBound < columns, cells[row][range.upperBound].text.isEmpty {
      cells[row][range.upperBound].text = " "
    }
    for column in range { cells[row][column] = Cell(text: " ", pen: blankPen) }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: pen = Pen()
      case 1...9: pen.attributes.insert(number)
      case 22: pen.attributes.subtract([1, 2])
      case 23...29: pen.attributes.remove(number - 20)
      case 30...37, 90...97: pen.foreground = "\(number)"
      case 40...47, 100...107: pen.background = "\(number)"
      case 39: pen.foreground = ""
      case 49: pen.background = ""
      case 38, 48:
        let count = rest.first == 5 ? 2 : 4
        let color = ([number] + rest.prefix(count)).map(String.init).joined(separator: ";")
        rest = rest.dropFirst(count)
        if number == 38 { pen.foreground = color } else { pen.background = color }
      default: unknown.append("SGR \(number)")
      }
    }
  }
}
