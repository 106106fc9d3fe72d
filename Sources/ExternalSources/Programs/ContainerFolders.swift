import Messages
import WidgetFormats

/// The folders in which the programs of widgets keep files: in each, a widget has its container.
package struct ContainerFolders: Sendable {
  /// The variable with the folder for requests without a scope; for a program, with its container.
  package static let variable = CommandSource.containerVariable

  /// The variable with the folder that has a folder for each scope.
  package static let scopesVariable = variable + "S"

  private let own: String?
  private let ofScopes: String?

  /// Finds the folders in the variables of the process.
  init(environment: [String: String]) {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    (own, ofScopes) = (folder(Self.variable), folder(Self.scopesVariable))
  }

  /// Whether each scope has its own folder.
  var hasScopes: Bool { ofScopes != nil }

  /// The folder for the requests of a scope, or for those without one; nil if there is none.
  ///
  /// A scope never uses the folder of another scope, or of requests without one.
  func folder(of scope: String?) -> String? {
    guard let scope else { return own }
    return ofScopes.map { Self.folder(of: scope, in: $0) }
  }

  /// The folder of a scope; its name is `local` for an empty scope, which has no other name.
  ///
  /// - Parameters:
  ///   - scope: The name of the scope, which can be any text.
  ///   - folder: The folder that has a folder for each scope.
  package static func folder(of scope: String, in folder: String) -> String {
    let digits = scope.utf8.map { $0.hexadecimal(digits: 2) }.joined()
    return "\(folder)/\(scope.isEmpty ? "local" : digits)"
  }
}
