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

  /// The path of the file, which need not exist.
  public var path: String

  /// Who said so.
  public var origin: Origin

  /// Makes a location.
  public init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// The variable that names the file.
  public static let variable = "WIDGETCONFIG_STORE"

  /// Finds the place; touches no file.
  ///
  /// The flag comes first, then `WIDGETCONFIG_STORE`, then `$XDG_DATA_HOME/widgetconfig`, then the
  /// folder in the home folder. An empty variable is one that is not set, and a relative
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
