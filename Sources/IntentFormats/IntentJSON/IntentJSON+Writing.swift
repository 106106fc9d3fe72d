public import IntentModel
import JSONC

extension IntentJSON {
  /// An intent as a document: two-space indent, final newline, the same bytes for the same intent.
  ///
  /// - Parameters:
  ///   - intent: The intent.
  ///   - name: The name of the placed widget; nil for none.
  ///   - schema: Gives the order of the properties of objects; nil for the order of their names.
  /// - Throws: `FormatError` for a number that is not finite, which no valid intent holds.
  public static func text(
    of intent: Intent, name: String? = nil, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    try json(of: intent, name: name, schema: schema).text(.pretty)
  }

  /// An intent as a line of a JSON Lines document, without the line feed at its end.
  ///
  /// - Throws: `FormatError` for a number that is not finite, which no valid intent holds.
  public static func line(
    of intent: Intent, name: String? = nil, schema: IntentSchema? = nil
  ) throws(FormatError) -> String {
    try json(of: intent, name: name, schema: schema).text(.compact)
  }

  static func json(of intent: Intent, name: String?, schema: IntentSchema?) -> JSONValue {
    let writer = IntentValueWriter(schema: schema)
    var parameters = JSONObject()
    for argument in intent.arguments {
      let type = schema?.parameter(named: argument.name)?.type
      parameters.append(key: argument.name, value: writer.json(argument.value, type: type))
    }
    var builder = JSONBuilder<Key>()
    builder.set(.name, name)
    builder.set(.intent, intent.typeName)
    builder.set(.family, intent.family.rawValue)
    builder.set(.parameters, .object(parameters))
    return builder.value
  }
}
