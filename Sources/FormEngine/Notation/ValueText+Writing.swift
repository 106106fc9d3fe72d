public import IntentModel
import IntentOptions

extension ValueText {
  /// The text of a value, which reads back as the same value except for parts that the text does
  /// not show.
  ///
  /// - Parameters:
  ///   - value: The value to write.
  ///   - notation: How to write numbers, dates and times; the text is read back in the same
  ///     notation.
  public static func text(
    of value: IntentValue, notation: ValueNotation = .canonical
  ) -> String {
    switch value {
    case .boolean(let isOn): isOn ? "yes" : "no"
    case .integer(let number): String(number)
    case .decimal(let number): notation.written(number.shortest)
    case .string(let text), .enumeration(let text), .url(let text), .file(let text): text
    case .object(let object): halves(object.identifier, object.display)
    case .dateComponents(let components): DateText.text(of: components, notation: notation)
    case .timeInterval(let seconds): notation.written(DurationText.text(of: seconds))
    case .placemark(let place): text(of: place)
    case .person(let person): text(of: person)
    case .currencyAmount(let amount):
      "\(notation.written(amount.amount)) \(amount.currencyCode)"
    case .paymentMethod(let method):
      method.name.map { "\(escaped(method.kind))|\($0)" } ?? escaped(method.kind)
    case .speakableString(let speakable): speakable.spokenPhrase
    case .measurement(let measurement):
      "\(notation.written(measurement.value.shortest)) \(measurement.unit)"
    case .array(let values):
      values.map { text(of: $0, notation: notation) }.joined(separator: ", ")
    }
  }

  /// The text of a value as people see it, with the labels in the definition.
  ///
  /// - Parameters:
  ///   - value: The value to write.
  ///   - type: The type of the value.
  ///   - schema: The intent that defines the labels of enum cases.
  ///   - words: The language of yes, no and units, and the locale of dates, numbers and amounts.
  ///   - titles: The texts, by identifier, of choices that do not contain their own: the
  ///     parameter's texts in ``IntentDraft/titles``.
  public static func display(
    of value: IntentValue, type: ParameterType, schema: IntentSchema, words: FormWords = .english,
    titles: [String: String]? = nil
  ) -> String {
    if let titles, let title = value.choiceIdentifier.flatMap({ titles[$0] }) { return title }
    return switch value {
    case .boolean(let isOn): booleanName(isOn, type, words)
    case .integer(let number): words.format.text(of: number)
    case .decimal(let number): words.format.text(of: number)
    case .dateComponents(let components): words.text(of: components, type: type)
    case .currencyAmount(let amount): words.format.text(of: amount)
    case .measurement(let measurement):
      words.format.text(of: measurement.value, unit: measurement.unit)
    case .enumeration(let name):
      schema.enumeration(of: type)?.title(ofChoice: name) ?? name
    case .object(let object): object.display.isEmpty ? object.identifier : object.display
    case .timeInterval(let seconds): DurationText.display(of: seconds, words: words)
    case .paymentMethod(let method): method.name ?? method.kind
    case .person(let person) where person.handle == nil: person.name
    case .placemark(let place) where place.coordinates == nil:
      place.name ?? address(of: place)
    case .array(let values):
      values.map { display(of: $0, type: type, schema: schema, words: words, titles: titles) }
        .joined(separator: ", ")
    default: text(of: value)
    }
  }

  private static func booleanName(
    _ isOn: Bool, _ type: ParameterType, _ words: FormWords
  ) -> String {
    let word = words(isOn ? .isOn : .isOff)
    guard case .boolean(let metadata) = type else { return word }
    guard metadata.hasOwnTitles else { return word }
    let other = (isOn ? metadata.falseName : metadata.trueName).text ?? words(isOn ? .isOff : .isOn)
    let title = (isOn ? metadata.trueName : metadata.falseName).text ?? word
    return title == other ? ToldApart.title(title, by: String(isOn)) : title
  }

  private static func halves(_ identifier: String, _ display: String) -> String {
    identifier == display ? escaped(identifier) : "\(escaped(identifier))|\(display)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
  }

  /// Adds an empty handle if the name itself ends like a handle.
  private static func text(of person: Person) -> String {
    if let handle = person.handle { return "\(person.name) <\(handle)>" }
    return person.name.hasSuffix(">") ? person.name + " <>" : person.name
  }

  private static func text(of place: Placemark) -> String {
    guard let coordinates = place.coordinates else {
      let name = place.name ?? address(of: place)
      return isOnlyName(name) ? name : name + " @"
    }
    return place.name.map { "\($0) @\(coordinates)" } ?? coordinates
  }

  private static func address(of place: Placemark) -> String {
    let town = [place.postalCode, place.city].compactMap { $0 }.joined(separator: " ")
    return [place.street, town, place.state, place.country].compactMap { $0 }
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
