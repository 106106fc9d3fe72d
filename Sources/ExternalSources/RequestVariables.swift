import IntentModel
import IntentOptions
import JSONCodings
import Messages
import WidgetFormats

/// The values of a request by name, for URL templates and queries.
///
/// The names are those of the request's members and those of the parameters. A member hides a
/// parameter with the same name.
///
/// The text of a value is the same as in intent JSON. A value that is an object in intent JSON has
/// a short text instead, such as the identifier of an object or the coordinates of a place. An
/// array has a text for each element.
struct RequestVariables: Sendable {
  private let request: OptionsRequest

  /// The stored choices to look up; empty in a request for a list.
  private let identifiers: [String]

  init(_ request: OptionsRequest, identifiers: [String] = []) {
    self.request = request
    self.identifiers = identifiers
  }

  /// The text that the user typed.
  var searchTerm: String? { request.searchTerm }

  /// The value of a name; nil if it is unset.
  subscript(name: String) -> IntentValue? {
    switch name {
    case SourceNames.search: request.searchTerm.map { .string($0) }
    case SourceNames.limit: request.limit.map { .integer($0) }
    case SourceNames.family: .string(request.family.rawValue)
    case SourceNames.locale: .string(request.locale)
    case SourceNames.identifier where !identifiers.isEmpty: .string(identifiers[0])
    case SourceNames.identifiers where !identifiers.isEmpty: .string(JSONTexts.array(identifiers))
    default: request.values[name]
    }
  }

  /// The text for a name, with commas between the elements of an array; empty if it is unset.
  func text(_ name: String) -> String { texts(name).joined(separator: ",") }

  /// The texts of the elements of an array, or the single text of another value; empty if the name
  /// is unset.
  func texts(_ name: String) -> [String] { self[name].map(Self.texts) ?? [] }

  /// The first parameter that has no value although the choices at a URL depend on it: a parent
  /// that occurs in the URL, or a parameter in the URL whose value is chosen from a source.
  ///
  /// A Boolean without a value counts as false. Other parameters in the URL only narrow down the
  /// choices, and may be unset.
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

  /// The texts of the elements of an array, or the single text of another value.
  static func texts(_ value: IntentValue) -> [String] {
    guard case .array(let elements) = value else { return [text(value)] }
    return elements.flatMap(texts)
  }

  /// The text of a value.
  static func text(_ value: IntentValue) -> String {
    switch value {
    case .boolean(let boolean): boolean ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let number): number.shortest
    case .timeInterval(let seconds): ISO8601Duration.text(ofSeconds: seconds) ?? seconds.description
    case .object(let object): object.identifier
    case .person(let person): person.identifier ?? person.name
    case .dateComponents(let components):
      [components.isoDate, components.isoTime].compactMap(\.self).joined(separator: "T")
    case .measurement(let measurement): "\(measurement.value.shortest) \(measurement.unit)"
    case .currencyAmount(let amount): "\(amount.amount) \(amount.currencyCode)"
    case .placemark(let place): text(of: place)
    case .array: texts(value).joined(separator: ",")
    default:
      value.plainText ?? value.coding.flatMap { $0.text([$0.title, $0.identity], of: value) } ?? ""
    }
  }

  private static func text(of place: Placemark) -> String {
    if let coordinates = place.coordinates { return coordinates }
    return [
      place.name, place.street, place.city, place.state, place.postalCode, place.country,
    ].compactMap(\.self).joined(separator: ", ")
  }
}

/// A text with names in braces (RFC 6570, level 1).
struct TextTemplate: Sendable {
  enum Part: Sendable, Hashable {
    case literal(String)
    case variable(String)
  }

  /// Why a text is not a template, for use at the end of a sentence.
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

  /// The text as a URL with the values filled in.
  ///
  /// If a name is the whole value of a query item, as in `?line={line}`, the item is repeated for
  /// each of its values. Elsewhere, the values are separated by commas; a comma inside a value is
  /// escaped.
  ///
  /// - Parameter values: Returns the values for a name, which are escaped here.
  func url(_ values: (String) -> [String]) -> String {
    var url = ""
    for (index, part) in parts.enumerated() {
      guard case .variable(let name) = part else {
        if case .literal(let text) = part { url += text }
        continue
      }
      let texts = values(name).map(\.percentEncoded)
      // Services expect several identifiers as a single, comma-separated value.
      let item = name == SourceNames.identifiers ? nil : repeatedItem(at: index, after: url)
      url += texts.joined(separator: item.map { "&\($0)" } ?? ",")
    }
    return url
  }

  /// The text from the start of a query item to the name at a position, such as `line=`; nil if the
  /// name is not the whole value of the item.
  private func repeatedItem(at index: Int, after url: String) -> Substring? {
    if index + 1 < parts.count {
      guard case .literal(let next) = parts[index + 1], next.first == "&" || next.first == "#"
      else { return nil }
    }
    guard url.hasSuffix("="), !url.contains("#"), let query = url.firstIndex(of: "?") else {
      return nil
    }
    let item = url[url.index(after: query)...].split(separator: "&").last
    return item.flatMap { $0.dropLast().contains("=") ? nil : $0 }
  }

  /// The text with the values filled in.
  func text(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .variable(let name): value(name)
      }
    }.joined()
  }
}
