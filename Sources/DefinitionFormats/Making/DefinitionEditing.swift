package import IntentModel
package import JSONC
import Messages

/// Adds to an existing definition, and preserves the bytes of everything else.
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
  /// A property list in Xcode's layout and JSON in this module's layout change only where something
  /// is added; in JSON with any other layout, the additions are inserted.
  ///
  /// - Parameters:
  ///   - path: The name of the file in messages.
  ///   - hasTables: Whether string tables translate the definition; if so, each new text gets an
  ///     identifier.
  ///
  /// - Throws: `FormatErrors` with everything that is wrong.
  package static func adding(
    _ specs: [ParameterSpec], to bytes: [UInt8], path: String, intent name: String,
    families: [WidgetFamily], hasTables: Bool
  ) throws(FormatErrors) -> Result {
    let old = try IntentDefinitionReader.read(bytes, file: path).file
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

  /// A definition in which every text has an identifier, as string tables need it.
  ///
  /// JSON in another layout than this module's keeps it, but for the texts that get an identifier.
  ///
  /// - Parameter path: The name of the file in messages.
  /// - Throws: `FormatErrors` with everything that is wrong.
  package static func identified(
    _ bytes: [UInt8], path: String
  ) throws(FormatErrors) -> (bytes: [UInt8], file: IntentDefinitionFile) {
    let old = try IntentDefinitionReader.read(bytes, file: path).file
    let new = old.withMadeIdentifiers()
    guard new != old else { return (bytes, old) }
    let format = IntentDefinitionReader.format(of: bytes, file: path)
    do throws(FormatError) {
      if format == .json, !isUsual(bytes, of: old, format) {
        var splicer = JSONSplicer(bytes)
        try splicer.change(DefinitionJSON.value(of: old), to: DefinitionJSON.value(of: new))
        // A text may be written in a way that has no place for an identifier.
        let read = try? IntentDefinitionReader.read(splicer.bytes, file: path).file
        if read == new { return (splicer.bytes, new) }
      }
      return (try DefinitionConversion.bytes(of: new, as: format), new)
    } catch {
      throw FormatErrors([error])
    }
  }

  /// Whether the bytes of a definition are those that this module writes.
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
    let oldJSON = DefinitionJSON.value(of: old).objectValue ?? JSONObject()
    let newJSON = DefinitionJSON.value(of: new).objectValue ?? JSONObject()
    var splicer = JSONSplicer(bytes)
    for key in ["enums", "types"] {
      let before = oldJSON[key]?.arrayValue?.count ?? 0
      for element in (newJSON[key]?.arrayValue ?? []).dropFirst(before) {
        try splicer.append(element, toArray: key, at: [])
      }
    }
    let place: [JSONPathComponent] = [.key("intents"), .index(index)]
    let intent = newJSON["intents"]?.arrayValue?[index].objectValue ?? JSONObject()
    let before = old.intents[index].parameters.count
    for element in (intent["parameters"]?.arrayValue ?? []).dropFirst(before) {
      try splicer.append(element, toArray: "parameters", at: place)
    }
    return splicer.bytes
  }
}

/// Inserts values into a JSON text and preserves all of its other bytes.
package struct JSONSplicer {
  /// The current text.
  package private(set) var bytes: [UInt8]

  /// Makes a splicer for a text that is known to be valid.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
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

  /// Appends a member to an object that is a member of another, and adds that object if it is
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

  /// Changes the text so that it has another value, and keeps all bytes of the parts that are equal.
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
    // From the last one on, so that the places before it stay.
    for (start, change) in places.sorted(by: { $0.start > $1.start }) {
      if let key = change.key {
        try insert(change.value, key: key, intoContainerAt: start)
      } else if bytes[start] == 0x7B, let object = change.value.objectValue {
        // A text that is written as an object without an identifier.
        for key in object.keys where map.position(of: change.path + [.key(key)]) == nil {
          if let member = object[key] { try insert(member, key: key, intoContainerAt: start) }
        }
      } else {
        try replaceText(at: start, with: change.value)
      }
    }
  }

  /// A member that an object gets, or a value in place of another one.
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

  /// A value on one line, as people write it by hand: an object has spaces between its signs.
  private static func spaced(_ value: JSONValue) throws(FormatError) -> String {
    guard let object = value.objectValue else { return try value.text(.compact).trimmingLineEnd }
    var members: [String] = []
    for key in object.keys {
      guard let member = object[key] else { continue }
      members.append(try "\(spaced(.string(key))): \(spaced(member))")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  /// Puts a value in the place of a text; anything else stays.
  private mutating func replaceText(at start: Int, with value: JSONValue) throws(FormatError) {
    guard bytes[start] == 0x22 else { return }
    var end = start + 1
    while end < bytes.count - 1, bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    let text = try Self.spaced(value)
    bytes.replaceSubrange(start...min(end, bytes.count - 1), with: Array(text.utf8))
  }

  private mutating func insert(
    _ value: JSONValue, key: String?, intoContainerAt start: Int
  ) throws(FormatError) {
    let end = self.end(ofContainerAt: start)
    var last = end
    while last > start + 1, Self.isSpace(bytes[last - 1]) { last -= 1 }
    let isEmpty = last == start + 1
    let outer = indent(ofLineAt: start)
    let isOnOneLine = !bytes[start..<end].contains(0x0A)
    let inner = isEmpty || isOnOneLine ? outer + "  " : indent(ofLineAt: last - 1)
    var text = try value.text(isOnOneLine && !isEmpty ? .compact : .pretty)
    if text.hasSuffix("\n") { text.removeLast() }
    if let key { text = try "\(JSONValue.string(key).text(.compact).trimmingLineEnd): \(text)" }
    let joint = isEmpty ? "\n" : isOnOneLine ? ", " : ",\n"
    let body: String
    if isOnOneLine, !isEmpty {
      body = joint + text.replacing("\n", with: "\n" + outer)
    } else {
      body = joint + inner + text.replacing("\n", with: "\n" + inner)
    }
    let tail = isEmpty ? "\n" + outer : ""
    bytes.replaceSubrange(last..<(isEmpty ? end : last), with: Array((body + tail).utf8))
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

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// The whitespace at the start of the line that contains a byte.
  private func indent(ofLineAt place: Int) -> String {
    var lineStart = min(place, bytes.count - 1)
    while lineStart > 0, bytes[lineStart - 1] != 0x0A { lineStart -= 1 }
    let spaces = bytes[lineStart...].prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: spaces, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
