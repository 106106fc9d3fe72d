/// The methods of a SiriKit handler for a parameter, by their names in Swift and Objective-C.
package enum HandlerMethod: CaseIterable {
  /// Reports whether a value can be used.
  case resolution
  /// Gives the choices as a collection.
  case choices
  /// Gives the choices on systems without collections.
  case choicesBeforeCollections
  /// Gives the initial value of a new intent.
  case defaultValue

  private var start: String {
    switch self {
    case .resolution: "resolve"
    case .choices, .choicesBeforeCollections: "provide"
    case .defaultValue: "default"
    }
  }

  private var ending: String {
    switch self {
    case .choices: "OptionsCollection"
    case .choicesBeforeCollections: "Options"
    case .resolution, .defaultValue: ""
    }
  }

  /// The name of the method for a parameter.
  ///
  /// - Parameter member: The name of the parameter in the class.
  func name(of member: String) -> String { start + SwiftName.capitalized(member) + ending }

  /// The method with a name, and its parameter with a lowercase first letter; nil for any other
  /// name.
  package static func reading(_ name: Substring) -> (method: HandlerMethod, parameter: String)? {
    for method in allCases where name.hasPrefix(method.start) && name.hasSuffix(method.ending) {
      let middle = name.dropFirst(method.start.count).dropLast(method.ending.count)
      guard let first = middle.first, first.isUppercase || !first.isLetter else { continue }
      return (method, first.lowercased() + middle.dropFirst())
    }
    return nil
  }
}
