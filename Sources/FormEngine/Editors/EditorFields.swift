/// The parts in which a value is edited: a text for each, one of which has the cursor.
struct EditorFields: Sendable, Hashable {
  /// The names of the parts; a single part has none.
  let labels: [String]

  /// The parts.
  var fields: [TextField]

  /// The part that has the cursor.
  var active = 0

  private let original: [String]

  /// Makes parts that show the value as it stands.
  ///
  /// - Parameter isChanged: Whether the texts differ from the value in any case.
  init(_ texts: [String], labels: [String] = [""], isChanged: Bool = false) {
    self.labels = labels
    fields = texts.map { TextField($0) }
    original = isChanged ? [] : fields.map(\.text)
  }

  /// What stands in the parts.
  var texts: [String] { fields.map(\.text) }

  /// What stands in the active part.
  var activeText: String { fields[active].text }

  /// Whether anything else stands in the parts than at first.
  var isChanged: Bool { texts != original }

  /// Puts a text into the active part, in place of what stands there.
  mutating func put(_ text: String) { fields[active] = TextField(text) }

  /// Goes on by parts, round at the ends.
  mutating func goOn(by parts: Int) { active = active.moved(by: parts, among: fields.count) }
}
