import InputFiles
public import IntentModel
public import IntentOptions
import JSONC
import JSONCodings
import Synchronization
public import WidgetFormats

/// Options from a file: JSON or a table.
///
/// If the source does not specify the format, the extension of the file determines it.
///
/// The file is checked at each request, so changes take effect immediately; the whole list of an
/// unchanged file is not read again. Except for the limit, the response is the same for every
/// request. A large file is read only as far as the limit requires, so later errors are not
/// reported.
public struct FixtureOptionsProvider: OptionsProvider {
  /// The name of the source in messages.
  public let name: String

  /// The path of the file.
  public let path: String

  private let format: OptionsFormat
  private let mapping: OptionsMapping?
  private let schema: IntentSchema?
  private let limits: SourceLimits
  private let last = LastList()

  /// Makes a provider; the file is read when the provider is used.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name in messages; nil to use the path.
  ///   - format: The format of the file; nil for the format that its name implies.
  ///   - mapping: Where to find the parts of each choice in the data; nil for the standard members.
  ///   - schema: The definition, which has the types of the items' properties.
  ///   - limits: The limits of the file.
  public init(
    path: String, name: String? = nil, format: OptionsFormat? = nil,
    mapping: OptionsMapping? = nil, schema: IntentSchema? = nil,
    limits: SourceLimits = SourceLimits()
  ) {
    self.path = path
    self.format = format ?? (OptionsCSV.isTable(path) ? .table : .json)
    self.mapping = mapping
    self.name = name ?? path
    self.schema = schema
    self.limits = limits
  }

  /// True: a collection never exceeds the limit of the request.
  public var limitsItself: Bool { true }

  /// The choices in the file.
  ///
  /// - Throws: `OptionsError` for a file that is missing, unreadable, too large or malformed; for a
  ///   malformed file, the message names the line.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try collection(for: request)
  }

  /// The default choices in the file.
  ///
  /// - Throws: The same errors as ``options(for:)``.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try defaults(for: request)
  }

  /// Whether the file can contain default choices; only a JSON collection can.
  public var givesDefaults: Bool { isCollection }

  private var isCollection: Bool { format == .json && mapping == nil }

  /// The default choices in the file; empty for a table or a plain list.
  func defaults(for request: OptionsRequest) throws(OptionsError) -> [OptionItem] {
    guard givesDefaults, try !isList() else { return [] }
    var whole = request
    whole.limit = nil
    return try collection(for: whole).defaults
  }

  /// Whether the file is only a list of choices and therefore has no defaults to read.
  private func isList() throws(OptionsError) -> Bool {
    try SourceFile.reading(path, provider: name) { _, read in OptionsJSON.isList(from: read) }
  }

  /// The choices in the file.
  func collection(for request: OptionsRequest) throws(OptionsError) -> OptionsCollection {
    // Reading part of a list is fast, so only whole lists are kept.
    guard request.limit == nil, let stamp = FileStamp(path: path) else { return try read(request) }
    if let known = last.list(of: stamp, for: request.parameter) { return known }
    let collection = try read(request)
    if FileStamp(path: path) == stamp {
      last.keep(collection, of: stamp, for: request.parameter)
    }
    return collection
  }

  /// All choices in the file, if no item breaks a rule.
  func flawlessCollection(of parameter: String) throws(OptionsError) -> OptionsCollection {
    try read(OptionsRequest(parameter: parameter), isStrict: true)
  }

  private func read(
    _ request: OptionsRequest, isStrict: Bool = false
  ) throws(OptionsError) -> OptionsCollection {
    if let quick = try quickly(for: request) { return quick }
    let bytes = try SourceFile.bytes(path, limit: limits.bytes, provider: name)
    let response = OptionsResponse(
      name: name, format: format, mapping: mapping, schema: schema, limits: limits,
      checks: isStrict ? .all : [.defaults], isStrict: isStrict)
    return try response.collection(bytes, for: request)
  }
}

extension FixtureOptionsProvider {
  /// The choices of a plain file.
  ///
  /// The file is read only up to the limit, and its text is not kept in memory. The result is nil
  /// if the file cannot be read in this way.
  private func quickly(for request: OptionsRequest) throws(OptionsError) -> OptionsCollection? {
    guard request.limit ?? 1 > 0, isCollection else { return nil }
    let collection = try SourceFile.reading(path, provider: name) { size, read in
      guard request.limit != nil || size <= limits.bytes else { return nil as OptionsCollection? }
      var room = limits.bytes
      // Reading one more item than allowed shows whether there are too many.
      let limit = min(request.limit ?? .max, limits.readItems)
      return OptionsJSON.quickly(limit: limit) { memory in
        let count = read(UnsafeMutableRawBufferPointer(rebasing: memory.prefix(room)))
        room -= max(0, count)
        return count
      }
    }
    guard let collection else { return nil }
    if collection.count > limits.items {
      throw .tooManyItems(limits.items, provider: name)
    }
    return collection.flawless(within: limits.options)
  }
}

extension OptionsProvider {
  /// The size in bytes from which reading a file takes a noticeable time.
  private static var longFile: Int { 1 << 20 }

  /// Whether the choices come from a file that takes a noticeable time to read, so that it is
  /// worthwhile to read the file before it is needed; false for any other kind of source.
  package var readsLongFile: Bool {
    if let fixture = self as? FixtureOptionsProvider {
      let size = try? SourceFile.reading(fixture.path, provider: name) { size, _ in size }
      return size ?? 0 >= Self.longFile
    }
    guard let wrapper = self as? any OptionsProviderWrapper else { return false }
    return wrapper.base.readsLongFile
  }
}

/// The last list that was read completely from a file.
private final class LastList: Sendable {
  private struct Kept {
    var stamp: FileStamp
    /// The parameter, which determines the type of the choices.
    var parameter: String
    var list: OptionsCollection
  }

  private let kept = Mutex<Kept?>(nil)

  /// The kept list, if the file has not changed; nil otherwise.
  func list(of stamp: FileStamp, for parameter: String) -> OptionsCollection? {
    kept.withLock { kept in
      guard let kept, kept.stamp == stamp, kept.parameter == parameter else { return nil }
      return kept.list
    }
  }

  func keep(_ list: OptionsCollection, of stamp: FileStamp, for parameter: String) {
    kept.withLock { $0 = Kept(stamp: stamp, parameter: parameter, list: list) }
  }
}

/// Parses and validates a source's response.
struct OptionsResponse: Sendable {
  var name: String
  var format = OptionsFormat.json
  /// Where to find the parts of each choice in the data; nil for the standard members.
  var mapping: OptionsMapping?
  var schema: IntentSchema?
  var limits: SourceLimits
  /// The rules that are checked while reading.
  var checks: OptionsJSON.Checks = []
  /// Whether an item that breaks a rule is an error; if not, the item is left out.
  var isStrict = false

  func collection(
    _ bytes: [UInt8], for request: OptionsRequest
  ) throws(OptionsError) -> OptionsCollection {
    let limit = min(request.limit ?? .max, limits.readItems)
    if format == .json, mapping == nil, let quick = OptionsJSON.quickly(bytes, limit: limit) {
      if quick.count > limits.items { throw .tooManyItems(limits.items, provider: name) }
      if let flawless = quick.flawless(within: limits.options) {
        return flawless.limited(by: request)
      }
    }
    let collection = try whole(bytes, for: request)
    if isStrict { return try collection.validated(provider: name, limits: limits.options) }
    return try collection.withoutInvalidItems(
      provider: name, limits: limits.options, locale: request.locale
    ).limited(by: request)
  }
}

extension OptionsResponse {
  /// All choices in the response.
  private func whole(
    _ bytes: [UInt8], for request: OptionsRequest
  ) throws(OptionsError) -> OptionsCollection {
    switch format {
    case .lines:
      let collection = try OptionsLines.read(bytes, provider: name, mapping: mapping)
      if collection.count > limits.items { throw .tooManyItems(limits.items, provider: name) }
      return collection
    case .table:
      return try OptionsCSV.read(
        bytes, ItemProperties(schema: schema, parameter: request.parameter), provider: name,
        mapping: mapping, maximumItems: limits.items, checksIdentifiers: isStrict)
    case .json: break
    }
    do throws(FormatErrors) {
      guard let mapping else {
        return try OptionsJSON.read(
          bytes, source: name, schema: schema, parameter: request.parameter, limits: limits.format,
          checks: checks)
      }
      return try OptionsJSON.page(
        bytes, source: name, mapping: mapping, schema: schema, parameter: request.parameter,
        limits: limits.format
      ).collection
    } catch {
      throw beginsAsJSON(bytes)
        ? .malformed(error, provider: name) : .notAList(error, provider: name)
    }
  }

  /// Whether a text begins as a JSON list does, or has only white space.
  private func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { !$0.isJSONSpace }
    return first.map { [UInt8(ascii: "["), UInt8(ascii: "{")].contains($0) } ?? true
  }
}
