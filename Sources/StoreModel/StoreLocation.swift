import IntentModel
import Messages

/// The location of the store, and where it was specified.
public struct StoreLocation: Sendable, Hashable {
  /// The places where a location can be specified.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The command line.
    case flag
    /// The environment variable ``StoreLocation/variable``.
    case environment
    /// The data folder of the XDG Base Directory Specification, or the one of macOS.
    case dataFolder = "data-folder"
  }

  /// The path of the file, which need not exist yet, or the URL of a database.
  public var path: String

  /// Where the location was specified.
  public var origin: Origin

  /// Makes a location.
  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// Whether the location is the URL of a PostgreSQL database.
  public var isPostgres: Bool {
    Self.postgresSchemes.contains { path.hasPrefix($0) }
  }

  /// The prefixes of URLs of PostgreSQL databases.
  package static let postgresSchemes = ["postgresql://", "postgres://"]

  /// The path prefix for files that accompany the store and stay on this machine.
  ///
  /// It is the path of the store's file or, for a database, a path in the data folder.
  ///
  /// - Parameters:
  ///   - place: The name of the store in messages.
  ///   - environment: The variables of the process.
  /// - Throws: `StoreError` with `noLocation` if a database is used and the data folder is unknown.
  package func companionPath(
    of place: String, environment: [String: String]
  ) throws(StoreError) -> String {
    guard isPostgres else { return path }
    var variables = environment
    variables[Self.variable] = nil
    let file = try Self.find(flag: nil, environment: variables).path
    // Each database has its own file.
    return "\(file).postgres-\(String(fnv1a(place.utf8), radix: 16))"
  }

  /// The suffix of the folder with the tenants' files; it follows the path of the store.
  package static let tenantsEnding = ".tenants"

  /// The suffix of the folder with the files of the widgets' programs; it follows the path of the
  /// store.
  package static let containersEnding = ".containers"

  /// The folder in which the programs of widgets keep files, next to the store's file or in the
  /// data folder; each tenant has its own folder in it.
  ///
  /// - Parameter environment: The variables of the process.
  /// - Returns: The path; nil if a database is used and the data folder is unknown.
  package func containers(environment: [String: String]) -> String? {
    (try? companionPath(of: path, environment: environment)).map {
      $0 + Self.containersEnding
    }
  }

  /// The variable with the path of the file or the URL of the database.
  public static let variable = "WIDGETCONFIG_STORE"

  /// The flag with the path of the file or the URL of the database.
  package static let flag = "--store"

  /// The flag and the variable, for a message.
  static let choices = "\(flag) or \(variable)"

  /// Finds the location, without accessing any file.
  ///
  /// The flag takes precedence, then ``variable``, then ``dataFolder(in:)``. An empty variable
  /// counts as unset.
  ///
  /// - Parameters:
  ///   - flag: The path or URL on the command line; nil if none is given.
  ///   - environment: The variables of the process.
  /// - Throws: `StoreError`: `noLocation` if no location is specified, or `invalidPath` for an
  ///   empty flag.
  public static func find(
    flag: String?, environment: [String: String]
  ) throws(StoreError) -> StoreLocation {
    try find(flag: flag, environment: environment, dataFolder: standardDataFolder)
  }

  static func find(
    flag: String?, environment: [String: String], dataFolder: String
  ) throws(StoreError) -> StoreLocation {
    if let flag {
      guard !flag.isEmpty else { throw StoreError(.invalidPath, file: "") }
      return StoreLocation(path: flag, origin: .flag)
    }
    if let path = environment[variable], !path.isEmpty {
      return StoreLocation(path: path, origin: .environment)
    }
    guard let folder = Self.dataFolder(in: environment, below: dataFolder) else {
      throw StoreError(.noLocation, file: "")
    }
    return StoreLocation(path: join(folder, fileName), origin: .dataFolder)
  }

  /// The name of the store's file in the data folder.
  package static let fileName = "widgets.sqlite"

  /// The variable with the user's data folder (XDG Base Directory Specification).
  package static let dataFolderVariable = "XDG_DATA_HOME"

  /// The folder for the user's data: the XDG data folder, or else a folder in the home folder; nil
  /// if neither is known.
  ///
  /// If the path of the data folder is relative, it is ignored, as the XDG specification requires.
  package static func dataFolder(in environment: [String: String]) -> String? {
    dataFolder(in: environment, below: standardDataFolder)
  }

  private static func dataFolder(
    in environment: [String: String], below standard: String
  ) -> String? {
    let folder: (String) -> String? = { environment[$0].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let data = folder(dataFolderVariable) ?? folder("HOME").map { join($0, standard) }
    return data.map { join($0, Program.name) }
  }

  #if os(macOS)
    private static let standardDataFolder = macDataFolder
  #else
    private static let standardDataFolder = usualDataFolder
  #endif

  /// The user's data folder below the home folder, except on macOS.
  package static let usualDataFolder = ".local/share"

  /// The user's data folder below the home folder on macOS.
  package static let macDataFolder = "Library/Application Support"

  private static func join(_ folder: String, _ rest: String) -> String {
    folder.hasSuffix("/") ? folder + rest : "\(folder)/\(rest)"
  }
}
