import IntentModel

extension IntentValue {
  /// A typed value with what its text cannot show of the value it takes the place of, as long as it
  /// is still about the same thing.
  ///
  /// The same thing is: an object with the same identifier, a person with the same name or handle, a
  /// way to pay of the same kind, a phrase with the same words, a place with the same coordinates,
  /// and whatever has the same text as before.
  func keepingUnseen(of old: IntentValue?) -> IntentValue {
    guard let old, self != old else { return self }
    switch (self, old) {
    case (.object(var object), .object(let before)) where object.identifier == before.identifier:
      (object.subtitle, object.properties) = (before.subtitle, before.properties)
      return .object(object)
    case (.person(var person), .person(let before)) where person.isAlso(before):
      person.identifier = before.identifier
      return .person(person)
    case (.paymentMethod(var method), .paymentMethod(let before)) where method.kind == before.kind:
      method.identificationHint = before.identificationHint
      return .paymentMethod(method)
    case (.placemark(var place), .placemark(let before)) where place.isAt(before):
      place.keepAddress(of: before)
      return .placemark(place)
    case (.speakableString, .speakableString), (.placemark, .placemark):
      return ValueText.text(of: self) == ValueText.text(of: old) ? old : self
    default: return self
    }
  }
}

extension Person {
  fileprivate func isAlso(_ other: Person) -> Bool {
    name == other.name || (handle != nil && handle == other.handle)
  }
}

extension Placemark {
  fileprivate func isAt(_ other: Placemark) -> Bool {
    latitude != nil && longitude != nil && latitude == other.latitude
      && longitude == other.longitude
  }

  fileprivate mutating func keepAddress(of other: Placemark) {
    (street, city, state) = (other.street, other.city, other.state)
    (postalCode, country) = (other.postalCode, other.country)
  }
}
