import IntentModel
import Messages

extension String {
  /// The lines of the text; at least one.
  var lines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// The text truncated to a number of cells, with `…` in the last cell if something was cut off.
  ///
  /// The text passes through ``visible(_:)`` first. A wide character is never halved, so the result
  /// may be one cell narrower than requested. The result is empty if the width is zero or less.
  package func truncated(to width: Int) -> String {
    guard width > 0 else { return "" }
    let harmless = visible(self)
    if harmless.utf8.count <= width || displayWidth(harmless) <= width { return harmless }
    return harmless.prefix(cells: width - 1) + "…"
  }

  /// The text, padded with blanks on both sides to a number of cells; a longer text is truncated.
  package func centered(in width: Int) -> String {
    let text = truncated(to: width)
    let before = max(0, width - displayWidth(text)) / 2
    return (String(repeating: " ", count: before) + text).padded(to: width)
  }

  /// The text broken into lines of limited width.
  ///
  /// Line feeds end a line. Lines break at blanks (which are removed there), after hyphens, and
  /// between wide characters, but not before closing punctuation. A word longer than a line is cut
  /// between characters. The text passes through ``visible(_:)`` first. There is always at least
  /// one line.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for line in self.lines {
      var wrapper = LineWrapper(width: max(1, width))
      visible(line).forEach { wrapper.take($0) }
      lines += wrapper.finish()
    }
    return lines
  }
}

/// Breaks one line, character by character.
private struct LineWrapper {
  private let width: Int
  private var lines: [String] = []
  private var line = ""
  private var lineWidth = 0
  /// The characters since the last position where the line could break.
  private var word = ""
  private var wordWidth = 0
  private var blanks = 0

  init(width: Int) {
    self.width = width
  }

  mutating func take(_ character: Character) {
    if character == " " {
      endWord()
      blanks += 1
      return
    }
    let cells = clusterWidth(character)
    if cells == 2, !Self.cannotBegin.contains(character), !isOpen { endWord() }
    if wordWidth + cells > width { endWord() }
    word.append(character)
    wordWidth += cells
    if character == "-" { endWord() }
  }

  mutating func finish() -> [String] {
    endWord()
    lines.append(line)
    return lines
  }

  /// Whether the word ends with opening punctuation, which must stay with the next character.
  private var isOpen: Bool { word.last.map(Self.cannotEnd.contains) ?? false }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    if lineWidth + blanks + wordWidth > width && lineWidth + blanks > 0 {
      lines.append(line)
      line = ""
      lineWidth = 0
      blanks = 0
    }
    line += String(repeating: " ", count: blanks) + word
    lineWidth += blanks + wordWidth
    (word, wordWidth, blanks) = ("", 0, 0)
  }

  /// Wide punctuation that cannot begin a line (the core of the list in JIS X 4051).
  private static let cannotBegin: Set<Character> = [
    "、", "。", "，", "．", "・", "：", "；", "？", "！", "）", "］", "｝", "」", "』", "】", "〉", "》",
    "ー", "々",
  ]
  /// Wide punctuation that cannot end a line.
  private static let cannotEnd: Set<Character> = ["（", "［", "｛", "「", "『", "【", "〈", "《"]
}
