extension IntentDefinitionFile {
  /// The document with identifiers for all texts that have none.
  ///
  /// The identifiers look like those of Xcode. They are derived from the location of the text,
  /// which consists of the names of intents, parameters, enums, cases, types and properties.
  /// Therefore every reading produces the same identifiers, and a changed text keeps its
  /// translations. The identifiers are unique and different from the existing ones.
  public func withMadeIdentifiers() -> IntentDefinitionFile {
    var maker = IdentifierMaker()
    var copy = self
    maker.complete(&copy)
    maker.isMaking = true
    maker.complete(&copy)
    return copy
  }
}

/// Makes identifiers from locations; a first pass collects the existing ones.
private struct IdentifierMaker {
  var isMaking = false
  private var used = Set<String>()
  /// How often each location was tried, so that equal locations do not try the same identifiers
  /// again.
  private var attempts: [String: Int] = [:]

  /// The length of an identifier, as in files written by Xcode.
  private static let length = 6

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  mutating func complete(_ text: inout LocalizedText, _ place: [String]) {
    if let id = text.id { used.insert(id) }
    guard isMaking, text.text != nil, text.id == nil else { return }
    let whole = place.joined(separator: "/")
    while true {
      let attempt = attempts[whole, default: 0]
      attempts[whole] = attempt + 1
      let made = Self.identifier(of: attempt == 0 ? whole : "\(whole)#\(attempt)")
      if used.insert(made).inserted {
        text.id = made
        return
      }
    }
  }

  /// Makes an identifier from the FNV-1a hash of a location.
  private static func identifier(of place: String) -> String {
    var hash = fnv1a(place.utf8)
    var name = ""
    for _ in 0..<length {
      name.append(letters[Int(hash % UInt64(letters.count))])
      hash /= UInt64(letters.count)
    }
    return name
  }

  mutating func complete(_ file: inout IntentDefinitionFile) {
    for i in file.intents.indices { complete(&file.intents[i]) }
    for i in file.enums.indices { complete(&file.enums[i]) }
    for i in file.types.indices { complete(&file.types[i]) }
  }

  mutating func complete(_ intent: inout IntentDefinition) {
    let place = ["intent", intent.name]
    complete(&intent.title, place + ["title"])
    complete(&intent.description, place + ["description"])
    for i in intent.parameters.indices {
      let inner = place + [intent.parameters[i].name]
      complete(&intent.parameters[i].displayName, inner + ["label"])
      complete(&intent.parameters[i].placeholder, inner + ["placeholder"])
      complete(&intent.parameters[i].type, inner)
      for p in intent.parameters[i].promptDialogs.indices {
        let kind = intent.parameters[i].promptDialogs[p].kind ?? "\(p)"
        complete(&intent.parameters[i].promptDialogs[p].formatString, inner + ["prompt", kind])
      }
    }
  }

  mutating func complete(_ enumeration: inout IntentEnum) {
    let place = ["enum", enumeration.name]
    complete(&enumeration.displayName, place)
    for i in enumeration.cases.indices {
      complete(&enumeration.cases[i].displayName, place + [enumeration.cases[i].name])
    }
  }

  mutating func complete(_ type: inout IntentObjectType) {
    let place = ["type", type.name]
    complete(&type.displayName, place)
    for i in type.properties.indices {
      let inner = place + [type.properties[i].name]
      complete(&type.properties[i].displayName, inner)
      complete(&type.properties[i].type, inner)
    }
  }

  mutating func complete(_ type: inout ParameterType, _ place: [String]) {
    switch type {
    case .boolean(var metadata):
      complete(&metadata.trueName, place + ["on"])
      complete(&metadata.falseName, place + ["off"])
      type = .boolean(metadata)
    case .string(var metadata):
      complete(&metadata.defaultValue, place + ["default"])
      type = .string(metadata)
    case .speakableString(var metadata):
      complete(&metadata.defaultValue, place + ["default"])
      type = .speakableString(metadata)
    case .dateComponents(var metadata):
      complete(&metadata.template, place + ["template"])
      type = .dateComponents(metadata)
    default: return
    }
  }
}
