public import DefinitionFormats
import IntentCodegen
import IntentModel
import JSONC
import Messages

extension GenerationRequest {
  /// The keys of a configuration.
  private enum Key: String, CaseIterable {
    case generate, access, texts, classPrefix, nonisolated, imports, names
  }

  /// Reads the configuration of a plugin; a missing key has its default value.
  ///
  ///     {
  ///       "generate": "app-intents", "access": "public", "texts": "catalog",
  ///       "imports": ["WidgetKit"], "names": { "UpNext": "UpNextConfiguration" }
  ///     }
  ///
  /// - Parameter file: The path of the configuration, for messages.
  /// - Throws: `FormatErrors` with every problem and its position.
  public static func read(
    configuration bytes: [UInt8], file: String
  ) throws(FormatErrors) -> GenerationRequest {
    let value: JSONValue
    let places: JSONSourceMap
    do throws(JSONSyntaxError) {
      (value, places) = try JSONText.parseWithPositions(bytes)
    } catch {
      throw FormatErrors([FormatError(error, file: visible(file))])
    }
    var reader = ConfigurationReader(file: visible(file), places: places)
    let request = reader.request(value)
    guard reader.errors.isEmpty else { throw FormatErrors(reader.errors) }
    return request
  }

  /// Reads the members of a configuration, and collects the errors.
  private struct ConfigurationReader {
    let file: String
    let places: JSONSourceMap
    var errors: [FormatError] = []

    init(file: String, places: JSONSourceMap) {
      self.file = file
      self.places = places
    }

    mutating func request(_ value: JSONValue) -> GenerationRequest {
      var request = GenerationRequest()
      guard let object = value.objectValue else {
        refuse([], .configNotAnObject, .configWrite(form: "{\"generate\": \"typed\"}"))
        return request
      }
      for (name, value) in object {
        guard let key = Key(rawValue: name) else {
          refuse(
            [.key(name)], .unknownKey(key: name),
            .suggestion(for: name, among: Key.allCases.map(\.rawValue)), atKey: true)
          continue
        }
        take(value, for: key, into: &request)
      }
      guard request.form == .sirikit else { return request }
      for key in [Key.imports, .names] where object[key.rawValue] != nil {
        refuse(
          [.key(key.rawValue)], .configSirikitNames(key: key.rawValue), .configRemoveOrOther,
          atKey: true)
      }
      return request
    }

    private mutating func take(
      _ value: JSONValue, for key: Key, into request: inout GenerationRequest
    ) {
      switch key {
      case .generate: request.form = choice(value, key) ?? request.form
      case .access: request.access = choice(value, key) ?? request.access
      case .texts: request.texts = choice(value, key) ?? request.texts
      case .classPrefix: request.classPrefix = text(value, [.key(key.rawValue)]) ?? ""
      case .nonisolated:
        guard let truth = value.boolValue else {
          return refuse(
            [.key(key.rawValue)], .configNotTruth(key: key.rawValue), .configWrite(form: "true"))
        }
        request.isNonisolated = truth
      case .imports:
        guard let modules = value.arrayValue else {
          return refuse(
            [.key(key.rawValue)], .configNotArray(key: key.rawValue),
            .configWrite(form: "[\"WidgetKit\"]"))
        }
        request.naming.imports = modules.enumerated().compactMap { index, module in
          self.name(module, [.key(key.rawValue), .index(index)]) { .configNotAModule(text: $0) }
        }
      case .names:
        guard let names = value.objectValue else {
          return refuse(
            [.key(key.rawValue)], .configNotObject(key: key.rawValue), .configNewNames)
        }
        for (original, name) in names {
          let path: [JSONPathComponent] = [.key(key.rawValue), .key(original)]
          request.naming.names[original] = self.name(name, path) { .configNotAType(text: $0) }
        }
      }
    }

    private mutating func choice<Choice: RawRepresentable & CaseIterable>(
      _ value: JSONValue, _ key: Key
    ) -> Choice? where Choice.RawValue == String {
      guard let text = text(value, [.key(key.rawValue)]) else { return nil }
      if let choice = Choice(rawValue: text) { return choice }
      refuse(
        [.key(key.rawValue)], .configNotAChoice(text: text, key: key.rawValue),
        .suggestion(for: text, among: Choice.allCases.map(\.rawValue)))
      return nil
    }

    private mutating func text(_ value: JSONValue, _ path: [JSONPathComponent]) -> String? {
      if let text = value.stringValue { return text }
      refuse(path, .configNotText, .configInQuotes)
      return nil
    }

    private mutating func name(
      _ value: JSONValue, _ path: [JSONPathComponent], refusal: (String) -> Message
    ) -> String? {
      guard let text = text(value, path) else { return nil }
      if GeneratedNaming.isName(text) { return text }
      refuse(
        path, refusal(text), .configWriteName)
      return nil
    }

    private mutating func refuse(
      _ path: [JSONPathComponent], _ sentence: Message, _ remedy: Message, atKey: Bool = false
    ) {
      let place = atKey ? places.keyPosition(of: path) : places.position(of: path)
      errors.append(
        FormatError(
          file: file, line: place?.line, column: place?.column, code: "configuration",
          sentence: sentence, remedy: remedy))
    }
  }
}
