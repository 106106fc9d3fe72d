import IntentModel
import JSONC
import Messages

/// The forms of a value in a property list and in JSON, for reading and writing.
///
/// Reading a property list accepts more forms than writing produces. A form that writing would not
/// produce is carried next to the model, and is written again if the value has not changed.
struct DefinitionValueCoding<Value: Equatable> {
  /// Reads a value from a property list; nil if the property list's value is invalid.
  let read: (PropertyListValue) -> Value?

  /// The usual form of a value; nil if omitting the key expresses the value.
  let write: (Value) -> PropertyListValue?

  /// The reason why a property list value is invalid.
  let refusal: (PropertyListValue) -> DefinitionProblem.Rule

  /// The form in JSON.
  let json: DefinitionJSONCoding<Value>

  init(
    _ expected: Message, read: @escaping (PropertyListValue) -> Value?,
    write: @escaping (Value) -> PropertyListValue?, json: DefinitionJSONCoding<Value>
  ) {
    self.init(
      read: read, write: write, refusal: { .wrongType(expected: expected, found: $0.kind) },
      json: json)
  }

  init(
    read: @escaping (PropertyListValue) -> Value?, write: @escaping (Value) -> PropertyListValue?,
    refusal: @escaping (PropertyListValue) -> DefinitionProblem.Rule,
    json: DefinitionJSONCoding<Value>
  ) {
    self.read = read
    self.write = write
    self.refusal = refusal
    self.json = json
  }

  /// A form for JSON only.
  init(
    json read: @escaping (JSONNode) -> Value?, write: @escaping (Value) -> JSONValue?
  ) {
    self.init(
      .aValue, read: { _ in nil }, write: { _ in nil },
      json: DefinitionJSONCoding(read: read, write: write))
  }
}

/// The form of a value in JSON, for reading and writing.
struct DefinitionJSONCoding<Value> {
  /// Reads a value, or reports the problem and returns nil.
  let read: (JSONNode) -> Value?

  /// The JSON of a value; nil if a missing key expresses the value.
  let write: (Value) -> JSONValue?
}

extension DefinitionJSONCoding where Value == Bool {
  static var boolean: Self { Self(read: { $0.boolean }, write: { .bool($0) }) }
}

extension DefinitionJSONCoding where Value == String {
  static var string: Self { Self(read: { $0.string }, write: { .string($0) }) }
}

extension DefinitionValueCoding where Value == String {
  static var string: Self {
    Self(
      .aString, read: { $0.stringValue }, write: { .string($0) }, json: .string)
  }

  /// The name of any type in Swift.
  static var swiftTypeName: Self {
    checked(SwiftTypes.isName) {
      .wrongType(
        expected: "the name of a type in Swift, such as `String` or `UUID`", found: .quoted($0))
    }
  }

  /// A Swift type that is not the usual type for a kind of values, so generated code must name it.
  static var swiftType: Self {
    checked({ SwiftTypes.variantNames.contains($0) }) {
      .unknownWord($0, what: "type in Swift", choices: SwiftTypes.variantNames)
    }
  }

  /// A string that is checked only in JSON.
  private static func checked(
    _ isValid: @escaping (String) -> Bool, _ problem: @escaping (String) -> FormatProblem
  ) -> Self {
    Self(
      .aString, read: { $0.stringValue }, write: { .string($0) },
      json: DefinitionJSONCoding(
        read: { node in
          guard let name = node.string else { return nil }
          if isValid(name) { return name }
          node.report(problem(name))
          return nil
        }, write: { .string($0) }))
  }
}

extension DefinitionValueCoding where Value == Bool {
  static var boolean: Self {
    Self(
      .aBoolean, read: { $0.booleanValue }, write: { .boolean($0) },
      json: .boolean)
  }

  /// A Boolean written as the integer 1.
  static var one: Self {
    Self(
      "the integer 1",
      read: { value in value.booleanValue ?? value.integerValue.map { $0 != 0 } },
      write: { .integer($0 ? 1 : 0) }, json: .boolean)
  }

  /// A Boolean written as the string `YES`.
  static var yes: Self {
    Self(
      "the string YES",
      read: { value in
        switch value {
        case .boolean(let boolean): boolean
        case .string("YES"): true
        case .string("NO"): false
        default: nil
        }
      },
      write: { .string($0 ? "YES" : "NO") }, json: .boolean)
  }
}

extension DefinitionValueCoding where Value == Bool? {
  /// A Boolean; in JSON, null means that there is no Boolean, which a property list cannot express.
  static var optionalBoolean: Self {
    Self(
      .aBoolean, read: { $0.booleanValue.map { .some($0) } }, write: { $0.map { .boolean($0) } },
      json: DefinitionJSONCoding(
        read: { node in node.isNull ? .some(nil) : node.boolean.map { .some($0) } },
        write: { $0.map { .bool($0) } ?? .null }))
  }
}

extension DefinitionValueCoding where Value == String {
  /// The code of a currency: a string, or a dictionary with the code under its own key.
  static var currency: Self {
    let code = DefinitionKeys.PropertyListOnly.currencyCode.rawValue
    return Self(
      .aString,
      read: { value in
        if let text = value.stringValue { return text }
        guard let entries = value.dictionaryValue?.entries, entries.count == 1,
          let entry = entries.first, entry.key.hasSuffix(code)
        else { return nil }
        return entry.value.stringValue
      },
      write: { .string($0) }, json: .string)
  }
}

extension DefinitionValueCoding where Value == Int {
  /// A whole number, which can be a real without a fraction.
  static var integer: Self {
    Self(
      .aWholeNumber,
      read: { value in value.integerValue ?? value.numberValue.flatMap { Int(exactly: $0) } },
      write: { .integer($0) },
      json: DefinitionJSONCoding(read: { $0.integer }, write: { .integer($0) }))
  }
}

extension DefinitionValueCoding where Value == Double {
  /// A finite number, written as a real.
  static var decimal: Self {
    Self(
      "a finite number",
      read: { value in value.numberValue.flatMap { $0.isFinite ? $0 : nil } },
      write: { .real($0) },
      json: DefinitionJSONCoding(read: { $0.number }, write: { JSONValue(shortest: $0) }))
  }
}

extension DefinitionValueCoding {
  /// A bound of a range: a number, or an empty element that means "none".
  static func bound<Number>(
    _ number: DefinitionValueCoding<Number>
  ) -> DefinitionValueCoding<NumberBound<Number>> where Value == NumberBound<Number> {
    DefinitionValueCoding(
      "a number or an empty element",
      read: { value in
        if value == .data([]) || value == .string("") { return .unbounded }
        return number.read(value).map { .value($0) }
      },
      write: { bound in
        switch bound {
        case .absent: nil
        case .unbounded: .data([])
        case .value(let value): number.write(value)
        }
      },
      json: DefinitionJSONCoding(
        read: { node in
          if case .string(DefinitionKeys.unbounded) = node.value { return .unbounded }
          return number.json.read(node).map { .value($0) }
        },
        write: { bound in
          switch bound {
          case .absent: nil
          case .unbounded: .string(DefinitionKeys.unbounded)
          case .value(let value): number.json.write(value)
          }
        }))
  }

  /// An array of values that have the same form.
  static func list<Element>(
    of elements: Message, _ element: DefinitionValueCoding<Element>
  ) -> DefinitionValueCoding<[Element]> where Value == [Element] {
    DefinitionValueCoding(
      "an array of \(elements)",
      read: { value in
        guard let elements = value.arrayValue else { return nil }
        let read = elements.compactMap(element.read)
        return read.count == elements.count ? read : nil
      },
      write: { .array($0.compactMap(element.write)) },
      json: DefinitionJSONCoding(
        read: { $0.elements?.compactMap(element.json.read) },
        write: { .array($0.compactMap(element.json.write)) }))
  }
}

extension PropertyListValue {
  /// The reason to reject a value that is not one of the given words.
  func refusal(besides words: [String]) -> DefinitionProblem.Rule {
    guard let word = stringValue else { return .wrongType(expected: .aString, found: kind) }
    return .unknownWord(word, choices: words)
  }
}

extension DefinitionValueCoding where Value: RawRepresentable<String> & CaseIterable {
  /// A word of a closed set, which begins with a lowercase letter in JSON.
  static func word(_ what: Message) -> Self {
    Self(
      read: { $0.stringValue.flatMap { Value(rawValue: $0) } },
      write: { .string($0.rawValue) },
      refusal: { $0.refusal(besides: Value.allCases.map(\.rawValue)) },
      json: DefinitionJSONCoding(
        read: { node in
          guard let word = node.string else { return nil }
          if let value = Value.allCases.first(where: { $0.definitionWord == word }) {
            return value
          }
          node.report(.unknownWord(word, what: what, choices: Value.definitionWords))
          return nil
        },
        write: { .string($0.definitionWord) }))
  }
}

extension DefinitionValueCoding<WidgetFamily> {
  /// A widget family, known or not.
  static var family: Self {
    Self(
      "a widget family", read: { $0.stringValue.flatMap { WidgetFamily(rawValue: $0) } },
      write: { .string($0.rawValue) },
      json: DefinitionJSONCoding(read: { $0.family }, write: { .string($0.rawValue) }))
  }
}

extension DefinitionValueCoding where Value == IntentValue {
  /// A value with which a predicate compares.
  static var comparison: Self {
    Self(
      "a Boolean, a number or a string",
      read: { value in
        switch value {
        case .boolean(let boolean): .boolean(boolean)
        case .integer(let number): .integer(number)
        case .real(let real) where real.value.isFinite: .decimal(real.value)
        case .string(let text): .string(text)
        default: nil
        }
      },
      write: { value in
        switch value {
        case .boolean(let boolean): .boolean(boolean)
        case .integer(let number): .integer(number)
        case .decimal(let number), .timeInterval(let number): .real(number)
        case .object(let object): .string(object.identifier)
        default: value.plainText.map { .string($0) }
        }
      },
      // A decimal always has a point in JSON, and a value that is not a scalar is tagged.
      json: DefinitionJSONCoding(
        read: { node in
          switch node.value {
          case .bool(let boolean): .boolean(boolean)
          case .integer(let number): .integer(number)
          case .double(let number): .decimal(number)
          case .string(let text): .string(text)
          default: TaggedValue.read(node)
          }
        },
        write: { value in
          switch value {
          case .boolean(let boolean): .bool(boolean)
          case .integer(let number): .integer(number)
          case .decimal(let number) where number.isFinite: .double(number)
          case .string(let text): .string(text)
          default: TaggedValue.json(value)
          }
        }))
  }
}

extension DefinitionValueCoding where Value == TypeReference {
  /// A reference in JSON: a name, or an object with a namespace other than the document's.
  static func reference(in namespace: String?) -> Self {
    Self(
      json: { node in
        if case .string = node.value {
          return node.text(.whatReferenceName).map { TypeReference($0, namespace: namespace) }
        }
        guard case .object = node.value else {
          typealias Key = DefinitionKeys.Reference
          node.mismatch(
            "a name, or an object with “\(Key.name.rawValue)” and “\(Key.namespace.rawValue)”")
          return nil
        }
        guard let members = node.object(DefinitionKeys.Reference.self),
          let name = members.required(.name)?.text(.whatReferenceName)
        else { return nil }
        guard let space = members[.namespace] else {
          return TypeReference(name, namespace: namespace)
        }
        return TypeReference(name, namespace: space.isNull ? nil : space.string)
      },
      write: { reference in
        guard reference.namespace != namespace else { return .string(reference.name) }
        var builder = JSONBuilder<DefinitionKeys.Reference>()
        builder.set(.name, reference.name)
        builder.set(.namespace, reference.namespace.map { .string($0) } ?? .null)
        return builder.value
      })
  }
}

extension DefinitionJSONCoding where Value == LocalizedText {
  /// A text: a string, or an object with an identifier.
  static var text: Self {
    Self(
      read: { node in
        if case .string(let text) = node.value { return LocalizedText(text) }
        guard case .object = node.value else {
          typealias Key = DefinitionKeys.Text
          node.mismatch(
            "a string, or an object with “\(Key.text.rawValue)” and “\(Key.id.rawValue)”")
          return nil
        }
        return node.object(DefinitionKeys.Text.self).map {
          LocalizedText($0.string(.text), id: $0.string(.id))
        }
      },
      write: { text in
        guard text.id != nil else { return text.text.map { .string($0) } }
        var builder = JSONBuilder<DefinitionKeys.Text>()
        builder.set(.text, text.text)
        builder.set(.id, text.id)
        return builder.value
      })
  }
}
