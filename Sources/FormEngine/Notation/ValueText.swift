public import IntentModel
import IntentOptions
public import Messages

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The text form of values, as people type it and as `--set` and plain mode accept it.
///
/// Objects are written as `identifier|display`, payment methods as `kind|name`, persons as `name
/// <handle>`, places as `name @52.5,13.4`, amounts as `12.50 EUR`, measurements as `5 km`,
/// durations as `1h30m`, dates as `2026-11-21 07:30`. A backslash escapes a bar or a backslash in
/// an identifier.
///
/// For every type, the text of a value reads back as the same value. Some parts are not in the
/// text: the subtitle and the properties of an object, the address of a place that has a name, the
/// identifier of a person, hints, and white space at both ends. If an editor closes with the text
/// unchanged, the value stays unchanged.
public enum ValueText {
  /// Reads a text as a value of a type, without checking its bounds.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - type: The type of the value.
  ///   - schema: The intent that defines the enum cases.
  ///   - words: The language in which yes and no are accepted, in addition to English.
  ///   - notation: How numbers, dates and times are written. Canonical text is always accepted,
  ///     unless it is a number that is ambiguous in this notation.
  public static func value(
    of text: String, type: ParameterType, schema: IntentSchema, words: FormWords = .english,
    notation: ValueNotation = .canonical
  ) -> Result<IntentValue, IntentIssue.Reason> {
    let trimmed = text.trimmed
    switch type {
    case .boolean(let metadata): return boolean(trimmed, metadata, words)
    case .integer:
      guard let plain = notation.canonicalInteger(trimmed) else {
        let whole = notation.meanings(of: trimmed).0
        return .failure(
          .malformed(
            "“\(name: trimmed)” can mean \(whole) or a number that is not whole.",
            remedy: "Write \(whole) if you mean that."))
      }
      return number(trimmed, type, notation, as: plain) { Int($0).map { .integer($0) } }
    case .decimal:
      guard let plain = notation.canonicalNumber(trimmed) else {
        return ambiguous(trimmed, notation)
      }
      return number(trimmed, type, notation, as: plain) { decimal($0).map { .decimal($0) } }
    case .string: return .success(.string(text))
    case .speakableString:
      return .success(.speakableString(SpeakableString(spokenPhrase: trimmed)))
    case .enumeration(let reference, _):
      return enumCase(trimmed, schema.enumeration(of: type), reference)
    case .object: return .success(.object(object(text)))
    case .dateComponents(let metadata):
      switch MomentReader.read(trimmed, metadata.kind, words: words, notation: notation) {
      case .one(let components): return .success(.dateComponents(components))
      case .several(let meanings): return .failure(ambiguous(trimmed, meanings))
      case .otherCalendar(let year, let present): return .failure(.otherCalendar(year, present))
      case .none: return number(trimmed, type, notation) { _ in nil }
      }
    case .timeInterval(let metadata):
      if let number = notation.ambiguousNumber(in: trimmed) { return ambiguous(number, notation) }
      return number(trimmed, type, notation) { text in
        DurationText.seconds(
          of: text, unit: metadata.standardUnit, words: words, notation: notation
        ).map { .timeInterval($0) }
      }
    case .url: return .success(.url(trimmed))
    case .file: return .success(.file(text))
    case .placemark: return placeValue(trimmed, type, notation)
    case .person: return person(trimmed)
    case .currencyAmount(let metadata): return currency(trimmed, metadata, words, notation)
    case .paymentMethod:
      let (kind, name) = halves(of: trimmed)
      return .success(.paymentMethod(PaymentMethod(kind: kind, name: name)))
    case .measurement(let metadata): return measurement(trimmed, metadata, words, notation)
    case .other(let name): return .failure(.noEditor(type: name))
    }
  }

  /// Reads a day, a time of today, or a day with a time.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - words: The language of the text, in addition to English.
  ///   - clock: The clock of the person.
  /// - Returns: The year, month and day and, if there is a time, the hour and minute.
  package static func moment(
    of text: String, words: FormWords, clock: FormClock
  ) -> Result<DateComponents, IntentIssue.Reason> {
    var words = words
    words.clock = clock
    words.typingDay = words.clock?.day
    let (trimmed, notation) = (text.trimmed, ValueNotation(words))
    switch MomentReader.read(trimmed, .dateTime, words: words, notation: notation) {
    case .one(let found) where found.year != nil && found.month != nil && found.day != nil:
      let issues = IntentSchema.componentIssues(found, kind: .dateTime, at: IntentPath())
      return issues.first.map { .failure($0.reason) } ?? .success(found)
    case .several(let meanings): return .failure(ambiguous(trimmed, meanings))
    case .otherCalendar(let year, let present): return .failure(.otherCalendar(year, present))
    case .one, .none:
      let expected = expectation(
        of: .dateComponents(DateComponentsMetadata(kind: .dateTime)), notation: notation)
      return .failure(.wrongType(expected: expected, found: .quoted(trimmed)))
    }
  }

  /// The error for a number with two possible readings; it shows both.
  private static func ambiguous(
    _ text: String, _ notation: ValueNotation
  ) -> Result<IntentValue, IntentIssue.Reason> {
    let (first, second) = notation.meanings(of: text)
    return .failure(ambiguous(text, [first, second]))
  }

  /// The error for a date or a time with several possible readings; it shows all of them.
  private static func ambiguous(
    _ text: String, _ meanings: [DateComponents]
  ) -> IntentIssue.Reason {
    ambiguous(text, meanings.map { DateText.text(of: $0) })
  }

  /// The error for a text with several possible readings; it shows all of them.
  package static func ambiguous(_ text: String, _ meanings: [String]) -> IntentIssue.Reason {
    let message: Message =
      meanings.count == 2
      ? "“\(name: text)” can mean \(meanings[0]) or \(meanings[1])."
      : "“\(name: text)” can mean one of these: \(list: meanings.map { .verbatim($0) })."
    return .malformed(message, remedy: .writeTheOneMeant)
  }

  /// Reads a text with a function, or quotes the text in an error.
  ///
  /// - Parameter plain: The canonical form of the text, if it is different.
  private static func number(
    _ text: String, _ type: ParameterType, _ notation: ValueNotation, as plain: String? = nil,
    _ read: (String) -> IntentValue?
  ) -> Result<IntentValue, IntentIssue.Reason> {
    if let value = read(plain ?? text) { return .success(value) }
    return .failure(
      .wrongType(expected: expectation(of: type, notation: notation), found: .quoted(text)))
  }

  /// An example or a description of the text of a type, for messages and for the help of an empty
  /// field.
  ///
  /// - Parameter notation: How the dates and times of examples are written.
  public static func expectation(
    of type: ParameterType, notation: ValueNotation = .canonical
  ) -> Message {
    let example = example(of: type, notation: notation) ?? ""
    switch type {
    case .dateComponents(let metadata):
      switch metadata.kind {
      case .date: return "a date such as \(example)"
      case .time: return "a time such as \(example)"
      case .dateTime: return "a date and time such as \(example)"
      }
    case .timeInterval: return "a duration such as \(example)"
    case .currencyAmount(let metadata):
      let amount = metadata.example
      return "an amount such as \(number: amount.amount) \(amount.currencyCode)"
    case .measurement(let metadata):
      return "a measurement such as \(number: exampleNumber) \(metadata.standardUnit.symbol)"
    case .boolean: return .yesOrNo
    case .url: return "a URL such as \("https://example.org")"
    case .person: return "a person such as \(examplePerson)"
    case .paymentMethod: return "a payment method such as \(exampleMethod)"
    default: return type.kindMessage
    }
  }

  /// The example in the expectation of a date, a time, a duration or a quantity; nil for other
  /// types.
  package static func example(of type: ParameterType, notation: ValueNotation) -> String? {
    switch type {
    case .dateComponents(let metadata): exampleMoment(metadata.kind, notation)
    case .timeInterval: text(of: .timeInterval(5_400))
    case .currencyAmount(let metadata):
      text(of: .currencyAmount(metadata.example), notation: notation)
    case .measurement(let metadata):
      "\(notation.written(exampleNumber)) \(metadata.standardUnit.symbol)"
    default: nil
    }
  }

  private static let exampleNumber = "5"
  private static let examplePerson = text(
    of: .person(Person(name: "Ann", handle: "ann@example.org")))
  private static let exampleMethod = text(
    of: .paymentMethod(PaymentMethod(kind: "card", name: "Visa")))
  private static let examplePlace = Placemark(name: "Oslo", latitude: 59.9, longitude: 10.7)

  private static func exampleMoment(
    _ kind: DateComponentsMetadata.Kind, _ notation: ValueNotation
  ) -> String {
    var example = DateComponents()
    if kind != .time { (example.year, example.month, example.day) = (2026, 11, 21) }
    if kind != .date { (example.hour, example.minute) = (7, 30) }
    // The example has the form that the locale shows, because people there write it that way.
    let time = notation.isCanonical ? nil : notation.format.timeText(example)
    guard let time else { return DateText.text(of: example, notation: notation) }
    return [DateText.text(of: example.withoutTime, notation: notation), time].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private static func boolean(
    _ text: String, _ metadata: BooleanMetadata, _ words: FormWords
  ) -> Result<IntentValue, IntentIssue.Reason> {
    let titles = metadata.hasOwnTitles ? (metadata.trueName.text, metadata.falseName.text) : nil
    var index = ChoiceIndex([
      OptionItem(identifier: String(true), display: titles?.0 ?? String(true)),
      OptionItem(identifier: String(false), display: titles?.1 ?? String(false)),
    ])
    let meaning = index.meaning(of: text)
    if let place = meaning.place { return .success(.boolean(place == 0)) }
    if case .several = meaning { return .failure(index.refusal(of: text, meaning)) }
    if let isOn = IntentValue.truth(of: text) { return .success(.boolean(isOn)) }
    if words.isMeant(.sayYes, by: text) || words.isMeant(.sayOn, by: text) {
      return .success(.boolean(true))
    }
    if words.isMeant(.sayNo, by: text) || words.isMeant(.sayOff, by: text) {
      return .success(.boolean(false))
    }
    if titles != nil { return .failure(index.refusal(of: text, meaning)) }
    return .failure(.wrongType(expected: .yesOrNo, found: .quoted(text)))
  }

  /// A decimal number; a single comma can replace the point.
  static func decimal(_ text: String) -> Double? {
    let plain = ValueNotation.canonical.canonicalNumber(text) ?? text
    guard plain.utf8.allSatisfy({ $0.isDigit || "+-.Ee".utf8.contains($0) }),
      let value = Double(plain), value.isFinite
    else { return nil }
    return value
  }

  /// The text of a number and the unit or the currency that was chosen for it.
  ///
  /// A number that was typed with a unit, or with any other text after it, stays unchanged.
  package static func quantity(_ number: String, unit: String) -> String {
    let plain = ValueNotation.plain(number)
    let isAlone = plain.allSatisfy { signsOfNumbers.contains($0) }
    return isAlone ? "\(number) \(unit)" : number
  }

  /// The characters that can occur in typed numbers.
  private static let signsOfNumbers = "+-.,0123456789eE "

  /// Whether a text is a number in the canonical form.
  static func isNumber(_ text: String) -> Bool { decimal(text) != nil }

  /// The enum case that matches a text.
  private static func enumCase(
    _ text: String, _ enumeration: IntentEnum?, _ reference: TypeReference
  ) -> Result<IntentValue, IntentIssue.Reason> {
    guard let enumeration else {
      return reference.isSystem
        ? .success(.enumeration(text)) : .failure(.danglingEnum(reference.name))
    }
    if enumeration.choice(named: text) != nil { return .success(.enumeration(text)) }
    var index = ChoiceIndex(enumeration)
    let meaning = index.meaning(of: text)
    guard let place = meaning.place else { return .failure(index.refusal(of: text, meaning)) }
    return .success(.enumeration(enumeration.choices[place].name))
  }

  private static func object(_ text: String) -> IntentObject {
    let (identifier, display) = halves(of: text)
    return IntentObject(identifier: identifier, display: display ?? identifier)
  }

  /// The text before the first unescaped bar, and the text after it; the second is nil if there is
  /// no bar.
  static func halves(of text: String) -> (String, String?) {
    var first = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "|" { return (first, String(rest)) }
      let isEscaped = character == "\\" && (rest.first == "|" || rest.first == "\\")
      first.append(isEscaped ? rest.removeFirst() : character)
    }
    return (first, nil)
  }

  /// Reads a name, coordinates such as `52.5,13.4`, or both as `name @52.5,13.4`; a name that looks
  /// like coordinates is followed by `@`.
  static func placemark(_ text: String) -> Placemark {
    if let at = text.lastIndex(of: "@") {
      let name = String(text[..<at]).trimmed
      let rest = String(text[text.index(after: at)...])
      if rest.isEmpty { return Placemark(name: name) }
      if let place = coordinates(rest) {
        return Placemark(
          name: name.isEmpty ? nil : name, latitude: place.latitude, longitude: place.longitude)
      }
    }
    guard let place = coordinates(text) else { return Placemark(name: text) }
    return Placemark(latitude: place.latitude, longitude: place.longitude)
  }

  private static func coordinates(_ text: String) -> (latitude: Double, longitude: Double)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = decimal(String(parts[0]).trimmed),
      let longitude = decimal(String(parts[1]).trimmed)
    else { return nil }
    return (latitude, longitude)
  }

  /// Reads a place; an `@` at the end is accepted only where ``text(of:)`` writes one.
  private static func placeValue(
    _ text: String, _ type: ParameterType, _ notation: ValueNotation
  ) -> Result<IntentValue, IntentIssue.Reason> {
    let place = placemark(text)
    guard let name = place.name, place.latitude == nil,
      text.hasSuffix("@") ? isOnlyName(name) && !name.hasSuffix("@") : !isOnlyName(text)
    else { return .success(.placemark(place)) }
    guard text.contains("@") else {
      let name = self.text(of: .placemark(Placemark(name: "7-11")))
      let coordinates = examplePlace.coordinates ?? ""
      return .failure(
        .malformed(
          "“\(name: text)” can be a name or coordinates.",
          remedy: "Write “@” after a name, as in \(name), or coordinates as in \(coordinates)."))
    }
    let example = self.text(of: .placemark(examplePlace))
    return .failure(
      .malformed(
        "“\(name: text)” has no coordinates after “@”.",
        remedy: "Write them as in \(example), or leave “@” out."))
  }

  /// Whether a text is the name of a place and nothing else.
  ///
  /// Numbers that are not in the form of coordinates are not read as a name.
  static func isOnlyName(_ text: String) -> Bool {
    let rest = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text[...]
    let isNumbers =
      rest.allSatisfy {
        $0.isNumber || $0.isWhitespace || "+-−.,;:/°'′\"″NSEWOnsewo".contains($0)
      } && rest.split { !$0.isNumber }.count > 1
      // A direction is a single letter; several letters are a word, as in `See 1, 2`.
      && !rest.split { !$0.isLetter }.contains { $0.count > 1 }
    return placemark(text) == Placemark(name: text) && !isNumbers
  }

  /// Reads a name, or a name and a handle; an empty handle is accepted only where ``text(of:)``
  /// writes one, after a name that ends like a handle.
  private static func person(_ text: String) -> Result<IntentValue, IntentIssue.Reason> {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
      return .success(.person(Person(name: text)))
    }
    let handle = String(text[text.index(after: open)...].dropLast())
    let name = String(text[..<open]).trimmed
    guard handle.trimmed.isEmpty else {
      return .success(.person(Person(name: name, handle: handle)))
    }
    guard name.hasSuffix(">") else {
      return .failure(
        .malformed(
          "“\(name: text)” has nothing between “<” and “>”.",
          remedy: "Write an address between them, or leave them out."))
    }
    return .success(.person(Person(name: name)))
  }

  private static func currency(
    _ text: String, _ metadata: CurrencyMetadata, _ words: FormWords, _ notation: ValueNotation
  ) -> Result<IntentValue, IntentIssue.Reason> {
    if let (number, sign) = numberAndSign(of: text),
      // If the region does not use the sign, the error is about the sign rather than the number.
      let code = words.currency(named: sign) ?? notation.format.currency(ofSign: sign)
        ?? (sign.contains { $0.isLetter || $0.isNumber } ? nil : sign)
    {
      guard let plain = notation.canonicalNumber(number) else { return ambiguous(number, notation) }
      return .success(.currencyAmount(CurrencyAmount(amount: plain, currencyCode: code)))
    }
    let (number, letters) = numberAndUnit(of: text)
    let pieces = text.split(separator: " ").map(String.init)
    var (amount, code) = (number, letters.isEmpty ? metadata.offeredCodes.first : letters)
    switch pieces.count {
    case _ where letters.isEmpty: break
    case 1: if number.isEmpty { amount = text }
    case 2:
      let isCodeFirst = pieces[0].allSatisfy(\.isLetter)
      (amount, code) = isCodeFirst ? (pieces[1], pieces[0]) : (pieces[0], pieces[1])
    default: amount = ""
    }
    guard amount.contains(where: \.isNumber) else {
      return .failure(
        .wrongType(expected: expectation(of: .currencyAmount(metadata)), found: .quoted(text)))
    }
    guard let code else {
      let example = self.text(of: .currencyAmount(metadata.example))
      return .failure(
        .malformed(
          "“\(name: text)” has no currency.",
          remedy: "Write its code after the amount, as in \(example)."))
    }
    guard let plain = notation.canonicalNumber(amount) else { return ambiguous(amount, notation) }
    // A longer text is quoted as it was typed.
    let isCode = code.count == 3
    return .success(
      .currencyAmount(
        CurrencyAmount(amount: plain, currencyCode: isCode ? code.uppercased() : code)))
  }

  /// Reads a number and a unit, with or without a space between them; the default is the standard
  /// unit.
  private static func measurement(
    _ text: String, _ metadata: MeasurementMetadata, _ words: FormWords, _ notation: ValueNotation
  ) -> Result<IntentValue, IntentIssue.Reason> {
    let (head, symbol) = numberAndUnit(of: text)
    guard let plain = notation.canonicalNumber(head) else { return ambiguous(head, notation) }
    // A text that begins with a character of numbers is the rest of the number, not a unit.
    guard let value = decimal(plain), symbol.first.map({ !"+-.,".contains($0) }) ?? true else {
      let expected = expectation(of: .measurement(metadata))
      return .failure(.wrongType(expected: expected, found: .quoted(text)))
    }
    let unit =
      symbol.isEmpty ? metadata.standardUnit : words.unit(named: symbol, of: metadata.dimension)
    return .success(.measurement(IntentMeasurement(value: value, unit: unit?.symbol ?? symbol)))
  }

  /// The number in a text and the currency sign before or after it; nil unless the text has one of
  /// each.
  private static func numberAndSign(of text: String) -> (number: String, sign: String)? {
    let plain = ValueNotation.plain(text)
    let isNegative = plain.hasPrefix("-")
    let rest = plain.drop { $0 == "-" }
    guard let start = rest.firstIndex(where: { $0.isDigit || $0 == "-" }),
      let end = rest.lastIndex(where: \.isDigit)
    else { return nil }
    guard start <= end else { return nil }
    let before = String(rest[..<start]).trimmed
    let after = String(rest[rest.index(after: end)...]).trimmed
    guard before.isEmpty != after.isEmpty else { return nil }
    return ((isNegative ? "-" : "") + rest[start...end], before + after)
  }

  /// The number at the start of a text, as it is written, and the rest of the text as the unit.
  ///
  /// The E of an exponent could be the first letter of a unit.
  static func numberAndUnit(of text: String) -> (number: String, unit: String) {
    let plain = ValueNotation.plain(text)
    var head = plain.prefix { signsOfNumbers.contains($0) }
    let isNumber = { (text: Substring) in
      text.last?.isNumber == true
        && Double(text.filter { !",. ".contains($0) }) != nil
    }
    while !head.isEmpty, !isNumber(head) { head.removeLast() }
    return (String(head), String(plain.dropFirst(head.count)).trimmed)
  }
}

extension BooleanMetadata {
  /// Whether the definition has its own titles for the two values; the titles “true” and “false”,
  /// which Xcode adds, mean nothing to people and do not count.
  var hasOwnTitles: Bool {
    let titles = (trueName.text, falseName.text)
    return titles != (nil, nil) && titles != (String(true), String(false))
  }
}

extension IntentIssue.Reason {
  /// The error for a typed year of a calendar that is not Gregorian.
  fileprivate static func otherCalendar(_ year: Int, _ present: Int) -> IntentIssue.Reason {
    .malformed(
      "\(name: String(year)) is read as a year of another calendar.",
      remedy:
        "Write the date in the Gregorian calendar, with a year such as \(name: String(present)).")
  }
}
