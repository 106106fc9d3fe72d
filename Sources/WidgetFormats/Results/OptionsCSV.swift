import InputFiles
package import IntentModel
package import IntentOptions
import JSONC
import JSONCodings
package import Messages

/// Options as comma-separated values with a header row (RFC 4180).
///
/// The columns are ``SectionBuilder/columns`` and the properties of the choices, in any order. Only
/// the identifier is required. In the name of a column, blanks and the case of letters do not
/// matter. Lines may end in LF alone. A byte-order mark, as spreadsheets write it, is skipped. The
/// separator can also be a semicolon or a tab, as the header shows, or the character that a first
/// line such as `sep=;` names.
package enum OptionsCSV {
  /// Whether the name of a file marks it as values separated by commas or tabs.
  package static func isTable(_ path: String) -> Bool {
    path.lowercased().hasSuffix(".csv") || hasTabs(path)
  }

  /// Whether the name of a file marks it as values separated by tabs.
  private static func hasTabs(_ path: String) -> Bool { path.lowercased().hasSuffix(".tsv") }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - properties: The properties of the choices, which are columns as well.
  ///   - provider: The name of the source in messages.
  ///   - mapping: The names of the columns, as pointers with one name each; nil for the usual
  ///     names. All other columns are then ignored.
  ///   - maximumItems: The maximum number of rows.
  ///   - checksIdentifiers: Whether a second item with the same identifier is an error.
  /// - Throws: `OptionsError` for the first error, with its line.
  package static func read(
    _ bytes: [UInt8], _ properties: ItemProperties, provider: String,
    mapping: OptionsMapping? = nil, maximumItems: Int, checksIdentifiers: Bool = true
  ) throws(OptionsError) -> OptionsCollection {
    let names = mapping.map(Self.names)
    var reader = CSVReader(
      bytes, identifier: names?[identifier] ?? identifier, provider: provider)
    let first = try reader.next()
    let columns =
      names.map { Array($0.values) } ?? SectionBuilder.columns + (properties.names ?? [])
    let header = (first?.fields ?? []).map { Self.column($0, among: columns) }
    let places =
      if let names {
        try places(of: names, in: header, provider: provider)
      } else {
        try places(in: header, columns: columns, line: first?.line ?? 1, provider: provider)
      }
    if !checksIdentifiers,
      let plain = reader.plainRows(places, columns: header.count, most: maximumItems)
    {
      return plain
    }
    // Rows take many times the memory of their text, so they are counted before any is made.
    guard !reader.hasMoreRecords(than: maximumItems) else {
      throw .tooManyRows(maximumItems, "Make the file smaller.", provider: provider)
    }
    var builder = SectionBuilder(
      properties: properties, columns: names == nil ? header : places.keys.sorted())
    var identifiers = Set<String>()
    while let record = try reader.next() {
      if record.fields == [""] { continue }
      guard record.fields.count == header.count else {
        throw .malformed(
          line: record.line,
          """
          The row has \(record.fields.count, "field", "fields"), but the header has \
          \(header.count).
          """,
          reader.separator == CSVReader.comma
            ? "Give each row as many fields as the header; quote fields that have a comma."
            : "Give each row as many fields as the header; quote fields that have a separator.",
          provider: provider)
      }
      do throws(IntentIssue) {
        try builder.add { column in places[column].map { record.fields[$0] } }
      } catch {
        throw .malformed(
          line: record.line, error.message, error.advice, provider: provider)
      }
      guard checksIdentifiers else { continue }
      let name = places[identifier].map { record.fields[$0] } ?? ""
      guard name.isEmpty || identifiers.insert(name).inserted else {
        let problem = FormatProblem.duplicate(name, what: .whatItem)
        throw .malformed(
          line: record.line, problem.message, problem.advice, provider: provider)
      }
    }
    return builder.collection
  }

  /// The only column that a table must have.
  private static let identifier = OptionsMapping.Key.identifier.rawValue

  /// The name of the column for each part of a choice.
  private static func names(of mapping: OptionsMapping) -> [String: String] {
    let parts: [(String, String?)] =
      mapping.columns.map { ($0.name.rawValue, $0.pointer) }
      + mapping.properties.map { ($0.key, Optional($0.value)) }
    var names: [String: String] = [:]
    for (part, pointer) in parts {
      names[part] = pointer.flatMap { JSONPointer($0) }?.tokens.joined(separator: "/")
    }
    return names
  }

  private static func places(
    of names: [String: String], in header: [String], provider: String
  ) throws(OptionsError) -> [String: Int] {
    var places: [String: Int] = [:]
    for (part, name) in names.sorted(by: { $0.key < $1.key }) {
      guard let place = header.firstIndex(of: name) else {
        throw .unmapped(name, columns: header, provider: provider)
      }
      places[part] = place
    }
    return places
  }

  /// The column for a name in a header; if it matches no column, the name itself.
  private static func column(_ name: String, among columns: [String]) -> String {
    if columns.contains(name) { return name }
    let plain = name.lowercased().filter { !$0.isWhitespace }
    let meant = columns.filter { $0.lowercased() == plain }
    return meant.count == 1 ? meant[0] : name
  }

  private static func places(
    in header: [String], columns: [String], line: Int, provider: String
  ) throws(OptionsError) -> [String: Int] {
    var places: [String: Int] = [:]
    for (place, name) in header.enumerated() {
      guard columns.contains(name), places[name] == nil else {
        let isFirst = places[name] == nil
        throw .malformed(
          line: line,
          isFirst
            ? "There is no column “\(longName: name)”."
            : "There are two columns “\(longName: name)”.",
          isFirst ? .suggestion(for: name, among: columns) : .nameTheColumns, provider: provider)
      }
      places[name] = place
    }
    guard places[identifier] != nil else {
      throw .missingColumn(identifier, provider: provider)
    }
    return places
  }
}

extension OptionsCSV {
  /// A collection as text with a header row; nil if the collection has parts that a table cannot
  /// hold, such as defaults.
  ///
  /// - Parameters:
  ///   - schema: The intent that the choices are for, with the types of their properties.
  ///   - parameter: The name of the parameter that the choices are for.
  ///   - path: The path of the file, whose name determines the separator.
  package static func text(
    of collection: OptionsCollection, schema: IntentSchema? = nil, parameter: String? = nil,
    path: String = ""
  ) -> String? {
    let separator = hasTabs(path) ? "\t" : ","
    var kept = collection
    kept.sections.removeAll(where: \.items.isEmpty)
    let items = kept.sections.flatMap { section in
      section.items.map { (title: section.title, item: $0) }
    }
    let properties = ItemProperties(schema: schema, parameter: parameter)
    let names = properties.names ?? Set(items.flatMap(\.item.properties.keys)).sorted()
    let values = IntentValueWriter(schema: schema)
    let columns: [(name: String, texts: [String?])] =
      OptionsMapping().columns.map { column, _ in
        (column.rawValue, items.map { Self.text(column, of: $0.item, in: $0.title) })
      }
      + names.map { name in
        (name, items.map { $0.item.properties[name].flatMap { cell(values.json($0, type: nil)) } })
      }
    let used = columns.enumerated().filter { place, column in
      place < 2 || column.texts.contains { $0 != nil }
    }.map(\.element)
    let rows = [used.map(\.name)] + items.indices.map { row in used.map { $0.texts[row] ?? "" } }
    let text = rows.map { row in
      row.map { quoted($0, separator) }.joined(separator: separator) + "\n"
    }.joined()
    let read = try? OptionsCSV.read(
      Array(text.utf8), properties, provider: "", maximumItems: .max)
    return read == kept ? text : nil
  }

  /// The text of an item in a column; nil if the item has none.
  private static func text(
    _ column: OptionsMapping.Key, of item: OptionItem, in section: String?
  ) -> String? {
    switch column {
    case .identifier: item.identifier
    case .display: item.display
    case .subtitle: item.subtitle
    case .section: section
    case .symbol: item.symbol
    default: nil
    }
  }

  /// The text of a value in a field; nil for an array or an object.
  private static func cell(_ value: JSONValue) -> String? {
    if let text = value.stringValue { return text }
    guard value.objectValue == nil, value.arrayValue == nil else { return nil }
    return try? value.text(.compact)
  }

  private static func quoted(_ field: String, _ separator: String) -> String {
    guard field.utf8.contains(where: { "\(separator)\"\r\n".utf8.contains($0) }) else {
      return field
    }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}

/// Collects items into sections, in the order in which the sections first appear.
package struct SectionBuilder {
  private var sections: [OptionsSection] = []
  private var places: [String?: Int] = [:]

  /// The number of items so far.
  package private(set) var count = 0

  private let properties: ItemProperties

  /// The columns of properties.
  private let propertyColumns: [String]

  /// The columns of every table of choices.
  package static let columns = OptionsMapping().columns.map(\.name.rawValue)

  /// Makes a builder for a table; it ignores columns that are neither a part nor a property of a
  /// choice.
  package init(properties: ItemProperties, columns: [String]) {
    self.properties = properties
    let names = Set(properties.names ?? [])
    propertyColumns = columns.filter { names.contains($0) && !Self.columns.contains($0) }
  }

  /// Adds an item whose values are read by column name; empty texts count as missing.
  ///
  /// - Throws: `IntentIssue` for a text that is not valid for a property.
  package mutating func add(_ value: (String) -> String?) throws(IntentIssue) {
    func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
    func text(_ column: OptionsMapping.Key) -> String? { text(column.rawValue) }
    let identifier = text(.identifier) ?? ""
    var item = OptionItem(
      identifier: identifier, display: text(.display) ?? identifier, subtitle: text(.subtitle),
      symbol: text(.symbol))
    for column in propertyColumns {
      guard let text = text(column) else { continue }
      item.properties[column] = try properties.value(ofText: text, for: column).get()
    }
    let title = text(.section)
    count += 1
    if let place = places[title] {
      sections[place].items.append(item)
    } else {
      places[title] = sections.count
      sections.append(OptionsSection(title: title, items: [item]))
    }
  }

  /// The collection of all items.
  package var collection: OptionsCollection { OptionsCollection(sections: sections) }
}

/// Collects the rows of a table into sections of packed items, as ``SectionBuilder`` does.
private struct PlainRows {
  /// The number of rows so far.
  private(set) var count = 0
  private var sections: [(title: String?, items: OptionItemsBuilder)] = []
  private var places: [String?: Int] = [:]
  /// The bytes of the last section's title, and the section's index; rows of a section are often
  /// adjacent.
  private var last: (title: [UInt8], place: Int)?
  /// The positions of the columns that every table can have.
  private let order: (identifier: Int?, display: Int?, subtitle: Int?, section: Int?, symbol: Int?)

  init(places: [String: Int]) {
    func place(_ column: OptionsMapping.Key) -> Int? { places[column.rawValue] }
    order = (
      place(.identifier), place(.display), place(.subtitle), place(.section), place(.symbol)
    )
  }

  mutating func add(_ fields: [Range<Int>], of text: UnsafeBufferPointer<UInt8>) {
    func part(_ place: Int?) -> UnsafeBufferPointer<UInt8>? {
      guard let place, !fields[place].isEmpty else { return nil }
      return UnsafeBufferPointer(rebasing: text[fields[place]])
    }
    let identifier = part(order.identifier) ?? UnsafeBufferPointer(rebasing: text[0..<0])
    let display = part(order.display).flatMap { $0.hasSameBytes(as: identifier) ? nil : $0 }
    count += 1
    let place = section(part(order.section))
    sections[place].items.append(
      identifier: identifier, display: display, subtitle: part(order.subtitle),
      symbol: part(order.symbol))
  }

  private mutating func section(_ title: UnsafeBufferPointer<UInt8>?) -> Int {
    if let last,
      last.title.withUnsafeBufferPointer({
        $0.hasSameBytes(as: title ?? .init(start: nil, count: 0))
      })
    {
      return last.place
    }
    let name = title.map { String(decoding: $0, as: UTF8.self) }
    let place = places[name] ?? sections.count
    if place == sections.count {
      sections.append((name, OptionItemsBuilder()))
      places[name] = place
    }
    last = (Array(title ?? .init(start: nil, count: 0)), place)
    return place
  }

  mutating func collection() -> OptionsCollection {
    OptionsCollection(
      sections: sections.indices.map {
        OptionsSection(title: sections[$0].title, keeping: sections[$0].items.items())
      })
  }
}

extension OptionsError {
  /// The error for a table with more rows than the limit.
  package static func tooManyRows(
    _ limit: Int, _ remedy: Message, provider: String
  ) -> OptionsError {
    OptionsError(
      .tooLarge, provider: provider, message: "The response has more than \(limit) rows.",
      remedy: remedy)
  }

  /// The error for a table that lacks a column.
  package static func missingColumn(_ name: String, provider: String) -> OptionsError {
    missingColumn(name, .nameTheColumns, provider: provider)
  }

  private static func missingColumn(
    _ name: String, _ remedy: Message, provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider,
      message: "The response has no column “\(longName: name)”.", remedy: remedy)
  }

  /// The error for a table that lacks a column that the mapping names.
  fileprivate static func unmapped(
    _ name: String, columns: [String], provider: String
  ) -> OptionsError {
    missingColumn(name, .suggestion(for: name, among: columns), provider: provider)
  }

  fileprivate static func malformed(
    line: Int, _ sentence: Message, _ remedy: Message, provider: String
  ) -> OptionsError {
    OptionsError(
      .malformed, provider: provider, message: "At line \(line): \(sentence)",
      remedy: remedy)
  }
}

/// Splits comma-separated values into records.
private struct CSVReader {
  private let bytes: [UInt8]
  private let provider: String
  /// The separator of fields.
  let separator: UInt8
  private var place: Int
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Makes a reader, which uses the column `identifier` to find the separator.
  init(_ bytes: [UInt8], identifier: String, provider: String) {
    self.bytes = bytes
    self.provider = provider
    var place = FileReading.markLength(of: bytes)
    let first = bytes[place...].prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
    if let named = Self.namedSeparator(first) {
      separator = named
      place = first.endIndex
      if bytes[place...].starts(with: [Self.carriageReturn, Self.lineFeed]) { place += 1 }
      place = min(place + 1, bytes.count)
      line = 2
    } else {
      separator = Self.separator(of: first, identifier: identifier)
    }
    self.place = place
  }

  /// The separator that a first line such as `sep=;` names, as spreadsheets write it.
  private static func namedSeparator(_ line: ArraySlice<UInt8>) -> UInt8? {
    let text = String(decoding: line.prefix(8), as: UTF8.self)
    guard line.count == 5, text.lowercased().hasPrefix("sep="), let last = line.last,
      last != quote
    else { return nil }
    return last
  }

  /// The separator that splits the header into columns with one for identifiers; a comma if none
  /// does.
  private static func separator(of header: ArraySlice<UInt8>, identifier: String) -> UInt8 {
    let wanted = identifier.lowercased().filter { !$0.isWhitespace }
    let others = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")]
    return others.first { separator in
      header.split(separator: separator).contains { field in
        let name = String(decoding: field.prefix(200), as: UTF8.self).lowercased()
        return name.filter { !$0.isWhitespace && $0 != "\"" } == wanted
      }
    } ?? comma
  }

  /// Whether more than the given number of records are left, not counting empty lines.
  func hasMoreRecords(than limit: Int) -> Bool {
    guard bytes.count / 2 > limit else { return false }
    var (count, isQuoted, isEmpty) = (0, false, true)
    for byte in bytes[place...] {
      if byte == Self.lineFeed || byte == Self.carriageReturn, !isQuoted {
        if !isEmpty { count += 1 }
        isEmpty = true
      } else {
        if byte == Self.quote { isQuoted.toggle() }
        isEmpty = false
      }
    }
    return count + (isEmpty ? 0 : 1) > limit
  }

  /// The next record with the line on which it begins; nil at the end.
  mutating func next() throws(OptionsError) -> (fields: [String], line: Int)? {
    guard place < bytes.count else { return nil }
    let start = line
    var fields: [String] = []
    while true {
      fields.append(try field())
      guard place < bytes.count else { return (fields, start) }
      let mark = bytes[place]
      place += 1
      if mark == separator { continue }
      if mark == Self.carriageReturn, place < bytes.count, bytes[place] == Self.lineFeed {
        place += 1
      }
      line += 1
      return (fields, start)
    }
  }

  /// The choices of all remaining records, read much faster than record by record; nil if a record
  /// does not have the simplest form.
  ///
  /// In that form, no field is quoted and no choice has properties. The choices are the same as
  /// when the records are read one by one, and take little more memory than their texts.
  ///
  /// - Parameters:
  ///   - places: The positions of the columns of choices, by their names.
  ///   - columns: The number of columns, which every record must have.
  ///   - most: The maximum number of choices.
  func plainRows(_ places: [String: Int], columns: Int, most: Int) -> OptionsCollection? {
    guard places.keys.allSatisfy(SectionBuilder.columns.contains) else { return nil }
    return bytes[place...].withUnsafeBufferPointer { text in
      guard text.isASCII || String(validating: text, as: UTF8.self) != nil else { return nil }
      var builder = PlainRows(places: places)
      var fields: [Range<Int>] = []
      var (start, end) = (0, 0)
      while end < text.count || start < end {
        let byte = end < text.count ? text[end] : Self.lineFeed
        if byte == separator {
          fields.append(start..<end)
          start = end + 1
        } else if byte == Self.lineFeed || byte == Self.carriageReturn {
          fields.append(start..<end)
          // The line feed after a carriage return also counts as an empty line.
          if fields.count > 1 || !fields[0].isEmpty {
            guard fields.count == columns, builder.count < most else { return nil }
            builder.add(fields, of: text)
          }
          fields.removeAll(keepingCapacity: true)
          start = end + 1
        } else if byte == Self.quote {
          return nil
        }
        end += 1
      }
      // Fields are left only if the text ends with a separator, which the slower reader handles.
      return fields.isEmpty ? builder.collection() : nil
    }
  }

  private mutating func field() throws(OptionsError) -> String {
    let bytes =
      place < bytes.count && bytes[place] == Self.quote ? try quotedField() : try plainField()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw problem(.textIsNotUTF8, .saveAsUTF8)
    }
    return text
  }

  private mutating func plainField() throws(OptionsError) -> [UInt8] {
    let start = place
    while place < bytes.count, !isEnd(bytes[place]) {
      if bytes[place] == Self.quote {
        throw problem(
          "There is a quotation mark in a field that does not begin with one.",
          "Quote the whole field and double the quotation marks in it.")
      }
      place += 1
    }
    return Array(bytes[start..<place])
  }

  private mutating func quotedField() throws(OptionsError) -> [UInt8] {
    var content: [UInt8] = []
    let start = line
    place += 1
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      let isBehindReturn = place > 1 && bytes[place - 2] == Self.carriageReturn
      if byte == Self.carriageReturn || byte == Self.lineFeed && !isBehindReturn { line += 1 }
      guard byte == Self.quote else {
        content.append(byte)
        continue
      }
      if place < bytes.count, bytes[place] == Self.quote {
        content.append(byte)
        place += 1
      } else if place == bytes.count || isEnd(bytes[place]) {
        return content
      } else {
        throw problem(
          "There is text after the quotation mark that ends a field.",
          "Double the quotation marks inside the field.")
      }
    }
    line = start
    throw problem("The quoted field has no end.", "Add the quotation mark that ends it.")
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn
  }

  private func problem(_ sentence: Message, _ remedy: Message) -> OptionsError {
    .malformed(line: line, sentence, remedy, provider: provider)
  }
}

extension Message {
  static var textIsNotUTF8: Message { "The text is not UTF-8." }

  fileprivate static var nameTheColumns: Message {
    "Name the columns \(SectionBuilder.columns.listed("and"))."
  }
}
