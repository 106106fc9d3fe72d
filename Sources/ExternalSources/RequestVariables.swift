import IntentModel
import IntentOptions
import Messages
import WidgetFormats

/// The values of a request by name, for URL templates and queries.
///
/// The names are `search`, `limit`, `family`, `locale` and those of the parameters. A parameter
/// with one of the four names is hidden. The text of an object is its identifier. The text of an
/// array is its elements' texts joined by commas. Date components, places and other structures have
/// no text and count as unset.
struct RequestVariables: Sendable {
  private let request: OptionsRequest

  /// The stored choices to look up; empty for a list.
  private let identifiers: [String]

  init(_ request: OptionsRequest, identifiers: [String] = []) {
    self.request = request
    self.identifiers = identifiers
  }

  /// What the user typed.
  var searchTerm: String? { request.searchTerm }

  /// The value of a name; nil if it is unset.
  subscript(name: String) -> IntentValue? {
    switch name {
    case "search": request.searchTerm.map { .string($0) }
    case "limit": request.limit.map { .integer($0) }
    case "family": .string(request.family.rawValue)
    case "locale": .string(request.locale)
    case "identifier" where !identifiers.isEmpty: .string(identifiers[0])
    case "identifiers" where !identifiers.isEmpty: .string(JSONTexts.array(identifiers))
    default: request.values[name]
    }
  }

  /// The text of a name; empty if it is unset.
  func text(_ name: String) -> String { self[name].flatMap(Self.text) ?? "" }

  /// The first parameter without a value that choices at a URL depend on: a parent that the URL
  /// names, or another choice of a source.
  ///
  /// A Boolean without a value is false. What else a URL names narrows its choices, and may be unset.
  func emptyParent(in template: String, _ schema: IntentSchema?) -> ParameterDefinition? {
    guard let schema, let names = try? TextTemplate(template).names else { return nil }
    let parents = Set(schema.ancestors(of: request.parameter).map(\.name))
    return schema.parameters.first { parameter in
      guard names.contains(parameter.name), parameter.name != request.parameter,
        parents.contains(parameter.name) || parameter.options.isDynamic,
        text(parameter.name).isEmpty
      else { return false }
      if case .boolean = parameter.type { return false }
      return true
    }
  }

  /// The text of a value; nil if it has none.
  static func text(_ value: IntentValue) -> String? {
    switch value {
    case .boolean(let boolean): boolean ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let number), .timeInterval(let number): number.description
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): text
    case .object(let object): object.identifier
    case .person(let person): person.identifier ?? person.name
    case .speakableString(let text): text.spokenPhrase
    case .array(let elements): elements.compactMap(text).joined(separator: ",")
    case .dateComponents, .placemark, .currencyAmount, .paymentMethod, .measurement: nil
    }
  }
}

/// A text with names in braces (RFC 6570, level 1).
struct TextTemplate: Sendable {
  enum Part: Sendable, Hashable {
    case literal(String)
    case variable(String)
  }

  /// Why a text is not a template, as the end of a sentence.
  struct Malformed: Error {
    var rule: Message
  }

  let parts: [Part]

  init(_ text: String) throws(Malformed) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{" else { throw Malformed(rule: "a brace is closed but not opened") }
      guard let close = rest[open...].firstIndex(of: "}") else {
        throw Malformed(rule: "a brace is opened but not closed")
      }
      let name = rest[rest.index(after: open)..<close]
      let isName = name.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "." || $0.properties.isAlphabetic || $0.properties.numericType != nil
      }
      guard !name.isEmpty, isName else {
        throw Malformed(rule: "“{\(name.harmless(limit: 40))}” is not a name in braces")
      }
      parts += [.literal(String(rest[..<open])), .variable(String(name))]
      rest = rest[rest.index(after: close)...]
    }
    self.parts = (parts + [.literal(String(rest))]).filter { $0 != .literal("") }
  }

  /// The names in the template.
  var names: Set<String> {
    Set(parts.compactMap { if case .variable(let name) = $0 { name } else { nil } })
  }

  /// The text with the names filled in.
  func text(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .variable(let name): value(name)
      }
    }.joined()
  }
}
