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

  /// The greatest number of characters of a text that is typed.
  public static let mostCharacters = 65_536

  /// The greatest number of characters of this text; what is inserted beyond it is left out.
  public let limit: Int

  /// The characters.
  public private(set) var characters: [Character]

  /// The cursor, as the number of characters before it.
  public private(set) var cursor: Int

  private var killed: [Character] = []
  private var earlier: [Version] = []

  /// Some characters that took the place of others.
  private struct Change: Sendable, Hashable {
    /// Where the first of them stands.
    var start: Int
    /// The characters before the change.
    var old: [Character]
    /// The number of characters after it.
    var count: Int

    /// Takes in the next change, where it only changed what this one put there.
    mutating func join(_ next: Change) -> Bool {
      guard next.start >= start, next.start + next.old.count <= start + count else { return false }
      count += next.count - next.old.count
      return true
    }
  }

  /// What leads back to the text and the cursor before a step of editing.
  private struct Version: Sendable, Hashable {
    /// The changes since, in their order.
    var changes: [Change] = []
    var cursor: Int
    /// Whether the step only typed something in, so that the next may join it.
    var isTyping = false
  }

  /// The greatest number of changes that can be taken back.
  static let mostVersions = 200

  /// Makes a field with the cursor at the end of a text.
  ///
  /// - Parameters:
  ///   - text: The text at first.
  ///   - limit: The greatest number of characters that can be typed; a text that is longer at first
  ///     is kept.
  public init(_ text: String = "", limit: Int = TextField.mostCharacters) {
    characters = Array(text)
    cursor = characters.count
    self.limit = max(limit, characters.count)
  }

  /// The text.
  public var text: String { String(characters) }

  /// The text before the cursor.
  public var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Puts a text in at the cursor, as one edit, and says whether there was room for all of it.
  @discardableResult
  public mutating func insert(_ text: String) -> Bool {
    // Letters typed one after the other are one change, up to the end of a word.
    insert(text, isTyping: text.count == 1 && text.first.map(isWord) == true)
  }

  /// Puts in what was typed key by key, and says whether there was room for all of it.
  ///
  /// The text, the cursor and what can be taken back are those of an ``insert(_:)`` for each scalar,
  /// and it takes the time of one.
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
    // Only the last steps can be taken back one by one.
    let apart = steps.suffix(Self.mostVersions)
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

  /// Begins a step that can be taken back.
  private mutating func keepVersion(isTyping: Bool = false) {
    if isTyping, let last = earlier.last, last.isTyping { return }
    earlier.append(Version(cursor: cursor, isTyping: isTyping))
    if earlier.count > Self.mostVersions { earlier.removeFirst() }
  }

  /// Notes a change of the present step.
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

  /// Puts a text in the place of some characters.
  ///
  /// Characters can join with their neighbours, so both sides are read again as text, as far as they
  /// change: where characters end depends on what follows a place where one ends, and on nothing
  /// before it (Unicode Standard Annex #29).
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
      // If the last character is unchanged, so are those after it.
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

  /// What really differs between some characters and those that take their place.
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
    case .yank: _ = insert(String(killed), isTyping: false)
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

extension Character {
  /// Whether the character is sure to join with nothing that is put before it.
  fileprivate var standsAlone: Bool {
    guard let first = unicodeScalars.first else { return false }
    switch first.value {
    case 0x20..<0x7F, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: return true
    default: break
    }
    let category = first.properties.generalCategory
    return category == .lowercaseLetter || category == .uppercaseLetter
  }

  /// Whether both have the same scalars; equal characters can have others.
  fileprivate func isExactly(_ other: Character) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}
