import Messages
import WidgetFormats

/// The folders in which the programs of widgets keep files; each folder has a container for each
/// widget.
package struct ContainerFolders: Sendable {
  /// The variable with the folder for requests without a scope.
  ///
  /// A program gets the path of its container in a variable of the same name.
  package static let variable = CommandSource.containerVariable

  /// The variable with the folder that contains a folder for each scope.
  package static let scopesVariable = variable + "S"

  private let own: String?
  private let ofScopes: String?

  /// Finds the folders from the environment variables of the process.
  init(environment: [String: String]) {
    func folder(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    (own, ofScopes) = (folder(Self.variable), folder(Self.scopesVariable))
  }

  /// Whether each scope has its own folder.
  var hasScopes: Bool { ofScopes != nil }

  /// The folder for the requests from a scope, or for those without a scope; nil if there is none.
  ///
  /// A scope never uses the folder of another scope, or the folder for requests without one.
  func folder(of scope: String?) -> String? {
    guard let scope else { return own }
    return ofScopes.map { Self.folder(of: scope, in: $0) }
  }

  /// The folder of a scope; it is called `local` for the empty scope, and no other scope can have
  /// that folder.
  ///
  /// - Parameters:
  ///   - scope: The name of the scope, which can be any text.
  ///   - folder: The folder that contains a folder for each scope.
  package static func folder(of scope: String, in folder: String) -> String {
    let digits = scope.utf8.map { $0.hexadecimal(digits: 2) }.joined()
    return "\(folder)/\(scope.isEmpty ? "local" : digits)"
  }
}
