import DefinitionFormats
import InputFiles
public import IntentModel
public import IntentOptions
import Synchronization
import WidgetFormats

/// Options in a file: JSON, or CSV where the name ends in `.csv`.
///
/// The file is looked at for each request, so that a change shows at once; one that has not changed is
/// not read again. The answer is the same for every request, but for its limit: of a large file no more
/// is read than the limit needs, so that what is wrong behind that does not show.
public struct FixtureOptionsProvider: OptionsProvider {
  /// The name by which messages call the source.
  public let name: String

  /// The path of the file.
  public let path: String

  private let schema: IntentSchema?
  private let limits: SourceLimits
  private let last = LastList()

  /// Makes a provider; the file is looked at when it is asked.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name in messages; nil for the path.
  ///   - schema: Gives the types of the properties of items.
  ///   - limits: What the file may cost.
  public init(
    path: String, name: String? = nil, schema: IntentSchema? = nil,
    limits: SourceLimits = SourceLimits()
  ) {
    self.path = path
    self.name = name ?? path
    self.schema = schema
    self.limits = limits
  }

  /// No answer is longer than the request wants.
  public var limitsItself: Bool { true }

  /// The choices in the file.
  ///
  /// - Throws: `OptionsError` for a file that is missing, unreadable, too large or wrong, with the
  ///   line.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    try collection(for: request)
  }

  /// The choices that the file names as default ones.
  ///
  /// - Throws: `OptionsError`, as for ``options(for:)``.
  public func defaultOptions(for request: OptionsRequest) async throws -> [OptionItem] {
    try defaults(for: request)
  }

  /// Whether the file can name default choices, which a table cannot.
  public var givesDefaults: Bool { !isTable }

  private var isTable: Bool { path.lowercased().hasSuffix(".csv") }

  /// The choices that the file names as default ones; none if it is a table or a list.
  func defaults(for request: OptionsRequest) throws(OptionsError) -> [OptionItem] {
    guard givesDefaults, try !isList() else { return [] }
    var whole = request
    whole.limit = nil
    return try collection(for: whole).defaults
  }

  /// Whether the file is a list of choices and nothing else: nobody reads a long one for a default.
  private func isList() throws(OptionsError) -> Bool {
    try SourceFile.reading(path, provider: name) { _, read in OptionsJSON.isList(from: read) }
  }

  /// The choices in the file.
  func collection(for request: OptionsRequest) throws(OptionsError) -> OptionsCollection {
    // A part of a list is soon read.
    guard request.limit == nil, let stamp = FileStamp(path: path) else { return try read(request) }
    if let known = last.list(of: stamp, for: request.parameter) { return known }
    let collection = try read(request)
    if FileStamp(path: path) == stamp {
      last.keep(collection, of: stamp, for: request.parameter)
    }
    return collection
  }

  private func read(_ request: OptionsRequest) throws(OptionsError) -> OptionsCollection {
    if let quick = try quickly(for: request) { return quick }
    let bytes = try SourceFile.bytes(path, limit: limits.bytes, provider: name)
    let collection: OptionsCollection
    if isTable {
      collection = try OptionsCSV.read(
        bytes, ItemProperties(schema: schema, parameter: request.parameter), provider: name,
        limits: limits)
    } else {
      let answer = OptionsAnswer(name: name, schema: schema, limits: limits)
      return try answer.collection(bytes, for: request)
    }
    return try collection.validated(provider: name, limits: limits.options).limited(by: request)
  }
}

extension FixtureOptionsProvider {
  /// The choices of a plain file without keeping its text in memory, and no more of it than the limit of
  /// the request needs; nil where that cannot be done.
  private func quickly(for request: OptionsRequest) throws(OptionsError) -> OptionsCollection? {
    guard request.limit ?? 1 > 0, !isTable else { return nil }
    let collection = try SourceFile.reading(path, provider: name) { size, read in
      guard request.limit != nil || size <= limits.bytes else { return nil as OptionsCollection? }
      var room = limits.bytes
      return OptionsJSON.quickly(limit: request.limit) { memory in
        let count = read(UnsafeMutableRawBufferPointer(rebasing: memory.prefix(room)))
        room -= max(0, count)
        return count
      }
    }
    guard let collection, collection.findings(limits: limits.options).isEmpty else { return nil }
    return collection
  }
}

/// The list that was last read from a file as a whole.
private final class LastList: Sendable {
  private struct Kept {
    var stamp: FileStamp
    /// The parameter whose type its choices were read for.
    var parameter: String
    var list: OptionsCollection
  }

  private let kept = Mutex<Kept?>(nil)

  /// The list of a file that is as it was.
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

/// Reads the answer of a source as JSON and checks it.
struct OptionsAnswer: Sendable {
  var name: String
  var schema: IntentSchema?
  var limits: SourceLimits

  func collection(
    _ bytes: [UInt8], for request: OptionsRequest
  ) throws(OptionsError) -> OptionsCollection {
    if let quick = OptionsJSON.quickly(bytes, limit: request.limit),
      quick.findings(limits: limits.options).isEmpty
    {
      return quick.limited(by: request)
    }
    let collection: OptionsCollection
    do throws(FormatErrors) {
      collection = try OptionsJSON.read(
        bytes, source: name, schema: schema, parameter: request.parameter, limits: limits.format)
    } catch {
      throw .malformed(error, provider: name)
    }
    return try collection.validated(provider: name, limits: limits.options).limited(by: request)
  }
}

extension OptionsCollection {
  /// At most as many choices as the request wants.
  func limited(by request: OptionsRequest) -> OptionsCollection {
    request.limit.map(prefix) ?? self
  }
}
