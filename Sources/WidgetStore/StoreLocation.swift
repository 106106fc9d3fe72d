import IntentModel

/// Where the store is, and who said so.
public struct StoreLocation: Sendable, Hashable {
  /// Who said where the store is.
  public enum Origin: String, Sendable, Hashable, CaseIterable {
    /// The command line.
    case flag
    /// The variable `WIDGETCONFIG_STORE`.
    case environment
    /// The folder for data of the XDG Base Directory Specification, or the one of macOS.
    case dataFolder = "data-folder"
  }

  /// The path of the file, which need not exist, or the URL of a database.
  public var path: String

  /// Who said so.
  public var origin: Origin

  /// Makes a location.
  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// Whether the place is the URL of a PostgreSQL database.
  public var isPostgres: Bool {
    path.hasPrefix("postgresql://") || path.hasPrefix("postgres://")
  }

  /// What the paths of files begin with that go with the store and stay on this machine: the path of its
  /// file, or for a database a path in the folder for data.
  ///
  /// - Parameters:
  ///   - place: What messages call the store.
  ///   - environment: The variables of the process.
  /// - Throws: `StoreError` with `noLocation` where a database is used and nothing says a folder.
  public func companionPath(
    of place: String, environment: [String: String]
  ) throws(StoreError) -> String {
    guard isPostgres else { return path }
    var variables = environment
    variables[Self.variable] = nil
    let file = try Self.find(flag: nil, environment: variables).path
    // Different databases go to different files.
    return "\(file).postgres-\(String(fnv1a(place.utf8), radix: 16))"
  }

  /// The variable that names the file.
  public static let variable = "WIDGETCONFIG_STORE"

  /// Finds the place; touches no file.
  ///
  /// The flag comes first, then `WIDGETCONFIG_STORE`, then `$XDG_DATA_HOME/widgetconfig`, then the
  /// folder in the home folder. An empty variable counts as not set, and a relative
  /// `XDG_DATA_HOME` is not looked at, as that specification demands.
  ///
  /// - Parameters:
  ///   - flag: The path of the command line; nil for none.
  ///   - environment: The variables of the process.
  /// - Throws: `StoreError` with `noLocation` where nothing says a place, with `invalidPath` for an
  ///   empty flag.
  public static func find(
    flag: String?, environment: [String: String]
  ) throws(StoreError) -> StoreLocation {
    #if os(macOS)
      let folder = "Library/Application Support"
    #else
      let folder = ".local/share"
    #endif
    return try find(flag: flag, environment: environment, dataFolder: folder)
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
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return StoreLocation(path: join(folder, "widgetconfig/widgets.sqlite"), origin: .dataFolder)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw StoreError(.noLocation, file: "")
    }
    let path = join(home, "\(dataFolder)/widgetconfig/widgets.sqlite")
    return StoreLocation(path: path, origin: .dataFolder)
  }

  private static func join(_ folder: String, _ rest: String) -> String {
    folder.hasSuffix("/") ? folder + rest : "\(folder)/\(rest)"
  }
}
