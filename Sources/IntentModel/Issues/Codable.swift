extension IntentPath: Codable {
  /// Writes the components as an array of keys and indexes.
  public func encode(to encoder: any Encoder) throws {
    var steps = encoder.unkeyedContainer()
    for component in components {
      switch component {
      case .key(let key): try steps.encode(key)
      case .index(let index): try steps.encode(index)
      }
    }
  }

  /// Reads an array of keys and indexes.
  public init(from decoder: any Decoder) throws {
    var steps = try decoder.unkeyedContainer()
    var components: [Component] = []
    while !steps.isAtEnd {
      if let index = try? steps.decode(Int.self) {
        components.append(.index(index))
      } else {
        components.append(.key(try steps.decode(String.self)))
      }
    }
    self.init(components)
  }
}

extension IntentIssue: Codable {
  private enum Key: String, CodingKey {
    case code, severity, pointer, text, remedy, path, reason
  }

  /// Writes the code, the severity, the JSON Pointer, and the sentence and the remedy in English.
  ///
  /// The members `path` and `reason` are enough to restore the issue; the other members are for
  /// readers in any language. The code is stable; `reason` can change between versions of the
  /// library.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(code, forKey: .code)
    try members.encode(severity, forKey: .severity)
    try members.encode(path.pointer, forKey: .pointer)
    try members.encode(sentence, forKey: .text)
    try members.encode(remedy, forKey: .remedy)
    try members.encode(path, forKey: .path)
    try members.encode(reason, forKey: .reason)
  }

  /// Reads the parts of an issue that the same version of the library wrote.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    self.init(
      try members.decode(Reason.self, forKey: .reason),
      at: try members.decode(IntentPath.self, forKey: .path))
  }
}
