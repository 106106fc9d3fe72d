import IntentModel
import JSONC
import Messages

/// Reads a line from left to right.
struct SpecReader {
  typealias Key = DefinitionKeys.Parameter
  typealias Word = ParameterSpec.Word

  /// The code for text that does not follow the grammar.
  static let wrongShape = "wrong-shape"

  private let text: String
  /// The origin of the line and, in quotation marks, the line itself, as messages show them.
  private let place: String
  /// The number of characters that precede the text in the line.
  private let offset: Int
  /// The seconds of the values that are written with a unit, by key.
  private var durations: [String: Double] = [:]
  private let seconds: ParameterSpec.DurationReading
  private(set) var errors: [FormatError] = []

  /// A token between spaces with its column, from 1.
  private struct Token {
    var text: String
    var column: Int
  }

  init(_ text: String, place: String, seconds: @escaping ParameterSpec.DurationReading) {
    self.init(text, place: "\(place) '\(text)'", offset: 0, seconds: seconds)
  }

  /// Makes a reader for a part of a line.
  private init(
    _ text: String, place: String, offset: Int, seconds: @escaping ParameterSpec.DurationReading
  ) {
    self.text = text
    self.place = place
    self.offset = offset
    self.seconds = seconds
  }

  /// The position of a column of the text, as messages show it.
  private func place(_ column: Int) -> String { "\(place):\(offset + column)" }

  mutating func spec() -> ParameterSpec? {
    if let problem = unclosed {
      errors.append(problem)
      return nil
    }
    let tokens = tokens(text)
    guard let head = tokens.first, let colon = head.text.firstIndex(of: ParameterSpec.typeSign),
      colon != head.text.startIndex
    else {
      report(
        Self.wrongShape,
        "“\(name: text)” is not written as \(ParameterSpec.beginning.lowercased()).",
        .writeParameterAs(example: ParameterSpec.example), 1)
      return nil
    }
    guard var spec = self.head(head, colon) else { return nil }
    let standard = Key.default.rawValue
    var given = spec.members[standard] == nil ? [:] : [standard: standard]
    for token in tokens.dropFirst() where isFirst(token, &given) { read(token, into: &spec) }
    takeChoices(of: &spec, given: Set(given.values))
    takeDurations(of: &spec)
    return spec
  }

  /// Converts the default and the bounds of a duration to the unit of the parameter.
  ///
  /// Without a unit, the numbers are in seconds, or in minutes if all of them are whole minutes: a
  /// person who writes 5min thinks in minutes, and probably continues with plain numbers of
  /// minutes.
  private mutating func takeDurations(of spec: inout ParameterSpec) {
    guard spec.type == .one(.timeInterval), !durations.isEmpty else { return }
    var unit = DurationUnit.seconds
    if let stated = spec.members[Key.unit.rawValue]?.stringValue {
      guard let known = DurationUnit.allCases.first(where: { $0.rawValue.lowercased() == stated })
      else { return }
      unit = known
    } else {
      let numbers = [Key.default, .minimum, .maximum].compactMap { key in
        durations[key.rawValue] ?? spec.members[key.rawValue]?.doubleValue
      }
      guard numbers.allSatisfy({ $0.truncatingRemainder(dividingBy: 60) == 0 }) else { return }
      unit = .minutes
      set(.unit, .string(unit.rawValue.lowercased()), in: &spec)
      for key in [Key.default, .minimum, .maximum] where durations[key.rawValue] == nil {
        durations[key.rawValue] = spec.members[key.rawValue]?.doubleValue
      }
    }
    for (key, seconds) in durations {
      spec.members[key] = JSONValue(shortest: seconds / unit.seconds)
    }
  }

  /// Makes a parameter dynamic if it has a source or choices, and refuses words that have no
  /// effect.
  private mutating func takeChoices(of spec: inout ParameterSpec, given: Set<String>) {
    let own = [Word.source, .choices].map(\.rawValue).filter(given.contains)
    if let word = own.first, !spec.isDynamic {
      let dynamic = Key.dynamic.rawValue
      if given.contains(dynamic) { report(.onlyOneOf(["\(dynamic)=false", word]), 1) }
      set(.dynamic, true, in: &spec)
    }
    if spec.hasFallback, spec.source == nil {
      let (source, fallback) = (Word.source.rawValue, Word.fallback.rawValue)
      report(
        FormatProblem.missingMember(source).code,
        "“\(fallback)” needs a source: the choices stand in for it when it fails.",
        "Add “\(source)=”, or remove “\(fallback)”.", 1)
    }
  }

  /// The error for an unclosed quotation mark or parenthesis; nil if there is none.
  private var unclosed: FormatError? {
    var nesting = SpecNesting()
    for character in text { nesting.pass(character) }
    guard let (sign, start) = nesting.unclosed else { return nil }
    return FormatError(
      file: place(start + 1), code: Self.wrongShape,
      sentence: sign == "("
        ? "The parenthesis that begins here is not closed." : .tableUnclosedString,
      remedy: .addMember(name: sign == "(" ? ")" : "\""))
  }

  private mutating func report(_ problem: FormatProblem, _ column: Int) {
    errors.append(FormatError(problem, file: place(column)))
  }

  private mutating func report(
    _ code: String, _ sentence: Message, _ remedy: Message, _ column: Int
  ) {
    errors.append(
      FormatError(file: place(column), code: code, sentence: sentence, remedy: remedy))
  }

  /// The tokens of a text, split at the spaces outside quotation marks and parentheses.
  private func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var piece = ""
    var start = 1
    var nesting = SpecNesting()
    for (offset, character) in text.enumerated() {
      nesting.pass(character)
      if character.isWhitespace, nesting.isOutside {
        if !piece.isEmpty { tokens.append(Token(text: piece, column: start)) }
        piece = ""
      } else {
        if piece.isEmpty { start = offset + 1 }
        piece.append(character)
      }
    }
    if !piece.isEmpty { tokens.append(Token(text: piece, column: start)) }
    return tokens
  }

  /// The text without quotation marks.
  private func plain(_ text: some StringProtocol) -> String {
    String(text).replacing("\"", with: "")
  }

  /// The parts of a text, split at the separators outside quotation marks and parentheses.
  private func parts(_ text: some StringProtocol, at separator: Character) -> [String] {
    var parts = [""]
    var nesting = SpecNesting()
    for character in text {
      nesting.pass(character)
      if character == separator, nesting.isOutside {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.isEmpty }
  }

  // MARK: - Name and type

  /// The types whose word differs from the word in JSON, including each kind of date components.
  static let shortTypes: [String: (type: DefinitionTypeName, components: String?)] = {
    var types: [String: (type: DefinitionTypeName, components: String?)] = [
      "duration": (.one(.timeInterval), nil), "place": (.one(.placemark), nil),
      "currency": (.one(.currencyAmount), nil),
    ]
    for word in DateComponentsMetadata.Kind.definitionWords {
      types[word] = (.one(.dateComponents), word)
    }
    return types
  }()

  private mutating func head(_ token: Token, _ colon: String.Index) -> ParameterSpec? {
    let name = String(token.text[..<colon])
    var rest = token.text[colon...].dropFirst()
    let word = String(rest.prefix { $0.isLetter })
    let column = token.column + name.count + 1
    rest = rest.dropFirst(word.count)
    guard var spec = named(name, at: token.column, word, at: column) else { return nil }
    let type = spec.type
    var inner: String?
    if rest.first == "(" {
      let content = parenthesized(rest)
      inner = String(content)
      rest = rest.dropFirst(content.count + 2)
    }
    if rest.hasPrefix("[]") {
      set(.multiple, true, in: &spec)
      rest = rest.dropFirst(2)
    }
    switch type {
    case .one(.enumeration): takeEnum(inner.map(cases) ?? [], column + word.count + 1, &spec)
    case .one(.object): takeObject(inner, column + word.count + 1, &spec)
    case .other: if let inner { set(.typeName, .string(inner), in: &spec) }
    default: break
    }
    if rest.first == "=", !Self.keys(of: type).contains(.default) {
      report(
        Self.unknownMember, "A parameter of the type “\(name: word)” cannot have a default.",
        .removeIt, token.column + token.text.count - rest.count)
    } else if rest.first == "=" {
      read(.default, plain(rest.dropFirst()), token.column + token.text.count - rest.count, &spec)
    } else if !rest.isEmpty {
      report(
        .unknownWord(String(rest), what: .whatWord, choices: ["[]", "=", "("]),
        token.column + token.text.count - rest.count)
    }
    return spec
  }

  /// A parameter with a name and a type; reports an error and returns nil for an unknown type.
  private mutating func named(
    _ name: String, at column: Int, _ word: String, at typeColumn: Int
  ) -> ParameterSpec? {
    let short = Self.shortTypes[word]
    guard let type = short?.type ?? DefinitionTypeName(rawValue: word) else {
      let choices = DefinitionTypeName.allCases.map(\.rawValue) + Self.shortTypes.keys.sorted()
      report(.unknownWord(word, what: .whatType, choices: choices), typeColumn)
      return nil
    }
    var spec = ParameterSpec(name: name, type: type, place: place(column))
    spec.places[Key.type.rawValue] = place(typeColumn)
    set(.name, .string(name), in: &spec)
    set(.label, .string(IdentifierWords.words(of: name)), in: &spec)
    set(.type, .string(type.rawValue), in: &spec)
    if let components = short?.components { set(.components, .string(components), in: &spec) }
    return spec
  }

  /// The contents of the parentheses at the start of a text.
  private func parenthesized(_ text: Substring) -> Substring {
    var nesting = SpecNesting()
    let content = text.prefix { character in
      nesting.pass(character)
      return !nesting.isOutside
    }
    return content.dropFirst()
  }

  /// The cases between the parentheses of an enum.
  private func cases(in text: String) -> [(name: String, label: String)] {
    parts(text, at: ",").map { item in
      let pair = parts(item.trimmed, at: "=")
      let name = plain(pair.first ?? "")
      return (name, pair.count > 1 ? plain(pair[1]) : IdentifierWords.words(of: name))
    }
  }

  private mutating func takeEnum(
    _ cases: [(name: String, label: String)], _ column: Int, _ spec: inout ParameterSpec
  ) {
    let name = IdentifierWords.typeName(of: spec.name)
    set(.enum, .string(name), in: &spec)
    guard !cases.isEmpty else { return }
    var names: Set<String> = []
    for item in cases where !names.insert(item.name).inserted {
      report(.duplicate(item.name, what: .whatCaseName), column)
    }
    var enumeration = JSONBuilder<DefinitionKeys.Enumeration>()
    enumeration.set(.name, name)
    enumeration.set(.label, IdentifierWords.words(of: spec.name))
    enumeration.set(
      .cases,
      cases.map { item in
        var builder = JSONBuilder<DefinitionKeys.Case>()
        builder.set(.name, item.name)
        builder.set(.label, item.label)
        return builder.value
      })
    spec.enumerations.append(enumeration.value)
  }

  /// - Parameter column: The column of the text in the parentheses.
  private mutating func takeObject(
    _ content: String?, _ column: Int, _ spec: inout ParameterSpec
  ) {
    let pieces = tokens(content ?? "")
    let name = pieces.first?.text ?? IdentifierWords.typeName(of: spec.name)
    set(.object, .string(name), in: &spec)
    var properties: [JSONValue] = []
    var inner: [JSONValue] = []
    for piece in pieces.dropFirst() {
      var reader = SpecReader(
        piece.text, place: place, offset: offset + column + piece.column - 2, seconds: seconds)
      guard let property = reader.spec() else {
        errors += reader.errors
        continue
      }
      errors += reader.errors
      properties.append(.object(property.members))
      spec.enumerations += property.enumerations
      inner += property.objectTypes
    }
    var type = JSONBuilder<DefinitionKeys.ObjectType>()
    type.set(.name, name)
    type.set(.label, IdentifierWords.words(of: name))
    type.set(.properties, properties)
    spec.objectTypes = [type.value] + inner
  }

  // MARK: - Answers

  /// Makes a parameter from answers, following the rules for a line.
  mutating func spec(_ answers: ParameterAnswers) -> ParameterSpec? {
    guard !answers.name.isEmpty else {
      report(.emptyText(.whatParameterName), 1)
      return nil
    }
    guard !answers.name.contains(where: { $0.isWhitespace || ":\"()[]=".contains($0) }) else {
      report(
        Self.wrongShape, "The name “\(name: answers.name)” is not one word.",
        "Write it without spaces and punctuation, such as lookAhead.", 1)
      return nil
    }
    guard var spec = named(answers.name, at: 1, answers.type, at: 1) else { return nil }
    if let label = answers.label { set(.label, .string(label), in: &spec) }
    if answers.isArray { set(.multiple, true, in: &spec) }
    switch spec.type {
    case .one(.enumeration): takeEnum(answers.cases.map(IdentifierWords.caseName(of:)), 1, &spec)
    case .one(.object): takeObject(nil, 1, &spec)
    default: break
    }
    if let standard = answers.standard { read(.default, standard, 1, &spec) }
    take(answers.minimum, as: .minimum, &spec)
    take(answers.maximum, as: .maximum, &spec)
    if let sizes = answers.sizes { read(.sizes, sizes, 1, &spec) }
    if let control = answers.control { set(.control, .string(control), in: &spec) }
    if answers.isDynamic { set(.dynamic, true, in: &spec) }
    if let unit = answers.unit { set(.unit, .string(unit), in: &spec) }
    takeDurations(of: &spec)
    spec.source = answers.source
    if spec.source?.allSatisfy(\.isWhitespace) == true { reportEmptySource(1) }
    if let parent = answers.parent {
      var comparison = answers.condition ?? ""
      if let first = comparison.first, !"=!<>".contains(first) { comparison = "=" + comparison }
      let condition = ParameterCondition(
        parent: parent, isNegated: false, text: parent + comparison, place: place(1))
      spec.condition = compared(condition, comparison[...], 1)
    }
    return spec
  }

  /// Takes a bound; the bound of a whole number is a whole number.
  private mutating func take(_ bound: Double?, as key: Key, _ spec: inout ParameterSpec) {
    guard let bound else { return }
    guard spec.type == .one(.integer) else {
      return set(key, JSONValue(shortest: bound), in: &spec)
    }
    guard let whole = Int(exactly: bound) else {
      return report(wrong(bound.shortest, .one(.integer)), 1)
    }
    set(key, .integer(whole), in: &spec)
  }

  // MARK: - Words and keys

  static let shortKeys: [(word: String, key: Key)] = [
    ("min", .minimum), ("max", .maximum), ("size", .sizes),
  ]

  private static func shortKey(_ word: String) -> Key? {
    shortKeys.first { $0.word == word }?.key
  }

  private static let unknownMember = FormatProblem.unknownMember("", choices: []).code

  private mutating func reportEmptySource(_ column: Int) {
    report(.emptyText(.verbatim(Word.source.rawValue)), column)
  }

  /// The keys that can follow a type.
  private static func keys(of type: DefinitionTypeName) -> [Key] {
    let special: Set<Key> = [
      .name, .type, .visibleWhen, .prompts, .carried, .carriedMetadata, .trueName, .falseName,
    ]
    return (Key.keys(of: type) + Key.ofEveryParameter).filter { !special.contains($0) }
      + (type == .one(.boolean) ? [.trueName, .falseName] : [])
  }

  private mutating func read(_ token: Token, into spec: inout ParameterSpec) {
    let (word, value, column) = split(token)
    switch (Word(rawValue: word), value) {
    case (.when, let value?):
      spec.condition = condition(value, column)
      spec.places[Key.visibleWhen.rawValue] = place(column)
    case (.source, let value?) where value.contains(where: { $0 != " " }): spec.source = value
    case (.source, _?): reportEmptySource(column)
    case (.choices, let value?):
      spec.choices = value.split(separator: "|").map(String.init)
      spec.places[word] = place(column)
      if spec.choices.isEmpty || spec.choices.contains(where: { $0.allSatisfy { $0 == ":" } }) {
        report(.emptyText(.verbatim("choice")), column)
      }
      var names: Set<Substring> = []
      for name in spec.choices.compactMap({ $0.split(separator: ":", maxSplits: 1).first })
      where !names.insert(name).inserted {
        report(.duplicate(String(name), what: .whatItem), column)
      }
    case (.prompt, let value?):
      var prompt = JSONBuilder<DefinitionKeys.Prompt>()
      prompt.set(.kind, PromptDialog.configuration)
      prompt.set(.custom, true)
      prompt.set(.text, value)
      set(.prompts, .array([prompt.value]), in: &spec)
    case (.fallback, nil): spec.hasFallback = true
    case (_, nil)
    where NumberControl.definitionWords.contains(word)
      && Self.keys(of: spec.type).contains(.control):
      set(.control, .string(word), in: &spec)
      spec.places[Key.control.rawValue] = place(token.column)
    default:
      let known = Self.keys(of: spec.type)
      if value == nil, NumberControl.definitionWords.contains(word) {
        return report(
          Self.unknownMember,
          .sentences([.typesWithControl, "“\(name: spec.name)” has a different type."]),
          .removeIt, token.column)
      }
      guard let key = Self.shortKey(word) ?? Key(rawValue: word), known.contains(key) else {
        let controls =
          known.contains(.control) ? NumberControl.definitionWords : []
        report(
          .unknownWord(
            word, what: .whatWord,
            choices: known.map(\.rawValue) + controls
              + Self.shortKeys.filter { $0.key != .sizes && known.contains($0.key) }.map(\.word)
              + Word.allCases.map(\.rawValue)),
          token.column)
        return
      }
      guard let value else {
        guard Self.booleans.contains(key) else { return report(.missingMember(word + "="), column) }
        spec.places[key.rawValue] = place(column)
        return set(key, true, in: &spec)
      }
      read(key, value, column, &spec)
    }
  }

  /// Whether no earlier word sets the same key; reports an error if a word does.
  private mutating func isFirst(_ token: Token, _ given: inout [String: String]) -> Bool {
    let word = split(token).word
    let isControl = NumberControl.definitionWords.contains(word)
    let key = isControl ? Key.control.rawValue : Self.shortKey(word)?.rawValue ?? word
    guard let earlier = given.updateValue(word, forKey: key) else { return true }
    report(
      earlier == word ? .duplicate(word, what: .whatWord) : .onlyOneOf([earlier, word]),
      token.column)
    return false
  }

  private func split(_ token: Token) -> (word: String, value: String?, column: Int) {
    guard let equals = token.text.firstIndex(of: "=") else {
      return (token.text, nil, token.column)
    }
    let word = String(token.text[..<equals])
    return (
      word, plain(token.text[equals...].dropFirst()), token.column + word.count + 1
    )
  }

  private static let booleans: Set<Key> = [
    .configurable, .resolvable, .dynamic, .searchable, .multiple, .fixedSize, .negative,
    .multiline, .disablesAutocorrect, .disablesSmartQuotes, .disablesSmartDashes,
  ]

  /// Reads the value of a key as the kind of value that the key has in JSON.
  private mutating func read(
    _ key: Key, _ value: String, _ column: Int, _ spec: inout ParameterSpec
  ) {
    spec.places[key.rawValue] = place(column)
    switch key {
    case .sizes: spec.sizes = (value, place(column))
    case .default:
      let json = standard(value, of: spec.type)
      guard let json else { return report(wrong(value, spec.type), column) }
      noteDuration(value, key, spec.type)
      set(.default, json, in: &spec)
    case .minimum, .maximum:
      let number =
        value == DefinitionKeys.unbounded
        ? .string(value) : number(value, of: spec.type)
      guard let number else { return report(wrong(value, spec.type), column) }
      noteDuration(value, key, spec.type)
      set(key, number, in: &spec)
    case .tag, .priority:
      guard let number = Int(value) else { return report(wrong(value, .one(.integer)), column) }
      set(key, .integer(number), in: &spec)
    case .currencies, .fileTypes, .dependsOn, .supportedValues:
      set(key, .array(value.split(separator: ",").map { .string(String($0)) }), in: &spec)
    case _ where Self.booleans.contains(key):
      guard let boolean = Bool(value) else { return report(wrong(value, .one(.boolean)), column) }
      set(key, .bool(boolean), in: &spec)
    default: set(key, .string(value), in: &spec)
    }
  }

  /// Stores the number of seconds for a text that has a unit.
  private mutating func noteDuration(_ text: String, _ key: Key, _ type: DefinitionTypeName) {
    guard type == .one(.timeInterval), Double(text) == nil else { return }
    durations[key.rawValue] = seconds(text)
  }

  private func wrong(_ value: String, _ type: DefinitionTypeName) -> FormatProblem {
    let expected: Message =
      switch type {
      case .one(.boolean): .trueOrFalse
      case .one(.integer): .aWholeNumber
      case .one(.timeInterval): "a duration such as \(5_400.0.durationText), or a number of seconds"
      default: .aNumber
      }
    return .wrongType(expected: expected, found: .quoted(value))
  }

  private func standard(_ value: String, of type: DefinitionTypeName) -> JSONValue? {
    switch type {
    case .one(.boolean): Bool(value).map { .bool($0) }
    case .one(.string), .one(.speakableString), .one(.enumeration), .one(.url): .string(value)
    default: number(value, of: type)
    }
  }

  private func number(_ text: String, of type: DefinitionTypeName) -> JSONValue? {
    if type == .one(.integer) { return Int(text).map { .integer($0) } }
    let read = Double(text) ?? (type == .one(.timeInterval) ? seconds(text) : nil)
    guard let number = read, number.isFinite else { return nil }
    return JSONValue(shortest: number)
  }

  private mutating func condition(_ text: String, _ column: Int) -> ParameterCondition? {
    let isNegated = text.hasPrefix("!")
    let body = isNegated ? String(text.dropFirst()) : text
    let parent = String(body.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let condition = ParameterCondition(
      parent: parent, isNegated: isNegated, text: text, place: place(column))
    return compared(condition, body.dropFirst(parent.count), column)
  }

  /// Adds the comparison that follows the parent to a condition; reports an error and returns nil
  /// if the comparison is wrong.
  private mutating func compared(
    _ condition: ParameterCondition, _ rest: Substring, _ column: Int
  ) -> ParameterCondition? {
    if rest.isEmpty { return condition }
    let signs: [(sign: String, relation: ParameterRelation, opposite: String)] = [
      ("!=", .isNotEqual, "="), (">=", .isGreaterThanOrEqual, "<"),
      ("<=", .isLessThanOrEqual, ">"), ("=", .hasExactValue, "!="), (">", .isGreaterThan, "<="),
      ("<", .isLessThan, ">="),
    ]
    guard let (sign, relation, opposite) = signs.first(where: { rest.hasPrefix($0.sign) }) else {
      report(.unknownWord(String(rest), what: .whatWord, choices: signs.map(\.sign)), column)
      return nil
    }
    let values = rest.dropFirst(sign.count)
    guard !condition.isNegated else {
      errors.append(condition.wrongNegation(example: "\(condition.parent)\(opposite)\(values)"))
      return nil
    }
    var condition = condition
    condition.comparison = (relation, values.split(separator: "|").map(String.init))
    return condition
  }

  private func set(_ key: Key, _ value: JSONValue, in spec: inout ParameterSpec) {
    spec.members[key.rawValue] = value
  }
}
