import Messages

/// The members of a kind of value that is an object in JSON, declared in one place.
///
/// Reading, writing, the checks of values, JSON Schema and the fast acceptance of documents are all
/// derived from this declaration, so their code does not name the kinds of values that have a
/// coding.
package struct ValueCoding: Sendable {
  /// A member of the object.
  package struct Member: Sendable {
    package let key: String
    package let content: Content
    package let isRequired: Bool
  }

  /// What kind of content a member has.
  package enum Content: Sendable {
    /// A text on one line that is not empty.
    case line
    /// A text, which can be empty and can have several lines.
    case text
    /// A finite number within bounds, and the reason for refusing a finite number outside the
    /// bounds.
    case number(
      from: Double?, to: Double?, else: @Sendable (Double) -> IntentIssue.Reason)
    /// A decimal literal such as `12.50`.
    case amount
    /// An ISO 4217 code; if any codes are listed here, one of these.
    case currencyCode(stated: [String])
    /// The symbol of a unit.
    case unit(MeasurementDimension)
  }

  /// The value of a member.
  package enum Part: Sendable, Equatable {
    case text(String)
    case number(Double)
  }

  /// The members, in the order in which they are written.
  package let members: [Member]
  /// Groups of keys: for at least one group, all keys must be present, with texts that are not
  /// empty.
  package let alternatives: [[String]]
  /// The reason for refusing a value that has none of these groups.
  private let noneGiven: IntentIssue.Reason
  /// The keys of the texts that predicates compare; the first one that is present counts.
  package let compared: [String]
  /// The key of the text by which people know a value; nil if there is none.
  package let title: String?
  /// The key of the text that identifies a value; nil if there is none.
  package let identity: String?
  /// Whether sources know values by their identity.
  package let isKnownToSources: Bool
  /// Groups of keys; two values identify the same thing if all members of one group are equal.
  private let sameness: [[String]]
  /// The keys of members that are not part of a value's text.
  private let unseen: [String]
  /// A valid value.
  package let example: IntentValue
  private let taken: @Sendable (IntentValue) -> [Part?]?
  private let made: @Sendable ([Part?]) -> IntentValue

  /// Declares the members of a Swift type.
  ///
  /// - Parameters:
  ///   - example: A valid value.
  ///   - fields: The members, in the order in which they are written.
  ///   - alternatives: Groups of keys: for at least one group, all keys must be present.
  ///   - noneGiven: The reason for refusing a value that has none of these groups.
  ///   - compared: The keys of the texts that predicates compare.
  ///   - title: The key of the text by which people know a value.
  ///   - identity: The key of the text that identifies a value.
  ///   - isKnownToSources: Whether sources know values by their identity.
  ///   - sameness: The groups of keys whose members identify the same thing in two values.
  ///   - unseen: The keys of members that are not part of a value's text.
  init<Value: IntentValueRepresentable>(
    example: Value, _ fields: [ValueField<Value>], alternatives: [[String]] = [],
    else noneGiven: IntentIssue.Reason = .emptyText, comparing compared: [String] = [],
    title: String? = nil, identity: String? = nil, isKnownToSources: Bool = true,
    sameIf sameness: [[String]] = [], unseen: [String] = []
  ) {
    members = fields.map(\.member)
    (self.alternatives, self.noneGiven, self.compared) = (alternatives, noneGiven, compared)
    (self.title, self.identity, self.isKnownToSources) = (title, identity, isKnownToSources)
    (self.sameness, self.unseen) = (sameness, unseen)
    self.example = example.intentValue
    taken = { value in
      Value(intentValue: value).map { value in fields.map { $0.part(value) } }
    }
    made = { parts in
      var value = example
      for (field, part) in zip(fields, parts) { field.set(&value, part) }
      return value.intentValue
    }
  }

  /// The contents of a value's members, with nil for each missing member; nil for a value of a
  /// different kind.
  package func parts(of value: IntentValue) -> [Part?]? { taken(value) }

  /// The value with the given contents; nil if a required member is missing.
  ///
  /// The contents are in the order of the members, and each has its member's kind of content.
  package func value(of parts: [Part?]) -> IntentValue? {
    let isWhole = zip(members, parts).allSatisfy { !$0.isRequired || $1 != nil }
    return isWhole ? made(parts) : nil
  }

  /// The first text among the given members of a value; nil if it has none of them.
  package func text(_ keys: [String?], of value: IntentValue) -> String? {
    guard keys.contains(where: { $0 != nil }), let parts = parts(of: value) else { return nil }
    for key in keys {
      guard let place = members.firstIndex(where: { $0.key == key }) else { continue }
      if case .text(let text)? = parts[place] { return text }
    }
    return nil
  }

  /// The value that people choose by a title; nil if values of this kind have no titles.
  ///
  /// - Parameter identifier: The identity that a source gives the value, if sources know values of
  ///   this kind.
  package func value(titled text: String, identifier: String) -> IntentValue? {
    guard let title else { return nil }
    return value(
      of: members.map { member in
        if member.key == title { return .text(text) }
        return isKnownToSources && member.key == identity ? .text(identifier) : nil
      })
  }

  /// The value with a different title.
  package func value(_ value: IntentValue, titled text: String) -> IntentValue? {
    parts(of: value).flatMap { parts in
      self.value(of: zip(members, parts).map { $0.key == title ? .text(text) : $1 })
    }
  }

  /// The value with those members of another value that a text does not show; nil if the two values
  /// do not identify the same thing.
  package func value(_ value: IntentValue, keepingUnseenOf old: IntentValue) -> IntentValue? {
    guard let parts = parts(of: value), let before = self.parts(of: old) else { return nil }
    let equal = members.indices.filter { parts[$0] != nil && parts[$0] == before[$0] }
    let keys = equal.map { members[$0].key }
    guard sameness.contains(where: { $0.allSatisfy(keys.contains) }) else { return nil }
    return self.value(
      of: members.indices.map { unseen.contains(members[$0].key) ? before[$0] : parts[$0] })
  }

  /// All issues with a value; nil for a value of a different kind.
  func issues(of value: IntentValue, at path: IntentPath) -> [IntentIssue]? {
    guard let parts = parts(of: value) else { return nil }
    let given = zip(members, parts).compactMap { member, part in part.map { (member, $0) } }
    let keys = given.filter { !$1.isEmptyText }.map(\.0.key)
    let isWhole = alternatives.isEmpty || alternatives.contains { $0.allSatisfy(keys.contains) }
    return given.flatMap { $0.content.issues($1, at: path.appending($0.key)) }
      + (isWhole ? [] : [IntentIssue(noneGiven, at: path)])
  }
}

extension ValueCoding.Part {
  fileprivate var isEmptyText: Bool {
    if case .text(let text) = self { text.isEmpty } else { false }
  }
}

extension ValueCoding.Content {
  /// Whether the member is a number; if not, it is a text.
  package var isNumber: Bool {
    if case .number = self { true } else { false }
  }

  /// The problem with a member's value.
  package func issues(_ part: ValueCoding.Part, at path: IntentPath) -> [IntentIssue] {
    switch (self, part) {
    case (.line, .text(let text)): IntentSchema.requiredTextIssues(text, at: path)
    case (.text, .text(let text)): IntentSchema.textIssues(text, isMultiline: true, at: path)
    case (.number(let lower, let upper, let reason), .number(let number)):
      if !number.isFinite {
        [IntentIssue(.notFinite, at: path)]
      } else if number < lower ?? number || number > upper ?? number {
        [IntentIssue(reason(number), at: path)]
      } else {
        []
      }
    case (.amount, .text(let text)):
      CurrencyAmount(amount: text, currencyCode: "").hasDecimalAmount
        ? [] : [IntentIssue(.notADecimal(text), at: path)]
    case (.currencyCode(let stated), .text(let code)):
      if !code.isCurrencyCode {
        [IntentIssue(.notACurrencyCode(code), at: path)]
      } else if !stated.isEmpty, !stated.contains(code) {
        [IntentIssue(.currencyNotOffered(code, choices: stated.filter(\.isCurrencyCode)), at: path)]
      } else {
        []
      }
    case (.unit(let dimension), .text(let symbol)):
      dimension.unit(symbol) == nil
        ? [IntentIssue(.unknownUnit(symbol, of: dimension), at: path)] : []
    case (.number, .text), (_, .number): []
    }
  }
}

extension String {
  /// Whether the text has the form of an ISO 4217 code.
  package var isCurrencyCode: Bool {
    utf8.count == 3 && utf8.allSatisfy(\.isCapital)
  }
}

/// A member in a coding, and the property of a Swift type that holds it.
struct ValueField<Value: Sendable>: Sendable {
  let member: ValueCoding.Member
  let part: @Sendable (Value) -> ValueCoding.Part?
  let set: @Sendable (inout Value, ValueCoding.Part?) -> Void

  /// A member that must be present.
  static func required<Content: ValuePart>(
    _ key: String, _ content: ValueCoding.Content,
    _ property: any WritableKeyPath<Value, Content> & Sendable
  ) -> ValueField {
    ValueField(
      member: .init(key: key, content: content, isRequired: true),
      part: { $0[keyPath: property].part },
      set: { value, part in
        if let content = part.flatMap(Content.init(part:)) { value[keyPath: property] = content }
      })
  }

  /// A member that can be missing.
  static func optional<Content: ValuePart>(
    _ key: String, _ content: ValueCoding.Content,
    _ property: any WritableKeyPath<Value, Content?> & Sendable
  ) -> ValueField {
    ValueField(
      member: .init(key: key, content: content, isRequired: false),
      part: { $0[keyPath: property]?.part },
      set: { $0[keyPath: property] = $1.flatMap(Content.init(part:)) })
  }
}

/// A Swift type that the value of a member can have.
protocol ValuePart: Sendable {
  init?(part: ValueCoding.Part)
  var part: ValueCoding.Part { get }
}

extension String: ValuePart {
  init?(part: ValueCoding.Part) {
    guard case .text(let text) = part else { return nil }
    self = text
  }

  var part: ValueCoding.Part { .text(self) }
}

extension Double: ValuePart {
  init?(part: ValueCoding.Part) {
    guard case .number(let number) = part else { return nil }
    self = number
  }

  var part: ValueCoding.Part { .number(self) }
}

extension PaymentMethod: IntentValueRepresentable {
  /// Accepts a payment method.
  public init?(intentValue: IntentValue) {
    guard case .paymentMethod(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a payment method.
  public var intentValue: IntentValue { .paymentMethod(self) }

  static let coding = ValueCoding(
    example: PaymentMethod(kind: "credit"),
    [
      .required("kind", .line, \.kind), .optional("name", .text, \.name),
      .optional("identificationHint", .text, \.identificationHint),
    ], comparing: ["kind"], title: "name", identity: "kind",
    sameIf: [["kind"]], unseen: ["identificationHint"])
}

extension Person: IntentValueRepresentable {
  /// Accepts a person.
  public init?(intentValue: IntentValue) {
    guard case .person(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a person.
  public var intentValue: IntentValue { .person(self) }

  static let coding = ValueCoding(
    example: Person(name: "Ann"),
    [
      .required("name", .line, \.name), .optional("identifier", .text, \.identifier),
      .optional("handle", .text, \.handle),
    ], comparing: ["identifier", "name"], title: "name", identity: "identifier",
    sameIf: [["name"], ["handle"]], unseen: ["identifier"])
}

extension SpeakableString: IntentValueRepresentable {
  /// Accepts a speakable string.
  public init?(intentValue: IntentValue) {
    guard case .speakableString(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a speakable string.
  public var intentValue: IntentValue { .speakableString(self) }

  static let coding = ValueCoding(
    example: SpeakableString(spokenPhrase: "Oslo"),
    [
      .required("spokenPhrase", .line, \.spokenPhrase),
      .optional("pronunciationHint", .text, \.pronunciationHint),
      .optional("vocabularyIdentifier", .text, \.vocabularyIdentifier),
    ], comparing: ["spokenPhrase"], title: "spokenPhrase", identity: "vocabularyIdentifier",
    isKnownToSources: false, sameIf: [["spokenPhrase"]],
    unseen: ["pronunciationHint", "vocabularyIdentifier"])
}

extension Placemark: IntentValueRepresentable {
  /// Accepts a place.
  public init?(intentValue: IntentValue) {
    guard case .placemark(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a place.
  public var intentValue: IntentValue { .placemark(self) }

  static let coding = ValueCoding(
    example: Placemark(name: "Oslo", latitude: 59.91, longitude: 10.75),
    [
      .optional("name", .text, \.name),
      .optional("latitude", degrees(latitudes) { .latitudeOutOfRange($0) }, \.latitude),
      .optional("longitude", degrees(longitudes) { .longitudeOutOfRange($0) }, \.longitude),
      .optional("street", .text, \.street), .optional("city", .text, \.city),
      .optional("state", .text, \.state), .optional("postalCode", .text, \.postalCode),
      .optional("country", .text, \.country),
    ],
    alternatives: [
      ["latitude", "longitude"], ["name"], ["street"], ["city"], ["state"], ["postalCode"],
      ["country"],
    ], else: .emptyPlacemark, comparing: ["name"], title: "name",
    sameIf: [["latitude", "longitude"]],
    unseen: ["street", "city", "state", "postalCode", "country"])

  private static func degrees(
    _ range: ClosedRange<Int>, else reason: @escaping @Sendable (Double) -> IntentIssue.Reason
  ) -> ValueCoding.Content {
    .number(from: Double(range.lowerBound), to: Double(range.upperBound), else: reason)
  }
}

extension CurrencyAmount: IntentValueRepresentable {
  /// Accepts an amount of money.
  public init?(intentValue: IntentValue) {
    guard case .currencyAmount(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as an amount of money.
  public var intentValue: IntentValue { .currencyAmount(self) }

  static func coding(_ metadata: CurrencyMetadata) -> ValueCoding {
    ValueCoding(
      example: metadata.example,
      [
        .required("amount", .amount, \.amount),
        .required(
          "currencyCode", .currencyCode(stated: metadata.currencyCodes), \.currencyCode),
      ])
  }
}

extension IntentMeasurement: IntentValueRepresentable {
  /// Accepts a measurement.
  public init?(intentValue: IntentValue) {
    guard case .measurement(let value) = intentValue else { return nil }
    self = value
  }

  /// The value as a measurement.
  public var intentValue: IntentValue { .measurement(self) }

  static func coding(_ metadata: MeasurementMetadata) -> ValueCoding {
    ValueCoding(
      example: IntentMeasurement(value: 2.5, unit: metadata.standardUnit.symbol),
      [
        .required(
          "value",
          .number(from: metadata.isSigned ? nil : 0, to: nil) {
            .belowMinimum(value: .decimal($0), minimum: .decimal(0))
          }, \.value),
        .required("unit", .unit(metadata.dimension), \.unit),
      ])
  }
}

extension ParameterType {
  /// The coding of the type's values; nil for values that are not objects in JSON, for dates, and
  /// for objects whose members depend on a definition.
  package var coding: ValueCoding? {
    switch self {
    case .placemark: Placemark.coding
    case .person: Person.coding
    case .currencyAmount(let metadata): CurrencyAmount.coding(metadata)
    case .paymentMethod: PaymentMethod.coding
    case .speakableString: SpeakableString.coding
    case .measurement(let metadata): IntentMeasurement.coding(metadata)
    default: nil
    }
  }

  /// The types with a coding; an object of unknown type gets the first type that has all of its
  /// keys.
  package static let coded: [ParameterType] = [
    ValueKind.measurement, .currencyAmount, .speakableString, .paymentMethod, .person, .placemark,
  ].compactMap(\.plain)
}

extension IntentValue {
  /// The coding of values of this kind, regardless of the metadata of their type; nil for kinds
  /// whose types have no coding.
  package var coding: ValueCoding? { kind?.plain?.coding }
}
