/// The answers to the questions about a new parameter.
package struct ParameterAnswers {
  /// The name of the parameter.
  package var name: String
  /// The type as named in a line, such as `dateTime`.
  package var type: String
  /// The label; nil to derive it from the name.
  package var label: String?
  /// The texts of an enum's cases.
  package var cases: [String] = []
  /// The default as typed.
  package var standard: String?
  /// The minimum of a number or a duration.
  package var minimum: Double?
  /// The maximum of a number or a duration.
  package var maximum: Double?
  /// The unit for the plain numbers of a duration.
  package var unit: String?
  /// The control of a number.
  package var control: String?
  /// Whether the parameter holds several values.
  package var isArray = false
  /// The maximum number of values as typed, such as ``exampleSizes``.
  package var sizes: String?
  /// Whether the choices come from a source.
  package var isDynamic = false
  /// The source as typed.
  package var source: String?
  /// The parameter on which the row depends.
  package var parent: String?
  /// The required value of the parent, as typed, such as `red` or ``exampleConditions``; nil for
  /// any value.
  package var condition: String?

  package static let exampleSizes = ["3", "small:1,medium:3"]
  package static let exampleConditions = ["=red", ">2"]

  /// Makes answers with a name and a type.
  package init(name: String, type: String) {
    self.name = name
    self.type = type
  }
}
