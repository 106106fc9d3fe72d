import IntentModel

/// The old handlers in an Objective-C file: their functions, and the file's identifiers and texts.
struct ObjectiveCSource {
  /// The functions that offer choices or give a default, in order.
  private(set) var handlers: [SourceHandler] = []

  /// The identifiers that code gives to objects, by the name of the object's type.
  private(set) var identifiers: [(type: String, value: SourceIdentifier)] = []

  /// The texts of all string literals.
  private(set) var texts: Set<String> = []

  /// The string constants of the file.
  private var constants: [String: String] = [:]

  private let tokens: [Token]
  private let file: String

  /// Reads a file; skips code that it does not understand.
  ///
  /// - Parameter file: The name of the file in positions.
  init(_ text: String, file: String) {
    self.file = file
    tokens = Self.tokens(of: text)
    for token in tokens {
      if case .text(let literal) = token.kind { texts.insert(literal) }
    }
    readConstants()
    readMethods()
    readIdentifiers()
  }

  // MARK: Tokens

  private struct Token {
    enum Kind: Hashable {
      case word(String)
      case text(String)
      case sign(Character)
    }

    var kind: Kind
    var line: Int
    var column: Int

    var word: String? {
      if case .word(let word) = kind { word } else { nil }
    }

    func isSign(_ character: Character) -> Bool { kind == .sign(character) }
  }

  private static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    var (line, column) = (1, 1)
    var rest = text.unicodeScalars[...]
    func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    func step() -> Unicode.Scalar? {
      guard let next = rest.popFirst() else { return nil }
      (line, column) = next == "\n" ? (line + 1, 1) : (line, column + 1)
      return next
    }
    while let first = rest.first {
      let place = (line, column)
      let second = rest.dropFirst().first
      if first == "/", second == "/" {
        while let next = rest.first, next != "\n" { _ = step() }
      } else if first == "/", second == "*" {
        (_, _) = (step(), step())
        while let next = step(), next != "*" || rest.first != "/" {}
        _ = step()
      } else if first == "\"" {
        _ = step()
        var literal = ""
        while let next = step(), next != "\"" {
          let scalar = next == "\\" ? step().map { $0 == "n" ? "\n" : $0 } : next
          if let scalar { literal.unicodeScalars.append(scalar) }
        }
        tokens.append(Token(kind: .text(literal), line: place.0, column: place.1))
      } else if isWord(first) {
        var word = ""
        while let next = rest.first, isWord(next) {
          word.unicodeScalars.append(next)
          _ = step()
        }
        tokens.append(Token(kind: .word(word), line: place.0, column: place.1))
      } else {
        _ = step()
        guard !first.properties.isWhitespace, first != "@" else { continue }
        tokens.append(Token(kind: .sign(Character(first)), line: place.0, column: place.1))
      }
    }
    return tokens
  }

  private func place(of token: Token) -> SourcePlace {
    SourcePlace(file: file, line: token.line, column: token.column)
  }

  /// The index after the bracketed group that begins at an index.
  private func end(ofGroupAt start: Int, _ open: Character, _ close: Character) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      if tokens[index].isSign(open) { depth += 1 }
      if tokens[index].isSign(close) { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return tokens.count
  }

  // MARK: Constants

  /// Reads `NAME = @"text"` and `#define NAME @"text"`; ignores a name that has two different
  /// texts.
  private mutating func readConstants() {
    var found: [String: Set<String>] = [:]
    for index in tokens.indices.dropLast() {
      guard case .text(let text) = tokens[index + 1].kind else { continue }
      if tokens[index].isSign("="), index > 0, let name = tokens[index - 1].word {
        found[name, default: []].insert(text)
      } else if let name = tokens[index].word, index > 1, tokens[index - 1].word == "define",
        tokens[index - 2].isSign("#")
      {
        found[name, default: []].insert(text)
      }
    }
    constants = found.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  // MARK: Methods

  /// Reads the methods, each of which begins with a minus and a type at the top level.
  private mutating func readMethods() {
    var index = 0
    while index < tokens.count {
      if tokens[index].isSign("{") {
        index = end(ofGroupAt: index, "{", "}")
      } else if tokens[index].isSign("-"), index + 1 < tokens.count, tokens[index + 1].isSign("(") {
        index = readMethod(at: end(ofGroupAt: index + 1, "(", ")"))
      } else {
        index += 1
      }
    }
  }

  /// Reads the method whose name begins at an index, and returns the index after its body.
  private mutating func readMethod(at start: Int) -> Int {
    var index = start
    while index < tokens.count, !tokens[index].isSign("{"), !tokens[index].isSign(";") {
      index = tokens[index].isSign("(") ? end(ofGroupAt: index, "(", ")") : index + 1
    }
    guard index < tokens.count, tokens[index].isSign("{") else { return index + 1 }
    let after = end(ofGroupAt: index, "{", "}")
    // The first part: name, colon, the type in parentheses, the name of the intent.
    guard start + 2 < index, let name = tokens[start].word, tokens[start + 1].isSign(":"),
      tokens[start + 2].isSign("("),
      let type = tokens[(start + 3)..<index].lazy.compactMap(\.word).first(where: {
        !Self.qualifiers.contains($0)
      })
    else { return after }
    let subject = end(ofGroupAt: start + 2, "(", ")")
    guard subject < index, let intent = tokens[subject].word,
      let (purpose, parameter) = Self.meaning(of: name, type: type)
    else { return after }
    let body = index + 1..<max(index + 1, after - 1)
    let (reads, handsIntentOn) = uses(of: intent, in: body)
    handlers.append(
      SourceHandler(
        purpose: purpose, parameter: parameter, intent: type, reads: reads,
        handsIntentOn: handsIntentOn, isEmpty: givesNothing(body), place: place(of: tokens[start]))
    )
    return after
  }

  private static let qualifiers: Set<String> = [
    "_Nonnull", "__kindof", "const", "nonnull", "nullable",
  ]

  /// The purpose of a method and the name of its parameter, from the first part of its selector.
  ///
  /// The selector ends with the class of the intent, without its prefix and without `Intent`.
  private static func meaning(
    of name: String, type: String
  ) -> (SourceHandler.Purpose, String)? {
    let suffix = IntentDefinition.suffix
    let stem = type.hasSuffix(suffix) ? String(type.dropLast(suffix.count)) : type
    for start in stem.indices {
      let ending = "For" + stem[start...]
      guard name.hasSuffix(ending) else { continue }
      if let found = SourceHandler.meaning(of: name.dropLast(ending.count)) { return found }
    }
    return nil
  }

  /// The properties that the tokens read from a variable, and whether they also use the variable in
  /// another way.
  private func uses(of name: String, in range: Range<Int>) -> (reads: [String], isHandedOn: Bool) {
    var reads: [String] = []
    var isHandedOn = false
    for index in range where tokens[index].word == name {
      // A label, or a member of a different expression.
      if index + 1 < range.upperBound, tokens[index + 1].isSign(":") { continue }
      if index > range.lowerBound, tokens[index - 1].isSign(".") { continue }
      guard index + 2 < range.upperBound, let member = tokens[index + 2].word,
        tokens[index + 1].isSign(".")
      else {
        if index + 2 < range.upperBound, index > range.lowerBound, tokens[index - 1].isSign("["),
          let member = tokens[index + 1].word, tokens[index + 2].isSign("]")
        {
          if !reads.contains(member) { reads.append(member) }
        } else {
          isHandedOn = true
        }
        continue
      }
      if !reads.contains(member) { reads.append(member) }
    }
    return (reads, isHandedOn)
  }

  /// Whether a body always returns `nil`.
  private func givesNothing(_ range: Range<Int>) -> Bool {
    let results = range.filter { tokens[$0].word == "return" }
    return !results.isEmpty
      && results.allSatisfy { $0 + 1 < range.upperBound && tokens[$0 + 1].word == "nil" }
  }

  // MARK: Identifiers

  /// Reads `[[Type alloc] initWithIdentifier:value …]`.
  private mutating func readIdentifiers() {
    for index in tokens.indices where tokens[index].word == "initWithIdentifier" {
      guard index > 3, index + 2 < tokens.count, tokens[index + 1].isSign(":"),
        tokens[index - 1].isSign("]"), tokens[index - 2].word == "alloc",
        let type = tokens[index - 3].word
      else { continue }
      let value = tokens[index + 2]
      let text: String? =
        switch value.kind {
        case .text(let text): text
        case .word(let name): constants[name]
        case .sign: nil
        }
      let (form, code) = chain(at: index + 2)
      identifiers.append(
        (
          type,
          SourceIdentifier(
            SourceArgument(
              label: "identifier", value: text.map { .string($0) } ?? .expression(code),
              place: place(of: value)), form: form, code: text ?? code)
        ))
    }
  }

  /// The code of an argument, and its form if it is a variable with properties, such as `line.key`.
  private func chain(at start: Int) -> (form: String?, code: String) {
    var words: [String] = []
    var isChain = true
    var depth = 0
    for index in start..<min(tokens.count, start + 40) {
      let isLabel = index + 1 < tokens.count && tokens[index + 1].isSign(":")
      if depth == 0, tokens[index].isSign("]") || index > start && isLabel { break }
      switch tokens[index].kind {
      case .word(let word): words.append(word)
      case .text(let text): (words, isChain) = (words + ["\"\(text)\""], false)
      case .sign(let sign):
        words.append(String(sign))
        if sign != "." { isChain = false }
        if "[(".contains(sign) { depth += 1 }
        if "])".contains(sign) { depth -= 1 }
      }
    }
    let code = words.joined()
    let members = words.dropFirst().joined()
    return (isChain && !members.isEmpty ? "_0" + members : nil, code)
  }
}

extension AppIntentsSource {
  /// Whether a file is Objective-C.
  static func isObjectiveC(_ name: String) -> Bool { name.hasSuffix(".m") || name.hasSuffix(".mm") }

  /// Adds the contents of an Objective-C file.
  mutating func add(_ source: ObjectiveCSource) {
    handlers += source.handlers
    for (type, value) in source.identifiers {
      identifiers[type, default: []].append(value)
    }
    if source.handlers.isEmpty { otherTexts.formUnion(source.texts) }
  }
}
