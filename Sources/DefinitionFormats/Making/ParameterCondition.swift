import IntentModel
import Messages

/// The condition of a parameter, as it follows the key in a line.
struct ParameterCondition {
  var parent: String
  var isNegated: Bool
  /// The relation and the values; nil if the condition names only the parent.
  var comparison: (relation: ParameterRelation, values: [String])?
  var text: String
  var place: String

  /// The error for a `!` that negates anything but a single Boolean.
  ///
  /// - Parameter example: The condition that was probably meant, as it must be written.
  func wrongNegation(example: String) -> FormatError {
    FormatError(
      file: place, code: SpecReader.wrongShape,
      sentence: "“\(name: text)” negates something other than a single Boolean parameter.",
      remedy: .writeParameterAs(example: "\(SpecReader.Word.when.rawValue)=\(example)"))
  }
}
