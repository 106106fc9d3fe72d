import IntentModel
package import JSONC
package import Messages

/// A merge of two definitions with a common base, such as two branches.
///
/// A change on only one side is accepted. Intents, enums and types are matched by their names,
/// parameters and properties by their tags, and cases by their indexes; where a number is missing,
/// the name decides. Elements of the base keep their numbers. If both sides add elements with the
/// same number and different names, the element of the second side gets the next free number.
package struct DefinitionMerge {
  /// The merged definition, as JSON; where there is a conflict, it has the first side's value, or
  /// the second side's if the first side removed the value.
  package private(set) var merged: JSONValue = .null

  /// The conflicts: different changes on both sides, in the order of the definition.
  package private(set) var conflicts: [Message] = []

  /// The numbers that the merge changed.
  package private(set) var notes: [Message] = []

  private let base: JSONValue
  private let sides: [JSONValue]

  /// Merges definitions in JSON, in the form that ``value(of:file:)`` returns.
  package init(base: JSONValue, ours: JSONValue, theirs: JSONValue) {
    self.base = base
    sides = [ours, theirs]
    merged = merge(base, ours, theirs, at: []) ?? .object(JSONObject())
  }

  /// The definition of a file as JSON.
  ///
  /// A JSON file is used unchanged: missing numbers are not added. An empty file is an empty
  /// definition, because git provides an empty file if there is no base.
  ///
  /// - Throws: `FormatErrors` if it is not a definition.
  package static func value(of bytes: [UInt8], file: String) throws(FormatErrors) -> JSONValue {
    guard !bytes.isEmpty else { return .object(JSONObject()) }
    let reading = try IntentDefinitionReader.read(bytes, file: file)
    guard IntentDefinitionReader.format(of: bytes, file: file) == .json else {
      return DefinitionJSON.value(of: reading.file)
    }
    do {
      return try JSONText.parse(bytes)
    } catch {
      throw FormatErrors([FormatError(error, file: file)])
    }
  }

  /// The merged definition in the format of a file.
  ///
  /// - Throws: `FormatErrors` if the merged definition cannot be read, for example because of a
  ///   repeated parameter.
  package func bytes(
    as format: IntentDefinitionReader.Format, file: String
  ) throws(FormatErrors) -> [UInt8] {
    let text = try Self.mapped { () throws(FormatError) in
      Array(JSONText.escapingControls(in: try merged.text(.pretty)).utf8)
    }
    guard format == .propertyList else { return text }
    let definition = try DefinitionJSON.read(text, file: file).get()
    return try Self.mapped { () throws(FormatError) in
      try DefinitionConversion.bytes(of: definition, as: .propertyList)
    }
  }

  private static func mapped(
    _ body: () throws(FormatError) -> [UInt8]
  ) throws(FormatErrors) -> [UInt8] {
    do throws(FormatError) {
      return try body()
    } catch {
      throw FormatErrors([error])
    }
  }
}

extension DefinitionMerge {
  /// The errors in the merged definition that neither side has: for example, one side removed an
  /// element to which the other side refers.
  package var newErrors: [Message] {
    let known = Set(sides.flatMap(Self.errors))
    return Self.errors(in: merged).filter { !known.contains($0) }
  }

  private static func errors(in value: JSONValue) -> [Message] {
    guard let text = try? value.text(.compact) else { return [] }
    let reading = DefinitionJSON.read(Array(text.utf8), file: "")
    let findings = reading.definition.findings.filter { $0.severity == .error }.map { finding in
      let sentences = [finding.message, finding.advice]
      let subject = DefinitionSubject.words(for: finding.path, in: reading.definition)
      return subject.map { Message.placed(place: $0.text(), sentences: sentences) }
        ?? .sentences(sentences)
    }
    return reading.errors.map { .sentences([$0.message, $0.advice]) } + findings
  }

  /// The stored answers that the merged definition loses, although each side alone keeps them: for
  /// example, one side renamed a parameter and the other gave it a different title.
  package var newLosses: [Message] {
    let isOneSide = sides.contains { $0 == base || $0 == merged }
    guard !isOneSide, let old = Self.definition(base), let new = Self.definition(merged) else {
      return []
    }
    let known = sides.compactMap(Self.definition).reduce(into: Set<AnswerLoss>()) {
      $0.formUnion(AnswerLoss.all(from: old, to: $1).map(\.loss))
    }
    var lines: [Message] = []
    for (loss, line) in AnswerLoss.all(from: old, to: new) {
      let wholes = [AnswerLoss(intent: loss.intent), AnswerLoss(loss.intent, loss.parameter)]
      guard known.isDisjoint(with: wholes + [loss]), !lines.contains(line) else { continue }
      lines.append(line)
    }
    return lines
  }

  private static func definition(_ value: JSONValue) -> IntentDefinitionFile? {
    guard let text = try? value.text(.compact) else { return nil }
    return DefinitionJSON.read(Array(text.utf8), file: "").definition
  }
}

/// The answers that a change to a definition loses: all answers of an intent or a parameter, or
/// some of them.
private struct AnswerLoss: Hashable {
  /// The type name of the intent.
  var intent: String
  /// The old name of the parameter; nil for all parameters.
  var parameter: String?
  /// The affected case or property, or the code of a verdict; nil if every answer is affected.
  var part: String?

  init(intent: String) { self.intent = intent }

  init(_ intent: String, _ parameter: String?, _ part: String? = nil) {
    (self.intent, self.parameter, self.part) = (intent, parameter, part)
  }

  /// The losses between an old and a new definition, each with the line that reports it.
  static func all(
    from old: IntentDefinitionFile, to new: IntentDefinitionFile
  ) -> [(loss: AnswerLoss, line: Message)] {
    var losses: [(loss: AnswerLoss, line: Message)] = []
    for intent in DefinitionDiff(from: old, to: new).intents {
      if case .gone = intent.presence {
        losses.append((loss: AnswerLoss(intent: intent.typeName), line: intent.message ?? ""))
      }
      for parameter in intent.parameters {
        let names = [intent.typeName, parameter.oldName ?? parameter.name]
          .map { $0.shown }
        for verdict in parameter.verdicts where verdict.effect.isLoss {
          let line = Message.placed(
            place: "intent “\(names[0])”, parameter “\(names[1])”",
            sentences: [
              verdict.statement.message,
              """
              Each side keeps stored answers, but the merge loses them. Undo one side’s change to \
              the parameter in the merged file, such as the new name or the new text.
              """,
            ])
          for part in verdict.lostParts {
            losses.append((loss: AnswerLoss(intent.typeName, parameter.oldName, part), line: line))
          }
        }
      }
    }
    return losses
  }
}

extension DiffVerdict {
  /// What a loss affects: the cases or properties, the code of the loss, or nil for all answers.
  fileprivate var lostParts: [String?] {
    switch self {
    case .casesGone(let names, _): names.map { "case \($0)" }
    case .casesReplaced(let pairs, _): pairs.map { "case \($0.from)" }
    case .indexesChanged(let moves): moves.map { "index \($0.name)" }
    case .propertiesGone(let names): names.map { "property \($0)" }
    case .removed, .replaced, .retyped: [nil]
    default: [statement.code]
    }
  }
}

// MARK: - Values

extension DefinitionMerge {
  private typealias Root = DefinitionKeys.Root
  private typealias Intent = DefinitionKeys.Intent

  /// One step to a value: the key of an object, or an element of a list with its name.
  private enum Step {
    case member(String)
    case element(list: String, name: String)

    /// The key; nil for an element.
    var key: String? { if case .member(let key) = self { key } else { nil } }
  }

  /// The merged value of three versions; nil if it is removed.
  private mutating func merge(
    _ base: JSONValue?, _ ours: JSONValue?, _ theirs: JSONValue?, at path: [Step],
    after lastTag: Int = 0
  ) -> JSONValue? {
    if ours == theirs || base == theirs { return ours }
    if base == ours { return theirs }
    switch (ours, theirs) {
    case (.object(let ours)?, .object(let theirs)?):
      return .object(merge(base?.objectValue ?? JSONObject(), ours, theirs, at: path))
    case (.array(let ours)?, .array(let theirs)?):
      let lists = [base?.arrayValue ?? [], ours, theirs]
      if let list = path.last?.key, let rule = ListRule(list, lists) {
        return .array(merge(lists, of: list, by: rule, at: path, after: lastTag))
      }
    default: break
    }
    if let decided = Self.decided(path.last?.key, ours, theirs) { return decided }
    report(base, ours, theirs, at: path)
    return ours ?? theirs
  }

  /// Values that may differ between the sides without a conflict: the last tag, and the programs
  /// that wrote the file.
  private static func decided(
    _ key: String?, _ ours: JSONValue?, _ theirs: JSONValue?
  ) -> JSONValue? {
    switch key {
    case Intent.lastTag.rawValue:
      guard let ours = ours?.intValue, let theirs = theirs?.intValue else { return nil }
      return .integer(max(ours, theirs))
    case Root.toolsVersion.rawValue, Root.toolsBuildVersion.rawValue, Root.systemVersion.rawValue:
      return ours ?? theirs
    default: return nil
    }
  }

  private mutating func merge(
    _ base: JSONObject, _ ours: JSONObject, _ theirs: JSONObject, at path: [Step]
  ) -> JSONObject {
    var result = JSONObject()
    // Numbers are never reused, not even after an element is removed.
    let lastKey = Intent.lastTag.rawValue
    let lastTag = [base, ours, theirs].compactMap { $0[lastKey]?.intValue }.max() ?? 0
    for key in ours.keys + theirs.keys where result[key] == nil {
      let value = merge(
        base[key], ours[key], theirs[key], at: path + [.member(key)], after: lastTag)
      if let value {
        result.append(key: key, value: value)
      }
    }
    // A newly assigned tag is also the last tag.
    let lists = [Intent.parameters.rawValue, DefinitionKeys.ObjectType.properties.rawValue]
      .compactMap { result[$0]?.arrayValue }
    let tags = lists.joined().compactMap { $0.objectValue?[ListRule.tag]?.intValue }
    if let last = result[lastKey]?.intValue, let highest = tags.max(), highest > last {
      result.append(key: lastKey, value: .integer(highest))
    }
    return result
  }
}

// MARK: - Lists

/// The rule for identifying the elements of a list.
private struct ListRule {
  /// The key of the number that identifies an element; nil if the name identifies it.
  var number: String?
  /// The key of the name.
  var name: String

  static let tag = DefinitionKeys.Parameter.tag.rawValue

  /// The rule for a list; nil if its elements have no identity, so the list is one value.
  init?(_ list: String, _ versions: [[JSONValue]]) {
    let objects = versions.map { $0.compactMap(\.objectValue) }
    guard zip(objects, versions).allSatisfy({ $0.count == $1.count }) else { return nil }
    name =
      list == DefinitionKeys.Parameter.prompts.rawValue
      ? DefinitionKeys.Prompt.kind.rawValue : DefinitionKeys.Parameter.name.rawValue
    number =
      switch list {
      case DefinitionKeys.Intent.parameters.rawValue, DefinitionKeys.ObjectType.properties.rawValue:
        Self.tag
      case DefinitionKeys.Enumeration.cases.rawValue: DefinitionKeys.Case.index.rawValue
      default: nil
      }
    if let key = number, !objects.joined().allSatisfy({ $0[key]?.intValue != nil }) {
      number = nil
    }
    for version in objects {
      let identities = version.map { identity(of: .object($0)) }
      guard !identities.contains(nil), Set(identities).count == identities.count else { return nil }
    }
  }

  /// The identity of an element; nil if it has neither a number nor a name.
  func identity(of element: JSONValue) -> String? {
    let object = element.objectValue
    if let number { return object?[number]?.intValue.map(String.init) }
    return object?[name]?.stringValue
  }

  func name(of element: JSONValue) -> String {
    let object = element.objectValue
    return object?[name]?.stringValue ?? number.flatMap { object?[$0]?.intValue }.map(String.init)
      ?? ""
  }
}

extension DefinitionMerge {
  /// Merges three versions of a list: the base, ours and theirs.
  private mutating func merge(
    _ versions: [[JSONValue]], of list: String, by rule: ListRule, at path: [Step],
    after lastTag: Int
  ) -> [JSONValue] {
    var versions = versions
    versions[2] = renumbered(versions, of: list, by: rule, at: path, after: lastTag)
    let keyed = versions.map { version in
      Dictionary(firsts: version.map { (rule.identity(of: $0) ?? "", $0) })
    }
    let identities = versions.map { $0.map { rule.identity(of: $0) ?? "" } }
    let isContested = Self.isOrderContested(identities)
    let order = Self.order(
      of: isContested ? [identities[2], identities[1], identities[2]] : identities)
    if isContested {
      let sentence: Message =
        "Ours and theirs put them in different orders. The merged file has the order of ours."
      conflicts.append(.placed(place: place(path), sentences: [sentence]))
    }
    let outer = path.dropLast()
    return order.compactMap { identity in
      let (base, ours, theirs) = (keyed[0][identity], keyed[1][identity], keyed[2][identity])
      let name = (ours ?? theirs).map(rule.name(of:)) ?? identity
      return merge(base, ours, theirs, at: outer + [.element(list: list, name: name)])
    }
  }

  /// The elements of theirs, with numbers that do not conflict with those of ours.
  ///
  /// If a new element of theirs has the number of a new element of ours, their element gets the
  /// next free number.
  private mutating func renumbered(
    _ versions: [[JSONValue]], of list: String, by rule: ListRule, at path: [Step],
    after lastTag: Int
  ) -> [JSONValue] {
    guard let key = rule.number else { return versions[2] }
    func numbers(_ elements: [JSONValue]) -> [Int] {
      elements.compactMap { $0.objectValue?[key]?.intValue }
    }
    let base = Set(numbers(versions[0]))
    let ours = Dictionary(
      firsts: versions[1].map { (rule.identity(of: $0) ?? "", rule.name(of: $0)) })
    let ourNames = Dictionary(firsts: versions[1].map { (rule.name(of: $0), $0) })
    var last = versions.map { numbers($0).max() ?? 0 }.max() ?? 0
    if key == ListRule.tag { last = max(last, lastTag) }
    func note(_ sentence: Message, _ name: String) {
      let element = path.dropLast() + [.element(list: list, name: name)]
      notes.append(.placed(place: place(element), sentences: [sentence]))
    }
    return versions[2].map { element in
      guard var object = element.objectValue, let number = object[key]?.intValue,
        !base.contains(number)
      else { return element }
      let name = rule.name(of: element)
      // Both sides added an element with this name. They count as one element, with our number.
      if let same = ourNames[name]?.objectValue?[key], let own = same.intValue,
        !base.contains(own)
      {
        if own != number {
          object.append(key: key, value: same)
          note("Both sides added it. It has the \(key) \(own), as in ours, not \(number).", name)
        }
      } else if let other = ours[String(number)], other != name, last < Int.max {
        last += 1
        object.append(key: key, value: .integer(last))
        note(
          """
          Both sides gave the \(key) \(number) to a new element: ours to “\(name: other)”. This \
          element now has \(last).
          """, name)
      }
      return .object(object)
    }
  }

  /// Whether both sides changed the order, or the place of a new element, in different ways.
  private static func isOrderContested(_ versions: [[String]]) -> Bool {
    let base = Set(versions[0])
    let shared = Set(versions[1]).intersection(versions[2])
    let both = versions.map { $0.filter(shared.contains) }
    let old = both.map { $0.filter(base.contains) }
    let new = both.map { $0.filter { !base.contains($0) } }
    if old[1] != old[2] { return old[0] != old[1] && old[0] != old[2] || new[1] != new[2] }
    return both[1] != both[2]
  }

  /// The order of all elements: the order of the side that changed it.
  ///
  /// Every other element stays after the element that precedes it on its side.
  private static func order(of versions: [[String]]) -> [String] {
    let common = Set(versions[0]).intersection(versions[1]).intersection(versions[2])
    let orders = versions.map { $0.filter(common.contains) }
    let (first, second) =
      orders[0] == orders[1] && orders[0] != orders[2]
      ? (versions[2], versions[1]) : (versions[1], versions[2])
    let (known, shared) = (Set(first), Set(second))
    var followers: [String?: [String]] = [:]
    var before: String?
    for element in second {
      if known.contains(element) {
        before = element
      } else {
        followers[before, default: []].append(element)
      }
    }
    // Elements that exist on only one side come after the other side's elements in the same place.
    var order: [String] = []
    before = nil
    for element in first {
      if shared.contains(element) {
        order += followers[before] ?? []
        before = element
      }
      order.append(element)
    }
    return order + (followers[before] ?? [])
  }
}

// MARK: - Words

extension DefinitionMerge {
  private mutating func report(
    _ base: JSONValue?, _ ours: JSONValue?, _ theirs: JSONValue?, at path: [Step]
  ) {
    let sentence: Message =
      switch (base, ours, theirs) {
      case (_, nil, _):
        "Ours removes it, and theirs changes it. The merged file keeps it as in theirs."
      case (_, _, nil):
        "Theirs removes it, and ours changes it. The merged file keeps it as in ours."
      case (let base?, let ours?, let theirs?):
        """
        Ours has \(Self.excerpt(ours)), theirs \(Self.excerpt(theirs)), and \
        the base had \(Self.excerpt(base)). The merged file has ours.
        """
      case (nil, let ours?, let theirs?):
        """
        Ours has \(Self.excerpt(ours)), theirs \(Self.excerpt(theirs)). The \
        merged file has ours.
        """
      }
    conflicts.append(.placed(place: place(path), sentences: [sentence]))
  }

  private static func excerpt(_ value: JSONValue) -> String {
    ((try? value.text(.compact)) ?? "").shown
  }

  /// The word for an element of a list: its key in the singular.
  private static func noun(of list: String) -> String {
    list == DefinitionKeys.ObjectType.properties.rawValue
      ? "property" : list.hasSuffix("s") ? String(list.dropLast()) : list
  }

  /// A path in words, such as `intent “Lunch”, parameter “guests”, default`.
  private func place(_ path: some Collection<Step>) -> String {
    path.map { step in
      switch step {
      case .member(let key): key
      case .element(let list, let name):
        "\(Self.noun(of: list)) “\(name.shown)”"
      }
    }.joined(separator: ", ")
  }
}

extension String {
  /// A name or a value as the report of a merge shows it.
  fileprivate var shown: String { harmless(limit: 80) }
}
