/// The parts in which a value is edited, each with its text; one part has the cursor.
struct EditorFields: Sendable, Hashable {
  /// The names of the parts; a single part has none.
  let labels: [String]

  /// The parts.
  var fields: [TextField]

  /// The part that has the cursor.
  var active = 0

  private let original: [String]

  /// Makes parts that show the current value.
  ///
  /// - Parameter isChanged: Whether the parts count as changed even before the first edit.
  init(_ texts: [String], labels: [String] = [""], isChanged: Bool = false) {
    self.labels = labels
    fields = texts.map { TextField($0) }
    original = isChanged ? [] : fields.map(\.text)
  }

  /// The texts of the parts.
  var texts: [String] { fields.map(\.text) }

  /// Whether the texts differ from the initial ones.
  var isChanged: Bool { texts != original }

  /// Replaces the text of the active part.
  mutating func put(_ text: String) { fields[active] = TextField(text) }

  /// Moves by a number of parts, wrapping around at the ends.
  mutating func moveActive(by parts: Int) { active = active.moved(by: parts, among: fields.count) }
}
