/// The lists at the root of a definition, in the order in which findings are reported.
///
/// The names are the keys of definition JSON; `DefinitionKeys` in `DefinitionFormats` also declares
/// them, together with the corresponding keys of property lists. Therefore the path of a finding
/// leads to its location in a file.
package enum DefinitionList: String, CaseIterable, Sendable {
  case intents, enums, types

  /// The key of the list inside each element: parameters, cases or properties.
  var parts: String {
    switch self {
    case .intents: "parameters"
    case .enums: "cases"
    case .types: "properties"
    }
  }
}

extension IntentPath {
  /// The path of a list in a definition.
  static func list(_ list: DefinitionList) -> IntentPath { IntentPath([.key(list.rawValue)]) }

  /// The path of an intent, an enum or an object type in a definition.
  package static func element(_ number: Int, of list: DefinitionList) -> IntentPath {
    .list(list).appending(number)
  }

  /// The path of the parameters, cases or properties of an element.
  package static func parts(of list: DefinitionList, _ number: Int) -> IntentPath {
    .element(number, of: list).appending(list.parts)
  }

  /// The path of the rows of an App Intent.
  static func summary(ofIntent number: Int) -> IntentPath {
    .element(number, of: .intents).appending("summary")
  }

  /// The path of the sizes of the parameter at this path.
  var sizes: IntentPath { appending("sizes") }

  /// The path of the condition of the parameter at this path, or of a part of the condition.
  func visibleWhen(_ part: String? = nil) -> IntentPath {
    let condition = appending("visibleWhen")
    return part.map { condition.appending($0) } ?? condition
  }
}
