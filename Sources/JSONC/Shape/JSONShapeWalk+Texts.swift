extension JSONShapeWalk {
  mutating func acceptText(_ token: JSONToken, _ node: Node) -> Bool {
    guard node.pointee.allowsEmpty || token.count > 0 else { return false }
    // Copying a rule costs more than the rest of this function, so it is avoided if possible.
    let needsRule =
      !token.contents.isEmpty || node.pointee.hasCondition
      || isWriting && node.pointee.hasCanonicalForm
    guard node.pointee.rule >= 0, needsRule else {
      if isWriting { write(token) }
      return true
    }
    let rule = table.textRules[Int(node.pointee.rule)]
    if !token.contents.isEmpty, let decides = rule.acceptsControls,
      !tokens.withMeaning(of: token, { decides(String(decoding: $0, as: UTF8.self)) })
    {
      return false
    }
    if node.pointee.hasCondition, let accepts = rule.accepts,
      !tokens.withMeaning(of: token, { accepts($0.span) })
    {
      return false
    }
    if isWriting { write(token, rule.canonical) }
    return true
  }

  private mutating func write(
    _ token: JSONToken, _ canonical: (@Sendable (Span<UInt8>) -> String?)? = nil
  ) {
    if let canonical, var form = tokens.withMeaning(of: token, { canonical($0.span) }) {
      form.withUTF8 { output.appendQuoted($0, mayNeedEscapes: true) }
    } else if token.contents.contains(.escape) {
      let meaning = Array(JSONStringBytes(tokens.source(of: token)))
      meaning.withUnsafeBufferPointer { output.appendQuoted($0, mayNeedEscapes: true) }
    } else {
      output.appendQuoted(tokens.source(of: token), mayNeedEscapes: false)
    }
  }

  mutating func acceptChoice(_ token: JSONToken, _ node: Node) -> Bool {
    guard let place = choice(token, node) else { return false }
    if isWriting { output.append(table.quoted(table.firstName(of: node)[place])) }
    return true
  }

  /// The index of a text among the choices of a node.
  func choice(_ token: JSONToken, _ node: Node) -> Int? {
    guard token.kind == .string else { return nil }
    return tokens.withMeaning(of: token) { text in
      let names = table.firstName(of: node)
      return (0..<Int(node.pointee.count)).first { table.isName(text, names[$0]) }
    }
  }
}
