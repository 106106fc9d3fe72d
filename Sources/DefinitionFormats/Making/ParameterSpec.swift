package import IntentModel
import JSONC
package import Messages

/// A parameter that is written on one line, according to the ``grammar``.
///
/// Parentheses contain the cases of an enum, or the type and the properties of an object. By
/// default, the label consists of the words in the name. A parameter with a source or with choices
/// is dynamic. A Boolean key can be written without a value, and a control without its key. Text
/// with spaces needs double quotation marks.
package struct ParameterSpec {
  /// The keys and words of a line that are not keys of parameters in definition JSON.
  package enum Word: String, CaseIterable {
    /// The condition of the row.
    case when
    /// The source of the choices.
    case source
    /// The choices to write to the parameter's file, each optionally preceded by an identifier.
    case choices
    /// Makes the file of choices the fallback of the source.
    case fallback
    /// The text that asks for a value.
    case prompt
  }

  /// The sign between the name and the type.
  static let typeSign: Character = ":"

  /// How a line begins, for texts.
  package static let beginning = "NAME\(typeSign)TYPE"

  /// An example of a line.
  static let example = "speed:decimal=1.5 min=0 max=3 slider"

  /// The grammar of a line, with examples, for help texts.
  package static let grammar = """
    \(beginning)[(...)][[]][=DEFAULT] [WORD | KEY=VALUE]...

      \(example)
      color:enum(red,green="Light green")=red
      slots:object(Slot)[] sizes=small:1,medium:2 source=./slots
      start:date when=color=red label="Starts on"

    TYPE is a type of definitions in JSON, or date, time, dateTime, duration, place or currency; \
    [] makes an array. KEY is a key of parameters in JSON (widgetconfig schema definition), or min, \
    max, sizes, when (PARENT, !PARENT for a Boolean, PARENT=VALUE), source (FILE.json, FILE.csv, \
    URL, ./PROGRAM), choices (A|B), prompt. WORD is slider, stepper, field, dynamic, searchable, \
    multiline, negative, or fallback: a file of choices stands in for a source that fails.
    """

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

  /// The types whose values can have a control, such as a slider.
  package static let typesWithControl = DefinitionTypeName.allCases
    .filter { Key.keys(of: $0).contains(.control) }.map(\.rawValue)

  let type: DefinitionTypeName
  /// The position of the parameter in messages; empty for a parameter that a definition already has.
  let place: String
  /// The parameter in definition JSON, without its condition and its sizes.
  var members = JSONObject()
  /// The enums that the parameter and its properties define.
  var enumerations: [JSONValue] = []
  /// The object types that the parameter defines: its own type, then the types of its properties.
  var objectTypes: [JSONValue] = []
  var condition: ParameterCondition?
  /// The sizes by family as written, and their position.
  var sizes: (text: String, place: String)?
  /// The positions of the values that are written for members and for choices, by name.
  package var places: [String: String] = [:]
  /// The problems of the line itself.
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
        reader.spec()
        ?? ParameterSpec(name: String(line.prefix { $0 != typeSign }), type: .one(.string))
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

extension Message {
  /// The rule about the types whose values can have a control.
  package static var typesWithControl: Message {
    """
    Only the types \(ParameterSpec.typesWithControl.listed("and")) can have a control, such as a \
    slider.
    """
  }
}
