/// A line of text being edited, with a cursor between its characters.
///
/// The commands are those of readline; they work on whole characters, so a composed emoji is one
/// step.
public struct TextField: Sendable, Hashable {
  /// One step of editing.
  public enum Command: String, Sendable, Hashable, CaseIterable {
    case left, right, wordLeft, wordRight, start, end
    case deleteBackward, deleteForward, deleteWordBackward, deleteWordForward
    case deleteToStart, deleteToEnd, yank
    /// Changes the places of the two characters before the cursor, or of those around it.
    case transpose
    /// Takes the last change of the text back.
    case undo
    /// The line above or below, of a text with several.
    case lineUp, lineDown
  }

  /// The greatest number of characters; what is inserted beyond it is left out.
  public static let mostCharacters = 65_536

  /// The characters.
  public private(set) var characters: [Character]

  /// The cursor, as the number of characters before it.
  public private(set) var cursor: Int

  private var killed: [Character] = []
  private var earlier: [Version] = []

  /// The text and the cursor before a change.
  private struct Version: Sendable, Hashable {
    var characters: [Character]
    var cursor: Int
    /// Whether the change only typed something in, so that the next may join it.
    var isTyping = false
  }

  /// The greatest number of changes that can be taken back.
  static let mostVersions = 200

  /// Makes a field with the cursor at the end of a text.
  public init(_ text: String = "") {
    characters = Array(text.prefix(Self.mostCharacters))
    cursor = characters.count
  }

  /// The text.
  public var text: String { String(characters) }

  /// The text before the cursor.
  public var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Puts a text in at the cursor, as one edit.
  public mutating func insert(_ text: String) {
    let room = max(0, Self.mostCharacters - characters.count)
    // Letters typed one after the other are one change, up to the end of a word.
    let isTyping = text.count == 1 && text.first.map(isWord) == true
    keepVersion(isTyping: isTyping)
    replace(cursor..<cursor, with: String(text.prefix(room)))
  }

  /// Notes the text as it stands before a change.
  private mutating func keepVersion(isTyping: Bool = false) {
    if isTyping, let last = earlier.last, last.isTyping { return }
    earlier.append(Version(characters: characters, cursor: cursor, isTyping: isTyping))
    if earlier.count > Self.mostVersions { earlier.removeFirst() }
  }

  private mutating func takeBack() {
    guard let last = earlier.popLast() else { return }
    (characters, cursor) = (last.characters, last.cursor)
  }

  private mutating func transpose() {
    guard characters.count > 1, cursor > 0 else { return }
    let second = min(cursor, characters.count - 1)
    keepVersion()
    let pair = [characters[second], characters[second - 1]]
    cursor = second + 1
    replace(second - 1..<second + 1, with: String(pair))
  }

  /// Characters can join with their neighbours, so both sides are read again as text.
  private mutating func replace(_ range: Range<Int>, with text: String) {
    let before = String(characters[..<range.lowerBound]) + text
    let after = String(characters[range.upperBound...])
    characters = Array(before + after)
    cursor = min(characters.count, before.count)
  }

  /// Carries out one step of editing.
  public mutating func perform(_ command: Command) {
    switch command {
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .start: cursor = 0
    case .end: cursor = characters.count
    case .deleteBackward: delete(from: max(0, cursor - 1), to: cursor)
    case .deleteForward: delete(from: cursor, to: min(characters.count, cursor + 1))
    case .deleteWordBackward: kill(from: wordStart, to: cursor)
    case .deleteWordForward: kill(from: cursor, to: wordEnd)
    case .deleteToStart: kill(from: 0, to: cursor)
    case .deleteToEnd: kill(from: cursor, to: characters.count)
    case .yank: insert(String(killed))
    case .transpose: transpose()
    case .undo: takeBack()
    case .lineUp: moveLine(-1)
    case .lineDown: moveLine(1)
    }
  }

  private mutating func delete(from start: Int, to end: Int) {
    guard start < end else { return }
    keepVersion()
    replace(start..<end, with: "")
  }

  private mutating func kill(from start: Int, to end: Int) {
    guard start < end else { return }
    killed = Array(characters[start..<end])
    delete(from: start, to: end)
  }

  /// Moves to the same column of a neighbouring line, as far as that one goes.
  private mutating func moveLine(_ direction: Int) {
    func start(_ position: Int) -> Int {
      var start = position
      while start > 0, !characters[start - 1].isNewline { start -= 1 }
      return start
    }
    func end(_ position: Int) -> Int {
      var end = position
      while end < characters.count, !characters[end].isNewline { end += 1 }
      return end
    }
    let current = start(cursor)
    let column = cursor - current
    let other = direction < 0 ? current - 1 : end(cursor) + 1
    guard (0...characters.count).contains(other) else { return }
    let target = direction < 0 ? start(other) : other
    cursor = min(target + column, end(target))
  }

  private var wordStart: Int {
    var position = cursor
    while position > 0, !isWord(characters[position - 1]) { position -= 1 }
    while position > 0, isWord(characters[position - 1]) { position -= 1 }
    return position
  }

  private var wordEnd: Int {
    var position = cursor
    while position < characters.count, !isWord(characters[position]) { position += 1 }
    while position < characters.count, isWord(characters[position]) { position += 1 }
    return position
  }

  private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
