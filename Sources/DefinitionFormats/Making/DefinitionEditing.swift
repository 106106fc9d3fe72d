package import IntentModel
package import JSONC
import Messages

/// Makes additions to an existing definition, and preserves everything else.
package enum DefinitionEditing {
  /// A changed definition.
  package struct Result {
    /// The bytes of the file.
    package var bytes: [UInt8]
    /// The definition in the changed file.
    package var file: IntentDefinitionFile
    /// The added texts, for string tables.
    package var texts: [LocalizedText]
  }

  /// Adds parameters to an intent of a definition.
  ///
  /// A property list in Xcode's layout and JSON in this module's layout change only at the
  /// additions. In JSON with any other layout, the additions are inserted into the text.
  ///
  /// - Parameters:
  ///   - path: The name of the file in messages.
  ///   - hasTables: Whether string tables translate the definition; if so, each new text gets an
  ///     identifier, as it always does in a property list.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  package static func adding(
    _ specs: [ParameterSpec], to bytes: [UInt8], path: String, intent name: String,
    families: [WidgetFamily], hasTables: Bool
  ) throws(FormatErrors) -> Result {
    let old = try editable(bytes, path: path)
    guard let index = old.intents.firstIndex(where: { $0.name == name }) else {
      throw FormatErrors([
        FormatError(
          .unknownWord(name, what: .whatIntentName, choices: old.intents.map(\.name)), file: path)
      ])
    }
    let format = IntentDefinitionReader.format(of: bytes, file: path)
    var new = try DefinitionMaking.sensible(specs) { specs throws(SpecErrors) in
      let additions = try DefinitionMaking.additions(
        specs, to: old.intents[index], of: old, families: families)
      var new = old
      new.intents[index].parameters += additions.intents[0].parameters
      if old.intents[index].lastParameterTag != nil || format == .propertyList {
        new.intents[index].lastParameterTag = additions.intents[0].lastParameterTag
      }
      new.enums += additions.enums
      new.types += additions.types
      return (new, file: new, intent: index)
    }
    let needsIdentifiers = hasTables || format == .propertyList
    let whole = needsIdentifiers ? new.withMadeIdentifiers() : new
    if needsIdentifiers {
      // Only new elements get identifiers; the rest of the file is unchanged.
      let count = old.intents[index].parameters.count
      for place in new.intents[index].parameters.indices.dropFirst(count) {
        new.intents[index].parameters[place] = whole.intents[index].parameters[place]
      }
      for place in new.enums.indices.dropFirst(old.enums.count) {
        new.enums[place] = whole.enums[place]
      }
      for place in new.types.indices.dropFirst(old.types.count) {
        new.types[place] = whole.types[place]
      }
    }
    let known = Set(Self.texts(of: old).map(\.id))
    let texts = Self.texts(of: new).filter { !known.contains($0.id) }
    let written: [UInt8]
    do throws(FormatError) {
      written = try self.bytes(of: new, over: old, bytes, format, intent: index)
    } catch {
      throw FormatErrors([error])
    }
    return Result(bytes: written, file: new, texts: texts)
  }

  /// Reads the definition in a text; throws an error if a build wrote the text, because a change
  /// would be lost.
  private static func editable(
    _ bytes: [UInt8], path: String
  ) throws(FormatErrors) -> IntentDefinitionFile {
    let file = try IntentDefinitionReader.read(bytes, file: path).file
    if file.origin != nil, AppIntentsBundle.isBuiltText(bytes, file: path) {
      throw AppIntentsBundle.builtText(path)
    }
    return file
  }

  /// A definition in which every text has an identifier, as string tables need it.
  ///
  /// JSON in a layout other than this module's changes only where a text gains an identifier, unless
  /// a text is written in a form that has no room for one.
  ///
  /// - Parameter path: The name of the file in messages.
  /// - Throws: `FormatErrors` with everything that is wrong.
  package static func identified(
    _ bytes: [UInt8], path: String
  ) throws(FormatErrors) -> (bytes: [UInt8], file: IntentDefinitionFile) {
    let old = try editable(bytes, path: path)
    let new = old.withMadeIdentifiers()
    guard new != old else { return (bytes, old) }
    let format = IntentDefinitionReader.format(of: bytes, file: path)
    do throws(FormatError) {
      if format == .json, !isUsual(bytes, of: old, format) {
        var splicer = JSONSplicer(bytes)
        try splicer.change(DefinitionJSON.value(of: old), to: DefinitionJSON.value(of: new))
        // A text may be written in a form that has no room for an identifier.
        let read = try? IntentDefinitionReader.read(splicer.bytes, file: path).file
        if read == new { return (splicer.bytes, new) }
      }
      return (try DefinitionConversion.bytes(of: new, as: format), new)
    } catch {
      throw FormatErrors([error])
    }
  }

  /// Whether this module would write a definition with the same bytes.
  private static func isUsual(
    _ bytes: [UInt8], of file: IntentDefinitionFile, _ format: IntentDefinitionReader.Format
  ) -> Bool {
    (try? DefinitionConversion.bytes(of: file, as: format)) == bytes
  }

  /// The texts of a definition that have an identifier.
  package static func texts(of file: IntentDefinitionFile) -> [LocalizedText] {
    let texts = DefinitionTexts(file)
    return texts.identifiers.compactMap { id in
      texts.entries[id]?.text.map { LocalizedText($0, id: id) }
    }
  }

  private static func bytes(
    of new: IntentDefinitionFile, over old: IntentDefinitionFile, _ bytes: [UInt8],
    _ format: IntentDefinitionReader.Format, intent index: Int
  ) throws(FormatError) -> [UInt8] {
    if format == .propertyList || isUsual(bytes, of: old, format) {
      return try DefinitionConversion.bytes(of: new, as: format)
    }
    typealias Keys = DefinitionKeys
    let oldJSON = DefinitionJSON.value(of: old).objectValue ?? JSONObject()
    let newJSON = DefinitionJSON.value(of: new).objectValue ?? JSONObject()
    var splicer = JSONSplicer(bytes)
    for key in [Keys.Root.enums, .types].map(\.rawValue) {
      let before = oldJSON[key]?.arrayValue?.count ?? 0
      for element in (newJSON[key]?.arrayValue ?? []).dropFirst(before) {
        try splicer.append(element, toArray: key, at: [])
      }
    }
    let intents = Keys.Root.intents.rawValue
    let parameters = Keys.Intent.parameters.rawValue
    let place: [JSONPathComponent] = [.key(intents), .index(index)]
    // The tag of the added parameter is written, so the other tags are written as well; otherwise
    // their numbers would depend on it.
    try splicer.insert(
      old.intents[index].parameters.enumerated().compactMap { position, parameter in
        guard !parameter.isTagWritten, let tag = parameter.tag else { return nil }
        return JSONSplicer.Member(
          path: place + [.key(parameters), .index(position)], key: Keys.Parameter.tag.rawValue,
          value: .integer(tag), next: Keys.Parameter.type.rawValue)
      })
    if let last = new.intents[index].lastParameterTag {
      splicer.replaceNumber(at: place + [.key(Keys.Intent.lastTag.rawValue)], with: last)
    }
    let intent = newJSON[intents]?.arrayValue?[index].objectValue ?? JSONObject()
    let before = old.intents[index].parameters.count
    for element in (intent[parameters]?.arrayValue ?? []).dropFirst(before) {
      try splicer.append(element, toArray: parameters, at: place)
    }
    return splicer.bytes
  }
}

/// Inserts and replaces values in a JSON text, and preserves all of its other bytes.
package struct JSONSplicer {
  /// The current text.
  package private(set) var bytes: [UInt8]

  private let layout: JSONLayout

  /// Makes a splicer for a text that is known to be valid.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    layout = JSONLayout(of: bytes)
  }

  /// Appends an element to an array that is a member of an object, and adds the member if it is
  /// missing.
  ///
  /// - Throws: `FormatError` for a number that is not finite.
  package mutating func append(
    _ element: JSONValue, toArray key: String, at path: [JSONPathComponent]
  ) throws(FormatError) {
    let map = JSONSourceMap(ofValid: bytes)
    if let start = map.position(of: path + [.key(key)])?.byteOffset, bytes[start] == 0x5B {
      try insert(element, key: nil, intoContainerAt: start)
    } else if let start = map.position(of: path)?.byteOffset {
      try insert([element], key: key, intoContainerAt: start)
    }
  }

  /// Appends a member to an object inside another object, and adds the inner object if it is
  /// missing.
  ///
  /// - Throws: `FormatError` for a number that is not finite.
  package mutating func append(
    _ value: JSONValue, as name: String, toObject key: String, at path: [JSONPathComponent]
  ) throws(FormatError) {
    let map = JSONSourceMap(ofValid: bytes)
    if let start = map.position(of: path + [.key(key)])?.byteOffset, bytes[start] == 0x7B {
      try insert(value, key: name, intoContainerAt: start)
    } else if let start = map.position(of: path)?.byteOffset {
      try insert(.object(JSONObject([(key: name, value: value)])), key: key, intoContainerAt: start)
    }
  }

  /// Changes the value of the text, and keeps all bytes of the parts whose values stay equal.
  ///
  /// - Parameters:
  ///   - old: The value of the text.
  ///   - new: The new value, which differs only in texts and in additional members.
  /// - Throws: `FormatError` for a number that is not finite.
  package mutating func change(_ old: JSONValue, to new: JSONValue) throws(FormatError) {
    let map = JSONSourceMap(ofValid: bytes)
    let places = Self.changes(from: old, to: new, at: []).compactMap { change in
      map.position(of: change.path).map { (start: $0.byteOffset, change: change) }
    }
    // The last change comes first, so the positions of the earlier changes stay valid.
    for (start, change) in places.sorted(by: { $0.start > $1.start }) {
      if let key = change.key {
        try insert(change.value, key: key, intoContainerAt: start)
      } else if bytes[start] == 0x7B, let object = change.value.objectValue {
        // The text is written as an object without an identifier.
        for key in object.keys where map.position(of: change.path + [.key(key)]) == nil {
          if let member = object[key] { try insert(member, key: key, intoContainerAt: start) }
        }
      } else {
        try replaceText(at: start, with: change.value)
      }
    }
  }

  /// A new member of an object, or a replacement for a value.
  private struct Change {
    var path: [JSONPathComponent]
    var key: String?
    var value: JSONValue
  }

  private static func changes(
    from old: JSONValue, to new: JSONValue, at path: [JSONPathComponent]
  ) -> [Change] {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      new.keys.flatMap { key -> [Change] in
        guard let value = new[key] else { return [] }
        guard let former = old[key] else { return [Change(path: path, key: key, value: value)] }
        return changes(from: former, to: value, at: path + [.key(key)])
      }
    case (.array(let old), .array(let new)):
      zip(old, new).enumerated().flatMap { index, pair in
        changes(from: pair.0, to: pair.1, at: path + [.index(index)])
      }
    case (.string(let old), .string(let new)) where old == new: []
    case (.string, _): [Change(path: path, value: new)]
    default: []
    }
  }

  /// A value on one line, as people write it by hand: an object has spaces inside its braces and
  /// after its colons and commas.
  private static func spaced(_ value: JSONValue) throws(FormatError) -> String {
    guard let object = value.objectValue else { return try value.text(.compact).trimmingLineEnd }
    var members: [String] = []
    for key in object.keys {
      guard let member = object[key] else { continue }
      members.append(try "\(spaced(.string(key))): \(spaced(member))")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  /// Replaces the number at a path; does nothing if there is no value.
  package mutating func replaceNumber(at path: [JSONPathComponent], with number: Int) {
    let map = JSONSourceMap(ofValid: bytes)
    guard let start = map.position(of: path)?.byteOffset else { return }
    let end = bytes[start...].firstIndex { !"+-.eE0123456789".utf8.contains($0) } ?? bytes.count
    if start < end { bytes.replaceSubrange(start..<end, with: Array(String(number).utf8)) }
  }

  /// Replaces a plain string with a value; does nothing if there is something else at the position.
  private mutating func replaceText(at start: Int, with value: JSONValue) throws(FormatError) {
    guard bytes[start] == 0x22 else { return }
    var end = start + 1
    while end < bytes.count - 1, bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    let text = try Self.spaced(value)
    bytes.replaceSubrange(start...min(end, bytes.count - 1), with: Array(text.utf8))
  }

  /// A new member of an object.
  package struct Member {
    /// The path of the object.
    package var path: [JSONPathComponent]

    /// The name of the member.
    package var key: String

    /// Its value.
    package var value: JSONValue

    /// The existing member before which to insert the new member; nil to insert it at the end.
    package var next: String?

    /// Makes a member.
    package init(path: [JSONPathComponent], key: String, value: JSONValue, next: String?) {
      self.path = path
      self.key = key
      self.value = value
      self.next = next
    }
  }

  /// Inserts members into existing objects; members for the same position keep their order.
  ///
  /// - Throws: `FormatError` for a number that is not finite.
  package mutating func insert(_ members: [Member]) throws(FormatError) {
    let map = JSONSourceMap(ofValid: bytes)
    var edits: [(place: Int, container: Int, next: Int?, members: [(String?, JSONValue)])] = []
    for member in members {
      guard let start = map.position(of: member.path)?.byteOffset, bytes[start] == 0x7B else {
        continue
      }
      let next = member.next.flatMap { map.keyPosition(of: member.path + [.key($0)])?.byteOffset }
      if let same = edits.firstIndex(where: { $0.container == start && $0.next == next }) {
        edits[same].members.append((member.key, member.value))
      } else {
        let place = next ?? end(ofContainerAt: start)
        edits.append((place, start, next, [(member.key, member.value)]))
      }
    }
    // The last edit comes first, so the positions of the earlier edits stay valid.
    for edit in edits.sorted(by: { $0.place > $1.place }) {
      try insert(edit.members, intoContainerAt: edit.container, before: edit.next)
    }
  }

  private mutating func insert(
    _ value: JSONValue, key: String?, intoContainerAt start: Int
  ) throws(FormatError) {
    try insert([(key, value)], intoContainerAt: start, before: nil)
  }

  private mutating func insert(
    _ elements: [(key: String?, value: JSONValue)], intoContainerAt start: Int, before next: Int?
  ) throws(FormatError) {
    let end = self.end(ofContainerAt: start)
    var last = end
    while last > start + 1, bytes[last - 1].isJSONSpace { last -= 1 }
    let isEmpty = last == start + 1
    let outer = indent(ofLineAt: start)
    let isOnOneLine = !isEmpty && !bytes[start..<end].contains(0x0A)
    let inner =
      isEmpty || isOnOneLine ? outer + layout.indent : indent(ofLineAt: (next ?? last) - 1)
    let joint =
      isOnOneLine || layout.isOnOneLine ? ", " : "," + layout.newline + inner
    let texts = try elements.map { element throws(FormatError) in
      try layout.text(
        of: element.value, key: element.key, isOnOneLine: isOnOneLine || layout.isOnOneLine,
        indent: isOnOneLine ? outer : inner)
    }
    let body = texts.joined(separator: joint)
    if isEmpty {
      let whole =
        layout.isOnOneLine ? body : layout.newline + inner + body + layout.newline + outer
      bytes.replaceSubrange(last..<end, with: Array(whole.utf8))
    } else if let next {
      bytes.insert(contentsOf: Array((body + joint).utf8), at: next)
    } else {
      bytes.insert(contentsOf: Array((joint + body).utf8), at: last)
    }
  }

  /// The position of a container's closing bracket.
  private func end(ofContainerAt start: Int) -> Int {
    var depth = 0
    var isQuoted = false
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x5C where isQuoted: index += 1
      case 0x22: isQuoted.toggle()
      case 0x5B, 0x7B: if !isQuoted { depth += 1 }
      case 0x5D, 0x7D:
        if !isQuoted { depth -= 1 }
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  /// The whitespace at the start of the line that contains a byte.
  private func indent(ofLineAt place: Int) -> String {
    var lineStart = min(place, bytes.count - 1)
    while lineStart > 0, bytes[lineStart - 1] != 0x0A { lineStart -= 1 }
    let spaces = bytes[lineStart...].prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: spaces, as: UTF8.self)
  }
}

/// The layout of a JSON text, so additions look like the rest.
private struct JSONLayout {
  /// The characters between a key and its value.
  let colon: String
  /// The indentation of a nested line.
  let indent: String
  let newline: String
  /// Whether the text has no line break except at its end.
  let isOnOneLine: Bool
  /// Whether the text writes a slash as `\/`, as Xcode does in a String Catalog.
  private let escapesSlashes: Bool

  /// Detects the layout of a text with an object, mainly from its first member.
  init(of bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let first = text.prefixMatch(of: #/\s*\{(?<space>\s*)"(?:[^"\\]|\\.)*"(?<colon>\s*:\s*)/#)
    colon = first.map { String($0.colon) } ?? ": "
    let space = first?.space.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    indent = space.isEmpty || first?.space.contains(where: \.isNewline) != true ? "  " : space
    newline = text.contains("\r\n") ? "\r\n" : "\n"
    isOnOneLine = !text.dropLast().contains(where: \.isNewline)
    escapesSlashes = text.contains(#"\/"#)
  }

  /// The text of a value, including its key if it is a member; lines after the first are indented.
  func text(
    of value: JSONValue, key: String?, isOnOneLine: Bool, indent outer: String
  ) throws(FormatError) -> String {
    let plain = try value.text(isOnOneLine ? .compact : .pretty).trimmingLineEnd
    let lines = plain.split(separator: "\n").enumerated().map { number, line in
      let depth = line.prefix { $0 == " " }.count / JSONStyle.spacesPerLevel
      let rest = line.drop { $0 == " " }.replacing(#/^("(?:[^"\\]|\\.)*"): /#) {
        $0.output.1 + colon
      }
      return number == 0 ? rest : outer + String(repeating: indent, count: depth) + rest
    }
    let name = try key.map { key throws(FormatError) in
      try JSONValue.string(key).text(.compact).trimmingLineEnd + colon
    }
    let whole = (name ?? "") + lines.joined(separator: newline)
    return escapesSlashes ? whole.replacing("/", with: #"\/"#) : whole
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
