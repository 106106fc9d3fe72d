#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension IntentSchema {
  /// Everything that is wrong with a value of a parameter, whatever the family; empty for a valid one.
  ///
  /// The number of values is not looked at: it depends on the family, and values beyond its maximum
  /// are kept in a draft (see ``countIssue(with:for:family:)``).
  public func issues(with value: IntentValue, for parameter: IntentParameter) -> [IntentIssue] {
    let path = IntentPath.parameter(parameter.name)
    guard parameter.supportsMultipleValues else {
      if case .array = value { return [IntentIssue(.arrayForSingle, at: path)] }
      return issues(with: value, type: parameter.type, at: path)
    }
    guard case .array(let elements) = value else {
      return [IntentIssue(.singleForArray, at: path)]
    }
    return elements.indices.flatMap {
      issues(with: elements[$0], type: parameter.type, at: path.appending($0))
    }
  }

  /// The issue of a value with more elements than a family takes; nil when it fits.
  public func countIssue(
    with value: IntentValue, for parameter: IntentParameter, family: WidgetFamily
  ) -> IntentIssue? {
    guard case .array(let elements) = value, parameter.supportsMultipleValues,
      let maximum = parameter.maximumCount(for: family), elements.count > maximum
    else { return nil }
    return IntentIssue(
      .tooManyValues(count: elements.count, maximum: maximum, family: family),
      at: .parameter(parameter.name))
  }

  /// Everything that is wrong with one value of a type; empty for a valid one.
  public func issues(
    with value: IntentValue, type: ParameterType, at path: IntentPath
  ) -> [IntentIssue] {
    switch (type, value) {
    case (_, .array): [IntentIssue(.nestedArray, at: path)]
    case (.boolean, .boolean): []
    case (.integer(let metadata), .integer(let number)):
      Self.rangeIssues(number, metadata.lowerLimit, metadata.upperLimit, at: path)
    case (.decimal(let metadata), .decimal(let number)):
      Self.decimalIssues(number, metadata.lowerLimit, metadata.upperLimit, at: path)
    case (.timeInterval(let metadata), .timeInterval(let seconds)):
      Self.durationIssues(seconds, metadata, at: path)
    case (.string(let metadata), .string(let text)):
      Self.textIssues(text, isMultiline: metadata.isMultiline, at: path)
    case (.speakableString, .speakableString(let speakable)):
      Self.speakableIssues(speakable, at: path)
    case (.enumeration(let reference, _), .enumeration(let name)):
      caseIssues(name, reference: reference, at: path)
    case (.object(let reference), .object(let object)):
      objectIssues(object, type: reference.flatMap { types[$0] }, at: path)
    case (.dateComponents(let metadata), .dateComponents(let components)):
      Self.componentIssues(components, kind: metadata.kind, at: path)
    case (.url, .url(let text)):
      IntentURL.isValid(text) ? [] : [IntentIssue(.notAURL(text), at: path)]
    case (.file, .file(let text)): Self.requiredTextIssues(text, at: path)
    case (.placemark, .placemark(let place)): Self.placemarkIssues(place, at: path)
    case (.person, .person(let person)): Self.personIssues(person, at: path)
    case (.paymentMethod, .paymentMethod(let method)):
      Self.paymentIssues(method, at: path)
    case (.currencyAmount(let metadata), .currencyAmount(let amount)):
      Self.currencyIssues(amount, metadata, at: path)
    case (.measurement(let metadata), .measurement(let measurement)):
      Self.measurementIssues(measurement, metadata, at: path)
    case (.other(let name), _): [IntentIssue(.noEditor(type: name), at: path)]
    default:
      [IntentIssue(.wrongType(expected: type.valueKind, found: value.kindName), at: path)]
    }
  }

  private func caseIssues(
    _ name: String, reference: TypeReference, at path: IntentPath
  ) -> [IntentIssue] {
    guard let enumeration = enums[reference] else {
      // Apple's own enums are in no file: any name may be right (intent-runtime §1.1).
      return reference.isSystem ? [] : [IntentIssue(.danglingEnum(reference.name), at: path)]
    }
    if enumeration.choice(named: name) != nil { return [] }
    let isNoValue = enumeration.cases.contains { $0.name == name }
    return [
      IntentIssue(
        isNoValue
          ? .caseIsNoValue(name) : .unknownCase(name, choices: enumeration.choices.map(\.name)),
        at: path)
    ]
  }

  private func objectIssues(
    _ object: IntentObject, type: IntentObjectType?, at path: IntentPath
  ) -> [IntentIssue] {
    var found: [IntentIssue] = []
    if object.identifier.isEmpty {
      found.append(IntentIssue(.emptyIdentifier, at: path.appending("identifier")))
    }
    found += Self.textIssues(
      object.identifier, isMultiline: false, at: path.appending("identifier"))
    found += Self.memberIssues(
      [("display", object.display), ("subtitle", object.subtitle)], at: path)
    // A type that the file does not define says nothing about its properties.
    guard let type else { return found }
    let properties = Dictionary(
      type.ownProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for (name, value) in object.properties.sorted(by: { $0.key < $1.key }) {
      guard let property = properties[name] else {
        let reason = IntentIssue.Reason.unknownProperty(
          name, type: type.name, choices: type.ownProperties.map(\.name))
        found.append(IntentIssue(reason, at: path.appending(name)))
        continue
      }
      found += propertyIssues(value, property: property, at: path.appending(name))
    }
    return found
  }

  private func propertyIssues(
    _ value: IntentValue, property: IntentObjectType.Property, at path: IntentPath
  ) -> [IntentIssue] {
    switch (property.supportsMultipleValues, value) {
    case (true, .array(let elements)):
      elements.indices.flatMap {
        issues(with: elements[$0], type: property.type, at: path.appending($0))
      }
    case (true, _): [IntentIssue(.singleForArray, at: path)]
    case (false, .array): [IntentIssue(.arrayForSingle, at: path)]
    case (false, _): issues(with: value, type: property.type, at: path)
    }
  }
}
