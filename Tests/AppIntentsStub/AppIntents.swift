// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stub of Apple's App Intents with the declarations that generated code uses, so that the code
// can be compiled without Xcode. Names, labels and types are those in Apple's documentation; the
// declarations do nothing. The stub can verify neither availability nor the requirements of Xcode's
// metadata reader.

public import Foundation

// MARK: Texts

public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable, Hashable {
  public init(stringLiteral value: String) {}
  public init(_ key: StaticString, defaultValue: String.LocalizationValueStub, table: String? = nil)
  {}
}

extension String {
  /// Represents `String.LocalizationValue`, which Foundation lacks on Linux.
  public struct LocalizationValueStub: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
  }
}

public struct IntentDescription: Sendable {
  public init(_ description: LocalizedStringResource) {}
}

public struct TypeDisplayRepresentation: Sendable {
  public init(name: LocalizedStringResource) {}
}

public struct DisplayRepresentation: Sendable, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil
  ) {}

  public struct Image: Sendable, Hashable {
    public init(systemName: String) {}
  }
}

// MARK: Values

public protocol IntentValueStub: Sendable {
  associatedtype ValueType: Sendable = Self
  associatedtype UnwrappedType: Sendable = Self
}

extension Bool: IntentValueStub {
  public struct IntentDisplayName: Sendable {
    public init(true: LocalizedStringResource, false: LocalizedStringResource) {}
  }
}
extension Int: IntentValueStub {
  public enum IntentControlStyle: Sendable { case field, stepper }
}
extension Double: IntentValueStub {
  public enum IntentControlStyle: Sendable { case field, stepper, slider }
}
extension String: IntentValueStub {
  public struct IntentInputOptions: Sendable {
    public enum CapitalizationType: Sendable { case none, words, sentences, allCharacters }
    public init(
      capitalizationType: CapitalizationType = .sentences, multiline: Bool = false,
      autocorrect: Bool = true, smartQuotes: Bool = true, smartDashes: Bool = true
    ) {}
  }
}
extension URL: IntentValueStub {}
extension DateComponents: IntentValueStub {
  public enum IntentKind: Sendable { case date, time, dateTime }
}
extension Measurement: IntentValueStub where UnitType: IntentUnitStub {}
extension Optional: IntentValueStub where Wrapped: IntentValueStub {
  public typealias ValueType = Wrapped.ValueType
  public typealias UnwrappedType = Wrapped
}
extension Array: IntentValueStub where Element: IntentValueStub {
  public typealias ValueType = Element.ValueType
}

public struct IntentPerson: IntentValueStub {}
public struct IntentFile: IntentValueStub {}
public struct IntentPaymentMethod: IntentValueStub {}
public struct IntentCurrencyAmount: IntentValueStub {}

/// A class of Foundation's units, with the units that an intent can use.
public protocol IntentUnitStub: Dimension {
  associatedtype IntentUnit: Sendable
}
extension UnitDuration: IntentUnitStub {
  public enum IntentUnit: Sendable { case seconds, minutes, hours, days }
}
extension UnitLength: IntentUnitStub {
  public enum IntentUnit: Sendable {
    case meters, kilometers, centimeters, millimeters, miles, yards, feet, inches, nauticalMiles
  }
}
extension UnitMass: IntentUnitStub {
  public enum IntentUnit: Sendable {
    case kilograms, grams, milligrams, metricTons, pounds, ounces, stones
  }
}
extension UnitVolume: IntentUnitStub {
  public enum IntentUnit: Sendable {
    case liters, milliliters, cubicMeters, gallons, quarts, pints, cups, fluidOunces
  }
}
extension UnitTemperature: IntentUnitStub {
  public enum IntentUnit: Sendable { case celsius, fahrenheit, kelvin }
}
extension UnitSpeed: IntentUnitStub {
  public enum IntentUnit: Sendable { case kilometersPerHour, metersPerSecond, milesPerHour, knots }
}
extension UnitEnergy: IntentUnitStub {
  public enum IntentUnit: Sendable {
    case kilojoules, joules, kilocalories, calories, kilowattHours
  }
}
extension UnitArea: IntentUnitStub {
  public enum IntentUnit: Sendable {
    case squareMeters, squareKilometers, hectares, acres, squareFeet, squareMiles
  }
}
extension UnitPower: IntentUnitStub {
  public enum IntentUnit: Sendable { case watts, kilowatts, megawatts, horsepower }
}
extension UnitPressure: IntentUnitStub {
  public enum IntentUnit: Sendable {
    case hectopascals, newtonsPerMetersSquared, kilopascals, bars, millimetersOfMercury,
      inchesOfMercury, poundsForcePerSquareInch
  }
}
extension UnitAngle: IntentUnitStub {
  public enum IntentUnit: Sendable { case degrees, radians, revolutions }
}
extension UnitFrequency: IntentUnitStub {
  public enum IntentUnit: Sendable { case hertz, kilohertz, megahertz, gigahertz }
}
extension UnitInformationStorage: IntentUnitStub {
  public enum IntentUnit: Sendable {
    case megabytes, bytes, kilobytes, gigabytes, terabytes, kibibytes, mebibytes, gibibytes
  }
}

// MARK: Intents

public protocol IntentResult: Sendable {}

public struct EmptyResultStub: IntentResult {}

extension IntentResult where Self == EmptyResultStub {
  public static func result() -> EmptyResultStub { EmptyResultStub() }
}

public protocol ReturnsValue<Value>: IntentResult {
  associatedtype Value: IntentValueStub
}

public struct ValueResultStub<Value: IntentValueStub>: ReturnsValue {}

extension IntentResult {
  public static func result<Value: IntentValueStub>(value: Value) -> Self
  where Self == ValueResultStub<Value> { ValueResultStub() }
}

public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  associatedtype SummaryContent: ParameterSummary
  func perform() async throws -> PerformResult
  static var title: LocalizedStringResource { get }
  static var description: IntentDescription? { get }
  static var isDiscoverable: Bool { get }
  static var supportedModes: IntentModes { get }
  static var parameterSummary: SummaryContent { get }
  init()
}

public struct IntentModes: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let background = IntentModes(rawValue: 1)
  public static let foreground = IntentModes(rawValue: 2)
  public enum ForegroundStub: Sendable { case immediate, dynamic, deferred }
  public static func foreground(_ mode: ForegroundStub) -> IntentModes { .foreground }
}

extension AppIntent {
  public static var supportedModes: IntentModes { .background }
  public typealias Parameter = IntentParameter
  public typealias Summary = IntentParameterSummary<Self>
  public typealias When = ParameterSummaryWhenCondition
  public typealias Switch<Value: Sendable> = ParameterSummarySwitchCondition<Self, Value>
  public typealias Case = ParameterSummaryCaseCondition
  public typealias DefaultCase = ParameterSummaryDefaultCaseCondition
  public static var description: IntentDescription? { nil }
  public static var isDiscoverable: Bool { true }
}

public protocol WidgetConfigurationIntent: AppIntent {}

extension WidgetConfigurationIntent {
  public func perform() async throws -> some IntentResult { EmptyResultStub() }
}

public protocol CustomIntentMigratedAppIntent: AppIntent {
  static var intentClassName: String { get }
}

// MARK: Enums, entities, queries

public protocol AppEnum: IntentValueStub, RawRepresentable, CaseIterable, Hashable
where RawValue: LosslessStringConvertible {
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

public protocol AppEntity: IntentValueStub, Identifiable where ID: Sendable {
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
  static var defaultQuery: DefaultQuery { get }
  var displayRepresentation: DisplayRepresentation { get }
}

extension AppEntity {
  public typealias Property = EntityProperty
}

@propertyWrapper public final class EntityProperty<Value: IntentValueStub>: Sendable {
  public convenience init(title: LocalizedStringResource)
  where Value: ExpressibleByNilLiteral { self.init(()) }
  private init(_ nothing: Void) {}
  public var wrappedValue: Value {
    get { preconditionFailure("The stand-in holds no values.") }
    set { _ = newValue }
  }
  public var projectedValue: EntityProperty { self }
}

public protocol DynamicOptionsProvider: Sendable {
  associatedtype Result
  associatedtype DefaultValue: Sendable = Never
  func results() async throws -> Result
  func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider where DefaultValue == Never {
  public func defaultResult() async -> Never? { nil }
}

public protocol EntityQuery: DynamicOptionsProvider {
  associatedtype Entity: AppEntity
  init()
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  func suggestedEntities() async throws -> Result
}

extension EntityQuery {
  public func results() async throws -> Result { try await suggestedEntities() }
}

extension EntityQuery where Result == [Entity] {
  public func suggestedEntities() async throws -> [Entity] { [] }
}

public protocol EntityStringQuery: EntityQuery {
  func entities(matching string: String) async throws -> Result
}

public struct IntentItemCollection<Value: IntentValueStub>: Sendable {
  public static var empty: IntentItemCollection { IntentItemCollection() }
}

public enum IntentWidgetFamily: Sendable, Hashable {
  case systemSmall, systemMedium, systemLarge, systemExtraLarge, systemExtraLargePortrait
  case accessoryCorner, accessoryCircular, accessoryRectangular, accessoryInline
}

public struct IntentCollectionSize: ExpressibleByIntegerLiteral, Sendable {
  public init(integerLiteral value: Int) {}
  public init(exactly count: Int) {}
  public init(min: Int, max: Int) {}
}

@propertyWrapper public struct IntentParameterDependency<Intent: AppIntent>: Sendable {
  public init(_ paths: PartialKeyPath<Intent>...) {}
  public var wrappedValue: Projection? { nil }

  /// The values that were set.
  @dynamicMemberLookup public struct Projection: Sendable {
    public subscript<Value>(dynamicMember path: KeyPath<Intent, Value>) -> Value {
      preconditionFailure("The stand-in holds no values.")
    }
  }
}

// MARK: Parameters

public protocol AnyIntentValue {
  associatedtype Value
}

@propertyWrapper
public final class IntentParameter<Value: IntentValueStub>: AnyIntentValue, Sendable {
  fileprivate init(_ nothing: Void) {}
  public var wrappedValue: Value {
    get { preconditionFailure("The stand-in holds no values.") }
    set { _ = newValue }
  }
  public var projectedValue: IntentParameter { self }
}

extension IntentParameter {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil,
    size: [IntentWidgetFamily: IntentCollectionSize]
  ) { self.init(()) }
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    optionsProvider: Provider
  ) { self.init(()) }
}
extension IntentParameter where Value: ExpressibleByNilLiteral {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil
  ) { self.init(()) }
}
extension IntentParameter where Value.UnwrappedType: RangeReplaceableCollection {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType
  ) { self.init(()) }
}
extension IntentParameter where Value.ValueType: AppEnum {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, supportedValues: [Value.ValueType]
  ) { self.init(()) }
  public convenience init<Provider: DynamicOptionsProvider>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    supportedValues: [Value.ValueType], optionsProvider: Provider
  ) { self.init(()) }
}
extension IntentParameter where Value.ValueType == Bool {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType, displayName: Bool.IntentDisplayName? = nil
  ) { self.init(()) }
}
extension IntentParameter where Value.ValueType == Int {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, controlStyle: Int.IntentControlStyle,
    inclusiveRange: (lowerBound: Int, upperBound: Int)? = nil
  ) { self.init(()) }
}
extension IntentParameter where Value.ValueType == Double {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType? = nil, controlStyle: Double.IntentControlStyle,
    inclusiveRange: (lowerBound: Double, upperBound: Double)? = nil
  ) { self.init(()) }
}
extension IntentParameter where Value.UnwrappedType == String {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: String? = nil, inputOptions: String.IntentInputOptions
  ) { self.init(()) }
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: String
  ) { self.init(()) }
}
extension IntentParameter where Value.UnwrappedType: AppEnum {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    default defaultValue: Value.UnwrappedType
  ) { self.init(()) }
}
extension IntentParameter where Value.ValueType == DateComponents {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    kind: DateComponents.IntentKind
  ) { self.init(()) }
}
extension IntentParameter where Value.ValueType == IntentCurrencyAmount {
  public convenience init(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    currencyCodes: [String]
  ) { self.init(()) }
}
extension IntentParameter {
  public convenience init<Unit: IntentUnitStub>(
    title: LocalizedStringResource, description: LocalizedStringResource? = nil,
    defaultValue: Double? = nil, defaultUnit: Unit.IntentUnit, supportsNegativeNumbers: Bool = true
  ) where Value.ValueType == Measurement<Unit> { self.init(()) }
}

// MARK: Summaries

public protocol ParameterSummary {
  associatedtype Intent: AppIntent
}

public struct ParameterSummaryString<Intent: AppIntent>: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation<Value: IntentValueStub>(
      _ keyPath: KeyPath<Intent, IntentParameter<Value>>
    ) {}
  }
}

public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
  public init() {}
  public init(_ sentence: ParameterSummaryString<Intent>, table: String? = nil) {}
  public init(
    _ sentence: ParameterSummaryString<Intent>, table: String? = nil,
    @ParameterKeyPathsBuilder _ parameters: () -> [PartialKeyPath<Intent>]
  ) {}
  public init(@ParameterKeyPathsBuilder _ parameters: () -> [PartialKeyPath<Intent>]) {}

  @resultBuilder public enum ParameterKeyPathsBuilder {
    public static func buildExpression(_ path: PartialKeyPath<Intent>) -> PartialKeyPath<Intent> {
      path
    }
    public static func buildBlock(_ paths: PartialKeyPath<Intent>...) -> [PartialKeyPath<Intent>] {
      paths
    }
  }
}

@resultBuilder public enum ParameterSummaryBuilder<Intent: AppIntent> {
  public static func buildBlock<Content: ParameterSummary>(_ content: Content) -> Content
  where Content.Intent == Intent { content }
}

public enum EquatableComparisonOperator: Sendable { case equalTo, notEqualTo }
public enum HasValueComparisonOperator: Sendable { case hasAnyValue, hasNoValue }
public enum ComparableComparisonOperator: Sendable {
  case lessThan, lessThanOrEqualTo, greaterThan, greaterThanOrEqualTo
}

public struct ParameterSummaryWhenCondition<
  Intent: AppIntent, WhenCondition: ParameterSummary, Otherwise: ParameterSummary
>: ParameterSummary where WhenCondition.Intent == Intent, Otherwise.Intent == Intent {
  public init<Parameter: AnyIntentValue>(
    _ keyPath: KeyPath<Intent, Parameter>, _ comparison: HasValueComparisonOperator,
    @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
    @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
  ) {}
  public init<Parameter: AnyIntentValue>(
    _ keyPath: KeyPath<Intent, Parameter>, _ comparison: EquatableComparisonOperator,
    _ value: Parameter.Value, @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
    @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
  ) where Parameter.Value: Equatable {}
  public init<Parameter: AnyIntentValue, Value: Equatable>(
    _ keyPath: KeyPath<Intent, Parameter>, _ comparison: EquatableComparisonOperator,
    _ value: Value, @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
    @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
  ) where Parameter.Value == Value? {}
  public init<Parameter: AnyIntentValue, Value: Comparable>(
    _ keyPath: KeyPath<Intent, Parameter>, _ comparison: ComparableComparisonOperator,
    _ value: Value, @ParameterSummaryBuilder<Intent> _ when: () -> WhenCondition,
    @ParameterSummaryBuilder<Intent> otherwise: () -> Otherwise
  ) where Parameter.Value == Value? {}
}

public struct ParameterSummaryCaseCondition<Intent: AppIntent, Value: Sendable> {
  public init<Content: ParameterSummary>(
    _ value: Value, @ParameterSummaryBuilder<Intent> _ summary: () -> Content
  ) where Content.Intent == Intent {}
}

public struct ParameterSummaryDefaultCaseCondition<Intent: AppIntent, Value: Sendable> {
  public init<Content: ParameterSummary>(
    @ParameterSummaryBuilder<Intent> _ summary: () -> Content
  ) where Content.Intent == Intent {}
}

@resultBuilder public enum ParameterSummaryCaseBuilder<Intent: AppIntent, Value: Sendable> {
  public static func buildExpression(_ item: ParameterSummaryCaseCondition<Intent, Value>) -> Void {
  }
  public static func buildExpression(
    _ item: ParameterSummaryDefaultCaseCondition<Intent, Value>
  ) -> Void {}
  public static func buildBlock(_ items: Void...) -> Void {}
}

public struct ParameterSummarySwitchCondition<Intent: AppIntent, Value: Sendable>: ParameterSummary
{
  public init(
    _ keyPath: KeyPath<Intent, IntentParameter<Value?>>,
    @ParameterSummaryCaseBuilder<Intent, Value> _ cases: () -> Void
  ) where Value: IntentValueStub {}
}
