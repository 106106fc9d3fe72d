import IntentModel
import IntentOptions
import Messages

/// The result of an entry.
struct Entered {
  /// The move of the value to another row.
  var move: RowMove?
  /// The lookup for which the entry waits; nil if the entry is in effect.
  var lookup: ChoiceLookup?
}

extension FormAnswers {
  /// Makes an entry.
  mutating func enter(_ entry: RowEntry) -> Entered {
    if let name = entry.parameter, schema.parameter(named: name) == nil {
      refuse(entry, of: name)
      return Entered()
    }
    switch entry {
    case .text(let row, let text): return setText(text, of: row)
    case .texts(let name, let texts):
      return schema.parameter(named: name).map { setTexts(texts, of: $0) } ?? Entered()
    case .value(let name, let value):
      setWhole(value, of: name)
      return Entered()
    case .choice(let row, let identifier): return pick(identifier, for: row)
    }
  }

  /// Keeps an entry for a parameter that does not exist, as an unreadable text.
  private mutating func refuse(_ entry: RowEntry, of name: String) {
    let texts: [String] =
      switch entry {
      case .text(_, let text), .choice(_, let text): [text]
      case .texts(_, let texts): texts
      case .value(_, let value): value?.elements.map { ValueText.text(of: $0) } ?? []
      }
    keepUnread(texts, schema.unknownParameter(name), of: .parameter(name))
  }

  /// Sets a row to the choice with an identifier, once its provider has found it.
  private func pick(_ identifier: String, for row: FormRowID) -> Entered {
    guard let parameter = parameter(of: row), hasProvider(parameter) else { return Entered() }
    return Entered(
      lookup: ChoiceLookup(
        row: slot(of: row, parameter), parts: [.text(identifier)], isPicked: true))
  }

  /// The row itself, or the last slot if the row is a slot that does not exist.
  private func slot(of row: FormRowID, _ parameter: ParameterDefinition) -> FormRowID {
    guard parameter.supportsMultipleValues, case .element(let name, let index) = row else {
      return row
    }
    return .element(name, max(0, min(index, slotCount(of: parameter) - 1)))
  }

  /// Sets a row from a text; an unreadable text is kept with its issue.
  ///
  /// This method alone defines the meaning of a typed text:
  ///
  /// - An empty text removes the answer.
  /// - In a row with a provider, for an enum and for a Boolean, the text names a choice: see
  ///   ``ChoiceIndex``.
  /// - A structure can be written in a format: see ``FormSetup/structuredTexts``.
  /// - A text for a whole array has its elements either in that format or separated by commas; `\,`
  ///   is a comma within an element.
  /// - If a text for a slot of an array cannot be read as an element, but can be read as a list in
  ///   one of these two forms, its elements replace this slot and the later ones.
  /// - Any other text is read as described in ``ValueText``, in the notation of the form.
  ///
  /// A text for a slot that does not exist is stored in the last slot.
  private mutating func setText(_ text: String, of row: FormRowID) -> Entered {
    if row == .family {
      setFamily(meant: text.trimmed)
      return Entered()
    }
    guard let parameter = parameter(of: row) else { return Entered() }
    if parameter.supportsMultipleValues, case .parameter = row {
      return setTexts([text], of: parameter)
    }
    let target = slot(of: row, parameter)
    guard !text.isEmpty else { return Entered(move: set(nil, of: target)) }
    if hasProvider(parameter), structure(in: text, of: target, parameter) == nil {
      var lookup = ChoiceLookup(row: target, parts: [.text(text.trimmed)])
      lookup.elements = elements(in: text, for: target)
      return Entered(lookup: lookup)
    }
    switch readText(text, of: target) {
    case .failure(let issue):
      let found = readList(in: text, for: target, parameter)
      return Entered(move: setList(found, of: text, or: issue, from: target))
    case .success(let value): return Entered(move: set(value, of: target))
    }
  }

  /// Whether the text of a row with a provider is the name of a choice rather than a structure or a
  /// list.
  func isLookedUp(_ text: String, of row: FormRowID, _ parameter: ParameterDefinition) -> Bool {
    structure(in: text, of: row, parameter) == nil && !text.beginsArray
  }

  /// The elements of a list that was typed in a slot of an array; empty if the text is not a list.
  private func elements(in text: String, for row: FormRowID) -> [ChoiceLookup.Part] {
    guard case .element = row, let parameter = parameter(of: row) else { return [] }
    // The coordinates of a place contain a comma.
    if case .placemark = parameter.type, !text.beginsArray { return [] }
    let parts = self.parts(of: text, parameter)
    return parts.count > 1 || text.beginsArray ? parts : []
  }

  /// Whether a text for a slot is a list of elements rather than a single element.
  func isList(_ text: String, for row: FormRowID) -> Bool {
    guard let parameter = parameter(of: row), !hasProvider(parameter) else { return false }
    let found = readList(in: text, for: row, parameter)
    return found.issue == nil && !found.values.isEmpty
  }

  /// The elements of a list that was typed in a slot, and the first issue; no elements and no issue
  /// if the text is not a list.
  private func readList(
    in text: String, for row: FormRowID, _ parameter: ParameterDefinition
  ) -> (values: [IntentValue], issue: IntentIssue?) {
    Self.read(elements(in: text, for: row), path(of: row)) { readPart($0, parameter, at: $1) }
  }

  /// The readable elements of a list, and the first issue.
  private static func read(
    _ parts: [ChoiceLookup.Part], _ path: IntentPath,
    _ read: (String, IntentPath) -> Result<IntentValue, IntentIssue>
  ) -> (values: [IntentValue], issue: IntentIssue?) {
    var found: (values: [IntentValue], issue: IntentIssue?) = ([], nil)
    for part in parts {
      switch part {
      case .value(let value): found.values.append(value)
      case .invalid(_, let issue): found.issue = found.issue ?? issue
      case .text(let text):
        switch read(text, path) {
        case .success(let value): found.values.append(value)
        case .failure(let issue): found.issue = found.issue ?? issue
        }
      }
    }
    return found
  }

  /// Puts the elements of a list into a slot and the later slots; keeps its text if any of them
  /// cannot be read.
  ///
  /// - Parameter issue: The issue of the text as a single element; it is reported if no element of
  ///   a list can be read.
  /// - Returns: The move to the last element.
  private mutating func setList(
    _ found: (values: [IntentValue], issue: IntentIssue?), of text: String, or issue: IntentIssue,
    from row: FormRowID
  ) -> RowMove? {
    guard case .element(let name, let slot) = row, let parameter = parameter(of: row),
      !found.values.isEmpty, found.issue == nil
    else {
      keepUnread([text], found.values.isEmpty ? issue : found.issue ?? issue, of: row)
      return nil
    }
    let before = wholeElements(of: parameter).prefix(slot)
    let earlier = unreadTexts.filter {
      if case .element(name, let place) = $0.key { place < slot } else { false }
    }
    setWhole(.array(before + found.values), of: name)
    unreadTexts.merge(earlier) { $1 }
    renumberUnread(of: name) { $0 < before.count ? $0 : $0 + found.values.count }
    return RowMove(from: row, to: .element(name, before.count + found.values.count - 1))
  }

  /// Sets a whole parameter from texts.
  ///
  /// An array can have several texts, each with one or more elements; an empty text discards those
  /// before it. If a single value has several texts, only the last one counts.
  private mutating func setTexts(_ texts: [String], of parameter: ParameterDefinition) -> Entered {
    guard parameter.supportsMultipleValues else {
      return setText(texts.last ?? "", of: .parameter(parameter.name))
    }
    let given = texts.suffix(from: (texts.lastIndex(of: "") ?? -1) + 1)
    guard !given.isEmpty else {
      setWhole(nil, of: parameter.name)
      return Entered()
    }
    let parts = given.flatMap { self.parts(of: $0, parameter) }
    let lookup = ChoiceLookup(row: .parameter(parameter.name), parts: parts)
    if hasProvider(parameter), !lookup.texts.isEmpty { return Entered(lookup: lookup) }
    fill(parameter, parts) { [self] text, path in readPart(text, parameter, at: path) }
    return Entered()
  }

  /// The elements in a text of a whole array.
  private func parts(of text: String, _ parameter: ParameterDefinition) -> [ChoiceLookup.Part] {
    var isText = false
    if case .string = parameter.type { isText = !parameter.options.isDynamic }
    if !isText, let texts = setup.structuredTexts?.readTexts(text) {
      return texts.map { .text($0) }
    }
    switch setup.structuredTexts?.readValue(text, parameter, schema) {
    case .success(let value)?: return value.elements.map { .value($0) }
    case .failure(let issue)?: return [.invalid(text, issue)]
    case nil:
      if let number = decimalComma(in: text, parameter.type) {
        let reason = IntentIssue.Reason.malformed(
          "The comma in “\(name: number)” can be part of a number or separate two numbers.",
          remedy: "Write “\\,” in a number, or put a space after a comma that separates numbers.")
        return [.invalid(text, IntentIssue(reason, at: .parameter(parameter.name)))]
      }
      let texts = Self.split(text)
      guard case .placemark = parameter.type else { return texts.map { .text($0) } }
      return Self.joiningCoordinates(texts).map { .text($0) }
    }
  }

  /// In a list of numbers, the first number with a comma that could separate its decimals or
  /// thousands; nil if there is none.
  private func decimalComma(in text: String, _ type: ParameterType) -> String? {
    let isDecimal = setup.notation.decimalSeparator == ","
    switch type {
    case .decimal, .measurement, .currencyAmount, .timeInterval: break
    case .integer where !isDecimal: break
    default: return nil
    }
    guard !setup.notation.isCanonical else { return nil }
    // A part with a colon, such as `1:30`, is hours and minutes, and cannot have decimals.
    func isPart(_ character: Character) -> Bool { character.isNumber || ".:".contains(character) }
    return text.split(whereSeparator: \.isWhitespace).lazy.compactMap { word -> String? in
      for comma in word.indices where word[comma] == "," {
        let before = String(word[..<comma].reversed().prefix(while: isPart).reversed())
        let after = String(word[word.index(after: comma)...].prefix(while: isPart))
        let isThousands = after.prefix { $0.isNumber }.count == 3 && before.count <= 3
        guard before.last?.isNumber == true, after.first?.isNumber == true,
          !before.contains(":"), !after.contains(":"), isDecimal || isThousands
        else { continue }
        return "\(before),\(after)"
      }
      return nil
    }.first
  }

  /// The texts of places; a latitude and a longitude that were split at their comma are joined
  /// again.
  private static func joiningCoordinates(_ texts: [String]) -> [String] {
    texts.reduce(into: []) { joined, text in
      if let last = joined.last, ValueText.placemark(last).latitude == nil,
        case let whole = last + "," + text, ValueText.placemark(whole).latitude != nil
      {
        joined[joined.count - 1] = whole
      } else {
        joined.append(text)
      }
    }
  }

  /// Reads an element of an array.
  private func readPart(
    _ text: String, _ parameter: ParameterDefinition, at path: IntentPath
  ) -> Result<IntentValue, IntentIssue> {
    let text = parameter.type.isFile ? expandedPath(text) : text
    switch ValueText.value(
      of: text, type: parameter.type, schema: schema, words: words, notation: setup.notation)
    {
    case .failure(let reason): return .failure(IntentIssue(reason, at: path))
    case .success(let value):
      let issue = schema.issues(with: value, type: parameter.type, at: path).first
      return issue.map { .failure(inTypedUnits($0, text, parameter.type)) } ?? .success(value)
    }
  }

  /// Sets a whole array; the texts that cannot be read stay in the slots after the values.
  ///
  /// If no text can be read, the current values stay, but the first slots show the unreadable texts
  /// instead of them.
  private mutating func fill(
    _ parameter: ParameterDefinition, _ parts: [ChoiceLookup.Part],
    _ read: (String, IntentPath) -> Result<IntentValue, IntentIssue>
  ) {
    let (name, path) = (parameter.name, IntentPath.parameter(parameter.name))
    var values: [IntentValue] = []
    var unread: [(text: String, issue: IntentIssue)] = []
    for (place, part) in parts.enumerated() {
      switch part {
      case .value(let value): values.append(value)
      case .invalid(let text, let issue): unread.append((text, issue))
      case .text(let text):
        switch read(text, path.appending(place)) {
        case .success(let value): values.append(value)
        case .failure(let issue): unread.append((text, issue))
        }
      }
    }
    guard !values.isEmpty || !unread.isEmpty else { return }
    setWhole(values.isEmpty ? draft.values[name] : .array(values), of: name)
    for (offset, part) in unread.enumerated() {
      let slot = values.count + offset
      var issue = part.issue
      issue.path.slot = slot
      keepUnread([part.text], issue, of: .element(name, slot))
    }
  }

  /// Splits a text at its commas; `\,` is a comma and `\\` a backslash within a part.
  static func split(_ text: String) -> [String] {
    var parts: [String] = [""]
    var isEscaped = false
    for character in text {
      let isSpecial = character == "," || character == "\\"
      if isEscaped {
        parts[parts.count - 1] += isSpecial ? String(character) : "\\\(character)"
        isEscaped = false
      } else if character == "," {
        parts.append("")
      } else if isSpecial {
        isEscaped = true
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    if isEscaped { parts[parts.count - 1].append("\\") }
    return parts.map(\.trimmed).filter { !$0.isEmpty }
  }

  // MARK: The family

  /// Sets the family that a text names.
  private mutating func setFamily(meant text: String) {
    var index = ChoiceIndex(
      setup.families.map { OptionItem(identifier: $0.rawValue, display: words($0.title)) })
    guard let place = index.meaning(of: text).place else { return keepUnknownFamily(text) }
    family = setup.families[place]
    unreadTexts[.family] = nil
  }

  /// Sets the family; one that the widget does not support is kept as a text that cannot be read.
  mutating func setFamily(_ family: WidgetFamily) {
    guard setup.families.contains(family) else { return keepUnknownFamily(family.rawValue) }
    self.family = family
    unreadTexts[.family] = nil
  }

  private mutating func keepUnknownFamily(_ text: String) {
    let families = setup.families.map(\.rawValue)
    let near = names(nearestTo: text, among: families)
    let choices = near.isEmpty ? families : near
    let reason = IntentIssue.Reason.malformed(
      "“\(name: text)” is not a family of this widget.", remedy: "Give one of \(choices: choices).")
    keepUnread([text], IntentIssue(reason, at: .family), of: .family)
  }

  // MARK: Choices of providers

  /// The maximum number of texts in a list for which similar names are searched.
  ///
  /// This limits the work for one entry.
  private static let maximumSuggestions = 100

  func hasProvider(_ parameter: ParameterDefinition) -> Bool {
    parameter.options.isDynamic && setup.sources[parameter.name] != nil
  }

  /// The person's own answer in a row; nil if there is only a default or no value at all.
  func ownAnswer(of row: FormRowID) -> IntentValue? {
    guard let name = row.parameter, let value = draft.values[name] else { return nil }
    guard case .element(_, let index) = row else { return value }
    let elements = value.elements
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// Sets a row to the choices that were found for its texts.
  ///
  /// - Returns: The move of the value to another row.
  mutating func take(
    _ answer: Result<FoundChoices, OptionsError>, for lookup: ChoiceLookup
  ) -> RowMove? {
    guard let parameter = parameter(of: lookup.row) else { return nil }
    var indexes = (try? answer.get())?.lists.mapValues { ChoiceIndex($0) } ?? [:]
    var refusals = 0
    var learned = KnownChoices(titles: (try? answer.get())?.titles)
    func read(_ text: String, _ path: IntentPath) -> Result<IntentValue, IntentIssue> {
      let found: FoundChoices
      switch answer {
      case .failure(let error): return .failure(IntentIssue(error, at: path))
      case .success(let choices): found = choices
      }
      var item = found.known[text]
      if item == nil {
        let list = indexes[text] == nil ? "" : text
        let meaning = indexes[list, default: ChoiceIndex([])].meaning(of: text)
        guard let place = meaning.place, let choice = found.lists[list]?[place] else {
          refusals += 1
          let reason = indexes[list, default: ChoiceIndex([])].refusal(
            of: text, meaning, suggesting: refusals <= Self.maximumSuggestions)
          return .failure(IntentIssue(reason, at: path))
        }
        item = choice
        let title = indexes[list]?.title(of: place)
        if title != choice.display {
          learned.titles = (learned.titles ?? [:]).merging([choice.identifier: title ?? ""]) { $1 }
        } else if learned.titles == nil, found.known.isEmpty {
          learned.titles = [:]
        }
      }
      guard let item, let value = item.value(for: parameter.type) else {
        let reason = IntentIssue.Reason.wrongType(
          expected: parameter.type.kindMessage, found: .quoted(item?.identifier ?? text))
        return .failure(IntentIssue(reason, at: path))
      }
      learned.items[item.identifier] = item
      return .success(value)
    }
    defer { draft.rename(learned, of: parameter.name) }
    if parameter.supportsMultipleValues, case .parameter = lookup.row {
      fill(parameter, lookup.parts, read)
      return nil
    }
    guard let text = lookup.texts.first else { return nil }
    switch read(text, path(of: lookup.row)) {
    case .success(let value): return set(value, of: lookup.row)
    case .failure(let issue):
      let list = Self.read(lookup.elements, path(of: lookup.row), read)
      return setList(list, of: text, or: issue, from: lookup.row)
    }
  }
}

extension String {
  /// Whether the text begins like an array in a format such as intent JSON.
  fileprivate var beginsArray: Bool { trimmed.first == "[" }
}
