/// The texts of a definition that string tables translate, by their identifiers.
struct DefinitionTexts {
  /// One text.
  struct Entry {
    /// The text in the definition; nil where the identifier stands alone.
    var text: String?

    /// Where the text stands in the definition's property list.
    var path: PropertyListPath
  }

  /// The texts by identifier; of two with one identifier, the first that has a text.
  private(set) var entries: [String: Entry] = [:]

  /// The identifiers in the order of the definition.
  private(set) var identifiers: [String] = []

  /// The texts anywhere in a property list, also in what the model only carries.
  init(_ value: PropertyListValue) {
    collect(value, at: [])
  }

  private mutating func collect(_ value: PropertyListValue, at path: PropertyListPath) {
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        collect(element, at: path.appending(index: index))
      }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        if let identifier = entry.value.stringValue, !identifier.isEmpty,
          entry.key.hasSuffix(DefinitionPlistKeys.identifierSuffix)
        {
          let key = String(entry.key.dropLast(DefinitionPlistKeys.identifierSuffix.count))
          let text = dictionary[key]?.stringValue
          add(identifier, text, at: path.appending(key: text == nil ? entry.key : key))
        }
        collect(entry.value, at: path.appending(key: entry.key))
      }
    default: break
    }
  }

  private mutating func add(_ identifier: String, _ text: String?, at path: PropertyListPath) {
    if let known = entries[identifier] {
      if known.text == nil, text != nil { entries[identifier] = Entry(text: text, path: path) }
    } else {
      entries[identifier] = Entry(text: text, path: path)
      identifiers.append(identifier)
    }
  }
}

/// The places in a text where values are put in: `${name}`.
enum TextPlaceholders {
  /// The names in a text, each once, in order; an opening without an end is none.
  static func names(in text: String) -> [String] {
    var names: [String] = []
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[rest.index(after: start)...]
      guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}"))
      else { continue }
      let name = String(decoding: rest[rest.index(after: rest.startIndex)..<end], as: UTF8.self)
      if !names.contains(name) { names.append(name) }
      rest = rest[end...]
    }
    return names
  }
}
