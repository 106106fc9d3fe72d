import IntentFormats
public import IntentModel
public import IntentOptions

/// Options that stand in a file: JSON, or CSV where the name ends in `.csv`.
///
/// The file is read for each request, so that a change shows at once. The answer is the same for
/// every request, but for its limit.
public struct FixtureOptionsProvider: OptionsProvider {
  /// The name by which messages call the source.
  public let name: String

  /// The path of the file.
  public let path: String

  private let schema: IntentSchema?
  private let limits: SourceLimits

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

  /// The choices in the file.
  ///
  /// - Throws: `OptionsError` for a file that is missing, unreadable, too large or wrong, with the
  ///   line.
  public func options(for request: OptionsRequest) async throws -> OptionsCollection {
    let bytes = try BoundedFile.read(path, limit: limits.bytes, provider: name)
    let collection: OptionsCollection
    if path.lowercased().hasSuffix(".csv") {
      collection = try OptionsCSV.read(bytes, provider: name, limits: limits)
    } else {
      let answer = OptionsAnswer(name: name, schema: schema, limits: limits)
      return try answer.collection(bytes, for: request)
    }
    return try collection.validated(provider: name, limits: limits.options).limited(by: request)
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
