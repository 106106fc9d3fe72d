public import IntentModel

/// A text being edited for a row, in one part or several.
public struct TextEditing: Sendable, Hashable {
  /// What the parts are.
  public enum Layout: Sendable, Hashable {
    /// One text.
    case line
    /// The identifier and the text of an object.
    case object
    /// A field for each unit of a duration.
    case duration
    /// The parts of a date or a time, in the order of the notation.
    case date([DatePart])
    /// A number, and a unit or a currency out of some.
    case quantity(units: [String])
  }

  /// The row the text is for.
  public let row: FormRowID

  /// What the parts are.
  public let layout: Layout

  /// The names of the parts; a single part has none.
  public let labels: [String]

  /// The parts.
  public internal(set) var fields: [TextField]

  /// The part that has the cursor.
  public internal(set) var active = 0

  /// What is wrong with the text as it stood at the last attempt to take it over.
  public internal(set) var issue: IntentIssue?

  /// What the path being typed can go on with, where that was asked for.
  public internal(set) var completion: PathCompletion?

  /// Whether the next digit begins the active part anew, as after it was gone to.
  var isFresh = true
  /// The measurement that conversions start from, so that going there and back changes nothing.
  var anchor: QuantityAnchor?
  /// What was typed to find a unit.
  var unitSearch = ""
  /// Whether the unit being typed is the one the number was meant in, so that nothing is converted.
  var keepsNumber = false

  private let original: [String]

  /// Makes an editor of parts that show the value as it stands.
  init(
    row: FormRowID, layout: Layout = .line, labels: [String] = [""], texts: [String],
    original: [String]? = nil
  ) {
    self.row = row
    self.layout = layout
    self.labels = labels
    fields = texts.map { TextField($0) }
    self.original = original ?? fields.map(\.text)
  }

  /// What stands in the parts.
  var texts: [String] { fields.map(\.text) }

  /// Whether anything else stands in the parts than at first.
  var isChanged: Bool { texts != original }

  /// The active part of a date; nil where no date is edited in parts.
  public var datePart: DatePart? {
    guard case .date(let parts) = layout, parts.indices.contains(active) else { return nil }
    return parts[active]
  }
}

/// A part of a date or a time that has a field of its own.
public enum DatePart: Sendable, Hashable {
  case component(IntentDateComponent)
  /// AM or PM.
  case period

  /// How many characters the field takes.
  public var width: Int { self == .component(.year) ? 4 : 2 }
}

/// A number in a unit as a person gave it, and the text of the number.
struct QuantityAnchor: Sendable, Hashable {
  var value: Double
  var text: String
  var unit: String
}
