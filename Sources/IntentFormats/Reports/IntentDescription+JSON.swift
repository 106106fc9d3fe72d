import IntentModel
import JSONC

extension IntentDescription {
  private enum Key: String, JSONKey {
    case intent, title, description, eligibleForWidgets, rows, withoutRow
  }
  private enum RowKey: String, JSONKey {
    case name, label, control, `default`, dynamic, searchable, multiple, sizes, cases, parent
    case condition, children
  }
  private enum PartKey: String, JSONKey { case name, label, reason }

  /// Descriptions as JSON, for scripts: an array of intents; two-space indent, final newline.
  ///
  /// What does not apply is left out: `default` where there is none, `condition` and `parent` for a
  /// row that is always shown, `sizes` where there is no limit.
  /// - Throws: `FormatError` never in practice: there are no numbers but whole ones.
  public static func json(_ descriptions: [IntentDescription]) throws(FormatError) -> String {
    try JSONValue.array(descriptions.map(\.value)).text(.pretty)
  }

  private var value: JSONValue {
    var builder = JSONBuilder<Key>()
    builder.set(.intent, typeName)
    builder.set(.title, title)
    builder.set(.description, text)
    builder.set(.eligibleForWidgets, .bool(isEligibleForWidgets))
    builder.set(.rows, JSONValue.array(rows.map(Self.json)))
    builder.set(
      .withoutRow,
      hidden.map { hidden in
        var builder = JSONBuilder<PartKey>()
        builder.set(.name, hidden.name)
        builder.set(.reason, hidden.reason)
        return builder.value
      })
    return builder.value
  }

  private static func json(_ row: Row) -> JSONValue {
    var builder = JSONBuilder<RowKey>()
    builder.set(.name, row.name)
    builder.set(.label, row.label)
    builder.set(.control, row.control)
    builder.set(.default, row.defaultValue)
    builder.set(.dynamic, row.isDynamic)
    builder.set(.searchable, row.isSearchable)
    builder.set(.multiple, row.isMultiple)
    if !row.sizes.isEmpty {
      let sizes = row.sizes.map { (key: $0.family.rawValue, value: JSONValue.integer($0.count)) }
      builder.set(.sizes, .object(JSONObject(sizes)))
    }
    builder.set(
      .cases,
      row.cases.map { item in
        var builder = JSONBuilder<PartKey>()
        builder.set(.name, item.name)
        builder.set(.label, item.label)
        return builder.value
      })
    builder.set(.parent, row.parent)
    builder.set(.condition, row.condition)
    builder.set(.children, row.children.map { .string($0) })
    return builder.value
  }
}
