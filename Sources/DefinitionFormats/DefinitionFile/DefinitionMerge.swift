import IntentModel
package import JSONC
package import Messages

/// A merge of two definitions with a common base, such as those of two branches.
///
/// A change on only one side is accepted. Intents, enums and types are matched by their names,
/// parameters and properties by their tags, and cases by their indexes; where a number is not
/// stated, the name decides. Elements of the base keep their numbers. If both sides add elements
/// with the same number and different names, the element of the second side gets the next free
/// number.
package struct DefinitionMerge {
  /// The merged definition, as JSON; it has the first side's value at each conflict.
  package private(set) var merged: JSONValue = .null

  /// The conflicts: different changes on both sides, in the order of the definition.
  package private(set) var conflicts: [Message] = []

  /// The changed numbers.
  package private(set) var notes: [Message] = []

  private let sides: [JSONValue]

  /// Merges definitions in JSON, as ``value(of:file:)`` reads them.
  package init(base: JSONValue, ours: JSONValue, theirs: JSONValue) {
    sides = [ours, theirs]
    merged = merge(base, ours, theirs, at: []) ?? .object(JSONObject())
  }

  /// The definition of a file as JSON.
  ///
  /// A JSON file is used unchanged, without numbers that it does not state. An empty file is an
  /// empty definition, which git provides as the base if there is none.
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
  /// - Throws: `FormatErrors` if the merged definition cannot be read, such as one with a repeated
  ///   parameter.
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
  /// The errors in the merged definition that are in neither side: for example, one removed an
  /// element to which the other refers.
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
}

// MARK: - Values

extension DefinitionMerge {
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

  /// Values on which both sides need not agree: the last tag, and the programs that wrote the file.
  private static func decided(
    _ key: String?, _ ours: JSONValue?, _ theirs: JSONValue?
  ) -> JSONValue? {
    switch key {
    case "lastTag":
      guard let ours = ours?.intValue, let theirs = theirs?.intValue else { return nil }
      return .integer(max(ours, theirs))
    case "toolsVersion", "toolsBuildVersion", "systemVersion": return ours ?? theirs
    default: return nil
    }
  }

  private mutating func merge(
    _ base: JSONObject, _ ours: JSONObject, _ theirs: JSONObject, at path: [Step]
  ) -> JSONObject {
    var result = JSONObject()
    // Numbers are never reused, not even those of removed elements.
    let lastTag = [base, ours, theirs].compactMap { $0["lastTag"]?.intValue }.max() ?? 0
    for key in ours.keys + theirs.keys where result[key] == nil {
      let value = merge(
        base[key], ours[key], theirs[key], at: path + [.member(key)], after: lastTag)
      if let value {
        result.append(key: key, value: value)
      }
    }
    // A newly assigned tag is also the last one.
    let lists = ["parameters", "properties"].compactMap { result[$0]?.arrayValue }
    let tags = lists.joined().compactMap { $0.objectValue?["tag"]?.intValue }
    if let last = result["lastTag"]?.intValue, let highest = tags.max(), highest > last {
      result.append(key: "lastTag", value: .integer(highest))
    }
    return result
  }
}

// MARK: - Lists

/// The rule for identifying the elements of a list.
private struct ListRule {
  /// The key of the number that identifies an element; nil if names do.
  var number: String?
  /// The key of the name.
  var name: String

  /// The rule for a list; nil if its elements have no identity, so the list is one value.
  init?(_ list: String, _ versions: [[JSONValue]]) {
    let objects = versions.map { $0.compactMap(\.objectValue) }
    guard zip(objects, versions).allSatisfy({ $0.count == $1.count }) else { return nil }
    let numbers = ["parameters": "tag", "properties": "tag", "cases": "index"]
    let names = ["prompts": "kind"]
    name = names[list] ?? "name"
    number = numbers[list]
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
      Dictionary(
        version.map { (rule.identity(of: $0) ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }
    let order = Self.order(of: versions.map { $0.map { rule.identity(of: $0) ?? "" } })
    let outer = path.dropLast()
    return order.compactMap { identity in
      let (base, ours, theirs) = (keyed[0][identity], keyed[1][identity], keyed[2][identity])
      let name = (ours ?? theirs).map(rule.name(of:)) ?? identity
      return merge(base, ours, theirs, at: outer + [.element(list: list, name: name)])
    }
  }

  /// Their elements; new ones with the number of a new element of ours get the next free number.
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
      versions[1].map { (rule.identity(of: $0) ?? "", rule.name(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    let ourNames = Dictionary(
      versions[1].map { (rule.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    var last = versions.map { numbers($0).max() ?? 0 }.max() ?? 0
    if key == "tag" { last = max(last, lastTag) }
    func note(_ sentence: Message, _ name: String) {
      let element = path.dropLast() + [.element(list: list, name: name)]
      notes.append(.placed(place: place(element), sentences: [sentence]))
    }
    return versions[2].map { element in
      guard var object = element.objectValue, let number = object[key]?.intValue,
        !base.contains(number)
      else { return element }
      let name = rule.name(of: element)
      // Both sides added an element with this name: it is one, with the number of ours.
      if let same = ourNames[name]?.objectValue?[key], let own = same.intValue,
        !base.contains(own)
      {
        if own != number {
          object.append(key: key, value: same)
          note("Both sides added it. It has the \(key) \(own) of ours, not \(number).", name)
        }
      } else if let other = ours[String(number)], other != name, last < Int.max {
        last += 1
        object.append(key: key, value: .integer(last))
        note(
          """
          Both sides gave the \(key) \(number) to something new: ours to “\(name: other)”. This \
          one now has \(last).
          """, name)
      }
      return .object(object)
    }
  }

  /// The order of all elements: that of the side that changed it; each other element stays after
  /// its predecessor on its side.
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
    // Elements of only one side come after those of the other side in the same place.
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
    ((try? value.text(.compact)) ?? "").harmless(limit: 80)
  }

  /// A path in words, such as `intent “Lunch”, parameter “guests”, default`.
  private func place(_ path: some Collection<Step>) -> String {
    let nouns = [
      "intents": "intent", "parameters": "parameter", "enums": "enum", "cases": "case",
      "types": "type", "properties": "property", "prompts": "prompt",
    ]
    return path.map { step in
      switch step {
      case .member(let key): key
      case .element(let list, let name): "\(nouns[list] ?? list) “\(name.harmless(limit: 80))”"
      }
    }.joined(separator: ", ")
  }
}
