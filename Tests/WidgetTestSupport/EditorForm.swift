public import FormEngine
public import IntentModel
public import IntentOptions

/// A form with one row for each kind of editor.
public enum EditorForm {
  /// Cities with an index by their initials.
  public static let cities: OptionsCollection = {
    let names = ["Athens", "Århus", "Berlin", "Bern", "Çorum", "Oslo", "Ōsaka", "東京", "3 Rivers"]
    var collection = OptionsCollection(
      items: names.map { OptionItem(identifier: $0.lowercased(), display: $0) })
    collection.usesIndexedCollation = true
    collection.promptLabel = "Which city is shown?"
    return collection
  }()

  /// The parameters in the order of their rows.
  public static var parameters: [ParameterDefinition] {
    [
      row("switch", "Mirror", .boolean(BooleanMetadata())),
      row("field", "Count", .integer(NumberMetadata(defaultValue: 12))),
      row(
        "stepper", "Lines",
        .integer(
          NumberMetadata(control: .stepper, defaultValue: 3, minimum: .value(1), maximum: .value(9))
        )
      ),
      row(
        "slider", "Emphasis",
        .decimal(
          NumberMetadata(
            control: .slider, defaultValue: 0.5, minimum: .value(0), maximum: .value(1)))),
      row("decimal", "Factor", .decimal(NumberMetadata(defaultValue: 1.5))),
      row("text", "Heading", .string(StringMetadata())),
      row("note", "Note", .string(StringMetadata(isMultiline: true))),
      row(
        "wait", "Look ahead",
        .timeInterval(TimeIntervalMetadata(units: .single(.hours), defaultValue: 36))),
      row("day", "Day", .dateComponents(.medium(.date))),
      row("time", "Time", .dateComponents(.medium(.time))),
      row("moment", "Moment", .dateComponents(.medium(.dateTime))),
      row("style", "Style", .enumeration(TypeReference("Style"), defaultCase: "plain")),
      row("city", "City", .object(nil), isDynamic: true),
      row("word", "Word", .string(StringMetadata()), isDynamic: true),
      row("owner", "Owner", .object(nil), isDynamic: true),
      row("link", "Link", .url(defaultValue: nil)),
      row("place", "Place", .placemark(detail: nil)),
      row("person", "Person", .person(detail: nil)),
      row("file", "File", .file(FileMetadata())),
      row("price", "Price", .currencyAmount(CurrencyMetadata(currencyCodes: ["EUR", "USD"]))),
      row("pay", "Pay with", .paymentMethod),
      row("say", "Phrase", .speakableString(StringMetadata())),
      row(
        "distance", "Distance",
        .measurement(
          MeasurementMetadata(dimension: .distance, unit: "Kilometers", defaultValue: 5))),
      list,
    ]
  }

  private static var list: ParameterDefinition {
    var list = row("list", "Numbers", .integer(NumberMetadata()))
    list.supportsMultipleValues = true
    list.arraySizes = ArraySizes([.systemSmall: 1, .systemMedium: 3])
    list.hasFixedSize = true
    return list
  }

  private static func row(
    _ name: String, _ label: String, _ type: ParameterType, isDynamic: Bool = false
  ) -> ParameterDefinition {
    ParameterDefinition(
      name: name, type: type, displayName: LocalizedText(label), isConfigurable: true,
      options: isDynamic ? .dynamic(searchable: false) : .none)
  }

  /// The schema of an intent with the parameters.
  public static var schema: IntentSchema {
    let style = IntentEnum(
      name: "Style",
      cases: ["unknown", "plain", "bold", "wide"].enumerated().map {
        IntentEnum.Case(name: $0.element, index: $0.offset)
      })
    let placed = parameters.enumerated().map { $0.element.at(priority: $0.offset + 1) }
    let intent = IntentDefinition(name: "Editors", parameters: placed)
    return IntentSchema(intent, in: IntentDefinitionFile(intents: [intent], enums: [style]))
  }

  /// A form that was just opened in a locale; no provider has the owner's choices.
  public static func state(_ locale: String = "en") -> FormState {
    FormState(
      FormSetup(
        schema: schema, title: "Editors", description: "One row for every kind of editor.",
        families: [.systemMedium, .systemSmall], providers: .stubs(["city": false, "word": false]),
        locale: locale, today: CivilDate(clampingYear: 2026, month: 11, day: 21), home: "/home/ann"
      ).takingJSON,
      family: .systemMedium)
  }
}

/// An in-memory file system for forms in tests.
public enum SampleFolders {
  /// The folders, by their paths as typed.
  public static let entries: [String: [FolderEntry]] = [
    "~/": [
      FolderEntry("Documents", isFolder: true), FolderEntry("Downloads", isFolder: true),
      FolderEntry("notes.txt"), FolderEntry("東京.png"),
    ],
    "~/Documents/": [FolderEntry("plan.pdf"), FolderEntry("plan\u{1B}[31m.txt")],
    "~/Downloads/": (1...60).map { FolderEntry("part-\($0).zip") },
  ]

  /// The response to a request for the entries of a folder.
  public static func list(_ folder: String) -> Result<[FolderEntry], FolderError> {
    entries[folder].map { .success($0) } ?? .failure(.notThere)
  }
}
