extension IntentDefinitionFile {
  /// The document with its texts translated by identifier; texts without a translation stay.
  ///
  /// - Parameter translate: What a string table has for an identifier; nil where it has nothing.
  public func localized(by translate: (String) -> String?) -> IntentDefinitionFile {
    var copy = self
    copy.intents = intents.map { $0.localized(by: translate) }
    copy.enums = enums.map { $0.localized(by: translate) }
    copy.types = types.map { $0.localized(by: translate) }
    return copy
  }
}

extension IntentDefinition {
  func localized(by translate: (String) -> String?) -> IntentDefinition {
    var copy = self
    copy.title = title.localized(by: translate)
    copy.description = description.localized(by: translate)
    copy.parameters = parameters.map { $0.localized(by: translate) }
    return copy
  }
}

extension IntentParameter {
  func localized(by translate: (String) -> String?) -> IntentParameter {
    var copy = self
    copy.displayName = displayName.localized(by: translate)
    copy.placeholder = placeholder.localized(by: translate)
    copy.type = type.localized(by: translate)
    copy.promptDialogs = promptDialogs.map { dialog in
      var copy = dialog
      copy.formatString = dialog.formatString.localized(by: translate)
      return copy
    }
    return copy
  }
}

extension StringMetadata {
  /// A default that is only an identifier is none, and stays none (corpus-facts §0.14).
  func localized(by translate: (String) -> String?) -> StringMetadata {
    guard defaultValue.text != nil else { return self }
    var copy = self
    copy.defaultValue = defaultValue.localized(by: translate)
    return copy
  }
}

extension IntentEnum {
  func localized(by translate: (String) -> String?) -> IntentEnum {
    var copy = self
    copy.displayName = displayName.localized(by: translate)
    copy.cases = cases.map { item in
      var copy = item
      copy.displayName = item.displayName.localized(by: translate)
      return copy
    }
    return copy
  }
}

extension IntentObjectType {
  func localized(by translate: (String) -> String?) -> IntentObjectType {
    var copy = self
    copy.displayName = displayName.localized(by: translate)
    copy.properties = properties.map { property in
      var copy = property
      copy.displayName = property.displayName.localized(by: translate)
      copy.type = property.type.localized(by: translate)
      return copy
    }
    return copy
  }
}
