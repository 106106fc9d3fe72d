extension DefinitionChecks {
  /// Defaults and bounds.
  static let values: [Check] = [
    defaultCases, supportedCases, defaults, bounds, sliders, dateFormats, units,
    currencies,
  ]

  /// A default that is not a case of its enum, or that the parameter does not support; `unknown` is
  /// a case and means "no value".
  private static func defaultCases(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      guard case .enumeration(let reference, let name?) = place.parameter.type,
        let enumeration = context.file.supportedEnumeration(reference),
        enumeration.item(named: name) == nil
      else { return nil }
      let isUnknown = context.file.enumeration(reference)?.item(named: name) == nil
      let rule: DefinitionFinding.Rule =
        isUnknown
        ? .defaultCase(name, enumeration: enumeration.name, choices: enumeration.choiceNames)
        : .defaultUnsupported(name, choices: enumeration.choiceNames)
      return DefinitionFinding(rule, at: place.path.appending("default"))
    }
  }

  /// A supported value that is not a case of the enum.
  private static func supportedCases(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      guard case .enumeration(let reference, _) = place.parameter.type,
        let supported = reference.supportedCases,
        let enumeration = context.file.enumeration(reference)
      else { return [] }
      let path = place.path.appending("supportedValues")
      if supported.isEmpty { return [DefinitionFinding(.supportedNone, at: path)] }
      return supported.enumerated().filter { enumeration.choice(named: $0.element) == nil }.map {
        DefinitionFinding(
          .supportedCase(
            $0.element, enumeration: enumeration.name, choices: enumeration.choiceNames),
          at: path.appending($0.offset))
      }
    }
  }

  /// A default that the parameter's type does not accept; another check covers enums.
  private static func defaults(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      if case .enumeration = place.parameter.type { return [] }
      guard let value = place.parameter.type.staticDefault, value.isPresent else { return [] }
      let path = place.path.appending("default")
      return place.schema.issues(with: value, type: place.parameter.type, at: path).map {
        DefinitionFinding(.defaultOutOfRange($0.reason), at: path)
      }
    }
  }

  private static func bounds(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.typedElements.compactMap { type, path in
      guard let (lower, upper) = type.reversedLimits else { return nil }
      return DefinitionFinding(
        .minimumAboveMaximum(minimum: type.bound(lower), maximum: type.bound(upper)),
        at: path.appending("minimum"))
    }
  }

  /// Date formats and styles that the runtime does not know.
  private static func dateFormats(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      guard case .dateComponents(let metadata) = place.parameter.type else { return [] }
      var found: [DefinitionFinding] = []
      if let format = metadata.format, DateFormat.Name(rawValue: format) == nil {
        found.append(
          DefinitionFinding(.unknownDateFormat(format), at: place.path.appending("format")))
      }
      for (key, style) in [("dateStyle", metadata.dateStyle), ("timeStyle", metadata.timeStyle)] {
        guard let style, DateStyle(rawValue: style) == nil else { continue }
        found.append(DefinitionFinding(.unknownDateStyle(style), at: place.path.appending(key)))
      }
      return found
    }
  }

  /// Units that a quantity does not have; for App Intents, unknown unit names are reported as
  /// unreadable parts.
  private static func units(_ context: DefinitionContext) -> [DefinitionFinding] {
    guard context.file.origin == nil else { return [] }
    return context.typedElements.flatMap { type, path -> [DefinitionFinding] in
      guard case .measurement(let metadata) = type else { return [] }
      return metadata.unknownUnits.map { key, name in
        DefinitionFinding(
          .unknownUnit(name, of: metadata.dimension, instead: metadata.standardUnit),
          at: path.appending(key))
      }
    }
  }

  /// Currency codes that no amount can have.
  private static func currencies(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.typedElements.flatMap { type, path -> [DefinitionFinding] in
      guard case .currencyAmount(let metadata) = type else { return [] }
      return metadata.currencyCodes.enumerated().compactMap { position, code in
        code.isCurrencyCode
          ? nil
          : DefinitionFinding(
            .invalidCurrency(code), at: path.appending("currencies").appending(position))
      }
    }
  }

  /// A slider needs both ends; another check reports ends in the wrong order.
  private static func sliders(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      let type = place.parameter.type
      let hasEnds =
        switch type {
        case .integer(let metadata): metadata.control != .slider || metadata.sliderScale != nil
        case .decimal(let metadata): metadata.control != .slider || metadata.sliderScale != nil
        default: true
        }
      guard !hasEnds, type.reversedLimits == nil else { return nil }
      return DefinitionFinding(.sliderWithoutBounds, at: place.path.appending("control"))
    }
  }
}

extension ParameterType {
  /// The two ends of a range of numbers or durations (in seconds), if the lower end is greater than
  /// the upper one; otherwise nil.
  fileprivate var reversedLimits: (Double, Double)? {
    let (lower, upper): (Double?, Double?) =
      switch self {
      case .integer(let metadata):
        (metadata.lowerLimit.map { Double($0) }, metadata.upperLimit.map { Double($0) })
      case .decimal(let metadata): (metadata.lowerLimit, metadata.upperLimit)
      case .timeInterval(let metadata): (metadata.lowerLimit, metadata.upperLimit)
      default: (nil, nil)
      }
    guard let lower, let upper, lower > upper else { return nil }
    return (lower, upper)
  }

  fileprivate func bound(_ value: Double) -> String {
    if case .timeInterval = self { return value.durationWords }
    return value.shortest
  }
}

extension DefinitionChecks {
  /// The sizes of arrays, and whether there is anything to choose.
  static let arrays: [Check] = [
    missingSizes, sizesOfSingleValues, sizesNotInForce, sizeEntries, shrinkingSizes, dynamicMissing,
  ]

  private static func missingSizes(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      let parameter = place.parameter
      guard parameter.supportsMultipleValues, parameter.hasFixedSize,
        parameter.arraySizes?.entries.isEmpty ?? true
      else { return nil }
      return DefinitionFinding(.sizesMissing, at: place.path.appending("fixedSize"))
    }
  }

  private static func sizesOfSingleValues(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      let parameter = place.parameter
      guard !parameter.supportsMultipleValues, parameter.hasFixedSize || parameter.arraySizes != nil
      else { return nil }
      let path = place.path
      return DefinitionFinding(
        .sizesOfSingleValue,
        at: parameter.arraySizes == nil ? path.appending("fixedSize") : path.sizes)
    }
  }

  private static func sizesNotInForce(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      let parameter = place.parameter
      guard parameter.supportsMultipleValues, !parameter.hasFixedSize, parameter.arraySizes != nil
      else { return nil }
      return DefinitionFinding(.sizesNotInForce, at: place.path.sizes)
    }
  }

  private static func sizeEntries(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      let path = place.path.sizes
      let entries = place.parameter.arraySizes?.entries ?? []
      return entries.enumerated().flatMap { number, entry -> [DefinitionFinding] in
        var found: [DefinitionFinding] = []
        let element = path.appending(number)
        if WidgetFamily(sizeClass: entry.sizeClass)?.isKnown != true,
          entry.sizeClass != ArraySizes.everyFamily || context.file.origin == nil
        {
          found.append(
            DefinitionFinding(
              .unknownSizeClass(entry.sizeClass), at: element.appending("sizeClass")))
        }
        if entry.size < 1 {
          found.append(
            DefinitionFinding(.sizeBelowOne(entry.size), at: element.appending("size")))
        }
        return found
      }
    }
  }

  /// Each home screen family should have room for at least as many values as the next smaller one.
  private static func shrinkingSizes(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      guard place.schema.intent.isEligibleForWidgets, place.parameter.supportsMultipleValues,
        place.parameter.hasFixedSize, let sizes = place.parameter.arraySizes
      else { return [] }
      return WidgetFamily.allCases.compactMap { larger in
        guard larger.isOnHomeScreen, let smaller = larger.sizeFallback else { return nil }
        let (less, more) = (sizes.maximum(for: smaller), sizes.maximum(for: larger))
        // An unknown size does not count as greater.
        guard more < less, less < .max,
          let entry = sizes.entries.firstIndex(where: { $0.sizeClass == larger.sizeClass })
        else { return nil }
        return DefinitionFinding(
          .shrinkingSizes(larger: larger, size: more, smaller: smaller, than: less),
          at: place.path.sizes.appending(entry))
      }
    }
  }

  /// An object whose type the document defines can only be chosen from a provider's choices.
  private static func dynamicMissing(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      guard case .object(let reference?) = place.parameter.type,
        place.parameter.isChosenFromOptions, place.schema.intent.isEligibleForWidgets,
        place.parameter.canHaveRow, !place.parameter.options.isDynamic
      else { return nil }
      return DefinitionFinding(
        .dynamicMissing(type: reference.name), at: place.path.appending("dynamic"))
    }
  }
}
