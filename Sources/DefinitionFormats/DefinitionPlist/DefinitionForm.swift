import Messages
import IntentModel

/// How a value of the model stands in a property list, in both directions.
///
/// Reading takes more forms than writing makes. A form that writing would not make is carried
/// beside the model, and is written again as long as the value is the same.
struct DefinitionForm<Value: Equatable> {
  /// The value a property list stands for, or nil if it stands for none.
  let read: (PropertyListValue) -> Value?

  /// The usual form of a value; nil for a value whose form is its absence.
  let write: (Value) -> PropertyListValue?

  /// Why a property list stands for no value.
  let refusal: (PropertyListValue) -> DefinitionProblem.Rule

  init(
    _ expected: Message, read: @escaping (PropertyListValue) -> Value?,
    write: @escaping (Value) -> PropertyListValue?
  ) {
    self.read = read
    self.write = write
    refusal = { .wrongType(expected: expected, found: $0.kind) }
  }

  init(
    read: @escaping (PropertyListValue) -> Value?, write: @escaping (Value) -> PropertyListValue?,
    refusal: @escaping (PropertyListValue) -> DefinitionProblem.Rule
  ) {
    self.read = read
    self.write = write
    self.refusal = refusal
  }
}

extension DefinitionForm where Value == String {
  static var string: Self {
    Self(.aString, read: { $0.stringValue }, write: { .string($0) })
  }
}

extension DefinitionForm where Value == Bool {
  static var boolean: Self {
    Self(.aBoolean, read: { $0.booleanValue }, write: { .boolean($0) })
  }

  /// A Boolean written as the integer 1.
  static var one: Self {
    Self(
      .theIntegerOne,
      read: { value in value.booleanValue ?? value.integerValue.map { $0 != 0 } },
      write: { .integer($0 ? 1 : 0) })
  }

  /// A Boolean written as the string `YES`.
  static var yes: Self {
    Self(
      .theStringYes,
      read: { value in
        switch value {
        case .boolean(let boolean): boolean
        case .string("YES"): true
        case .string("NO"): false
        default: nil
        }
      },
      write: { .string($0 ? "YES" : "NO") })
  }
}

extension DefinitionForm where Value == Int {
  /// A whole number; a real without a fraction is one too.
  static var integer: Self {
    Self(
      .aWholeNumber,
      read: { value in value.integerValue ?? value.numberValue.flatMap { Int(exactly: $0) } },
      write: { .integer($0) })
  }
}

extension DefinitionForm where Value == Double {
  /// A finite number, written as a real.
  static var decimal: Self {
    Self(
      .aFiniteNumber,
      read: { value in value.numberValue.flatMap { $0.isFinite ? $0 : nil } },
      write: { .real($0) })
  }
}

extension DefinitionForm {
  /// An end of a range: a number, or an empty element for "none".
  static func bound<Number>(
    _ number: DefinitionForm<Number>
  ) -> DefinitionForm<NumberBound<Number>> where Value == NumberBound<Number> {
    DefinitionForm(
      .aNumberOrEmpty,
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
      })
  }

  /// An array of values of one form.
  static func list<Element>(
    of elements: Message, _ element: DefinitionForm<Element>
  ) -> DefinitionForm<[Element]> where Value == [Element] {
    DefinitionForm(
      .anArrayOf(element: elements),
      read: { value in
        guard let elements = value.arrayValue else { return nil }
        let read = elements.compactMap(element.read)
        return read.count == elements.count ? read : nil
      },
      write: { .array($0.compactMap(element.write)) })
  }
}

extension DefinitionForm where Value: RawRepresentable<String> & CaseIterable {
  /// One word of a closed set.
  static var word: Self {
    Self(
      read: { $0.stringValue.flatMap { Value(rawValue: $0) } },
      write: { .string($0.rawValue) },
      refusal: { value in
        guard let word = value.stringValue else {
          return .wrongType(expected: .aString, found: value.kind)
        }
        return .unknownWord(word, choices: Value.allCases.map(\.rawValue))
      })
  }
}

extension DefinitionForm where Value == IntentValue {
  /// A value that a predicate compares with.
  static var comparison: Self {
    Self(
      .aBooleanNumberOrString,
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
        case .string(let text), .enumeration(let text), .url(let text), .file(let text):
          .string(text)
        case .object(let object): .string(object.identifier)
        default: nil
        }
      })
  }
}
