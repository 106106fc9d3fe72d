extension DefinitionChecks {
  /// The sizes of arrays, and whether anything can be chosen.
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
      let part = parameter.arraySizes == nil ? "fixedSize" : "sizes"
      return DefinitionFinding(.sizesOfSingleValue, at: place.path.appending(part))
    }
  }

  private static func sizesNotInForce(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      let parameter = place.parameter
      guard parameter.supportsMultipleValues, !parameter.hasFixedSize, parameter.arraySizes != nil
      else { return nil }
      return DefinitionFinding(.sizesNotInForce, at: place.path.appending("sizes"))
    }
  }

  private static func sizeEntries(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      let path = place.path.appending("sizes")
      let entries = place.parameter.arraySizes?.entries ?? []
      return entries.enumerated().flatMap { number, entry -> [DefinitionFinding] in
        var found: [DefinitionFinding] = []
        let element = path.appending(number)
        if WidgetFamily(sizeClass: entry.sizeClass) == nil {
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

  /// Of the home screen's families each has room for what the one before it has.
  private static func shrinkingSizes(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.flatMap { place -> [DefinitionFinding] in
      guard place.parameter.supportsMultipleValues, place.parameter.hasFixedSize,
        let sizes = place.parameter.arraySizes
      else { return [] }
      let families = [WidgetFamily.systemSmall, .systemMedium, .systemLarge, .systemExtraLarge]
      return zip(families, families.dropFirst()).compactMap { smaller, larger in
        let (less, more) = (sizes.maximum(for: smaller), sizes.maximum(for: larger))
        guard more < less,
          let entry = sizes.entries.firstIndex(where: { $0.sizeClass == larger.sizeClass })
        else { return nil }
        return DefinitionFinding(
          .shrinkingSizes(larger: larger, size: more, smaller: smaller, than: less),
          at: place.path.appending("sizes").appending(entry))
      }
    }
  }

  /// An object of a type of the document can only be chosen from what a provider offers.
  private static func dynamicMissing(_ context: DefinitionContext) -> [DefinitionFinding] {
    context.parameters.compactMap { place in
      guard case .object(let reference?) = place.parameter.type, !reference.isSystem,
        place.parameter.canHaveRow, !place.parameter.options.isDynamic
      else { return nil }
      return DefinitionFinding(
        .dynamicMissing(type: reference.name), at: place.path.appending("dynamic"))
    }
  }
}
