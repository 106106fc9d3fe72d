package import IntentModel
import JSONC
import Messages

/// A parameter that is written on one line, such as `speed:decimal=1.5 min=0 max=3 slider`.
///
///     NAME:TYPE[(...)][[]][=DEFAULT] [WORD | KEY=VALUE]...
///
/// The types are the types of JSON definitions, and `date`, `time`, `dateTime`, `duration`, `place`
/// and `currency`. An enum lists its cases, as in `color:enum(red,green="Light green")=red`; an
/// object gives its type and properties, as in `slot:object(Slot mode:string)`. `[]` makes an
/// array.
///
/// The keys are the keys of parameters in definition JSON, the short forms `min` and `max`, and
///
/// - `label=TEXT`, by default the name in words,
/// - `sizes=N` or `sizes=small:1,medium:3`: the maximum number of values by family,
/// - `when=PARENT`, `when=!PARENT` for a Boolean, `when=PARENT=VALUE|VALUE` with any of
///   `= != > >= < <=`,
/// - `source=FILE.json`, `source=FILE.csv`, `source=URL` or `source=./PROGRAM`: the source of
///   dynamic choices,
/// - `choices=A|B`: the choices to write to the parameter's file; `a:A|b:B` gives identifiers too.
///
/// A parameter with a source or with choices is dynamic. A Boolean key, such as `dynamic`,
/// `searchable` or `multiline`, has no value; a control, such as `slider`, has none either.
/// `fallback` makes the file of choices the fallback of the source. Text with spaces needs double
/// quotation marks.
package struct ParameterSpec {
  /// The name of the parameter.
  package let name: String

  /// The source of the choices as written; nil for the file of choices.
  package var source: String?

  /// The contents of the file of choices.
  package var choices: [String] = []

  /// Whether the file of choices is the fallback of the source.
  package var hasFallback = false

  /// Whether a provider gives the choices.
  package var isDynamic: Bool {
    members[Key.dynamic.rawValue] == true || members[Key.searchable.rawValue] == true
  }

  typealias Key = DefinitionKeys.Parameter

  let type: DefinitionTypeName
  /// The place of the parameter in messages; empty if it is not from a written line.
  let place: String
  /// The parameter in definition JSON, without its condition.
  var members = JSONObject()
  /// The enums that the parameter and its properties define.
  var enumerations: [JSONValue] = []
  /// The object types that the parameter defines: its own, then its properties' types.
  var objectTypes: [JSONValue] = []
  var condition: ParameterCondition?
  /// The sizes by family as written, and their place.
  var sizes: (text: String, place: String)?
  /// The places of the values that are written for members and for choices, by name.
  package var places: [String: String] = [:]
  /// The problems of the line by itself.
  var errors: [FormatError] = []

  init(name: String, type: DefinitionTypeName, place: String = "") {
    self.name = name
    self.type = type
    self.place = place
  }

  /// Reads the seconds of a duration as people type it; nil for any other text.
  package typealias DurationReading = @Sendable (String) -> Double?

  /// Reads a line.
  ///
  /// - Parameter place: The origin of the line in messages, such as `--parameter`.
  /// - Throws: `FormatErrors` with everything that is wrong, with columns in the line.
  package static func read(
    _ text: String, place: String, seconds: @escaping DurationReading = { _ in nil }
  ) throws(FormatErrors) -> ParameterSpec {
    var reader = SpecReader(text, place: place, seconds: seconds)
    let spec = reader.spec()
    guard let spec, reader.errors.isEmpty else { throw FormatErrors(reader.errors) }
    return spec
  }

  /// Makes a parameter from the answers to a form.
  ///
  /// - Parameters:
  ///   - answers: The answers.
  ///   - seconds: Reads durations that are not a plain number.
  /// - Throws: `FormatErrors` with everything that is wrong.
  package init(
    _ answers: ParameterAnswers, seconds: @escaping DurationReading = { _ in nil }
  ) throws(FormatErrors) {
    var reader = SpecReader("", place: "", seconds: seconds)
    let spec = reader.spec(answers)
    guard let spec, reader.errors.isEmpty else { throw FormatErrors(reader.errors) }
    self = spec
  }

  /// Reads lines with one parameter each, and reports the parts that cannot be read.
  ///
  /// The problems of all lines are reported together, when a definition is made from the
  /// parameters.
  ///
  /// - Parameters:
  ///   - place: The origin of the lines in messages, such as `--parameter`.
  ///   - seconds: Reads durations that are not a plain number.
  package static func reading(
    _ lines: [String], place: String, seconds: @escaping DurationReading = { _ in nil }
  ) -> [ParameterSpec] {
    lines.map { line in
      var reader = SpecReader(line, place: place, seconds: seconds)
      var spec =
        reader.spec() ?? ParameterSpec(name: String(line.prefix { $0 != ":" }), type: .one(.string))
      spec.errors = reader.errors
      return spec
    }
  }
}

extension ParameterSpec {
  /// A dynamic parameter of a definition, without information about its source.
  package static func undescribed(_ parameter: ParameterDefinition) -> ParameterSpec {
    var spec = ParameterSpec(name: parameter.name, type: parameter.type.definitionName)
    spec.members[Key.dynamic.rawValue] = true
    return spec
  }
}
