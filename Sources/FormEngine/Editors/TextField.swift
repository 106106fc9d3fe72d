/// A text being edited, with a cursor between its characters.
///
/// The commands are the same as in readline. They work on whole characters, so a composed emoji is
/// one step.
public struct TextField: Sendable, Hashable {
  /// An editing command.
  public enum Command: String, Sendable, Hashable, CaseIterable {
    /// Moves the cursor one character to the left.
    case left
    /// Moves the cursor one character to the right.
    case right
    /// Moves to the beginning of the word before the cursor.
    case wordLeft
    /// Moves to the end of the word after the cursor.
    case wordRight
    /// Moves to the beginning of the text.
    case start
    /// Moves to the end of the text.
    case end
    /// Deletes the character before the cursor.
    case deleteBackward
    /// Deletes the character after the cursor.
    case deleteForward
    /// Deletes the word before the cursor, and keeps it for ``yank``.
    case deleteWordBackward
    /// Deletes the word after the cursor, and keeps it for ``yank``.
    case deleteWordForward
    /// Deletes the text before the cursor, and keeps it for ``yank``.
    case deleteToStart
    /// Deletes the text after the cursor, and keeps it for ``yank``.
    case deleteToEnd
    /// Inserts the text that was kept last.
    case yank
    /// Swaps the two characters around the cursor, or the two before it at the end of the text.
    case transpose
    /// Undoes the last change of the text.
    case undo
    /// Moves to the line above in a text with several lines.
    case lineUp
    /// Moves to the line below in a text with several lines.
    case lineDown

    /// Whether the command deletes text, on either side of the cursor.
    var deletes: Bool {
      switch self {
      case .deleteBackward, .deleteForward, .deleteWordBackward, .deleteWordForward,
        .deleteToStart, .deleteToEnd:
        true
      case .left, .right, .wordLeft, .wordRight, .start, .end, .yank, .transpose, .undo, .lineUp,
        .lineDown:
        false
      }
    }
  }

  /// The default maximum number of characters.
  public static let maximumCharacters = 65_536

  /// The maximum number of characters in this text; anything inserted beyond it is dropped.
  public let limit: Int

  /// The characters.
  public private(set) var characters: [Character]

  /// The number of characters before the cursor.
  public private(set) var cursor: Int

  private var killed: [Character] = []
  private var earlier: [Version] = []

  /// A replacement of some characters by others.
  private struct Change: Sendable, Hashable {
    /// The position of the first replaced character.
    var start: Int
    /// The characters before the change.
    var old: [Character]
    /// The number of characters after the change.
    var count: Int

    /// Merges the next change into this one if it affects only text that this one inserted.
    mutating func join(_ next: Change) -> Bool {
      guard next.start >= start, next.start + next.old.count <= start + count else { return false }
      count += next.count - next.old.count
      return true
    }
  }

  /// The data needed to restore the text and the cursor before a step of editing.
  private struct Version: Sendable, Hashable {
    /// The changes since the step began, in order.
    var changes: [Change] = []
    var cursor: Int
    /// Whether the step only typed part of a word, so that the next step can extend it.
    var isTyping = false
  }

  /// The maximum number of steps that can be undone.
  static let maximumVersions = 200

  /// Makes a field with the cursor at the end of a text.
  ///
  /// - Parameters:
  ///   - text: The initial text.
  ///   - limit: The maximum number of characters; a longer initial text is kept.
  public init(_ text: String = "", limit: Int = TextField.maximumCharacters) {
    characters = Array(text)
    cursor = characters.count
    self.limit = max(limit, characters.count)
  }

  /// The text.
  public var text: String { String(characters) }

  /// The text before the cursor.
  public var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Inserts a text at the cursor as one edit, and returns whether all of it fitted.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    // Letters typed one after another are a single change, up to the end of the word.
    insert(text, isTyping: text.count == 1 && text.first.map(isWord) == true)
  }

  /// Inserts text that was typed key by key, and returns whether all of it fitted.
  ///
  /// This has the same result as calling ``insert(_:)`` for each scalar, but usually takes no
  /// longer than a single insertion.
  @discardableResult
  public mutating func type(_ text: String) -> Bool {
    guard cursor == characters.count || characters[cursor].standsAlone else {
      return text.unicodeScalars.reduce(true) { insert(String($1)) && $0 }
    }
    var steps: [(text: String.UnicodeScalarView, isTyping: Bool)] = []
    for scalar in text.unicodeScalars {
      let isTyping = isWord(Character(scalar))
      if isTyping, steps.last?.isTyping == true {
        steps[steps.count - 1].text.append(scalar)
      } else {
        steps.append((String.UnicodeScalarView([scalar]), isTyping))
      }
    }
    // Only the last steps can be undone individually.
    let apart = steps.suffix(Self.maximumVersions)
    var hasRoom = true
    if apart.count < steps.count {
      let first = steps.prefix(steps.count - apart.count).map(\.text).joined()
      hasRoom = insert(String(String.UnicodeScalarView(first)), isTyping: false)
    }
    for step in apart where !insert(String(step.text), isTyping: step.isTyping) { hasRoom = false }
    return hasRoom
  }

  private mutating func insert(_ text: String, isTyping: Bool) -> Bool {
    let taken = text.prefix(max(0, limit - characters.count))
    keepVersion(isTyping: isTyping)
    replace(cursor..<cursor, with: String(taken))
    return taken.endIndex == text.endIndex
  }

  /// Begins a step that can be undone.
  private mutating func keepVersion(isTyping: Bool = false) {
    if isTyping, let last = earlier.last, last.isTyping { return }
    earlier.append(Version(cursor: cursor, isTyping: isTyping))
    if earlier.count > Self.maximumVersions { earlier.removeFirst() }
  }

  /// Records a change in the current step.
  private mutating func note(_ change: Change) {
    guard let step = earlier.indices.last else { return }
    if let last = earlier[step].changes.indices.last, earlier[step].changes[last].join(change) {
      return
    }
    earlier[step].changes.append(change)
  }

  private mutating func takeBack() {
    guard let last = earlier.popLast() else { return }
    for change in last.changes.reversed() {
      characters.replaceSubrange(change.start..<change.start + change.count, with: change.old)
    }
    cursor = last.cursor
  }

  private mutating func transpose() {
    guard characters.count > 1, cursor > 0 else { return }
    let second = min(cursor, characters.count - 1)
    keepVersion()
    let pair = [characters[second], characters[second - 1]]
    cursor = second + 1
    replace(second - 1..<second + 1, with: String(pair))
  }

  /// Replaces some characters with a text.
  ///
  /// Characters can join with their neighbours, so the text on both sides is split into characters
  /// again where it changes. After an unchanged boundary, the later boundaries depend only on the
  /// text that follows (Unicode Standard Annex #29).
  private mutating func replace(_ range: Range<Int>, with text: String) {
    let start = max(0, range.lowerBound - 1)
    let front = String(characters[start..<range.lowerBound]) + text
    var end = range.upperBound
    var reach = 1
    var read: [Character] = []
    repeat {
      end = min(characters.count, range.upperBound + reach)
      reach *= 2
      let behind = characters[range.upperBound..<end]
      read = Array(front + String(behind))
      WorkSteps.add(read.count)
      // If the last character is unchanged, all later ones are unchanged.
      if let own = behind.last, let new = read.last, own.isExactly(new) { break }
    } while end < characters.count
    cursor = start + (end == range.upperBound ? read.count : front.count)
    let change = change(start..<end, to: read)
    guard !change.range.isEmpty || !change.new.isEmpty else { return }
    let old = Array(characters[change.range])
    note(Change(start: change.range.lowerBound, old: old, count: change.new.count))
    characters.replaceSubrange(change.range, with: change.new)
    cursor = min(cursor, characters.count)
  }

  /// The part of some characters that differs from their replacement.
  private func change(
    _ range: Range<Int>, to new: [Character]
  ) -> (range: Range<Int>, new: ArraySlice<Character>) {
    let old = characters[range]
    let first = zip(old, new).prefix { $0.isExactly($1) }.count
    let last = zip(old.dropFirst(first).reversed(), new.dropFirst(first).reversed())
      .prefix { $0.isExactly($1) }.count
    return (
      range.lowerBound + first..<range.upperBound - last, new[first..<new.count - last]
    )
  }

  /// Performs an editing command.
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
    case .yank: _ = insert(String(killed), isTyping: false)
    case .transpose: transpose()
    case .undo: takeBack()
    case .lineUp: moveLine(-1)
    case .lineDown: moveLine(1)
    }
  }

  /// Deletes the whole text, as a step that can be undone.
  mutating func clear() {
    perform(.end)
    perform(.deleteToStart)
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

  /// Moves to the same column of a neighbouring line, or to its end if it is shorter.
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

extension Character {
  /// Whether the character never joins with the character before it.
  fileprivate var standsAlone: Bool {
    guard let first = unicodeScalars.first else { return false }
    switch first.value {
    case 0x20..<0x7F, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: return true
    default: break
    }
    let category = first.properties.generalCategory
    return category == .lowercaseLetter || category == .uppercaseLetter
  }

  /// Whether both have the same scalars; even equal characters can have different scalars.
  fileprivate func isExactly(_ other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}
